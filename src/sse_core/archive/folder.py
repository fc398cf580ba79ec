"""The folder of an archive: the names of its parts, their integrity, and the lock of the process that writes.

A part is a Parquet file whose name has the numbers of its first and its last game:
``games-000000000000-000000009999.parquet``. Other files whose names begin with a dot don't belong to the archive.

`pack` joins consecutive parts. Its new file lists their names, and is complete before the first of them is removed.
Until the last of them is removed, it is called ``.games-000000000000-000000019999.joined``. So a program that reads all
``.parquet`` files finds no game twice, even if the pack is killed. Parts that are listed in another file are ignored.
The next process that writes finishes a killed pack.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from errno import ENOENT, ENOTDIR
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..play.file_lock import LockedError, locked
from .arrow import IO_ERRORS, parquet
from .checksums import check_head
from .columns import COLUMNS, FORMAT, MADE_BY, MARK, ArchiveError, has_columns
from .whole_files import is_beside, synced_folder

__all__ = [
    "JOINED",
    "Part",
    "checked",
    "is_archive",
    "joined_name",
    "naming",
    "part_name",
    "parts",
    "parts_in",
    "settled",
    "writing_in",
]

JOINED: Final = b"sse_core.joined"
"""The key of a packed file's metadata with the names of its original parts, one per line."""

_NUMBERS: Final = r"games-(\d{12,18})-(\d{12,18})"
_NAME: Final = re.compile(rf"{_NUMBERS}\.parquet|\.{_NUMBERS}\.joined")
_LOCK: Final = ".lock"


class Part(NamedTuple):
    """A file of an archive."""

    first: int
    """The number of its first game."""

    last: int
    """The number of its last game."""

    path: Path


def part_name(first: int, last: int) -> str:
    """Return the name of the part with these games.

    >>> part_name(0, 9999)
    'games-000000000000-000000009999.parquet'
    """
    return f"games-{first:012}-{last:012}.parquet"


def joined_name(first: int, last: int) -> str:
    """Return the name of a joined part while its original parts are being removed.

    >>> joined_name(0, 9999)
    '.games-000000000000-000000009999.joined'
    """
    return f".{part_name(first, last).removesuffix('.parquet')}.joined"


def parts(folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Return the files of an archive in the order of their games, for other programs to read.

    Raises OSError if the folder can't be read, ArchiveError for a file that is no part, or for parts that share games.
    """
    return tuple(part.path for part in parts_in(Path(folder))[0])


def is_archive(folder: Path) -> bool:
    """Return whether a folder has a part of an archive."""
    return any(_NAME.fullmatch(path.name) for path in folder.iterdir())


def parts_in(folder: Path) -> tuple[list[Part], list[Part]]:
    """Return the parts of an archive in order, and the parts that a killed pack left behind."""
    found, left = list[Part](), list[Part]()
    for part in sorted(_all_parts(folder), key=lambda part: (part.first, -part.last)):
        around = found[-1] if found else None
        if around is None or part.first > around.last:
            found.append(part)
        elif part.last <= around.last and part.path.name in _joined_in(around):
            left.append(part)
        else:
            raise ArchiveError(f"{part.path}: game {part.first} stands in {around.path.name}, too")
    return found, left


def _all_parts(folder: Path) -> Iterator[Part]:
    for path in _files(folder):
        match = _NAME.fullmatch(path.name)
        first, last = (0, -1) if match is None else (int(number) for number in match.groups() if number)
        if first <= last and path.is_file():
            yield Part(first, last, path)
        elif not path.name.startswith("."):
            named = "a part is a file named like games-000000000000-000000009999.parquet"
            raise ArchiveError(f"{path}: this is no part of an archive; {named}")


def _files(folder: Path) -> list[Path]:
    """Return a consistent list of the files in a folder, although a pack may rename some meanwhile."""
    try:
        found, again = None, os.listdir(folder)
        while found != again:
            found, again = again, os.listdir(folder)
    except FileNotFoundError:
        raise FileNotFoundError(ENOENT, "there is no such folder", str(folder)) from None
    except NotADirectoryError:
        raise NotADirectoryError(ENOTDIR, "this is a file, and an archive is a folder of parts", str(folder)) from None
    return [folder / name for name in again]


def _joined_in(part: Part) -> list[str]:
    """Return the names of the original parts in a packed one."""
    metadata: dict[bytes, bytes] = checked(part).schema_arrow.metadata
    return metadata.get(JOINED, b"").decode().splitlines()


# --- one part


def checked(part: Part) -> Any:
    """Open a part as a `pyarrow.parquet.ParquetFile`, of which only the metadata is read yet.

    Raises ArchiveError unless the file is complete, has this format and the games in its name, and its metadata fits
    its checksum.
    """
    with naming(part.path):
        is_sealed = check_head(part.path)
        file = parquet.ParquetFile(part.path, page_checksum_verification=True)
        wrong = _why_no_part(file, part) or ("" if is_sealed else "its head has no checksums, so it is damaged")
    if wrong:
        file.close()
        raise ArchiveError(f"{part.path}: {wrong}")
    return file


def _why_no_part(file: Any, part: Part) -> str:
    found = file.schema_arrow
    said: dict[bytes, bytes] = found.metadata or {}
    version = said.get(MARK)
    if version is None:
        return "this is a Parquet file of another kind, and no archive of games"
    if version != str(FORMAT).encode():
        return _other_format(version.decode(errors="replace"), said.get(MADE_BY, b"").decode(errors="replace"))
    if not has_columns(found):
        return f"its columns aren't those of format {FORMAT}: {', '.join(COLUMNS)}"
    ends = _ends(file.metadata)
    if ends != (part.first, part.last):
        has = "no games" if ends is None else f"games {ends[0]} to {ends[1]}"
        return f"it has {has}, and its name says {part.first} to {part.last}"
    return ""


def _other_format(version: str, made_by: str) -> str:
    wanted = f"this sse_core reads format {FORMAT}"
    if not version.isdecimal():
        return f"its format is {version}, which is unknown: {wanted}"
    if int(version) > FORMAT:
        return f"its format is {version}, which is newer: {wanted}"
    return (
        f"its format is {version}, which is older: {wanted}; "
        f"sse_core {made_by} wrote it, and converts its games to JSON, which this one reads"
    )


def _ends(metadata: Any) -> tuple[int, int] | None:
    """Return the numbers of the first and the last game from the metadata of a file; None if it has no game."""
    if not metadata.num_rows:
        return None
    first, last = (metadata.row_group(group).column(0).statistics for group in (0, metadata.num_row_groups - 1))
    return (first.min, last.max) if first is not None and last is not None else None


@contextmanager
def naming(path: Path) -> Generator[None, None, None]:
    """Turn an error of pyarrow about a file into an ArchiveError that names it; errors of the system do so already."""
    try:
        yield
    except FileNotFoundError:
        raise ArchiveError(f"{path}: this part is gone; if the archive was packed meanwhile, read it again") from None
    except IO_ERRORS as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise ArchiveError(f"{path}: the file is cut short, damaged, or no Parquet: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(". ")


# --- writing


@contextmanager
def writing_in(folder: Path) -> Generator[list[Part], None, None]:
    """Lock the folder for writing, creating it if necessary; yield its parts.

    Leftovers of killed processes are removed: incomplete files, and parts that are joined in another one. Raises
    ArchiveError if another process writes there, or if the folder is no archive.
    """
    if not os.path.lexists(folder):
        folder.mkdir(parents=True)
    # A folder with other things in it is refused before anything is written.
    parts_in(folder)
    try:
        lock = locked(folder / _LOCK)
    except LockedError as error:
        raise ArchiveError(f"{folder}: {error.who} writes in this archive; wait until it ends") from None
    with lock:
        for part in parts_in(folder)[0]:
            checked(part).close()
        for path in [path for path in folder.iterdir() if is_beside(path)]:
            path.unlink()
        yield settled(folder)


def settled(folder: Path) -> list[Part]:
    """Finish joins: remove the original parts, give each joined file its final name, and return all parts."""
    found, left = parts_in(folder)
    for part in left:
        part.path.unlink()
    synced_folder(folder)
    for place, part in enumerate(found):
        if part.path.name == joined_name(part.first, part.last):
            named = part._replace(path=folder / part_name(part.first, part.last))
            part.path.rename(named.path)
            found[place] = named
    synced_folder(folder)
    return found
