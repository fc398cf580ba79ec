"""C16.14: what effects do, part by part, and the choices that they ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..actions import Verb
from ..board import Board, bits
from ..content import NONE, Amount
from ..due import Due
from ..effect_rows import CHOICES, Part, Row, Stage
from ..layout import (
    ACTOR,
    ATTACKER,
    CREDITS,
    DEFENDER,
    DISPLAY,
    DRAFT,
    EDICT,
    EFFECT,
    HITS,
    HOME,
    IN_HAND,
    KNOWN,
    LEFT,
    N_PLAYERS,
    NOBODY,
    PART,
    PILE,
    PLACE,
    PLUS,
    RESOURCE,
    SECTOR,
    SHIPS,
    SIDE,
    SPARE,
    SPENT,
    STAGING,
    STEP,
    STOCK,
    SUPPLIES,
    SURGED,
    SWAY,
    THRONE,
    TILE,
    TOKEN,
    WINDOW,
    Data,
    get2,
    get4,
    put2,
    ships_at,
    signed,
)
from ..vocabulary import N_EDICTS, SERVED
from .explorer import can_place, fill
from .form import Rule, Rules
from .measures import measure
from .scientist import can_draw, cards_in_hand, discard, draw_from, hand
from .ships import carry, fleet, leave, reach, regions_with, starbases, stops, terrain, units_of, with_room
from .sides import flip, found_wormhole
from .standing import GUARDS, TRACK, change, number, owner_of, power_of
from .tokens import earn, gain, place_token, score_galaxy, score_token, token_of

__all__ = ["RULES", "amount", "begin", "can_do", "can_pay", "go_on", "removable"]

_N_TYPES: Final = 3
_ANY_SHIP: Final = 0
_COLONY: Final = 4
"""Of what is moved or removed: any ship, then each type, then a colony."""

_TOKEN_UNIT: Final = 4 * _N_TYPES
_OPPONENT: Final = 1
_SHIP, _BESIDE = 0, 1
"""Where a planet is settled: where own ships are, beside own planets; and anywhere. Units fall in a like way."""

_SIDE_SERVED, _ALL = SERVED.index("side"), SERVED.index("all")
_MOST: Final = 99
_MOST_LEFT: Final = 20


# --- amounts and prices


def amount(b: Board, p: Data, seat: int, n: Amount) -> int:
    """Return a number of an effect, or so many for each of a measure, for its owner."""
    if n.per == NONE:
        return n.number
    if n.of == 0:
        found = measure(b, p, seat, n.per)
    else:
        others = [measure(b, p, other, n.per) for other in range(p[N_PLAYERS]) if other != seat]
        found = sum(others) if n.of == 1 else max(others) if n.of == 2 else min(others)
    return min(n.number * found, n.most)


def _has(p: Data, seat: int, money: int) -> int:
    """Return the credits of a player, or a resource: 1 is the first one."""
    return p[RESOURCE + 3 * seat + money - 1] if money else get4(p, CREDITS + 4 * seat)


def _pay(p: bytearray, seat: int, price: tuple[int, int, int, int]) -> None:
    if price[0]:
        earn(p, seat, -price[0])
    for resource, n in enumerate(price[1:]):
        p[RESOURCE + 3 * seat + resource] -= n


def _receive(b: Board, p: bytearray, seat: int, money: int, n: int) -> None:
    if money:
        gain(b, p, seat, money - 1, n)
    else:
        earn(p, seat, n)


def can_pay(b: Board, p: Data, seat: int, row: Row) -> bool:
    """Return whether a player can pay for an effect."""
    if any(n > _has(p, seat, money) for money, n in enumerate(row.paid)) or row.tokens > p[STOCK + seat]:
        return False
    for stage in row.stages:
        if stage.part == Part.PAY_ANY:
            left = sum(p[RESOURCE + 3 * seat : RESOURCE + 3 * seat + 3]) - sum(row.paid[1:])
            if left < stage.n.number:
                return False
        elif stage.part == Part.PAY_SHIP:
            start = SHIPS + ships_at(seat, stage.what)
            if sum(p[start : start + b.n_regions]) < stage.n.number:
                return False
        elif stage.part == Part.PAY_CARD:
            if cards_in_hand(b, p, seat) < stage.n.number:
                return False
        else:
            break
    return True


# --- what can be done


def _opponents(p: Data, seat: int) -> list[int]:
    return [other for other in range(p[N_PLAYERS]) if other != seat]


def _served(p: Data, seat: int, who: int) -> list[int]:
    """Return the seats that an effect serves: the owner's, those of the side, or all."""
    if who == _ALL:
        return [*range(p[N_PLAYERS])]
    if who == _SIDE_SERVED:
        return [other for other in range(p[N_PLAYERS]) if p[SIDE + other] == p[SIDE + seat]]
    return [seat]


def _movable(b: Board, p: Data, seat: int, stage: Stage) -> dict[int, list[int]]:
    """Return the regions with ships that an effect can move, each with seat * 3 and their types."""
    found: dict[int, list[int]] = {}
    land = terrain(b, p)
    for owner in _opponents(p, seat) if stage.where == _OPPONENT else [seat]:
        targets = stops(b, p, owner)
        for kind in range(_N_TYPES):
            if stage.what not in (_ANY_SHIP, kind + 1):
                continue
            start = SHIPS + ships_at(owner, kind)
            for region, n in enumerate(p[start : start + b.n_regions]):
                if n and reach(b, p, land, owner, kind, region, stage.steps) & targets:
                    found.setdefault(region, []).append(owner * _N_TYPES + kind)
    return found


def _free_planets(b: Board, p: Data, seat: int, where: int) -> list[int]:
    """Return the planets without owner that an effect can settle."""
    if not p[STOCK + seat]:
        return []
    planets = terrain(b, p).planets
    if where == _SHIP:
        planets &= regions_with(fleet(p, seat)[: b.n_regions])
    elif where == _BESIDE:
        near = 0
        own = (token_of(seat), token_of(seat, starbase=True))
        for region in range(b.n_regions):
            if p[TOKEN + region] in own or region == p[HOME + seat]:
                near |= b.near[region]
        planets &= near
    return [region for region in bits(planets) if not p[TOKEN + region]]


def _colonies(b: Board, p: Data, seat: int) -> list[int]:
    colony = token_of(seat)
    return [region for region, token in enumerate(p[TOKEN : TOKEN + b.n_regions]) if token == colony]


def removable(b: Board, p: Data, seat: int, stage: Stage) -> dict[int, list[int]]:
    """Return the regions with units of opponents that an effect can destroy, each with their numbers.

    In a battle they are those of the other side in its sector.
    """
    others = _opponents(p, seat)
    if p[SECTOR] != NOBODY:
        regions = b.sectors[p[SECTOR]]
        others = [other for other in others if p[SIDE + other] and p[SIDE + other] != p[SIDE + seat]]
    elif stage.where == 0:
        units = units_of(b, p, seat)
        regions = 0
        for sector in b.sectors:
            regions |= sector if sector & units else 0
    elif stage.where == 1:
        regions = 0
        for region in bits(units_of(b, p, seat)):
            regions |= b.near[region] | 1 << region
    else:
        regions = -1
    found: dict[int, list[int]] = {}
    guards = number(b, p, seat, GUARDS)
    for owner in others:
        for region in range(b.n_regions):
            if not regions >> region & 1:
                continue
            if stage.what == _COLONY:
                ships = any(p[SHIPS + ships_at(owner, kind, region)] for kind in range(_N_TYPES))
                if p[TOKEN + region] == token_of(owner) and not (guards and ships):
                    found.setdefault(region, []).append(_TOKEN_UNIT)
                continue
            for kind in range(_N_TYPES):
                if stage.what in (_ANY_SHIP, kind + 1) and p[SHIPS + ships_at(owner, kind, region)]:
                    found.setdefault(region, []).append(owner * _N_TYPES + kind)
    return found


def _holders(b: Board, p: Data, seat: int, stage: Stage) -> list[int]:
    """Return the opponents from whom something can be taken."""
    if stage.part == Part.TAKE_CARD:
        return [other for other in _opponents(p, seat) if cards_in_hand(b, p, other)]
    return [other for other in _opponents(p, seat) if _has(p, other, stage.what)]


def _can_swap(p: Data, seat: int, stage: Stage) -> bool:
    return all(n <= _has(p, seat, money) for money, n in enumerate(stage.give))


def can_do(b: Board, p: Data, seat: int, stage: Stage, who: int) -> bool:
    """Return whether a part of an effect can do something now."""
    part = stage.part
    if part in (Part.SURGE, Part.CORE):
        return power_of(p, seat) >= 0 and p[SURGED + seat] == (part == Part.CORE)
    if part == Part.NUMBER and stage.steps:
        # What sets a number may set it to 0.
        return True
    if amount(b, p, seat, stage.n) == 0:
        return False
    if part == Part.GAIN:
        if not stage.what:
            return True
        return any(
            p[RESOURCE + 3 * each + stage.what - 1] < number(b, p, each, TRACK + stage.what - 1)
            for each in _served(p, seat, who)
        )
    if part == Part.SCORE_TOKEN:
        return any(p[STOCK + each] for each in _served(p, seat, who)) or p[PILE] > 0
    if part == Part.SCORE_GALAXY:
        return p[PILE] > 0
    if part in (Part.BUILD_STAGING, Part.BUILD_HOME):
        return any(_can_build(b, p, each, stage) for each in _served(p, seat, who))
    if part == Part.DIAL:
        return _is_heard(p, seat, who)
    if part == Part.TAKE_EACH:
        return bool(_holders(b, p, seat, stage))
    return part > CHOICES or _has_choice(b, p, seat, stage)


def _can_build(b: Board, p: Data, seat: int, stage: Stage) -> bool:
    if not p[SUPPLIES + 3 * seat + stage.what]:
        return False
    return stage.part == Part.BUILD_STAGING or with_room(b, p, seat) >> p[HOME + seat] & 1 == 1


def _yards(b: Board, p: Data, seat: int) -> int:
    """Return the set of regions where an effect can build a ship on a starbase, wherever ships are deployed (C7.3)."""
    return starbases(b, p, seat) & with_room(b, p, seat)


def _has_choice(b: Board, p: Data, seat: int, stage: Stage) -> bool:
    """Return whether there is something to choose for a part that asks."""
    match stage.part:
        case Part.EDICT:
            return True
        case Part.GAIN_ANY:
            # What doesn't fit is lost (C5.4), so that one resource has room is enough.
            return any(p[RESOURCE + 3 * seat + each] < number(b, p, seat, TRACK + each) for each in range(3))
        case Part.PAY_ANY:
            return any(p[RESOURCE + 3 * seat : RESOURCE + 3 * seat + 3])
        case Part.PAY_SHIP:
            return any(p[SHIPS + ships_at(seat, stage.what) : SHIPS + ships_at(seat, stage.what) + b.n_regions])
        case Part.PAY_CARD:
            return cards_in_hand(b, p, seat) > 0
        case Part.TAKE | Part.TAKE_CARD:
            return bool(_holders(b, p, seat, stage))
        case Part.BUILD_STARBASE:
            return p[SUPPLIES + 3 * seat + stage.what] > 0 and _yards(b, p, seat) != 0
        case Part.MOVE:
            return bool(_movable(b, p, seat, stage))
        case Part.SETTLE:
            return bool(_free_planets(b, p, seat, stage.where))
        case Part.UPGRADE:
            return bool(_colonies(b, p, seat))
        case Part.REMOVE:
            return bool(removable(b, p, seat, stage))
        case Part.DRAW:
            return can_draw(b, p, stage.what - 1)
        case Part.PLACE:
            return can_place(b, p)
        case _:
            assert stage.part == Part.SWAP
            return _can_swap(p, seat, stage)


# --- the parts that choose nothing


def _change(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    for each in _served(p, seat, row.who):
        by = n - number(b, p, each, stage.what) if stage.steps else n
        change(b, p, each, stage.what, by, row.until)


def _gain(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    for each in _served(p, seat, row.who):
        _receive(b, p, each, stage.what, n)


def _take(b: Board, p: bytearray, seat: int, other: int, money: int, n: int) -> None:
    """Move up to so many credits or resources from one player to another."""
    taken = min(n, _has(p, other, money))
    if money:
        p[RESOURCE + 3 * other + money - 1] -= taken
    else:
        earn(p, other, -taken)
    _receive(b, p, seat, money, taken)


def _take_each(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    for other in _opponents(p, seat):
        _take(b, p, seat, other, stage.what, n)


def _score(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    for each in _served(p, seat, row.who):
        for _ in range(n):
            if stage.part == Part.SCORE_TOKEN:
                score_token(p, each)
            else:
                score_galaxy(p, each)


def _build(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    for each in _served(p, seat, row.who):
        for _ in range(n):
            if _can_build(b, p, each, stage):
                p[SUPPLIES + 3 * each + stage.what] -= 1
                at = STAGING + 3 * each + stage.what
                if stage.part == Part.BUILD_HOME:
                    at = SHIPS + ships_at(each, stage.what, p[HOME + each])
                p[at] += 1


def _influence(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    for each in _served(p, seat, row.who):
        p[SWAY + each] = min(_MOST, p[SWAY + each] + n)


def _is_heard(p: Data, seat: int, who: int) -> bool:
    """C10.3: whether an effect changes a dial: an ally's card serves the ally's own units unless it names the side."""
    return who == _SIDE_SERVED or seat in (p[ATTACKER], p[DEFENDER])


def _dial(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    if not _is_heard(p, seat, row.who):
        return
    place = PLUS + 3 * (p[SIDE + seat] - 1) + stage.what
    p[place] = max(-_MOST, min(_MOST, signed(p[place]) + n)) & 255


def _spare(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    if row.who == _SIDE_SERVED:
        # The other side makes fewer hits; they are counted when the dials are read.
        place = HITS + 2 * (2 - p[SIDE + seat])
        put2(p, place, min(_MOST, get2(p, place) + n))
    else:
        p[SPARE + seat] = min(_MOST, p[SPARE + seat] + n)


def _flip(b: Board, p: bytearray, seat: int, stage: Stage, n: int, row: Row) -> None:
    flip(b, p, seat, int(stage.part == Part.SURGE))


_AT_ONCE: Final[dict[int, Callable[[Board, bytearray, int, Stage, int, Row], None]]] = {
    Part.GAIN: _gain,
    Part.TAKE_EACH: _take_each,
    Part.SCORE_TOKEN: _score,
    Part.SCORE_GALAXY: _score,
    Part.NUMBER: _change,
    Part.BUILD_STAGING: _build,
    Part.BUILD_HOME: _build,
    Part.INFLUENCE: _influence,
    Part.DIAL: _dial,
    Part.SPARE: _spare,
    Part.SURGE: _flip,
    Part.CORE: _flip,
}


# --- how an effect goes on


def begin(b: Board, p: bytearray, seat: int, effect: int) -> None:
    """Pay for an effect what isn't chosen, and let it go on."""
    row = b.effects[effect]
    _pay(p, seat, row.paid)
    p[STOCK + seat] -= row.tokens
    p[SPENT + seat] += row.tokens
    put2(p, EFFECT, effect + 1)
    p[STEP], p[ACTOR] = Due.GO_ON, seat


_FIRST: Final[dict[int, Due]] = {
    Part.PAY_ANY: Due.EFFECT_RESOURCE,
    Part.PAY_SHIP: Due.EFFECT_FROM,
    Part.PAY_CARD: Due.EFFECT_CARD,
    Part.GAIN_ANY: Due.EFFECT_RESOURCE,
    Part.TAKE: Due.EFFECT_SEAT,
    Part.TAKE_CARD: Due.EFFECT_SEAT,
    Part.BUILD_STARBASE: Due.EFFECT_AT,
    Part.MOVE: Due.EFFECT_FROM,
    Part.SETTLE: Due.EFFECT_AT,
    Part.UPGRADE: Due.EFFECT_AT,
    Part.REMOVE: Due.EFFECT_HIT,
    Part.PLACE: Due.EFFECT_TILE,
    Part.SWAP: Due.EFFECT_AGAIN,
    Part.EDICT: Due.EFFECT_EDICT,
}
"""The first step of each part that its player chooses something for."""


def _current(b: Board, p: Data) -> tuple[Row, Stage, int]:
    """Return the effect that is half done, its part, and its owner."""
    effect = get2(p, EFFECT) - 1
    row = b.effects[effect]
    return row, row.stages[p[PART] - 1], owner_of(b, p, effect)


def go_on(b: Board, p: bytearray) -> None:
    """Do the parts of an effect up to the next choice, or to its end."""
    effect = get2(p, EFFECT) - 1
    row, seat = b.effects[effect], owner_of(b, p, effect)
    p[ACTOR] = seat
    while True:
        if p[LEFT]:
            stage = row.stages[p[PART] - 1]
            if _has_choice(b, p, seat, stage):
                if stage.part == Part.DRAW:
                    draw_from(b, p, stage.what - 1)
                else:
                    p[STEP] = _FIRST[stage.part]
                return
            p[LEFT] = 0
        if p[PART] == len(row.stages):
            break
        stage = row.stages[p[PART]]
        p[PART] += 1
        n = amount(b, p, seat, stage.n)
        if stage.part > CHOICES:
            _AT_ONCE[stage.part](b, p, seat, stage, n, row)
        elif stage.part == Part.TAKE:
            # All of it comes from one opponent.
            p[LEFT] = 1 if n > 0 else 0
        elif stage.part == Part.SWAP:
            if n > 0 and _can_swap(p, seat, stage):
                _swap(b, p, seat, stage)
                p[LEFT] = min(_MOST_LEFT, n) - 1
        else:
            p[LEFT] = max(0, min(_MOST_LEFT, n))
    put2(p, EFFECT, 0)
    p[PART] = 0
    p[STEP] = Due.ASK if p[WINDOW] else Due.RESUME


def _done(b: Board, p: bytearray) -> None:
    """Count a choice that was made."""
    p[DRAFT] = p[DRAFT + 1] = 0
    p[LEFT] -= 1
    p[STEP] = Due.GO_ON


def _stop(p: bytearray) -> None:
    """End a part before it was done as often as it can be."""
    p[LEFT] = 0
    p[STEP] = Due.GO_ON


def _swap(b: Board, p: bytearray, seat: int, stage: Stage) -> None:
    _pay(p, seat, stage.give)
    for money, n in enumerate(stage.get):
        if n:
            _receive(b, p, seat, money, n)


# --- resources, cards, seats


def _legal_resource(b: Board, p: Data, seat: int) -> list[int]:
    _, stage, _ = _current(b, p)
    first = b.first[Verb.RESOURCE]
    paying = stage.part == Part.PAY_ANY
    return [first + resource for resource in range(3) if not paying or p[RESOURCE + 3 * seat + resource]]


def _play_resource(b: Board, p: bytearray, seat: int, verb: int, resource: int) -> None:
    _, stage, _ = _current(b, p)
    if stage.part == Part.PAY_ANY:
        p[RESOURCE + 3 * seat + resource] -= 1
    else:
        gain(b, p, seat, resource, 1)
    _done(b, p)


def _legal_card(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DISCARD] + card for card in hand(b, p, seat)]


def _play_card(b: Board, p: bytearray, seat: int, verb: int, card: int) -> None:
    _, stage, owner = _current(b, p)
    if stage.part == Part.PAY_CARD:
        discard(b, p, card)
        _done(b, p)
        return
    # S66: the card that is given is shown. All of them come from one opponent, as far as the hand goes.
    p[PLACE + card], p[KNOWN + card] = IN_HAND + owner, 1
    p[LEFT] -= 1
    if not p[LEFT] or not cards_in_hand(b, p, seat):
        _stop(p)


def _legal_seat(b: Board, p: Data, seat: int) -> list[int]:
    _, stage, _ = _current(b, p)
    return [b.first[Verb.AGAINST] + other for other in _holders(b, p, seat, stage)]


def _play_seat(b: Board, p: bytearray, seat: int, verb: int, other: int) -> None:
    _, stage, _ = _current(b, p)
    if stage.part == Part.TAKE_CARD:
        p[STEP], p[ACTOR] = Due.EFFECT_CARD, other
        return
    _take(b, p, seat, other, stage.what, amount(b, p, seat, stage.n))
    _done(b, p)


# --- regions, tiles, ships


def _legal_tile(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.TILE]
    return [b.first[Verb.DONE], *(first + kind for kind in range(b.n_kinds) if p[DISPLAY + kind])]


def _play_tile(b: Board, p: bytearray, seat: int, verb: int, kind: int) -> None:
    if verb == Verb.DONE:
        _stop(p)
    else:
        p[DRAFT], p[STEP] = kind, Due.EFFECT_AT


def _legal_at(b: Board, p: Data, seat: int) -> list[int]:
    _, stage, _ = _current(b, p)
    first = b.first[Verb.AT]
    if stage.part == Part.PLACE:
        return [first + region for region in range(b.n_regions) if not p[TILE + region]]
    if stage.part == Part.SETTLE:
        first = b.first[Verb.SETTLE]
        regions = _free_planets(b, p, seat, stage.where)
    elif stage.part == Part.UPGRADE:
        regions = _colonies(b, p, seat)
    else:
        regions = [*bits(_yards(b, p, seat))]
    return [b.first[Verb.DONE], *(first + region for region in regions)]


def _play_at(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    _, stage, _ = _current(b, p)
    if verb == Verb.DONE:
        _stop(p)
        return
    if stage.part == Part.PLACE:
        kind = p[DRAFT]
        p[DISPLAY + kind] -= 1
        p[TILE + region] = kind + 1
        found_wormhole(b, p, kind)
        _done(b, p)
        # S65: the display is filled at once.
        fill(b, p)
        return
    if stage.part == Part.SETTLE:
        place_token(p, seat, region)
    elif stage.part == Part.UPGRADE:
        p[TOKEN + region] += 1
    else:
        p[SUPPLIES + 3 * seat + stage.what] -= 1
        p[SHIPS + ships_at(seat, stage.what, region)] += 1
    _done(b, p)


def _legal_from(b: Board, p: Data, seat: int) -> list[int]:
    _, stage, _ = _current(b, p)
    first = b.first[Verb.FROM]
    if stage.part == Part.PAY_SHIP:
        start = SHIPS + ships_at(seat, stage.what)
        return [first + region for region, n in enumerate(p[start : start + b.n_regions]) if n]
    return [b.first[Verb.DONE], *sorted(first + region for region in _movable(b, p, seat, stage))]


def _play_from(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    _, stage, _ = _current(b, p)
    if verb == Verb.DONE:
        _stop(p)
    elif stage.part == Part.PAY_SHIP:
        leave(p, ships_at(seat, stage.what, region))
        p[SUPPLIES + 3 * seat + stage.what] += 1
        _done(b, p)
    else:
        p[DRAFT], p[STEP] = region, Due.EFFECT_SHIP


def _legal_ship(b: Board, p: Data, seat: int) -> list[int]:
    _, stage, _ = _current(b, p)
    first = b.first[Verb.SHIP] + _N_TYPES
    return sorted(first + unit for unit in _movable(b, p, seat, stage)[p[DRAFT]])


def _play_ship(b: Board, p: bytearray, seat: int, verb: int, ship: int) -> None:
    p[DRAFT + 1], p[STEP] = ship - _N_TYPES, Due.EFFECT_TO


def _legal_to(b: Board, p: Data, seat: int) -> list[int]:
    _, stage, _ = _current(b, p)
    owner, kind = divmod(p[DRAFT + 1], _N_TYPES)
    targets = reach(b, p, terrain(b, p), owner, kind, p[DRAFT], stage.steps) & stops(b, p, owner)
    return [b.first[Verb.TO] + region for region in bits(targets)]


def _play_to(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    owner, kind = divmod(p[DRAFT + 1], _N_TYPES)
    # S64: it isn't the ship's own move; a ship that has moved stays one.
    carry(p, owner, kind, p[DRAFT], region)
    _done(b, p)


def _legal_hit(b: Board, p: Data, seat: int) -> list[int]:
    _, stage, _ = _current(b, p)
    first = b.first[Verb.HIT]
    return [b.first[Verb.DONE], *sorted(first + region for region in removable(b, p, seat, stage))]


def _play_hit(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    if verb == Verb.DONE:
        _stop(p)
    else:
        p[DRAFT], p[STEP] = region, Due.EFFECT_UNIT


def _legal_unit(b: Board, p: Data, seat: int) -> list[int]:
    _, stage, _ = _current(b, p)
    return sorted(b.first[Verb.UNIT] + unit for unit in removable(b, p, seat, stage)[p[DRAFT]])


def _play_unit(b: Board, p: bytearray, seat: int, verb: int, unit: int) -> None:
    region = p[DRAFT]
    if unit == _TOKEN_UNIT:
        # C10.10: a colony goes into the throne of who destroyed it.
        p[THRONE + 5 * seat + (p[TOKEN + region] - 1 >> 1)] += 1
        p[TOKEN + region] = 0
    else:
        owner, kind = divmod(unit, _N_TYPES)
        leave(p, ships_at(owner, kind, region))
        p[STAGING + _N_TYPES * owner + kind] += 1
    _done(b, p)


# --- exchanges and edicts


def _legal_again(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DONE], b.first[Verb.USE] + get2(p, EFFECT) - 1]


def _play_again(b: Board, p: bytearray, seat: int, verb: int, effect: int) -> None:
    _, stage, _ = _current(b, p)
    if verb == Verb.DONE:
        _stop(p)
    else:
        _swap(b, p, seat, stage)
        _done(b, p)


def _legal_edict(b: Board, p: Data, seat: int) -> list[int]:
    return [*range(b.first[Verb.EDICT], b.first[Verb.EDICT] + N_EDICTS)]


def _play_edict(b: Board, p: bytearray, seat: int, verb: int, edict: int) -> None:
    p[EDICT] = edict
    _done(b, p)


RULES: Final[Rules] = {
    Due.EFFECT_RESOURCE: Rule(_legal_resource, _play_resource),
    Due.EFFECT_CARD: Rule(_legal_card, _play_card),
    Due.EFFECT_SEAT: Rule(_legal_seat, _play_seat),
    Due.EFFECT_TILE: Rule(_legal_tile, _play_tile),
    Due.EFFECT_AT: Rule(_legal_at, _play_at),
    Due.EFFECT_FROM: Rule(_legal_from, _play_from),
    Due.EFFECT_SHIP: Rule(_legal_ship, _play_ship),
    Due.EFFECT_TO: Rule(_legal_to, _play_to),
    Due.EFFECT_HIT: Rule(_legal_hit, _play_hit),
    Due.EFFECT_UNIT: Rule(_legal_unit, _play_unit),
    Due.EFFECT_AGAIN: Rule(_legal_again, _play_again),
    Due.EFFECT_EDICT: Rule(_legal_edict, _play_edict),
}
