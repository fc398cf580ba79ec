"""Rounds of rated games as arrays: the players at each table, their wins, and the number of different rounds.

The games of a round at one table, in whatever seating, count as one. If they equal those of another round, game for
game, they say nothing new: then each of these rounds counts for a part, so that together they count as the different
ones.
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
"""The names of the players at a table, sorted; a player with several seats is repeated."""


class Group(NamedTuple):
    """Rounds with the same tables, so that their arrays have one shape."""

    part: slice
    """The places of the tables in the model."""

    shares: Numbers
    """Shape (rounds, tables, width): each player's share of the wins in the games at each table. Sorted."""

    new: Numbers
    """Shape (tables,): the part of the rounds that are different at each table."""

    def by_player(self, found: Numbers, model: Model) -> Numbers:
        """Return the sums over tables by player, shape (rounds, players); `found` has the shape of the shares."""
        rounds, players = len(self.shares), model.players[self.part]
        places = np.arange(rounds)[:, None, None] * model.size + players
        return sums_at(places, found, rounds * model.size).reshape(rounds, model.size)


class Evidence(NamedTuple):
    """The evidence of all rounds."""

    names: tuple[str, ...]
    """All players, sorted by name."""

    model: Model
    """The wins at all tables with at least two players."""

    rounds: Numbers
    """Shape (tables,): the number of different rounds at each table."""

    games: Numbers
    """Shape (tables,): the games of a round at each table."""

    groups: list[Group]
    """The rounds, grouped by their tables."""

    @classmethod
    def of(cls, rounds: Sequence[Sequence[RatedGame]]) -> Self:
        """Return the evidence of rounds; neither their order nor that of their games matters."""
        names = tuple(sorted({name for games in rounds for game in games for name in game.players}))
        by_kind = dict[tuple[_Table, ...], list[dict[_Table, list[RatedGame]]]]()
        for games in rounds:
            tables = _by_table(games)
            by_kind.setdefault(tuple(table for table in sorted(tables) for _ in tables[table]), []).append(tables)
        # In these rounds each game has a single player.
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
        """Shape (players, players): who has met whom, directly or through others."""
        return reach_of(self.model._replace(wins=self.model.here.astype(float)))


def _by_table(games: Sequence[RatedGame]) -> dict[_Table, list[RatedGame]]:
    """Return the games of a round by table, without games of a single player."""
    found = dict[_Table, list[RatedGame]]()
    for game in games:
        if len({*game.players}) > 1:
            found.setdefault(tuple(sorted(game.players)), []).append(game)
    return found


def _group(kinds: Sequence[_Table], rounds: Sequence[dict[_Table, list[RatedGame]]], begin: int, model: Model) -> Group:
    """Return a group of rounds with the same tables; `begin` is the place of the first table in the model."""
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
    """Return the digests of the games at a table, ordered by seating."""
    return [game.digest for game in sorted(games, key=lambda game: (game.players, game.digest or ""))]


def _shares(games: Sequence[RatedGame], table: _Table, width: int) -> list[Fraction]:
    """Return the share of the wins of each player at a table by name, filled up with 0 to the width."""
    wins = dict.fromkeys(sorted({*table}), Fraction())
    for game in games:
        winners = game.winners or range(len(game.players))
        for seat in winners:
            wins[game.players[seat]] += Fraction(1, len(winners) * len(games))
    return [*wins.values(), *[Fraction()] * (width - len(wins))]
