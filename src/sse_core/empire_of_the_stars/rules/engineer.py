"""C7: ships are built and deployed."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board, bits
from ..due import Due
from ..layout import (
    ACTOR,
    CHOOSER,
    COUNT,
    DRAFT,
    N_PLAYERS,
    RESOURCE,
    SHIPS,
    STAGING,
    STEP,
    SUPPLIES,
    Data,
    ships_at,
)
from ..vocabulary import SHIP_PRICES
from .form import Rule, Rules
from .ships import docks
from .standing import ship_price
from .windows import uses

__all__ = ["RULES", "begin", "resume"]


def begin(b: Board, p: bytearray) -> None:
    """C7.1: all build from the chooser on."""
    _build(b, p, p[CHOOSER])


def _is_free(p: Data, seat: int, kind: int) -> bool:
    """C7.2, S55: whether this ship is the chooser's free fighter."""
    return kind == 0 and seat == p[CHOOSER] and p[COUNT] == 0


def _buildable(b: Board, p: Data, seat: int) -> list[int]:
    """C7.1: the types of ship that a player can build now."""
    found: list[int] = []
    has = p[RESOURCE + 3 * seat : RESOURCE + 3 * seat + 3]
    for kind, price in enumerate(SHIP_PRICES):
        if p[SUPPLIES + 3 * seat + kind]:
            polymers, metal, energy = ship_price(b, p, seat, kind, price)
            pays = has[0] >= polymers and has[1] >= metal and has[2] >= energy
            if pays or _is_free(p, seat, kind):
                found.append(kind)
    return found


def _build(b: Board, p: bytearray, seat: int) -> None:
    """Let a player build, or the next one who can; after the last one all deploy."""
    p[COUNT] = 0
    while not (_buildable(b, p, seat) or uses(b, p, seat, Due.BUILD)):
        seat = (seat + 1) % p[N_PLAYERS]
        if seat == p[CHOOSER]:
            _deploy(b, p, seat)
            return
    p[STEP], p[ACTOR] = Due.BUILD, seat


def _legal_build(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DONE], *(b.first[Verb.BUILD] + kind for kind in _buildable(b, p, seat))]


def _play_build(b: Board, p: bytearray, seat: int, verb: int, kind: int) -> None:
    if verb == Verb.BUILD:
        if _is_free(p, seat, kind):
            p[COUNT] = 1
        else:
            for resource, price in enumerate(ship_price(b, p, seat, kind, SHIP_PRICES[kind])):
                p[RESOURCE + 3 * seat + resource] -= price
        p[SUPPLIES + 3 * seat + kind] -= 1
        p[STAGING + 3 * seat + kind] += 1
        if _buildable(b, p, seat) or uses(b, p, seat, Due.BUILD):
            return
    _built(b, p, seat)


def _built(b: Board, p: bytearray, seat: int) -> None:
    p[COUNT] = 0
    following = (seat + 1) % p[N_PLAYERS]
    if following == p[CHOOSER]:
        _deploy(b, p, following)
    else:
        _build(b, p, following)


# --- C7.3: deployment


def _deploy(b: Board, p: bytearray, seat: int) -> None:
    """Let a player deploy, or the next one who has something to deploy and room for it."""
    while True:
        place = STAGING + 3 * seat
        if (any(p[place : place + 3]) and docks(b, p, seat)) or uses(b, p, seat, Due.DEPLOY):
            p[STEP], p[ACTOR] = Due.DEPLOY, seat
            return
        _put_back(p, seat)
        seat = (seat + 1) % p[N_PLAYERS]
        if seat == p[CHOOSER]:
            p[STEP] = Due.END_ROLE
            return


def _put_back(p: bytearray, seat: int) -> None:
    """C7.4: what found no room goes back."""
    place = STAGING + 3 * seat
    for kind in range(3):
        p[SUPPLIES + 3 * seat + kind] += p[place + kind]
        p[place + kind] = 0


def _deployed(b: Board, p: bytearray, seat: int) -> None:
    """Go on with the next player."""
    _put_back(p, seat)
    following = (seat + 1) % p[N_PLAYERS]
    if following == p[CHOOSER]:
        p[STEP] = Due.END_ROLE
    else:
        _deploy(b, p, following)


def resume(b: Board, p: bytearray, seat: int, step: int) -> None:
    """Go on with building or deployment after an effect."""
    if step == Due.DEPLOY:
        _deploy(b, p, seat)
    elif _buildable(b, p, seat) or uses(b, p, seat, Due.BUILD):
        p[STEP] = Due.BUILD
    else:
        _built(b, p, seat)


def _legal_deploy(b: Board, p: Data, seat: int) -> list[int]:
    if not docks(b, p, seat):
        # Only an effect can be used here.
        return [b.first[Verb.DONE]]
    found = [b.first[Verb.DEPLOY] + kind for kind in range(3) if p[STAGING + 3 * seat + kind]]
    return found or [b.first[Verb.DONE]]


def _play_deploy(b: Board, p: bytearray, seat: int, verb: int, kind: int) -> None:
    if verb == Verb.DONE:
        _deployed(b, p, seat)
        return
    p[DRAFT] = kind
    p[STEP] = Due.DEPLOY_AT


def _legal_at(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.AT] + region for region in bits(docks(b, p, seat))]


def _play_at(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    kind = p[DRAFT]
    p[DRAFT] = 0
    p[STAGING + 3 * seat + kind] -= 1
    p[SHIPS + ships_at(seat, kind, region)] += 1
    p[STEP] = Due.DEPLOY
    _deploy(b, p, seat)


RULES: Final[Rules] = {
    Due.BUILD: Rule(_legal_build, _play_build),
    Due.DEPLOY: Rule(_legal_deploy, _play_deploy),
    Due.DEPLOY_AT: Rule(_legal_at, _play_at),
}
