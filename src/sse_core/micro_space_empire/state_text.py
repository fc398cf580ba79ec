"""Text of positions: complete, strictly read, and written back character by character."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, TypeVar

from ..errors import SetupError
from ..forms.checks import check_text
from ..forms.expressions import call
from ..forms.kinds import check_kind
from ..forms.lines import Lines, Word
from .cards import Event, System, Technology, cards_of, mask_of
from .notation import name_of
from .position import Due, Position
from .positions import MAX_PLY, position, start
from .state import State, check_state

__all__ = ["STATE_NAME", "format_state", "parse_state", "read_state", "state_expression"]

STATE_NAME: Final = "mse-state"
STATE_PREFIX: Final = f"{STATE_NAME} 1"
_NONE: Final = "none"

CardT = TypeVar("CardT", bound=IntEnum)


def format_state(state: State) -> str:
    """Return a position as text that says everything: the stores, the cards, and what is due.

    The first line is ``mse-state 1``; the text has no newline at its end. It parses back to an equal state.
    """
    return _format(check_state(state).position, state.ply)


def state_expression(state: State) -> str:
    """Return a Python expression for a state: its `repr`."""
    expansion = state.position.expansion
    if state == start(expansion=expansion):
        return call("start", **({"expansion": True} if expansion else {}))
    return call("parse_state", format_state(state))


def _format(p: Position, ply: int) -> str:
    lines = [
        STATE_PREFIX,
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
    """Return the words for what this turn has brought already."""
    facts = {"lost": p.lost, "struck": p.struck, "diplomatic": p.diplomatic, "built": p.built}
    found = [name for name, holds in facts.items() if holds]
    return found if p.discovered is None else [*found, name_of(p.discovered)]


def parse_state(text: str) -> State:
    """Return the position that a text describes, exactly as `format_state` writes it.

    Raises NotationError, with line and column, if it isn't written so; SetupError if the position can't be.
    """
    check_kind(check_text(text, "a position"), STATE_NAME)
    return read_state(Lines(text))


def read_state(lines: Lines) -> State:
    """Take all the lines and return the position that they describe."""
    start = lines.taken
    lines.take_exactly(STATE_PREFIX)
    box = lines.take("box: ")
    if box.text not in ("base", "expansion"):
        raise box.error("a box is base or expansion")
    ply = _number(lines.take("ply: "), MAX_PLY)
    turn = _number(lines.take("turn: "))
    due, *target = lines.take_words("due: ", _NONE) or [lines.take("due: ")]
    cards = [_event_or_system(word) for word in target]
    metal, wealth, military = (_number(lines.take(f"{name}: ")) for name in ("metal", "wealth", "military"))
    technologies = _cards(Technology, lines, "technologies")
    empire, unaligned = (_cards(System, lines, name) for name in ("empire", "unaligned"))
    events = _cards(Event, lines, "events")
    facts = lines.take_words("this turn: ", _NONE)
    flags = {word.text for word in facts} & _FLAGS
    discovered = [_card(Technology, word) for word in facts if word.text not in _FLAGS]
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
    lines.check_written_as(_format(found, ply), start)
    try:
        return position(found, ply)
    except SetupError as error:
        raise SetupError(error.message, last) from None


_FLAGS: Final = frozenset({"lost", "struck", "diplomatic", "built"})


def _due(word: Word) -> Due:
    try:
        return Due(word.text)
    except ValueError:
        raise word.error(f"what is due is one of {', '.join(Due)}") from None


def _event_or_system(word: Word) -> Event | System:
    if word.text in (name_of(event) for event in Event):
        return _card(Event, word)
    return _card(System, word)


def _number(word: Word, most: int = 99) -> int:
    if not (word.text.isascii() and word.text.isdigit() and len(word.text) <= 4 and int(word.text) <= most):
        raise word.error(f"expected a number from 0 to {most}")
    return int(word.text)


def _cards(kind: type[CardT], lines: Lines, name: str) -> list[CardT]:
    return [_card(kind, word) for word in lines.take_words(f"{name}: ", _NONE)]


def _card(kind: type[CardT], word: Word) -> CardT:
    """Return the card that a word names; raise NotationError if it names none."""
    for card in kind:
        if name_of(card) == word.text:
            return card
    raise word.error(f"expected one of {', '.join(map(name_of, kind))}")


def _names(cards: Iterable[IntEnum]) -> str:
    return " ".join(map(name_of, cards)) or _NONE
