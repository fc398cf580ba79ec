"""Orders that are being written: what others may know of them, which is that a writer has finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from ...game import State
from ...play.records.played import PlayedMove

__all__ = ["WATCHER", "Writing", "as_seen", "is_known", "is_writing", "writing_from"]

WATCHER: Final = -2
"""Stands for those who watch, in the place of a seat. They know what all players know."""


def as_seen(state: State[Any], viewer: int) -> State[Any]:
    """Return a state as who sits at a seat may know it, or as all players do for `WATCHER`."""
    if viewer != WATCHER:
        return state.view(viewer)
    for seat in range(len(state.totals)):
        state = state.view(seat)
    return state


def writing_from(moves: Sequence[PlayedMove]) -> int:
    """Return the place of the first of the sealed moves at the end; the number of moves if the last one is open."""
    place = len(moves)
    while place and moves[place - 1].sealed:
        place -= 1
    return place


def is_writing(moves: Sequence[PlayedMove], final: State[Any]) -> bool:
    """Return whether orders are being written in the last position of a game, which has these moves."""
    return len(final.to_act) > 1 or bool(moves and moves[-1].sealed)


def is_known(move: PlayedMove, viewer: int) -> bool:
    """Return whether a viewer knows that a sealed move was made: an own one, or the one with which a writer finished.

    All the others can't be counted: neither the moves of a room, nor its version, nor the ply of a position tells them.
    """
    return move.player == viewer or move.player not in move.after.to_act


class _Told(NamedTuple):
    """A sealed move at the end, and what a viewer knows of it."""

    move: PlayedMove
    known: PlayedMove | None
    """The move in the states that the viewer knows; None where the viewer doesn't know that it was made."""


class Writing:
    """The orders that are being written in a game, as viewers know them: worked out once. Any thread may call it."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[_Told, ...]] = {}
        """For each viewer the sealed moves that were there at the last look."""

    def known_moves(self, moves: Sequence[PlayedMove], viewer: int) -> list[tuple[int, PlayedMove]]:
        """Return the sealed moves at the end that a viewer knows, each with its place, in the viewer's own states.

        A move with which another one has finished must be legal in what the viewer knows of the position, as the end of
        an order is that wasn't seen. A view doesn't count it among its plies; the page counts moves.
        """
        first = writing_from(moves)
        told = list(self._same(moves, first, viewer))
        for move in moves[first + len(told) :]:
            known = None
            if is_known(move, viewer):
                before, after = as_seen(move.before, viewer), as_seen(move.after, viewer)
                known = PlayedMove(before, move.player, move.action, after, sealed=True)
            told.append(_Told(move, known))
        self._told[viewer] = tuple(told)
        return [(place, each.known) for place, each in enumerate(told, first) if each.known is not None]

    def _same(self, moves: Sequence[PlayedMove], first: int, viewer: int) -> Iterator[_Told]:
        """Yield what was told at the last look, as far as the moves are still these."""
        for each, move in zip(self._told.get(viewer, ()), islice(moves, first, None), strict=False):
            if each.move is not move:
                return
            yield each
