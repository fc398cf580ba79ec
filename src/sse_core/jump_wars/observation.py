"""Observations: what a seat sees of a position (J1.6), as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import add
from typing import TYPE_CHECKING, Final, SupportsIndex

from ..forms.arrays import array_to_fill
from ..forms.checks import check_index
from ..game import ObservationSpace
from .actions import Verb
from .board import N_SPACES, Space, space_name
from .cards import BASICS, COPIES, N_BASICS, N_CARDS, SPECIALS, Card
from .position import NO_CARDS, NOBODY, OFFERING, Battle, Due, Offer, Order, Player, Position
from .rules.fight import enemies_of
from .state import State, check_state

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["observation_space", "observe"]

_LARGEST: Final = 32_767
"""Larger numbers are written as this one: fleets, RT and levels have no limit (J4.9)."""

_ORDERS: Final = 8
"""The orders of a sheet that are observed."""

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
_AIMED_AT: Final = frozenset({Due.THEFT, Due.SABOTAGE_SPACE, Due.SABOTAGE_CARD, Due.NEGATE_ORDER, Due.NEGATE_CARD})
"""The steps in which a decision has named a side; it is the first number of the draft."""

_STEPS: Final = {step: bytes(step is other for other in Due) for step in Due}
_NO_ORDER: Final = (0, 0, 0, 0)
_NO_ORDERS: Final = bytes(4 * _ORDERS)


def observation_space(state: State) -> ObservationSpace:
    """Return what `observe` writes: numbers of int16, whose names depend on the number of players alone."""
    return _space(check_state(state).players)


def observe(state: State, player: SupportsIndex, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
    """Return a state as a seat sees it: the numbers of `observation_space`, in a new array or in `out`.

    Maps of the 100 spaces come first, so that ``array[:100 * n].reshape(n, 10, 10)`` has the board. The seats are
    counted clockwise from the observer, who is +0. A space, or an order's number, is counted from 1, and 0 stands for
    none. Numbers beyond 32,767 are written as 32,767. Needs numpy.

    The array leaves out of the seat's view: the ply and whether a decision has begun, the options, the ninth order of a
    sheet and those after it, and in a battle the damage of the single fleets and what sides have settled in this round.

    Raises RangeError if there is no such seat, TypeError for an `out` that is no array, ArgumentError for one of
    another shape or dtype.

    >>> from sse_core.jump_wars import observation_space, observe, start
    >>> state = start(players=2, seed=1)
    >>> seen = dict(zip(observation_space(state).names, observe(state, 1).tolist(), strict=True))
    >>> seen["fleets at j10 of player +0"], seen["fleets at a1 of player +1"], seen["turns left"]
    (5, 5, 99)
    """
    import numpy

    p = check_state(state).position
    seat = check_index(player, len(p.players), "player")
    numbers = array_to_fill(out, "int16", _space(len(p.players)).shape)
    small, large = [*_small(p, seat)], _large(p, seat)
    try:
        written = numpy.frombuffer(b"".join(map(bytes, small)), numpy.uint8)
    except ValueError:
        # One of them is beyond 255, as fleets and levels rarely are.
        written = numpy.array([min(number, _LARGEST) for number in chain.from_iterable(small)], numpy.int16)
    numbers[: len(written)] = written
    numbers[len(written) :] = [min(number, _LARGEST) for number in large]
    return numbers


# --- names


@cache
def _space(players: int) -> ObservationSpace:
    high = dict(_names(players))
    return ObservationSpace(tuple(high), (len(high),), "int16", (0,) * len(high), tuple(high.values()))


def _names(players: int) -> Iterator[tuple[str, int]]:
    """Yield the name of each number, with the greatest value."""
    seats = [f"of player +{seat}" for seat in range(players)]
    sides = [*seats, "of the neutral side"]
    yield from _maps(seats, sides)
    for seat in seats:
        yield from _belongings(seat)
    for whose in ["own", *(f"open {seat}" for seat in seats[1:])]:
        yield from _order_names(whose)
    yield from ((f"{step} due", _FLAG) for step in Due)
    yield from ((f"{verb} used", _FLAG) for verb in _DRAWS)
    yield from {"cards to draw": 3, "cards sold": _LARGEST, "part counted": _LARGEST}.items()
    for pile in ("hand", "unseen", "discard"):
        yield from ((f"{card.title} in {pile}", copies) for card, copies in zip(Card, COPIES, strict=True))
    yield from ((f"{card.title} boosted and sealed", 6) for card in BASICS)
    yield "Leadership used and sealed", _FLAG
    yield from {"draft from": N_SPACES, "draft to": N_SPACES, "draft fleets": _LARGEST}.items()
    yield from ((f"aimed at {side}", _FLAG) for side in sides)
    yield from {"aimed at space": N_SPACES, "aimed at order": _LARGEST, "bombs": _LARGEST}.items()
    yield from ((f"points {side}", _LARGEST) for side in sides)
    yield "round of battle", _LARGEST
    for what in ("damage", "kills", "place to deal"):
        yield from ((f"{what} {side}", _LARGEST if what != "place to deal" else players + 1) for side in sides)
    yield "neutral turns", _LARGEST
    yield from ((f"{part} by +{seat}", _FLAG) for part in ("offered", "received") for seat in range(players))
    for pile in ("given", "asked"):
        yield from ((f"{card.title} {pile}", min(2, copies)) for card, copies in zip(Card, COPIES, strict=True))
    # What is likely to be beyond 255.
    yield from ((f"tokens {seat}", _LARGEST) for seat in seats)
    yield from {"turn": _TURNS, "turns left": _TURNS - 1, "tokens given": _LARGEST, "tokens asked": _LARGEST}.items()


def _maps(seats: Sequence[str], sides: Sequence[str]) -> Iterator[tuple[str, int]]:
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


def _belongings(seat: str) -> Iterator[tuple[str, int]]:
    yield from ((f"{card.title} level {seat}", _LARGEST) for card in BASICS)
    yield from ((f"{card.title} boosted {seat}", _LARGEST) for card in BASICS)
    yield from ((f"{card.title} learned {seat}", _FLAG) for card in SPECIALS)
    yield f"cards {seat}", sum(COPIES)
    for flag in ("Leadership used", "orders written", "start player", "decision", "diplomat", "ally", "neutral holder"):
        yield f"{flag} {seat}", _FLAG


def _order_names(whose: str) -> Iterator[tuple[str, int]]:
    what, _, seat = whose.partition(" ")
    for number in range(1, _ORDERS + 1):
        for part, most in (("from", N_SPACES), ("to", N_SPACES), ("fleets", _LARGEST), ("void", _FLAG)):
            yield f"{what} order {number} {part} {seat}".rstrip(), most


# --- numbers


def _small(p: Position, seat: int) -> Iterator[Sequence[int]]:
    """Yield all numbers but the last ones, in the order of `_names`; few are beyond 255."""
    n = len(p.players)
    order = (*range(seat, n), *range(seat))
    sides = (*order, n)
    step = p.step if p.step not in OFFERING or seat == p.actor else Due.OFFER
    sealed = step is Due.ORDERS
    own = p.players[seat]
    for side in sides:
        yield p.fleets[side]
    yield _held(p.held, sides)
    yield _homeworlds(p.homeworlds, order)
    yield _kinds(bytes(p.spaces))
    yield _marked(N_SPACES, NOBODY if p.battle is None else p.battle.space)
    for other in order:
        yield from _things(p, other, sealed)
    yield _orders(own.sheet.orders)
    for other in order[1:]:
        yield _NO_ORDERS if sealed else _orders(p.players[other].sheet.orders)
    yield _STEPS[step]
    yield [verb in p.used for verb in _DRAWS] if p.used else b"\0\0\0"
    yield p.due, p.sold, p.counted
    yield own.hand
    yield _unseen(p, seat, sealed)
    yield p.discard
    yield _boosted(own) if sealed else bytes(N_BASICS + 1)
    yield _half_written(own if sealed else p.players[p.actor] if step is Due.REWRITING else None)
    yield from _half_made(p, sides)
    yield from _fought(p.battle, sides)
    yield (p.neutral_turns,)
    yield from _offered(_seen_offer(p, seat), order)


def _large(p: Position, seat: int) -> list[int]:
    """Return the last numbers, which may well be beyond 255."""
    offer = _seen_offer(p, seat)
    tokens = [one.tokens for one in (*p.players[seat:], *p.players[:seat])]
    pay, charge = (0, 0) if offer is None else (offer.pay, offer.charge)
    return [*tokens, p.turn, p.options.turn_limit - p.turn, pay, charge]


@lru_cache(maxsize=1 << 10)
def _held(held: tuple[int, ...], sides: tuple[int, ...]) -> bytes:
    return bytes(holder == side for side in sides for holder in held)


@lru_cache(maxsize=1 << 10)
def _homeworlds(homeworlds: tuple[int, ...], order: tuple[int, ...]) -> bytes:
    return b"".join(_marked(N_SPACES, homeworlds[seat]) for seat in order)


@lru_cache(maxsize=1 << 10)
def _kinds(spaces: bytes) -> bytes:
    return bytes(space == kind for kind in _KINDS for space in spaces)


@cache
def _marked(size: int, *places: int) -> bytes:
    """Return zeros with a one at each of these places; NOBODY stands for none."""
    return bytes(place in places for place in range(size))


@lru_cache(maxsize=1 << 10)
def _learned(learned: frozenset[Card]) -> bytes:
    return bytes(card in learned for card in SPECIALS)


def _things(p: Position, seat: int, sealed: bool) -> Iterator[Sequence[int]]:
    """Yield what everybody knows of a player."""
    one = p.players[seat]
    sheet = one.sheet
    yield one.levels
    yield one.boosts
    yield _learned(one.learned)
    diplomat, ally = p.alliance or (NOBODY, NOBODY)
    yield (
        # J4.3: a card that was discarded for a sealed boost still counts as held.
        sum(one.hand) + one.hidden + (len(sheet.boosts) if sealed else 0),
        one.led,
        sheet.done,
        seat == p.start_player,
        seat == p.actor,
        seat == diplomat,
        seat == ally,
        seat == p.neutral_holder,
    )


def _orders(orders: tuple[Order, ...]) -> Sequence[int]:
    if not orders:
        return _NO_ORDERS
    seen = [number for one in orders[:_ORDERS] for number in (one.origin + 1, one.target + 1, one.fleets, one.void)]
    return [*seen, *_NO_ORDERS[len(seen) :]]


def _unseen(p: Position, seat: int, sealed: bool) -> Sequence[int]:
    """Return the cards of each kind that a seat doesn't see: in the deck, and in the hands of others."""
    unseen = p.unseen
    for other, one in enumerate(p.players):
        if other != seat and one.hand != NO_CARDS:
            unseen = tuple(map(add, unseen, one.hand))
        if other != seat and sealed and one.sheet.boosts:
            unseen = tuple(map(add, unseen, _counts(one.sheet.boosts, N_CARDS)))
    return unseen


def _counts(cards: Iterable[int], size: int) -> list[int]:
    counts = [0] * size
    for card in cards:
        counts[card] += 1
    return counts


def _boosted(own: Player) -> Sequence[int]:
    """Return the sealed boosts, by Leadership too, and whether it was used."""
    sheet = own.sheet
    used = sheet.led != NOBODY
    return [*_counts((*sheet.boosts, sheet.led) if used else sheet.boosts, N_BASICS), used]


def _half_written(writer: Player | None) -> Sequence[int]:
    """Return the order that is being written: its origin, its target and its fleets."""
    if writer is None or not writer.sheet.draft:
        return b"\0\0\0"
    origin, *rest = writer.sheet.draft
    return origin + 1, rest[0] + 1 if rest else 0, sum(rest[1:])


def _half_made(p: Position, sides: tuple[int, ...]) -> Iterator[Sequence[int]]:
    """Yield the draft of a decision: the side, the space and the order that it names, the bombs, the points."""
    if not p.draft:
        yield bytes(2 * len(sides) + 3)
        return
    first, *rest = p.draft
    yield [p.step in _AIMED_AT and side == first for side in sides]
    yield (
        rest[0] + 1 if p.step is Due.SABOTAGE_CARD else 0,
        first + 1 if p.step is Due.REWRITING else rest[0] + 1 if p.step is Due.NEGATE_CARD else 0,
        first if p.step is Due.SPLIT else 0,
    )
    points = dict(zip(enemies_of(p, p.actor), rest, strict=False)) if p.step is Due.SPLIT else {}
    yield [points.get(side, 0) for side in sides]


def _fought(battle: Battle | None, sides: tuple[int, ...]) -> Iterator[Sequence[int]]:
    """Yield the round of a battle; of each side its damage, its kills and when it deals, 0 for not any more."""
    if battle is None:
        yield bytes(3 * len(sides) + 1)
        return
    places = {side: place for place, group in enumerate(battle.groups, 1) for side in group}
    yield (battle.round,)
    yield [sum(battle.damage[side]) for side in sides]
    yield [battle.kills[side] for side in sides]
    yield [places.get(side, 0) for side in sides]


def _seen_offer(p: Position, seat: int) -> Offer | None:
    """J4.6: the offer as a seat sees it: whole, only from whom to whom, or not at all."""
    offer = p.offer
    if offer is None or seat in (p.actor, offer.giver):
        return offer
    return None if p.step in OFFERING else Offer(offer.giver, offer.receiver)


def _offered(offer: Offer | None, order: tuple[int, ...]) -> Iterator[Sequence[int]]:
    """Yield who offers and who receives, and the cards of both sides."""
    if offer is None:
        yield bytes(2 * (len(order) + N_CARDS))
        return
    yield [seat == offer.giver for seat in order]
    yield [seat == offer.receiver for seat in order]
    yield _counts(offer.give, N_CARDS)
    yield _counts(offer.ask, N_CARDS)
