"""Effects of actions in words: what the cards, the tokens, the orders and the turn did."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from ..errors import ArgumentError, IllegalActionError
from ..forms.checks import no_action
from ..play.sentences import listed
from .actions import Action, Verb
from .board import Space, space_name
from .cards import BASICS, Card
from .fight_text import begun_battle, dealt_at_once, fought, is_settled, left_words, side_words
from .notation import SEATS
from .position import (
    Due,
    Offer,
    Position,
    deck_size,
    fleets_at,
    homeworld_of,
    is_sealing,
    level,
    spaces_of,
    turn_order,
)
from .render_text import counted, order_words, situation
from .state import State, check_state

__all__ = ["effects"]

_JUMP_STEPS: Final = frozenset(
    {
        *(Due.ORDERS, Due.ESPIONAGE, Due.REWRITE, Due.REWRITING),
        *(Due.TIME_JUMP, Due.NEGATE_ORDER, Due.NEGATE_CARD),
    }
)

_OUT_OF_SIGHT: Final = frozenset({Due.ORDERS, Due.OFFER, Due.ANSWER, Due.TECH})
"""The steps in which others may do what a player's view forbids, since their cards are hidden: seal orders, make an
offer, accept it, or, with the option `must_raise`, have no card for the Tech phase."""

_ORDERING: Final = frozenset({Verb.FROM, Verb.TO, Verb.COUNT, Verb.PLANET})
"""What writes an order (J2.6)."""

_PRIVILEGES: Final = {
    Due.STEAL: "the highest Trade and may steal a card (J2.2)",
    Due.ALLIANCE: "the highest Diplomacy and may name an ally (J2.2)",
    Due.ESPIONAGE: "the highest Espionage and may rewrite an order (J2.6)",
}

_SOURCES: Final = {
    Space.STAR_FIELD: "Star Fields",
    Space.CLUSTER: "Clusters",
    Space.NEBULA: "Nebulae",
}


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return the effects of an action that its own text doesn't tell: a sentence for each, in order, with its clause.

    `before` and `after` are the positions around the action, or one player's views of both; then the sentences say what
    that player may know. While several write orders, the action is that of one of them. A sentence has no capital at
    its start and no full stop. It names no card that moves between the deck and the hands.

    Raises IllegalActionError if the action is illegal in `before`, ArgumentError if it doesn't lead to `after`.

    >>> from sse_core.jump_wars import parse_action, start
    >>> before = start().after(parse_action("first=B"))
    >>> effects(before, parse_action("take"), before.after(parse_action("take")))
    ('B takes 2 cards (J2.1)',)
    """
    if not isinstance(action, Action):
        raise no_action(action, "an Action of Jump Wars has effects")
    player = _player_of(check_state(before), action, check_state(after))
    p, q = before.position, after.position
    return tuple(
        chain(
            () if player is None or _has_sealed_deals(p) else _own_effects(before, player, action, after),
            _traded(p) if action.verb is Verb.ACCEPT else (),
            _revealed(before, q),
            _carried_out(before, q),
            _fought(before, player, action, after),
            begun_battle(p, q),
            _privilege(p, q),
            _turn_ended(p, after),
        )
    )


def _player_of(before: State, action: Action, after: State) -> int | None:
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
        may_follow = before.position.step in _OUT_OF_SIGHT and after.ply == before.ply + 1
    if may_follow and _are_views(before, after):
        return None
    if refused is not None and not is_legal:
        raise refused
    raise ArgumentError("the action leads to another position than the one after it")


def _is_seen(before: State, player: int, after: State) -> bool:
    """Return whether others see that a player acts: not at a sealed decision, but when the player finishes."""
    p, q = before.position, after.position
    if _has_sealed_deals(p):
        return q.actor != player or is_settled(p, q)
    return p.step is not Due.ORDERS or player not in after.to_act


def _may_follow_unseen(before: State, action: Action, after: State, is_legal: bool) -> bool:
    """Return whether another one's action leads from a view in which orders, or deals, are sealed to the next view.

    Others see nothing of it, unless it opens all orders, or settles a deal. `is_legal` says whether it is legal in the
    view, where half an order isn't known, nor half a deal, nor a deal that the damage of a group comes from.
    """
    if _has_sealed_deals(before.position):
        return action.verb is Verb.COUNT or (is_legal and (after == before or action.verb is Verb.FIRE))
    if after.position.step is not Due.ORDERS:
        return action.verb is Verb.DONE and after.ply > before.ply
    return after == before and action.verb is not Verb.DONE and (is_legal or action.verb in _ORDERING)


def _has_sealed_deals(p: Position) -> bool:
    """J5.11: whether a deal is due that is sealed."""
    return p.battle is not None and is_sealing(p)


def _look_alike(state: State, seen: State) -> bool:
    """Return whether two states look alike to a player: they differ only by cards that he doesn't know."""
    return any(seen == seen.view(seat) == state.view(seat) for seat in range(seen.players))


def _are_views(before: State, after: State) -> bool:
    """Return whether two states are what one player sees."""
    return any(before == before.view(seat) and after == after.view(seat) for seat in range(before.players))


def _own_effects(before: State, player: int, action: Action, after: State) -> Iterator[str]:
    """Yield the effects of the action itself."""
    p, q = before.position, after.position
    match action.verb:
        case Verb.BOOST | Verb.LEAD:
            yield f"{_level_words(q, player, action)} until the turn ends (J2.9)"
        case Verb.TAKE | Verb.RUINS | Verb.BRAINS | Verb.DRAW if p.step is Due.DRAW:
            yield from _drawn(p, player, action, q)
        case Verb.DRAW:
            yield f"{SEATS[p.actor]} takes it from the hand of {SEATS[p.draft[0]]} (J2.2)"
        case Verb.ALLY:
            yield f"orders of {SEATS[action.argument or 0]} that end where {SEATS[player]} has fleets are void (J2.2)"
        case Verb.RAISE | Verb.PAIR:
            yield f"{_level_words(q, player, action)} from now on (J2.3)"
        case Verb.LEARN:
            yield f"{SEATS[player]} has {Card(action.argument or 0).title} from now on (J2.3)"
        case Verb.DONE if p.step is Due.MINE:
            yield _mined(before, player, q)
        case Verb.BUILD:
            paid = p.players[player].tokens - q.players[player].tokens
            yield f"the fleet costs {paid} RT, and {left_words(q.players[player].tokens)} (J2.5)"
        case Verb.DISCARD if p.step is Due.SABOTAGE_CARD:
            yield _sabotaged(p, q)
        case Verb.DISCARD if p.step is Due.NEGATE_CARD:
            seat, place = p.draft
            yield f"{_order_name(p, seat, place)} is void (J2.6)"
        case _ if p.step in (Due.REWRITE, Due.REWRITING):
            yield from _rewritten(before, player, action, q)
        case _:
            pass


def _level_words(q: Position, player: int, action: Action) -> str:
    technology = Card(action.argument or 0)
    return f"{technology.title} of {SEATS[player]} is {level(q, player, technology)}"


# --- drawing and trading


def _drawn(p: Position, player: int, action: Action, q: Position) -> Iterator[str]:
    """Yield how many cards are to come, prices, and the shuffle of the discard (J2.1, J4.4)."""
    match action.verb:
        case Verb.TAKE if q.due == 3:
            yield f"{SEATS[player]} takes 3 cards: the highest Research (J2.1)"
        case Verb.TAKE if q.due:
            yield f"{SEATS[player]} takes {q.due} cards (J2.1)"
        case Verb.RUINS if q.due:
            yield f"{SEATS[player]} draws {q.due} more cards (J2.1)"
        case Verb.BRAINS:
            paid = p.players[player].tokens - q.players[player].tokens
            yield f"{SEATS[player]} pays {paid} RT, and {left_words(q.players[player].tokens)} (J2.1)"
        case _:
            pass
    shuffled = sum(p.discard) + (action.verb is Verb.RUINS)
    if shuffled and not sum(q.discard):
        yield f"the deck is empty, and the discard of {counted(shuffled, 'card')} becomes the deck (J4.4)"
    missed = p.due - 1 if action.verb is Verb.DRAW else 1
    if missed and not q.due and not deck_size(q):
        yield "there is no card left to draw (J2.1)"


def _traded(p: Position) -> Iterator[str]:
    """Yield what an accepted offer moves, without the names of cards (J2.2); others don't see what it was (J4.6)."""
    offer = p.offer
    assert offer is not None
    if offer == Offer(offer.giver, offer.receiver):
        yield f"{SEATS[offer.giver]} and {SEATS[offer.receiver]} trade as {SEATS[offer.giver]} has offered (J2.2)"
    ways = (
        (offer.giver, offer.receiver, len(offer.give), offer.pay),
        (offer.receiver, offer.giver, len(offer.ask), offer.charge),
    )
    for giver, receiver, cards, tokens in ways:
        goods = [*([counted(cards, "card")] if cards else []), *([f"{tokens} RT"] if tokens else [])]
        if goods:
            yield f"{SEATS[giver]} gives {listed(goods)} to {SEATS[receiver]} (J2.2)"


# --- mining and sabotage


def _mined(before: State, player: int, q: Position) -> str:
    """Return the RT of a Mine phase: the sum by its sources, and the multiplier (J2.4)."""
    p = before.position
    found: dict[str, int] = {}
    for space in spaces_of(p, player):
        source = _SOURCES.get(p.spaces[space], "")
        if p.spaces[space] is Space.HOMEWORLD:
            source = "the own Homeworld" if homeworld_of(p, space) == player else "enemy Homeworlds"
        found[source] = found.get(source, 0) + before.yield_of(player, space)
    found["discarded cards"] = 2 * p.sold
    parts = [f"{tokens} for {source}" for source, tokens in found.items() if tokens]
    gained = q.players[player].tokens - p.players[player].tokens
    if not gained:
        return f"{SEATS[player]} gains no RT (J2.4)"
    factor = level(p, player, Card.MANUFACTURING)
    times = f", times {factor} for Manufacturing" if factor > 1 else ""
    return f"{SEATS[player]} gains {gained} RT: {listed(parts)}{times} (J2.4)"


def _sabotaged(p: Position, q: Position) -> str:
    side, space = p.draft
    left = left_words(fleets_at(q, side, space))
    return f"{side_words(p, side)} loses a fleet at {space_name(space)}, and {left} there (J2.5)"


# --- orders


def _order_name(p: Position, seat: int, place: int) -> str:
    """Return an order by its number, with what it says."""
    order = p.players[seat].sheet.orders[place]._replace(void=False)
    return f"order {place + 1} of {SEATS[seat]}, {order_words(order)},"


def _rewritten(before: State, player: int, action: Action, q: Position) -> Iterator[str]:
    """Yield the order that is taken off its sheet, and the one that takes its place (J4.10)."""
    p, seat = before.position, SEATS[player]
    if p.step is Due.REWRITE:
        if q.step is Due.REWRITING:
            yield f"{_order_name(p, player, q.draft[0])} is taken off the sheet (J2.6)"
    elif action.verb is Verb.DONE:
        yield f"{seat} writes no order in its place (J4.10)"
    elif not q.players[player].sheet.draft:
        (place,) = p.draft
        order = q.players[player].sheet.orders[place]._replace(void=False)
        yield f"order {place + 1} of {seat} is {order_words(order)} now (J2.6)"
        yield from _voided_by_alliance(before, q, player, place)


def _revealed(before: State, q: Position) -> Iterator[str]:
    """Yield the sheets that are open now: orders, boosts, and what the alliance voids (J2.6, J4.3, J2.2)."""
    p = before.position
    if p.step is not Due.ORDERS or q.step is Due.ORDERS:
        return
    for seat in turn_order(p):
        orders = q.players[seat].sheet.orders
        words = [f"{n}. {order_words(order._replace(void=False))}" for n, order in enumerate(orders, 1)]
        yield f"{SEATS[seat]} has written {', '.join(words) or 'no orders'} (J2.6)"
        yield from _boosts_shown(p, q, seat)
        for place in range(len(orders)):
            yield from _voided_by_alliance(before, q, seat, place)


def _boosts_shown(p: Position, q: Position, seat: int) -> Iterator[str]:
    """Yield the levels that a player has by boosts that were sealed (J4.3): others didn't see them before."""
    raised = [card for card in BASICS if q.players[seat].boosts[card] > p.players[seat].boosts[card]]
    if raised:
        levels = [f"{card.title} {level(q, seat, card)}" for card in raised]
        yield f"{SEATS[seat]} has {listed(levels)} until the turn ends (J4.3)"


def _fought(before: State, player: int | None, action: Action, after: State) -> Iterator[str]:
    """Yield what deals did: each as it is settled, or sealed ones when the whole group has settled (J5.11)."""
    p, q = before.position, after.position
    if not _has_sealed_deals(p):
        yield from () if player is None else fought(before, player, action, after)
    elif is_settled(p, q):
        for seat in turn_order(p):
            yield from _boosts_shown(p, q, seat)
        yield from dealt_at_once(p, q)


def _voided_by_alliance(before: State, q: Position, seat: int, place: int) -> Iterator[str]:
    """Yield that the alliance voids an order, if it does (J2.2)."""
    target, alliance = q.players[seat].sheet.orders[place].target, before.position.alliance
    if alliance is not None and before.is_voided(seat, target):
        diplomat = SEATS[alliance[0]]
        yield f"order {place + 1} of {SEATS[seat]} is void: {diplomat} has fleets at {space_name(target)} (J2.2)"


def _carried_out(before: State, q: Position) -> Iterator[str]:
    """Yield what jumps, once the orders are carried out (J2.6)."""
    if before.position.step not in _JUMP_STEPS or q.step in _JUMP_STEPS:
        return
    for seat in turn_order(q):
        for place, order in enumerate(q.players[seat].sheet.orders):
            if order.is_planet:
                yield from _planet_jumped(before, q, seat, place)
    jumping = {
        seat: sum(order.fleets for order in q.players[seat].sheet.orders if not order.void) for seat in turn_order(q)
    }
    fleets = [f"{count} of {SEATS[seat]}" for seat, count in jumping.items() if count]
    yield f"fleets jump: {listed(fleets)} (J2.6)" if fleets else "no fleet jumps (J2.6)"


def _planet_jumped(before: State, q: Position, seat: int, place: int) -> Iterator[str]:
    """Yield where a Homeworld jumps to; or that another one took the Void before it (J2.6)."""
    order = q.players[seat].sheet.orders[place]
    origin, target = space_name(order.origin), space_name(order.target)
    if not order.void:
        yield f"the Homeworld of {SEATS[seat]} jumps to {target}, and {origin} is a Void now (J2.6)"
    elif _was_taken(before, q, seat, place):
        other = SEATS[homeworld_of(q, order.target)]
        yield f"order {place + 1} of {SEATS[seat]} is void: the Homeworld of {other} takes {target} (J2.6)"


def _was_taken(before: State, q: Position, seat: int, place: int) -> bool:
    """Return whether an order of a Homeworld is void only because another Homeworld took its Void."""
    p, order = before.position, q.players[seat].sheet.orders[place]
    is_negated = order in p.players[seat].sheet.orders or (p.step is Due.NEGATE_CARD and p.draft == (seat, place))
    return not is_negated and not before.is_voided(seat, order.target)


# --- the turn


def _privilege(p: Position, q: Position) -> Iterator[str]:
    """Yield who has the privilege that is due now (J1.7, J4.4)."""
    if q.step in _PRIVILEGES and q.step is not p.step:
        yield f"{SEATS[q.actor]} has {_PRIVILEGES[q.step]}"


def _turn_ended(p: Position, after: State) -> Iterator[str]:
    """Yield what comes with the end of a turn: the neutral Homeworld, victory, the turn limit (J3)."""
    q = after.position
    if p.step is not Due.FINAL or q.step is Due.FINAL:
        return
    if q.neutral_turns:
        turns = counted(q.neutral_turns, "turn")
        yield f"{SEATS[q.neutral_holder]} has held the neutral Homeworld for {turns} (J3.3)"
    winners = after.would_win
    if len(winners) > 1:
        yield f"{listed(SEATS[seat] for seat in winners)} would win at once, so nobody does (J4.13)"
    yield f"turn {q.turn} begins (J2)" if after.outcome is None else situation(after)
