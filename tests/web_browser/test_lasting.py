"""Games that last: over a reload of the page, and over a restart of the server with ``--data``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room
from tests.web_browser.serving import Server
from tests.web_browser.visits import Visit

# Left to the night: other tests in a browser take the same ways, once each.
pytestmark = pytest.mark.nightly

FIELDS = {"map": "duel"}


def test_a_reload_in_mid_game(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "greedy"], fields=FIELDS))
    table = Table(page)
    table.play(turns=2)
    said = table.moves.all_inner_texts()
    assert len(said) == 4
    page.reload()
    table.expect_ply(4)
    assert table.moves.all_inner_texts() == said
    table.play(turns=1)
    table.expect_ply(6)


def test_a_restart_in_mid_game(visits: Callable[..., Visit], tmp_path: Path) -> None:
    """The page stays open meanwhile: it says that the server is lost, and goes on when it is back."""
    with Server(tmp_path / "games") as server:
        visit = visits(to=server)
        visit.watch.may_lose_server = True
        page = visit.tab(room(visit.context, "small_star_empires", ["human", "greedy"], fields=FIELDS))
        table = Table(page)
        table.play(turns=2)
        server.stop()
        expect(page.get_by_text("The server is lost")).to_be_visible()
        server.start()
        expect(page.get_by_text("The server is lost")).to_be_hidden()
        table.play(turns=1)
        table.expect_ply(6)
        page.reload()
        table.play(turns=100)
        expect(table.result).to_contain_text("wins")


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_a_full_disk_is_told_to_all_who_play(visits: Callable[..., Visit], tmp_path: Path) -> None:
    """Both play on, and both are told when there is room again, though nobody plays meanwhile."""
    with Server(tmp_path / "games") as server:
        here, there = visits(to=server), visits(to=server)
        here.watch.may_lose_server = there.watch.may_lose_server = True
        path = room(here.context, "small_star_empires", ["human", "human"], fields=FIELDS)
        mine, yours = Table(here.tab(path)), Table(there.tab(path))
        warnings = [
            table.page.get_by_role("status").get_by_text("can't be written to the disk") for table in (mine, yours)
        ]
        yours.expect_ply(0)
        for warning in warnings:
            expect(warning).to_be_hidden()
        server.fill_disk(True)
        mine.play(turns=1)
        yours.expect_ply(1)
        for warning in warnings:
            expect(warning).to_be_visible()
        yours.play(turns=1)
        mine.expect_ply(2)
        server.fill_disk(False)
        for warning in warnings:
            expect(warning).to_be_hidden()


def test_a_game_without_data_is_gone_after_a_restart(visits: Callable[..., Visit]) -> None:
    with Server() as server:
        visit = visits(to=server)
        visit.watch.may_lose_server = True
        page = visit.tab(room(visit.context, "small_star_empires", ["human", "greedy"], fields=FIELDS))
        Table(page).await_turn()
        server.stop()
        expect(page.get_by_text("The server is lost")).to_be_visible()
        server.start()
        expect(page.get_by_role("heading", name="This game is gone")).to_be_visible()
        assert {line.split()[0] for line in visit.watch.refusals()} == {"404"}
        page.get_by_role("link", name="New game").last.click()
        expect(page.get_by_role("heading", name="New game")).to_be_visible()
        expect(page.get_by_text("Your games")).to_be_hidden()
