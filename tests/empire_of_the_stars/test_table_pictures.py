"""The table in pictures, wide and narrow: all that lies there stands in them with its number and its unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, islice
from typing import Any, Final, get_args
from xml.etree.ElementTree import Element

import pytest
from tests.empire_of_the_stars.by_hand import Table, play
from tests.empire_of_the_stars.small import TINY
from tests.pictures import SVG, Box, lines_of, picture_of, placed
from tests.profiles import shortened

from sse_core.drawing.svg import document
from sse_core.empire_of_the_stars import State, narrow_svg, new_game, steps, to_svg
from sse_core.empire_of_the_stars.actions import SEATS
from sse_core.empire_of_the_stars.drawing.art import art_of
from sse_core.empire_of_the_stars.drawing.column import column_of
from sse_core.empire_of_the_stars.drawing.trace import trace_of
from sse_core.empire_of_the_stars.packs.content import slug
from sse_core.empire_of_the_stars.packs.vocabulary import RESOURCES, ROLES
from sse_core.empire_of_the_stars.positions.due import Due
from sse_core.empire_of_the_stars.positions.fields import GALAXY, IN_HAND, OWNED
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.game import Theme
from sse_core.play.random_play import choose
from sse_core.play.turns import turns_of

Draw = Callable[..., str]

WIDTH: Final = 300
READABLE: Final = 11
"""The least size of words."""

VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "two": {"players": 2},
    "two with powers": {"players": 2, "powers": True},
    "three with a small pack": {"players": 3, "pack": TINY},
    "four with powers": {"players": 4, "powers": True, "own_cap": True},
}
variants = pytest.mark.parametrize("variant", shortened(VARIANTS, 2))
drawings = pytest.mark.parametrize("draw", [to_svg, narrow_svg])


@cache
def positions(variant: str) -> tuple[State, ...]:
    """The start, some positions of a game of random play, its end, and what A may know of each."""
    first = new_game(seed=5, round_limit=12, **VARIANTS[variant])
    played = [state for _, _, state in turns_of(first, [choose] * first.players, 5)]
    states = [first, *islice(played, 10, None, 61), played[-1]]
    return (*states, *(state.view(0) for state in states))


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if element.get("class") == name]


def said(element: Element) -> str:
    """The words of an element, with single blanks."""
    return " ".join(" ".join(text.text or "" for text in element.iter(f"{SVG}text")).split())


def so_many(n: int, unit: str) -> str:
    return f"{n} {unit if n == 1 or unit in RESOURCES[1:] else unit + 's'}"


def made(makes: tuple[int, ...]) -> list[str]:
    return [so_many(n, unit) for n, unit in zip(makes, ("polymer", "metal", "energy"), strict=True) if n]


# --- what stands there


@variants
@drawings
def test_market_tiles_say_what_they_give_and_the_column_what_a_resource_is_worth(draw: Draw, variant: str) -> None:
    for state in positions(variant):
        root, p, market = picture_of(draw(state)), Position(state.data), state.board.content.market
        tiles = of_class(root, "market-tile")
        assert len(tiles) == len(market) == 4
        for number, (tile, drawn) in enumerate(zip(market, tiles, strict=True)):
            kinds = made(tuple(int(kind in tile.kinds) for kind in range(3)))
            gives = [so_many(tile.credits, "credit")] if p.market >> number & 1 else kinds
            assert said(drawn) == " ".join([str(number + 1), *gives])
        (column,) = of_class(root, "open-column")
        assert said(column) == " ".join(so_many(value, "credit") for value in state.market_values)


@variants
@drawings
def test_the_display_far_space_and_the_stacks_have_their_numbers(draw: Draw, variant: str) -> None:
    for state in positions(variant):
        root, p, content = picture_of(draw(state)), Position(state.data), state.board.content
        shown = [(n, tile) for n, tile in zip(p.display, content.tiles, strict=False) if n]
        tiles = of_class(root, "tile")
        assert len(tiles) == len(shown)
        for (n, tile), drawn in zip(shown, tiles, strict=True):
            words = " ".join(made(tile.makes)) or {"space": "empty space"}.get(tile.name, tile.name)
            assert said(drawn) == f"{so_many(n, 'tile')} {words}"
        far = of_class(root, "far")
        assert len(far) == len(content.far_space)
        for number, (price, drawn) in enumerate(zip(content.far_space, far, strict=True)):
            token = p.far_space[number]
            holder = SEATS[token - 2 >> 1] if token > GALAXY else ""
            lies = "free" if not token else "galaxy" if token == GALAXY else "2 points" if token % 2 else "1 point"
            assert said(drawn).split() == [*f"{price} credits {number + 1} {holder} {lies}".split()]
        everything = said(root)
        assert f"{so_many(p.stack + p.bottom, 'tile')} in the stack" in everything
        assert f"{so_many(p.pile, 'galaxy token')} in the pile" in everything


@variants
@drawings
def test_each_deck_tells_its_cards_and_the_open_one_with_its_price_and_its_effect(draw: Draw, variant: str) -> None:
    for state in positions(variant):
        root, content = picture_of(draw(state)), state.board.content
        cards = {card.get("data-card"): said(card) for card in of_class(root, "card")}
        for cost, (size, top) in enumerate(state.decks, 1):
            assert f"technologies of cost {cost} {so_many(size, 'card')} face down" in said(root)
            if top >= 0:
                technology = content.technologies[top]
                price = so_many(cost, ("polymer", "metal", "energy")[technology.kind])
                assert cards[slug(technology.name)].startswith(f"{price} {technology.name}"), "type, price, name"
                assert bool(technology.effects) == (": " in cards[slug(technology.name)]), "what it does"


@variants
@drawings
def test_a_player_has_resources_tokens_ships_and_cards_with_their_units(draw: Draw, variant: str) -> None:
    for state in positions(variant):
        p = Position(state.data)
        panels = {}
        for panel in of_class(picture_of(draw(state)), "panel"):
            words = said(panel)
            if words[:1] in SEATS and of_class(panel, "track"):
                panels[words[:1]] = panel
        assert [*panels] == [*SEATS[: state.players]]
        for seat, panel in enumerate(panels.values()):
            words = said(panel)
            tracks = [said(track) for track in of_class(panel, "track")]
            assert tracks == [
                so_many(n, unit) for n, unit in zip(p.resources[seat], ("polymer", "metal", "energy"), strict=True)
            ]
            assert f"has {so_many(p.credits[seat], 'credit')} {so_many(p.stock[seat], 'token')} in stock" in words
            if galaxy := p.throne[seat][4]:
                assert so_many(galaxy, "galaxy token") in words
            for numbers in (p.supply[seat], p.staging[seat]):
                ships = zip(numbers, ("fighter", "cruiser", "dreadnought"), strict=True)
                assert " ".join(so_many(n, ship) for n, ship in ships if n) in words
            for place in (IN_HAND, OWNED):
                for card, where in enumerate(p.place[: state.board.n_cards]):
                    if where == place + seat:
                        assert state.board.content.technologies[card].name in words
            for cost, n in enumerate(p.hidden[seat], 1):
                assert (f"{so_many(n, 'card')} of cost {cost}, face down" in words) == bool(n)


@drawings
def test_powers_tell_both_sides_and_are_hidden_until_all_have_chosen(draw: Draw) -> None:
    first = new_game(players=2, powers=True, seed=4)
    (mine, *_), (theirs, *_) = (
        [first.board.content.powers[each - 1] for each in dealt if each] for dealt in Position(first.data).dealt[:2]
    )
    dealt = said(picture_of(draw(first.view(0))))
    assert f"{mine.name} Begins with " in dealt
    assert theirs.name not in dealt
    sealed = play(first, f"A:power={slug(mine.name)}").view(1)
    assert "power: chosen, not shown yet" in said(picture_of(draw(sealed)))
    assert slug(mine.name) not in re.sub(r"\W+", "-", draw(sealed).lower())
    open_now = play(first, f"A:power={slug(mine.name)} B:power={slug(theirs.name)}")
    shown = said(picture_of(draw(open_now)))
    for power in (mine, theirs):
        assert f"power {power.number} {power.name} (core side) Core: " in shown


# --- what can be chosen


def places(svg: str) -> list[str]:
    return re.findall(r' data-place="([^"]*)"', svg)


@variants
def test_both_pictures_have_the_same_places_each_once(variant: str) -> None:
    for state in positions(variant):
        wide = Counter(places(to_svg(state)))
        assert wide == Counter(places(narrow_svg(state)))
        assert max(wide.values()) == 1
        assert {*wide} >= {*state.board.content.regions, *ROLES, "throne", *SEATS[: state.players]}


@drawings
def test_market_tiles_and_far_space_are_places_while_their_numbers_mean_them(draw: Draw) -> None:
    """A number is a key of other steps, too: then nothing has it as its name."""
    table = Table(2).purse("A", 40, 3, 3, 3).purse("B", 40, 3, 3, 3)
    before = table.role("steward")
    while Position(before.data).step != Due.STEWARD:
        before = play(before, "done")
    assert [place for place in places(draw(before)) if place.isdigit()] == ["1", "2", "3", "4"]
    after = play(before, "market=2")
    assert not [place for place in places(draw(after)) if place.isdigit()]
    state = Table(2).purse("A", 40, 3, 3, 3).purse("B", 40, 3, 3, 3).role("merchant")
    state = play(state, "polymers=3 metal=3 energy=3 polymers=3 metal=3 energy=3")
    assert Position(state.data).step == Due.INVEST
    keys = {steps(state, action)[-1].key for action in state.legal_actions()} - {"done"}
    assert keys
    assert keys <= {*places(draw(state))}
    assert len([place for place in places(draw(state)) if place.isdigit()]) == len(state.board.content.far_space)


@drawings
def test_a_name_that_means_two_things_is_the_place_of_neither(draw: Draw, tmp_path: Any) -> None:
    """A pack may call a region or a card as a role: the region keeps its name."""
    pack = tmp_path / "twice.toml"
    text = TINY.read_text("utf-8").replace("a2", "merchant").replace('"Card 4"', '"Regent"')
    pack.write_text(text, encoding="utf-8")
    state = new_game(pack=pack, players=3, seed=2)
    found = places(draw(state))
    assert found.count("merchant") == 1
    assert "regent" not in found
    assert "explorer" in found


# --- geometry


def texts(root: Element) -> Iterator[tuple[Box, str]]:
    for left, right, y, words in lines_of(root):
        yield Box(left, right, y - 7, y), words


@variants
def test_the_narrow_picture_is_a_column_of_words_that_can_be_read(variant: str) -> None:
    for state in positions(variant)[::2]:
        last = state.legal_actions(state.to_act[0])[:9] if state.to_act else []
        root = picture_of(narrow_svg(state, last=last, marked=[state.board.content.regions[0]]))
        assert (root.get("width"), root.get("data-layout")) == (str(WIDTH), "narrow")
        for each in placed(root):
            if each.element.tag == f"{SVG}text":
                assert each.scale * each.size >= READABLE, each.element.text
        boxes = [*texts(root)]
        for box, words in boxes:
            assert 0 < box.left <= box.right < WIDTH, words
            assert 0 < box.top < box.bottom < float(root.get("height", 0)), words
        for (one, words), (other, others) in combinations(boxes, 2):
            assert not one.meets(other), (words, others)


@variants
def test_no_words_of_the_wide_panels_meet(variant: str) -> None:
    for state in positions(variant)[::3]:
        root = picture_of(to_svg(state))
        assert root.get("data-layout") == "wide"
        for panel in of_class(root, "panel"):
            for (one, words), (other, others) in combinations(texts(panel), 2):
                assert not one.meets(other), (words, others)


def outlines(root: Element) -> Iterator[tuple[str, Box]]:
    """The outline of each place in a narrow picture: the first shape that it draws."""
    for each in placed(root):
        if name := each.element.get("data-place"):
            shape = next(part for part in each.element.iter() if part.tag in (f"{SVG}rect", f"{SVG}circle"))
            at = {key: each.scale * float(shape.get(key, 0)) for key in ("x", "y", "width", "height", "r")}
            x, y = each.x + at["x"] - at["r"], each.y + at["y"] - at["r"]
            yield name, Box(x, x + at["width"] + 2 * at["r"], y, y + at["height"] + 2 * at["r"])


@variants
def test_places_of_the_narrow_picture_stand_apart(variant: str) -> None:
    """Roles stand on the rim of the Throne, which lies below them."""
    for state in positions(variant)[::2]:
        boxes = [(name, box) for name, box in outlines(picture_of(narrow_svg(state))) if name != "throne"]
        assert all(0 <= box.left < box.right <= WIDTH for _, box in boxes)
        for (name, one), (another, other) in combinations(boxes, 2):
            assert not one.meets(other), (name, another)


def test_a_crowded_region_has_room_for_all_that_is_there() -> None:
    """Cells grow: plates keep their size, stand apart, and lie within the cell."""
    state = new_game(seed=3, players=4)
    p = Position(bytearray(state.data))
    for seat in range(4):
        for kind, n in enumerate((8, 4, 2)):
            p.ships[seat, kind, 5], p.moved[seat, kind, 5] = n, n // 2
        p.placed[seat][5] = 16
    art = art_of("light")
    chart = column_of(art, state.board, p, trace_of(state, ()), ())
    root = picture_of(document(300, chart.height, chart.content, shapes=art.shapes, text_anchor="middle"))
    (cell,) = (each for each in placed(root) if each.element.get("data-place") == state.board.content.regions[5])
    outline = next(cell.element.iter(f"{SVG}rect"))
    width, height = float(outline.get("width", 0)), float(outline.get("height", 0))
    plates = []
    for each in placed(cell.element):
        ground = each.element.find(f"{SVG}rect")
        if each.element.get("data-seat") and ground is not None:
            x, y = (each.x - cell.x, each.y - cell.y)
            left, top = x + float(ground.get("x", 0)), y + float(ground.get("y", 0))
            plates.append(Box(left, left + float(ground.get("width", 0)), top, top + float(ground.get("height", 0))))
    assert len(plates) > 8
    for box in plates:
        assert 0 <= box.left < box.right <= width
        assert 14 <= box.top < box.bottom <= height
    for one, other in combinations(plates, 2):
        assert not one.meets(other)


@pytest.mark.parametrize("theme", get_args(Theme))
def test_long_names_of_a_pack_stay_in_both_pictures(theme: Theme, tmp_path: Any) -> None:
    pack = tmp_path / "long.toml"
    text = re.sub(
        r'name = "(Card|Frontier)( \d+)?"',
        r'name = "\1\2 <b>Donaudampfschifffahrtsgesellschaft & sons"',
        TINY.read_text("utf-8"),
    )
    pack.write_text(text.replace("d2", "dagobert"), encoding="utf-8")
    state = new_game(pack=pack, players=4)
    for draw in (to_svg, narrow_svg):
        root = picture_of(draw(state, theme=theme))
        width = float(root.get("width", 0))
        for left, right, _, words in lines_of(root):
            assert 0 <= left <= right <= width, words
    for panel in of_class(picture_of(narrow_svg(state, theme=theme)), "panel"):
        for (one, words), (other, others) in combinations(texts(panel), 2):
            assert not one.meets(other), (words, others)
