"""What a person sees: why a choice is refused, tolls and jumps, light and dark, motion and none."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse

CLAUSE = re.compile(r"\(E\d+(\.\d+)?\)")


def test_why_a_choice_is_refused(visit: Visit) -> None:
    """By a click on a place that is no ship of ours, on one where a ship can't go, and by a text."""
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "duel"}))
    table = Table(page)
    table.await_turn()
    table.place("c4").click()
    expect(table.refusal).to_have_text(re.compile(r"no ship at c4.*\(E2\.1\)"))
    table.place("a1").click()
    table.place("e3").click()
    expect(table.refusal).to_contain_text("e3")
    expect(table.refusal).to_have_text(CLAUSE)
    expect(page.locator("#live")).to_contain_text("e3")
    expect(table.place("a1")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("/")
    page.keyboard.type("a1-e3=C")
    page.keyboard.press("Enter")
    expect(table.refusal).to_have_text(CLAUSE)
    assert [line.split()[0] for line in visit.watch.refusals()] == ["409"]
    page.get_by_label("An action in notation").fill("fly me to the moon")
    page.keyboard.press("Enter")
    expect(table.refusal).not_to_have_text(CLAUSE)
    expect(table.refusal).not_to_be_empty()
    assert [line.split()[0] for line in visit.watch.refusals()] == ["400"]
    table.expect_ply(0)


def test_targets_have_their_tolls_and_jumps(visit: Visit) -> None:
    """The notes of the targets stand on the board for each, and in words beside it."""
    fields = {"map": "everything-2p", "rule": ["open_borders=yes"]}
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields=fields))
    table = Table(page)
    table.await_turn()
    for _ in range(40):
        noted = [a for a in table.legal() if "jump" in a["steps"][1]["words"]]
        if noted:
            break
        table.take(table.legal()[0])
        table.await_turn()
    ship, target, *_ = noted[0]["steps"]
    table.choose(ship)
    place = table.board.locator(f'[data-place="{target["key"]}"]')
    expect(place).to_have_attribute("aria-label", re.compile(re.escape(f"{target['words']}, {target['note']}")))
    place.hover()
    expect(page.locator("#pointed")).to_contain_text(target["note"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(visits: Callable[..., Visit], scheme: str) -> None:
    """The page and the picture follow the browser; the switch turns both, and a reload keeps it."""
    visit = visits(color_scheme=scheme)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "duel"}))
    table = Table(page)
    table.await_turn()

    def is_dark() -> list[bool]:
        return list(
            page.evaluate(
                """() => [getComputedStyle(document.body).backgroundColor,
                          getComputedStyle(document.querySelector("#board svg rect, #board svg polygon")).fill]
                    .map(colour => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) < 384)"""
            )
        )

    dark = scheme == "dark"
    assert is_dark() == [dark, dark]
    switch = page.get_by_role("button", name="Dark", exact=True)
    expect(switch).to_have_attribute("aria-pressed", str(dark).lower())
    with page.expect_response(re.compile(r"/api/rooms/\w+\?.*theme=")):
        switch.click()
    expect(switch).to_have_attribute("aria-pressed", str(not dark).lower())
    page.reload()
    table.await_turn()
    assert is_dark() == [not dark, not dark]


def flights(page: Page) -> int:
    """Count the animations of parts of the picture that were begun since `watch_flights`."""
    return int(page.evaluate("window.begun"))


def watch_flights(page: Page) -> None:
    page.evaluate(
        """() => {
            window.begun = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...words) {
                if (this instanceof SVGElement) window.begun += 1;
                return animate.apply(this, words);
            };
        }"""
    )


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_ships_fly_unless_motion_is_reduced(visits: Callable[..., Visit], motion: str) -> None:
    visit = visits(reduced_motion=motion)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "duel"}))
    table = Table(page)
    table.await_turn()
    watch_flights(page)
    table.play(turns=1)
    table.expect_ply(1)
    assert (flights(page) > 0) == (motion == "no-preference")
    # What flies lands: nothing that flew stays in the picture.
    expect(page.locator("#board .flying")).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_tiles_turn_over_unless_motion_is_reduced(visits: Callable[..., Visit], motion: str) -> None:
    visit = visits(reduced_motion=motion)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "unexplored-2p"}))
    table = Table(page)
    table.await_turn()
    action = next(action for action in table.legal() if "explore" in action["steps"][-1]["words"])
    watch_flights(page)
    table.take(action)
    table.await_turn()
    assert (flights(page) > 2) == (motion == "no-preference")
    expect(page.locator("#board .turning")).to_have_count(0)


def test_the_last_move_is_marked(visit: Visit) -> None:
    text = text_of(sse.new_game(sse.maps()["duel"]), 5)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], text=text))
    table = Table(page)
    table.await_turn()
    move = table.shown()["moves"][-1]["text"]
    origin, target = move.partition("=")[0].split("-")
    expect(page.locator(f'#board [data-from="{origin}"][data-to="{target}"]')).to_have_count(1)
