"""Moves that were played, with the states before and after each: their sentences, effects, and who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...forms.messages import language
from ...game import AnyGame, State
from ..secrets import is_hidden, is_telling
from ..turns import stays_sealed

__all__ = ["PlayedMove", "last_actions", "played"]


@dataclass(eq=False)
class PlayedMove:
    """An action of a player or of chance, with the states around it."""

    before: State[Any]
    player: int
    action: Any
    after: State[Any]
    sealed: bool
    """Whether it is part of an order while orders are still being written (`turns.stays_sealed`)."""

    hidden: dict[int, bool] = field(default_factory=dict[int, bool], repr=False)
    """The cache of `is_hidden` by viewer: its work takes longer than the move itself."""

    is_elsewhere: bool = False
    """Whether other code fills `hidden` later; until then the move counts as hidden from everybody."""

    _telling: dict[int, bool] = field(default_factory=dict[int, bool], repr=False)
    _effects: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]], repr=False)
    """The cache of `effects` by language."""

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.before.game

    @cached_property
    def text(self) -> str:
        """The text of the action."""
        return self.game.format_action(self.action, self.before)

    @property
    def effects(self) -> tuple[str, ...]:
        """The effects of the action beyond the sentence of `told`, as sentences."""
        # They are made once in each language, and not again at later clicks.
        if language() not in self._effects:
            self._effects[language()] = self.game.effects(self.before, self.action, self.after)
        return self._effects[language()]

    def told(self, names: Sequence[str] = ()) -> str:
        """Return the move as a sentence; `names` has the name of each seat (see `Game.told`)."""
        return self.game.told(self.before, self.action, self.after, names=names, player=self.player)

    @cached_property
    def continues(self) -> bool:
        """Whether the action belongs to the turn of the action before it, such as a chance event."""
        return self.game.continues_turn(self.before)

    def is_hidden(self, viewer: int) -> bool:
        """Return whether the action is hidden from the person at a seat, as long as sealed orders aren't opened."""
        if viewer not in self.hidden:
            if self.is_elsewhere:
                return True
            self.hidden[viewer] = is_hidden(self.before, self.player, self.action, self.after, viewer)
        return self.hidden[viewer]

    def tells(self, viewer: int) -> bool:
        """Return whether the action revealed something that was hidden from the person at a seat."""
        if viewer not in self._telling:
            self._telling[viewer] = is_telling(self.before, self.player, self.action, self.after, viewer)
        return self._telling[viewer]


def played(
    before: State[Any], player: int, action: Any, previous: PlayedMove | None, after: State[Any] | None = None
) -> PlayedMove:
    """Return the move of an action in a state, after the previous move of the game, None for the first one.

    `after` is the state after the action. If it is left out, the action is applied; an illegal one raises
    IllegalActionError.
    """
    found: State[Any] = before.after(action, player) if after is None else after
    return PlayedMove(
        before, player, action, found, stays_sealed(before, found, previous is not None and previous.sealed)
    )


def last_actions(moves: Sequence[PlayedMove], seen: Sequence[bool]) -> list[Any]:
    """Return those actions of the last turn that may be seen.

    `seen` says for each move whether it may be seen. Moves beyond the end of `seen` count as not yet made.
    """
    last: list[Any] = []
    for place in range(len(seen) - 1, -1, -1):
        if seen[place]:
            last.append(moves[place].action)
        if not moves[place].continues:
            break
    return last[::-1]
