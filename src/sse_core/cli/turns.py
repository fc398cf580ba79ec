"""What the commands that play have in common: who sits where, and the turns of a game."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import SystemRandom
from typing import Any, Final, NamedTuple

from .. import GAMES
from ..bots import Bot
from ..checks import MAX_SEED
from ..game import State
from ..turns import turns_of
from .human import Human, LeftError
from .pages import say
from .score import called
from .tables import Table

__all__ = ["Played", "Turn", "add_players", "fresh_seed", "is_player", "named", "play_game", "seated"]

_HUMAN: Final = "human"
_DEFAULT_PLAYERS: Final = ("random", "greedy")


# --- who sits where


def add_players(parser: ArgumentParser, table: Table) -> None:
    """Add the arguments that say who plays, and the seed."""

    def player(text: str) -> str:
        if not is_player(text, table):
            raise ArgumentTypeError(f"there is no player {text!r}; they are {', '.join((*table.BOTS, _HUMAN))}")
        return text

    parser.add_argument(
        "names",
        nargs="*",
        type=player,
        metavar="PLAYER",
        help=f"who sits at each seat: {', '.join(table.BOTS)}, or {_HUMAN}; left out: random and greedy by turns",
    )
    parser.add_argument(
        "--seed", type=_seed, metavar="S", help="what set-up, chance and bots draw from; left out: a fresh one, shown"
    )


def fresh_seed() -> int:
    """Return a seed of nine or ten digits that nobody knows beforehand."""
    return SystemRandom().randrange(2**32)


def named(names: Sequence[str], players: int) -> list[str]:
    """Return who sits at each seat: those who are named, else the default players by turns."""
    return list(names) or list(islice(cycle(_DEFAULT_PLAYERS), players))


def seated(names: Sequence[str], tags: Mapping[str, str], table: Table) -> list[Bot]:
    """Return what chooses for each seat."""
    game = GAMES[table.NAME]
    return [
        Human(game, called(player, tags, table)) if name == _HUMAN else table.BOTS[name]
        for player, name in enumerate(names)
    ]


def is_player(name: str, table: Table) -> bool:
    """Return whether somebody of this name can sit at a seat."""
    return name in (*table.BOTS, _HUMAN)


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > MAX_SEED:
        raise ArgumentTypeError(f"a seed is 0 to 2**64 - 1, not {text!r}")
    return int(text)


# --- the turns of a game


class Turn(NamedTuple):
    """Who did what, and what that is called."""

    player: int
    action: Any
    text: str
    goes_on: bool
    """Whether this is still the turn of the action before, such as what chance did to it."""


@dataclass(frozen=True)
class Played:
    """A game as it was played, to its end or until a person left."""

    start: State[Any]
    final: State[Any]
    turns: Sequence[Turn]

    @property
    def finished(self) -> bool:
        """Whether nobody is to act any more."""
        return not self.final.to_act

    @property
    def actions(self) -> list[Any]:
        """What was done, in order."""
        return [turn.action for turn in self.turns]


def play_game(start: State[Any], bots: Sequence[Bot], seed: int, tags: Mapping[str, str], table: Table) -> Played:
    """Play a game; where a person plays, tell what all others do, and chance."""
    game = GAMES[table.NAME]
    people = [player for player, bot in enumerate(bots) if isinstance(bot, Human)]
    state = start
    turns: list[Turn] = []
    try:
        for player, action, after in turns_of(start, [bot.choose for bot in bots], seed):
            turns.append(Turn(player, action, game.format_action(action, state), table.goes_on(state)))
            state = after
            if people and player not in people:
                say(f"{called(player, tags, table)}: {turns[-1].text}")
    except LeftError:
        pass
    return Played(start, state, turns)
