"""J2.6, the Jump phase: sealed orders, Espionage, Time Jumps, and the jumps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..actions import Action, Verb, id_of, ids_of
from ..board import Space, adjacent, reach
from ..cards import Card
from ..positions.position import (
    MAX_ORDERS,
    NOBODY,
    Due,
    Order,
    Position,
    decide,
    hand_size,
    has,
    level,
    spaces_of,
    with_player,
)
from . import fight
from .decisions import DONE, Rule, Rules, count_ids, highest, in_turn_order, is_part, next_holder, unsealed
from .hand import holds, spend

__all__ = ["RULES", "begin", "free_fleets", "is_voided", "most_orders", "stack", "targets", "with_homeworld_moved"]


def begin(p: Position) -> Position:
    """All write their orders at once."""
    return decide(p, Due.ORDERS)


# --- what an order may be


def most_orders(p: Position, player: int) -> int:
    """J2.6: 1 + Command; J4.10: 40 at most."""
    return min(1 + level(p, player, Card.COMMAND), MAX_ORDERS)


def stack(p: Position, player: int) -> int:
    """J2.6: the most fleets of an order, 5 + Logistics."""
    return 5 + level(p, player, Card.LOGISTICS)


def free_fleets(p: Position, player: int, space: int) -> int:
    """J2.6, J4.10: the fleets in a space that no written order binds."""
    orders = p.players[player].written_orders.orders
    return p.fleets[player][space] - sum(order.fleets for order in orders if order.origin == space)


def is_voided(p: Position, player: int, target: int) -> bool:
    """J2.2: whether the alliance voids an order of a player that ends in a space."""
    if p.alliance is None:
        return False
    diplomat, ally = p.alliance
    return player == ally and p.fleets[diplomat][target] > 0


def _may_end(p: Position, player: int, targets: Iterable[int]) -> list[int]:
    """J4.10: the targets for which an order may be written."""
    if p.alliance is None or p.alliance[1] != player or p.options.void_orders:
        return list(targets)
    return [target for target in targets if not is_voided(p, player, target)]


def targets(p: Position, player: int, origin: int) -> list[int]:
    """J2.6: the spaces to which fleets in a space may be ordered."""
    steps = 1 + level(p, player, Card.JUMP)
    found = reach(p.options.grid, p.spaces, origin, steps, has(p, player, Card.EVENT_SKIMMING))
    return _may_end(p, player, found)


def planet_targets(p: Position, player: int) -> list[int]:
    """J2.6, J4.11: the Voids to which the own Homeworld may be ordered, once a turn, if it is occupied."""
    home = p.homeworlds[player]
    moves_already = any(order.is_planet for order in p.players[player].written_orders.orders)
    if not has(p, player, Card.PLANET_JUMP) or not p.fleets[player][home] or moves_already:
        return []
    return _may_end(p, player, (near for near in adjacent(p.options.grid, home) if p.spaces[near] is Space.VOID))


def _orders_to_begin(p: Position, player: int) -> Iterator[int]:
    """Yield the ids that begin an order, or write that of the Homeworld."""
    origins = (space for space in spaces_of(p, player) if free_fleets(p, player, space) and targets(p, player, space))
    yield from ids_of(Verb.FROM, origins)
    yield from ids_of(Verb.PLANET, planet_targets(p, player))


def _rest_of_order(p: Position, player: int, draft: tuple[int, ...]) -> Iterator[int]:
    """Yield the ids that go on with an order half written."""
    if len(draft) == 1:
        return ids_of(Verb.TO, targets(p, player, draft[0]))
    return count_ids(range(1, _most_fleets(p, player, draft[0]) + 1), sum(draft[2:]))


def _most_fleets(p: Position, player: int, origin: int) -> int:
    return min(free_fleets(p, player, origin), stack(p, player))


def _written(p: Position, player: int, action: Action, place: int) -> Position:
    """Return the position after an action that writes an order; a whole one goes to its place among them."""
    written, number = p.players[player].written_orders, action.argument or 0
    if action.verb is Verb.PLANET:
        order = Order(p.homeworlds[player], number, 0)
    elif action.verb is Verb.COUNT:
        origin, target, *parts = written.draft
        if is_part(number, _most_fleets(p, player, origin), sum(parts)):
            return with_player(p, player, written_orders=written._replace(draft=(*written.draft, number)))
        order = Order(origin, target, sum(parts) + number)
    else:
        return with_player(p, player, written_orders=written._replace(draft=(*written.draft, number)))
    orders = (*written.orders[:place], order, *written.orders[place:])
    return with_player(p, player, written_orders=written._replace(orders=orders, draft=()))


# --- writing orders


def _legal_orders(p: Position, player: int) -> Iterator[int]:
    written = p.players[player].written_orders
    if written.draft:
        yield from _rest_of_order(p, player, written.draft)
        return
    yield DONE
    if len(written.orders) < most_orders(p, player):
        yield from _orders_to_begin(p, player)


def _play_orders(p: Position, player: int, action: Action) -> Position:
    written = p.players[player].written_orders
    if action.verb is not Verb.DONE:
        return _written(p, player, action, len(written.orders))
    p = with_player(p, player, written_orders=written._replace(done=True))
    return _revealed(p) if all(one.written_orders.done for one in p.players) else p


def _revealed(p: Position) -> Position:
    """J2.6, J4.3: the orders are open, and so are the boosts that were made while they were written."""
    p = _without_allied_orders(unsealed(p))
    spy = highest(p, Card.ESPIONAGE)
    return _next_time_jump(p) if spy == NOBODY else decide(p, Due.ESPIONAGE, spy)


def _without_allied_orders(p: Position) -> Position:
    """J2.2: the orders that the alliance voids are void."""
    for seat, one in enumerate(p.players):
        for place, order in enumerate(one.written_orders.orders):
            if is_voided(p, seat, order.target):
                p = _voided(p, seat, place)
    return p


def _voided(p: Position, player: int, place: int) -> Position:
    written = p.players[player].written_orders
    orders = list(written.orders)
    orders[place] = orders[place]._replace(void=True)
    return with_player(p, player, written_orders=written._replace(orders=tuple(orders)))


# --- Espionage


def _legal_espionage(p: Position, player: int) -> Iterator[int]:
    yield DONE
    if p.players[player].written_orders.orders:
        yield id_of(Verb.REWRITE)


def _play_espionage(p: Position, player: int, action: Action) -> Position:
    return _next_time_jump(p) if action.verb is Verb.DONE else p._replace(step=Due.REWRITE)


def _legal_rewrite(p: Position, player: int) -> Iterator[int]:
    return count_ids(range(1, len(p.players[player].written_orders.orders) + 1), p.counted)


def _play_rewrite(p: Position, player: int, action: Action) -> Position:
    """J4.10: the order is taken out, so that its fleets are free."""
    written, number = p.players[player].written_orders, p.counted + (action.argument or 0)
    if is_part(action.argument or 0, len(written.orders), p.counted):
        return p._replace(counted=number)
    place = number - 1
    orders = (*written.orders[:place], *written.orders[place + 1 :])
    p = p._replace(step=Due.REWRITING, draft=(place,), counted=0)
    return with_player(p, player, written_orders=written._replace(orders=orders))


def _legal_rewriting(p: Position, player: int) -> Iterator[int]:
    draft = p.players[player].written_orders.draft
    if draft:
        yield from _rest_of_order(p, player, draft)
        return
    yield DONE
    yield from _orders_to_begin(p, player)


def _play_rewriting(p: Position, player: int, action: Action) -> Position:
    (place,) = p.draft
    if action.verb is Verb.DONE:
        return _next_time_jump(p)
    p = _written(p, player, action, place)
    return p if p.players[player].written_orders.draft else _next_time_jump(_without_allied_orders(p))


# --- Time Jump


def _next_time_jump(p: Position, after: int = NOBODY) -> Position:
    """J2.6, J4.10: each holder of Time Jump, once a turn, in turn order."""
    holder = next_holder(p, Card.TIME_JUMP, after)
    return _carried_out(p) if holder == NOBODY else decide(p, Due.TIME_JUMP, holder)


def _numbers(p: Position, player: int) -> list[int]:
    """Return the numbers of a player's orders that aren't void, counted from 1."""
    return [number for number, order in enumerate(p.players[player].written_orders.orders, 1) if not order.void]


def _legal_time_jump(p: Position, player: int) -> Iterator[int]:
    yield DONE
    if hand_size(p.players[player]):
        yield from ids_of(Verb.NEGATE, (seat for seat in range(len(p.players)) if _numbers(p, seat)))


def _play_time_jump(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.DONE:
        return _next_time_jump(p, player)
    return p._replace(step=Due.NEGATE_ORDER, draft=(action.argument or 0,))


def _legal_negate_order(p: Position, player: int) -> Iterator[int]:
    return count_ids(_numbers(p, p.draft[0]), p.counted)


def _play_negate_order(p: Position, player: int, action: Action) -> Position:
    number = p.counted + (action.argument or 0)
    if is_part(action.argument or 0, max(_numbers(p, p.draft[0])), p.counted):
        return p._replace(counted=number)
    return p._replace(step=Due.NEGATE_CARD, draft=(*p.draft, number - 1), counted=0)


def _legal_negate_card(p: Position, player: int) -> Iterator[int]:
    return ids_of(Verb.DISCARD, (card for card in Card if holds(p, player, card)))


def _play_negate_card(p: Position, player: int, action: Action) -> Position:
    seat, place = p.draft
    return _next_time_jump(_voided(spend(p, player, action.argument or 0), seat, place), player)


# --- the jumps


def _carried_out(p: Position) -> Position:
    """J2.6: Homeworlds and fleets jump, all at once; crossing fleets do not meet."""
    p = _with_planets_moved(p)
    fleets = [list(row) for row in p.fleets]
    for seat, one in enumerate(p.players):
        for order in one.written_orders.orders:
            if not order.void:
                fleets[seat][order.origin] -= order.fleets
                fleets[seat][order.target] += order.fleets
    return fight.begin(p._replace(fleets=tuple(map(tuple, fleets))))


def _with_planets_moved(p: Position) -> Position:
    """J2.6: each Homeworld jumps; if two jump into one Void, the later one's order in turn order is void."""
    taken = set[int]()
    for seat in in_turn_order(p, range(len(p.players))):
        for place, order in enumerate(p.players[seat].written_orders.orders):
            if not order.is_planet or order.void:
                continue
            if order.target in taken:
                p = _voided(p, seat, place)
                continue
            taken.add(order.target)
            spaces, homeworlds = with_homeworld_moved(p.spaces, p.homeworlds, seat, order.target)
            p = p._replace(spaces=spaces, homeworlds=homeworlds)
    return p


def with_homeworld_moved(
    spaces: tuple[Space, ...], homeworlds: tuple[int, ...], seat: int, target: int
) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    """J2.6: return the map after a Homeworld has jumped; the old space is a Void."""
    laid, homes = list(spaces), list(homeworlds)
    laid[homes[seat]], laid[target] = Space.VOID, Space.HOMEWORLD
    homes[seat] = target
    return tuple(laid), tuple(homes)


RULES: Rules = {
    Due.ORDERS: Rule(_legal_orders, _play_orders),
    Due.ESPIONAGE: Rule(_legal_espionage, _play_espionage),
    Due.REWRITE: Rule(_legal_rewrite, _play_rewrite, is_decision=False),
    Due.REWRITING: Rule(_legal_rewriting, _play_rewriting, is_decision=False),
    Due.TIME_JUMP: Rule(_legal_time_jump, _play_time_jump),
    Due.NEGATE_ORDER: Rule(_legal_negate_order, _play_negate_order, is_decision=False),
    Due.NEGATE_CARD: Rule(_legal_negate_card, _play_negate_card, is_decision=False),
}
