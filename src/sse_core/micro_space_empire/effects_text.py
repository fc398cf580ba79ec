"""Effects of actions in words: what the die, the cards and the collection did, beyond the action's own text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, cast

from ..errors import SetupError
from .actions import FACES, Action, Resource, Verb
from .cards import Event, Kind, System, Technology
from .position import TURNS, TURNS_OF_YEAR_1, Due, Position, has, military_cap, production, store_cap, weakest, year_of
from .state import State, check_state

__all__ = ["effects"]


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return what an action did beyond its own text: a sentence for each effect, in their order, with its clause.

    `before` and `after` are the positions around the action. A sentence has no capital at its start and no full stop.
    There is none where the text says it all.

    Raises IllegalActionError if the action can't be done in `before`, SetupError if it leads elsewhere than to `after`.

    >>> from sse_core.micro_space_empire import parse_action, start
    >>> before = start().after(parse_action("explore=near")).after(parse_action("turn=tau_ceti"))
    >>> effects(before, parse_action("die=4"), before.after(parse_action("die=4")))
    ('4 + 0 reaches 4: Tau Ceti joins the empire (M3.1)', '1 metal and 1 wealth are collected (M4.1)')
    """
    if not isinstance(action, Action):
        raise TypeError(f"an Action has effects, not {type(action).__name__}")
    if check_state(before).after(action) != check_state(after):
        raise SetupError("the action leads to another position than the one after it")
    p, q = before.position, after.position
    return tuple(chain(_done(p, action, q), _collected(p, action, q), _turn_over(p, q)))


def _done(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Yield what the action itself did."""
    match action.verb:
        case Verb.CONQUER | Verb.TURN:
            yield _to_attack(after)
        case Verb.ROLL:
            yield _needed(after)
        case Verb.BIDE if before.diplomatic:
            yield "diplomacy finds nothing to take in this turn (M3.3)"
        case Verb.DIPLOMACY:
            yield f"{_title(before.target)} joins the empire without a roll (M3.3)"
        case Verb.DIE if before.due is Due.ATTACK:
            yield from _attacked(before, cast(int, action.thing), after)
        case Verb.DIE:
            yield _defended(before, cast(int, action.thing), after)
        case Verb.TRADE:
            other = Resource.WEALTH if action.thing is Resource.METAL else Resource.METAL
            yield f"2 {action.thing} become 1 {other} (M4.2)"
        case Verb.BUILD:
            yield f"1 metal and 1 wealth raise the military to {after.military} (M5.1)"
        case Verb.DISCOVER:
            yield from _discovered(before, cast(Technology, action.thing), after)
        case Verb.EVENT:
            yield _happened(before, cast(Event, action.thing), after)
        case Verb.REVOLT:
            yield _struck(after)
        case _:
            pass


# --- attacks


def _to_attack(p: Position) -> str:
    """Return how the system that must be attacked now can be taken (M3.1, M3.3)."""
    if p.due is Due.DIPLOMACY:
        return f"diplomacy can take {_title(p.target)}, or the die (M3.3)"
    return _needed(p)


def _needed(p: Position) -> str:
    """Return what the die must show for an attack (M3.1)."""
    target = _of(p.target)
    return (
        f"{target.title} has resistance {target.resistance}, the military is {p.military}: "
        f"{_from(target.resistance - p.military, 'joins the empire', 'cannot join the empire')} (M3.1)"
    )


def _from(least: int, then: str, never: str) -> str:
    """Return what happens from which face of the die on."""
    if least > FACES[-1]:
        return f"it {never}"
    return f"it {then} whatever the die shows" if least <= FACES[0] else f"it {then} if the die shows {_faces(least)}"


def _faces(least: int) -> str:
    return str(least) if least == FACES[-1] else f"{least} or more"


def _attacked(before: Position, face: int, after: Position) -> Iterator[str]:
    """Yield whether an attack succeeded, and what it cost (M3.1)."""
    target = _of(before.target)
    sum_ = f"{face} + {before.military}"
    if target in after.empire:
        yield f"{sum_} reaches {target.resistance}: {target.title} joins the empire (M3.1)"
        return
    yield f"{sum_} is less than {target.resistance}: {target.title} stays unaligned (M3.1)"
    if after.military < before.military:
        yield f"the military falls to {after.military} (M3.1)"


# --- collecting, building, discovering


def _collected(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Yield what was collected, where the action ended the first phase (M4.1, M4.3)."""
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
    """Yield the price of a technology, and the limits that it moves (M1, M5.1)."""
    yield f"{technology.title} costs {technology.cost} wealth, and {after.wealth} {_is(after.wealth)} left (M5.1)"
    if store_cap(after) > store_cap(before):
        yield f"stores hold {store_cap(after)} now (M1)"
    if military_cap(after) > military_cap(before):
        yield f"the military can go up to {military_cap(after)} now (M1)"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


# --- events


def _happened(before: Position, event: Event, after: Position) -> str:
    """Return what an event did (M4.3, M4.4, M6)."""
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
            return _violence(before, event, after)


def _violence(before: Position, event: Event, after: Position) -> str:
    """Return where a revolt or an invasion strikes, if it does (M6.1, M6.3)."""
    if after.lost:
        return "the Home World stands alone and falls: the game is lost (M6.3)"
    if not before.empire:
        return "the Home World stands alone, and nothing happens in Year 1 (M6.3)"
    if after.due is Due.REVOLT:
        names = " or ".join(system.title for system in weakest(after))
        return f"{_force(after, event)} breaks out in {names} (M6.1)"
    return _struck(after)


def _struck(p: Position) -> str:
    """Return which system is struck, and what the die must show for it to be lost (M6.1, M6.2)."""
    event, target = p.event, _of(p.target)
    assert event is not None
    least = target.resistance + _shield(p, event) - event.force[year_of(p.turn) - 1]
    return f"{_force(p, event)} strikes {target.title}: {_from(least, 'is lost', 'is safe')} (M6.2)"


def _defended(before: Position, face: int, after: Position) -> str:
    """Return whether a system was lost to a revolt or an invasion (M6.2)."""
    event, target = before.event, _of(before.target)
    assert event is not None
    needed = target.resistance + _shield(before, event)
    sum_ = f"{face} + {event.force[year_of(before.turn) - 1]}"
    if target in after.empire:
        return f"{sum_} is less than {needed}: {target.title} stays in the empire (M6.2)"
    return f"{sum_} reaches {needed}: {target.title} is lost, and unaligned (M6.2)"


def _force(p: Position, event: Event) -> str:
    return f"{event.title} of force {event.force[year_of(p.turn) - 1]}"


def _shield(p: Position, event: Event) -> int:
    """M6.2: what a technology adds to the resistance."""
    return int(has(p, _SHIELDS[event.kind]))


_SHIELDS: Final = {
    Kind.REVOLT: Technology.HYPER_TELEVISION,
    Kind.INVASION: Technology.PLANETARY_DEFENSES,
}


# --- the turn


def _turn_over(before: Position, after: Position) -> Iterator[str]:
    """Yield what the end of a turn brings: another year, diplomacy, the end of the game (M2.1, M3.3)."""
    if after.due is Due.END and not after.lost:
        yield f"the game is over after turn {TURNS} (M2.1)"
    if after.turn == before.turn:
        return
    if after.turn == TURNS_OF_YEAR_1 + 1:
        yield "Year 2 begins, and all events are shuffled again (M2.1)"
    if after.diplomatic:
        yield f"diplomacy can take a system in turn {after.turn} (M3.3)"


def _of(system: System | None) -> System:
    assert system is not None
    return system


def _title(system: System | None) -> str:
    return _of(system).title
