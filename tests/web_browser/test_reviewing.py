"""The review of a game: its graph grows, a click goes to a position, and the turns are buttons."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room
from tests.web_browser.visits import Visit

import sse_core as sse


def finished_game() -> str:
    """The record of a game on a small map that the first player throws away."""
    state = sse.new_game(sse.maps()["duel"])
    moves = []
    while state.to_act:
        legal = state.legal_ids()
        moves.append(legal[-1] if state.to_act == (0,) else legal[0])
        state = state.after(moves[-1])
    return sse.format_game(sse.GameRecord(sse.new_game(sse.maps()["duel"]), moves))


def test_a_click_on_the_graph_goes_to_the_position(visit: Visit) -> None:
    text = finished_game()
    last = sse.read(text).final.ply
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], text=text))
    table = Table(page)
    table.await_turn()
    table.button("Review").click()
    region = page.get_by_role("region", name="Review")
    places = region.locator(".ply")
    expect(places.first).to_be_attached()
    # While the graph grows it can be stopped; then it is whole.
    expect(places).to_have_count(last + 1, timeout=60_000)
    expect(table.button("Review")).to_be_visible()
    region.locator('.ply[data-ply="3"]').click()
    table.expect_ply(3, last)
    expect(region.locator(".is-now")).to_have_attribute("data-ply", "3")
    region.locator(f'.ply[data-ply="{last}"]').click()
    table.expect_ply(last)
    # The bar beside the board says the same as the graph: here who has won.
    bar = page.get_by_role("img", name="Share of the win")
    expect(bar).to_have_attribute("aria-label", re.compile("^Share of the win: A (0|50|100).0 %, B (100|50|0).0 %$"))
    turn = region.get_by_role("listitem").get_by_role("button").first
    words = turn.inner_text()
    turn.click()
    ply = int(words.split("Move ")[1].split(":")[0]) - 1
    table.expect_ply(ply, last)
    # By keys: the graph is a slider, and T goes from turn to turn.
    slider = region.get_by_role("slider", name="The game by shares of the win")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"^{ply}: A .*%"))
    all_turns = "".join(region.get_by_role("listitem").all_inner_texts())
    turns = sorted(int(number) - 1 for number in re.findall("Move ([0-9]+):", all_turns))
    slider.press("Home")
    table.expect_ply(0, last)
    for each in (ply for ply in turns if ply):
        page.keyboard.press("t")
        table.expect_ply(each, last)
    slider.press("Home")
    table.expect_ply(0, last)
    # A click on a triangle above the graph goes to its turn.
    place = region.locator(f'.ply[data-ply="{turns[-1]}"]').bounding_box()
    assert place
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] - 6)
    table.expect_ply(turns[-1], last)
    turn.click()
    table.expect_ply(ply, last)
    picture = region.locator("#graph svg")
    before = picture.inner_html()
    page.locator("#theme").click()
    expect(region.locator(".is-now")).to_have_attribute("data-ply", str(ply))
    assert picture.inner_html() != before


def test_a_review_is_stopped_and_forgotten_when_the_game_goes_on(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "base-2p"}))
    table = Table(page)
    expect(table.button("Review")).to_be_disabled()
    table.play(turns=3)
    table.button("Review").click()
    graph = page.locator("#graph svg")
    expect(graph).to_be_visible()
    table.play(turns=1)
    expect(graph).to_have_count(0)
    expect(table.button("Review")).to_be_enabled()
