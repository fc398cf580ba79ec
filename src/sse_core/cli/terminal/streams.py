"""The standard streams of the command: those that are closed have a stand-in, and an error says which stream failed."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
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
    "replace_closed_streams",
    "settle_errors",
    "write",
]

INPUT: Final = "standard input"
OUTPUT: Final = "standard output"

_ERRORS: Final = 2
"""The number of the standard error."""


def replace_closed_streams() -> None:
    """Put something in the place of each closed standard stream, which Python leaves out.

    What reads from such an input, or writes to such an output, fails as the system says. A closed standard error takes
    everything: nobody is there to be told. No file that is opened later gets the number of a standard stream.
    """
    if sys.stdin is None:
        # Opened for writing, so that reading fails.
        _open_null(0, os.O_WRONLY)
        sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, "r", closefd=False)), encoding="utf-8")
    if sys.stdout is None:
        _open_null(1, os.O_RDONLY)
        sys.stdout = _writer(1)
    if sys.stderr is None:
        _open_null(_ERRORS, os.O_WRONLY)
        sys.stderr = _writer(_ERRORS)


def _open_null(number: int, mode: int) -> None:
    """Open the null device under the number of a stream."""
    opened = os.open(os.devnull, mode)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


def _writer(number: int) -> TextIO:
    return TextIOWrapper(BufferedWriter(FileIO(number, "w", closefd=False)), encoding="utf-8")


_kept: TextIO | None = None
"""The standard output while it is kept."""


def output() -> TextIO:
    """Return the standard output of the command."""
    return sys.stdout if _kept is None else _kept


@contextmanager
def output_kept() -> Generator[None, None, None]:
    """Keep the standard output for `write`: what bots and other files print meanwhile goes to the standard error."""
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
    """Write out what waits for the standard output; raise an OSError that names it if that fails."""
    try:
        output().flush()
    except OSError as error:
        raise named(error, OUTPUT) from None


def named(error: OSError, name: object) -> OSError:
    """Return an error of the same kind that has the name of what failed, such as a stream or a file."""
    return OSError(error.errno, error.strerror or str(error), str(name))


def settle_errors() -> None:
    """Write out what waits for the standard error; what can't be written is dropped."""
    try:
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)


def discard(stream: Any) -> None:
    """Drop what waits for a stream and all that is still written to it, which would fail again at Python's end."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        stream.flush()
