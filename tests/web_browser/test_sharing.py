"""Saving and sharing: files, links to a position, and its picture; and the end of a game: resign and rematch."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.test_accessibility import assert_accessible
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
    table.button("Copy a link…").click()
    url = page.get_by_role("textbox", name="A new game from here").input_value()
    assert url.startswith(f"{visit.url}/?p=")
    page.get_by_role("button", name="Close").click()
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


def test_a_position_is_copied(visits: Callable[..., Visit]) -> None:
    """By the keyboard: its address in the game, that of a new game, and its picture, which can be saved, too."""
    visit = visits(permissions=["clipboard-read", "clipboard-write"])
    table = duel(visit, 6)
    page, path = table.page, table.page.url
    table.moves.nth(1).click()
    table.expect_ply(2, 6)
    table.button("Copy a link…").press("Enter")
    dialog = page.get_by_role("dialog", name="Copy this position")
    expect(dialog).to_contain_text("Opens this game at position 2 of 6.")
    expect(dialog.get_by_role("textbox", name="A new game from here")).to_be_visible()
    assert_accessible(page)
    copy = dialog.get_by_role("button", name="Copy: This position in the game")
    copy.press("Enter")
    expect(dialog.get_by_role("button", name="Copied: This position in the game")).to_be_focused()
    assert page.evaluate("navigator.clipboard.readText()") == f"{path}?ply=2"
    dialog.get_by_role("button", name="Copy: A picture (PNG)").press("Enter")
    expect(dialog.get_by_role("button", name="Copied: A picture (PNG)")).to_be_visible()
    assert page.evaluate("navigator.clipboard.read().then(items => items[0].types)") == ["image/png"]
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download: A picture (PNG)").press("Enter")
    assert download.value.suggested_filename == "small_star_empires-2.png"
    head = Path(download.value.path()).read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert max(int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == 2000
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(table.button("Copy a link…")).to_be_focused()
    # At the last position, too: the game goes on, and the link stays there.
    table.button("Last position").click()
    table.expect_ply(6)
    table.button("Copy a link…").click()
    here = dialog.get_by_role("textbox", name="This position in the game")
    expect(here).to_have_value(f"{path}?ply=6")


def test_what_a_browser_does_not_copy_is_saved(visit: Visit) -> None:
    """The picture of a position in a branch, and the link to where the branch begins."""
    table = duel(visit, 4)
    page, path = table.page, table.page.url
    table.button("First position").click()
    table.expect_ply(0, 4)
    done = table.moves.first.locator("code").inner_text()
    other = next(each for each in table.shown("?ply=0")["tries"]["legal"] if each["text"] != done)
    for step in other["steps"]:
        table.choose(step)
    expect(table.ply).to_have_text("1 of 1 in a branch")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    table.button("Copy a link…").click()
    dialog = page.get_by_role("dialog", name="Copy this position")
    expect(dialog).to_contain_text("so a link can't lead into it")
    expect(dialog.get_by_role("textbox", name="Where your branch begins")).to_have_value(f"{path}?ply=0")
    dialog.get_by_role("button", name="Copy: Where your branch begins").click()
    expect(dialog.get_by_role("button", name="Copy it yourself: Where your branch begins")).to_be_visible()
    expect(dialog.get_by_role("button", name="Copy: A picture (PNG)")).to_have_count(0)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download: A picture (PNG)").click()
    assert download.value.suggested_filename == "small_star_empires-1.png"
    expect(dialog.get_by_role("button", name="Downloaded: A picture (PNG)")).to_be_visible()


def test_a_picture_that_may_not_be_copied_is_saved(visit: Visit) -> None:
    table = duel(visit, 1)
    table.page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    table.button("Copy a link…").click()
    with table.page.expect_download() as download:
        table.page.get_by_role("button", name="Copy: A picture (PNG)").click()
    assert download.value.suggested_filename == "small_star_empires-1.png"
    expect(table.page.get_by_role("button", name="Downloaded: A picture (PNG)")).to_be_visible()


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
