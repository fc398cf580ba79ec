"""Rounds of rated games in numbers: who sat at which tables, how often each has won there, and how much of it is new.

The games of a round at one table, whoever sat where, count as one. Where they are equal to those of another round, game
for game, they tell no more than these: then each round counts for a part, so that all are as many as differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Self, TypeAlias

import numpy as np

from .counts import DistinctCount
from .rated_games import RatedGame
from .strengths import Flags, Model, Numbers, reach_of, sums_at

__all__ = ["Evidence", "Group"]

_Table: TypeAlias = tuple[str, ...]
"""The players at a table by name, one as often as it has seats."""


class Group(NamedTuple):
    """Rounds whose games have the same players at their tables."""

    part: slice
    """The places of the tables in the model."""

    shares: Numbers
    """Of shape (rounds, tables, width): the share of the wins of each in the games at each table. Sorted."""

    new: Numbers
    """Of shape (tables,): the part of the rounds that differ at each table."""

    def by_player(self, found: Numbers, model: Model) -> Numbers:
        """Return the sums over tables by player, of shape (rounds, players); `found` has the shape of the shares."""
        rounds, players = len(self.shares), model.players[self.part]
        places = np.arange(rounds)[:, None, None] * model.size + players
        return sums_at(places, found, rounds * model.size).reshape(rounds, model.size)


class Evidence(NamedTuple):
    """What rounds say."""

    names: tuple[str, ...]
    """All players, sorted by name."""

    model: Model
    """The wins at all tables with two players or more."""

    rounds: Numbers
    """Of shape (tables,): the rounds that differ at each table."""

    games: Numbers
    """Of shape (tables,): the games of a round at each table."""

    groups: list[Group]
    """The rounds by their tables."""

    @classmethod
    def of(cls, rounds: Sequence[Sequence[RatedGame]]) -> Self:
        """Return what rounds say, in whatever order they and their games are."""
        names = tuple(sorted({name for games in rounds for game in games for name in game.players}))
        by_kind = dict[tuple[_Table, ...], list[dict[_Table, list[RatedGame]]]]()
        for games in rounds:
            tables = _by_table(games)
            by_kind.setdefault(tuple(table for table in sorted(tables) for _ in tables[table]), []).append(tables)
        # Rounds whose games are all of one player alone.
        by_kind.pop((), None)
        kinds = [sorted({*kind}) for kind in sorted(by_kind)]
        places = {name: place for place, name in enumerate(names)}
        seats = [{places[name]: table.count(name) for name in sorted({*table})} for kind in kinds for table in kind]
        model, groups, begin = Model.of(seats, len(names)), list[Group](), 0
        for kind, (_, same) in zip(kinds, sorted(by_kind.items()), strict=True):
            groups.append(_group(kind, same, begin, model))
            begin += len(kind)
        for group in groups:
            model.wins[group.part] = (group.shares * group.new[:, None]).sum(0)
        rounds_at = [len(group.shares) * new for group in groups for new in group.new]
        games_at = [kind.count(table) for kind in sorted(by_kind) for table in sorted({*kind})]
        return cls(names, model, np.array(rounds_at, float), np.array(games_at, float), groups)

    @property
    def connected(self) -> Flags:
        """Of shape (players, players): who has met whom, if by others between."""
        return reach_of(self.model._replace(wins=self.model.here.astype(float)))


def _by_table(games: Sequence[RatedGame]) -> dict[_Table, list[RatedGame]]:
    """Return the games of a round by their tables, without those of one player alone."""
    found = dict[_Table, list[RatedGame]]()
    for game in games:
        if len({*game.players}) > 1:
            found.setdefault(tuple(sorted(game.players)), []).append(game)
    return found


def _group(kinds: Sequence[_Table], rounds: Sequence[dict[_Table, list[RatedGame]]], begin: int, model: Model) -> Group:
    """Return rounds with the same tables, of which the first has the given place in the model."""
    new = list[float]()
    for table in kinds:
        different = DistinctCount()
        for games in rounds:
            different.add(*_digests(games[table]))
        new.append(len(different) / len(rounds))
    width = model.players.shape[1]
    shares = sorted([_shares(each[table], table, width) for table in kinds] for each in rounds)
    return Group(slice(begin, begin + len(kinds)), np.array(shares, float), np.array(new))


def _digests(games: Sequence[RatedGame]) -> list[str | None]:
    """Return the digests of the games at a table, by who sat where."""
    return [game.digest for game in sorted(games, key=lambda game: (game.players, game.digest or ""))]


def _shares(games: Sequence[RatedGame], table: _Table, width: int) -> list[Fraction]:
    """Return the share of the wins of each player at a table, by name, and 0 for nobody."""
    wins = dict.fromkeys(sorted({*table}), Fraction())
    for game in games:
        winners = game.winners or range(len(game.players))
        for seat in winners:
            wins[game.players[seat]] += Fraction(1, len(winners) * len(games))
    return [*wins.values(), *[Fraction()] * (width - len(wins))]
