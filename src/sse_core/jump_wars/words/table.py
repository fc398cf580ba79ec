"""Words for the table: the turn, the due step, offers, orders and battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from ...game import Outcome
from ...play.sentences import listed
from ..board import CENTRE, Space, space_name
from ..cards import Card
from ..messages import counted, message, say
from ..options import Options
from ..positions.position import (
    NOBODY,
    Battle,
    Deal,
    Due,
    Offer,
    Order,
    Player,
    Position,
    deck_size,
    hand_limit,
    hand_size,
)
from ..state import State
from ..text.notation import SEATS
from .outcome import verdict

__all__ = [
    "NEUTRAL_LETTER",
    "NO_BREAK",
    "Standing",
    "battle_lines",
    "cards_of",
    "cards_words",
    "deck_words",
    "due_words",
    "goods_words",
    "has_sealed",
    "listed_firmly",
    "offer_words",
    "option_words",
    "order_words",
    "side_letter",
    "situation",
    "standing",
    "standing_words",
    "table_lines",
    "turn_words",
]

Standing: TypeAlias = Literal["acts", "done", "won", ""]
"""The status of a player; ``done`` while others write orders."""

NO_BREAK: Final = "\xa0"
"""A blank where lines don't break."""

NEUTRAL_LETTER: Final = "N"
"""The letter of the neutral side."""

_PHASES: Final = (
    message("Turn {n} of {limit}, phase 1 of 8, Draw"),
    message("Turn {n} of {limit}, phase 2 of 8, Trade"),
    message("Turn {n} of {limit}, phase 3 of 8, Tech"),
    message("Turn {n} of {limit}, phase 4 of 8, Mine"),
    message("Turn {n} of {limit}, phase 5 of 8, Build"),
    message("Turn {n} of {limit}, phase 6 of 8, Jump"),
    message("Turn {n} of {limit}, phase 7 of 8, Fight"),
    message("Turn {n} of {limit}, phase 8 of 8, Final"),
)
"""The turn and the phase, for the eight phases of a turn (J2)."""

_STEPS: Final = (
    (Due.DRAW,),
    (
        *(Due.OFFER, Due.GIVE, Due.PAY, Due.ASK, Due.CHARGE, Due.ANSWER),
        *(Due.STEAL, Due.THEFT, Due.ALLIANCE),
    ),
    (Due.TECH, Due.PAIRS),
    (Due.MINE,),
    (Due.BUILD, Due.SABOTAGE, Due.SABOTAGE_SPACE, Due.SABOTAGE_CARD),
    (
        *(Due.ORDERS, Due.ESPIONAGE, Due.REWRITE, Due.REWRITING),
        *(Due.TIME_JUMP, Due.NEGATE_ORDER, Due.NEGATE_CARD),
    ),
    (Due.DEAL, Due.BOMBS, Due.SPLIT),
    (Due.FINAL,),
)
"""The steps of each phase."""

_PHASE_OF: Final = {step: phase for phase, steps in enumerate(_STEPS) for step in steps}

_DUE_WORDS: Final = {
    Due.START: message("chance draws the start player"),
    Due.DRAW: message("{actor} draws cards"),
    Due.OFFER: message("{actor} may offer a trade"),
    Due.GIVE: message("{actor} puts cards into an offer"),
    Due.PAY: message("{actor} puts RT into an offer"),
    Due.ASK: message("{actor} asks for cards in an offer"),
    Due.CHARGE: message("{actor} asks for RT in an offer"),
    Due.ANSWER: message("{actor} accepts or refuses an offer"),
    Due.STEAL: message("{actor} has the highest Trade and may steal a card"),
    Due.THEFT: message("chance draws the card that {actor} steals"),
    Due.ALLIANCE: message("{actor} has the highest Diplomacy and may name an ally"),
    Due.TECH: message("{actor} may discard a card for a level, or to learn it"),
    Due.PAIRS: message("{actor} may discard pairs of equal cards for levels"),
    Due.MINE: message("{actor} mines RT, and may discard cards for more"),
    Due.BUILD: message("{actor} may build fleets for {price} RT each"),
    Due.SABOTAGE: message("{actor} may destroy a fleet by Sabotage, and chooses its side"),
    Due.SABOTAGE_SPACE: message("{actor} chooses the space of the fleet to destroy"),
    Due.SABOTAGE_CARD: message("{actor} discards a card for the Sabotage"),
    Due.ESPIONAGE: message("{actor} has the highest Espionage and may rewrite an order"),
    Due.REWRITE: message("{actor} chooses the order to rewrite"),
    Due.REWRITING: message("{actor} writes the order anew, or cancels it"),
    Due.TIME_JUMP: message("{actor} may void an order by a Time Jump, and chooses whose"),
    Due.NEGATE_ORDER: message("{actor} chooses the order to void"),
    Due.NEGATE_CARD: message("{actor} discards a card for the Time Jump"),
    Due.DEAL: message("{actor} deals damage at {space}"),
    Due.BOMBS: message("{actor} says how many fleets at {space} are given up as Nova Bombs"),
    Due.SPLIT: message("{actor} splits the damage at {space} between the sides"),
    Due.END: message("the game is over"),
}
"""The words for due steps that don't depend on the position."""


_STANDINGS: Final = {"acts": message("to act"), "done": message("done"), "won": message("won")}

_CHANGES: Final = {
    "grid": message("hexagonal grid"),
    "neutral": message("neutral Homeworld"),
    "trade": message("no trade"),
    "void_orders": message("void orders"),
    "must_raise": message("must raise"),
    "genesis_adds": message("Genesis adds"),
    "any_map": message("any map"),
    "simultaneous": message("simultaneous deals"),
}
"""The words for options that differ from their defaults. Each has one other value, except the turn limit."""


def side_letter(side: int, players: int) -> str:
    """Return the letter of a side: that of its seat, ``N`` for the neutral side."""
    return SEATS[side] if side < players else NEUTRAL_LETTER


# --- the turn, and what is due


def turn_words(p: Position) -> str:
    """Return the turn and the phase, such as ``Turn 3 of 100, phase 6 of 8, Jump``."""
    limit = p.options.turn_limit
    if p.step not in _PHASE_OF:
        return say("Turn {n} of {limit}", n=p.turn, limit=limit)
    return say(_PHASES[_PHASE_OF[p.step]], n=p.turn, limit=limit)


def situation(state: State) -> str:
    """Return the due step and its player; after the end, the winner and the criterion, with the clause."""
    outcome = state.outcome
    if outcome is None:
        return due_words(state)
    winners = listed(SEATS[seat] for seat in outcome.winners)
    if len(outcome.winners) == 1:
        return say("the game is over, {winner} wins: {verdict}", winner=winners, verdict=verdict(state))
    return say("the game is over, {winners} share the win: {verdict}", winners=winners, verdict=verdict(state))


def due_words(state: State) -> str:
    """Return the words for the due step and its player."""
    p = state.position
    actor = SEATS[p.actor] if p.actor != NOBODY else ""
    match p.step:
        case Due.DRAW if p.due:
            return counted(
                p.due,
                "chance draws a card for {actor}",
                "chance draws the first of {n} cards for {actor}",
                actor=actor,
            )
        case Due.ORDERS:
            writers = [SEATS[seat] for seat, player in enumerate(p.players) if not player.written_orders.done]
            return counted(
                len(writers),
                "{writers} writes secret orders",
                "{writers} write secret orders",
                writers=listed(writers),
            )
        case Due.FINAL:
            excess = hand_size(p.players[p.actor]) - hand_limit(p, p.actor)
            if excess <= 0:
                return say("{actor} ends the turn", actor=actor)
            return counted(excess, "{actor} discards {n} card", "{actor} discards {n} cards", actor=actor)
        case _:
            space = space_name(p.battle.space) if p.battle is not None else ""
            cost = state.price(p.actor) if p.step is Due.BUILD else 0
            return say(_DUE_WORDS[p.step], actor=actor, space=space, price=cost)


def standing(p: Position, seat: int, outcome: Outcome | None) -> Standing:
    """Return the status of a player."""
    if outcome is not None:
        return "won" if seat in outcome.winners else ""
    if p.step is Due.ORDERS:
        return "done" if p.players[seat].written_orders.done else "acts"
    return "acts" if seat == p.actor else ""


def standing_words(standing: Standing) -> str:
    """Return the words for the status of a player; empty for none."""
    return say(_STANDINGS[standing]) if standing else ""


# --- cards, orders and offers


def cards_of(counts: Sequence[int]) -> Iterator[tuple[Card, int]]:
    """Yield each kind of card of which there is any, with its number."""
    return ((card, counts[card]) for card in Card if counts[card])


def cards_words(counts: Sequence[int]) -> str:
    """Return the names of cards: ``2 Attack, Jump``; ``none`` if there is no card."""
    return listed_firmly(f"{n} {card.title}" if n > 1 else card.title for card, n in cards_of(counts))


def deck_words(p: Position) -> str:
    """Return the words for the number of cards in the deck, and the cards on the discard."""
    deck = counted(deck_size(p), "Deck: {n} card", "Deck: {n} cards")
    if not any(p.discard):
        return say("{deck}. Discard: no cards", deck=deck)
    return counted(
        sum(p.discard),
        "{deck}. Discard: {n} card ({cards})",
        "{deck}. Discard: {n} cards ({cards})",
        deck=deck,
        cards=cards_words(p.discard),
    )


def order_words(order: Order) -> str:
    """Return an order, such as ``a1 to c3 with 5 fleets``."""
    way = {"origin": space_name(order.origin), "target": space_name(order.target)}
    if order.is_planet:
        words = say("the Homeworld from {origin} to {target}", **way)
    else:
        words = counted(
            order.fleets, "{origin} to {target} with {n} fleet", "{origin} to {target} with {n} fleets", **way
        )
    return say("{order} (void)", order=words) if order.void else words


def offer_words(p: Position, offer: Offer) -> str:
    """Return an offer: the goods that are given and wanted. If it is hidden, only who makes it to whom (J4.6)."""
    giver, receiver = SEATS[offer.giver], SEATS[offer.receiver]
    if p.step is Due.ANSWER and offer == Offer(offer.giver, offer.receiver):
        return say("{giver} makes one to {receiver}, and only they know what it is", giver=giver, receiver=receiver)
    give, ask = goods_words(offer.give, offer.pay), goods_words(offer.ask, offer.charge)
    return say("{giver} offers {receiver} {give} for {ask}", giver=giver, receiver=receiver, give=give, ask=ask)


def goods_words(cards: Sequence[Card], tokens: int) -> str:
    """Return one side of an offer: its cards by name, and RT."""
    goods = [card.title for card in cards]
    if tokens:
        goods.append(say("{n} RT", n=tokens))
    return listed(goods) or say("nothing")


def option_words(options: Options) -> str:
    """Return the options that differ from their defaults; empty if none does."""
    return ", ".join(
        say("turn limit {n}", n=value) if name == "turn_limit" else say(_CHANGES[name])
        for name, value in options.changes().items()
    )


def listed_firmly(texts: Iterable[str]) -> str:
    """Return texts with commas, so that no line breaks in one; ``none`` if there is none."""
    return ", ".join(text.replace(" ", NO_BREAK) for text in texts) or say("none")


def has_sealed(player: Player) -> bool:
    """Return whether boosts are sealed with a player's orders (J4.3)."""
    return bool(player.written_orders.boosts) or player.written_orders.led != NOBODY


# --- the table


def table_lines(p: Position) -> Iterator[str]:
    """Yield the lines on things that belong to no single player, without the deck and the discard."""
    if words := option_words(p.options):
        yield say("Options: {options}", options=words)
    if p.alliance is not None:
        diplomat, ally = (SEATS[seat] for seat in p.alliance)
        yield say(
            "Alliance: {ally} is the ally of {diplomat} and may not jump where {diplomat} has fleets.",
            ally=ally,
            diplomat=diplomat,
        )
    if p.offer is not None:
        yield say("Offer: {offer}", offer=offer_words(p, p.offer))
    if p.sold:
        actor = SEATS[p.actor]
        yield counted(
            p.sold,
            "{actor} has discarded {n} card for RT.",
            "{actor} has discarded {n} cards for RT.",
            actor=actor,
        )
    if defended := [*_defended(p)]:
        yield say("Defended nebulae: {spaces}", spaces=listed_firmly(defended))
    if p.options.neutral and p.neutral_holder != NOBODY:
        yield counted(
            p.neutral_turns,
            "The neutral Homeworld at {space} is held by {seat} for {n} turn.",
            "The neutral Homeworld at {space} is held by {seat} for {n} turns.",
            space=space_name(CENTRE),
            seat=SEATS[p.neutral_holder],
        )
    if p.battle is not None:
        yield from battle_lines(p, p.battle)


def _defended(p: Position) -> Iterator[str]:
    """Yield the nebulae that a side held at the end of the last turn, where it defends (J2.7)."""
    for space, side in enumerate(p.held):
        if side != NOBODY and p.spaces[space] is Space.NEBULA:
            yield say("{space} by {side}", space=space_name(space), side=side_letter(side, len(p.players)))


def battle_lines(p: Position, battle: Battle) -> Iterator[str]:
    """Yield the lines on a battle: the dealers in their order, each side's fleets, damage and kills, and the deals."""
    groups = [listed(side_letter(side, len(p.players)) for side in group) for group in battle.groups]
    where = {"space": space_name(battle.space), "n": battle.round}
    if groups:
        order = say(", then ").join(groups)
        yield say("Battle at {space}, round {n}: damage is still dealt by {order}", order=order, **where)
    else:
        yield say("Battle at {space}, round {n}", **where)
    for side, damage in enumerate(battle.damage):
        if damage or battle.kills[side]:
            yield f"  {_side_words(p, side, damage, battle.kills[side])}"
    yield from (f"  {_deal_words(p, deal)}" for deal in battle.deals)


def _side_words(p: Position, side: int, damage: Sequence[int], kills: int) -> str:
    """Return the fleets of a side in a battle, with the damaged ones, and the fleets that it has destroyed."""
    words = counted(len(damage), "{side}: {n} fleet", "{side}: {n} fleets", side=side_letter(side, len(p.players)))
    hits = Counter(points for points in damage if points)
    if hits:
        parts = [
            counted(points, "{count} hit by {n} point", "{count} hit by {n} points", count=count)
            for points, count in hits.items()
        ]
        words = say("{fleets} ({hits})", fleets=words, hits=", ".join(parts))
    if kills:
        words = counted(kills, "{words}, {n} enemy destroyed", "{words}, {n} enemies destroyed", words=words)
    return words


def _deal_words(p: Position, deal: Deal) -> str:
    side = side_letter(deal.side, len(p.players))
    if not deal.points:
        return say("{side} has settled a deal that is sealed", side=side)
    parts = list[str]()
    if deal.bombs:
        points = _points(deal.force)
        parts.append(counted(deal.bombs, "{n} Nova Bomb of {points}", "{n} Nova Bombs of {points}", points=points))
    for other, damage in enumerate(deal.points):
        if damage:
            target = side_letter(other, len(p.players))
            parts.append(say("{points} at {side}", points=_points(damage), side=target))
    return say("{side} deals {parts}", side=side, parts=listed(parts) or say("nothing"))


def _points(n: int) -> str:
    return counted(n, "{n} point", "{n} points")
