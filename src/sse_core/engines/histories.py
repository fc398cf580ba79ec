"""Histories of games as one seat knows them: which moves an engine is told with its next choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..game import State
from ..play.records.played import PlayedMove, played
from ..play.visibility import Visibility

__all__ = ["History"]


class History:
    """The moves that were made since the last choice of a seat, as far as the seat may know them."""

    def __init__(self, player: int) -> None:
        self._visibility = Visibility((player,))
        self._moves: list[PlayedMove] = []
        self._is_followed, self._is_first = False, True
        self._waiting: list[tuple[State[Any], int, Any, State[Any]]] = []
        self._player = player
        self._known: list[tuple[int, str]] | None = None
        """What the seat has seen of the moves that were given by `replace`: who moved, and the text."""
        self._told = list[tuple[int, str]]()
        """Those of them that `told` has returned."""

    def replace(self, moves: Sequence[PlayedMove]) -> None:
        """Take in all moves of the game, in place of those before."""
        visibility = Visibility((self._player,))
        places = [place for move in moves for place in visibility.add(move)]
        self._known = [(moves[place].player, moves[place].text) for place in places]

    def anew(self) -> History:
        """Return the history for a program that begins the game anew: it hears all that `replace` has given."""
        found = History(self._player)
        found._known = self._known
        return found

    def add(self, before: State[Any], mover: int, action: Any, after: State[Any]) -> None:
        """Take in a move; those that it replaces, since they were taken back, are forgotten."""
        self._is_followed = True
        while self._waiting and self._waiting[-1][-1] is not before and self._waiting[-1][0].ply >= before.ply:
            self._waiting.pop()
        self._waiting.append((before, mover, action, after))

    def told(self, *, is_wanted: bool) -> list[dict[str, object]] | None:
        """Return the moves since the last call, in the form of messages; None if nobody tells them, or wants them."""
        if self._known is not None:
            return self._fresh() if is_wanted else None
        waiting, self._waiting = self._waiting, []
        is_first, self._is_first = self._is_first, False
        if not is_wanted or not (self._is_followed or is_first):
            return None
        found: list[dict[str, object]] = []
        for before, mover, action, after in waiting:
            previous = self._moves[-1] if self._moves else None
            self._moves.append(played(before, mover, action, previous, after))
            for place in self._visibility.add(self._moves[-1]):
                move = self._moves[place]
                found.append({"player": move.player, "action": move.text})
        return found

    def _fresh(self) -> list[dict[str, object]]:
        """Return what the seat has seen since the last call, of the moves that were given by `replace`."""
        # Others may have replaced orders before these were opened, so places don't tell what is new.
        told, self._told = Counter(self._told), self._known or []
        found: list[dict[str, object]] = []
        for move in self._told:
            if told[move]:
                told[move] -= 1
            else:
                found.append({"player": move[0], "action": move[1]})
        return found
