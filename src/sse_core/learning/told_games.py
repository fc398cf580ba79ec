"""Games for calibration: the star bot plays itself, and the values of searches at some positions are noted."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from ..arena.figures.counts import win_share
from ..game import CHANCE
from ..seeds import SplitMix64
from ..small_star_empires import search
from ..small_star_empires.strength.learned import weights_in
from .calibration import LONGER, Calibration, Said
from .kinds import KINDS

__all__ = ["FIRST", "FITTED", "VISITS", "calibration", "said_in_game"]

FIRST: Final = 3 << 40
"""The number of the first game. Other runs have other numbers."""

FITTED: Final = 1 << 41
"""The number of the first game for fitting spreads and `Calibration.won`."""

VISITS: Final = 300
"""The visits of a search."""

_TOLD: Final = 5
"""The value is noted at one in so many plies, since plies of a game are much alike, and finding the value takes longer
than the search for a move."""

_EVERY: Final = 3
"""One in so many of these positions is searched again for longer."""


def calibration(
    kind: str, weights: Path, games: int, jobs: int, *, longer: bool = False, first: int = FIRST
) -> Calibration:
    """Play games of a kind from a number on, and return their calibration; `longer` adds longer searches."""
    play = partial(said_in_game, kind, weights, longer=longer)
    with ProcessPoolExecutor(jobs) as team:
        played = team.map(play, range(first, first + games), chunksize=5)
        return Calibration([each for game in played for each in game])


def said_in_game(kind: str, file: Path, number: int, *, visits: int = VISITS, longer: bool = False) -> Sequence[Said]:
    """Play a game from the random opening of its number; return the values of some of its positions."""
    state, rng, weights = KINDS[kind].start(number), SplitMix64(number), weights_in(file)
    opening = rng.below(4 * state.board.players + 1)
    told = list[tuple[int, float, list[float]]]()
    while state.to_act:
        legal = state.legal_actions()
        if state.to_act == (CHANCE,):
            state = state.resolve(rng)
            continue
        if state.ply < opening or len(legal) == 1:
            state = state.after(rng.choice(legal))
            continue
        found = search(state, seed=rng.next(), weights=weights, megabytes=64)
        found.run(visits=visits)
        if state.ply % _TOLD == number % _TOLD:
            line, seat = found.analysis().lines[0], state.to_act[0]
            later = list[float]()
            if longer and not line.exact and rng.below(_EVERY) == 0:
                again, done = search(state, seed=rng.next(), weights=weights), 0
                for each in LONGER:
                    again.run(visits=each - done)
                    done = each
                    later.append(float(again.analysis().lines[0].value[seat]))
            told.append((seat, float(line.value[seat]), later))
        state = state.after(found.best())
    assert state.outcome is not None
    winners = state.outcome.winners
    return [
        Said(number, value, float(win_share(winners, len(state.totals), seat)), later) for seat, value, later in told
    ]
