"""Set-ups of an arena's rounds, as JSON, from which any worker makes the start of a round by its seed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Self, cast

from ..errors import ArgumentError
from ..game import AnyGame, State
from ..games import GAMES
from ..play.game_commands import LoadMap, command_of
from ..play.house_rules import base_of, game_by
from ..play.records.contents import MapGame, content_of
from ..play.records.record import read
from .starts import Start

__all__ = ["Setup", "options_in"]


@dataclass(frozen=True)
class Setup:
    """The set-up of all rounds: one position, or options of `sse play` that make a start from the seed of the round.

    >>> setup = Setup("small_star_empires", options={"players": 3})
    >>> start = setup.maker()(7)
    >>> len(start.state.totals), start.seed, start.opening
    (3, 7, ())
    >>> Setup.from_json(setup.to_json()) == setup
    True
    """

    game: str
    """The name of the game."""

    position: str | None = None
    """The text of the position at which all rounds begin; None if the options make the start."""

    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The set-up options that differ from their defaults, by name, as JSON values."""

    maps: Mapping[str, str] = field(default_factory=dict[str, str])
    """The maps from files in the options, each as the text of a position on it, so that workers don't need the
    files."""

    rules: str | None = None
    """The file of the house rule, which each worker needs; None for the published rules."""

    @classmethod
    def of(cls, game: AnyGame, args: Namespace, load_map: LoadMap) -> Self:
        """Return the set-up from the arguments of a command, and load the maps that they name.

        For a game by a house rule, the arguments include its file. Raises ArgumentTypeError if arguments contradict
        each other, and the errors of `load_map`.
        """
        base = base_of(game)
        maps: dict[str, str] = {}
        presets = game.presets()

        def noted(name: str) -> Any:
            found = load_map(name)
            if name not in presets:
                maps[name] = base.format_state(cast("MapGame[Any, Any]", base).new_game(found))
            return found

        command_of(game).set_up(args, None, 0, noted)
        usual = options_in(base)
        options = {name: getattr(args, name) for name in usual if getattr(args, name) != usual[name]}
        rules = None if base is game else args.rules_from
        return cls(base.INFO.name, None, options, maps, rules)

    @classmethod
    def at(cls, state: State[Any], rules: str | None = None) -> Self:
        """Return the set-up of rounds that all begin at a position; `rules` is the file of its house rule, if any."""
        game = state.game
        base = base_of(game)
        return cls(base.INFO.name, game.format_state(state), rules=rules)

    @cached_property
    def played(self) -> AnyGame:
        """The game; the file of a house rule is run once. Raises ArgumentError if the file or the rule is missing."""
        return self._game if self.rules is None else game_by(self.rules, self._game)

    def maker(self) -> Callable[[int], Start]:
        """Return the function that makes the start of a round from its seed.

        Raises SseError, here or at a start, if this machine can't make it, for instance because a pack is missing.
        """
        make = self._state_maker()
        return lambda seed: Start(make(seed), seed)

    def _state_maker(self) -> Callable[[int], State[Any]]:
        game = self.played
        if self.position is not None:
            state: State[Any] = _read(self.position, cast("Hashable", game))
            return lambda seed: state
        args = Namespace(**(options_in(self._game) | dict(self.options)))
        return lambda seed: command_of(game).set_up(args, None, seed, self._map)

    @property
    def _game(self) -> AnyGame:
        if self.game not in GAMES:
            raise ArgumentError(f"there is no game {self.game!r}")
        return GAMES[self.game]

    def _map(self, name: str) -> Any:
        game = self._game
        if name in self.maps:
            return cast("MapGame[Any, Any]", game).map_of(_read(self.maps[name], cast("Hashable", game)))
        return content_of(game.presets()[name].value, game).shown

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        found = {"game": self.game, "position": self.position, "options": self.options, "maps": self.maps}
        return found | {"rules": self.rules}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Self:
        """Return the set-up of a JSON object."""
        return cls(**found)


@cache
def _options_in(game: str) -> dict[str, Any]:
    parser = ArgumentParser(add_help=False)
    command_of(GAMES[game]).add_setup(parser)
    return vars(parser.parse_args([]))


def options_in(game: AnyGame) -> dict[str, Any]:
    """Return the set-up options of a game by name, with their defaults."""
    return dict(_options_in(game.INFO.name))


@cache
def _read(text: str, game: Any) -> Any:
    """Return the position of a text, from a cache, since parsing takes as long as a short game."""
    return read(text, game)
