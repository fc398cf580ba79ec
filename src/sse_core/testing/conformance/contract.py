"""Checks of a game's description of itself: its names, INFO, FORM and presets."""

from __future__ import annotations

from typing import cast

from ...forms.kinds import is_name
from ...game import Form, Game, Info, State
from ...play.records.contents import MapGame
from ...play.records.record import game_of
from . import promises
from .check import check
from .random_game import RandomGame, expect, expect_all


@check("names")
def check_names(played: RandomGame) -> None:
    """The game has every name of `Game`, its states have every name of `State`, and optional Protocols are whole."""
    game = played.game
    _expect_names(Game, game)
    _expect_names(State, played.new_game())
    expect_all(promises.of_whole_answers(game))
    expect_all(promises.of_options(game))


def _expect_names(protocol: type, value: object) -> None:
    for name in vars(protocol):
        if not name.startswith("_"):
            expect(hasattr(value, name), f"{protocol.__name__}.{name} is missing")


@check("info")
def check_info(played: RandomGame) -> None:
    """INFO and FORM are valid, every state knows its game, and a game has as many seats as it is started for."""
    game = played.game
    info = game.INFO
    expect(isinstance(info, Info), f"INFO is {info!r}")
    expect(isinstance(game.FORM, Form), f"FORM is {game.FORM!r}")
    expect(0 < info.least_players <= info.most_players, f"players are {info.least_players} to {info.most_players}")
    expect(len(set(info.seats)) == len(info.seats) >= info.most_players, f"seats are {info.seats!r}")
    expect(is_name(f"{info.prefix}-state"), f"the prefix {info.prefix!r} is not 1 to 9 letters from a to z")
    for players in range(info.least_players, info.most_players + 1) if "players" not in played.options else ():
        seats = len(game.new_game(players=players, seed=played.seed, **played.options).totals)
        expect(seats == players, f"a game for {players} has {seats} seats")
    for state in played.states:
        expect(state.game == game, f"a state says that it belongs to {state.game!r}")
        seats = len(state.totals)
        expect(info.least_players <= seats <= info.most_players, f"a state has {seats} seats")
        prefix = f"{info.prefix}-state "
        expect(game.format_state(state).startswith(prefix), f"a position's text doesn't begin with {prefix!r}")


@check("presets")
def check_presets(played: RandomGame) -> None:
    """Every preset has a line for people, and is a state of the game or a map of it, which is drawn and written."""
    game = played.game
    expect_all(promises.of_tools(game))
    for name, preset in game.presets().items():
        expect(preset.about.strip(), f"the preset {name!r} has no line for people")
        state = preset.value
        if isinstance(game, MapGame) and game_of(state) is None:
            expect_all(promises.of_maps(game, state))
            expect_all(promises.of_sketches(game, state))
            state = cast(MapGame, game).new_game(state)
        expect(game_of(state) == game, f"the preset {name!r} is {preset.value!r}")
