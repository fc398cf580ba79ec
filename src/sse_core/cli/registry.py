"""The list of `sse` commands, with the summary of each, the games that have it, and its parser.

Each command is a file of the folder `commands` with the functions `add` and `run`. It is loaded on demand, like a game,
so it costs other commands nothing. Games own further commands (see `play.game_commands.OwnCommands`).
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, cast

from ..game import AnyGame
from ..games import GAMES
from ..play.game_commands import CampaignCommand, ShuffleCommand, SolverCommand, command_of, own_commands
from ..play.house_rules import has_house_rules, variant_of
from ..play.sentences import listed
from .commands.of_games import Owned

__all__ = [
    "COMMANDS",
    "MANY_GAMES",
    "RULES_FROM",
    "Command",
    "CommandModule",
    "add_arguments",
    "commands_for",
    "default_of",
    "games_with",
    "is_offered",
    "module_of",
    "parser_of",
    "rules_file_in",
    "why_no_house_rules",
]

RULES_FROM: Final = "--rules-from"
"""The option with the file of a house rule."""


class CommandModule(Protocol):
    """The module of a command."""

    def add(self, parser: ArgumentParser, game: AnyGame) -> None:
        """Add the arguments of the command for a game."""
        ...

    def run(self, args: Namespace) -> int:
        """Do what the arguments say, and return the exit status."""
        ...


class Command(NamedTuple):
    """A command of `sse`."""

    summary: str
    needs: Any = None
    """The Protocol that a game's `command` module must have for the command; None if every game has the command."""

    noun: str = ""
    """The noun for what a game without the command lacks, such as ``solver``; empty for the command's name."""

    owners: tuple[str, ...] | None = None
    """The games that own the command; None for a command of all games."""


COMMANDS: Final = {
    "play": Command("play a whole game, bots or people"),
    "campaign": Command("play games in a row until a player has won enough of them", CampaignCommand),
    "match": Command("play many games of two bots, and tell who is stronger"),
    "arena": Command("play games of many bots on any number of machines, and rate them"),
    "balance": Command("let one bot play many games, and tell whether all seats are fair"),
    "find-map": Command("find the most even of many shuffled maps, and prove it", ShuffleCommand, noun="shuffled maps"),
    "show": Command("draw a map, a position, or the end of a record or a campaign"),
    "moves": Command("list the legal actions of a position"),
    "score": Command("replay and score the record of a game or a campaign"),
    "perft": Command("count the positions some plies ahead"),
    "playouts": Command("play many games at random from a position, and tell how they end"),
    "rules": Command("print a clause or a section of the rules"),
    "completion": Command("print a script that completes commands at the Tab key"),
    "analyse": Command("search a position, and show what each action is worth"),
    "review": Command("search every position of a record, and tell where the game turned"),
    "solve": Command("work out best play of a position to the end of the game", SolverCommand, noun="solver"),
    "learn": Command("learn weights for the star bot from nothing, by self-play", owners=("small_star_empires",)),
    "archive": Command("show, check, join and convert archives of many games"),
    "engine-check": Command("talk with a bot that is a program, and tell what is wrong with it"),
    "serve": Command("serve the page, to play in a browser"),
    "engine": Command("lend players, rules and pictures to programs in other languages"),
}
"""The commands that no game owns, by name, which is also that of the file, with ``_`` for ``-``."""

MANY_GAMES: Final = frozenset({"arena", "balance", "find-map", "match"})
"""The commands that keep prints of bots out of the standard output."""

_BY_HOUSE_RULES: Final = frozenset(
    {"analyse", "archive", "arena", "balance", "match", "moves", "perft", "play", "playouts", "review", "score", "show"}
)
"""The commands that accept house rules."""


def commands_for(asked: str | None) -> dict[str, Command]:
    """Return the commands by name. Commands that games own are included unless `asked` is one of the others."""
    if asked in COMMANDS:
        return COMMANDS
    owned = {name: Command(next(iter(games.values())), owners=tuple(games)) for name, games in own_commands().items()}
    return COMMANDS | owned


def module_of(command: str) -> CommandModule:
    """Return the module of a command, with `add` and `run`; it is loaded on first use."""
    if command not in COMMANDS:
        return Owned(command)
    return cast(CommandModule, import_module(f"{__package__}.commands.{command.replace('-', '_')}"))


def is_offered(command: Command, game: AnyGame) -> bool:
    """Return whether a game has a command."""
    if command.owners is not None:
        return game.INFO.name in command.owners
    return command.needs is None or isinstance(command_of(game), command.needs)


def default_of(command: Command | None) -> str:
    """Return the name of the default game: the first owner of the command, or the first game of all."""
    return next(iter(GAMES)) if command is None or command.owners is None else command.owners[0]


def games_with(command: Command) -> list[str]:
    """Return the names of the games that have a command. Games are loaded only if some may lack the command."""
    if command.owners is not None:
        return [*command.owners]
    return [name for name in GAMES if command.needs is None or is_offered(command, GAMES[name])]


def parser_of(command: str, game: AnyGame) -> ArgumentParser | None:
    """Return the parser of a command for a game; None for an unknown command."""
    found = commands_for(command).get(command)
    if found is None or not is_offered(found, game):
        return None
    parser = ArgumentParser(prog=f"sse {command}")
    add_arguments(command, parser, game)
    return parser


def add_arguments(command: str, parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of a command for a game."""
    module_of(command).add(parser, game)
    if command in _BY_HOUSE_RULES and (has_house_rules(game) or variant_of(game) is not None):
        parser.add_argument(
            RULES_FROM, metavar="FILE", help="by the house rule of this file, such as myrule.py, which is run"
        )


def rules_file_in(words: Sequence[str]) -> str | None:
    """Return the file of the house rule among the words of the command line; None without one."""
    for place, word in enumerate(words):
        if word == RULES_FROM:
            return words[place + 1] if place + 1 < len(words) else None
        if word.startswith(f"{RULES_FROM}="):
            return word.partition("=")[2]
    return None


def why_no_house_rules(command: str, game: AnyGame) -> str:
    """Return why a command of a game accepts no house rule; empty if it does."""
    if command not in _BY_HOUSE_RULES:
        offered = listed(sorted(_BY_HOUSE_RULES))
        return f"`sse {command}` is for the published rules alone; by a house rule there are {offered}"
    if has_house_rules(game):
        return ""
    ruled = ", ".join(name for name in GAMES if has_house_rules(GAMES[name]))
    return f"{game.INFO.name} has no house rules; a game that has: {ruled}"
