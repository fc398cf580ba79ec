"""The page in another language than English, from the first screen to a move, and the dialog that chooses one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, expect
from tests.web.test_messages import FILLED, sentences
from tests.web_browser.people import Table
from tests.web_browser.visits import Visit

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
    table.choose(table.legal()[0]["steps"][0])
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
