"""Steps of actions: regions of the map are chosen at once, most other decisions by their kind first; and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ..errors import IllegalActionError
from ..forms.checks import check_texts, lowered, shown
from ..game import Step
from .actions import THRONE_PLACE, Action, Verb, text_of
from .board import Board
from .card_words import effect_words, power_terms, technology_words
from .content import SIDES, named_effects
from .notation import format_action
from .state import State, check_state

__all__ = ["refusal", "steps"]

_AT_ONCE: Final = MappingProxyType({
    Verb.AT: ("place it at {}", ""),
    Verb.SETTLE: ("settle {}", "a token of the stock (C4.2, C9.7)"),
    Verb.FROM: ("move a ship from {}", "C9.1"),
    Verb.TO: ("move it to {}", "C9.1"),
    Verb.HIT: ("hit a unit at {}", "C10.7"),
    Verb.PUT: ("influence at {}", "C11.3"),
})  # fmt: skip
"""The verbs whose region is the first step, in words; no two of them are ever due at once."""

_NUMBERS: Final = frozenset({Verb.POLYMERS, Verb.METAL, Verb.ENERGY, Verb.TACTICS, Verb.WEAPONS})
_TEN: Final = 10

_KINDS: Final = MappingProxyType({
    Verb.DONE: ("done", "end this decision, or make no use of it (C16.1)"),
    Verb.DECLINE: ("decline", "join no side (C10.2)"),
    Verb.INFLUENCE: ("buy an influence", "C11.2"),
    Verb.ROLE: ("set the monolith", "C2.2"),
    Verb.ON: ("move the monolith clockwise", "a credit on each role passed over (C2.3)"),
    Verb.BACK: ("move the monolith back", "a credit on each role passed over (C2.3)"),
    Verb.TILE: ("take a tile", "C4.1"),
    Verb.MARKET: ("pick a market tile", "C5.2"),
    Verb.INVEST: ("invest", "C6.3"),
    Verb.BUILD: ("build a ship", "C7.1"),
    Verb.DEPLOY: ("deploy a ship", "C7.3"),
    Verb.DRAW: ("draw from a deck", "C8.1"),
    Verb.TAKE: ("take the top of a pile", "C8.1"),
    Verb.BUY: ("buy a technology", "C8.2"),
    Verb.DISCARD: ("discard a card", "C8.3"),
    Verb.SHIP: ("move a ship", "C9.1"),
    Verb.BATTLE: ("fight in a sector", "C9.6"),
    Verb.AGAINST: ("fight against a player", "C10.1"),
    Verb.ALLY: ("ask a player for help", "C10.2"),
    Verb.JOIN: ("join a player", "C10.2"),
    Verb.UNIT: ("hit a unit", "C10.7"),
    Verb.EDICT: ("choose an edict", "C11.8"),
    Verb.FAVOUR: ("name the winner", "C12.4"),
    Verb.RESOURCE: ("a resource of choice", "C16.14"),
    Verb.CORE: ("flip the power to core", "C13.5"),
    Verb.USE: ("use an effect", "C16.13"),
})  # fmt: skip
"""The first step of each other verb of the players, in words, and what comes with it."""


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return the choices that make up an action, in order.

    Regions of the map are chosen at once: ``c2``; powers by their name; numbers too, from 10 on by their ten first, as
    ``20-29`` and ``23``. Other decisions are their verb, then what it takes. A chance event is one step, its text.

    Raises IllegalActionError if the action isn't in the table, TypeError if it is none at all.
    """
    board = check_state(state).board
    format_action(action, state)
    return tuple(_steps(board, action))


def _steps(b: Board, action: Action) -> Iterator[Step]:
    verb, argument = action
    if verb >= Verb.REVEAL:
        yield Step(text_of(action), text_of(action))
    elif verb in _NUMBERS:
        number = int(argument)
        low = number // _TEN * _TEN
        word = Verb(verb).word
        if low:
            yield Step(f"{low}-{low + _TEN - 1}", f"{low} to {low + _TEN - 1} {word}")
        yield Step(argument, f"{number} {word}")
    elif verb in _AT_ONCE and argument != THRONE_PLACE:
        words, note = _AT_ONCE[verb]
        yield Step(argument, words.format(argument), note)
    elif verb == Verb.PUT:
        yield Step(THRONE_PLACE, "influence on the Throne", "C11.7")
    elif verb == Verb.POWER:
        # Nothing else is due beside it (C1.8).
        yield Step(argument, f"choose {_named(b, action)}", _does(b, action))
    else:
        yield Step(Verb(verb).word, *_KINDS[verb])
        if argument:
            yield Step(argument, _named(b, action), _does(b, action))


def _named(b: Board, action: Action) -> str:
    """Return what an action takes, in words."""
    verb, argument = action
    if verb in (Verb.BUY, Verb.DISCARD):
        return b.content.technologies[b.arguments[verb].index(argument)].name
    if verb in (Verb.DRAW, Verb.TAKE):
        return f"cost {argument}"
    if verb is Verb.POWER:
        return b.content.powers[b.arguments[verb].index(argument)].name
    if verb is Verb.USE:
        return _effect(b, argument)
    if verb is Verb.EDICT:
        return b.content.edicts[b.arguments[verb].index(argument)].name
    if verb in (Verb.AGAINST, Verb.ALLY, Verb.JOIN, Verb.FAVOUR):
        return f"player {argument}"
    if verb is Verb.INVEST:
        return f"far space {argument}, {b.content.far_space[int(argument) - 1]} credits"
    if verb is Verb.MARKET:
        return f"market tile {argument}"
    return argument


def _does(b: Board, action: Action) -> str:
    """Return what the card does that an action takes; empty if it takes none."""
    verb, argument = action
    if verb in (Verb.BUY, Verb.DISCARD):
        return technology_words(b.content.technologies[b.arguments[verb].index(argument)])
    if verb is Verb.POWER:
        return power_terms(b.content.powers[b.arguments[verb].index(argument)])
    if verb is Verb.USE:
        return _uses(b)[b.arguments[verb].index(argument)]
    return ""


@lru_cache(maxsize=64)
def _uses(b: Board) -> tuple[str, ...]:
    """Return what each effect does, by its number."""
    return tuple(effect_words(effect) for _, effect in named_effects(b.content))


def _effect(b: Board, argument: str) -> str:
    """Return the name of the card that an effect belongs to, and of a power its side."""
    number = b.arguments[Verb.USE].index(argument)
    row = b.effects[number]
    if row.card >= 0:
        return b.content.technologies[row.card].name
    return f"{b.content.powers[row.power].name}, {SIDES[row.side]}"


def refusal(state: State, keys: Sequence[str], player: int | None = None) -> str:
    """Return why no legal action of a player begins with these keys, with the clause; ``""`` if one does."""
    legal = check_state(state).legal_ids(player)
    # The letter of a seat is a capital, and all else is written small.
    chosen = tuple(map(lowered, check_texts(keys, "keys")))
    board = state.board
    meant = [index for index, known in enumerate(_all_keys(board)) if known[: len(chosen)] == chosen]
    if not {*meant}.isdisjoint(legal):
        return ""
    if not meant:
        return f"there is no {shown(' '.join(chosen))} to choose (C16.1)"
    # The reason that is looked for last: that action breaks the fewest rules.
    index = max(meant, key=lambda each: (int(state.why_not(each, player)), -each))
    try:
        state.after(index, player)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(text_of(board.actions[index]))


@lru_cache(maxsize=64)
def _all_keys(board: Board) -> tuple[tuple[str, ...], ...]:
    """Return the keys of each action by id, written small. They depend on no state."""
    return tuple(tuple(lowered(step.key) for step in _steps(board, action)) for action in board.actions)
