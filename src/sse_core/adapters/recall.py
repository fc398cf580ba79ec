"""Games as each seat remembers them: every view that it had, and every action that it took."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from ..game import AnyState, SecretState
from ..seeds import SplitMix64

__all__ = ["OVER", "Moment"]

OVER: Final = -4
"""Who is to act at the end of a game, as OpenSpiel numbers it."""

_SIZE: Final = 16


class Moment:
    """A state of a game in play, with what came before it. It is immutable, so a copy of it is itself.

    In a game without secrets the position is all that is kept.
    """

    __slots__ = ("_action", "_before", "_memories", "player", "state")

    state: AnyState

    player: int
    """The first to act, `CHANCE` for chance, `OVER` at the end."""

    _before: Moment | None
    """The moment before; None at the first one that is known, and in a game without secrets."""

    _action: int
    """The id of the action between the two."""

    _memories: dict[int, bytes]
    """By seat: the digest of what the seat remembers, where it was worked out."""

    def __init__(
        self,
        state: AnyState,
        before: Moment | None = None,
        action: int = -1,
        memories: Mapping[int, bytes] | None = None,
    ) -> None:
        self.state = state
        to_act = state.to_act
        self.player = to_act[0] if to_act else OVER
        self._before = before
        self._action = action
        self._memories = dict(memories or {})

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        seats = range(len(self.state.totals)) if self.is_secret else ()
        return _restored, (self.state, tuple(map(self.memory, seats)))

    @property
    def is_secret(self) -> bool:
        """Whether the game has secrets, so that seats remember different things."""
        return isinstance(self.state, SecretState)
