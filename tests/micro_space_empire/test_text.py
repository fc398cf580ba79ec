"""Text and JSON of positions, actions and records, and drawings; errors name the place and the clause."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import given
from tests.micro_space_empire.test_rules import at
from tests.pictures import SVG

from sse_core.errors import IllegalActionError, NotationError, SetupError
from sse_core.micro_space_empire import (
    ACTIONS,
    Action,
    Deck,
    Due,
    GameRecord,
    State,
    System,
    Technology,
    Verb,
    format_action,
    format_game,
    format_state,
    new_game,
    parse_action,
    parse_game,
    parse_state,
    score_table,
    to_svg,
    to_text,
)
from sse_core.micro_space_empire.strategies import games, states

START = """\
mse-state 1
box: base
ply: 0
turn: 1
due: choice
metal: 0
wealth: 0
military: 0
technologies: none
empire: none
unaligned: none
events: none
this turn: none"""


def test_a_new_game_as_text() -> None:
    assert format_state(new_game()) == START
    assert parse_state(START) == new_game()


@given(states())
def test_texts_and_json_lead_back(state: State) -> None:
    assert parse_state(format_state(state)) == state
    assert State.from_json(state.to_json()) == state


@given(games(whole=False))
def test_records_lead_back(game: GameRecord) -> None:
    assert parse_game(format_game(game)) == game
    assert GameRecord.from_json(game.to_json()) == game


@pytest.mark.parametrize("action", ACTIONS)
def test_actions_lead_back(action: object) -> None:
    text = format_action(ACTIONS.index(action))
    assert parse_action(text) == action


@pytest.mark.parametrize("action", ACTIONS, ids=format_action)
def test_capitals_say_what_small_letters_say(action: Action) -> None:
    for spelt in (str.upper, str.title, str.swapcase):
        assert parse_action(spelt(format_action(action))) == action


def test_a_text_for_an_action_is_sent_to_parse_action() -> None:
    for of in (new_game().after, new_game().why_not, format_action):
        with pytest.raises(TypeError, match=r"^an action is an Action or its id, not str: parse_action makes "):
            of("bide")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "instead", "error", "message"),
    [
        (
            "mse-state 1",
            "sse-state 1",
            NotationError,
            "a position (mse-state) is wanted, and this looks like a position (sse-state)",
        ),
        ("box: base", "box: full", NotationError, "line 2, column 6: a box is base or expansion"),
        ("turn: 1", "turn: one", NotationError, "line 4, column 7: expected a number from 0 to 99"),
        ("turn: 1", "turn: 01", NotationError, "line 4, column 7: expected 'turn: 1' here"),
        (
            "turn: 1",
            "turn: \N{ARABIC-INDIC DIGIT ONE}",
            NotationError,
            "line 4, column 7: expected a number from 0 to 99",
        ),
        ("due: choice", "due: nothing", NotationError, "line 5, column 6: what is due is one of choice, near"),
        ("due: choice", "due: attack moon", NotationError, "line 5, column 13: expected one of wolf_359"),
        ("wealth: 0", "wealth: 4", SetupError, "line 13: wealth is 4, not in 0 to 3 (M1)"),
        ("empire: none", "empire: canopus", SetupError, "line 13: a distant system was turned over without"),
        ("empire: none", "empire: none none", NotationError, "line 10, column 9: expected one of wolf_359"),
        ("this turn: none", "this turn: built lost", NotationError, "line 13, column 12: expected"),
        ("this turn: none", "this turn: none\n\n", NotationError, "the text should end before this empty line"),
        ("events: none\n", "", NotationError, "line 12, column 1: expected 'events: ' here"),
    ],
)
def test_refused_texts(line: str, instead: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        parse_state(START.replace(line, instead))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fly", "there is no action 'fly'; they are explore, conquer, bide, "),
        ("bide=1", "column 5: bide stands alone"),
        ("conquer=moon", "column 9: conquer is written like conquer=wolf_359; it takes wolf_359, proxima, "),
        ("die=7", "column 5: die is written like die=1; it takes 1, 2, 3, 4, 5, 6"),
        ("die", "column 4: die is written like die=1"),
    ],
)
def test_refused_actions(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("turn", True, "turn is an integer in JSON"),
        ("due", "soon", "what is due is one of choice"),
        ("empire", ["moon"], "empire: expected one of wolf_359"),
        ("ply", -1, "a ply is a number from 0 to 1000"),
        ("format", "sse-state", "a position (mse-state) is wanted, and this looks like a position (sse-state)"),
        ("extra", 1, "the key 'extra' should not be there"),
    ],
)
def test_refused_json(key: str, value: object, message: str) -> None:
    found = json.loads(new_game().to_json()) | {key: value}
    with pytest.raises(NotationError) as caught:
        State.from_json(json.dumps(found))
    assert message in str(caught.value)


def test_json_has_the_bound_of_plies_that_texts_have() -> None:
    found = json.loads(new_game().to_json())
    assert parse_state(format_state(State.from_json(json.dumps(found | {"ply": 1_000})))).ply == 1_000
    with pytest.raises(NotationError, match="a ply is a number from 0 to 1000"):
        State.from_json(json.dumps(found | {"ply": 1_001}))


def test_a_record_with_an_illegal_action() -> None:
    text = format_game(GameRecord(new_game(), (0,)))
    with pytest.raises(
        IllegalActionError, match=r"line 17, move 1, conquer=cygnus: conquer=cygnus: Cygnus is still in"
    ):
        parse_game(text.replace("explore=near", "conquer=cygnus"))


@given(states())
def test_drawings_name_every_system_that_was_turned_over(state: State) -> None:
    text, svg = to_text(state), to_svg(state)
    for card in (*state.empire, *state.unaligned):
        assert card.title in text
        assert card.title.replace("'", "&#x27;") in svg
    assert f"Turn {state.turn} of 13" in text
    assert str(state) == text


@given(states())
def test_drawings_fit_a_terminal(state: State) -> None:
    for last in ((), state.legal_actions()[:9]):
        assert max(map(len, to_text(state, last=last).splitlines())) <= 80


def test_the_cards_of_the_last_actions_are_marked() -> None:
    """A system, a technology and an event, and no other card, though all three kinds are numbered alike."""
    state = at(metal=2, wealth=3, military=3, unaligned=(System.WOLF_359, System.SIRIUS))
    texts = ["conquer=wolf_359", "die=6", "discover=capital_ships", "event=small_invasion_force"]
    last = [parse_action(text) for text in texts]
    for action in last:
        state = state.after(action)
    text, svg = to_text(state, last=last), to_svg(state, last=last)
    assert re.findall(r"\*([A-Z]\w+ \w+)", text) == ["Capital Ships", "Wolf 359", "Small Invasion"]
    said = " ".join(line.strip() for line in text.splitlines()[1:3])
    assert said == f"Last: {', '.join(texts)} (* their cards)"
    places = [place for place in ElementTree.fromstring(svg).iter(f"{SVG}g") if "data-place" in place.attrib]
    dashed = [place.attrib["data-place"] for place in places if place.find(f"{SVG}rect[@class='last']") is not None]
    assert dashed == ["capital_ships", "wolf_359", "small_invasion_force"]
    assert "Last: conquer=wolf_359" in svg
    assert "Last:" not in to_text(state) + to_svg(state)


def test_no_line_is_broken_inside_a_card() -> None:
    """Each card of the empire is the last one of a line once, so that the line could break in it."""
    cards = tuple(system for system in System if system.deck is Deck.NEAR and system < System.AQUILA)
    for first in range(len(cards)):
        empire = (*cards[first:], *cards[:first])
        state = at(12, empire=empire[:4], unaligned=empire[4:], wealth=1)
        lines = to_text(state, last=[parse_action(f"conquer={empire[3].name.lower()}")]).splitlines()
        for card in empire:
            assert any(card.title in line and f"{card.points} VP)" in line.partition(card.title)[2] for line in lines)
        for event in state.events:
            assert any(event.title in line for line in lines)


@pytest.mark.parametrize("draw", [to_text, to_svg])
def test_last_actions_are_checked(draw: Callable[..., str]) -> None:
    with pytest.raises(TypeError, match=r"for one of them it is \[action\]"):
        draw(new_game(), last=ACTIONS[0])
    with pytest.raises(TypeError, match="there is a str in it"):
        draw(new_game(), last="bide")
    with pytest.raises(IllegalActionError, match="is no action of this game"):
        draw(new_game(), last=[Action(Verb.DIE, 7)])


def test_a_lost_game_has_no_points_in_any_drawing() -> None:
    """Neither in the picture nor in the table of points, nor at the terminal (M6.3)."""
    lost = at(8, Due.EVENT, technologies=(Technology.ROBOT_WORKERS,)).after(parse_action("event=revolt_a", new_game()))
    assert lost.score.total == 1
    assert score_table(lost)[0]["total"] == lost.totals[0] == 0
    assert ">0 points, lost<" in to_svg(lost)
    assert "<desc>0 points, lost." in to_svg(lost)
    assert to_text(lost).endswith(": 0, lost")


def test_one_point_is_no_points() -> None:
    assert ">1 point<" in to_svg(at(technologies=(Technology.ROBOT_WORKERS,)))
