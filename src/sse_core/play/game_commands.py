"""Additions of a game to the command: options to set a game up and to play campaigns, and commands of its own.

They are in the module ``command`` of the game's folder. It answers `GameCommand`, `CampaignCommand` if the game has
campaigns, `ShuffleCommand` if a seed shuffles its maps, and `OwnCommands` if it has commands of its own. A game without
that module is set up by `Game.new_game` alone.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast, runtime_checkable

from ..forms.toml_table import TomlTable
from ..game import AnyGame, State
from ..games import GAMES, place_of
from .house_rules import VariantGame, variant_of
from .sentences import players_wanted

if TYPE_CHECKING:
    from .records.contents import Campaign, GameMap

__all__ = [
    "CampaignCommand",
    "CampaignGame",
    "GameCommand",
    "LoadMap",
    "OwnCommands",
    "ShippingCommand",
    "ShuffleCommand",
    "SolverCommand",
    "SolverWork",
    "SuggestingCommand",
    "campaigns_of",
    "command_of",
    "own_commands",
]

LoadMap: TypeAlias = Callable[[str], Any]
"""Returns the map of a file, or the map that ships with the game under this name; ``-`` is the standard input."""


@runtime_checkable
class CampaignGame(Protocol):
    """A game that is played in campaigns; its `Form` reads them as ``campaign``."""

    def format_campaign(self, campaign: Any, /) -> str:
        """Return a campaign as text. It parses back to the campaign."""
        ...

    def campaign_terms(self, campaign: Any, /) -> str:
        """Return the special rules of a campaign's games, and the goal of the campaign, with the clause."""
        ...

    def campaign_table(self, campaign: Any, /) -> Sequence[Mapping[str, Any]]:
        """Return each game of a campaign by column, in the order to print: numbers, texts, or lists of them."""
        ...


@runtime_checkable
class GameCommand(Protocol):
    """The set-up of a game."""

    def add_setup(self, parser: ArgumentParser) -> None:
        """Add the set-up options of `sse play`."""
        ...

    def set_up(self, args: Namespace, players: int | None, seed: int, load_map: LoadMap) -> State[Any]:
        """Return the start of a game. `players` is None if the number is left to the set-up.

        Raises ArgumentTypeError if the arguments contradict each other.
        """
        ...


@runtime_checkable
class SuggestingCommand(Protocol):
    """A set-up with an option that takes many values; a form on a page offers the usual ones."""

    @property
    def SUGGESTIONS(self) -> Mapping[str, Mapping[str, str]]:
        """By the option's name without dashes: its usual values, each with a line for people."""
        ...


@runtime_checkable
class ShippingCommand(Protocol):
    """A set-up with options that name a file, or content that ships with the game. A record has only the names."""

    @property
    def SHIPPED(self) -> Mapping[str, Sequence[str]]:
        """By the option's name without dashes: the shipped names. A form on a page takes these alone."""
        ...

    def load_named(self, args: Namespace) -> None:
        """Load the content that these options name, so that a record that needs it can be read.

        Raises SseError if the content can't be played, OSError if it can't be read.
        """
        ...


@runtime_checkable
class CampaignCommand(Protocol):
    """The set-up of a campaign, in a `CampaignGame`."""

    def add_campaign(self, parser: ArgumentParser) -> None:
        """Add the set-up options of `sse campaign`."""
        ...

    def set_up_campaign(self, args: Namespace, players: int | None, seed: int, load_map: LoadMap) -> Campaign:
        """Return a campaign before its first game. `players` is None for the default, two.

        Raises ArgumentTypeError if the arguments contradict each other.
        """
        ...


@runtime_checkable
class OwnCommands(Protocol):
    """Commands of `sse` that a game owns, such as one that checks its files.

    The file ``data/commands.toml`` of the game's folder names them, so that they are listed without loading the game:
    a line such as ``pack = "check a pack"`` for each, with what it does.
    """

    def add_command(self, name: str, parser: ArgumentParser) -> None:
        """Add the arguments of a command."""
        ...

    def run_command(self, name: str, args: Namespace) -> Iterable[str] | Mapping[str, Any]:
        """Run a command and return the lines to print; the lines of an iterator are printed as they come.

        A mapping is printed as JSON.

        Raises SseError or OSError for refused input, ArgumentTypeError if the arguments contradict each other.
        """
        ...


@runtime_checkable
class ShuffleCommand(Protocol):
    """Maps of a `MapGame` that a seed lays from parts, for `sse show --seed` and `sse find-map`."""

    def add_shuffles(self, parser: ArgumentParser) -> None:
        """Add the options for what is the same in all shuffles, such as the number of players."""
        ...

    def shuffled(self, args: Namespace, seed: int) -> GameMap:
        """Return the map that a seed lays by the options of `add_shuffles`, the rules of the game included.

        Raises ArgumentTypeError if the arguments contradict each other, SetupError if there is no such map.
        """
        ...

    def add_layouts(self, parser: ArgumentParser) -> None:
        """Add the options of `sse show`, beside ``--seed``, that lay a map anew; all are None or False if left out."""
        ...

    def laid_anew(self, args: Namespace) -> GameMap | None:
        """Return the map that ``args.source`` names, laid anew by the options of `add_layouts`; None without one.

        Raises ArgumentTypeError if the map isn't laid from parts, or if the arguments contradict each other.
        """
        ...


class SolverWork(Protocol):
    """The work of a solver on a position, in one call or in several."""

    def run(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        report: Callable[[Any], object] | None = None,
    ) -> bool:
        """Go on for so many seconds, or so many positions, or to the end; return whether all is known.

        `report` is called about once a second with the solution so far. After Ctrl-C, which is raised, the results are
        kept.
        """
        ...

    def solution(self) -> Any:
        """Return the results so far."""
        ...


@runtime_checkable
class SolverCommand(Protocol):
    """A solver: best play, worked out to the end of the game, for `sse solve`."""

    def add_solver(self, parser: ArgumentParser) -> None:
        """Add the options of the solver."""
        ...

    def solver(self, args: Namespace, state: Any) -> SolverWork:
        """Return the work on a position that is not the end of a game."""
        ...

    def solution_words(self, solution: Any) -> Sequence[str]:
        """Return the results about a position, in paragraphs for people."""
        ...

    def solution_table(self, solution: Any) -> Sequence[Sequence[str]]:
        """Return the worths of actions as rows, the heading first; empty if none were worked out."""
        ...

    def solution_object(self, solution: Any) -> dict[str, Any]:
        """Return the results as a JSON object; exact numbers are texts, such as ``"-3"`` and ``"11/2"``."""
        ...


class _DefaultCommand:
    """The set-up of a game that adds no options."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def add_setup(self, parser: ArgumentParser) -> None:
        pass

    def set_up(self, args: Namespace, players: int | None, seed: int, load_map: LoadMap) -> State[Any]:
        info = self._game.INFO
        if players is not None and (why := players_wanted(info.title, players, info.least_players, info.most_players)):
            raise ArgumentTypeError(why)
        state: State[Any] = self._game.new_game(players=players, seed=seed)
        return state


class _VariantCommand:
    """The set-up of a game by house rules: the set-up of the game whose rules are changed."""

    def __init__(self, game: VariantGame) -> None:
        self._game = game
        self._base = command_of(game.base)

    def add_setup(self, parser: ArgumentParser) -> None:
        self._base.add_setup(parser)

    def set_up(self, args: Namespace, players: int | None, seed: int, load_map: LoadMap) -> State[Any]:
        return self._game.by_these_rules(self._base.set_up(args, players, seed, load_map))


def command_of(game: AnyGame) -> GameCommand:
    """Return the options that a game adds to the command."""
    variant = variant_of(game)
    if variant is not None:
        return _VariantCommand(variant)
    if isinstance(game, ModuleType) and hasattr(game, "__path__"):
        name = f"{game.__name__}.command"
        if find_spec(name) is not None:
            return cast(GameCommand, import_module(name))
    return _DefaultCommand(game)


def own_commands() -> dict[str, dict[str, str]]:
    """Return the commands that belong to games: for each name the games that have it, with a line about the command.

    No game is loaded.
    """
    found: dict[str, dict[str, str]] = {}
    for game in GAMES:
        file = place_of(game).parent / "data" / "commands.toml"
        if file.is_file():
            table = TomlTable.read(file)
            for name in table.content:
                found.setdefault(name, {})[game] = table.string(name)
    return found


def campaigns_of(game: AnyGame) -> CampaignGame:
    """Return a game with campaigns, typed as one; any other game is a bug of the caller."""
    assert isinstance(game, CampaignGame)
    return game
