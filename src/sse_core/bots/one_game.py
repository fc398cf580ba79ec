"""One game between bots, from a start to its end, as a record."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, TypeAlias, cast

from ..errors import ArgumentError
from ..forms.checks import check_type, type_named
from ..game import AnyGame, Bot, State
from ..play.records.record import GameRecord
from ..play.seats import names_of
from ..play.sentences import count
from ..play.turns import turns_of
from .naming import bot_named
from .watched import followers_of, watched

__all__ = ["Contender", "is_one", "record_between", "seats_for"]

Contender: TypeAlias = str | Bot
"""A player: the name of a bot (`bots.naming`), or a bot."""


def is_one(bots: object) -> bool:
    """Return whether a value is one contender, rather than a sequence of them."""
    return isinstance(bots, str) or hasattr(bots, "choose")


def seats_for(bots: Sequence[Contender], game: AnyGame) -> int:
    """Return the number of seats for a bot at each; raise ArgumentError if the game has no such number of players."""
    least, most = game.INFO.least_players, game.INFO.most_players
    if not least <= len(bots) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise ArgumentError(
            f"{count(len(bots), 'bot', 'bots')} for a game of {wanted}: {game.INFO.title} takes one for each seat, "
            "or one alone, who plays at all of them"
        )
    return len(bots)


def record_between(bots: Contender | Sequence[Contender], start: State[Any], seed: int) -> GameRecord[Any, Any]:
    """Return the record of the game that bots play from a state, one at each seat, or one at all of them.

    The record has the tags of `sse play`: the seed, and the names of the bots that are given by name. Raises as
    `sse_core.play_game` does.
    """
    game, seats, given = start.game, len(start.totals), cast("Any", bots)
    if is_one(bots):
        given = [bots] * seats
    check_type(given, Sequence, "bots is a name, a bot with `choose`, or a list of these")
    sitting: list[Any] = [*given]
    if len(sitting) != seats:
        here, there = count(len(sitting), "bot", "bots"), count(seats, "seat", "seats")
        raise ArgumentError(f"{here} for {there}: give one for each seat, or one alone, who plays at all of them")
    playing = [_bot_of(contender, game) for contender in sitting]
    choosers = [watched(bot, name) for bot, name in playing]
    followers = followers_of([bot for bot, _ in playing])
    moves = [(player, action) for player, action, _ in turns_of(start, choosers, seed, followers)]
    names = [each if isinstance(each, str) else "" for each in sitting]
    named = {seat: name for seat, name in names_of(names, game).items() if name}
    return GameRecord(start, moves, {"seed": str(seed)} | named)


def _bot_of(contender: Any, game: AnyGame) -> tuple[Bot, str]:
    """Return the bot of a contender, and its name in errors; a bot that is named is made anew."""
    if isinstance(contender, str):
        return bot_named(contender, game), contender
    if not hasattr(contender, "choose"):
        raise TypeError(f"a bot is a name, or has `choose(view, player, rng)`, not {type_named(contender)}")
    return contender, _name_in_errors(contender)


def _name_in_errors(bot: object) -> str:
    """Return the name of a bot in errors: the module, or the class of the object."""
    name = bot.__name__ if isinstance(bot, ModuleType | type) else type(bot).__name__
    return name.rpartition(".")[2]
