"""Streams: they end when the page is closed, and their number is limited."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tests.web.table import Table

from sse_core.web.server import serving

TRIES = 2000
"""How often a client asks again: a closed stream is freed after the next event at the latest."""


def first_event(table: Table, room: str) -> dict[str, object]:
    with table.events(room, "analysis") as events:
        found: dict[str, object] = next(events)
        return found


def test_an_analysis_stops_when_the_page_is_closed(table: Table) -> None:
    rooms = [table.open(seed=seed) for seed in range(5)]
    with ExitStack() as pages:
        for room in rooms[:4]:
            assert "lines" in next(pages.enter_context(table.events(room, "analysis")))
        refused = first_event(table, rooms[4])
        assert (refused["error"], refused["done"]) == ("4 analyses run here already; stop one of them first", True)
        assert table.post(f"{rooms[4]}/hint", 429, seat=0, seconds=1)["error"] == refused["error"]
    assert any("lines" in first_event(table, rooms[4]) for _ in range(TRIES))


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table at a server with place for one listener and two searches."""
    monkeypatch.setattr("sse_core.web.site._MOST_LISTENERS", 1)
    monkeypatch.setattr("sse_core.web.site.MOST_SEARCHES", 2)
    with serving() as url:
        found = Table(url)
        yield found
        found.close()


def test_a_stream_of_events_ends_when_the_page_is_closed(narrow: Table) -> None:
    table = narrow
    room = table.open()

    def opened() -> bool:
        with table.http.stream("GET", f"{room}/events") as answer:
            return bool(answer.status_code == 200)

    assert any(opened() for _ in range(TRIES)), "streams of other tests end"
    with table.events(room) as events:
        next(events)
        assert not opened()
    assert any(opened() for _ in range(TRIES))


def test_a_quiet_stream_says_that_it_is_there(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sse_core.web.api.streams._HEARTBEAT", 0.01)
    room = table.open()
    with table.http.stream("GET", f"{room}/events") as answer:
        lines = [line for line, _ in zip(answer.iter_lines(), range(7), strict=False) if line]
    assert lines[0] == "retry: 1000"
    assert lines[1].startswith("data: ")
    assert lines[2:] == [": still here"] * len(lines[2:])
    assert len(lines) > 2


def test_streams_of_no_game_are_not_found(table: Table) -> None:
    for what in ("events", "analysis"):
        assert table.get(f"/api/rooms/none/{what}", 404)["error"].startswith("there is no such game")
    room = table.open("micro_space_empire", ["random"])
    while not table.get(room)["finished"]:
        table.settled(room)
    assert "the game is over" in str(first_event(table, room)["error"])


def test_one_client_takes_not_all_searches(narrow: Table) -> None:
    """Another client gets one of two, and the analysis of the first one ends by itself; a third is refused."""
    other = Table(narrow.url, "127.0.0.2")
    room = narrow.open()
    with ExitStack() as pages:
        first, second = (pages.enter_context(narrow.events(room, "analysis")) for _ in range(2))
        assert "lines" in next(first)
        assert "lines" in next(second)
        assert "run here already" in narrow.post(f"{room}/hint", 429, seat=0, seconds=0.1)["error"]
        assert other.post(f"{room}/hint", seat=0, seconds=0.1)["text"]
        assert [*second][-1]["done"]
        assert not next(first)["done"]
    other.close()
