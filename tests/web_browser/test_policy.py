"""The page's policy: nothing from elsewhere, no script but its own, and markup in texts stays text.

Every other test fails, too, where the browser tells of a violation, or where a request goes to another origin. What the
policy says, and that another site can change nothing, is asked of the server itself, in `tests/web/test_door.py`.
"""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room
from tests.web_browser.visits import Visit


def test_the_policy_is_kept(visit: Visit) -> None:
    """The browser itself refuses a script that stands in the page, a style, and a picture from elsewhere."""
    page = visit.tab()
    page.evaluate(
        """() => {
            window.broken = [];
            document.addEventListener("securitypolicyviolation", event => window.broken.push(event.effectiveDirective));
            const script = document.createElement("script");
            script.textContent = "window.hacked = true";
            const style = document.createElement("style");
            style.textContent = "body { display: none }";
            const picture = document.createElement("img");
            picture.src = "https://elsewhere.invalid/picture.png";
            document.body.append(script, style, picture);
        }"""
    )
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    broken = page.evaluate("() => new Promise(done => setTimeout(() => done(window.broken.sort()), 0))")
    assert broken == ["img-src", "script-src-elem", "style-src-elem"]
    assert page.evaluate("window.hacked === undefined")
    assert len(visit.watch.forget_violations()) >= 3


def test_markup_in_a_text_stays_text(visit: Visit) -> None:
    note = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    text = f"note: {note}\nships: 1\n\nA 1 r 2 B"
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], text=text))
    Table(page).await_turn()
    expect(page.locator("#main script, #main img[src=x]")).to_have_count(0)
