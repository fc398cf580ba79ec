"""Effects of the Fight phase in words: battles that begin, damage that is dealt, battles that end (J2.7)."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.sentences import listed
from .actions import Action, Verb
from .board import space_name
from .cards import Card
from .notation import side_name
from .position import Battle, Due, Position, fleets_at, has, turn_order
from .state import State
from .table_text import plural

__all__ = ["begun_battle", "dealt_at_once", "fought", "is_settled", "left_words", "side_words"]


def begun_battle(p: Position, q: Position) -> Iterator[str]:
    """Yield the battle that begins, with its sides, and who deals first (J2.7, J4.12)."""
    battle = q.battle
    if battle is None or (p.battle is not None and p.battle.space == battle.space):
        return
    sides = listed(
        f"{plural(len(damage), 'fleet')} of {side_words(q, side)}"
        for side, damage in enumerate(battle.damage)
        if damage
    )
    yield f"a battle begins at {space_name(battle.space)} between {sides}: {_order(q, battle)} (J2.7)"


def fought(before: State, player: int, action: Action, after: State) -> Iterator[str]:
    """Yield what a deal of damage did, as far as it is settled by the action (J2.7, J4.12)."""
    p, q = before.position, after.position
    battle, then = p.battle, q.battle
    if battle is None or action.verb not in (Verb.FIRE, Verb.BOMB, Verb.COUNT):
        return
    if is_settled(p, q):
        last = before.battle_after(action, player)
        yield from _losses(p, player, _bombs(p, player, action, battle), last, battle)
        if then is None or then.space != battle.space:
            yield from _won(p, last)
        else:
            yield from _went_on(p, q, battle, then)
    elif then is not None and len(then.deals) > len(battle.deals):
        yield f"the damage is dealt once {side_words(q, q.actor)} deals, too: the Initiative is equal (J2.7)"
    elif q.step is Due.SPLIT and p.step is not Due.SPLIT:
        sides = (*turn_order(q), len(q.players))
        enemies = listed(side_words(q, side) for side in sides if side != player and battle.damage[side])
        yield f"the damage, {plural(after.points_left, 'point')}, is to be split between {enemies} (J2.7)"


def _went_on(p: Position, q: Position, battle: Battle, then: Battle) -> Iterator[str]:
    """Yield what a battle that goes on has come to."""
    for side, kills in enumerate(then.kills):
        if kills > battle.kills[side]:
            yield f"{side_words(p, side)} has destroyed {plural(kills, 'fleet')} in this battle (J2.7)"
    if then.round > battle.round:
        yield f"round {then.round} begins: {_order(q, then)} (J2.7)"


def is_settled(p: Position, q: Position) -> bool:
    """Return whether an action has settled the last deal of a group, so that its damage is dealt (J5.12)."""
    if p.battle is None:
        return False
    then = q.battle
    return then is None or (then.space, then.round, then.groups) != (p.battle.space, p.battle.round, p.battle.groups)


def dealt_at_once(p: Position, q: Position) -> Iterator[str]:
    """Yield what the sealed deals of a group did, which is told from what everybody sees (J5.11, J5.12)."""
    battle, then = p.battle, q.battle
    if battle is None or not is_settled(p, q):
        return
    if then is None or then.space != battle.space:
        left = [fleets_at(q, side, battle.space) for side in range(len(battle.damage))]
        winner = next((side for side, fleets in enumerate(left) if fleets), None)
        yield from _losses_seen(p, battle, left, winner)
        if winner is None:
            yield f"nobody is left at {space_name(battle.space)} (J4.12)"
        else:
            there = f"{space_name(battle.space)}, where it has {plural(left[winner], 'fleet')} now"
            yield f"{side_words(p, winner)} wins the battle at {there} (J2.7)"
        return
    yield from _losses_seen(p, battle, list(map(len, then.damage)), None)
    yield from _went_on(p, q, battle, then)


def _losses_seen(p: Position, battle: Battle, left: list[int], winner: int | None) -> Iterator[str]:
    """Yield the fleets that each side lost, fallen or given up: which of the two, others can't always tell.

    What the winner has left may have grown by Assimilation.
    """
    space = space_name(battle.space)
    lost = [len(damage) - fleets for damage, fleets in zip(battle.damage, left, strict=True)]
    for side, count in enumerate(lost):
        if count > 0 and side != winner:
            yield f"{side_words(p, side)} loses {plural(count, 'fleet')} at {space}, {left_words(left[side])} (J2.7)"
    if not any(lost):
        yield f"no fleet falls at {space} (J2.7)"


def side_words(p: Position, side: int) -> str:
    """Return a side as a sentence names it."""
    return "the neutral side" if side == len(p.players) else side_name(side, len(p.players))


def left_words(count: int) -> str:
    """Return how many are left: ``2 are left``, ``none is left``."""
    return f"{count or 'none'} {'is' if count < 2 else 'are'} left"


def _order(q: Position, battle: Battle) -> str:
    """Return who deals damage in a round, and in which order."""
    first, *others = (listed(side_words(q, side) for side in group) for group in battle.groups)
    is_alone = len(battle.groups[0]) == 1
    deal = "deals" if is_alone else "deal"
    if others:
        return f"{first} {deal} damage first, then {', then '.join(others)}"
    return f"{first} {deal} damage{'' if is_alone else ' at once'}"


# --- what falls


def _losses(p: Position, player: int, given: list[int], last: Battle, battle: Battle) -> Iterator[str]:
    """Yield the fleets given up as Nova Bombs, and those that fell, of each side; what `player` gives up is told."""
    left = list(map(len, last.damage))
    space = space_name(battle.space)
    for side, bombs in enumerate(given):
        if bombs and (side != player or p.step is not Due.BOMBS):
            yield f"{side_words(p, side)} gives up {plural(bombs, 'fleet')} at {space} (J2.7)"
    lost = [len(damage) - given[side] - left[side] for side, damage in enumerate(battle.damage)]
    for side, count in enumerate(lost):
        if count:
            yield f"{side_words(p, side)} loses {plural(count, 'fleet')} at {space}, {left_words(left[side])} (J2.7)"
    if not any(lost):
        yield f"no fleet falls at {space} (J2.7)"


def _bombs(p: Position, player: int, action: Action, battle: Battle) -> list[int]:
    """Return how many fleets each side gives up in the deals that an action settles."""
    given = [0] * len(battle.damage)
    for deal in battle.deals:
        given[deal.side] = deal.bombs
    if p.step is Due.SPLIT:
        given[player] = p.draft[0]
    elif p.step is Due.BOMBS:
        given[player] = p.counted + (action.argument or 0)
    return given


# --- who wins


def _won(p: Position, last: Battle) -> Iterator[str]:
    """Yield the winner of a battle that is over, and what Assimilation gains (J2.7)."""
    space = space_name(last.space)
    winner = next((side for side, damage in enumerate(last.damage) if damage), None)
    if winner is None:
        yield f"nobody is left at {space} (J4.12)"
        return
    yield f"{side_words(p, winner)} wins the battle at {space} (J2.7)"
    if winner < len(p.players) and has(p, winner, Card.ASSIMILATION):
        kills = last.kills[winner]
        gained = plural(kills // 2, "fleet")
        yield f"{side_words(p, winner)} gains {gained} there, half of the {kills} destroyed: Assimilation (J2.7)"
