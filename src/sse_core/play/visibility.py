"""Visibility of moves to people at given seats: hidden actions and sealed orders of others are left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .records.played import PlayedMove

__all__ = ["Visibility", "seen_by"]


class Visibility:
    """The visibility of moves, taken in one by one, for people at some seats: a move must be visible to all of them.

    Sealed orders are hidden until the move that opens them, and for good if that one is hidden itself.
    """

    def __init__(self, viewers: Collection[int]) -> None:
        self._viewers = viewers
        self.seen: list[bool] = []
        """For each move, whether it may be seen by now."""
        self._sealed: list[int] = []
        """The places of the moves that are hidden until orders are opened."""

    def add(self, move: PlayedMove) -> list[int]:
        """Take in the next move; return the places of the moves that may be seen from now on, in order."""
        place = len(self.seen)
        # A page does this for thousands of moves at each click: the loop takes a third of the time of `any`.
        is_seen = True
        for viewer in self._viewers:
            if move.player != viewer and (move.sealed or move.is_hidden(viewer)):
                is_seen = False
                break
        self.seen.append(is_seen)
        if move.sealed:
            if not is_seen:
                self._sealed.append(place)
            return [place] if is_seen else []
        opened, self._sealed = self._sealed, []
        if not is_seen:
            return []
        for each in opened:
            self.seen[each] = True
        return [*opened, place]


def seen_by(moves: Sequence[PlayedMove], viewer: int | None) -> list[bool]:
    """Return for each move whether the person at a seat may see it by now; None sees all."""
    if viewer is None:
        return [True] * len(moves)
    visibility = Visibility((viewer,))
    for move in moves:
        visibility.add(move)
    return visibility.seen
