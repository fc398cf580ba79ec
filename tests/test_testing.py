"""`sse_core.testing` as users see it: values and shrinking of its strategies, types by annotation, the machine."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import pytest
from hypothesis import Phase, find, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.vendor.pretty import pretty
from tests.heaps import Heaps
from tests.offered import offered
from tests.profiles import by_profile, shortened
from tests.shown_files import HOUSE_RULE, files_shown, laid_out

import sse_core as sse
from sse_core import ArgumentError, Board, GameRecord, Rules, SetupError, State, micro_space_empire, testing
from sse_core.micro_space_empire import strategies as micro
from sse_core.small_star_empires import Bag, Hex, Move, Reason, Setup, System, parse_game, reference
from sse_core.small_star_empires.strategies import layouts
from sse_core.testing.printing import multiline
from sse_core.testing.registration import strategies_of

# --- what is drawn


@given(testing.hexes(radius=3))
def test_hexes_lie_within_their_radius(place: Hex) -> None:
    assert place.distance(Hex(0, 0)) <= 3


_BOARDS = st.fixed_dictionaries(
    {
        "players": st.none() | st.integers(2, 4),
        "max_cells": st.integers(5, 128),
        "unexplored": st.none() | st.booleans(),
    }
)


@given(_BOARDS, st.data())
def test_boards_are_what_they_are_asked_for(options: dict[str, Any], data: st.DataObject) -> None:
    board = data.draw(testing.boards(**options))
    assert board.n_cells <= options["max_cells"]
    assert options["players"] in (None, board.players)
    assert options["unexplored"] in (None, System.UNEXPLORED in board.systems)
    assert board.systems.count(System.UNEXPLORED) <= 15


@given(_BOARDS, st.data())
def test_maps_parse(options: dict[str, Any], data: st.DataObject) -> None:
    text = data.draw(testing.maps(**options))
    board = sse.parse_map(text)
    assert board.n_cells <= options["max_cells"]
    assert sse.parse_map(sse.format_map(board)) == board


@given(testing.boards(), testing.rules(), st.data())
def test_states_are_what_they_are_asked_for(board: Board, rules: Rules, data: st.DataObject) -> None:
    state = data.draw(testing.states(board=board, rules=rules, stage="unfinished", placed=False, max_plies=3))
    assert (state.board, state.rules) == (board, rules)
    assert state.to_act
    assert state.ply <= 3


@given(testing.states(board=sse.maps()["everything-4p"]))
def test_states_on_a_board_of_ones_own_have_enough_tiles(state: State) -> None:
    assert state.board is sse.maps()["everything-4p"]


_TWO_RULES = (Rules(open_borders=True), Rules(nebula_points=(2,)))
_FEW_TILES = Rules(bag=Bag(two=3))


@given(testing.states(rules=st.sampled_from(_TWO_RULES)), testing.games(rules=st.sampled_from(_TWO_RULES), whole=False))
def test_rules_come_from_a_strategy_too(state: State, game: GameRecord[sse.State, sse.Action]) -> None:
    assert {state.rules, game.start.rules} <= {*_TWO_RULES}


@pytest.mark.parametrize("rules", [_FEW_TILES, st.just(_FEW_TILES)], ids=["rules", "strategy"])
def test_a_board_has_no_more_to_explore_than_the_given_rules_have_tiles(rules: Any) -> None:
    @given(testing.states(rules=rules))
    def check(state: State) -> None:
        assert state.rules == _FEW_TILES
        assert state.board.systems.count(System.UNEXPLORED) <= 3

    check()


def test_a_board_and_rules_that_do_not_fit_are_told_at_once() -> None:
    for strategy in (testing.states, testing.games):
        with pytest.raises(SetupError, match="the bag has 3, the map 8 to explore"):
            strategy(board=sse.maps()["everything-4p"], rules=_FEW_TILES)


@pytest.mark.parametrize("what", ["board", "rules"])
@pytest.mark.parametrize("strategy", [testing.states, testing.games])
def test_what_is_no_board_and_no_rules_is_told_at_once(what: str, strategy: Callable[..., Any]) -> None:
    with pytest.raises(InvalidArgument, match=f"{what} is a {what.title()}, a strategy for them or None, not 'A 3 B'"):
        strategy(**{what: "A 3 B"})


@given(testing.games())
def test_games_are_whole(game: GameRecord[sse.State, sse.Action]) -> None:
    assert game.final.outcome is not None
    assert game.start.ply == 0


@given(testing.games(board=sse.parse_map("A 1 2 3 B"), rules=Rules(open_borders=True), whole=False))
def test_games_are_what_they_are_asked_for(game: GameRecord[sse.State, sse.Action]) -> None:
    assert game.start.board == sse.parse_map("A 1 2 3 B")
    assert game.start.rules == Rules(open_borders=True)


@given(testing.states(stage="unfinished"), st.data())
def test_actions_are_legal_unless_asked_for_otherwise(state: State, data: st.DataObject) -> None:
    assert state.why_not(data.draw(testing.actions(state=state))) is Reason.OK
    assert state.why_not(data.draw(testing.actions(state=state, legal=False))) is not Reason.OK
    assert data.draw(testing.actions(state=state, legal=None)) in state.actions


_NOTHING_SMALLER = settings(database=None, phases=[Phase.generate])
"""The first value with a property is enough."""


def test_actions_are_drawn_without_a_state_too() -> None:
    drawn = find(testing.actions(legal=False), lambda action: True, settings=_NOTHING_SMALLER)
    assert isinstance(drawn, sse.Action)


def test_no_action_is_legal_after_the_end() -> None:
    over = _smallest(testing.states(), lambda state: not state.to_act)
    with pytest.raises(InvalidArgument, match="the game is over"):
        find(testing.actions(state=over), lambda action: True)


@pytest.mark.parametrize(
    "strategy",
    [
        lambda: testing.hexes(radius=-1),
        lambda: testing.boards(players=5),
        lambda: testing.boards(max_cells=4),
        lambda: testing.maps(max_cells=129),
        lambda: testing.states(max_plies=-1),
    ],
)
def test_what_cannot_be_drawn_is_told(strategy: Callable[[], Any]) -> None:
    with pytest.raises(InvalidArgument, match=r"is -?\d+, not in \d+ to \d+"):
        strategy()


@pytest.mark.parametrize("drawing", ["A B", "D\n B\nC A", "  A\n B\nC"])
def test_a_map_of_homeworlds_alone_hides_something_too(drawing: str) -> None:
    """A board that is cropped to adjacent homeworlds gets one more system, which is unexplored."""
    homes = sse.parse_map(drawing)
    for stream in map(sse.SplitMix64, range(20)):
        board = layouts._with_some_hidden(stream.below, homes)
        assert set(board.hexes) > set(homes.hexes)
        assert board.systems.count(System.UNEXPLORED) == board.n_cells - homes.n_cells == 1


@pytest.mark.parametrize("states", [testing.states, micro.states])
def test_a_stage_that_there_is_not_is_told(states: Callable[..., Any]) -> None:
    with pytest.raises(InvalidArgument, match="stage is 'finished', not one of 'any', 'unfinished'"):
        states(stage="finished")


@given(micro.states(stage="unfinished"))
def test_somebody_is_to_act_in_an_unfinished_game(state: micro_space_empire.State) -> None:
    assert state.to_act


# --- the same names in each game

_SHARED: dict[str, dict[str, object]] = {
    "states": {"stage": "any"},
    "games": {"whole": True},
    "actions": {"state": None, "legal": True},
}
"""The options that the strategies of all games have, with their defaults."""

_OF_GAMES = [pytest.param(strategies_of(game), id=name) for name, game in sse.GAMES.items()]


@pytest.mark.parametrize("strategies", _OF_GAMES)
def test_strategies_of_each_game_have_the_same_options(strategies: Any) -> None:
    for name, options in _SHARED.items():
        taken = inspect.signature(getattr(strategies, name)).parameters
        assert {key: taken[key].default for key in options if key in taken} == options, name
        assert {taken[key].kind for key in taken} == {inspect.Parameter.KEYWORD_ONLY}, name


@pytest.mark.parametrize("strategies", _OF_GAMES)
def test_options_of_strategies_do_the_same_in_each_game(strategies: Any) -> None:
    @given(strategies.states(stage="unfinished"), strategies.games(), strategies.games(whole=False), st.data())
    @settings(max_examples=by_profile(dev=3, ci=10))
    def check(state: Any, whole: Any, begun: Any, data: st.DataObject) -> None:
        assert state.to_act
        assert whole.final.outcome is not None
        for game in (whole, begun):
            assert game.start.ply == 0
            assert game.final.ply == len(game.moves)
        legal, illegal = (data.draw(strategies.actions(state=state, legal=legal)) for legal in (True, False))
        seat = state.to_act[0]
        assert not state.why_not(legal, seat)
        assert state.why_not(illegal, seat)
        assert data.draw(strategies.actions(state=state, legal=None)) in state.actions
        with pytest.raises(InvalidArgument, match="no action is legal: the game is over"):
            strategies.actions(state=whole.final)

    check()


@pytest.mark.parametrize("module", [*_OF_GAMES, testing])
def test_help_names_the_types_of_strategies(module: Any) -> None:
    assert "ForwardRef" not in pydoc.plain(pydoc.render_doc(module))


@pytest.mark.parametrize("name", sse.GAMES)
def test_help_leads_to_the_strategies_of_each_game(name: str) -> None:
    assert f"`{strategies_of(sse.GAMES[name]).__name__}`" in str(testing.__doc__)


def test_help_leads_to_the_positions_by_a_house_rule() -> None:
    small: Any = sse.small_star_empires
    assert type(_HOUSE).__name__ in small.__all__
    for place in (testing, testing.GameMachine.of, small.house_game):
        assert "by_these_rules" in str(place.__doc__)


# --- what it shrinks to


def _smallest(
    strategy: st.SearchStrategy[Any],
    condition: Callable[[Any], Any],
    is_small: Callable[[Any], bool] = lambda value: True,
) -> Any:
    """Return what a value with some property shrinks to; if that isn't small, once more from other seeds.

    Hypothesis looks for other values to begin with for ten seconds, in which slow machines find fewer.
    """
    # The phase `explain` would let `find` return what it varies last.
    phases = [Phase.generate, Phase.shrink]
    options = settings(database=None, max_examples=20_000, phases=phases, deadline=None)

    def smallest(from_seed: int) -> Any:
        return find(strategy, lambda value: bool(condition(value)), settings=options, random=Random(from_seed))

    found = smallest(0)
    for from_seed in range(1, 10):
        if not is_small(found):
            found = smallest(from_seed)
    return found


def _drawing(board: Board) -> str:
    return sse.format_map(board).split("\n\n")[1].rstrip()


@pytest.mark.parametrize(
    ("strategy", "smallest"),
    [
        (testing.hexes(), Hex(0, 0)),
        (testing.boards(), sse.parse_map("A 3 B")),
        (testing.maps(), "A 3 B"),
        (testing.rules(), Rules()),
        (testing.bags(), Bag()),
        (testing.setups(), Setup()),
        (testing.seeds(), 0),
        (testing.actions(), Move(0, 1, "city")),
    ],
)
def test_the_smallest(strategy: st.SearchStrategy[Any], smallest: object) -> None:
    assert _smallest(strategy, lambda value: True) == smallest


def _seats(state: State) -> range:
    return range(state.board.players)


def _is_damaged(state: State) -> bool:
    return any(damaged for seat in _seats(state) for _, damaged in state.ships(seat))


def _has_had_tolls(state: State) -> bool:
    return any(map(state.received, _seats(state)))


_ANY = testing.states()
_PLAYED = testing.states(placed=False)
_FOUND: dict[str, tuple[st.SearchStrategy[State], Callable[[State], Any], int, int, int]] = {
    "any": (_ANY, lambda state: True, 3, 0, 0),
    "an end": (_ANY, lambda state: not state.to_act, 3, 1, 0),
    "a damaged ship": (_ANY, _is_damaged, 3, 0, 0),
    "a damaged ship, played": (_PLAYED, _is_damaged, 6, 2, 0),
    "a toll": (_ANY, _has_had_tolls, 3, 0, 1),
    "a toll, played": (_PLAYED, _has_had_tolls, 6, 2, 1),
    "a conquered system": (_ANY, lambda state: state.conquered, 6, 0, 0),
    "points for a station": (_PLAYED, lambda state: any(score.stations for score in state.score_sheet()), 6, 2, 0),
    "four players": (_ANY, lambda state: state.board.players == 4, 6, 0, 0),
    "separate galaxies": (_PLAYED, lambda state: "  " in _drawing(state.board).strip(), 8, 0, 0),
}
"""A strategy, the property of the value, and the most systems, plies and changed options of the shrunk value."""


_SLOW = {
    "a damaged ship, played": pytest.mark.ci,
    "a toll, played": pytest.mark.nightly,
    "a conquered system": pytest.mark.nightly,
    "four players": pytest.mark.nightly,
    "separate galaxies": pytest.mark.nightly,
    "points for a station": pytest.mark.nightly,
}
"""What is seldom found, or slow to shrink, and where it is looked for."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=_SLOW[name]) if name in _SLOW else name for name in _FOUND])
@pytest.mark.ci
def test_states_shrink_to_what_can_be_drawn_on_paper(name: str) -> None:
    strategy, condition, cells, plies, options = _FOUND[name]
    state = _smallest(
        strategy,
        condition,
        lambda state: state.board.n_cells <= cells and state.ply <= plies and _changed(state.rules) <= options,
    )
    print(f"\n{name}: {state.ply} plies, {state.rules}\n{_drawing(state.board)}")
    assert state.board.n_cells <= cells
    assert state.ply <= plies
    assert _changed(state.rules) <= options


def _changed(rules: Rules) -> int:
    """The number of options that differ from the published ones."""
    return sum(getattr(rules, name) != getattr(Rules(), name) for name in Rules.__slots__)


def _happens(name: str) -> Callable[[GameRecord[sse.State, sse.Action]], bool]:
    def condition(game: GameRecord[sse.State, sse.Action]) -> bool:
        turns = zip(game.states(), (*game.actions, None), strict=True)
        return any(name in testing.events(state, action) for state, action in turns)

    return condition


@pytest.mark.parametrize(
    ("event", "rules", "cells", "plies"),
    [
        ("decided by total", None, 3, 1),
        ("decided by shared", None, 3, 0),
        ("jump", None, 10, 3),
        pytest.param("found nordinn", None, 8, 4, marks=pytest.mark.nightly),
        pytest.param("repair", None, 8, 4, marks=pytest.mark.nightly),
        ("toll", Rules(open_borders=True), 8, 3),
        # Seldom found, so that the search and the shrink take the longest of all.
        pytest.param(
            "stay for the toll",
            Rules(open_borders=True, toll_compulsory=False),
            8,
            3,
            marks=pytest.mark.nightly,
        ),
    ],
)
@pytest.mark.ci
def test_games_shrink_to_what_can_be_drawn_on_paper(event: str, rules: Rules | None, cells: int, plies: int) -> None:
    game = _smallest(
        testing.games(rules=rules),
        _happens(event),
        lambda game: game.start.board.n_cells <= cells and len(game.actions) <= plies,
    )
    print(f"\n{sse.format_game(game)}")
    assert game.start.board.n_cells <= cells
    assert len(game.actions) <= plies


# --- types by annotation

_BY_ANNOTATION = """
from hypothesis import HealthCheck, given, settings
import sse_core as sse
from sse_core import micro_space_empire as micro, small_star_empires as small

@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(...)
def by_annotation(b: sse.Board, s: sse.State, r: sse.Rules, h: small.Hex, g: sse.GameRecord, a: sse.Action,
                  m: small.Move, c: small.Choose, v: small.Reveal, bag: small.Bag, setup: small.Setup,
                  ms: micro.State, mg: micro.GameRecord[micro.State, micro.Action], ma: micro.Action) -> None:
    assert b == sse.parse_map(sse.format_map(b)) and s == small.parse_state(sse.format_state(s))
    assert g == small.parse_game(sse.format_game(g)) and h.turned(6) == h and hash(r) == hash(r)
    assert isinstance(a, sse.Action) and type(m) is small.Move and type(c) is small.Choose and type(v) is small.Reveal
    assert bag == bag.checked() and setup.bag in (None, setup.bag)
    assert ms == micro.parse_state(micro.format_state(ms)) and mg == micro.parse_game(micro.format_game(mg))
    assert ma in micro.ACTIONS

by_annotation()
print("drawn")
"""


@pytest.mark.parametrize(
    "first",
    [
        "",
        "import sse_core.testing\n",
        *(pytest.param(f"import {module}\n", marks=pytest.mark.nightly) for module in ("hypothesis", "sse_core")),
    ],
)
@pytest.mark.ci
def test_types_are_known_by_annotation(first: str, tmp_path: Path) -> None:
    script = [sys.executable, "-W", "error", "-c", first + _BY_ANNOTATION]
    done = subprocess.run(script, capture_output=True, text=True, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("drawn\n", "")


def test_strategies_are_loaded_when_they_are_drawn_from() -> None:
    script = "import sys, hypothesis; print([name for name in sys.modules if name.startswith('sse_core.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "sse_core.testing.registration" in done.stdout
    assert "strategies" not in done.stdout


@pytest.mark.parametrize("game", shortened(sse.GAMES))
def test_strategies_can_be_the_first_import(game: str) -> None:
    script = f"from sse_core.{game}.strategies import states; print(type(states().example()).__name__)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "State\n"


def test_the_registration_can_be_the_first_import() -> None:
    """Hypothesis calls `register` while it is imported itself, which the first line mustn't begin too early."""
    script = """
import sse_core.testing.registration
import sse_core as sse
from hypothesis import find, strategies
print(type(find(strategies.from_type(sse.State), lambda state: True)).__name__)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("State\n", "")


# --- the machine


def _run(machine: Any, from_seed: int = 1, **more: Any) -> None:
    """Run a machine from a seed, without the database of earlier failures."""
    options = settings(machine.TestCase.settings, database=None, **more)
    run_state_machine_as_test(seed(from_seed)(machine), settings=options)


def test_a_game_agrees_with_itself() -> None:
    _run(testing.GameMachine.of(Heaps(), Heaps()), max_examples=by_profile(dev=15, ci=25))


def test_a_machine_can_be_steered_by_hand() -> None:
    machine = testing.GameMachine.of(Heaps(), Heaps())()
    machine.start(Heaps().new_game(stones=1), ranks=[0, 1])
    assert machine.first.to_act == (sse.CHANCE,)
    machine.play([0])
    assert (machine.first.heap, machine.first.to_act) == (0, ())
    machine.ask([0, 1, 2, 3], seat=0)
    machine.play([])
    assert machine.first == Heaps().new_game(stones=1), "after the end comes another game from the same start"


def test_the_machine_looks_ahead_of_what_it_plays() -> None:
    """The fault shows after two actions, and the machine plays none."""
    machine = testing.GameMachine.of(Heaps(), Heaps("illegal"))()
    machine.start(Heaps().new_game(), ranks=[])
    assert (machine.first.ply, machine.record().splitlines()[-2]) == (0, "moves: 0")
    differs = testing.GameMachine.of(Heaps(), Heaps("odds"))()
    with pytest.raises(AssertionError, match=r"odds\(\) differs(.|\n)*1 A take 1\n2 B take 1\nresult: unfinished$"):
        differs.start(Heaps().new_game(), ranks=[])


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ("odds", "odds() differs"),
        ("outcome", "outcome differs"),
        ("others act", "differs"),
        ("descending", "legal_actions("),
        ("view", "view("),
        ("illegal", "after "),
        ("error", "after "),
        ("pickle", "a copy of the second state differs"),
        ("hash", "the second state"),
    ],
)
def test_the_machine_finds_where_implementations_differ(fault: str, complaint: str) -> None:
    machine = testing.GameMachine.of(Heaps(), Heaps(fault))()
    with pytest.raises(AssertionError, match=re.escape(complaint)):
        _tour(machine)


def _tour(machine: Any) -> None:
    """Steer a machine by hand through all that it does: what Hypothesis draws from a seed depends on loaded modules."""
    machine.start(Heaps().new_game(), ranks=[])
    for _ in range(20):
        for seat in (None, sse.CHANCE, 0, 1):
            machine.ask(list(range(len(machine.first.actions))), seat)
        for how in (copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))):
            machine.copy(how)
        machine.play([0])


def test_a_run_of_the_machine_fails_where_implementations_differ() -> None:
    machine = testing.GameMachine.of(Heaps(), Heaps("odds"))
    with pytest.raises((AssertionError, ExceptionGroup)) as caught:
        _run(machine, max_examples=5, phases=[Phase.generate])
    assert "odds() differs" in "\n".join(map(str, _leaves(caught.value)))


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


class _Sprawl(reference.State):
    """A territory scores a point for each of its systems."""

    def score_sheet(self) -> Any:
        scores = super().score_sheet()
        return tuple(score._replace(territory=max(self.territories(seat))) for seat, score in enumerate(scores))


_HOUSE: Any = sse.small_star_empires.house_game(_Sprawl)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (sse.small_star_empires, _HOUSE, "pass its `by_these_rules`, which makes the same position by _Sprawl"),
        (sse.small_star_empires, sse.jump_wars, "the second game reads no positions of small_star_empires: "),
        (_HOUSE, sse.small_star_empires, "the second game reads no positions of _Sprawl: "),
    ],
    ids=["a house rule", "another game", "the other way round"],
)
def test_a_machine_of_games_that_do_not_read_each_other_is_refused_at_once(first: Any, second: Any, told: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(told)):
        testing.GameMachine.of(first, second)


def test_a_machine_is_of_games_and_not_of_names() -> None:
    names: Any = "jump_wars"
    for sides in ((names, sse.jump_wars), (sse.jump_wars, names)):
        with pytest.raises(TypeError, match=r"^a game is a module, GAMES\['jump_wars'\], not its name$"):
            testing.GameMachine.of(*sides)


def test_a_failing_machine_does_not_explain_by_a_hundred_further_runs() -> None:
    """Whatever its settings: the phase `explain` of Hypothesis's default would draw whole games at random, and trace.

    The same seed makes the same runs with the phase and without it, so no run was of that phase.
    """
    runs: Counter[str] = Counter()

    def failed(name: str, **more: Any) -> int:
        class Counted(testing.GameMachine.of(sse.small_star_empires, _HOUSE.by_these_rules)):  # type: ignore[misc]
            def __init__(self) -> None:
                super().__init__()
                runs[name] += 1

        case = seed(1)(Counted).TestCase
        case.settings = settings(max_examples=8, stateful_step_count=8, deadline=None, database=None, **more)
        with pytest.raises(AssertionError, match="totals differs"):
            case("runTest").debug()
        return runs[name]

    with_all = failed("all", phases=tuple(Phase))
    assert with_all == failed("none", phases=[phase for phase in Phase if phase is not Phase.explain])


@pytest.fixture
def house_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], str]:
    """The names of the test in the documentation of house rules, and the record that it shows."""
    if not HOUSE_RULE.exists():
        pytest.skip("the example is part of the checkout, not of the package")
    laid_out(HOUSE_RULE, tmp_path, monkeypatch)
    text = HOUSE_RULE.read_text(encoding="utf-8")
    (test,) = re.findall(r"^```python\n([^`]*GameMachine[^`]*)^```", text, re.MULTILINE)
    (told,) = re.findall(r"^```\n(totals differs.*?)^```", text, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(compile(test, str(HOUSE_RULE), "exec"), names)
    return names, told


def test_the_house_rules_of_the_documentation_have_twenty_lines() -> None:
    if not HOUSE_RULE.exists():
        pytest.skip("the examples are part of the checkout, not of the package")
    for source in files_shown(HOUSE_RULE).values():
        assert len([line for line in source.splitlines() if line.strip()]) <= 20


def test_the_house_rule_differs_where_the_documentation_says(house_rule: tuple[dict[str, Any], str]) -> None:
    names, told = house_rule
    shown = parse_game(told.partition("after\n")[2].strip())
    by_house_rule = names["house"].by_these_rules
    assert shown.final.totals != by_house_rule(shown.final).totals
    before = list(shown.states())[:-1]
    assert all(state.totals == by_house_rule(state).totals for state in before)


def _least_game_by_the_house_rule(
    machine: type[testing.GameMachine], from_seed: int
) -> tuple[GameRecord[sse.State, sse.Action], str]:
    """Return the record in which the machine finds the house rule, and the steps that Hypothesis prints."""
    with pytest.raises(AssertionError, match="totals differs") as caught:
        _run(machine, from_seed)
    return parse_game(str(caught.value).partition("after\n")[2].strip()), "\n".join(caught.value.__notes__)


@pytest.mark.nightly
def test_the_house_rule_shrinks_to_what_the_documentation_shows(house_rule: tuple[dict[str, Any], str]) -> None:
    names, told = house_rule
    shown = parse_game(told.partition("after\n")[2].strip())
    found, steps = _least_game_by_the_house_rule(names["Machine"], from_seed=1)
    assert (_size(found), found.start.rules) == (_size(shown), Rules())
    # One start, printed as a drawing that can be pasted.
    (starts,) = re.findall(r"^state\.begin\(starts=((?:.|\n)*)\)\nstate\.teardown", steps, re.MULTILINE)
    assert _drawing(found.start.board) in starts
    assert eval(starts, offered(sse.small_star_empires)) == [(found.start, [])]


def _size(game: GameRecord[sse.State, sse.Action]) -> tuple[int, int, int]:
    """Systems, players and actions of a game."""
    return game.start.board.n_cells, game.start.board.players, len(game.actions)


@pytest.mark.nightly
def test_the_house_rule_shrinks_in_seconds(house_rule: tuple[dict[str, Any], str]) -> None:
    names, _ = house_rule
    times = []
    for number in range(1, 11):
        before = process_time()
        found, _ = _least_game_by_the_house_rule(names["Machine"], number)
        times.append(process_time() - before)
        print(f"\nseed {number}: {times[-1]:.1f} s of a processor, {_size(found)}", end="")
    assert median(times) < 60


# --- how it is printed


@pytest.mark.parametrize(
    ("expression", "drawing"),
    [
        (r"parse_map('A 1\n 1 B')", 'parse_map("""\\\nA 1\n 1 B""")'),
        (r"f('A\nB', name='it', other=['C\nD'])", 'f("""\\\nA\nB""", name=\'it\', other=["""\\\nC\nD"""])'),
        ('f("it\'s\\nthis")', 'f("""\\\nit\'s\nthis""")'),
        ("f('A 1 B')", "f('A 1 B')"),
        (r"f('a\nback\\slash')", r"f('a\nback\\slash')"),
        (r"""f('a\n"quoted"')""", r"""f('a\n"quoted"')"""),
        (r"f('a\n\x1b')", r"f('a\n\x1b')"),
    ],
)
def test_texts_of_several_lines_are_printed_as_drawings(expression: str, drawing: str) -> None:
    def value(*arguments: object, **named: object) -> object:
        return arguments, named

    assert multiline(expression) == drawing
    names = {"f": value, "parse_map": value}
    assert eval(drawing, names) == eval(expression, names)


@given(st.tuples(testing.states(), testing.games(), micro.states(), micro.games()))
@settings(max_examples=20)
def test_what_is_printed_evaluates(values: tuple[object, ...]) -> None:
    modules = (*[sse.small_star_empires] * 2, *[micro_space_empire] * 2)
    for value, module in zip(values, modules, strict=True):
        printed = pretty(value)
        assert "\\n" not in printed
        assert eval(printed, offered(module)) == value


_SQUARE = sse.new_game(sse.parse_map("A 1\n 1 B"))
_ROW = sse.new_game(sse.load_map("duel")).after(Move(0, 1, "city"))


@pytest.mark.parametrize(
    ("state", "lines"),
    [(_SQUARE, ["A 1", " 1 B"]), (_ROW, ["A cities: a2", "  A 2 1", " 1 r 3 .", "b 1 . 1 b", " . 3 r 1", "  1 2 B"])],
)
def test_a_failing_state_is_printed_as_a_drawing(state: State, lines: list[str]) -> None:
    """So is a position whose `repr` lists its parts."""

    @settings(database=None, phases=[Phase.generate])
    @given(state=st.just(state))
    def fails(state: State) -> None:
        raise AssertionError

    with pytest.raises(AssertionError) as caught:
        fails()
    printed = "\n".join(caught.value.__notes__)
    assert [line for line in lines if f"\n{line}" not in printed] == []
