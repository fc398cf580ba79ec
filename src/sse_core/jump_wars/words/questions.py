"""Questions to players for each choice of an action, in words, with the clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from ...forms.checks import check_texts
from ...game import CHANCE
from ...play.sentences import listed
from ..actions import Action, Verb
from ..board import space_name
from ..cards import Card
from ..messages import counted, say
from ..positions.position import Due, Player, Position, deck_size, fleets_at, hand_limit, hand_size, level
from ..state import State, check_state
from ..text.notation import SEATS
from .phrases import (
    cards_counted,
    enemies_in_battle,
    fleet_of,
    fleets_counted,
    fleets_of,
    orders_listed,
    points_counted,
    side_of,
)
from .table import goods_words, order_words

__all__ = ["question"]


class _Asked(NamedTuple):
    """A position, and the player who is asked."""

    state: State
    p: Position
    player: int

    @property
    def own(self) -> Player:
        """The goods of the player."""
        return self.p.players[self.player]

    @property
    def tokens(self) -> int:
        """The RT of the player."""
        return self.own.tokens

    @property
    def cards(self) -> str:
        """The cards of the player's hand, counted."""
        n = hand_size(self.own)
        return cards_counted(n) if n else say("no cards")

    @property
    def space(self) -> str:
        """The name of the space of the battle."""
        assert self.p.battle is not None
        return space_name(self.p.battle.space)

    @property
    def receiver(self) -> str:
        """The player to whom an offer is made."""
        assert self.p.offer is not None
        return SEATS[self.p.offer.receiver]

    def may(self, *verbs: Verb) -> bool:
        """Return whether the player has a legal action of one of these verbs."""
        return any(action.verb in verbs for action in self.state.legal_actions(self.player))

    def order(self, seat: int, place: int) -> str:
        """Return an order in words."""
        return order_words(self.p.players[seat].written_orders.orders[place]._replace(void=False))


_Asking: TypeAlias = Callable[[_Asked], str]


def question(state: State, keys: Sequence[str] = (), /, player: int | None = None) -> str:
    """Return the question to a player for the step after these keys, with its clause.

    The keys are the beginning of a legal action of the player, None for the first one to act.

    >>> from sse_core.jump_wars import parse_action, new_game
    >>> question(new_game().after(parse_action("first=B")))
    'Take your 2 cards of this turn? The deck has 74 cards. (J2.1)'
    """
    p = check_state(state).position
    chosen = check_texts(keys, "keys")
    if player is None:
        player = (state.to_act or (CHANCE,))[0]
    asked = _Asked(state, p, player if player >= 0 else p.actor)
    return (_BEHIND.get(chosen[0].lower() if chosen else "") or _BY_DUE[p.step])(asked)


# --- drawing (J2.1)


def _start(asked: _Asked) -> str:
    return say("Who is drawn as the start player, who acts first in every phase? (J1.5)")


def _draw(asked: _Asked) -> str:
    if asked.p.due:
        return say("Which card does {seat} draw? (J2.1)", seat=SEATS[asked.player])
    if Verb.TAKE in asked.p.used:
        return say(
            "Do you end the Draw phase? You have taken your cards, and hold {cards}. (J2.1)",
            cards=asked.cards,
        )
    cards = cards_counted(asked.state.after(Action(Verb.TAKE), asked.player).position.due)
    deck = cards_counted(deck_size(asked.p))
    return say("Take your {cards} of this turn? The deck has {deck}. (J2.1)", cards=cards, deck=deck)


# --- offers, theft and alliance (J2.2)


def _offer(asked: _Asked) -> str:
    return say(
        "Do you offer a trade of cards and Resource Tokens (RT) to another player? You have {cards} and {n} RT. (J2.2)",
        cards=asked.cards,
        n=asked.tokens,
    )


def _give(asked: _Asked) -> str:
    assert asked.p.offer is not None
    if asked.p.offer.give:
        given = goods_words(asked.p.offer.give, 0)
        return say("Which card do you offer to {other} beside {given}? (J2.2)", other=asked.receiver, given=given)
    return say("Which card do you offer to {other}? There may be two, and RT come next. (J2.2)", other=asked.receiver)


def _pay(asked: _Asked) -> str:
    return say(
        "How many Resource Tokens (RT) do you offer to {other}? You have {n} RT. (J2.2)",
        n=asked.tokens,
        other=asked.receiver,
    )


def _ask(asked: _Asked) -> str:
    assert asked.p.offer is not None
    if asked.p.offer.ask:
        wanted = goods_words(asked.p.offer.ask, 0)
        return say("Which card do you want from {other} beside {wanted}? (J2.2)", other=asked.receiver, wanted=wanted)
    cards = cards_counted(hand_size(asked.p.players[asked.p.offer.receiver]))
    return say(
        "Which card do you want from {other} in return? There may be two; {other} has {cards}, unseen by you. (J2.2)",
        other=asked.receiver,
        cards=cards,
    )


def _charge(asked: _Asked) -> str:
    assert asked.p.offer is not None
    return say(
        "How many Resource Tokens (RT) do you want from {other} in return? {other} has {n} RT. (J2.2)",
        n=asked.p.players[asked.p.offer.receiver].tokens,
        other=asked.receiver,
    )


def _answer(asked: _Asked) -> str:
    offer = asked.p.offer
    assert offer is not None
    return say(
        "Do you accept? {other} offers you {give} for {ask}. You have {cards} and {n} RT. (J2.2)",
        other=SEATS[offer.giver],
        give=goods_words(offer.give, offer.pay),
        ask=goods_words(offer.ask, offer.charge),
        cards=asked.cards,
        n=asked.tokens,
    )


def _steal(asked: _Asked) -> str:
    return say("Do you steal a card from another player? You may, since your Trade is the highest. (J2.2)")


def _theft(asked: _Asked) -> str:
    thief, victim = SEATS[asked.player], SEATS[asked.p.draft[0]]
    return say("Which card does {seat} steal from {other}? (J2.2)", seat=thief, other=victim)


def _alliance(asked: _Asked) -> str:
    return say(
        "Do you name an ally, who may not jump to where you have fleets in this turn? "
        "You may, since your Diplomacy is the highest. (J2.2)"
    )


# --- technologies (J2.3)


def _tech(asked: _Asked) -> str:
    if not asked.may(Verb.RAISE, Verb.LEARN):
        return say("Do you go on? You hold no card for a level, or to learn. (J2.3)")
    return say(
        "Do you discard a card, for a level of its technology or to learn a special one? You hold {cards}. (J2.3)",
        cards=asked.cards,
    )


def _pairs(asked: _Asked) -> str:
    if not asked.may(Verb.PAIR):
        return say("Do you go on? You hold no two equal cards for a level of their technology. (J2.3)")
    return say(
        "Do you discard two equal cards for a level of their technology? You hold {cards}. (J2.3)", cards=asked.cards
    )


# --- mining and building (J2.4, J2.5)


def _mine(asked: _Asked) -> str:
    mined = asked.state.after(Action(Verb.DONE), asked.player).position.players[asked.player].tokens - asked.tokens
    if not asked.may(Verb.DISCARD):
        return say("Do you mine {n} Resource Tokens (RT)? You hold no cards to discard for more. (J2.4)", n=mined)
    return say(
        "Do you mine {n} Resource Tokens (RT) now, or discard cards for {each} RT more each before? (J2.4)",
        n=mined,
        each=2 * level(asked.p, asked.player, Card.MANUFACTURING),
    )


def _build(asked: _Asked) -> str:
    price = asked.state.price(asked.player)
    if price > asked.tokens:
        return say(
            "Do you go on? A fleet costs {price} Resource Tokens (RT), and you have {n}. (J2.5)",
            price=price,
            n=asked.tokens,
        )
    return say(
        "Where do you build a fleet, for {price} of your {n} Resource Tokens (RT)? (J2.5)", price=price, n=asked.tokens
    )


def _sabotage(asked: _Asked) -> str:
    if not asked.may(Verb.SABOTAGE):
        return say("Do you go on? You hold no card to discard for a Sabotage. (J2.5)")
    return say("Do you discard a card to destroy a fleet anywhere? You hold {cards}. (J2.5)", cards=asked.cards)


def _sabotage_space(asked: _Asked) -> str:
    return say("Where do you destroy {fleet}? (J2.5)", fleet=_target(asked))


def _target(asked: _Asked) -> str:
    """Return the words for the side whose fleet a Sabotage destroys."""
    side = asked.p.draft[0]
    return fleet_of(asked.p, side, side_of(asked.p, side))


def _sabotage_card(asked: _Asked) -> str:
    return say(
        "Which card do you discard, to destroy {fleet} at {space}? You hold {cards}. (J2.5)",
        cards=asked.cards,
        fleet=_target(asked),
        space=space_name(asked.p.draft[1]),
    )


# --- orders (J2.6)


def _orders(asked: _Asked) -> str:
    if asked.own.written_orders.draft:
        return _order(asked)
    written, most = len(asked.own.written_orders.orders), asked.state.most_orders(asked.player)
    if written >= most:
        return say("Do you seal your orders? All {n} that your Command allows are written. (J2.6)", n=most)
    if not asked.may(Verb.FROM, Verb.PLANET):
        return say("Do you seal your orders? No fleets of yours are free to jump anywhere. (J2.6)")
    return say(
        "From which space do fleets of yours jump? {written} of at most {most} orders are written, unseen by others. "
        "(J2.6)",
        written=written,
        most=most,
    )


def _order(asked: _Asked) -> str:
    """The question for the next part of a half-written order."""
    origin, *rest = asked.own.written_orders.draft
    if not rest:
        return counted(
            1 + level(asked.p, asked.player, Card.JUMP),
            "Where do fleets at {space} jump, {n} step at most? (J2.6)",
            "Where do fleets at {space} jump, {n} steps at most? (J2.6)",
            space=space_name(origin),
        )
    return counted(
        asked.state.free_fleets(asked.player, origin),
        "How many fleets jump from {origin} to {target}? {n} of yours is free there, and an order moves {most} at "
        "most. (J2.6)",
        "How many fleets jump from {origin} to {target}? {n} of yours are free there, and an order moves {most} at "
        "most. (J2.6)",
        origin=space_name(origin),
        target=space_name(rest[0]),
        most=asked.state.stack(asked.player),
    )


def _espionage(asked: _Asked) -> str:
    if not asked.may(Verb.REWRITE):
        return say("Do you go on? Your Espionage is the highest, but you have no order to rewrite. (J2.6)")
    return say(
        "Do you rewrite one of your orders, now that all are open? You may, since your Espionage is the highest. (J2.6)"
    )


def _rewrite(asked: _Asked) -> str:
    orders = orders_listed(asked.own.written_orders.orders)
    return say("Which of your orders do you rewrite? They are {orders}. (J2.6)", orders=orders)


def _rewriting(asked: _Asked) -> str:
    if asked.own.written_orders.draft:
        return _order(asked)
    return say(
        "From which space do fleets of yours jump instead of order {n}, which you took back? (J2.6)",
        n=asked.p.draft[0] + 1,
    )


def _time_jump(asked: _Asked) -> str:
    if not asked.may(Verb.NEGATE):
        return say("Do you go on? There is no order to void by a Time Jump, or no card to discard for it. (J2.6)")
    return say(
        "Do you discard a card to void an order by a Time Jump? All orders are open, and you hold {cards}. (J2.6)",
        cards=asked.cards,
    )


def _negate_order(asked: _Asked) -> str:
    seat = asked.p.draft[0]
    orders = orders_listed(asked.p.players[seat].written_orders.orders)
    return say("Which order of {seat} do you void? They are {orders}. (J2.6)", seat=SEATS[seat], orders=orders)


def _negate_card(asked: _Asked) -> str:
    seat, place = asked.p.draft
    return say(
        "Which card do you discard, to void order {n} of {seat} ({order})? You hold {cards}. (J2.6)",
        cards=asked.cards,
        n=place + 1,
        seat=SEATS[seat],
        order=asked.order(seat, place),
    )


# --- fights (J2.7)


def _deal(asked: _Asked) -> str:
    battle = asked.p.battle
    assert battle is not None
    enemies = listed(
        fleets_of(asked.p, side, len(battle.damage[side])) for side in enemies_in_battle(asked.p, asked.player)
    )
    fleets = fleets_counted(fleets_at(asked.p, asked.player, battle.space))
    if asked.may(Verb.BOMB):
        return say(
            "Do you fire at {enemies} with your {fleets} at {space}, or give some up as Nova Bombs? It is round {n} of "
            "the battle. (J2.7)",
            fleets=fleets,
            space=asked.space,
            enemies=enemies,
            n=battle.round,
        )
    return say(
        "Do you fire at {enemies} with your {fleets} at {space}? It is round {n} of the battle. (J2.7)",
        fleets=fleets,
        space=asked.space,
        enemies=enemies,
        n=battle.round,
    )


def _bombs(asked: _Asked) -> str:
    assert asked.p.battle is not None
    space = asked.p.battle.space
    return say(
        "How many fleets do you give up as Nova Bombs? You have {fleets} at {space}, and each bomb is {points} on "
        "every fleet there, your own too. (J2.7)",
        fleets=fleets_counted(fleets_at(asked.p, asked.player, space)),
        space=asked.space,
        points=points_counted(asked.state.strength(asked.player, space)[1]),
    )


def _split(asked: _Asked) -> str:
    battle, enemies = asked.p.battle, enemies_in_battle(asked.p, asked.player)
    assert battle is not None
    side, *others = enemies[len(asked.p.draft) - 1 :]
    return say(
        "How many points of damage hit the {fleets}? You have {points}, and the rest hits {others}. (J2.7)",
        points=points_counted(asked.state.points_left),
        fleets=fleets_of(asked.p, side, len(battle.damage[side])),
        others=listed(side_of(asked.p, other) for other in others),
    )


# --- the end of the turn (J2.8)


def _final(asked: _Asked) -> str:
    limit, size = hand_limit(asked.p, asked.player), hand_size(asked.own)
    if size > limit:
        return say(
            "Which cards do you discard? You hold {cards}, and keep {limit} at most. (J2.8)",
            cards=asked.cards,
            limit=limit,
        )
    return say("Do you end your turn? You hold {cards}, and may keep {limit}. (J2.8)", cards=asked.cards, limit=limit)


def _end(asked: _Asked) -> str:
    return say("Nothing is asked any more: the game is over. (J3)")


_BY_DUE: Final[dict[Due, _Asking]] = {
    Due.START: _start,
    Due.DRAW: _draw,
    Due.OFFER: _offer,
    Due.GIVE: _give,
    Due.PAY: _pay,
    Due.ASK: _ask,
    Due.CHARGE: _charge,
    Due.ANSWER: _answer,
    Due.STEAL: _steal,
    Due.THEFT: _theft,
    Due.ALLIANCE: _alliance,
    Due.TECH: _tech,
    Due.PAIRS: _pairs,
    Due.MINE: _mine,
    Due.BUILD: _build,
    Due.SABOTAGE: _sabotage,
    Due.SABOTAGE_SPACE: _sabotage_space,
    Due.SABOTAGE_CARD: _sabotage_card,
    Due.ORDERS: _orders,
    Due.ESPIONAGE: _espionage,
    Due.REWRITE: _rewrite,
    Due.REWRITING: _rewriting,
    Due.TIME_JUMP: _time_jump,
    Due.NEGATE_ORDER: _negate_order,
    Due.NEGATE_CARD: _negate_card,
    Due.DEAL: _deal,
    Due.BOMBS: _bombs,
    Due.SPLIT: _split,
    Due.FINAL: _final,
    Due.END: _end,
}
"""The functions for the question of the first step of a decision, or of its next part."""


# --- what follows a first step


def _which_boost(asked: _Asked) -> str:
    return say("Which technology do you boost until the turn ends, for one of its cards? (J2.9)")


def _which_lead(asked: _Asked) -> str:
    return say("Which technology do you boost until the turn ends, by Leadership and without a card? (J2.9)")


def _which_raise(asked: _Asked) -> str:
    return say("Which technology do you raise by a level for good, for one of its cards? (J2.3)")


def _which_learn(asked: _Asked) -> str:
    return say("Which special technology do you learn for good, for its card? (J2.3)")


def _which_pair(asked: _Asked) -> str:
    return say("Which technology do you raise by a level for good, for two of its cards? (J2.3)")


def _which_discard(asked: _Asked) -> str:
    if asked.p.step is Due.MINE:
        tokens = 2 * level(asked.p, asked.player, Card.MANUFACTURING)
        return say(
            "Which card do you discard for {n} Resource Tokens (RT)? You hold {cards}. (J2.4)",
            cards=asked.cards,
            n=tokens,
        )
    return _BY_DUE[asked.p.step](asked)


def _offer_to(asked: _Asked) -> str:
    return say("To whom do you make an offer? There is one in each turn. (J4.6)")


def _steal_from(asked: _Asked) -> str:
    return say("From whose hand do you steal a card, drawn at random? (J2.2)")


def _whom_as_ally(asked: _Asked) -> str:
    return say("Who is your ally of this turn, and may not jump to where you have fleets? (J2.2)")


def _whose_fleet(asked: _Asked) -> str:
    return say("Whose fleet do you destroy by Sabotage? (J2.5)")


def _planet_to(asked: _Asked) -> str:
    home = space_name(asked.p.homeworlds[asked.player])
    return say("To which Void beside {home} does your Homeworld jump? Its fleets stay at {home}. (J2.6)", home=home)


def _whose_order(asked: _Asked) -> str:
    return say("Whose order do you void by a Time Jump? (J2.6)")


_BEHIND: Final[dict[str, _Asking]] = {
    Verb.BOOST: _which_boost,
    Verb.LEAD: _which_lead,
    Verb.RAISE: _which_raise,
    Verb.LEARN: _which_learn,
    Verb.PAIR: _which_pair,
    Verb.DISCARD: _which_discard,
    Verb.OFFER: _offer_to,
    Verb.GIVE: _give,
    Verb.ASK: _ask,
    Verb.STEAL: _steal_from,
    Verb.ALLY: _whom_as_ally,
    Verb.SABOTAGE: _whose_fleet,
    Verb.PLANET: _planet_to,
    Verb.NEGATE: _whose_order,
}
"""The functions for the question after a verb. After the ten of a number the question for the number comes again."""
