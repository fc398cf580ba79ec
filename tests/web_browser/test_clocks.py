"""A game by the clock: it is set up, seen to run, and lost on time."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace

from playwright.sync_api import expect
from tests.web.test_clocks import Time
from tests.web_browser.people import Table
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import Visit

from sse_core.web.server import serving


def test_a_game_is_lost_on_time(visits: Callable[..., Visit]) -> None:
    """The server's time jumps where a person would wait; between the jumps it flows."""
    time = Time(flows=True)
    with serving(workers=1, now=time) as url:
        page = visits(SimpleNamespace(url=url)).tab()
        page.get_by_label("Player in seat B").select_option("human")
        clock = page.get_by_role("combobox", name="Clock")
        expect(page.get_by_role("spinbutton", name="Minutes each")).to_be_hidden()
        clock.select_option("own numbers")
        page.get_by_role("spinbutton", name="Minutes each").fill("1")
        page.get_by_role("spinbutton", name="Seconds for each turn").fill("2")
        page.get_by_role("button", name="Start the game").click()
        table = Table(page)
        own, other = (page.get_by_role("timer", name=f"Clock of {letter}") for letter in "AB")
        expect(own).to_have_text("1:00")
        # After the first turn of each the clock of who is to act runs, and is seen to.
        table.play_one()
        table.play_one()
        expect(own).to_have_text("0:59")
        expect(other).to_have_text("1:00")
        assert_accessible(page)
        found = table.shown()["clock"]
        time.goes((found["ends"][0] - found["now"]) / 1000 - 15)
        table.button("Dark").click()
        expect(own).to_have_text(re.compile(r"^0:1\d\.\d$"))
        expect(page.locator("#live")).to_have_text(re.compile(r"^A has 1\d seconds left\.$"))
        # Who looks back sees the times of that position, and what is left now.
        table.button("First position").click()
        expect(own).to_have_text("1:00")
        expect(page.locator(".clock.is-running")).to_contain_text(re.compile(r"now 0:\d\d\.\d"))
        time.goes(20)
        # Whoever asks first finds that the clock is out, and all are told.
        table.shown()
        table.button("Last position").click()
        expect(table.turn).to_have_text(re.compile("A is out of time after 2 moves: B wins."))
        expect(own).to_have_text("0:00.0")
        expect(other).to_have_text("1:00")
        expect(table.button("Rematch")).to_be_visible()
        page.close()
