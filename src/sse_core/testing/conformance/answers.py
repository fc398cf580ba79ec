"""Checks of a game's answers about a state: steps of actions, questions, scores, evaluations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from ...bots.greedy import LeadGame, expected_lead
from ...game import CHANCE, Step
from ...play.steps import SteppedGame
from ...play.turns import EvaluatedGame, stays_sealed
from ...seeds import SplitMix64
from .check import check
from .random_game import RandomGame, expect, seats_of, some_of

_STEPPED: Final = 40
"""The most states of a game in which all steps are checked."""

_EVALUATED: Final = 300
"""About so many states of a game are evaluated."""


@check("steps")
def check_steps(played: RandomGame) -> None:
    """A game's steps, if it has them, tell the legal actions of a seat apart, and none are the beginning of others.

    They are the same in the seat's own view. Beginnings of legal actions are not refused, and other ones are.
    """
    game = played.game
    if not isinstance(game, SteppedGame):
        return
    stream, states = SplitMix64(played.seed), played.states
    for state in states[:: 1 + len(states) // _STEPPED]:
        for actor in state.to_act:
            legal = state.legal_actions(actor)
            chosen = [_keys(game.steps(state, action, actor), action) for action in legal]
            expect(len({*chosen}) == len(chosen), f"two legal actions have the same steps: {sorted(chosen)}")
            beginnings = {keys[:n] for keys in chosen for n in range(len(keys))}
            for keys in beginnings & {*chosen}:
                raise AssertionError(f"the steps {keys} of an action are the beginning of another's")
            if actor == CHANCE:
                continue
            seen = state.view(actor)
            for action in some_of(legal, stream):
                keys = _keys(game.steps(state, action, actor), action)
                expect(_keys(game.steps(seen, action, actor), action) == keys, f"{action!r} has other steps in a view")
                for n in range(len(keys) + 1):
                    why = game.refusal(seen, keys[:n], actor)
                    expect(not why, f"the beginning {keys[:n]} of a legal action is refused: {why}")
                wrong = (*keys[:-1], "no such step")
                expect(game.refusal(seen, wrong, actor).strip(), f"there is no reason against the steps {wrong}")


def _keys(steps: Sequence[Step], action: Any) -> tuple[str, ...]:
    """Return the keys of an action's steps; each step has a key and words."""
    expect(steps, f"{action!r} has no steps")
    for step in steps:
        expect(step.key.strip() and step.words.strip(), f"a step of {action!r} has no key or no words: {step}")
    return tuple(step.key for step in steps)


@check("questions")
def check_questions(played: RandomGame) -> None:
    """In a game with steps, each step of a legal action has a question, with its clause in brackets.

    It is the same in the seat's own view.
    """
    game = played.game
    if not isinstance(game, SteppedGame):
        return
    stream, states = SplitMix64(played.seed), played.states
    for state in states[:: 1 + len(states) // _STEPPED]:
        for actor in state.to_act if state.to_act != (CHANCE,) else ():
            seen = state.view(actor)
            asked = {
                tuple(step.key for step in steps[:n])
                for action in some_of(state.legal_actions(actor), stream)
                for steps in [game.steps(state, action, actor)]
                for n in range(len(steps))
            }
            for keys in sorted(asked):
                question = game.question(state, keys, actor)
                expect(type(question) is str and "?" in question, f"after {keys} this is no question: {question!r}")
                expect(_CITED.search(question), f"the question after {keys} ends without a clause: {question!r}")
                again = game.question(seen, keys, actor)
                expect(
                    again == question, f"the question after {keys} is another one in a view: {question!r}, {again!r}"
                )


_CITED: Final = re.compile(r"[^ ] \([^()]+\)$")
"""The end of a question: brackets with the clause, or with the note that a house rule holds."""


@check("scores")
def check_scores(played: RandomGame) -> None:
    """The score table has a row for each seat, the same columns in all, the total last; the end has a verdict."""
    game = played.game
    *states, last = played.states
    for state in (*states, last):
        rows = game.score_table(state)
        expect(len(rows) == len(state.totals), f"the score table has {len(rows)} rows for {len(state.totals)} seats")
        expect(
            all(list(row) == list(rows[0]) for row in rows), f"the rows of the score table differ in columns: {rows}"
        )
        expect(list(rows[0])[-1] == "total", f"the last column of the score table is {list(rows[0])[-1]!r}")
        expect(tuple(row["total"] for row in rows) == state.totals, f"the score table has other totals: {rows}")
    expect(game.verdict(last).strip(), "the end has no verdict")
    expect(game.continues_turn(played.new_game()) is False, "the first action continues a turn")
    answers = {game.continues_turn(state) for state in states}
    expect(answers <= {False, True}, f"continues_turn returns {answers}")


@check("evaluation")
def check_evaluation(played: RandomGame) -> None:
    """A game's `evaluate`, if it has one, gives each seat a number from 0 on: the same for the seat's own view.

    Its `expected_leads`, if it has them, are right after each action that doesn't open sealed actions of others.
    """
    game = played.game
    if not isinstance(game, EvaluatedGame):
        return
    states = [*zip(played.states, [*(played.sealed[place] for place in played.places), False], strict=True)]
    for state, sealed in states[:: 1 + len(states) // _EVALUATED]:
        worth = tuple(game.evaluate(state))
        expect(len(worth) == len(state.totals), f"the worth is {worth} for {len(state.totals)} seats")
        expect(all(number >= 0 for number in worth), f"the worth is {worth}")
        for player in seats_of(state):
            seen = game.evaluate(state.view(player))[player]
            expect(seen == worth[player], f"the worth for player {player} is {worth[player]}, in the own view {seen}")
            if isinstance(game, LeadGame):
                view = state.view(player)
                for index, found in zip(view.legal_ids(player), game.expected_leads(view, player), strict=True):
                    after = view.after(index, player)
                    if not sealed or stays_sealed(view, after, sealed):
                        lead = expected_lead(after, player)
                        expect(found == lead, f"player {player} expects the lead {found}, and {lead} after {index}")
