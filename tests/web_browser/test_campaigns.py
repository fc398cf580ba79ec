"""A campaign on the page: set up by a switch, with its table, and with a next game."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import post, text_of
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import Visit

import sse_core as sse
from sse_core.small_star_empires import Campaign, format_campaign


def test_a_campaign_goes_from_game_to_game(visit: Visit) -> None:
    page = visit.tab()
    expect(page.locator("#preview svg")).to_have_count(1)
    first = page.get_by_label("first player", exact=True)
    expect(first).to_be_visible()
    page.get_by_role("switch", name="A campaign").check()
    # What a campaign doesn't ask for is gone from the form.
    expect(first).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^Duel ")).check()
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


def test_two_devices_go_to_the_next_game(visits: Callable[..., Visit]) -> None:
    campaign = Campaign(2, 7, maps=(sse.maps()["duel"],))
    whole = sse.read(text_of(campaign.next_game()))
    text = format_campaign(campaign.with_unfinished(sse.GameRecord(whole.start, whole.moves[:-1])))
    game_request = {"game": "small_star_empires", "players": ["human", "human"], "text": text, "seats": "own"}
    visit, other = visits(), visits()
    path = f"/g/{post(visit.context, '/api/rooms', game_request)['id']}"
    tables = [Table(visit.tab(path))]
    link = tables[0].page.get_by_role("textbox", name="Link for who plays B").input_value()
    tables[0].page.get_by_role("dialog").get_by_role("button", name="Close").click()
    tables.append(Table(other.tab(link)))
    acting = tables[whole.moves[-1][0]]
    acting.play_one()
    tables[0].button("Next game").click()
    tables[1].button("Join the next game").click()
    for table, letter in zip(tables, "AB", strict=True):
        expect(table.page.get_by_role("region", name="Campaign, game 2")).to_be_visible()
        own = table.page.get_by_role("region", name="At the table").get_by_role("listitem").filter(has_text="you")
        expect(own.locator(".badge")).to_have_text(letter)
