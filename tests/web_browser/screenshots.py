"""Pictures of the page, to be looked at: every kind of board and state, in light, in dark and on a phone.

``python -m tests.web_browser.screenshots`` writes them into build/screenshots, and `make screenshots` calls it. Words
after it choose looks, such as ``phone``, and the scenes whose names hold one of the other words.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect, sync_playwright
from tests.web_browser import chromium
from tests.web_browser.people import Table, words_of
from tests.web_browser.preparing import post, room, text_of
from tests.web_browser.serving import Server
from tests.web_browser.visits import PHONE, Visit

import sse_core as sse
from sse_core import empire_of_the_stars, jump_wars, micro_space_empire

FOLDER: Final = Path("build/screenshots")

LOOKS: Final[dict[str, dict[str, Any]]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"color_scheme": "dark", **PHONE},
    "phone-light": {"color_scheme": "light", **PHONE},
    "sideways": {"color_scheme": "light", **PHONE, "viewport": {"width": 740, "height": 360}},
}

Scene = Callable[[Visit], Page]


# --- setting up


def new_game(visit: Visit) -> Page:
    page = visit.tab()
    expect(page.locator("#preview svg")).to_have_count(1)
    return page


def _chosen(title: str) -> Scene:
    def scene(visit: Visit) -> Page:
        page = new_game(visit)
        page.get_by_role("radio", name=title).check()
        expect(page.locator("#preview svg > title", has_text=title)).to_have_count(1)
        return page

    return scene


def _pasted(text: str) -> Scene:
    def scene(visit: Visit) -> Page:
        page = new_game(visit)
        page.get_by_text("Draw or paste your own").click()
        with page.expect_response("**/api/draw"):
            page.get_by_label("Text of a map, a position or a record").fill(text)
        page.get_by_label("Text of a map, a position or a record").scroll_into_view_if_needed()
        return page

    return scene


def gone(visit: Visit) -> Page:
    page = visit.tab("/g/nosuchgame")
    expect(page.get_by_role("heading", name="This game is gone")).to_be_visible()
    return page


def _tour(game: str, stop: int) -> Scene:
    def scene(visit: Visit) -> Page:
        page = visit.tab(f"/learn/{game}#{stop}")
        expect(page.locator("#board svg")).to_be_visible()
        return page

    return scene


def rules(visit: Visit) -> Page:
    page = visit.tab("/rules/small_star_empires")
    page.get_by_label("Search the rules").fill("nebula points")
    expect(page.locator("#rules-found")).not_to_be_empty()
    return page


# --- games


def _game(game: str, players: list[str], *, text: str = "", **fields: Any) -> Callable[[Visit], Table]:
    def opened(visit: Visit) -> Table:
        table = Table(visit.tab(room(visit.context, game, players, seed=3, text=text, fields=fields)))
        cover = table.page.get_by_role("button", name=words_of("show my view"))
        expect(table.page.locator("#board svg").or_(cover)).to_be_visible()
        if cover.is_visible():
            cover.click()
        table.await_turn()
        return table

    return opened


def _shown(opened: Callable[[Visit], Table], *deeds: Callable[[Table], None]) -> Scene:
    def scene(visit: Visit) -> Page:
        table = opened(visit)
        for deed in deeds:
            deed(table)
        return table.page

    return scene


def _on(name: str, plies: int | None = None, players: int = 2, bot: str = "greedy") -> Callable[[Visit], Table]:
    """A game of people on a map that ships, after so many plies of bots, or at its end."""
    return _game(
        "small_star_empires", ["human"] * players, text=text_of(sse.new_game(sse.maps()[name]), plies, bot=bot)
    )


def choose(steps: int) -> Callable[[Table], None]:
    """Choose the first steps of an action: the one with the most to say."""

    def deed(table: Table) -> None:
        action = max(table.legal(), key=lambda action: sum(len(step["note"]) for step in action["steps"]))
        for step in action["steps"][:steps]:
            table.choose(step)

    return deed


def analyse(table: Table) -> None:
    table.button("Analyse").click()
    region = table.page.get_by_role("region", name="Analysis")
    expect(region.get_by_role("listitem").nth(1)).to_be_visible()
    region.scroll_into_view_if_needed()


def review(table: Table) -> None:
    """Review the whole game, and go to the position where it turned most."""
    table.button("Review").click()
    expect(table.button("Stop review")).to_be_visible()
    expect(table.button("Review")).to_be_visible(timeout=120_000)
    region = table.page.get_by_role("region", name="Review")
    turn = region.get_by_role("listitem").get_by_role("button")
    if turn.count():
        turn.first.click()
    region.scroll_into_view_if_needed()


def branch(table: Table) -> None:
    """Try another action two plies back, an answer, and another answer."""
    for words in ("One back", "One back"):
        table.button(words).click()
    last = int(table.ply.inner_text().split()[-1])
    table.expect_ply(last - 2, last)
    said = table.page.locator("#ply-words")
    tries = table.shown(f"?ply={last - 2}")["tries"]["legal"]
    first = next(each for each in tries if each["text"] != table.shown()["moves"][-2]["text"])
    for step in first["steps"]:
        table.choose(step)
    expect(said).to_contain_text("in a branch")
    letter = table.shown()["moves"][-2]["letter"]
    answers = table.shown(f"?ply={last - 2}&line={letter} {first['text']}")["tries"]["legal"]
    for step in answers[0]["steps"]:
        table.choose(step)
    expect(said).to_contain_text(f"{last} of {last}")
    table.button("One back").click()
    for step in answers[1]["steps"]:
        table.choose(step)
    expect(said).to_contain_text(f"{last} of {last}")
    table.page.get_by_role("heading", name="Score").scroll_into_view_if_needed()


def hint(table: Table) -> None:
    table.button("Hint").click()
    expect(table.page.locator("#hint-line")).to_contain_text("Hint:")


def step_back(table: Table) -> None:
    table.button("One back").click()
    expect(table.button("Play on from here")).to_be_visible()


def refused(table: Table) -> None:
    table.choose(table.legal()[0]["steps"][0])
    homes = table.board.get_by_role("button", name=words_of("homeworld of B"))
    homes.first.click()
    expect(table.refusal).not_to_be_empty()


def keys(table: Table) -> None:
    table.button("Keys").click()


def resign(table: Table) -> None:
    table.button("Resign").click()


def by_keyboard(table: Table) -> None:
    table.page.keyboard.press("b")
    table.page.keyboard.press("n")
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("n")


def campaign(visit: Visit) -> Page:
    """The second game of a campaign, after its end."""
    made = {"game": "small_star_empires", "players": ["greedy"] * 3, "seed": 3, "campaign": True}
    page = visit.tab(f"/g/{post(visit.context, '/api/rooms', made)['id']}")
    page.get_by_role("button", name="Next game").click(timeout=60_000)
    expect(page.get_by_role("heading", name="Campaign, game 2")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Next game")).to_be_visible(timeout=60_000)
    return page


def pass_on(visit: Visit) -> Page:
    page = visit.tab(room(visit.context, "jump_wars", ["human", "human"], seed=3))
    expect(page.get_by_role("button", name=words_of("show my view"))).to_be_visible()
    return page


def turned(table: Table) -> None:
    table.button("Turn the board to the right").click()
    table.button("Mirror the board").click()


def _drawing(preset: str, *clicks: str) -> Scene:
    """A map that ships in the editor, after clicks of a nebula on places of it."""

    def scene(visit: Visit) -> Page:
        page = visit.tab("/edit")
        page.get_by_role("combobox", name=words_of("^Begin with")).select_option(preset)
        expect(page.get_by_text("It can be played.")).to_be_visible()
        page.get_by_role("radio", name=words_of("^red nebula")).check(force=True)
        for place in clicks:
            with page.expect_response("**/api/sketch"):
                page.locator(f'[data-place="{place}"]').click()
        return page

    return scene


DRAWN: Final = "ships: 2\n\nA 1 . r\n 2 3 1\n. g b B"
MICRO: Final = micro_space_empire.new_game()
JUMP: Final = jump_wars.new_game(seed=3)
EMPIRE: Final = empire_of_the_stars.new_game(players=4, powers=True, seed=3)

SCENES: Final[dict[str, Scene]] = {
    "new": new_game,
    "new-micro": _chosen("Micro Space Empire"),
    "new-jump": _chosen("Jump Wars"),
    "new-empire": _chosen("Empire of the Stars"),
    "new-drawn": _pasted(DRAWN),
    "new-bad": _pasted(DRAWN.replace("3", "Q")),
    "edit": _drawing("base-3p-balanced", "0,0"),
    "edit-fault": _drawing("duel", "0,4"),
    "gone": gone,
    "tour": _tour("small_star_empires", 5),
    "tour-micro": _tour("micro_space_empire", 3),
    "tour-jump": _tour("jump_wars", 9),
    "tour-empire": _tour("empire_of_the_stars", 6),
    "rules": rules,
    "base-start": _shown(_on("base-2p-balanced", 0)),
    "base-ship": _shown(_on("base-2p-balanced", 14), choose(1)),
    "base-piece": _shown(_on("base-2p-balanced", 14), choose(2)),
    "base-keyboard": _shown(_on("base-2p-balanced", 14), by_keyboard),
    "base-hint": _shown(_on("base-2p-balanced", 14), hint),
    "base-refused": _shown(_on("base-2p-balanced", 14), refused),
    "base-analysis": _shown(_on("base-2p-balanced", 14), analyse),
    "base-back": _shown(_on("base-2p-balanced", 14), step_back),
    "base-branch": _shown(_on("base-2p-balanced", 14), branch),
    "base-keys": _shown(_on("base-2p-balanced", 14), keys),
    "base-turned": _shown(_on("base-2p-balanced", 14), turned, choose(1)),
    "base-resign": _shown(_on("base-2p-balanced", 14), resign),
    "base-end": _shown(_on("base-2p-balanced")),
    "base-4p": _shown(_on("base-4p-black-holes", 30, 4)),
    "unexplored": _shown(_on("unexplored-3p", 25, 3)),
    "everything": _shown(_on("everything-2p", 36), choose(1)),
    "everything-4p-end": _shown(_on("everything-4p", None, 4)),
    "epic": _shown(_on("epic-4p-galaxies", 40, 4), choose(1)),
    "duel": _shown(_on("duel", 9)),
    "review": _shown(_on("duel", bot="random"), review),
    "review-4p": _shown(_on("unexplored-4p", 12, 4, bot="random"), review),
    "micro-start": _shown(_game("micro_space_empire", ["human"])),
    "micro": _shown(_game("micro_space_empire", ["human"], text=text_of(MICRO, 30, seed=3))),
    "micro-end": _shown(_game("micro_space_empire", ["human"], text=text_of(MICRO, seed=3))),
    "campaign": campaign,
    "jump-cover": pass_on,
    "jump-start": _shown(_game("jump_wars", ["human", "greedy"])),
    "jump": _shown(_game("jump_wars", ["human", "greedy"], text=text_of(JUMP, 400, seed=3))),
    "jump-turned": _shown(_game("jump_wars", ["human", "greedy"], text=text_of(JUMP, 400, seed=3)), turned),
    "jump-choices": _shown(
        _game("jump_wars", ["human", "human"], text=text_of(jump_wars.new_game(seed=1), 942, seed=1))
    ),
    "jump-hex-5p": _shown(_game("jump_wars", ["human", *["greedy"] * 4], grid="hex")),
    "empire-power": _shown(_game("empire_of_the_stars", ["human", "greedy"], powers=True)),
    "empire-4p": _shown(_game("empire_of_the_stars", ["human", *["greedy"] * 3], text=text_of(EMPIRE, 260, seed=3))),
    "empire-4p-end": _shown(_game("empire_of_the_stars", ["human", *["greedy"] * 3], text=text_of(EMPIRE, seed=3))),
}


def main(words: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    looks = {look: options for look, options in LOOKS.items() if look in words} or LOOKS
    parts = [word for word in words if word not in LOOKS]
    scenes = {name: scene for name, scene in SCENES.items() if not parts or any(part in name for part in parts)}
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), chromium_sandbox=False)
        for look, options in looks.items():
            for name, scene in scenes.items():
                visit = Visit(browser, server.url, **options)
                page = scene(visit)
                path = FOLDER / f"{name}-{look}.png"
                # On a phone the whole page tells how far one has to scroll.
                page.screenshot(path=path, full_page=look.startswith("phone"))
                print(path, *visit.watch.faults)
                visit.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
