"""Looks of the page: refusals, tolls and jumps, light and dark, with motion and without."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Choice, Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse

# Left to the night: other tests in a browser take the same ways, once each.
pytestmark = pytest.mark.nightly

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
    assert len(visit.watch.refusals()) == 1
    page.get_by_label("An action in notation").fill("fly me to the moon")
    page.keyboard.press("Enter")
    expect(table.refusal).not_to_have_text(CLAUSE)
    expect(table.refusal).not_to_be_empty()
    assert [line.split()[0] for line in visit.watch.refusals()] == ["400"]
    table.expect_ply(0)


def test_a_clause_opens_its_words(visit: Visit) -> None:
    """The clause of a refusal is a button; the words of the rules open over the game, and Escape closes them."""
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "duel"}))
    table = Table(page)
    table.await_turn()
    table.place("c4").click()
    table.refusal.get_by_role("button", name="E2.1").click()
    words = page.get_by_role("dialog")
    expect(words.get_by_role("heading")).to_have_text("E2.1")
    expect(words).to_contain_text("turn")
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
    expect(table.refusal).to_contain_text("no ship at c4")


def test_targets_have_their_tolls_and_jumps(visit: Visit) -> None:
    """The notes of the targets stand on the board for each, and in words beside it."""
    fields = {"map": "everything-2p", "rule": ["open_borders=yes"]}
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields=fields))
    table = Table(page)
    table.await_turn()
    noted: list[Choice] = []
    for _ in range(40):
        noted = [a for a in table.legal() if any(step["words"].startswith("jump") for step in a["steps"])]
        if noted:
            break
        table.take(table.legal()[0])
        table.await_turn()
    ship, target, *_ = noted[0]["steps"]
    table.choose(ship)
    place = table.board.locator(f'[data-place="{target["key"]}"]')
    expect(place).to_have_attribute("aria-label", re.compile(re.escape(target["note"])))
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
                """() => {
                    const picture = document.querySelector("#board svg rect, #board svg polygon");
                    const colours = [getComputedStyle(document.body).backgroundColor, getComputedStyle(picture).fill];
                    const parts = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
                    return colours.map(colour => parts(colour).reduce((sum, part) => sum + part, 0) < 384);
                }"""
            )
        )

    dark = scheme == "dark"
    assert is_dark() == [dark, dark]
    # The switch names the other theme.
    with page.expect_response(re.compile(r"/api/rooms/[\w-]+\?.*theme=")):
        page.get_by_role("button", name="Light" if dark else "Dark", exact=True).click()
    expect(page.get_by_role("button", name="Dark" if dark else "Light", exact=True)).to_be_visible()
    page.reload()
    table.await_turn()
    assert is_dark() == [not dark, not dark]


def expect_motion(page: Page, *kinds: str) -> None:
    """Wait until these motions were begun since `watch_motion`, in this order."""
    expect(page.locator("html")).to_have_attribute("data-begun", " ".join(kinds))


def watch_motion(page: Page) -> None:
    """Write down in the page which motions begin: the flight of a ship, or the turn of a tile."""
    page.evaluate(
        """() => {
            const {dataset} = document.documentElement;
            const animate = Element.prototype.animate;
            dataset.begun = "";
            Element.prototype.animate = function (frames, ...words) {
                const turns = String(frames[0].transform).startsWith("scaleX");
                const kind = this.matches(".flying") ? "flight" : turns ? "turn" : "";
                dataset.begun = `${dataset.begun} ${kind}`.trim();
                return animate.call(this, frames, ...words);
            };
        }"""
    )


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_ships_fly_and_tiles_turn_over_unless_motion_is_reduced(visits: Callable[..., Visit], motion: str) -> None:
    visit = visits(reduced_motion=motion)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "unexplored-2p"}))
    table = Table(page)
    table.await_turn()
    watch_motion(page)
    table.take(next(action for action in table.legal() if "explore" in action["steps"][-1]["words"]))
    table.await_turn()
    expect_motion(page, *(["flight", "turn"] if motion == "no-preference" else []))
    # What flies lands, and nothing that flew stays in the picture.
    expect(page.locator("#board .flying")).to_have_count(0)
    expect(table.board.locator("title", has_text=re.compile("Move [2-9]"))).to_have_count(1)


def test_a_click_ends_the_motion(visits: Callable[..., Visit]) -> None:
    """Nobody waits for what flies: the next choice can be made at once."""
    visit = visits(reduced_motion="no-preference")
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "greedy"], fields={"map": "duel"}))
    table = Table(page)
    table.play(turns=4)
    table.expect_ply(8)
    expect(table.board).to_have_accessible_name(re.compile(r"(After 8 moves|Move 9\b)"))


def test_the_last_move_is_marked(visit: Visit) -> None:
    text = text_of(sse.new_game(sse.maps()["duel"]), 5)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], text=text))
    table = Table(page)
    table.await_turn()
    move = table.shown()["moves"][-1]["text"]
    origin, target = move.partition("=")[0].split("-")
    expect(page.locator(f'#board [data-from="{origin}"][data-to="{target}"]')).to_have_count(1)
