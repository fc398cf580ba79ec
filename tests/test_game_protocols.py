"""The optional Protocols of games: types that checkers accept, and games that answer them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests import heaps
from tests.heaps import Heaps
from tests.offered import offered

import sse_core as sse
from sse_core import jump_wars, micro_space_empire, small_star_empires
from sse_core.bots import BOTS, Mcts
from sse_core.bots.naming import SearchingBot, TimedBot
from sse_core.errors import ArgumentError
from sse_core.game import AnyGame
from sse_core.play import game_tree, random_play
from sse_core.play.batches import GameBatch, VectorGame
from sse_core.play.fast_play import FastGame, fast_of
from sse_core.play.observation import ObservedGame
from sse_core.play.records.contents import Campaign, GameMap, MapGame
from sse_core.play.search.features import FeaturedGame
from sse_core.play.sketches import SketchGame
from sse_core.play.state_kinds import ChanceGame
from sse_core.small_star_empires.strength.solver_bot import SolverBot
from sse_core.testing.conformance import promises

# What a type checker accepts here, with the types of the games, is half of the test.
FAST: FastGame[sse.State, sse.Action] = small_star_empires
ALSO_FAST: FastGame[micro_space_empire.State, micro_space_empire.Action] = micro_space_empire
FEATURED: FeaturedGame = small_star_empires
OBSERVED: tuple[ObservedGame, ...] = (small_star_empires, micro_space_empire, jump_wars)


class SmallStarEmpires:
    """Names of the game that its module takes from a list, which mypy doesn't look into for a protocol."""

    new_game = staticmethod(small_star_empires.new_game)
    map_of = staticmethod(small_star_empires.map_of)
    Batch = small_star_empires.Batch
    observation_planes = staticmethod(small_star_empires.observation_planes)


ON_MAPS: MapGame[sse.Board, sse.State] = SmallStarEmpires()
IN_ARRAYS: VectorGame[sse.State] = SmallStarEmpires()
MAP: GameMap = sse.maps()["duel"]
IN_A_ROW: Campaign = small_star_empires.Campaign(2, seed=1)
TIMED: tuple[TimedBot, ...] = (Mcts(), SolverBot())
SEARCHING: SearchingBot = Mcts()
BATCH: GameBatch[sse.State] = IN_ARRAYS.Batch(ON_MAPS.new_game(sse.maps()["duel"]), 2, seed=1)


def test_games_answer_what_they_have() -> None:
    answered = {
        name: [
            kind.__name__
            for kind in (ChanceGame, FastGame, FeaturedGame, MapGame, ObservedGame, SketchGame, VectorGame)
            if isinstance(game, kind)
        ]
        for name, game in sse.GAMES.items()
    }
    assert answered == {
        "small_star_empires": [
            "ChanceGame",
            "FastGame",
            "FeaturedGame",
            "MapGame",
            "ObservedGame",
            "SketchGame",
            "VectorGame",
        ],
        "micro_space_empire": ["FastGame", "ObservedGame"],
        "jump_wars": ["FastGame", "ObservedGame"],
        "empire_of_the_stars": ["FastGame", "ObservedGame"],
    }


def test_campaigns_and_bots_answer_what_they_have() -> None:
    assert isinstance(IN_A_ROW, Campaign)
    assert not isinstance(MAP, Campaign)
    bots = [Mcts(), SolverBot(), BOTS["random"]]
    answered = [[kind for kind in (TimedBot, SearchingBot) if isinstance(bot, kind)] for bot in bots]
    assert answered == [[TimedBot, SearchingBot], [TimedBot], []]


def test_a_map_game_that_plays_on_another_map_is_found() -> None:
    spoiled: Any = SimpleNamespace(**offered(small_star_empires))
    layout = sse.maps()["duel"]
    assert [message for held, message in promises.of_maps(spoiled, layout) if not held] == []
    spoiled.new_game = lambda layout: small_star_empires.new_game(sse.parse_map("A 3 B"))
    (message,) = [message for held, message in promises.of_maps(spoiled, layout) if not held]
    assert "is played on parse_map('A 3 B')" in message, message


def test_an_option_that_start_plays_otherwise_is_found() -> None:
    for name in sse.GAMES:
        assert [message for held, message in promises.of_options(sse.GAMES[name]) if not held] == []
    spoiled: Any = SimpleNamespace(**offered(micro_space_empire))
    spoiled.OPTIONS = {"expansion": True}
    (message,) = [message for held, message in promises.of_options(spoiled) if not held]
    assert message == "new_game(), and new_game(expansion=True) as in OPTIONS, are other games"
    assert list(promises.of_options(heaps)) == []


def test_an_empty_text_is_an_option_that_is_left_out() -> None:
    board, empty = sse.maps()["duel"], cast("Any", "")
    assert sse.new_game(holes=empty) == sse.new_game()
    assert sse.new_game(board, holes=empty) == sse.new_game(board)


def test_what_the_root_calls_is_the_fastest() -> None:
    assert fast_of(small_star_empires) is small_star_empires
    assert fast_of(micro_space_empire) is micro_space_empire
    plain = fast_of(heaps)
    assert (plain.perft, plain.perft_divide) == (game_tree.perft, game_tree.perft_divide)
    assert (plain.playout, plain.playouts) == (random_play.playout, random_play.playouts)
    quick: Any = Heaps("quick")
    assert fast_of(quick) == quick


@pytest.mark.parametrize("game", [small_star_empires, micro_space_empire], ids=lambda game: game.INFO.name)
def test_fast_functions_take_what_the_protocol_says(game: Any) -> None:
    fast: FastGame[Any, Any] = game
    start: AnyGame = game.new_game(seed=2)
    played = fast.playouts(start, 3, 5, threads=2, ends=True)
    assert played.ends == tuple(fast.playout(start, sse.child_seed(5, number)) for number in range(3))
    assert sum(fast.perft_divide(start, 2, threads=2, table=8).values()) == fast.perft(start, 2, threads=2, table=8)


@pytest.mark.parametrize("name", [*sse.GAMES, "heaps"])
def test_numbers_out_of_range_are_refused(name: str) -> None:
    """By the functions of the game, and by those for any game where it has none."""
    game: AnyGame = sse.GAMES.get(name, heaps)
    fast, start = fast_of(game), game.new_game()
    calls: list[Callable[[], object]] = [
        lambda: fast.playout(start, -1),
        lambda: fast.playouts(start, -1, 1),
        lambda: fast.playouts(start, 1, 1, threads=0),
        lambda: fast.perft(start, -1),
        lambda: fast.perft(start, 1, table=-1),
        lambda: fast.perft_divide(start, 0),
    ]
    for call in calls:
        with pytest.raises(ArgumentError, match=r"^\w+ is -?\d, not in \d to \d+$"):
            call()


def test_a_batch_has_what_the_protocol_says() -> None:
    assert (BATCH.to_act.tolist(), BATCH.done.tolist()) == ([0, 0], [False, False])
    while not BATCH.done.all():
        BATCH.step(BATCH.sample())
    ends = small_star_empires.playouts(ON_MAPS.new_game(sse.maps()["duel"]), 2, 1, ends=True)
    assert ends.ends == (BATCH.state(0), BATCH.state(1))
    assert BATCH.totals.tolist() == ends.totals.tolist()
    assert BATCH.winners.tolist() == ends.winners.tolist()


def test_a_sketch_that_draws_another_map_is_found() -> None:
    spoiled: Any = SimpleNamespace(**offered(small_star_empires))
    layout = sse.maps()["duel"]
    held = [*promises.of_sketches(spoiled, layout), *promises.of_tools(spoiled)]
    assert [message for is_held, message in held if not is_held] == []
    spoiled.sketch = lambda text="": small_star_empires.sketch("A 3 B")
    messages = [message for is_held, message in promises.of_sketches(spoiled, layout) if not is_held]
    assert "has the fault None" in messages[0]
    (message, *_) = [message for is_held, message in promises.of_tools(spoiled) if not is_held]
    assert message == "an empty field has no fault"
