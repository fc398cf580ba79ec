"""Shapes of a position's fields: the text and the JSON of each, and its type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from ...forms.groups import Items
from ...forms.json_object import Json
from ...forms.layout import Layout, Line
from ...forms.lines import Word
from ...forms.shapes import Flag, Instance, Maybe, Named, Number, Shape
from ...forms.structs import Struct
from ..cards import Event, System, Technology, cards_of, mask_of
from ..positions.position import Due, Position
from .notation import name_of

__all__ = ["BOX", "LINES", "POSITION"]


def _named(kind: type[IntEnum], others: Mapping[str, IntEnum] | None = None) -> Named:
    """Return the shape of a card of a kind; errors don't list the other cards, which are well known."""
    names = {name_of(card): card for card in kind}
    expected = f"expected one of {', '.join(names)}"
    return Named({**names, **(others or {})}, expected, f"{{key}}: {expected}", Instance(kind))


_EVENT: Final = _named(Event)
_SYSTEM: Final = _named(System)
_TECHNOLOGY: Final = _named(Technology)
_EVENT_OR_SYSTEM: Final = _named(System, _EVENT.values)
_NUMBER: Final = Number(99)
_DUES: Final = f"what is due is one of {', '.join(Due)}"
_DUE: Final = Named({str(due): due for due in Due}, _DUES, _DUES, Instance(Due))
BOX: Final = Named({"base": False, "expansion": True}, "a box is base or expansion", None, Flag())


@dataclass(frozen=True)
class _Set(Shape):
    """A set of cards as a number, written as their names."""

    cards: type[IntEnum]
    items: Items
    kind = int

    def word(self, value: int) -> str:
        """Return the names of the cards."""
        return self.items.word(cards_of(self.cards, value))

    def read(self, word: Word) -> int:
        """Return the set of the named cards."""
        return mask_of(self.items.read(word))

    def to_json(self, value: int) -> Json:
        """Return the array of the names."""
        return self.items.to_json(cards_of(self.cards, value))

    def from_json(self, value: Json, key: str) -> int:
        """Return the set of an array."""
        return mask_of(self.items.from_json(value, key))


POSITION: Final = Struct(
    Position,
    {
        **dict.fromkeys(("turn", "metal", "wealth", "military"), _NUMBER),
        "due": _DUE,
        "event": Maybe(_EVENT),
        "target": Maybe(_SYSTEM),
        "technologies": _Set(Technology, Items(_TECHNOLOGY)),
        "discovered": Maybe(_TECHNOLOGY),
        "empire": Items(_SYSTEM),
        "unaligned": _Set(System, Items(_SYSTEM)),
        "seen": _Set(Event, Items(_EVENT)),
        **dict.fromkeys(("expansion", "lost", "struck", "diplomatic", "built"), Flag()),
    },
    keys={"seen": "events"},
)


class _Decision(Shape):
    """The due step, with its event and its system."""

    def word(self, value: tuple[Due, Event | None, System | None]) -> str:
        """Return the words for the due step."""
        due, *cards = value
        return " ".join([due, *(name_of(card) for card in cards if card is not None)])

    def read(self, word: Word) -> tuple[Due, Event | None, System | None]:
        """Return the due step, the event and the system of the words."""
        first, *others = word.words() or [word]
        due, cards = _DUE.read(first), [_EVENT_OR_SYSTEM.read(other) for other in others]
        event = next((card for card in cards if isinstance(card, Event)), None)
        return due, event, next((card for card in cards if isinstance(card, System)), None)


_FLAGS: Final = ("lost", "struck", "diplomatic", "built")
_NONE: Final = "none"


class _Facts(Shape):
    """The facts of this turn: some flags, and the technology that was discovered."""

    def word(self, value: tuple[Any, ...]) -> str:
        """Return the words for the facts that hold."""
        *flags, discovered = value
        words = [word for word, flag in zip(_FLAGS, flags, strict=True) if flag]
        return " ".join(words if discovered is None else [*words, name_of(discovered)]) or _NONE

    def read(self, word: Word) -> tuple[Any, ...]:
        """Return the flags, and the technology or None."""
        words = [] if word.text == _NONE else word.words()
        found = [_TECHNOLOGY.read(one) for one in words if one.text not in _FLAGS]
        return (*(flag in {one.text for one in words} for flag in _FLAGS), found[0] if found else None)


LINES: Final = Layout(
    POSITION,
    Line("turn"),
    Line("due", "due event target", _Decision()),
    *map(Line, ("metal", "wealth", "military", "technologies", "empire", "unaligned")),
    Line("events", "seen"),
    Line("this turn", "lost struck diplomatic built discovered", _Facts()),
)
"""The lines after the one of the ply."""
