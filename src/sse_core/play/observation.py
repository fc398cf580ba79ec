"""Observations: positions as arrays, for games that write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, cast, runtime_checkable

from ..errors import ArgumentError
from ..game import AnyGame, ObservationSpace

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ObservedGame", "observed"]


@runtime_checkable
class ObservedGame(Protocol):
    """A game that writes a seat's view as an array of fixed shape, for neural networks.

    A plane whose name ends in ``of player +k`` belongs to the seat k places after the observer, clockwise; +0 is the
    observer. All observers see the same content for one seat, only under another k.
    """

    def observation_space(self, state: Any, /) -> ObservationSpace:
        """Return the format of a state's observations; the same for all states of one game."""
        ...

    def observe(self, state: Any, player: SupportsIndex, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return a state as a seat sees it: a new array, or `out`, C-contiguous, of that shape and dtype.

        Any seat sees any state: out of turn, at a chance event and at the end, too. A state and the seat's own view of
        it give the same array. So it depends on nothing that is hidden from the seat, and not on the number of
        sealed actions of others. The game's pages say what it leaves out.

        Raises RangeError if there is no such seat, ArgumentError for an `out` of another shape or dtype, TypeError for
        one that is no array.
        """
        ...


def observed(game: AnyGame) -> ObservedGame:
    """Return a game that can be observed in arrays; raise ArgumentError for one that can't."""
    if not isinstance(game, ObservedGame):
        raise ArgumentError(f"{game.INFO.title} has no observations: it doesn't answer play.observation.ObservedGame")
    return cast(ObservedGame, game)
