"""Whether a position can be: everything that the rules say of what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..checks import shown
from ..errors import SetupError
from .cards import Deck, Event, Kind, System, Technology
from .legality import legal_ids
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
_HOSTILE: Final = frozenset({Kind.REVOLT, Kind.INVASION})


def check_position(p: Position) -> Position:
    """Return a position that can be; raise SetupError with the clause for one that can't, TypeError for no position.

    Not every position that passes can be reached: the stores, for one, aren't reckoned from the first turn on.
    """
    _check_types(p)
    for complaint in _complaints(p):
        raise SetupError(complaint)
    return p


def _check_types(p: Position) -> None:
    for name, kind in _KINDS.items():
        value = getattr(p, name)
        if type(value) is not kind and not (value is None and name in _OPEN):
            raise TypeError(f"{name} is {kind.__name__}{' or None' * (name in _OPEN)}, not {type(value).__name__}")
    for system in p.empire:
        if not isinstance(system, System):
            raise TypeError(f"the empire has Systems, not {type(system).__name__}")


_KINDS: Final[dict[str, type]] = {
    **dict.fromkeys(("turn", "metal", "wealth", "military", "technologies", "unaligned", "seen"), int),
    **dict.fromkeys(("struck", "diplomatic", "built", "lost", "expansion"), bool),
    "due": Due,
    "empire": tuple,
    "discovered": Technology,
    "event": Event,
    "target": System,
}
_OPEN: Final = frozenset({"discovered", "event", "target"})
"""Of these there may be none."""


def _complaints(p: Position) -> Iterator[str]:
    if not 1 <= p.turn <= TURNS:
        yield f"turn is {shown(p.turn)}, not in 1 to {TURNS} (M2.1)"
    for name, cards in (("technologies", Technology), ("unaligned", System), ("seen", Event)):
        if not 0 <= getattr(p, name) < 1 << len(cards):
            yield f"{name} is {shown(getattr(p, name))}, no set of {len(cards)} cards (M1)"
    yield from _of_technologies(p)
    yield from _of_stores(p)
    yield from _of_systems(p)
    yield from _of_events(p)
    yield from _of_the_turn(p)
    yield from _of_what_is_due(p)


def _of_technologies(p: Position) -> Iterator[str]:
    for technology in Technology:
        before = technology.before
        if before is not None and has(p, technology) and not has(p, before):
            yield f"{technology.title} is discovered after {before.title} (M1)"
    turns = p.turn - 1 + (p.discovered is not None or p.due is Due.END)
    if p.technologies.bit_count() > turns:
        yield f"{p.technologies.bit_count()} technologies after {turns} turns that could discover one (M5.1)"


def _of_stores(p: Position) -> Iterator[str]:
    for name, amount, cap in (
        ("metal", p.metal, store_cap(p)),
        ("wealth", p.wealth, store_cap(p)),
        ("military", p.military, military_cap(p)),
    ):
        if not 0 <= amount <= cap:
            yield f"{name} is {shown(amount)}, not in 0 to {cap} (M1)"
    if p.turn == 1 and p.due in _PHASE_1 and (p.metal or p.wealth):
        yield "something is in store before anything was collected (M1)"
    turns = p.turn - 1 + (p.built or p.due is Due.END)
    if p.military > turns:
        yield f"military is {p.military} after {turns} turns that could build it (M5.1)"


def _of_systems(p: Position) -> Iterator[str]:
    for system in p.empire:
        if p.unaligned >> system & 1 or p.empire.count(system) > 1:
            yield f"{system.title} lies on the table twice (M1)"
    found = [system for system in System if turned_over(p) >> system & 1]
    near = [system for system in found if system.deck is Deck.NEAR]
    for system in near:
        if system not in near_cards(p):
            yield f"{system.title} comes with the expansion (M1)"
    if len(near) > NEAR_CARDS:
        yield f"{len(near)} near systems were turned over, of {NEAR_CARDS} (M1)"
    if len(near) < len(found) and not has(p, Technology.FORWARD_STARBASES):
        yield f"a distant system was turned over without {Technology.FORWARD_STARBASES.title} (M3.2)"
    turns = p.turn - (p.due in (Due.CHOICE, Due.NEAR, Due.DISTANT))
    if len(found) > turns:
        yield f"{len(found)} systems were turned over in {turns} turns (M2.2)"


def _of_events(p: Position) -> Iterator[str]:
    before = p.turn - 1 if year_of(p.turn) == 1 else p.turn - 1 - TURNS_OF_YEAR_1
    seen = before + (p.due in _AFTER_EVENT or p.due is Due.END)
    if p.seen.bit_count() != seen:
        yield f"{p.seen.bit_count()} events were turned over this year, not {seen} (M2.1)"
    hostile = any(p.seen >> event & 1 for event in Event if event.kind in _HOSTILE)
    if p.lost and p.due is Due.END and not hostile:
        yield "the Home World falls to a revolt or an invasion, and this year has seen none (M6.3)"
    if hostile and year_of(p.turn) == 2 and not turned_over(p) and not p.lost:
        yield "a revolt or an invasion has found the Home World alone in Year 2, and the game goes on (M6.3)"
    if p.struck and not p.seen >> Event.STRIKE & 1 and p.turn != TURNS_OF_YEAR_1 + 1:
        yield f"a strike hits the turn after {Event.STRIKE.title}, which this year hasn't seen (M4.3)"
    if p.seen == 1 << Event.STRIKE and before == 1 and p.due in _PHASE_1 and not p.struck:
        yield f"a strike hits the turn after {Event.STRIKE.title} (M4.3)"


def _of_the_turn(p: Position) -> Iterator[str]:
    late = p.due in (Due.BUILD, Due.EVENT, *_AFTER_EVENT)
    if (p.built or p.discovered is not None) and not late:
        yield f"military and technologies come in phase 3, and {p.due} is due (M2.2)"
    if p.built and not p.military:
        yield "military was built in this turn, and is 0 (M5.1)"
    if p.discovered is not None and not has(p, p.discovered):
        yield f"{p.discovered.title} was discovered in this turn, and isn't among the technologies (M5.1)"
    if p.diplomatic and (not has(p, Technology.INTERSTELLAR_DIPLOMACY) or p.turn == 1):
        yield f"diplomacy comes in the turn after {Technology.INTERSTELLAR_DIPLOMACY.title} is discovered (M3.3)"
    if p.diplomatic and p.due is Due.END:
        yield "nothing can be done after the end (M2.1)"
    if p.diplomatic and p.discovered is Technology.INTERSTELLAR_DIPLOMACY:
        yield f"{Technology.INTERSTELLAR_DIPLOMACY.title} is discovered once (M3.3)"
    if p.struck and p.due not in _PHASE_1:
        yield "a strike is over once the turn has collected (M4.3)"


def _of_what_is_due(p: Position) -> Iterator[str]:
    attacked = p.due in (Due.DIPLOMACY, Due.ATTACK)
    if (p.target is not None) != (attacked or p.due is Due.DEFENSE):
        yield f"while {p.due} is due there is {'no' if p.target is not None else 'a'} target (M2.2)"
    if attacked and p.target is not None and not p.unaligned >> p.target & 1:
        yield f"{p.target.title} is attacked, and isn't unaligned (M3.1)"
    if p.due is Due.DIPLOMACY and not p.diplomatic:
        yield "diplomacy is due in the turn after its discovery only (M3.3)"
    if (p.event is not None) != (p.due in _AFTER_EVENT):
        yield f"while {p.due} is due there is {'no' if p.event is not None else 'an'} event to be fought out (M6.1)"
    if p.due in _AFTER_EVENT and p.event is not None:
        yield from _of_the_fight(p)
    if p.lost and (p.due is not Due.END or p.empire or year_of(p.turn) == 1):
        yield "a game is lost in Year 2, with the Home World alone (M6.3)"
    if p.due is Due.END and not p.lost and p.turn != TURNS:
        yield f"a game that isn't lost ends after turn {TURNS} (M2.1)"
    if p.due is not Due.END and not legal_ids(p):
        yield f"{p.due} is due, and nothing can be done or come (M2.2)"


def _of_the_fight(p: Position) -> Iterator[str]:
    event = p.event
    assert event is not None
    if event.kind not in _HOSTILE or not p.seen >> event & 1:
        yield f"{event.title} is fought out, and wasn't turned over as a revolt or an invasion (M6.1)"
    if not p.empire:
        yield f"{event.title} finds no system in the empire (M6.3)"
    elif p.due is Due.REVOLT and (event.kind is not Kind.REVOLT or len(weakest(p)) < 2):
        yield f"{event.title} strikes one system, with no choice among several (M6.1)"
    elif p.due is Due.DEFENSE:
        struck = weakest(p) if event.kind is Kind.REVOLT else [p.empire[-1]]
        if p.target not in struck:
            yield f"{event.title} strikes {' or '.join(system.title for system in struck)} (M6.1)"
