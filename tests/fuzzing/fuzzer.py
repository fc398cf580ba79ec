"""One reader and the fuzzer, in a process that the fuzzer ends: ``python -m tests.fuzzing.fuzzer READER OPTION…``.

Nothing of the package may be imported before the fuzzer can follow it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

# Neither here nor in the environment that checks types.
atheris: Any = import_module("atheris")

with atheris.instrument_imports(include=["sse_core"]):
    from .readers import CORPUS, FOUND, MOST, try_to_read

name, *options = sys.argv[1:]
(CORPUS / name).mkdir(parents=True, exist_ok=True)
# The first of them takes what is new.
folders = (CORPUS / name, FOUND / name) if "-merge=1" in options else (FOUND / name, CORPUS / name)


def try_bytes(data: bytes) -> None:
    """Read what the bytes are as text, wrong ones replaced, as a file is read."""
    try_to_read(name, data.decode("utf-8", "replace"))


# Merging, the fuzzer runs its first argument again, by the shell.
program = f"{sys.executable} -m tests.fuzzing.fuzzer {name}"
settings = [f"-max_len={MOST}", f"-artifact_prefix={FOUND / name}/", "-print_final_stats=1", "-verbosity=1"]
atheris.Setup([program, *settings, *options, *map(str, folders)], try_bytes)
atheris.Fuzz()
