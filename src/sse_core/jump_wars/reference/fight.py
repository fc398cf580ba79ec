"""J2.7, the Fight phase: battles, rounds, deals of damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..actions import Action, Verb, id_of
from ..board import Space
from ..cards import Card
from ..positions.position import Battle, Deal, Due, Position, decide, fleets_at, has, level, with_fleets
from . import final
from .decisions import Rule, Rules, count_ids, in_turn_order, is_part, unsealed

__all__ = ["RULES", "begin", "bonus", "enemies_of", "strength"]


def begin(p: Position) -> Position:
    """J4.12: battles one after another, by space."""
    return _next_battle(p, 0)


# --- strength


def bonus(p: Position, side: int, space: int, technology: Card) -> int:
    """J2.7: the bonus to a side's Initiative, Attack or Defense in a space, without Cloaking."""
    added = 0
    if p.spaces[space] is Space.NEBULA and p.held[space] == side:
        added += 1
    at_home = p.homeworlds[side] == space if side < len(p.players) else True
    if at_home and technology is not Card.INITIATIVE:
        added += 2
    return added


def strength(p: Position, side: int, space: int, technology: Card) -> int:
    """J2.7: a side's Initiative, Attack or Defense in a space without Cloaking; the neutral side has level 1 (J3.3)."""
    base = 1 if side == len(p.players) else level(p, side, technology)
    return base + bonus(p, side, space, technology)


def _strength(p: Position, side: int, technology: Card) -> int:
    return strength(p, side, _battle(p).space, technology)


def _initiative(p: Position, side: int) -> int:
    """J2.7, J4.12: the Initiative of a side, with Cloaking in the first round."""
    cloaked = side < len(p.players) and has(p, side, Card.CLOAKING) and _battle(p).round == 1
    return _strength(p, side, Card.INITIATIVE) + 2 * cloaked


def _battle(p: Position) -> Battle:
    assert p.battle is not None
    return p.battle


def _with_battle(p: Position, **changes: Any) -> Position:
    return p._replace(battle=_battle(p)._replace(**changes))


def _standing(p: Position) -> list[int]:
    return [side for side, damage in enumerate(_battle(p).damage) if damage]


def enemies_of(p: Position, side: int) -> tuple[int, ...]:
    """J2.7: the other sides that stand in the battle, in turn order, the neutral one last."""
    return in_turn_order(p, (other for other in _standing(p) if other != side))


# --- battles and rounds


def _next_battle(p: Position, first: int) -> Position:
    """J4.12: the next battle, from a space on; then the Final phase."""
    for space in range(first, len(p.spaces)):
        if sum(row[space] > 0 for row in p.fleets) > 1:
            damage = tuple((0,) * row[space] for row in p.fleets)
            battle = Battle(space, 0, damage, (0,) * len(p.fleets), ())
            return _next_round(p._replace(battle=battle))
    return final.begin(p)


def _next_round(p: Position) -> Position:
    """J2.7, J4.12: the order of dealing is fixed as a round begins: highest Initiative first, equal ones together."""
    p = _with_battle(p, round=_battle(p).round + 1)
    order = {side: _initiative(p, side) for side in _standing(p)}
    ranks = sorted(set(order.values()), reverse=True)
    groups = tuple(in_turn_order(p, (side for side in order if order[side] == rank)) for rank in ranks)
    return _next_group(_with_battle(p, groups=groups))


def _next_group(p: Position) -> Position:
    """J2.7: the next group deals; fallen fleets deal nothing later in the round."""
    battle = _battle(p)
    if not battle.groups:
        return _next_round(p)
    first, *others = battle.groups
    first = tuple(side for side in first if battle.damage[side])
    if not first:
        return _next_group(_with_battle(p, groups=tuple(others)))
    return _next_dealer(_with_battle(p, groups=(first, *others), deals=()))


def _next_dealer(p: Position) -> Position:
    battle = _battle(p)
    group = battle.groups[0]
    if len(battle.deals) == len(group):
        return _dealt(p)
    side = group[len(battle.deals)]
    return _neutral_deal(p) if side == len(p.players) else decide(p, Due.DEAL, side)


# --- a deal


def _legal_deal(p: Position, player: int) -> Iterator[int]:
    yield id_of(Verb.FIRE)
    if has(p, player, Card.NOVA_BOMBS):
        yield id_of(Verb.BOMB)


def _play_deal(p: Position, player: int, action: Action) -> Position:
    return _aimed(p, player, (0,)) if action.verb is Verb.FIRE else p._replace(step=Due.BOMBS)


def _legal_bombs(p: Position, player: int) -> Iterator[int]:
    return count_ids(range(1, len(_battle(p).damage[player]) + 1), p.counted)


def _play_bombs(p: Position, player: int, action: Action) -> Position:
    bombs = p.counted + (action.argument or 0)
    if is_part(action.argument or 0, len(_battle(p).damage[player]), p.counted):
        return p._replace(counted=bombs)
    return _aimed(p._replace(counted=0), player, (bombs,))


def points(p: Position, player: int, bombs: int) -> int:
    """J2.7: the damage by fire of the fleets that aren't given up."""
    return (len(_battle(p).damage[player]) - bombs) * _strength(p, player, Card.ATTACK)


def _aimed(p: Position, player: int, draft: tuple[int, ...]) -> Position:
    """Return the position after the bombs, and the points for some enemies, are settled. The last enemy gets the rest.

    `draft`: the number of bombs, then the points for each enemy in order.
    """
    enemies, (bombs, *given) = enemies_of(p, player), draft
    left = points(p, player, bombs) - sum(given)
    if left and len(given) < len(enemies) - 1:
        return p._replace(step=Due.SPLIT, draft=draft)
    shares = [0] * len(p.fleets)
    for enemy, share in zip(enemies, (*given, left), strict=False):
        shares[enemy] = share
    return _settled(p, Deal(player, bombs, _strength(p, player, Card.ATTACK) if bombs else 0, tuple(shares)))


def _points_left(p: Position, player: int) -> int:
    bombs, *given = p.draft
    return points(p, player, bombs) - sum(given)


def _legal_split(p: Position, player: int) -> Iterator[int]:
    return count_ids(range(_points_left(p, player) + 1), p.counted)


def _play_split(p: Position, player: int, action: Action) -> Position:
    share = p.counted + (action.argument or 0)
    if is_part(action.argument or 0, _points_left(p, player), p.counted):
        return p._replace(counted=share)
    return _aimed(p._replace(counted=0), player, (*p.draft, share))


def _neutral_deal(p: Position) -> Position:
    """J4.8: the neutral fleets all fire at the side with most fleets there, of equals the earlier in turn order."""
    neutral, damage = len(p.players), _battle(p).damage
    target = max(enemies_of(p, neutral), key=lambda side: len(damage[side]))
    shares = [0] * len(p.fleets)
    shares[target] = points(p, neutral, 0)
    return _settled(p, Deal(neutral, 0, 0, tuple(shares)))


def _settled(p: Position, deal: Deal) -> Position:
    return _next_dealer(_with_battle(p, deals=(*_battle(p).deals, deal)))


# --- the damage of a group


def _dealt(p: Position) -> Position:
    """J2.7, J4.12: the damage of a group of equal Initiative: fleets are given up, bombs go, the others fire.

    J5.11: with the option `simultaneous`, the boosts that were sealed with the deals are shown first. In a view, a
    hidden deal does no damage.
    """
    p = unsealed(p) if p.options.simultaneous else p
    battle = _battle(p)
    damage, kills = [list(one) for one in battle.damage], list(battle.kills)
    defense = [_strength(p, side, Card.DEFENSE) for side in range(len(p.fleets))]
    for deal in battle.deals:
        del damage[deal.side][: deal.bombs]
    for deal in battle.deals:
        for side, fleets in enumerate(damage):
            hit = [points + deal.bombs * deal.force for points in fleets]
            damage[side] = [points for points in hit if points < defense[side]]
            # A kill is an enemy fleet: own ones don't count.
            kills[deal.side] += (len(hit) - len(damage[side])) * (side != deal.side)
    for deal in battle.deals:
        for side, points in enumerate(deal.points):
            kills[deal.side] += _fire(damage[side], points, defense[side])
    for side, fleets in enumerate(damage):
        p = with_fleets(p, side, battle.space, len(fleets) - fleets_at(p, side, battle.space))
    p = _with_battle(p, damage=tuple(map(tuple, damage)), kills=tuple(kills), groups=battle.groups[1:], deals=())
    return _ended(p) if len(_standing(p)) < 2 else _next_group(p)


def _fire(fleets: list[int], points: int, defense: int) -> int:
    """J4.12: put points on the worst hit fleet that stands, again and again; return how many fall."""
    fallen = 0
    for damage in fleets:
        if points < defense - damage:
            break
        points -= defense - damage
        fallen += 1
    del fleets[:fallen]
    if fleets:
        fleets[0] += points
    return fallen


def _ended(p: Position) -> Position:
    """J2.7: Assimilation gains half the kills for a surviving winner; then the next battle."""
    battle = _battle(p)
    for side in _standing(p):
        if side < len(p.players) and has(p, side, Card.ASSIMILATION):
            p = with_fleets(p, side, battle.space, battle.kills[side] // 2)
    return _next_battle(p._replace(battle=None), battle.space + 1)


RULES: Rules = {
    Due.DEAL: Rule(_legal_deal, _play_deal),
    Due.BOMBS: Rule(_legal_bombs, _play_bombs, is_decision=False),
    Due.SPLIT: Rule(_legal_split, _play_split, is_decision=False),
}
