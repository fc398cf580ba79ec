"""The board keeps its size: through moves, turning, zoom and resizing, in windows of any width."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

from sse_core import empire_of_the_stars

PLAYERS = {
    "small_star_empires": ["human", "human"],
    "micro_space_empire": ["human"],
    "jump_wars": ["human", "greedy"],
    "empire_of_the_stars": ["human", "greedy"],
}
HEIGHT = 844

MARKED = "#choices .is-hinted, #board [data-place].is-hinted:not(.is-chosen)"
"""What a step of the tour asks for."""


def width_of_map(page: Page) -> float:
    """The width of all places of the picture on the screen, in pixels."""
    return float(
        page.evaluate(
            """() => {
                const places = [...document.querySelectorAll("#board [data-place]")];
                const boxes = places.map(place => place.getBoundingClientRect());
                return Math.max(...boxes.map(box => box.right)) - Math.min(...boxes.map(box => box.left));
            }"""
        )
    )


def open_at(page: Page, path: str, width: int) -> None:
    """Open a page in a window of this width, which it has from the beginning."""
    page.goto("about:blank")
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.goto(path)


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize(
    ("widths", "decisions"),
    [
        ([390, 960, 961], 3),
        pytest.param([360, 390, 412, 600, 768, 900, 960, 961, 1280, 1440], 20, marks=pytest.mark.nightly),
    ],
    ids=["a few", "all"],
)
def test_the_map_keeps_its_width(
    visits: Callable[..., Visit], game: str, widths: Sequence[int], decisions: int
) -> None:
    visit = visits()
    path = room(visit.context, game, PLAYERS[game])
    page = visit.context.new_page()
    table = Table(page)
    for width in widths:
        open_at(page, path, width)
        table.await_turn()
        first = width_of_map(page)
        assert first > 0.3 * min(width, HEIGHT)
        found = []
        for _ in range(decisions):
            table.play(turns=1)
            found.append(width_of_map(page))
        assert min(found) >= 0.95 * first, (width, first, found)


@pytest.mark.parametrize(
    "game",
    ["small_star_empires", *(pytest.param(game, marks=pytest.mark.nightly) for game in PLAYERS if "small" not in game)],
)
@pytest.mark.parametrize(
    "window",
    [
        (1280, 860),
        *(pytest.param(size, marks=pytest.mark.nightly) for size in ((1440, 900), (1920, 1080), (1600, 1200))),
    ],
    ids=str,
)
def test_the_map_keeps_its_width_in_a_page_at_200_percent(
    visits: Callable[..., Visit], game: str, window: tuple[int, int]
) -> None:
    """Zoomed so, a browser has half as many pixels of the page, each twice as large on the screen."""
    size = {"width": window[0] // 2, "height": window[1] // 2}
    visit = visits(viewport=size, device_scale_factor=2)
    page = visit.tab(room(visit.context, game, PLAYERS[game]))
    table = Table(page)
    table.await_turn()
    first = width_of_map(page)
    assert first > 0.5 * min(size.values())
    for _ in range(3):
        table.play(turns=1)
        assert width_of_map(page) >= 0.95 * first
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    for part in ("#watch", "#undo", "#board"):
        page.locator(part).scroll_into_view_if_needed()
        expect(page.locator(part)).to_be_in_viewport()


def test_the_map_keeps_its_width_however_it_is_shown(visits: Callable[..., Visit]) -> None:
    visit = visits(viewport={"width": 390, "height": HEIGHT})
    page = visit.tab(room(visit.context, "small_star_empires", PLAYERS["small_star_empires"]))
    table = Table(page)
    table.await_turn()
    first = width_of_map(page)
    for name in ("Zoom in", "Zoom out"):
        table.button(name).click()
    assert width_of_map(page) >= 0.95 * first
    # A map with six sides comes round in six steps, and is as wide as before.
    for _ in range(6):
        table.button("Turn the board to the right").click()
    assert width_of_map(page) >= 0.95 * first
    page.set_viewport_size({"width": HEIGHT, "height": 390})
    page.set_viewport_size({"width": 390, "height": HEIGHT})
    expect(page.locator("#board svg")).to_have_count(1)
    assert width_of_map(page) >= 0.95 * first


@pytest.mark.parametrize("game", PLAYERS)
def test_the_tour_keeps_the_size_of_its_board(visits: Callable[..., Visit], game: str) -> None:
    """Three steps, each by what is marked."""
    page = visits(viewport={"width": 390, "height": HEIGHT}).tab(f"/learn/{game}")
    expect(page.locator("#board svg")).to_be_visible()
    first = width_of_map(page)
    marked = page.locator(MARKED).first
    ahead = page.locator("#tour-next")
    either = f"() => !document.querySelector('#tour-next').hidden || document.querySelector({MARKED!r})"
    for step in (1, 2, 3):
        expect(page.locator("#tour-progress")).to_have_js_property("value", step)
        assert width_of_map(page) >= 0.95 * first, step
        while ahead.is_hidden():
            marked.dispatch_event("click")
            page.wait_for_function(either)
        ahead.click()


BLANK = """() => {
    const rows = Array.from({length: 100}, (_, row) => (row + 0.5) * innerHeight / 100);
    const isBlank = y => !document.elementFromPoint(innerWidth / 4, y)?.closest(".card, .board-area, .bar");
    let longest = 0, run = 0;
    for (const y of rows) longest = Math.max(longest, run = isBlank(y) ? run + 1 : 0);
    return longest;
}"""
"""The longest part of the left half of the window in which nothing is, in percent of its height."""


@pytest.mark.parametrize(
    "size",
    [
        (1024, 1366),
        (390, 844),
        *(pytest.param(size, marks=pytest.mark.nightly) for size in ((1440, 900), (1440, 1800))),
    ],
    ids=str,
)
def test_no_half_of_the_window_is_blank_at_the_end_of_a_game(
    visits: Callable[..., Visit], size: tuple[int, int]
) -> None:
    """Wherever one scrolls; and all that stands with the board is in the window."""
    visit = visits(viewport={"width": size[0], "height": size[1]})
    text = text_of(empire_of_the_stars.new_game(players=2, seed=3, round_limit=9))
    page = visit.tab(room(visit.context, "empire_of_the_stars", ["human", "greedy"], text=text))
    Table(page).await_turn()
    expect(page.locator("#watch")).to_be_in_viewport(ratio=1)
    for part in (0, 0.5, 1):
        page.evaluate("part => scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight))", part)
        assert page.evaluate(BLANK) < 15
    tops = page.evaluate("[actions, replay].map(each => each.getBoundingClientRect().top)")
    assert tops[0] - tops[1] < 80, "what can be done stands with the board"
