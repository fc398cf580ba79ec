"""File locks: a file that one process at a time can lock, so that this process alone writes in a folder."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import IO, Final

from ..errors import SseError

__all__ = ["LockedError", "locked"]

_HEAD: Final = 200
"""The most characters that are read from a locked file."""


class LockedError(SseError):
    """A file that another process has locked.

    Attributes
    ----------
    who
        The other process in words, such as ``process 7 on host``.
    """

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


def locked(path: Path, *, must_say_who: bool = True) -> IO[str]:
    """Lock a file for this process, write the process's name into it, and return the open file.

    The system ends the lock when the file is closed, even if the process is killed. Raises LockedError if another
    process has locked the file, OSError with its path if it can't be opened or, with `must_say_who`, if the name can't
    be written, as on a full disk.
    """
    file = path.open("a+", encoding="utf-8")
    try:
        _lock(file)
    except BlockingIOError:
        file.seek(0)
        who = file.read(_HEAD).strip() or "another process"
        file.close()
        raise LockedError(who) from None
    except OSError:
        file.close()
        raise
    try:
        file.truncate(0)
        # No buffer is used: on a full disk its rest would fail when the file is closed.
        os.write(file.fileno(), f"process {os.getpid()} on {socket.gethostname()}\n".encode())
    except OSError as error:
        if must_say_who:
            file.close()
            raise OSError(error.errno, error.strerror, str(path)) from None
    return file


if sys.platform == "win32":
    import msvcrt

    _FAR: Final = 1 << 20
    """The place of the locked byte. It is beyond the text, since other processes can't read locked bytes."""

    def _lock(file: IO[str]) -> None:
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
