"""Measures: what edicts, tests and amounts count of a player (C12.1, S46)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ..board import Board, bits
from ..layout import (
    CREDITS,
    FAR,
    HIDDEN,
    HOME,
    IN_HAND,
    N_PLAYERS,
    OWNED,
    PLACE,
    RESOURCE,
    SHIPS,
    STAGING,
    STOCK,
    THRONE,
    TILE,
    TOKEN,
    Data,
    get4,
    ships_at,
)
from ..vocabulary import MEASURES, RESOURCES, TYPES
from ..vocabulary import SHIPS as SHIP_NAMES
from .ships import fleet, units_of
from .standing import HOME_STRENGTH, STRENGTH, number
from .tokens import token_of

__all__ = ["measure", "produced"]

Measure: TypeAlias = Callable[[Board, Data, int], int]


def measure(b: Board, p: Data, seat: int, number: int) -> int:
    """Return the measure with a number, its place in `MEASURES`, of a player."""
    return _MEASURES[number](b, p, seat)


def produced(b: Board, p: Data, seat: int, resource: int) -> int:
    """C5.3, S12: how many of a resource a player's planets make, the home world among them."""
    total = b.content.homes[seat][resource]
    colony = token_of(seat)
    for region, token in enumerate(p[TOKEN : TOKEN + b.n_regions]):
        if token == colony or token == colony + 1:
            total += b.makes[p[TILE + region] - 1][resource]
    return total


def _tokens(b: Board, p: Data, seat: int, *, starbase: bool) -> int:
    return p[TOKEN : TOKEN + b.n_regions].count(token_of(seat, starbase=starbase))


def _colonies(b: Board, p: Data, seat: int) -> int:
    return _tokens(b, p, seat, starbase=False)


def _starbases(b: Board, p: Data, seat: int) -> int:
    """Return the starbases on planets; the home world is one (C3.3)."""
    return _tokens(b, p, seat, starbase=True) + 1


def _planets(b: Board, p: Data, seat: int) -> int:
    return _colonies(b, p, seat) + _starbases(b, p, seat)


def _far_space(b: Board, p: Data, seat: int) -> int:
    row = p[FAR : FAR + len(b.content.far_space)]
    return row.count(token_of(seat) + 1) + row.count(token_of(seat) + 2)


def _sectors_of(b: Board, p: Data, seat: int) -> int:
    """Return the set of the sectors where a player has units."""
    return sum(1 << sector for sector in {b.sector_of[region] for region in bits(units_of(b, p, seat))})


def _sectors(b: Board, p: Data, seat: int) -> int:
    return _sectors_of(b, p, seat).bit_count()


def _contacts(b: Board, p: Data, seat: int) -> int:
    """Return how many opponents have units in sectors with own units."""
    own = _sectors_of(b, p, seat)
    return sum(other != seat and own & _sectors_of(b, p, other) != 0 for other in range(p[N_PLAYERS]))


def _of_type(kind: int) -> Measure:
    def count(b: Board, p: Data, seat: int) -> int:
        start = SHIPS + ships_at(seat, kind)
        return sum(p[start : start + b.n_regions])

    return count


_OF_TYPE: Final = tuple(map(_of_type, range(3)))


def _ships(b: Board, p: Data, seat: int) -> int:
    return sum(fleet(p, seat))


def _strength(b: Board, p: Data, seat: int) -> int:
    """Return the strength of all units on the board."""
    total = sum(number(b, p, seat, STRENGTH + kind) * _OF_TYPE[kind](b, p, seat) for kind in range(3))
    total += number(b, p, seat, STRENGTH + 3) * _colonies(b, p, seat)
    total += number(b, p, seat, STRENGTH + 4) * (_starbases(b, p, seat) - 1)
    return total + number(b, p, seat, HOME_STRENGTH)


def _staging(b: Board, p: Data, seat: int) -> int:
    return sum(p[STAGING + 3 * seat : STAGING + 3 * seat + 3])


def _technologies(b: Board, p: Data, seat: int) -> int:
    return p[PLACE : PLACE + b.n_cards].count(OWNED + seat)


def _technologies_of(kind: int) -> Measure:
    def count(b: Board, p: Data, seat: int) -> int:
        return sum(p[PLACE + card] == OWNED + seat for card in range(b.n_cards) if b.kinds[card] == kind)

    return count


def _cards(b: Board, p: Data, seat: int) -> int:
    """Return the cards in hand, those that a view hides, too."""
    return p[PLACE : PLACE + b.n_cards].count(IN_HAND + seat) + sum(p[HIDDEN + 3 * seat : HIDDEN + 3 * seat + 3])


def _credits(b: Board, p: Data, seat: int) -> int:
    return get4(p, CREDITS + 4 * seat)


def _resource(resource: int) -> Measure:
    return lambda b, p, seat: p[RESOURCE + 3 * seat + resource]


def _resources(b: Board, p: Data, seat: int) -> int:
    return sum(p[RESOURCE + 3 * seat : RESOURCE + 3 * seat + 3])


def _stock(b: Board, p: Data, seat: int) -> int:
    return p[STOCK + seat]


def _throne(b: Board, p: Data, seat: int) -> int:
    return sum(p[THRONE + 5 * seat : THRONE + 5 * seat + 5])


def _home_fleet(b: Board, p: Data, seat: int) -> int:
    return fleet(p, seat)[p[HOME + seat]]


def _with_ships_on(kind_of: Callable[[Board], int]) -> Measure:
    """Return the measure of the tiles of a kind where a player has ships."""

    def count(b: Board, p: Data, seat: int) -> int:
        tile = kind_of(b) + 1
        tiles = p[TILE : TILE + b.n_regions]
        return sum(n > 0 and each == tile > 0 for n, each in zip(fleet(p, seat), tiles, strict=False))

    return count


def _made(resource: int) -> Measure:
    return lambda b, p, seat: produced(b, p, seat, resource)


_BY_NAME: Final[dict[str, Measure]] = {
    "planets": _planets,
    "colonies": _colonies,
    "starbases": _starbases,
    "far_space": _far_space,
    "sectors": _sectors,
    "ships": _ships,
    **{f"{ship}s": _OF_TYPE[kind] for kind, ship in enumerate(SHIP_NAMES)},
    "strength": _strength,
    "staging": _staging,
    "technologies": _technologies,
    **{f"technologies.{name}": _technologies_of(kind) for kind, name in enumerate(TYPES)},
    "cards": _cards,
    "credits": _credits,
    **{name: _resource(resource) for resource, name in enumerate(RESOURCES)},
    "resources": _resources,
    "stock": _stock,
    "throne": _throne,
    "home_fleet": _home_fleet,
    "wormholes": _with_ships_on(lambda b: b.wormhole),
    "asteroids": _with_ships_on(lambda b: b.asteroids),
    "contacts": _contacts,
    **{f"made.{name}": _made(resource) for resource, name in enumerate(RESOURCES)},
}

_MEASURES: Final = tuple(_BY_NAME[name] for name in MEASURES)
