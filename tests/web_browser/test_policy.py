"""The page's policy: nothing from elsewhere, no script but its own, and markup in texts stays text.

Every other test fails, too, where the browser tells of a violation, or where a request goes to another origin.
"""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room
from tests.web_browser.visits import Visit


def test_the_policy_is_strict(visit: Visit) -> None:
    page = visit.context.new_page()
    for path in ("/", room(visit.context, "small_star_empires", ["human", "human"])):
        answer = page.goto(path)
        # A page that is left while it loads breaks its own requests off.
        page.wait_for_load_state("load")
        expect(page.locator("#preview svg, #board svg")).to_be_visible()
        assert answer is not None
        policy = answer.header_value("content-security-policy") or ""
        rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";") if rule.strip()}
        assert rules["default-src"] in (["'none'"], ["'self'"])
        assert "'unsafe-inline'" not in policy
        assert "'unsafe-eval'" not in policy
        assert "*" not in policy
        assert rules["frame-ancestors"] == ["'none'"]
        assert rules["base-uri"] == ["'none'"]
        assert rules["form-action"] in (["'self'"], ["'none'"])
        assert answer.header_value("x-content-type-options") == "nosniff"
        assert answer.header_value("referrer-policy") in ("no-referrer", "same-origin")


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


def test_another_site_can_change_nothing(visit: Visit) -> None:
    """A page of another origin can neither make a room nor move in one, and can't show ours in a frame."""
    path = room(visit.context, "small_star_empires", ["human", "human"])
    api = path.replace("/g/", "/api/rooms/")
    page = visit.tab(path)
    table = Table(page)
    table.await_turn()
    action = table.legal()[0]
    for headers in ({"Origin": "https://elsewhere.invalid"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = visit.context.request.post(
            f"{api}/act", data={"version": 0, "seat": 0, "id": action["id"]}, headers=headers
        )
        assert answer.status == 403, headers
    table.expect_ply(0)
    assert table.shown()["ply"] == 0
