"""Words for what lies on the table beside the map, which a page shows where there is no room for the panels."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from sse_core import jump_wars as jw
from sse_core.bots import BOTS
from sse_core.errors import RangeError
from sse_core.jump_wars.cards import BASICS, Card
from sse_core.jump_wars.position import level
from sse_core.play.match import turns_of


def test_they_say_what_the_panels_say() -> None:
    """Every hand, level, learned technology and order of a game, by names that a player knows."""
    turns = turns_of(jw.start(players=3, seed=2), [BOTS["random"].choose] * 3, 2)
    for count, (_, _, state) in enumerate(islice(turns, 400)):
        if count % 40 == 39:
            p, picture = state.position, jw.to_svg(state)
            lines = jw.stage_lines(state)
            assert lines[0].startswith(f"Turn {p.turn} of 100, phase")
            for seat, player in enumerate(p.players):
                (hand, cards), (_, levels), (_, learned), (_, orders) = jw.holdings(state, seat)
                assert re.fullmatch(r"hand, \d+ of \d+ cards?", hand)
                assert sum(int(card.partition("×")[2] or "1") for card in cards) == sum(player.hand)
                for basic in BASICS:
                    now, permanent = level(p, seat, basic), player.levels[basic]
                    words = (
                        f"{basic.title} {permanent}+{now - permanent}" if now > permanent else f"{basic.title} {now}"
                    )
                    assert (words in levels) == (now > 1 or permanent > 1)
                assert {*learned} == {Card(card).title for card in player.learned}
                assert len(orders) >= len(player.sheet.orders)
                assert all(card in picture for card in cards)


def test_a_view_tells_no_hand() -> None:
    state = jw.start(seed=3)
    for text in ["first=A", "take", "draw=attack", "draw=attack"]:
        state = state.after(jw.parse_action(text, state))
    assert jw.holdings(state, 0)[0] == ("hand, 2 of 4 cards", ("Attack ×2",))
    assert jw.holdings(state.view(1), 0)[0] == ("hand, 2 of 4 cards", ("2 cards face down",))
    with pytest.raises(RangeError, match="there is no player 2"):
        jw.holdings(state, 2)
