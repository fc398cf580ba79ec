"""Running the `sse` command in tests: in this process, or as a user does."""

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
    """Return what runs the command in this process, with a standard input of its own."""

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
    """Run the command as a user does."""
    command = [sys.executable, "-m", "sse_core", *map(str, args)]
    done = subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", timeout=60, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def joined(page: str) -> str:
    """Return a page with what goes on in indented lines on one line again."""
    return re.sub(r"\n +", " ", page)


def assert_refused(result: Result, status: int, *words: str) -> None:
    """Nothing on the standard output, one line on the other, and these words in it."""
    assert (result.status, result.out) == (status, "")
    assert result.err.startswith("sse: ")
    assert result.err.count("\n") == 1
    assert result.err.endswith("\n")
    for word in words:
        assert word in result.err


class Session:
    """The command as a user has it on two pipes: one says what it said, one is typed into."""

    def __init__(self, *args: object) -> None:
        command = [sys.executable, "-m", "sse_core", *map(str, args)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        # What hangs fails, rather than hanging the tests.
        self._timer = threading.Timer(60, self._process.kill)
        self._timer.start()
        self.said = ""

    def wait_for(self, words: str) -> None:
        """Read until the command has said these words, at the end of what it said."""
        assert self._process.stdout is not None
        while not self.said.endswith(words):
            byte = self._process.stdout.read(1)
            assert byte, f"it ended before it said {words!r}: {self.said[-500:]}"
            self.said += byte.decode("latin-1")

    def type(self, text: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())

    def send(self, number: int) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    def end(self) -> Result:
        """Wait for the end, with nothing more to type.

        The end of the input also wakes a process that a signal hit just before it read.
        """
        out, err = self._process.communicate()
        self._timer.cancel()
        return Result(self._process.returncode, self.said + out.decode("latin-1"), err.decode())
