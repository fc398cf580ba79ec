"""Recorded games as animations and strips: each position at its time or its place is the drawing of that position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Any, Final, get_args
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import heaps
from tests.pictures import SVG
from tests.profiles import by_profile, shortened

import sse_core as sse
from sse_core.bots import random
from sse_core.drawing.animation import LAST, animate
from sse_core.drawing.layers import overlay
from sse_core.drawing.markup import attributes_of, parse
from sse_core.drawing.strip import strip
from sse_core.drawing.svg import document, element
from sse_core.errors import ArgumentError, RangeError
from sse_core.game import Theme
from sse_core.play.records.pictures import MOST
from sse_core.play.turns import turns_of

Record = sse.GameRecord[Any, Any]

STARTS: Final[dict[str, Any]] = {
    "duel": sse.new_game(sse.maps()["duel"]),
    "everything": sse.new_game(sse.maps()["everything-2p"]),
    "unexplored": sse.small_star_empires.new_game(players=4, seed=5, unexplored=True),
    "micro": sse.GAMES["micro_space_empire"].new_game(),
    "orders": sse.GAMES["jump_wars"].new_game(players=3, seed=2),
}
"""A start of each kind of board."""

MOVES: Final = by_profile(dev=30, ci=30, nightly=60)
"""The most moves of a record here; a game of Jump Wars has thousands."""

THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

RANDOM: Final = [random.choose] * 4


@cache
def film_of(name: str) -> str:
    return record_of(name).to_svg(animated=True)


@cache
def record_of(name: str) -> Record:
    start = STARTS[name]
    turns = turns_of(start, RANDOM, seed=4)
    moves = [(player, action) for (player, action, _), _ in zip(turns, range(MOVES), strict=False)]
    return sse.GameRecord(start, moves, {"A": "one <b>", "seed": "4"})


each_game = pytest.mark.parametrize("name", STARTS)
each_game_at_all_times = pytest.mark.parametrize(
    "name", shortened(["duel", "micro", "everything", "unexplored", "orders"], 2)
)
"""For the longest tests: the other drawings are large."""


@cache
def drawing_at(record: Record, ply: int) -> str:
    """The drawing of a position with its last turn, without the code under test."""
    states = list(record.states())
    first = ply
    while first and (first == ply or record.game.continues_turn(states[first])):
        first -= 1
    return record.game.to_svg(states[ply], last=record.actions[first:ply])


# --- reading films


def content(root: Element) -> list[str]:
    """What a picture shows, in order, without its title, shapes and rules."""
    left_out = {"title", "desc", "defs", "style"}
    return [canonical(child) for child in root if local(child) not in left_out]


def local(element: Element) -> str:
    """The name of an element without its namespace, which a game of one's own may leave out."""
    return element.tag.rpartition("}")[2]


def canonical(element: Element) -> str:
    """An element as text, the same for all ways to write it."""
    copied = deepcopy(element)
    for each in copied.iter():
        each.tail = None
        each.tag = local(each)
        each.attrib = dict(sorted(each.attrib.items()))
        each.text = (each.text or "").strip() or None
    return ElementTree.tostring(copied, encoding="unicode")


class Film:
    """An animation as a browser plays it: what CSS shows at a time."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.name = self.root.attrib["class"]
        style = self.root.find(f"{SVG}style")
        self.style = "" if style is None else style.text or ""
        self.frames = {
            name: self._frames(body)
            for name, body in re.findall(r"@keyframes ([\w-]+)\{((?:[^{}]*\{[^{}]*\})*)\}", self.style)
        }
        self.seconds = float((re.findall(r"animation:([\d.]+)s", self.style) or ["1"])[0])
        self._shown: dict[frozenset[str] | None, list[str]] = {}

    @staticmethod
    def _frames(body: str) -> list[tuple[float, bool]]:
        """The times at which a group appears or disappears, as parts of a hundred."""
        found: list[tuple[float, bool]] = []
        for places, value in re.findall(r"([\d.%,]+)\{visibility:(visible|hidden)\}", body):
            found += [(float(place.removesuffix("%")), value == "visible") for place in places.split(",")]
        return sorted(found)

    def is_visible(self, kind: str, time: float) -> bool:
        share = 100 * time / self.seconds
        return [shown for place, shown in self.frames[kind] if place <= share][-1]

    def at(self, time: float | None) -> list[str]:
        """What is shown at a time; None: where CSS doesn't move."""
        visible = None if time is None else frozenset(kind for kind in self.frames if self.is_visible(kind, time))
        if visible not in self._shown:
            root = deepcopy(self.root)
            self._unfold(root, visible)
            (group,) = (child for child in root if child.tag == f"{SVG}g")
            self._shown[visible] = content(group)
        return self._shown[visible]

    def _unfold(self, element: Element, visible: frozenset[str] | None) -> None:
        """Take away what is hidden, and put what is shown into the place of its group."""
        children: list[Element] = []
        for child in element:
            self._unfold(child, visible)
            kind = child.get("class", "")
            if not kind.startswith(f"{self.name}-"):
                children.append(child)
            elif child.get("visibility") != "hidden" if visible is None else kind in visible:
                children += [*child]
        element[:] = children


def without_roots(drawings: Sequence[str]) -> Iterator[list[str]]:
    return (content(ElementTree.fromstring(drawing)) for drawing in drawings)


# --- animations


@each_game_at_all_times
def test_each_time_shows_the_drawing_of_its_ply(name: str) -> None:
    record = record_of(name)
    film = Film(record.to_svg(animated=True, seconds=2, loop=False))
    n = len(record.moves) + 1
    assert film.seconds == 2 * n
    drawings = [drawing_at(record, ply) for ply in range(n)]
    for ply, shown in enumerate(without_roots(drawings)):
        for time in (2 * ply + 0.01, 2 * ply + 1.99):
            assert film.at(time) == shown, f"ply {ply} at {time} s"
    # Viewers that can't move it, and readers who don't want it to move, see the end.
    assert film.at(None) == film.at(2 * n - 1)


@each_game_at_all_times
def test_an_animation_is_much_smaller_than_its_drawings(name: str) -> None:
    record = record_of(name)
    film = film_of(name)
    assert 4 * len(film) < sum(len(drawing_at(record, ply)) for ply in range(len(record.moves) + 1))
    assert film == record.to_svg(animated=True)


@each_game_at_all_times
def test_an_animation_has_the_shapes_and_the_size_of_its_drawings(name: str) -> None:
    record = record_of(name)
    root = ElementTree.fromstring(film_of(name))
    roots = [ElementTree.fromstring(drawing_at(record, ply)) for ply in range(len(record.moves) + 1)]
    for side in ("width", "height"):
        assert float(root.attrib[side]) == max(float(each.attrib[side]) for each in roots)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert (title.text or "").startswith(f"{record.game.INFO.title}: A (one <b>)")


def test_an_animation_begins_again_or_stays_at_its_end() -> None:
    record = record_of("duel")
    n = len(record.moves) + 1
    again, once = Film(record.to_svg(animated=True)), Film(record.to_svg(animated=True, loop=False))
    assert (again.seconds, once.seconds) == (n - 1 + LAST, n)
    assert "infinite" in again.style
    assert "infinite" not in once.style
    assert "step-end 1}" in once.style
    end = content(ElementTree.fromstring(drawing_at(record, n - 1)))
    assert again.at(n - 0.9) == again.at(again.seconds - 0.01) == end


def test_readers_who_want_no_motion_see_none() -> None:
    style = Film(film_of("duel")).style
    moving = style.partition("@keyframes")[0]
    assert moving.startswith("@media (prefers-reduced-motion:no-preference){")
    assert moving.endswith("}}")
    assert "animation" not in re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\}", "", moving)
    assert ":hover g{animation-play-state:paused}" in moving


def meanings(svg: str) -> dict[str, str]:
    """What each name of a document means to the page that it stands in: a shape, or the rules of a class."""
    root = ElementTree.fromstring(svg)
    found = {each.attrib["id"]: canonical(each) for each in root.iter() if "id" in each.attrib}
    if "class" in root.attrib:
        found[root.attrib["class"]] = root.findtext(f"{SVG}style") or ""
    return found


def assert_fit_for_one_page(documents: Sequence[str]) -> None:
    """No two documents have one name that means two things."""
    known: dict[str, str] = {}
    for svg in documents:
        for name, meaning in meanings(svg).items():
            assert known.setdefault(name, meaning) == meaning, name


LETTERS: Final = st.lists(st.sampled_from(("a", "ab")), min_size=2, max_size=3)
"""Few pictures, so that many films show the same ones, at other times."""

FILMS: Final = st.builds(
    lambda words, seconds, loop: animate(pictures(words), seconds=seconds, loop=loop, words=""),
    LETTERS,
    st.sampled_from((0.5, 1.0, 2.0)),
    st.booleans(),
)
STRIPS: Final = st.builds(
    lambda words, columns, theme: strip(
        pictures(words), words, columns=columns, width=500, theme=theme, words="letters"
    ),
    LETTERS,
    st.sampled_from((1, 2)),
    st.sampled_from(THEMES),
)


def pictures(words: Sequence[str]) -> list[str]:
    """A picture of each word: a long path for each letter."""
    return [document(9, 9, *(element("path", d=letter * 70) for letter in word)) for word in words]


@given(st.lists(FILMS | STRIPS, min_size=10, max_size=20))
def test_a_name_means_one_thing_in_all_films_and_strips_of_a_page(documents: list[str]) -> None:
    assert_fit_for_one_page(documents)


def test_films_of_one_game_can_stand_in_one_page() -> None:
    record = record_of("duel")
    ways: list[dict[str, Any]] = [
        *({}, {"seconds": 2}, {"loop": False}, {"seconds": 2, "loop": False}),
        *({"theme": "light"}, {"plies": [0, 1, 2]}, {"plies": [0, 1, 1, 2]}, {"plies": [0, 1, 1]}, {"plies": [1]}),
    ]
    films = [record.to_svg(animated=True, **way) for way in ways]
    assert len({Film(film).name for film in films}) == len(films)
    strips = [record.to_strip(plies, columns=columns) for plies in ([0, 1], [0, 1, 2]) for columns in (1, 2)]
    assert_fit_for_one_page([*films, *strips, *(film_of(name) for name in STARTS), record.to_svg()])


def test_the_plies_of_an_animation_are_chosen() -> None:
    record = record_of("duel")
    film = Film(record.to_svg(animated=True, plies=[3, 0, 3, 8], loop=False))
    shown = [*without_roots([drawing_at(record, ply) for ply in (3, 0, 3, 8)])]
    assert [film.at(time + 0.5) for time in range(4)] == shown
    still = Film(record.to_svg(animated=True, plies=[5]))
    assert (still.style, still.at(None)) == ("", next(without_roots([drawing_at(record, 5)])))


def test_a_long_game_is_shown_in_evenly_spread_positions() -> None:
    start = heaps.Heaps().new_game(stones=400)
    record: Record = sse.GameRecord(start, [(player, action) for player, action, _ in turns_of(start, RANDOM, seed=1)])
    assert len(record.moves) > MOST
    film = Film(record.to_svg(animated=True, loop=False))
    assert film.seconds == MOST
    states = [record.game.to_svg(state) for state in record.states()]
    assert film.at(0.5) == next(without_roots(states))


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"ply": 99}, RangeError, r"^the record has no ply 99: they are 0, the start, to \d+, the end$"),
        ({"ply": -1}, RangeError, "no ply -1"),
        ({"ply": True}, TypeError, "a ply is an integer, not bool"),
        ({"animated": 1}, TypeError, "animated is True or False"),
        ({"animated": True, "ply": 3}, ArgumentError, "an animation has plies, not one ply"),
        ({"plies": [1]}, ArgumentError, "are for an animation: animated=True"),
        ({"seconds": 2}, ArgumentError, "are for an animation: animated=True"),
        ({"loop": False}, ArgumentError, "are for an animation: animated=True"),
        ({"animated": True, "plies": []}, ArgumentError, "plies is empty"),
        ({"animated": True, "plies": "12"}, TypeError, "plies is a sequence of plies"),
        ({"animated": True, "plies": 3}, TypeError, "plies is a sequence of plies"),
        ({"animated": True, "plies": [0, 99]}, RangeError, "no ply 99"),
        ({"animated": True, "plies": ["1"]}, TypeError, "a ply is an integer, not str"),
        ({"animated": True, "seconds": 0}, ArgumentError, "seconds is 0, not in"),
        ({"animated": True, "seconds": float("nan")}, ArgumentError, "seconds is nan"),
        ({"animated": True, "seconds": "1"}, TypeError, "seconds is a number, not str"),
        ({"animated": True, "loop": None}, TypeError, "loop is True or False"),
        ({"theme": "blue"}, ArgumentError, "theme is"),
    ],
)
def test_wrong_arguments_of_a_picture_are_refused(
    arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        record_of("duel").to_svg(**arguments)


def test_one_ply_is_drawn_with_its_turn_and_the_options_of_the_game() -> None:
    record = record_of("unexplored")
    for ply in (0, 5, 12, len(record.moves)):
        assert record.to_svg(ply=ply) == drawing_at(record, ply)
    assert record.to_svg() == drawing_at(record, len(record.moves))
    assert record.to_svg(ply=0, theme="light") == sse.to_svg(record.start, theme="light")
    assert record.to_svg(animated=True, theme="print") != record.to_svg(animated=True)


# --- strips


@each_game
def test_each_frame_of_a_strip_is_the_drawing_of_its_ply(name: str) -> None:
    record = record_of(name)
    plies = [0, 2, 2, 9]
    svg = record.to_strip(plies, columns=3)
    frames = [frame for frame in expanded(svg) if frame.get("class") == "frame"]
    assert len(frames) == len(plies)
    for frame, ply in zip(frames, plies, strict=True):
        _, scaled = frame
        (group,) = scaled
        assert shapes(group) == shapes(expanded(drawing_at(record, ply)))


def expanded(svg: str) -> Element:
    """A picture in which a group with the shape stands for each use, also in shapes."""
    root = ElementTree.fromstring(svg)
    named = {shape.attrib.pop("id"): shape for shape in root.iter() if "id" in shape.attrib}
    while uses := list(root.iter(f"{SVG}use")):
        for use in uses:
            use.tag = f"{SVG}g"
            use.append(deepcopy(named[use.attrib.pop("href").removeprefix("#")]))
    for defs in root.findall(f"{SVG}defs"):
        root.remove(defs)
    return root


def shapes(root: Element) -> list[str]:
    """The elements of a picture without groups, in order."""
    left_out = {f"{SVG}{name}" for name in ("g", "svg", "title", "desc")}
    return [canonical(each) for each in root.iter() if each.tag not in left_out]


def test_the_captions_of_a_strip_name_the_moves() -> None:
    record = record_of("unexplored")
    chance = next(ply for ply, (player, _) in enumerate(record.moves, 1) if player == sse.CHANCE)
    root = ElementTree.fromstring(record.to_strip([0, 1, chance], width=2000))
    captions = [[words.text for words in frame[0]] for frame in root if frame.get("class") == "frame"]
    texts = [sse.format_action(action, record.start) for action in record.actions[:1]]
    assert captions[0] == ["start", "start"]
    assert captions[1] == [f"1. A: {texts[0]}"] * 2
    assert str(captions[2][0]).startswith(f"{chance}. chance: ")


def test_a_long_caption_is_cut_and_whole_in_its_title() -> None:
    root = ElementTree.fromstring(record_of("duel").to_strip([1], columns=1, width=100))
    (frame,) = (each for each in root if each.get("class") == "frame")
    whole, cut = (words.text or "" for words in frame[0])
    assert cut.endswith("…")
    assert whole.startswith(cut[:-1])
    assert len(cut) < len(whole)


def test_a_strip_has_rows_of_so_many_columns_and_its_width() -> None:
    record = record_of("duel")
    for columns, n_rows in ((None, 2), (1, 5), (5, 1), (9, 1)):
        root = ElementTree.fromstring(record.to_strip(range(5), columns=columns, width=1000))
        places = [str(each.get("transform")) for each in root if each.get("class") == "frame"]
        found = [re.findall(r"[\d.]+", place) for place in places]
        assert len({y for _, y in found}) == n_rows
        assert len({x for x, _ in found}) == min(5, columns or 4)
        assert root.attrib["width"] == "1000"
    assert len(re.findall('class="frame"', record.to_strip())) == 8


def test_a_strip_is_smaller_than_its_drawings() -> None:
    record = record_of("duel")
    plies = range(len(record.moves) + 1)
    assert 2 * len(record.to_strip(plies)) < sum(len(drawing_at(record, ply)) for ply in plies)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"plies": [99]}, RangeError, "no ply 99"),
        ({"plies": ()}, ArgumentError, "plies is empty"),
        ({"columns": 0}, ArgumentError, "columns is 0, not in 1 to 100"),
        ({"columns": 1.5}, TypeError, "columns is an integer"),
        ({"width": 5}, ArgumentError, "width is 5, not in 100 to"),
        ({"theme": "blue"}, ArgumentError, "theme is"),
    ],
)
def test_wrong_arguments_of_a_strip_are_refused(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        record_of("duel").to_strip(**arguments)


# --- documents


def test_a_document_keeps_its_characters() -> None:
    svg = """<svg viewBox='0 0 9 9' a="1 > 0"><g><t x='"'>1 &lt; 2</t><u/></g>\n</svg>"""
    root = parse(f'<?xml version="1.0"?><!-- a > b -->{svg}\n')
    assert root.markup == svg
    assert attributes_of(root) == {"viewBox": "0 0 9 9", "a": "1 > 0"}
    assert attributes_of(root.children[0].children[0]) == {"x": '"'}


@pytest.mark.parametrize(
    "svg",
    ["", "text", "<svg>", "<svg></g></svg>", "<svg><g></svg></g>", "<g/>", "<svg/><svg/>", "<svg a='></svg>", "<svg><"],
)
def test_what_is_no_document_is_refused(svg: str) -> None:
    with pytest.raises(ArgumentError, match="of the SVG: "):
        parse(svg)


def test_drawings_without_a_size_or_with_clashing_names_are_refused() -> None:
    with pytest.raises(ArgumentError, match="has a viewBox of four numbers, not '0 0 9'"):
        overlay(['<svg viewBox="0 0 9"/>'])
    one, other = (document(9, 9, element("defs", element("path", id="a", d=way))) for way in ("M0", "M1"))
    assert overlay([one, one]).definitions == [element("path", id="a", d="M0")]
    with pytest.raises(ArgumentError, match="different shapes under the name 'a'"):
        overlay([one, other])


def test_what_comes_back_is_there_once_and_order_is_kept() -> None:
    letters = ["abc", "xabc", "bc", "xaqbc", "cb", "abc"]
    drawings = [document(9, 9, element("g", *(element("path", d=letter) for letter in word))) for word in letters]
    film = animate(drawings, seconds=1, loop=False, words="letters")
    assert [film.count(f'd="{letter}"') for letter in "axq"] == [1, 1, 1]
    for time, shown in enumerate(without_roots(drawings)):
        assert Film(film).at(time + 0.5) == shown, letters[time]


def test_drawings_may_begin_elsewhere_and_differ_in_their_attributes() -> None:
    moved = '<svg viewBox="-5 -6 9 9" fill="red"><path d="M0"/></svg>'
    plain = '<svg viewBox="0 0 30 9" fill="blue"><path d="M0"/></svg>'
    film = ElementTree.fromstring(animate([moved, plain], seconds=1, loop=True, words=""))
    groups = [group for wrapper in film.findall(f"{SVG}g") for group in wrapper]
    assert [group.attrib for group in groups] == [{"fill": "red", "transform": "translate(5 6)"}, {"fill": "blue"}]
    assert (film.attrib["viewBox"], film.attrib["width"]) == ("0 0 30 9", "30")


def test_an_animation_is_shown_as_large_as_its_drawings() -> None:
    for width, shown in (("60", "60"), ("15px", "15"), ("100%", "30")):
        svg = f'<svg viewBox="0 0 30 9" width="{width}"/>'
        film = ElementTree.fromstring(animate([svg, svg], seconds=1, loop=True, words=""))
        assert (film.attrib["viewBox"], film.attrib["width"]) == ("0 0 30 9", shown)


def test_a_game_of_ones_own_has_films() -> None:
    record: Record = sse.GameRecord(heaps.new_game(), [(0, 0)])
    assert Film(record.to_svg(animated=True)).seconds == 1 + LAST
    assert record.to_strip().count('class="frame"') == 2
