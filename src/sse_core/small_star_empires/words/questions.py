"""Questions to players for each step of an action: which ship moves, where it lands, which piece it places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from ..._fast import State
from ...errors import ArgumentError
from ...forms.checks import check_texts, lowered
from ...game import Step
from ..actions import Action, Choose, Stay
from ..messages import say
from ..playing import check_state
from ..steps import refusal_by, steps_by
from .places import piece_words

__all__ = ["question", "question_by"]


def question(state: State, keys: Sequence[str] = (), /, player: int | None = None) -> str:
    """Return the question to a player, None for the one to act, for the step after these keys, with the clause.

    Raises ArgumentError if no legal action begins with the keys, or if they are a whole action.

    >>> from sse_core.small_star_empires import new_game, parse_map
    >>> question(new_game(parse_map("A 3 B")), ["a1"])
    'Where does the ship at a1 land? (E3.1)'
    """
    words, clause = question_by(check_state(state), keys, player, steps_by)
    return f"{words} ({clause})"


def question_by(
    state: State, keys: Sequence[str], player: int | None, steps_of: Callable[[State, Action], Sequence[Step]]
) -> tuple[str, str]:
    """Return the question after these keys and its clause, in any state; `steps` gives the steps of actions."""
    chosen = tuple(map(lowered, check_texts(keys, "keys")))
    ways = [(action, way) for action, way in _ways(state, player, steps_of) if way[: len(chosen)] == chosen]
    nexts = {way[len(chosen)] for _, way in ways if len(way) > len(chosen)}
    if not nexts:
        raise ArgumentError(refusal_by(state, keys, player, steps_of) or "the keys are those of a whole action")
    if not chosen:
        return _of_action(state, [action for action, _ in ways])
    if nexts <= {"whole", "damaged"}:
        return say("Which of your ships at {cell} moves: a whole one, or a damaged one?", cell=chosen[0]), "E5.1"
    if nexts <= {"city", "station"}:
        return _of_piece(state, chosen[-1], nexts), "E6.1"
    if state.due is not None:
        return say("Where does the ship at {cell} go on to?", cell=chosen[0]), "E9.7"
    return say("Where does the ship at {cell} land?", cell=chosen[0]), "E3.1"


@lru_cache(maxsize=4)
def _ways(
    state: State, player: int | None, steps_of: Callable[[State, Action], Sequence[Step]]
) -> tuple[tuple[Action, tuple[str, ...]], ...]:
    """Return the legal actions with the keys of their steps, cached: a page asks a question for each beginning."""
    return tuple(
        (action, tuple(step.key for step in steps_of(state, action))) for action in state.legal_actions(player)
    )


def _of_action(state: State, legal: Sequence[Action]) -> tuple[str, str]:
    """Ask for the first step, with the clause."""
    due = state.due
    if due is None:
        if any(isinstance(action, Stay) for action in legal):
            return say("Which of your ships moves for a toll, or do you pay none and end your game?"), "E10.1"
        return say("Which of your ships moves?"), "E2.1"
    cell = state.board.cell_names[due.cell]
    if due.what == "reveal":
        return say("What is turned over at {cell}?", cell=cell), "E9.2"
    if due.what == "refuel":
        words = say("Does the ship that refuels at {cell} go on to a system next to it, or does it stay?", cell=cell)
        return words, "E9.7"
    return _of_city(state, [action.target for action in legal if isinstance(action, Choose)], cell), "E9.9"


def _of_city(state: State, targets: Sequence[int], cell: str) -> str:
    """Ask for the city that is destroyed."""
    own = any(state.owner(target) in state.to_act for target in targets)
    if state.rules.edition == "first":
        if own:
            return say("Which of your colonies does the Nordinn Empire at {cell} destroy?", cell=cell)
        return say("Which colony of another player does the Nordinn Empire at {cell} destroy?", cell=cell)
    if own:
        return say("Which of your cities does the Nordinn Empire at {cell} destroy?", cell=cell)
    return say("Which city of another player does the Nordinn Empire at {cell} destroy?", cell=cell)


def _of_piece(state: State, cell: str, kinds: set[str]) -> str:
    """Ask for the piece that is left where the ship lands."""
    if len(kinds) == 1:
        piece = piece_words(state, "city" if "city" in kinds else "station")
        return say("Do you leave {piece} at {cell}?", piece=piece, cell=cell)
    return say("What do you leave at {cell}: {piece}, or a trade station?", piece=piece_words(state, "city"), cell=cell)
