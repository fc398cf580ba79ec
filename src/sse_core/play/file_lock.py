"""A file that one process has at a time, so that it alone writes in a folder."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import IO, Final

from ..errors import SseError

__all__ = ["LockedError", "locked"]

_HEAD: Final = 200
"""The most characters of a lock that are read."""


class LockedError(SseError):
    """A file that another process has.

    Attributes
    ----------
    who
        That process in words, such as ``process 7 on host``.
    """

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


def locked(path: Path, *, must_say_who: bool = True) -> IO[str]:
    """Return an open file that this process alone has, which says who that is.

    The system ends the lock when the file is closed, also where the process is killed. Raises LockedError if another
    process has the file, OSError with its path if it can't be opened, or not written, as on a full disk: that is no
    error where it needn't say who has it.
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
        # Nothing is left in a buffer that would fail when the file is closed.
        os.write(file.fileno(), f"process {os.getpid()} on {socket.gethostname()}\n".encode())
    except OSError as error:
        if must_say_who:
            file.close()
            raise OSError(error.errno, error.strerror, str(path)) from None
    return file


if sys.platform == "win32":
    import msvcrt

    _FAR: Final = 1 << 20
    """The place of the byte that is locked there: others can't read what is locked."""

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
