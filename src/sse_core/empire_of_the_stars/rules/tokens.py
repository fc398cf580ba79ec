"""C3, C12.3: tokens scored and placed, and the points of a player."""

from __future__ import annotations

from ..board import Board
from ..layout import (
    CREDITS,
    FAR,
    MAX_CREDITS,
    N_PLAYERS,
    PILE,
    RESOURCE,
    STOCK,
    THRONE,
    TOKEN,
    Data,
    get4,
    put4,
)
from .standing import TRACK, number

__all__ = [
    "earn",
    "gain",
    "place_token",
    "points",
    "score_galaxy",
    "score_token",
    "token_of",
    "turn_order",
]

_COLOURS = 5


def turn_order(p: Data, first: int) -> list[int]:
    """Return the seats clockwise from one."""
    n = p[N_PLAYERS]
    return [(first + step) % n for step in range(n)]


def score_token(p: bytearray, seat: int, *, substitute: bool = True) -> None:
    """C3.1, S9: score a token of the stock, or a galaxy token if there is none."""
    if p[STOCK + seat]:
        p[STOCK + seat] -= 1
        p[THRONE + seat * _COLOURS + seat] += 1
    elif substitute:
        score_galaxy(p, seat)


def score_galaxy(p: bytearray, seat: int) -> None:
    """C3.1, S10: score a galaxy token of the pile, if there is one."""
    if p[PILE]:
        p[PILE] -= 1
        p[THRONE + seat * _COLOURS + _COLOURS - 1] += 1


def token_of(seat: int, *, starbase: bool = False) -> int:
    """Return a token as positions write it on a planet."""
    return 1 + 2 * seat + starbase


def place_token(p: bytearray, seat: int, region: int) -> None:
    """C4.2, C9.7: place a token of the stock on a planet."""
    p[STOCK + seat] -= 1
    p[TOKEN + region] = token_of(seat)


def earn(p: bytearray, seat: int, credits: int) -> None:
    """Add credits, or take them away."""
    place = CREDITS + 4 * seat
    put4(p, place, min(get4(p, place) + credits, MAX_CREDITS))


def gain(b: Board, p: bytearray, seat: int, resource: int, n: int) -> None:
    """C5.4: add resources; what doesn't fit is lost."""
    place = RESOURCE + 3 * seat + resource
    p[place] = min(p[place] + n, number(b, p, seat, TRACK + resource))


def points(b: Board, p: Data, seat: int) -> int:
    """C12.3: the tokens in the own throne, and those on planets and far space."""
    total = sum(p[THRONE + seat * _COLOURS : THRONE + (seat + 1) * _COLOURS])
    planets, far = p[TOKEN : TOKEN + b.n_regions], p[FAR : FAR + len(b.content.far_space)]
    colony = token_of(seat)
    total += planets.count(colony) + 2 * planets.count(colony + 1)
    return total + far.count(colony + 1) + 2 * far.count(colony + 2)
