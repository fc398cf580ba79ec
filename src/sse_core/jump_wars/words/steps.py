"""Words for steps of actions: the label of each choice, and a note with the facts that matter for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from ...forms.messages import message
from ...play.sentences import listed
from ..actions import MOST, NEUTRAL, Action, Verb
from ..board import space_name
from ..cards import Card
from ..messages import counted, say
from ..positions.position import (
    Due,
    Player,
    Position,
    deck_size,
    fleets_at,
    hand_limit,
    hand_size,
    level,
    sides_at,
)
from ..reasons import Reason
from ..state import State
from ..text.notation import SEATS
from .phrases import (
    card_words,
    cards_counted,
    enemies_in_battle,
    fleets_counted,
    fleets_there,
    hand_words,
    income_words,
    is_part,
    kind_words,
    number_of,
    orders_listed,
    points_counted,
    side_of,
)
from .table import goods_words, order_words

__all__ = ["AT_ONCE", "CHANCES", "Choice", "chooser_of", "chosen_words", "plain_words"]

AT_ONCE: Final = frozenset({Verb.BUILD, Verb.AT, Verb.FROM, Verb.TO})
"""The verbs whose space is the first step; no two of them are ever due at the same time."""

CHANCES: Final = frozenset({Verb.FIRST, Verb.DRAW})
"""The verbs of chance."""


class Choice(NamedTuple):
    """An action that a player may choose."""

    state: State
    p: Position
    player: int
    action: Action

    @property
    def own(self) -> Player:
        """The goods of the player."""
        return self.p.players[self.player]

    @property
    def argument(self) -> int:
        """The argument of the action; 0 if it has none."""
        return self.action.argument or 0

    @property
    def card(self) -> Card:
        """The card that the action names."""
        return Card(self.argument)

    @property
    def after(self) -> Position:
        """The position after the action."""
        return self.state.after(self.action, self.player).position

    @property
    def number(self) -> int:
        """The number that the action names, with the parts of it that are written already."""
        return number_of(self.p, self.argument, self.player)

    @property
    def battle_space(self) -> int:
        """The space of the battle."""
        assert self.p.battle is not None
        return self.p.battle.space

    @property
    def attack(self) -> int:
        """The Attack of the player's fleets in the battle."""
        return self.state.strength(self.player, self.battle_space)[1]


_Words: TypeAlias = tuple[str, str]
"""The words of a step, and its note."""

_Wording: TypeAlias = Callable[[Choice], _Words]


def chooser_of(state: State, action: Action, player: int | None) -> int | None:
    """Return the player, or CHANCE, that may choose an action; None if nobody may.

    `player` is the seat. None stands for the player of the view, or else for the first one who may choose it.
    """
    asked = state.to_act if player is None else (player,)
    able = [each for each in asked if state.why_not(action, each) is Reason.OK]
    viewers = [each for each in able if len(able) > 1 and state == state.view(each)]
    return next(iter((*viewers, *able)), None)


def plain_words(action: Action) -> Iterator[_Words]:
    """Yield the words of each step of an action that nobody may choose."""
    verb, argument = action
    if argument is None:
        yield say(_PLAIN[verb]), ""
    elif verb is Verb.COUNT:
        yield from _tens(argument)
        yield say("the number {n}", n=argument), ""
    elif verb in AT_ONCE:
        yield say(_PLAIN[verb], space=space_name(argument)), ""
    else:
        if verb not in CHANCES:
            yield say(_PLAIN[verb]), ""
        yield _named(verb, argument), ""


def chosen_words(choice: Choice) -> Iterator[_Words]:
    """Yield the words and the note of each step of an action that a player may choose."""
    (verb, argument), due = choice.action, choice.p.step
    if verb is Verb.COUNT:
        yield from _tens(choice.argument, due)
        yield _in_parts(choice) if _is_part(choice) else _COUNTS[due](choice)
    elif verb in AT_ONCE:
        yield _AT_ONCE[verb](choice)
    else:
        if verb not in CHANCES:
            yield (_BY_DUE.get((verb, due)) or _FIRST[verb])(choice)
        if argument is not None:
            yield _SECOND[verb](choice)


def _named(verb: Verb, argument: int) -> str:
    """Return the argument of an action in words: a card, a space, or a side."""
    if verb is Verb.PLANET:
        return say("to {space}", space=space_name(argument))
    if verb not in _SIDES:
        return Card(argument).title
    return say("the neutral side") if argument == NEUTRAL else say("player {seat}", seat=SEATS[argument])


_SIDES: Final = frozenset({Verb.FIRST, Verb.OFFER, Verb.STEAL, Verb.ALLY, Verb.SABOTAGE, Verb.NEGATE})
"""The verbs whose argument is a side."""

_PLAIN: Final = {
    Verb.DONE: message("end the decision"),
    Verb.TAKE: message("take the cards"),
    Verb.RUINS: message("discard Progenitor Ruins"),
    Verb.BRAINS: message("use Positronic Brains"),
    Verb.ACCEPT: message("accept the offer"),
    Verb.REFUSE: message("refuse the offer"),
    Verb.FIRE: message("fire with all fleets"),
    Verb.BOMB: message("give up fleets as Nova Bombs"),
    Verb.REWRITE: message("rewrite an order"),
    Verb.BOOST: message("boost a technology"),
    Verb.LEAD: message("use Leadership"),
    Verb.RAISE: message("raise a technology"),
    Verb.LEARN: message("learn a special technology"),
    Verb.PAIR: message("discard a pair"),
    Verb.DISCARD: message("discard a card"),
    Verb.OFFER: message("make an offer"),
    Verb.GIVE: message("offer a card"),
    Verb.ASK: message("ask for a card"),
    Verb.STEAL: message("steal a card"),
    Verb.ALLY: message("name an ally"),
    Verb.BUILD: message("build a fleet at {space}"),
    Verb.SABOTAGE: message("destroy a fleet"),
    Verb.AT: message("destroy the fleet at {space}"),
    Verb.FROM: message("jump from {space}"),
    Verb.TO: message("jump to {space}"),
    Verb.PLANET: message("jump with the Homeworld"),
    Verb.NEGATE: message("void an order"),
}
"""The words of each verb's first step if the position doesn't matter."""


# --- numbers (J5.2)

_TEN: Final = 10
_TENS: Final = {
    None: message("{low} to {high}"),
    Due.PAY: message("{low} to {high} RT"),
    Due.CHARGE: message("{low} to {high} RT"),
    Due.ORDERS: message("{low} to {high} fleets"),
    Due.REWRITING: message("{low} to {high} fleets"),
    Due.REWRITE: message("orders {low} to {high}"),
    Due.NEGATE_ORDER: message("orders {low} to {high}"),
    Due.BOMBS: message("{low} to {high} fleets"),
    Due.SPLIT: message("{low} to {high} points of damage"),
}
"""The words for the tens of numbers, by the due step; None stands for all other steps."""


def _tens(n: int, due: Due | None = None) -> Iterator[_Words]:
    """Yield the step of the ten of a number, if it has one."""
    low = n // _TEN * _TEN
    if low:
        yield say(_TENS[due], low=low, high=low + _TEN - 1), ""


def _is_part(choice: Choice) -> bool:
    return choice.argument == MOST and is_part(choice.p, choice.after, choice.player)


def _in_parts(choice: Choice) -> _Words:
    return say("{n} or more", n=choice.number), say("how many more is chosen next (J5.2)")


def _pay(choice: Choice) -> _Words:
    left = choice.own.tokens - choice.number
    return say("{n} RT", n=choice.number), say("leaves you {n} RT (J2.2)", n=left)


def _charge(choice: Choice) -> _Words:
    offer = choice.p.offer
    assert offer is not None
    words, give = say("{n} RT", n=choice.number), goods_words(offer.give, offer.pay)
    if not offer.ask:
        return words, say("for {give} of yours (J2.2)", give=give)
    return words, say("beside {ask}, for {give} of yours (J2.2)", ask=goods_words(offer.ask, 0), give=give)


def _fleets(choice: Choice) -> _Words:
    origin, target = choice.own.written_orders.draft[:2]
    left = choice.state.free_fleets(choice.player, origin) - choice.number
    income = income_words(choice.state, choice.player, origin)
    if income and choice.number == fleets_at(choice.p, choice.player, origin):
        return fleets_counted(choice.number), say(
            "jump to {target}; leaves no fleet at {origin}, which brings {income} only with fleets there (J2.6)",
            target=space_name(target),
            origin=space_name(origin),
            income=income,
        )
    return fleets_counted(choice.number), say(
        "jump to {target}; leaves {fleets} at {origin} (J2.6)",
        target=space_name(target),
        fleets=fleets_counted(left),
        origin=space_name(origin),
    )


def _own_order(choice: Choice) -> _Words:
    return _order(choice, choice.player)


def _their_order(choice: Choice) -> _Words:
    return _order(choice, choice.p.draft[0])


def _order(choice: Choice, seat: int) -> _Words:
    order = choice.p.players[seat].written_orders.orders[choice.number - 1]
    return say("order {n}", n=choice.number), say("{order} (J2.6)", order=order_words(order))


def _bombs(choice: Choice) -> _Words:
    n = fleets_at(choice.p, choice.player, choice.battle_space) - choice.number
    return fleets_counted(choice.number), say(
        "{damage} on every fleet at {space}; {points} by your other {fleets} (J2.7)",
        damage=points_counted(choice.number * choice.attack),
        space=space_name(choice.battle_space),
        points=points_counted(n * choice.attack),
        fleets=fleets_counted(n),
    )


def _points(choice: Choice) -> _Words:
    p, enemies = choice.p, enemies_in_battle(choice.p, choice.player)
    side, *others = enemies[len(p.draft) - 1 :]
    defense = choice.state.strength(side, choice.battle_space)[2]
    return points_counted(choice.number), say(
        "on {side}, where a fleet falls at {defense}; {left} left for {others} (J2.7)",
        side=side_of(p, side),
        defense=points_counted(defense),
        left=points_counted(choice.state.points_left - choice.number),
        others=listed(side_of(p, other) for other in others),
    )


_COUNTS: Final[dict[Due, _Wording]] = {
    Due.PAY: _pay,
    Due.CHARGE: _charge,
    Due.ORDERS: _fleets,
    Due.REWRITING: _fleets,
    Due.REWRITE: _own_order,
    Due.NEGATE_ORDER: _their_order,
    Due.BOMBS: _bombs,
    Due.SPLIT: _points,
}
"""The words of a number, by the thing that it counts."""


# --- spaces of the map, which are chosen at once


def _build(choice: Choice) -> _Words:
    return say("build a fleet at {space}", space=space_name(choice.argument)), say(
        "for {price} of {n} RT; {fleets} there now (J2.5)",
        price=choice.state.price(choice.player),
        n=choice.own.tokens,
        fleets=fleets_there(choice.p, choice.player, choice.argument),
    )


def _at(choice: Choice) -> _Words:
    return say("destroy a fleet at {space}", space=space_name(choice.argument)), say(
        "{kind}, with {fleets} (J2.5)",
        kind=kind_words(choice.p, choice.argument, choice.player),
        fleets=fleets_there(choice.p, choice.player, choice.argument),
    )


def _from(choice: Choice) -> _Words:
    return say("jump from {space}", space=space_name(choice.argument)), say(
        "{place}; {free} of your {fleets} there can jump (J2.6)",
        place=_place(choice),
        free=choice.state.free_fleets(choice.player, choice.argument),
        fleets=fleets_counted(fleets_at(choice.p, choice.player, choice.argument)),
    )


def _to(choice: Choice) -> _Words:
    space = choice.argument
    note = say("{place}; {fleets} there now", place=_place(choice), fleets=fleets_there(choice.p, choice.player, space))
    forces = [_force(choice, side) for side in sides_at(choice.p, space) if side != choice.player]
    if forces:
        note = say("{there}; {forces}", there=note, forces="; ".join((_force(choice, choice.player), *forces)))
    return say("jump to {space}", space=space_name(space)), say("{note} (J2.6)", note=note)


def _place(choice: Choice) -> str:
    """Return the words for a space, and its income."""
    kind = kind_words(choice.p, choice.argument, choice.player)
    income = income_words(choice.state, choice.player, choice.argument)
    return say("{kind}, {income}", kind=kind, income=income) if income else kind


def _force(choice: Choice, side: int) -> str:
    """Return a note on the strength of a side in a fight in a space."""
    initiative, attack, defense = choice.state.strength(side, choice.argument)
    who = say("you fight") if side == choice.player else say("{side} fights", side=side_of(choice.p, side))
    return say(
        "{who} with Initiative {initiative}, Attack {attack} and Defense {defense}",
        who=who,
        initiative=initiative,
        attack=attack,
        defense=defense,
    )


_AT_ONCE: Final[dict[Verb, _Wording]] = {Verb.BUILD: _build, Verb.AT: _at, Verb.FROM: _from, Verb.TO: _to}


# --- the kind of a decision


def _take(choice: Choice) -> _Words:
    due = choice.after.due
    words = say("take {cards}", cards=cards_counted(due))
    if due == 3:
        return words, say("one more than others, since your Research is the highest (J2.1)")
    research = level(choice.p, choice.player, Card.RESEARCH)
    return words, say("the one with the highest Research draws 3; yours is {level} (J2.1)", level=research)


def _ruins(choice: Choice) -> _Words:
    deck = cards_counted(deck_size(choice.p))
    return say("discard Progenitor Ruins"), say("for 2 more cards; the deck has {deck} (J2.1)", deck=deck)


def _brains(choice: Choice) -> _Words:
    return say("buy a card for 10 RT"), say("of {n} RT, by Positronic Brains; once a turn (J2.1)", n=choice.own.tokens)


def _accept(choice: Choice) -> _Words:
    offer = choice.p.offer
    assert offer is not None
    return say("accept the offer"), say(
        "you get {give} for {ask} (J2.2)",
        give=goods_words(offer.give, offer.pay),
        ask=goods_words(offer.ask, offer.charge),
    )


def _refuse(choice: Choice) -> _Words:
    return say("refuse the offer"), say("nothing changes hands (J2.2)")


def _fire(choice: Choice) -> _Words:
    n = fleets_at(choice.p, choice.player, choice.battle_space)
    enemies = [
        say(
            "{side} (a fleet falls at {defense})",
            side=side_of(choice.p, side),
            defense=points_counted(choice.state.strength(side, choice.battle_space)[2]),
        )
        for side in enemies_in_battle(choice.p, choice.player)
    ]
    return counted(n, "fire with your fleet", "fire with all {n} fleets"), say(
        "{points} on {enemies} (J2.7)", points=points_counted(n * choice.attack), enemies=listed(enemies)
    )


def _bomb(choice: Choice) -> _Words:
    return say("give up fleets as Nova Bombs"), say(
        "each for {points} on every fleet there, your own too (J2.7)", points=points_counted(choice.attack)
    )


def _rewrite(choice: Choice) -> _Words:
    orders = orders_listed(choice.own.written_orders.orders)
    return say("rewrite an order"), say("yours are {orders} (J2.6)", orders=orders)


def _boost(choice: Choice) -> _Words:
    return say("boost a technology"), say("discard a card of it for a level until the turn ends (J2.9)")


def _lead(choice: Choice) -> _Words:
    return say("use Leadership"), say("a level until the turn ends, without a card; once a turn (J2.9)")


def _raise(choice: Choice) -> _Words:
    return say("raise a technology"), say("discard a card of it for a level for good (J2.3)")


def _learn(choice: Choice) -> _Words:
    return say("learn a special technology"), say("discard its card, and have what it does for good (J2.3)")


def _pair(choice: Choice) -> _Words:
    return say("discard two equal cards"), say("for a level of their technology for good (J2.3)")


def _make_offer(choice: Choice) -> _Words:
    return say("make an offer"), say("two cards at most and any RT, for two cards at most and any RT (J4.6)")


def _give(choice: Choice) -> _Words:
    assert choice.p.offer is not None
    given = goods_words(choice.p.offer.give, 0)
    return say("offer a card"), say("of two at most; in the offer by now: {given} (J2.2)", given=given)


def _ask(choice: Choice) -> _Words:
    assert choice.p.offer is not None
    wanted = goods_words(choice.p.offer.ask, 0)
    return say("ask for a card"), say("of two at most; asked for by now: {wanted} (J2.2)", wanted=wanted)


def _steal(choice: Choice) -> _Words:
    return say("steal a card"), say("a random one, from a hand that you choose (J2.2)")


def _ally(choice: Choice) -> _Words:
    return say("name an ally"), say("whose orders to where you have fleets are void in this turn (J2.2)")


def _sabotage(choice: Choice) -> _Words:
    return say("destroy a fleet"), say("anywhere, for a card; once a turn, and {cards} (J2.5)", cards=_hand(choice))


def _planet(choice: Choice) -> _Words:
    home = space_name(choice.p.homeworlds[choice.player])
    return say("jump with your Homeworld"), say("from {home} to a Void beside it, without fleets (J2.6)", home=home)


def _negate(choice: Choice) -> _Words:
    return say("void an order"), say("of anybody, for a card; once a turn, and {cards} (J2.6)", cards=_hand(choice))


def _hand(choice: Choice) -> str:
    return hand_words(choice.p, choice.player)


_FIRST: Final[dict[Verb, _Wording]] = {
    Verb.TAKE: _take,
    Verb.RUINS: _ruins,
    Verb.BRAINS: _brains,
    Verb.ACCEPT: _accept,
    Verb.REFUSE: _refuse,
    Verb.FIRE: _fire,
    Verb.BOMB: _bomb,
    Verb.REWRITE: _rewrite,
    Verb.BOOST: _boost,
    Verb.LEAD: _lead,
    Verb.RAISE: _raise,
    Verb.LEARN: _learn,
    Verb.PAIR: _pair,
    Verb.OFFER: _make_offer,
    Verb.GIVE: _give,
    Verb.ASK: _ask,
    Verb.STEAL: _steal,
    Verb.ALLY: _ally,
    Verb.SABOTAGE: _sabotage,
    Verb.PLANET: _planet,
    Verb.NEGATE: _negate,
}
"""The words of the first step of verbs that have the same meaning wherever they are due."""


# --- the end of a decision, and discards: by what is due


def _drawn(choice: Choice) -> _Words:
    return say("end the Draw phase"), say(
        "{cards}, and may keep {limit} when the turn ends (J2.8)",
        cards=_hand(choice),
        limit=hand_limit(choice.p, choice.player),
    )


def _no_offer(choice: Choice) -> _Words:
    return say("make no offer"), say("there is one offer in each turn (J4.6)")


def _give_no_more(choice: Choice) -> _Words:
    assert choice.p.offer is not None
    given = goods_words(choice.p.offer.give, 0)
    words = say("offer no more cards") if choice.p.offer.give else say("offer no cards")
    return words, say("RT come next; in the offer by now: {given} (J2.2)", given=given)


def _ask_no_more(choice: Choice) -> _Words:
    assert choice.p.offer is not None
    wanted = goods_words(choice.p.offer.ask, 0)
    words = say("ask for no more cards") if choice.p.offer.ask else say("ask for no cards")
    return words, say("RT come next; asked for by now: {wanted} (J2.2)", wanted=wanted)


def _steal_nothing(choice: Choice) -> _Words:
    return say("steal nothing"), say("you take no card (J2.2)")


def _no_ally(choice: Choice) -> _Words:
    return say("name no ally"), say("everybody may jump everywhere (J2.2)")


def _no_tech(choice: Choice) -> _Words:
    return say("raise and learn nothing"), say("{cards} (J2.3)", cards=_hand(choice))


def _no_pair(choice: Choice) -> _Words:
    return say("discard no pair"), say("{cards} (J2.3)", cards=_hand(choice))


def _mine(choice: Choice) -> _Words:
    after = choice.after.players[choice.player].tokens
    return say("mine {n} RT", n=after - choice.own.tokens), say(
        "from your spaces and discarded cards; you have {n} RT then (J2.4)", n=after
    )


def _build_no_more(choice: Choice) -> _Words:
    words = say("build no more fleets") if choice.p.begun else say("build no fleets")
    return words, say("you keep {n} RT (J2.5)", n=choice.own.tokens)


def _no_sabotage(choice: Choice) -> _Words:
    return say("destroy no fleet"), say("{cards} (J2.5)", cards=_hand(choice))


def _seal(choice: Choice) -> _Words:
    orders = choice.own.written_orders.orders
    if not orders:
        return say("write no orders"), say("all your fleets stay where they are (J2.6)")
    return counted(len(orders), "seal your {n} order", "seal your {n} orders"), say(
        "{orders}; all other fleets stay (J2.6)", orders=orders_listed(orders)
    )


def _keep_orders(choice: Choice) -> _Words:
    orders = choice.own.written_orders.orders
    if not orders:
        return say("rewrite nothing"), say("you have written no orders (J2.6)")
    return say("keep your orders"), say("they are {orders} (J2.6)", orders=orders_listed(orders))


def _write_none(choice: Choice) -> _Words:
    n = choice.p.draft[0] + 1
    return say("write no order instead"), say("order {n} is taken back, and its fleets stay (J4.10)", n=n)


def _negate_nothing(choice: Choice) -> _Words:
    return say("void no order"), say("{cards} (J2.6)", cards=_hand(choice))


def _end(choice: Choice) -> _Words:
    return say("end your turn"), say("{cards} (J2.8)", cards=_hand(choice))


def _discard_to_mine(choice: Choice) -> _Words:
    tokens = 2 * level(choice.p, choice.player, Card.MANUFACTURING)
    return say("discard a card to mine more"), say("{n} RT more for each (J2.4)", n=tokens)


def _discard_for_sabotage(choice: Choice) -> _Words:
    return say("discard a card"), say("it pays for the Sabotage (J2.5)")


def _discard_for_time_jump(choice: Choice) -> _Words:
    return say("discard a card"), say("it pays for the Time Jump (J2.6)")


def _discard_down(choice: Choice) -> _Words:
    return say("discard a card"), say(
        "{cards}, and keep {limit} at most (J2.8)",
        cards=_hand(choice),
        limit=hand_limit(choice.p, choice.player),
    )


_BY_DUE: Final[dict[tuple[Verb, Due], _Wording]] = {
    (Verb.DONE, Due.DRAW): _drawn,
    (Verb.DONE, Due.OFFER): _no_offer,
    (Verb.DONE, Due.GIVE): _give_no_more,
    (Verb.DONE, Due.ASK): _ask_no_more,
    (Verb.DONE, Due.STEAL): _steal_nothing,
    (Verb.DONE, Due.ALLIANCE): _no_ally,
    (Verb.DONE, Due.TECH): _no_tech,
    (Verb.DONE, Due.PAIRS): _no_pair,
    (Verb.DONE, Due.MINE): _mine,
    (Verb.DONE, Due.BUILD): _build_no_more,
    (Verb.DONE, Due.SABOTAGE): _no_sabotage,
    (Verb.DONE, Due.ORDERS): _seal,
    (Verb.DONE, Due.ESPIONAGE): _keep_orders,
    (Verb.DONE, Due.REWRITING): _write_none,
    (Verb.DONE, Due.TIME_JUMP): _negate_nothing,
    (Verb.DONE, Due.FINAL): _end,
    (Verb.DISCARD, Due.MINE): _discard_to_mine,
    (Verb.DISCARD, Due.SABOTAGE_CARD): _discard_for_sabotage,
    (Verb.DISCARD, Due.NEGATE_CARD): _discard_for_time_jump,
    (Verb.DISCARD, Due.FINAL): _discard_down,
}


# --- what a verb takes


def _technology(choice: Choice) -> _Words:
    """A level until the turn ends."""
    return choice.card.title, say("{levels} (J2.9)", levels=_levels(choice))


def _technology_for_good(choice: Choice) -> _Words:
    return choice.card.title, say("{levels} (J2.3)", levels=_levels(choice))


def _levels(choice: Choice) -> str:
    now = level(choice.p, choice.player, choice.card)
    return say("from level {old} to {new}: {words}", old=now, new=now + 1, words=card_words(choice.card))


def _special(choice: Choice) -> _Words:
    return choice.card.title, say("{words} (J2.3)", words=card_words(choice.card))


def _held(choice: Choice) -> _Words:
    """A card that leaves the hand."""
    return choice.card.title, say(
        "you hold {n} of it: {words} (J1.5)", n=choice.own.hand[choice.card], words=card_words(choice.card)
    )


def _wanted(choice: Choice) -> _Words:
    return choice.card.title, say("{words} (J1.5)", words=card_words(choice.card))


def _partner(choice: Choice) -> _Words:
    """A player by what the hand holds."""
    other = choice.p.players[choice.argument]
    return _named(choice.action.verb, choice.argument), say(
        "holds {cards}, and has {n} RT (J2.2)", cards=cards_counted(hand_size(other)), n=other.tokens
    )


def _side(choice: Choice) -> _Words:
    """A side by its fleets."""
    side = min(choice.argument, len(choice.p.players))
    clause = say("{fleets} on the map (J2.5)", fleets=fleets_counted(sum(choice.p.fleets[side])))
    return _named(choice.action.verb, choice.argument), clause


def _new_ally(choice: Choice) -> _Words:
    fleets = fleets_counted(sum(choice.p.fleets[choice.argument]))
    return _named(choice.action.verb, choice.argument), say("{fleets} on the map (J2.2)", fleets=fleets)


def _whose_orders(choice: Choice) -> _Words:
    """A player by the orders."""
    orders = orders_listed(choice.p.players[choice.argument].written_orders.orders)
    return _named(choice.action.verb, choice.argument), say("{orders} (J2.6)", orders=orders)


def _void(choice: Choice) -> _Words:
    fleets = fleets_there(choice.p, choice.player, choice.argument)
    return _named(choice.action.verb, choice.argument), say("a Void, with {fleets} (J2.6)", fleets=fleets)


def _chance(choice: Choice) -> _Words:
    return _named(choice.action.verb, choice.argument), ""


_SECOND: Final[dict[Verb, _Wording]] = {
    Verb.BOOST: _technology,
    Verb.LEAD: _technology,
    Verb.RAISE: _technology_for_good,
    Verb.LEARN: _special,
    Verb.PAIR: _technology_for_good,
    Verb.DISCARD: _held,
    Verb.OFFER: _partner,
    Verb.GIVE: _held,
    Verb.ASK: _wanted,
    Verb.STEAL: _partner,
    Verb.ALLY: _new_ally,
    Verb.SABOTAGE: _side,
    Verb.PLANET: _void,
    Verb.NEGATE: _whose_orders,
    Verb.FIRST: _chance,
    Verb.DRAW: _chance,
}
"""The words for the arguments of verbs."""
