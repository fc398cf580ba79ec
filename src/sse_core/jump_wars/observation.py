"""Observations: a position as a seat sees it (J1.6), as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, SupportsIndex

from .._core.jump_wars.state import observe as observe_state
from ..game import ObservationSpace
from .actions import Verb
from .board import N_SPACES, Space, space_name
from .cards import BASICS, COPIES, SPECIALS, TITLES, Card
from .positions.position import Due
from .state import State, check_state

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["observation_space", "observe"]

_LARGEST: Final = 32_767
"""The largest number that is written; fleets, RT and levels have no limit (J4.9)."""

_ORDERS: Final = 8
"""The number of written orders of a seat that are observed."""

_FLAG: Final = 1
_TURNS: Final = 1_000

_KINDS: Final = {
    Space.VOID: "Void",
    Space.STAR_FIELD: "Star Field",
    Space.CLUSTER: "Cluster",
    Space.BLACK_HOLE: "Black Hole",
    Space.NEBULA: "Nebula",
}
_DRAWS: Final = (Verb.TAKE, Verb.RUINS, Verb.BRAINS)


def observation_space(state: State) -> ObservationSpace:
    """Return the format of `observe`: numbers of int16, whose names depend only on the number of players."""
    return _space(check_state(state).players)


def observe(state: State, player: SupportsIndex, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
    """Return a state as a seat sees it: the numbers of `observation_space`, in a new array or in `out`.

    Maps of the 100 spaces come first, so that ``array[:100 * n].reshape(n, 10, 10)`` has the board. The seats are
    counted clockwise from the observer, who is +0. A space, or an order's number, is counted from 1, and 0 stands for
    none. Numbers beyond 32,767 are written as 32,767. Needs numpy.

    The array leaves out some parts of the seat's view: the ply and whether a decision has begun, the options, all
    orders of a seat after the eighth, and in a battle the damage of the single fleets and the deals settled in this
    round.

    Raises RangeError if there is no such seat, TypeError for an `out` that is no array, ArgumentError for one of
    another shape or dtype.

    >>> from sse_core.jump_wars import observation_space, observe, new_game
    >>> state = new_game(players=2, seed=1)
    >>> seen = dict(zip(observation_space(state).names, observe(state, 1).tolist(), strict=True))
    >>> seen["fleets at j10 of player +0"], seen["fleets at a1 of player +1"], seen["turns left"]
    (5, 5, 99)
    """
    return observe_state(check_state(state), player, out)


# --- names


@cache
def _space(players: int) -> ObservationSpace:
    high = dict(_names(players))
    return ObservationSpace(tuple(high), (len(high),), "int16", (0,) * len(high), tuple(high.values()))


def _names(players: int) -> Iterator[tuple[str, int]]:
    """Yield the name of each number, with the greatest value."""
    seats = [f"of player +{seat}" for seat in range(players)]
    sides = [*seats, "of the neutral side"]
    yield from _map_names(seats, sides)
    for seat in seats:
        yield from _belonging_names(seat)
    for seat in seats:
        yield from ((f"{TITLES[card]} learned {seat}", _FLAG) for card in SPECIALS)
    for whose in ["own", *(f"open {seat}" for seat in seats[1:])]:
        yield from _order_names(whose)
    yield from ((f"{step} due", _FLAG) for step in Due)
    yield from ((f"{verb} used", _FLAG) for verb in _DRAWS)
    yield from {"cards to draw": 3, "cards sold": _LARGEST, "part counted": _LARGEST, "neutral turns": _LARGEST}.items()
    for pile in ("in hand", "unseen", "discarded"):
        yield from ((f"{TITLES[card]} {pile}", copies) for card, copies in zip(Card, COPIES, strict=True))
    yield from ((f"{TITLES[card]} boosted and sealed", 6) for card in BASICS)
    yield "Leadership used and sealed", _FLAG
    yield from {"draft from": N_SPACES, "draft to": N_SPACES, "draft fleets": _LARGEST}.items()
    yield from ((f"target {side}", _FLAG) for side in sides)
    yield from {"target space": N_SPACES, "target order": _LARGEST, "bombs": _LARGEST}.items()
    yield from ((f"points for {side.removeprefix('of ').removeprefix('player ')}", _LARGEST) for side in sides)
    yield "round of battle", _LARGEST
    for what in ("damage", "kills", "place to deal"):
        yield from ((f"{what} {side}", _LARGEST if what != "place to deal" else players + 1) for side in sides)
    yield from ((f"{part} by +{seat}", _FLAG) for part in ("offered", "received") for seat in range(players))
    for pile in ("given", "asked"):
        yield from ((f"{TITLES[card]} {pile}", min(2, copies)) for card, copies in zip(Card, COPIES, strict=True))
    # Numbers that are likely to exceed 255.
    yield from ((f"tokens {seat}", _LARGEST) for seat in seats)
    yield from {"turn": _TURNS, "turns left": _TURNS - 1, "tokens given": _LARGEST, "tokens asked": _LARGEST}.items()


def _map_names(seats: Sequence[str], sides: Sequence[str]) -> Iterator[tuple[str, int]]:
    places = [space_name(space) for space in range(N_SPACES)]
    for side in sides:
        yield from ((f"fleets at {place} {side}", _LARGEST) for place in places)
    for side in sides:
        yield from ((f"held at {place} {side}", _FLAG) for place in places)
    for seat in seats:
        yield from ((f"Homeworld at {place} {seat}", _FLAG) for place in places)
    for kind in _KINDS.values():
        yield from ((f"{kind} at {place}", _FLAG) for place in places)
    yield from ((f"battle at {place}", _FLAG) for place in places)


def _belonging_names(seat: str) -> Iterator[tuple[str, int]]:
    yield from ((f"{TITLES[card]} level {seat}", _LARGEST) for card in BASICS)
    yield from ((f"{TITLES[card]} boosted {seat}", _LARGEST) for card in BASICS)
    yield f"cards {seat}", sum(COPIES)
    for flag in ("Leadership used", "orders written", "start player", "decision", "diplomat", "ally", "neutral holder"):
        yield f"{flag} {seat}", _FLAG


def _order_names(whose: str) -> Iterator[tuple[str, int]]:
    what, _, seat = whose.partition(" ")
    for number in range(1, _ORDERS + 1):
        for part, most in (("from", N_SPACES), ("to", N_SPACES), ("fleets", _LARGEST), ("void", _FLAG)):
            yield f"{what} order {number} {part} {seat}".rstrip(), most
