"""Effects of actions in words: of cards, tokens, orders, fights, and the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from ...forms.checks import no_action
from ...forms.messages import message
from ...play.sentences import listed
from ..actions import Action, Verb
from ..board import Space, space_name
from ..cards import BASICS, Card
from ..messages import counted, say
from ..positions.position import (
    NOBODY,
    Due,
    Position,
    deck_size,
    enemy_homeworlds,
    fleets_at,
    hand_size,
    has,
    homeworld_of,
    level,
    spaces_of,
    turn_order,
)
from ..positions.visibility import has_sealed_deals, player_of
from ..state import State, check_state
from ..text.notation import SEATS
from .fights import begun_battle, dealt_at_once, fought, is_settled
from .phrases import card_words, orders_listed, side_of
from .table import situation

__all__ = ["effects"]

_JUMP_STEPS: Final = frozenset(
    {
        *(Due.ORDERS, Due.ESPIONAGE, Due.REWRITE, Due.REWRITING),
        *(Due.TIME_JUMP, Due.NEGATE_ORDER, Due.NEGATE_CARD),
    }
)

_PRIVILEGES: Final = {
    Due.STEAL: message("{seat} has the highest Trade and may steal a card (J2.2)"),
    Due.ALLIANCE: message("{seat} has the highest Diplomacy and may name an ally (J2.2)"),
    Due.ESPIONAGE: message("{seat} has the highest Espionage and may rewrite an order (J2.6)"),
}

_HOME: Final = "home"
_CARDS: Final = "cards"
_GENESIS: Final = "genesis"
_SOURCES: Final = {
    Space.STAR_FIELD: message("{n} for Star Fields"),
    Space.CLUSTER: message("{n} for Clusters"),
    Space.NEBULA: message("{n} for Nebulae with Ram Scoops"),
    Space.HOMEWORLD: message("{n} for enemy Homeworlds"),
    _GENESIS: message("{n} for Star Fields with Genesis"),
    _HOME: message("{n} for the own Homeworld"),
    _CARDS: message("{n} for discarded cards"),
}
"""The RT of a Mine phase by their sources (J2.4)."""

_CLUSTER_TOKENS: Final = 2
"""The RT that a Cluster makes unless it is raided (J2.4)."""


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return the effects of an action beyond what `told` says: a sentence for each, in order, with its clause.

    `before` and `after` are the positions around the action, or one player's views of both; then the sentences tell
    only what that player may know. While several write orders, the action is that of one of them. A sentence has no
    capital at its start and no full stop. It names no card that moves between the deck and the hands.

    Raises IllegalActionError if the action is illegal in `before`, ArgumentError if it doesn't lead to `after`.

    >>> from sse_core.jump_wars import parse_action, new_game
    >>> before = new_game(trade=False)
    >>> for text in ["first=A", "take", "draw=jump", "draw=genesis", "done", "take", "draw=jump", "draw=jump", "done"]:
    ...     before = before.after(parse_action(text))
    >>> effects(before, parse_action("learn=genesis"), before.after(parse_action("learn=genesis")))
    ('what Genesis brings: Star Fields with own fleets make more RT (J2.3)',)
    """
    if not isinstance(action, Action):
        raise no_action(action, "an Action of Jump Wars has effects")
    player = player_of(check_state(before), action, check_state(after))
    p, q = before.position, after.position
    return tuple(
        chain(
            () if player is None or has_sealed_deals(p) else _own_effects(before, player, action, after),
            _traded(p, q) if action.verb is Verb.ACCEPT else (),
            _revealed(before, q),
            _carried_out(before, q),
            _fought(before, player, action, after),
            begun_battle(p, after),
            _privilege(p, q),
            _turn_ended(p, after),
        )
    )


def _own_effects(before: State, player: int, action: Action, after: State) -> Iterator[str]:
    """Yield the effects of the action itself."""
    p, q = before.position, after.position
    match action.verb:
        case Verb.TAKE | Verb.RUINS | Verb.BRAINS | Verb.DRAW if p.step is Due.DRAW:
            yield from _drawn(p, action, q)
        case Verb.ALLY:
            yield say(
                "orders of {ally} that end where {diplomat} has fleets are void (J2.2)",
                ally=SEATS[action.argument or 0],
                diplomat=SEATS[player],
            )
        case Verb.LEARN:
            card = Card(action.argument or 0)
            yield say("what {card} brings: {words} (J2.3)", card=card.title, words=card_words(card))
        case Verb.DONE if p.step is Due.MINE:
            yield from _mined(before, player)
        case Verb.DONE if p.step is Due.BUILD:
            yield from _not_built(before, player)
        case Verb.DISCARD if p.step is Due.SABOTAGE_CARD:
            yield _sabotaged(p, q)
        case _ if (
            p.step is Due.REWRITING and action.verb is not Verb.DONE and not q.players[player].written_orders.draft
        ):
            yield from _voided_by_alliance(before, q, player, p.draft[0])
        case _:
            pass


# --- drawing and trading


def _drawn(p: Position, action: Action, q: Position) -> Iterator[str]:
    """Yield the shuffle of the discard, and that there is no card (J2.1, J4.4)."""
    shuffled = sum(p.discard) + (action.verb is Verb.RUINS)
    if shuffled and not sum(q.discard):
        yield counted(
            shuffled,
            "the deck is empty, and the discard of {n} card becomes the deck (J4.4)",
            "the deck is empty, and the discard of {n} cards becomes the deck (J4.4)",
        )
    missed = p.due - 1 if action.verb is Verb.DRAW else 1
    if missed and not q.due and not deck_size(q):
        yield say("there is no card left to draw (J2.1)")


def _traded(p: Position, q: Position) -> Iterator[str]:
    """Yield the new goods of both sides of an accepted offer, which everybody sees (J2.2)."""
    assert p.offer is not None
    for seat in p.offer[:2]:
        one = q.players[seat]
        yield counted(
            hand_size(one),
            "{seat} has {n} card and {tokens} RT now (J2.2)",
            "{seat} has {n} cards and {tokens} RT now (J2.2)",
            seat=SEATS[seat],
            tokens=one.tokens,
        )


# --- mining and sabotage


def _mined(before: State, player: int) -> Iterator[str]:
    """Yield the RT of a Mine phase: the sum by its sources, and the multiplier (J2.4)."""
    p = before.position
    found: dict[Space | str, int] = {}
    for space in spaces_of(p, player):
        source = _source(p, player, space)
        found[source] = found.get(source, 0) + before.yield_of(player, space)
    found[_CARDS] = 2 * p.sold
    home = p.homeworlds[player]
    if not fleets_at(p, player, home):
        yield say(
            "the Homeworld of {seat} makes no RT: {seat} has no fleets at {space} (J2.4)",
            seat=SEATS[player],
            space=space_name(home),
        )
    parts = listed(say(_SOURCES[source], n=tokens) for source, tokens in found.items() if tokens)
    factor = level(p, player, Card.MANUFACTURING)
    if parts and factor > 1:
        yield say("the RT are {parts}, times {factor} for Manufacturing (J2.4)", parts=parts, factor=factor)
    elif parts:
        yield say("the RT are {parts} (J2.4)", parts=parts)
    raided = sum(
        _CLUSTER_TOKENS - before.yield_of(player, space)
        for space in spaces_of(p, player)
        if p.spaces[space] is Space.CLUSTER
    )
    if raided:
        yield say("the Clusters of {seat} make {n} RT less by Space Raiding (J2.4)", seat=SEATS[player], n=raided)


def _source(p: Position, player: int, space: int) -> Space | str:
    """Return the source of RT in a space of a player: the own Homeworld, or the counter there."""
    if p.spaces[space] is Space.STAR_FIELD and has(p, player, Card.GENESIS):
        return _GENESIS
    return _HOME if homeworld_of(p, space) == player else p.spaces[space]


def _not_built(before: State, player: int) -> Iterator[str]:
    """Yield the price of a fleet for a player who had too few RT for a first one (J2.5)."""
    p, price = before.position, before.price(player)
    if not p.begun and p.players[player].tokens < price:
        yield say("a fleet of {seat} costs {n} RT (J2.5)", seat=SEATS[player], n=price)


def _sabotaged(p: Position, q: Position) -> str:
    side, space = p.draft
    return counted(
        fleets_at(q, side, space),
        "{side} has {n} fleet left at {space} (J2.5)",
        "{side} has {n} fleets left at {space} (J2.5)",
        side=side_of(p, side),
        space=space_name(space),
    )


# --- orders


def _revealed(before: State, q: Position) -> Iterator[str]:
    """Yield what was written and is open now: orders, boosts, and orders that the alliance voids (J2.6, J4.3, J2.2)."""
    p = before.position
    if p.step is not Due.ORDERS or q.step is Due.ORDERS:
        return
    for seat in turn_order(p):
        orders = q.players[seat].written_orders.orders
        if orders:
            words = orders_listed([order._replace(void=False) for order in orders])
            yield say("{seat} has written {orders} (J2.6)", seat=SEATS[seat], orders=words)
        else:
            yield say("{seat} has written no orders (J2.6)", seat=SEATS[seat])
        yield from _boosts_shown(p, q, seat)
        for place in range(len(orders)):
            yield from _voided_by_alliance(before, q, seat, place)


def _boosts_shown(p: Position, q: Position, seat: int) -> Iterator[str]:
    """Yield the levels of a player after boosts that were sealed until now (J4.3)."""
    raised = [card for card in BASICS if q.players[seat].boosts[card] > p.players[seat].boosts[card]]
    if raised:
        levels = listed(f"{card.title} {level(q, seat, card)}" for card in raised)
        yield say("{seat} has {levels} until the turn ends, by sealed boosts (J4.3)", seat=SEATS[seat], levels=levels)


def _fought(before: State, player: int | None, action: Action, after: State) -> Iterator[str]:
    """Yield the effects of deals: each as it is settled, or sealed ones when the whole group has settled (J5.11)."""
    p, q = before.position, after.position
    if not has_sealed_deals(p):
        yield from () if player is None else fought(before, player, action, after)
    elif is_settled(p, q):
        for seat in turn_order(p):
            yield from _boosts_shown(p, q, seat)
        yield from dealt_at_once(p, after)


def _voided_by_alliance(before: State, q: Position, seat: int, place: int) -> Iterator[str]:
    """Yield that the alliance voids an order, if it does (J2.2)."""
    target, alliance = q.players[seat].written_orders.orders[place].target, before.position.alliance
    if alliance is not None and before.is_voided(seat, target):
        yield say(
            "order {n} of {seat} is void: {diplomat} has fleets at {space} (J2.2)",
            n=place + 1,
            seat=SEATS[seat],
            diplomat=SEATS[alliance[0]],
            space=space_name(target),
        )


def _carried_out(before: State, q: Position) -> Iterator[str]:
    """Yield the jumps, once the orders are carried out (J2.6)."""
    if before.position.step not in _JUMP_STEPS or q.step in _JUMP_STEPS:
        return
    for seat in turn_order(q):
        for place, order in enumerate(q.players[seat].written_orders.orders):
            if order.is_planet:
                yield from _planet_jumped(before, q, seat, place)
    jumping = {
        seat: sum(order.fleets for order in q.players[seat].written_orders.orders if not order.void)
        for seat in turn_order(q)
    }
    fleets = listed(say("{n} of {seat}", n=count, seat=SEATS[seat]) for seat, count in jumping.items() if count)
    yield say("fleets jump: {fleets} (J2.6)", fleets=fleets) if fleets else say("no fleet jumps (J2.6)")


def _planet_jumped(before: State, q: Position, seat: int, place: int) -> Iterator[str]:
    """Yield the target of a Homeworld's jump, or that another Homeworld took the Void first (J2.6)."""
    order = q.players[seat].written_orders.orders[place]
    origin, target = space_name(order.origin), space_name(order.target)
    if not order.void:
        yield say(
            "the Homeworld of {seat} jumps to {target}, and {origin} is a Void now (J2.6)",
            seat=SEATS[seat],
            target=target,
            origin=origin,
        )
    elif _was_taken(before, q, seat, place):
        yield say(
            "order {n} of {seat} is void: the Homeworld of {other} takes {target} (J2.6)",
            n=place + 1,
            seat=SEATS[seat],
            other=SEATS[homeworld_of(q, order.target)],
            target=target,
        )


def _was_taken(before: State, q: Position, seat: int, place: int) -> bool:
    """Return whether an order of a Homeworld is void only because another Homeworld took its Void."""
    p, order = before.position, q.players[seat].written_orders.orders[place]
    is_negated = order in p.players[seat].written_orders.orders or (
        p.step is Due.NEGATE_CARD and p.draft == (seat, place)
    )
    return not is_negated and not before.is_voided(seat, order.target)


# --- the turn


def _privilege(p: Position, q: Position) -> Iterator[str]:
    """Yield who has the privilege that is due now (J1.7, J4.4)."""
    if q.step in _PRIVILEGES and q.step is not p.step:
        yield say(_PRIVILEGES[q.step], seat=SEATS[q.actor])


def _turn_ended(p: Position, after: State) -> Iterator[str]:
    """Yield the effects of the end of a turn: held spaces, victory, the turn limit (J2.7, J3)."""
    q = after.position
    if p.step is not Due.FINAL or q.step is Due.FINAL:
        return
    yield from _homeworlds_taken(p, q)
    yield from _nebulae_held(p, q)
    if p.neutral_holder not in (NOBODY, q.neutral_holder):
        yield say("{seat} no longer holds the neutral Homeworld (J3.3)", seat=SEATS[p.neutral_holder])
    if q.neutral_turns:
        yield counted(
            q.neutral_turns,
            "{seat} has held the neutral Homeworld for {n} turn (J3.3)",
            "{seat} has held the neutral Homeworld for {n} turns (J3.3)",
            seat=SEATS[q.neutral_holder],
        )
    winners = after.would_win
    if len(winners) > 1:
        seats = listed(SEATS[seat] for seat in winners)
        yield say("{seats} would win at once, so nobody does (J4.13)", seats=seats)
    yield say("turn {n} begins (J2)", n=q.turn) if after.outcome is None else situation(after)


def _homeworlds_taken(p: Position, q: Position) -> Iterator[str]:
    """Yield the Homeworlds whose occupants have changed since the end of the last turn (J3.1, J3.2)."""
    for owner, home in enumerate(q.homeworlds):
        holder, space = q.held[home], space_name(home)
        if holder == p.held[home]:
            continue
        if holder == NOBODY:
            yield say("nobody is on the Homeworld of {seat} at {space} any more (J3.2)", seat=SEATS[owner], space=space)
        elif holder == owner:
            yield say("{seat} is back on its Homeworld at {space} (J3.2)", seat=SEATS[owner], space=space)
        else:
            yield counted(
                len(q.players) - 1,
                "{seat} occupies the Homeworld of {owner} at {space}, all that it needs to win (J3.1)",
                "{seat} occupies the Homeworld of {owner} at {space}, and so {held} of {n} that it needs to win (J3.1)",
                seat=SEATS[holder],
                owner=SEATS[owner],
                space=space,
                held=enemy_homeworlds(q, holder),
            )


def _nebulae_held(p: Position, q: Position) -> Iterator[str]:
    """Yield the new defenders of Nebulae (J2.7)."""
    places = [
        say("{seat} at {space}", seat=SEATS[side], space=space_name(space))
        for space, side in enumerate(q.held)
        if side not in (NOBODY, p.held[space]) and q.spaces[space] is Space.NEBULA
    ]
    if places:
        yield counted(
            len(places),
            "{places} defends a Nebula from now on, with 1 more Initiative, Attack and Defense (J2.7)",
            "{places} defend Nebulae from now on, with 1 more Initiative, Attack and Defense (J2.7)",
            places=listed(places),
        )
