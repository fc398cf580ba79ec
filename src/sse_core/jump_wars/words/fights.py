"""Effects of the Fight phase in words: battles that begin, damage that is dealt, battles that end (J2.7)."""

from __future__ import annotations

from collections.abc import Iterator

from ...play.sentences import listed
from ..actions import Action, Verb
from ..board import Space, space_name
from ..cards import Card
from ..messages import counted, say
from ..positions.position import NOBODY, Battle, Due, Position, fleets_at, has, homeworld_of
from ..state import State
from .phrases import enemies_in_battle, fleet_of, fleets_of, points_counted, side_of

__all__ = ["begun_battle", "dealt_at_once", "fought", "is_settled"]


def begun_battle(p: Position, after: State) -> Iterator[str]:
    """Yield the battle that begins: its sides, the first dealer, and the Attack and Defense of fleets (J2.7, J4.12)."""
    q = after.position
    battle = q.battle
    if battle is None or (p.battle is not None and p.battle.space == battle.space):
        return
    sides = listed(fleets_of(q, side, len(damage)) for side, damage in enumerate(battle.damage) if damage)
    yield say(
        "a battle begins at {space} between {sides}: {order} (J2.7)",
        space=space_name(battle.space),
        sides=sides,
        order=_order(after, battle),
    )
    for side, damage in enumerate(battle.damage):
        if damage:
            yield from _strength(after, battle.space, side)


def _strength(state: State, space: int, side: int) -> Iterator[str]:
    """Yield the damage that a fleet of a side deals and withstands in a battle, with the causes (J2.7)."""
    p = state.position
    _, attack, defense = state.strength(side, space)
    yield say(
        "{fleet} deals {points} in a round, and falls at {most} (J2.7)",
        fleet=fleet_of(p, side, side_of(p, side)),
        points=points_counted(attack),
        most=defense,
    )
    who = side_of(p, side)
    if p.spaces[space] is Space.NEBULA and p.held[space] == side:
        yield say("{side} defends the Nebula, and has 1 more Initiative, Attack and Defense for it (J2.7)", side=who)
    if _is_at_home(p, space, side):
        yield say("{side} is on its own Homeworld, and has 2 more Attack and Defense for it (J2.7)", side=who)
    if side < len(p.players) and has(p, side, Card.CLOAKING):
        yield say("{side} has 2 more Initiative in the first round by Cloaking (J2.7)", side=who)


def _is_at_home(p: Position, space: int, side: int) -> bool:
    """Return whether a space is the Homeworld of a side, which may be the neutral side."""
    if p.spaces[space] is not Space.HOMEWORLD:
        return False
    owner = homeworld_of(p, space)
    return side == (len(p.players) if owner == NOBODY else owner)


def fought(before: State, player: int, action: Action, after: State) -> Iterator[str]:
    """Yield the effects of a deal of damage, as far as the action settles it (J2.7, J4.12)."""
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
            yield from _went_on(p, after, battle, then)
    elif then is not None and len(then.deals) > len(battle.deals):
        yield say(
            "the damage is dealt once {side} deals, too: the Initiative is equal (J2.7)", side=side_of(q, q.actor)
        )
    elif q.step is Due.SPLIT and p.step is not Due.SPLIT:
        yield say(
            "{side} splits {points} between {enemies} (J2.7)",
            side=side_of(q, player),
            points=points_counted(after.points_left),
            enemies=listed(side_of(q, side) for side in enemies_in_battle(q, player)),
        )


def _went_on(p: Position, after: State, battle: Battle, then: Battle) -> Iterator[str]:
    """Yield the stage of a battle that goes on."""
    for side, kills in enumerate(then.kills):
        if kills > battle.kills[side]:
            yield counted(
                kills,
                "{side} has destroyed {n} fleet in this battle (J2.7)",
                "{side} has destroyed {n} fleets in this battle (J2.7)",
                side=side_of(p, side),
            )
    hurt = [
        counted(sum(damage), "{n} point on {side}", "{n} points on {side}", side=side_of(p, side))
        for side, damage in enumerate(then.damage)
        if sum(damage)
    ]
    if hurt:
        yield say("damage stays until the battle ends: {damage} (J2.7)", damage=listed(hurt))
    if then.round > battle.round:
        yield say("round {n} begins: {order} (J2.7)", n=then.round, order=_order(after, then))


def is_settled(p: Position, q: Position) -> bool:
    """Return whether an action has settled the last deal of a group, so that its damage is dealt (J5.12)."""
    if p.battle is None:
        return False
    then = q.battle
    return then is None or (then.space, then.round, then.groups) != (p.battle.space, p.battle.round, p.battle.groups)


def dealt_at_once(p: Position, after: State) -> Iterator[str]:
    """Yield the effects of a group's sealed deals, as far as everybody sees them (J5.11, J5.12)."""
    q = after.position
    battle, then = p.battle, q.battle
    if battle is None or not is_settled(p, q):
        return
    if then is None or then.space != battle.space:
        left = [fleets_at(q, side, battle.space) for side in range(len(battle.damage))]
        winner = next((side for side, fleets in enumerate(left) if fleets), None)
        yield from _losses_seen(p, battle, left, winner)
        if winner is None:
            yield _nobody_left(battle)
        else:
            yield counted(
                left[winner],
                "{side} wins the battle at {space}, where it has {n} fleet now (J2.7)",
                "{side} wins the battle at {space}, where it has {n} fleets now (J2.7)",
                side=side_of(p, winner),
                space=space_name(battle.space),
            )
        return
    yield from _losses_seen(p, battle, list(map(len, then.damage)), None)
    yield from _went_on(p, after, battle, then)


def _losses_seen(p: Position, battle: Battle, left: list[int], winner: int | None) -> Iterator[str]:
    """Yield the fleets that each side lost, either fallen or given up; others can't always tell which.

    The winner's fleets may have grown by Assimilation.
    """
    lost = [len(damage) - fleets for damage, fleets in zip(battle.damage, left, strict=True)]
    for side, count in enumerate(lost):
        if count > 0 and side != winner:
            yield _lost(p, battle, side, count, left[side])
    if not any(lost):
        yield _nobody_fell(battle)


def _lost(p: Position, battle: Battle, side: int, count: int, left: int) -> str:
    """Return the numbers of fleets that a side has lost in a battle, and has left."""
    return counted(
        count,
        "{side} loses {n} fleet at {space}, {left} (J2.7)",
        "{side} loses {n} fleets at {space}, {left} (J2.7)",
        side=side_of(p, side),
        space=space_name(battle.space),
        left=counted(left, "{n} is left", "{n} are left") if left else say("none is left"),
    )


def _nobody_fell(battle: Battle) -> str:
    return say("no fleet falls at {space} (J2.7)", space=space_name(battle.space))


def _nobody_left(battle: Battle) -> str:
    return say("nobody is left at {space} (J4.12)", space=space_name(battle.space))


def _order(state: State, battle: Battle) -> str:
    """Return the dealers of a round in their order, with their Initiative."""
    groups = [
        (
            listed(side_of(state.position, side) for side in group),
            state.strength(group[0], battle.space)[0],
        )
        for group in battle.groups
    ]
    (first, initiative), *others = groups
    together = len(battle.groups[0])
    if others:
        later = [say("{sides} with {n}", sides=sides, n=n) for sides, n in others]
        return counted(
            together,
            "{sides} deals damage first with Initiative {initiative}, then {others}",
            "{sides} deal damage first with Initiative {initiative}, then {others}",
            sides=first,
            initiative=initiative,
            others=say(", then ").join(later),
        )
    return say("{sides} deal damage at once, with Initiative {n}", sides=first, n=initiative)


# --- what falls


def _losses(p: Position, player: int, given: list[int], last: Battle, battle: Battle) -> Iterator[str]:
    """Yield each side's fleets given up as Nova Bombs, and its fallen fleets, without those that `player` gives up."""
    left = list(map(len, last.damage))
    for side, bombs in enumerate(given):
        if bombs and (side != player or p.step is not Due.BOMBS):
            yield counted(
                bombs,
                "{side} gives up {n} fleet at {space} (J2.7)",
                "{side} gives up {n} fleets at {space} (J2.7)",
                side=side_of(p, side),
                space=space_name(battle.space),
            )
    lost = [len(damage) - given[side] - left[side] for side, damage in enumerate(battle.damage)]
    for side, count in enumerate(lost):
        if count:
            yield _lost(p, battle, side, count, left[side])
    if not any(lost):
        yield _nobody_fell(battle)


def _bombs(p: Position, player: int, action: Action, battle: Battle) -> list[int]:
    """Return the number of fleets that each side gives up in the deals that an action settles."""
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
    """Yield the winner of a battle that is over, and the gains by Assimilation (J2.7)."""
    winner = next((side for side, damage in enumerate(last.damage) if damage), None)
    if winner is None:
        yield _nobody_left(last)
        return
    side = side_of(p, winner)
    yield say("{side} wins the battle at {space} (J2.7)", side=side, space=space_name(last.space))
    if winner < len(p.players) and has(p, winner, Card.ASSIMILATION):
        kills = last.kills[winner]
        yield counted(
            kills // 2,
            "{side} gains {n} fleet there, half of the {kills} destroyed: Assimilation (J2.7)",
            "{side} gains {n} fleets there, half of the {kills} destroyed: Assimilation (J2.7)",
            side=side,
            kills=kills,
        )
