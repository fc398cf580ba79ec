"""The board keeps its size: through moves, turning, zoom and resizing, in windows of any width."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room
from tests.web_browser.visits import Visit

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
