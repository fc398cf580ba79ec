"""J2.5, the Build phase: fleets, then Sabotage."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import NEUTRAL, Action, Verb, ids_of
from ..board import Space
from ..cards import Card
from ..positions.position import (
    NOBODY,
    Due,
    Position,
    decide,
    hand_size,
    has,
    level,
    spaces_of,
    with_fleets,
    with_player,
)
from . import jump
from .decisions import DONE, Rule, Rules, next_after, next_holder
from .hand import holds, spend

__all__ = ["RULES", "begin", "price"]

_DOCKS = (Space.STAR_FIELD, Space.CLUSTER)


def begin(p: Position) -> Position:
    """The start player is first."""
    return decide(p, Due.BUILD, p.start_player)


def price(p: Position, player: int) -> int:
    """J2.5: the price of a fleet, in RT."""
    dear = level(p, player, Card.ATTACK) + level(p, player, Card.DEFENSE)
    return max(1, 4 + dear - level(p, player, Card.MINIATURIZATION))


def _yards(p: Position, player: int) -> Iterator[int]:
    """J2.5, J4.9: the own Homeworld, empty or not; with Star Docks, occupied Star Fields and Clusters."""
    yield p.homeworlds[player]
    if has(p, player, Card.STAR_DOCKS):
        yield from (space for space in spaces_of(p, player) if p.spaces[space] in _DOCKS)


def _legal_build(p: Position, player: int) -> Iterator[int]:
    yield DONE
    if p.players[player].tokens >= price(p, player):
        yield from ids_of(Verb.BUILD, sorted(_yards(p, player)))


def _play_build(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.BUILD:
        paid = with_player(p, player, tokens=p.players[player].tokens - price(p, player))
        return with_fleets(paid, player, action.argument or 0, 1)
    follower = next_after(p, player)
    return _next_sabotage(p) if follower == NOBODY else decide(p, Due.BUILD, follower)


# --- Sabotage


def _next_sabotage(p: Position, after: int = NOBODY) -> Position:
    """J2.5: each holder of Sabotage, once a turn, in turn order."""
    holder = next_holder(p, Card.SABOTAGE, after)
    return jump.begin(p) if holder == NOBODY else decide(p, Due.SABOTAGE, holder)


def _side_of(p: Position, argument: int) -> int:
    return len(p.players) if argument == NEUTRAL else argument


def _legal_sabotage(p: Position, player: int) -> Iterator[int]:
    yield DONE
    if hand_size(p.players[player]):
        sides = [*range(len(p.players)), NEUTRAL]
        yield from ids_of(Verb.SABOTAGE, (side for side in sides if any(p.fleets[_side_of(p, side)])))


def _play_sabotage(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.DONE:
        return _next_sabotage(p, player)
    return p._replace(step=Due.SABOTAGE_SPACE, draft=(_side_of(p, action.argument or 0),))


def _legal_space(p: Position, player: int) -> Iterator[int]:
    return ids_of(Verb.AT, spaces_of(p, p.draft[0]))


def _play_space(p: Position, player: int, action: Action) -> Position:
    return p._replace(step=Due.SABOTAGE_CARD, draft=(*p.draft, action.argument or 0))


def _legal_card(p: Position, player: int) -> Iterator[int]:
    return ids_of(Verb.DISCARD, (card for card in Card if holds(p, player, card)))


def _play_card(p: Position, player: int, action: Action) -> Position:
    side, space = p.draft
    return _next_sabotage(with_fleets(spend(p, player, action.argument or 0), side, space, -1), player)


RULES: Rules = {
    Due.BUILD: Rule(_legal_build, _play_build),
    Due.SABOTAGE: Rule(_legal_sabotage, _play_sabotage),
    Due.SABOTAGE_SPACE: Rule(_legal_space, _play_space, is_decision=False),
    Due.SABOTAGE_CARD: Rule(_legal_card, _play_card, is_decision=False),
}
