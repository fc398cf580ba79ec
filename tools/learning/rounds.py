"""Rounds of learning: self-play, a fit, and a match of the new weights against the last ones; then calibration.

Everything that is finished is a file in ``build/learning/KIND``, and is not done again.
"""

from __future__ import annotations

from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.files import write_whole

from sse_core.arena import Results, Sprt, play_match, starts_of
from sse_core.small_star_empires.star import Star

from .calibration import FITTED, calibration
from .fitting import fit, rows_of
from .kinds import Kind
from .self_play import games_of, play_chunks
from .writing import with_spreads, with_won, write_weights

__all__ = ["BUILD", "Round", "learn", "rounds_of"]

BUILD: Final = Path("build", "learning")

VISITS: Final = (200, 300)
"""The visits of a choice in the first round, which is played by rollouts, and in all others."""

FIRST_VISITS: Final = 100
"""The visits of a choice in the first match, against `FIRST_RIVAL`."""

FIRST_RIVAL: Final = "mcts:1000"

MATCH_VISITS: Final = 1000
"""The visits of a choice in a match of two rounds.

Short searches hardly see what late rounds gain: rounds 5 to 7 of ``plain-2`` won +1, +8 and +16 Elo by 100 visits, +27,
+16 and +10 by 1,000, and by 10,000 on the base map without holes rounds 6 and 7 together 119 (80 to 162).
"""

MATCH_SEED: Final = 1 << 40
"""The seed of the starts of matches: no game of self-play has such a number."""

TEST: Final = Sprt(elo0=0.0, elo1=25.0)

MOST_GAMES: Final = 600
"""Where the test is undecided after so many games of a match, what is likelier counts."""

FIRST_GAMES: Final = 120
"""The games of the first match, which only tells where learning begins."""

CALIBRATIONS: Final = 2
"""How often the spreads are adapted: sharper ones change what a search finds."""

CALIBRATION_GAMES: Final = 300

WON_GAMES: Final = 2400
"""The games by which it is counted what is won of what is said."""


class Round(NamedTuple):
    """The files of a round."""

    kind: Kind
    number: int

    @property
    def folder(self) -> Path:
        """The folder of its games."""
        return BUILD / self.kind.name / f"round-{self.number}"

    @property
    def weights(self) -> Path:
        """The weights that fit its games."""
        return self.folder / "weights.toml"

    @property
    def report(self) -> Path:
        """How well they fit."""
        return self.folder / "report.txt"

    @property
    def verdict(self) -> Path:
        """``gain: …`` or ``no gain: …``, the result of the match against the weights before."""
        return self.folder / "match.txt"

    @property
    def is_gain(self) -> bool:
        """Whether its weights are better than those before; the first ones are kept in any case."""
        return self.number == 0 or self.verdict.read_text(encoding="utf-8").startswith("gain")

    @property
    def match(self) -> str:
        """The result of the match in words."""
        return self.verdict.read_text(encoding="utf-8").strip().partition(": ")[2]


def rounds_of(kind: Kind) -> list[Round]:
    """Return the rounds of a kind that are finished."""
    rounds = list[Round]()
    while (each := Round(kind, len(rounds))).verdict.exists():
        rounds.append(each)
    return rounds


def learn(kind: Kind, rounds: int, games: int | None, jobs: int) -> Path:
    """Learn the weights of a kind, from so many games a round, if given; return the file of the best ones."""
    best: Round | None = None
    for number in range(rounds):
        each = Round(kind, number)
        if not each.weights.exists():
            before = None if best is None else best.weights
            n_games = games or kind.games_of(number)
            play_chunks(kind.name, number * 1_000_000, n_games, VISITS[number > 0], before, each.folder, jobs)
            _fit(each, jobs)
        if not each.verdict.exists():
            write_whole(each.verdict, _match(each, best, jobs))
        print(f"{kind.name}, round {number + 1}: {each.match}", flush=True)
        if not each.is_gain:
            break
        best = each
    assert best is not None
    return _calibrated(best, jobs)


def _fit(each: Round, jobs: int) -> None:
    games = list(games_of(each.folder))
    found = fit(rows_of(games, each.kind, jobs), each.kind)
    print(f"{each.kind.name}: {found.report}", flush=True)
    write_whole(each.report, found.report + "\n")
    about = {
        "learned": f"{date.today().isoformat()}, round {each.number + 1}",
        "games": f"{len(games)} games of self-play by the weights of the round before",
        "test": "not played yet",
    }
    write_weights(each.weights, each.kind, found.value, found.spread, found.policy, about)


def _match(new: Round, old: Round | None, jobs: int) -> str:
    """Play new weights against the last ones, the first ones against a search by rollouts; return the verdict."""
    players = new.kind.players
    visits, against = (FIRST_VISITS, FIRST_RIVAL) if old is None else (MATCH_VISITS, "the round before")
    player: Any = Star(visits, weights=new.weights)
    rival: Any = FIRST_RIVAL if old is None else Star(visits, weights=old.weights)
    most = (FIRST_GAMES if old is None else MOST_GAMES) // players
    starts = islice(starts_of(new.kind.start, MATCH_SEED), most)
    results, decision = Results(players), None
    games = play_match(player, rival, starts, names=("new", "old"), jobs=jobs)
    for game in games:
        results.add(game)
        if results.rounds >= 10:
            decision = results.decision(TEST)
            if decision is not None:
                break
    games.close()
    elo = results.elo
    gained = f"{elo.value:+z.0f} Elo ({elo.low:+z.0f} to {elo.high:+z.0f})"
    text = f"{visits:,} visits against {against}, {results.games} games: {gained}"
    is_gain = decision == "H1" or (decision is None and results.ratio(TEST) > 0)
    return f"{'gain' if is_gain else 'no gain'}: {text}\n"


def _calibrated(best: Round, jobs: int) -> Path:
    """Return the file of the best weights, with spreads by which games are won as often as is said, and what is won."""
    path = BUILD / best.kind.name / f"calibrated-{best.number}.toml"
    if path.exists():
        return path
    text = best.weights.read_text(encoding="utf-8").replace('"not played yet"', f'"{best.match}"')
    tried, exponent = path.with_suffix(".tried.toml"), 1.0
    tried.write_text(text, encoding="utf-8")
    for _ in range(CALIBRATIONS):
        exponent *= calibration(best.kind.name, tried, CALIBRATION_GAMES, jobs, first=FITTED).exponent
        tried.write_text(with_spreads(text, 1 / exponent), encoding="utf-8")
    print(f"{best.kind.name}: odds to the power of {exponent:.3f} are those of fresh games", flush=True)
    won = calibration(best.kind.name, tried, WON_GAMES, jobs, first=FITTED).won
    tried.write_text(with_won(with_spreads(text, 1 / exponent), won), encoding="utf-8")
    return tried.replace(path)
