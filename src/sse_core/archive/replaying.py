"""Verification of an archive by replaying all of its games, in batches where the game has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from ..errors import SseError
from ..forms.checks import shown
from ..game import AnyState
from ..play.batches import batches_of
from ..play.records.replaying import Replay
from ..play.sentences import count
from ..play.state_kinds import may_have_chance
from .columns import ArchiveError
from .rows import Row, check_result, check_tags, letters_of, moves_of, refused
from .scanning import Scan, Starts, in_file

__all__ = ["Replayed", "replay"]

_AT_ONCE: Final = 1_000
"""The number of games that are grouped by start at a time."""

_FEW: Final = 16
"""The most games of one start that are played one by one, since a batch has a fixed cost."""

_Placed: TypeAlias = tuple[Path, Row]


class Replayed(NamedTuple):
    """The numbers of replayed games and of their plies."""

    games: int
    plies: int


def replay(found: Scan) -> Replayed:
    """Replay all games of a scan, compare their results with their rows, and return their number.

    Games without chance from the same start are played side by side in a `Batch` if the game has one. Variations aren't
    played. Raises ArchiveError, with the file and the number, at a game that differs from its row. If some games need
    house rules that aren't given, it is raised at the end, and names these rules.
    """
    starts, placed = Starts(found.game), found.placed()
    games = plies = 0
    lacking = Counter[tuple[Path, str]]()
    while rows := list(islice(placed, _AT_ONCE)):
        lacking.update((path.parent, row.rule or "") for path, row in rows if starts.lacks_rule(row))
        rows = [(path, row) for path, row in rows if not starts.lacks_rule(row)]
        groups: dict[tuple[str, str], list[_Placed]] = {}
        for path, row in rows:
            groups.setdefault((row.game, row.start), []).append((path, row))
        for group in groups.values():
            _check(group, starts)
        games += len(rows)
        plies += sum(row.plies for _, row in rows)
    if lacking:
        raise _unplayed(lacking, games)
    return Replayed(games, plies)


def _unplayed(lacking: Mapping[tuple[Path, str], int], games: int) -> ArchiveError:
    """Return the error about games by missing house rules, from their numbers by folder and rule."""
    (folder, _), *_ = lacking
    rules = "; ".join(
        f"{count(n, 'game is', 'games are')} by the house rule {shown(rule)}, whose file isn't given"
        for (_, rule), n in lacking.items()
    )
    rest = f"{count(games, 'other game was', 'other games were')} played again, and fit"
    return ArchiveError(f"{folder}: {rules}; {rest}")


def _check(group: Sequence[_Placed], starts: Starts) -> None:
    """Play games from one start; raise ArchiveError at the first one that differs from its row."""
    path, row = group[0]
    with in_file(path):
        start = starts.of(row)
    letters, ends = letters_of(start), _ends_at_once(start, [row for _, row in group])
    for place, (path, row) in enumerate(group):
        with in_file(path):
            check_tags(row, letters)
            check_result(row, ends[place] if ends else _end(start, row))


def _end(start: AnyState, row: Row) -> AnyState:
    """Return the state after the moves of a row, played one by one."""
    play: Replay[AnyState, Any] = Replay(start)
    try:
        play.play_all(moves_of(row))
    except (SseError, TypeError) as error:
        raise refused(row, str(error)) from None
    return play.state


def _ends_at_once(start: AnyState, rows: Sequence[Row]) -> list[AnyState] | None:
    """Return the states after the moves of rows, played side by side in a batch.

    Return None if that isn't possible: the game has no batches, chance is involved, or a move is refused.
    """
    game = None if len(rows) <= _FEW else batches_of(start.game)
    if game is None or may_have_chance(start) or any(row.seats is not None for row in rows):
        return None
    batch = game.Batch(start, len(rows))
    lengths = [len(row.actions) for row in rows]
    flat = numpy.fromiter(chain.from_iterable(row.actions for row in rows), numpy.int64, sum(lengths))
    ids: NDArray[numpy.int32] = numpy.full((len(rows), max(lengths)), -1, numpy.int32)
    there: NDArray[numpy.bool_] = numpy.less.outer(numpy.arange(max(lengths)), lengths).T
    ids[there] = numpy.where(flat < batch.n_actions, flat, batch.n_actions)
    try:
        for actions in numpy.ascontiguousarray(ids.T):
            batch.step(actions)
    except SseError:
        # Played one by one, the first bad game names its illegal move.
        return None
    ends = [batch.state(place) for place in range(len(rows))]
    # A batch ignores moves after the end of a game.
    return ends if all(end.ply == start.ply + n for end, n in zip(ends, lengths, strict=True)) else None
