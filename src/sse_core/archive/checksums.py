"""Checksums in the metadata of an archive's part: one of its games, and one of the metadata (the head) itself.

Parquet's own checksums cover only the contents of pages. Page headers, and the head at the end of a file, have none: a
flipped bit there can change values, or hide games from a filter. So a part is read only after these two checksums fit.
"""

from __future__ import annotations

import os
import re
from collections import deque
from pathlib import Path
from typing import IO, Any, Final, NamedTuple
from zlib import crc32

from .columns import ArchiveError

__all__ = ["BLANK_CHECKSUMS", "check_games", "check_head", "write_checksums"]

_KEY: Final = b"sse_core.checksums"
_UNKNOWN: Final = b"00000000"

BLANK_CHECKSUMS: Final = {_KEY: b" ".join([_UNKNOWN, _UNKNOWN])}
"""The placeholder in a head's metadata that `write_checksums` fills in."""

# Between a key and its value Thrift has two bytes: the type and the length.
_ENTRY: Final = re.compile(re.escape(_KEY) + rb"..([0-9a-f]{8}) ([0-9a-f]{8})", re.DOTALL)

_LENGTH: Final = 8
"""A file ends with the length of its head, in 4 bytes, and with 4 letters."""

_END: Final = b"PAR1"

_AT_ONCE: Final = 1 << 20


class _Head(NamedTuple):
    """The head of a part: all bytes after its games."""

    start: int
    """Where it begins in the file."""

    content: bytes

    entry: re.Match[bytes] | None
    """The two checksums in the head; None if they are missing."""

    @property
    def checksum(self) -> bytes:
        """The checksum of the head, without the eight digits of this checksum."""
        assert self.entry is not None
        first, last = self.entry.span(2)
        return _digits(crc32(self.content[last:], crc32(_UNKNOWN, crc32(self.content[:first]))))


def _digits(checksum: int) -> bytes:
    return b"%08x" % checksum


def _head_of(file: IO[bytes]) -> _Head:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _LENGTH))
    start = max(0, size - _LENGTH - int.from_bytes(file.read(4), "little"))
    file.seek(start)
    content = file.read()
    # Values of the games may look like the entry. The head's own entry comes after them.
    entry = deque(_ENTRY.finditer(content), 1) if content.endswith(_END) else ()
    return _Head(start, content, entry[0] if entry else None)


def _checksum_of_games(file: IO[bytes], head: _Head) -> bytes:
    file.seek(0)
    found, left = 0, head.start
    while left and (data := file.read(min(left, _AT_ONCE))):
        found, left = crc32(data, found), left - len(data)
    return _digits(found)


def write_checksums(file: IO[bytes]) -> None:
    """Put the checksums into a part that is otherwise complete. The file is open for reading and writing."""
    for group in (1, 2):
        head = _head_of(file)
        assert head.entry is not None
        checksum = _checksum_of_games(file, head) if group == 1 else head.checksum
        file.seek(head.start + head.entry.start(group))
        file.write(checksum)
    file.seek(0, os.SEEK_END)


def check_head(path: Path) -> bool:
    """Return whether the head of a file has checksums; raise ArchiveError if its own one doesn't fit."""
    with path.open("rb") as file:
        head = _head_of(file)
    if head.entry is not None and head.entry[2] != head.checksum:
        raise _damaged(path, "head", head.entry[2], head.checksum)
    return head.entry is not None


def check_games(path: Path) -> None:
    """Raise ArchiveError if the games of a part don't fit their checksum. The head was checked before."""
    with path.open("rb") as file:
        head = _head_of(file)
        assert head.entry is not None
        found = _checksum_of_games(file, head)
    if head.entry[1] != found:
        raise _damaged(path, "games", head.entry[1], found)


def _damaged(path: Path, what: str, entry: Any, found: bytes) -> ArchiveError:
    why = f"the checksum of its {what} is {found.decode()}, and the file says {entry.decode()}"
    return ArchiveError(f"{path}: the file is damaged: {why}")
