"""Ratings of many players on one Elo scale, from games between any of them.

The model is that of `elo_of`: each player has a strength, 10 to the power of Elo / 400, and a seat's chance to win is
the strength of its player over the sum of the strengths of all seats (Bradley and Terry 1952, for more seats Luce
1959). A shared win counts in parts. The ratings make the games most likely. They are differences, so one player, the
anchor, is set to 0.

A player who has won every game against all rated players has no most likely rating: the higher, the better the fit.
Such a player gets only a lower bound, the lower end of the interval, and a player who has lost every game only an upper
one.

The module `fitting` makes the 95 % intervals. For two players they are those of the share (`intervals`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from math import inf, isfinite, log
from typing import Final, NamedTuple

from ...errors import ArgumentError
from .rated_games import RatedGame, checked_rounds

__all__ = ["Rating", "rated_together", "ratings_of"]

_ELO: Final = 400 / log(10)
"""The Elo of a strength that is larger by a factor of e."""


class Rating(NamedTuple):
    """The rating of a player in Elo and its 95 % interval, with None for numbers that the games don't determine."""

    elo: float | None
    """The most likely rating; None if the games give only a bound, or nothing."""

    low: float | None
    """The lower end; None without one."""

    high: float | None
    """The upper end; None without one."""

    games: int
    """The number of games in which the player sat."""


def ratings_of(rounds: Iterable[Sequence[RatedGame]], anchor: str) -> dict[str, Rating]:
    """Return the ratings of all players in Elo, the strongest first; the anchor has 0.

    A round has at least one game, such as one for each seat on one start. Neither the order of rounds nor that of the
    games in a round matters. If no chain of wins connects a player with the anchor, in either direction, nothing is
    known of the player; `rated_together` says who can be rated with whom. Needs numpy.

    Raises ArgumentError for a game with fewer than two seats or with winners that have no seat, for a round without
    games, and if the anchor sat in no game.

    >>> from sse_core.arena import elo_of
    >>> won, lost = RatedGame(("a", "b"), (0,)), RatedGame(("b", "a"), (0,))
    >>> found = ratings_of([[won, won], [won, lost]] * 30, anchor="b")
    >>> round(found["a"].elo, 1) == round(elo_of(0.75), 1), found["b"]
    (True, Rating(elo=0.0, low=0.0, high=0.0, games=120))
    >>> bound = ratings_of([[won, won]] * 30, anchor="b")["a"]
    >>> bound.elo, round(bound.low), bound.high
    (None, 430, None)
    """
    played = checked_rounds(rounds)
    if not any(anchor in game.players for games in played for game in games):
        raise ArgumentError(f"the anchor {anchor!r} sat in no game")
    from .evidence import Evidence
    from .fitting import fitted

    evidence = Evidence.of(played)
    games = {name: sum(name in game.players for each in played for game in each) for name in evidence.names}
    found = zip(evidence.names, fitted(evidence, evidence.names.index(anchor)), strict=True)
    ratings = {
        name: Rating(_known(each.most_likely), _known(each.low), _known(each.high), games[name]) for name, each in found
    }
    return dict(sorted(ratings.items(), key=lambda item: _order(item[1]), reverse=True))


def rated_together(rounds: Iterable[Sequence[RatedGame]]) -> list[tuple[str, ...]]:
    """Return the groups of players who can be rated together: all have beaten each other, directly or through others.

    Each player is in one group. The largest group comes first, and its players are sorted by name. With an anchor from
    a group, `ratings_of` has a rating for each player of the group, and at most bounds for all others. Needs numpy.
    Raises ArgumentError like `ratings_of`.

    >>> games = [RatedGame(("a", "b"), (0,)), RatedGame(("a", "b"), (1,)), RatedGame(("a", "last"), (0,))]
    >>> rated_together([games])
    [('a', 'b'), ('last',)]
    """
    from .evidence import Evidence
    from .strengths import reach_of

    evidence = Evidence.of(checked_rounds(rounds))
    reach = reach_of(evidence.model)
    together: list[list[bool]] = (reach & reach.T).tolist()
    groups = {tuple(compress(evidence.names, row)) for row in together}
    return sorted(groups, key=lambda names: (-len(names), names))


def _known(strength: float) -> float | None:
    """Return a strength in Elo; None for nan and infinity."""
    return strength * _ELO if isfinite(strength) else None


def _order(rating: Rating) -> float:
    """Return the sort key of a rating: its number, else its bound; −∞ if nothing is known."""
    return next((end for end in (rating.elo, rating.low, rating.high) if end is not None), -inf)
