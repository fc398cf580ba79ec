"""The example page that plays against `sse engine` by a bridge: games are begun, played by clicks, and taken back."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

TOO_EARLY: Final = """
addEventListener("DOMContentLoaded", () => {
  const status = document.querySelector("#status");
  const look = () => {
    if (status.textContent.startsWith("Your turn.") && !document.querySelector("#actions button")) throw "no action";
  };
  new MutationObserver(look).observe(status, { childList: true });
});
"""
"""Throws where the page asks to act before it shows an action."""

BRIDGE: Final = Path(__file__).parents[2] / "docs" / "engines" / "bridge.py"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The page, which meets no fault, and asks nobody to act without showing the actions."""
    command = [sys.executable, str(BRIDGE), "0", sys.executable, "-m", "sse_core", "engine", "greedy"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as bridge:
        opened = browser.new_page()
        faults: list[str] = []
        opened.on("pageerror", lambda fault: faults.append(str(fault)))
        opened.add_init_script(TOO_EARLY)
        try:
            assert bridge.stdout is not None
            found = re.search(r"http://\S+", bridge.stdout.readline())
            assert found is not None
            opened.goto(found[0])
            yield opened
            assert faults == []
        finally:
            opened.close()
            bridge.kill()


def begin(page: Page, game: str) -> None:
    page.get_by_label("Game").select_option(label=game)
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("status")).to_contain_text("Your turn.")


def test_a_game_is_played_by_clicks_and_taken_back(page: Page) -> None:
    begin(page, "Small Star Empires")
    actions, moves = page.locator("#actions button"), page.locator("#moves li")
    all_of_them = actions.count()
    target = (actions.first.text_content() or "").partition("-")[2].partition("=")[0]
    page.locator(f"#board [data-place={target}]").first.dispatch_event("click")
    expect(actions).to_have_count(2)
    actions.first.click()
    expect(moves).to_have_count(2)
    expect(moves.first).to_contain_text(f"to {target} and built a city")
    expect(page.get_by_role("status")).to_contain_text("Your turn.")
    page.get_by_role("button", name="Take back").click()
    expect(moves).to_have_count(0)
    expect(actions).to_have_count(all_of_them)


def test_a_game_with_sealed_orders_goes_on_to_the_next_turn(page: Page) -> None:
    begin(page, "Jump Wars")
    moves = page.locator("#moves li")
    for _ in range(4):
        before = moves.count()
        page.locator("#actions button").first.click()
        expect(moves.nth(before)).to_be_visible()
        expect(page.get_by_role("status")).to_contain_text("Your turn.")
    assert "None" not in (page.locator("body").text_content() or "")
