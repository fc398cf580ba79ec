"""Two games and two tabs side by side: each tab sees the moves of its own game, at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room
from tests.web_browser.visits import Visit

# Left to the night: other tests in a browser take the same ways, once each.
pytestmark = pytest.mark.nightly

FIELDS = {"map": "duel"}


def test_two_games_and_two_tabs(visits: Callable[..., Visit]) -> None:
    """The second tab of a game is that of another person, in another browser."""
    here, there = visits(), visits()
    first = room(here.context, "small_star_empires", ["human", "human"], fields=FIELDS)
    second = room(here.context, "small_star_empires", ["human", "human"], fields=FIELDS)
    mine, yours = Table(here.tab(first)), Table(there.tab(first))
    other, others = Table(here.tab(second)), Table(there.tab(second))
    for table in (mine, yours, other, others):
        table.expect_ply(0)
    mine.play(turns=1)
    yours.expect_ply(1)
    yours.play(turns=1)
    mine.expect_ply(2)
    others.play(turns=3)
    other.expect_ply(3)
    mine.button("Undo").click()
    yours.expect_ply(1)
    for table, plies in ((mine, 1), (yours, 1), (other, 3), (others, 3)):
        table.expect_ply(plies)
        expect(table.moves).to_have_count(plies)


def test_a_tab_that_looks_back_stays_there(visits: Callable[..., Visit]) -> None:
    here, there = visits(), visits()
    path = room(here.context, "small_star_empires", ["human", "human"], fields=FIELDS)
    mine, yours = Table(here.tab(path)), Table(there.tab(path))
    mine.play(turns=2)
    yours.expect_ply(2)
    yours.button("One back").click()
    yours.expect_ply(1, 2)
    mine.play(turns=1)
    yours.expect_ply(1, 3)
    yours.button("Last position").click()
    yours.expect_ply(3)


def test_two_tabs_act_at_once(visits: Callable[..., Visit]) -> None:
    """The tab that comes too late is told, and shows what was played."""
    here, there = visits(), visits()
    path = room(here.context, "small_star_empires", ["human", "human"], fields=FIELDS)
    mine, yours = Table(here.tab(path)), Table(there.tab(path))
    yours.expect_ply(0)
    late = yours.legal()[0]
    # The news of the first tab's move is held back, as on a slow line.
    there.watch.may_lose_server = True
    yours.page.route("**/events", lambda route: route.abort("aborted"))
    yours.page.reload()
    yours.expect_ply(0)
    mine.play(turns=1)
    for step in late["steps"]:
        yours.choose(step)
    expect(yours.refusal).not_to_be_empty()
    yours.expect_ply(1)
    assert [line.split()[0] for line in there.watch.refusals()] == ["409"]


def hide(page: Page, is_hidden: bool) -> None:
    """Tell a tab that nobody sees it, or that somebody does: headless, all tabs count as seen."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_many_tabs_of_one_browser(visit: Visit) -> None:
    """A browser has six connections to a server. Tabs that nobody sees hold none, and look again when they are seen."""
    path = room(visit.context, "small_star_empires", ["human", "human"], fields=FIELDS)
    tables = list[Table]()
    for _ in range(8):
        tables.append(Table(visit.tab(path)))
        tables[-1].expect_ply(0)
        hide(tables[-1].page, True)
    hide(tables[-1].page, False)
    tables[-1].play(turns=1)
    tables[0].expect_ply(0)
    hide(tables[0].page, False)
    tables[0].expect_ply(1)
    tables[-1].play(turns=1)
    tables[0].expect_ply(2)


def test_a_tab_gets_the_moves_that_it_lacks(visits: Callable[..., Visit]) -> None:
    """Its list is that of a tab that is opened now, where others took moves back and made others meanwhile."""
    here, there = visits(), visits()
    path = room(here.context, "small_star_empires", ["human", "human"], fields=FIELDS)
    mine, yours = Table(here.tab(path)), Table(there.tab(path))
    mine.play(turns=4)
    yours.expect_ply(4)
    hide(yours.page, True)
    for ply in (3, 2):
        mine.button("Undo").click()
        mine.expect_ply(ply)
    mine.play(turns=3, pick=5)
    mine.expect_ply(5)
    with yours.page.expect_response(lambda answer: "known=" in answer.url) as asked:
        hide(yours.page, False)
    yours.expect_ply(5)
    answer = asked.value.json()
    assert (answer["moves_from"], len(answer["moves"])) == (2, 3)
    with mine.page.expect_response(lambda answer: answer.url.endswith("/act")) as asked:
        mine.play(turns=1)
    answer = asked.value.json()
    assert (answer["moves_from"], len(answer["moves"])) == (5, 1)
    yours.expect_ply(6)
    opened = Table(there.tab(path))
    opened.expect_ply(6)
    for table in (mine, yours):
        current = table.page.locator("#moves [aria-current]")
        expect(table.moves).to_have_text(opened.moves.all_text_contents())
        expect(current).to_have_text(opened.moves.last.text_content() or "")
        table.moves.nth(3).click()
        table.expect_ply(4, 6)
        expect(current).to_have_text(opened.moves.nth(3).text_content() or "")
