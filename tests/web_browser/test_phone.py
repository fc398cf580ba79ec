"""Phones: nothing is wider than the screen, buttons are large enough, words can be read, and a turn goes by taps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import PHONE, Visit

import sse_core as sse
from sse_core import jump_wars, micro_space_empire

LEAST = 40
"""The least height of what is tapped, and the least width of a button, in pixels."""

READABLE = 11
"""The least size of words, in pixels."""

UPRIGHT = {**PHONE, "viewport": {"width": 390, "height": 844}}
SIDEWAYS = {**PHONE, "viewport": {"width": 740, "height": 360}}
ZOOMED = {"viewport": {"width": 640, "height": 430}}
"""A desktop's window of 1280 × 860 pixels at 200 %."""


@pytest.fixture
def phone(visits: Callable[..., Visit]) -> Visit:
    return visits(**PHONE)


def assert_fits(page: Page) -> None:
    """Assert that the page doesn't scroll sideways, and that each control in sight is large enough to tap.

    A clause that is named within a sentence is as high as its line.
    """
    width = page.evaluate("[document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]")
    assert max(width) == 360, width
    small = page.evaluate(
        """least => {
            const buttons = "button:not(.clause), a.button, summary, select, input:not(.sr-only, [type=range])";
            return [...document.querySelectorAll(buttons)]
                .filter(button => button.checkVisibility({visibilityProperty: true, opacityProperty: true}))
                .map(button => [button, (button.closest("label") ?? button).getBoundingClientRect()])
                .filter(([button, {width, height}]) => width > 1 && Math.min(width, height) < least - 0.5)
                .map(([button, {width, height}]) => `${button.id || button.innerText}: ${width} × ${height}`);
        }""",
        LEAST,
    )
    assert small == []


def test_a_turn_by_taps(phone: Visit) -> None:
    page = phone.tab()
    assert_fits(page)
    expect(page.locator("#preview svg")).to_have_count(1)
    assert_accessible(page)
    page.get_by_label("Player in seat B").select_option("greedy")
    page.get_by_label("Seed", exact=True).fill("3")
    page.get_by_role("button", name="Start the game").tap()
    table = Table(page)
    table.await_turn()
    assert_fits(page)
    assert_accessible(page)
    ship, target, piece = table.legal()[0]["steps"]
    table.place(ship["key"]).tap()
    expect(table.place(target["key"])).to_have_class(re.compile("is-choice"))
    assert_fits(page)
    table.place(target["key"]).tap()
    expect(table.choice(piece["words"])).to_be_in_viewport(ratio=1)
    assert_fits(page)
    table.choice(piece["words"]).tap()
    assert_fits(page)
    table.button("Make this move").tap()
    expect(table.moves).to_have_count(2)
    assert_fits(page)


@pytest.mark.parametrize("name", ["epic-4p-galaxies", pytest.param("base-4p-balanced", marks=pytest.mark.nightly)])
def test_large_maps_fit(phone: Visit, name: str) -> None:
    """Each system of a large map can be brought into sight and tapped: a zoomed board scrolls in its own frame."""
    text = text_of(sse.new_game(sse.maps()[name]), 12)
    page = phone.tab(room(phone.context, "small_star_empires", ["human"] * 4, text=text))
    table = Table(page)
    table.await_turn()
    assert_fits(page)
    table.button("Zoom in").tap()
    table.button("Zoom in").tap()
    assert_fits(page)
    table.play(turns=1)
    table.expect_ply(13)


@pytest.mark.parametrize("game", ["jump_wars", "micro_space_empire"])
def test_other_games_fit(phone: Visit, game: str) -> None:
    players = ["human", "greedy"] if game == "jump_wars" else ["human"]
    page = phone.tab(room(phone.context, game, players))
    table = Table(page)
    table.await_turn()
    assert_fits(page)
    table.play(turns=2)
    assert_fits(page)


def sizes_of_words(page: Page) -> dict[str, float]:
    """The sizes of all words in sight, those of the picture too, by the words."""
    return dict(
        page.evaluate(
            """() => {
                const found = [];
                for (const element of document.querySelectorAll("body *")) {
                    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
                    if (!own || !element.checkVisibility() || element.closest("title, desc, .sr-only")) continue;
                    const [box, frame] = [element, board].map(each => each.getBoundingClientRect());
                    const middle = box.top + box.height / 2;
                    const isOut = box.left > frame.right || middle < frame.top || middle > frame.bottom;
                    // What is beside the map lies outside the frame of the picture.
                    if (element.closest("svg") && isOut) continue;
                    const matrix = element.getScreenCTM?.();
                    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
                    found.push([element.textContent, parseFloat(getComputedStyle(element).fontSize) * scale]);
                }
                return found;
            }"""
        )
    )


def frame_of(page: Page) -> tuple[float, float]:
    """How much of the window the board has, and how much of the board is in sight."""
    frame = page.locator("#board-frame").bounding_box()
    size = page.viewport_size
    assert frame is not None
    assert size is not None
    seen = max(0, min(size["height"], frame["y"] + frame["height"]) - max(0, frame["y"]))
    return frame["width"] * seen / (size["width"] * size["height"]), seen / frame["height"]


def test_a_game_with_much_on_the_table_upright(visits: Callable[..., Visit]) -> None:
    """Beside the map are the phase, the hand and the levels by name, the points and the replay; all can be read."""
    visit = visits(**UPRIGHT)
    text = text_of(jump_wars.new_game(seed=3, trade=False), 400, seed=3)
    page = visit.tab(room(visit.context, "jump_wars", ["human", "greedy"], text=text))
    table = Table(page)
    table.await_turn()
    expect(page.locator("#stage")).to_have_text(re.compile(r"^Turn \d+ of 100, phase \d of 8, \w+"))
    holdings = page.locator(".holdings")
    held = re.compile(r"hand, \d cards? .*levels.*Attack 1, and 1 more until the turn ends")
    expect(holdings.first).to_contain_text(held)
    for part in ("#stage", "#board-frame", "#strip", "#watch", "#ply"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(holdings.first).to_be_in_viewport()
    # The rest is reached by scrolling the page, not a small window within it.
    assert page.locator("#table-card").evaluate("card => card.scrollHeight <= card.clientHeight")
    top = page.locator("#actions").bounding_box()
    watch = page.locator("#watch").bounding_box()
    assert top is not None
    assert watch is not None
    assert watch["y"] + watch["height"] <= top["y"], "the choices don't cover the replay"
    small = {words: size for words, size in sizes_of_words(page).items() if size < READABLE - 0.05}
    assert small == {}


@pytest.mark.parametrize(
    "window",
    [pytest.param(SIDEWAYS, id="sideways"), pytest.param(ZOOMED, id="zoomed", marks=pytest.mark.nightly)],
)
def test_the_board_has_half_of_a_low_window(visits: Callable[..., Visit], window: dict[str, object]) -> None:
    visit = visits(**window)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "base-2p"}))
    table = Table(page)
    table.await_turn()
    share, seen = frame_of(page)
    assert share >= 0.5
    assert seen == 1
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == page.evaluate("innerWidth")
    table.play(turns=1)
    page.locator("#review").scroll_into_view_if_needed()
    assert frame_of(page)[1] > 0.9, "the board stays in sight"


@pytest.mark.parametrize(
    ("width", "layout"),
    [
        (320, "narrow"),
        (768, "wide"),
        *(pytest.param(width, "narrow", marks=pytest.mark.nightly) for width in (390, 767)),
    ],
)
def test_a_picture_without_a_map_fits_the_width(visits: Callable[..., Visit], width: int, layout: str) -> None:
    """On a phone in one column; all of it is reached by scrolling downwards, and its words can be read."""
    visit = visits(viewport={"width": width, "height": 844})
    text = text_of(micro_space_empire.new_game(seed=3), 30, seed=3)
    page = visit.tab(room(visit.context, "micro_space_empire", ["human"], text=text))
    table = Table(page)
    table.await_turn()
    board = page.locator("#board")
    assert board.evaluate(
        "board => [board.scrollWidth - board.clientWidth, board.scrollHeight - board.clientHeight]"
    ) == [0, 0]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    small = {words: size for words, size in sizes_of_words(page).items() if size < READABLE - 0.05}
    assert small == {}
    drawn = page.locator(f"#board svg[data-layout={layout}]")
    expect(drawn).to_have_count(1)
    page.set_viewport_size({"width": 1280, "height": 844})
    expect(page.locator("#board svg[data-layout=wide]")).to_have_count(1)
    page.set_viewport_size({"width": width, "height": 844})
    expect(drawn).to_have_count(1)
    table.play(turns=2)
    expect(drawn).to_have_count(1)


def test_a_tour_brings_what_is_next_into_sight(visits: Callable[..., Visit]) -> None:
    """The pile of distant cards is far down in the column, and no button stands for what the rules refuse."""
    page = visits(**UPRIGHT).tab("/learn/micro_space_empire#3")
    pile = page.locator('#board [data-place="distant"]')
    expect(pile).not_to_be_in_viewport()
    page.locator("#choices").get_by_role("button", name="Explore").tap()
    expect(pile).to_be_in_viewport(ratio=1)
    assert pile.evaluate(
        """pile => {
            const {x, y, width, height} = pile.getBoundingClientRect();
            return pile.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    ), "nothing lies over it"
    pile.tap()
    expect(page.locator("#refusal")).not_to_be_empty()
