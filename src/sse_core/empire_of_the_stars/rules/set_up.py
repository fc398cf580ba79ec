"""C1, C14.1, C15: what the seed deals, then home worlds and 2-polymer tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...seeds import SplitMix64
from ..actions import Verb
from ..board import Board, bits
from ..content import MAX_EFFECTS, N_WORMHOLES
from ..due import Due
from ..effect_rows import MOMENT
from ..galaxy import has_pairs
from ..layout import (
    ACTOR,
    ATTACKER,
    BLOCKED,
    CHOOSER,
    CREDITS,
    DEFENDER,
    DEPTH,
    DRAFT,
    EMPEROR,
    FAR,
    FAVOURED,
    FLAGS,
    GALAXY,
    HEIGHT,
    HOME,
    HOME_TILE,
    IN_HAND,
    IN_PILE,
    MONOLITH,
    N_PLAYERS,
    NOBODY,
    PILE,
    PLACE,
    POWER,
    POWERS_DEALT,
    RESOURCE,
    ROUND_LIMIT,
    SCEPTER,
    SECRET,
    SECTOR,
    SHIPS,
    SIZE,
    STACK,
    START_COLONY,
    STEP,
    STOCK,
    SUPPLIES,
    TILE,
    TOKENS,
    UNSEEN,
    USED,
    Data,
    get2,
    put2,
    put4,
    ships_at,
)
from ..vocabulary import SUPPLY
from .explorer import events, fill, turn_up
from .form import Rule, Rules
from .ships import terrain
from .sides import by_number, must_discard
from .standing import has_powers, power_of, restand
from .tokens import earn, gain, place_token
from .verbs import amount
from .windows import open_window

__all__ = ["RULES", "begin_game", "dealt", "has_room", "lay_stack", "take_starts"]

_START: Final = (5, (3, 2, 1))
"""C15.1: credits and resources."""

_DEALT: Final = 3
_FLEET: Final = (1, 0, 0)
"""C1.9: the ships at the home world, unless a power says otherwise."""

_SET_UP: Final = MOMENT["setup"]


def dealt(b: Board, players: int, flags: int, round_limit: int, blocked: Sequence[int], rng: SplitMix64) -> bytearray:
    """Return the position before the first decision: a seed deals cards and the display."""
    p = bytearray(SIZE)
    p[N_PLAYERS] = players
    put2(p, FLAGS, flags)
    put2(p, ROUND_LIMIT, round_limit)
    for place in (MONOLITH, FAVOURED, SECTOR, ATTACKER, DEFENDER):
        p[place] = NOBODY
    p[HOME : HOME + 4] = bytes([NOBODY] * 4)
    p[EMPEROR] = p[SCEPTER] = p[CHOOSER] = players - 1
    for place in range(len(b.content.far_space)):
        p[FAR + place] = GALAXY
    p[PILE] = b.content.galaxy_tokens - len(b.content.far_space)
    for sector in blocked:
        for region in bits(b.sectors[sector]):
            p[TILE + region] = BLOCKED
    for seat in range(players):
        _deal_player(p, seat)
    lay_stack(b, p, players)
    _cards(b, p, players, rng)
    fill(b, p)
    while p[STEP] == Due.REVEAL:
        turn_up(b, p, _drawn(b, p, rng))
        fill(b, p)
    p[STEP], p[ACTOR] = Due.HOME, 0
    if has_powers(p):
        _deal_powers(b, p, players, rng)
    return p


def _deal_player(p: bytearray, seat: int) -> None:
    """C1.7, C15.1: ships, tokens, credits and resources."""
    p[STOCK + seat] = TOKENS
    p[SUPPLIES + 3 * seat : SUPPLIES + 3 * seat + 3] = bytes(SUPPLY)
    if not has_powers(p):
        put4(p, CREDITS + 4 * seat, _START[0])
        p[RESOURCE + 3 * seat : RESOURCE + 3 * seat + 3] = bytes(_START[1])


def lay_stack(b: Board, p: bytearray, players: int) -> None:
    """C1.5, C14.1, S1: the tiles that lie in the stack, and how deep the wormholes are."""
    for kind, tile in enumerate(b.content.tiles):
        p[UNSEEN + kind] = tile.n if kind != b.wormhole else 0
    p[UNSEEN + b.two_polymers] -= players
    others = sum(p[UNSEEN : UNSEEN + b.n_kinds]) - p[TILE : TILE + b.n_regions].count(BLOCKED)
    above = 0
    for number in range(N_WORMHOLES):
        # Larger stacks lie above.
        size = (others + N_WORMHOLES - 1 - number) // N_WORMHOLES
        p[DEPTH + number] = above + size // 2
        above += size + 1
    p[STACK] = above


def _cards(b: Board, p: bytearray, players: int, rng: SplitMix64) -> None:
    """C1.2: three cards of cost 1 for each, and the first card of each pile."""
    for number, cards in enumerate(b.cards):
        deck = [*cards]
        rng.shuffle(deck)
        if number == 0:
            for seat in range(players):
                for _ in range(_DEALT):
                    p[PLACE + deck.pop()] = IN_HAND + seat
        top = deck.pop()
        p[PLACE + top], p[HEIGHT + top] = IN_PILE, 1


def _drawn(b: Board, p: Data, rng: SplitMix64) -> int:
    """Return the kind of the tile that the seed turns up."""
    weights = events(b, p)
    drawn = rng.below(sum(weights.values()))
    for kind, weight in weights.items():
        drawn -= weight
        if drawn < 0:
            return kind
    raise AssertionError(weights)


# --- C1.8


def _deal_powers(b: Board, p: bytearray, players: int, rng: SplitMix64) -> None:
    """C1.8, S5: three powers for each, after cards and display."""
    powers = [*range(1, len(b.content.powers) + 1)]
    rng.shuffle(powers)
    n = _DEALT * players
    p[POWERS_DEALT : POWERS_DEALT + n] = bytes(powers[:n])
    p[STEP] = Due.POWER


def _powers(b: Board, p: Data, seat: int) -> list[int]:
    place = POWERS_DEALT + _DEALT * seat
    return sorted(b.first[Verb.POWER] + power - 1 for power in p[place : place + _DEALT] if power)


def _play_power(b: Board, p: bytearray, seat: int, verb: int, power: int) -> None:
    p[POWER + seat] = power + 1
    if all(p[POWER : POWER + p[N_PLAYERS]]):
        _show_powers(p)
        seats = by_number(p)
        # C1.11: the highest number begins as Emperor.
        p[EMPEROR] = p[SCEPTER] = p[CHOOSER] = seats[-1]
        p[STEP], p[ACTOR] = Due.HOME, seats[0]


def _show_powers(p: bytearray) -> None:
    """Show what all have chosen. In a view, a power that isn't known is the first that it can be."""
    taken = {0, *p[POWER : POWER + 4], *p[POWERS_DEALT : POWERS_DEALT + 4 * _DEALT]}
    for place in range(POWER, POWER + p[N_PLAYERS]):
        if p[place] == SECRET:
            p[place] = next(power for power in range(SECRET) if power not in taken)
            taken.add(p[place])
    p[POWERS_DEALT : POWERS_DEALT + 4 * _DEALT] = bytes(4 * _DEALT)


# --- C1.9


def has_room(b: Board, p: Data, seat: int, *taken: int) -> bool:
    """S56: whether all players after a seat can place home world and tile when these regions are taken."""
    free = {*bits(terrain(b, p).free)} - {*taken}
    return has_pairs(free, b.beside, p[N_PLAYERS] - 1 - by_number(p).index(seat))


def _homes(b: Board, p: Data, seat: int) -> list[int]:
    free = terrain(b, p).free
    first = b.first[Verb.AT]
    return [
        first + region
        for region in bits(free)
        if any(has_room(b, p, seat, region, other) for other in bits(b.near[region] & free))
    ]


def _play_home(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    p[DRAFT] = region
    p[STEP] = Due.FIRST_TILE
    p[HOME + seat] = region
    p[TILE + region] = HOME_TILE + seat


def _tiles(b: Board, p: Data, seat: int) -> list[int]:
    near = b.near[p[DRAFT]] & terrain(b, p).free
    return [b.first[Verb.AT] + region for region in bits(near) if has_room(b, p, seat, region)]


def _play_tile(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    fleet = b.content.powers[power_of(p, seat)].fleet if has_powers(p) else _FLEET
    for kind, n in enumerate(fleet):
        p[SHIPS + ships_at(seat, kind, p[DRAFT])] = n
        p[SUPPLIES + 3 * seat + kind] -= n
    p[TILE + region] = b.two_polymers + 1
    if get2(p, FLAGS) & START_COLONY:
        place_token(p, seat, region)
    p[DRAFT] = 0
    seats = by_number(p)
    following = seats.index(seat) + 1
    if following < len(seats):
        p[STEP], p[ACTOR] = Due.HOME, seats[following]
    elif has_powers(p):
        p[STEP] = Due.SET_UP_OVER
    else:
        p[STEP], p[ACTOR] = Due.ROLE, p[SCEPTER]


# --- C1.10


def take_starts(b: Board, p: bytearray) -> None:
    """C1.10: each takes what the power says; who depends on opponents waits until all others have."""
    # C13.1: the core sides work from now on; a track that they make longer has room for more.
    restand(b, p)
    for waits in (False, True):
        for seat in by_number(p):
            start = b.content.powers[power_of(p, seat)].start
            if any(each.of for each in start) != waits:
                continue
            amounts = [amount(b, p, seat, each) for each in start]
            earn(p, seat, amounts[0])
            for resource, n in enumerate(amounts[1:]):
                gain(b, p, seat, resource, n)
    open_window(b, p, _SET_UP, Due.GAME_BEGINS)


def begin_game(b: Board, p: bytearray) -> None:
    """C1.11: the Emperor starts."""
    if must_discard(b, p, Due.GAME_BEGINS):
        return
    p[USED : USED + MAX_EFFECTS] = bytes(MAX_EFFECTS)
    p[STEP], p[ACTOR] = Due.ROLE, p[SCEPTER]


RULES: Final[Rules] = {
    Due.POWER: Rule(_powers, _play_power),
    Due.HOME: Rule(_homes, _play_home),
    Due.FIRST_TILE: Rule(_tiles, _play_tile),
}
