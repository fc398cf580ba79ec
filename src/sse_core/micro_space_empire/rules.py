"""Rules of play: the position after an action of the player or of chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .actions import ACTIONS, Resource, Verb
from .cards import Deck, Event, Kind, System, Technology
from .legality import builds, trades
from .position import TURNS, TURNS_OF_YEAR_1, Due, Position, changed, has, production, store_cap, weakest, year_of

__all__ = ["play"]


def play(p: Position, index: int) -> Position:
    """Return the position after the legal action of this id, at the next decision or chance event."""
    effect, argument = _EFFECTS[index]
    return effect(p, argument)


def _explore(p: Position, deck: Deck) -> Position:
    """Explore: the top card of the deck is turned over next (M2.2)."""
    return changed(p, due=Due.NEAR if deck is Deck.NEAR else Due.DISTANT)


def _turn(p: Position, system: System) -> Position:
    """Turn over a system: it must be attacked (M2.2)."""
    return changed(p, due=_attack(p), target=system, unaligned=p.unaligned | 1 << system)


def _conquer(p: Position, system: System) -> Position:
    """Attack an unaligned system (M2.2)."""
    return changed(p, due=_attack(p), target=system)


def _attack(p: Position) -> Due:
    """Return what an attack begins with: the die, or the choice between diplomacy and the die (M3.1, M3.3)."""
    return Due.DIPLOMACY if p.diplomatic else Due.ATTACK


def _bide(p: Position, _: None) -> Position:
    """Bide: attack nothing, and collect (M2.2)."""
    return _collect(p)


def _negotiate(p: Position, _: None) -> Position:
    """Use diplomacy: the attack succeeds without a roll (M3.3)."""
    return _joined(p)


def _roll(p: Position, _: None) -> Position:
    """Choose the die (M3.3)."""
    return changed(p, due=Due.ATTACK)


def _die(p: Position, face: int) -> Position:
    """Roll the die of an attack, or of a revolt or an invasion (M3.1, M6.2)."""
    return _attacked(p, face) if p.due is Due.ATTACK else _defended(p, face)


def _attacked(p: Position, face: int) -> Position:
    """End an attack: success joins the system, failure costs one military (M3.1)."""
    if face + p.military >= _target(p).resistance:
        return _joined(p)
    return _collect(p, target=None, military=max(0, p.military - 1))


def _joined(p: Position) -> Position:
    """Join the target to the empire, as its latest system (M3.1, M6.1)."""
    target = _target(p)
    return _collect(p, target=None, empire=(*p.empire, target), unaligned=p.unaligned & ~(1 << target))


def _target(p: Position) -> System:
    assert p.target is not None
    return p.target


def _collect(p: Position, **changes: Any) -> Position:
    """Put the production into the stores, as far as they hold it; a strike reduces it (M4.1, M4.3)."""
    metal, wealth = production(changes.get("empire", p.empire))
    if p.struck:
        works = has(p, Technology.ROBOT_WORKERS)
        metal, wealth = ((metal + 1) // 2, (wealth + 1) // 2) if works else (0, 0)
    cap = store_cap(p)
    metal, wealth = min(cap, p.metal + metal), min(cap, p.wealth + wealth)
    p = changed(p, due=Due.BUILD, metal=metal, wealth=wealth, struck=False, **changes)
    return changed(p, due=Due.TRADE) if trades(p) else _to_build(p)


def _trade(p: Position, given: Resource) -> Position:
    """Give two of a resource for one of the other (M4.2)."""
    if given is Resource.METAL:
        return _to_build(changed(p, metal=p.metal - 2, wealth=p.wealth + 1))
    return _to_build(changed(p, metal=p.metal + 1, wealth=p.wealth - 2))


def _to_build(p: Position, _: None = None) -> Position:
    """Go on with phase 3 if it offers something, else with phase 4 (M2.2)."""
    due = Due.BUILD if builds(p) else Due.EVENT
    return p if p.due is due else changed(p, due=due)


def _build(p: Position, _: None) -> Position:
    """Build one military for one metal and one wealth (M5.1)."""
    return _to_build(changed(p, metal=p.metal - 1, wealth=p.wealth - 1, military=p.military + 1, built=True))


def _discover(p: Position, technology: Technology) -> Position:
    """Discover a technology for its price in wealth (M5.1)."""
    known, wealth = p.technologies | 1 << technology, p.wealth - technology.cost
    return _to_build(changed(p, wealth=wealth, technologies=known, discovered=technology))


def _done(p: Position, _: None) -> Position:
    """End phase 3 (M2.2)."""
    return changed(p, due=Due.EVENT)


def _event(p: Position, event: Event) -> Position:
    """Turn over an event: it does what its card says for the year (M6)."""
    return _EFFECT_OF_KIND[event.kind](p, event, p.seen | 1 << event)


def _find_wealth(p: Position, _: Event, seen: int) -> Position:
    """Find one wealth, which is lost if the store is full (M4.4)."""
    return _end_turn(p, seen=seen, wealth=min(store_cap(p), p.wealth + 1))


def _find_metal(p: Position, _: Event, seen: int) -> Position:
    """Find one metal, which is lost if the store is full (M4.4)."""
    return _end_turn(p, seen=seen, metal=min(store_cap(p), p.metal + 1))


def _strike(p: Position, _: Event, seen: int) -> Position:
    """Strike: the next collection is reduced (M4.3)."""
    return _end_turn(p, seen=seen, struck=True)


def _rest(p: Position, _: Event, seen: int) -> Position:
    """Do nothing: peace and quiet (M1)."""
    return _end_turn(p, seen=seen)


def _invade(p: Position, event: Event, seen: int) -> Position:
    """Invade the system that joined last (M6.1)."""
    return (
        changed(p, due=Due.DEFENSE, seen=seen, event=event, target=p.empire[-1]) if p.empire else _home_alone(p, seen)
    )


def _revolt(p: Position, event: Event, seen: int) -> Position:
    """Revolt in the weakest system; chance chooses among equals (M6.1)."""
    if not p.empire:
        return _home_alone(p, seen)
    systems = weakest(p)
    p = changed(p, due=Due.REVOLT, seen=seen, event=event)
    return p if len(systems) > 1 else _revolt_in(p, systems[0])


def _home_alone(p: Position, seen: int) -> Position:
    """Return what a revolt or an invasion does to the Home World alone: nothing in Year 1, defeat in Year 2 (M6.3)."""
    return _end_turn(p, seen=seen) if year_of(p.turn) == 1 else _end(p, seen=seen, lost=True)


def _revolt_in(p: Position, system: System) -> Position:
    """Revolt in this system (M6.1)."""
    return changed(p, due=Due.DEFENSE, target=system)


def _defended(p: Position, face: int) -> Position:
    """End a revolt or an invasion: die and force against the resistance, which a technology raises (M6.2)."""
    event, target = p.event, _target(p)
    assert event is not None
    shield = Technology.HYPER_TELEVISION if event.kind is Kind.REVOLT else Technology.PLANETARY_DEFENSES
    if face + event.force[year_of(p.turn) - 1] >= target.resistance + has(p, shield):
        rest = tuple([system for system in p.empire if system is not target])
        return _end_turn(p, event=None, target=None, empire=rest, unaligned=p.unaligned | 1 << target)
    return _end_turn(p, event=None, target=None)


def _end_turn(p: Position, **changes: Any) -> Position:
    """Begin the next turn, or end the game; a new year has all its events again (M2.1, M3.3)."""
    if p.turn == TURNS:
        return _end(p, **changes)
    if p.turn == TURNS_OF_YEAR_1:
        changes["seen"] = 0
    diplomatic = p.discovered is Technology.INTERSTELLAR_DIPLOMACY
    return changed(p, turn=p.turn + 1, due=Due.CHOICE, diplomatic=diplomatic, built=False, discovered=None, **changes)


def _end(p: Position, **changes: Any) -> Position:
    """End the game, and forget what belongs to the turn (M2.1)."""
    changes["struck"] = False
    return changed(p, due=Due.END, diplomatic=False, built=False, discovered=None, **changes)


_EFFECT_OF_KIND: Final[dict[Kind, Callable[[Position, Event, int], Position]]] = {
    Kind.METAL: _find_metal,
    Kind.WEALTH: _find_wealth,
    Kind.STRIKE: _strike,
    Kind.REVOLT: _revolt,
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
    Verb.REVOLT: _revolt_in,
}

_EFFECTS: Final = tuple((_EFFECT_OF[action.verb], action.argument) for action in ACTIONS)
"""By id: the function of an action, and its argument."""
