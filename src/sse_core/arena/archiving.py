"""Archiving of an arena's games, in the order of their numbers. It needs the extra ``[data]``.

The store has each game as soon as its job is finished, in any order. The archive has all games up to the first missing
one, part by part. So games that a killed process hasn't archived come from the store the next time.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, SupportsIndex

from ..archive import ArchiveError, Writer, scan
from ..archive import Row as ArchiveRow
from ..archive.writing import GAMES_A_PART
from ..game import Outcome
from .errors import StoreError
from .plans import Plan
from .rows import Row
from .starts import Start, tags_of
from .store import Store

__all__ = ["ArchivedGames"]


class ArchivedGames:
    """A copier of an arena's games from a store into an archive; the plan must store actions.

    The archive is new, or has games of this store already. Failed games aren't written. Parts have `games_a_part`
    games; the last one may have fewer, and is written at the end of the ``with`` statement.

    Raises ArchiveError if another process writes there, or if the folder has other games or other things in it;
    StoreError if the plan stores no actions.

    >>> from tempfile import TemporaryDirectory
    >>> from sse_core import archive
    >>> from sse_core.arena import MEMORY, Schedule, Setup, Tournament, threads
    >>> setup, schedule = Setup("small_star_empires"), Schedule("self-play", bots=1, seats=2)
    >>> plan = Plan(setup, ("random",), seed=7, rounds=3, schedule=schedule, actions=True)
    >>> with TemporaryDirectory() as folder, Store(MEMORY, plan.to_json()) as store:
    ...     with ArchivedGames(folder, plan, store) as games, threads(1) as workers:
    ...         for rows in Tournament(plan, store).play(workers):
    ...             games.write()
    ...     [record.tags["A"] for record in archive.scan(folder)]
    ['random', 'random', 'random']
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        plan: Plan,
        store: Store,
        *,
        games_a_part: SupportsIndex = GAMES_A_PART,
    ) -> None:
        if not plan.actions:
            raise StoreError("an archive has the actions of games, and this arena keeps none")
        self._folder, self._plan, self._store = Path(folder), plan, store
        self._round: tuple[int, Start, str] | None = None
        """The last written round: its place, its start, and the text of the start."""
        self._writer: Final = Writer(folder, games_a_part=games_a_part)
        try:
            self._next = self._writer.next_number
            """The number of the next game to write or skip."""
            self._check()
        except BaseException:
            self._writer.close()
            raise

    def _check(self) -> None:
        """Raise ArchiveError unless the first and the last game of the archive are in the store, too."""
        if not self._next:
            return
        found = scan(self._folder)
        first = next(found.rows())
        for row in (first, *found.of(self._next - 1).rows()):
            kept = next(self._store.rows(row.number), None)
            if kept is None or kept.number != row.number or not _is_same(self._row(kept), row):
                why = "the store hasn't, so they are not of one arena"
                raise ArchiveError(f"{self._folder} has a game {row.number} that {why}; name another folder")

    def write(self) -> None:
        """Write the games of the store up to the first missing one."""
        for row in self._store.following(self._next):
            if row.error is None:
                self._writer.add(self._row(row))
            self._next += 1

    def _row(self, row: Row) -> ArchiveRow:
        """Return the row of an archive for one of the store."""
        place = self._plan.round_of(row)
        if self._round is None or self._round[0] != place:
            start = self._plan.start(place)
            self._round = place, start, start.state.game.format_state(start.state)
        _, start, text = self._round
        decided: Any = row.decided_by
        return ArchiveRow.of_game(
            start.state,
            text,
            row.actions or (),
            number=row.number,
            seats=row.movers,
            outcome=Outcome(row.winners, row.totals, decided),
            tags=tags_of(start, [self._plan.bots[who] for who in row.seats], row.opening),
        )

    def __enter__(self) -> Self:
        """Write the games that the store has already."""
        self.write()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the pending games, and release the lock of the archive."""
        self._writer.close()


def _is_same(one: ArchiveRow, other: ArchiveRow) -> bool:
    """Return whether two rows have the same game: start, seed, players and actions."""
    return one[1:5] == other[1:5] and [*one.actions] == [*other.actions]
