"""Standard streams of the command: substitutes for closed ones, and errors that name the stream that failed."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import EBADF
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from typing import Any, Final, TextIO

__all__ = [
    "INPUT",
    "OUTPUT",
    "discard",
    "flush",
    "named",
    "output",
    "output_kept",
    "reason_of",
    "replace_closed_streams",
    "settle_errors",
    "write",
]

INPUT: Final = "standard input"
OUTPUT: Final = "standard output"

_ERRORS: Final = 2
"""The file descriptor of the standard error."""


def replace_closed_streams() -> None:
    """Replace each closed standard stream, for which Python has None.

    Reading from such an input, or writing to such an output, fails with the error of the system. A closed standard
    error accepts and drops everything. No file that is opened later gets the descriptor of a standard stream.
    """
    if sys.stdin is None:
        # It is opened for writing, so that reading fails.
        _open_null(0, os.O_WRONLY)
        sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, "r", closefd=False)), encoding="utf-8")
    if sys.stdout is None:
        _open_null(1, os.O_RDONLY)
        sys.stdout = _writer(1)
    if sys.stderr is None:
        _open_null(_ERRORS, os.O_WRONLY)
        sys.stderr = _writer(_ERRORS)


def _open_null(number: int, mode: int) -> None:
    """Open the null device as the file descriptor of a stream."""
    opened = os.open(os.devnull, mode)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


def _writer(number: int) -> TextIO:
    return TextIOWrapper(BufferedWriter(FileIO(number, "w", closefd=False)), encoding="utf-8")


_kept: TextIO | None = None
"""The standard output while `output_kept` is active."""


def output() -> TextIO:
    """Return the standard output of the command."""
    return sys.stdout if _kept is None else _kept


@contextmanager
def output_kept() -> Generator[None, None, None]:
    """Reserve the standard output for `write`; prints of bots and other files go to the standard error."""
    global _kept
    own = _kept = sys.stdout
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout, _kept = own, None


def write(text: str) -> None:
    """Write a text to the standard output; raise an OSError that names it if that fails."""
    try:
        output().write(text)
    except OSError as error:
        raise named(error, OUTPUT) from None


def flush() -> None:
    """Flush the standard output; raise an OSError that names it if that fails."""
    try:
        output().flush()
    except OSError as error:
        raise named(error, OUTPUT) from None


def named(error: OSError, name: object) -> OSError:
    """Return an error of the same kind with the name of the stream or file that failed."""
    return OSError(error.errno, error.strerror or str(error), str(name))


def reason_of(error: OSError) -> str:
    """Return the name of what failed, and the reason."""
    reason = "it is closed" if error.errno == EBADF else error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def settle_errors() -> None:
    """Flush the standard error; text that can't be written is dropped."""
    try:
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)


def discard(stream: Any) -> None:
    """Drop the buffer of a stream and all later writes, which would fail again when Python exits."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        stream.flush()
