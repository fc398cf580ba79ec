"""The rules of play: what an action, or a chance event, leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .actions import ACTIONS, Resource, Verb
from .cards import Deck, Event, Kind, System, Technology
from .legality import builds, trades
from .position import TURNS, TURNS_OF_YEAR_1, Due, Position, changed, has, production, store_cap, weakest, year_of

__all__ = ["play"]


def play(p: Position, index: int) -> Position:
    """Return what the legal action of this id leads to: the next decision, or chance event, that is due."""
    effect, thing = _EFFECTS[index]
    return effect(p, thing)


def _explore(p: Position, deck: Deck) -> Position:
    """M2.2: the top card comes next."""
    return changed(p, due=Due.NEAR if deck is Deck.NEAR else Due.DISTANT)


def _turn(p: Position, system: System) -> Position:
    """M2.2: the card that is turned over must be attacked."""
    return changed(p, due=_attack(p), target=system, unaligned=p.unaligned | 1 << system)


def _conquer(p: Position, system: System) -> Position:
    """M2.2: so is an unaligned system that was chosen."""
    return changed(p, due=_attack(p), target=system)


def _attack(p: Position) -> Due:
    """M3.1, M3.3: the die decides, unless Diplomacy may."""
    return Due.DIPLOMACY if p.diplomatic else Due.ATTACK


def _bide(p: Position, _: None) -> Position:
    """M2.2: nothing is attacked."""
    return _collect(p)


def _negotiate(p: Position, _: None) -> Position:
    """M3.3: success without a roll."""
    return _joined(p)


def _roll(p: Position, _: None) -> Position:
    """M3.3: the die shall decide."""
    return changed(p, due=Due.ATTACK)


def _die(p: Position, face: int) -> Position:
    """M3.1, M6.2: the die of an attack or of a defense."""
    return _attacked(p, face) if p.due is Due.ATTACK else _defended(p, face)


def _attacked(p: Position, face: int) -> Position:
    """M3.1: success joins the system, failure costs one of the military."""
    if face + p.military >= _target(p).resistance:
        return _joined(p)
    return _collect(p, target=None, military=max(0, p.military - 1))


def _joined(p: Position) -> Position:
    """M3.1, M6.1: the system is the one added most recently."""
    target = _target(p)
    return _collect(p, target=None, empire=(*p.empire, target), unaligned=p.unaligned & ~(1 << target))


def _target(p: Position) -> System:
    assert p.target is not None
    return p.target


def _collect(p: Position, **changes: Any) -> Position:
    """M4.1, M4.3: production goes into the stores, as much as they hold."""
    metal, wealth = production(changes.get("empire", p.empire))
    if p.struck:
        works = has(p, Technology.ROBOT_WORKERS)
        metal, wealth = ((metal + 1) // 2, (wealth + 1) // 2) if works else (0, 0)
    cap = store_cap(p)
    metal, wealth = min(cap, p.metal + metal), min(cap, p.wealth + wealth)
    p = changed(p, due=Due.BUILD, metal=metal, wealth=wealth, struck=False, **changes)
    return changed(p, due=Due.TRADE) if trades(p) else _to_build(p)


def _trade(p: Position, given: Resource) -> Position:
    """M4.2: two of one for one of the other."""
    if given is Resource.METAL:
        return _to_build(changed(p, metal=p.metal - 2, wealth=p.wealth + 1))
    return _to_build(changed(p, metal=p.metal + 1, wealth=p.wealth - 2))


def _to_build(p: Position, _: None = None) -> Position:
    """M2.2: phase 3, as long as it offers something."""
    due = Due.BUILD if builds(p) else Due.EVENT
    return p if p.due is due else changed(p, due=due)


def _build(p: Position, _: None) -> Position:
    """M5.1: one metal and one wealth for one military."""
    return _to_build(changed(p, metal=p.metal - 1, wealth=p.wealth - 1, military=p.military + 1, built=True))


def _discover(p: Position, technology: Technology) -> Position:
    """M5.1: a technology for its wealth."""
    known, wealth = p.technologies | 1 << technology, p.wealth - technology.cost
    return _to_build(changed(p, wealth=wealth, technologies=known, discovered=technology))


def _done(p: Position, _: None) -> Position:
    """M2.2: phase 4."""
    return changed(p, due=Due.EVENT)


def _event(p: Position, event: Event) -> Position:
    """M6: what an event does, as its card says for the year."""
    return _HAPPENING[event.kind](p, event, p.seen | 1 << event)


def _find_wealth(p: Position, _: Event, seen: int) -> Position:
    """M4.4: one wealth, unless the store is full."""
    return _end_turn(p, seen=seen, wealth=min(store_cap(p), p.wealth + 1))


def _find_metal(p: Position, _: Event, seen: int) -> Position:
    """M4.4: one metal, unless the store is full."""
    return _end_turn(p, seen=seen, metal=min(store_cap(p), p.metal + 1))


def _strike(p: Position, _: Event, seen: int) -> Position:
    """M4.3: the next collection will be hit."""
    return _end_turn(p, seen=seen, struck=True)


def _rest(p: Position, _: Event, seen: int) -> Position:
    """M1: peace and quiet."""
    return _end_turn(p, seen=seen)


def _invade(p: Position, event: Event, seen: int) -> Position:
    """M6.1: an invasion strikes the system that was joined last."""
    return (
        changed(p, due=Due.DEFENSE, seen=seen, event=event, target=p.empire[-1]) if p.empire else _home_alone(p, seen)
    )


def _rise(p: Position, event: Event, seen: int) -> Position:
    """M6.1: a revolt strikes the weakest system, chance choosing among equals."""
    if not p.empire:
        return _home_alone(p, seen)
    systems = weakest(p)
    p = changed(p, due=Due.REVOLT, seen=seen, event=event)
    return p if len(systems) > 1 else _revolt(p, systems[0])


def _home_alone(p: Position, seen: int) -> Position:
    """M6.3: without any other system, a revolt or an invasion does nothing in Year 1, and all in Year 2."""
    return _end_turn(p, seen=seen) if year_of(p.turn) == 1 else _end(p, seen=seen, lost=True)


def _revolt(p: Position, system: System) -> Position:
    """M6.1: the revolt is in this system."""
    return changed(p, due=Due.DEFENSE, target=system)


def _defended(p: Position, face: int) -> Position:
    """M6.2: die and force against the resistance, which a technology raises."""
    event, target = p.event, _target(p)
    assert event is not None
    shield = Technology.HYPER_TELEVISION if event.kind is Kind.REVOLT else Technology.PLANETARY_DEFENSES
    if face + event.force[year_of(p.turn) - 1] >= target.resistance + has(p, shield):
        rest = tuple([system for system in p.empire if system is not target])
        return _end_turn(p, event=None, target=None, empire=rest, unaligned=p.unaligned | 1 << target)
    return _end_turn(p, event=None, target=None)


def _end_turn(p: Position, **changes: Any) -> Position:
    """M2.1, M3.3: the next turn, where a year ends with all events in the deck again; or the end."""
    if p.turn == TURNS:
        return _end(p, **changes)
    if p.turn == TURNS_OF_YEAR_1:
        changes["seen"] = 0
    diplomatic = p.discovered is Technology.INTERSTELLAR_DIPLOMACY
    return changed(p, turn=p.turn + 1, due=Due.CHOICE, diplomatic=diplomatic, built=False, discovered=None, **changes)


def _end(p: Position, **changes: Any) -> Position:
    """M2.1: what the turn did matters no more."""
    changes["struck"] = False
    return changed(p, due=Due.END, diplomatic=False, built=False, discovered=None, **changes)


_HAPPENING: Final[dict[Kind, Callable[[Position, Event, int], Position]]] = {
    Kind.METAL: _find_metal,
    Kind.WEALTH: _find_wealth,
    Kind.STRIKE: _strike,
    Kind.REVOLT: _rise,
    Kind.INVASION: _invade,
    Kind.PEACE: _rest,
}

_EFFECT_OF: Final[dict[Verb, Callable[[Position, Any], Position]]] = {
    Verb.EXPLORE: _explore,
    Verb.CONQUER: _conquer,
    Verb.BIDE: _bide,
    Verb.DIPLOMACY: _negotiate,
    Verb.ROLL: _roll,
    Verb.TRADE: _trade,
    Verb.KEEP: _to_build,
    Verb.BUILD: _build,
    Verb.DISCOVER: _discover,
    Verb.DONE: _done,
    Verb.TURN: _turn,
    Verb.DIE: _die,
    Verb.EVENT: _event,
    Verb.REVOLT: _revolt,
}

_EFFECTS: Final = tuple((_EFFECT_OF[action.verb], action.thing) for action in ACTIONS)
"""By id: what an action does, and to what."""
