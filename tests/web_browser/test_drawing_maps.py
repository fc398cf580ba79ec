"""A map that is drawn on the page: by clicks and keys from the empty field to the first move on it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from tests.web_browser.people import Table, words_of
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import Visit

import sse_core as sse


def place(page: Page, name: str) -> Locator:
    return page.locator(f'[data-place="{name}"]')


def tool(page: Page, words: str) -> Locator:
    return page.get_by_role("radio", name=words_of(f"^{words}"))


def left_of(page: Page, name: str) -> float:
    box = place(page, name).bounding_box()
    assert box is not None
    return box["x"]


def middles(page: Page) -> list[str]:
    """Where the places are on the screen, and that none is turned itself."""
    places = 'Array.from(document.querySelectorAll("[data-place]"), (place) => place.{})'
    assert page.evaluate(f"{places.format('getCTM()')}.every((matrix) => matrix.a > 0 && Math.abs(matrix.b) < 1e-6)")
    boxes = places.format('querySelector("use").getBoundingClientRect()')
    found: list[str] = page.evaluate(
        f"{boxes}.map((box) => [box.x + box.width / 2, box.y + box.height / 2].map(Math.round).join())"
    )
    return found


def test_a_map_is_drawn_kept_turned_and_played(visit: Visit) -> None:
    page = visit.tab()
    page.get_by_role("link", name="Draw one of your own").click()
    state, text = page.locator(".state"), page.get_by_role("textbox", name="The text")
    expect(state).to_have_text("a map has 2 to 4 homeworlds, this one 0. ?")

    # By clicks, then by keys: an arrow leads to the next place, and the symbol of a map stands for what it means.
    tool(page, "homeworld of A").check(force=True)
    place(page, "0,0").click()
    expect(place(page, "0,0")).to_have_accessible_name("a1: homeworld of A")
    place(page, "0,0").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    expect(place(page, "1,0")).to_be_focused()
    expect(place(page, "1,0")).to_have_accessible_name("a2: 3 planets")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("B")
    expect(state).to_have_text("It can be played.")
    expect(text).to_have_value("origin: 0 0\n\nA 3 B\n")
    page.keyboard.press("u")
    expect(text).to_have_value("origin: 0 0\n\nA 3\n")
    page.keyboard.press("Control+y")
    expect(text).to_have_value("origin: 0 0\n\nA 3 B\n")

    # A fault has its place and its clause.
    tool(page, "red nebula").check(force=True)
    place(page, "-2,3").click()
    expect(state).to_contain_text("no ship can ever reach b1")
    expect(place(page, "-2,3")).to_have_accessible_name(words_of("^b1: red nebula; no ship can ever reach"))
    page.get_by_role("button", name="Show the place").click()
    expect(place(page, "-2,3")).to_be_focused()
    assert_accessible(page)
    state.get_by_role("button", name="E1.6").click()
    expect(page.get_by_role("dialog", name="E1.6")).to_contain_text("128")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Undo").click()

    # A printed piece is turned before it is laid, and the text says the same as the clicks.
    tool(page, "sector 3, side B").check(force=True)
    page.keyboard.press("t")
    expect(page.get_by_text("A click: sector 3, side B, turned by 60 degrees.")).to_be_visible()
    place(page, "1,2").click()
    expect(page.locator("#editor .turn-words")).to_have_text("2 players, 10 systems")
    drawn = text.input_value()
    text.fill(f"{drawn}Q")
    expect(state).to_contain_text("unknown symbol 'Q'")
    page.get_by_role("button", name="Undo").click()
    expect(text).to_have_value(drawn)
    page.get_by_text("What it says beside the drawing").click()
    page.get_by_label("ships", exact=True).fill("2")
    page.get_by_label("ships", exact=True).press("Enter")
    expect(text).to_have_value(words_of("\nships: 2\n"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    kept = Path(download.value.path()).read_text(encoding="utf-8")
    assert (kept, download.value.suggested_filename) == (text.input_value(), "map.map")
    board = sse.parse_map(kept)

    # The board comes round in six steps, and mirrored it is another one; this browser keeps that, and the drawing.
    before = middles(page)
    for turn in range(1, 7):
        page.get_by_role("button", name="Turn the board to the right").click()
        assert (middles(page) == before) == (turn == 6)
        assert len(set(middles(page))) == len(before)
    assert left_of(page, "0,0") < left_of(page, "2,0")
    page.get_by_role("button", name="Mirror the board").click()
    assert left_of(page, "0,0") > left_of(page, "2,0")
    page.reload()
    expect(text).to_have_value(kept)
    assert left_of(page, "0,0") > left_of(page, "2,0")

    page.get_by_role("button", name="Play on it").click()
    expect(page.get_by_label("Text of a map, a position or a record")).to_have_value(kept)
    page.get_by_label("Player in seat B").select_option("human")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.await_turn()
    assert sse.parse_map(page.request.get(page.url.replace("/g/", "/api/rooms/") + "/map").text()) == board
    names = [board.cell_names[board.homeworld(player)] for player in (0, 1)]
    assert left_of(page, names[0]) > left_of(page, names[1])
    table.take(table.legal()[0])
