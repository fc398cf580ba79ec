"""Engines on the page: programs that the operator of the server offers to visitors, under names of the operator's own.

Visitors choose among these names. They can't name a program, and aren't told the command behind a name.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..bots.naming import bot_named, bots_of, is_engine
from ..bots.watched import FailureError, informed
from ..errors import ArgumentError
from ..forms.checks import shown
from ..game import AnyGame, Bot, Outcome, State
from ..games import GAMES
from ..play.records.played import PlayedMove
from ..play.search.analysis import Stop, stoppable
from ..play.seats import HUMAN
from ..seeds import SplitMix64

__all__ = ["OfferedEngine", "engine_offered", "engines_for", "offer", "parse_offer"]

_LOG: Final = logging.getLogger("sse_core.web")
_WITH_FILE: Final = re.compile(r"(?P<bot>[a-z]+):[^@\s]*@.+")
_NAME: Final = re.compile("[a-z][a-z0-9_-]{0,29}")


class OfferedEngine(NamedTuple):
    """A program that the operator offers."""

    name: str
    """The name for visitors."""

    command: str
    """Its name as a bot, such as ``engine:./mybot --fast``."""

    games: Collection[str] | None = None
    """The names of the games that it plays; None for all."""


_OFFERED: Final[dict[str, OfferedEngine]] = {}
"""The engines of this process's server, by name."""


def parse_offer(text: str) -> OfferedEngine:
    """Return the engine of a text such as ``mybot=./mybot --fast``, or ``mybot=engine@2s:./mybot``.

    A bot that ships with a file of one's own is offered, too: ``mine=star:1000@mine.toml``.

    Raises ArgumentError for another text, for a name that bots or people have, and for a file that the bot can't read.

    >>> parse_offer("mybot=./mybot --fast").command
    'engine:./mybot --fast'
    """
    name, sign, command = text.partition("=")
    if not sign or not _NAME.fullmatch(name):
        raise ArgumentError(f"{shown(text)} is no name and command, such as mybot=./mybot, the name in small letters")
    if name == HUMAN or any(name in bots_of(game) for game in GAMES.values()):
        raise ArgumentError(f"{name} is the name of another player")
    if is_engine(command):
        return OfferedEngine(name, command)
    if games := _games_of(command):
        bot_named(command, GAMES[games[0]])
        return OfferedEngine(name, command, games)
    return OfferedEngine(name, f"engine:{command}")


def _games_of(command: str) -> list[str]:
    """Return the games of a bot that ships, if a command is its name with a file; none for a program."""
    found = _WITH_FILE.fullmatch(command)
    return [] if found is None else [name for name, game in GAMES.items() if found["bot"] in bots_of(game)]


def offer(engines: Iterable[OfferedEngine]) -> None:
    """Offer engines, in place of those that were offered before."""
    _OFFERED.clear()
    _OFFERED.update({engine.name: engine for engine in engines})


def engines_for(game: AnyGame) -> Mapping[str, OfferedEngine]:
    """Return the engines that are offered for a game, by name."""
    return {name: engine for name, engine in _OFFERED.items() if engine.games is None or game.INFO.name in engine.games}


def engine_offered(name: str, game: AnyGame) -> Bot | None:
    """Return a new bot of an engine that is offered for a game; None if there is none of this name."""
    engine = engines_for(game).get(name)
    return None if engine is None else _Offered(bot_named(engine.command, game))


class _Offered:
    """A bot of an offered engine. What its program said goes to the log, and not to visitors."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: State[Any], player: int, rng: SplitMix64) -> Any:
        """Return the choice of the bot."""
        try:
            return self._bot.choose(view, player, rng)
        except FailureError as error:
            _LOG.warning("an engine failed: %s", error)
            raise FailureError(error.message) from None

    def inform(self, player: int, moves: Sequence[PlayedMove], /) -> None:
        """Tell the bot all moves, if it wants to know them."""
        bot = informed(self._bot)
        if bot is not None:
            bot.inform(player, moves)

    def finish(self, player: int, outcome: Outcome | None, /) -> None:
        """Tell the bot the end of the game, if it wants to know it."""
        bot = informed(self._bot)
        if bot is not None:
            bot.finish(player, outcome)

    def with_stop(self, stop: Stop, /) -> Bot:
        """Return the bot with a stop token."""
        bot = stoppable(self._bot)
        return self if bot is None else _Offered(bot.with_stop(stop))
