"""Batches of games: the methods with which a game steps many of its games together, in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, SupportsIndex, cast, runtime_checkable

from ..game import AnyGame, StateT, StateT_co

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["GameBatch", "VectorGame", "batches_of"]


class GameBatch(Protocol[StateT_co]):
    """Many games of one kind, stepped together, with a row for each in every array. Chance events draw themselves."""

    @property
    def n_actions(self) -> int:
        """The number of actions in the dense table of actions."""
        ...

    @property
    def to_act(self) -> NDArray[np.int8]:
        """Who is to act in each game: a seat, or −2 in a finished game. Shape (n,)."""
        ...

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the last `step` that played an action in the game ended it. Shape (n,)."""
        ...

    @property
    def totals(self) -> NDArray[np.int32]:
        """The final scores of each game that is over; zeros before its end. Shape (n, players)."""
        ...

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Whether each seat won the game, if it is over. Shape (n, players)."""
        ...

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of the game in each slot, as `FastGame.playout` takes it. Shape (n,)."""
        ...

    def rewards(self, reward: Literal["win", "margin", "total"] = "win", /) -> NDArray[np.float64]:
        """Return what each seat gets for the games that are `done`; zeros in others. Shape (n, players).

        ``"win"`` is the share of the win, from −1 to 1, ``"margin"`` the own total less the mean of the others',
        ``"total"`` the own total. The first two add to zero over the seats of a game.
        """
        ...

    def step(self, actions: NDArray[np.int32], /) -> None:
        """Play the action with the given id in each game that isn't finished; −1 leaves a game as it is. Shape (n,).

        Raises IllegalActionError before any action is played, in the games that `illegal` names.
        """
        ...

    def illegal(self, actions: NDArray[np.int32], /) -> NDArray[np.bool_]:
        """Return in which games `step` refuses the given id. Shape (n,)."""
        ...

    def reset(self, which: NDArray[np.bool_] | None = None, /, *, seed: SupportsIndex | None = None) -> None:
        """Begin a new game in all slots, or in those that are marked; with a `seed` the games of a new batch of it."""
        ...

    def sample(self) -> NDArray[np.int32]:
        """Return the id of a random legal action in each game, −1 in finished ones. Shape (n,).

        A game played by samples alone is the game of `FastGame.playouts` with the same number and the batch's seed.
        """
        ...

    def play(self, *, which: NDArray[np.bool_] | None = None) -> None:
        """Play the action of `sample` in each game, or in each that is marked."""
        ...

    def legal_mask(self, *, packed: bool = True) -> NDArray[Any]:
        """Return which actions are legal: uint8 of shape (n, ceil(n_actions / 8)), action 0 the lowest bit of byte 0.

        An unpacked mask is int8 of shape (n, n_actions), ones and zeros.
        """
        ...

    def observe(self, *, which: NDArray[np.bool_] | None = None) -> NDArray[np.uint8]:
        """Return each game as the player to act sees it, or each that is marked. Shape (n, planes, places)."""
        ...

    def state(self, i: SupportsIndex, /) -> StateT_co:
        """Return the state of game i."""
        ...


@runtime_checkable
class VectorGame(Protocol[StateT]):
    """A game that steps many games at once in arrays."""

    def Batch(self, start: StateT, n: SupportsIndex, /, *, seed: SupportsIndex = 0) -> GameBatch[StateT]:
        """Return a batch of `n` games that begin with `start`."""
        ...

    def observation_planes(self, players: SupportsIndex, /) -> Sequence[str]:
        """Return a text with the meaning of each plane of an observation, in order."""
        ...


def batches_of(game: AnyGame) -> VectorGame[Any] | None:
    """Return the game if it steps many games at once, else None."""
    return cast("VectorGame[Any]", game) if isinstance(game, VectorGame) else None
