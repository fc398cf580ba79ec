"""The time from a click to the new picture, in a real browser, people against people.

``python -m tests.web_browser.clicks`` plays games on three maps by clicks, and prints a row for each. The clock is that
of the page: it starts at the click on the piece, the last choice of a move, and stops when the new picture stands in
the document, and again when the browser is about to paint it.
"""

from __future__ import annotations

import os
from statistics import median, quantiles
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.web_browser import chromium
from tests.web_browser.people import Table
from tests.web_browser.preparing import room
from tests.web_browser.serving import Server
from tests.web_browser.visits import Visit

MAPS: Final = {"duel": 2, "base-2p-balanced": 2, "everything-4p": 4}
"""The players of each map."""

CLICKS: Final = 40

WATCH: Final = """() => {
    let begun = 0;
    window.times = [];
    document.addEventListener("click", event => { begun = event.timeStamp; }, {capture: true});
    const seen = picture => picture?.querySelector("title")?.textContent;
    let last = seen(document.querySelector("#board svg"));
    new MutationObserver(() => {
        const now = seen(document.querySelector("#board svg"));
        if (now === undefined || now === last) return;
        last = now;
        const drawn = performance.now() - begun;
        requestAnimationFrame(() => window.times.push([drawn, performance.now() - begun]));
    }).observe(document.getElementById("board"), {childList: true});
}"""


class Times(NamedTuple):
    """Milliseconds of each click on one map."""

    drawn: list[float]
    painted: list[float]


def timed(page: Page, clicks: int) -> Times:
    """Play so many actions by clicks, and return how long each picture took."""
    table = Table(page)
    expect(page.locator("#board svg")).to_be_visible()
    table.await_turn()
    page.evaluate(WATCH)
    table.play(turns=clicks)
    times = page.evaluate("window.times")
    return Times([drawn for drawn, _ in times], [painted for _, painted in times])


def measured(browser: Browser, url: str, name: str) -> Times:
    """Play on a map until there are `CLICKS` times."""
    found = Times([], [])
    while len(found.drawn) < CLICKS:
        visit = Visit(browser, url, reduced_motion="no-preference")
        players = ["human"] * MAPS[name]
        page = visit.tab(room(visit.context, "small_star_empires", players, fields={"map": name}))
        drawn, painted = timed(page, CLICKS - len(found.drawn))
        found.drawn.extend(drawn)
        found.painted.extend(painted)
        visit.close()
        visit.watch.check()
    return found


def main() -> None:
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), chromium_sandbox=False)
        print("map                 clicks  drawn: median   95 %   painted: median   95 %   in milliseconds")
        for name in MAPS:
            drawn, painted = measured(browser, server.url, name)
            rows = [(median(times), quantiles(times, n=20)[-1]) for times in (drawn, painted)]
            (a, b), (c, d) = rows
            print(f"{name:18} {len(drawn):7} {a:14.0f} {b:6.0f} {c:17.0f} {d:6.0f}")
        browser.close()
    print(f"load of the machine over the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
