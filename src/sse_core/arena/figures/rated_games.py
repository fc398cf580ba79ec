"""Rated games: the input of ratings, with the player at each seat and the winners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import NamedTuple, Self

from ...errors import ArgumentError
from ..rows import Failure, Row

__all__ = ["RatedGame", "checked_rounds"]


class RatedGame(NamedTuple):
    """The players of a game and its winners."""

    players: tuple[str, ...]
    """The name of the player at each seat, two seats or more. A player may have several."""

    winners: tuple[int, ...]
    """The seats that share the win; if empty, all seats share it."""

    digest: str | None = None
    """A digest of the game like `Row.digest`. Repeated games at the tables of a round count once."""

    @classmethod
    def of(cls, row: Row, names: Sequence[str], failure: Failure = "loss") -> Self:
        """Return a game between bots from its row, with names by place; raise ArgumentError if it counts for nobody.

        >>> RatedGame.of(Row(0, (0, 1, 1), winners=(2,), totals=(20, 11, 31), plies=40), ("greedy", "random"))
        RatedGame(players=('greedy', 'random', 'random'), winners=(2,), digest=None)
        """
        counted = row.counted(failure)
        if counted is None:
            raise ArgumentError(f"game {row.number} counts for nobody: {row.error}")
        return cls(tuple(names[who] for who in row.seats), counted.winners, row.digest)


def checked_rounds(rounds: Iterable[Sequence[RatedGame]]) -> list[Sequence[RatedGame]]:
    """Return rounds as a list; raise ArgumentError for games that can't be rated."""
    played: list[Sequence[RatedGame]] = [tuple(each) for each in rounds]
    for games in played:
        if not games:
            raise ArgumentError("a round has at least one game")
        for game in games:
            _check(game)
    return played


def _check(game: RatedGame) -> None:
    seats, winners = len(game.players), game.winners
    if seats < 2:
        raise ArgumentError(f"ratings are of games with two seats or more, not of {seats}")
    try:
        places = {index(winner) for winner in winners}
    except TypeError:
        raise ArgumentError(f"winners are seats, integers from 0 to {seats - 1}, not {winners}") from None
    if len(places & {*range(seats)}) < len(winners):
        raise ArgumentError(f"winners are different seats of 0 to {seats - 1}, not {winners}")
