"""Moments of a game: each is a position and, in games with secrets, the memory of each seat."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from ..game import AnyState
from ..play.state_kinds import SecretState
from ..seeds import SplitMix64

__all__ = ["OVER", "Moment", "SecretMoment", "first_moment"]

OVER: Final = -4
"""The number of the player to act after the end of a game, in OpenSpiel's numbering."""

_DIGEST: Final = 16


class Moment:
    """A position of a game in progress. It is immutable, so a copy is the object itself."""

    __slots__ = ("player", "state")

    def __init__(self, state: AnyState) -> None:
        self.state = state
        """The position."""

        to_act = state.to_act
        self.player: int = to_act[0] if to_act else OVER
        """The first player to act, `CHANCE` for chance, `OVER` at the end."""

    def after(self, action: int) -> Moment:
        """Return the moment after an action of the player, by its id; raise the errors of `State.after`."""
        return Moment(self._played(action))

    def _played(self, action: int) -> AnyState:
        # With the player given, the state needn't look for it.
        return self.state.after(action, self.player if self.player != OVER else None)

    def __copy__(self) -> Moment:
        return self

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.state,)


class SecretMoment(Moment):
    """A moment of a game with secrets, in which each seat remembers all of its views and its own actions.

    The memory of a seat is computed on demand from the earlier moments, and cached in each. So a search that goes on
    from one moment many times computes it once.
    """

    __slots__ = ("_action", "_before", "_memories")

    def __init__(
        self,
        state: AnyState,
        memories: Mapping[int, bytes] | None = None,
        *,
        before: SecretMoment | None = None,
        action: int = -1,
    ) -> None:
        super().__init__(state)
        self._memories = dict(memories or {})
        self._before = before
        self._action = action

    def after(self, action: int) -> SecretMoment:
        """Return the moment after an action of the player, by its id; raise the errors of `State.after`."""
        return SecretMoment(self._played(action), before=self, action=action)

    def memory(self, seat: int) -> bytes:
        """Return a digest of a seat's memory: its view whenever that changed, and its actions.

        Two moments have the same digest for a seat if and only if the seat can't distinguish them.
        """
        behind: list[SecretMoment] = []
        at = self
        while seat not in at._memories and at._before is not None:
            behind.append(at)
            at = at._before
        view = at.state.view(seat)
        if seat not in at._memories:
            at._memories[seat] = _digest_with(b"", view)
        memory = at._memories[seat]
        for moment in reversed(behind):
            if at.player == seat:
                memory = _digest_with(memory, moment._action)
            before, view = view, moment.state.view(seat)
            if view != before:
                memory = _digest_with(memory, view)
            moment._memories[seat] = memory
            at = moment
        return memory

    def sample(self, seat: int, rng: SplitMix64) -> SecretMoment:
        """Return a moment that the seat can't distinguish from this one, drawn by `SecretState.sample`.

        The seat has the same memory. The other seats remember only what they see in this moment, and nothing before.
        """
        memory = self.memory(seat)
        state: Any = self.state
        return SecretMoment(state.sample(seat, rng), {seat: memory})

    def __reduce__(self) -> tuple[Any, ...]:
        seats = range(len(self.state.totals))
        return SecretMoment, (self.state, {seat: self.memory(seat) for seat in seats})


def first_moment(state: AnyState) -> Moment:
    """Return the moment at which a game begins."""
    return SecretMoment(state) if isinstance(state, SecretState) else Moment(state)


def _digest_with(memory: bytes, seen: AnyState | int) -> bytes:
    """Return the digest of a memory followed by a view or an own action."""
    word = f"did {seen}" if isinstance(seen, int) else f"saw {seen.game.format_state(seen)}"
    return hashlib.blake2b(memory + word.encode(), digest_size=_DIGEST).digest()
