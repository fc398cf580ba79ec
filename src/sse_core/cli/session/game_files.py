"""Files in which a person's game is saved: the file of --out, the file it was resumed from, or a new one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from ...play.records.record import GameRecord, format_game
from ...play.sentences import count as counted
from ..saving import OutFiles, fresh_path, save, signals_ignored
from ..terminal.output import RefusedError

__all__ = ["GameFiles"]


class GameFiles:
    """The file of a game, and the files that it may overwrite.

    `command` resumes the game when the file is added to it, such as ``sse play --resume``. A resumed game goes back to
    its file only if it still begins with the moves of the file, so that no moves are lost.
    """

    def __init__(
        self,
        command: str,
        *,
        out: OutFiles | None = None,
        resumed: Path | None = None,
        before: GameRecord[Any, Any] | None = None,
    ) -> None:
        self._command = command
        self._path: Path | None = None
        self._out = out
        self._resumed = resumed
        self._before = before
        self.line: str | None = None
        """The sentence about the last save; None if the game wasn't saved."""

    @property
    def is_named(self) -> bool:
        """Whether the game has a file already, or --out names one."""
        return self._path is not None or self._out is not None

    def place_of(self, record: GameRecord[Any, Any]) -> Path:
        """Return the default path for a game. A new file is named after the seed."""
        name = f"{record.game.INFO.prefix}-{record.tags.get('seed', 'game')}.sse"
        return self._path or self._own(record) or fresh_path(Path(name))

    def save(self, record: GameRecord[Any, Any], path: Path | None = None) -> str:
        """Write a record; return a sentence about it.

        Raises RefusedError if that would overwrite something else.
        """
        text = format_game(record)
        if self._out is not None and path is None and self._path is None:
            place = self._out.save(text, own=self._own(record))[0]
        else:
            place = (self.place_of(record) if path is None else path).expanduser()
            if place.exists() and not self._is_ours(place, record):
                raise RefusedError(f"{place} is there already; save FILE takes another name")
            with signals_ignored():
                save(place, text)
        self._path = place
        goes_on = f"; `{self._command} {quote(str(place))}` goes on with it" if record.final.to_act else ""
        self.line = f"Saved to {place} after {counted(record.final.ply, 'ply', 'plies')}{goes_on}."
        return self.line

    def write_out(self, record: GameRecord[Any, Any], picture: str) -> Sequence[Path]:
        """Write a record and its picture to the files of --out; return their paths, none without --out."""
        return () if self._out is None else self._out.save(format_game(record), picture, own=self._own(record))

    def _own(self, record: GameRecord[Any, Any]) -> Path | None:
        """Return the resumed file if a record continues it; None if the file would lose moves, or if there is none."""
        return self._resumed if self._goes_on(record) else None

    def _is_ours(self, place: Path, record: GameRecord[Any, Any]) -> bool:
        if self._path is not None and self._path.exists() and place.samefile(self._path):
            return True
        own = self._own(record)
        return own is not None and own.exists() and place.samefile(own)

    def _goes_on(self, record: GameRecord[Any, Any]) -> bool:
        """Return whether a record begins with the moves of the resumed file."""
        before = self._before
        return before is not None and record.start == before.start and record.moves[: len(before.moves)] == before.moves
