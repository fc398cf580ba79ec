"""Running the `sse` command in tests: in this process, or as a user does."""

from __future__ import annotations

import io
import subprocess
import sys
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


def assert_refused(result: Result, status: int, *words: str) -> None:
    """Nothing on the standard output, one line on the other, and these words in it."""
    assert (result.status, result.out) == (status, "")
    assert result.err.startswith("sse: ")
    assert result.err.count("\n") == 1
    assert result.err.endswith("\n")
    for word in words:
        assert word in result.err
