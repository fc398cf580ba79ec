"""Checks of states: turns, ids, immutability, equality, the end, chance, copies."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import islice

from ...errors import GameOverError
from ...game import CHANCE, Outcome
from ...play.state_kinds import ChanceGame
from ...seeds import SplitMix64
from .check import check
from .random_game import RandomGame, expect, seats_of, values_of
from .refusals import refusal_of


@check("turns")
def check_turns(played: RandomGame) -> None:
    """`to_act` has one of its four forms, and only those to act have legal actions."""
    for state in played.states:
        seats, actors = seats_of(state), state.to_act
        if actors != (CHANCE,):
            expect(type(actors) is tuple and list(actors) == sorted(set(actors)), f"to_act is {actors!r}")
            expect(set(actors) <= set(seats), f"to_act is {actors!r} with {len(seats)} seats")
        for player in (*seats, CHANCE):
            may = bool(state.legal_actions(player))
            expect(may == (player in actors), f"{actors} are to act, and player {player} has {may} legal actions")
        expected = state.legal_actions(actors[0]) if actors else ()
        if len(actors) < 2:
            expect(state.legal_actions() == expected, "legal_actions() are not those of the player to act")


@check("ids")
def check_ids(played: RandomGame) -> None:
    """An action's id is its index in `actions`, legal actions ascend by id, and `after` takes ids and actions alike."""
    for turn in played.turns:
        state = turn.state
        places = {action: index for index, action in enumerate(state.actions)}
        expect(len(places) == len(state.actions), "an action is in the table twice")
        for player in state.to_act:
            legal = state.legal_actions(player)
            expect(all(action in places for action in legal), f"a legal action isn't in the table: {legal}")
            ids = tuple(places[action] for action in legal)
            expect(list(ids) == sorted(set(ids)), f"legal actions don't ascend by id: {ids}")
            expect(state.legal_ids(player) == ids, f"legal_ids are {state.legal_ids(player)}, of legal_actions {ids}")
        for player in {CHANCE, *seats_of(state)} - {*state.to_act}:
            expect(state.legal_ids(player) == (), f"player {player} isn't to act and has legal ids")
        by_action = state.after(turn.action, turn.player)
        by_id = state.after(places[turn.action], turn.player)
        expect(by_id == by_action, f"{turn.action!r} and its id {places[turn.action]} lead to different states")
        if len(state.to_act) == 1:
            expect(state.legal_ids() == state.legal_ids(turn.player), "legal_ids() are not those of the one to act")
            expect(state.after(turn.action) == by_action, f"after({turn.action!r}) is not done by the one to act")
            expect(state.why_not(turn.action) == 0, f"why_not({turn.action!r}) is not answered for the one to act")


@check("immutability")
def check_immutability(played: RandomGame) -> None:
    """`after` adds a ply and leaves its receiver unchanged, and no attribute of a state can be set."""
    places = {*played.followed_places}
    # A state that was played on before may have been changed then, so the game is played anew.
    for place, turn in enumerate(islice(played.play(), played.followed)):
        if place not in places:
            continue
        before = values_of(turn.state)
        after = turn.state.after(turn.action, turn.player)
        expect(values_of(turn.state) == before, f"after({turn.action!r}) changes its receiver")
        expect(after.ply == turn.state.ply + 1, f"ply {turn.state.ply} is followed by ply {after.ply}")
        for name in ("to_act", "actions", "ply", "totals", "outcome"):
            value = getattr(after, name)
            try:
                setattr(after, name, value)
            except (AttributeError, TypeError):
                continue
            raise AssertionError(f"{name} of a state can be set")


@check("hashes")
def check_hashes(played: RandomGame) -> None:
    """A state that is reached twice is equal and hashes equal. Other states and other objects are unequal."""
    states = played.all_states
    again = played.states_again()
    for state, twin in zip(states[: len(again)], again, strict=True):
        expect(state == twin, f"ply {state.ply}, reached twice, is unequal to itself")
        expect(hash(state) == hash(twin), f"ply {state.ply}, reached twice, has two hashes")
        expect(state != object(), "a state equals anything")
    expect(len(set(states)) == len(states), "two states of one game are equal")


@check("end")
def check_end(played: RandomGame) -> None:
    """A game is over if and only if nobody is to act: only then it has an outcome, and every action is refused."""
    *states, last = played.states
    for state in states:
        expect(state.outcome is None, f"{state.to_act} are to act, but there is an outcome: {state.outcome}")
    outcome = last.outcome
    expect(isinstance(outcome, Outcome), f"the outcome at the end is {outcome!r}")
    assert outcome is not None
    expect(outcome.totals == last.totals, f"the outcome has totals {outcome.totals}, the state {last.totals}")
    winners = outcome.winners
    expect(list(winners) == sorted(set(winners)) and set(winners) <= set(seats_of(last)), f"winners are {winners}")
    for player in (None, CHANCE, *seats_of(last)):
        expect(not last.legal_actions(player), f"player {player} has legal actions after the end")
        for index in range(min(3, len(last.actions))):
            refusal_of(GameOverError, last, index, player)


@check("bound")
def check_bound(played: RandomGame) -> None:
    """At most `max_plies` actions follow a state."""
    game, states = played.game, played.all_states
    for done in (*played.places, len(states) - 1):
        state = states[done]
        bound, follow = game.max_plies(state), len(states) - 1 - done
        expect(follow <= bound, f"{follow} actions follow ply {state.ply}, and max_plies says {bound}")


@check("chance")
def check_chance(played: RandomGame) -> None:
    """The odds are those of the legal chance events, positive, and add to one. `resolve` draws by them.

    Where a game says that chance has no part, no chance event follows.
    """
    if isinstance(played.game, ChanceGame):
        _check_calm(played, played.game)
    for state in played.states:
        odds = state.odds()
        if state.to_act != (CHANCE,):
            expect(odds == (), f"{state.to_act} are to act, and chance has odds")
            expect(
                state.resolve(SplitMix64(played.seed)) == state,
                "resolve changes a state in which no chance event is due",
            )
            continue
        events = tuple(event for event, _ in odds)
        expect(events == state.legal_actions(CHANCE), f"odds are of {events}, legal are {state.legal_actions(CHANCE)}")
        expect(all(type(share) is Fraction and share > 0 for _, share in odds), f"odds are {odds}")
        expect(sum(share for _, share in odds) == 1, f"odds add to {sum(share for _, share in odds)}")
        resolved = state.resolve(SplitMix64(played.seed))
        expect(resolved == state.resolve(SplitMix64(played.seed)), "resolve isn't the same for the same generator")
        expect(resolved.to_act != (CHANCE,), "resolve leaves a chance event due")
        drawn, stream = state, SplitMix64(played.seed)
        while drawn.to_act == (CHANCE,):
            drawn = drawn.after(stream.draw(drawn.odds()), CHANCE)
        expect(resolved == drawn, "resolve doesn't draw events as SplitMix64.draw does from the odds")


def _check_calm(played: RandomGame, game: ChanceGame) -> None:
    calm = False
    for state in played.all_states:
        calm = calm or not game.has_chance(state)
        expect(not calm or state.to_act != (CHANCE,), f"has_chance was False, and at ply {state.ply} chance is to act")


@check("copies")
def check_copies(played: RandomGame) -> None:
    """A copy and a deep copy are the state itself. An unpickled one is equal, and gives the same next state."""
    for turn in played.turns:
        state = turn.state
        for how in (copy.copy, copy.deepcopy):
            expect(how(state) is state, f"{how.__name__} of ply {state.ply} makes another state, which never changes")
        twin = pickle.loads(pickle.dumps(state))
        expect(twin == state and hash(twin) == hash(state), f"ply {state.ply}, unpickled, is another state")
        expect(values_of(twin) == values_of(state), f"ply {state.ply}, unpickled, has other values")
        after = state.after(turn.action, turn.player)
        expect(twin.after(turn.action, turn.player) == after, f"ply {state.ply}, unpickled, plays on otherwise")
