"""Positions as JSON, the twin of their text: the same content, the same checks."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import Any, Final, TypeVar

from ..errors import NotationError
from ..json_object import JsonObject
from .cards import Event, System, Technology
from .notation import name_of
from .placement import check_position
from .position import Due, Position
from .state_text import NAME, cards_of, mask_of

__all__ = ["position_object", "read_position_object"]

_HEAD: Final = {"format": NAME, "version": 1}
_NUMBERS: Final = ("turn", "metal", "wealth", "military")
_FLAGS: Final = ("expansion", "lost", "struck", "diplomatic", "built")

CardT = TypeVar("CardT", bound=IntEnum)


def position_object(p: Position, ply: int) -> dict[str, Any]:
    """Return what a state's JSON holds: the fields of `Position`, cards by name."""
    return {
        **_HEAD,
        "ply": ply,
        **{name: getattr(p, name) for name in _NUMBERS},
        "due": p.due.value,
        "event": _name_or_none(p.event),
        "target": _name_or_none(p.target),
        "technologies": list(map(name_of, cards_of(Technology, p.technologies))),
        "discovered": _name_or_none(p.discovered),
        "empire": list(map(name_of, p.empire)),
        "unaligned": list(map(name_of, cards_of(System, p.unaligned))),
        "events": list(map(name_of, cards_of(Event, p.seen))),
        **{name: getattr(p, name) for name in _FLAGS},
    }


def read_position_object(found: JsonObject) -> tuple[Position, int]:
    """Return the position and the ply of an object that `position_object` made."""
    found.check_format(NAME)
    fields: dict[str, Any] = {name: found.integer(name) for name in _NUMBERS}
    fields |= {name: found.flag(name) for name in _FLAGS}
    ply, due = found.integer("ply"), found.string("due")
    if due not in list(Due):
        raise NotationError(f"what is due is one of {', '.join(Due)}", due)
    if ply < 0:
        raise NotationError("a ply is 0 or more", str(ply))
    position = Position(
        due=Due(due),
        event=_card_or_none(Event, found, "event"),
        target=_card_or_none(System, found, "target"),
        discovered=_card_or_none(Technology, found, "discovered"),
        technologies=mask_of(_cards(Technology, found, "technologies")),
        empire=tuple(_cards(System, found, "empire")),
        unaligned=mask_of(_cards(System, found, "unaligned")),
        seen=mask_of(_cards(Event, found, "events")),
        **fields,
    )
    check_position(position)
    found.check_written_as(json.dumps(position_object(position, ply)))
    return position, ply


def _name_or_none(card: IntEnum | None) -> str | None:
    return None if card is None else name_of(card)


def _cards(kind: type[CardT], found: JsonObject, key: str) -> list[CardT]:
    return [_card(kind, name, key) for name in found.strings(key)]


def _card_or_none(kind: type[CardT], found: JsonObject, key: str) -> CardT | None:
    return None if found.is_null(key) else _card(kind, found.string(key), key)


def _card(kind: type[CardT], name: str, key: str) -> CardT:
    for card in kind:
        if name_of(card) == name:
            return card
    raise NotationError(f"{key}: it is one of {', '.join(map(name_of, kind))}", name)
