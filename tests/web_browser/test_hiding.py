"""A pasted game with secrets: a line says how far it is worked out what each seat saw, and then the moves are shown."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect
from tests.web_browser.people import Table, words_of
from tests.web_browser.preparing import room, text_of
from tests.web_browser.visits import Visit

import sse_core as sse
from sse_core.web.hidden_move_search import HiddenMoveSearch
from sse_core.web.room import Room
from sse_core.web.room.hidden_moves import hidden_in
from sse_core.web.server import serving


def test_a_line_says_how_far_it_is(visits: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch) -> None:
    """The test does the work itself, so that it sees each step; and the moves come without a reload."""
    found = list[Room]()
    monkeypatch.setattr(HiddenMoveSearch, "add", lambda search, room, client: found.append(room))
    text = text_of(sse.jump_wars.new_game(seed=3), 300)
    with serving(workers=1) as url:
        visit = visits(SimpleNamespace(url=url))
        table = Table(visit.tab(room(visit.context, "jump_wars", ["human", "random"], text=text)))
        line = table.page.locator("#hiding")
        expect(line).to_contain_text("Working out what each seat saw: 0 of ")
        expect(table.page.get_by_text("hidden", exact=False).first).to_be_visible()
        before = sum(move.get("hidden", False) for move in table.shown()["moves"])
        here = found[0]
        while (part := here.hidden_part) is not None:
            here.learn(hidden_in(part._replace(moves=part.moves[:100], viewers=part.viewers[:100])))
            progress = here.snapshot().hiding
            if progress is not None:
                expect(line).to_contain_text(f"{progress.done} of ")
        expect(line).to_be_hidden()
        after = sum(move.get("hidden", False) for move in table.shown()["moves"])
        assert after < before
        unseen = words_of("A move that you don't see yet|Chance, in secret")
        expect(table.page.locator("#moves .told").get_by_text(unseen)).to_have_count(after)
        table.page.close()
