"""Files that are there whole or not at all: written beside their place, synced, and renamed."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import EEXIST
from pathlib import Path
from typing import IO, Any

__all__ = ["is_beside", "synced_folder", "whole_file"]

_BESIDE = ".writing"
"""How names end while a file is written; they begin with a dot."""


@contextmanager
def whole_file(path: Path) -> Generator[IO[bytes], None, None]:
    """Yield a file to write, and to read; it stands at its path once the block is left, and the disk has it.

    Nothing is left where the block raises. Raises OSError, with the path, if something stands there, or if the file
    can't be written.
    """
    _check_free(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}{_BESIDE}")
    try:
        with beside.open("w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _check_free(path)
        beside.rename(path)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _placed(error, path) from None
        raise
    synced_folder(path.parent)


def is_beside(path: Path) -> bool:
    """Return whether a file is one that is written, or that a killed process left."""
    return path.name.startswith(".") and path.name.endswith(_BESIDE)


def synced_folder(folder: Path) -> None:
    """Bring the names of a folder to the disk, where the system opens folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _check_free(path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError(EEXIST, "it is there already, and nothing is written over it", str(path))


def _placed(error: OSError, path: Path) -> OSError:
    """Return an error of the same kind that has the path; pyarrow's own have no number."""
    why: Any = error.strerror or str(error)
    return OSError(error.errno or 0, why, str(path))
