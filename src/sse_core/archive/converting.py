"""Conversion of games between texts, JSON and archives, without loss."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from ..errors import SseError
from ..forms.checks import shown
from ..forms.kinds import name_of
from ..game import AnyGame
from ..play.records.record import GameRecord, format_game, read
from .columns import ArchiveError
from .folder import is_archive
from .rows import AnyRecord
from .scanning import scan
from .whole_files import whole_file

__all__ = ["LINES", "games_in", "write_json", "write_texts"]

LINES: Final = ".jsonl"
"""The ending of a file with a record on each line, as JSON."""

_TEXTS: Final = frozenset({".sse", ".json", LINES})
"""The endings of files with records, in a folder of them."""


def games_in(path: str | os.PathLike[str], *, game: AnyGame | None = None) -> Iterator[AnyRecord]:
    """Yield the records of an archive, of a file, or of a folder of files, by name.

    A file has one record, as text or JSON; a ``.jsonl`` file has one record per line, as JSON. In a folder, the files
    end in ``.sse``, ``.json`` or ``.jsonl``. `game` is that of `scan`.

    Raises ArchiveError, with the file, for a text that is no record; OSError if a file can't be read.
    """
    place = Path(path)
    if not place.is_dir():
        yield from _games_of(place, game)
    elif is_archive(place):
        yield from scan(place, game=game)
    else:
        for each in sorted(each for each in place.iterdir() if not each.name.startswith(".")):
            if each.suffix not in _TEXTS or not each.is_file():
                endings = ", ".join(sorted(_TEXTS))
                raise ArchiveError(f"{each}: this is no file of records; their names end in {endings}")
            yield from _games_of(each, game)


def _games_of(path: Path, game: AnyGame | None) -> Iterator[AnyRecord]:
    if path.suffix == ".parquet":
        raise ArchiveError(f"{path}: this is one part of an archive; name its folder")
    try:
        if path.suffix == LINES:
            with path.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    yield _record(line.removesuffix("\n"), f"{path}, line {number}", game)
        else:
            yield _record(path.read_text(encoding="utf-8").removesuffix("\n"), str(path), game)
    except UnicodeDecodeError as error:
        raise ArchiveError(f"{path} is not UTF-8 text: {error.reason} at byte {error.start}") from None


def _record(text: str, where: str, game: AnyGame | None) -> AnyRecord:
    try:
        record: AnyRecord = read(text, game if _is_of(text, game) else None)
    except SseError as error:
        raise ArchiveError(f"{where}: {error}") from None
    if not isinstance(record, GameRecord):
        raise ArchiveError(f"{where}: this is no record of a game: {shown(text.partition(chr(10))[0])}")
    return record


def _is_of(text: str, game: AnyGame | None) -> bool:
    """Return whether a game reads a text, judged by its first word."""
    name = name_of(text)
    return game is not None and name is not None and name.startswith(f"{game.INFO.prefix}-")


def write_json(path: str | os.PathLike[str], games: Iterable[AnyRecord]) -> int:
    """Write records as JSON, one per line, into a new file, and return their number.

    The file appears when it is complete. Raises OSError if it can't be written, or if the path exists.
    """
    count = 0
    with whole_file(Path(path)) as file:
        for record in games:
            file.write(f"{record.to_json()}\n".encode())
            count += 1
    return count


def write_texts(folder: str | os.PathLike[str], games: Iterable[AnyRecord]) -> int:
    """Write each record as text into a file of its own, and return their number.

    The folder is created, with the files ``game-000000000.sse`` and so on. Raises OSError if one can't be written, or
    if its path exists.
    """
    place, count = Path(folder), 0
    for record in games:
        place.mkdir(parents=True, exist_ok=True)
        with whole_file(place / f"game-{count:09}.sse") as file:
            file.write(f"{format_game(record)}\n".encode())
        count += 1
    return count
