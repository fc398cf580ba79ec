"""The page in another language than English, from the first screen to a move, and the dialog that chooses one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.web.test_languages import NAMES, WORDS, words_in
from tests.web.test_messages import FILLED, sentences
from tests.web_browser.people import Table
from tests.web_browser.visits import Visit

import sse_core as sse

SEEN: Final = """() => {
    const found = [];
    for (const element of document.querySelectorAll("body *:not(noscript)")) {
        if (element.closest("[lang]").lang === "en" || !element.checkVisibility()) continue;
        found.push(...["aria-label", "title", "placeholder"].map(name => element.getAttribute(name)));
        found.push(...[...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data));
    }
    return found.filter(Boolean).map(words => words.trim());
}"""
"""What a person reads and hears of the page, but for what says of itself that it is English: what games say."""

SAID: Final = """import("/static/messages.js").then(({say, inDigits, listed}) =>
    [say("rules.found", {count: 1}), say("rules.found", {count: 12345}), inDigits(0.5, 1), listed(["A", "B", "C"])])"""
"""How numbers and lists are written: they decide about the words beside them."""


def foreign(language: str) -> list[re.Pattern[str]]:
    """The sentences of English with two words or more in a row that another language says otherwise."""
    other = sentences(language)
    words = [FILLED.sub("\0", english) for key, english in sentences("en").items() if english != other[key]]
    return [re.compile(re.escape(each).replace("\0", ".+")) for each in words if re.search(r"\w\w+ \w\w", each)]


def assert_none_seen(page: Page, foreign: list[re.Pattern[str]]) -> None:
    seen = page.evaluate(SEEN)
    assert len(seen) > 20
    assert [words for words in seen if any(pattern.fullmatch(words) for pattern in foreign)] == []


def test_the_page_speaks_the_language_of_the_browser_until_another_is_chosen(visits: Callable[..., Visit]) -> None:
    english = foreign("de")
    page = visits(locale="de-DE").tab()
    expect(page.locator("#preview svg")).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert_none_seen(page, english)
    page.get_by_label("Spieler auf Platz B").select_option("human")
    page.get_by_text("Eigenes zeichnen oder einfügen").click()
    assert_none_seen(page, english)
    page.get_by_role("button", name="Partie beginnen").click()
    table = Table(page)
    expect(page.get_by_role("heading", name="Welches deiner Raumschiffe zieht?")).to_be_visible()
    table.choose(table.legal("?lang=de")[0]["steps"][0])
    expect(page.get_by_role("button", name="Schritt zurück")).to_be_visible()
    assert_none_seen(page, english)
    page.get_by_role("button", name="Tasten").click()
    expect(page.get_by_role("dialog", name="Tastatur")).to_be_visible()
    assert_none_seen(page, english)
    page.get_by_role("button", name="Schließen").click()
    assert page.evaluate(SAID) == [
        "1 Absatz mit diesen Wörtern",
        "12.345 Absätze mit diesen Wörtern",
        "0,5",
        "A, B und C",
    ]

    page.get_by_role("button", name="Deutsch").click()
    chosen = page.get_by_role("dialog", name="Sprache").get_by_role("combobox")
    assert_none_seen(page, english)
    chosen.select_option("English")
    expect(page.get_by_role("heading", name="Which of your ships moves?")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/edit")
    expect(page.get_by_role("heading", name="What a click does")).to_be_visible()
    expect(page.locator("#editor [data-place]").first).to_be_visible()
    page.get_by_role("button", name="English").click()
    page.get_by_role("dialog", name="Language").get_by_role("combobox").select_option("as the browser says")
    expect(page.get_by_role("heading", name="Was ein Klick tut")).to_be_visible()
    expect(page.locator("#editor [data-place]").first).to_be_visible()
    assert_none_seen(page, english)


# --- what the server says


def of_the_server(table: Table) -> set[str]:
    """The sentences of what a game shows in English that German says otherwise."""
    german = {*words_in(table.shown("?lang=de"))}
    return {words for words in words_in(table.shown()) if WORDS.search(NAMES.sub("", words))} - german


def check_german(table: Table, english: list[re.Pattern[str]]) -> None:
    assert_none_seen(table.page, english)
    assert {*table.page.evaluate(SEEN)} & of_the_server(table) == set()


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_game_is_played_in_german(visits: Callable[..., Visit], name: str) -> None:
    """Moves, one that the rules refuse, a hint, and a resignation."""
    game, english = sse.GAMES[name], foreign("de")
    visit = visits(locale="de-DE")
    players = ["human", "greedy"][: game.INFO.most_players]
    room = visit.context.request.post("/api/rooms", data={"game": name, "players": players, "seed": 3}).json()
    page = visit.tab(f"/g/{room['id']}")
    table, ply, hint = Table(page), page.locator("#ply-words"), page.get_by_role("button", name="Tipp", exact=True)
    for _ in range(2):
        expect(hint).to_be_enabled()
        check_german(table, english)
        before = ply.inner_text()
        for step in table.legal("?lang=de")[0]["steps"]:
            table.choose(step)
            check_german(table, english)
        expect(ply).not_to_have_text(before)
    expect(hint).to_be_enabled()
    now = table.shown()
    state = game.parse_state(page.request.get(f"/api/rooms/{room['id']}/position").text().strip())
    illegal = next(each for each in state.actions if state.why_not(each, now["person"]))
    page.get_by_label("Eine Aktion in Notation").fill(game.format_action(illegal, state))
    page.keyboard.press("Enter")
    expect(table.refusal).to_be_visible()
    assert len(visit.watch.refusals()) == 1
    body = {"seat": now["person"], "text": game.format_action(illegal, state)}
    reason = page.request.post(f"/api/rooms/{room['id']}/why", data=body).json()["reason"]
    expect(table.refusal).not_to_contain_text(reason.partition(" (")[0])
    hint.click()
    expect(page.locator("#hint-line")).to_contain_text("Spielen")
    check_german(table, english)
    page.get_by_role("button", name="Aufgeben", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben", exact=True).click()
    expect(table.result).to_contain_text(" gibt nach ")
    check_german(table, english)
