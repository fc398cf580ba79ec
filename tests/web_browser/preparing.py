"""Games on the server that a test prepares: records of so many plies, and rooms made over HTTP, not by clicks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import BrowserContext

import sse_core as sse
from sse_core.bots import BOTS
from sse_core.play.turns import turns_of

__all__ = ["post", "room", "shown", "text_of"]


def text_of(start: Any, plies: int | None = None, *, seed: int = 1, bot: str = "random") -> str:
    """Return the record of a game that bots play from a state for so many plies, or to its end."""
    moves = list[tuple[int, Any]]()
    for player, action, _ in turns_of(start, [BOTS[bot].choose] * len(start.totals), seed):
        if len(moves) == plies:
            break
        moves.append((player, action))
    return sse.format_game(sse.GameRecord(start, moves))


def post(context: BrowserContext, path: str, data: Mapping[str, Any]) -> Any:
    """Post to the server as the page does, and return the answer."""
    response = context.request.post(path, data=dict(data))
    assert response.ok, f"{response.status} {path}: {response.text()}"
    return response.json()


def room(
    context: BrowserContext,
    game: str,
    players: Sequence[str],
    *,
    seed: int = 1,
    fields: Mapping[str, Any] | None = None,
    text: str = "",
) -> str:
    """Make a room, and return the path of its page."""
    answer = post(
        context,
        "/api/rooms",
        {"game": game, "players": list(players), "seed": seed, "fields": dict(fields or {}), "text": text},
    )
    return f"/g/{answer['id']}"


def shown(context: BrowserContext, path: str, query: str = "") -> Any:
    """Return what the server shows of the room with this path."""
    response = context.request.get(path.replace("/g/", "/api/rooms/", 1) + query)
    assert response.ok, f"{response.status} {path}: {response.text()}"
    return response.json()
