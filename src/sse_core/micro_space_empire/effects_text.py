"""Effects of actions in words: what the die, the cards and the collection did."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, cast

from ..errors import ArgumentError
from ..forms.checks import no_action
from .actions import FACES, Action, Resource, Verb
from .cards import Event, Kind, System, Technology
from .position import TURNS, TURNS_OF_YEAR_1, Due, Position, has, military_cap, production, store_cap, weakest, year_of
from .state import State, check_state

__all__ = ["effects"]


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return the effects of an action that its own text doesn't tell: a sentence for each, in order, with its clause.

    `before` and `after` are the positions around the action. A sentence has no capital at its start and no full stop.

    Raises IllegalActionError if the action can't be done in `before`, ArgumentError if it doesn't lead to `after`.

    >>> from sse_core.micro_space_empire import parse_action, start
    >>> before = start().after(parse_action("explore=near")).after(parse_action("turn=tau_ceti"))
    >>> effects(before, parse_action("die=4"), before.after(parse_action("die=4")))
    ('4 + 0 reaches 4: Tau Ceti joins the empire (M3.1)', '1 metal and 1 wealth are collected (M4.1)')
    """
    if not isinstance(action, Action):
        raise no_action(action, "an Action of Micro Space Empire has effects")
    if check_state(before).after(action) != check_state(after):
        raise ArgumentError("the action leads to another position than the one after it")
    p, q = before.position, after.position
    return tuple(chain(_own_effects(p, action, q), _collected(p, action, q), _turn_ended(p, q)))


def _own_effects(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Yield the effects of the action itself."""
    match action.verb:
        case Verb.CONQUER | Verb.TURN:
            yield _to_attack(after)
        case Verb.ROLL:
            yield _needed(after)
        case Verb.BIDE if before.diplomatic:
            yield "diplomacy lapses unused (M3.3)"
        case Verb.DIPLOMACY:
            yield f"{_title(before.target)} joins the empire without a roll (M3.3)"
        case Verb.DIE if before.due is Due.ATTACK:
            yield from _attacked(before, cast(int, action.argument), after)
        case Verb.DIE:
            yield _defended(before, cast(int, action.argument), after)
        case Verb.TRADE:
            other = Resource.WEALTH if action.argument is Resource.METAL else Resource.METAL
            yield f"2 {action.argument} become 1 {other} (M4.2)"
        case Verb.BUILD:
            yield f"1 metal and 1 wealth raise the military to {after.military} (M5.1)"
        case Verb.DISCOVER:
            yield from _discovered(before, cast(Technology, action.argument), after)
        case Verb.EVENT:
            yield _event_effect(before, cast(Event, action.argument), after)
        case Verb.REVOLT:
            yield _strike_words(after)
        case _:
            pass


# --- attacks


def _to_attack(p: Position) -> str:
    """Return how the target of an attack can be taken (M3.1, M3.3)."""
    if p.due is Due.DIPLOMACY:
        return f"{_title(p.target)} can be taken by diplomacy or by the die (M3.3)"
    return _needed(p)


def _needed(p: Position) -> str:
    """Return the faces of the die that win an attack (M3.1)."""
    target = _given(p.target)
    return (
        f"{target.title} has resistance {target.resistance}, the military is {p.military}: "
        f"{_by_faces(target.resistance - p.military, 'joins the empire', 'cannot join the empire')} (M3.1)"
    )


def _by_faces(least: int, then: str, never: str) -> str:
    """Return `then`, with the faces that do it, or `never` if there is none; `least` is the lowest face."""
    if least > FACES[-1]:
        return f"it {never}"
    return f"it {then} whatever the die shows" if least <= FACES[0] else f"it {then} if the die shows {_faces(least)}"


def _faces(least: int) -> str:
    return str(least) if least == FACES[-1] else f"{least} or more"


def _attacked(before: Position, face: int, after: Position) -> Iterator[str]:
    """Yield the success of an attack, or its failure and cost (M3.1)."""
    target = _given(before.target)
    attempt = f"{face} + {before.military}"
    if target in after.empire:
        yield f"{attempt} reaches {target.resistance}: {target.title} joins the empire (M3.1)"
        return
    yield f"{attempt} is less than {target.resistance}: {target.title} stays unaligned (M3.1)"
    if after.military < before.military:
        yield f"the military falls to {after.military} (M3.1)"


# --- collecting, building, discovering


def _collected(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Yield what was collected, if the action ended the first phase (M4.1, M4.3)."""
    bided = action.verb in (Verb.BIDE, Verb.DIPLOMACY)
    if not (bided or (action.verb is Verb.DIE and before.due is Due.ATTACK)):
        return
    got = {"metal": after.metal - before.metal, "wealth": after.wealth - before.wealth}
    made = dict(zip(got, production(after.empire), strict=True))
    if before.struck:
        works = has(before, Technology.ROBOT_WORKERS)
        yield f"{'half' if works else 'nothing'} of the production is collected in the strike (M4.3)"
        made = {name: (amount + 1) // 2 if works else 0 for name, amount in made.items()}
    found = " and ".join(f"{amount} {name}" for name, amount in got.items() if amount)
    if found:
        yield f"{found} {'is' if sum(got.values()) == 1 else 'are'} collected (M4.1)"
    for name, amount in made.items():
        if lost := amount - got[name]:
            yield f"{lost} {name} {'is' if lost == 1 else 'are'} lost: the store is full (M4.1)"


def _discovered(before: Position, technology: Technology, after: Position) -> Iterator[str]:
    """Yield the price of a technology, and the limits that it raises (M1, M5.1)."""
    yield f"{technology.title} costs {technology.cost} wealth, and {after.wealth} {_is(after.wealth)} left (M5.1)"
    if store_cap(after) > store_cap(before):
        yield f"stores hold {store_cap(after)} now (M1)"
    if military_cap(after) > military_cap(before):
        yield f"the military can go up to {military_cap(after)} now (M1)"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


# --- events


def _event_effect(before: Position, event: Event, after: Position) -> str:
    """Return the effect of an event (M4.3, M4.4, M6)."""
    match event.kind:
        case Kind.METAL | Kind.WEALTH:
            name = event.kind.value
            found = getattr(after, name) > getattr(before, name)
            return f"1 {name} is {'found' if found else 'found, and lost: the store is full'} (M4.4)"
        case Kind.STRIKE:
            if after.due is Due.END:
                return "the strike comes too late to matter (M4.3)"
            share = "half" if has(after, Technology.ROBOT_WORKERS) else "nothing"
            return f"{share} of the production is collected in the next turn (M4.3)"
        case Kind.PEACE:
            return "nothing happens (M1)"
        case Kind.REVOLT | Kind.INVASION:
            return _revolt_or_invasion(before, event, after)


def _revolt_or_invasion(before: Position, event: Event, after: Position) -> str:
    """Return the system that a revolt or an invasion strikes, or what it does to the Home World (M6.1, M6.3)."""
    if after.lost:
        return "the Home World stands alone and falls: the game is lost (M6.3)"
    if not before.empire:
        return "the Home World stands alone, and nothing happens in Year 1 (M6.3)"
    if after.due is Due.REVOLT:
        names = " or ".join(system.title for system in weakest(after))
        return f"{_force(after, event)} breaks out in {names} (M6.1)"
    return _strike_words(after)


def _strike_words(p: Position) -> str:
    """Return the system that is struck, and the faces of the die that lose it (M6.1, M6.2)."""
    event, target = p.event, _given(p.target)
    assert event is not None
    least = target.resistance + _shield(p, event) - event.force[year_of(p.turn) - 1]
    return f"{_force(p, event)} strikes {target.title}: {_by_faces(least, 'is lost', 'is safe')} (M6.2)"


def _defended(before: Position, face: int, after: Position) -> str:
    """Return the end of a revolt or an invasion: a system is lost or stays (M6.2)."""
    event, target = before.event, _given(before.target)
    assert event is not None
    needed = target.resistance + _shield(before, event)
    attempt = f"{face} + {event.force[year_of(before.turn) - 1]}"
    if target in after.empire:
        return f"{attempt} is less than {needed}: {target.title} stays in the empire (M6.2)"
    return f"{attempt} reaches {needed}: {target.title} is lost, and unaligned (M6.2)"


def _force(p: Position, event: Event) -> str:
    return f"{event.title} of force {event.force[year_of(p.turn) - 1]}"


def _shield(p: Position, event: Event) -> int:
    """Return what a technology adds to the resistance (M6.2)."""
    return int(has(p, _SHIELDS[event.kind]))


_SHIELDS: Final = {
    Kind.REVOLT: Technology.HYPER_TELEVISION,
    Kind.INVASION: Technology.PLANETARY_DEFENSES,
}


# --- the turn


def _turn_ended(before: Position, after: Position) -> Iterator[str]:
    """Yield what comes with the end of a turn: the end of the game, Year 2, diplomacy (M2.1, M3.3)."""
    if after.due is Due.END and not after.lost:
        yield f"the game is over after turn {TURNS} (M2.1)"
    if after.turn == before.turn:
        return
    if after.turn == TURNS_OF_YEAR_1 + 1:
        yield "Year 2 begins, and all events are shuffled again (M2.1)"
    if after.diplomatic:
        yield f"diplomacy can take a system in turn {after.turn} (M3.3)"


def _given(system: System | None) -> System:
    assert system is not None
    return system


def _title(system: System | None) -> str:
    return _given(system).title
