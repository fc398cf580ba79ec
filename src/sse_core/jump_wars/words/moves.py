"""Actions in words: one sentence in the past tense, which tells no more than the states around the action show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from ...forms.checks import no_action
from ..actions import NEUTRAL, Action, Verb
from ..board import space_name
from ..cards import Card
from ..messages import counted, say
from ..positions.position import Due, Offer, Order, Position, fleets_at, hand_size, level
from ..positions.visibility import has_sealed_deals, is_seen_by_others, player_of
from ..state import State, check_state
from ..text.notation import SEATS
from .phrases import (
    cards_counted,
    enemies_in_battle,
    fleet_of,
    fleets_counted,
    is_part,
    number_of,
    points_counted,
)
from .table import goods_words, order_words

__all__ = ["told"]


class _Move(NamedTuple):
    """A move with the data for its sentence."""

    before: State
    action: Action
    after: State
    player: int
    """The seat that moves. A card that chance draws belongs to the seat for which it is drawn."""

    names: Sequence[str]
    p: Position
    """The position before it."""

    q: Position
    """The position after it."""

    @property
    def who(self) -> str:
        """The name of the player."""
        return self.name(self.player)

    @property
    def argument(self) -> int:
        """The argument of the action; 0 if it has none."""
        return self.action.argument or 0

    @property
    def card(self) -> str:
        """The title of the card that the action names."""
        return Card(self.argument).title

    @property
    def space(self) -> str:
        """The name of the space that the action names."""
        return space_name(self.argument)

    @property
    def origin(self) -> int:
        """The space that the order in hand leads from."""
        return self.p.players[self.player].written_orders.draft[0]

    @property
    def battle_space(self) -> int:
        """The space of the battle."""
        assert self.p.battle is not None
        return self.p.battle.space

    @property
    def offer(self) -> Offer:
        """The offer that is being written, made or answered."""
        offer = self.p.offer or self.q.offer
        assert offer is not None
        return offer

    def name(self, seat: int) -> str:
        """Return the name of a seat: its letter if no other name is given."""
        return (self.names[seat] if seat < len(self.names) else "") or SEATS[seat]

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return say("the neutral side") if side in (NEUTRAL, len(self.p.players)) else self.name(side)

    def fleet(self, side: int) -> str:
        """Return a fleet of a side."""
        return fleet_of(self.p, side, self.side(side))

    def order(self, seat: int, place: int) -> str:
        """Return an order in words, with its number."""
        words = order_words(self.p.players[seat].written_orders.orders[place]._replace(void=False))
        return say("order {n} of {who} ({order})", n=place + 1, who=self.name(seat), order=words)


_Telling: TypeAlias = Callable[[_Move], str]


def told(
    before: State, action: Action, after: State, /, *, names: Sequence[str] = (), player: int | None = None
) -> str:
    """Return an action as a sentence in the past tense; see `sse_core.game.Game.told`.

    The sentence leaves out what the states don't show: cards in a hidden hand, an offer between two others, and
    everything sealed.

    Raises IllegalActionError if the action is illegal in `before`, ArgumentError if it doesn't lead to `after`.

    >>> from sse_core.jump_wars import parse_action, new_game
    >>> before = new_game().after(parse_action("first=B"))
    >>> told(before, parse_action("take"), before.after(parse_action("take")), names=["Ann", "Greedy"])
    'Greedy began to draw 2 cards'
    """
    if not isinstance(action, Action):
        raise no_action(action, "an Action of Jump Wars is told")
    found = player_of(check_state(before), action, check_state(after))
    if player is None:
        player = before.to_act[0] if found is None else found
    p, q = before.position, after.position
    move = _Move(before, action, after, player if player >= 0 else p.actor, names, p, q)
    return (_unseen(move) or _BY_DUE.get((action.verb, move.p.step)) or _BY_VERB[action.verb])(move)


# --- what others don't see


_OFFERING: Final = frozenset({Verb.OFFER, Verb.GIVE, Verb.ASK, Verb.COUNT, Verb.DONE})


def _unseen(move: _Move) -> _Telling | None:
    """Return the function for the sentence of a move that the states around it don't show; None if they show it."""
    p, q = move.p, move.q
    if p.step is Due.OFFER is q.step and p.actor == q.actor and move.action.verb in _OFFERING:
        return _unseen_offer
    if p.step is Due.ORDERS is q.step and is_seen_by_others(move.before, move.player, move.after):
        return _unseen_orders
    if has_sealed_deals(p) and is_seen_by_others(move.before, move.player, move.after):
        return _unseen_deal
    return None


def _unseen_offer(move: _Move) -> str:
    return say("{who} went on with an offer that others don't see", who=move.who)


def _unseen_orders(move: _Move) -> str:
    if move.q.players[move.player].written_orders.done:
        return say("{who} sealed the orders", who=move.who)
    return say("{who} went on writing orders, which are sealed", who=move.who)


def _unseen_deal(move: _Move) -> str:
    space = space_name(move.battle_space)
    if move.before == move.after:
        return say("{who} went on deciding in secret how the fleets at {space} fight", who=move.who, space=space)
    return say("{who} decided in secret how the fleets at {space} fight", who=move.who, space=space)


# --- drawing (J2.1)


def _began(move: _Move) -> str:
    return say("The start player was drawn, who acts first in every phase: {who}", who=move.name(move.argument))


def _took(move: _Move) -> str:
    if not move.q.due:
        return say("{who} drew no card", who=move.who)
    cards = cards_counted(move.q.due)
    if move.q.due == 3:
        return say("{who} began to draw {cards}, one more for the highest Research", who=move.who, cards=cards)
    return say("{who} began to draw {cards}", who=move.who, cards=cards)


def _drew(move: _Move) -> str:
    if _gains(move, move.player):
        return say("{who} drew {card}", who=move.who, card=move.card)
    return say("{who} drew a card", who=move.who)


def _gains(move: _Move, seat: int) -> bool:
    """Return whether a visible hand holds one more of the card afterwards."""
    return move.q.players[seat].hand[move.argument] > move.p.players[seat].hand[move.argument]


def _stole(move: _Move) -> str:
    victim = move.p.draft[0]
    is_lost = move.q.players[victim].hand[move.argument] < move.p.players[victim].hand[move.argument]
    if is_lost or _gains(move, move.player):
        return say("{who} stole {card} from {other}", who=move.who, card=move.card, other=move.name(victim))
    return say("{who} stole a card from {other}", who=move.who, other=move.name(victim))


def _used_ruins(move: _Move) -> str:
    return say("{who} discarded {card} to draw 2 more cards", who=move.who, card=Card.PROGENITOR_RUINS.title)


def _used_brains(move: _Move) -> str:
    return say(
        "{who} paid {price} of {tokens} RT for one more card, by {card}",
        who=move.who,
        price=_paid(move),
        tokens=_tokens(move.p, move),
        card=Card.POSITRONIC_BRAINS.title,
    )


def _tokens(p: Position, move: _Move) -> int:
    return p.players[move.player].tokens


def _paid(move: _Move) -> int:
    return _tokens(move.p, move) - _tokens(move.q, move)


# --- offers, theft and alliance (J2.2)


def _began_offer(move: _Move) -> str:
    return say("{who} began an offer to {other}", who=move.who, other=move.name(move.argument))


def _gave(move: _Move) -> str:
    other = move.name(move.offer.receiver)
    return say("{who} put {card} into the offer to {other}", who=move.who, card=move.card, other=other)


def _asked(move: _Move) -> str:
    other = move.name(move.offer.receiver)
    return say("{who} asked {other} for {card} in the offer", who=move.who, card=move.card, other=other)


def _gave_no_more(move: _Move) -> str:
    if move.offer.give:
        return say("{who} put no more cards into the offer", who=move.who)
    return say("{who} put no cards into the offer", who=move.who)


def _asked_no_more(move: _Move) -> str:
    if move.offer.ask:
        return say("{who} asked for no more cards in the offer", who=move.who)
    return say("{who} asked for no cards in the offer", who=move.who)


def _paid_in(move: _Move) -> str:
    tokens, other = number_of(move.p, move.argument, move.player), move.name(move.offer.receiver)
    if is_part(move.p, move.q, move.player):
        return _in_parts(move)
    return say("{who} put {n} RT into the offer to {other}", who=move.who, n=tokens, other=other)


def _offered(move: _Move) -> str:
    if is_part(move.p, move.q, move.player):
        return _in_parts(move)
    offer = move.q.offer or move.offer
    other = move.name(offer.receiver)
    if _is_blank(offer):
        return say("{who} made {other} an offer that others don't see", who=move.who, other=other)
    give, ask = goods_words(offer.give, offer.pay), goods_words(offer.ask, offer.charge)
    return say("{who} offered {other} {give} for {ask}", who=move.who, other=other, give=give, ask=ask)


def _is_blank(offer: Offer) -> bool:
    """Return whether an offer is hidden: no offer is empty (J4.6)."""
    return offer == Offer(offer.giver, offer.receiver)


def _accepted(move: _Move) -> str:
    giver = move.name(move.offer.giver)
    if _is_blank(move.offer):
        return say("{who} accepted the offer of {giver}, which others don't see", who=move.who, giver=giver)
    return say(
        "{who} accepted the offer of {giver}, and got {give} for {ask}", who=move.who, giver=giver, **_goods(move.offer)
    )


def _refused(move: _Move) -> str:
    giver = move.name(move.offer.giver)
    if _is_blank(move.offer):
        return say("{who} refused the offer of {giver}, which others don't see", who=move.who, giver=giver)
    return say("{who} refused the offer of {giver}: {give} for {ask}", who=move.who, giver=giver, **_goods(move.offer))


def _goods(offer: Offer) -> dict[str, str]:
    return {"give": goods_words(offer.give, offer.pay), "ask": goods_words(offer.ask, offer.charge)}


def _made_no_offer(move: _Move) -> str:
    return say("{who} made no offer", who=move.who)


def _chose_victim(move: _Move) -> str:
    return say("{who} chose to steal a card from {other}", who=move.who, other=move.name(move.argument))


def _stole_nothing(move: _Move) -> str:
    return say("{who} stole nothing", who=move.who)


def _allied(move: _Move) -> str:
    return say("{who} named an ally for this turn: {other}", who=move.who, other=move.name(move.argument))


def _named_no_ally(move: _Move) -> str:
    return say("{who} named no ally", who=move.who)


# --- technologies (J2.3, J2.9)


def _levels(move: _Move) -> dict[str, object]:
    card = Card(move.argument)
    levels = (level(position, move.player, card) for position in (move.p, move.q))
    return {"who": move.who, "card": card.title, **dict(zip(("old", "new"), levels, strict=True))}


def _boosted(move: _Move) -> str:
    return say("{who} discarded {card} to raise {card} from {old} to {new} until the turn ends", **_levels(move))


def _led(move: _Move) -> str:
    return say("{who} used Leadership to raise {card} from {old} to {new} until the turn ends", **_levels(move))


def _raised(move: _Move) -> str:
    return say("{who} discarded {card} to raise {card} from {old} to {new} for good", **_levels(move))


def _paired(move: _Move) -> str:
    return say("{who} discarded two cards of {card} to raise {card} from {old} to {new} for good", **_levels(move))


def _learned(move: _Move) -> str:
    return say("{who} discarded {card} to learn it for good", who=move.who, card=move.card)


def _raised_nothing(move: _Move) -> str:
    return say("{who} raised no technology, and learned none", who=move.who)


def _paired_no_more(move: _Move) -> str:
    if move.p.begun:
        cards = cards_counted(hand_size(move.p.players[move.player]))
        return say("{who} finished raising technologies, with {cards} in hand", who=move.who, cards=cards)
    return say("{who} discarded no pair of equal cards", who=move.who)


# --- mining and building (J2.4, J2.5)


def _sold(move: _Move) -> str:
    tokens = 2 * level(move.p, move.player, Card.MANUFACTURING)
    return say("{who} discarded {card} to mine {n} RT more", who=move.who, card=move.card, n=tokens)


def _mined(move: _Move) -> str:
    gained = -_paid(move)
    if not gained:
        return say("{who} mined no RT", who=move.who)
    return say(
        "{who} mined {n} RT, which made {tokens} RT in all", who=move.who, n=gained, tokens=_tokens(move.q, move)
    )


def _built(move: _Move) -> str:
    return say(
        "{who} built a fleet at {space} for {price} of {tokens} RT",
        who=move.who,
        space=move.space,
        price=_paid(move),
        tokens=_tokens(move.p, move),
    )


def _built_no_more(move: _Move) -> str:
    if move.p.begun:
        return say("{who} finished building, and kept {n} RT", who=move.who, n=_tokens(move.p, move))
    return say("{who} built no fleets, and kept {n} RT", who=move.who, n=_tokens(move.p, move))


def _chose_side(move: _Move) -> str:
    return say("{who} chose to destroy {fleet} by Sabotage", who=move.who, fleet=move.fleet(move.argument))


def _chose_fleet(move: _Move) -> str:
    fleet = move.fleet(move.p.draft[0])
    return say("{who} chose to destroy {fleet} at {space}", who=move.who, fleet=fleet, space=move.space)


def _sabotaged(move: _Move) -> str:
    side, space = move.p.draft
    return say(
        "{who} discarded {card} to destroy {fleet} at {space}",
        who=move.who,
        card=move.card,
        fleet=move.fleet(side),
        space=space_name(space),
    )


def _sabotaged_nothing(move: _Move) -> str:
    return say("{who} destroyed no fleet by Sabotage", who=move.who)


# --- orders (J2.6)


def _began_order(move: _Move) -> str:
    return say("{who} began an order for fleets at {space}", who=move.who, space=move.space)


def _aimed(move: _Move) -> str:
    origin = space_name(move.origin)
    return say("{who} chose {space} as the target of fleets at {origin}", who=move.who, space=move.space, origin=origin)


def _ordered(move: _Move) -> str:
    if is_part(move.p, move.q, move.player):
        return _in_parts(move)
    origin, target = move.p.players[move.player].written_orders.draft[:2]
    return say(
        "{who} ordered {n} of {fleets} to jump from {origin} to {target}",
        who=move.who,
        n=number_of(move.p, move.argument, move.player),
        fleets=fleets_counted(fleets_at(move.p, move.player, origin)),
        origin=space_name(origin),
        target=space_name(target),
    )


def _ordered_planet(move: _Move) -> str:
    home = space_name(move.p.homeworlds[move.player])
    return say("{who} ordered the Homeworld at {home} to jump to {space}", who=move.who, home=home, space=move.space)


def _sealed(move: _Move) -> str:
    """Orders are sealed while they are written; the last writer's orders open all."""
    orders = len(move.q.players[move.player].written_orders.orders)
    if move.q.step is Due.ORDERS:
        if not orders:
            return say("{who} wrote no orders", who=move.who)
        return counted(orders, "{who} sealed {n} order", "{who} sealed {n} orders", who=move.who)
    if not orders:
        return say("{who} finished last, without orders, and all orders were opened", who=move.who)
    return counted(
        orders,
        "{who} finished last, with {n} order, and all orders were opened",
        "{who} finished last, with {n} orders, and all orders were opened",
        who=move.who,
    )


def _began_rewriting(move: _Move) -> str:
    return say("{who} chose to rewrite an order", who=move.who)


def _took_back(move: _Move) -> str:
    if move.q.step is not Due.REWRITING:
        return _in_parts(move)
    place = move.q.draft[0]
    order = order_words(move.p.players[move.player].written_orders.orders[place]._replace(void=False))
    return say("{who} took back order {n} ({order})", who=move.who, n=place + 1, order=order)


def _rewrote(move: _Move) -> str:
    if is_part(move.p, move.q, move.player):
        return _in_parts(move)
    place = move.p.draft[0]
    order: Order = move.q.players[move.player].written_orders.orders[place]._replace(void=False)
    return say("{who} rewrote order {n}: {order}", who=move.who, n=place + 1, order=order_words(order))


def _rewrote_nothing(move: _Move) -> str:
    return say("{who} rewrote no order", who=move.who)


def _cancelled(move: _Move) -> str:
    return say("{who} wrote no order in place of order {n}", who=move.who, n=move.p.draft[0] + 1)


def _chose_seat(move: _Move) -> str:
    return say("{who} chose to void an order of {other} by a Time Jump", who=move.who, other=move.name(move.argument))


def _chose_order(move: _Move) -> str:
    if move.q.step is not Due.NEGATE_CARD:
        return _in_parts(move)
    return say("{who} chose to void {order}", who=move.who, order=move.order(*move.q.draft))


def _negated(move: _Move) -> str:
    return say("{who} discarded {card} to void {order}", who=move.who, card=move.card, order=move.order(*move.p.draft))


def _negated_nothing(move: _Move) -> str:
    return say("{who} voided no order by a Time Jump", who=move.who)


# --- fights (J2.7)


def _standing(move: _Move) -> str:
    return fleets_counted(fleets_at(move.p, move.player, move.battle_space))


def _attack(move: _Move) -> int:
    return move.before.strength(move.player, move.battle_space)[1]


def _fired(move: _Move) -> str:
    fleets = fleets_at(move.p, move.player, move.battle_space)
    return counted(
        fleets,
        "{who} fired with {n} fleet at {space}, for {points}",
        "{who} fired with {n} fleets at {space}, for {points}",
        who=move.who,
        space=space_name(move.battle_space),
        points=points_counted(fleets * _attack(move)),
    )


def _chose_bombs(move: _Move) -> str:
    space = space_name(move.battle_space)
    return say("{who} chose to give up fleets at {space} as Nova Bombs", who=move.who, space=space)


def _bombed(move: _Move) -> str:
    if is_part(move.p, move.q, move.player):
        return _in_parts(move)
    return say(
        "{who} gave up {n} of {fleets} at {space} as Nova Bombs, each for {points} on every fleet there",
        who=move.who,
        n=number_of(move.p, move.argument, move.player),
        fleets=_standing(move),
        space=space_name(move.battle_space),
        points=points_counted(_attack(move)),
    )


def _split(move: _Move) -> str:
    if is_part(move.p, move.q, move.player):
        return _in_parts(move)
    enemies, place = enemies_in_battle(move.p, move.player), len(move.p.draft) - 1
    points = number_of(move.p, move.argument, move.player)
    left = move.before.points_left - points
    total, side = points_counted(points + left), move.side(enemies[place])
    if left and place == len(enemies) - 2:
        last = move.side(enemies[-1])
        return say(
            "{who} aimed {n} of {points} at {side}, and {left} at {last}",
            who=move.who,
            n=points,
            points=total,
            side=side,
            left=left,
            last=last,
        )
    return say("{who} aimed {n} of {points} at {side}", who=move.who, n=points, points=total, side=side)


# --- the end of the turn (J2.8), and of decisions


def _threw(move: _Move) -> str:
    left = cards_counted(hand_size(move.q.players[move.player]))
    return say("{who} discarded {card}, which left {cards} in hand", who=move.who, card=move.card, cards=left)


def _ended(move: _Move) -> str:
    cards = cards_counted(hand_size(move.p.players[move.player]))
    return say("{who} ended the turn with {cards} in hand", who=move.who, cards=cards)


def _drew_no_more(move: _Move) -> str:
    cards = cards_counted(hand_size(move.p.players[move.player]))
    return say("{who} finished drawing, with {cards} in hand", who=move.who, cards=cards)


def _in_parts(move: _Move) -> str:
    n = number_of(move.p, move.argument, move.player)
    return say("{who} chose {n} or more, with the rest still to be said", who=move.who, n=n)


_BY_DUE: Final[dict[tuple[Verb, Due], _Telling]] = {
    (Verb.DRAW, Due.THEFT): _stole,
    (Verb.COUNT, Due.PAY): _paid_in,
    (Verb.COUNT, Due.CHARGE): _offered,
    (Verb.COUNT, Due.OFFER): _offered,
    (Verb.COUNT, Due.ORDERS): _ordered,
    (Verb.COUNT, Due.REWRITE): _took_back,
    (Verb.COUNT, Due.REWRITING): _rewrote,
    (Verb.COUNT, Due.NEGATE_ORDER): _chose_order,
    (Verb.COUNT, Due.BOMBS): _bombed,
    (Verb.COUNT, Due.SPLIT): _split,
    (Verb.PLANET, Due.REWRITING): _rewrote,
    (Verb.DISCARD, Due.MINE): _sold,
    (Verb.DISCARD, Due.SABOTAGE_CARD): _sabotaged,
    (Verb.DISCARD, Due.NEGATE_CARD): _negated,
    (Verb.DISCARD, Due.FINAL): _threw,
    (Verb.DONE, Due.DRAW): _drew_no_more,
    (Verb.DONE, Due.OFFER): _made_no_offer,
    (Verb.DONE, Due.GIVE): _gave_no_more,
    (Verb.DONE, Due.ASK): _asked_no_more,
    (Verb.DONE, Due.STEAL): _stole_nothing,
    (Verb.DONE, Due.ALLIANCE): _named_no_ally,
    (Verb.DONE, Due.TECH): _raised_nothing,
    (Verb.DONE, Due.PAIRS): _paired_no_more,
    (Verb.DONE, Due.MINE): _mined,
    (Verb.DONE, Due.BUILD): _built_no_more,
    (Verb.DONE, Due.SABOTAGE): _sabotaged_nothing,
    (Verb.DONE, Due.ORDERS): _sealed,
    (Verb.DONE, Due.ESPIONAGE): _rewrote_nothing,
    (Verb.DONE, Due.REWRITING): _cancelled,
    (Verb.DONE, Due.TIME_JUMP): _negated_nothing,
    (Verb.DONE, Due.FINAL): _ended,
}
"""The functions for sentences of actions whose meaning depends on the step."""

_BY_VERB: Final[dict[Verb, _Telling]] = {
    Verb.FIRST: _began,
    Verb.TAKE: _took,
    Verb.DRAW: _drew,
    Verb.RUINS: _used_ruins,
    Verb.BRAINS: _used_brains,
    Verb.OFFER: _began_offer,
    Verb.GIVE: _gave,
    Verb.ASK: _asked,
    Verb.ACCEPT: _accepted,
    Verb.REFUSE: _refused,
    Verb.STEAL: _chose_victim,
    Verb.ALLY: _allied,
    Verb.BOOST: _boosted,
    Verb.LEAD: _led,
    Verb.RAISE: _raised,
    Verb.LEARN: _learned,
    Verb.PAIR: _paired,
    Verb.BUILD: _built,
    Verb.SABOTAGE: _chose_side,
    Verb.AT: _chose_fleet,
    Verb.FROM: _began_order,
    Verb.TO: _aimed,
    Verb.PLANET: _ordered_planet,
    Verb.REWRITE: _began_rewriting,
    Verb.NEGATE: _chose_seat,
    Verb.FIRE: _fired,
    Verb.BOMB: _chose_bombs,
}
"""The functions for sentences of all other actions."""
