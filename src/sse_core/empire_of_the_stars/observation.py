"""Observations: what a seat sees of a position (C16.12), as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex, TypeAlias

from ..forms.arrays import array_to_fill
from ..forms.checks import check_index
from ..game import ObservationSpace
from .actions import Verb
from .board import Board
from .content import MAX_AMOUNT, N_WORMHOLES
from .due import STEP_NAMES, Due
from .layout import (
    ACTOR,
    ASKED,
    ATTACKER,
    BLOCKED,
    BOTTOM,
    BOUGHT,
    CHANGED,
    CHOOSER,
    COUNT,
    CREDITS,
    DEFENDER,
    DEPTH,
    DISPLAY,
    DRAFT,
    EDICT,
    EFFECT,
    EMPEROR,
    FALLEN,
    FAR,
    FAVOURED,
    FOR_BATTLE,
    FOR_ROLE,
    FORCE,
    FOUGHT,
    GALAXY,
    HEIGHT,
    HIDDEN,
    HITS,
    HOME_TILE,
    IN_DECK,
    IN_HAND,
    INFLUENCE,
    KNOWN,
    MARKET,
    MAX_REGIONS,
    MAX_ROUNDS,
    MONOLITH,
    MOVED,
    N_NUMBERS,
    NEW_WORMHOLE,
    NOBODY,
    ON_THRONE,
    OWNED,
    PART,
    PILE,
    PLACE,
    PLACED,
    PLUS,
    POWER,
    POWERS_DEALT,
    PUT_BACK,
    RESOURCE,
    RETURN,
    ROUND,
    ROUND_LIMIT,
    SCEPTER,
    SEALED,
    SECOND,
    SECTOR,
    SHIFTED,
    SHIFTS,
    SHIPS,
    SIDE,
    SPARE,
    SPENT,
    STACK,
    STAGING,
    STEP,
    STOCK,
    SUPPLIES,
    SURGED,
    SWAY,
    SWAY_AT,
    SWAY_THRONE,
    TACTICS,
    THRONE,
    TILE,
    TOKEN,
    TOKENS,
    UNSEEN,
    USED,
    WEAPONS,
    WHEEL,
    WINDOW,
    WRITTEN,
    get2,
    get4,
    ships_at,
    signed,
)
from .rules.tokens import token_of
from .secrets import view
from .state import State, check_state
from .vocabulary import MOMENTS, RESOURCES, ROLES, RULE_NUMBERS, SUPPLY
from .vocabulary import SHIPS as SHIP_NAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["observation_space", "observe"]

_LARGEST: Final = 32_767
"""Larger numbers are written as this one: credits and strengths can be more."""

_FLAG: Final = 1
_LARGEST_CHANGE: Final = 127
_COLOURS: Final = 5
_COSTS: Final = 3
_SIDES: Final = ("attacker", "defender")

_Read: TypeAlias = Callable[[bytes, int], Iterable[int]]


class _Part(NamedTuple):
    """Numbers that are read together."""

    names: tuple[str, ...]
    most: int
    """The greatest value of each."""

    read: _Read
    """Takes a view, and the seat to which the numbers belong."""

    place: int = 0
    """How many places after the observer that seat sits; 0 for what belongs to nobody."""

    least: int = 0


def observation_space(state: State) -> ObservationSpace:
    """Return what `observe` writes: numbers of int16, whose names depend on the pack and the number of players."""
    return _space(check_state(state).board, state.players)


def observe(state: State, player: SupportsIndex, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
    """Return a state as a seat sees it: the numbers of `observation_space`, in a new array or in `out`.

    Maps of the n regions come first, in the pack's order: `array[:n]` has the observer's fighters. The seats are
    counted clockwise from the observer, who is +0. Numbers beyond 32,767 are written as 32,767. Needs numpy.

    The array leaves out of the seat's view: the ply and whether a decision has begun, the options, and what the pack
    says of tiles, market and cards.

    Raises RangeError if there is no such seat, TypeError for an `out` that is no array, ArgumentError for one of
    another shape or dtype.

    >>> from sse_core.empire_of_the_stars import observation_space, observe, start
    >>> state = start(players=2, seed=1)
    >>> seen = dict(zip(observation_space(state).names, observe(state, 1).tolist(), strict=True))
    >>> seen["stock of player +0"], seen["Emperor of player +0"], seen["rounds left"]
    (16, 1, 200)
    """
    board, players = check_state(state).board, state.players
    seat = check_index(player, players, "player")
    parts = _parts(board, players)
    array = array_to_fill(out, "int16", _space(board, players).shape)
    seen = view(board, state.data, seat)
    rows = (part.read(seen, (seat + part.place) % players) for part in parts)
    array[:] = [*chain.from_iterable(rows)]
    return array if out is None else out


@lru_cache(maxsize=16)
def _space(board: Board, players: int) -> ObservationSpace:
    """Return the space of a pack: all its states share it."""
    bounds = {name: (part.least, part.most) for part in _parts(board, players) for name in part.names}
    low, high = zip(*bounds.values(), strict=True)
    return ObservationSpace(tuple(bounds), (len(bounds),), "int16", low, high)


@lru_cache(maxsize=16)
def _parts(board: Board, players: int) -> tuple[_Part, ...]:
    """Return what is read, in order."""
    return tuple(
        chain(
            *(_maps_of(board, place) for place in range(players)),
            _maps(board),
            *(_belongings(board, place) for place in range(players)),
            *(_cards_of(board, place) for place in range(players)),
            _thrones(players),
            _cards(board),
            _round(board),
            _tiles(board),
            _battle(board),
            _effects(board),
        )
    )


# --- how numbers are read


def _bytes(place: int, n: int = 1, stride: int = 0) -> _Read:
    """Return what reads n bytes; those of a seat stand `stride` further than those of the seat before."""
    return lambda p, seat: p[place + stride * seat : place + stride * seat + n]


def _equal(place: int, n: int, value: int, step: int = 0) -> _Read:
    """Return what tells which of n bytes have a value, which is more by `step` for each seat."""
    tables = [bytes(byte == value + step * seat for byte in range(256)) for seat in range(4)]
    return lambda p, seat: p[place : place + n].translate(tables[seat])


def _one_of(place: int, n: int) -> _Read:
    """Return what tells which of n things a byte names."""
    return lambda p, _: [p[place] == number for number in range(n)]


def _bits_of(place: int, n: int, width: int = 1) -> _Read:
    """Return what tells which of n bits are set in a number of so many bytes."""
    return lambda p, _: [int.from_bytes(p[place : place + width], "little") >> bit & 1 for bit in range(n)]


def _number(place: int) -> _Read:
    """Return what reads a number of two bytes."""
    return lambda p, _: (min(get2(p, place), _LARGEST),)


def _credits(p: bytes, seat: int) -> tuple[int]:
    return (min(get4(p, CREDITS + 4 * seat), _LARGEST),)


def _rounds_left(p: bytes, _: int) -> tuple[int]:
    return (max(0, get2(p, ROUND_LIMIT) - get2(p, ROUND)),)


def _put_back(p: bytes, _: int) -> tuple[int, int]:
    return p[BOTTOM], p[PUT_BACK]


def _wormholes(p: bytes, _: int) -> list[int]:
    return [(depth + 1) & 255 for depth in p[DEPTH : DEPTH + N_WORMHOLES]]


# --- maps


def _maps_of(b: Board, place: int) -> Iterator[_Part]:
    """Yield a player's maps of the regions: ships, tokens, influence."""
    regions = b.content.regions

    def part(what: str, most: int, read: _Read) -> _Part:
        return _Part(tuple(f"{what} at {region} of player +{place}" for region in regions), most, read, place)

    stride = ships_at(1, 0)
    for start, what in ((SHIPS, "{}s"), (MOVED, "moved {}s"), (SHIFTED, "shifted {}s")):
        for kind, name in enumerate(SHIP_NAMES):
            yield part(what.format(name), SUPPLY[kind], _bytes(start + ships_at(0, kind), b.n_regions, stride))
    yield part("home world", _FLAG, _equal(TILE, b.n_regions, HOME_TILE, 1))
    step = token_of(1) - token_of(0)
    yield part("colony", _FLAG, _equal(TOKEN, b.n_regions, token_of(0), step))
    yield part("starbase", _FLAG, _equal(TOKEN, b.n_regions, token_of(0, starbase=True), step))
    yield part("influence", TOKENS, _bytes(PLACED, b.n_regions, MAX_REGIONS))
    if b.content.powers:
        yield part("influence of effects", _MOST_TILES, _bytes(SWAY_AT, b.n_regions, MAX_REGIONS))


def _maps(b: Board) -> Iterator[_Part]:
    """Yield the maps of tiles."""
    tiles = [(f"tile {tile.name}", number + 1) for number, tile in enumerate(b.content.tiles)]
    for what, value in (*tiles, ("blocked", BLOCKED)):
        names = tuple(f"{what} at {region}" for region in b.content.regions)
        yield _Part(names, _FLAG, _equal(TILE, b.n_regions, value))


# --- players


def _belongings(b: Board, place: int) -> Iterator[_Part]:
    """Yield what a player has beside the map, and the part that the player has in the round."""

    def part(names: Iterable[str], most: int, read: _Read) -> _Part:
        return _Part(tuple(f"{name} of player +{place}" for name in names), most, read, place)

    yield part(["credits"], _LARGEST, _credits)
    yield part(RESOURCES, max(b.content.tracks), _bytes(RESOURCE, len(RESOURCES), len(RESOURCES)))
    yield part(["stock"], TOKENS, _bytes(STOCK, stride=1))
    yield part(["influence to place"], TOKENS, _bytes(INFLUENCE, stride=1))
    yield part(["influence on the Throne"], TOKENS, _bytes(ON_THRONE, stride=1))
    if b.content.powers:
        yield part(["influence of effects to place"], _MOST_TILES, _bytes(SWAY, stride=1))
        yield part(["influence of effects on the Throne"], _MOST_TILES, _bytes(SWAY_THRONE, stride=1))
        yield part(["tokens paid"], TOKENS, _bytes(SPENT, stride=1))
        yield part(["hits spared"], _MOST_TILES, _bytes(SPARE, stride=1))
        powers = [power.name for power in b.content.powers]
        yield part((f"power {name}" for name in powers), _FLAG, _is_power(len(powers)))
        yield part(["power chosen"], _FLAG, lambda p, seat: (p[POWER + seat] > 0,))
        yield part(["power on surge"], _FLAG, _bytes(SURGED, stride=1))
        for start, when in ((CHANGED, "in all"), (FOR_ROLE, "for the role"), (FOR_BATTLE, "for the battle")):
            names = (f"{name} changed {when}" for name in RULE_NUMBERS)
            yield part(names, _LARGEST_CHANGE, _changes(start))._replace(least=-_LARGEST_CHANGE - 1)
    most = max(SUPPLY)
    yield part((f"{ship}s in supply" for ship in SHIP_NAMES), most, _bytes(SUPPLIES, len(SUPPLY), len(SUPPLY)))
    yield part((f"{ship}s in staging" for ship in SHIP_NAMES), most, _bytes(STAGING, len(SUPPLY), len(SUPPLY)))
    for name, holder in (
        ("scepter", SCEPTER),
        ("Emperor", EMPEROR),
        ("chooser", CHOOSER),
        ("decision", ACTOR),
        ("named winner", FAVOURED),
        *zip(_SIDES, (ATTACKER, DEFENDER), strict=True),
    ):
        yield part([name], _FLAG, _equal(holder, 1, 0, 1))
    for number, side in enumerate(_SIDES):
        yield part([f"on the side of the {side}"], _FLAG, _has_side(number))
    for number, side in enumerate(_SIDES):
        yield part([f"asked by the {side}"], _FLAG, _was_asked(number))
    n_far = len(b.content.far_space)
    step = token_of(1) - token_of(0)
    for name, token in (("colony", token_of(0)), ("starbase", token_of(0, starbase=True))):
        names = (f"{name} in far space {location + 1}" for location in range(n_far))
        yield part(names, _FLAG, _equal(FAR, n_far, GALAXY + token, step))


def _is_power(n: int) -> _Read:
    return lambda p, seat: (p[POWER + seat] == number + 1 for number in range(n))


def _changes(place: int) -> _Read:
    """Return what reads changes of numbers, which may be below 0."""
    return lambda p, seat: map(signed, p[place + N_NUMBERS * seat : place + N_NUMBERS * (seat + 1)])


def _has_side(side: int) -> _Read:
    return lambda p, seat: (p[SIDE + seat] == side + 1,)


def _was_asked(side: int) -> _Read:
    return lambda p, seat: (p[ASKED + side] >> seat & 1,)


def _cards_of(b: Board, place: int) -> Iterator[_Part]:
    """Yield what all know of a player's technologies."""

    def part(names: Sequence[str], most: int, read: _Read) -> _Part:
        return _Part(tuple(f"{name} of player +{place}" for name in names), most, read, place)

    n, cards = b.n_cards, [f"card {card.name}" for card in b.content.technologies]

    in_hand = _equal(PLACE, n, IN_HAND, 1)

    def known(p: bytes, seat: int) -> list[int]:
        return [held & all_know for held, all_know in zip(in_hand(p, seat), p[KNOWN : KNOWN + n], strict=True)]

    def unknown(p: bytes, seat: int) -> list[int]:
        # Of the observer's own cards, those that others don't know; of others, as the view counts them.
        found = [*p[HIDDEN + _COSTS * seat : HIDDEN + _COSTS * (seat + 1)]]
        for cost, held, all_know in zip(b.costs, in_hand(p, seat), p[KNOWN : KNOWN + n], strict=True):
            found[cost - 1] += held & ~all_know
        return found

    yield part([f"hidden cards of cost {cost + 1}" for cost in range(_COSTS)], n, unknown)
    yield part([f"{card} known in the hand" for card in cards], _FLAG, known)
    yield part([f"{card} bought" for card in cards], _FLAG, _equal(PLACE, n, OWNED, 1))


def _thrones(players: int) -> Iterator[_Part]:
    """Yield the tokens that each player has scored, by colour."""
    for place in range(players):
        names = tuple(f"tokens of +{colour} in the throne of +{place}" for colour in range(players))
        yield _Part(names, TOKENS, _throne(players, place), place)
    for place in range(players):
        galaxy = _bytes(THRONE + _COLOURS - 1, stride=_COLOURS)
        yield _Part((f"galaxy tokens in the throne of player +{place}",), _MOST_TILES, galaxy, place)


def _throne(players: int, place: int) -> _Read:
    """Return what reads a throne, the observer's colour first; it belongs to the seat at a place after the observer."""
    return lambda p, seat: [
        p[THRONE + _COLOURS * seat + (seat - place + colour) % players] for colour in range(players)
    ]


# --- what belongs to nobody


def _cards(b: Board) -> Iterator[_Part]:
    n, cards = b.n_cards, [f"card {card.name}" for card in b.content.technologies]
    yield _Part(tuple(f"{card} in the own hand" for card in cards), _FLAG, _equal(PLACE, n, IN_HAND, 1))
    yield _Part(tuple(f"{card} unseen" for card in cards), _FLAG, _equal(PLACE, n, IN_DECK))
    yield _Part(tuple(f"height of {card} in its pile" for card in cards), n, _bytes(HEIGHT, n))


def _round(b: Board) -> Iterator[_Part]:
    """Yield the round, the wheel, the market, and what is due."""
    yield _Part(tuple(f"{step} due" for step in STEP_NAMES), _FLAG, _one_of(STEP, len(STEP_NAMES)))
    yield _Part(("round",), MAX_ROUNDS + 1, _number(ROUND))
    yield _Part(("rounds left",), MAX_ROUNDS, _rounds_left)
    yield _Part(("second role",), _FLAG, _bytes(SECOND))
    edicts = tuple(f"edict {edict.name}" for edict in b.content.edicts)
    yield _Part(edicts, _FLAG, _one_of(EDICT, len(edicts)))
    yield _Part(tuple(f"monolith on {role}" for role in ROLES), _FLAG, _one_of(MONOLITH, len(ROLES)))
    for role, name in enumerate(ROLES):
        yield _Part((f"credits on {name}",), 6 * MAX_ROUNDS, _number(WHEEL + 2 * role))
    n = len(b.content.market)
    yield _Part(tuple(f"credits shown by market tile {i + 1}" for i in range(n)), _FLAG, _bits_of(MARKET, n))
    yield _Part(tuple(f"choice {i + 1}" for i in range(4)), MAX_REGIONS - 1, _bytes(DRAFT, 4))
    yield _Part(("times used",), MAX_AMOUNT, _bytes(COUNT))
    yield _Part(("influence bought",), 4, _bytes(BOUGHT))


def _tiles(b: Board) -> Iterator[_Part]:
    """Yield the display, the stack, and galaxy tokens."""
    tiles = [tile.name for tile in b.content.tiles]
    yield _Part(tuple(f"tiles {tile} in the display" for tile in tiles), _MOST_TILES, _bytes(DISPLAY, b.n_kinds))
    yield _Part(tuple(f"tiles {tile} unseen" for tile in tiles), _MOST_TILES, _bytes(UNSEEN, b.n_kinds))
    yield _Part(("tiles in the stack",), 255, _bytes(STACK))
    yield _Part(("empty tiles at the bottom", "tiles put back"), _MOST_TILES, _put_back)
    wormholes = tuple(f"place of wormhole {i + 1}" for i in range(N_WORMHOLES))
    yield _Part(wormholes, NOBODY, _wormholes)
    yield _Part(("galaxy tokens in the pile",), _MOST_TILES, _bytes(PILE))
    n_far = len(b.content.far_space)
    names = tuple(f"galaxy token in far space {location + 1}" for location in range(n_far))
    yield _Part(names, _FLAG, _equal(FAR, n_far, GALAXY))


def _battle(b: Board) -> Iterator[_Part]:
    sectors, n = [sector.name for sector in b.content.sectors], len(b.content.sectors)
    yield _Part(tuple(f"fought in sector {sector}" for sector in sectors), _FLAG, _bits_of(FOUGHT, n, 2))
    yield _Part(tuple(f"battle in sector {sector}" for sector in sectors), _FLAG, _one_of(SECTOR, n))
    for side, name in enumerate(_SIDES):
        yield _Part((f"numbers set by the {name}",), SEALED, _bytes(WRITTEN + side))
        yield _Part((f"colonies destroyed by the {name}",), MAX_REGIONS, _bytes(FALLEN + side))
        for what, place in (("strength", FORCE), ("tactics", TACTICS), ("weapons", WEAPONS), ("hits", HITS)):
            yield _Part((f"{what} of the {name}",), _LARGEST, _number(place + 2 * side))
    yield _Part(("ships to shift",), _LARGEST, _number(SHIFTS))


def _effects(b: Board) -> Iterator[_Part]:
    """Yield the window that is open, the effect that is half done, and what was used."""
    if not b.content.powers:
        return
    powers = [power.name for power in b.content.powers]
    yield _Part(tuple(f"power {name} dealt to the observer" for name in powers), _FLAG, _dealt(len(powers)))
    yield _Part(("new wormhole",), _FLAG, _bytes(NEW_WORMHOLE))
    yield _Part(tuple(f"window {moment}" for moment in MOMENTS), _FLAG, _one_of_after(WINDOW, len(MOMENTS)))
    # The first step of all, a home world, follows nothing.
    dues = [due.name.lower().replace("_", "-") for due in Due][1:]
    yield _Part(tuple(f"{due} follows" for due in dues), _FLAG, _one_of_after(RETURN, len(dues)))
    n = len(b.effects)
    names = b.arguments[Verb.USE]
    yield _Part(tuple(f"effect {name} half done" for name in names), _FLAG, _is_effect(n))
    yield _Part(("part of the effect", "left of it"), MAX_AMOUNT, _bytes(PART, 2))
    yield _Part(tuple(f"effect {name} used" for name in names), MAX_AMOUNT, _bytes(USED, n))
    for side, name in enumerate(_SIDES):
        parts = tuple(f"{part} of the {name} changed" for part in ("tactics", "weapons", "shields"))
        yield _Part(parts, _LARGEST_CHANGE, _plus(side), least=-_LARGEST_CHANGE - 1)


def _dealt(n: int) -> _Read:
    return lambda p, seat: (power + 1 in p[POWERS_DEALT + 3 * seat : POWERS_DEALT + 3 * seat + 3] for power in range(n))


def _one_of_after(place: int, n: int) -> _Read:
    """Return what tells which of n things a byte names, whose 0 is none."""
    return lambda p, _: [p[place] == number + 1 for number in range(n)]


def _is_effect(n: int) -> _Read:
    return lambda p, _: (get2(p, EFFECT) == effect + 1 for effect in range(n))


def _plus(side: int) -> _Read:
    return lambda p, _: map(signed, p[PLUS + 3 * side : PLUS + 3 * side + 3])


_MOST_TILES: Final = 99
"""Of galaxy tokens, and of tiles of a kind."""
