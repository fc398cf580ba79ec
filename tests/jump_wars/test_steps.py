"""Decisions step by step, and why a choice is refused."""

from __future__ import annotations

import pytest
from tests.jump_wars.scenes import after, at, seat

from sse_core.cli.session.typed_input import Chosen, Options, understand
from sse_core.jump_wars import ACTIONS, Action, Due, Verb, new_game, parse_action, refusal, steps
from sse_core.seeds import SplitMix64

STATE = new_game(seed=1).resolve(SplitMix64(0))

KEYS = [
    ("from=a1", ["a1"]),
    ("to=j10", ["j10"]),
    ("build=c4", ["c4"]),
    ("at=c4", ["c4"]),
    ("planet=c4", ["planet", "c4"]),
    ("boost=attack", ["boost", "attack"]),
    ("learn=nova_bombs", ["learn", "nova_bombs"]),
    ("offer=B", ["offer", "B"]),
    ("sabotage=neutral", ["sabotage", "neutral"]),
    ("count=7", ["7"]),
    ("count=10", ["10-19", "10"]),
    ("count=99", ["90-99", "99"]),
    ("done", ["done"]),
    ("draw=attack", ["draw=attack"]),
]


@pytest.mark.parametrize(("text", "keys"), KEYS)
def test_a_space_is_one_step_and_a_number_two_at_most(text: str, keys: list[str]) -> None:
    assert [step.key for step in steps(STATE, parse_action(text))] == keys


def test_every_action_has_steps_in_words() -> None:
    for action in ACTIONS:
        assert all(step.key and step.words for step in steps(STATE, action))


def test_no_list_is_longer_than_a_screen_but_for_the_spaces() -> None:
    stream, state = SplitMix64(2), new_game(players=3, seed=2)
    longest = 0
    while state.to_act and state.ply < 3000:
        seat = state.to_act[0]
        legal = state.legal_actions(seat)
        if seat >= 0:
            chosen = [[step.key for step in steps(state, action)] for action in legal]
            for beginning in {tuple(keys[:n]) for keys in chosen for n in range(len(keys))}:
                nexts = {keys[len(beginning)] for keys in chosen if tuple(keys[: len(beginning)]) == beginning}
                listed = [key for key in nexts if not (key[0].isalpha() and key[1:].isdigit())]
                longest = max(longest, len(listed))
        state = state.after(stream.choice(legal), seat)
    assert 15 < longest <= 30


SEAT = STATE.to_act[0]
REFUSED = [
    (["a1"], f"this is not to be chosen now: {'ABC'[SEAT]} draws cards (J5.1)"),
    (["boost", "attack"], f"player {'ABC'[SEAT]} has no Attack in hand (J2.9)"),
    (["nothing"], "there is no 'nothing' to choose (J5.1)"),
]


@pytest.mark.parametrize(("keys", "reason"), REFUSED, ids=[" ".join(keys) for keys, _ in REFUSED])
def test_a_choice_is_refused_with_its_clause(keys: list[str], reason: str) -> None:
    found = refusal(STATE, keys)
    assert found == reason


def test_the_refusal_of_another_seat_is_its_own() -> None:
    assert "is not to act" in refusal(STATE, ["take"], 1 - SEAT)
    assert refusal(STATE, ["take"], SEAT) == refusal(STATE, ["TAKE"]) == refusal(STATE, []) == ""


def test_a_number_from_10_on_is_typed_by_its_text_or_its_steps() -> None:
    view = after(at(Due.OFFER, A=seat(tokens=12)), "offer=B", "done").view(0)
    for typed in ("count=10", "10-19 10"):
        assert understand(typed, view, 0) == Chosen(Action(Verb.COUNT, 10))
    meant = understand("10-19", view, 0)
    assert isinstance(meant, Options)
    assert [action.argument for action, _, _ in meant.actions] == [10, 11, 12]
