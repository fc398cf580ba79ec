"""Pictures: what lies on the board is read back from them, nothing hidden is in them, and they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element

import pytest
from tests.empire_of_the_stars.by_hand import Table, play
from tests.empire_of_the_stars.small import TINY
from tests.pictures import SVG, lines_of, picture_of

from sse_core.drawing.markup import parse
from sse_core.empire_of_the_stars import Action, State, new_game, to_svg
from sse_core.empire_of_the_stars.actions import SEATS
from sse_core.empire_of_the_stars.drawing.trace import REGION_VERBS
from sse_core.empire_of_the_stars.packs.content import slug
from sse_core.empire_of_the_stars.packs.vocabulary import ROLES
from sse_core.empire_of_the_stars.positions.fields import IN_HAND, NOBODY
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.words.table import (
    card_name,
    cards_of,
    region_words,
    ship_counts,
    token_words,
)
from sse_core.play.random_play import choose
from sse_core.play.turns import turns_of

VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "two": {"players": 2},
    "three with a small pack": {"players": 3, "pack": TINY},
    "four": {"players": 4, "own_cap": True},
}
variants = pytest.mark.parametrize("variant", VARIANTS)


@cache
def game(variant: str) -> tuple[tuple[State, Action], ...]:
    """Some positions of a game of random play, each with the action before it."""
    first = new_game(seed=3, round_limit=9, **VARIANTS[variant])
    turns = turns_of(first, [choose] * first.players, 3)
    return tuple((after, action) for _, action, after in islice(turns, 10, None, 31))


def tree(state: State, **options: Any) -> Element:
    return picture_of(to_svg(state, **options))


def of_class(root: Element, name: str) -> Iterator[Element]:
    return (element for element in root.iter() if element.get("class") == name)


def words_of(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


@variants
def test_regions_are_read_back(variant: str) -> None:
    """Each region has its title, its token, a plate for each player with ships there, and the number of ships."""
    for state, _ in game(variant):
        b, p = state.board, Position(state.data)
        named = {place.get("data-place"): place for place in tree(state).iter() if place.get("data-place")}
        places = {name: place for name, place in named.items() if name in b.content.regions}
        assert [*places] == [*b.content.regions]
        for region, place in enumerate(places.values()):
            assert place.findtext(f"{SVG}title") == region_words(b, p, region)
            plates = [each for each in place if each.get("data-moves")]
            ships = [*ship_counts(p, region)]
            assert [plate.get("data-seat") for plate in plates] == [
                SEATS[seat] for seat in sorted({seat for seat, _, _ in ships})
            ]
            assert sum(len([*plate.iter(f"{SVG}path")]) for plate in plates) >= len(ships)
            assert token_words(p.token[region])[:1] in words_of(place) or not p.token[region]


@variants
def test_the_wheel_and_the_table_are_read_back(variant: str) -> None:
    for state, _ in game(variant):
        b, p = state.board, Position(state.data)
        root = tree(state)
        roles = [words_of(role) for role in of_class(root, "role")]
        expected = [(ROLES[role].capitalize(), p.wheel[role]) for role in b.content.wheel]
        assert roles == [[name, str(credits)] if credits else [name] for name, credits in expected]
        on = [place for place, role in enumerate(of_class(root, "role")) if [*of_class(role, "monolith")]]
        assert on == ([] if p.monolith == NOBODY else [b.places[p.monolith]])
        panels = [words_of(panel) for panel in of_class(root, "panel")]
        for seat in range(state.players):
            total = state.totals[seat]
            assert any(words[0] == SEATS[seat] and f"{total} point{'s' * (total != 1)}" in words for words in panels)


@variants
def test_words_stay_in_the_picture_and_panels_apart(variant: str) -> None:
    for state, action in game(variant)[::3]:
        root = tree(state, last=[action] * 40)
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        for left, right, y, words in lines_of(root):
            assert 0 <= left <= right <= width, words
            assert 0 <= y <= height, words
        boxes: list[tuple[float, float, float, float]] = []
        for panel in of_class(root, "panel"):
            place = re.match(r"translate\((\S+) (\S+)\) scale\((\S+)\)", panel.get("transform", ""))
            box = panel.find(f"{SVG}rect")
            assert place is not None
            assert box is not None
            x, y, scale = map(float, place.groups())
            boxes.append((x, x + scale * float(box.get("width", 0)), y, y + scale * float(box.get("height", 0))))
            for left, right, base, words in lines_of(panel):
                assert x <= left <= right <= boxes[-1][1], words
                assert y <= base <= boxes[-1][3], words
        for i, (left, right, top, bottom) in enumerate(boxes):
            for other in boxes[:i]:
                assert left >= other[1] or right <= other[0] or top >= other[3] or bottom <= other[2]


def test_a_battle_shows_sides_and_strengths_and_dials_once_both_are_set() -> None:
    state = Table(2).ships("A", "cruiser", "b1").ships("B", "dreadnought", "b2").role("warlord")
    assert not [*of_class(tree(state), "battle-side")]
    while "battle=b" not in {state.game.format_action(action, state) for action in state.legal_actions()}:
        state = play(state, "done")
    before = play(state, "battle=b")
    if len(before.to_act) < 2:
        before = play(before, "against=A" if before.to_act == (1,) else "against=B")
    sides = [words_of(side) for side in of_class(tree(before), "battle-side")]
    assert [words[-1] for words in sides] == ["dial not set", "dial not set"]
    assert sorted(words[1] if len(words[0]) == 1 else "" for words in sides) == ["3", "6"]
    first, second = before.to_act
    one = play(before, f"{SEATS[first]}:tactics=2 {SEATS[first]}:weapons=1")
    for viewer in (first, second):
        assert sorted(words_of(side)[-1] for side in of_class(tree(one.view(viewer)), "battle-side")) == [
            "dial not set",
            "dial set",
        ]
    both = play(one, f"{SEATS[second]}:tactics=0 {SEATS[second]}:weapons=0")
    shown = [words_of(side) for side in of_class(tree(both), "battle-side")]
    assert all({"tactics", "weapons", "shields"} <= {*words} for words in shown)


@variants
def test_a_view_names_no_hidden_card(variant: str) -> None:
    """The view of A has the cards that A knows by name, and those of others by their cost."""
    for state, _ in game(variant)[::5]:
        whole, seen = (
            {card.get("data-card") for card in of_class(tree(each), "card")} - {None} for each in (state, state.view(0))
        )
        hidden = {slug(card_name(state.board, card)) for card in cards_hidden_from(state, 0)}
        assert seen == whole - hidden


def cards_hidden_from(state: State, viewer: int) -> list[int]:
    """The cards in the hands of others that not all know."""
    b, p = state.board, Position(state.data)
    others = [IN_HAND + seat for seat in range(state.players) if seat != viewer]
    return [card for place in others for card in cards_of(b, p, place) if not p.known[card]]


def test_names_of_a_pack_are_escaped_and_fit(tmp_path: Path) -> None:
    """Whatever its cards are called, a picture is a document, and no name leaves its chip."""
    pack = tmp_path / "strange.toml"
    text = TINY.read_text("utf-8")
    names = re.sub(r'name = "Card (\d+)"', r'name = "<b>&\1 with a name that goes on and on, and on"', text)
    pack.write_text(names, encoding="utf-8")
    state = new_game(pack=pack, players=3)
    svg = to_svg(state)
    assert parse(svg).markup == svg
    assert "<b>" not in svg
    assert "&lt;b&gt;&amp;" in svg
    width = float(picture_of(svg).get("width", 0))
    assert all(right <= width for _, right, _, _ in lines_of(picture_of(svg)))


def test_a_frame_is_round_each_region_that_an_action_names() -> None:
    """Actions name locations of far space and the Throne, too: these have no frame."""
    state, _ = game("two")[0]
    named = {action.argument: action for action in state.actions if action.verb in REGION_VERBS}
    regions = state.board.content.regions
    assert {*regions} < {*named}
    for place, action in named.items():
        frames = [*of_class(tree(state, last=[action], panel=False), "last")]
        assert len(frames) == (place in regions), place
