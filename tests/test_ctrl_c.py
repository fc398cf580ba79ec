"""Ctrl-C at any moment of any command: one line and status 130, and never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"),
    pytest.mark.usefixtures("heard_signals"),
]

LOADING_WORKER: Final = """
import os, signal
if __name__ == "__mp_main__":
    for number in (signal.SIGINT, signal.SIGHUP):
        os.kill(os.getpid(), number)
from sse_core.arena.workers import ProcessWorkers
if __name__ == "__main__":
    with ProcessWorkers(1) as workers:
        print(workers.submit(abs, -1).result())
"""


def test_workers_hear_nothing_of_ctrl_c_from_their_beginning(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(LOADING_WORKER, encoding="utf-8")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")
