"""Rounds of learning: self-play, a fit, and a match of the new weights against the last ones; at the end calibration.

By the clock there are no matches and no calibration: all time is for games and fits. All finished work is in files in
the folder of the kind, and isn't repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import IO, Any, Final, NamedTuple

from ..arena import ArenaError, Results, Row, Sprt, Workers, play_match, starts_of
from ..forms.checks import check_flag, check_number, check_seed, check_type
from ..play.file_lock import LockedError, locked
from ..seeds import child_seed
from ..small_star_empires.strength.star import Star
from .clock import Clock
from .files import write_whole
from .map_kinds import MapKind
from .processes import processes
from .searcher import Searcher
from .self_play import self_play
from .writing import with_spreads, with_won, write_weights

__all__ = ["Progress", "Round", "learn", "learned_rounds", "rounds_of"]

_APART: Final = 1_000_000
"""The difference between the numbers of the first games of two successive rounds."""

_LEAST_ASKED: Final = 20
"""The least `games` of a round. Every tenth game is held out, so two of them test the fit."""

_MOST_JOBS: Final = 256
"""The most processes."""

_LEAST_GAMES: Final = 40
"""The games of a round that are played in any case, also by the clock: fewer say too little for a fit."""

_ENOUGH: Final = 2000
"""The games of a fit. If a round has fewer, games of rounds before are added, as many as it lacks, the latest first."""

_MOST_BY_CLOCK: Final = 8000
"""The most games of a round by the clock. With more time there are more rounds, and memory has a bound."""

_SEEDS: Final = 1 << 39
"""The bound of the numbers of games from which a seed chooses those of its first round."""

_VISITS: Final = (200, 300)
"""The visits per choice in the first round, which uses rollouts, and in all others."""

_FIRST_VISITS: Final = 100
"""The visits per choice in the first match, against `_FIRST_RIVAL`."""

_FIRST_RIVAL: Final = "mcts:1000"

_MATCH_VISITS: Final = 1000
"""The visits per choice in a match between two rounds.

Short searches hardly show the gains of late rounds: rounds 5 to 7 of ``plain-2`` gained +1, +8 and +16 Elo with 100
visits, +27, +16 and +10 with 1,000. With 10,000 visits on the base map without holes, rounds 6 and 7 together gained
119 (80 to 162).
"""

_MATCH_SEED: Final = 1 << 40
"""The seed of the starts of matches, which no game of self-play has as its number."""

_TEST: Final = Sprt(elo0=0.0, elo1=25.0)

_MOST_ROUNDS: Final = 1000
"""The most rounds by the clock, which ends them before."""

_MOST_GAMES: Final = 600
"""The games of a match after which an undecided test is settled by the likelier hypothesis."""

_FIRST_GAMES: Final = 120
"""The games of the first match, which only shows where learning begins."""

_CALIBRATIONS: Final = 2
"""How often the spreads are adapted, since new spreads change the results of searches."""

_CALIBRATION_GAMES: Final = 300

_WON_GAMES: Final = 2400
"""The number of games for the calibration of values by results."""


class Round(NamedTuple):
    """The files of a round."""

    kind: MapKind
    number: int
    """Its number, from 0."""

    root: Path
    """The folder of all kinds."""

    seed: int = 0

    @property
    def first(self) -> int:
        """The number of its first game. Other rounds and other seeds have other numbers."""
        return self.number * _APART + (child_seed(self.seed, 0) % _SEEDS if self.seed else 0)

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self.root / self.kind.name / f"round-{self.number}"

    @property
    def games(self) -> Path:
        """The store of its games."""
        return self.folder / "games.sqlite3"

    @property
    def weights(self) -> Path:
        """The file of the weights that fit its games."""
        return self.folder / "weights.toml"

    @property
    def report(self) -> Path:
        """The file of the report on the fit."""
        return self.folder / "report.txt"

    @property
    def time(self) -> Path:
        """The file with the seconds from the beginning to its weights, by the clock."""
        return self.folder / "time.txt"

    @property
    def bot(self) -> Searcher:
        """The bot of its games: by rollouts in the first round, by the weights of the round before in all others."""
        before = self._replace(number=self.number - 1).weights if self.number else None
        return Searcher(_VISITS[self.number > 0], before)

    @property
    def verdict(self) -> Path:
        """The file of the verdict, ``gain: …`` or ``no gain: …``, from the match against the last weights."""
        return self.folder / "match.txt"

    @property
    def is_gain(self) -> bool:
        """Whether its weights are better than the last ones; the first weights always count as better."""
        return self.number == 0 or self.verdict.read_text(encoding="utf-8").startswith("gain")

    @property
    def match(self) -> str:
        """The result of the match in words."""
        return self.verdict.read_text(encoding="utf-8").strip().partition(": ")[2]


def rounds_of(kind: MapKind, folder: Path) -> list[Round]:
    """Return the finished rounds of a kind in a folder."""
    rounds = list[Round]()
    while (each := Round(kind, len(rounds), folder)).verdict.exists():
        rounds.append(each)
    return rounds


def learned_rounds(kind: MapKind, folder: Path) -> list[Round]:
    """Return the rounds of a kind in a folder that have weights, whether or not these played a match."""
    rounds = list[Round]()
    while (each := Round(kind, len(rounds), folder)).weights.exists():
        rounds.append(each)
    return rounds


def learn(
    kind: MapKind,
    folder: Path,
    *,
    rounds: int | None = None,
    games: int | None = None,
    seconds: float | None = None,
    tested: bool = True,
    seed: int = 0,
    jobs: int = 1,
    out: Path | None = None,
    tell: Callable[[str], Any] = lambda line: None,
    watch: Callable[[Progress], Any] = lambda progress: None,
) -> Path:
    """Learn the weights of a kind in so many processes; return the file of the best weights.

    Learning ends when a round brings no gain, or after `rounds` rounds, by default the number of the kind. Each round
    has so many `games` of self-play, by default those of the kind. Finished work is stored in a folder below `folder`,
    and the same call goes on from there. `tell` gets a line when something is finished, `watch` how far a round is,
    again and again.

    Without `tested` the new weights play no match, each round counts as a gain, and nothing is calibrated at the end.
    With `seconds`, which implies that, learning ends by the clock: rounds have as many games as there is time for.
    Stops don't count, and a call with more seconds goes on with further rounds. `out` is a file that has the best
    weights so far from the first round on. Rounds beyond `rounds` that are there already count, too.

    Raises ArgumentError for a number or a seed out of range, TypeError for a value of the wrong type, ArenaError if the
    games of the folder are in use or others, or if a search fails, and SetupError if a file in the folder is damaged.

    A script needs its calls below ``if __name__ == "__main__":``, as for the module multiprocessing.
    """
    check_type(kind, MapKind, "kind is a MapKind")
    seed, jobs, tested = check_seed(seed), check_number(jobs, "jobs", _MOST_JOBS, 1), check_flag(tested, "tested")
    if rounds is not None:
        rounds = check_number(rounds, "rounds", _MOST_ROUNDS, 1)
    if games is not None:
        games = check_number(games, "games", _APART // 2, _LEAST_ASKED)
    best: Round | None = None
    with _held(folder / kind.name):
        clock = None if seconds is None else Clock(seconds, folder / kind.name / "seconds.txt")
        tested, there = tested and clock is None, 0
        last = rounds or (kind.rounds if clock is None else _MOST_ROUNDS)
        if not tested:
            # The weights of later rounds aren't given up for those of earlier ones.
            last = max(last, len(learned_rounds(kind, folder)))
        with processes(jobs) as workers:
            for number in range(last):
                each = Round(kind, number, folder, seed)
                if not each.weights.exists():
                    if clock is not None and not clock.begin_round(min(there, _ENOUGH)) and best is not None:
                        break
                    most = games or (kind.games_of(number) if clock is None else _MOST_BY_CLOCK)
                    ended = partial(_is_ended, number, most if clock is None else None, clock, watch)
                    played = self_play(kind, each.first, most, each.bot, each.games, workers=workers, ended=ended)
                    begin = monotonic()
                    watch(Progress(number, len(played), len(played), clock, is_fit=True))
                    there += len(played)
                    earlier = _earlier(each, len(played))
                    report = _fit(each, played, earlier, workers)
                    if clock is not None:
                        clock.fitted(len(played) + sum(len(rows) for _, rows in earlier), monotonic() - begin)
                        write_whole(each.time, f"{clock.spent:.0f} s\n")
                    if not tested:
                        _copy(each.weights, out)
                    tell(f"{kind.name}, round {number + 1}: {len(played):,} games; {report}")
                else:
                    # How many games it had doesn't matter: a fit takes no more of them.
                    there += _ENOUGH
                if not tested:
                    best = each
                    continue
                if not each.verdict.exists():
                    write_whole(each.verdict, _match(each, best, jobs))
                tell(f"{kind.name}, round {number + 1}: {each.match}")
                if not each.is_gain:
                    break
                best = each
                _copy(best.weights, out)
        assert best is not None
        found = _calibrated(best, jobs, tell) if tested else best.weights
        _copy(found, out)
        return found


def _held(folder: Path) -> IO[str]:
    """Make a folder, if need be, and lock it; raise ArenaError if another process learns in it."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return locked(folder / "lock")
    except LockedError as error:
        raise ArenaError(f"{folder} is in use: {error.who} learns there") from None


def _copy(weights: Path, out: Path | None) -> None:
    """Copy a file of weights, unless the copy has the same content already."""
    text = weights.read_bytes()
    if out is not None and not (out.exists() and out.read_bytes() == text):
        write_whole(out, text.decode("utf-8"))


class Progress(NamedTuple):
    """How far a round is."""

    number: int
    """The number of the round, from 0."""

    games: int
    """The games that it has."""

    of: int | None
    """The games that it will have; None by the clock."""

    clock: Clock | None
    is_fit: bool = False
    """Whether its games are all there, and weights are being fitted to them."""


def _is_ended(number: int, most: int | None, clock: Clock | None, watch: Callable[[Progress], Any], games: int) -> bool:
    """Tell how far a round is; return whether the clock ends its games."""
    watch(Progress(number, games, most, clock))
    return clock is not None and games >= _LEAST_GAMES and clock.ends_games(games)


def _earlier(each: Round, games: int) -> list[tuple[Round, Sequence[Row]]]:
    """Return games of the rounds before, so many that a round with so many games has enough for a fit."""
    found, lacking = list[tuple[Round, Sequence[Row]]](), _ENOUGH - games
    for number in reversed(range(each.number)):
        if lacking <= 0:
            break
        before = each._replace(number=number)
        # Nothing is played: what is there is enough.
        rows = self_play(each.kind, before.first, 1, before.bot, before.games, ended=lambda games: True)
        found.append((before, rows[-lacking:]))
        lacking -= len(rows)
    return found


def _fit(
    each: Round, games: Sequence[Row], earlier: Sequence[tuple[Round, Sequence[Row]]], workers: Workers | None
) -> str:
    """Fit the games of a round and earlier ones, write the weights to their file, and return the report on the fit."""
    from .fitting import fit
    from .samples import joined, samples_of

    played = [samples_of(rows, each.kind, at.first, workers) for at, rows in ((each, games), *earlier)]
    found = fit(joined(played), each.kind)
    write_whole(each.report, found.report + "\n")
    about = {
        "learned": f"{date.today().isoformat()}, round {each.number + 1}",
        "games": f"{len(games)} games of self-play by the weights of the round before",
        "test": "not played yet",
    }
    write_weights(each.weights, each.kind, found, about)
    return found.report


def _match(new: Round, old: Round | None, jobs: int) -> str:
    """Play a match of new weights against the last ones, at first against rollouts; return the verdict."""
    players = new.kind.players
    visits, against = (_FIRST_VISITS, _FIRST_RIVAL) if old is None else (_MATCH_VISITS, "the round before")
    player: Any = Star(visits, weights=new.weights)
    rival: Any = _FIRST_RIVAL if old is None else Star(visits, weights=old.weights)
    most = (_FIRST_GAMES if old is None else _MOST_GAMES) // players
    starts = islice(starts_of(new.kind.start, _MATCH_SEED), most)
    results, decision = Results(players), None
    games = play_match(player, rival, starts, jobs=jobs)
    for game in games:
        results.add(game)
        if results.rounds >= 10:
            decision = results.decision(_TEST)
            if decision is not None:
                break
    games.close()
    elo = results.elo
    gained = f"{elo.value:+z.0f} Elo ({elo.low:+z.0f} to {elo.high:+z.0f})"
    text = f"{visits:,} visits against {against}, {results.games} games: {gained}"
    is_gain = decision == "H1" or (decision is None and results.ratio(_TEST) > 0)
    return f"{'gain' if is_gain else 'no gain'}: {text}\n"


def _calibrated(best: Round, jobs: int, tell: Callable[[str], Any]) -> Path:
    """Write the best weights with calibrated spreads and the true shares of values; return their file."""
    from .predictions import FITTED, calibration

    path = best.root / best.kind.name / f"calibrated-{best.number}.toml"
    if path.exists():
        return path
    text = best.weights.read_text(encoding="utf-8").replace('"not played yet"', f'"{best.match}"')
    tried, exponent = path.with_suffix(".tried.toml"), 1.0
    tried.write_text(text, encoding="utf-8")
    for _ in range(_CALIBRATIONS):
        exponent *= calibration(best.kind.name, tried, _CALIBRATION_GAMES, jobs, first=FITTED).exponent
        tried.write_text(with_spreads(text, 1 / exponent), encoding="utf-8")
    tell(f"{best.kind.name}: odds to the power of {exponent:.3f} are those of fresh games")
    won = calibration(best.kind.name, tried, _WON_GAMES, jobs, first=FITTED).won
    tried.write_text(with_won(with_spreads(text, 1 / exponent), won), encoding="utf-8")
    return tried.replace(path)
