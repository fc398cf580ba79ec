"""Hostile texts: refused with an error, in bounded time and memory, at any size and nesting."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.fuzzing.readers import READERS, kept, texts_to_begin_with, try_to_read
from tests.profiles import by_profile

import sse_core as sse

LENGTH = by_profile(dev=200_000, ci=200_000, nightly=4_000_000)
"""How long the texts are that have no other length."""

LONG = {
    "nothing": "",
    "blanks": " " * LENGTH,
    "lines": "\n" * LENGTH,
    "one word": "a" * LENGTH,
    "digits": "9" * LENGTH,
    "many systems": "A 1 " * (LENGTH // 4),
    "many rows": "A\n" * (LENGTH // 2),
    "zeros": "\0" * LENGTH,
    "surrogates": "\ud800" * (LENGTH // 40),
    "astral": "\U0001f680" * (LENGTH // 40),
    "right to left": "\u202e" * (LENGTH // 40),
    "brackets": "[" * LENGTH,
    "braces": '{"board":' * (LENGTH // 9),
    "a long number": '{"ply": ' + "9" * LENGTH + "}",
    "an infinite number": '{"ply": 1e999999999}',
    "no number": '{"ply": NaN}',
}
"""Hostile texts by description."""


def grown(text: str) -> dict[str, str]:
    """Return damaged versions of a valid text."""
    half = len(text) // 2
    return {
        "twice": text + text,
        "many times": text * (LENGTH // 4000),
        "a zero inside": text[:half] + "\0" + text[half:],
        "half": text[:half],
        "a surrogate inside": text[:half] + "\udfff" + text[half:],
        "numbers out of range": "".join("9" * 5000 if c.isdigit() else c for c in text[:2000]),
        "other digits": "".join(chr(0x0660 + int(c)) if c.isdigit() else c for c in text),
        "its last line again and again": text + f"{text.splitlines()[-1]}\n" * (LENGTH // 40),
    }


_LIMITED = """
import os, resource, sys
from tests.profiles import IS_SANITIZED
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
if not IS_SANITIZED:
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
from tests.test_hostile import LONG, grown
from tests.fuzzing.readers import READERS, texts_to_begin_with, try_to_read
for name in READERS:
    # Limits are for each process: one that is forked has them anew, and has loaded all that this one has.
    if os.fork():
        assert os.wait()[1] == 0, name
        continue
    for what, text in LONG.items():
        assert not try_to_read(name, text), what
    for good in texts_to_begin_with(name):
        for what, text in grown(good).items():
            try_to_read(name, text)
    os._exit(0)
print("all read or refused")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no process this way")
def test_a_text_from_a_stranger_costs_little() -> None:
    """All texts together take a reader less than a minute of processor time and two gigabytes."""
    done = subprocess.run([sys.executable, "-c", _LIMITED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "all read or refused\n"), done.stderr[-3000:]


@pytest.mark.parametrize("name", READERS)
def test_texts_that_once_led_somewhere_new_still_do_no_harm(name: str) -> None:
    assert kept(name)
    for path in kept(name):
        try_to_read(name, path.read_bytes().decode("utf-8", "replace"))
    assert all(try_to_read(name, text) for text in texts_to_begin_with(name))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("nothing", [None, 7, b"A 1 B", ["A 1 B"]], ids=repr)
def test_what_is_no_text_is_no_text(name: str, nothing: object) -> None:
    read: Callable[[Any], object] = READERS[name].read
    # JSON calls a missing action null, which servers hand on.
    is_missing = nothing is None and name.endswith("-action")
    with pytest.raises(sse.NotationError if is_missing else TypeError, match=r"."):
        read(nothing)


def test_nothing_unpickles() -> None:
    """A pickle can run any code: no reader takes one.

    Only `sse_core.testing` loads its own, and the server of the page what its own process made: there a stranger's
    text is a str.
    """
    assert not any(try_to_read(name, "cos\nsystem\n(S'touch /nowhere'\ntR.") for name in READERS)
    package = Path(sse.__file__).parent
    allowed = {package / "testing", package / "web" / "texts" / "reader_processes.py"}
    for path in package.rglob("*.py*"):
        if path.suffix in (".py", ".pyx") and not allowed & {path, *path.parents}:
            # A constant is no text of a stranger.
            found = re.search(r"\bimport (pickle|marshal|shelve)|\b(eval|exec)\((?!\"0\"\))", path.read_text("utf-8"))
            assert not found, path
