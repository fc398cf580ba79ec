"""Games by house rules: variants of the reference that bots, search, records, the command and people play."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import getsource, signature
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.command import Run, assert_refused, joined
from tests.profiles import by_profile
from tests.shown_files import HOUSE_RULE, laid_out

import sse_core as sse
from sse_core import Action, State
from sse_core.arena import Setup, Start, play_job, play_match
from sse_core.arena.jobs import Job
from sse_core.bots import BOTS, Mcts
from sse_core.forms.json_object import JsonObject
from sse_core.game import Pen
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import Move, Reason, house_game, parse_state, position, reference
from sse_core.small_star_empires.house_rules import HouseGame, HouseReason
from sse_core.small_star_empires.reference import scoring
from sse_core.testing import GameMachine, boards, check_game, states

SMALL = sse.parse_map("A 3 1 B\n 1 r 2")
DUEL = sse.maps()["duel"]


class Nothing(reference.State):
    """Nothing differs."""


class Short(reference.State):
    """A ship flies one system at most."""

    def _flight(self, player: int, origin: int, direction: int, damaged: bool) -> Iterator[int]:
        yield from list(super()._flight(player, origin, direction, damaged))[:1]


class Stations(reference.State):
    """Ships pass the stations of others."""

    def _can_pass(self, player: int, cell: int, damaged: bool) -> bool:
        return self.piece(cell) == "station" or super()._can_pass(player, cell, damaged)


class OwnList(reference.State):
    """Ships fly to any free system on a line."""

    def _actions(self, player: int) -> Iterator[Action]:
        for action in self.actions:
            if isinstance(action, Move) and action.piece and not action.damaged:
                free = self.owner(action.target) is None and (action.origin, False) in self.fleets[player]
                if free and getattr(self.reserves[player], "cities" if action.piece == "city" else "stations"):
                    yield action


class AnyCity(reference.State):
    """The Nordinn Empire destroys any city, and fuel lasts for two steps."""

    def _cities_to_destroy(self, player: int, cell: int) -> list[int]:
        return [other for other, (_, piece) in self.pieces.items() if piece == "city"]

    def _second_moves(self, player: int, cell: int) -> Iterator[Move]:
        near = (cell, *self.board.neighbours(cell))
        for target in (far for other in near for far in self.board.neighbours(other)):
            for piece in self._landings(player, target, damaged=False):
                if self._way(cell, target) is not None:
                    yield Move(cell, target, piece)


class FirstToFour(reference.State):
    """Whoever holds four systems ends the game."""

    def _end_of_turn(self, player: int) -> reference.State:
        if len(self.pieces) >= 4:
            return replace(self, mover=None)
        return super()._end_of_turn(player)


NOTHING, SHORT, STATIONS, OWN_LIST = map(house_game, (Nothing, Short, Stations, OwnList))
ANY_CITY, FIRST_TO_FOUR = map(house_game, (AnyCity, FirstToFour))


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[str]:
    """The files with the two rules of the documentation, in the current folder."""
    if not HOUSE_RULE.exists():
        pytest.skip("the rules are part of the checkout, not of the package")
    return laid_out(HOUSE_RULE, tmp_path, monkeypatch)


# --- the story of a tester: two rules, played, analysed, checked


def test_both_rules_are_played_by_bots_analysed_and_checked(rules: Sequence[str]) -> None:
    assert rules == ["opponent_stations.py", "short_flights.py"]
    for file in rules:
        game = house_game(file)
        start = game.new_game(SMALL)
        *_, (_, _, end) = turns_of(start, [BOTS["greedy"].choose, Mcts(5).choose], 1)
        assert end.outcome is not None
        assert game.name in sse.to_text(end)
        assert sse.to_svg(end).startswith("<svg ")
        assert {line.action for line in sse.analyse(start, visits=5).lines} == {*start.legal_actions()}
        played = next(play_match("greedy", "random", [Start(start, 1)], records=True))
        record = played.record
        assert record is not None
        assert sse.GameRecord.from_json(record.to_json(), game) == record == sse.read(sse.format_game(record), game)
        assert pickle.loads(pickle.dumps(record)) == record
        assert record.to_strip().startswith("<svg ")


@pytest.mark.ci
def test_conformance_passes_on_the_rule_of_scoring(rules: Sequence[str]) -> None:
    """An example of the page has the rule of movement checked."""
    check_game(house_game(rules[0]), seeds=[1], players=2, board=sse.parse_map("A 3 1 B"))


def test_the_rules_differ_from_the_published_ones_where_they_say(rules: Sequence[str]) -> None:
    scoring, short = map(house_game, rules)
    for game, what in ((scoring, "totals"), (short, "legal_actions")):
        machine = GameMachine.of(sse.small_star_empires, game.by_these_rules)()
        with pytest.raises(AssertionError, match=rf"{what}\S* differs"):
            machine.start(sse.new_game(sse.maps()["base-2p"]), [7 * ply for ply in range(30)])


# --- the story of a person at the terminal


def test_a_person_plays_by_the_rule_of_a_file(run: Run, rules: Sequence[str]) -> None:
    by_rule = ["--map", "base-2p", "--seed", 1, "--rules-from", "short_flights.py"]
    typed = "b2-b6=C\nb2-b3=C\nrules E3.1\nundo\nb2-b5=S\nquit\n"
    left = run("play", "human", "greedy", *by_rule, "--out", "o", stdin=typed)
    page = HOUSE_RULE.read_text(encoding="utf-8")
    (told,) = re.findall(r"^```\n(A \(human\).*?)^```", page, re.DOTALL | re.MULTILINE)
    assert told in left.out
    assert "The house rule of this game: A ship flies three systems at most." in joined(left.out)
    (resume,) = re.findall(r"`sse (play --rules-from short_flights.py --resume \S*game.sse)`", left.out)
    assert run(*resume.split(), "random", "random").status == 0


def test_commands_take_the_file(run: Run, rules: Sequence[str]) -> None:
    by_rule = ["--rules-from", "short_flights.py"]
    played = run("play", "greedy", "mcts:2", "--map", "duel", "--seed", 1, "--out", "o", *by_rule)
    assert (played.status, played.err) == (0, "")
    for command in (["score"], ["show"], ["moves"], ["perft", 1]):
        assert run(command[0], "o/game.sse", *command[1:], *by_rule).status == 0, command
    assert run("analyse", "duel", "--visits", 2, *by_rule).out.count("\na1-") == 14
    assert run("playouts", "duel", "--games", 2, *by_rule).status == 0
    match = run("match", "greedy", "random", "--map", "duel", "--games", 2, "--json", *by_rule)
    assert '"ShortFlights"' in match.out
    helps = [run(command, "--help").out for command in ("play", "rules", "serve")]
    assert ["--rules-from" in text for text in helps] == [True, False, False]


def test_an_arena_takes_the_file_and_so_does_its_archive(run: Run, rules: Sequence[str]) -> None:
    by_rule = ["--rules-from", "short_flights.py"]
    arena = ["arena", "random", "--schedule", "self-play", "--map", "duel", "--games", 8, "--seed", 1, "--json"]

    def found(*args: object) -> Any:
        result = run(*arena, *args)
        assert (result.status, result.err) == (0, "")
        return {name: value for name, value in json.loads(result.out).items() if name not in ("seconds", "played")}

    one = found("--threads", 1, *by_rule)
    assert one == found("--jobs", 2, *by_rule)
    assert one["failures"] == []
    assert one["balances"] != found("--threads", 1)["balances"]
    assert "Small Star Empires by ShortFlights" in run(*arena[:-1], "--threads", 1, *by_rule).out


def test_an_arena_by_a_rule_is_another_one(run: Run, rules: Sequence[str]) -> None:
    arena = ["arena", "random", "--schedule", "self-play", "--map", "duel", "--games", 2, "--seed", 1, "--threads", 1]
    arena += ["--store", "games.sqlite3"]
    by_rule = ["--rules-from", "short_flights.py"]
    assert run(*arena, *by_rule).status == 0
    assert_refused(run(*arena), 1, 'rules is "short_flights.py" there, and null here')
    Path("short_flights.py").write_text(f"{Path('short_flights.py').read_text()}\n", encoding="utf-8")
    assert_refused(run(*arena, *by_rule), 1, 'files is {"short_flights.py": "')


def test_a_worker_without_the_file_is_told(rules: Sequence[str]) -> None:
    setup = Setup("small_star_empires", options={"map": "duel"}, rules="none.py")
    job = Job(setup, ("random",), seed=1, seats=((0, 0),), first=0, last=1)
    assert "can't play this: none.py: no such file" in json.loads(play_job(job.text))["refused"]
    other = Setup("jump_wars", rules="short_flights.py")
    refused = json.loads(play_job(replace(job, setup=other).text))["refused"]
    assert "can't play this: jump_wars has no house rules" in refused


def test_texts_by_a_rule_are_no_texts_of_the_published_game(run: Run, rules: Sequence[str]) -> None:
    run("play", "random", "random", "--map", "duel", "--seed", 1, "--out", "o", "--rules-from", "short_flights.py")
    assert_refused(
        run("score", "o/game.sse"), 1, "as ssehouse-game says; name the file of its house rule with --rules-from"
    )
    # A command that takes no house rule doesn't ask for one.
    published = (
        "as ssehouse-game says; `sse solve` is for the published rules alone; by a house rule there are analyse, "
        "archive, arena, "
    )
    assert_refused(run("solve", "o/game.sse"), 1, published)
    other = run("score", "o/game.sse", "--rules-from", "opponent_stations.py")
    assert_refused(other, 1, "by the house rule ShortFlights of short_flights.py, and not by OpponentStations")
    Path("short_flights.py").write_text(f"{Path('short_flights.py').read_text()}\n", encoding="utf-8")
    assert_refused(run("score", "o/game.sse", "--rules-from", "short_flights.py"), 1, "wanted with the digest")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ["play", "--rules-from", "none.py"],
            "none.py: no such file; a name that ends in .py is the path of a house rule",
        ),
        (["play", "--rules-from"], "expected one argument"),
        (["play", "--rules-f", "short_flights.py", "random", "random"], "--rules-from is written whole, and once"),
        (
            ["play", "jump_wars", "--rules-from", "short_flights.py"],
            "--rules-from: jump_wars has no house rules; a game that has: small_star_empires",
        ),
        (
            ["solve", "duel", "--rules-from=short_flights.py"],
            "--rules-from: `sse solve` is for the published rules alone; by a house rule there are analyse, archive, "
            "arena, balance, match, moves, perft, play, playouts, review, score and show",
        ),
        (["rules", "--rules-from", "short_flights.py"], "--rules-from: `sse rules` is for the published rules alone"),
    ],
)
def test_how_the_option_is_refused(run: Run, rules: Sequence[str], words: list[str], error: str) -> None:
    refused = run(*words)
    assert refused.status
    assert error in refused.err
    assert refused.err.count("\n") == 1


def test_a_rule_that_fails_ends_the_command_with_its_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text(
        "from sse_core.small_star_empires import reference\n"
        "class Mine(reference.State):\n    'Mine.'\n"
        "    def _jumps(self, origin, damaged):\n        return {}[origin]\n",
        encoding="utf-8",
    )
    assert_refused(run("moves", "duel", "--rules-from", tmp_path / "rule.py"), 1, "rule.py, line 5: KeyError: 0")


def test_a_file_that_is_no_house_rule(tmp_path: Path) -> None:
    def refused(source: str) -> str:
        (tmp_path / "rule.py").write_text(
            f"from sse_core.small_star_empires import reference\n{source}", encoding="utf-8"
        )
        with pytest.raises(sse.ArgumentError) as caught:
            house_game(tmp_path / "rule.py")
        return str(caught.value).removeprefix(f"{tmp_path / 'rule.py'}")

    a, b = ("class A(reference.State): 'A.'\n", "class B(reference.State): 'B.'\n")
    assert refused("x = 3\n") == " is no house rule: it has no class below small_star_empires.reference.State"
    assert refused(f"{a}{b}\n") == " has 2 house rules: A, B; one class below them says which is played"
    assert refused("x = 1 / 0\n").startswith(", line 2: ZeroDivisionError")
    assert refused("class A(reference.State): pass\n").startswith("A has no docstring")
    fields = f"from dataclasses import dataclass\n@dataclass(frozen=True)\n{a}    more: int = 0\n"
    assert "A has fields of its own" in refused(fields.replace("'A.'\n", "\n    'A.'\n"))
    with pytest.raises(sse.ArgumentError, match=r"not int$"):
        house_game(int)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["x", None, sse.parse_map("A 1 B"), sse.jump_wars.new_game()], ids=type)
def test_what_is_no_state_has_no_twin_by_a_house_rule(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^a state of Small Star Empires is wanted, not "):
        NOTHING.by_these_rules(value)


def test_a_person_chooses_step_by_step(run: Run, rules: Sequence[str]) -> None:
    """What `targets` and a choice alone answer is true by the rule, too."""
    by_rule = ["--map", "base-2p", "--seed", 1, "--rules-from", "short_flights.py"]
    page = joined(run("play", "human", "greedy", *by_rule, stdin="b2\ntargets b2 b6\nb2 b5 s\nlast\nquit\n").out)
    assert "no legal action" not in page
    assert "fly to a1, b4; an empty system fly to a2, b5, c1, e3; two planets fly to b1, c2, d1; one planet" in page
    assert "fly to b3; three planets fly to d3; a red nebula\n" in page
    assert "No: b2-b6=C is not allowed by ShortFlights: A ship flies three systems at most (house rule)." in page
    assert "A (human) flew from b2 to b5 and built a trade station on two planets [b2-b5=S]\n" in page


class Free(reference.State):
    """A station explores, too, and a ship jumps to any wormhole's neighbour."""

    def _landings(self, player: int, target: int, damaged: bool) -> list[Any]:
        found = super()._landings(player, target, damaged)
        return [*found, "station"] if self.is_unexplored(target) and self.reserves[player].stations else found


FREE = house_game(Free)


@settings(max_examples=by_profile(25, 40, 100), deadline=None)
@given(state=states(board=boards(max_cells=10), stage="unfinished"))
def test_the_steps_of_a_rule_tell_its_actions_apart_and_cite_nothing(state: State) -> None:
    """They are those of the published game where both allow an action; its clauses may not hold by the rule."""
    for game in (NOTHING, SHORT, STATIONS, FREE):
        by_rule = game.by_these_rules(state)
        keys = [tuple(step.key for step in sse.steps(by_rule, action)) for action in by_rule.legal_actions()]
        assert len({*keys}) == len(keys)
        assert not {each[:n] for each in keys for n in range(1, len(each))} & {*keys}
        for each, action in zip(keys, by_rule.legal_actions(), strict=True):
            assert sse.refusal(by_rule, each) == ""
            assert not re.search(r"E\d", "".join(step.note for step in sse.steps(by_rule, action)))
            if game is not FREE and not state.why_not(action):
                assert each == tuple(step.key for step in sse.steps(state, action))
    shorter = SHORT.by_these_rules(state)
    for action in state.legal_actions() if state.to_act == shorter.to_act else ():
        if shorter.why_not(action):
            why = sse.refusal(shorter, [step.key for step in sse.steps(state, action)])
            assert why.endswith("is not allowed by Short: A ship flies one system at most (house rule)")


def test_a_jump_is_one_by_the_rule() -> None:
    """A flight that the rule cuts short is a jump, where wormholes lead there, too."""
    start = sse.new_game(sse.parse_map("A 1 1 1 B\n w 1 1 w"))
    words = list[str]()
    for state in (start, SHORT.by_these_rules(start)):
        (move,) = (action for action in state.legal_actions() if sse.format_action(action, start) == "a1-a4=C")
        words.append(sse.steps(state, move)[1].words)
    assert words == ["fly to a4", "jump to a4"]


# --- a method that changes nothing


def rule_of(body: str) -> type[reference.State]:
    """A rule whose class has this body."""
    names: dict[str, Any] = {"reference": reference, "cached_property": cached_property}
    source = f"class Mine(reference.State):\n    'Mine.'\n{indent(dedent(body), '    ')}"
    exec(compile(source, "mine.py", "exec"), names)
    made: type[reference.State] = names["Mine"]
    return made


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "def _landing(self, *args):\n    return super()._landing(*args)",
            r"Mine\._landing .*did you mean '_landings'",
        ),
        ("def scoresheet(self):\n    return ()", r"Mine\.scoresheet .*did you mean 'score_sheet'"),
        ("@property\ndef total(self):\n    return ()", r"Mine\.total .*did you mean 'totals'"),
        ("@cached_property\ndef to_acts(self):\n    return ()", r"Mine\.to_acts .*did you mean 'to_act'"),
        ("def _fuel(self):\n    return 3", r"Mine\._fuel .*it has _actions, .*, _landings, .*, view$"),
        ("def why_not(self, *args):\n    return 0", r"Mine\.why_not .*where legal_actions leaves it out$"),
    ],
)
def test_a_method_that_nothing_asks_is_named(body: str, words: str) -> None:
    with pytest.raises(sse.ArgumentError, match=words):
        house_game(rule_of(body))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "def _landings(self, player, target):\n    return []",
            "Mine._landings takes (self, player, target), and is called with (self, player, target, damaged=...)",
        ),
        (
            "def _jumps(self, origin, damaged, *, more):\n    return set()",
            "Mine._jumps takes (self, origin, damaged, *, more), and is called with (self, origin, damaged)",
        ),
        (
            "def _landings(self, player, target, hurt):\n    return []",
            "Mine._landings takes (self, player, target, hurt), and is called with (self, player, target, damaged=...)",
        ),
        ("def totals(self):\n    return ()", "Mine.totals is asked for without brackets: put @property above it"),
        ("@property\ndef toll(self):\n    return 0", "Mine.toll is called with (self, action), and is no method"),
    ],
)
def test_a_method_that_cannot_be_called_is_named(body: str, words: str) -> None:
    with pytest.raises(sse.ArgumentError, match=rf"^{re.escape(words)}$"):
        house_game(rule_of(body))


@pytest.mark.parametrize(
    "body",
    [
        "def _landings(self, *args, **named):\n    return super()._landings(*args, **named)",
        "def _landings(self, who, where, damaged, extra=0):\n    return super()._landings(who, where, damaged)",
        "@cached_property\ndef totals(self):\n    return super().totals",
    ],
)
def test_a_method_that_can_be_called_is_taken(body: str) -> None:
    assert house_game(rule_of(body)).new_game(SMALL).legal_actions()


def test_helpers_of_a_rule_are_its_own() -> None:
    body = """
    RANGE = 2
    def _landings(self, player, target, damaged):
        return self._own(player, target, damaged)[: self.RANGE]
    def _own(self, *args):
        return [piece for piece in super()._landings(*args) if self.likes(piece)]
    @staticmethod
    def likes(piece):
        return piece != "station" and hasattr(Mine, "told")
    @property
    def told(self):
        return True
    def __len__(self):
        return 1
    """
    assert house_game(rule_of(body)).name == "Mine"


# --- a rule that changes nothing is the published game


def test_a_first_position_by_hand_is_no_start() -> None:
    """B has passed, and could move: a start would let B move."""
    state = position(sse.parse_map("A 3 B"), ships=[[0], [2]], reserves=[(1, 0), (1, 0)], passed=[False, True])
    same = NOTHING.by_these_rules(state)
    assert (same.to_act, same.passed, same.legal_ids()) == ((0,), (False, True), state.legal_ids())


@settings(max_examples=by_profile(25, 40, 100), deadline=None)
@given(state=states(board=boards(max_cells=10)), data=st.data())
def test_a_rule_that_changes_nothing_plays_the_published_game(state: State, data: st.DataObject) -> None:
    game, same = state.game, NOTHING.by_these_rules(state)
    assert same.legal_ids() == state.legal_ids()
    rule = "\nHouse rule Nothing: Nothing differs"
    assert sse.to_text(same) == f"{sse.to_text(state)}{rule}"
    assert sse.to_text(same, pen=Pen(lines=6)) == f"{sse.to_text(state, pen=Pen(lines=5))}{rule}"
    kinds, lines = sse.format_state(same).split("\n", 2)[:2], sse.format_state(same).split("\n", 2)[2]
    assert lines == sse.format_state(state).partition("\n")[2]
    assert (kinds[0], kinds[1].split()[:4]) == (
        "ssehouse-state 1",
        ["house", "rule:", "test_house_rules.py", "Nothing"],
    )
    assert NOTHING.parse_state(sse.format_state(same)) == same
    assert NOTHING.FORM.read_state_object(JsonObject.parse(same.to_json())) == same
    assert sse.score_table(same) == sse.score_table(state)
    assert (NOTHING.max_plies(same), NOTHING.continues_turn(same)) == (
        game.max_plies(state),
        game.continues_turn(state),
    )
    seats = (None, sse.CHANCE, *range(state.board.players))
    index, player = data.draw(st.integers(-1, len(state.actions))), data.draw(st.sampled_from(seats))
    assert said(same, index, player) == said(state, index, player)
    if state.to_act:
        action = data.draw(st.sampled_from(state.legal_actions()))
        after, twin = state.after(action), same.after(action)
        assert twin == NOTHING.by_these_rules(after) or not after.ply
        assert NOTHING.effects(same, action, twin) == game.effects(state, action, after)
    else:
        assert sse.verdict(same) == sse.verdict(state)


def said(state: Any, action: Action | int, player: int | None = None) -> tuple[type, int, str]:
    """What a state says to an action: the error, the reason and the words."""
    try:
        state.after(action, player)
    except sse.IllegalActionError as error:
        return type(error), error.reason, str(error)
    return type(None), Reason.OK, ""


# --- refusals


def refusals(state: Any) -> Iterator[tuple[Action, str]]:
    """Each action that is refused, and the words."""
    for index in {*range(len(state.actions))} - {*state.legal_ids()}:
        yield state.actions[index], said(state, index)[2]


@settings(max_examples=by_profile(25, 40, 100), deadline=None)
@given(state=states(board=boards(max_cells=10), stage="unfinished"))
def test_a_rule_that_forbids_is_named_where_it_alone_forbids(state: State) -> None:
    shorter = SHORT.by_these_rules(state)
    assert bool(shorter.legal_actions()) == bool(shorter.to_act)
    for action, words in refusals(shorter):
        if shorter.to_act == state.to_act and state.why_not(action) is Reason.OK:
            assert words.endswith(" is not allowed by Short: A ship flies one system at most (house rule)")
            assert shorter.why_not(action) is HouseReason.HOUSE_RULE
        elif "is held by" in words and "cannot land" not in words:
            # By the rule the ship comes as far as before the obstacle.
            assert isinstance(action, Move)
            obstacle = state.board.cell_named(re.findall(r": (\w+) is held", words)[0])
            assert obstacle is not None
            assert state.board.distance(action.origin, obstacle) <= 2


def test_an_obstacle_that_a_rule_lifts_is_not_named() -> None:
    board = sse.parse_map("A 1 1 1 B\n 1 1 1 1")
    open_way = position(board, owners={1: 1}, pieces={1: "station"})
    closed_way = position(board, owners={1: 1, 2: 1}, pieces={1: "station"})
    move = sse.parse_action("a1-a4=C", board)
    assert said(open_way, move)[2].endswith("a2 is held by player B (E3.4)")
    assert STATIONS.by_these_rules(open_way).why_not(move) is Reason.OK
    words = said(STATIONS.by_these_rules(closed_way), move)[2]
    assert words == "a1-a4=C is not allowed by Stations: Ships pass the stations of others (house rule)"
    onto = said(STATIONS.by_these_rules(closed_way), sse.parse_action("a1-a3=C", board))[2]
    assert onto == "ship at a1 cannot land on a3: it is held by player B (E3.4)"


@pytest.mark.parametrize(
    ("tile", "due", "free", "refused", "words"),
    [
        ("nordinn", "choose", "destroy=a4", "destroy=a5", "cannot choose a5: an own city next to a3 comes first"),
        ("refueling", "refuel", "a3-a1=C", "a3-a6=C", "the fuel lasts for one step (E9.7)"),
    ],
)
def test_what_a_rule_lifts_inside_a_turn_is_not_cited(tile: str, due: Any, free: str, refused: str, words: str) -> None:
    board = sse.parse_map("1 1 ? 1 1 1\n A 1 1 1 1\n1 B 1 1 1")
    state = position(
        board,
        owners={1: 0, 3: 1} | ({2: 0} if due == "refuel" else {}),
        tiles={2: tile},
        ships=[[(2, due == "choose")], [3]],
        due=(due, 2),
    )
    legal, illegal = (sse.parse_action(text, board) for text in (free, refused))
    by_rule = ANY_CITY.by_these_rules(state)
    assert (state.why_not(legal) is Reason.OK, by_rule.why_not(legal) is Reason.OK) == (False, True)
    assert words in said(state, illegal)[2]
    assert said(by_rule, illegal)[2].startswith(f"{refused} is not allowed by AnyCity: ")


@settings(max_examples=by_profile(15, 25, 60), deadline=None)
@given(state=states(board=boards(max_cells=8), stage="unfinished"))
def test_a_rule_with_its_own_list_of_actions_cites_no_way(state: State) -> None:
    free = OWN_LIST.by_these_rules(state)
    for action, words in refusals(free):
        origins = {each.origin for each in free.legal_actions() if state.why_not(each)}
        if isinstance(action, Move) and action.origin in origins:
            assert "cannot reach" not in words


# --- positions that the published rules don't know


def test_a_position_that_only_the_rule_knows_is_read() -> None:
    end = sse.playout(FIRST_TO_FOUR.new_game(SMALL), 1)
    assert (len(end.pieces), end.outcome is not None) == (4, True)
    assert FIRST_TO_FOUR.parse_state(sse.format_state(end)) == end
    assert "the game is over" in FIRST_TO_FOUR.effects(*_last(end.game, 1))
    with pytest.raises(sse.SetupError, match=r"the game isn't over"):
        parse_state(_published_text(end))


def _last(game: HouseGame, seed: int) -> tuple[Any, Any, Any]:
    before = game.new_game(SMALL)
    for _, action, state in turns_of(before, [BOTS["random"].choose] * 2, seed):
        if not state.to_act:
            return before, action, state
        before = state
    raise AssertionError


def _published_text(state: Any) -> str:
    return "sse-state 1\n" + sse.format_state(state).split("\n", 2)[2]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("A ships: a1", "A ships: w1", "there is no w1: rows are a to b"),
        ("house rule: test_house_rules.py Nothing", "house rule: Nothing", "a house rule is written like"),
        ("A cities: none", "A cities: a1", "nothing of a player can be at a1"),
        ("to act: A", "to act: nobody", ""),
        ("to act: A", "to act: C", "there is no player 2"),
        ("reserve: cities 16, stations 4", "reserve: cities 0, stations 0", "is to act, but has no action by Nothing"),
    ],
)
def test_a_text_that_is_no_position(old: str, new: str, why: str) -> None:
    text = sse.format_state(NOTHING.new_game(SMALL)).replace(old, new)
    if not why:
        assert NOTHING.parse_state(text).outcome is not None
        return
    with pytest.raises((sse.NotationError, sse.SetupError), match=why):
        NOTHING.parse_state(text)


def test_a_text_is_not_read_without_its_rule() -> None:
    for text in (sse.format_state(NOTHING.new_game(SMALL)), NOTHING.new_game(SMALL).to_json()):
        with pytest.raises(sse.NotationError, match="this is by a house rule: give its game"):
            sse.read(text)
        with pytest.raises(sse.NotationError, match=r"by the house rule Nothing of .* and not by Short"):
            sse.read(text, SHORT)


def test_a_file_that_is_changed_is_another_rule(rules: Sequence[str]) -> None:
    game = house_game(rules[1])
    assert house_game(Path(rules[1]).resolve()) is game
    Path(rules[1]).write_text(Path(rules[1]).read_text(encoding="utf-8").replace("3)", "1 + 1)"), encoding="utf-8")
    other = house_game(rules[1])
    start, shorter = (each.new_game(DUEL) for each in (game, other))
    assert len(shorter.legal_actions()) < len(start.legal_actions())
    with pytest.raises(sse.NotationError, match="is wanted with the digest"):
        other.parse_state(sse.format_state(start))
    with pytest.raises(sse.SetupError, match="is wanted with ShortFlights and the digest"):
        pickle.loads(pickle.dumps(start))


def test_a_rule_that_allows_what_no_table_has() -> None:
    @dataclass(frozen=True)
    class Over(reference.State):
        """Ships fly over black holes."""

        def _actions(self, player: int) -> Iterator[Action]:
            yield Move(0, 2, "city")

    with pytest.raises(sse.ArgumentError, match=r"Over allows more than .* table .*: .*black hole at a2.*E3.4"):
        house_game(Over).new_game(sse.parse_map("A x 1 B\n 1 1 1")).legal_actions()


# --- the page


def test_the_table_of_methods_is_that_of_the_reference() -> None:
    if not HOUSE_RULE.exists():
        pytest.skip("the table is part of the checkout, not of the package")
    rows = re.findall(r"^\| (E\d+\.\d+) \| [^|]+ \| (.*) \|$", HOUSE_RULE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {clause: re.findall(r"`([\w.]+)`", methods) for clause, methods in rows}
    found: dict[str, list[str]] = {}
    for source, prefix in ((getsource(reference.State), ""), (getsource(scoring), "scoring.")):
        body: Any = ast.parse(source).body
        for node in body if prefix else body[0].body:
            if isinstance(node, ast.FunctionDef):
                for clause in dict.fromkeys(
                    _clauses("\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno]))
                ):
                    found.setdefault(clause, []).append(f"{prefix}{node.name}")
    assert told == found
    assert [*told] == sorted(told, key=lambda clause: [int(part) for part in clause[1:].split(".")])


def test_the_signatures_on_the_page_are_those_of_the_reference() -> None:
    if not HOUSE_RULE.exists():
        pytest.skip("the table is part of the checkout, not of the package")
    told = re.findall(r"^\| `(_\w+)\((.*?)\)` \|", HOUSE_RULE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(told) == 5
    for name, parameters in told:
        assert ["self", *parameters.split(", ")] == [*signature(getattr(reference.State, name)).parameters]


def _clauses(text: str) -> Iterator[str]:
    for section, first, last in re.findall(r"\bE(\d+)\.(\d+)(?: to E\d+\.(\d+))?", text):
        yield from (f"E{section}.{number}" for number in range(int(first), int(last or first) + 1))
