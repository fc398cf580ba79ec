"""JSON of positions: the same content as their text, with the same checks."""

from __future__ import annotations

from typing import Any, Final

from ...errors import NotationCode, NotationError
from ...forms.json_object import JsonObject
from ...forms.state_form import StateJson
from ..positions.makers import content_of, state_of
from ..positions.position import Player, Position
from ..state import State
from .map import format_map, map_of
from .options import OPTIONS
from .shapes import Side, of_sides, shapes_of, sides_of
from .state import STATE_TEXT

__all__ = ["STATE_JSON", "state_from_json", "state_to_json"]


def _object_of(content: tuple[Position, int, tuple[int, ...]]) -> dict[str, Any]:
    p, ply, written = content
    *sides, neutral = sides_of(p)
    players = [player._asdict() | side._asdict() for player, side in zip(p.players, sides, strict=True)]
    told: Any = shapes_of(len(players)).told.to_json(p._asdict() | {"players": players, "neutral": neutral})
    sealed: dict[str, Any] = {"written": list(written)} if any(written) else {}
    return {"ply": ply, **sealed, "options": OPTIONS.to_json(p.options), "map": format_map(p), **told}


def _read_object(found: JsonObject) -> tuple[Position, int, tuple[int, ...]]:
    spaces, homeworlds = map_of(found.strings("map"))
    n, players = len(homeworlds), len(found.objects("players"))
    if players != n:
        raise NotationError(
            f"the map has {n} players, and players has {players}", str(found.strings("map")), code=NotationCode.COUNT
        )
    options = OPTIONS.from_json(found.value("options"), "options")
    told = shapes_of(n).told.from_json(found.content, "the whole")
    whole = told.pop("players")
    sides = [*(Side(player.pop("fleets"), player.pop("held")) for player in whole), told.pop("neutral")]
    told["players"] = tuple(Player(**player) for player in whole)
    contents = Position(options=options, spaces=spaces, homeworlds=homeworlds, **told, **of_sides(sides))
    written = found.integers("written") if "written" in found.content else ()
    return contents, found.integer("ply"), tuple(written)


STATE_JSON: Final = StateJson(STATE_TEXT.name, content_of, state_of, _object_of, _read_object)


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``ply``, ``written`` (while orders are being written), ``options`` (all of them),
    ``map`` (its ten rows, as in the text), and the fields of `Position` except ``spaces`` and ``homeworlds``. Cards,
    spaces and sides have names; counts by card, space or side are objects without zeros. ``fleets`` and ``held`` stand
    with each player; those of the neutral side are in ``neutral``. ``draft`` has numbers.
    """
    return STATE_JSON.state_to_json(state)


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError for other texts, SetupError if it is impossible."""
    return STATE_JSON.state_from_json(text)
