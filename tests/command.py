"""The `sse` command in tests: called in this process, or run in a process of its own."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import pytest

from sse_core.cli import main


class Result(NamedTuple):
    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Result]


def runner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs the command in this process, with a given standard input."""

    def run(*args: object, stdin: str | bytes = "") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        try:
            status = main([str(arg) for arg in args])
        except SystemExit as left:
            status = int(left.code or 0)
        return Result(status, *capsys.readouterr())

    return run


def spawn(*args: object, stdin: str = "") -> Result:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "sse_core", *map(str, args)]
    done = subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", timeout=60, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def joined(page: str) -> str:
    """Return a page with each wrapped line joined again."""
    return re.sub(r"\n +", " ", page)


def assert_refused(result: Result, status: int, *words: str) -> None:
    """Assert an empty standard output, and one line with these words on standard error."""
    assert (result.status, result.out) == (status, "")
    assert result.err.startswith("sse: ")
    assert result.err.count("\n") == 1
    assert result.err.endswith("\n")
    for word in words:
        assert word in result.err


class Session:
    """The command in a process of its own, with a pipe for its input and one for its output."""

    def __init__(self, *args: object) -> None:
        command = [sys.executable, "-m", "sse_core", *map(str, args)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        # What hangs fails, rather than hanging the tests.
        self._timer = threading.Timer(60, self._process.kill)
        self._timer.start()
        self.output = ""

    def wait_for(self, words: str) -> None:
        """Read the output until it ends with these words."""
        assert self._process.stdout is not None
        while not self.output.endswith(words):
            byte = self._process.stdout.read(1)
            assert byte, f"the output ends without {words!r}: {self.output[-500:]}"
            self.output += byte.decode("latin-1")

    def type(self, text: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())

    def send(self, number: int) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    def end(self) -> Result:
        """Close the input and wait for the end.

        The end of the input also wakes a process that a signal hit just before it read.
        """
        out, err = self._process.communicate()
        self._timer.cancel()
        return Result(self._process.returncode, self.output + out.decode("latin-1"), err.decode())
