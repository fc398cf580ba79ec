"""The core of Jump Wars beside the plain rules: the same position and the same choices after every action."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.jump_wars.lockstep import Lockstep, play_all
from tests.profiles import PROFILE, by_profile

from sse_core.jump_wars import State
from sse_core.jump_wars.actions import Verb
from sse_core.jump_wars.positions.position import Due
from sse_core.jump_wars.strategies import states

VERBS: dict[Due, tuple[Verb, ...]] = {
    Due.START: (Verb.FIRST,),
    Due.DRAW: (Verb.TAKE, Verb.RUINS, Verb.BRAINS, Verb.DONE, Verb.DRAW),
    Due.OFFER: (Verb.OFFER, Verb.DONE),
    Due.GIVE: (Verb.GIVE, Verb.DONE),
    Due.PAY: (Verb.COUNT,),
    Due.ASK: (Verb.ASK, Verb.DONE),
    Due.CHARGE: (Verb.COUNT,),
    Due.ANSWER: (Verb.ACCEPT, Verb.REFUSE),
    Due.STEAL: (Verb.STEAL, Verb.DONE),
    Due.THEFT: (Verb.DRAW,),
    Due.ALLIANCE: (Verb.ALLY, Verb.DONE),
    Due.TECH: (Verb.RAISE, Verb.LEARN, Verb.DONE),
    Due.PAIRS: (Verb.PAIR, Verb.DONE),
    Due.MINE: (Verb.DISCARD, Verb.DONE),
    Due.BUILD: (Verb.BUILD, Verb.DONE),
    Due.SABOTAGE: (Verb.SABOTAGE, Verb.DONE),
    Due.SABOTAGE_SPACE: (Verb.AT,),
    Due.SABOTAGE_CARD: (Verb.DISCARD,),
    Due.ORDERS: (Verb.FROM, Verb.TO, Verb.COUNT, Verb.PLANET, Verb.DONE),
    Due.ESPIONAGE: (Verb.REWRITE, Verb.DONE),
    Due.REWRITE: (Verb.COUNT,),
    Due.REWRITING: (Verb.FROM, Verb.TO, Verb.COUNT, Verb.PLANET, Verb.DONE),
    Due.TIME_JUMP: (Verb.NEGATE, Verb.DONE),
    Due.NEGATE_ORDER: (Verb.COUNT,),
    Due.NEGATE_CARD: (Verb.DISCARD,),
    Due.DEAL: (Verb.FIRE, Verb.BOMB),
    Due.BOMBS: (Verb.COUNT,),
    Due.SPLIT: (Verb.COUNT,),
    Due.FINAL: (Verb.DISCARD, Verb.DONE),
}
"""What can be done in each step, beside boosts."""

BOOSTED = {step for step, verbs in VERBS.items() if Verb.DONE in verbs} - {Due.GIVE, Due.ASK, Due.REWRITING}
"""The decisions where boosts can be used (J4.2); and two more."""

MUST_OCCUR = frozenset(
    {
        *(f"{verb} in {step}" for step, verbs in VERBS.items() for verb in verbs),
        *(f"{verb} in {step}" for step in {*BOOSTED, Due.ANSWER, Due.DEAL} for verb in (Verb.BOOST, Verb.LEAD)),
        *(f"by {how}" for how in ("conquest", "neutral", "homeworlds", "fleets", "tokens", "shared")),
        "views with hidden cards",
        "battles that an action ends",
    }
)


@given(states(stage="unfinished"), st.randoms(use_true_random=False))
def test_any_action_in_any_position(state: State, rng: Random) -> None:
    game = Lockstep(state.position, rng)
    game.look()
    for _ in range(6):
        if game.core.to_act:
            game.step()
    game.look()


@pytest.mark.parametrize(
    "games",
    [200 if PROFILE == "mutation" else by_profile(dev=8, ci=80), pytest.param(4_000, marks=pytest.mark.nightly)],
)
def test_whole_games(games: int) -> None:
    """What must occur is asked for from a thousand games on; `make campaign WHAT=equivalence` plays 200,000."""
    seen = play_all(range(games))
    print(f"\n{games} games: {seen}")
    assert games < 1_000 or sorted(MUST_OCCUR - seen.keys()) == []
