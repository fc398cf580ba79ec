"""Rules and their second reading in lockstep: the same position and legal actions after every action."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.micro_space_empire.second_reading import EVENTS, EVERY, Game

from sse_core.game import CHANCE
from sse_core.micro_space_empire import ACTIONS, Reason, State, format_action, new_game
from sse_core.micro_space_empire.text.notation import name_of

TEXTS = [format_action(action) for action in ACTIONS]

LEANINGS = {
    "none": {},
    "growth": {"bide": 0.02, "done": 0.1, "explore": 3, "conquer": 6, "discover": 4, "build": 4, "high": 4, "low": 4},
    "loss": {"bide": 0.1, "conquer": 4, "explore": 2, "high": 2.5, "hostile": 4},
    "biding": {"bide": 6, "explore": 0.5},
    "science": {"done": 0.2, "build": 0.3, "bide": 0.3, "discover": 8, "interstellar_diplomacy": 4, "high": 2.5},
    "distant": {"bide": 0.2, "capital_ships": 20, "forward_starbases": 20, "distant": 15, "high": 3},
}
"""The weights of actions, so that random games reach every rule: by verb, by argument, by whether a face is high in an
attack, or low in a defense, and by whether an event is hostile."""


def weight(game: Game, text: str, leaning: dict[str, float]) -> float:
    verb, _, thing = text.partition("=")
    found = leaning.get(verb, 1) * leaning.get(thing, 1)
    if verb == "die":
        face = int(thing)
        return found * (leaning.get("high", 1) ** face if game.phase == "attack" else leaning.get("low", 1) ** -face)
    hostile = verb == "event" and EVENTS[thing][0] in ("revolt", "invasion")
    return found * leaning.get("hostile", 1) if hostile else found


def compare(state: State, game: Game) -> None:
    """The position, the score, whose turn it is, and the legal actions."""
    p = state.position
    assert [format_action(action) for action in state.legal_actions()] == [t for t in TEXTS if t in game.legal()]
    assert (p.due, p.turn, p.military, p.lost) == (game.phase, game.turn, game.military, game.lost)
    assert {"metal": p.metal, "wealth": p.wealth} == game.stores
    assert list(map(name_of, p.empire)) == game.empire
    assert set(map(name_of, state.technologies)) == game.technologies
    assert set(map(name_of, state.unaligned)) == game.unaligned
    assert set(map(name_of, state.events)) == game.seen
    assert (state.store_cap, state.military_cap) == (game.store_cap, game.military_cap)
    assert state.production == tuple(game.production.values())
    assert (None if p.target is None else name_of(p.target)) == game.target
    assert state.score == (*game.points, sum(game.points))
    assert state.totals == (0 if game.lost else sum(game.points),)
    assert p.struck == game.strike
    if state.to_act:
        assert p.diplomatic == (game.free_attack_in_turn == game.turn)
        assert (p.built, p.discovered is not None) == (game.built, game.discovered)
    chance = game.phase in ("near", "distant", "attack", "event", "revolt", "defense")
    assert state.to_act == (() if game.phase == "end" else (CHANCE,) if chance else (0,))
    assert state.odds() == tuple((a, Fraction(1, len(game.legal()))) for a in state.legal_actions() if chance)


@pytest.mark.parametrize("leaning", LEANINGS)
@given(seed=st.integers(0, 2**32), expansion=st.booleans())
def test_both_readings_play_alike(leaning: str, seed: int, expansion: bool) -> None:
    rng = Random(seed)
    state, game = new_game(expansion=expansion), Game(expansion=expansion)
    compare(state, game)
    while state.to_act:
        texts = sorted(game.legal())
        (text,) = rng.choices(texts, [weight(game, text, LEANINGS[leaning]) for text in texts])
        refused = TEXTS[rng.randrange(len(TEXTS))]
        assert (state.why_not(TEXTS.index(refused)) is Reason.OK) == (refused in texts)
        state = state.after(TEXTS.index(text))
        game.do(text)
        compare(state, game)


def test_the_second_reading_has_all_cards() -> None:
    assert {text.partition("=")[2] for text in TEXTS if text.startswith("turn=")} == set(EVERY)
    assert {text.partition("=")[2] for text in TEXTS if text.startswith("event=")} == set(EVENTS)
