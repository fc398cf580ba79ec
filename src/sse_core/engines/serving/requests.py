"""Requests to `sse engine`: the messages of hosts, and those of front ends, which have no rules of their own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ..messages import FROM_HOST, Forms, Key

__all__ = ["FROM_FRONT_END", "FROM_SERVER"]

_REQUEST: Final = {"request": Key("integer")}
_GAME: Final = _REQUEST | {"game": Key("text")}
_SEEN: Final = _GAME | {"player": Key("integer", required=False)}
_LIMITS: Final = {"seconds": Key("number", required=False), "visits": Key("integer", required=False)}


def _of_host(kind: str, required: Collection[str]) -> dict[str, Key]:
    """Return the keys of a host's message, of which a front end must write some alone."""
    return {name: Key(key.shape, name in required) for name, key in FROM_HOST[kind].items()}


FROM_FRONT_END: Final[Forms] = {
    "hello": _of_host("hello", ["protocol"]) | {"language": Key("text", required=False)},
    "games": _REQUEST,
    "new_game": _of_host("new_game", ["game", "name"])
    | {
        "request": Key("integer", required=False),
        "seed": Key("integer", required=False),
        "preset": Key("text", required=False),
        "options": Key("object", required=False),
    },
    "load": _GAME
    | {
        "text": Key("text"),
        "name": Key("text", required=False),
        "players": Key("integer", required=False),
        "seed": Key("integer", required=False),
    },
    "position": _SEEN,
    "legal": _SEEN | {"words": Key("flag", required=False)},
    "play": _SEEN | {"id": Key("integer", required=False), "action": Key("text", required=False)},
    "undo": _SEEN | {"moves": Key("integer", required=False)},
    "moves": _SEEN | {"since": Key("integer", required=False)},
    "score": _SEEN,
    "picture": _SEEN
    | {
        "theme": Key("text", required=False),
        "narrow": Key("flag", required=False),
        "marked": Key("texts", required=False),
    },
    "record": _GAME,
    "choose": _of_host("choose", ["request", "game"]) | {"bot": Key("text", required=False)},
    "analyse": _SEEN | _LIMITS | {"seed": Key("integer", required=False), "lines": Key("integer", required=False)},
    "stop": FROM_HOST["stop"],
    "ponder": FROM_HOST["ponder"],
    "end_game": {**FROM_HOST["end_game"], "request": Key("integer", required=False)},
    "quit": FROM_HOST["quit"],
}
"""The keys of what `sse engine` reads. A host's messages are among them."""

_OF_GAME: Final = {"request": Key("integer"), "game": Key("text")}

FROM_SERVER: Final[Forms] = {
    "games": {"request": Key("integer"), "games": Key("objects")},
    "position": _OF_GAME
    | {
        "name": Key("text"),
        "player": Key("integer", required=False),
        "ply": Key("integer"),
        "to_act": Key("integers"),
        "totals": Key("integers"),
        "outcome": Key("object", required=False),
        "position": Key("text"),
        "json": Key("object"),
    },
    "legal": _OF_GAME | {"player": Key("integer"), "ids": Key("integers"), "actions": Key("texts")},
    "moves": _OF_GAME | {"moves": Key("objects"), "next": Key("integer")},
    "score": _OF_GAME | {"rows": Key("objects"), "outcome": Key("object", required=False)},
    "picture": _OF_GAME | {"svg": Key("text")},
    "record": _OF_GAME | {"text": Key("text")},
    "analysis": _OF_GAME | {"ply": Key("integer"), "player": Key("integer"), "lines": Key("objects")},
    "done": _OF_GAME,
}
"""The keys of what `sse engine` writes beside an engine's messages."""
