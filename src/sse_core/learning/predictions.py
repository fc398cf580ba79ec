"""Games for calibration: the star bot plays itself, and the values of searches at some positions are noted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from ..arena.figures.counts import win_share
from ..game import CHANCE
from ..seeds import SplitMix64
from ..small_star_empires import search
from ..small_star_empires.strength.learned import weights_in
from .calibration import LONGER, Calibration, Prediction
from .map_kinds import MAP_KINDS
from .processes import processes, results_in_order

__all__ = ["FIRST", "FITTED", "VISITS", "calibration", "predictions_in_game"]

FIRST: Final = 3 << 40
"""The number of the first game. Other runs have other numbers."""

FITTED: Final = 1 << 41
"""The number of the first game for fitting spreads and `Calibration.won`."""

VISITS: Final = 300
"""The visits of a search."""

_PREDICTED_EVERY: Final = 5
"""The value is noted at one in so many plies, since plies of a game are much alike, and finding the value takes longer
than the search for a move."""

_LONGER_EVERY: Final = 3
"""One in so many of these positions is searched again for longer."""

_GAMES_AT_ONCE: Final = 5
"""The games that a process gets together."""


def calibration(
    kind: str, weights: Path, games: int, jobs: int, *, longer: bool = False, first: int = FIRST
) -> Calibration:
    """Play games of a kind from a number on, in so many processes; return their calibration.

    `longer` adds longer searches.
    """
    play = partial(predictions_in_game, kind, weights, longer=longer)
    with processes(jobs) as workers:
        played = results_in_order(play, range(first, first + games), workers, at_once=_GAMES_AT_ONCE)
    return Calibration([each for game in played for each in game])


def predictions_in_game(
    kind: str, file: Path, number: int, *, visits: int = VISITS, longer: bool = False
) -> Sequence[Prediction]:
    """Play a game from the random opening of its number; return the values of some of its positions."""
    state, rng, weights = MAP_KINDS[kind].start(number), SplitMix64(number), weights_in(file)
    opening = rng.below(4 * state.board.players + 1)
    noted = list[tuple[int, float, list[float]]]()
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
        if state.ply % _PREDICTED_EVERY == number % _PREDICTED_EVERY:
            line, seat = found.analysis().lines[0], state.to_act[0]
            later = list[float]()
            if longer and not line.exact and rng.below(_LONGER_EVERY) == 0:
                again, done = search(state, seed=rng.next(), weights=weights), 0
                for each in LONGER:
                    again.run(visits=each - done)
                    done = each
                    later.append(float(again.analysis().lines[0].value[seat]))
            noted.append((seat, float(line.value[seat]), later))
        state = state.after(found.best())
    assert state.outcome is not None
    winners = state.outcome.winners
    return [
        Prediction(number, value, float(win_share(winners, len(state.totals), seat)), later)
        for seat, value, later in noted
    ]
