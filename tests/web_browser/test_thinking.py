"""Analysis that streams and is stopped, hints, and bots that think while a person waits."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse

FIELDS = {"map": "duel"}
VISITS = re.compile(r"([\d ,.  ]*\d)\s*(simulations|visits)")


def lines(page: Page) -> list[str]:
    return page.get_by_role("region", name="Analysis").get_by_role("listitem").all_inner_texts()


def test_analysis_streams_and_is_stopped(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "base-2p-balanced"}))
    table = Table(page)
    table.await_turn()
    table.button("Analyse").click()
    words = page.locator("#analysis-words")
    region = page.get_by_role("region", name="Analysis")
    expect(region.get_by_role("listitem").first).to_be_visible()
    # The bar stands beside the board, as high as it is.
    bar = page.get_by_role("img", name="Share of the win: A ")
    expect(bar).to_be_visible()
    beside, board = bar.bounding_box(), page.locator("#board").bounding_box()
    assert beside
    assert board
    assert (beside["y"], beside["height"]) == (board["y"], board["height"])
    assert beside["x"] + beside["width"] <= board["x"]
    first = words.inner_text()
    expect(words).not_to_have_text(first)
    legal = {action["text"] for action in table.legal()}
    for best in region.get_by_role("listitem").locator("code").all_inner_texts():
        assert best in legal
    table.button("Stop").click()
    expect(table.button("Analyse")).to_be_visible()
    stopped = words.inner_text()
    # Whatever comes after this was sent later than all news of a search that still runs.
    table.button("Hint").click()
    expect(page.locator("#hint-line")).to_contain_text("Hint")
    assert words.inner_text() == stopped
    assert lines(page)


def test_analysis_of_an_earlier_position(visit: Visit) -> None:
    text = text_of(sse.new_game(sse.maps()["duel"]))
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], text=text))
    table = Table(page)
    table.await_turn()
    expect(table.button("Analyse")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    table.expect_ply(16, 17)
    table.button("Analyse").click()
    region = page.get_by_role("region", name="Analysis")
    expect(region).to_contain_text("exact")
    expect(table.button("Analyse")).to_have_text("Analyse")


def test_the_analysis_follows_the_game(visit: Visit) -> None:
    """After a move it thinks about the new position, until it is stopped."""
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields=FIELDS))
    table = Table(page)
    table.await_turn()
    table.button("Analyse").click()
    best = page.get_by_role("region", name="Analysis").locator("#lines code")
    expect(best.filter(has_text="a1-").first).to_be_visible()
    table.play(turns=1)
    expect(best.filter(has_text="e3-").first).to_be_visible()
    expect(best.filter(has_text="a1-")).to_have_count(0)
    table.button("Stop").click()
    expect(table.button("Analyse")).to_be_visible()


def test_a_hint_is_marked_and_played(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields=FIELDS))
    table = Table(page)
    table.await_turn()
    page.keyboard.press("h")
    hint = page.locator("#hint-line")
    expect(hint).to_contain_text("Hint:")
    text = hint.locator("code").inner_text()
    assert text in {action["text"] for action in table.legal()}
    target = text.partition("-")[2][:2]
    expect(table.place(target)).to_have_class(re.compile("is-hinted"))
    table.button("Play it").click()
    table.expect_ply(1)
    expect(table.moves.first).to_contain_text(text)
    expect(hint).to_be_hidden()


def test_a_bot_thinks(visit: Visit) -> None:
    """Meanwhile the page says so, asks for nothing, and says why a place can't be chosen."""
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "mcts:5s"], fields=FIELDS))
    table = Table(page)
    table.await_turn()
    table.take(table.legal()[0])
    expect(table.turn).to_contain_text("thinking")
    expect(table.button("Hint")).to_be_disabled()
    table.place("a1").click()
    expect(table.refusal).to_have_text(re.compile("B is thinking"))
    table.expect_ply(1)
