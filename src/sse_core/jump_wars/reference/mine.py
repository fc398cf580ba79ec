"""J2.4, the Mine phase."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import Action, Verb, ids_of
from ..board import Space, adjacent
from ..cards import Card
from ..positions.position import (
    NOBODY,
    Due,
    Position,
    decide,
    has,
    homeworld_of,
    level,
    spaces_of,
    with_player,
)
from . import build
from .decisions import DONE, Rule, Rules, next_after
from .hand import holds, spend

__all__ = ["RULES", "begin", "income", "yield_of"]

_OWN_HOMEWORLD = 5
_ENEMY_HOMEWORLD = 2
_CARD = 2


def begin(p: Position) -> Position:
    """The start player is first."""
    return decide(p, Due.MINE, p.start_player)


def _is_raided(p: Position, raider: int, space: int) -> bool:
    """J2.4: whether a player with Space Raiding has a fleet beside a space."""
    fleets = p.fleets[raider]
    return has(p, raider, Card.SPACE_RAIDING) and any(fleets[near] for near in adjacent(p.options.grid, space))


def yield_of(p: Position, player: int, space: int) -> int:
    """J2.4: the RT of a space with fleets of a player for that player, before Manufacturing."""
    match p.spaces[space]:
        case Space.HOMEWORLD:
            owner = homeworld_of(p, space)
            # J4.8: the neutral Homeworld is no enemy Homeworld.
            return _OWN_HOMEWORLD if owner == player else 0 if owner == NOBODY else _ENEMY_HOMEWORLD
        case Space.STAR_FIELD:
            more = 2 if p.options.genesis_adds else 1
            return 1 + more * has(p, player, Card.GENESIS)
        case Space.CLUSTER:
            raiders = sum(_is_raided(p, raider, space) for raider in range(len(p.players)) if raider != player)
            return max(0, 2 - raiders)
        case Space.NEBULA:
            return int(has(p, player, Card.RAM_SCOOPS))
        case _:
            return 0


def income(p: Position, player: int, sold: int = 0) -> int:
    """J2.4: the RT of a Mine phase in which so many cards are discarded for it."""
    found = sum(yield_of(p, player, space) for space in spaces_of(p, player))
    return (found + _CARD * sold) * level(p, player, Card.MANUFACTURING)


def _legal(p: Position, player: int) -> Iterator[int]:
    yield DONE
    yield from ids_of(Verb.DISCARD, (card for card in Card if holds(p, player, card)))


def _play(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.DISCARD:
        return spend(p, player, action.argument or 0)._replace(sold=p.sold + 1)
    p = with_player(p, player, tokens=p.players[player].tokens + income(p, player, p.sold))
    follower = next_after(p, player)
    return build.begin(p) if follower == NOBODY else decide(p, Due.MINE, follower)


RULES: Rules = {Due.MINE: Rule(_legal, _play)}
