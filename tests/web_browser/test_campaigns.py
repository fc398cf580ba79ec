"""A campaign on the page: set up by a switch, with its table, and with a next game."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.web_browser.people import Table
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import Visit


def test_a_campaign_goes_from_game_to_game(visit: Visit) -> None:
    page = visit.tab()
    expect(page.locator("#preview svg")).to_have_count(1)
    first = page.get_by_label("first", exact=True)
    expect(first).to_be_visible()
    page.get_by_role("switch", name="A campaign").check()
    # What a campaign doesn't ask for is gone from the form.
    expect(first).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^duel ")).check()
    for seat in "AB":
        page.get_by_label(f"Player in seat {seat}").select_option("random")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    panel = page.get_by_role("region", name="Campaign, game 1")
    expect(panel.get_by_role("row")).to_have_count(2)
    expect(panel).to_contain_text("Won so far")
    table.button("Next game").click()
    panel = page.get_by_role("region", name="Campaign, game 2")
    expect(panel.get_by_role("row")).to_have_count(3)
    assert_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Campaign").click()
    assert download.value.suggested_filename == "campaign.sse"
