"""Actions in positions made by hand, by clause, with the sentences that tell them and their effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tests.jump_wars.by_hand import (
    at,
    dealt,
    discarded,
    due,
    laid,
    learned,
    manned,
    opened,
    order,
    ordered,
    played,
    raised,
)

from sse_core.jump_wars import (
    Card,
    Due,
    Offer,
    Order,
    Position,
    Space,
    State,
    WrittenOrders,
    new_game,
    position,
)
from sse_core.jump_wars.board import N_SPACES, space_name
from sse_core.jump_wars.cards import COPIES
from sse_core.jump_wars.positions.position import NO_CARDS, NOBODY, changed, with_player
from sse_core.jump_wars.reference.fight import begin as begin_fights

C: Final = Card


@dataclass(frozen=True)
class Row:
    """An action in a position, and the sentences about it."""

    before: State
    action: str
    told: str
    said: tuple[str, ...]
    seat: int | None = None
    """Who acts, where several write orders."""


def with_deck(*deck: Card, discard: tuple[Card, ...] = (), hand: tuple[Card, ...] = ()) -> State:
    """A draws from this deck; B has all cards that are neither there nor on the discard nor in the hand of A."""
    p = dealt(discarded(opened(), *discard), 0, *hand)
    rest = p.unseen
    for card in deck:
        rest = changed(rest, card, -1)
    unseen = tuple(deck.count(card) for card in Card)
    return due(with_player(p._replace(unseen=unseen), 1, hand=rest), Due.DRAW, 0)


def rich(tokens: int, *specials: Card, step: Due = Due.BUILD) -> State:
    """A has tokens and specials."""
    return due(with_player(learned(opened(), 0, *specials), 0, tokens=tokens), step, 0)


def trading(step: Due, actor: int = 0, **levels: int) -> State:
    """A has levels; B has three cards."""
    p = dealt(raised(opened(3), 0, **levels), 1, C.JUMP, C.JUMP, C.TRADE)
    return due(p, step, actor)


OFFERED: Final = due(
    with_player(with_player(dealt(opened(3), 0, C.JUMP, C.TRADE), 0, tokens=7), 1, tokens=4),
    Due.ANSWER,
    1,
    offer=Offer(0, 1, (C.JUMP, C.TRADE), 5, (), 3),
)

MINES: Final = laid(
    manned(manned(opened(3), 0, a1=1, b1=1, c1=2, d1=1, e1=1, f1=1, j1=2), 1, i9=1),
    b1=Space.STAR_FIELD,
    c1=Space.STAR_FIELD,
    d1=Space.CLUSTER,
    e1=Space.NEBULA,
    f1=Space.VOID,
    c2=Space.VOID,
    i9=Space.VOID,
)
"""The spaces of A: the Homeworld, two Star Fields, a Cluster, a Nebula, a Void, and the Homeworld of B."""


def writing(orders: dict[int, tuple[Order, ...]], *, last: int = 0, players: int = 2, **changes: Any) -> State:
    """All have written their orders, and one has still to say so; `changes` are of the position."""
    p = around(players)._replace(**changes)
    p = ordered(p, orders)
    written = p.players[last].written_orders._replace(done=False)
    return due(with_player(p, last, written_orders=written), Due.ORDERS)


def around(players: int = 2) -> Position:
    """Each player has five fleets on the Homeworld; there are Voids about a1, and beside it."""
    return laid(opened(players), a2=Space.VOID, b1=Space.VOID, b2=Space.VOID, c1=Space.VOID, c3=Space.VOID)


SPIES: Final = (order("a1", "b1", 2), order("a1", "b2", 3))


def jumping_planet() -> State:
    """The Homeworld of A is to jump, and four of its five fleets elsewhere."""
    written = WrittenOrders((order("a1", "b1"), order("a1", "a2", 4)))
    p = ordered(learned(around(), 0, C.PLANET_JUMP), {})
    return due(with_player(p, 0, written_orders=written), Due.ORDERS)


def colliding() -> State:
    """The Homeworlds of A and B, which is at c1, are to jump into the Void between them; B is the start player."""
    p = around()
    spaces = list(p.spaces)
    spaces[at("c1")], spaces[at("j10")] = Space.HOMEWORLD, Space.VOID
    p = p._replace(spaces=tuple(spaces), homeworlds=(at("a1"), at("c1")), start_player=1)
    p = manned(manned(p, 0, a1=2), 1, c1=3)
    for seat in (0, 1):
        p = with_player(p, seat, learned=frozenset({C.PLANET_JUMP}))
    p = ordered(p, {1: (order("c1", "b1"),)})
    return due(with_player(p, 0, written_orders=WrittenOrders((order("a1", "b1"),))), Due.ORDERS)


def spying() -> State:
    """A has the highest Espionage and two orders."""
    p = ordered(raised(around(), 0, espionage=2), {0: SPIES})
    return due(p, Due.ESPIONAGE, 0)


def time_jump() -> State:
    """A has a Time Jump and a card; A has two orders."""
    p = ordered(dealt(learned(around(), 0, C.TIME_JUMP), 0, C.TRADE), {0: SPIES})
    return due(p, Due.TIME_JUMP, 0)


def battle(*sides: dict[str, int], specials: tuple[tuple[int, Card], ...] = (), **changes: Any) -> State:
    """A battle at c3 that has just begun: each side has so many fleets there, these levels, and a fleet at home."""
    n = max(2, len(sides))
    p = laid(opened(n), c3=Space.VOID)
    for seat, side in enumerate(sides):
        home = space_name(p.homeworlds[seat])
        p = raised(
            manned(p, seat, c3=side["fleets"], **{home: 1}), seat, **{k: v for k, v in side.items() if k != "fleets"}
        )
    for seat, special in specials:
        p = learned(p, seat, special)
    return position(begin_fights(ordered(p._replace(**changes), {})), 100)


def battle_for_the_centre() -> State:
    """Four fleets of A, of Attack 3 and Defense 1, at the neutral Homeworld with its three fleets of Defense 3."""
    p = manned(raised(opened(neutral=True), 0, attack=2, initiative=2), 0, e5=4, a1=1)
    return position(begin_fights(ordered(p, {})), 100)


def two_battles() -> State:
    """A, of the higher Initiative, meets B at c3 and at d5."""
    p = laid(opened(), c3=Space.VOID, d5=Space.VOID)
    p = manned(manned(raised(p, 0, initiative=2), 0, c3=1, d5=1, a1=1), 1, c3=1, d5=1, j10=1)
    return position(begin_fights(ordered(p, {})), 100)


def a_battle_before(space: str, kind: Space) -> State:
    """A, which has Cloaking, meets B at c3; and then in a space of this kind, which B has held."""
    p = laid(learned(opened(), 0, C.CLOAKING), c3=Space.VOID)
    p = p if kind is Space.HOMEWORLD else laid(p, **{space: kind})
    p = ordered(manned(manned(p, 0, c3=1, a1=1, **{space: 3}), 1, c3=1, **{space: 2}), {})
    return position(begin_fights(p._replace(held=held_by(1, space))), 100)


def held_by(side: int, *spaces: str) -> tuple[int, ...]:
    """Only these spaces were held at the end of the last turn, by one side."""
    return tuple(side if space_name(space) in spaces else NOBODY for space in range(N_SPACES))


def at_the_end(p: Position, *, actor: int = 1) -> State:
    """The last player has to end the turn, in which the fleets came to where they are."""
    return due(ordered(p, {}), Due.FINAL, actor, held=opened().held)


def conquering(p: Position, *seats: int) -> Position:
    """Players of a game for two have all their fleets on the Homeworld of the other; the others are at i9."""
    p = laid(p, i9=Space.VOID)
    for seat in {0, 1} - {*seats}:
        p = manned(p, seat, i9=4)
    for seat in seats:
        p = manned(p, seat, **{space_name(p.homeworlds[1 - seat]): 4})
    return p


def neutral_held(turns: int, **changes: Any) -> State:
    """A stands on the neutral Homeworld, and has so for so many turns."""
    p = manned(manned(ordered(opened(neutral=True), {}), 2), 0, e5=1, a1=1)
    return due(p._replace(neutral_holder=0, neutral_turns=turns, turn=9, **changes), Due.FINAL, 1)


ROWS: Final = {
    "J1.5 the start player": Row(
        new_game(), "first=B", "The start player was drawn, who acts first in every phase: Bob", ()
    ),
    "J2.1 two cards": Row(due(opened(), Due.DRAW, 0), "take", "Ann began to draw 2 cards", ()),
    "J2.1 three cards": Row(
        due(raised(opened(), 0, research=2), Due.DRAW, 0),
        "take",
        "Ann began to draw 3 cards, one more for the highest Research",
        (),
    ),
    "J1.7 two with the highest Research": Row(
        due(raised(raised(opened(), 0, research=2), 1, research=2), Due.DRAW, 0),
        "take",
        "Ann began to draw 2 cards",
        (),
    ),
    "J2.1 a card": Row(played(due(opened(), Due.DRAW, 0), "take"), "draw=jump", "Ann drew Jump", ()),
    "J2.1 the ruins": Row(
        due(dealt(opened(), 0, C.PROGENITOR_RUINS), Due.DRAW, 0),
        "ruins",
        "Ann discarded Progenitor Ruins to draw 2 more cards",
        (),
    ),
    "J2.1 the brains": Row(
        rich(11, C.POSITRONIC_BRAINS, step=Due.DRAW),
        "brains",
        "Ann paid 10 of 11 RT for one more card, by Positronic Brains",
        (),
    ),
    "J2.1 the brains without a card": Row(
        due(
            with_player(
                with_player(opened(), 0, tokens=12, learned=frozenset({C.POSITRONIC_BRAINS}))._replace(unseen=NO_CARDS),
                1,
                hand=COPIES,
            ),
            Due.DRAW,
            0,
        ),
        "brains",
        "Ann paid 10 of 12 RT for one more card, by Positronic Brains",
        ("there is no card left to draw (J2.1)",),
    ),
    "J4.4 the discard becomes the deck": Row(
        with_deck(discard=(C.JUMP, C.TRADE, C.JUMP)),
        "take",
        "Ann began to draw 2 cards",
        ("the deck is empty, and the discard of 3 cards becomes the deck (J4.4)",),
    ),
    "J4.4 the discard becomes the deck between two cards": Row(
        played(with_deck(C.JUMP, discard=(C.TRADE, C.TRADE)), "take"),
        "draw=jump",
        "Ann drew Jump",
        ("the deck is empty, and the discard of 2 cards becomes the deck (J4.4)",),
    ),
    "J4.4 the ruins lie on the discard before": Row(
        with_deck(hand=(C.PROGENITOR_RUINS,)),
        "ruins",
        "Ann discarded Progenitor Ruins to draw 2 more cards",
        ("the deck is empty, and the discard of 1 card becomes the deck (J4.4)",),
    ),
    "J4.4 the last card of all": Row(
        played(with_deck(C.JUMP), "take"), "draw=jump", "Ann drew Jump", ("there is no card left to draw (J2.1)",)
    ),
    "J4.4 the last card that is due": Row(
        played(with_deck(C.JUMP, C.TRADE), "take", "draw=jump"), "draw=trade", "Ann drew Trade", ()
    ),
    "J2.1 no card at all": Row(with_deck(), "take", "Ann drew no card", ("there is no card left to draw (J2.1)",)),
    "J2.9 a boost": Row(
        due(dealt(raised(opened(), 0, attack=4), 0, C.ATTACK), Due.MINE, 0),
        "boost=attack",
        "Ann discarded Attack to raise Attack from 4 to 5 until the turn ends",
        (),
    ),
    "J2.9 Leadership": Row(
        rich(0, C.LEADERSHIP), "lead=jump", "Ann used Leadership to raise Jump from 1 to 2 until the turn ends", ()
    ),
    "J4.3 a sealed boost": Row(
        due(dealt(opened(), 0, C.JUMP), Due.ORDERS),
        "boost=jump",
        "Ann discarded Jump to raise Jump from 1 to 2 until the turn ends",
        (),
    ),
    "J2.2 an offer that is accepted": Row(
        OFFERED,
        "accept",
        "Bob accepted the offer of Ann, and got Jump, Trade and 5 RT for 3 RT",
        (
            "A has 0 cards and 5 RT now (J2.2)",
            "B has 2 cards and 6 RT now (J2.2)",
        ),
    ),
    "J2.2 an offer that is refused": Row(
        OFFERED, "refuse", "Bob refused the offer of Ann: Jump, Trade and 5 RT for 3 RT", ()
    ),
    "J2.2 the highest Trade": Row(
        trading(Due.OFFER, 2, trade=2),
        "done",
        "Cleo made no offer",
        ("A has the highest Trade and may steal a card (J2.2)",),
    ),
    "J2.2 the highest Diplomacy": Row(
        trading(Due.STEAL, trade=2, diplomacy=2),
        "done",
        "Ann stole nothing",
        ("A has the highest Diplomacy and may name an ally (J2.2)",),
    ),
    "J2.2 nobody has the highest Diplomacy": Row(trading(Due.STEAL, trade=2), "done", "Ann stole nothing", ()),
    "J2.2 a steal": Row(played(trading(Due.STEAL, trade=2), "steal=B"), "draw=jump", "Ann stole Jump from Bob", ()),
    "J2.2 an alliance": Row(
        trading(Due.ALLIANCE, diplomacy=2),
        "ally=C",
        "Ann named an ally for this turn: Cleo",
        ("orders of C that end where A has fleets are void (J2.2)",),
    ),
    "J2.3 a level": Row(
        due(dealt(raised(opened(), 0, jump=3), 0, C.JUMP), Due.TECH, 0),
        "raise=jump",
        "Ann discarded Jump to raise Jump from 3 to 4 for good",
        (),
    ),
    "J2.3 a special": Row(
        due(dealt(opened(), 0, C.NOVA_BOMBS), Due.TECH, 0),
        "learn=nova_bombs",
        "Ann discarded Nova Bombs to learn it for good",
        ("what Nova Bombs brings: fleets can be given up in a battle to damage every fleet in the space (J2.3)",),
    ),
    "J2.3 a pair": Row(
        due(dealt(opened(), 0, C.JUMP, C.JUMP), Due.PAIRS, 0),
        "pair=jump",
        "Ann discarded two cards of Jump to raise Jump from 1 to 2 for good",
        (),
    ),
    "J2.4 the sum": Row(
        due(MINES, Due.MINE, 0),
        "done",
        "Ann mined 11 RT, which made 11 RT in all",
        ("the RT are 5 for the own Homeworld, 2 for Star Fields, 2 for Clusters and 2 for enemy Homeworlds (J2.4)",),
    ),
    "J2.4 the multiplier, Genesis and Ram Scoops": Row(
        due(learned(raised(MINES, 0, manufacturing=3), 0, C.GENESIS, C.RAM_SCOOPS), Due.MINE, 0),
        "done",
        "Ann mined 42 RT, which made 42 RT in all",
        (
            "the RT are 5 for the own Homeworld, 4 for Star Fields with Genesis, 2 for Clusters,"
            " 1 for Nebulae with Ram Scoops and 2 for enemy Homeworlds, times 3 for Manufacturing (J2.4)",
        ),
    ),
    "J2.4 a raid, and cards": Row(
        played(
            due(dealt(learned(manned(MINES, 1, c2=1), 1, C.SPACE_RAIDING), 0, C.JUMP, C.TRADE), Due.MINE, 0),
            "discard=jump",
            "discard=trade",
        ),
        "done",
        "Ann mined 14 RT, which made 14 RT in all",
        (
            "the RT are 5 for the own Homeworld, 2 for Star Fields, 1 for Clusters, 2 for enemy Homeworlds"
            " and 4 for discarded cards (J2.4)",
            "the Clusters of A make 1 RT less by Space Raiding (J2.4)",
        ),
    ),
    "J2.4 nothing": Row(
        due(manned(MINES, 0, f1=1), Due.MINE, 0),
        "done",
        "Ann mined no RT",
        ("the Homeworld of A makes no RT: A has no fleets at a1 (J2.4)",),
    ),
    "J2.5 too few tokens": Row(
        rich(4), "done", "Ann built no fleets, and kept 4 RT", ("a fleet of A costs 5 RT (J2.5)",)
    ),
    "J2.5 enough tokens, and no fleet": Row(rich(5), "done", "Ann built no fleets, and kept 5 RT", ()),
    "J2.5 a fleet, and no more": Row(played(rich(6), "build=a1"), "done", "Ann finished building, and kept 1 RT", ()),
    "J2.5 a fleet": Row(rich(7), "build=a1", "Ann built a fleet at a1 for 5 of 7 RT", ()),
    "J2.5 the last token": Row(rich(6), "build=a1", "Ann built a fleet at a1 for 5 of 6 RT", ()),
    "J2.5 sabotage": Row(
        played(due(dealt(learned(opened(), 0, C.SABOTAGE), 0, C.JUMP), Due.SABOTAGE, 0), "sabotage=B", "at=j10"),
        "discard=jump",
        "Ann discarded Jump to destroy a fleet of Bob at j10",
        ("B has 4 fleets left at j10 (J2.5)",),
    ),
    "J4.9 sabotage of the neutral side": Row(
        played(
            due(dealt(learned(manned(opened(neutral=True), 2, e5=1), 0, C.SABOTAGE), 0, C.JUMP), Due.SABOTAGE, 0),
            "sabotage=neutral",
            "at=e5",
        ),
        "discard=jump",
        "Ann discarded Jump to destroy a neutral fleet at e5",
        ("the neutral side has 0 fleets left at e5 (J2.5)",),
    ),
    "J2.6 orders stay sealed": Row(
        played(due(around(), Due.ORDERS), "A:from=a1", "A:to=b1", "A:count=2"), "done", "Ann sealed 1 order", (), seat=0
    ),
    "J2.6 orders are open": Row(
        writing({0: SPIES}, last=1),
        "done",
        "Bob finished last, without orders, and all orders were opened",
        (
            "A has written 1: a1 to b1 with 2 fleets, 2: a1 to b2 with 3 fleets (J2.6)",
            "B has written no orders (J2.6)",
            "fleets jump: 5 of A (J2.6)",
        ),
    ),
    "J2.6 nobody jumps": Row(
        writing({}),
        "done",
        "Ann finished last, without orders, and all orders were opened",
        ("A has written no orders (J2.6)", "B has written no orders (J2.6)", "no fleet jumps (J2.6)"),
    ),
    "J2 turn order": Row(
        writing({}, start_player=1),
        "done",
        "Ann finished last, without orders, and all orders were opened",
        ("B has written no orders (J2.6)", "A has written no orders (J2.6)", "no fleet jumps (J2.6)"),
    ),
    "J4.3 boosts are shown": Row(
        played(
            due(dealt(learned(around(), 0, C.LEADERSHIP), 0, C.JUMP, C.JUMP), Due.ORDERS),
            "A:boost=jump",
            "A:lead=attack",
            "A:boost=jump",
            "A:done",
        ),
        "done",
        "Bob finished last, without orders, and all orders were opened",
        (
            "A has written no orders (J2.6)",
            "A has Attack 2 and Jump 3 until the turn ends, by sealed boosts (J4.3)",
            "B has written no orders (J2.6)",
            "no fleet jumps (J2.6)",
        ),
        seat=1,
    ),
    "J2.2 the alliance voids": Row(
        writing(
            {1: (order("j10", "i9", 2), order("j10", "i10", 1))},
            options=opened(void_orders=True).options,
            alliance=(0, 1),
            fleets=manned(manned(around(), 0, a1=1, i9=1), 1, j10=5).fleets,
        ),
        "done",
        "Ann finished last, without orders, and all orders were opened",
        (
            "A has written no orders (J2.6)",
            "B has written 1: j10 to i9 with 2 fleets, 2: j10 to i10 with 1 fleet (J2.6)",
            "order 1 of B is void: A has fleets at i9 (J2.2)",
            "fleets jump: 1 of B (J2.6)",
        ),
    ),
    "J2.6 the highest Espionage": Row(
        due(ordered(raised(around(), 0, espionage=2), {}, done=False), Due.ORDERS),
        "done",
        "Ann wrote no orders",
        (),
        seat=0,
    ),
    "J2.6 the highest Espionage, when all are done": Row(
        played(due(ordered(raised(around(), 0, espionage=2), {}, done=False), Due.ORDERS), "A:done"),
        "done",
        "Bob finished last, without orders, and all orders were opened",
        (
            "A has written no orders (J2.6)",
            "B has written no orders (J2.6)",
            "A has the highest Espionage and may rewrite an order (J2.6)",
        ),
        seat=1,
    ),
    "J2.6 an order is taken off": Row(
        played(spying(), "rewrite"), "count=2", "Ann took back order 2 (a1 to b2 with 3 fleets)", ()
    ),
    "J4.10 an order is cancelled": Row(
        played(spying(), "rewrite", "count=1"),
        "done",
        "Ann wrote no order in place of order 1",
        ("fleets jump: 3 of A (J2.6)",),
    ),
    "J4.10 an order is written anew": Row(
        played(spying(), "rewrite", "count=1", "from=a1", "to=c1"),
        "count=1",
        "Ann rewrote order 1: a1 to c1 with 1 fleet",
        ("fleets jump: 4 of A (J2.6)",),
    ),
    "J2.6 a Time Jump": Row(
        played(time_jump(), "negate=A", "count=2"),
        "discard=trade",
        "Ann discarded Trade to void order 2 of Ann (a1 to b2 with 3 fleets)",
        ("fleets jump: 2 of A (J2.6)",),
    ),
    "J2.6 a Planet Jump": Row(
        jumping_planet(),
        "done",
        "Ann finished last, with 2 orders, and all orders were opened",
        (
            "A has written 1: the Homeworld from a1 to b1, 2: a1 to a2 with 4 fleets (J2.6)",
            "B has written no orders (J2.6)",
            "the Homeworld of A jumps to b1, and a1 is a Void now (J2.6)",
            "fleets jump: 4 of A (J2.6)",
        ),
    ),
    "J2.6 two Homeworlds into one Void": Row(
        colliding(),
        "done",
        "Ann finished last, with 1 order, and all orders were opened",
        (
            "B has written 1: the Homeworld from c1 to b1 (J2.6)",
            "A has written 1: the Homeworld from a1 to b1 (J2.6)",
            "the Homeworld of B jumps to b1, and c1 is a Void now (J2.6)",
            "order 1 of A is void: the Homeworld of B takes b1 (J2.6)",
            "no fleet jumps (J2.6)",
        ),
        seat=0,
    ),
    "J2.7 a battle begins": Row(
        writing(
            {0: (order("a1", "b2", 2),), 1: (order("c3", "b2", 4),)},
            fleets=manned(manned(around(), 0, a1=5), 1, c3=5, j10=1).fleets,
        ),
        "done",
        "Ann finished last, with 1 order, and all orders were opened",
        (
            "A has written 1: a1 to b2 with 2 fleets (J2.6)",
            "B has written 1: c3 to b2 with 4 fleets (J2.6)",
            "fleets jump: 2 of A and 4 of B (J2.6)",
            "a battle begins at b2 between 2 fleets of A and 4 fleets of B: A and B deal damage at once, "
            "with Initiative 1 (J2.7)",
            "a fleet of A deals 1 point of damage in a round, and falls at 1 (J2.7)",
            "a fleet of B deals 1 point of damage in a round, and falls at 1 (J2.7)",
        ),
    ),
    "J2.7 a defended Nebula": Row(
        a_battle_before("d5", Space.NEBULA),
        "fire",
        "Ann fired with 1 fleet at c3, for 1 point of damage",
        (
            "B loses 1 fleet at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
            "a battle begins at d5 between 3 fleets of A and 2 fleets of B: A deals damage first with "
            "Initiative 3, then B with 2 (J2.7)",
            "a fleet of A deals 1 point of damage in a round, and falls at 1 (J2.7)",
            "A has 2 more Initiative in the first round by Cloaking (J2.7)",
            "a fleet of B deals 2 points of damage in a round, and falls at 2 (J2.7)",
            "B defends the Nebula, and has 1 more Initiative, Attack and Defense for it (J2.7)",
        ),
    ),
    "J2.7 the own Homeworld": Row(
        a_battle_before("j10", Space.HOMEWORLD),
        "fire",
        "Ann fired with 1 fleet at c3, for 1 point of damage",
        (
            "B loses 1 fleet at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
            "a battle begins at j10 between 3 fleets of A and 2 fleets of B: A deals damage first with "
            "Initiative 3, then B with 1 (J2.7)",
            "a fleet of A deals 1 point of damage in a round, and falls at 1 (J2.7)",
            "A has 2 more Initiative in the first round by Cloaking (J2.7)",
            "a fleet of B deals 3 points of damage in a round, and falls at 3 (J2.7)",
            "B is on its own Homeworld, and has 2 more Attack and Defense for it (J2.7)",
        ),
    ),
    "J4.12 equal Initiative": Row(
        battle({"fleets": 3}, {"fleets": 2}),
        "fire",
        "Ann fired with 3 fleets at c3, for 3 points of damage",
        ("the damage is dealt once B deals, too: the Initiative is equal (J2.7)",),
    ),
    "J2.7 a winner": Row(
        played(battle({"fleets": 3}, {"fleets": 2}), "fire"),
        "fire",
        "Bob fired with 2 fleets at c3, for 2 points of damage",
        (
            "A loses 2 fleets at c3, 1 is left (J2.7)",
            "B loses 2 fleets at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
        ),
    ),
    "J4.12 nobody is left": Row(
        played(battle({"fleets": 2}, {"fleets": 2}), "fire"),
        "fire",
        "Bob fired with 2 fleets at c3, for 2 points of damage",
        (
            "A loses 2 fleets at c3, none is left (J2.7)",
            "B loses 2 fleets at c3, none is left (J2.7)",
            "nobody is left at c3 (J4.12)",
        ),
    ),
    "J2.7 a higher Initiative, and kills": Row(
        battle({"fleets": 3, "initiative": 2}, {"fleets": 5}),
        "fire",
        "Ann fired with 3 fleets at c3, for 3 points of damage",
        ("B loses 3 fleets at c3, 2 are left (J2.7)", "A has destroyed 3 fleets in this battle (J2.7)"),
    ),
    "J2.7 a second round": Row(
        played(battle({"fleets": 3, "initiative": 2, "defense": 3}, {"fleets": 4}), "fire"),
        "fire",
        "Bob fired with 1 fleet at c3, for 1 point of damage",
        (
            "no fleet falls at c3 (J2.7)",
            "damage stays until the battle ends: 1 point on A (J2.7)",
            "round 2 begins: A deals damage first with Initiative 2, then B with 1 (J2.7)",
        ),
    ),
    "J2.7 Assimilation": Row(
        played(battle({"fleets": 5, "initiative": 2}, {"fleets": 7}, specials=((0, C.ASSIMILATION),)), "fire", "fire"),
        "fire",
        "Ann fired with 3 fleets at c3, for 3 points of damage",
        (
            "B loses 2 fleets at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
            "A gains 3 fleets there, half of the 7 destroyed: Assimilation (J2.7)",
        ),
    ),
    "J2.7 Assimilation without a gain": Row(
        battle({"fleets": 5, "initiative": 2}, {"fleets": 1}, specials=((0, C.ASSIMILATION),)),
        "fire",
        "Ann fired with 5 fleets at c3, for 5 points of damage",
        (
            "B loses 1 fleet at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
            "A gains 0 fleets there, half of the 1 destroyed: Assimilation (J2.7)",
        ),
    ),
    "J2.7 Nova Bombs": Row(
        played(
            battle({"fleets": 5, "initiative": 2}, {"fleets": 4, "defense": 2}, specials=((0, C.NOVA_BOMBS),)), "bomb"
        ),
        "count=2",
        "Ann gave up 2 of 5 fleets at c3 as Nova Bombs, each for 1 point of damage on every fleet there",
        (
            "A loses 3 fleets at c3, none is left (J2.7)",
            "B loses 4 fleets at c3, none is left (J2.7)",
            "nobody is left at c3 (J4.12)",
        ),
    ),
    "J2.7 damage is split": Row(
        battle({"fleets": 4, "initiative": 2}, {"fleets": 2}, {"fleets": 2}),
        "fire",
        "Ann fired with 4 fleets at c3, for 4 points of damage",
        ("A splits 4 points of damage between B and C (J2.7)",),
    ),
    "J2.7 a split": Row(
        played(battle({"fleets": 4, "initiative": 2}, {"fleets": 2}, {"fleets": 2}), "fire"),
        "count=1",
        "Ann aimed 1 of 4 points of damage at Bob, and 3 at Cleo",
        (
            "B loses 1 fleet at c3, 1 is left (J2.7)",
            "C loses 2 fleets at c3, none is left (J2.7)",
            "A has destroyed 3 fleets in this battle (J2.7)",
        ),
    ),
    "J4.8 the neutral side fires by itself": Row(
        battle_for_the_centre(),
        "fire",
        "Ann fired with 4 fleets at e5, for 8 points of damage",
        (
            "A loses 3 fleets at e5, 1 is left (J2.7)",
            "the neutral side loses 2 fleets at e5, 1 is left (J2.7)",
            "A has destroyed 2 fleets in this battle (J2.7)",
            "the neutral side has destroyed 3 fleets in this battle (J2.7)",
            "damage stays until the battle ends: 2 points on the neutral side (J2.7)",
            "round 2 begins: A deals damage first with Initiative 2, then the neutral side with 1 (J2.7)",
        ),
    ),
    "J4.12 battles one after another": Row(
        two_battles(),
        "fire",
        "Ann fired with 1 fleet at c3, for 1 point of damage",
        (
            "B loses 1 fleet at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
            "a battle begins at d5 between 1 fleet of A and 1 fleet of B: A deals damage first with "
            "Initiative 2, then B with 1 (J2.7)",
            "a fleet of A deals 1 point of damage in a round, and falls at 1 (J2.7)",
            "a fleet of B deals 1 point of damage in a round, and falls at 1 (J2.7)",
        ),
    ),
    "J2.8 down to the limit": Row(
        due(ordered(dealt(opened(), 0, *[C.JUMP] * 5), {}), Due.FINAL, 0),
        "discard=jump",
        "Ann discarded Jump, which left 4 cards in hand",
        (),
    ),
    "J2.8 the next player": Row(at_the_end(opened(), actor=0), "done", "Ann ended the turn with 0 cards in hand", ()),
    "J2 a turn ends": Row(
        at_the_end(opened()), "done", "Bob ended the turn with 0 cards in hand", ("turn 21 begins (J2)",)
    ),
    "J3.1 conquest": Row(
        at_the_end(conquering(opened(), 0)),
        "done",
        "Bob ended the turn with 0 cards in hand",
        ("the game is over, A wins: fleets on every enemy Homeworld (J3.1)",),
    ),
    "J3.1 one of two Homeworlds": Row(
        due(
            ordered(laid(manned(manned(opened(3), 0, j1=2), 1, i9=1), i9=Space.VOID), {}),
            Due.FINAL,
            2,
            held=opened(3).held,
        ),
        "done",
        "Cleo ended the turn with 0 cards in hand",
        (
            "nobody is on the Homeworld of A at a1 any more (J3.2)",
            "A occupies the Homeworld of B at j1, and so 1 of 2 that it needs to win (J3.1)",
            "turn 21 begins (J2)",
        ),
    ),
    "J3.2 a Homeworld taken back": Row(
        due(
            ordered(opened(), {}),
            Due.FINAL,
            1,
            held=held_by(1, "a1", "j10"),
        ),
        "done",
        "Bob ended the turn with 0 cards in hand",
        ("A is back on its Homeworld at a1 (J3.2)", "turn 21 begins (J2)"),
    ),
    "J2.7 new defenders of Nebulae": Row(
        at_the_end(laid(manned(opened(), 0, a1=1, b1=2), b1=Space.NEBULA)),
        "done",
        "Bob ended the turn with 0 cards in hand",
        (
            "A at b1 defends a Nebula from now on, with 1 more Initiative, Attack and Defense (J2.7)",
            "turn 21 begins (J2)",
        ),
    ),
    "J3.3 the neutral Homeworld is lost": Row(
        position(neutral_held(2).position._replace(fleets=manned(opened(neutral=True), 2).fleets), 100),
        "done",
        "Bob ended the turn with 0 cards in hand",
        ("A no longer holds the neutral Homeworld (J3.3)", "turn 10 begins (J2)"),
    ),
    "J4.13 two at once": Row(
        at_the_end(conquering(opened(), 0, 1)),
        "done",
        "Bob ended the turn with 0 cards in hand",
        (
            "B occupies the Homeworld of A at a1, all that it needs to win (J3.1)",
            "A occupies the Homeworld of B at j10, all that it needs to win (J3.1)",
            "A and B would win at once, so nobody does (J4.13)",
            "turn 21 begins (J2)",
        ),
    ),
    "J3.3 the neutral Homeworld is held": Row(
        neutral_held(1),
        "done",
        "Bob ended the turn with 0 cards in hand",
        ("A has held the neutral Homeworld for 2 turns (J3.3)", "turn 10 begins (J2)"),
    ),
    "J3.3 the neutral Homeworld wins": Row(
        neutral_held(2),
        "done",
        "Bob ended the turn with 0 cards in hand",
        (
            "A has held the neutral Homeworld for 3 turns (J3.3)",
            "the game is over, A wins: the neutral Homeworld held for three turns (J3.3)",
        ),
    ),
    "J3.4 the turn limit": Row(
        at_the_end(manned(opened(), 0, a1=7)._replace(turn=100)),
        "done",
        "Bob ended the turn with 0 cards in hand",
        ("the game is over, A wins: most fleets at the turn limit (J3.4)",),
    ),
    "J4.13 a draw": Row(
        at_the_end(opened()._replace(turn=100)),
        "done",
        "Bob ended the turn with 0 cards in hand",
        ("the game is over, A and B share the win: equal in all at the turn limit (J3.4, J4.13)",),
    ),
}
