"""Watched bots: a bot's exception or illegal action becomes a `BotError`, which says which bot failed, and where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from traceback import walk_tb
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from ..errors import SseError
from ..forms.checks import action_meant, shown
from ..game import AnyGame, Bot, Outcome, State
from ..play.records.played import PlayedMove
from ..play.turns import Follower
from ..seeds import SplitMix64

__all__ = [
    "LAST_WORDS",
    "BotError",
    "Chooser",
    "FailureError",
    "FollowingBot",
    "InformedBot",
    "followers_of",
    "informed",
    "watched",
    "where_failed",
]

Chooser: TypeAlias = Callable[[Any, int, SplitMix64], Any]
"""A function ``choose(view, player, rng)``, as `bots.turns_of` calls it."""

_PACKAGE: Final = f"{__name__.partition('.')[0]}."
"""The beginning of the names of the package's modules. Compiled ones have no paths that are known."""

LAST_WORDS: Final = "; its last words: "
"""What stands between what a bot did and what it said."""


class FailureError(SseError):
    """What a bot did wrong, in words that go on where "it" is the bot: such as "it ended (status 1)".

    Attributes
    ----------
    message
        What it did.
    said
        What it said last, such as lines on the standard error of its program; empty for nothing.
    """

    def __init__(self, message: str, said: str = "") -> None:
        super().__init__(message, said)
        self.message = message
        self.said = said

    def __str__(self) -> str:
        said = self.said.replace("\n", " | ")
        return f"{self.message}{LAST_WORDS}{said}" if said else self.message


class BotError(SseError):
    """A bot that failed: it raised an error, or didn't choose a legal action.

    Attributes
    ----------
    player
        The seat of the bot.
    """

    def __init__(self, message: str, player: int) -> None:
        super().__init__(message, player)
        self.message = message
        self.player = player

    def __str__(self) -> str:
        return self.message


@runtime_checkable
class FollowingBot(Protocol):
    """A bot that is told each move of its games, such as a program that is told what others played."""

    def follow(self, player: int, before: State[Any], mover: int, action: Any, after: State[Any], /) -> None:
        """Take in a move of the game at the seat of a player: who made it, the action, and the states around it.

        The states hide nothing: it is up to the bot to use only what the player may know.
        """
        ...


@runtime_checkable
class InformedBot(Protocol):
    """A bot that is told all moves of its game before each choice, where moves may be replaced, as on the page."""

    def inform(self, player: int, moves: Sequence[PlayedMove], /) -> None:
        """Take in all moves so far, before a choice of a player: it is up to the bot to use only what may be known."""
        ...

    def finish(self, player: int, outcome: Outcome | None, /) -> None:
        """Take in the end of the game at the seat of a player; None if the game was broken off."""
        ...


def followers_of(bots: Sequence[Bot]) -> list[Follower]:
    """Return the functions that tell bots, one at each seat, the moves of their game (`turns.turns_of`)."""
    return [partial(bot.follow, seat) for seat, bot in enumerate(bots) if isinstance(bot, FollowingBot)]


def informed(bot: Bot | None) -> InformedBot | None:
    """Return a bot as one that is told all moves; None if it doesn't want them."""
    return bot if isinstance(bot, InformedBot) else None


def watched(bot: Bot, name: str) -> Chooser:
    """Return the `choose` of a bot, which raises BotError where the bot fails. An id is turned into its action.

    The message has the bot's name, the seat, the ply, and the error with the line of the bot's file.
    """

    def choose(view: State[Any], player: int, rng: SplitMix64) -> Any:
        try:
            found: Any = bot.choose(view, player, rng)
        except (Exception, SystemExit) as error:
            raise BotError(f"{where_failed(name, view.game, player, view.ply)}: {_failure(error)}", player) from error
        if found is None:
            where = where_failed(name, view.game, player, view.ply)
            raise BotError(f"{where}: it chose nothing, choose returned None", player)
        action = action_meant(found, view.actions)
        try:
            if view.why_not(action, player):
                view.after(action, player)
        except (SseError, TypeError, ValueError) as error:
            why = getattr(error, "message", error)
            where = where_failed(name, view.game, player, view.ply)
            raise BotError(f"{where}: it chose {_written(action, view)}: {why}", player) from None
        return action

    return choose


def where_failed(name: str, game: AnyGame, player: int, ply: int) -> str:
    """Return which bot failed, by name and seat, and at which ply, as the beginning of a sentence."""
    return f"{name} at seat {game.INFO.seats[player]} failed at ply {ply}"


def _failure(error: BaseException) -> str:
    """Return an error on one line, with the last line that isn't of this package."""
    words = " ".join(str(error).split())
    where = ""
    for frame, line in walk_tb(error.__traceback__):
        if not str(frame.f_globals.get("__name__")).startswith(_PACKAGE):
            where = f" ({Path(frame.f_code.co_filename).name}, line {line})"
    if isinstance(error, FailureError):
        return words
    return f"{type(error).__name__}{f': {words}' if words else ''}{where}"


def _written(action: Any, view: State[Any]) -> str:
    """Return the text of an action, or whatever else a bot returned, as an error shows it."""
    try:
        return view.game.format_action(action, view)
    except Exception:
        return shown(action)
