"""Steps of actions: cards of the drawing are chosen at once, other decisions by their kind first; and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from ..errors import IllegalActionError
from ..forms.checks import check_texts, lowered, shown
from ..game import Step
from .actions import ACTIONS, Action, Resource, Verb
from .cards import Deck, System, Technology
from .notation import format_action, name_of, text_of
from .state import State, check_state

__all__ = ["refusal", "steps"]

_WORDS: Final = MappingProxyType({
    Verb.EXPLORE: Step("explore", "explore", "turn over a card, and attack it (M2.2)"),
    Verb.BIDE: Step("bide", "bide the time", "attack nothing (M2.2)"),
    Verb.DIPLOMACY: Step("diplomacy", "use diplomacy", "the attack succeeds without a roll (M3.3)"),
    Verb.ROLL: Step("roll", "roll the die", "diplomacy is kept (M3.3)"),
    Verb.TRADE: Step("trade", "trade", "two of a resource for one of the other (M4.2)"),
    Verb.KEEP: Step("keep", "trade nothing", "M4.2"),
    Verb.BUILD: Step("build", "build military", "1 metal and 1 wealth (M5.1)"),
    Verb.DONE: Step("done", "end the turn's building", "M5.1"),
})  # fmt: skip
"""The first step of each decision that isn't a card of the drawing."""


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return the choices that make up an action, in order.

    A system to conquer and a technology to discover are one step, their name, since the drawing has them. Other
    decisions are their verb, then what it takes: ``explore``, ``near``. A chance event is one step, its text.

    Raises IllegalActionError if the action isn't in the table, TypeError if it is none at all.

    >>> from sse_core.micro_space_empire import start
    >>> [step.key for step in steps(start(), Action(Verb.EXPLORE, Deck.NEAR))]
    ['explore', 'near']
    """
    check_state(state)
    text = format_action(action)
    verb, argument = action
    match argument:
        case System() if verb is Verb.CONQUER:
            return (Step(name_of(argument), f"conquer {argument.title}", f"resistance {argument.resistance} (M3.1)"),)
        case Technology():
            return (Step(name_of(argument), f"discover {argument.title}", f"{argument.cost} wealth (M5.1)"),)
        case Deck():
            return _WORDS[verb], Step(argument.value, f"a {argument.value} system")
        case Resource():
            other = Resource.WEALTH if argument is Resource.METAL else Resource.METAL
            return _WORDS[verb], Step(argument.value, f"2 {argument.value} for 1 {other.value}")
        case _:
            return (_WORDS[verb] if verb in _WORDS else Step(text, text),)


def refusal(state: State, keys: Sequence[str], player: int | None = None) -> str:
    """Return why no legal action of a player begins with these keys, with the clause; ``""`` if one does.

    >>> from sse_core.micro_space_empire import start
    >>> refusal(start(), ["capital_ships"])
    'discover=capital_ships: what is due is explore, or conquer, or bide (M2.2)'
    """
    chosen = tuple(map(lowered, check_texts(keys, "keys")))

    def begins(action: Action) -> bool:
        return tuple(step.key for step in steps(state, action)[: len(chosen)]) == chosen

    if any(map(begins, check_state(state).legal_actions(player))):
        return ""
    meant = [action for action in ACTIONS if begins(action)]
    if not meant:
        return f"there is no {shown(' '.join(chosen))} to choose (M2.2)"
    # The last reason in the order of `Reason`: that action breaks the fewest rules.
    action = max(meant, key=lambda each: (int(state.why_not(each, player)), -ACTIONS.index(each)))
    try:
        state.after(action, player)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(text_of(action))
