"""Does a value of 70 % win 70 % of games? Fresh games of the star bot against itself tell.

``python -m tools.learning.calibration KIND --games 1000`` prints how often positions were won, by what was said of
them; with ``--longer``, by how much the value of a search changes when it goes on for many more visits, too. Weights
are those of the package, or of a file. With ``--write`` what was said is kept in ``build/learning``, and the table of
all kinds that are kept is written into docs/learned.md.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp, log, sqrt
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from bench.figures import Z95, wins_of
from bench.levels import machine_here
from bench.results import keep
from bench.tables import table

import sse_core as sse
from sse_core.arena import Estimate
from sse_core.game import CHANCE
from sse_core.small_star_empires import search
from sse_core.small_star_empires.learned import FOLDER, SAID, weights_in

from .fitting import Floats, hats
from .kinds import KINDS

__all__ = ["Calibration", "calibration"]

KEPT: Final = Path("build", "learning", "calibration")

FIRST: Final = 3 << 40
"""The number of the first game: no other run has such numbers."""

FITTED: Final = 1 << 41
"""That of the games that spreads and `Calibration.won` are found by."""

VISITS: Final = 300
TOLD: Final = 5
"""Of one of so many plies it is noted what is said: those of a game are much alike, and to say it takes longer than to
search."""

EVERY: Final = 3
"""One of so many of these is looked at again, for longer."""

LONGER: Final = (30, 100, 300, 1000, 3000, 30_000)
"""The visits whose values are compared with that of the last."""

WIDTH: Final = 0.1
EDGES: Final = tuple(each / 100 for each in range(-5, 100, 10))
"""Positions are grouped by what was said of them: around 0 %, 10 % and so on."""

MEANS: Final = ["70 %, by the line", "won, less said", "odds to the power of"]
"""The last columns of that table."""

SURE: Final = 1e-3
"""The share of the win nearest to 0 and to 1 whose odds count."""


NEAR: Final = 0.25
"""How far from a value positions still tell of it."""


class Said(NamedTuple):
    """What was said of a position, and what came of it."""

    game: int
    value: float
    """The share of the win that the seat to act was told to expect."""

    won: float
    """Its share of the win at the end."""

    longer: Sequence[float] = ()
    """The values after more and more visits; nothing where nobody looked again."""


class Group(NamedTuple):
    """Positions of which about the same was said."""

    n: int
    said: float
    won: float
    error: float
    """The standard error of `won`, less what was said: positions of a game count as one."""


class Calibration(NamedTuple):
    """What was said of the positions of fresh games, and how often they were won."""

    said: Sequence[Said]

    @property
    def exponent(self) -> float:
        """The number to whose power odds are to be raised so that they fit best: above 1, values are too cautious."""
        return 1 + float(self._fitted(self._logits[:, None])[0][0])

    def at(self, value: float) -> Estimate:
        """How much is won of what is said to be `value`, by the line of odds that fits the positions around it best.

        The line is that of the logarithm of the odds to win over that of the odds that were said (Cox 1958). It tells
        more than the positions of just this value, and needn't hold at the ends. Positions of a game count as one.
        """
        near = Calibration([each for each in self.said if abs(each.value - value) < NEAR])
        weights, covariance = near._fitted(np.stack([np.ones(len(near.said)), near._logits], axis=1))
        place = np.array([1, log(value / (1 - value))])
        middle, error = log(value / (1 - value)) + float(place @ weights), sqrt(max(0.0, place @ covariance @ place))
        return Estimate(*(1 / (1 + exp(-each)) for each in (middle, middle - Z95 * error, middle + Z95 * error)))

    @property
    def won(self) -> list[float]:
        """How much is won of what is said to be each of `SAID`: the likeliest line of odds that bends there alone.

        Beyond the first and the last it goes on as what is said does.
        """
        knots = [log(each / (1 - each)) for each in SAID]
        shifts = self._fitted(hats(self._logits, knots))[0]
        return [float(1 / (1 + exp(-knot - shift))) for knot, shift in zip(knots, shifts, strict=True)]

    @property
    def _logits(self) -> Floats:
        values = np.clip(self._columns()[0], SURE, 1 - SURE)
        logits: Floats = np.log(values / (1 - values))
        return logits

    def _fitted(self, columns: Floats) -> tuple[Floats, Floats]:
        """The weights of (positions, columns) by logistic regression, and their covariance, games being clusters.

        What is weighed comes to the logarithm of the odds that were said: weights of 0 say that these were right.
        """
        won, said = self._columns()[1], self._logits
        weights: Floats = np.zeros(columns.shape[1])
        for _ in range(50):
            missed, inverse = _residuals(columns, won, weights, said)
            # Without a bound, a first step from values that are far from right can lead too far.
            step: Floats = np.clip(inverse @ missed.sum(axis=0), -0.5, 1)
            weights += step
        missed, inverse = _residuals(columns, won, weights, said)
        _, of_game = np.unique(np.array([each.game for each in self.said]), return_inverse=True)
        by_game: Floats = np.stack([np.bincount(of_game, weights=column) for column in missed.T])
        covariance: Floats = inverse @ (by_game @ by_game.T) @ inverse
        return weights, covariance

    @property
    def bias(self) -> float:
        """By how much more is won than was said, over all positions."""
        values, won = self._columns()
        return float(np.mean(won - values))

    def group(self, low: float, high: float) -> Group | None:
        """The positions whose value is in [low, high); None if there are none."""
        values, won = self._columns()
        there = (values >= low) & (values < high)
        n = int(there.sum())
        if not n:
            return None
        missed: Floats = (won - values)[there]
        _, of_game = np.unique(np.array([each.game for each in self.said])[there], return_inverse=True)
        by_game: Floats = np.bincount(of_game, weights=missed - missed.mean())
        error = float(np.sqrt((by_game**2).sum())) / n
        return Group(n, float(values[there].mean()), float(won[there].mean()), error)

    def lines(self) -> Iterator[str]:
        """Yield both tables."""
        for low in EDGES:
            found = self.group(low, low + WIDTH)
            if found:
                yield f"said {found.said:6.1%}  won {found.won:6.1%} ± {Z95 * found.error:.1%}  of {found.n:,}"
        won, low, high = self.at(0.7)
        yield f"of what is said to be 70 %, {won:.1%} ({low:.1%} to {high:.1%}) by the line of odds around it"
        yield f"odds to the power of {self.exponent:.3f} fit best"
        looked: Floats = np.array([each.longer for each in self.said if each.longer])
        if not len(looked):
            return
        last: Floats = looked[:, -1]
        doubt = np.sqrt(np.mean(last * (1 - last)))
        for column, visits in enumerate(LONGER[:-1]):
            away: Floats = looked[:, column] - last
            miss = np.sqrt(np.mean(away**2))
            yield f"{visits:,} visits: {miss:.4f} from {LONGER[-1]:,} visits, {miss / doubt:.3f} of a coin's error"

    def _columns(self) -> tuple[Floats, Floats]:
        return np.array([each.value for each in self.said]), np.array([each.won for each in self.said])


def _residuals(columns: Floats, won: Floats, weights: Floats, said: Floats) -> tuple[Floats, Floats]:
    """What each position adds to the slope of the likelihood, (positions, columns), and its curvature inverted."""
    chance: Floats = 1 / (1 + np.exp(-columns @ weights - said))
    missed: Floats = (won - chance)[:, None] * columns
    curvature: Floats = (columns * (chance * (1 - chance))[:, None]).T @ columns
    # Of a column without positions nothing is known, and it stays as it is.
    inverse: Floats = np.linalg.inv(curvature + 1e-9 * np.eye(len(weights)))
    return missed, inverse


def calibration(
    kind: str, weights: Path, games: int, jobs: int, *, longer: bool = False, first: int = FIRST
) -> Calibration:
    """Play games of a kind from a number on; `longer`: some positions are looked at for longer, too."""
    play = partial(said_in_game, kind, weights, longer=longer)
    with ProcessPoolExecutor(jobs) as team:
        played = team.map(play, range(first, first + games), chunksize=5)
        return Calibration([each for game in played for each in game])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games of a kind, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--weights", type=Path, help="a file; those of the package by default")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--longer", action="store_true", help="look at some positions for longer, too")
    parser.add_argument("--write", action="store_true", help="write the table of all kinds that are kept")
    given = parser.parse_args(arguments)
    weights = given.weights or FOLDER / f"{given.kind}.toml"
    found = calibration(given.kind, weights, given.games, given.jobs, longer=given.longer)
    print(f"{len(found.said):,} positions of {given.games:,} games, {VISITS} visits")
    print("\n".join(found.lines()))
    if given.write:
        KEPT.mkdir(parents=True, exist_ok=True)
        rows = [(each.game, each.value, each.won) for each in found.said]
        (KEPT / f"{given.kind}.json").write_text(json.dumps(rows), encoding="utf-8")
        keep("calibration", calibration_table(), machine_here())
    return 0


def calibration_table() -> str:
    """Return the table of all kinds that are kept."""
    rows = list[list[str]]()
    for kind in KINDS:
        path = KEPT / f"{kind}.json"
        if path.exists():
            found = Calibration([Said(*row) for row in json.loads(path.read_text(encoding="utf-8"))])
            groups = [found.group(each - WIDTH / 2, each + WIDTH / 2) for each in SAID]
            cells = [f"{100 * each.won:.1f} ± {100 * Z95 * each.error:.1f} %" if each else "–" for each in groups]
            games = len({each.game for each in found.said})
            won, low, high = (100 * each for each in found.at(0.7))
            by_line = f"{won:.1f} ({low:.1f} to {high:.1f})"
            rows.append([kind, f"{games:,}", *cells, by_line, f"{100 * found.bias:+.1f} %", f"{found.exponent:.2f}"])
    return "\n".join(table(["kind", "games", *(f"said {100 * each:.0f} %" for each in SAID), *MEANS], rows))


def said_in_game(kind: str, file: Path, number: int, *, visits: int = VISITS, longer: bool = False) -> Sequence[Said]:
    """Play a game, from a random opening of its number; return what was said of some of its positions."""
    state, rng, weights = KINDS[kind].start(number), sse.SplitMix64(number), weights_in(file)
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
        if state.ply % TOLD == number % TOLD:
            line, seat = found.analysis().lines[0], state.to_act[0]
            later = list[float]()
            if longer and not line.exact and rng.below(EVERY) == 0:
                again, done = search(state, seed=rng.next(), weights=weights), 0
                for each in LONGER:
                    again.run(visits=each - done)
                    done = each
                    later.append(float(again.analysis().lines[0].value[seat]))
            told.append((seat, float(line.value[seat]), later))
        state = state.after(found.best())
    assert state.outcome is not None
    winners = state.outcome.winners
    return [Said(number, value, wins_of(winners, seat), later) for seat, value, later in told]


if __name__ == "__main__":
    raise SystemExit(main())
