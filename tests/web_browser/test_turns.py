"""The turn it is, in words: that of who looks, where the page knows it, else that of a seat."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.web_browser.people import Table, words_of
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse


def opened(visit: Visit, plies: int | None, *players: str) -> Table:
    """A game on the map duel after so many plies, or at its end."""
    text = text_of(sse.new_game(sse.maps()["duel"]), plies)
    return Table(visit.tab(room(visit.context, "small_star_empires", players, text=text)))


def test_the_only_person_is_told_so(visit: Visit) -> None:
    """By the page, the tab and the live region; where one looks back, it is the turn of a seat."""
    table = opened(visit, 4, "human", "greedy")
    page = table.page
    expect(table.turn).to_have_text(words_of(r"^A Your turn \(move 5\)\.$"))
    expect(page).to_have_title("Small Star Empires: Your turn (move 5).")
    expect(page.locator("#score strong").first).to_have_text("you")
    table.take(table.legal()[0])
    table.expect_ply(6)
    expect(page.locator("#live")).to_contain_text("Your turn (move 7).")
    table.button("One back").click()
    expect(table.turn).to_have_text(words_of(r"^B Move 6: B \(greedy\) is to act\.$"))
    table.button("One back").click()
    expect(table.turn).to_have_text(words_of(r"^A Move 5: A is to act\.$"))
    assert "human" not in page.locator("body").inner_text()


def test_several_people_at_one_screen_are_called_by_their_letters(visit: Visit) -> None:
    table = opened(visit, 4, "human", "human")
    expect(table.turn).to_have_text(words_of(r"^A Move 5: A is to act\.$"))
    expect(table.page.locator("#score strong").first).to_have_text("person")
    assert "human" not in table.page.locator("body").inner_text()
    table.page.goto("/")
    expect(table.page.locator("#recent")).to_contain_text("Move 5: A is to act.")


@pytest.mark.parametrize("players", [("human", "greedy"), ("human", "human")])
def test_a_result_calls_nobody_human(visit: Visit, players: tuple[str, str]) -> None:
    table = opened(visit, None, *players)
    expect(table.result).to_be_visible()
    assert "human" not in table.page.locator("body").inner_text()
    table.page.goto("/")
    expect(table.page.locator("#recent li")).to_have_class("is-over")
    assert "human" not in table.page.locator("#recent").inner_html()
