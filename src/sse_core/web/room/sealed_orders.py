"""Sealed orders while players write them, as other viewers may know them: only whether a player has finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from ...game import State
from ...play.records.played import PlayedMove

__all__ = ["WATCHER", "Writing", "as_seen", "is_known", "is_writing", "writing_from"]

WATCHER: Final = -2
"""The seat number of a spectator, who knows what all players know."""


def as_seen(state: State[Any], viewer: int) -> State[Any]:
    """Return a state as the player at a seat may know it; for `WATCHER`, with what all players know alone."""
    if viewer != WATCHER:
        return state.view(viewer)
    for seat in range(len(state.totals)):
        state = state.view(seat)
    return state


def writing_from(moves: Sequence[PlayedMove]) -> int:
    """Return the place of the first sealed move at the end; the number of moves if the last one is open."""
    place = len(moves)
    while place and moves[place - 1].sealed:
        place -= 1
    return place


def is_writing(moves: Sequence[PlayedMove], final: State[Any]) -> bool:
    """Return whether players are writing orders after these moves, in the last position of a game."""
    return len(final.to_act) > 1 or bool(moves and moves[-1].sealed)


def is_known(move: PlayedMove, viewer: int) -> bool:
    """Return whether a viewer knows of a sealed move: an own one, or the last one of a player who has finished.

    The viewer can't count the other moves: neither the list of moves, nor the version, nor the ply counts them.
    """
    return move.player == viewer or move.player not in move.after.to_act


class _Told(NamedTuple):
    """A sealed move at the end of a game, and the same move as a viewer knows it."""

    move: PlayedMove
    known: PlayedMove | None
    """The move between states that the viewer knows; None if the viewer doesn't know that it was made."""


class Writing:
    """Cache of the sealed orders that each viewer knows. Any thread may call it."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[_Told, ...]] = {}
        """The sealed moves at the end, as each viewer's last call has found them."""

    def known_moves(self, moves: Sequence[PlayedMove], viewer: int) -> list[tuple[int, PlayedMove]]:
        """Return the sealed moves at the end that a viewer knows, each with its place, between states as viewed.

        When another player finishes orders, the viewer learns of that last move without having seen the others. So the
        game must make it legal in the viewer's state. The ply of that state doesn't count it, so the page counts moves.
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
        """Yield the cached results of a viewer, as far as the moves are still the same."""
        for each, move in zip(self._told.get(viewer, ()), islice(moves, first, None), strict=False):
            if each.move is not move:
                return
            yield each
