"""Findings of axe-core: nothing serious or critical in any state of the page, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.web_browser.axe import OPTIONS, serious_words
from tests.web_browser.people import Table, words_of
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse

light = pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.nightly)])
"""Both have the same elements: what differs are colours, which a whole game has all of."""

# Other files ask the same of what they lead to: a clause, a cover, a phone, turns of other games, dialogs, the editor.


def assert_accessible(page: Page) -> None:
    """Assert that axe-core finds nothing serious: what it finds is listed with the elements."""
    found = serious_words(Axe().run(page, options=OPTIONS).response["violations"])
    assert not found, found


@pytest.fixture
def lit(visits: Callable[..., Visit], theme: str) -> Visit:
    return visits(color_scheme=theme)


@light
def test_a_new_game(lit: Visit) -> None:
    page = lit.tab()
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_text("Draw or paste your own").click()
    assert_accessible(page)
    page.get_by_label("Text of a map, a position or a record").fill("no map")
    expect(page.get_by_role("alert").filter(visible=True)).not_to_have_count(0)
    assert_accessible(page)
    lit.watch.refusals()
    for game in ("Jump Wars", "Micro Space Empire"):
        page.get_by_role("button", name="Clear").click()
        page.get_by_role("radio", name=game).check()
        expect(page.locator("#preview svg")).to_be_visible()
        assert_accessible(page)


@light
def test_a_game_from_its_middle_to_its_end(lit: Visit) -> None:
    """In mid-game, with a ship and a target chosen, with the analysis open, with a refusal, and at the end."""
    text = text_of(sse.new_game(sse.maps()["duel"]), 6)
    page = lit.tab(room(lit.context, "small_star_empires", ["human", "human"], text=text))
    table = Table(page)
    table.await_turn()
    assert_accessible(page)
    ship, target, _ = table.legal()[0]["steps"]
    table.choose(ship)
    table.choose(target)
    assert_accessible(page)
    page.keyboard.press("Escape")
    table.button("Analyse").click()
    expect(page.get_by_role("region", name="Analysis").get_by_role("listitem").first).to_be_visible()
    table.button("Stop").click()
    assert_accessible(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    assert_accessible(page)
    page.goto(
        room(lit.context, "small_star_empires", ["human", "human"], text=text_of(sse.new_game(sse.maps()["duel"])))
    )
    expect(table.result).to_be_visible()
    table.button("Review").click()
    expect(page.locator("#graph svg")).to_be_visible()
    assert_accessible(page)


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["dark"])
@pytest.mark.parametrize("game", ["jump_wars", "micro_space_empire"])
def test_other_games(lit: Visit, game: str) -> None:
    players = ["human", "greedy"] if game == "jump_wars" else ["human"]
    page = lit.tab(room(lit.context, game, players))
    table = Table(page)
    table.play(turns=3)
    assert_accessible(page)


# --- what axe-core can't see


def test_each_place_has_a_name_of_its_own(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "greedy"], fields={"map": "everything-2p"}))
    table = Table(page)
    table.await_turn()
    board = sse.maps()["everything-2p"]
    names = [place.get_attribute("aria-label") or "" for place in table.board.get_by_role("button").all()]
    assert sorted(name.partition(":")[0] for name in names) == sorted(board.cell_names)
    assert len({*names}) == len(names)
    expect(table.board).to_have_accessible_name(words_of("^Small Star Empires for 2 players. Move 1: A to act"))


def test_moves_are_announced(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "greedy"], fields={"map": "duel"}))
    table = Table(page)
    table.await_turn()
    action = table.legal()[0]
    table.take(action)
    live = page.get_by_role("status").filter(has_text="A flew from a1 to a2")
    expect(live).to_be_attached()
    table.await_turn()
    answer = table.shown()["moves"][1]
    expect(page.get_by_role("status").filter(has_text=answer["told"])).to_be_attached()


def focus_rings(page: Page, times: int) -> Iterator[tuple[str, bool]]:
    """Press Tab so often; yield what has the focus, and whether it shows."""
    for _ in range(times):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => {
                const focused = document.activeElement;
                const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(focused);
                const ring = focused.closest("svg")?.querySelector(".is-focus-mark");
                const line = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
                const name = focused === document.body ? "BODY" : focused.id || focused.outerHTML.slice(0, 80);
                return [name, Boolean(line || boxShadow !== "none" || ring)];
            }"""
        )
        # After the last control, the focus leaves the page for the browser.
        if found[0] != "BODY":
            yield found[0], found[1]


def test_the_focus_is_always_in_sight(visit: Visit) -> None:
    page = visit.tab()
    expect(page.locator("#preview svg")).to_be_visible()
    assert [name for name, shows in focus_rings(page, 30) if not shows] == []
    page.goto(room(visit.context, "small_star_empires", ["human", "greedy"], fields={"map": "duel"}))
    Table(page).await_turn()
    assert [name for name, shows in focus_rings(page, 30) if not shows] == []
