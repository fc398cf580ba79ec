"""C9: a player's turn of moves, battles and colonies."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board, bits
from ..due import Due
from ..layout import (
    ACTOR,
    CHOOSER,
    DRAFT,
    FOUGHT,
    MOVED,
    N_PLAYERS,
    SHIFTED,
    STEP,
    STOCK,
    TOKEN,
    Data,
    get2,
    put2,
)
from . import battle
from .form import Rule, Rules
from .ships import crowd, fleet, go, moves_from, reach, regions_with, stops, terrain, units_of
from .tokens import place_token
from .windows import uses

__all__ = ["RULES", "after_battle", "begin", "resume"]


def begin(b: Board, p: bytearray) -> None:
    """C9: the player to the chooser's left begins."""
    _turn(b, p, (p[CHOOSER] + 1) % p[N_PLAYERS])


def _turn(b: Board, p: bytearray, seat: int) -> None:
    put2(p, FOUGHT, 0)
    p[ACTOR] = seat
    _move(b, p, seat)


# --- C9.1: moves


def _movable(b: Board, p: Data, seat: int) -> dict[int, list[int]]:
    """Return the regions with ships that can move, each with their types."""
    return moves_from(b, p, seat, terrain(b, p), stops(b, p, seat), any_ship=False)


def _move(b: Board, p: bytearray, seat: int) -> None:
    """Let a player move, or go on to the battles."""
    p[STEP] = Due.MOVE
    if not (_movable(b, p, seat) or uses(b, p, seat, Due.MOVE)):
        _battles(b, p, seat)


def _legal_from(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.FROM]
    return [b.first[Verb.DONE], *sorted(first + region for region in _movable(b, p, seat))]


def _play_from(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    if verb == Verb.FROM:
        p[DRAFT], p[STEP] = region, Due.MOVE_SHIP
    else:
        _battles(b, p, seat)


def _legal_ship(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.SHIP] + kind for kind in _movable(b, p, seat)[p[DRAFT]]]


def _play_ship(b: Board, p: bytearray, seat: int, verb: int, kind: int) -> None:
    p[DRAFT + 1], p[STEP] = kind, Due.MOVE_TO


def _legal_to(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.TO]
    targets = reach(b, p, terrain(b, p), seat, p[DRAFT + 1], p[DRAFT]) & stops(b, p, seat)
    return [first + region for region in bits(targets)]


def _play_to(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    go(p, seat, p[DRAFT + 1], p[DRAFT], region)
    p[DRAFT] = p[DRAFT + 1] = 0
    _move(b, p, seat)


# --- C9.6: battles


def _enemies(b: Board, p: Data, seat: int) -> dict[int, list[int]]:
    """C9.6, S29: the sectors where a battle can begin, each with the opponents there."""
    units = [units_of(b, p, each) for each in range(p[N_PLAYERS])]
    fought = get2(p, FOUGHT)
    found: dict[int, list[int]] = {}
    for sector, regions in enumerate(b.sectors):
        if units[seat] & regions and not fought >> sector & 1:
            others = [other for other, its in enumerate(units) if other != seat and its & regions]
            if others:
                found[sector] = others
    return found


def _battles(b: Board, p: bytearray, seat: int) -> None:
    """Let a player start a battle, or go on to the colonies."""
    p[STEP] = Due.BATTLE
    if not (_enemies(b, p, seat) or uses(b, p, seat, Due.BATTLE)):
        _colonies(b, p, seat)


def after_battle(b: Board, p: bytearray) -> None:
    """Let the attacker start another battle."""
    _battles(b, p, p[ACTOR])


def _legal_battle(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DONE], *(b.first[Verb.BATTLE] + sector for sector in _enemies(b, p, seat))]


def _play_battle(b: Board, p: bytearray, seat: int, verb: int, sector: int) -> None:
    if verb == Verb.BATTLE:
        p[DRAFT], p[STEP] = sector, Due.AGAINST
    else:
        _colonies(b, p, seat)


def _legal_against(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.AGAINST] + other for other in _enemies(b, p, seat)[p[DRAFT]]]


def _play_against(b: Board, p: bytearray, seat: int, verb: int, other: int) -> None:
    sector = p[DRAFT]
    p[DRAFT] = 0
    put2(p, FOUGHT, get2(p, FOUGHT) | 1 << sector)
    battle.begin(b, p, sector, seat, other)


# --- C9.7: colonies


def _free_planets(b: Board, p: Data, seat: int) -> list[int]:
    """C9.7, S28: planets without owner where own ships stand and no other player's."""
    if not p[STOCK + seat]:
        return []
    own, all_ships = fleet(p, seat), crowd(p)
    planets = terrain(b, p).planets & regions_with(own[: b.n_regions])
    return [region for region in bits(planets) if not p[TOKEN + region] and own[region] == all_ships[region]]


def _colonies(b: Board, p: bytearray, seat: int) -> None:
    """Let a player settle, or the next one begin; after the chooser the role ends."""
    p[STEP] = Due.COLONIZE
    if not (_free_planets(b, p, seat) or uses(b, p, seat, Due.COLONIZE)):
        _end_turn(b, p, seat)


def _end_turn(b: Board, p: bytearray, seat: int) -> None:
    if seat != p[CHOOSER]:
        _turn(b, p, (seat + 1) % p[N_PLAYERS])
        return
    p[STEP] = Due.END_ROLE
    put2(p, FOUGHT, 0)
    p[MOVED:SHIFTED] = bytes(SHIFTED - MOVED)


def _legal_settle(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DONE], *(b.first[Verb.SETTLE] + region for region in _free_planets(b, p, seat))]


def _play_settle(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    if verb == Verb.SETTLE:
        place_token(p, seat, region)
        _colonies(b, p, seat)
    else:
        _end_turn(b, p, seat)


def resume(b: Board, p: bytearray, seat: int, step: int) -> None:
    """Go on with moves, battles or colonies after an effect."""
    if step == Due.MOVE:
        _move(b, p, seat)
    elif step == Due.BATTLE:
        _battles(b, p, seat)
    else:
        _colonies(b, p, seat)


RULES: Final[Rules] = {
    Due.MOVE: Rule(_legal_from, _play_from),
    Due.MOVE_SHIP: Rule(_legal_ship, _play_ship),
    Due.MOVE_TO: Rule(_legal_to, _play_to),
    Due.BATTLE: Rule(_legal_battle, _play_battle),
    Due.AGAINST: Rule(_legal_against, _play_against),
    Due.COLONIZE: Rule(_legal_settle, _play_settle),
}
