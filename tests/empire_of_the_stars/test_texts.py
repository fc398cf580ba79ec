"""Texts of Empire of the Stars: positions name their pack; own packs in pickles, other processes and records."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from tests.empire_of_the_stars.by_hand import Table, play, texts

from sse_core import NotationError, SetupError
from sse_core.empire_of_the_stars import (
    State,
    effects,
    format_state,
    new_game,
    parse_action,
    parse_state,
    position,
    steps,
    to_text,
)
from sse_core.empire_of_the_stars.positions.position import Position

TINY = Path(__file__).with_name("data") / "tiny.toml"


def test_a_position_names_its_pack() -> None:
    state = new_game(pack=TINY, players=3)
    lines = format_state(state).split("\n")
    assert lines[:2] == ["eots-state 1", f"pack: tiny {state.pack.digest}"]
    assert state.pack.to_object() == {"name": "tiny", "digest": state.pack.digest}
    assert state != new_game(players=3)


def test_a_text_whose_pack_is_not_here_says_which(tmp_path: Path) -> None:
    text = format_state(new_game(pack=TINY)).replace("pack: tiny", "pack: tinier")
    with pytest.raises(NotationError, match="line 2, column 7: the pack 'tinier' is not here"):
        parse_state(text)


def test_an_own_pack_goes_with_a_pickle_into_another_process(tmp_path: Path) -> None:
    state = play(new_game(pack=TINY, players=2), "at=a1" if "at=a1" in texts(new_game(pack=TINY)) else "at=c1")
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    code = (
        "import pickle, sys, pathlib\n"
        "from sse_core.empire_of_the_stars import format_state\n"
        "print(format_state(pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "state"], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.removesuffix("\n") == format_state(state)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("stock: 16 16 16", "stock: 16 16", "stock has 3 numbers, not 2"),
        ("stock: 16 16 16", "stock: 16 16 17", "expected a number from 0 to 16"),
        ("step: role", "step: rule", r"step is one of .*\(did you mean 'role'\?\)"),
        ("emperor: C", "emperor: D", "emperor is one of A, B, C"),
        ("a1=home-A", "a1=home-E", r"expected one of .*did you mean 'home-"),
        ("options: standard", "options: own_cap=maybe", "own_cap is yes or no"),
        ("options: standard", "options: own_caps=yes", "an option is written like .*did you mean 'own_cap'"),
        ("players: 3", "players: 5", "expected a number from 2 to 4"),
        ("A.fighter@a1:1", "A.fighter@z1:1", "ships is written like A.fighter@a1:1"),
        ("pile: 22\n", "pile: 22\npile: 22\n", "the line 'pile' has its place further up, and stands there once"),
        ("pile: 22\n", "pile: 22\nsecond: 1\n", "the line 'second' has its place further up, and stands there once"),
        ("pile: 22\n", "pile: 22\ndisplays: 2p:1\n", r"there is no line 'displays' \(did you mean 'display'\?\)"),
    ],
)
def test_texts_that_are_no_positions_are_refused_with_their_place(before: str, after: str, message: str) -> None:
    text = format_state(Table().state)
    assert before in text
    with pytest.raises(NotationError, match=f"^line .*, column .*: {message}"):
        parse_state(text.replace(before, after, 1))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("stock: 16 16 16", "stock: 15 16 16", r"A has 15 tokens in all, not 16 \(C1.7\)"),
        ("pile: 22", "pile: 21", r"there are 29 galaxy tokens in all, not 30 \(C1.3\)"),
        ("A.fighter@a1:1", "A.fighter@a1:2", r"A has 9 fighters in all, not 8 \(C1.7\)"),
        ("emperor: C", "emperor: A", r"the Emperor is C at the start, as the last seat \(C1.11, S52\)"),
        ("a2=2p", "a2=2p a3=1p", r"there are 6 tiles 1p in all, not 5 \(C1.5\)"),
        ("round: 0", "round: 3", r"the monolith|round is 3 before the first choice \(C2.2\)"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_the_clause(before: str, after: str, message: str) -> None:
    text = format_state(Table().state)
    assert before in text
    with pytest.raises(SetupError, match=message):
        parse_state(text.replace(before, after, 1))


def test_a_position_by_bytes_is_checked() -> None:
    state = Table().state
    assert position(state.pack, state.data) == State.of(state.pack, state.data, 0)
    data = bytearray(state.data)
    Position(data).stock[0] -= 1
    for wrong in (bytes(data), b"", state.data + b"\0"):
        with pytest.raises(SetupError):
            position(state.pack, wrong)
    with pytest.raises(TypeError, match="data is bytes"):
        position(state.pack, data)  # type: ignore[arg-type]


def test_actions_are_those_of_the_pack() -> None:
    state = new_game(pack=TINY)
    with pytest.raises(NotationError, match="at is written like at=a1"):
        parse_action("at=j2", state)
    with pytest.raises(NotationError, match=r"there is no action 'rool' \(did you mean 'role'\?\)"):
        parse_action("rool=explorer", state)
    assert parse_action("AT=A1", state) == parse_action("at=a1", state)


def test_what_an_action_did_is_told() -> None:
    state = Table(2).ships("B", "cruiser", "a3").role("warlord")
    state = play(state, "done battle=a against=B A:tactics=0 A:weapons=3 B:tactics=0")
    last = parse_action("weapons=3", state)
    after = state.after(last, 1)
    assert effects(state, last, after) == (
        "A has set tactics 0, weapons 3 and shields 0 (C10.5)",
        "B has set tactics 0, weapons 3 and shields 0 (C10.5)",
        "Both have equal tactics, and move no ships by them (C10.6)",
        "A makes 3 hits, B 3 hits (C10.7)",
    )
    hit = parse_action("unit=B.cruiser", play(after, "hit=a3"))
    before = play(after, "hit=a3")
    assert effects(before, hit, before.after(hit))[0] == "1 cruiser of B goes to staging (C10.9)"


def test_the_drawing_has_the_table_and_the_regions() -> None:
    state = Table().ships("B", "cruiser", "a3", 2).token("A", "a2", starbase=True).market(1).state
    drawing = to_text(state, marked=["c4"])
    assert "a  a1 home A A:1f | a2 2p A* | a3 B:2c | a4" in drawing
    assert "[c4]" in drawing
    # The first tile shows its credits.
    tiles = "1 metal; 1 energy; 1 polymer, 1 metal and 1 energy"
    assert f"Steward can pick a market tile: {tiles}. Merchant brings 3 credits" in drawing.replace("\n   ", " ")
    assert max(map(len, drawing.split("\n"))) <= 80


def test_a_move_is_three_steps_of_regions_and_ships() -> None:
    state = play(Table().ships("A", "cruiser", "a1").role("warlord"), "from=a1")
    keys = {tuple(step.key for step in steps(state, action)) for action in state.legal_actions()}
    assert keys == {("ship", "fighter"), ("ship", "cruiser")}
