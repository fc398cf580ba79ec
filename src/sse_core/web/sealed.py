"""Orders that are being written: what others may know of them, which is that a writer has finished."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..game import State
from ..play.played import PlayedMove

__all__ = ["WATCHER", "as_seen", "is_known", "known_moves", "writing_from"]

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


def is_known(move: PlayedMove, viewer: int) -> bool:
    """Return whether a viewer knows that a sealed move was made: an own one, or the one with which a writer finished.

    All the others can't be counted: neither the moves of a room, nor its version, nor the ply of a position tells them.
    """
    return move.player == viewer or move.player not in move.after.to_act


def known_moves(moves: Sequence[PlayedMove], viewer: int) -> list[tuple[int, PlayedMove]]:
    """Return the sealed moves at the end that a viewer knows, each with its place, in the states that the viewer knows.

    The plies of these states count them alone. So a move with which another one has finished must be legal in what the
    viewer knows of the position, as the end of an order is that wasn't seen.
    """
    first = writing_from(moves)
    found: list[tuple[int, PlayedMove]] = []
    if first == len(moves):
        return found
    state = as_seen(moves[first].before, viewer)
    for place in range(first, len(moves)):
        move = moves[place]
        if is_known(move, viewer):
            after = as_seen(state.after(move.action, move.player), viewer)
            found.append((place, PlayedMove(state, move.player, move.action, after, sealed=True)))
            state = after
    return found
