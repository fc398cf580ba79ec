"""Effects of actions in words: of the die, the cards, and the collection of resources."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, cast

from ...errors import ArgumentError
from ...forms.checks import no_action
from ..actions import FACES, Action, Verb
from ..cards import Event, EventKind, System, Technology
from ..messages import counted, say
from ..positions.position import TURNS, TURNS_OF_YEAR_1, Due, Position, has, production, weakest, year_of
from ..state import State, check_state
from .cards import attack_words, faces_words, technology_words
from .names import title_of

__all__ = ["effects"]


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return the effects of an action beyond what `told` says: a sentence for each, in order, with its clause.

    `before` and `after` are the positions around the action. A sentence has no capital at its start and no full stop.

    Raises IllegalActionError if the action can't be done in `before`, ArgumentError if it doesn't lead to `after`.

    >>> from sse_core.micro_space_empire import parse_action, new_game
    >>> before = new_game().after(parse_action("explore=near")).after(parse_action("turn=tau_ceti"))
    >>> effects(before, parse_action("die=4"), before.after(parse_action("die=4")))[0]
    '4 and a military of 0 reach the resistance of 4: Tau Ceti joins the empire (M3.1)'
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
            yield say("diplomacy lapses unused (M3.3)")
        case Verb.DIE if before.due is Due.ATTACK:
            yield from _attacked(before, cast(int, action.argument), after)
        case Verb.DIE:
            yield _defended(before, cast(int, action.argument), after)
        case Verb.BUILD:
            yield say("the military is {military} now (M5.1)", military=after.military)
        case Verb.DISCOVER:
            yield counted(after.wealth, "{n} wealth is left (M5.1)", "{n} wealth are left (M5.1)")
            yield technology_words(cast(Technology, action.argument))
        case Verb.EVENT:
            yield _event_effect(before, cast(Event, action.argument), after)
        case Verb.REVOLT:
            yield _with_force(after)
        case _:
            pass


# --- attacks


def _to_attack(p: Position) -> str:
    """Return the ways to take the target of an attack, in words (M3.1, M3.3)."""
    if p.due is Due.DIPLOMACY:
        return say("{system} can be taken by diplomacy or by the die (M3.3)", system=_title(p.target))
    return _needed(p)


def _needed(p: Position) -> str:
    """Return the faces of the die that win an attack (M3.1)."""
    target = _given(p.target)
    return say(
        "the military is {military} against a resistance of {resistance}: {odds} (M3.1)",
        resistance=target.resistance,
        military=p.military,
        odds=attack_words(target, p.military),
    )


def _attacked(before: Position, face: int, after: Position) -> Iterator[str]:
    """Yield the success of an attack, or its failure and cost (M3.1)."""
    target = _given(before.target)
    said = {"face": face, "military": before.military, "system": title_of(target), "resistance": target.resistance}
    if target in after.empire:
        yield say(
            "{face} and a military of {military} reach the resistance of {resistance}: "
            "{system} joins the empire (M3.1)",
            **said,
        )
        return
    yield say(
        "{face} and a military of {military} are less than the resistance of {resistance}: "
        "{system} stays unaligned (M3.1)",
        **said,
    )
    if after.military < before.military:
        yield say("the military falls to {military} (M3.1)", military=after.military)


# --- collecting


def _collected(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Yield the collection, if the action ended the first phase (M4.1, M4.3)."""
    bided = action.verb in (Verb.BIDE, Verb.DIPLOMACY)
    if not (bided or (action.verb is Verb.DIE and before.due is Due.ATTACK)):
        return
    metal, wealth = after.metal - before.metal, after.wealth - before.wealth
    made_metal, made_wealth = production(after.empire)
    if before.struck and has(before, Technology.ROBOT_WORKERS):
        yield say("half of the production is collected in the strike (M4.3)")
        made_metal, made_wealth = (made_metal + 1) // 2, (made_wealth + 1) // 2
    elif before.struck:
        yield say("nothing of the production is collected in the strike (M4.3)")
        made_metal, made_wealth = 0, 0
    if metal and wealth:
        yield say("{metal} metal and {wealth} wealth are collected (M4.1)", metal=metal, wealth=wealth)
    elif metal:
        yield counted(metal, "{n} metal is collected (M4.1)", "{n} metal are collected (M4.1)")
    elif wealth:
        yield counted(wealth, "{n} wealth is collected (M4.1)", "{n} wealth are collected (M4.1)")
    if lost := made_metal - metal:
        yield counted(
            lost,
            "{n} metal is lost: the store is full (M4.1)",
            "{n} metal are lost: the store is full (M4.1)",
        )
    if lost := made_wealth - wealth:
        yield counted(
            lost,
            "{n} wealth is lost: the store is full (M4.1)",
            "{n} wealth are lost: the store is full (M4.1)",
        )


# --- events


def _event_effect(before: Position, event: Event, after: Position) -> str:
    """Return the effect of an event (M4.3, M4.4, M6)."""
    match event.kind:
        case EventKind.METAL if after.metal > before.metal:
            return say("1 metal is found (M4.4)")
        case EventKind.METAL:
            return say("1 metal is found, and lost: the store is full (M4.4)")
        case EventKind.WEALTH if after.wealth > before.wealth:
            return say("1 wealth is found (M4.4)")
        case EventKind.WEALTH:
            return say("1 wealth is found, and lost: the store is full (M4.4)")
        case EventKind.STRIKE:
            return _struck(after)
        case EventKind.PEACE:
            return say("nothing happens (M1)")
        case EventKind.REVOLT | EventKind.INVASION:
            return _revolt_or_invasion(before, event, after)


def _struck(after: Position) -> str:
    """Return the loss by a strike (M4.3)."""
    if after.due is Due.END:
        return say("the strike comes too late to matter (M4.3)")
    if has(after, Technology.ROBOT_WORKERS):
        return say("half of the production is collected in the next turn (M4.3)")
    return say("nothing of the production is collected in the next turn (M4.3)")


def _revolt_or_invasion(before: Position, event: Event, after: Position) -> str:
    """Return the system that a revolt or an invasion strikes, or the effect on the Home World (M6.1, M6.3)."""
    if after.lost:
        return say("the Home World stands alone and falls: the game is lost (M6.3)")
    if not before.empire:
        return say("the Home World stands alone, and nothing happens in Year 1 (M6.3)")
    if after.due is Due.REVOLT:
        names = [title_of(system) for system in weakest(after)]
        many = {"first": ", ".join(names[:-1]), "last": names[-1], "force": _force(after)}
        return say("with force {force}, it breaks out in {first} or {last}, which resist least (M6.1)", **many)
    if event.kind is EventKind.REVOLT:
        return say(
            "it strikes {system}, which resists least; {odds}", system=_title(after.target), odds=_with_force(after)
        )
    return say("it strikes {system}, which joined last; {odds}", system=_title(after.target), odds=_with_force(after))


def _with_force(p: Position) -> str:
    """Return the faces of the die by which the struck system is lost (M6.2)."""
    target = _given(p.target)
    said = {"force": _force(p), "system": title_of(target)}
    least = target.resistance + _shield(p) - _force(p)
    if least > FACES[-1]:
        return say("with force {force}, {system} is safe, whatever the die shows (M6.2)", **said)
    if least <= FACES[0]:
        return say("with force {force}, {system} is lost, whatever the die shows (M6.2)", **said)
    faces = faces_words(least)
    return say("with force {force}, {system} is lost if the die shows {faces} (M6.2)", faces=faces, **said)


def _defended(before: Position, face: int, after: Position) -> str:
    """Return the end of a revolt or an invasion: a system is lost or stays (M6.2)."""
    target = _given(before.target)
    needed = target.resistance + _shield(before)
    said = {"face": face, "force": _force(before), "resistance": needed, "system": title_of(target)}
    if target in after.empire:
        return say(
            "{face} and force {force} are less than the resistance of {resistance}: "
            "{system} stays in the empire (M6.2)",
            **said,
        )
    return say(
        "{face} and force {force} reach the resistance of {resistance}: {system} is lost, and unaligned (M6.2)", **said
    )


def _force(p: Position) -> int:
    """Return the force of the revolt or invasion in its year (M1)."""
    assert p.event is not None
    return p.event.force[year_of(p.turn) - 1]


def _shield(p: Position) -> int:
    """Return the bonus of a technology to the resistance (M6.2)."""
    assert p.event is not None
    return int(has(p, _SHIELDS[p.event.kind]))


_SHIELDS: Final = {
    EventKind.REVOLT: Technology.HYPER_TELEVISION,
    EventKind.INVASION: Technology.PLANETARY_DEFENSES,
}


# --- the turn


def _turn_ended(before: Position, after: Position) -> Iterator[str]:
    """Yield the effects of the end of a turn: the end of the game, Year 2, diplomacy (M2.1, M3.3)."""
    if after.due is Due.END and not after.lost:
        yield say("the game is over after turn {turn} (M2.1)", turn=TURNS)
    if after.turn == before.turn:
        return
    if after.turn == TURNS_OF_YEAR_1 + 1:
        yield say("Year 2 begins, and all events are shuffled again (M2.1)")
    if after.diplomatic:
        yield say("diplomacy can take a system in turn {turn} (M3.3)", turn=after.turn)


def _given(system: System | None) -> System:
    assert system is not None
    return system


def _title(system: System | None) -> str:
    return title_of(_given(system))
