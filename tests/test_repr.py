"""The `repr` of values: short expressions that evaluate to them; and the drawings that notebooks show."""

from __future__ import annotations

import gc
from dataclasses import replace
from enum import StrEnum
from types import ModuleType
from typing import Any, Final
from xml.etree import ElementTree

import numpy
import pytest
from hypothesis import given
from tests.offered import offered

import sse_core as sse
from sse_core import micro_space_empire as micro
from sse_core.micro_space_empire.strategies import games as micro_games
from sse_core.micro_space_empire.strategies import states as micro_states
from sse_core.small_star_empires import Bag, Campaign, Hex, Setup, position
from sse_core.testing import bags, boards, games, maps, rules, setups, states

BASE: Final = sse.load_map("base-2p")
EVERYTHING: Final = sse.load_map("everything-2p")


def evaluated(value: object, game: ModuleType = sse.small_star_empires) -> Any:
    """Evaluate the `repr` of a value, with the names of its game."""
    return eval(repr(value), offered(game))


# --- the law


@given(boards())
def test_a_board_evaluates(board: sse.Board) -> None:
    assert evaluated(board) is board


@given(maps())
def test_a_map_with_a_header_evaluates(text: str) -> None:
    board = sse.parse_map(text)
    assert evaluated(board) is board
    assert evaluated(board.setup) == board.setup


@given(states())
def test_a_state_evaluates(state: sse.State) -> None:
    assert evaluated(state) == state


@given(games(whole=False))
def test_a_record_evaluates(game: sse.GameRecord) -> None:
    tagged = sse.GameRecord(game.start, game.actions, {"seed": "7", "A": 'it\'s "Ann" \\ Ωmega'})
    for record in (game, tagged):
        assert evaluated(record) == record
        assert evaluated(record).actions == record.actions


@given(rules(), bags(), setups())
def test_options_evaluate(found: sse.Rules, bag: Bag, setup: Setup) -> None:
    for value in (found, bag, setup):
        assert evaluated(value) == value


@given(micro_states())
def test_a_state_of_micro_space_empire_evaluates(state: micro.State) -> None:
    assert evaluated(state, micro) == state


@given(micro_games(whole=False))
def test_a_record_of_micro_space_empire_evaluates(game: micro.GameRecord) -> None:
    assert evaluated(game, micro) == game


# --- how short it is

MOVED: Final = sse.GameRecord(sse.new_game(BASE), (sse.parse_action("b2-a1=S", BASE),))
SHOWN: Final[dict[str, object]] = {
    "load_map('base-2p')": BASE,
    "load_map('everything-2p')": EVERYTHING,
    "parse_map('A 1 B')": sse.parse_map("A 1 B"),
    r"parse_map('origin: 1 0\n\nA 1 B')": sse.parse_map("origin: 1 0\n\nA 1 B"),
    r"parse_map('ships: 2\n\nA 1 B')": sse.parse_map("ships: 2\n\nA 1 B"),
    "new_game(load_map('base-2p'))": sse.new_game(BASE),
    "new_game(load_map('everything-2p'))": sse.new_game(EVERYTHING),
    "new_game(load_map('base-2p'), rules=Rules(open_borders=True))": sse.new_game(
        BASE, rules=sse.Rules(open_borders=True)
    ),
    "new_game(load_map('everything-2p'), rules=Rules())": sse.new_game(EVERYTHING, rules=sse.Rules()),
    "new_game(load_map('base-2p'), first=1, ships=2, cities=[14, 13])": sse.new_game(
        BASE, first=1, ships=[2, 2], cities=[14, 13], stations=4
    ),
    "new_game(parse_map('A 1 B'), ships=0)": sse.new_game(sse.parse_map("A 1 B"), ships=0),
    "position(load_map('base-2p'), owners={0: 0}, pieces={0: 'station'}, "
    "ships=[[0, 5, 5, 5], [51, 51, 51, 51]], mover=1, ply=1)": MOVED.final,
    "GameRecord(new_game(load_map('base-2p')), ('b2-a1=S',))": MOVED,
    "GameRecord(new_game(load_map('base-2p')), ('b2-a1=S',), {'seed': '7'})": replace(MOVED, tags={"seed": "7"}),
    "position(load_map('base-2p'), ply=6)": position(BASE, ply=6),
    "position(load_map('base-2p'), ships=[[0, (0, True)], []])": position(BASE, ships=[[0, (0, True)], []]),
    "position(load_map('base-2p'), reserves=[(300, 4), (16, 4)])": position(BASE, reserves=[(300, 4), (16, 4)]),
    "Rules()": sse.Rules(),
    "Rules(edition='first', bag=Bag(three=20, two=1))": sse.Rules(edition="first", bag=Bag(three=20, two=1)),
    "Setup(rules=Rules(territory_points=0), ships=3)": Setup(sse.Rules(territory_points=0), ships=3),
    "Campaign(2, 7)": Campaign(2, 7),
    "Campaign(3, 0, holes='wormholes', unexplored=True)": Campaign(3, 0, holes="wormholes", unexplored=True),
}


@pytest.mark.parametrize("text", SHOWN, ids=str)
def test_what_is_usual_is_left_out(text: str) -> None:
    assert repr(SHOWN[text]) == text
    assert evaluated(SHOWN[text]) == SHOWN[text]


@pytest.mark.parametrize("name", sse.maps())
def test_a_map_that_ships_is_shown_by_its_name(name: str) -> None:
    board = sse.load_map(name)
    assert repr(sse.parse_map(sse.format_map(board))) == f"load_map({name!r})"
    start = sse.new_game(board)
    assert repr(start) == f"new_game(load_map({name!r}))"
    early, late = start.after(start.legal_ids()[0]).resolve(sse.SplitMix64(1)), sse.playout(start, 1)
    assert repr(early).startswith(f"position(load_map({name!r}), ")
    assert len(repr(early)) < 300
    assert len(repr(late)) <= len(f"parse_state({sse.format_state(late)!r})")
    assert evaluated(early) == early
    assert evaluated(late) == late


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"seed": 0}),
        (3, {"seed": 2**64 - 1, "holes": "balanced"}),
        (4, {"holes": "wormholes", "unexplored": True}),
        (2, {"seed": 7, "sides": {2: "B", 5: "B"}}),
    ],
)
def test_a_base_map_is_shown_by_its_call(players: int, options: dict[str, Any]) -> None:
    board = sse.base_map(players, **options)
    said = ", ".join(f"{name}={value!r}" for name, value in options.items())
    assert repr(board) == f"base_map({players}, {said})"
    assert evaluated(board) is board
    assert repr(sse.new_game(board)) == f"new_game(base_map({players}, {said}))"


def test_a_base_map_that_was_forgotten_is_drawn() -> None:
    text = sse.format_map(sse.base_map(2, seed=987_654))
    gc.collect()
    board = sse.parse_map(text)
    assert repr(board).startswith("parse_map('origin: ")
    assert evaluated(board) is board


def test_arguments_of_other_types_leave_no_trace() -> None:
    class Word(StrEnum):
        BALANCED = "balanced"
        FIRST = "first"
        B = "B"

    holes: Any = Word.BALANCED
    board = sse.base_map(numpy.int64(3), seed=numpy.uint8(9), holes=holes, sides={numpy.int8(2): Word.B})  # type: ignore[arg-type,dict-item]
    assert repr(board) == "base_map(3, seed=9, holes='balanced', sides={2: 'B'})"
    edition: Any = Word.FIRST
    assert repr(sse.Rules(edition=edition)) == "Rules(edition='first')"
    count: Any = numpy.int64(3)
    assert repr(Setup(ships=count, bag=Bag(two=count))) == "Setup(bag=Bag(two=3), ships=3)"
    assert repr(Campaign(numpy.int64(2), count)) == "Campaign(2, 3)"  # type: ignore[arg-type]
    tagged = sse.GameRecord(MOVED.start, MOVED.actions, {Word.B: Word.FIRST})
    assert repr(tagged).endswith(", ('b2-a1=S',), {'B': 'first'})")


def test_systems_far_apart_are_shown_by_place() -> None:
    far = {Hex(0, 0): "A", Hex(1, 0): "w", Hex(0, 9_000): "w", Hex(1, 9_000): "B"}
    for setup in (Setup(), Setup(ships=1)):
        board = sse.Board(far, setup)
        assert repr(board).startswith("Board({(0, 0): 'A', (1, 0): 'w', (0, 9000): 'w', (1, 9000): 'B'}")
        assert evaluated(board) is board


def test_records_are_shown_in_the_texts_of_actions() -> None:
    campaign = Campaign(2, 7, unexplored=True)
    start = campaign.next_game()
    first, *_ = start.legal_actions()
    record = sse.GameRecord(start, [sse.format_action(first, start)])
    assert record.actions == (first,)
    with pytest.raises(sse.NotationError, match=r"move 2: there is no q9: rows are a to i: 'q9-a1=C'") as caught:
        sse.GameRecord(start, (first, "q9-a1=C"))
    assert caught.value.column == 1
    with pytest.raises(sse.IllegalActionError, match=r"move 2: "):
        sse.GameRecord(start, (first, sse.format_action(first, start)))


def test_states_of_micro_space_empire() -> None:
    assert repr(micro.new_game()) == "new_game()"
    assert repr(micro.new_game(expansion=True)) == "new_game(expansion=True)"
    later = micro.position(micro.new_game().position, ply=3)
    assert repr(later).startswith("parse_state('mse-state 1")
    assert evaluated(later, micro) == later
    assert repr(micro.GameRecord(micro.new_game(), (0,))) == "GameRecord(new_game(), ('explore=near',))"


# --- drawings


def test_notebooks_draw() -> None:
    micro_record = micro.GameRecord(micro.new_game(), (0,))
    drawn = {
        BASE: sse.to_svg(BASE),
        MOVED.start: sse.to_svg(MOVED.start),
        MOVED: sse.to_svg(MOVED.final, last=MOVED.actions[-1:]),
        micro_record.start: micro.to_svg(micro_record.start),
        micro_record: micro.to_svg(micro_record.final, last=micro_record.actions),
    }
    assert len(set(drawn.values())) == len(drawn)
    for value, svg in drawn.items():
        shown: Any = value
        assert shown._repr_svg_() == svg
        assert ElementTree.fromstring(svg).tag.endswith("svg")
