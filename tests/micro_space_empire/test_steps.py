"""Decisions step by step, and why a choice is refused."""

from __future__ import annotations

import pytest

from sse_core.micro_space_empire import ACTIONS, new_game, parse_action, refusal, steps, to_svg
from sse_core.seeds import SplitMix64

KEYS = [
    ("explore=near", ["explore", "near"]),
    ("conquer=wolf_359", ["wolf_359"]),
    ("discover=capital_ships", ["capital_ships"]),
    ("trade=metal", ["trade", "metal"]),
    ("bide", ["bide"]),
    ("build", ["build"]),
    ("die=4", ["die=4"]),
]


@pytest.mark.parametrize(("text", "keys"), KEYS)
def test_a_card_of_the_drawing_is_one_step(text: str, keys: list[str]) -> None:
    assert [step.key for step in steps(new_game(), parse_action(text))] == keys


def test_all_actions_of_the_table_have_steps_of_their_own() -> None:
    found = [tuple(step.key for step in steps(new_game(), action)) for action in ACTIONS]
    assert len({*found}) == len(ACTIONS)
    assert all(step.words for action in ACTIONS for step in steps(new_game(), action))


def test_a_drawing_has_the_cards_that_are_chosen() -> None:
    state, stream = new_game(), SplitMix64(3)
    places = 0
    while state.to_act:
        if state.to_act == (0,):
            for action in state.legal_actions():
                (first, *_) = steps(state, action)
                if action.verb in ("conquer", "discover"):
                    assert f'data-place="{first.key}"' in to_svg(state), first
                    places += 1
        state = state.after(stream.choice(state.legal_actions(state.to_act[0])))
    assert places > 5


REFUSED = [
    (["wolf_359"], "conquer=wolf_359: Wolf 359 is still in its deck, or not in this game (M3.1)"),
    (["explore", "distant"], "explore=distant: distant systems need Forward Starbases (M3.2)"),
    (["capital_ships"], "discover=capital_ships: what is due is explore, or conquer, or bide (M2.2)"),
    (["trade"], "trade=metal: what is due is explore, or conquer, or bide (M2.2)"),
    (["nothing"], "there is no 'nothing' to choose (M2.2)"),
    (["bide", "bide"], "there is no 'bide bide' to choose (M2.2)"),
]


@pytest.mark.parametrize(("keys", "reason"), REFUSED, ids=[" ".join(keys) for keys, _ in REFUSED])
def test_a_choice_is_refused_with_its_clause(keys: list[str], reason: str) -> None:
    assert refusal(new_game(), keys) == reason


def test_a_legal_choice_is_not_refused() -> None:
    for keys in ([], ["explore"], ["EXPLORE", "Near"], ["bide"]):
        assert refusal(new_game(), keys) == ""
