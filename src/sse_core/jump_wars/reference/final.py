"""J2.8 and J3: the Final phase, victory, and the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from ...game import Outcome
from ..actions import Action, Verb, ids_of
from ..board import CENTRE
from ..cards import Card
from ..positions.position import (
    NO_LEVELS,
    NOBODY,
    NOTHING_WRITTEN,
    Due,
    Position,
    decide,
    enemy_homeworlds,
    hand_limit,
    hand_size,
    side_at,
)
from .decisions import DONE, Rule, Rules, next_after
from .hand import holds, spend

__all__ = ["NEUTRAL_TURNS", "RULES", "begin", "outcome", "would_win"]

NEUTRAL_TURNS = 3
"""J3.3: the number of turns in a row for which the neutral Homeworld must be held."""


def begin(p: Position) -> Position:
    """The start player is first."""
    return decide(p, Due.FINAL, p.start_player)


def _legal(p: Position, player: int) -> Iterator[int]:
    if hand_size(p.players[player]) <= hand_limit(p, player):
        yield DONE
    else:
        yield from ids_of(Verb.DISCARD, (card for card in Card if holds(p, player, card)))


def _play(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.DISCARD:
        return spend(p, player, action.argument or 0)
    follower = next_after(p, player)
    return _end_turn(p) if follower == NOBODY else decide(p, Due.FINAL, follower)


def _end_turn(p: Position) -> Position:
    """J2.8, J3: the victory check; then boosts, orders and the alliance end, and the next turn begins."""
    p = _with_neutral_count(p)
    if len(would_win(p)) == 1 or p.turn == p.options.turn_limit:
        return decide(p, Due.END)
    players = tuple(one._replace(boosts=NO_LEVELS, led=False, written_orders=NOTHING_WRITTEN) for one in p.players)
    held = tuple(side_at(p, space) for space in range(len(p.spaces)))
    p = p._replace(players=players, held=held, alliance=None, turn=p.turn + 1)
    return decide(p, Due.DRAW, p.start_player)


def _with_neutral_count(p: Position) -> Position:
    """J3.3, J4.13: count the turns in a row with the same holder of the neutral Homeworld, this turn included."""
    holder = side_at(p, CENTRE) if p.options.neutral else NOBODY
    if holder in (NOBODY, len(p.players)):
        return p._replace(neutral_holder=NOBODY, neutral_turns=0)
    again = holder == p.neutral_holder
    return p._replace(neutral_holder=holder, neutral_turns=p.neutral_turns + 1 if again else 1)


def conquerors(p: Position) -> list[int]:
    """J3.1: the players with fleets on every opponent's Homeworld."""
    return [seat for seat in range(len(p.players)) if enemy_homeworlds(p, seat) == len(p.players) - 1]


def would_win(p: Position) -> list[int]:
    """J3.1, J3.3, J4.13: the players who meet a condition of victory; if there are several, play goes on."""
    patient = [p.neutral_holder] if p.neutral_turns >= NEUTRAL_TURNS else []
    return sorted({*conquerors(p), *patient})


def outcome(p: Position) -> Outcome | None:
    """J3: the end of the game; None while it goes on."""
    if p.step is not Due.END:
        return None
    homeworlds = tuple(enemy_homeworlds(p, seat) for seat in range(len(p.players)))
    winners = would_win(p)
    if len(winners) == 1:
        return Outcome((winners[0],), homeworlds, "conquest" if winners == conquerors(p) else "neutral")
    return _outcome_at_limit(p, homeworlds)


def _outcome_at_limit(p: Position, homeworlds: tuple[int, ...]) -> Outcome:
    """J3.4: most enemy Homeworlds held, then fleets, then RT; then those at the top share the win (J4.13)."""
    best = list(range(len(p.players)))
    fleets, tokens = [sum(row) for row in p.fleets], [one.tokens for one in p.players]
    for name, numbers in (("homeworlds", homeworlds), ("fleets", fleets), ("tokens", tokens)):
        top = max(numbers[seat] for seat in best)
        best = [seat for seat in best if numbers[seat] == top]
        if len(best) == 1:
            return Outcome((best[0],), homeworlds, name)
    return Outcome(tuple(best), homeworlds, "shared")


RULES: Rules = {Due.FINAL: Rule(_legal, _play)}
