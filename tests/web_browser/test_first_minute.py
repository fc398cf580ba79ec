"""The first minute: what the game is, its tour, its rules, a first game; and what may go wrong before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import post, room
from tests.web_browser.serving import Server
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import PHONE, Visit

BLOCKED: Final = (
    'Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no", "SecurityError"); }})'
)
"""A browser that keeps nothing: Chromium throws so where a person blocks what pages keep."""

SEEN: Final = """() => ["tour-title", "tour-done", "actions-title", "choices", "refusal"]
    .map(id => document.getElementById(id).innerText).join("|") + location.hash"""
"""What a step shows: it changes with each choice."""


def do_what_is_marked(page: Page) -> None:
    """Choose what the step marks, one thing after the other, until it offers to go on."""
    while not page.locator("#tour-next").is_visible():
        before = page.evaluate(SEEN)
        button = page.locator("#choices .is-hinted")
        place = page.locator("#board [data-place].is-hinted:not(.is-chosen)")
        (button if button.count() else place).first.click()
        page.wait_for_function(f"before => ({SEEN})() !== before", arg=before)


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("Small Star Empires", 8),
        pytest.param("Micro Space Empire", 8, marks=pytest.mark.nightly),
        pytest.param("Jump Wars", 8, marks=pytest.mark.nightly),
    ],
)
def test_a_tour_from_the_first_screen_to_a_first_game(visit: Visit, name: str, steps: int) -> None:
    """A visitor reads three lines, takes the tour by doing what is marked, and is led to a game."""
    page = visit.tab()
    # A picture that isn't wanted any more is given up: that is no lost server.
    for other in ("Jump Wars", "Micro Space Empire", name):
        page.get_by_role("radio", name=other).check()
    expect(page.locator("#preview svg > title", has_text=name)).to_have_count(1)
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#intro-lines").get_by_role("listitem")).to_have_count(3)
    page.get_by_role("link", name="How to play").click()
    for step in range(1, steps + 1):
        expect(page.get_by_text(f"step {step} of {steps}")).to_be_visible()
        expect(page.locator("#board svg")).to_be_visible()
        do_what_is_marked(page)
        if step == 3:
            assert_accessible(page)
        page.locator("#tour-next").click()
    expect(page).to_have_url(re.compile("/g/"))
    Table(page).await_turn()


def test_a_step_says_what_else_could_be_done_and_can_be_left(visit: Visit) -> None:
    """Another legal choice isn't played; Escape takes a choice back; a reload stays at the step; one can leave."""
    page = visit.tab("/learn/small_star_empires#2")
    table = Table(page)
    expect(page.get_by_role("heading", name="As far as you like")).to_be_visible()
    table.place("a1").click()
    page.keyboard.press("Escape")
    table.place("a1").click()
    table.place("b1").click()
    table.choice("a city").click()
    expect(table.refusal).to_contain_text("That is allowed, too")
    table.place("c5").click()
    expect(table.refusal.get_by_role("button", name=re.compile(r"E\d"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="As far as you like")).to_be_visible()
    page.get_by_role("button", name="Back a step").click()
    expect(page.get_by_role("heading", name="Fly and land")).to_be_visible()
    page.get_by_role("link", name="Leave the tour").click()
    expect(page.get_by_role("heading", name="New game", exact=True)).to_be_visible()


def test_the_rules_are_searched_and_a_refusal_leads_there(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "duel"}))
    table = Table(page)
    table.await_turn()
    table.place("c4").click()
    table.refusal.get_by_role("button", name="E2.1").click()
    expect(page.get_by_role("dialog").get_by_role("paragraph").first).not_to_be_empty()
    assert_accessible(page)
    page.get_by_role("link", name="In the rules").click()
    clause = page.locator("#E2\\.1")
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()
    page.get_by_label("Search the rules").fill("asteroid damaged")
    expect(page.get_by_role("status").filter(has_text="parts with these words")).to_be_visible()
    expect(clause).to_be_hidden()
    expect(page.locator("#E9\\.5")).to_be_visible()
    assert_accessible(page)


def test_your_games_say_how_they_stand(visit: Visit) -> None:
    """The list has whose turn it is and the points; a game that is gone says so, and isn't listed again."""
    path = room(visit.context, "small_star_empires", ["human", "greedy"], fields={"map": "duel"})
    page = visit.tab(path)
    Table(page).play(turns=1)
    page.evaluate(
        'localStorage.setItem("games", localStorage.getItem("games").replace("]", `,{"id":"gone","title":"Old"}]`))'
    )
    page.goto("/")
    games = page.locator("#recent").get_by_role("listitem")
    expect(games.first).to_contain_text("Your turn (move 3).")
    expect(games.first).to_contain_text(re.compile(r"A\s*\d+\s*B\s*\d+"))
    expect(games.nth(1)).to_contain_text("no such game")
    assert [line.split()[0] for line in visit.watch.refusals()] == ["404"]
    page.reload()
    expect(games).to_have_count(1)


@pytest.mark.parametrize(
    "size", [pytest.param((1440, 900), id="desk", marks=pytest.mark.nightly), pytest.param((390, 844), id="phone")]
)
def test_your_games_are_in_sight(visits: Callable[..., Visit], size: tuple[int, int]) -> None:
    """Three of them above the form, whose beginning is in sight, too; the others when they are asked for."""
    visit = visits(viewport={"width": size[0], "height": size[1]})
    page = visit.tab()
    expect(page.locator("#preview svg")).to_be_visible()
    expect(page.get_by_role("region", name="Your games")).to_be_hidden()
    for _ in range(5):
        page.goto(room(visit.context, "small_star_empires", ["human", "greedy"], fields={"map": "duel"}))
        expect(page.locator("#board svg")).to_be_visible()
    page.goto("/")
    expect(page.locator("#preview svg")).to_be_visible()
    games = page.locator("#recent").get_by_role("listitem")
    expect(games).to_have_count(3)
    expect(games.first).to_contain_text("Your turn (move 1).")
    assert page.evaluate("scrollY") == 0
    expect(games.first).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("radio", name="Small Star Empires")).to_be_in_viewport(ratio=1)
    assert_accessible(page)
    page.get_by_role("button", name="All 5").press("Enter")
    expect(games).to_have_count(5)
    expect(games.nth(3).get_by_role("link")).to_be_focused()
    expect(games.last).to_contain_text("Your turn (move 1).")


def test_a_browser_that_keeps_nothing(visit: Visit) -> None:
    """Neither the theme nor a list of games is kept, and all works."""
    visit.context.add_init_script(BLOCKED)
    page = visit.tab()
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("button", name="Light")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    Table(page).play(turns=1)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="desk", marks=pytest.mark.nightly),
        pytest.param({**PHONE, "viewport": {"width": 390, "height": 844}}, id="phone"),
    ],
)
def test_each_page_has_the_name_and_a_way_to_a_new_game(visits: Callable[..., Visit], options: dict[str, Any]) -> None:
    """Also where a person has a seat, and the bar the switch of the sound; the form itself has no such button."""
    visit = visits(**options)
    shared = room(visit.context, "small_star_empires", ["human", "greedy"], fields={"map": "duel"})
    game_request = {"game": "small_star_empires", "players": ["human", "greedy"], "seats": "own"}
    own = f"/g/{post(visit.context, '/api/rooms', game_request)['id']}"
    page = visit.tab()
    bar = page.get_by_role("banner")
    expect(page).to_have_title("Star Empires")
    expect(bar.get_by_role("link", name="Star Empires")).to_be_visible()
    expect(page.locator("#preview svg")).to_be_visible()
    expect(bar.get_by_role("link", name="New game")).to_be_hidden()
    ways = {
        shared: "#board svg",
        own: "#board svg",
        "/rules/small_star_empires": "#E2\\.1",
        "/learn/small_star_empires": "#board svg",
        "/edit?game=small_star_empires": "#editor [data-place]",
    }
    for path, seen in ways.items():
        page.goto(path)
        expect(page.locator(seen).first).to_be_visible()
        expect(bar.get_by_role("link", name="Star Empires")).to_have_attribute("href", "/")
        expect(bar.get_by_role("link", name="New game")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert_accessible(page)
    bar.get_by_role("link", name="New game").click()
    expect(page.locator("#preview svg")).to_be_visible()


def test_addresses_that_lead_nowhere(visit: Visit) -> None:
    """One that was cut in the middle of a letter, and one that there isn't: a page of words, and a way on."""
    page = visit.tab("/g/%E0%A4%A")
    expect(page.get_by_role("heading", name="This game is gone")).to_be_visible()
    page.goto("/nothing")
    expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("heading", name="New game", exact=True)).to_be_visible()
    assert {line.split()[0] for line in visit.watch.refusals()} == {"404"}


@pytest.mark.nightly
def test_what_is_said_of_a_lost_server_goes_when_it_is_back(visits: Callable[..., Visit], tmp_path: Path) -> None:
    """In a game where a choice couldn't be told, and on the form where a game couldn't be opened."""
    with Server(tmp_path / "games") as server:
        visit = visits(to=server)
        visit.watch.may_lose_server = True
        form = visit.tab()
        expect(form.locator("#preview svg")).to_be_visible()
        page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "duel"}))
        table = Table(page)
        table.await_turn()
        action = table.legal()[0]
        server.stop()
        expect(page.get_by_text("The server is lost")).to_be_visible()
        for step in action["steps"]:
            table.choose(step)
        expect(table.refusal).to_contain_text("can't be reached")
        form.get_by_role("button", name="Start the game").click()
        expect(form.get_by_role("alert").filter(has_text="can't be reached")).to_be_visible()
        server.start()
        expect(page.get_by_text("The server is lost")).to_be_hidden()
        expect(table.refusal).to_be_hidden()
        table.take(action)
        expect(form.get_by_text("can't be reached")).to_have_count(0)
