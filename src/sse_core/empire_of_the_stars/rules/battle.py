"""C10: battles, with allies, sealed dials, moves by tactics, and hits."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board, bits
from ..due import Due
from ..effect_rows import MOMENT
from ..layout import (
    ACTOR,
    ASKED,
    ATTACKER,
    DEFENDER,
    DRAFT,
    FALLEN,
    FLAGS,
    FORCE,
    FREE_ALLIES,
    HITS,
    N_PLAYERS,
    NEUTRAL_SHIELDS,
    NOBODY,
    PLACED,
    PLUS,
    SECTOR,
    SHIFTED,
    SHIFTS,
    SHIPS,
    SIDE,
    SIZE,
    SPARE,
    SPARE_HITS,
    STAGING,
    STEP,
    TACTICS,
    THRONE,
    TOKEN,
    WEAPONS,
    WRITTEN,
    Data,
    get2,
    put2,
    ships_at,
    signed,
)
from ..vocabulary import BATTLE_MOMENTS
from ..vocabulary import SHIPS as SHIP_NAMES
from .form import Rule, Rules
from .ships import carry, go, leave, moves_from, reach, stops, strength_in, terrain, units_of
from .standing import GUARDS, end_battle_changes, number, tactics
from .standing import HITS as HITS_OF
from .tokens import score_galaxy, turn_order
from .windows import open_window

__all__ = [
    "RULES",
    "TOKEN_NUMBER",
    "begin",
    "dial_end",
    "end",
    "hit_price",
    "leader",
    "open_dials",
    "parts",
    "set_dials",
    "side_of",
]

TOKEN_NUMBER: Final = 4 * len(SHIP_NAMES)
"""The number of a colony or starbase among the units of a hit; ships have seat * 3 and their type."""

_N_TYPES: Final = len(SHIP_NAMES)
_BEGIN, _OPEN, _END = (MOMENT[name] for name in BATTLE_MOMENTS)


def begin(b: Board, p: bytearray, sector: int, attacker: int, defender: int) -> None:
    """C10.1: a battle begins in a sector."""
    p[SECTOR], p[ATTACKER], p[DEFENDER] = sector, attacker, defender
    p[SIDE + attacker], p[SIDE + defender] = 1, 2
    _invite(b, p, 0)


def leader(p: Data, side: int) -> int:
    """Return the attacker for side 0, the defender for side 1."""
    return p[ATTACKER + side]


def side_of(p: Data, seat: int) -> int:
    """Return 0 for the attacker, 1 for the defender."""
    return 0 if seat == p[ATTACKER] else 1


# --- C10.2: allies


def _has_unit(b: Board, p: Data, seat: int) -> bool:
    return units_of(b, p, seat) & b.sectors[p[SECTOR]] != 0


def _bringable(b: Board, p: Data, seat: int) -> dict[int, list[int]]:
    """C10.2, S59: the regions outside the sector from which a player can bring ships, each with their types."""
    here = b.sectors[p[SECTOR]]
    any_ship = get2(p, FLAGS) & FREE_ALLIES != 0
    found = moves_from(b, p, seat, terrain(b, p), here & stops(b, p, seat), any_ship=any_ship)
    return {region: kinds for region, kinds in found.items() if not here >> region & 1}


def _can_join(b: Board, p: Data, seat: int) -> bool:
    """C10.3, S30: whether a player has a unit in the sector or can bring one."""
    return _has_unit(b, p, seat) or bool(_bringable(b, p, seat))


def _wanted(b: Board, p: Data, side: int) -> list[int]:
    """Return the players whom a side may still ask."""
    asked = p[ASKED + side]
    others = [seat for seat in range(p[N_PLAYERS]) if not p[SIDE + seat] and not asked >> seat & 1]
    return [seat for seat in others if _can_join(b, p, seat)]


def _invite(b: Board, p: bytearray, side: int) -> None:
    """Let attacker, then defender, ask for allies; then those who were asked answer."""
    for each in range(side, 2):
        if _wanted(b, p, each):
            p[STEP], p[ACTOR] = Due.INVITE, leader(p, each)
            return
    _answers(b, p, p[ATTACKER])


def _legal_invite(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.ALLY]
    return [b.first[Verb.DONE], *(first + other for other in _wanted(b, p, side_of(p, seat)))]


def _play_invite(b: Board, p: bytearray, seat: int, verb: int, other: int) -> None:
    side = side_of(p, seat)
    if verb == Verb.ALLY:
        p[ASKED + side] |= 1 << other
        _invite(b, p, side)
    else:
        _invite(b, p, side + 1)


def _answers(b: Board, p: bytearray, seat: int) -> None:
    """Let the next player after a seat answer; after the last one the dials are set."""
    asked = p[ASKED] | p[ASKED + 1]
    while True:
        seat = (seat + 1) % p[N_PLAYERS]
        if seat == p[ATTACKER]:
            open_window(b, p, _BEGIN, Due.SET_DIALS)
            return
        if asked >> seat & 1 and _can_join(b, p, seat):
            p[STEP], p[ACTOR] = Due.ANSWER, seat
            return


def _legal_answer(b: Board, p: Data, seat: int) -> list[int]:
    joins = [b.first[Verb.JOIN] + leader(p, side) for side in range(2) if p[ASKED + side] >> seat & 1]
    return [b.first[Verb.DECLINE], *sorted(joins)]


def _play_answer(b: Board, p: bytearray, seat: int, verb: int, whom: int) -> None:
    if verb == Verb.JOIN:
        p[SIDE + seat] = p[SIDE + whom]
        _bring(b, p, seat)
    else:
        _answers(b, p, seat)


def _bring(b: Board, p: bytearray, seat: int) -> None:
    """Let an ally bring ships, or the next one answer."""
    p[STEP] = Due.BRING
    if not _bringable(b, p, seat):
        _answers(b, p, seat)


def _legal_from(b: Board, p: Data, seat: int) -> list[int]:
    # C10.3: who has no unit there has to bring one.
    done = [b.first[Verb.DONE]] if _has_unit(b, p, seat) else []
    return [*done, *sorted(b.first[Verb.FROM] + region for region in _bringable(b, p, seat))]


def _play_from(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    if verb == Verb.FROM:
        p[DRAFT], p[STEP] = region, Due.BRING_SHIP
    else:
        _answers(b, p, seat)


def _legal_ship(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.SHIP] + kind for kind in _bringable(b, p, seat)[p[DRAFT]]]


def _play_ship(b: Board, p: bytearray, seat: int, verb: int, kind: int) -> None:
    p[DRAFT + 1], p[STEP] = kind, Due.BRING_TO


def _legal_to(b: Board, p: Data, seat: int) -> list[int]:
    far = reach(b, p, terrain(b, p), seat, p[DRAFT + 1], p[DRAFT])
    targets = far & stops(b, p, seat) & b.sectors[p[SECTOR]]
    return [b.first[Verb.TO] + region for region in bits(targets)]


def _play_to(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    origin, kind = p[DRAFT], p[DRAFT + 1]
    if get2(p, FLAGS) & FREE_ALLIES:
        carry(p, seat, kind, origin, region)
    else:
        go(p, seat, kind, origin, region)
    p[DRAFT] = p[DRAFT + 1] = 0
    _bring(b, p, seat)


# --- C10.4, C10.5: dials


def set_dials(b: Board, p: bytearray) -> None:
    """C10.4: each side's strength is counted, and attacker and defender set their dials."""
    for side in range(2):
        seats = [seat for seat in range(p[N_PLAYERS]) if p[SIDE + seat] == side + 1]
        put2(p, FORCE + 2 * side, sum(strength_in(b, p, seat, p[SECTOR]) for seat in seats))
    p[STEP], p[ACTOR] = Due.DIAL, p[ATTACKER]


def parts(b: Board, p: Data, side: int) -> tuple[int, int, int]:
    """Return tactics, weapons and shields of a side, with what effects add to them."""
    weapons = get2(p, WEAPONS + 2 * side)
    shields = dial_end(b, get2(p, FORCE + 2 * side) - get2(p, TACTICS + 2 * side) - weapons)
    plus = p[PLUS + 3 * side : PLUS + 3 * side + 3]
    if not any(plus):
        return get2(p, TACTICS + 2 * side), weapons, shields
    return tactics(p, side), max(0, weapons + signed(plus[1])), max(0, shields + signed(plus[2]))


def dial_end(b: Board, strength: int) -> int:
    """S32, S57: the most that a part of a dial can be."""
    return strength if b.content.dial < 0 else min(strength, b.content.dial)


def _legal_dial(b: Board, p: Data, seat: int) -> list[int]:
    side = side_of(p, seat)
    force = get2(p, FORCE + 2 * side)
    if p[WRITTEN + side]:
        first, most = b.first[Verb.WEAPONS], dial_end(b, force - get2(p, TACTICS + 2 * side))
    else:
        first, most = b.first[Verb.TACTICS], dial_end(b, force)
    return [*range(first, first + most + 1)]


def _play_dial(b: Board, p: bytearray, seat: int, verb: int, n: int) -> None:
    side = side_of(p, seat)
    put2(p, (WEAPONS if p[WRITTEN + side] else TACTICS) + 2 * side, n)
    p[WRITTEN + side] += 1
    if p[WRITTEN] >= 2 and p[WRITTEN + 1] >= 2:
        # In a view, a dial that isn't known has all in its shields.
        p[WRITTEN] = p[WRITTEN + 1] = 2
        open_window(b, p, _OPEN, Due.OPEN_DIALS)


def open_dials(b: Board, p: bytearray) -> None:
    """C10.5 to C10.7: the dials are open; tokens for the tactics, then moves by them."""
    dials = [parts(b, p, side) for side in range(2)]
    for side in range(2):
        # Hits that an effect of the side spares are there already.
        spared = get2(p, HITS + 2 * side)
        put2(p, HITS + 2 * side, max(0, dials[side][1] - dials[1 - side][2] - spared))
    ahead = dials[0][0] - dials[1][0]
    p[STEP] = Due.SHIFT
    if not ahead:
        _hits(b, p, 0)
        return
    side = 0 if ahead > 0 else 1
    winner = leader(p, side)
    for seat in turn_order(p, winner):
        if p[SIDE + seat] == side + 1:
            score_galaxy(p, seat)
    put2(p, SHIFTS, abs(ahead))
    p[ACTOR] = winner
    _shift(b, p)


# --- C10.6: moves by tactics


def _shiftable(b: Board, p: Data, region: int) -> list[int]:
    """C10.6, S33: the ships of a region that can be moved, as seat * 3 and their type."""
    found: list[int] = []
    land = terrain(b, p)
    for seat in range(p[N_PLAYERS]):
        if not p[SIDE + seat]:
            continue
        targets = stops(b, p, seat)
        for kind in range(_N_TYPES):
            place = ships_at(seat, kind, region)
            if p[SHIPS + place] > p[SHIFTED + place] and reach(b, p, land, seat, kind, region) & targets:
                found.append(seat * _N_TYPES + kind)
    return found


def _shift(b: Board, p: bytearray) -> None:
    """Let the winner of the tactics move a ship, or go on to the hits."""
    p[STEP] = Due.SHIFT
    regions = b.content.sectors[p[SECTOR]].regions
    if not get2(p, SHIFTS) or not any(_shiftable(b, p, region) for region in regions):
        _hits(b, p, 0)


def _legal_shift(b: Board, p: Data, seat: int) -> list[int]:
    regions = b.content.sectors[p[SECTOR]].regions
    first = b.first[Verb.FROM]
    return [b.first[Verb.DONE], *(first + region for region in regions if _shiftable(b, p, region))]


def _play_shift(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    if verb == Verb.FROM:
        p[DRAFT], p[STEP] = region, Due.SHIFT_SHIP
    else:
        _hits(b, p, 0)


def _legal_shift_ship(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.SHIP] + _N_TYPES
    return [first + unit for unit in _shiftable(b, p, p[DRAFT])]


def _play_shift_ship(b: Board, p: bytearray, seat: int, verb: int, ship: int) -> None:
    p[DRAFT + 1], p[STEP] = ship - _N_TYPES, Due.SHIFT_TO


def _legal_shift_to(b: Board, p: Data, seat: int) -> list[int]:
    owner, kind = divmod(p[DRAFT + 1], _N_TYPES)
    targets = reach(b, p, terrain(b, p), owner, kind, p[DRAFT]) & stops(b, p, owner)
    return [b.first[Verb.TO] + region for region in bits(targets)]


def _play_shift_to(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    owner, kind = divmod(p[DRAFT + 1], _N_TYPES)
    target = carry(p, owner, kind, p[DRAFT], region)
    if b.sectors[p[SECTOR]] >> region & 1:
        p[SHIFTED + target] += 1
    put2(p, SHIFTS, get2(p, SHIFTS) - 1)
    p[DRAFT] = p[DRAFT + 1] = 0
    _shift(b, p)


# --- C10.7 to C10.10: hits


def _is_guarded(p: Data, region: int, side: int) -> bool:
    """C10.8, S37: whether ships guard the colony of a side's player in a region."""
    neutral = get2(p, FLAGS) & NEUTRAL_SHIELDS
    for seat in range(p[N_PLAYERS]):
        its = p[SIDE + seat]
        if its == side or (neutral and not its):
            for kind in range(_N_TYPES):
                if p[SHIPS + ships_at(seat, kind, region)]:
                    return True
    return False


def hit_price(b: Board, p: Data, seat: int, kind: int) -> int:
    """C10.7: the hits that destroy a ship of a player; those that are spared come before."""
    return number(b, p, seat, HITS_OF + kind) + p[SPARE + seat]


def _targets(b: Board, p: Data, side: int, region: int) -> list[int]:
    """C10.7, C10.8: the units of a region that a side can still hit: seat * 3 and their type, or `TOKEN_NUMBER`."""
    hits, enemy = get2(p, HITS + 2 * side), 2 - side
    found: list[int] = []
    for seat in range(p[N_PLAYERS]):
        if p[SIDE + seat] == enemy:
            for kind in range(_N_TYPES):
                if p[SHIPS + ships_at(seat, kind, region)] and hit_price(b, p, seat, kind) <= hits:
                    found.append(seat * _N_TYPES + kind)
    token = p[TOKEN + region]
    if token and hits and p[SIDE + (token - 1 >> 1)] == enemy and hits > p[SPARE + (token - 1 >> 1)]:
        guarded = token & 1 and number(b, p, leader(p, side), GUARDS) and _is_guarded(p, region, enemy)
        if not guarded:
            found.append(TOKEN_NUMBER)
    return found


def _hits(b: Board, p: bytearray, side: int) -> None:
    """Let attacker, then defender, use hits; then the battle ends. No ship is moved by tactics any more."""
    put2(p, SHIFTS, 0)
    p[SHIFTED:PLACED] = bytes(PLACED - SHIFTED)
    regions = b.content.sectors[p[SECTOR]].regions
    for each in range(side, 2):
        if any(_targets(b, p, each, region) for region in regions):
            p[STEP], p[ACTOR] = Due.HIT, leader(p, each)
            return
        put2(p, HITS + 2 * each, 0)
    _reward(p)
    open_window(b, p, _END, Due.BATTLE_OVER)


def _legal_hit(b: Board, p: Data, seat: int) -> list[int]:
    side = side_of(p, seat)
    first = b.first[Verb.HIT]
    done = [b.first[Verb.DONE]] if get2(p, FLAGS) & SPARE_HITS else []
    return [*done, *(first + region for region in b.content.sectors[p[SECTOR]].regions if _targets(b, p, side, region))]


def _play_hit(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    if verb == Verb.HIT:
        p[DRAFT], p[STEP] = region, Due.HIT_UNIT
    else:
        side = side_of(p, seat)
        put2(p, HITS + 2 * side, 0)
        _hits(b, p, side)


def _legal_unit(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.UNIT] + unit for unit in _targets(b, p, side_of(p, seat), p[DRAFT])]


def _play_unit(b: Board, p: bytearray, seat: int, verb: int, unit: int) -> None:
    side, region = side_of(p, seat), p[DRAFT]
    spent = 1
    if unit != TOKEN_NUMBER:
        owner, kind = divmod(unit, _N_TYPES)
        spent = hit_price(b, p, owner, kind)
        leave(p, ships_at(owner, kind, region))
        p[STAGING + _N_TYPES * owner + kind] += 1
    else:
        owner = p[TOKEN + region] - 1 >> 1
        spent += p[SPARE + owner]
        if p[TOKEN + region] & 1:
            # C10.10: a colony goes into the throne of who destroyed it.
            p[THRONE + 5 * seat + owner] += 1
            p[TOKEN + region] = 0
            p[FALLEN + side] += 1
        else:
            p[TOKEN + region] -= 1
    p[SPARE + owner] = 0
    put2(p, HITS + 2 * side, get2(p, HITS + 2 * side) - spent)
    p[DRAFT] = 0
    _hits(b, p, side)


def _reward(p: bytearray) -> None:
    """C10.10, S10: allies score for colonies that fell."""
    for side in range(2):
        own = leader(p, side)
        for seat in turn_order(p, own):
            if seat != own and p[SIDE + seat] == side + 1:
                for _ in range(p[FALLEN + side]):
                    score_galaxy(p, seat)


def end(b: Board, p: bytearray) -> None:
    """Clear the battle away; its attacker goes on."""
    attacker = p[ATTACKER]
    end_battle_changes(b, p)
    p[SECTOR] = p[ATTACKER] = p[DEFENDER] = NOBODY
    p[SIDE:SIZE] = bytes(SIZE - SIDE)
    p[STEP], p[ACTOR] = Due.AFTER_BATTLE, attacker


RULES: Final[Rules] = {
    Due.INVITE: Rule(_legal_invite, _play_invite),
    Due.ANSWER: Rule(_legal_answer, _play_answer),
    Due.BRING: Rule(_legal_from, _play_from),
    Due.BRING_SHIP: Rule(_legal_ship, _play_ship),
    Due.BRING_TO: Rule(_legal_to, _play_to),
    Due.DIAL: Rule(_legal_dial, _play_dial),
    Due.SHIFT: Rule(_legal_shift, _play_shift),
    Due.SHIFT_SHIP: Rule(_legal_shift_ship, _play_shift_ship),
    Due.SHIFT_TO: Rule(_legal_shift_to, _play_shift_to),
    Due.HIT: Rule(_legal_hit, _play_hit),
    Due.HIT_UNIT: Rule(_legal_unit, _play_unit),
}
