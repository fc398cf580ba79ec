"""Atomic files: they are written under a temporary name, synced, and renamed when complete."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import EEXIST
from pathlib import Path
from typing import IO, Any

__all__ = ["is_beside", "synced_folder", "whole_file"]

_BESIDE = ".writing"
"""The ending of temporary names, which begin with a dot."""


@contextmanager
def whole_file(path: Path) -> Generator[IO[bytes], None, None]:
    """Yield a file for writing and reading; when the block ends, it is synced and appears at its path.

    If the block raises, nothing is left. Raises OSError, with the path, if the path exists, or if the file can't be
    written.
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
    """Return whether a file is a temporary one, in use or left by a killed process."""
    return path.name.startswith(".") and path.name.endswith(_BESIDE)


def synced_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk, if the system can open folders."""
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
    """Return an error of the same kind with the path; pyarrow's errors may have no number."""
    why: Any = error.strerror or str(error)
    return OSError(error.errno or 0, why, str(path))
