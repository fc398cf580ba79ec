"""Undo and redo across a reveal, steps through the game, and play from an earlier position."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web_browser.people import Table, words_of
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse


def explored(table: Table) -> int:
    """Move to an unexplored system, and return the ply after what follows."""
    table.await_turn()
    ply = int(table.ply.inner_text().split()[0])
    action = next(action for action in table.legal() if "explore" in action["steps"][-1]["words"])
    table.take(action)
    table.await_turn()
    return ply


def test_undo_across_a_reveal(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "greedy"], fields={"map": "unexplored-2p"}))
    table = Table(page)
    table.await_turn()
    start = table.shown()["svg"]
    before = explored(table)
    after = table.shown()
    revealed = [move for move in after["moves"] if move["seat"] == -1]
    assert revealed, "a tile is turned over"
    expect(table.moves.filter(has_text=revealed[0]["text"])).to_be_visible()
    table.button("Undo").click()
    table.expect_ply(before)
    assert table.shown()["svg"] == start
    expect(table.button("Undo")).to_be_disabled()
    table.button("Redo").click()
    table.expect_ply(after["ply"])
    again = table.shown()
    assert (again["svg"], again["moves"]) == (after["svg"], after["moves"])
    # Another move after undo: what was undone is gone.
    table.button("Undo").click()
    table.expect_ply(before)
    table.take(table.legal()[0])
    table.await_turn()
    expect(table.button("Redo")).to_be_disabled()


def test_steps_through_a_game(visit: Visit) -> None:
    text = text_of(sse.new_game(sse.maps()["duel"]), 6)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "greedy"], text=text))
    table = Table(page)
    table.await_turn()
    table.expect_ply(6)
    here = table.place("a1").get_attribute("aria-label")
    table.button("First position").click()
    table.expect_ply(0, 6)
    expect(table.button("One back")).to_be_disabled()
    expect(table.board).to_have_accessible_name(words_of("^Small Star Empires for 2 players. Move 1: A to act"))
    # Another action can be tried here.
    table.place("a1").click()
    expect(page.get_by_role("heading", name="ship at a1")).to_be_visible()
    table.button("One on").click()
    table.expect_ply(1, 6)
    page.keyboard.press("ArrowRight")
    table.expect_ply(2, 6)
    table.moves.nth(3).click()
    table.expect_ply(4, 6)
    page.get_by_role("slider", name="Move").fill("5")
    table.expect_ply(5, 6)
    table.button("Last position").click()
    table.expect_ply(6)
    assert table.place("a1").get_attribute("aria-label") == here
    expect(table.button("Play on from here")).to_be_hidden()


def test_a_game_is_watched(visit: Visit) -> None:
    """From its first position to its last one: each comes when the clock of the page, which the test turns, says so."""
    text = text_of(sse.new_game(sse.maps()["duel"]), 3)
    page = visit.context.new_page()
    page.clock.install(time=0)
    page.goto(room(visit.context, "small_star_empires", ["human", "human"], text=text))
    table = Table(page)
    table.expect_ply(3)
    page.clock.pause_at(600_000)
    table.button("Watch").click()
    for ply in range(3):
        table.expect_ply(ply, 3)
        expect(table.button("Pause")).to_be_visible()
        page.clock.fast_forward(60_000)
    table.expect_ply(3)
    expect(table.button("Watch")).to_be_visible()


def test_play_on_from_an_earlier_position(visit: Visit) -> None:
    text = text_of(sse.new_game(sse.maps()["duel"]), 4)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], text=text))
    table = Table(page)
    table.await_turn()
    table.moves.nth(1).click()
    table.expect_ply(2, 4)
    table.button("Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    table.expect_ply(2, 4)
    table.button("Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    table.expect_ply(2)
    table.play(turns=1, pick=3)
    table.expect_ply(3)
    moves = table.shown()["moves"]
    assert [move["ply"] for move in moves] == [1, 2, 3]
