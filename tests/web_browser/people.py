"""A person at the page, who finds things by roles and names: sets a game up, chooses places and buttons, waits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

__all__ = ["Choice", "Table", "words_of"]

Choice = Mapping[str, Any]
"""A legal action as the server sends it: its ``id``, ``text`` and ``steps``."""

MINE_OR_OVER: Final = re.compile("^(Hint|Rematch)$")


def words_of(pattern: str) -> re.Pattern[str]:
    """Return a pattern for names that hold these words, in capitals or not."""
    return re.compile(pattern, re.IGNORECASE)


class Table:
    """A game in a tab, with what a person there sees and does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board: Final = page.get_by_role("application")
        self.turn: Final = page.locator("#turn-words")
        self.ply: Final = page.get_by_role("navigation", name="Step through the game").get_by_role("status")
        self.moves: Final = page.get_by_role("list", name="Moves").get_by_role("button")
        self.result: Final = page.locator("#result")
        self.refusal: Final = page.locator("#refusal")
        self.choices: Final = page.locator("#choices")

    # --- looking

    def place(self, name: str) -> Locator:
        """A place of the board, such as ``c4``: the name of its button begins with it."""
        return self.board.get_by_role("button", name=re.compile(rf"^{re.escape(name)}\b"))

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def choice(self, words: str) -> Locator:
        """The button of a choice by its words: the one beside the place, if it is there, else the one in the panel."""
        words_alone = self.page.get_by_text(words, exact=True)
        return self.page.locator("#popover, #choices").get_by_role("button").filter(has=words_alone).first

    def shown(self, query: str = "") -> dict[str, Any]:
        """What the server shows of the game."""
        path = re.sub(r"^.*/g/([^?#]+).*$", r"/api/rooms/\1", self.page.url)
        found: dict[str, Any] = self.page.request.get(path + query).json()
        return found

    def legal(self, query: str = "") -> list[Choice]:
        """The legal actions of the person to act."""
        return list(self.shown(query)["legal"] or ())

    # --- doing

    def expect_ply(self, ply: int, last: int | None = None) -> None:
        """Wait until the board shows the position after so many actions, of so many in all."""
        expect(self.ply).to_have_text(f"{ply} of {ply if last is None else last}")

    def choose(self, step: Mapping[str, str]) -> None:
        """Click a place of the board that is shown, or the button of a choice that is none."""
        place = self.board.locator(f'[data-place="{step["key"]}"]')
        (place if place.count() and place.is_visible() else self.choice(step["words"])).click()

    def take(self, action: Choice) -> None:
        """Click an action step by step, and wait until the position has changed."""
        before = self.ply.inner_text()
        for step in action["steps"]:
            self.choose(step)
        expect(self.ply).not_to_have_text(before)

    def play_one(self) -> None:
        """Take the first legal action by clicks, where others have their own devices."""
        expect(self.button("Hint")).to_be_enabled()
        self.take(self.legal()[0])

    def await_turn(self) -> None:
        """Wait until a person is to act, or the game is over."""
        mine = self.page.get_by_role("button", name=MINE_OR_OVER, disabled=False)
        expect(mine.and_(self.page.locator(":enabled"))).to_be_visible()

    @property
    def is_over(self) -> bool:
        """Whether the page says that the game is over; asked when it is a person's turn or over."""
        return self.button("Rematch").is_visible()

    def play(self, turns: int, pick: int = 0) -> None:
        """Take so many actions by clicks, fewer if the game ends: the one at ``pick`` plus the ply, in turn."""
        for _ in range(turns):
            self.await_turn()
            if self.is_over:
                return
            legal = self.legal()
            ply = int(self.ply.inner_text().split()[0])
            self.take(legal[(pick + 7 * ply) % len(legal)])
        self.await_turn()
