"""Child processes that end with the tool, however the tool ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

__all__ = ["busy", "status_of"]

# The child also ends if the process that started it is killed.
LOOP: Final = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"


def status_of(command: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path, seconds: float) -> int:
    """Run a command with a log file, and return its status; after so many seconds kill it and its children."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
        try:
            return process.wait(max(seconds, 0))
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise


@contextmanager
def busy(n: int) -> Generator[None, None, None]:
    """Keep n processors busy."""
    with ExitStack() as stack:
        for _ in range(n):
            loop = stack.enter_context(subprocess.Popen([sys.executable, "-c", LOOP]))
            stack.callback(loop.kill)
        yield
