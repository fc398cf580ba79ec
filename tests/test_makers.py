"""The page for makers of other programs: what it promises is what the package does, and a typed program of theirs."""

from __future__ import annotations

import ast
import asyncio
import doctest
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from tests.makers import program

import sse_core as sse
from sse_core.errors import NotationCode, SetupCode
from sse_core.forms.lines import Lines
from sse_core.forms.packs import Packs
from sse_core.play.records.variations import Variation
from sse_core.small_star_empires import Campaign, house_game, parse_game, parse_state, position, reference

PAGE: Final = Path(__file__).parents[1] / "docs" / "makers.md"
SOURCES: Final = sorted(Path(sse.__file__).parent.rglob("*.py"))
START: Final = sse.new_game(sse.parse_map("A 1 2 3 B"))
RECORD: Final = sse.format_game(sse.GameRecord(START, ["a1-a2=C"]))
JSON: Final = START.to_json()

TEXTS: Final[dict[NotationCode, Callable[[], object]]] = {
    NotationCode.FORM: lambda: sse.parse_action("fly", START),
    NotationCode.KIND: lambda: parse_state(RECORD),
    NotationCode.SYNTAX: lambda: sse.State.from_json("{"),
    NotationCode.KEY: lambda: sse.State.from_json(JSON.replace('"ply"', '"plies"')),
    NotationCode.WORD: lambda: sse.parse_action("reveal=nothing", START),
    NotationCode.PLACE: lambda: sse.parse_action("a1-z9=C", START),
    NotationCode.NUMBER: lambda: parse_state(sse.format_state(START).replace("ply: 0", "ply: none")),
    NotationCode.TOLL: lambda: sse.parse_action("a1-a2=C$1", START),
    NotationCode.COUNT: lambda: parse_game(RECORD.replace("moves: 1", "moves: 2")),
    NotationCode.SPELLING: lambda: parse_game(RECORD.replace("a1-a2=C", "A1-A2=c")),
}
"""A text for each code."""

SETUPS: Final[dict[SetupCode, Callable[[], object]]] = {
    SetupCode.POSITION: lambda: position(START.board, passed=(True, True), mover=0),
    SetupCode.MAP: lambda: sse.parse_map("A 1 2 3 y"),
    SetupCode.RULES: lambda: sse.Rules(nebula_points=()),
    SetupCode.CAMPAIGN: lambda: Campaign(seed=1, players=7),
    SetupCode.VARIATION: lambda: sse.GameRecord(START, ["a1-a2=C"], variations=[Variation(1, ["a1-a2=C"])]),
    SetupCode.TAG: lambda: sse.GameRecord(START, tags={"": "x"}),
}
"""What can't be set up, for each code."""


# --- codes


@pytest.mark.parametrize("code", TEXTS)
def test_each_code_of_a_text_is_raised(code: NotationCode) -> None:
    with pytest.raises(sse.NotationError) as error:
        TEXTS[code]()
    assert error.value.code is code
    assert pickle.loads(pickle.dumps(error.value)).code is code


@pytest.mark.parametrize("code", SETUPS)
def test_each_code_of_a_set_up_is_raised(code: SetupCode) -> None:
    with pytest.raises(sse.SetupError) as error:
        SETUPS[code]()
    assert error.value.code is code
    assert pickle.loads(pickle.dumps(error.value)).code is code


def test_packs_that_are_not_here_have_codes_of_their_own() -> None:
    packs: Packs[int] = Packs("sse_core.micro_space_empire", lambda _: 0)
    with pytest.raises(sse.SetupError) as error:
        packs.load("nowhere")
    assert error.value.code is SetupCode.PACK
    with pytest.raises(sse.NotationError) as named:
        packs.read_line(Lines("pack: nowhere 0123456789abcdef"))
    assert named.value.code is NotationCode.PACK


def test_every_code_has_an_example_here() -> None:
    assert {*TEXTS} == {*NotationCode} - {NotationCode.PACK}
    assert {*SETUPS} == {*SetupCode} - {SetupCode.PACK}


@pytest.mark.ci
def test_an_error_that_is_told_again_keeps_its_code() -> None:
    """Line and column are added where a text is part of another one, and the code stays."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            told = ast.unparse(node)
            if name in ("NotationError", "SetupError") and "error.message" in told:
                assert "error.code" in told, f"{path.name}, line {node.lineno}: {told}"


def table(heading: str) -> list[tuple[str, str]]:
    """The rows of two columns of the table under a heading of the page."""
    part = PAGE.read_text(encoding="utf-8").partition(f"| `{heading}` |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `([a-z]+)` +\| (.*?) +\|$", part, re.MULTILINE)


@pytest.mark.skipif(not PAGE.exists(), reason="docs are part of the checkout, not of the package")
@pytest.mark.parametrize(("heading", "codes"), [("NotationError.code", NotationCode), ("SetupError.code", SetupCode)])
def test_the_page_lists_each_code(heading: str, codes: Any) -> None:
    assert table(heading) == [(code.value, code.about) for code in codes]


# --- actions that are missing


@pytest.mark.parametrize("name", sse.GAMES)
def test_an_action_that_json_calls_null_is_refused_as_a_text_that_is_none(name: str) -> None:
    """A server hands on what `json.loads` makes of a request, and answers what its handler of refusals says."""
    game: Any = sse.GAMES[name]
    state = game.new_game(seed=1)
    player, missing = state.to_act[0], json.loads("null")
    record: sse.GameRecord = sse.GameRecord(state)
    calls: list[Callable[[], object]] = [
        lambda: state.after(missing, player),
        lambda: state.why_not(missing, player),
        lambda: sse.parse_action(missing, state),
        lambda: sse.format_action(missing, state),
        lambda: sse.steps(state, missing),
        lambda: sse.effects(state, missing, state),
        lambda: record.after(missing, player),
        lambda: sse.GameRecord(state, [(player, missing)]),
        lambda: sse.GameRecord(state, variations=[Variation(1, [(player, missing)])]),
        lambda: sse.read(record.to_json().replace('"actions": []', f'"actions": {json.dumps([missing])}')),
    ]
    for call in calls:
        with pytest.raises(sse.NotationError, match=r"not None \(null in JSON\)|is a string in JSON: 'None'"):
            call()


def test_an_action_that_is_missing_by_a_house_rule_is_refused_so_too() -> None:
    class Same(reference.State):
        """The published rules."""

    state: Any = house_game(Same).new_game()
    missing: Any = None
    for call in (state.after, state.why_not):
        with pytest.raises(sse.NotationError, match="not None"):
            call(missing)


# --- the page


@pytest.mark.skipif(not PAGE.exists(), reason="docs are part of the checkout, not of the package")
def test_the_page_is_one_program(tmp_path: Path) -> None:
    """Its examples, in their order, in a file, run in a process and a folder of their own, with warnings as errors."""
    examples = doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8"))
    assert len(examples) > 30
    assert [example.source for example in examples if example.exc_msg] == []
    script = tmp_path / "program.py"
    script.write_text("".join(example.source for example in examples), encoding="utf-8")
    command = [sys.executable, "-W", "error", script.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    # What is printed, rather than the value of an expression, is the same as on the page.
    printed = [each.want for each in examples if "print(" in each.source]
    assert done.stdout == "".join(printed)
    assert [*tmp_path.iterdir()] == [script]


# --- the program


def test_a_maker_translates_errors() -> None:
    assert program.said(START, "a1-a9=C") == "Dieses Feld gibt es nicht (Spalte 4)"
    assert program.said(START, "a1-a1=C") == "SAME_SYSTEM (E3.1)"
    assert program.said(START, "a1-a2=C") == "the ship at a1, fly to a2, a city"
    for code, words in ((SetupCode.MAP, "Diese Karte geht nicht (Zeile 1)"), (SetupCode.RULES, "rules")):
        with pytest.raises(sse.SetupError) as error:
            SETUPS[code]()
        assert program.translated(error.value) == words


def test_a_maker_asks_step_by_step() -> None:
    assert program.menu(START) == ["a1"]
    assert program.menu(START, ("a1",)) == ["a2", "a3", "a4"]
    (why,) = program.menu(START, ("a1", "a5"))
    assert why.endswith("(E3.4)")
    assert program.own_steps(sse.small_star_empires, START, START.legal_actions()[0])[0] == "a1"


def test_a_maker_saves_each_move(tmp_path: Path) -> None:
    state, record, path = START, sse.GameRecord(START), tmp_path / "game.sse"
    while legal := state.legal_actions():
        record = program.saved(record, legal[0], path)
        state = state.after(legal[0])
        assert sse.read(path.read_text(encoding="utf-8")) == record
    assert record.final == state


def test_a_maker_plays_games_with_bots_of_both_kinds() -> None:
    record = program.one_game(seed=2)
    assert record == program.one_game(seed=2)
    assert dict(record.tags) == {"seed": "2", "A": "greedy"}
    assert program.share_of_wins(rounds=3) >= 0
    assert len(program.rated(["greedy", "random"], rounds=2)) == 2


def test_a_maker_takes_a_turn_back() -> None:
    record = sse.GameRecord(START, ["a1-a3=S", "a5-a4=S"])
    assert program.taken_back(record).texts == ("a1-a3=S",)
    start = sse.small_star_empires.new_game(players=2, seed=5, unexplored=True)
    whole = sse.play_game("random", start, seed=1)
    back = program.taken_back(whole)
    assert not sse.continues_turn(back.final)
    assert all(sse.continues_turn(state) for state in list(whole.states())[len(back.moves) + 1 : -1])


def test_a_maker_waits_for_a_hint_as_long_as_he_likes() -> None:
    start = sse.new_game(sse.base_map(2))
    found = asyncio.run(program.hint(start, 0.05))
    assert program.best(found) in start.legal_actions()
    assert program.stopped(start) == 0


def test_the_program_has_no_cast() -> None:
    source = Path(str(program.__file__)).read_text(encoding="utf-8")
    assert re.findall(r"\bcast\(|\bAny\b(?!\.)|type: ignore|pyright:", source.partition('"""\n')[2]) == []


# --- steps of any game


@pytest.mark.parametrize("name", sse.GAMES)
def test_steps_and_refusals_are_those_of_the_game(name: str) -> None:
    game: Any = sse.GAMES[name]
    state = game.new_game(seed=1)
    while state.to_act == (sse.CHANCE,):
        state = state.after(state.legal_ids()[0])
    player = state.to_act[0]
    for action in state.legal_actions(player)[:5]:
        assert sse.steps(state, action) == game.steps(state, action)
    for keys in (["no such step"], []):
        assert sse.refusal(state, keys, player) == game.refusal(state, keys, player)


def test_a_game_without_steps_has_one_for_each_action() -> None:
    from tests import heaps

    state: Any = heaps.new_game()
    assert [step.key for step in sse.steps(state, "take 1")] == ["take 1"]
    assert sse.refusal(state, ["take 1"], 0) == sse.refusal(state, [], 0) == ""
    assert sse.refusal(state, ["take 3"], 0) == "no action of Heaps"
    wrong: Any = "x"
    for call in (lambda: sse.steps(wrong, "y"), lambda: sse.refusal(wrong, [])):
        with pytest.raises(TypeError, match="a position is a State, not str"):
            call()
