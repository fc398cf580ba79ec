"""The plan of a comparison: which games both builds play, with each preset and without one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

from tools.same.observing.walk import Question

from sse_core import GAMES

__all__ = ["NO_PRESET", "matches", "questions", "starts_of"]

NO_PRESET: Final = ""


def starts_of(games: Sequence[str], preset: str | None) -> list[tuple[str, str]]:
    """Return each game with each preset and without one; with `preset`, only games that have it, with it alone."""
    known = [(game, name) for game in games for name in (NO_PRESET, *GAMES[game].presets())]
    return [start for start in known if preset in (None, start[1])]


def questions(
    starts: Sequence[tuple[str, str]],
    numbers: range,
    seed: int,
    *,
    plies: int = 300,
    every: int = 20,
    refusals: int = 50,
    texts: int = 30,
) -> Iterator[Question]:
    """Yield the games with these numbers: first one from each start, then another, so that each start comes up soon."""
    for number in numbers:
        for game, preset in starts:
            own = _seed(seed, game, preset, number)
            yield Question(game, preset, own, number, plies, every, refusals, texts)


def matches(games: Sequence[str], numbers: range, seed: int, n: int) -> Iterator[Question]:
    """Yield the matches, arenas and balances of `n` games with these numbers, of each game."""
    for number in numbers:
        for game in games:
            own = _seed(seed, game, "matches", number)
            yield Question(game, NO_PRESET, own, number, plies=0, every=0, refusals=0, texts=0, matches=n)


def _seed(*parts: object) -> int:
    """Return the seed of a game, which doesn't depend on the other games of a campaign."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "little")
