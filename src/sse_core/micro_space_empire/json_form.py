"""JSON of positions: the same content as their text, with the same checks."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import Any, Final, TypeVar

from ..errors import NotationError
from ..forms.json_object import JsonObject
from .cards import Event, System, Technology, cards_of, mask_of
from .notation import name_of
from .position import Due, Position
from .positions import MAX_PLY, position
from .state import State
from .state_text import STATE_NAME

__all__ = ["read_state_object", "state_from_json", "state_object", "state_to_json"]

_HEAD: Final = {"format": STATE_NAME, "version": 1}
_NUMBERS: Final = ("turn", "metal", "wealth", "military")
_FLAGS: Final = ("expansion", "lost", "struck", "diplomatic", "built")

CardT = TypeVar("CardT", bound=IntEnum)


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``ply``, and the fields of `Position`, cards by name; ``seen`` is called ``events``.
    """
    return json.dumps(state_object(state))


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
    return read_state_object(JsonObject.parse(text))


def state_object(state: State) -> dict[str, Any]:
    """Return what `state_to_json` writes."""
    p = state.position
    return {
        **_HEAD,
        "ply": state.ply,
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


def read_state_object(found: JsonObject) -> State:
    """Return the position of an object that `state_object` made."""
    found.check_format(STATE_NAME)
    fields: dict[str, Any] = {name: found.integer(name) for name in _NUMBERS}
    fields |= {name: found.flag(name) for name in _FLAGS}
    ply, due = found.integer("ply"), found.string("due")
    if due not in list(Due):
        raise NotationError(f"what is due is one of {', '.join(Due)}", due)
    if not 0 <= ply <= MAX_PLY:
        raise NotationError(f"a ply is a number from 0 to {MAX_PLY}", str(ply))
    contents = Position(
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
    state = position(contents, ply)
    found.check_written_as(state_to_json(state))
    return state


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
    raise NotationError(f"{key}: expected one of {', '.join(map(name_of, kind))}", name)
