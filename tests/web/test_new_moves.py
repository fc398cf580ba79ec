"""The moves of an answer: those that a client lacks, which make the whole list with those that it has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core import jump_wars
from sse_core.play import random_play
from sse_core.play.turns import turns_of
from sse_core.seeds import SplitMix64
from sse_core.web.server import serving


class Page:
    """A client that keeps the moves which it got, as the page does."""

    def __init__(self, table: Table, room: str, seat: int | None = None) -> None:
        self.table = table
        self.room = room
        self.seat = seat
        self.shown: dict[str, Any] = {}
        self.moves: list[Mapping[str, Any]] = []
        self.lacked = self.size = 0
        """How many moves the last answer had, and how many bytes without the picture and the legal actions."""

    def look(self, **query: Any) -> None:
        self._take(self.table.get(self.room, **self._asked(), **query))

    def settle(self) -> None:
        """Look until no bot thinks."""
        self._take(self.table.settled(self.room, **self._asked()))

    def tell(self, what: str, **body: Any) -> None:
        """Change the room."""
        asked = {"version": self.shown["version"], **self._asked(), **body}
        if what == "act":
            asked["seat"] = self.shown["person"]
        self._take(self.table.post(f"{self.room}/{what}", **asked))

    def act(self, action: int) -> None:
        self.tell("act", id=action)

    def _take(self, answer: dict[str, Any]) -> None:
        assert answer["moves_from"] <= len(self.moves)
        self.moves = [*self.moves[: answer["moves_from"]], *answer["moves"]]
        self.lacked = len(answer["moves"])
        self.size = len(json.dumps({**answer, "svg": "", "legal": None}))
        self.shown = answer

    def check(self) -> None:
        """Assert that the page has what a page that is opened now gets."""
        self.look()
        seat = {} if self.seat is None else {"seat": self.seat}
        opened = self.table.get(self.room, **seat)
        assert opened["moves_from"] == 0
        assert self.moves == opened["moves"]
        assert [move["ply"] for move in self.moves] == [*range(opened["first_ply"] + 1, opened["last_ply"] + 1)]

    def _asked(self) -> dict[str, Any]:
        known = {"known": self.shown["known"]} if self.shown else {}
        return known | ({} if self.seat is None else {"seat": self.seat})


def a_long_record(plies: int) -> str:
    """The record of a game of Jump Wars that a person has played against a bot for so many plies."""
    start = jump_wars.new_game(players=2, seed=5, turn_limit=100)
    moves = [(player, action) for player, action, _ in islice(turns_of(start, [random_play.choose] * 2, 5), plies)]
    return sse.format_game(sse.GameRecord(start, moves, {"seed": "5", "A": "human", "B": "random"}))


@pytest.mark.ci
def test_an_answer_deep_in_a_game_is_as_short_as_one_at_its_beginning(table: Table) -> None:
    sizes: dict[int, int] = {}
    for plies in (100, 1000):
        page = Page(table, table.open("jump_wars", [], text=a_long_record(plies)))
        page.settle()
        whole = page.size
        assert len(page.moves) >= plies
        sizes[plies] = 0
        for n in range(10):
            legal = page.shown["legal"]
            page.act(legal[n % len(legal)]["id"])
            sizes[plies] += page.size
            page.settle()
            sizes[plies] += page.size
        page.check()
    # Orders that aren't open yet come again with each order after them, so that turns differ.
    assert sizes[1000] < 2 * sizes[100]
    assert whole > 30 * sizes[1000] / 20


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("small_star_empires", 3, {"unexplored": True}),
    ("micro_space_empire", 1, {"expansion": True}),
    ("jump_wars", 2, {"turns": 2}),
]


@pytest.mark.parametrize(("game", "players", "fields"), GAMES, ids=[game for game, _, _ in GAMES])
@pytest.mark.ci
def test_the_pieces_make_the_list(table: Table, game: str, players: int, fields: dict[str, Any]) -> None:
    """Pages act, go back, look at times only, and have the moves of a page that is opened new."""
    room = table.open(game, ["human"] * players, seed=7, fields=fields)
    pages = [*(Page(table, room, seat) for seat in range(players)), Page(table, room)]
    rng = SplitMix64(3)
    kept = 0
    for page in pages:
        page.look()
    for _ in range(50):
        page = rng.choice(pages)
        page.look()
        kept += page.shown["moves_from"]
        choice = rng.below(10)
        if choice == 0 and page.shown["can_undo"]:
            page.tell("undo")
        elif choice == 1 and page.shown["can_undo"] and not page.shown["secrets"]:
            first = next(move["ply"] for move in page.moves if move["seat"] >= 0)
            page.tell("undo", to=max(first - 1, page.shown["last_ply"] - 20))
        elif choice in (2, 3) and page.shown["can_redo"]:
            page.tell("redo")
        elif choice == 4:
            page.look(ply=rng.below(page.shown["last_ply"] + 1))
        elif page.shown["legal"]:
            page.act(rng.choice(page.shown["legal"])["id"])
    assert kept > 100
    for page in pages:
        page.check()


ORDERS = ["from=a1", "to=c1", "count=4", "done"]


def the_orders() -> str:
    """A position in which both players write orders, A first: in the second turn of a game."""
    state = jump_wars.new_game(players=2, seed=2)
    states = (after for _, _, after in turns_of(state, [random_play.choose] * 2, 2))
    return sse.format_state(next(after for after in states if after.ply > 40 and after.position.step.value == "orders"))


def test_orders_that_are_opened_reach_who_had_them_hidden(table: Table) -> None:
    room = table.open("jump_wars", ["human", "human"], text=the_orders())
    own, other = Page(table, room, 0), Page(table, room, 1)
    own.look()
    for text in ORDERS:
        own.tell("act", text=text)
        other.look()
    assert texts(own) == ORDERS
    # That A has finished is all that B knows.
    assert texts(other) == [""]
    assert own.shown["first_ply"] > 40
    other.tell("act", text="done")
    own.look()
    assert texts(own)[:5] == [*ORDERS, "done"]
    assert texts(own) == texts(other)
    # What has opened the orders of A isn't taken back by A, whose decision it isn't, nor by B, who has seen them.
    for page in (own, other):
        assert not page.shown["can_undo"]
        table.post(f"{room}/undo", 409, version=page.shown["version"], seat=page.seat)
    length = len(own.moves)
    mine, yours = sorted((own, other), key=lambda page: page.shown["legal"] is None)
    mine.act(mine.shown["legal"][0]["id"])
    yours.look()
    # What is before a move that is open to all stays as it is.
    assert (mine.shown["moves_from"], yours.shown["moves_from"]) == (length, length)
    own.check()
    other.check()


def texts(page: Page) -> list[str]:
    """The texts of the moves that a page has, without those of chance."""
    return [move["text"] for move in page.moves if move["seat"] >= 0]


def test_the_end_opens_all_moves_to_a_page_that_had_them_hidden(table: Table) -> None:
    room = table.open("jump_wars", ["human", "human"], text=the_orders())
    own, other = Page(table, room, 0), Page(table, room, 1)
    own.look()
    own.tell("act", text=ORDERS[0])
    other.look()
    assert texts(other) == []
    own.tell("resign", seat=0)
    other.look()
    for page in (own, other):
        assert (page.shown["viewer"], page.shown["moves_from"]) == (None, 0)
        assert texts(page) == ORDERS[:1]
        page.check()


def test_a_page_that_takes_another_seat_gets_its_moves(table: Table) -> None:
    room = table.open("jump_wars", ["human", "human"], text=the_orders())
    page = Page(table, room, 0)
    page.look()
    for text in ORDERS:
        page.tell("act", text=text)
    page.seat = 1
    page.look()
    assert (texts(page), page.shown["moves_from"]) == ([""], 0)


def test_two_tabs_go_different_ways(table: Table) -> None:
    """A tab that slept while the other one took moves back, and made others, is told from where on to replace."""
    room = table.open()
    one, two = Page(table, room), Page(table, room)
    one.look()
    for _ in range(6):
        one.act(one.shown["legal"][0]["id"])
    two.look()
    assert (two.shown["moves_from"], two.lacked) == (0, 6)
    one.tell("undo", to=3)
    assert (one.shown["moves_from"], one.lacked) == (3, 0)
    for _ in range(4):
        one.act(one.shown["legal"][-1]["id"])
        assert one.lacked == 1
    two.look()
    assert (two.shown["moves_from"], two.lacked) == (3, 4)
    assert two.moves == one.moves
    record = sse.read(table.get(f"{room}/record"))
    assert texts(two) == [
        sse.format_action(action, state) for state, (_, action) in zip(record.states(), record.moves, strict=False)
    ]
    # The same moves again are other ones, though nobody can tell.
    one.tell("undo", to=0)
    one.tell("redo")
    two.look()
    assert (two.shown["moves_from"], two.lacked) == (0, 7)
    two.look(ply=2)
    assert (two.shown["ply"], two.lacked) == (2, 0)
    assert two.moves == one.moves


def test_what_a_page_knows_holds_after_a_restart(kept: Path) -> None:
    with serving(kept) as url:
        table = Table(url)
        page, late = (Page(table, table.open("small_star_empires", ["human", "greedy"], seed=3)) for _ in "12")
        for each in (page, late):
            each.settle()
            each.act(each.shown["legal"][0]["id"])
            each.settle()
        opened = Page(table, late.room)
        opened.settle()
        opened.act(opened.shown["legal"][0]["id"])
        opened.settle()
        table.close()
    with serving(kept) as url:
        for each in (page, late, opened):
            each.table = Table(url)
        page.look()
        assert (page.shown["moves_from"], page.lacked) == (2, 0)
        late.look()
        assert (late.shown["moves_from"], late.lacked) == (0, 4)
        page.act(page.shown["legal"][0]["id"])
        page.settle()
        for each in (page, late, opened):
            each.check()
            each.table.close()


def test_what_nobody_can_know_is_nothing(table: Table) -> None:
    room = table.open()
    shown = table.act(room, table.get(room))
    assert (shown["known"], len(shown["moves"])) == (str(shown["version"]), 1)
    for known in ("999", f"{shown['version']}.0", "1"):
        answer = table.get(room, known=known)
        assert (answer["moves_from"], answer["moves"]) == (0, shown["moves"]), known
    for known in ("x", "-1", "1.", "1.2.3", "1" * 10, " 1", "\u0663", ""):
        refused = table.get(room, 400, known=known)
        assert refused["error"].startswith("known is what an answer had by this name, such as 17 or 17.0, not ")
        same = table.post(f"{room}/act", 400, version=shown["version"], seat=1, text="x", known=known)
        assert same == refused
    assert "known is a text" in table.post(f"{room}/undo", 400, version=shown["version"], known=17)["error"]
    assert table.get(room) == shown
