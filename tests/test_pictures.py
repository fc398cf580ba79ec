"""Pictures of every game: places, themes, words for screen readers, and markup that a page can take as it is."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any, Final, get_args
from xml.etree import ElementTree

import pytest
from tests.pictures import SVG, contrast, mixed, picture_of, without_colours
from tests.profiles import by_profile

import sse_core as sse
from sse_core import empire_of_the_stars, jump_wars, micro_space_empire
from sse_core.empire_of_the_stars.drawing.palette import PALETTES as EMPIRE_OF_THE_STARS
from sse_core.errors import ArgumentError
from sse_core.game import Theme
from sse_core.jump_wars.drawing.palette import PALETTES as JUMP_WARS
from sse_core.micro_space_empire.drawing.palette import PALETTES as MICRO_SPACE_EMPIRE
from sse_core.play.random_play import choose
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import thumbnail
from sse_core.small_star_empires.drawing.palette import PALETTES as SMALL_STAR_EMPIRES

THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
STARTS: Final[dict[str, Any]] = {
    "small_star_empires": sse.new_game(sse.maps()["everything-4p"]),
    "micro_space_empire": micro_space_empire.new_game(seed=1),
    "jump_wars": jump_wars.new_game(seed=1, players=4),
    "empire_of_the_stars": empire_of_the_stars.new_game(seed=1, players=4),
}
PLACES: Final = {
    "small_star_empires": ["c4", "b2"],
    "micro_space_empire": ["capital_ships", "near"],
    "jump_wars": ["a1", "c4"],
    "empire_of_the_stars": ["a1", "c4"],
}
"""Two places of each game that are in every picture."""

games = pytest.mark.parametrize("name", STARTS)
themes = pytest.mark.parametrize("theme", THEMES)


@cache
def positions(name: str) -> list[tuple[Any, Any]]:
    """Some positions of a game of random play, the last one too, each with the action before it."""
    start = STARTS[name]
    turns = [(state, action) for _, action, state in islice(turns_of(start, [choose] * len(start.totals), 7), 400)]
    return [*turns[11::41], turns[-1]]


# --- markup


@games
@themes
def test_a_page_can_take_the_markup_as_it_is(name: str, theme: Theme) -> None:
    """It is well-formed, needs nothing else, has no style and no script, which strict pages refuse, and says itself."""
    for state, action in positions(name):
        svg = sse.to_svg(state, last=[action], marked=PLACES[name], theme=theme)
        root = ElementTree.fromstring(svg)
        assert root.attrib["role"] == "img"
        assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert all(child.text for child in root[:2])
        assert not re.search(r"style|<script|<image|url\(|\bon\w+=|\d\.\d{4}", svg)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        used = {element.attrib["href"] for element in root.iter(f"{SVG}use")}
        assert len({*ids}) == len(ids)
        assert used == {f"#{one}" for one in ids}
        assert not any(element.tag == f"{SVG}use" for defs in root.iter(f"{SVG}defs") for element in defs.iter())


def test_an_id_means_the_same_shape_in_every_picture_of_every_game() -> None:
    """So several pictures can stand in one page."""
    shapes: dict[str, str] = {}
    for name in STARTS:
        before = len(shapes)
        for theme in THEMES:
            for state, _ in positions(name):
                for defs in ElementTree.fromstring(sse.to_svg(state, theme=theme)).iter(f"{SVG}defs"):
                    for shape in defs:
                        markup = ElementTree.tostring(shape, "unicode")
                        assert shapes.setdefault(shape.attrib["id"], markup) == markup
        assert len(shapes) > before + 20 or name == "micro_space_empire"


@games
def test_every_place_is_there_once_with_its_words(name: str) -> None:
    expected = {
        "small_star_empires": {*STARTS["small_star_empires"].board.cell_names},
        "micro_space_empire": {*PLACES["micro_space_empire"], "distant", "robot_workers"},
        "jump_wars": {f"{letter}{number}" for letter in "abcdefghij" for number in range(1, 11)},
        "empire_of_the_stars": {
            *(f"{letter}{number}" for letter in "abcdefghij" for number in range(1, 5)),
            *("explorer", "steward", "merchant", "engineer", "scientist", "warlord", "regent", "throne"),
            *"ABCD",
        },
    }[name]
    for state, action in positions(name):
        root = ElementTree.fromstring(sse.to_svg(state, last=[action], marked=PLACES[name]))
        places = [element for element in root.iter() if "data-place" in element.attrib]
        names = [place.attrib["data-place"] for place in places]
        assert len({*names}) == len(names)
        assert {*names} >= expected
        # Cards come and go.
        assert {*names} == expected or name in ("micro_space_empire", "empire_of_the_stars")
        assert all(place.tag == f"{SVG}g" and place.findtext(f"{SVG}title") for place in places)


@games
def test_the_cards_on_the_table_are_places(name: str) -> None:
    for state, _ in positions(name):
        if name == "micro_space_empire":
            shown = {*re.findall(r'data-place="(\w+)"', sse.to_svg(state))}
            for card in (*state.empire, *state.unaligned, *state.events):
                assert card.name.lower() in shown
        if name == "jump_wars":
            hands = Counter(
                card for player in state.position.players for card in islice(jump_wars.Card, 99) if player.hand[card]
            )
            shown_cards = Counter(re.findall(r'data-card="(\w+)"', sse.to_svg(state)))
            assert all(shown_cards[card.name.lower()] >= count for card, count in hands.items())


@games
@themes
def test_marked_places_are_marked(name: str, theme: Theme) -> None:
    state, _ = positions(name)[0]
    plain = picture_of(sse.to_svg(state, theme=theme))
    marked = picture_of(sse.to_svg(state, theme=theme, marked=PLACES[name]))
    counts = [sum(element.get("class") == "marked" for element in root.iter()) for root in (plain, marked)]
    assert counts == [0, len(PLACES[name])]
    assert "Marked: " in (marked.findtext(f"{SVG}desc") or "")
    assert sse.to_svg(state, marked=[]) == sse.to_svg(state)
    assert sse.to_svg(state, marked={*PLACES[name]}) == sse.to_svg(state, marked=PLACES[name][::-1])


@games
def test_what_lies_over_the_places_lets_the_pointer_through(name: str) -> None:
    """Whatever stands after the first place in the map, and is no place, is no obstacle to a click."""
    state, action = positions(name)[1]
    root = ElementTree.fromstring(sse.to_svg(state, last=[action], marked=PLACES[name]))
    for chart in (group for group in root.iter(f"{SVG}g") if group.get("class") in ("map", "spaces")):
        for element in chart:
            is_place = "data-place" in element.attrib or element.get("class") == "spaces"
            words = element.tag == f"{SVG}text"
            assert is_place or words or element.get("pointer-events") == "none", element.attrib


@games
@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"theme": "pink"}, ArgumentError, "theme is 'dark', 'light' or 'print', not 'pink'"),
        ({"theme": None}, TypeError, "theme is 'dark', 'light' or 'print', not None"),
        ({"marked": "c4"}, TypeError, "marked is a collection of names: for one"),
        ({"marked": ["c4000"]}, ArgumentError, "to mark is called 'c4000'"),
        ({"marked": [4]}, TypeError, "the name of a marked .* is a str, not int"),
        ({"width": 3}, ArgumentError, "width is 3, not in 16 to 10000"),
        ({"width": "wide"}, TypeError, "width is an integer, not str"),
        ({"colour": "red"}, TypeError, "unexpected keyword argument 'colour'"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_options_are_checked(name: str, options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        sse.to_svg(STARTS[name], **options)


@games
def test_a_width_scales_the_whole_picture(name: str) -> None:
    plain, wide = (ElementTree.fromstring(sse.to_svg(STARTS[name], width=width)).attrib for width in (None, 300))
    assert wide["width"] == "300"
    assert wide["viewBox"] == plain["viewBox"]
    assert float(wide["height"]) == pytest.approx(300 * float(plain["height"]) / float(plain["width"]), abs=0.01)


# --- themes


@games
def test_themes_differ_in_colours_alone(name: str) -> None:
    for state, action in positions(name):
        pictures = [sse.to_svg(state, last=[action], marked=PLACES[name], theme=theme) for theme in THEMES]
        assert len({*pictures}) == len(THEMES)
        assert len({without_colours(svg) for svg in pictures}) == 1


@games
def test_the_theme_dark_is_the_one_without_a_name(name: str) -> None:
    state, _ = positions(name)[0]
    assert sse.to_svg(state) == sse.to_svg(state, theme="dark")


@themes
def test_words_can_be_read_on_their_ground(theme: Theme) -> None:
    """WCAG asks for a contrast of 4.5 to the ground for words, and of 3 for signs."""
    one = SMALL_STAR_EMPIRES[theme]
    held = [mixed(tint, one.system, 0.2) for tint in one.tints]
    bars = [mixed(colour, one.space, 0.35) for colour in one.seats]
    clouds = [mixed(colour, one.system, 0.75) for colour in (one.red, one.green, one.blue)]
    readable(one.ink, one.space, *bars)
    readable(one.dim, one.space, one.system, one.hole, *held)
    readable(one.letter, one.coin, *one.seats)
    readable(one.nebula_letter, *clouds)
    readable(one.arms_letter, one.hollana, one.tennar, one.nordinn)
    readable(one.face_down_ink, one.face_down)
    for line in (*one.lines[:4], one.mark, one.light):
        readable(line, one.system, one.space, least=3)

    two = JUMP_WARS[theme]
    readable(two.ink, two.space, two.panel, two.basic, two.special, two.face_down)
    readable(two.dim, two.space, two.panel, two.basic)
    readable(two.faint, two.panel, two.cell, two.hole)
    readable(two.letter, *two.seats, two.neutral)
    readable(two.boost, two.basic)
    for line in (*two.lines, two.neutral_line, two.mark, two.light):
        readable(line, two.cell, two.space, least=3)

    three = MICRO_SPACE_EMPIRE[theme]
    readable(three.ink, three.space, three.near, three.distant, three.plain, three.known, three.back)
    readable(three.metal, three.space, three.near, three.distant)
    readable(three.wealth, three.space, three.near, three.distant, three.plain, three.known)
    for words in (three.dim, three.military):
        readable(words, three.space)

    four = EMPIRE_OF_THE_STARS[theme]
    readable(four.ink, four.space, four.panel, four.box, four.open, four.face_down, four.cell)
    readable(four.dim, four.space, four.panel, four.box, four.cell, four.sector)
    readable(four.faint, four.panel, four.space, four.blocked)
    readable(four.letter, *four.seats, four.coin)
    readable(four.battle, four.panel, four.space)
    for line in (*four.lines[:4], four.mark, four.light, four.battle):
        readable(line, four.cell, four.sector, least=3)
    for sign in four.resources:
        readable(sign, four.planet, four.panel, four.box, four.open, least=3)
    for tile in (four.rock, four.wormhole, four.planet_edge):
        readable(tile, four.cell, least=3)


def readable(words: str, *grounds: str, least: float = 4.5) -> None:
    for ground in grounds:
        assert contrast(words, ground) >= least, (words, ground, contrast(words, ground))


# --- the same everywhere


@games
@pytest.mark.ci
def test_what_was_drawn_before_makes_no_difference(name: str) -> None:
    """Pictures keep their parts for the next ones: each is the one that is drawn where nothing was kept."""
    some = positions(name)[:: by_profile(12, 12, 3)]
    kept = [sse.to_svg(state, last=[last]) for state, last in some]
    caches = caches_of_the_package()
    assert len(caches) > 20
    for (state, last), picture in zip(some, kept, strict=True):
        for each in caches:
            each.cache_clear()
        assert sse.to_svg(state, last=[last]) == picture


def caches_of_the_package() -> list[Any]:
    """All functions and methods of loaded modules that keep what they returned."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "sse_core"]
    values = [value for module in modules for value in vars(module).values()]
    values += [value for each in values if isinstance(each, type) for value in vars(each).values()]
    return [value for value in values if isinstance(value, type(cache(len)))]


@pytest.mark.ci
def test_another_process_draws_the_same() -> None:
    script = f"import sys; sys.path[:] = {sys.path!r}\nfrom tests.test_pictures import digest; print(digest())"
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
        )
        assert (done.stdout.strip(), done.stderr) == (digest(), "")


def digest() -> str:
    """A hash of pictures of all games, with marks and themes."""
    pictures = [
        sse.to_svg(state, last=[action], marked={*PLACES[name]}, theme=theme)
        for name in STARTS
        for (state, action), theme in zip(positions(name), THEMES, strict=False)
    ]
    end = positions("small_star_empires")[-1][0]
    pictures += [sse.to_svg(end, territories=True, orientation="flat", coordinates=False), thumbnail(end)]
    return hashlib.sha256("".join(pictures).encode()).hexdigest()


@pytest.mark.parametrize("draw", [sse.to_svg, thumbnail])
def test_a_game_draws_what_belongs_to_it(draw: Callable[[Any], str]) -> None:
    with pytest.raises(TypeError, match="a Board or a State of Small Star Empires can be drawn, not int"):
        draw(3)
