"""Moves that were played, with the states around them: what they say, bring about, and hide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...forms.messages import language
from ...game import AnyGame, State
from ..match import stays_sealed
from ..secrets import is_hidden, is_telling

__all__ = ["PlayedMove", "last_actions", "played"]


@dataclass(eq=False)
class PlayedMove:
    """An action of a player or of chance, with the states around it."""

    before: State[Any]
    player: int
    action: Any
    after: State[Any]
    sealed: bool
    """Whether it is part of an order, while orders are still written (`match.stays_sealed`)."""

    hidden: dict[int, bool] = field(default_factory=dict[int, bool], repr=False)
    """What `is_hidden` has found so far, by viewer: it takes longer than the move."""

    is_elsewhere: bool = False
    """Whether what is hidden is worked out elsewhere, and put into `hidden` then: until that is known, all of it is."""

    _telling: dict[int, bool] = field(default_factory=dict[int, bool], repr=False)
    _effects: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]], repr=False)
    """The effects so far, by language."""

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
        """The effects of the action beyond what is told of it, in sentences."""
        # Who reads a long game in two languages works them out twice, and no click later.
        if language() not in self._effects:
            self._effects[language()] = self.game.effects(self.before, self.action, self.after)
        return self._effects[language()]

    def told(self, names: Sequence[str] = ()) -> str:
        """Return the move as a sentence; `names` says what each seat is called (`Game.told`)."""
        return self.game.told(self.before, self.action, self.after, names=names, player=self.player)

    @cached_property
    def continues(self) -> bool:
        """Whether the action belongs to the turn of the action before it, such as a chance event."""
        return self.game.continues_turn(self.before)

    def is_hidden(self, viewer: int) -> bool:
        """Return whether the person at a seat can't tell what was done, before sealed orders are opened."""
        if viewer not in self.hidden:
            if self.is_elsewhere:
                return True
            self.hidden[viewer] = is_hidden(self.before, self.player, self.action, self.after, viewer)
        return self.hidden[viewer]

    def tells(self, viewer: int) -> bool:
        """Return whether what was done has told the person at a seat something that was hidden before."""
        if viewer not in self._telling:
            self._telling[viewer] = is_telling(self.before, self.player, self.action, self.after, viewer)
        return self._telling[viewer]


def played(
    before: State[Any], player: int, action: Any, previous: PlayedMove | None, after: State[Any] | None = None
) -> PlayedMove:
    """Return the move of an action in a state, after the previous move of the game, None for the first one.

    `after` is the state after it; left out, the action is applied, and IllegalActionError raised if it is illegal.
    """
    found: State[Any] = before.after(action, player) if after is None else after
    return PlayedMove(
        before, player, action, found, stays_sealed(before, found, previous is not None and previous.sealed)
    )


def last_actions(moves: Sequence[PlayedMove], seen: Sequence[bool]) -> list[Any]:
    """Return the actions of the last turn that may be seen.

    `seen` says for each move whether it may; moves beyond its end are not yet made.
    """
    last: list[Any] = []
    for place in range(len(seen) - 1, -1, -1):
        if seen[place]:
            last.append(moves[place].action)
        if not moves[place].continues:
            break
    return last[::-1]
