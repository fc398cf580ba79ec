"""Saving and sharing: files, the link to a position; and the end of a game: resign and rematch."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse


def saved(page: Page, name: str) -> tuple[str, str]:
    """The name and the text of a file that the page offers to save."""
    with page.expect_download() as download:
        page.get_by_role("link", name=name, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path()).read_text(encoding="utf-8").removesuffix("\n")


def duel(visit: Visit, plies: int, *players: str) -> Table:
    """A game of people on the map duel after so many plies."""
    text = text_of(sse.new_game(sse.maps()["duel"]), plies)
    table = Table(visit.tab(room(visit.context, "small_star_empires", players or ("human", "human"), text=text)))
    table.expect_ply(plies)
    return table


def test_files_are_saved(visit: Visit) -> None:
    table = duel(visit, 6)
    final: Any = sse.read(text_of(sse.new_game(sse.maps()["duel"]), 6)).final
    name, record = saved(table.page, "Record")
    assert name.endswith(".sse")
    assert sse.read(record).final == final
    name, position = saved(table.page, "Position")
    assert sse.read(position) == final
    name, drawing = saved(table.page, "Map")
    assert name.startswith("map")
    assert sse.parse_map(drawing) == sse.maps()["duel"]
    name, picture = saved(table.page, "Picture (SVG)")
    assert name.endswith(".svg")
    title = ET.fromstring(picture).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert "Move 7" in (title.text or "")
    # Of an earlier position, when that is shown.
    table.button("First position").click()
    table.expect_ply(0, 6)
    assert sse.read(saved(table.page, "Position")[1]) == sse.new_game(sse.maps()["duel"])
    assert "Move 1" in saved(table.page, "Picture (SVG)")[1]


def test_a_link_opens_the_same_position(visit: Visit) -> None:
    table = duel(visit, 6)
    page = table.page
    # A browser may keep the clipboard closed; the page shows the link in either case.
    table.button("Copy a link to this position").click()
    link = page.get_by_label("Link to this position")
    expect(link).to_be_visible()
    url = link.input_value()
    assert url.startswith(f"{visit.url}/?p=")
    other = visit.tab(url)
    other.get_by_label("Player in seat B").select_option("human")
    expect(other.locator("#preview svg")).to_be_visible()
    other.get_by_role("button", name="Start the game").click()
    opened = Table(other)
    opened.expect_ply(6)
    assert opened.shown()["svg"].partition("<title>")[2].partition("</svg>")[0].count("data-place") > 0
    assert sse.read(saved(other, "Position")[1]) == sse.read(saved(page, "Position")[1])
    # This browser lists the games that it has opened.
    other.goto("/")
    listed = other.locator("#recent").get_by_role("listitem")
    expect(listed).to_have_count(2)
    listed.last.get_by_role("link", name="Small Star Empires").click()
    expect(other).to_have_url(page.url)
    opened.expect_ply(6)


def test_a_broken_link_is_one_clear_line(visit: Visit) -> None:
    page = visit.tab("/?p=nonsense")
    expect(page.get_by_role("alert").filter(visible=True)).not_to_be_empty()
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    assert [line.split()[0] for line in visit.watch.refusals()] == ["400"]


def test_resign_and_rematch(visit: Visit) -> None:
    table = duel(visit, 4, "human", "star:beginner")
    page = table.page
    table.button("Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(table.button("Resign")).to_be_visible()
    table.button("Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.result).to_contain_text("A resigns")
    expect(table.result).to_contain_text("B (Beginner) wins")
    expect(table.button("Resign")).to_be_hidden()
    assert sse.read(saved(page, "Record")[1]).final.ply == 4
    address = page.url
    table.button("Rematch").click()
    page.wait_for_url(lambda url: url != address)
    table.await_turn()
    players = [seat["player"] for seat in table.shown()["seats"]]
    assert players == ["star:beginner", "human"], "the seats are turned"
    expect(table.moves.first).to_be_visible()
