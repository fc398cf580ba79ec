"""Moves step by step: keys, words and notes, and why a choice leads to no legal move."""

from __future__ import annotations

import pytest

import sse_core as sse
from sse_core.small_star_empires import Choose, Move, Reveal, Stay, Tile, position, refusal, steps

LINE = sse.parse_map("A 3 . 2 1 B")
HOLES = sse.parse_map("A w 1 . 2 w 3 B")
OPEN = sse.Rules(open_borders=True, toll_compulsory=False)
THREE = "three planets, 3 points at once (E6.2)"
DARK = sse.parse_map("A ? 1 ? B")


def shown(state: sse.State, text: str) -> list[tuple[str, str, str]]:
    return [(step.key, step.words, step.note) for step in steps(state, sse.parse_action(text, state))]


def test_a_flight_is_the_ship_the_target_and_the_piece() -> None:
    state = sse.new_game(LINE, cities=5, stations=2)
    assert shown(state, "a1-a3=S") == [
        ("a1", "the ship at a1", "one of 4 ships there"),
        ("a3", "fly to a3", "an empty system, no points of its own (E7.0)"),
        (
            "station",
            "a trade station",
            "2 in reserve; 1 point at the end for each system of others next to it, 0 now (E7.2)",
        ),
    ]
    assert shown(state, "a1-a3=C")[-1] == ("city", "a city", "5 in reserve")


def test_the_first_edition_has_colonies() -> None:
    state = sse.new_game(LINE, rules=sse.Rules(edition="first"))
    assert shown(state, "a1-a3=C")[-1][:2] == ("city", f"a {state.rules.city_word}")


def test_a_jump_names_its_wormholes() -> None:
    straight = sse.new_game(HOLES)
    assert shown(straight, "a1-a7=C")[1] == ("a7", "fly to a7", THREE), "through the wormholes, straight on"
    blocked = position(HOLES, owners={2: 1}, ships=[[0], [2]])
    assert shown(blocked, "a1-a7=C")[1] == (
        "a7",
        "jump to a7",
        "three planets, 3 points at once; from the wormhole at a2 to the one at a6 (E6.2, E4.1)",
    )


def test_a_way_that_is_blocked_is_jumped_and_a_toll_is_told() -> None:
    board = sse.parse_map("A w 1 . 2 w 3 B")
    held = {2: 1}
    state = position(board, owners=held, ships=[[0], [2]])
    assert shown(state, "a1-a5=C")[1][1] == "jump to a5"
    line = position(LINE, owners={2: 1}, ships=[[0], [2]], rules=OPEN)
    assert shown(line, "a1-a4=C")[1] == (
        "a4",
        "fly to a4",
        "two planets, 2 points at once; toll of 1 city (E6.2, E10.1)",
    )
    both = position(LINE, owners={1: 1, 2: 1}, ships=[[0], [2]], rules=OPEN)
    assert shown(both, "a1-a4=C")[1] == (
        "a4",
        "fly to a4",
        "two planets, 2 points at once; toll of 2 cities (E6.2, E10.1)",
    )


def test_exploring_needs_no_piece() -> None:
    state = sse.new_game(DARK)
    assert [step[0] for step in shown(state, "a1-a2=C")] == ["a1", "a2"]
    assert shown(state, "a1-a2=C")[1][1:] == ("fly to a2 and explore it", "turns over a tile, with a city (E9.1)")
    assert [step.key for step in steps(state.after(0), Reveal(Tile.THREE))] == ["three"]


def test_a_damaged_ship_flies_home() -> None:
    state = position(LINE, ships=[[(2, True)], [5]])
    assert shown(state, "a3-a1") == [
        ("a3", "the ship at a3", "damaged: it flies two systems at most (E5.1)"),
        ("a1", "fly home to a1", "the ship is repaired (E5.3)"),
    ]


def test_of_two_ships_in_one_place_the_damaged_one_is_named() -> None:
    state = position(LINE, owners={2: 0}, ships=[[2, (2, True)], [5]])
    keys = {action: [step.key for step in steps(state, action)] for action in state.legal_actions()}
    assert keys[Move(2, 3, "city")] == ["a3", "whole", "a4", "city"]
    assert keys[Move(2, 3, "city", True)] == ["a3", "damaged", "a4", "city"]
    assert keys[Move(2, 0, None, True)] == ["a3", "damaged", "a1"]
    assert shown(state, "a3!-a4=C")[1] == ("damaged", "the damaged ship", "it flies two systems at most (E5.1)")


def test_decisions_have_steps_of_their_own() -> None:
    state = sse.new_game(DARK)
    assert [(step.key, step.words) for step in steps(state, Choose(2))] == [("a3", "let the city at a3 be destroyed")]
    assert [step.key for step in steps(state, Stay())] == ["stay"]


REFUSED = [
    (["a1", "a6"], "no ship goes from a1 to a6: a6 is the homeworld of player B, where no piece is placed (E3.4)"),
    (["a1", "a1"], "no ship goes from a1 to a1: a move leads to another system (E3.1)"),
    (["a1", "a5"], "ship at a1 cannot reach a5: a4 is held by player B (E3.4)"),
    (["a1", "a4"], "ship at a1 cannot land on a4: it is held by player B (E3.4)"),
    (["a1", "a4", "city"], "ship at a1 cannot land on a4: it is held by player B (E3.4)"),
    (["A1", "A4"], "ship at a1 cannot land on a4: it is held by player B (E3.4)"),
    (["a3"], "player A has no ship at a3 (E2.1)"),
    (["a4", "a5"], "player A has no ship at a4 (E2.1)"),
    (["a9"], "there is no a9: the only row is a, and row a has a1 to a6 (E2.1)"),
    (["stay"], "player A must move (E2.1)"),
    (["a1", "damaged"], "player A has no damaged ship beside another one at a1 (E5.1)"),
    (["a1", "a2", "station"], "player A has no station in reserve for a2 (E3.6)"),
    (["a1", "a2", "city", "city"], "there is nothing more to choose (E2.1)"),
]


@pytest.mark.parametrize(("keys", "reason"), REFUSED, ids=[" ".join(keys) for keys, _ in REFUSED])
def test_a_choice_is_refused_with_its_clause(keys: list[str], reason: str) -> None:
    state = position(LINE, owners={3: 1}, ships=[[0], [3]], reserves=[(5, 0), (5, 1)])
    assert refusal(state, keys) == reason


def test_what_a_legal_move_begins_with_is_not_refused() -> None:
    state = position(LINE, owners={3: 1}, ships=[[0], [3]])
    for keys in ([], ["a1"], ["a1", "a2"], ["a1", "a3", "station"]):
        assert refusal(state, keys) == ""


def test_others_and_the_end_refuse_everything() -> None:
    state = sse.new_game(LINE)
    assert refusal(state, ["a6"], 1) == "player B is not to act: player A is (E2.1)"
    over = sse.playout(state, 1)
    assert refusal(over, ["a1"]) == "the game is over (E2.3)"
    exploring = sse.new_game(DARK).after(sse.parse_action("a1-a2=C", DARK))
    assert "player A is not to act: chance is" in refusal(exploring, ["a1"], 0)


def test_a_ship_that_cannot_move_is_told() -> None:
    board = sse.parse_map("A 1 2 3 B\n . 1")
    state = position(board, owners={1: 1, 2: 0, 3: 1, 6: 1}, ships=[[0, 2], [1]])
    assert {action.origin for action in state.legal_actions()} == {0}
    assert refusal(state, ["a3"]) == "no ship at a3 has a way to a system where it may land (E3.2)"


def test_what_comes_after_a_ship_that_can_move_is_what_is_refused() -> None:
    """A word that is no place is named; the ship has a way."""
    start = sse.new_game(sse.parse_map("A 3 B"))
    for keys in (["a1", "zz"], ["a1", "no such step"]):
        assert refusal(start, keys) == f"there is no {keys[1]!r} to choose here (E2.1)"
    both = position(sse.parse_map("A 1 1 B"), owners={1: 0}, ships=[[1, (1, True)], [3]])
    assert refusal(both, ["a2", "whole", "zz"]) == "there is no 'zz' to choose here (E2.1)"
    assert refusal(both, ["a2", "whole"]) == ""
