"""Effects in words: a row for each kind, and sentences that are true of every action of random games."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from tests.jump_wars.by_hand import (
    dealt,
    due,
    opened,
    played,
)
from tests.jump_wars.rich_tables import rich_battle, rich_table
from tests.jump_wars.rows import OFFERED, ROWS, Row, around

from sse_core import jump_wars
from sse_core.errors import ArgumentError, GameOverError, IllegalActionError
from sse_core.game import CHANCE
from sse_core.jump_wars import (
    ACTIONS,
    Action,
    Card,
    Due,
    Position,
    State,
    Verb,
    effects,
    new_game,
    parse_action,
    position,
    told,
)
from sse_core.jump_wars.positions.position import fleets_at
from sse_core.jump_wars.text.notation import SEATS
from sse_core.play.random_play import choose
from sse_core.seeds import SplitMix64

C: Final = Card


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_effects_of_one_kind(row: Row) -> None:
    action = parse_action(row.action)
    assert effects(row.before, action, row.before.after(action, row.seat)) == row.said


SENTENCE: Final = r"([A-E] |[a-z]|[A-Z][a-z]+ of [A-E] ).*[^.] \(J\d(\.\d+)?(, J\d\.\d+)?\)"
"""It begins with a small letter, a seat, or a technology, and ends with its clause."""


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"neutral": True}),
        (3, {"grid": "hex", "void_orders": True}),
        (5, {"any_map": True}),
    ],
)
def test_what_changes_is_said(players: int, options: dict[str, Any]) -> None:
    """In a random game, each change of a kind has its sentence, each sentence its clause, and no sentence names a card
    that only one player knows."""
    check_effects(new_game(players=players, turn_limit=8, **options), 0)


@pytest.mark.parametrize("seed", range(6))
def test_what_changes_at_a_rich_table_is_said(seed: int) -> None:
    """So it is where levels are high, specials are learned, and fleets stand close together."""
    options: dict[str, Any] = {
        "players": 2 + seed % 4,
        "grid": ("square", "hex")[seed % 2],
        "void_orders": True,
        "turn_limit": 20,
    }
    table = rich_table(new_game(neutral=seed % 4 < 3, seed=seed, **options).position, Random(seed))
    check_effects(position(table, 100), seed)


def check_effects(state: State, seed: int) -> None:
    """Check the effects of each action of a random game."""
    while state.to_act:
        rng = SplitMix64(1000 * seed + state.ply)
        player = rng.choice(state.to_act)
        action = rng.draw(state.odds()) if player == CHANCE else choose(state.view(player), player, rng)
        after = state.after(action, player)
        said = effects(state, action, after)
        assert all(re.fullmatch(SENTENCE, one) for one in said), said
        check_secrets(state, action, after, said)
        said = (told(state, action, after, player=player), *said)
        check_tokens(state, after, said)
        check_fights(state, after, said)
        state = after


def check_tokens(before: State, after: State, said: tuple[str, ...]) -> None:
    """Every change of RT is told, by how much or what is left."""
    p, q = before.position, after.position
    for seat, (old, new) in enumerate(zip(p.players, q.players, strict=True)):
        gained = new.tokens - old.tokens
        if gained:
            words = (
                rf"{SEATS[seat]} mined {gained} RT, which made {new.tokens} RT in all",
                rf"{SEATS[seat]} .* {-gained} of {old.tokens} RT\b.*",
                rf"{SEATS[seat]} has \d+ cards? and {new.tokens} RT now \(J2.2\)",
            )
            assert any(re.fullmatch(word, one) for one in said for word in words), said
    assert (" mined " in said[0]) == (p.step is Due.MINE and q.actor != p.actor), said


FIGHT: Final = (Due.DEAL, Due.BOMBS, Due.SPLIT)


def check_fights(before: State, after: State, said: tuple[str, ...]) -> None:
    """The fleets that are gone from a battle were given up, or fell; what is there more was assimilated."""
    p, q = before.position, after.position
    if p.battle is None:
        return
    space = p.battle.space
    settled = q.battle is None or not (q.begun or q.battle.deals)
    words = " ".join(said if settled else said[1:])
    for side in range(len(p.fleets)):
        name = "the neutral side" if side == len(p.players) else SEATS[side]
        changes = [
            sign * int(found[1])
            for pattern, sign in (
                (rf"{name} gave up (\d+) of \d+ fleets?", -1),
                (rf"{name} gives up (\d+) fleets?", -1),
                (rf"{name} loses (\d+) fleets?", -1),
                (rf"{name} gains (\d+) fleets?", 1),
            )
            for found in re.finditer(pattern, words)
        ]
        assert fleets_at(q, side, space) - fleets_at(p, side, space) == sum(changes), said
    assert ("wins the battle" in words or "nobody is left" in words) == (q.battle is None or q.battle.space != space)


def check_secrets(before: State, action: Action, after: State, said: tuple[str, ...]) -> None:
    """A card is named if it was learned or raises a level, and not if it moves between the deck and hands."""
    titles = [card.title for card in Card if card.title in " ".join(said)]
    if action.verb in (Verb.DRAW, Verb.ACCEPT, Verb.TAKE, Verb.STEAL):
        assert not [title for title in titles if title not in ("Research", "Diplomacy", "Trade")]
    if before.position.step is Due.ORDERS is after.position.step and action.verb is Verb.DONE:
        assert said == ()


@pytest.mark.parametrize("seed", range(3))
def test_a_player_is_told_what_he_may_know(seed: int) -> None:
    """Whoever acts is told all; others, too, but for sealed orders and for offers that they don't see."""
    state: State = new_game(players=3, turn_limit=6, void_orders=True)
    hidden = 0
    while state.to_act:
        rng = SplitMix64(1000 * seed + state.ply)
        player = rng.choice(state.to_act)
        action = rng.draw(state.odds()) if player == CHANCE else choose(state.view(player), player, rng)
        after = state.after(action, player)
        said = effects(state, action, after)
        for seat in range(3):
            seen = effects(state.view(seat), action, after.view(seat))
            if seat == player or not seals_orders(state, after):
                assert seen == said, action
            else:
                hidden += 1
                assert not {*said} & {*seen}
        state = after
    assert hidden > 20


def test_a_sealed_deal_is_told_when_its_group_has_settled() -> None:
    """To all alike, with the boosts and the losses; nobody is told anything before (J5.11)."""
    deals: Counter[bool] = Counter()
    for seed in range(16):
        deals += check_sealed_deals(seed)
    assert min(deals[False], deals[True]) > 16


def check_sealed_deals(seed: int) -> Counter[bool]:
    """Play a battle, and check what is told of each action; return how many of them settled a group, or not."""
    options: dict[str, Any] = {"players": 2 + seed % 4, "simultaneous": True, "turn_limit": 20}
    state = position(rich_battle(new_game(seed=seed, **options).position, Random(seed)), 100)
    deals: Counter[bool] = Counter()
    while state.position.battle is not None:
        action = SplitMix64(1000 * seed + state.ply).choice(state.legal_actions())
        after = state.after(action)
        q = after.position
        said = effects(state, action, after)
        assert all(re.fullmatch(SENTENCE, one) for one in said), said
        settled = q.battle is None or not (q.begun or q.battle.deals)
        assert bool(said) == settled
        assert {effects(state.view(seat), action, after.view(seat)) for seat in range(state.players)} == {said}
        deals[settled] += 1
        if settled:
            check_losses(state.position, q, " ".join(said))
        state = after
    return deals


def check_losses(p: Position, q: Position, words: str) -> None:
    """The fleets that are gone are told, but of a winner, of whom it is told what is there."""
    assert p.battle is not None
    for side in range(len(p.fleets)):
        name = "the neutral side" if side == len(p.players) else "ABCDE"[side]
        gone = sum(int(n) for n in re.findall(rf"{name} loses (\d+) fleets?", words))
        there = re.search(rf"{name} wins the battle at \w+, where it has (\d+) fleets? now", words)
        now = fleets_at(q, side, p.battle.space)
        assert now == (int(there[1]) if there else fleets_at(p, side, p.battle.space) - gone), words


def seals_orders(before: State, after: State) -> bool:
    """Whether another player seals an order."""
    return before.position.step is Due.ORDERS is after.position.step


def test_what_an_offer_has_brought_is_told_to_all_alike() -> None:
    """Hands are counted, and RT lie open."""
    after = OFFERED.after(parse_action("accept"))
    brought = ("A has 0 cards and 5 RT now (J2.2)", "B has 2 cards and 6 RT now (J2.2)")
    for seat in range(3):
        assert effects(OFFERED.view(seat), parse_action("accept"), after.view(seat)) == brought


def test_whoever_has_no_card_to_raise_a_level_may_be_thought_to_have_one() -> None:
    """With the option `must_raise`, others see a hand that might have a card for a level (J2.3)."""
    before = due(dealt(opened(must_raise=True), 0, C.PROGENITOR_RUINS), Due.TECH, 0)
    done = parse_action("done")
    after = before.after(done)
    assert done not in before.view(1).legal_actions(0)
    assert effects(before.view(1), done, after.view(1)) == effects(before, done, after) == ()


def test_clauses_are_those_of_the_rules() -> None:
    rules = (Path(jump_wars.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    known = set(re.findall(r"J\d(?:\.\d+)?", rules))
    for row in ROWS.values():
        for sentence in row.said:
            clauses = sentence[sentence.rindex("(") + 1 : -1].split(", ")
            assert known >= {*clauses}


# --- what has no effects


def test_an_action_is_told_of_the_player_whose_it_was() -> None:
    """Both write orders, and the action of each leads elsewhere."""
    state = due(dealt(dealt(around(), 0, C.JUMP), 1, C.JUMP), Due.ORDERS)
    boost = parse_action("boost=jump")
    words = "discarded Jump to raise Jump from 1 to 2 until the turn ends"
    assert told(state, boost, state.after(boost, 0)) == f"A {words}"
    assert told(state, boost, state.after(boost, 1)) == f"B {words}"
    only_b = due(dealt(around(), 1, C.JUMP), Due.ORDERS)
    assert told(only_b, boost, only_b.after(boost, 1)) == f"B {words}"


def test_an_action_that_leads_elsewhere_is_refused() -> None:
    state = new_game()
    with pytest.raises(ArgumentError, match="leads to another position"):
        effects(state, parse_action("first=A"), state.after(parse_action("first=B")))
    with pytest.raises(ArgumentError, match="leads to another position"):
        effects(state, parse_action("first=A"), state)
    writing = due(around(), Due.ORDERS)
    with pytest.raises(ArgumentError, match="leads to another position"):
        effects(writing, parse_action("done"), writing)


def test_an_illegal_action_is_refused() -> None:
    state = new_game()
    with pytest.raises(IllegalActionError) as refused:
        effects(state, parse_action("done"), state)
    assert refused.value.reason == state.why_not(parse_action("done"), CHANCE)
    writing = due(around(), Due.ORDERS)
    with pytest.raises(IllegalActionError):
        effects(writing, parse_action("boost=jump"), writing)
    over = played(ROWS["J3.1 conquest"].before, "done")
    with pytest.raises(GameOverError):
        effects(over, parse_action("done"), over)


def test_other_things_have_no_effects() -> None:
    with pytest.raises(TypeError, match="an Action of Jump Wars has effects, not int"):
        effects(new_game(), 0, new_game())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a position is a State of Jump Wars, not str"):
        effects("start", ACTIONS[0], new_game())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a position is a State of Jump Wars, not None"):
        effects(new_game(), ACTIONS[0], None)  # type: ignore[arg-type]
