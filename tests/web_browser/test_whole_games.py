"""Whole games of Small Star Empires: by clicks against a bot, and by the keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Table, words_of
from tests.web_browser.visits import Visit

import sse_core as sse

SMALL = "ships: 1\n\nA 1 2\n 3 r B"
"""A map on which a game takes some plies."""


def saved(page: Page, name: str) -> str:
    """The text of a file that the page offers to save."""
    with page.expect_download() as download:
        page.get_by_role("link", name=name, exact=True).click()
    return Path(download.value.path()).read_text(encoding="utf-8").removesuffix("\n")


def finished(page: Page) -> sse.GameRecord[Any, Any]:
    """Return the record that the page saves of a game that is over, whose points stand in its table."""
    record: sse.GameRecord[Any, Any] = sse.read(saved(page, "Record"))
    final = record.final
    assert final.outcome is not None
    points = [cell.inner_text() for cell in page.get_by_role("table").get_by_role("cell").all()]
    expected = [str(number) for seat in sse.score_table(final) for number in seat.values()]
    assert [point.removeprefix("★ ") for point in points] == expected
    return record


def test_a_whole_game_by_clicks(visit: Visit) -> None:
    page = visit.tab()
    page.get_by_role("radio", name="Small Star Empires").check()
    page.get_by_label("Player in seat B").select_option("mcts")
    page.get_by_label("Budget of the bot in seat B").fill("50")
    page.get_by_role("switch", name="unexplored", exact=True).check()
    page.get_by_role("switch", name=words_of("^open borders")).check()
    page.get_by_label("Seed", exact=True).fill("7")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    expect(table.turn).to_contain_text("A")
    table.play(turns=100)
    expect(table.result).to_contain_text("wins")
    game = finished(page)
    assert game.final.rules.open_borders
    assert {player for player, _ in game.moves} == {-1, 0, 1}, "the bot and chance took part"


def press_until_focus(page: Page, key: str, name: str) -> None:
    """Press a key until the focus is on the control whose name begins so."""
    for _ in range(60):
        page.keyboard.press(key)
        focused = page.evaluate(
            "() => document.activeElement.getAttribute('aria-label') || document.activeElement.labels?.[0]?.innerText"
            " || document.activeElement.innerText || ''"
        )
        if str(focused).lower().startswith(name.lower()):
            return
    raise AssertionError(f"{key} never leads to {name!r}")


@pytest.mark.nightly
def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    """From the form to the rematch: no pointer is touched, and no element is given the focus from outside."""
    page = visit.tab()
    expect(page.get_by_role("radio", name="Small Star Empires")).to_be_checked()
    press_until_focus(page, "Tab", "Player in seat B")
    page.keyboard.type("a person")
    press_until_focus(page, "Tab", "Draw or paste")
    page.keyboard.press("Enter")
    press_until_focus(page, "Tab", "Text of a map")
    page.keyboard.insert_text(SMALL)
    press_until_focus(page, "Tab", "Start the game")
    page.keyboard.press("Enter")
    table = Table(page)
    expect(table.board).to_be_visible()
    while True:
        table.await_turn()
        if table.is_over:
            break
        before = table.ply.inner_text()
        action = table.legal()[-1]
        ship, target, *pieces = action["steps"]
        page.keyboard.press("b")
        for step in (ship, target):
            press_until_focus(page, "n", step["key"])
            page.keyboard.press("Enter")
        for piece in pieces:
            press_until_focus(page, "Tab", piece["words"])
            page.keyboard.press("Enter")
        expect(table.ply).not_to_have_text(before)
        expect(page.locator("#live")).to_contain_text(action["text"])
    expect(table.result).to_be_visible()
    press_until_focus(page, "Tab", "Rematch")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()
    table.expect_ply(0)
