"""Checks of positions made by hand: each field by itself, then all fields together by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...errors import SetupError
from ...forms.checks import check_type, shown
from ...forms.shapes import Maybe
from ..cards import Deck, Event, EventKind, System, Technology
from ..state import State
from ..text.shapes import POSITION
from .position import (
    NEAR_CARDS,
    TURNS,
    TURNS_OF_YEAR_1,
    Due,
    Position,
    has,
    military_cap,
    near_cards,
    store_cap,
    turned_over,
    weakest,
    year_of,
)

__all__ = ["check_position"]

_PHASE_1: Final = frozenset({Due.CHOICE, Due.NEAR, Due.DISTANT, Due.DIPLOMACY, Due.ATTACK})
_AFTER_EVENT: Final = frozenset({Due.REVOLT, Due.DEFENSE})
_HOSTILE: Final = frozenset({EventKind.REVOLT, EventKind.INVASION})


def check_position(p: Position) -> Position:
    """Return a position if it is possible; raise SetupError, with the clause, if it isn't.

    Raises TypeError if a field is of the wrong type. Some of the positions that pass can't be reached: for example, the
    stores are not added up from the first turn on.
    """
    _check_types(p)
    for fault in _faults(p):
        raise SetupError(fault)
    return p


def _check_types(p: Position) -> None:
    for name, shape in POSITION.fields.items():
        value, is_optional = getattr(p, name), isinstance(shape, Maybe)
        if type(value) is not shape.kind and not (value is None and is_optional):
            raise TypeError(f"{name} is {shape.kind.__name__}{' or None' * is_optional}, not {type(value).__name__}")
    for system in p.empire:
        check_type(system, System, "the empire has Systems")


def _faults(p: Position) -> Iterator[str]:
    if not 1 <= p.turn <= TURNS:
        yield f"turn is {shown(p.turn)}, not in 1 to {TURNS} (M2.1)"
    for name, cards in (("technologies", Technology), ("unaligned", System), ("seen", Event)):
        if not 0 <= getattr(p, name) < 1 << len(cards):
            yield f"{name} is {shown(getattr(p, name))}, no set of {len(cards)} cards (M1)"
    yield from _faults_of_technologies(p)
    yield from _faults_of_stores(p)
    yield from _faults_of_systems(p)
    yield from _faults_of_events(p)
    yield from _faults_of_turn(p)
    yield from _faults_of_due(p)


def _faults_of_technologies(p: Position) -> Iterator[str]:
    for technology in Technology:
        before = technology.before
        if before is not None and has(p, technology) and not has(p, before):
            yield f"{before.title} must be discovered before {technology.title} (M1)"
    turns = p.turn - 1 + (p.discovered is not None or p.due is Due.END)
    count = p.technologies.bit_count()
    if count > turns:
        yield f"{count} technologies after {_turns(turns)}, and a turn can discover one (M5.1)"


def _faults_of_stores(p: Position) -> Iterator[str]:
    for name, amount, cap in (
        ("metal", p.metal, store_cap(p)),
        ("wealth", p.wealth, store_cap(p)),
        ("military", p.military, military_cap(p)),
    ):
        if not 0 <= amount <= cap:
            yield f"{name} is {shown(amount)}, not in 0 to {cap} (M1)"
    if p.turn == 1 and p.due in _PHASE_1 and (p.metal or p.wealth):
        yield "metal or wealth is in store before the first collection (M1)"
    turns = p.turn - 1 + (p.built or p.due is Due.END)
    if p.military > turns:
        yield f"military is {p.military} after {_turns(turns)}, and a turn can build one (M5.1)"


def _faults_of_systems(p: Position) -> Iterator[str]:
    for system in p.empire:
        if p.unaligned >> system & 1 or p.empire.count(system) > 1:
            yield f"{system.title} is there twice (M1)"
    found = [system for system in System if turned_over(p) >> system & 1]
    near = [system for system in found if system.deck is Deck.NEAR]
    for system in near:
        if system not in near_cards(p):
            yield f"{system.title} comes with the expansion (M1)"
    if len(near) > NEAR_CARDS:
        yield f"{len(near)} near systems were turned over, and a game has {NEAR_CARDS} (M1)"
    if len(near) < len(found) and not has(p, Technology.FORWARD_STARBASES):
        yield f"a distant system was turned over without {Technology.FORWARD_STARBASES.title} (M3.2)"
    turns = p.turn - (p.due in (Due.CHOICE, Due.NEAR, Due.DISTANT))
    if len(found) > turns:
        yield f"{len(found)} systems were turned over in {_turns(turns)} (M2.2)"


def _faults_of_events(p: Position) -> Iterator[str]:
    before = p.turn - 1 if year_of(p.turn) == 1 else p.turn - 1 - TURNS_OF_YEAR_1
    seen = before + (p.due in _AFTER_EVENT or p.due is Due.END)
    if p.seen.bit_count() != seen:
        yield f"{p.seen.bit_count()} events were turned over this year, not {seen} (M2.1)"
    hostile = any(p.seen >> event & 1 for event in Event if event.kind in _HOSTILE)
    if p.lost and p.due is Due.END and not hostile:
        yield "the game is lost, and no revolt or invasion came in this year (M6.3)"
    if hostile and year_of(p.turn) == 2 and not turned_over(p) and not p.lost:
        yield "a revolt or an invasion came in Year 2 to the Home World alone, and the game is not lost (M6.3)"
    if p.struck and not p.seen >> Event.STRIKE & 1 and p.turn != TURNS_OF_YEAR_1 + 1:
        yield f"a strike reduces the collection, and {Event.STRIKE.title} has not come in this year (M4.3)"
    if p.seen == 1 << Event.STRIKE and before == 1 and p.due in _PHASE_1 and not p.struck:
        yield f"{Event.STRIKE.title} came in the turn before, and does not reduce the collection (M4.3)"


def _faults_of_turn(p: Position) -> Iterator[str]:
    late = p.due in (Due.BUILD, Due.EVENT, *_AFTER_EVENT)
    if (p.built or p.discovered is not None) and not late:
        yield f"military and technologies come in phase 3, and {p.due} is due (M2.2)"
    if p.built and not p.military:
        yield "military was built in this turn, and is 0 (M5.1)"
    if p.discovered is not None and not has(p, p.discovered):
        yield f"{p.discovered.title} was discovered in this turn, and isn't among the technologies (M5.1)"
    if p.diplomatic and (not has(p, Technology.INTERSTELLAR_DIPLOMACY) or p.turn == 1):
        yield f"diplomacy is possible in the turn after {Technology.INTERSTELLAR_DIPLOMACY.title} was discovered (M3.3)"
    if p.diplomatic and p.due is Due.END:
        yield "diplomacy is possible, and the game is over (M2.1)"
    if p.diplomatic and p.discovered is Technology.INTERSTELLAR_DIPLOMACY:
        yield f"{Technology.INTERSTELLAR_DIPLOMACY.title} was discovered in this turn and in the one before (M3.3)"
    if p.struck and p.due not in _PHASE_1:
        yield "a strike ends with the collection, which is over in this turn (M4.3)"


def _faults_of_due(p: Position) -> Iterator[str]:
    attacked = p.due in (Due.DIPLOMACY, Due.ATTACK)
    if (p.target is not None) != (attacked or p.due is Due.DEFENSE):
        yield f"{p.due} is due {'without' if p.target is None else 'with'} a target (M2.2)"
    if attacked and p.target is not None and not p.unaligned >> p.target & 1:
        yield f"{p.target.title} is attacked, and isn't unaligned (M3.1)"
    if p.due is Due.DIPLOMACY and not p.diplomatic:
        yield "diplomacy is due, and is not possible in this turn (M3.3)"
    if (p.event is not None) != (p.due in _AFTER_EVENT):
        yield f"{p.due} is due {'without' if p.event is None else 'with'} a revolt or an invasion (M6.1)"
    if p.due in _AFTER_EVENT and p.event is not None:
        yield from _faults_of_event(p)
    if p.lost and (p.due is not Due.END or p.empire or year_of(p.turn) == 1):
        yield "a game is lost in Year 2 only, and with the Home World alone (M6.3)"
    if p.due is Due.END and not p.lost and p.turn != TURNS:
        yield f"a game that isn't lost ends after turn {TURNS} (M2.1)"
    if p.due is not Due.END and not State.of(p, 0).legal_ids():
        yield f"{p.due} is due, and no action is legal (M2.2)"


def _faults_of_event(p: Position) -> Iterator[str]:
    event = p.event
    assert event is not None
    if event.kind not in _HOSTILE or not p.seen >> event & 1:
        yield f"{event.title} is no revolt or invasion that came in this year (M6.1)"
    if not p.empire:
        yield f"{event.title} has no system to strike (M6.3)"
    elif p.due is Due.REVOLT and (event.kind is not EventKind.REVOLT or len(weakest(p)) < 2):
        yield f"{event.title} strikes one system, and chance has none to choose (M6.1)"
    elif p.due is Due.DEFENSE:
        struck = weakest(p) if event.kind is EventKind.REVOLT else [p.empire[-1]]
        if p.target not in struck:
            yield f"{event.title} strikes {' or '.join(system.title for system in struck)} (M6.1)"


def _turns(count: int) -> str:
    return f"{count} turn{'' if count == 1 else 's'}"
