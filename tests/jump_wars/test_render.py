"""Drawings: what lies on the map is read back from them, nothing hidden is in them, and they fit."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from tests.jump_wars.by_hand import dealt, due, laid, learned, manned, opened, order, ordered, raised
from tests.pictures import box_of, lines_of, picture_of
from tests.profiles import shortened

from sse_core.drawing.panels import text_width
from sse_core.errors import IllegalActionError
from sse_core.game import CHANCE
from sse_core.jump_wars import (
    ACTIONS,
    Action,
    Card,
    Due,
    Grid,
    Offer,
    Space,
    State,
    Verb,
    WrittenOrders,
    format_action,
    new_game,
    to_svg,
    to_text,
)
from sse_core.jump_wars.board import N_SPACES, space_name
from sse_core.jump_wars.drawing.art import HALF
from sse_core.jump_wars.drawing.palette import PALETTES
from sse_core.jump_wars.drawing.trace import trace_of
from sse_core.jump_wars.positions.position import NOBODY, homeworld_of, level, with_player
from sse_core.jump_wars.reference.fight import begin as begin_fights
from sse_core.jump_wars.words.table import due_words
from sse_core.play.random_play import choose
from sse_core.seeds import SplitMix64

DOCS: Final = Path(__file__).parents[2] / "docs"
SIDE_COLOURS: Final = PALETTES["dark"].seats
NEUTRAL_COLOUR: Final = PALETTES["dark"].neutral
SVG: Final = "{http://www.w3.org/2000/svg}"
SIGNS: Final = dict(zip(".+%#~", Space, strict=False))
KINDS: Final = {kind: kind.name.lower().replace("_", "-") for kind in Space}
BASICS: Final = tuple(Card)[:12]
NAME_SIZE: Final = 10
"""The size of names on the map."""

HOMES: Final = {2: "a1 j10", 3: "a1 j1 e10", 4: "a1 j1 j10 a10", 5: "a1 j1 j10 a10 e5"}

VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "two": {"players": 2},
    "three on hexes": {"players": 3, "grid": "hex", "trade": False},
    "four and a neutral Homeworld": {"players": 4, "neutral": True, "void_orders": True},
    "four on hexes": {"players": 4, "neutral": True, "grid": "hex"},
    "five": {"players": 5, "any_map": True},
}


@cache
def game(variant: str, plies: int = 500) -> tuple[tuple[State, Action], ...]:
    """A game of random play: each action with the state after it. Orders are written in any order of seats."""
    state: State = new_game(seed=2, turn_limit=9, **VARIANTS[variant])
    turns: list[tuple[State, Action]] = []
    while state.to_act and len(turns) < plies:
        rng = SplitMix64(state.ply)
        player = rng.choice(state.to_act)
        action = rng.draw(state.odds()) if player == CHANCE else choose(state.view(player), player, rng)
        state = state.after(action, player)
        turns.append((state, action))
    return tuple(turns)


def some_states(variant: str, step: int = 19) -> Iterator[State]:
    return (state for state, _ in game(variant)[::step])


@cache
def a_crowd(players: int = 5, grid: str = "square", fleets: int = 7) -> State:
    """Fleets of all players meet at c3, g5 and at a Homeworld; all have cards, specials, boosts and orders."""
    p = laid(opened(players, grid=grid), c3=Space.NEBULA, g5=Space.STAR_FIELD, c2=Space.VOID, d3=Space.CLUSTER)
    orders = {}
    for seat, home in enumerate(HOMES[players].split()):
        p = manned(p, seat, **{home: 3, "c3": fleets, "g5": 120 + seat, "b1": 1, "a1": 20 + seat})
        p = raised(p, seat, command=9, attack=1 + seat, jump=4)
        first, second = (Card.JUMP if seat < n else other for n, other in ((3, Card.DEFENSE), (2, Card.TRADE)))
        p = dealt(p, seat, first, second, Card.RESEARCH)
        p = learned(p, seat, *tuple(Card)[12 + 2 * seat : 14 + 2 * seat])
        p = with_player(p, seat, boosts=tuple(int(card == Card.COMMAND) for card in BASICS), tokens=40 + seat)
        orders[seat] = (
            order("c2", "c3", fleets),
            order("b1", "d3", 3, void=True),
            order("c2", "c3", 1),
            *([order("b1", "b2")] if seat == 1 else []),
        )
    p = ordered(p, orders)
    return State.of(begin_fights(p._replace(start_player=1)), 500)


def tree(state: State, **options: Any) -> Element:
    return picture_of(to_svg(state, **options))


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if element.get("class") == name]


def words_of(element: Element) -> str:
    return "".join(element.itertext())


def title_of(element: Element) -> str:
    title = element.find(f"{SVG}title")
    assert title is not None
    return title.text or ""


def place_of(element: Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    assert found is not None
    return float(found[1]), float(found[2])


def in_one_line(text: str) -> str:
    """A drawing for a terminal with its broken lines joined."""
    return " ".join(text.split())


# --- text: the map


def cells_of(state: State) -> dict[int, tuple[str, list[str]]]:
    """What the map of a terminal shows for each space: its sign with marks, and the labels below it."""
    lines = to_text(state).splitlines()
    hexes = state.position.options.grid is Grid.HEX
    width, first = (5, 2) if hexes else (7, 3)
    first = next(i for i, line in enumerate(lines) if re.match(" 1 ", line))
    cells: dict[int, tuple[str, list[str]]] = {}
    y = -1
    for line in lines[first:]:
        if line.startswith(". void"):
            break
        if re.match(r" ?\d+ ", line):
            y += 1
            assert int(line[:2]) == y + 1
        left = 4 + (width * y // 2 if hexes else 0)
        parts = [line[left + width * x : left + width * (x + 1)].strip() for x in range(10)]
        for x, part in enumerate(parts):
            space = 10 * y + x
            if re.match(r" ?\d+ ", line):
                cells[space] = (part, [])
            elif part:
                cells[space][1].append(part)
    assert len(cells) == N_SPACES
    return cells


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_map_of_a_terminal_is_read_back(variant: str) -> None:
    for state in some_states(variant):
        p = state.position
        for space, (sign, labels) in cells_of(state).items():
            if p.options.grid is Grid.HEX:
                assert sign[0] == space_name(space)[0]
                sign = sign[1:]
            owner = homeworld_of(p, space)
            if p.spaces[space] is Space.HOMEWORLD:
                assert sign[0] == ("N" if owner == NOBODY else "ABCDE"[owner])
            else:
                assert SIGNS[sign[0]] is p.spaces[space]
            assert sign[1:] == ("!" if p.battle is not None and p.battle.space == space else "")
            letters = "ABCDE"[: state.players] + "N"
            assert labels == [f"{letters[side]}{row[space]}" for side, row in enumerate(p.fleets) if row[space]]


def test_neighbours_on_the_hex_grid_stand_beside_each_other() -> None:
    """In a terminal, neighbours of the next row stand half a space to the left and to the right (J4.1)."""
    lines = to_text(new_game(grid="hex")).splitlines()
    rows = [line for line in lines if re.match(r" ?\d+ +a", line)]
    starts = [row.index("a") for row in rows]
    assert len(rows) == 10
    assert {b - a for a, b in itertools.pairwise(starts)} == {2, 3}
    assert starts[-1] - starts[0] == 22
    assert max(map(len, lines)) <= 80


def test_more_fleets_than_fit_are_listed_below() -> None:
    many = manned(opened(grid="hex"), 0, a1=1234, b1=999)
    text = to_text(due(many, Due.BUILD, 0))
    assert re.search(r"A\.\.\.\s?A999", text)
    assert "... stands for more fleets than fit there" in text
    assert "fleets  a1 1234, b1 999" in text
    assert "..." not in to_text(due(manned(opened(), 0, a1=1234), Due.BUILD, 0))


# --- text: the rest


@pytest.mark.parametrize("variant", VARIANTS)
def test_text_is_plain_and_fits_a_terminal(variant: str) -> None:
    for state, action in game(variant)[::13]:
        text = to_text(state, last=[action])
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 80
        assert not any(line != line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_crowd_fits_a_terminal(players: int, grid: str) -> None:
    state = a_crowd(players, grid)
    text = to_text(state, last=[action for action in ACTIONS if action.verb in (Verb.FROM, Verb.TO, Verb.BOOST)])
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_drawings_tell_what_each_player_has(variant: str) -> None:
    for state in some_states(variant, 29):
        p = state.position
        text, panels = to_text(state), of_class(tree(state), "panel")
        blocks = re.findall(r"(?m)^[A-E]: .*(?:\n  .*)+", text)
        assert len(blocks) == state.players == len(panels) - 1
        assert f"Deck: {sum(p.unseen)} card" in text
        assert f"deck {sum(p.unseen)} · discard {sum(p.discard)}" in words_of(panels[-1])
        for seat, (block, panel) in enumerate(zip(blocks, panels, strict=False)):
            one, words, drawn = p.players[seat], in_one_line(block), words_of(panel)
            score = state.game.score_table(state)[seat]
            assert f"{score['total']} enemy Homeworld" in words
            assert f"{score['total']} Homeworld" in drawn
            for told in (words, drawn):
                assert re.search(rf"(?<!\d){score['fleets']} fleets?", told)
                assert f" {score['tokens']} RT" in told
            shown = dict(re.findall(r"\b([IADJCLRMZETY])(\d+(?:\+\d+)?)", words.partition("levels")[2]))
            assert len(shown) == 12
            for basic, (code, number) in zip(BASICS, shown.items(), strict=True):
                boost = level(p, seat, basic) - one.levels[basic]
                assert number == f"{one.levels[basic]}{f'+{boost}' if boost else ''}"
                assert f"{basic.title} of {'ABCDE'[seat]}: {number}" in drawn
                assert code == "IADJCLRMZETY"[basic]
            hand = words.partition(" hand ")[2].partition(" fleets ")[0]
            cards = Counter({card.title: n for card, n in enumerate_cards(one.hand)})
            assert read_cards(hand) == cards
            chips = [title_of(chip) for chip in of_class(panel, "card")]
            assert {*chips} >= {f"{title} ×{n}" if n > 1 else title for title, n in cards.items()}
            for special in one.learned:
                assert special.title in words.partition("learned")[2].partition(" hand ")[0]
                assert special.title in chips


def enumerate_cards(counts: tuple[int, ...]) -> Iterator[tuple[Card, int]]:
    return ((card, counts[card]) for card in Card if counts[card])


def read_cards(words: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for word in words.split(", ") if words != "none" else []:
        number, title = re.fullmatch(r"(?:(\d+) )?(.*)", word.strip()).groups()  # type: ignore[union-attr]
        found[title] += int(number or 1)
    return found


TAKEN: Final[dict[str, Any]] = {"begun": True, "used": frozenset({Verb.TAKE})}

DUE: Final = {
    "start": (new_game(), "chance draws the start player"),
    "cards": (
        due(opened(), Due.DRAW, 0, begun=True, used=frozenset({Verb.TAKE}), due=2),
        "the first of 2 cards for A",
    ),
    "a card": (due(opened(), Due.DRAW, 1, begun=True, used=frozenset({Verb.TAKE}), due=1), "draws a card for B"),
    "draw": (due(opened(), Due.DRAW, 1), "B draws cards"),
    "price": (
        due(raised(opened(), 0, attack=3, miniaturization=2), Due.BUILD, 0),
        "A may build fleets for 6 RT each",
    ),
    "orders": (
        due(ordered(opened(3), {}, done=False), Due.ORDERS),
        "A, B and C write secret orders",
    ),
    "one is left": (
        due(with_player(ordered(opened(), {}), 1, written_orders=WrittenOrders()), Due.ORDERS),
        "B writes secret orders",
    ),
    "battle": (a_crowd(), "deals damage at a1"),
    "too many cards": (
        due(dealt(ordered(opened(), {}), 0, *[Card.JUMP] * 5, Card.TRADE), Due.FINAL, 0),
        "A discards 2 cards",
    ),
    "few cards": (due(ordered(opened(), {}), Due.FINAL, 0), "A ends the turn"),
}


@pytest.mark.parametrize(("state", "words"), DUE.values(), ids=DUE)
def test_the_heading_tells_what_is_due_and_for_whom(state: State, words: str) -> None:
    assert due_words(state).endswith(words)
    assert to_text(state).splitlines()[0].endswith(words)
    assert title_of(tree(state)).endswith(words)


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_is_to_act_is_named(variant: str) -> None:
    steps = set[Due]()
    for state, _ in game(variant)[::3]:
        steps.add(state.position.step)
        named = re.findall(r"\b[A-E]\b", due_words(state).partition(", and ")[0])
        seats = ["ABCDE"[seat] for seat in state.to_act if seat != CHANCE]
        assert named[: len(seats)] == seats
        number, phase = re.findall(r"(?:phase (\d) of 8, (\w+))?: ", to_text(state).splitlines()[0])[0]
        assert not phase or PHASES[int(number) - 1] == phase
        assert bool(phase) == (state.position.step not in (Due.START, Due.END))
    assert len(steps) > 8


PHASES: Final = ("Draw", "Trade", "Tech", "Mine", "Build", "Jump", "Fight", "Final")


def test_the_end_tells_who_has_won() -> None:
    final = game("two")[-1][0]
    assert final.outcome is not None
    line = to_text(final).splitlines()[0]
    winner = "ABCDE"[final.outcome.winners[0]]
    assert f"the game is over, {winner} wins: {final.game.verdict(final)}" in line
    assert f"{winner}: " in to_text(final)
    assert ", won, " in to_text(final)


def test_the_table_tells_alliance_offer_and_the_neutral_homeworld() -> None:
    p = opened(3, neutral=True)._replace(neutral_holder=2, neutral_turns=2, alliance=(0, 1))
    p = manned(manned(p, 3), 2, e5=2, e10=1)
    p = with_player(dealt(p, 0, Card.JUMP, Card.JUMP), 0, tokens=9)
    state = due(
        p._replace(alliance=None), Due.ANSWER, 1, offer=Offer(0, 1, (Card.JUMP, Card.JUMP), 3, (Card.TRADE,), 0)
    )
    allied = due(p, Due.MINE, 0)
    for drawn in (in_one_line(to_text(state)), " ".join(tree(state).itertext())):
        assert "A offers B Jump, Jump and 3 RT for Trade" in drawn
        assert "The neutral Homeworld at e5 is held by C for 2 turns." in drawn
        assert "Options: neutral" in drawn
    for drawn in (in_one_line(to_text(allied)), " ".join(tree(allied).itertext())):
        assert "B is the ally of A" in drawn


def test_a_battle_tells_sides_damage_and_who_deals() -> None:
    state = a_crowd(3)
    p = state.position
    assert p.battle is not None
    hit = p.battle._replace(damage=((2, *(1,) * 19), (0,) * 21, (0,) * 22, ()), kills=(0, 3, 0, 0), round=2)
    state = State.of(p._replace(battle=hit), 1)
    for drawn in (in_one_line(to_text(state)), " ".join(tree(state).itertext())):
        assert "Battle at a1, round 2: damage is still dealt by B, then C and A" in drawn
        assert "A: 20 fleets (1 hit by 2 points, 19 hit by 1 point)" in drawn
        assert "B: 21 fleets, 3 enemies destroyed" in drawn


def test_the_nebulae_that_are_defended_are_listed() -> None:
    """A side defends where it stood at the end of the last turn (J2.7)."""
    p = laid(opened(), b1=Space.NEBULA, b2=Space.NEBULA, c1=Space.VOID)
    state = due(manned(manned(p, 0, b1=1, c1=2), 1, b2=3), Due.MINE, 0)
    for drawn in (in_one_line(to_text(state)), " ".join(tree(state).itertext())):
        assert "Defended nebulae: b1 by A, b2 by B" in drawn
    assert "b1: nebula, 1 fleet of A; held by A at the end of the last turn" in to_svg(state)
    assert "Defended" not in to_text(new_game())


# --- views


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("draw", [to_text, to_svg])
def test_a_view_shows_no_card_and_no_order_that_is_hidden(variant: str, draw: Callable[..., str]) -> None:
    """Hands, sealed orders and offers of others are not in the drawing of a view, however they are."""
    for state, _ in game(variant)[::47]:
        for seat in range(state.players):
            view = state.view(seat)
            rng = SplitMix64(state.ply)
            other = state.sample(seat, rng)
            assert draw(view) == draw(other.view(seat))


def test_a_view_names_only_the_own_cards() -> None:
    p = dealt(dealt(opened(), 0, Card.JUMP), 1, Card.GENESIS, Card.TRADE)
    p = ordered(manned(p, 1, j10=5), {1: (order("j10", "i9", 2),)}, done=False)
    view = due(p, Due.ORDERS).view(0)
    text, root = to_text(view), tree(view)
    assert "hand    2 cards face down" in text
    assert [words_of(chip)[-17:] for chip in of_class(root, "card")] == ["JumpJump", "2 cards face down"]
    for hidden in ("Genesis", "j10 to i9"):
        assert hidden not in text + to_svg(view)
        assert hidden in to_text(due(p, Due.ORDERS))
        assert hidden in to_svg(due(p, Due.ORDERS))
    assert not of_class(root, "order")


def test_others_see_that_there_is_an_offer_and_not_what_it_is() -> None:
    p = with_player(dealt(opened(3), 0, Card.GENESIS), 0, tokens=9)
    state = due(p, Due.ANSWER, 1, offer=Offer(0, 1, (Card.GENESIS,), 7, (), 0))
    for drawn in (in_one_line(to_text(state.view(2))), " ".join(tree(state.view(2)).itertext())):
        assert "A makes one to B, and only they know what it is" in drawn
        assert "Genesis" not in drawn
        assert "7 RT" not in drawn


# --- pictures


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_map_of_a_picture_is_read_back(variant: str) -> None:
    """Each space has its title, its counter and its fleets; each order its arrow and its number."""
    for state in [*some_states(variant, 31), *([a_crowd()] if variant == "five" else [])]:
        check_picture(state)


def check_picture(state: State) -> None:
    p, root = state.position, tree(state)
    colours = (*SIDE_COLOURS[: state.players], NEUTRAL_COLOUR)
    spaces, stacks = of_class(root, "space"), of_class(root, "stack")
    assert [title_of(space).partition(":")[0] for space in spaces] == [*map(space_name, range(N_SPACES))]
    places = [place_of(space) for space in spaces]
    for space, found in enumerate(spaces):
        assert len(of_class(found, KINDS[p.spaces[space]])) == 1
        assert bool(of_class(found, "battle")) == (p.battle is not None and p.battle.space == space)
    shown = Counter[tuple[int, str, str | None]]()
    for stack in stacks:
        for badge in of_class(stack, "fleets"):
            plate = badge.find(f"{SVG}rect")
            assert plate is not None
            shown[places.index(place_of(stack)), words_of(badge), plate.get("fill")] += 1
    letters = "ABCDE"[: state.players] + "N"
    assert shown == Counter(
        (space, f"{letters[side]}{row[space]}", colours[side])
        for side, row in enumerate(p.fleets)
        for space in range(N_SPACES)
        if row[space]
    )
    orders = [(seat, one) for seat, player in enumerate(p.players) for one in player.written_orders.orders]
    arrows = [element for element in root.iter() if element.get("class") in ("order", "void order")]
    assert [title_of(arrow)[:10] for arrow in arrows if "Order 1 of" in title_of(arrow)] == [
        "Order 1 of" for player in p.players if player.written_orders.orders
    ]
    assert len(arrows) == len(orders) == len(of_class(root, "count"))
    for (seat, one), arrow, count in zip(orders, arrows, of_class(root, "count"), strict=True):
        assert words_of(count) == "ABCDE"[seat] + (str(one.fleets) if one.fleets else " HW")
        assert (arrow.get("class") == "void order") == one.void == bool(of_class(arrow, "cross"))
        assert f"{space_name(one.origin)} to {space_name(one.target)}" in title_of(arrow)
        assert colours[seat] in ElementTree.tostring(arrow, encoding="unicode")
        shape = arrow.find(f"{SVG}g")
        assert shape is not None
        assert place_of(shape) == places[one.origin]


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_spaces_stand_on_their_grid(grid: str) -> None:
    """Neighbours touch: their middles are as far apart as a space is wide, or at its corners on the square grid."""
    from sse_core.jump_wars.board import adjacent

    places = [place_of(space) for space in of_class(tree(new_game(grid=grid)), "space")]
    for space, (x, y) in enumerate(places):
        for near in adjacent(Grid(grid), space):
            nx, ny = places[near]
            across = max(abs(x - nx), abs(y - ny)) if grid == "square" else ((x - nx) ** 2 + (y - ny) ** 2) ** 0.5
            assert abs(across - 2 * HALF) < 0.03


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_badges_of_one_space_stand_apart_and_inside(grid: str) -> None:
    stacks = of_class(tree(a_crowd(5, grid)), "stack")
    assert max(len(of_class(stack, "fleets")) for stack in stacks) == 5
    for stack in stacks:
        boxes = []
        for badge in of_class(stack, "fleets"):
            (x, y), plate = place_of(badge), badge.find(f"{SVG}rect")
            words = badge.find(f"{SVG}text")
            assert plate is not None
            assert words is not None
            half, tall = float(plate.get("width", 0)) / 2, float(plate.get("height", 0)) / 2
            assert text_width(words.text or "", float(words.get("font-size", 0))) <= 2 * half
            assert abs(x) + half <= HALF
            assert abs(y) + tall <= HALF + (5 if grid == "hex" else 0)
            boxes.append((x - half, x + half, y - tall, y + tall))
        for i, (left, right, top, bottom) in enumerate(boxes):
            for other_left, other_right, other_top, other_bottom in boxes[:i]:
                apart_x = left >= other_right - 0.02 or right <= other_left + 0.02
                assert apart_x or top >= other_bottom - 0.02 or bottom <= other_top + 0.02


CROWDS: Final = {f"{players} on {grid}": (players, grid) for players in (2, 3, 4, 5) for grid in ("square", "hex")}


@pytest.mark.parametrize(("players", "grid"), CROWDS.values(), ids=CROWDS)
def test_words_stay_in_the_picture_and_panels_apart(players: int, grid: str) -> None:
    last = [action for action in ACTIONS if action.verb in (Verb.FROM, Verb.TO)]
    root = tree(a_crowd(players, grid), last=last)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for left, right, y, words in lines_of(root):
        assert 0 <= left < right <= width, words
        assert 0 <= y <= height, words
    boxes = []
    for panel in of_class(root, "panel"):
        (x, y), box = place_of(panel), panel.find(f"{SVG}rect")
        assert box is not None
        boxes.append((x, x + float(box.get("width", 0)), y, y + float(box.get("height", 0))))
        for left, right, base, words in lines_of(panel):
            assert boxes[-1][0] <= left < right <= boxes[-1][1], words
            assert boxes[-1][2] <= base <= boxes[-1][3], words
    entries = [place_of(entry) for entry in of_class(root, "legend")]
    for (x, _), entry in zip(entries, of_class(root, "legend"), strict=True):
        *_, (_, right, _, words) = lines_of(entry)
        assert all(right < other - 20 for other, _ in entries if other > x), words
    for i, (left, right, top, bottom) in enumerate(boxes):
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        for other in boxes[:i]:
            assert left >= other[1] or right <= other[0] or top >= other[3] or bottom <= other[2]


def test_a_picture_is_accessible_and_needs_nothing_else() -> None:
    svg = to_svg(a_crowd())
    root = ElementTree.fromstring(svg)
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert set(re.findall(r'href="(.)', svg)) == {"#"}
    assert not re.search(r"<script|<image|style|url\(|\n$", svg)
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)) >= 6


def test_each_side_has_a_colour_and_a_shape_of_its_own() -> None:
    homes = [of_class(space, "homeworld") for space in of_class(tree(new_game(players=5)), "space")]
    homes += [of_class(space, "homeworld") for space in of_class(tree(new_game(players=4, neutral=True)), "space")][
        44:45
    ]
    shapes = [
        (path.get("d"), path.get("fill"))
        for home in homes
        for drawn in home
        for path in drawn.iter(f"{SVG}path")
        if path.get("fill") != "none"
    ]
    assert len(shapes) == 6
    assert len({shape for shape, _ in shapes}) == 6
    assert [fill for _, fill in shapes] == [
        *(SIDE_COLOURS[i] for i in (0, 1, 4, 3, 2)),
        NEUTRAL_COLOUR,
    ]
    assert len({*SIDE_COLOURS, NEUTRAL_COLOUR}) == 6


def test_the_legend_has_whatever_occurs_and_nothing_else() -> None:
    def entries(state: State, **options: Any) -> list[str]:
        return [words_of(entry)[-40:] for entry in of_class(tree(state, **options), "legend")]

    plain = entries(new_game())
    assert plain == ["void", "star field", "cluster", "black hole", "nebula", "AHomeworld"]
    crowd = entries(a_crowd(), last=[Action(Verb.FROM, 3)])
    assert crowd[6:] == ["order", "Planet Jump", "void order", "battle", "last actions"]
    assert "Nneutral" in entries(new_game(neutral=True))
    p = with_player(ordered(opened(), {}, done=False), 0, written_orders=WrittenOrders(draft=(0, 1)))
    drafted = due(p, Due.ORDERS)
    assert entries(drafted)[6:] == ["being written"]
    places = [place_of(space) for space in of_class(tree(drafted), "space")]
    assert [places.index(place_of(frame)) for frame in of_class(tree(drafted), "draft")] == [0, 1]
    assert "a1 to b1..." in to_text(drafted)


# --- the last actions

SPACE_VERBS: Final = (Verb.BUILD, Verb.AT, Verb.FROM, Verb.TO, Verb.PLANET)


@pytest.mark.parametrize("grid", shortened(["hex", "square"]))
@pytest.mark.ci
def test_every_action_is_marked(grid: str) -> None:
    """Whatever the last action is, its text is in both drawings, and its space is marked, if it names one."""
    state = new_game(grid=grid)
    text, plain = to_text(state), len(of_class(tree(state), "last"))
    assert (text.count("*"), plain) == (0, 0)
    for action in ACTIONS:
        words = format_action(action)
        marked = to_text(state, last=[action])
        assert f"Last: {words}" in marked
        named = action.verb in SPACE_VERBS
        assert marked.count("*") == (2 if named else 0)
        if named:
            sign = cell_with_mark(marked, grid)
            assert sign == action.argument
        assert trace_of([action]).spaces == (frozenset({action.argument}) if named else frozenset())
    for action in ACTIONS[::19]:
        root = tree(state, last=[action])
        assert f"Last: {format_action(action)}" in words_of(root)
        places = [place_of(space) for space in of_class(root, "space")]
        frames = [places.index(place_of(frame)) for frame in of_class(root, "last")]
        assert frames == ([action.argument] if action.verb in SPACE_VERBS else [])


def cell_with_mark(text: str, grid: str) -> int:
    """The space with the mark in a map of a terminal."""
    width = 5 if grid == "hex" else 7
    (line,) = (line for line in text.splitlines() if re.match(r" ?\d+ ", line) and "*" in line)
    y = int(line[:2]) - 1
    return 10 * y + (line.index("*") - 4 - (width * y // 2 if grid == "hex" else 0)) // width


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_last_actions_of_a_game_are_marked(variant: str) -> None:
    for state, action in game(variant)[::23]:
        for draw in (to_text, to_svg):
            assert draw(state, last=[action]) != draw(state)


def test_many_actions_have_lines_enough() -> None:
    last = ACTIONS[:200]
    words = ", ".join(map(format_action, last))
    assert f"Last: {words} (* their spaces)" in in_one_line(to_text(new_game(), last=last))
    assert f"Last: {words}" in " ".join(line for *_, line in lines_of(tree(new_game(), last=last)))


@pytest.mark.parametrize("draw", [to_text, to_svg])
def test_last_actions_are_checked(draw: Callable[..., str]) -> None:
    with pytest.raises(TypeError, match=r"for one of them it is \[action\]"):
        draw(new_game(), last=ACTIONS[0])
    with pytest.raises(TypeError, match="there is a str in it"):
        draw(new_game(), last="done")
    with pytest.raises(IllegalActionError, match="is no action of this game"):
        draw(new_game(), last=[Action(Verb.COUNT, 100)])
    with pytest.raises(TypeError, match="a position is a State of Jump Wars, not str"):
        draw("start")


# --- the same bytes


@pytest.mark.parametrize("hash_seed", ["1", "2"])
@pytest.mark.ci
def test_another_process_draws_the_same(hash_seed: str) -> None:
    code = (
        "from tests.jump_wars.test_render import a_crowd\n"
        "from sse_core.jump_wars import to_svg, to_text\n"
        "import sys; sys.stdout.buffer.write((to_text(a_crowd()) + to_svg(a_crowd())).encode())"
    )
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=True)
    assert done.stdout.decode() == to_text(a_crowd()) + to_svg(a_crowd())


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_labels_of_orders_fit_and_frames_leave_names_free(grid: Any) -> None:
    """What the last actions frame is read, too: the frame ends above the capitals of the name."""
    last = [action for action in ACTIONS if action.verb in (Verb.FROM, Verb.TO)]
    root = tree(a_crowd(4, grid), last=last)
    counts = of_class(root, "count")
    assert counts
    for count in counts:
        plate = box_of(count)
        for left, right, _, words in lines_of(count):
            assert plate.left + 1 <= left <= right <= plate.right - 1, words
    (line,) = {float(name.get("y", 0)) for name in of_class(root, "name")}
    capitals = line - 0.75 * NAME_SIZE
    frames = of_class(root, "last")
    assert len(frames) == N_SPACES
    for edge in frames[0].iter():
        if edge.tag == f"{SVG}rect":
            assert float(edge.get("y", 0)) + float(edge.get("stroke-width", 0)) / 2 <= capitals
