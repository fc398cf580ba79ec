"""Moments of a game in play: a position, and in games with secrets what each seat remembers of the way to it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from ..game import AnyState
from ..play.state_kinds import SecretState
from ..seeds import SplitMix64

__all__ = ["OVER", "Moment", "SecretMoment", "first_moment"]

OVER: Final = -4
"""Who is to act at the end of a game, as OpenSpiel numbers it."""

_DIGEST: Final = 16


class Moment:
    """A position of a game in play. It is never changed, so a copy of it is itself."""

    __slots__ = ("player", "state")

    def __init__(self, state: AnyState) -> None:
        self.state = state
        """The position."""

        to_act = state.to_act
        self.player: int = to_act[0] if to_act else OVER
        """The first to act, `CHANCE` for chance, `OVER` at the end."""

    def after(self, action: int) -> Moment:
        """Return the moment after an action of the player, by its id; raise the errors of `State.after`."""
        return Moment(self._played(action))

    def _played(self, action: int) -> AnyState:
        # A state that is told who acts needn't look for it.
        return self.state.after(action, self.player if self.player != OVER else None)

    def __copy__(self) -> Moment:
        return self

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.state,)


class SecretMoment(Moment):
    """A moment of a game with secrets: each seat remembers every view that it had, and every action that it took.

    What a seat remembers is worked out when it is asked for, from the moments before. Each keeps it, so that a search
    which goes on from one moment many times works it out once.
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
        """Return a digest of what a seat remembers: of its views, one whenever the view changed, and its actions.

        Two moments have the same digest for a seat if and only if the seat can't tell them apart.
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
        """Return a moment that the seat can't tell from this one, drawn by `SecretState.sample`.

        The seat remembers the same. The others remember what they see in it, and nothing before.
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
    """Return the digest of a memory, and of a view or an own action after it."""
    word = f"did {seen}" if isinstance(seen, int) else f"saw {seen.game.format_state(seen)}"
    return hashlib.blake2b(memory + word.encode(), digest_size=_DIGEST).digest()
