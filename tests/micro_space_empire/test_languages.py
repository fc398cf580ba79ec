"""Words that people see of Micro Space Empire: in pseudo-English all are inside sentences, which stand in brackets."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from tests.micro_space_empire.test_effects import ROWS
from tests.micro_space_empire.test_rules import BANKING, STARBASES, S, after, at
from tests.micro_space_empire.test_words import STEERED
from tests.random_games import Move, moves
from tests.unsaid import Seen

from sse_core import micro_space_empire as game
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.micro_space_empire import Action, State
from sse_core.micro_space_empire.strength import planner
from sse_core.micro_space_empire.strength.perfect import Perfect
from sse_core.micro_space_empire.strength.prospects import VARIABLE
from sse_core.seeds import SplitMix64

SEEN: Final = Seen(
    game,
    # A technology that is known has a cross; a review names actions, behind the player or as they are told.
    outside=r"\b[a-z]+=\w+|(?:^|(?<=\bA: )|(?<=⟦ of the win with ⟧)|(?<=⟦; best was ⟧)|(?<=⟦ below ⟧))"
    rf"(?:bide|diplomacy|roll|keep|build|done)\b|(?<=⟦Marked: ⟧)\w+|\[x\]|\b{VARIABLE}\b",
    place=lambda _: "wolf_359",
)


def test_unsaid_words_are_found() -> None:
    assert SEEN.unsaid("build: ⟦the store of ⟧⟦metal⟧⟦ is full⟧ (M4.2), explore=near, 'what'") == []
    assert SEEN.unsaid("⟦the store of ⟧metal ⟦is full⟧ again") == ["metal", "again"]


# --- games


def planned(state: State, player: int, rng: SplitMix64) -> Action:
    """The planner sees more of the game than random choices, and these see more of what it avoids."""
    if player == 0 and rng.below(3):
        return planner.choose(state, 0, rng)
    return rng.choice(state.legal_actions())


@pytest.mark.parametrize("preset", game.presets())
@pytest.mark.parametrize("seed", range(4))
def test_nothing_of_a_game_is_unsaid(preset: str, seed: int) -> None:
    SEEN.check_game(moves(game.presets()[preset].value, SplitMix64(seed), planned), every=3, drawn=2)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_nothing_of_a_scene_is_unsaid(row: Any) -> None:
    """The positions by which effects are tested: what can be done there, what is refused, and what follows."""
    action = game.parse_action(row.action)
    then = row.before.after(action)
    SEEN.check(SEEN.told(Move(row.before, row.before.to_act[0], action, then)))
    SEEN.check_scene(row.before)
    SEEN.check_scene(then)


RARE: Final = (
    *STEERED,
    after(at(metal=0, wealth=2, technologies=BANKING), "bide"),
    after(at(metal=2, wealth=0, technologies=BANKING), "bide"),
    at(metal=1, wealth=3),
    after(at(metal=2, wealth=5, technologies=BANKING), "bide"),
    after(at(wealth=3, struck=True), "bide"),
    after(at(8, technologies=STARBASES, empire=(S.CANOPUS,)), "bide"),
)
"""Positions that games seldom come to: with a store that is empty or full, too, and with a distant system."""


@pytest.mark.parametrize("state", RARE, ids=lambda state: f"{state.due}, metal {state.metal}, wealth {state.wealth}")
def test_nothing_that_is_rare_is_unsaid(state: State) -> None:
    SEEN.check_scene(state)


# --- around a game


def test_nothing_of_the_setup_is_unsaid() -> None:
    SEEN.check_setup()


def test_nothing_of_a_search_is_unsaid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    early, late = game.new_game(expansion=True), at(13, empire=(S.TAU_CETI,))
    with speaking(PSEUDO):
        for state in (early, game.new_game(), late):
            search = game.search(state)
            search.run(visits=2)
            SEEN.check([search.analysis().how])
        SEEN.check([Perfect().note(start) for start in (early, game.new_game())])


@pytest.mark.parametrize("seed", [3, 6])
def test_nothing_of_a_review_is_unsaid(seed: int) -> None:
    """One is lost, and turns; the other one is won, and doesn't."""
    review = SEEN.check_review(moves(game.new_game(), SplitMix64(seed)), visits=4)
    outcome = review.record.final.outcome
    assert outcome is not None
    assert (bool(review.turns), outcome.winners) == ((True, ()) if seed == 3 else (False, (0,)))


def test_a_german_game_is_told_in_german() -> None:
    before = game.new_game().after(game.parse_action("explore=near"))
    action = game.parse_action("turn=tau_ceti")
    after = before.after(action)
    with speaking("de"):
        assert game.told(before, action, after) == "Tau Ceti wurde aufgedeckt, ein nahes System; es bringt 1 Punkt"
        assert game.effects(before, action, after) == (
            "Militär 0 steht gegen Widerstand 4: Tau Ceti kommt ins Reich, wenn der Würfel 4 oder mehr zeigt (M3.1)",
        )
        assert game.refusal(game.new_game(), ["explore", "distant"]) == (
            "explore=distant: für ferne Systeme brauchst du Vorgeschobene Basen (M3.2)"
        )
