"""Effects in words: a row for each kind, and a sentence for each change beyond the action's own text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sse_core as sse
from sse_core import Rules, State
from sse_core.small_star_empires import BAGS, Move, Stay, position
from sse_core.testing import states

FIRST: Final = Rules(edition="first", bag=BAGS["second"])
OPEN: Final = Rules(open_borders=True)
OPEN_FIRST: Final = Rules(edition="first", open_borders=True)
MAY_STAY: Final = Rules(open_borders=True, toll_compulsory=False)
PASSABLE: Final = Rules(conquered_passable=True)


def on(drawing: str, **options: object) -> State:
    """A new game on a map, with one ship each."""
    return sse.new_game(sse.parse_map(drawing), **({"ships": 1} | options))  # type: ignore[arg-type]


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = state.after(sse.parse_action(text, state))
    return state


@dataclass(frozen=True)
class Row:
    """The sentences for an action in a position."""

    before: State
    action: str
    said: tuple[str, ...]


ROOM: Final = "1 A ? 2 B 1"
"""A explores a3, and has a place to go on to; B has one of its own."""

EXPLORING: Final = played(on(ROOM), "a2-a3=C")
EXPLORING_FIRST: Final = played(on(ROOM, rules=FIRST), "a2-a3=C")
NEIGHBOURS: Final = played(on("1 A 2 ? B 1"), "a2-a3=C", "a5-a6=C", "a3-a4=C")
"""A has a city next to the tile that is revealed."""

STRANGERS: Final = played(on("1 A ? 3 B"), "a2-a1=C", "a5-a4=C", "a1-a3=C")
"""Only B has a city, next to the tile too; A's is not."""

ROWS: Final = {
    "E6.1 a move that colonizes": Row(on("1 A 2 B 1"), "a2-a3=C", ()),
    "E9.1 a move that explores": Row(on(ROOM), "a2-a3=C", ()),
    "E9.3 three planets": Row(EXPLORING, "reveal=three", ("A puts a city at a3 and scores 3 points (E9.3)",)),
    "E6.2 planets in the first edition": Row(
        EXPLORING_FIRST, "reveal=two", ("A puts a colony at a3, for 2 points at the end (E9.3)",)
    ),
    "E9.4 chromatic nebula": Row(
        EXPLORING,
        "reveal=chromatic",
        ("A puts a city at a3 (E9.4)", "a3 counts as a nebula of any colour at the end (E9.4)"),
    ),
    "E9.5 asteroid field": Row(
        EXPLORING,
        "reveal=asteroid",
        (
            "the ship of A is damaged at a3, and no city is put there (E9.5)",
            "no other ship may land at a3 or cross it (E9.5)",
        ),
    ),
    "E9.6 abandoned station": Row(
        EXPLORING,
        "reveal=abandoned",
        (
            "A puts a city at a3 and scores 1 point (E9.6)",
            "a3 counts as a trade station of its holder at the end (E9.6)",
        ),
    ),
    "E6.2 abandoned station in the first edition": Row(
        EXPLORING_FIRST,
        "reveal=abandoned",
        (
            "A puts a colony at a3, for 1 point at the end (E9.6)",
            "a3 counts as a trade station of its holder at the end (E9.6)",
        ),
    ),
    "E9.7 refueling station, a second move is due": Row(
        EXPLORING,
        "reveal=refueling",
        (
            "A puts a city at a3 and scores 1 point (E9.7)",
            "the ship of A may go on to a system next to a3 (E9.7)",
        ),
    ),
    "E9.7 refueling station, nowhere to go": Row(
        played(on("1 A ? B 1"), "a2-a3=C"),
        "reveal=refueling",
        (
            "A puts a city at a3 and scores 1 point (E9.7)",
            "no system next to a3 is open to the ship, which stays (E9.7)",
        ),
    ),
    "E9.7 a second move": Row(played(EXPLORING, "reveal=refueling"), "a3-a4=C", ()),
    "E9.7 no second move": Row(played(EXPLORING, "reveal=refueling"), "stay", ()),
    "E9.8 Hollana Federation": Row(
        EXPLORING,
        "reveal=hollana",
        (
            "A puts a city at a3 and scores 2 points (E9.8)",
            "who holds most systems next to a3 scores 3 points at the end, 2 each if tied (E9.8)",
        ),
    ),
    "E6.2 federations score at once in the first edition too": Row(
        EXPLORING_FIRST,
        "reveal=tennar",
        (
            "A puts a colony at a3 and scores 2 points (E9.8)",
            "each who holds a system next to a3 scores 2 points at the end (E9.8)",
        ),
    ),
    "E9.9 Nordinn Empire, an own city beside it": Row(
        NEIGHBOURS,
        "reveal=nordinn",
        (
            "the ship of A is damaged at a4, and no city is put there (E9.9)",
            "no other ship may land at a4 or cross it (E9.9)",
            "A must destroy a city of its own next to a4 (E9.9)",
        ),
    ),
    "E9.9 Nordinn Empire, another player's city": Row(
        STRANGERS,
        "reveal=nordinn",
        (
            "the ship of A is damaged at a3, and no city is put there (E9.9)",
            "no other ship may land at a3 or cross it (E9.9)",
            "A has no city next to a3 and must destroy one of another player (E9.9)",
        ),
    ),
    "E9.9 Nordinn Empire, no city anywhere": Row(
        EXPLORING,
        "reveal=nordinn",
        (
            "the ship of A is damaged at a3, and no city is put there (E9.9)",
            "no other ship may land at a3 or cross it (E9.9)",
            "there is no city to destroy (E9.9)",
        ),
    ),
    "E9.9 an own city is destroyed": Row(
        played(NEIGHBOURS, "reveal=nordinn"),
        "destroy=a3",
        (
            "the city goes back to the reserve of A (E9.9)",
            "A keeps the 2 points of its planets (E6.2)",
            "a conquest marker lies at a3: no ship may land there or cross it (E9.9)",
            "A can't move and is out for the rest of the game (E2.2)",
            "B can't move and is out for the rest of the game (E2.2)",
            "nobody can move: the game is over (E2.3)",
        ),
    ),
    "E9.9 a conquered system that ships may cross": Row(
        played(on("1 A 2 ? B 1", rules=PASSABLE), "a2-a3=C", "a5-a6=C", "a3-a4=C", "reveal=nordinn"),
        "destroy=a3",
        (
            "the city goes back to the reserve of A (E9.9)",
            "A keeps the 2 points of its planets (E6.2)",
            "a conquest marker lies at a3: no ship may land there (E9.9)",
            "B can't move and is out for the rest of the game (E2.2)",
            "A goes on alone (E2.2)",
        ),
    ),
    "E9.9 a city far away is free again": Row(
        played(on("1 A ? . B 3"), "a2-a1=C", "a5-a6=C", "a1-a3=C", "reveal=nordinn"),
        "destroy=a6",
        (
            "the city goes back to the reserve of B (E9.9)",
            "B keeps the 3 points of its planets (E6.2)",
            "a6 is free again (E9.9)",
        ),
    ),
    "E6.2 in the first edition nothing was scored yet": Row(
        played(on("1 A ? . B 3", rules=FIRST), "a2-a1=C", "a5-a6=C", "a1-a3=C", "reveal=nordinn"),
        "destroy=a6",
        ("the colony goes back to the reserve of B (E9.9)", "a6 is free again (E9.9)"),
    ),
    "E10.1 a toll to two players": Row(
        on("A . B C 1", rules=OPEN),
        "a1-a5=C",
        ("B receives 1 city as a toll (E10.1)", "C receives 1 city as a toll (E10.1)"),
    ),
    "E10.1 a toll of several cities": Row(
        position(sse.parse_map("A 1 1 B 1 1"), rules=OPEN, owners={1: 1, 2: 1}, ships=[[0], [3]]),
        "a1-a5=S",
        ("B receives 3 cities as a toll (E10.1)",),
    ),
    "E10.1 a toll in the words of the first edition": Row(
        position(sse.parse_map("A 1 1 B 1"), rules=OPEN_FIRST, owners={1: 1}, ships=[[0], [3]]),
        "a1-a5=S",
        ("B receives 2 colonies as a toll (E10.1)",),
    ),
    "E10.1 who won't pay is out": Row(
        on("A B 1 1", rules=MAY_STAY),
        "stay",
        ("A is out for the rest of the game (E10.1)", "B goes on alone (E2.2)"),
    ),
    "E5.3 a repair": Row(
        position(sse.parse_map("A 1 1 B 1"), ships=[[(1, True)], [3]]),
        "a2-a1",
        (),
    ),
    "E3.6 the last piece of a reserve": Row(
        on("1 1 A 1 1 B 1", cities=[1, 2], stations=0), "a3-a2=C", ("the reserve of A is empty (E3.6)",)
    ),
    "E2.2 one of three is out": Row(
        on("B A 1 1 C 1"), "a2-a3=C", ("B can't move and is out for the rest of the game (E2.2)",)
    ),
    "E2.2 one of two is out": Row(
        on("B A 1 1"),
        "a2-a3=C",
        ("B can't move and is out for the rest of the game (E2.2)", "A goes on alone (E2.2)"),
    ),
    "E2.2 who is alone already": Row(played(on("B A 1 1 1"), "a2-a3=C"), "a3-a4=C", ()),
    "E2.3 all reserves are empty": Row(
        on("1 A 2 B 1", cities=[1, 0], stations=0), "a2-a3=C", ("all reserves are empty: the game is over (E2.3)",)
    ),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_effects_of_one_kind(row: Row) -> None:
    action = sse.parse_action(row.action, row.before)
    assert sse.effects(row.before, action, row.before.after(action)) == row.said


@given(states(stage="unfinished"), st.randoms(use_true_random=False))
def test_nothing_that_changes_is_left_unsaid(state: State, rng: Random) -> None:
    """Each difference of two positions is said once, by `told` or in an effect with its clause; nothing else is."""
    legal = state.legal_actions()
    for action in rng.sample(legal, min(5, len(legal))):
        after = state.after(action)
        said = sse.effects(state, action, after)
        assert all(re.fullmatch(r"[A-Da-z].*[^.] \(E[0-9]+\.[0-9]+\)", sentence) for sentence in said), said
        whole = [sse.small_star_empires.told(state, action, after), *said]
        assert Counter(_kinds(whole)) == Counter(_changes(state, after)), whole


def _kinds(said: Sequence[str]) -> Iterator[str]:
    """The changes that sentences name, in the words of `_changes`."""
    for sentence in said:
        for pattern, kind in KINDS.items():
            if match := re.match(pattern, sentence):
                yield match.expand(kind)


KINDS: Final = {
    r"\w let the Nordinn Empire destroy the .* at (\w+)$": r"lost \1",
    r"the \w+ goes back to the reserve of (\w)": r"\1 has it again",
    r"a conquest marker lies at (\w+):": r"marker \1",
    r"the ship of (\w) is damaged": r"\1 damaged",
    r"(\w) .* and repaired it there$": r"\1 repaired",
    r"(\w) receives (\d+) \w+ as a toll": r"\1 received \2",
    r"(\w) (?:can't move and )?is out": r"\1 out",
    r"(\w) goes on alone": r"\1 alone",
    r".*: the game is over": "over",
    r"(\w) keeps the (\d+) points? of its planets": r"\1 kept \2",
    r"the ship of (\w) may go on": r"\1 refuel",
    r"(\w) (?:has no \w+ next to \w+ and )?must destroy": r"\1 choose",
    r"(\w) puts a": r"\1 settled",
    r"the reserve of (\w) is empty": r"\1 empty",
}


def _changes(before: State, after: State) -> Iterator[str]:
    """The differences of two positions, without the piece and the ship of the move between them."""
    names, empty = before.board.cell_names, [not any(after.reserve(player)) for player in range(after.board.players)]
    for cell, name in enumerate(names):
        if before.piece(cell) == "city" and after.piece(cell) is None:
            yield f"lost {name}"
            yield f"{'ABCD'[before.owner(cell) or 0]} has it again"
    for cell in set(after.conquered) - set(before.conquered):
        yield f"marker {names[cell]}"
    for player, seat in enumerate("ABCD"[: before.board.players]):
        hurt = [sum(damaged for _, damaged in state.ships(player)) for state in (before, after)]
        if hurt[0] != hurt[1]:
            yield f"{seat} {'damaged' if hurt[1] > hurt[0] else 'repaired'}"
        if toll := after.received(player) - before.received(player):
            yield f"{seat} received {toll}"
        if after.passed[player] > before.passed[player]:
            yield f"{seat} out"
        if kept := after.banked(player).planets - before.banked(player).planets:
            yield f"{seat} kept {kept}"
        if empty[player] and any(before.reserve(player)) and not all(empty):
            yield f"{seat} empty"
    if after.due is not None and after.due.what != "reveal":
        yield f"{'ABCD'[after.due.player]} {after.due.what}"
    if before.due is not None and before.due.what == "reveal" and after.piece(before.due.cell) is not None:
        yield f"{'ABCD'[before.due.player]} settled"
    left = [seat for seat, passed in zip("ABCD", after.passed, strict=False) if not passed]
    if len(left) == 1 and after.passed != before.passed and after.outcome is None:
        yield f"{left[0]} alone"
    if after.outcome is not None:
        yield "over"


def test_clauses_are_those_of_the_rules() -> None:
    rules = (Path(sse.__file__).parent / "small_star_empires" / "RULES.md").read_text(encoding="utf-8")
    for row in ROWS.values():
        for sentence in row.said:
            assert f"**{sentence[sentence.rindex('(') + 1 : -1]}**" in rules


def test_other_things_have_no_effects() -> None:
    state = on(ROOM)
    with pytest.raises(TypeError, match="between two States of Small Star Empires, not str"):
        sse.effects("A", Stay(), state)  # type: ignore[type-var]
    with pytest.raises(TypeError, match="an action of Small Star Empires has effects, not str"):
        sse.effects(state, "a2-a3=C", state.after(Move(1, 2, "city")))
    with pytest.raises(sse.ArgumentError, match="leads to another position"):
        sse.effects(state, Move(1, 2, "city"), state)
    with pytest.raises(sse.IllegalActionError, match="has no ship"):
        sse.effects(state, Move(2, 3, "city"), state)
