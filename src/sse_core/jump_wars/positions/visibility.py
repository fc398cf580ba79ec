"""Visibility of moves: the player of a move between two positions, or views, and whether others see it."""

from __future__ import annotations

from typing import Final

from ...errors import ArgumentError, IllegalActionError
from ..actions import Action, Verb
from ..state import State
from ..words.fights import is_settled
from .position import Due, Position, is_sealing

__all__ = ["has_sealed_deals", "is_seen_by_others", "player_of"]

_HIDDEN_STEPS: Final = frozenset({Due.ORDERS, Due.OFFER, Due.ANSWER, Due.TECH})
"""The steps in which others may act in a way that looks illegal in a player's view, since their cards are hidden: seal
orders, make an offer, accept it, or, with the option `must_raise`, have no card for the Tech phase."""

_ORDERING: Final = frozenset({Verb.FROM, Verb.TO, Verb.COUNT, Verb.PLANET})
"""The verbs that write an order (J2.6)."""


def player_of(before: State, action: Action, after: State) -> int | None:
    """Return the player, or CHANCE, whose action leads from one state to the other; None if it is hidden."""
    refused: IllegalActionError | None = None
    is_legal = False
    for player in before.to_act or (0,):
        try:
            reached = before.after(action, player)
        except IllegalActionError as error:
            refused = refused or error
            continue
        is_legal = True
        if reached == after or (_is_seen(before, player, after) and _look_alike(reached, after)):
            return player
    if is_sealing(before.position):
        may_follow = _may_follow_unseen(before, action, after, is_legal)
    else:
        may_follow = before.position.step in _HIDDEN_STEPS and after.ply == before.ply + 1
    if may_follow and is_seen_by_others(before, None, after):
        return None
    if refused is not None and not is_legal:
        raise refused
    raise ArgumentError("the action leads to another position than the one after it")


def _is_seen(before: State, player: int, after: State) -> bool:
    """Return whether others see that a player acts: not at a sealed decision, but when the player finishes."""
    p, q = before.position, after.position
    if has_sealed_deals(p):
        return q.actor != player or is_settled(p, q)
    return p.step is not Due.ORDERS or player not in after.to_act


def _may_follow_unseen(before: State, action: Action, after: State, is_legal: bool) -> bool:
    """Return whether an action of another player can lead from a view with sealed orders, or deals, to the next view.

    Others don't see the action, unless it opens all orders or settles a deal. `is_legal` says whether the action is
    legal in the view, which knows no half-written orders, no half-settled deals, and no hidden deals behind the damage
    of a group.
    """
    if has_sealed_deals(before.position):
        return action.verb is Verb.COUNT or (is_legal and (after == before or action.verb is Verb.FIRE))
    if after.position.step is not Due.ORDERS:
        return action.verb is Verb.DONE and after.ply > before.ply
    return after == before and action.verb is not Verb.DONE and (is_legal or action.verb in _ORDERING)


def has_sealed_deals(p: Position) -> bool:
    """J5.11: whether a sealed deal is due."""
    return p.battle is not None and is_sealing(p)


def _look_alike(state: State, seen: State) -> bool:
    """Return whether two states look the same to a player: they differ only in cards that the player doesn't know."""
    return any(seen == seen.view(seat) == state.view(seat) for seat in range(seen.players))


def is_seen_by_others(before: State, player: int | None, after: State) -> bool:
    """Return whether two states are views of a player other than this one; None stands for nobody."""
    seats = [seat for seat in range(before.players) if seat != player]
    return any(before == before.view(seat) and after == after.view(seat) for seat in seats)
