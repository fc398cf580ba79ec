"""Moves of a game on the server, with the states around them, and who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..cli.secrets import is_hidden
from ..game import AnyGame, State

__all__ = ["Move", "last_actions", "seen_by"]


@dataclass(eq=False)
class Move:
    """An action of a player or of chance."""

    before: State[Any]
    player: int
    action: Any
    after: State[Any]
    sealed: bool
    """Whether it is part of an order, while orders are still written (`match.stays_sealed`)."""

    _hidden: dict[int, bool] = field(default_factory=dict[int, bool], repr=False)

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.before.game

    @cached_property
    def text(self) -> str:
        """The text of the action."""
        return self.game.format_action(self.action, self.before)

    @cached_property
    def effects(self) -> tuple[str, ...]:
        """The effects of the action beyond its own text, in sentences."""
        return self.game.effects(self.before, self.action, self.after)

    @cached_property
    def continues(self) -> bool:
        """Whether the action belongs to the turn of the action before it."""
        return self.game.continues_turn(self.before)

    def is_hidden(self, viewer: int) -> bool:
        """Return whether the person at a seat can't tell what was done, before sealed orders are opened."""
        if viewer not in self._hidden:
            self._hidden[viewer] = is_hidden(self.before, self.player, self.action, self.after, viewer)
        return self._hidden[viewer]


def seen_by(moves: Sequence[Move], viewer: int | None) -> list[bool]:
    """Return for each move whether the person at a seat may see it by now; None sees all.

    Sealed orders are hidden until the move that opens them, and for good if that one is hidden itself.
    """
    if viewer is None:
        return [True] * len(moves)
    seen: list[bool] = []
    sealed: list[int] = []
    for place, move in enumerate(moves):
        own = move.player == viewer
        if move.sealed:
            seen.append(own)
            sealed.append(place)
            continue
        seen.append(own or not move.is_hidden(viewer))
        if seen[-1]:
            for each in sealed:
                seen[each] = True
        sealed.clear()
    return seen


def last_actions(moves: Sequence[Move], seen: Sequence[bool]) -> list[Any]:
    """Return the actions of the last turn that may be seen."""
    last: list[Any] = []
    for move, is_seen in zip(reversed(moves), reversed(seen), strict=True):
        if is_seen:
            last.append(move.action)
        if not move.continues:
            break
    return last[::-1]
