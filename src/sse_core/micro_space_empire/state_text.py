"""Positions as text that says everything, strictly read and written back to itself."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, TypeVar

from ..errors import SetupError
from ..lines import Lines, Word
from .cards import Event, System, Technology
from .notation import name_of
from .placement import check_position
from .position import Due, Position

__all__ = ["NAME", "PREFIX", "card_named", "cards_of", "format_position", "mask_of", "read_position"]

NAME: Final = "mse-state"
PREFIX: Final = f"{NAME} 1"
_NONE: Final = "none"
_MAX_PLY: Final = 1_000

CardT = TypeVar("CardT", bound=IntEnum)


def format_position(p: Position, ply: int) -> str:
    """Return a position and its ply as text, without a newline at its end."""
    lines = [
        PREFIX,
        f"box: {'expansion' if p.expansion else 'base'}",
        f"ply: {ply}",
        f"turn: {p.turn}",
        f"due: {' '.join([p.due, *(name_of(card) for card in (p.event, p.target) if card is not None)])}",
        f"metal: {p.metal}",
        f"wealth: {p.wealth}",
        f"military: {p.military}",
        f"technologies: {_names(cards_of(Technology, p.technologies))}",
        f"empire: {_names(p.empire)}",
        f"unaligned: {_names(cards_of(System, p.unaligned))}",
        f"events: {_names(cards_of(Event, p.seen))}",
        f"this turn: {' '.join(_this_turn(p)) or _NONE}",
    ]
    return "\n".join(lines)


def _this_turn(p: Position) -> list[str]:
    """Return what else the turn remembers."""
    facts = {"lost": p.lost, "struck": p.struck, "diplomatic": p.diplomatic, "built": p.built}
    found = [name for name, holds in facts.items() if holds]
    return found if p.discovered is None else [*found, name_of(p.discovered)]


def read_position(lines: Lines) -> tuple[Position, int]:
    """Take all the lines; return the position that they describe, and its ply.

    Raises NotationError with line and column if they aren't written so, SetupError if the position can't be.
    """
    begun = lines.taken
    lines.take_exactly(PREFIX)
    box = lines.take("box: ")
    if box.text not in ("base", "expansion"):
        raise box.error("a box is base or expansion")
    ply = _number(lines.take("ply: "), _MAX_PLY)
    turn = _number(lines.take("turn: "))
    due, *fight = lines.take_words("due: ", _NONE) or [lines.take("due: ")]
    cards = [_fighting(word) for word in fight]
    metal, wealth, military = (_number(lines.take(f"{name}: ")) for name in ("metal", "wealth", "military"))
    technologies = _cards(Technology, lines, "technologies")
    empire, unaligned = (_cards(System, lines, name) for name in ("empire", "unaligned"))
    events = _cards(Event, lines, "events")
    facts = lines.take_words("this turn: ", _NONE)
    flags = {word.text for word in facts} & _FLAGS
    discovered = [card_named(Technology, word) for word in facts if word.text not in _FLAGS]
    last = lines.taken
    found = Position(
        turn=turn,
        due=_due(due),
        metal=metal,
        wealth=wealth,
        military=military,
        technologies=mask_of(technologies),
        empire=tuple(empire),
        unaligned=mask_of(unaligned),
        seen=mask_of(events),
        struck="struck" in flags,
        diplomatic="diplomatic" in flags,
        built="built" in flags,
        discovered=discovered[0] if discovered else None,
        event=next((card for card in cards if isinstance(card, Event)), None),
        target=next((card for card in cards if isinstance(card, System)), None),
        lost="lost" in flags,
        expansion=box.text == "expansion",
    )
    lines.check_written_as(format_position(found, ply), begun)
    try:
        return check_position(found), ply
    except SetupError as error:
        raise SetupError(error.message, last) from None


_FLAGS: Final = frozenset({"lost", "struck", "diplomatic", "built"})


def _due(word: Word) -> Due:
    try:
        return Due(word.text)
    except ValueError:
        raise word.error(f"what is due is one of {', '.join(Due)}") from None


def _fighting(word: Word) -> Event | System:
    if word.text in (name_of(event) for event in Event):
        return card_named(Event, word)
    return card_named(System, word)


def _number(word: Word, most: int = 99) -> int:
    if not (word.text.isascii() and word.text.isdigit() and len(word.text) <= 4 and int(word.text) <= most):
        raise word.error(f"a number from 0 to {most} stands here")
    return int(word.text)


def _cards(kind: type[CardT], lines: Lines, name: str) -> list[CardT]:
    return [card_named(kind, word) for word in lines.take_words(f"{name}: ", _NONE)]


def card_named(kind: type[CardT], word: Word) -> CardT:
    """Return the card that a word names; raise NotationError if there is none."""
    for card in kind:
        if name_of(card) == word.text:
            return card
    raise word.error(f"it is one of {', '.join(map(name_of, kind))}")


def mask_of(cards: Iterable[IntEnum]) -> int:
    """Return a set of cards as a number whose bit i is member i."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def cards_of(kind: type[CardT], mask: int) -> tuple[CardT, ...]:
    """Return the cards of such a set, in the order of the box."""
    return tuple([card for card in kind if mask >> card & 1])


def _names(cards: Iterable[IntEnum]) -> str:
    return " ".join(map(name_of, cards)) or _NONE
