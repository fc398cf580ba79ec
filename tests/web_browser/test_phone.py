"""A phone of 360 × 740 pixels: nothing is wider than the screen, buttons are large enough, and a turn goes by taps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import PHONE, Visit

import sse_core as sse

LEAST = 40
"""The least height of what is tapped, and the least width of a button, in pixels."""


@pytest.fixture
def phone(visits: Callable[..., Visit]) -> Visit:
    return visits(**PHONE)


def assert_fits(page: Page) -> None:
    """Assert that the page doesn't scroll sideways, and that each control in sight is large enough to tap.

    A clause that is named within a sentence is as high as its line.
    """
    width = page.evaluate("[document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]")
    assert max(width) == 360, width
    small = page.evaluate(
        """least => {
            const buttons = "button:not(.clause), a.button, summary, select, input:not(.sr-only, [type=range])";
            return [...document.querySelectorAll(buttons)]
                .filter(button => button.checkVisibility({visibilityProperty: true, opacityProperty: true}))
                .map(button => [button, (button.closest("label") ?? button).getBoundingClientRect()])
                .filter(([button, {width, height}]) => width > 1 && Math.min(width, height) < least - 0.5)
                .map(([button, {width, height}]) => `${button.id || button.innerText}: ${width} × ${height}`);
        }""",
        LEAST,
    )
    assert small == []


def test_a_turn_by_taps(phone: Visit) -> None:
    page = phone.tab()
    assert_fits(page)
    page.get_by_label("Player in seat B").select_option("greedy")
    page.get_by_label("Seed", exact=True).fill("3")
    page.get_by_role("button", name="Start the game").tap()
    table = Table(page)
    table.await_turn()
    assert_fits(page)
    ship, target, piece = table.legal()[0]["steps"]
    table.place(ship["key"]).tap()
    expect(table.place(target["key"])).to_have_class(re.compile("is-choice"))
    assert_fits(page)
    table.place(target["key"]).tap()
    expect(table.choice(piece["words"])).to_be_in_viewport(ratio=1)
    assert_fits(page)
    table.choice(piece["words"]).tap()
    expect(table.moves).to_have_count(2)
    assert_fits(page)


@pytest.mark.parametrize("name", ["base-4p-balanced", "epic-4p-galaxies"])
def test_large_maps_fit(phone: Visit, name: str) -> None:
    """Each system of a large map can be brought into sight and tapped: a zoomed board scrolls in its own frame."""
    text = text_of(sse.new_game(sse.maps()[name]), 12)
    page = phone.tab(room(phone.context, "small_star_empires", ["human"] * 4, text=text))
    table = Table(page)
    table.await_turn()
    assert_fits(page)
    table.button("Zoom in").tap()
    table.button("Zoom in").tap()
    assert_fits(page)
    table.play(turns=1)
    table.expect_ply(13)


@pytest.mark.parametrize("game", ["jump_wars", "micro_space_empire"])
def test_other_games_fit(phone: Visit, game: str) -> None:
    players = ["human", "greedy"] if game == "jump_wars" else ["human"]
    page = phone.tab(room(phone.context, game, players))
    table = Table(page)
    table.await_turn()
    assert_fits(page)
    table.play(turns=2)
    assert_fits(page)
