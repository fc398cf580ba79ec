"""Values of another game: every door of a game refuses them, and says which type of which game was given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from tests import bids, heaps

import sse_core as sse
from sse_core.forms.checks import type_named
from sse_core.play.search.monte_carlo import search_of
from sse_core.small_star_empires import Batch

NAMES: Final = ("state", "context", "start", "before", "board", "board_or_state", "after")
"""How parameters are called that take a state, or what a state may stand for."""

STATELESS: Final = ("parse_action", "format_action")
"""Functions of games whose notation ignores the state."""


def doors(game: Any) -> Iterator[Callable[..., Any]]:
    """The public functions of a game, those of its optional Protocols too, and its batches."""
    for name in sorted({*game.__all__, "Batch", "search", "evaluate", "steps", "refusal", "reserve_text"}):
        door = getattr(game, name, None)
        if inspect.isfunction(door) or (name == "Batch" and door is not None):
            yield door


def calls(game: Any, door: Callable[..., Any], wrong: object) -> Iterator[dict[str, Any]]:
    """Keyword arguments of a call with a wrong value in the place of each state in turn."""
    own = game.new_game(seed=1)
    values = {"action": own.legal_actions()[0], "text": game.FORM.example, "keys": [], "seed": 1, "player": 0}
    needed = {
        name: values.get(name, own if name in NAMES else 1)
        for name, parameter in inspect.signature(door).parameters.items()
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
    }
    for name in needed:
        if name in NAMES:
            yield needed | {name: wrong}


def called(door: Callable[..., Any], given: dict[str, Any]) -> None:
    """Call a function with values by name, even where it takes them by place alone."""
    by_name = {
        name: given[name]
        for name, parameter in inspect.signature(door).parameters.items()
        if name in given and parameter.kind is parameter.KEYWORD_ONLY
    }
    door(*(value for name, value in given.items() if name not in by_name), **by_name)


@pytest.mark.parametrize("name", sse.GAMES)
def test_every_door_names_the_type_and_the_game_of_what_it_refuses(name: str) -> None:
    game: Any = sse.GAMES[name]
    other = next(each for key, each in sse.GAMES.items() if key != name)
    wrong, count = other.new_game(seed=1), 0
    for door in doors(game):
        if name != "small_star_empires" and door.__name__ in STATELESS:
            continue
        for given in calls(game, door, wrong):
            with pytest.raises(TypeError, match=f"State of {other.INFO.title}") as refused:
                called(door, given)
            message = str(refused.value)
            assert game.INFO.title in message, f"{door.__name__}: {message}"
            count += 1
    assert count > 10


@pytest.mark.parametrize("name", sse.GAMES)
def test_an_action_of_another_game_is_named_with_it(name: str) -> None:
    other = next(each for key, each in sse.GAMES.items() if key != name)
    state, action = sse.GAMES[name].new_game(seed=1), other.new_game(seed=1).legal_actions()[0]
    for refuse in (state.after, state.why_not):
        with pytest.raises(TypeError, match=f"not {type(action).__name__} of {other.INFO.title}"):
            refuse(action)


def test_batches_name_what_they_are_not_made_of() -> None:
    wrong: Any = sse.GAMES["jump_wars"].new_game(seed=1)
    makers: list[Callable[[], object]] = [
        lambda: Batch(wrong, 2),
        lambda: Batch([wrong], 2),
        lambda: Batch.from_states([wrong]),
    ]
    for made in makers:
        with pytest.raises(TypeError, match="States of Small Star Empires, not of State of Jump Wars"):
            made()


def test_a_type_is_named_with_its_game_wherever_it_is_written() -> None:
    toys: list[Any] = [heaps, bids]
    for game in (*sse.GAMES.values(), *toys):
        state = game.new_game(seed=1)
        assert type_named(state) == f"State of {game.INFO.title}"
        assert type_named(sse.GameRecord(state)) == f"GameRecord of {game.INFO.title}"
    assert [type_named(value) for value in (1, None, sse.State, sse.read)] == ["int", "NoneType", "type", "function"]
    with pytest.raises(TypeError, match="a position is a State, not int"):
        search_of(1)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sse.GAMES)
def test_the_functions_of_the_package_observe_every_game(name: str) -> None:
    game: Any = sse.GAMES[name]
    state = game.new_game(seed=1)
    assert sse.observation_space(state) == game.observation_space(state)
    seen = sse.observe(state, 0)
    assert seen.tolist() == game.observe(state, 0).tolist()
    out = seen.copy()
    out.fill(0)
    assert sse.observe(state, 0, out) is out
    assert out.tolist() == seen.tolist()


def test_a_game_that_nobody_observes_is_named() -> None:
    for ask in (sse.observation_space, lambda state: sse.observe(state, 0)):
        with pytest.raises(sse.ArgumentError, match=f"^{bids.INFO.title} has no observations"):
            ask(bids.new_game())
