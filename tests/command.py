"""The `sse` command in tests: called in this process, or run in a process of its own."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import pytest

from sse_core.cli import main

ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r(?!\n)")
"""Escape sequences of colours and of the cursor, and what returns to the beginning of a line."""


TINY_SEARCH: Final = [
    *("find-map", "--candidates", "2", "--screening", "4", "--games", "2", "--shuffles", "2", "--opening-plies", "0"),
    *("--bot", "random"),
]
"""The command for a search of eight games, without its seed."""


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
        self._output = b""

    def wait_for(self, words: str) -> None:
        """Read the output until it ends with these words."""
        assert self._process.stdout is not None
        while not self._output.endswith(words.encode()):
            byte = self._process.stdout.read(1)
            assert byte, f"the output ends without {words!r}: {self._output[-500:].decode(errors='replace')}"
            self._output += byte

    def type(self, text: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())

    def send(self, number: int) -> None:
        """Send a signal, and wait some seconds for the end: by the end of the input the process would be left.

        One that hits the process just before it reads is noted there, and wakes it only if another one comes.
        """
        for _ in range(6):
            self._process.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(1.5)
                return

    def end(self) -> Result:
        """Close the input and wait for the end."""
        out, err = self._process.communicate()
        self._timer.cancel()
        return Result(self._process.returncode, (self._output + out).decode(), err.decode())


_AT_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


def _plain(written: str) -> str:
    return ESCAPES.sub("", written).replace("\r\n", "\n")


class AtTerminal:
    """The command in a process of its own at a real terminal, of so many columns and lines."""

    def __init__(
        self,
        *args: object,
        folder: Path,
        columns: int = 80,
        lines: int = 60,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        import pty
        import termios

        self._terminal, inside = pty.openpty()
        termios.tcsetwinsize(inside, (lines, columns))
        self._process = subprocess.Popen(
            [sys.executable, "-c", _AT_TERMINAL, "-m", "sse_core", *map(str, args)],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            cwd=folder,
            env=os.environ | {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | dict(environment),
            start_new_session=True,
        )
        os.close(inside)
        # What hangs fails, rather than hanging the tests.
        self._timer = threading.Timer(60, self._process.kill)
        self._timer.start()
        self.written = ""
        """Everything that came to the terminal, with its escape sequences."""
        self._answered = 0
        """How much of it was there when a line was typed last."""

    @property
    def page(self) -> str:
        """What came to the terminal, without escape sequences and carriage returns."""
        return _plain(self.written)

    @property
    def shown(self) -> str:
        """The page without the lines that were written over."""
        return _plain(re.sub(r"\r[^\r\n]{79}\r(?!\n)", "", self.written))

    @property
    def screen(self) -> str:
        """The part of the page that came since the terminal was cleared last, with the lines above the screen."""
        return _plain(self.written.rpartition("\x1b[3J")[2])

    def wait_for(self, words: str) -> None:
        """Read until what came since the last answer ends with these words."""
        while not _plain(self.written[self._answered :]).endswith(words):
            assert self._read(), f"the output ends without {words!r}: {self.page[-500:]}"

    def wait_until(self, words: str) -> None:
        """Read until these words are on the page."""
        while words not in self.page:
            assert self._read(), f"the output ends without {words!r}: {self.page[-500:]}"

    def type(self, text: str, end: str = "\n") -> None:
        """Type a line, or keys without an end."""
        self._answered = len(self.written)
        os.write(self._terminal, f"{text}{end}".encode())

    def answer(self, question: str, text: str) -> None:
        """Wait for a question, and type the answer."""
        self.wait_for(question)
        self.type(text)

    def close(self) -> int:
        """Close the terminal, and return the exit status."""
        os.close(self._terminal)
        return self._ended()

    def end(self) -> int:
        """Read to the end, and return the exit status."""
        while self._read():
            pass
        os.close(self._terminal)
        return self._ended()

    def _ended(self) -> int:
        status = self._process.wait()
        self._timer.cancel()
        return status

    def _read(self) -> bool:
        """Read some more; return whether there was any."""
        try:
            found = os.read(self._terminal, 65536)
        except OSError:
            # The other side is closed.
            return False
        self.written += found.decode("utf-8", "replace")
        return bool(found)
