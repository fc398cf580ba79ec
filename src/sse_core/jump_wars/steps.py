"""Steps of actions: spaces of the map are chosen at once, other decisions by their kind first; and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from ..errors import IllegalActionError
from ..forms.checks import check_texts, lowered, shown
from ..game import Step
from .actions import ACTIONS, SPACE_VERBS, Action, Verb
from .board import space_name
from .cards import Card, name_of
from .notation import NEUTRAL_NAME, format_action, text_of
from .state import State, check_state

__all__ = ["refusal", "steps"]

_AT_ONCE: Final = MappingProxyType({
    Verb.BUILD: ("build a fleet at {}", "J2.5"),
    Verb.AT: ("the fleet at {}", "it is destroyed (J2.5)"),
    Verb.FROM: ("jump from {}", "an order begins (J2.6)"),
    Verb.TO: ("jump to {}", "J2.6"),
})  # fmt: skip
"""The verbs whose space is the first step, in words; no two of them are ever due at once."""

_KINDS: Final = MappingProxyType({
    Verb.DONE: ("done", "end this decision, or make no use of it (J5.1)"),
    Verb.TAKE: ("take the cards", "J2.1"),
    Verb.RUINS: ("discard Progenitor Ruins", "two more cards (J2.1)"),
    Verb.BRAINS: ("use Positronic Brains", "10 RT for a card (J2.1)"),
    Verb.ACCEPT: ("accept the offer", "J2.2"),
    Verb.REFUSE: ("refuse the offer", "J2.2"),
    Verb.FIRE: ("fire with all fleets", "J2.7"),
    Verb.BOMB: ("give up fleets as Nova Bombs", "their number follows (J2.7)"),
    Verb.REWRITE: ("rewrite an own order", "its number follows (J2.6)"),
    Verb.BOOST: ("boost a technology", "a card for a level until the turn ends (J2.9)"),
    Verb.LEAD: ("use Leadership", "a level until the turn ends (J2.9)"),
    Verb.RAISE: ("raise a technology", "a card for a level (J2.3)"),
    Verb.LEARN: ("learn a technology", "J2.3"),
    Verb.PAIR: ("discard a pair", "two equal cards for a level (J2.3)"),
    Verb.DISCARD: ("discard a card", ""),
    Verb.OFFER: ("make an offer", "what is offered follows (J2.2)"),
    Verb.GIVE: ("offer a card", "J2.2"),
    Verb.ASK: ("ask for a card", "J2.2"),
    Verb.STEAL: ("steal a card", "a random one (J2.2)"),
    Verb.ALLY: ("name an ally", "for the turn (J2.2)"),
    Verb.SABOTAGE: ("sabotage", "destroy a fleet; its space and a card follow (J2.5)"),
    Verb.PLANET: ("jump with the Homeworld", "J2.6"),
    Verb.NEGATE: ("void an order by a Time Jump", "its number and a card follow (J2.6)"),
})  # fmt: skip
"""The first step of each other verb of the players, in words, and what comes with it."""

_SIDES: Final = frozenset({Verb.OFFER, Verb.STEAL, Verb.ALLY, Verb.SABOTAGE, Verb.NEGATE})
_TEN: Final = 10


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return the choices that make up an action, in order.

    Spaces of the map and numbers are chosen at once: ``a1``; numbers from 10 on by their ten first, as ``20-29`` and
    ``23``. Other decisions are their verb, then the card, the seat or the space that it takes. A chance event is one
    step, its text.

    Raises IllegalActionError if the action isn't in the table, TypeError if it is none at all.

    >>> from sse_core.jump_wars import start
    >>> [step.key for step in steps(start(), Action(Verb.COUNT, 23))]
    ['20-29', '23']
    """
    check_state(state)
    format_action(action)
    return tuple(_steps(action))


def _steps(action: Action) -> Iterator[Step]:
    verb, argument = action
    if verb in (Verb.FIRST, Verb.DRAW):
        yield Step(text_of(action), text_of(action))
        return
    if verb is Verb.COUNT and argument is not None:
        low = argument // _TEN * _TEN
        if low:
            yield Step(f"{low}-{low + _TEN - 1}", f"{low} to {low + _TEN - 1}")
        yield Step(str(argument), str(argument))
        return
    name = text_of(action).partition("=")[2]
    if verb in _AT_ONCE:
        words, note = _AT_ONCE[verb]
        yield Step(name, words.format(name), note)
        return
    yield Step(verb.value, *_KINDS[verb])
    if argument is None:
        return
    if verb in SPACE_VERBS:
        yield Step(name, f"to {space_name(argument)}")
    elif verb in _SIDES:
        yield Step(name, f"the {name} side" if name == NEUTRAL_NAME else f"player {name}")
    else:
        yield Step(name_of(Card(argument)), Card(argument).title)


def refusal(state: State, keys: Sequence[str], player: int | None = None) -> str:
    """Return why no legal action of a player begins with these keys, with the clause; ``""`` if one does.

    >>> from sse_core.jump_wars import start
    >>> from sse_core.seeds import SplitMix64
    >>> refusal(start().resolve(SplitMix64(0)), ["build", "a1"])
    "there is no 'build a1' to choose (J5.1)"
    """
    legal = check_state(state).legal_ids(player)
    # The letter of a side is a capital, and all else is written small.
    chosen = tuple(map(lowered, check_texts(keys, "keys")))
    meant = [index for index, known in enumerate(_all_keys()) if known[: len(chosen)] == chosen]
    if not {*meant}.isdisjoint(legal):
        return ""
    if not meant:
        return f"there is no {shown(' '.join(chosen))} to choose (J5.1)"
    # The reason that is looked for last: that action breaks the fewest rules.
    index = max(meant, key=lambda each: (int(state.why_not(each, player)), -each))
    try:
        state.after(index, player)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(format_action(index))


@cache
def _all_keys() -> tuple[tuple[str, ...], ...]:
    """Return the keys of each action by id, written small. They depend on no state."""
    return tuple(tuple(lowered(step.key) for step in _steps(action)) for action in ACTIONS)
