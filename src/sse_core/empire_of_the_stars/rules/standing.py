"""Numbers of the rules for a player: what effects change, for ever, for a role or for a battle."""

from __future__ import annotations

from typing import Final

from ..board import Board
from ..content import NONE
from ..layout import (
    CHANGED,
    FLAGS,
    FOR_BATTLE,
    FOR_ROLE,
    N_NUMBERS,
    N_PLAYERS,
    OWNED,
    PLACE,
    PLUS,
    POWER,
    POWERS,
    RESOURCE,
    SURGED,
    TACTICS,
    Data,
    get2,
    signed,
)
from ..vocabulary import LEAST, MOST, NUMBERS, RULE_NUMBERS, SERVED, SHIPS, UNTIL

__all__ = [
    "ASTEROIDS_STOP",
    "BUYS",
    "DEPLOY_TO_COLONIES",
    "DISPLAY_SIZE",
    "DRAWS",
    "GUARDS",
    "HAND",
    "HITS",
    "HOME_STRENGTH",
    "INFLUENCE_BOUGHT",
    "INFLUENCE_FREE",
    "INFLUENCE_PRICE",
    "INVESTS",
    "LESS_FAR_SPACE",
    "LESS_INFLUENCE",
    "LESS_TECHNOLOGY",
    "MOVES",
    "ROOM",
    "STRENGTH",
    "TRACK",
    "change",
    "end_battle_changes",
    "end_role_changes",
    "has_powers",
    "number",
    "owner_of",
    "power_of",
    "restand",
    "ship_price",
    "standing",
    "tactics",
]

MOVES: Final = NUMBERS.index("moves.fighter")
STRENGTH: Final = NUMBERS.index("strength.fighter")
HITS: Final = NUMBERS.index("hits.fighter")
ROOM: Final = NUMBERS.index("room")
HAND: Final = NUMBERS.index("hand")
DRAWS: Final = NUMBERS.index("draws")
BUYS: Final = NUMBERS.index("buys")
INVESTS: Final = NUMBERS.index("invests")
INFLUENCE_FREE: Final = NUMBERS.index("influence.free")
INFLUENCE_BOUGHT: Final = NUMBERS.index("influence.bought")
INFLUENCE_PRICE: Final = NUMBERS.index("influence.price")
TRACK: Final = NUMBERS.index("track.polymers")
ASTEROIDS_STOP: Final = NUMBERS.index("asteroids_stop")
DEPLOY_TO_COLONIES: Final = NUMBERS.index("deploy_to_colonies")
GUARDS: Final = NUMBERS.index("guards")
HOME_STRENGTH: Final = NUMBERS.index("home_strength")
DISPLAY_SIZE: Final = NUMBERS.index("display")
_LESS_SHIP: Final = RULE_NUMBERS.index("less.fighter.polymers")
LESS_TECHNOLOGY: Final = RULE_NUMBERS.index("less.technology")
"""For technologies of every type; those of each type follow."""

LESS_FAR_SPACE: Final = RULE_NUMBERS.index("less.far_space")
LESS_INFLUENCE: Final = RULE_NUMBERS.index("less.influence")

_ROW: Final = N_NUMBERS
_ALL: Final = SERVED.index("all")
_BATTLE: Final = UNTIL.index("battle")
_FIELD: Final = 4 * N_NUMBERS


def has_powers(p: Data) -> bool:
    """C15.1: return whether powers are dealt and technologies act."""
    return p[FLAGS] & POWERS != 0


def number(b: Board, p: Data, seat: int, n: int) -> int:
    """Return a number of the rules for a player, by its place in `RULE_NUMBERS`, with all that effects change."""
    changed = p[CHANGED + seat * _ROW + n]
    if not changed:
        return b.bases[n]
    return max(LEAST[n], min(MOST[n], b.bases[n] + signed(changed)))


def ship_price(b: Board, p: Data, seat: int, kind: int, price: tuple[int, int, int]) -> tuple[int, int, int]:
    """S61: return the price of a ship for a player; what is less in any resource is taken off the largest part."""
    place = CHANGED + seat * _ROW + _LESS_SHIP + 4 * kind
    if not any(p[place : place + 4]):
        return price
    less = [number(b, p, seat, _LESS_SHIP + 4 * kind + each) for each in range(4)]
    left = [max(0, n - less[resource]) for resource, n in enumerate(price)]
    for _ in range(less[3]):
        left[left.index(max(left))] = max(0, max(left) - 1)
    if less[3] < 0:
        left[0] -= less[3]
    return left[0], left[1], left[2]


def tactics(p: Data, side: int) -> int:
    """C10.6: the tactics of the attacker's side, 0, or the defender's, 1, with what effects add to them."""
    return max(0, get2(p, TACTICS + 2 * side) + signed(p[PLUS + 3 * side]))


def power_of(p: Data, seat: int) -> int:
    """Return the number of a player's power; NONE if there is none, or if it isn't known."""
    return p[POWER + seat] - 1


def owner_of(b: Board, p: Data, effect: int) -> int:
    """Return whose effect it is, whichever side of a power is up; NONE if it is nobody's."""
    row = b.effects[effect]
    if row.card != NONE:
        seat = p[PLACE + row.card] - OWNED
        return seat if seat >= 0 else NONE
    return p.find(row.power + 1, POWER, POWER + p[N_PLAYERS]) - POWER if row.power + 1 in p[POWER : POWER + 4] else NONE


def change(b: Board, p: bytearray, seat: int, n: int, by: int, until: int) -> None:
    """Change a number for a player until the role or the battle ends; a track may get shorter."""
    part = FOR_BATTLE if until == _BATTLE else FOR_ROLE
    for start in (part, CHANGED):
        place = start + seat * _ROW + n
        p[place] = (p[place] + by) & 255
    _clip(b, p)


def standing(b: Board, p: Data, seat: int) -> list[int]:
    """Return how much each number is changed for ever, for a player, by cards that are owned and powers."""
    values = [*b.bases]
    added = [0] * _ROW
    for effect in b.always:
        row, owner = b.effects[effect], owner_of(b, p, effect)
        if (
            owner == NONE
            or (row.who != _ALL and owner != seat)
            or (row.power != NONE and p[SURGED + owner] != row.side)
        ):
            continue
        for stage in row.stages:
            # S60: what sets a number goes before what adds to it.
            if stage.steps:
                values[stage.what] = stage.n.number
            else:
                added[stage.what] += stage.n.number
    return [value + more - base for value, more, base in zip(values, added, b.bases, strict=True)]


def restand(b: Board, p: bytearray) -> None:
    """Sum up what works for ever, after a technology was bought or a power was flipped."""
    if not b.always:
        return
    for seat in range(p[N_PLAYERS]):
        for n, by in enumerate(standing(b, p, seat)):
            place = seat * _ROW + n
            p[CHANGED + place] = (by + p[FOR_ROLE + place] + p[FOR_BATTLE + place]) & 255
    _clip(b, p)


def _clip(b: Board, p: bytearray) -> None:
    """C5.4: what no longer fits on a track is lost."""
    for seat in range(p[N_PLAYERS]):
        for resource in range(3):
            place = RESOURCE + 3 * seat + resource
            p[place] = min(p[place], number(b, p, seat, TRACK + resource))


def _end(b: Board, p: bytearray, part: int) -> None:
    if any(p[part : part + _FIELD]):
        for place in range(_FIELD):
            p[CHANGED + place] = (p[CHANGED + place] - p[part + place]) & 255
        p[part : part + _FIELD] = bytes(_FIELD)
        _clip(b, p)


def end_role_changes(b: Board, p: bytearray) -> None:
    """C16.15: end what effects changed for the role."""
    _end(b, p, FOR_ROLE)


def end_battle_changes(b: Board, p: bytearray) -> None:
    """C16.15: end what effects changed for the battle."""
    _end(b, p, FOR_BATTLE)


assert len(SHIPS) == 3
