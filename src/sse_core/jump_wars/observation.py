"""Observations: what a seat sees of a position (J1.6), as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import add
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeVar

from ..forms.arrays import array_to_fill
from ..forms.checks import check_index
from ..game import ObservationSpace
from .actions import Verb
from .board import N_SPACES, PLAYERS, Space, space_name
from .cards import BASICS, COPIES, N_BASICS, N_CARDS, SPECIALS, Card
from .position import NO_CARDS, NOBODY, OFFERING, Battle, Due, Offer, Order, Player, Position, is_sealing
from .rules.fight import enemies_of
from .state import State, check_state

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["observation_space", "observe"]

TupleT = TypeVar("TupleT", bound=tuple[Any, ...])
MadeT = TypeVar("MadeT")

_LARGEST: Final = 32_767
"""Larger numbers are written as this one: fleets, RT and levels have no limit (J4.9)."""

_ORDERS: Final = 8
"""The orders of a sheet that are observed."""

_MOST_SIDES: Final = max(PLAYERS) + 1
"""Five players, and the neutral side."""

_MOST_KEPT: Final = 1 << 10
"""How many tuples are kept with what was made of them."""

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
_TARGETED: Final = frozenset({Due.THEFT, Due.SABOTAGE_SPACE, Due.SABOTAGE_CARD, Due.NEGATE_ORDER, Due.NEGATE_CARD})
"""The steps in which a decision has named a side; it is the first number of the draft."""

_STEPS: Final = {step: bytes(step is other for other in Due) for step in Due}
_NOTHING: Final = [bytes(size) for size in range(2 * (_MOST_SIDES + N_CARDS) + 1)]
"""Zeros, by their number."""

_NO_ORDERS: Final = _NOTHING[4 * _ORDERS]
_NO_BOOSTS: Final = _NOTHING[N_BASICS + 1]


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
    n = len(p.players)
    seat = check_index(player, n, "player")
    array = array_to_fill(out, "int16", _space(n).shape)
    order = (*range(seat, n), *range(seat))
    large = _large(p, order)
    try:
        parts = [*_maps(p, order, _bytes_of), *_numbers(p, order)]
        joined = b"".join([part if type(part) is bytes else bytes(part) for part in parts])
        small = numpy.frombuffer(joined, numpy.uint8)
    except ValueError:
        # One of them is beyond 255, as fleets and levels rarely are.
        numbers = chain.from_iterable([*_maps(p, order, tuple), *_numbers(p, order)])
        small = numpy.array([min(number, _LARGEST) for number in numbers], numpy.int16)
    array[: len(small)] = small
    array[len(small) :] = [min(number, _LARGEST) for number in large]
    return array if out is None else out


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
        yield from ((f"{card.title} learned {seat}", _FLAG) for card in SPECIALS)
    for whose in ["own", *(f"open {seat}" for seat in seats[1:])]:
        yield from _order_names(whose)
    yield from ((f"{step} due", _FLAG) for step in Due)
    yield from ((f"{verb} used", _FLAG) for verb in _DRAWS)
    yield from {"cards to draw": 3, "cards sold": _LARGEST, "part counted": _LARGEST, "neutral turns": _LARGEST}.items()
    for pile in ("in hand", "unseen", "discarded"):
        yield from ((f"{card.title} {pile}", copies) for card, copies in zip(Card, COPIES, strict=True))
    yield from ((f"{card.title} boosted and sealed", 6) for card in BASICS)
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
        yield from ((f"{card.title} {pile}", min(2, copies)) for card, copies in zip(Card, COPIES, strict=True))
    # What is likely to be beyond 255.
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
    yield from ((f"{card.title} level {seat}", _LARGEST) for card in BASICS)
    yield from ((f"{card.title} boosted {seat}", _LARGEST) for card in BASICS)
    yield f"cards {seat}", sum(COPIES)
    for flag in ("Leadership used", "orders written", "start player", "decision", "diplomat", "ally", "neutral holder"):
        yield f"{flag} {seat}", _FLAG


def _order_names(whose: str) -> Iterator[tuple[str, int]]:
    what, _, seat = whose.partition(" ")
    for number in range(1, _ORDERS + 1):
        for part, most in (("from", N_SPACES), ("to", N_SPACES), ("fleets", _LARGEST), ("void", _FLAG)):
            yield f"{what} order {number} {part} {seat}".rstrip(), most


# --- maps


def _by_identity(make: Callable[[TupleT], MadeT]) -> Callable[[TupleT], MadeT]:
    """Return a function that makes something of a tuple, and finds it again by the tuple itself.

    Most plies leave the tuples of a hundred numbers as they are. To hash one takes half as long as to go through it.
    """
    found: dict[int, tuple[TupleT, MadeT]] = {}

    def look_up(value: TupleT) -> MadeT:
        kept = found.get(id(value))
        # The tuple is kept, so no other one gets its id meanwhile.
        if kept is not None and kept[0] is value:
            return kept[1]
        made = make(value)
        if len(found) >= _MOST_KEPT:
            found.clear()
        found[id(value)] = value, made
        return made

    return look_up


@_by_identity
def _bytes_of(row: tuple[int, ...]) -> bytes:
    return bytes(row)


@_by_identity
def _held(held: tuple[int, ...]) -> list[bytes]:
    """Return a map for each side of what it holds."""
    return [bytes(holder == side for holder in held) for side in range(_MOST_SIDES)]


@_by_identity
def _kinds(spaces: tuple[Space, ...]) -> bytes:
    """Return a map for each kind of counter."""
    return bytes(space == kind for kind in _KINDS for space in spaces)


def _maps(
    p: Position, order: tuple[int, ...], row: Callable[[tuple[int, ...]], Sequence[int]]
) -> Iterator[Sequence[int]]:
    """Yield the maps of the spaces, the seats in this order, with rows of fleets as `row` returns them."""
    sides, held = (*order, len(order)), _held(p.held)
    for side in sides:
        yield row(p.fleets[side])
    for side in sides:
        yield held[side]
    yield _homeworlds(p.homeworlds, order)
    yield _kinds(p.spaces)
    yield _marked(N_SPACES, NOBODY if p.battle is None else p.battle.space)


@lru_cache(maxsize=1 << 10)
def _homeworlds(homeworlds: tuple[int, ...], order: tuple[int, ...]) -> bytes:
    return b"".join(_marked(N_SPACES, homeworlds[seat]) for seat in order)


@cache
def _marked(size: int, place: int) -> bytes:
    """Return zeros with a one at a place; NOBODY stands for none."""
    return bytes(place == other for other in range(size))


# --- numbers


def _numbers(p: Position, order: tuple[int, ...]) -> list[Sequence[int]]:
    """Return the numbers between the maps and the last ones, in the order of `_names`; few are beyond 255."""
    seat, sides = order[0], (*order, len(order))
    own = p.players[seat]
    step = p.step if p.step not in OFFERING or seat == p.actor else Due.OFFER
    writing = step is Due.ORDERS
    sealed = is_sealing(p)
    hides = sealed and not writing and seat != p.actor
    step = Due.DEAL if hides else step
    belongings = [_belongings(p, other, sealed) for other in order]
    others = [_NO_ORDERS if writing else _orders(p.players[other].sheet.orders) for other in order[1:]]
    return [
        *belongings,
        *[_learned(p.players[other].learned) for other in order],
        _orders(own.sheet.orders),
        *others,
        _STEPS[step],
        [verb in p.used for verb in _DRAWS] if p.used else _NOTHING[len(_DRAWS)],
        (p.due, p.sold, 0 if hides else p.counted, p.neutral_turns, *own.hand, *_unseen(p, seat, sealed), *p.discard),
        _boosted(own) if sealed else _NO_BOOSTS,
        _half_written(own if writing else p.players[p.actor] if step is Due.REWRITING else None),
        _NOTHING[2 * len(sides) + 3] if hides else _half_made(p, sides),
        _fought(p.battle, sides),
        _offered(_seen_offer(p, seat), order),
    ]


def _large(p: Position, order: tuple[int, ...]) -> list[int]:
    """Return the last numbers, which may well be beyond 255."""
    offer = _seen_offer(p, order[0])
    pay, charge = (0, 0) if offer is None else (offer.pay, offer.charge)
    return [*[p.players[seat].tokens for seat in order], p.turn, p.options.turn_limit - p.turn, pay, charge]


def _belongings(p: Position, seat: int, sealed: bool) -> tuple[int, ...]:
    """Return what everybody knows of a player, but for the special technologies."""
    one = p.players[seat]
    diplomat, ally = p.alliance or (NOBODY, NOBODY)
    return (
        *one.levels,
        *one.boosts,
        # J4.3: a card that was discarded for a sealed boost still counts as held.
        sum(one.hand) + one.hidden + (len(one.sheet.boosts) if sealed else 0),
        one.led,
        one.sheet.done,
        seat == p.start_player,
        seat == p.actor,
        seat == diplomat,
        seat == ally,
        seat == p.neutral_holder,
    )


@lru_cache(maxsize=1 << 10)
def _learned(learned: frozenset[Card]) -> bytes:
    return bytes(card in learned for card in SPECIALS)


def _orders(orders: tuple[Order, ...]) -> Sequence[int]:
    if not orders:
        return _NO_ORDERS
    seen = [number for one in orders[:_ORDERS] for number in (one.origin + 1, one.target + 1, one.fleets, one.void)]
    return [*seen, *_NO_ORDERS[len(seen) :]]


def _unseen(p: Position, seat: int, sealed: bool) -> Sequence[int]:
    """Return the cards of each kind that a seat doesn't see: in the deck, and in the hands of others."""
    unseen: Sequence[int] = p.unseen
    for other, one in enumerate(p.players):
        if other != seat:
            if one.hand != NO_CARDS:
                unseen = [*map(add, unseen, one.hand)]
            if sealed and one.sheet.boosts:
                unseen = [*map(add, unseen, _counts(one.sheet.boosts, N_CARDS))]
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
    if not used and not sheet.boosts:
        return _NO_BOOSTS
    return [*_counts((*sheet.boosts, sheet.led) if used else sheet.boosts, N_BASICS), used]


def _half_written(writer: Player | None) -> Sequence[int]:
    """Return the order that is being written: its origin, its target and its fleets."""
    if writer is None or not writer.sheet.draft:
        return _NOTHING[3]
    origin, *rest = writer.sheet.draft
    return origin + 1, rest[0] + 1 if rest else 0, sum(rest[1:])


def _half_made(p: Position, sides: tuple[int, ...]) -> Sequence[int]:
    """Return the draft of a decision: the side, the space and the order that it names, the bombs, the points."""
    if not p.draft:
        return _NOTHING[2 * len(sides) + 3]
    first, *rest = p.draft
    points = dict(zip(enemies_of(p, p.actor), rest, strict=False)) if p.step is Due.SPLIT else {}
    return (
        *[p.step in _TARGETED and side == first for side in sides],
        rest[0] + 1 if p.step is Due.SABOTAGE_CARD else 0,
        first + 1 if p.step is Due.REWRITING else rest[0] + 1 if p.step is Due.NEGATE_CARD else 0,
        first if p.step is Due.SPLIT else 0,
        *[points.get(side, 0) for side in sides],
    )


def _fought(battle: Battle | None, sides: tuple[int, ...]) -> Sequence[int]:
    """Return the round of a battle; of each side its damage, its kills and when it deals, 0 for not any more."""
    if battle is None:
        return _NOTHING[3 * len(sides) + 1]
    places = {side: place for place, group in enumerate(battle.groups, 1) for side in group}
    return (
        battle.round,
        *[sum(battle.damage[side]) for side in sides],
        *[battle.kills[side] for side in sides],
        *[places.get(side, 0) for side in sides],
    )


def _seen_offer(p: Position, seat: int) -> Offer | None:
    """J4.6: the offer as a seat sees it: whole, only from whom to whom, or not at all."""
    offer = p.offer
    if offer is None or seat in (p.actor, offer.giver):
        return offer
    return None if p.step in OFFERING else Offer(offer.giver, offer.receiver)


def _offered(offer: Offer | None, order: tuple[int, ...]) -> Sequence[int]:
    """Return who offers and who receives, and the cards of both sides."""
    if offer is None:
        return _NOTHING[2 * (len(order) + N_CARDS)]
    return (
        *[seat == offer.giver for seat in order],
        *[seat == offer.receiver for seat in order],
        *_counts(offer.give, N_CARDS),
        *_counts(offer.ask, N_CARDS),
    )
