"""A table at which tests play: an HTTP client of a real server, and what it asks again and again."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

REASON = "tests of the page need its extra: pip install '.[web]' httpx"
pytest.importorskip("starlette", reason=REASON)
pytest.importorskip("uvicorn", reason=REASON)
httpx: Any = pytest.importorskip("httpx", reason=REASON)

Choice = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Chooses one of the legal actions that the page shows."""


class Table:
    """A client of a server, and what it does in rooms."""

    def __init__(self, url: str, address: str | None = None) -> None:
        """Call a server, from an address of this machine."""
        self.url = url
        # Nothing is encrypted here, and certificates take each client 30 ms to load.
        transport = httpx.HTTPTransport(local_address=address, verify=False)
        self.http = httpx.Client(base_url=url, timeout=60, transport=transport)

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.status_code == status, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post_text(self, path: str, **body: Any) -> str:
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return str(answer.text)

    def open(self, game: str = "small_star_empires", players: Sequence[str] = ("human", "human"), **more: Any) -> str:
        """Make a room, and return the path of its API."""
        return f"/api/rooms/{self.post('/api/rooms', 201, game=game, players=list(players), **more)['id']}"

    def settled(self, room: str, **query: Any) -> Any:
        """Return what a room shows once no bot thinks, and it is known what its moves have hidden."""
        with self.events(room) as events:
            for _ in events:
                shown = self.get(room, **query)
                if shown["thinking"] is None and shown["hiding"] is None:
                    return shown
        raise AssertionError("the stream of events ended")

    @contextmanager
    def events(self, room: str, what: str = "events", **query: Any) -> Generator[Iterator[Any], None, None]:
        """Yield the events of a stream."""
        with self.http.stream("GET", f"{room}/{what}", params=query) as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()
            yield (json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: "))

    def act(self, room: str, shown: Mapping[str, Any], status: int = 200, **choice: Any) -> Any:
        """Let the person who is to act do something: the first legal action if none is named."""
        choice = choice or {"id": shown["legal"][0]["id"]}
        return self.post(f"{room}/act", status, version=shown["version"], seat=shown["person"], **choice)

    def play(self, room: str, choose: Choice, most: int = 10_000) -> Any:
        """Play the seats of all people to the end, or for so many actions, and return what the room shows."""
        shown = self.settled(room)
        for _ in range(most):
            if shown["finished"]:
                break
            self.act(room, shown, id=choose(shown)["id"])
            shown = self.settled(room)
        return shown

    def close(self) -> None:
        self.http.close()
