"""Ratings of many players on one scale, from games in which any of them sat at a table.

The model is that of `elo_of`: each player has a strength, 10 to the power of Elo / 400, and a seat's chance to win is
the strength of its player over the sum of the strengths of all seats (Bradley and Terry 1952, for more seats Luce
1959). A shared win counts in parts. The ratings are those under which the games are most likely. They are differences,
so one player, the anchor, is set to 0.

No number is most likely for a player who has won every game against all that are rated: the larger, the better it fits.
Such games give a lower bound alone, and a player who has lost all gets an upper one. A bound is what a likelihood ratio
test at 5 % keeps, the end of an interval of 95 % without another end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, exp, floor, inf, isfinite, log, log1p
from typing import TYPE_CHECKING, Final, NamedTuple, Self, SupportsIndex, TypeAlias

from ..errors import ArgumentError
from ..forms.checks import check_number, check_seed
from ..seeds import child_seed
from .counts import Different
from .likelihood import normal_quantile
from .rows import Failure, Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Numbers: TypeAlias = NDArray[np.float64]
    _Flags: TypeAlias = NDArray[np.bool_]

__all__ = ["RatedGame", "Rating", "ratings_of"]

_ELO: Final = 400 / log(10)
"""The Elo of a strength that is larger by a factor of e."""

_MAX_SAMPLES: Final = 1_000_000

_STEPS: Final = 200
"""The most steps of Newton's method, and the times that an interval is halved; some ten and fifty are enough."""

_LONGEST: Final = 2.0
"""The longest step, in natural logarithms of strength."""

_ENOUGH: Final = 1e-10
"""The length of a step after which there are no more, in the same unit."""

_FAR: Final = 300.0
"""A difference that no games tell from any larger one, in the same unit."""


class RatedGame(NamedTuple):
    """Who played a game, and who won it."""

    players: tuple[str, ...]
    """The name of the player at each seat, two seats or more. A player may have several."""

    winners: tuple[int, ...]
    """The seats that won, which share the win; with none of them all do."""

    digest: str | None = None
    """A digest of the game, as `Row.digest`. Equal rounds tell no more than one."""

    @classmethod
    def of(cls, row: Row, names: Sequence[str], failure: Failure = "loss") -> Self:
        """Return a game between bots, whose names are given by place; raise ArgumentError if it counts for nobody.

        >>> RatedGame.of(Row(0, (0, 1, 1), winners=(2,), totals=(20, 11, 31), plies=40), ("greedy", "random"))
        RatedGame(players=('greedy', 'random', 'random'), winners=(2,), digest=None)
        """
        counted = row.counted(failure)
        if counted is None:
            raise ArgumentError(f"game {row.number} counts for nobody: {row.error}")
        return cls(tuple(names[who] for who in row.seats), counted.winners, row.digest)


class Rating(NamedTuple):
    """The rating of a player in Elo, and its 95 % interval. None stands where games set no number."""

    elo: float | None
    """The most likely rating; None where the games give a bound alone, or nothing."""

    low: float | None
    """The lower end; None where there is none."""

    high: float | None
    """The upper end; None where there is none."""

    games: int
    """The number of games in which the player sat."""


def ratings_of(
    rounds: Iterable[Sequence[RatedGame]], anchor: str, *, samples: SupportsIndex = 1000, seed: SupportsIndex = 0
) -> dict[str, Rating]:
    """Return the ratings of all players in Elo, the strongest first; that of the anchor is 0.

    A round has at least one game, such as one for each seat on one start. Neither the order of the rounds nor that of
    the games in a round matters. Where the games connect a player with the anchor by no chain of wins, in neither
    direction, nothing is known of it.

    The intervals come from `samples` bootstrap samples, 1 to 1,000,000, which `seed` draws: of the rounds with the same
    tables, as many are drawn, with repetition, as differ (`RatedGame.digest`). With fewer than about twenty rounds that
    differ, intervals are too narrow: rounds can't tell of results that never came up. An end is None if more than 2.5 %
    of the samples set none. Needs numpy.

    Raises ArgumentError for a game with fewer than two seats or with winners that have no seat, for a round without
    games, and if the anchor sat in none.

    >>> from sse_core.arena import elo_of
    >>> won, lost = RatedGame(("a", "b"), (0,)), RatedGame(("b", "a"), (0,))
    >>> found = ratings_of([[won, won], [won, lost]] * 30, anchor="b", samples=100)
    >>> round(found["a"].elo, 1) == round(elo_of(0.75), 1), found["b"]
    (True, Rating(elo=0.0, low=0.0, high=0.0, games=120))
    >>> bound = ratings_of([[won, won]] * 30, anchor="b", samples=100)["a"]
    >>> bound.elo, round(bound.low), bound.high
    (None, 472, None)
    """
    import numpy

    count, start = check_number(samples, "samples", _MAX_SAMPLES, 1), check_seed(seed)
    played = [tuple(each) for each in rounds]
    _check(played, anchor)
    names = sorted({name for games in played for game in games for name in game.players})
    groups = _grouped(played, names)
    place = names.index(anchor)
    found = _Fit(groups, [group.rounds.sum(0) for group in groups], place)
    lows, highs = numpy.empty((2, count, len(names)))
    for sample in range(count):
        fit = _Fit(groups, _drawn(groups, child_seed(start, sample)), place)
        lows[sample], highs[sample] = fit.low, fit.high
    lows, highs = numpy.sort(lows, axis=0), numpy.sort(highs, axis=0)
    low = numpy.minimum(lows[floor(0.025 * (count - 1))], found.low) * _ELO
    high = numpy.maximum(highs[ceil(0.975 * (count - 1))], found.high) * _ELO
    games = {name: sum(name in game.players for each in played for game in each) for name in names}
    ratings = {
        name: Rating(
            float(found.low[i]) * _ELO if found.low[i] == found.high[i] else None,
            _known(low[i]),
            _known(high[i]),
            games[name],
        )
        for i, name in enumerate(names)
    }
    return dict(sorted(ratings.items(), key=lambda item: _order(item[1]), reverse=True))


def _known(end: float) -> float | None:
    return float(end) if isfinite(end) else None


def _order(rating: Rating) -> float:
    """Return what ratings are sorted by: the number, or the bound; −∞ where nothing is known."""
    return next((end for end in (rating.elo, rating.low, rating.high) if end is not None), -inf)


def _check(rounds: Sequence[Sequence[RatedGame]], anchor: str) -> None:
    for games in rounds:
        if not games:
            raise ArgumentError("a round has at least one game")
        for players, winners, _ in games:
            if len(players) < 2:
                raise ArgumentError(f"ratings are of games with two seats or more, not of {len(players)}")
            if len({*winners} & {*range(len(players))}) < len(winners):
                raise ArgumentError(f"winners are different seats of 0 to {len(players) - 1}, not {winners}")
    if not any(anchor in game.players for games in rounds for game in games):
        raise ArgumentError(f"the anchor {anchor!r} sat in no game")


# --- rounds in numbers


class _Group(NamedTuple):
    """Rounds whose games have the same players at their tables, whatever their seats."""

    seats: _Numbers
    """Of shape (tables, players): how many seats each player has at each table that differs."""

    rounds: _Numbers
    """Of shape (rounds, tables, players): the wins of each player at each table. Sorted, so that no order matters."""

    per_round: int
    """The games of a round."""

    different: int
    """How many of the rounds differ."""


def _grouped(rounds: Sequence[Sequence[RatedGame]], names: Sequence[str]) -> list[_Group]:
    """Return rounds by the tables of their games."""
    import numpy

    by_tables: dict[tuple[tuple[str, ...], ...], list[Sequence[RatedGame]]] = {}
    for games in rounds:
        by_tables.setdefault(tuple(sorted(_table(game) for game in games)), []).append(games)
    groups = list[_Group]()
    for tables, same in sorted(by_tables.items()):
        known, different = sorted({*tables}), Different()
        for games in same:
            different.add(*(game.digest for game in games))
        wins = sorted(_wins(games, known, names) for games in same)
        groups.append(
            _Group(
                numpy.array([[table.count(name) for name in names] for table in known], float),
                numpy.array(wins, float).reshape(len(wins), len(known), len(names)),
                len(tables),
                len(different),
            )
        )
    return groups


def _table(game: RatedGame) -> tuple[str, ...]:
    return tuple(sorted(game.players))


def _wins(games: Sequence[RatedGame], tables: Sequence[tuple[str, ...]], names: Sequence[str]) -> list[Fraction]:
    """Return the wins of a round by table and player, one after the other."""
    wins = dict.fromkeys(((table, name) for table in tables for name in names), Fraction())
    for game in games:
        winners = game.winners or range(len(game.players))
        for seat in winners:
            wins[_table(game), game.players[seat]] += Fraction(1, len(winners))
    return list(wins.values())


def _drawn(groups: Sequence[_Group], seed: int) -> list[_Numbers]:
    """Return the wins at all tables of a bootstrap sample, counted as those of all rounds are."""
    import numpy

    words, begin = _words(seed, sum(group.different for group in groups)), 0
    wins: list[_Numbers] = []
    for group in groups:
        n, own = len(group.rounds), words[begin : begin + group.different]
        begin += group.different
        # The upper half of a word, times n: each round is as likely as the others but for one part in 2 ** 32 / n.
        chosen = ((own >> numpy.uint64(32)) * numpy.uint64(n)) >> numpy.uint64(32)
        times = numpy.bincount(chosen.astype(numpy.intp), minlength=n)
        wins.append(numpy.tensordot(times, group.rounds, 1) * (n / group.different))
    return wins


def _words(seed: int, n: int) -> NDArray[np.uint64]:
    """Return the first n words of ``SplitMix64(seed)``."""
    import numpy

    word = numpy.arange(1, n + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15) + numpy.uint64(seed)
    word = (word ^ (word >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return word ^ (word >> numpy.uint64(31))


# --- the most likely strengths


class _Fit:
    """The strengths that wins are most likely under, as natural logarithms: `low` and `high` of each player.

    They are the same where the wins set a number. Else one of them, or both, are infinite.
    """

    def __init__(self, groups: Sequence[_Group], wins: Sequence[_Numbers], anchor: int) -> None:
        import numpy

        self._seats = numpy.concatenate([group.seats for group in groups])
        self._wins = numpy.concatenate(wins)
        # A game weighs as the part of a round that it is, and a round as the part that is new.
        weights = [group.different / (len(group.rounds) * group.per_round) for group in groups]
        self._weights = numpy.repeat(weights, [len(group.seats) for group in groups])
        reach = _reach((self._wins.T > 0).astype(float) @ (self._seats > 0).astype(float) > 0)
        # Players who reach each other have won against each other, if by others between. They are rated together.
        self._classes = (reach & reach.T).argmax(0)
        fitted = [
            (kind, _strengths(self._seats[:, self._classes == kind], self._wins[:, self._classes == kind]))
            for kind in dict.fromkeys(self._classes.tolist())
        ]
        self._strengths = numpy.zeros(len(self._classes))
        for kind, strengths in fitted:
            self._strengths[self._classes == kind] = strengths
        own = int(self._classes[anchor])
        self._strengths[self._classes == own] -= self._strengths[anchor]
        lows, highs = self._bounds(own)
        self.low = numpy.array([lows.get(int(kind), -inf) for kind in self._classes]) + self._strengths
        self.high = numpy.array([highs.get(int(kind), inf) for kind in self._classes]) + self._strengths

    def _bounds(self, own: int) -> tuple[Mapping[int, float], Mapping[int, float]]:
        """Return the least and the largest shift of each class that has one, where the anchor's class has none."""
        classes = {*self._classes.tolist()}
        gaps = {
            (above, below): gap
            for above in classes
            for below in classes
            if len(classes) > 1 and above != below and (gap := self._gap(above, below)) is not None
        }
        lows, highs = {own: 0.0}, {own: 0.0}
        # As often as a chain of classes can be long.
        for _ in classes:
            for (above, below), gap in gaps.items():
                if below in lows:
                    lows[above] = max(lows.get(above, -inf), lows[below] + gap)
                if above in highs:
                    highs[below] = min(highs.get(below, inf), highs[above] - gap)
        return lows, highs

    def _gap(self, above: int, below: int) -> float | None:
        """Return the least shift of a class over another that it has beaten in all games; None if it has beaten none.

        Whoever else sits there doesn't count: the model has the same odds between two whatever the others are.
        """
        import numpy

        strengths = self._seats * numpy.exp(self._strengths)
        ours, theirs = strengths[:, self._classes == above].sum(1), strengths[:, self._classes == below].sum(1)
        won = self._wins[:, self._classes == above].sum(1) * self._weights
        met = (won > 0) & (theirs > 0)
        if not met.any():
            return None
        weights, odds = won[met].tolist(), (theirs[met] / ours[met]).tolist()
        low, high, limit = -_FAR, _FAR, normal_quantile() ** 2 / 2
        for _ in range(_STEPS):
            middle = (low + high) / 2
            if middle in (low, high):
                break
            if sum(w * log1p(odd * exp(-middle)) for w, odd in zip(weights, odds, strict=True)) > limit:
                low = middle
            else:
                high = middle
        return high


def _reach(beats: _Flags) -> _Flags:
    """Return who has beaten whom, by others between, too, from who has beaten whom; everybody reaches itself."""
    import numpy

    reach = beats | numpy.eye(len(beats), dtype=bool)
    for between in range(len(reach)):
        reach |= reach[:, [between]] & reach[between]
    return reach


def _strengths(seats: _Numbers, wins: _Numbers) -> _Numbers:
    """Return the most likely strengths of players who have all beaten each other, as natural logarithms.

    The first one has 0. `seats` and `wins` are of shape (tables, players). Newton's method, on a function that has one
    peak; a step that leads down is cut.
    """
    import numpy

    games = wins.sum(1)
    played = games > 0
    seats, wins, games = seats[played], wins[played], games[played]
    found = numpy.zeros(seats.shape[1])

    def likelihood(at: _Numbers) -> float:
        return float((wins @ at).sum() - games @ numpy.log(seats @ numpy.exp(at)))

    now = likelihood(found)
    for _ in range(_STEPS if len(found) > 1 else 0):
        parts = seats * numpy.exp(found)
        parts /= parts.sum(1, keepdims=True)
        expected = games[:, None] * parts
        slope: _Numbers = (wins - expected).sum(0)[1:]
        bend: _Numbers = (numpy.diag(expected.sum(0)) - expected.T @ parts)[1:, 1:]
        step: _Numbers = numpy.append(0.0, numpy.linalg.solve(bend, slope))
        length = float(numpy.abs(step).max())
        if length <= _ENOUGH:
            break
        part = min(1.0, _LONGEST / length)
        while (then := likelihood(found + part * step)) < now and part * length > _ENOUGH:
            part /= 2
        found, now = found + part * step, then
    return found
