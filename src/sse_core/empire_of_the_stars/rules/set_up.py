"""C1, C14.1, C15: what the seed deals, then home worlds and 2-polymer tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...seeds import SplitMix64
from ..actions import Verb
from ..board import Board, bits
from ..content import N_WORMHOLES
from ..due import Due
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
    RESOURCE,
    ROUND_LIMIT,
    SCEPTER,
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
from .tokens import place_token

__all__ = ["RULES", "dealt", "has_room", "lay_stack"]

_START: Final = (5, (3, 2, 1))
"""C15.1: credits and resources."""

_DEALT: Final = 3


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
    return p


def _deal_player(p: bytearray, seat: int) -> None:
    """C1.7, C15.1: ships, tokens, credits and resources."""
    p[STOCK + seat] = TOKENS
    p[SUPPLIES + 3 * seat : SUPPLIES + 3 * seat + 3] = bytes(SUPPLY)
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


# --- C1.9


def has_room(b: Board, p: Data, seat: int, *taken: int) -> bool:
    """S56: whether all players after a seat can place home world and tile when these regions are taken."""
    free = {*bits(terrain(b, p).free)} - {*taken}
    return has_pairs(free, b.beside, p[N_PLAYERS] - 1 - seat)


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
    p[SHIPS + ships_at(seat, 0, p[DRAFT])] = 1
    p[SUPPLIES + 3 * seat] -= 1
    p[TILE + region] = b.two_polymers + 1
    if get2(p, FLAGS) & START_COLONY:
        place_token(p, seat, region)
    p[DRAFT] = 0
    if seat + 1 < p[N_PLAYERS]:
        p[STEP], p[ACTOR] = Due.HOME, seat + 1
    else:
        p[STEP], p[ACTOR] = Due.ROLE, p[SCEPTER]


RULES: Final[Rules] = {Due.HOME: Rule(_homes, _play_home), Due.FIRST_TILE: Rule(_tiles, _play_tile)}
