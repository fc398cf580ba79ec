"""Starts and seeds of an environment's games, from options that are names and numbers."""

from __future__ import annotations

import os
from collections.abc import Mapping
from random import SystemRandom
from typing import Any

from ..errors import ArgumentError, SetupError, SseError
from ..forms.checks import MAX_SEED, check_flag, check_number, check_seed, check_text, guess, shown
from ..forms.kinds import MAP
from ..game import AnyGame, AnyState, OptionGame
from ..games import GAMES
from ..play.records.contents import content_of
from ..seeds import child_seed

__all__ = ["GameSeeds", "Starts", "game_named", "options_of"]


class Starts:
    """The starts of the games of one environment.

    Parameters
    ----------
    game
        The name of a game (`GAMES`).
    map
        The name of a map or another start that ships, or the drawing of a map, with ``/`` or line breaks between its
        lines. None: `Game.new_game` sets the game up.
    players
        The number of players; None is the game's default, or the number that the map is for.
    seed
        The seed of the map, as in `Game.new_game`.
    shuffled
        Whether each game has a map of its own, made from the game's seed.
    options
        Further options of the game by name, such as ``turn_limit`` (see `options_of`); None leaves one out.

    Raises ArgumentError for an unknown game, map or option, with the known ones, and the errors of the game for values
    that it refuses.

    >>> Starts("small_star_empires", map="duel").first.board.n_cells
    19
    """

    first: AnyState
    """The start of each game, or with `shuffled` that of seed 0. Spaces are derived from it."""

    def __init__(
        self,
        game: str,
        *,
        map: str | None = None,
        players: int | None = None,
        seed: int | None = None,
        shuffled: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        played = game_named(game)
        self._name = played.INFO.name
        about = played.INFO
        self._players = None
        if players is not None:
            self._players = check_number(players, "players", about.most_players, about.least_players, error=SetupError)
        self._options = _checked(options or {}, played)
        self._shuffled = check_flag(shuffled, "shuffled")
        if self._shuffled and seed is not None:
            raise ArgumentError("shuffled gives each game a map by its own seed: leave seed out, or shuffled")
        if map is None:
            self.first = self._laid(0 if self._shuffled else seed)
        else:
            laid = {"shuffled": self._shuffled, "seed": seed is not None} | dict.fromkeys(self._options, True)
            for option in (name for name, given in laid.items() if given):
                raise ArgumentError(f"{option} is for a start without map; the {played.INFO.preset} says it all")
            self.first = _on_map(map, played)
            seats = len(self.first.totals)
            if self._players not in (None, seats):
                raise ArgumentError(f"the {played.INFO.preset} {shown(map)} is for {seats} players, not {players}")

    @property
    def game(self) -> AnyGame:
        """The game."""
        return GAMES[self._name]

    def of(self, seed: int) -> AnyState:
        """Return the start of the game with this seed."""
        return self._laid(seed) if self._shuffled else self.first

    def _laid(self, seed: int | None) -> AnyState:
        number = None if seed is None else check_seed(seed)
        new_game: Any = self.game.new_game
        state: AnyState = new_game(players=self._players, seed=number, **self._options)
        return state


class GameSeeds:
    """The seeds of one environment's games.

    A game can be given a seed. Later games without one get the child seeds of the last given seed, from number 0 on. If
    none was ever given, the system draws the first seed.

    >>> seeds = GameSeeds()
    >>> seeds.next(7), seeds.next() == child_seed(7, 0), seeds.next() == child_seed(7, 1)
    (7, True, True)
    """

    def __init__(self) -> None:
        self._given: int | None = None
        self._later = 0

    def next(self, seed: int | None = None) -> int:
        """Return the seed of the next game; raise ArgumentError unless a given one is 0 to 2**64 − 1."""
        if seed is not None or self._given is None:
            self._given = SystemRandom().randrange(MAX_SEED + 1) if seed is None else check_seed(seed)
            self._later = 0
            return self._given
        self._later += 1
        return child_seed(self._given, self._later - 1)


def game_named(name: str) -> AnyGame:
    """Return a game by its name; raise ArgumentError, with the known names, for another one.

    >>> game_named("jumpwars")
    Traceback (most recent call last):
        ...
    sse_core.errors.ArgumentError: there is no game 'jumpwars' (did you mean 'jump_wars'?); they are \
small_star_empires, micro_space_empire, jump_wars, empire_of_the_stars
    """
    word = check_text(name, "the name of a game")
    if word not in GAMES:
        raise ArgumentError(f"there is no game {shown(word)}{guess(word, GAMES)}; they are {', '.join(GAMES)}")
    return GAMES[word]


def options_of(game: AnyGame) -> Mapping[str, str | int | bool]:
    """Return the default of each option of a game's start that is a text or a number (see `game.OptionGame`).

    >>> options_of(game_named("micro_space_empire"))
    mappingproxy({'expansion': False})
    """
    return game.OPTIONS if isinstance(game, OptionGame) else {}


def _checked(options: Mapping[str, Any], game: AnyGame) -> dict[str, Any]:
    """Return the checked options that differ from their defaults."""
    known, found = options_of(game), dict[str, Any]()
    for name, value in options.items():
        if name not in known:
            there = ", ".join(["map", "players", "seed", "shuffled", *known])
            raise ArgumentError(
                f"{game.INFO.title} has no option {shown(name)}{guess(str(name), known)}; it has {there}"
            )
        if not isinstance(value, str | int | None):
            raise TypeError(f"{name} is a word or a number, not {shown(value)}")
        if value is not None and (value != known[name] or type(value) is not type(known[name])):
            found[name] = value
    return found


def _on_map(text: str, game: AnyGame) -> AnyState:
    """Return the start on a map, given by the name of one that ships, or as a drawing."""
    word, info, known = check_text(text, "map"), game.INFO, game.presets()
    if word in known:
        return content_of(known[word].value, game).state
    reader = game.FORM.others.get(MAP)
    is_drawn = any(mark in word for mark in " /\n")
    if reader is None or not is_drawn:
        there = f"{', '.join(known)}{', or the drawing of a map' if reader is not None else ''}"
        raise ArgumentError(f"there is no {info.preset} {shown(word)}{guess(word, known)}; there is {there}")
    drawing = word if "\n" in word else word.replace("/", "\n")
    try:
        return content_of(reader.parse(drawing), game).state
    except SseError as error:
        if os.path.isfile(word):
            raise ArgumentError(f"{shown(word)} is a file: a map is a name, or the text of a drawing") from error
        raise ArgumentError(f"map: {error}") from error
