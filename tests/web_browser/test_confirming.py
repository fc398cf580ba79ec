"""Moves by touch: a tap that completes one shows it, a button makes it, and a switch turns that off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import expect
from tests.web_browser.people import Choice, Table
from tests.web_browser.preparing import room
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import PHONE, Visit

PLAYERS: Final = {
    "small_star_empires": ["human", "human"],
    "micro_space_empire": ["human"],
    "jump_wars": ["human", "greedy"],
    "empire_of_the_stars": ["human", "greedy"],
}
SWITCH: Final = "Confirm moves by touch"


def open_game(visit: Visit, game: str = "small_star_empires") -> Table:
    table = Table(visit.tab(room(visit.context, game, PLAYERS[game], seed=3)))
    table.await_turn()
    return table


def tap(table: Table, step: Mapping[str, Any]) -> None:
    place = table.board.locator(f'[data-place="{step["key"]}"]')
    (place if place.count() else table.choice(step["words"])).tap()


def tap_all(table: Table) -> Choice:
    """Tap all steps of the first legal action."""
    action = table.legal()[0]
    for step in action["steps"]:
        tap(table, step)
    return action


@pytest.mark.parametrize(
    "game",
    ["small_star_empires", *(pytest.param(game, marks=pytest.mark.nightly) for game in [*PLAYERS][1:])],
)
def test_a_move_by_touch_is_made_by_a_button(visits: Callable[..., Visit], game: str) -> None:
    table = open_game(visits(**PHONE), game)
    ply = table.shown()["ply"]
    make = table.button("Make this move")
    expect(make).to_be_hidden()
    action = tap_all(table)
    expect(make).to_be_in_viewport(ratio=1)
    for step in action["steps"]:
        expect(table.page.locator("#actions-way")).to_contain_text(step["words"], ignore_case=True)
    assert table.shown()["ply"] == ply
    assert_accessible(table.page)
    make.tap()
    expect(table.ply).not_to_have_text(f"{ply} of {ply}")
    expect(make).to_be_hidden()


@pytest.mark.parametrize("way", ["key", "place", "nothing", "button"])
def test_a_move_by_touch_is_taken_back(visits: Callable[..., Visit], way: str) -> None:
    table = open_game(visits(**PHONE))
    make = table.button("Make this move")
    ship, target, _ = tap_all(table)["steps"]
    expect(make).to_be_visible()
    if way == "key":
        table.page.keyboard.press("Escape")
    elif way == "place":
        tap(table, ship)
    elif way == "nothing":
        table.turn.tap()
    else:
        table.page.locator("#step-back").tap()
    expect(make).to_be_hidden()
    table.expect_ply(0)
    if way != "place":
        expect(table.place(target["key"])).to_have_attribute("aria-pressed", "true")


def test_the_switch_is_kept_in_this_browser(visits: Callable[..., Visit]) -> None:
    table = open_game(visits(**PHONE))
    switch = table.page.get_by_role("switch", name=SWITCH)
    expect(switch).to_be_checked()
    switch.tap()
    table.page.reload()
    table.await_turn()
    expect(switch).not_to_be_checked()
    tap_all(table)
    table.expect_ply(1)


def test_keys_and_typed_actions_need_no_confirmation(visits: Callable[..., Visit]) -> None:
    table = open_game(visits(**PHONE))
    first = table.legal()[0]
    for step in first["steps"][:-1]:
        tap(table, step)
    piece = table.choice(first["steps"][-1]["words"])
    piece.focus()
    table.page.keyboard.press("Enter")
    table.expect_ply(1)
    table.page.set_viewport_size({"width": 1280, "height": 860})
    table.page.locator("#notation-text").tap()
    table.page.keyboard.type(table.legal()[0]["text"])
    table.page.keyboard.press("Enter")
    table.expect_ply(2)


def test_a_mouse_makes_moves_at_once(visit: Visit) -> None:
    """And a device that can't be touched has no switch."""
    table = open_game(visit)
    expect(table.page.get_by_role("switch", name=SWITCH)).to_be_hidden()
    table.play(turns=1)
    table.expect_ply(1)
