"""Steps of actions: cards of the drawing are chosen directly, other choices by their verb first; and refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from ..errors import IllegalActionError
from ..forms.checks import check_texts, lowered, shown
from ..forms.messages import message
from ..game import Step
from .actions import ACTIONS, Action, Resource, Verb
from .cards import Deck, Event, System, Technology
from .messages import say
from .positions.position import Position, hidden
from .state import State, check_state
from .text.notation import format_action, name_of, text_of
from .words.cards import attack_words, gain_words, store_words, technology_words
from .words.names import title_of

__all__ = ["refusal", "steps"]

_WORDS: Final = MappingProxyType({
    Verb.EXPLORE: message("explore"),
    Verb.BIDE: message("bide the time"),
    Verb.DIPLOMACY: message("use diplomacy"),
    Verb.ROLL: message("roll the die"),
    Verb.TRADE: message("trade"),
    Verb.KEEP: message("trade nothing"),
    Verb.BUILD: message("build military"),
    Verb.DONE: message("end the turn's building"),
})  # fmt: skip
"""The words of each decision that isn't a card of the drawing."""


def steps(state: State, action: Action, /, player: int | None = None) -> tuple[Step, ...]:
    """Return the choices that make up an action, in order.

    A system to conquer and a technology to discover are one step, their name, since the drawing has them. Other
    decisions are their verb, then its argument: ``explore``, ``near``. A chance event is one step, its text.

    Raises IllegalActionError if the action isn't in the table, TypeError if it is none at all.

    >>> from sse_core.micro_space_empire import new_game
    >>> [step.key for step in steps(new_game(), Action(Verb.EXPLORE, Deck.NEAR))]
    ['explore', 'near']
    """
    p = check_state(state).position
    text = format_action(action)
    verb, argument = action
    match argument:
        case System() if verb is Verb.CONQUER:
            return (_of_system(p, argument),)
        case Technology():
            return (_of_technology(p, argument),)
        case Deck():
            return _of_verb(p, verb), _of_deck(p, argument)
        case Resource():
            return _of_verb(p, verb), _of_trade(p, argument)
        case None:
            return (_of_verb(p, verb),)
        case _:
            return (Step(text, *_of_chance(argument)),)


def _of_verb(p: Position, verb: Verb) -> Step:
    return Step(verb.value, say(_WORDS[verb]), _NOTES[verb](p))


def _of_system(p: Position, system: System) -> Step:
    words = say("attack {system}", system=title_of(system))
    note = say("{odds}; it is worth {gain} (M3.1)", odds=attack_words(system, p.military), gain=gain_words(system))
    return Step(name_of(system), words, note)


def _of_technology(p: Position, technology: Technology) -> Step:
    note = say(
        "{cost} of your {wealth} wealth, for 1 point: {gain}",
        cost=technology.cost,
        wealth=p.wealth,
        gain=technology_words(technology),
    )
    return Step(name_of(technology), say("discover {card}", card=title_of(technology)), note)


def _of_deck(p: Position, deck: Deck) -> Step:
    words = say("a near system") if deck is Deck.NEAR else say("a distant system")
    resistances = sorted({system.resistance for system in hidden(p, deck)})
    if not resistances:
        return Step(deck.value, words, say("no card is left in the deck (M3.4)"))
    low, high = resistances[0], resistances[-1]
    if low == high:
        return Step(deck.value, words, say("it has resistance {n} (M1)", n=low))
    return Step(deck.value, words, say("it has resistance {low} to {high} (M1)", low=low, high=high))


def _of_trade(p: Position, given: Resource) -> Step:
    if given is Resource.METAL:
        words, left = say("2 metal for 1 wealth"), store_words(p.metal - 2, p.wealth + 1)
    else:
        words, left = say("2 wealth for 1 metal"), store_words(p.metal + 1, p.wealth - 2)
    return Step(given.value, words, say("you have {store} then (M4.2)", store=left))


def _of_chance(shown: System | Event | int | None) -> tuple[str, str]:
    """Return the words and the note of a chance event."""
    match shown:
        case System():
            note = say("resistance {n}, worth {gain} (M1)", n=shown.resistance, gain=gain_words(shown))
            return title_of(shown), note
        case Event() if any(shown.force):
            return title_of(shown), say(
                "force {one} in Year 1, {two} in Year 2 (M1)", one=shown.force[0], two=shown.force[1]
            )
        case Event():
            return title_of(shown), ""
        case _:
            return say("the die shows {face}", face=shown), ""


# --- notes of decisions


def _of_bide(p: Position) -> str:
    if p.diplomatic:
        return say("you attack nothing, and diplomacy lapses unused (M3.3)")
    return say("you attack nothing in this turn (M2.2)")


def _of_roll(p: Position) -> str:
    if p.target is None:
        return say("diplomacy lapses unused (M3.3)")
    return say("{odds}; diplomacy lapses unused (M3.3)", odds=attack_words(p.target, p.military))


def _of_build(p: Position) -> str:
    left = store_words(p.metal - 1, p.wealth - 1)
    return say(
        "costs 1 metal and 1 wealth, and the military rises to {n}; you have {store} then (M5.1)",
        n=p.military + 1,
        store=left,
    )


_NOTES: Final[MappingProxyType[Verb, Callable[[Position], str]]] = MappingProxyType({
    Verb.EXPLORE: lambda p: say("turn over the top card of a deck, and attack it (M2.2)"),
    Verb.BIDE: _of_bide,
    Verb.DIPLOMACY: lambda p: say("the attack succeeds without the die (M3.3)"),
    Verb.ROLL: _of_roll,
    Verb.TRADE: lambda p: say("2 of a resource for 1 of the other, once a turn (M4.2)"),
    Verb.KEEP: lambda p: say("you keep {store} (M4.2)", store=store_words(p.metal, p.wealth)),
    Verb.BUILD: _of_build,
    Verb.DONE: lambda p: say("you keep {store}, and the event comes (M5.1)", store=store_words(p.metal, p.wealth)),
})  # fmt: skip
"""The notes of these decisions."""


def refusal(state: State, keys: Sequence[str], player: int | None = None) -> str:
    """Return why no legal action of a player begins with these keys, with the clause; ``""`` if one does.

    >>> from sse_core.micro_space_empire import new_game
    >>> refusal(new_game(), ["capital_ships"])
    'discover=capital_ships: what is due is explore, or conquer, or bide (M2.2)'
    """
    chosen = tuple(map(lowered, check_texts(keys, "keys")))

    def begins(action: Action) -> bool:
        return tuple(step.key for step in steps(state, action)[: len(chosen)]) == chosen

    if any(map(begins, check_state(state).legal_actions(player))):
        return ""
    meant = [action for action in ACTIONS if begins(action)]
    if not meant:
        return say("there is no {choice} to choose (M2.2)", choice=shown(" ".join(chosen)))
    # The last reason in the order of `Reason`, since its action breaks the fewest rules.
    action = max(meant, key=lambda each: (int(state.why_not(each, player)), -ACTIONS.index(each)))
    try:
        state.after(action, player)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(text_of(action))
