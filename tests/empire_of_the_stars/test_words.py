"""Words for people: moves told, questions, steps, effects and stage lines of Empire of the Stars."""

from __future__ import annotations

import pytest
from tests.empire_of_the_stars.by_hand import Table

from sse_core import ArgumentError, IllegalActionError
from sse_core.empire_of_the_stars import Action, Due, Verb, parse_action, question, start, told
from sse_core.empire_of_the_stars.legality import verbs_of
from sse_core.empire_of_the_stars.move_text import ENDED, TOLD
from sse_core.empire_of_the_stars.questions import ASKED

CHANCE_STEPS = {Due.REVEAL, Due.CARD, Due.TURN}
DECISIONS = {due for due in Due if verbs_of(due)} - CHANCE_STEPS


# --- the tables


def test_every_verb_is_told() -> None:
    assert {*TOLD} == {*Verb}


def test_every_decision_has_its_question() -> None:
    assert {*ASKED} == DECISIONS


def test_every_end_of_a_decision_is_told() -> None:
    assert {*ENDED} == {due for due in DECISIONS if Verb.DONE in verbs_of(due)}


def test_what_is_no_move_is_not_told() -> None:
    state = start()
    with pytest.raises(IllegalActionError):
        told(state, Action(Verb.AT, "z9"), state)
    with pytest.raises(ArgumentError):
        question(Table().role("explorer"), player=0)


def test_a_ship_is_told_with_its_price_and_who_built_it() -> None:
    before = Table().purse("A", 0, 1, 1).role("engineer")
    player = before.to_act[0]
    after = before.after(parse_action("build=fighter", before))
    assert (
        told(before, parse_action("build=fighter", before), after, names=["Ann", "Bob"])
        == "C built a fighter for nothing"
    )
    assert player == 2
