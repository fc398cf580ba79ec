"""Questions to the player for each choice of an action, and for each chance event, in words, with the clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from ...errors import ArgumentError
from ...forms.checks import check_texts, lowered
from ..actions import Action, Verb
from ..cards import EventKind, System
from ..messages import say
from ..positions.position import Due, Position
from ..state import State, check_state
from ..steps import refusal, steps
from .cards import store_words
from .names import title_of

__all__ = ["question"]


def question(state: State, keys: Sequence[str] = (), /, player: int | None = None) -> str:
    """Return the question to the player for the step after these keys, in words, with its clause.

    Raises ArgumentError if no legal action begins with the keys, or if they are a whole action.

    >>> from sse_core.micro_space_empire import new_game
    >>> question(new_game(), ["explore"])
    'From which deck do you turn over a system, to attack it? (M2.2)'
    """
    chosen = tuple(map(lowered, check_texts(keys, "keys")))
    ways = [(action.verb, _keys(state, action)) for action in check_state(state).legal_actions(player)]
    verbs = {verb for verb, way in ways if way[: len(chosen)] == chosen and len(way) > len(chosen)}
    if not verbs:
        raise ArgumentError(refusal(state, keys, player) or "the keys are those of a whole action")
    if chosen:
        return _of_deck() if verbs == {Verb.EXPLORE} else _of_resource(state.position)
    return _QUESTIONS[state.due](state.position, verbs)


def _keys(state: State, action: Action) -> tuple[str, ...]:
    return tuple(step.key for step in steps(state, action))


# --- the second step


def _of_deck() -> str:
    return say("From which deck do you turn over a system, to attack it? (M2.2)")


def _of_resource(p: Position) -> str:
    return say("Which do you give? You have {store} (M4.2)", store=store_words(p.metal, p.wealth))


# --- decisions


def _of_choice(p: Position, verbs: set[Verb]) -> str:
    """Ask for the target of an attack (M2.2)."""
    if {Verb.EXPLORE, Verb.CONQUER} <= verbs:
        return say(
            "Do you attack an unaligned system, explore a new one, or bide the time? "
            "You have {military} military (M2.2)",
            military=p.military,
        )
    if Verb.EXPLORE in verbs:
        return say(
            "Do you explore a new system and attack it, or bide the time? You have {military} military (M2.2)",
            military=p.military,
        )
    if Verb.CONQUER in verbs:
        return say(
            "Do you attack an unaligned system, or bide the time? You have {military} military (M2.2)",
            military=p.military,
        )
    return say("There is no system to attack: do you go on? (M3.4)")


def _of_diplomacy(p: Position, _: set[Verb]) -> str:
    return say(
        "Does {system} join the empire by diplomacy, or do you roll the die? You have {military} military (M3.3)",
        system=_title(p.target),
        military=p.military,
    )


def _of_trade(p: Position, _: set[Verb]) -> str:
    return say(
        "Do you trade 2 of a resource for 1 of the other? You have {store} (M4.2)",
        store=store_words(p.metal, p.wealth),
    )


def _of_build(p: Position, verbs: set[Verb]) -> str:
    store = store_words(p.metal, p.wealth)
    if {Verb.BUILD, Verb.DISCOVER} <= verbs:
        return say("Do you build military, or discover a technology? You have {store} (M5.1)", store=store)
    if Verb.DISCOVER in verbs:
        return say("Which technology do you discover, if any? You have {store} (M5.1)", store=store)
    return say("Do you build military? You have {store} (M5.1)", store=store)


# --- chance


def _of_near(_: Position, __: set[Verb]) -> str:
    return say("Which near system is turned over? (M2.2)")


def _of_distant(_: Position, __: set[Verb]) -> str:
    return say("Which distant system is turned over? (M2.2)")


def _of_attack(p: Position, _: set[Verb]) -> str:
    return say("What does the die of the attack on {system} show? (M3.1)", system=_title(p.target))


def _of_event(_: Position, __: set[Verb]) -> str:
    return say("Which event is turned over? (M2.1)")


def _of_revolt(_: Position, __: set[Verb]) -> str:
    return say("In which system does the revolt break out? (M6.1)")


def _of_defense(p: Position, _: set[Verb]) -> str:
    assert p.event is not None
    if p.event.kind is EventKind.REVOLT:
        return say("What does the die of the revolt in {system} show? (M6.2)", system=_title(p.target))
    return say("What does the die of the invasion of {system} show? (M6.2)", system=_title(p.target))


_QUESTIONS: Final[MappingProxyType[Due, Callable[[Position, set[Verb]], str]]] = MappingProxyType({
    Due.CHOICE: _of_choice,
    Due.NEAR: _of_near,
    Due.DISTANT: _of_distant,
    Due.DIPLOMACY: _of_diplomacy,
    Due.ATTACK: _of_attack,
    Due.TRADE: _of_trade,
    Due.BUILD: _of_build,
    Due.EVENT: _of_event,
    Due.REVOLT: _of_revolt,
    Due.DEFENSE: _of_defense,
})  # fmt: skip
"""The question of each decision and chance event; at the end none is due."""


def _title(system: System | None) -> str:
    assert system is not None
    return title_of(system)
