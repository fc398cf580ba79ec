"""Positions of Jump Wars to test with: one for each step, and more; each has what the step needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sse_core.jump_wars import reference
from sse_core.jump_wars.actions import TABLE
from sse_core.jump_wars.cards import Card
from sse_core.jump_wars.options import Options
from sse_core.jump_wars.positions.makers import new_game
from sse_core.jump_wars.positions.position import (
    Due,
    Position,
    WrittenOrders,
    changed,
    decide,
    side_at,
    with_fleets,
    with_player,
)
from sse_core.jump_wars.reference import fight, jump
from sse_core.jump_wars.reference.hand import put_into
from sse_core.jump_wars.text.notation import parse_action

FRESH: Final = new_game(players=3, seed=1, options=Options(neutral=True, turn_limit=9)).position
"""A new game for three: the Homeworlds are in a1, j1 and e10, the neutral one in e5."""


def played(p: Position, *texts: str) -> Position:
    """Return the position after some actions, each of the first who is to act; all must be legal."""
    for text in texts:
        player, index = reference.to_act(p)[0], TABLE.ids[parse_action(text)]
        assert index in reference.legal_ids(p, player), text
        p = reference.play(p, player, index)
    return p


def dealt(p: Position, seat: int, *cards: Card) -> Position:
    """Return the position in which a player has some cards of the deck."""
    for card in cards:
        p = put_into(p._replace(unseen=changed(p.unseen, card, -1)), seat, card)
    return p


def learned(p: Position, seat: int, *cards: Card) -> Position:
    """Return the position in which a player has learned some specials."""
    return with_player(p, seat, learned=p.players[seat].learned | {*cards})


def raised(p: Position, seat: int, technology: Card, by: int) -> Position:
    """Return the position in which a player has a higher level."""
    return with_player(p, seat, levels=changed(p.players[seat].levels, technology, by))


def _later() -> Position:
    """Turn 2, before the start player B draws: everybody has some cards, A has learned everything of use."""
    p = FRESH._replace(turn=2, start_player=1)
    p = dealt(p, 0, Card.ATTACK, Card.ATTACK, Card.NOVA_BOMBS, Card.PROGENITOR_RUINS)
    p = dealt(p, 1, Card.TRADE, Card.JUMP)
    p = dealt(p, 2, Card.GENESIS)
    specials = (Card.SABOTAGE, Card.TIME_JUMP, Card.PLANET_JUMP, Card.LEADERSHIP, Card.POSITRONIC_BRAINS)
    p = learned(p, 0, *specials, Card.STAR_DOCKS)
    for seat in range(3):
        p = with_player(p, seat, tokens=(250, 12, 0)[seat])
    return decide(p, Due.DRAW, 1)


LATER: Final = _later()


def decided(step: Due, actor: int) -> Position:
    """Return the position of turn 2 in which a decision of a player is due."""
    return decide(LATER, step, actor)


def stealing() -> Position:
    return decide(raised(LATER, 0, Card.TRADE, 1), Due.STEAL, 0)


def ordered(*texts: str, spy: bool = False, options: Options | None = None) -> Position:
    """Return the position after A writes orders, and the others write none."""
    p = LATER if options is None else LATER._replace(options=options)
    p = raised(p, 0, Card.ESPIONAGE, 1) if spy else p
    return played(jump.begin(p), *texts, "done", "done", "done")


JUMP: Final = ("from=a1", "to=a2", "count=2")
"""An order of A."""

PLANET: Final = "planet=b1"
"""Another one, of the Homeworld."""


def meeting(*sides: int, space: int = 12, fleets: int = 3) -> Position:
    """Return the position in which sides meet: every player has learned Nova Bombs."""
    p = LATER
    for seat in range(3):
        p = with_player(learned(p, seat, Card.NOVA_BOMBS), seat, written_orders=WrittenOrders(done=True))
    for side in sides:
        p = with_fleets(p, side, space, fleets)
    return fight.begin(p)


def over() -> Position:
    """Return the end of a game at the turn limit."""
    p = decide(LATER._replace(turn=9), Due.FINAL, 1)
    p = with_player(p, 0, written_orders=WrittenOrders(done=True))
    p = with_player(
        with_player(p, 1, written_orders=WrittenOrders(done=True)), 2, written_orders=WrittenOrders(done=True)
    )
    return played(p, "done", "done", "done")


def holding(turns: int = 1) -> Position:
    """Return a position in which C has held the neutral Homeworld for some turns."""
    p = with_fleets(with_fleets(LATER, 3, 44, -3), 2, 44, 1)
    held = tuple(side_at(p, space) for space in range(100))
    return p._replace(held=held, turn=5, neutral_holder=2, neutral_turns=turns)


SCENES: Final[Mapping[str, Callable[[], Position]]] = {
    "start": lambda: FRESH,
    "draw": lambda: LATER,
    "drawing": lambda: played(LATER, "take"),
    "drawn": lambda: played(
        decided(Due.DRAW, 0), "ruins", "draw=attack", "draw=jump", "brains", "draw=command", "take"
    ),
    "offer": lambda: decided(Due.OFFER, 0),
    "give": lambda: played(decided(Due.OFFER, 0), "offer=B", "give=attack"),
    "pay": lambda: played(decided(Due.OFFER, 0), "offer=B", "give=attack", "give=nova_bombs", "count=99"),
    "ask": lambda: played(decided(Due.OFFER, 0), "offer=B", "give=attack", "done", "count=3", "ask=attack"),
    "charge": lambda: played(decided(Due.OFFER, 0), "offer=B", "done", "count=0", "ask=trade", "done"),
    "charge in parts": lambda: played(decided(Due.OFFER, 1), "offer=A", "done", "count=0", "done", "count=99"),
    "answer": lambda: played(
        decided(Due.OFFER, 0), "offer=B", "done", "count=5", "ask=trade", "ask=genesis", "count=7"
    ),
    "steal": stealing,
    "theft": lambda: played(stealing(), "steal=B"),
    "alliance": lambda: decide(raised(LATER, 2, Card.DIPLOMACY, 1), Due.ALLIANCE, 2),
    "tech": lambda: decided(Due.TECH, 0),
    "pairs": lambda: decided(Due.PAIRS, 0),
    "mine": lambda: played(decided(Due.MINE, 0), "discard=attack", "boost=attack", "lead=manufacturing"),
    "build": lambda: played(decided(Due.BUILD, 0), "build=a1"),
    "sabotage": lambda: decided(Due.SABOTAGE, 0),
    "sabotage, space": lambda: played(decided(Due.SABOTAGE, 0), "sabotage=neutral"),
    "sabotage, card": lambda: played(decided(Due.SABOTAGE, 0), "sabotage=B", "at=j1"),
    "orders": lambda: played(jump.begin(LATER), *JUMP, PLANET, "boost=attack", "lead=command", "from=a1"),
    "orders, to": lambda: played(jump.begin(LATER), "from=a1", "to=b1"),
    "orders, done": lambda: played(jump.begin(LATER), *JUMP, "done"),
    "orders, in parts": lambda: played(
        jump.begin(raised(with_fleets(LATER, 0, 0, 300), 0, Card.LOGISTICS, 300)), "from=a1", "to=b1", "count=99"
    ),
    "espionage": lambda: ordered(*JUMP, PLANET, spy=True),
    "rewrite": lambda: played(ordered(*JUMP, PLANET, spy=True), "rewrite"),
    "rewriting": lambda: played(ordered(*JUMP, PLANET, spy=True), "rewrite", "count=1"),
    "rewriting, from": lambda: played(ordered(*JUMP, PLANET, spy=True), "rewrite", "count=1", "from=a1"),
    "time jump": lambda: ordered(*JUMP, PLANET),
    "negate, order": lambda: played(ordered(*JUMP, PLANET), "negate=A"),
    "negate, card": lambda: played(ordered(*JUMP, PLANET), "negate=A", "count=2"),
    "deal": lambda: meeting(0, 1),
    "deal, second": lambda: played(meeting(0, 1, 2), "bomb", "count=1", "count=2"),
    "bombs": lambda: played(meeting(0, 1), "bomb"),
    "bombs in parts": lambda: played(meeting(0, 1, fleets=250), "bomb", "count=99"),
    "split": lambda: meeting_split(),
    "split in parts": lambda: played(meeting(0, 1, 2, fleets=250), "fire", "count=99"),
    "against the neutral": lambda: meeting(2, space=44),
    "later round": lambda: played(raised_defense(), "fire", "fire"),
    "final": lambda: played_final(),
    "end": over,
    "neutral holder": holding,
}
"""A position for each step, and more, by name."""


def meeting_split() -> Position:
    return played(meeting(0, 1, 2), "bomb", "count=1")


def raised_defense() -> Position:
    """Return a battle in which nobody falls at once."""
    p = LATER
    for seat in range(3):
        p = with_player(raised(p, seat, Card.DEFENSE, 6), seat, written_orders=WrittenOrders(done=True))
    return fight.begin(with_fleets(with_fleets(p, 0, 12, 3), 1, 12, 2))


def played_final() -> Position:
    p = decide(LATER, Due.FINAL, 1)
    for seat in range(3):
        p = with_player(p, seat, written_orders=WrittenOrders(done=True))
    return played(p, "done")
