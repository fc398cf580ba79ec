"""Actions in words: the player's decision, the roll of the die, or the card, as one sentence in the past tense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, Final

from ...errors import ArgumentError
from ...forms.checks import check_texts, no_action
from ..actions import Action, Resource, Verb
from ..cards import Deck, Event, System, Technology
from ..messages import say
from ..positions.position import Position
from ..state import State, check_state
from .cards import gain_words
from .names import title_of

__all__ = ["told"]

_SEAT: Final = "A"


def told(
    before: State, action: Action, after: State, /, *, names: Sequence[str] = (), player: int | None = None
) -> str:
    """Return an action as a sentence in the past tense, without a full stop.

    `before` and `after` are the positions around the action. `names` has the name of the player; without it the player
    is ``A``.

    Raises IllegalActionError if the action can't be done in `before`, ArgumentError if it doesn't lead to `after`.

    >>> from sse_core.micro_space_empire import parse_action, new_game
    >>> before = new_game()
    >>> action = parse_action("explore=near")
    >>> told(before, action, before.after(action), names=["Ann"])
    'Ann explored a near system'
    """
    if not isinstance(action, Action):
        raise no_action(action, "an Action of Micro Space Empire is told")
    if check_state(before).after(action, player) != check_state(after):
        raise ArgumentError("the action leads to another position than the one after it")
    who, *_ = (*check_texts(names, "names"), _SEAT)
    return _TOLD[action.verb](who, before.position, action.argument)


def _explored(who: str, _: Position, deck: Deck) -> str:
    if deck is Deck.NEAR:
        return say("{who} explored a near system", who=who)
    return say("{who} explored a distant system", who=who)


def _attacked(who: str, _: Position, system: System) -> str:
    return say("{who} attacked {system}", who=who, system=title_of(system))


def _bided(who: str, _: Position, __: None) -> str:
    return say("{who} bided the time and attacked nothing", who=who)


def _used_diplomacy(who: str, p: Position, _: None) -> str:
    return say("{who} brought {system} into the empire by diplomacy, without the die", who=who, system=_title(p))


def _chose_the_die(who: str, p: Position, _: None) -> str:
    return say("{who} left the attack on {system} to the die, not to diplomacy", who=who, system=_title(p))


def _traded(who: str, _: Position, given: Resource) -> str:
    if given is Resource.METAL:
        return say("{who} traded 2 metal for 1 wealth", who=who)
    return say("{who} traded 2 wealth for 1 metal", who=who)


def _traded_nothing(who: str, _: Position, __: None) -> str:
    return say("{who} traded nothing", who=who)


def _built(who: str, _: Position, __: None) -> str:
    return say("{who} built military for 1 metal and 1 wealth", who=who)


def _discovered(who: str, _: Position, technology: Technology) -> str:
    return say("{who} discovered {card} for {cost} wealth", who=who, card=title_of(technology), cost=technology.cost)


def _ended(who: str, p: Position, _: None) -> str:
    if p.built and p.discovered is None:
        return say("{who} discovered no technology", who=who)
    if p.discovered is not None and not p.built:
        return say("{who} built no military", who=who)
    return say("{who} built no military and discovered no technology", who=who)


def _turned_over(_: str, __: Position, system: System) -> str:
    if system.deck is Deck.NEAR:
        return say(
            "{system} was turned over, a near system worth {gain}", system=title_of(system), gain=gain_words(system)
        )
    return say(
        "{system} was turned over, a distant system worth {gain}", system=title_of(system), gain=gain_words(system)
    )


def _rolled(_: str, __: Position, face: int) -> str:
    return say("The die showed {face}", face=face)


def _came(_: str, __: Position, event: Event) -> str:
    return say("The event of the turn was {event}", event=title_of(event))


def _broke_out(_: str, p: Position, system: System) -> str:
    assert p.event is not None
    return say("{event} broke out in {system}", event=title_of(p.event), system=title_of(system))


_TOLD: Final[MappingProxyType[Verb, Callable[[str, Position, Any], str]]] = MappingProxyType({
    Verb.EXPLORE: _explored,
    Verb.CONQUER: _attacked,
    Verb.BIDE: _bided,
    Verb.DIPLOMACY: _used_diplomacy,
    Verb.ROLL: _chose_the_die,
    Verb.TRADE: _traded,
    Verb.KEEP: _traded_nothing,
    Verb.BUILD: _built,
    Verb.DISCOVER: _discovered,
    Verb.DONE: _ended,
    Verb.TURN: _turned_over,
    Verb.DIE: _rolled,
    Verb.EVENT: _came,
    Verb.REVOLT: _broke_out,
})  # fmt: skip
"""The sentence of each kind of action."""


def _title(p: Position) -> str:
    assert p.target is not None
    return title_of(p.target)
