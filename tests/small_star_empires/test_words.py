"""Words for people: what is asked, what the buttons say, and what is told of a move; by house rules, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from tests.told import check_words, positions

import sse_core as sse
from sse_core import Rules, State
from sse_core.small_star_empires import (
    BAGS,
    Choose,
    Move,
    Reveal,
    Stay,
    Tile,
    house_game,
    position,
    question,
    reference,
    steps,
    told,
)
from sse_core.small_star_empires.steps import is_jump

FIRST: Final = Rules(edition="first", bag=BAGS["second"])
MAY_STAY: Final = Rules(open_borders=True, toll_compulsory=False)


def on(drawing: str, **options: Any) -> State:
    """A new game on a map, with one ship each."""
    return sse.new_game(sse.parse_map(drawing), **({"ships": 1} | options))


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = state.after(sse.parse_action(text, state))
    return state


LINE: Final = sse.parse_map("A 3 . 2 1 B")
ROOM: Final = "1 A ? 2 B 1"
EXPLORING: Final = played(on(ROOM), "a2-a3=C")
FUELLED: Final = played(EXPLORING, "reveal=refueling")
NORDINN: Final = played(on("1 A 2 ? B 1"), "a2-a3=C", "a5-a6=C", "a3-a4=C", "reveal=nordinn")
STRANGERS: Final = played(on("1 A ? 3 B"), "a2-a1=C", "a5-a4=C", "a1-a3=C", "reveal=nordinn")
REFUSING: Final = on("A B 1 1", rules=MAY_STAY)
DAMAGED: Final = position(LINE, owners={2: 0}, ships=[[2, (2, True)], [5]])
HOLES: Final = position(sse.parse_map("A w 1 . 2 w 3 B"), owners={2: 1}, ships=[[0], [2]])
DAMAGED_HOLES: Final = position(sse.parse_map("A w 1 . 2 w 3 B"), owners={2: 1}, ships=[[(0, True)], [2]])
TOLLS: Final = position(sse.parse_map("A 1 1 B 1"), rules=Rules(open_borders=True), owners={1: 1}, ships=[[0], [3]])
STEERED: Final = (EXPLORING, FUELLED, NORDINN, STRANGERS, REFUSING, DAMAGED, HOLES, DAMAGED_HOLES, TOLLS)
"""Positions that random play seldom comes to."""


def kinds(state: Any, action: object) -> Iterator[str]:
    """What an action is, as far as it is told in other words."""
    match action:
        case Move(_, target, piece, _):
            yield "on with fuel" if state.due else "jump" if is_jump(state, action) else "flight"
            yield "explored" if target in state.unexplored else str(piece)
            yield from ["damaged"] * action.damaged + ["toll"] * bool(state.toll(action))
        case Reveal(tile):
            yield tile
        case Stay():
            yield "stay with fuel" if state.due else "stay without toll"
        case _:
            yield type(action).__name__


def starts() -> Iterator[State]:
    for preset in sse.small_star_empires.presets().values():
        yield sse.new_game(preset.value)
    for rules in (MAY_STAY, FIRST):
        yield sse.small_star_empires.new_game(players=3, holes="balanced", unexplored=True, rules=rules)


def test_every_kind_of_action_is_told_and_asked_for_in_words() -> None:
    seen = set[str]()
    for state in (*positions(starts(), every=20), *STEERED):
        for action in check_words(state, most=20):
            seen |= {*kinds(state, action)}
    assert seen == {
        *("flight", "jump", "on with fuel", "damaged", "toll", "city", "station", "None", "explored", *Tile),
        *("Choose", "stay with fuel", "stay without toll"),
    }


def move(state: State, text: str) -> str:
    action = sse.parse_action(text, state)
    return told(state, action, state.after(action), names=["Ann", "Greedy"])


BUILT: Final = "and built a city on two planets for 2 points"
TOLD: Final = {
    "a flight": (on("A 2 B"), "a1-a2=C", f"Ann flew from a1 to a2 {BUILT}"),
    "a single point": (
        on("A 1 B"),
        "a1-a2=S",
        "Ann flew from a1 to a2 and built a trade station on one planet for 1 point",
    ),
    "planets of the first edition": (
        on("A 3 B", rules=FIRST),
        "a1-a2=C",
        "Ann flew from a1 to a2 and built a colony on three planets",
    ),
    "a nebula": (on("A r B"), "a1-a2=C", "Ann flew from a1 to a2 and built a city on a red nebula"),
    "nothing at all": (on("A . B"), "a1-a2=C", "Ann flew from a1 to a2 and built a city on an empty system"),
    "a jump": (HOLES, "a1-a5=C", f"Ann jumped through wormholes from a1 to a5 {BUILT}"),
    "a damaged jump": (DAMAGED_HOLES, "a1-a5=C", f"Ann jumped with a damaged ship from a1 to a5 {BUILT}"),
    "a damaged ship": (DAMAGED, "a3!-a4=C", f"Ann flew a damaged ship from a3 to a4 {BUILT}"),
    "a repair": (DAMAGED, "a3!-a1", "Ann flew a damaged ship from a3 to a1 and repaired it there"),
    "a toll": (
        TOLLS,
        "a1-a5=S",
        "Ann flew from a1 to a5 for a toll of 2 cities and built a trade station on one planet for 1 point",
    ),
    "exploring": (on(ROOM), "a2-a3=C", "Ann flew from a2 to a3 to explore it"),
    "a tile": (EXPLORING, "reveal=two", "Two planets were turned over at a3"),
    "on with fuel": (FUELLED, "a3-a4=C", f"Ann flew on from a3 to a4 {BUILT}"),
    "no further": (FUELLED, "stay", "Ann left the ship at a3"),
    "a city is destroyed": (
        NORDINN,
        "destroy=a3",
        "Ann let the Nordinn Empire destroy the city on two planets at a3",
    ),
    "no toll": (REFUSING, "stay", "Ann moved no ship, so as to pay no toll"),
    "another player": (
        played(on("1 A 2 B 1"), "a2-a3=C"),
        "a4-a5=C",
        "Greedy flew from a4 to a5 and built a city on one planet for 1 point",
    ),
}


@pytest.mark.parametrize("kind", TOLD)
def test_a_move_is_told(kind: str) -> None:
    state, text, words = TOLD[kind]
    assert move(state, text) == words


def test_planets_of_a_tile_score_again_and_so_does_its_telling() -> None:
    """E9.9: a system that is free again scores its planets for whoever colonizes it next."""
    board = sse.parse_map("1 A ? 2 B 1")
    state = position(board, tiles={2: Tile.THREE}, ships=[[1], [4]])
    assert move(state, "a2-a3=C").endswith("and built a city on three planets for 3 points")


def test_who_has_no_name_has_a_letter() -> None:
    state = played(on("1 A 2 B 1"), "a2-a3=C")
    action = sse.parse_action("a4-a5=C", state)
    assert told(state, action, state.after(action), names=["Ann"]).startswith("B flew ")


QUESTIONS: Final = {
    "Which of your ships moves? (E2.1)": (on("A 3 B"), []),
    "Where does the ship at a1 land? (E3.1)": (on("A 3 B"), ["a1"]),
    "What do you leave at a2: a city, or a trade station? (E6.1)": (on("A 3 B"), ["a1", "a2"]),
    "What do you leave at a2: a colony, or a trade station? (E6.1)": (on("A 3 B", rules=FIRST), ["a1", "a2"]),
    "Do you leave a trade station at a2? (E6.1)": (on("A 3 B", cities=0), ["a1", "a2"]),
    "Which of your ships at a3 moves: a whole one, or a damaged one? (E5.1)": (DAMAGED, ["a3"]),
    "Which of your ships moves for a toll, or do you pay none and end your game? (E10.1)": (REFUSING, []),
    "What is turned over at a3? (E9.2)": (EXPLORING, []),
    "Does the ship that refuels at a3 go on to a system next to it, or does it stay? (E9.7)": (FUELLED, []),
    "Where does the ship at a3 go on to? (E9.7)": (FUELLED, ["a3"]),
    "Which of your cities does the Nordinn Empire at a4 destroy? (E9.9)": (NORDINN, []),
    "Which city of another player does the Nordinn Empire at a3 destroy? (E9.9)": (STRANGERS, []),
}


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_says_what_is_chosen(words: str) -> None:
    state, keys = QUESTIONS[words]
    assert question(state, keys) == words


RED: Final = position(sse.parse_map("A r r 2 B"), owners={1: 0}, ships=[[1], [4]])
NOTES: Final = [
    (on("A r 2 B"), "a1-a2=C", "a red nebula, 2 points at the end (E7.1)"),
    (RED, "a2-a3=C", "a red nebula, 5 points at the end for 2 of this colour (E7.1)"),
    (on("A 1 2 B"), "a1-a2=C", "one planet, 1 point at once (E6.2)"),
    (on("A 3 2 B", rules=FIRST), "a1-a2=C", "three planets, 3 points at the end (E6.2)"),
    (on("A . 2 B"), "a1-a2=C", "an empty system, no points of its own (E7.0)"),
    (on(ROOM, rules=FIRST), "a2-a3=C", "turns over a tile, with a colony (E9.1)"),
]


@pytest.mark.parametrize(("state", "text", "note"), NOTES, ids=[note for *_, note in NOTES])
def test_a_target_says_what_lies_there_and_what_it_scores(state: State, text: str, note: str) -> None:
    assert steps(state, sse.parse_action(text, state))[1].note == note


def test_a_station_says_what_it_scores_where_it_would_be() -> None:
    state = position(LINE, owners={4: 1}, ships=[[0], [5]], reserves=[(5, 2), (5, 2)])
    for target, near in ((1, 0), (3, 1)):
        note = f"2 in reserve; 1 point at the end for each system of others next to it, {near} now (E7.2)"
        assert steps(state, Move(0, target, "station"))[-1].note == note


def test_decisions_inside_a_turn_say_what_they_bring() -> None:
    assert [step.note for step in steps(FUELLED, Stay())] == ["the ship goes no further, and your turn ends (E9.7)"]
    assert [step.note for step in steps(REFUSING, Stay())] == [
        "no toll is paid, and you are out for the rest of the game (E10.1)"
    ]
    assert [step.note for step in steps(NORDINN, Choose(2))] == ["your own, on two planets (E9.9)"]
    assert [step.note for step in steps(STRANGERS, Choose(3))] == ["of B, on three planets (E9.9)"]
    assert [(step.words, step.note) for step in steps(EXPLORING, Reveal(Tile.TWO))] == [
        ("reveal two planets", "3 of the 15 tiles that are left (E9.2)")
    ]


class Short(reference.State):
    """A ship flies one system at most."""

    def _flight(self, player: int, origin: int, direction: int, damaged: bool) -> Iterator[int]:
        yield from [*super()._flight(player, origin, direction, damaged)][:1]


def test_by_a_house_rule_no_number_and_no_clause_of_the_published_rules_is_named() -> None:
    game = house_game(Short)
    for state in (*positions(map(game.by_these_rules, starts()), every=50), *map(game.by_these_rules, STEERED)):
        for action, words in check_words(state, most=5).items():
            said = [words, *(step.note for step in game.steps(state, action)), game.question(state)]
            assert not re.search(r"E[0-9]|point", " ".join(said)), said
            assert game.question(state).endswith("? (house rule)")


def test_nothing_is_told_or_asked_of_what_cannot_be() -> None:
    state, flight = on("A 3 B"), Move(0, 1, "city")
    with pytest.raises(sse.ArgumentError, match="leads to another position"):
        told(state, flight, state)
    with pytest.raises(sse.IllegalActionError, match="must move"):
        told(state, Stay(), state)
    with pytest.raises(sse.IllegalActionError, match="is not to act"):
        told(state, flight, state.after(flight), player=1)
    with pytest.raises(TypeError, match="an action of Small Star Empires is told, not int"):
        told(state, 0, state.after(0))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="between two States of Small Star Empires, not str"):
        told("A", flight, state)  # type: ignore[arg-type]
    with pytest.raises(sse.ArgumentError, match="has no ship at a3"):
        question(state, ["a3"])
    with pytest.raises(sse.ArgumentError, match="a whole action"):
        question(state, ["a1", "a2", "city"])
