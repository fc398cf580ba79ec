"""Words for people: what is asked, what the buttons say, and what is told of a move."""

from __future__ import annotations

import pytest
from tests.micro_space_empire.test_rules import BANKING, DIPLOMACY, STARBASES, S, after, at
from tests.told import check_words, positions

from sse_core import ArgumentError, IllegalActionError
from sse_core.micro_space_empire import (
    ACTIONS,
    Action,
    Due,
    Event,
    State,
    Technology,
    Verb,
    effects,
    new_game,
    parse_action,
    presets,
    question,
    steps,
    told,
)

T = Technology

NEGOTIATING = after(at(unaligned=(S.PROCYON,), diplomatic=True, technologies=DIPLOMACY), "conquer=procyon")
TRADING = after(at(metal=2, wealth=2, technologies=BANKING), "bide")
BUILDING = after(at(metal=2, wealth=2), "bide")
EXPLORING = at(8, technologies=STARBASES, empire=(S.WOLF_359,), military=3)
REVOLTING = after(at(3, Due.EVENT, seen=(Event.ASTEROID, Event.STRIKE), empire=(S.SIRIUS, S.PROXIMA)), "event=revolt_a")
STEERED = (NEGOTIATING, TRADING, BUILDING, EXPLORING, after(EXPLORING, "explore=distant"), REVOLTING)
"""Positions that random play seldom comes to."""


def test_every_kind_of_action_is_told_and_asked_for_in_words() -> None:
    said = dict[Action, str]()
    starts = [preset.value for preset in presets().values()] * 6
    for state in (*positions(starts), *STEERED):
        said |= check_words(state)
    assert {action.verb for action in said} == {*Verb}
    chance = [action for action in ACTIONS if action.verb in (Verb.DIE, Verb.EVENT, Verb.TURN)]
    assert {*chance} <= {*said}


def move(state: State, text: str, name: str = "Greedy") -> str:
    action = parse_action(text)
    return told(state, action, state.after(action), names=[name])


TOLD = {
    "explore=near": (new_game(), "Greedy explored a near system"),
    "explore=distant": (EXPLORING, "Greedy explored a distant system"),
    "conquer=procyon": (at(unaligned=(S.PROCYON,), military=2), "Greedy attacked Procyon"),
    "bide": (new_game(), "Greedy bided the time and attacked nothing"),
    "diplomacy": (NEGOTIATING, "Greedy brought Procyon into the empire by diplomacy, without the die"),
    "roll": (NEGOTIATING, "Greedy left the attack on Procyon to the die, not to diplomacy"),
    "trade=metal": (TRADING, "Greedy traded 2 metal for 1 wealth"),
    "trade=wealth": (TRADING, "Greedy traded 2 wealth for 1 metal"),
    "keep": (TRADING, "Greedy traded nothing"),
    "build": (BUILDING, "Greedy built military for 1 metal and 1 wealth"),
    "discover=capital_ships": (BUILDING, "Greedy discovered Capital Ships for 3 wealth"),
    "done": (BUILDING, "Greedy built no military and discovered no technology"),
    "turn=wolf_359": (
        after(new_game(), "explore=near"),
        "Wolf 359 was turned over, a near system worth 1 point and 1 metal each turn",
    ),
    "turn=galaxys_edge": (
        after(EXPLORING, "explore=distant"),
        "Galaxy's Edge was turned over, a distant system worth 3 points",
    ),
    "die=4": (after(new_game(), "explore=near", "turn=cygnus"), "The die showed 4"),
    "event=strike": (at(3, Due.EVENT, seen=(Event.ASTEROID, Event.REVOLT_A)), "The event of the turn was Strike"),
    "revolt=sirius": (REVOLTING, "Revolt A broke out in Sirius"),
}


@pytest.mark.parametrize("text", TOLD)
def test_a_move_is_told(text: str) -> None:
    state, words = TOLD[text]
    assert move(state, text) == words


def test_what_is_left_out_of_building_is_told() -> None:
    assert move(after(at(metal=2, wealth=3), "bide", "build"), "done") == "Greedy discovered no technology"
    after_discovery = after(at(metal=2, wealth=3, technologies=BANKING), "bide", "keep", "discover=robot_workers")
    assert move(after_discovery, "done") == "Greedy built no military"


def test_a_person_is_you_and_without_a_name_a_letter() -> None:
    assert move(new_game(), "bide", "You").startswith("You bided ")
    bide = parse_action("bide")
    assert told(new_game(), bide, new_game().after(bide)).startswith("A bided ")


QUESTIONS = {
    "Do you explore a new system and attack it, or bide the time? You have 0 military (M2.2)": (new_game(), []),
    "From which deck do you turn over a system, to attack it? (M2.2)": (new_game(), ["explore"]),
    "Do you attack an unaligned system, explore a new one, or bide the time? You have 2 military (M2.2)": (
        at(unaligned=(S.PROCYON,), military=2),
        [],
    ),
    "There is no system to attack: do you go on? (M3.4)": (
        at(8, empire=(S.WOLF_359, S.PROXIMA, S.EPSILON_ERIDANI, S.CYGNUS, S.TAU_CETI, S.PROCYON, S.SIRIUS)),
        [],
    ),
    "Does Procyon join the empire by diplomacy, or do you roll the die? You have 0 military (M3.3)": (NEGOTIATING, []),
    "Do you trade 2 of a resource for 1 of the other? You have 3 metal and 3 wealth (M4.2)": (TRADING, []),
    "Which do you give? You have 3 metal and 3 wealth (M4.2)": (TRADING, ["trade"]),
    "Do you build military, or discover a technology? You have 3 metal and 3 wealth (M5.1)": (BUILDING, []),
    "Which technology do you discover, if any? You have 2 metal and 2 wealth (M5.1)": (after(BUILDING, "build"), []),
    "Do you build military? You have 1 metal and 1 wealth (M5.1)": (after(new_game(), "bide"), []),
    "What does the die of the attack on Cygnus show? (M3.1)": (after(new_game(), "explore=near", "turn=cygnus"), []),
    "What does the die of the revolt in Sirius show? (M6.2)": (after(REVOLTING, "revolt=sirius"), []),
}


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_says_what_is_chosen_and_what_one_has(words: str) -> None:
    state, keys = QUESTIONS[words]
    assert question(state, keys) == words


NOTES = [
    (new_game(), "explore=near", "it has resistance 4 to 8 (M1)"),
    (after(at(8, technologies=STARBASES)), "explore=distant", "it has resistance 9 to 10 (M1)"),
    (
        at(unaligned=(S.CYGNUS,), military=2),
        "conquer=cygnus",
        "Cygnus joins the empire if the die shows 3 or more; it is worth 1 point and 1 wealth each turn (M3.1)",
    ),
    (new_game(), "bide", "you attack nothing in this turn (M2.2)"),
    (at(diplomatic=True, technologies=DIPLOMACY), "bide", "you attack nothing, and diplomacy lapses unused (M3.3)"),
    (
        NEGOTIATING,
        "roll",
        "Procyon can't join the empire, whatever the die shows; diplomacy lapses unused (M3.3)",
    ),
    (TRADING, "trade=metal", "you have 1 metal and 4 wealth then (M4.2)"),
    (TRADING, "keep", "you keep 3 metal and 3 wealth (M4.2)"),
    (
        BUILDING,
        "build",
        "costs 1 metal and 1 wealth, and the military rises to 1; you have 2 metal and 2 wealth then (M5.1)",
    ),
    (BUILDING, "discover=capital_ships", "3 of your 3 wealth, for 1 point: the military can go up to 5 (M1)"),
    (BUILDING, "done", "you keep 3 metal and 3 wealth, and the event comes (M5.1)"),
]


@pytest.mark.parametrize(("state", "text", "note"), NOTES, ids=[text for _, text, _ in NOTES])
def test_a_button_says_what_a_choice_costs_and_brings(state: State, text: str, note: str) -> None:
    assert steps(state, parse_action(text))[-1].note == note


def test_each_technology_says_what_it_allows_on_its_button_and_once_it_is_there() -> None:
    state = after(at(9, wealth=5, metal=2, technologies=(*BANKING, *STARBASES[:1], T.ROBOT_WORKERS)), "bide", "keep")
    for action in state.legal_actions():
        if action.verb is Verb.DISCOVER:
            *_, allows = effects(state, action, state.after(action))
            assert steps(state, action)[0].note.endswith(f"for 1 point: {allows}")


def test_nothing_is_told_or_asked_of_what_cannot_be() -> None:
    bide = parse_action("bide")
    with pytest.raises(ArgumentError, match="leads to another position"):
        told(new_game(), bide, new_game())
    with pytest.raises(IllegalActionError, match=r"M2\.2"):
        told(new_game(), parse_action("build"), new_game())
    with pytest.raises(TypeError, match="an Action of Micro Space Empire is told, not int"):
        told(new_game(), 0, new_game().after(0))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="names are texts"):
        told(new_game(), bide, new_game().after(bide), names="Ann")
    with pytest.raises(ArgumentError, match="distant systems need Forward Starbases"):
        question(new_game(), ["explore", "distant"])
    with pytest.raises(ArgumentError, match="a whole action"):
        question(new_game(), ["bide"])
