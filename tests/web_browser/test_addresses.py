"""The address of each position: it opens there, follows the steps through the game, and is told where it is wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse


def duel(visit: Visit, plies: int) -> str:
    """The path of a game of two people on the map duel after so many plies."""
    text = text_of(sse.new_game(sse.maps()["duel"]), plies)
    return room(visit.context, "small_star_empires", ["human", "human"], text=text)


def test_an_address_opens_a_position_and_follows_the_steps(visit: Visit) -> None:
    path = duel(visit, 6)
    page = visit.tab(f"{path}?ply=2")
    table = Table(page)
    table.expect_ply(2, 6)
    expect(table.moves.nth(1)).to_have_attribute("aria-current", "step")
    expect(table.button("Play on from here")).to_be_visible()
    table.button("One on").click()
    expect(page).to_have_url(f"{visit.url}{path}?ply=3")
    # A reload, and the way back from another page, lead to the same position.
    page.reload()
    table.expect_ply(3, 6)
    page.goto("/")
    expect(page.locator("#preview svg")).to_be_visible()
    page.go_back()
    table.expect_ply(3, 6)
    # The steps are no pages: one step back leaves the game.
    table.button("First position").click()
    expect(page).to_have_url(f"{visit.url}{path}?ply=0")
    table.button("Last position").click()
    expect(page).to_have_url(f"{visit.url}{path}")
    page.go_back()
    expect(page).to_have_url("about:blank")


def test_a_branch_has_the_address_of_where_it_begins(visit: Visit) -> None:
    path = duel(visit, 6)
    page = visit.tab(f"{path}?ply=2")
    table = Table(page)
    table.expect_ply(2, 6)
    done = table.moves.nth(2).locator("code").inner_text()
    other = next(each for each in table.shown("?ply=2")["tries"]["legal"] if each["text"] != done)
    for step in other["steps"]:
        table.choose(step)
    expect(table.ply).to_have_text("3 of 3 in a branch")
    expect(page).to_have_url(f"{visit.url}{path}?ply=2")
    page.reload()
    table.expect_ply(2, 6)
    page.get_by_role("list", name="Branch 3.").get_by_role("button").first.click()
    expect(table.ply).to_have_text("3 of 3 in a branch")
    table.button("Back to the game").click()
    table.expect_ply(2, 6)
    expect(page).to_have_url(f"{visit.url}{path}?ply=2")


def test_the_last_position_is_followed(visit: Visit) -> None:
    """Also where the address names it: the game goes on there."""
    path = duel(visit, 2)
    table = Table(visit.tab(f"{path}?ply=2"))
    table.expect_ply(2)
    expect(table.page).to_have_url(f"{visit.url}{path}")
    table.take(table.legal()[0])
    table.expect_ply(3)


@pytest.mark.parametrize("ply", ["7", "-1", "x", "99999999999999"])
def test_a_position_that_is_missing_is_told(visit: Visit, ply: str) -> None:
    path = duel(visit, 6)
    table = Table(visit.tab(f"{path}?ply={ply}"))
    table.expect_ply(6)
    expect(table.refusal).to_have_text(f"This game has no position {ply}: they are 0 to 6. You see the last one.")
    expect(table.page).to_have_url(f"{visit.url}{path}")
    assert {line.split()[0] for line in visit.watch.refusals()} == {"400"}
    # It is told until the person goes on.
    table.button("One back").click()
    table.expect_ply(5, 6)
    expect(table.refusal).to_be_hidden()


def test_hidden_hands_stay_covered(visit: Visit) -> None:
    """The cover comes first, then the position, as the person who looks may see it."""
    path = room(visit.context, "jump_wars", ["human", "human"], seed=5)
    page = visit.tab(f"{path}?ply=3")
    assert page.locator("#board svg").count() == 0
    page.get_by_role("button", name="I am A: show my view").click()
    table = Table(page)
    expect(table.ply).to_contain_text("3 of ")
    expect(page).to_have_url(f"{visit.url}{path}?ply=3")
    page.reload()
    expect(page.get_by_role("button", name="I am A: show my view")).to_be_visible()
    # A position that is missing is told to the person, not to the cover.
    page.goto(f"{path}?ply=900")
    page.get_by_role("button", name="I am A: show my view").click()
    expect(table.refusal).to_contain_text("no position 900")
    assert {line.split()[0] for line in visit.watch.refusals()} == {"400"}
