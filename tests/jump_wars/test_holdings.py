"""Words for what lies on the table beside the map, which a page shows where there is no room for the panels."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from tests.jump_wars.by_hand import dealt, discarded, due, learned, manned, opened, played
from tests.jump_wars.rows import battle

from sse_core import jump_wars as jw
from sse_core.bots import BOTS
from sse_core.errors import RangeError
from sse_core.jump_wars import Due
from sse_core.jump_wars.cards import BASICS, Card
from sse_core.jump_wars.positions.position import level
from sse_core.play.turns import turns_of


def test_they_say_what_the_panels_say() -> None:
    """Every hand, level, learned technology and order of a game, by names that a player knows."""
    turns = turns_of(jw.new_game(players=3, seed=2), [BOTS["random"].choose] * 3, 2)
    for count, (_, _, state) in enumerate(islice(turns, 400)):
        if count % 40 == 39:
            p, picture = state.position, jw.to_svg(state)
            lines = jw.stage_lines(state)
            assert lines[0].startswith(f"Turn {p.turn} of 100, phase")
            for seat, player in enumerate(p.players):
                (hand, cards), (_, levels), (_, learned), (_, orders) = jw.holdings(state, seat)
                assert re.fullmatch(r"hand, \d+ cards? \(\d+ may be kept\)", hand)
                assert sum(int(card.partition("×")[2] or "1") for card in cards) == sum(player.hand)
                for basic in BASICS:
                    now, permanent = level(p, seat, basic), player.levels[basic]
                    boost = f", and {now - permanent} more until the turn ends" if now > permanent else ""
                    words = f"{basic.title} {permanent}{boost}"
                    assert (words in levels) == (now > 1 or permanent > 1)
                assert {*learned} == {Card(card).title for card in player.learned}
                assert len(orders) >= len(player.written_orders.orders)
                assert all(card in picture for card in cards)


def test_the_stage_is_told_in_sentences() -> None:
    """The turn, the phase and what is due; the piles; what goes on between players; and a battle."""
    p = dealt(discarded(opened(3, neutral=True), Card.JUMP, Card.JUMP, Card.TRADE), 0, Card.ATTACK)
    p = p._replace(alliance=(0, 1), neutral_holder=2, neutral_turns=1)
    p = manned(manned(p, 3), 2, e5=2, e10=1)
    assert jw.stage_lines(due(p, Due.MINE, 0, begun=True, sold=1)) == (
        "Turn 20 of 100, phase 4 of 8, Mine: A mines RT, and may discard cards for more",
        "Deck: 70 cards. Discard: 3 cards (2 Jump, Trade)",
        "Options: neutral Homeworld",
        "Alliance: B is the ally of A and may not jump where A has fleets.",
        "A has discarded 1 card for RT.",
        "The neutral Homeworld at e5 is held by C for 1 turn.",
    )
    fight = battle({"fleets": 3, "initiative": 2, "defense": 2}, {"fleets": 5, "defense": 2})
    after = fight.after(jw.parse_action("fire"))
    assert jw.stage_lines(after)[0] == "Turn 20 of 100, phase 7 of 8, Fight: B deals damage at c3"
    assert jw.stage_lines(after)[2:] == (
        "Battle at c3, round 1: damage is still dealt by B",
        "A: 3 fleets, 1 enemy destroyed",
        "B: 4 fleets (1 hit by 1 point)",
    )


def test_boosts_of_sealed_orders_are_told_to_their_writer() -> None:
    p = dealt(learned(opened(), 0, Card.LEADERSHIP), 0, Card.JUMP)
    state = played(due(p, Due.ORDERS), "A:boost=jump", "A:lead=attack", "A:from=a1")
    assert jw.holdings(state.view(0), 0)[1:] == (
        (
            "levels",
            (
                "Attack 1, and 1 more until the turn ends",
                "Jump 1, and 1 more until the turn ends",
                "1 in each other technology",
            ),
        ),
        ("learned", ("Leadership",)),
        (
            "orders",
            ("an order is being written", "Jump discarded for a boost, sealed", "Leadership boosts Attack, sealed"),
        ),
    )
    assert jw.holdings(state.view(1), 0)[3] == ("orders", ())


def test_a_view_tells_no_hand() -> None:
    state = jw.new_game(seed=3)
    for text in ["first=A", "take", "draw=attack", "draw=attack"]:
        state = state.after(jw.parse_action(text, state))
    assert jw.holdings(state, 0)[0] == ("hand, 2 cards (4 may be kept)", ("Attack ×2",))
    assert jw.holdings(state.view(1), 0)[0] == ("hand, 2 cards (4 may be kept)", ("2 cards face down",))
    with pytest.raises(RangeError, match="there is no player 2"):
        jw.holdings(state, 2)
