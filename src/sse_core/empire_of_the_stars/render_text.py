"""Drawings of positions for a terminal: the round, the wheel, the market, the galaxy, the players."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ..drawing.checks import check_marked, check_pen
from ..drawing.pens import Painted, drawn, joined, painted, wrapped
from ..game import PLAIN, Pen
from .actions import SEATS, Action
from .board import Board
from .card_words import powers_told
from .layout import NOBODY
from .position import Position
from .state import State, check_state
from .trace import MARK, Trace, trace_of
from .vocabulary import RESOURCES, ROLES
from .words import (
    battle_words,
    card_name,
    due_words,
    edict_words,
    far_words,
    fleet_line,
    fleet_words,
    hand_words,
    owned_words,
    player_line,
    power_words,
    role_words,
    round_words,
    tile_words,
    token_words,
)

__all__ = ["market_words", "situation", "table_lines", "to_text"]

_WIDTH: Final = 80
_NO_BREAK: Final = "\xa0"
"""A blank inside a region, where lines don't break."""


def to_text(state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), pen: Pen = PLAIN) -> str:
    """Return a drawing of a position for a terminal: the round, the table, the galaxy by sectors, the players.

    It is at most 80 columns wide and has no newline at its end. A region is its name, its tile, its token (``A`` a
    colony, ``A*`` a starbase) and its ships (``B:2f1c`` two fighters and a cruiser). `last` has the actions that led to
    the position: their regions are marked by ``'``, and a line names the actions. The regions of `marked` stand in
    brackets.

    Raises ArgumentError for a marked region that isn't on the map, IllegalActionError for what is no action of the
    game, TypeError for a value of another type.
    """
    board = check_state(state).board
    look = _Look(trace_of(state, last), check_marked(marked, board.content.regions, "region"), check_pen(pen))
    lines = [
        part for line in _lines(state, Position(state.data), look) for part in (wrapped(line, _WIDTH, "   ") or [line])
    ]
    return drawn(lines, pen).replace(_NO_BREAK, " ")


class _Look(NamedTuple):
    """How a drawing looks: what is marked, and the pen."""

    trace: Trace
    marked: frozenset[str]
    pen: Pen


def situation(b: Board, p: Position) -> str:
    """Return the round, the role, and what is due."""
    return f"{round_words(p)}, {role_words(p)}: {due_words(b, p)}"


def _lines(state: State, p: Position, look: _Look) -> Iterator[Painted]:
    b = state.board
    yield painted(situation(b, p), "strong")
    if look.trace.words:
        yield painted("Last: ") + painted(look.trace.words, "last") + painted(f" ({MARK} their regions)")
    for line in (*battle_words(state, p), *table_lines(state, p)):
        yield painted(line)
    yield painted("")
    for sector in b.content.sectors:
        regions = [_region(b, p, region, look) for region in sector.regions]
        yield painted(f"{sector.name:2} ", "dim") + joined(regions, " | ")
    yield painted("")
    for seat in range(p.players):
        yield painted(f"{SEATS[seat]} ", SEATS[seat]) + painted(
            f"{state.totals[seat]} points: {player_line(b, p, seat)}"
        )
        yield painted(f"  {fleet_line(b, p, seat)}")
        hand, owned = hand_words(b, p, seat), owned_words(b, p, seat)
        yield painted(f"  hand {', '.join(hand) or 'empty'}")
        power = power_words(b, p, seat)
        if power:
            yield painted(f"  power {power}")
            yield from (painted(f"  {line}") for line in powers_told(b, p, seat))
        if owned:
            yield painted(f"  owns {', '.join(owned)}")


def _region(b: Board, p: Position, region: int, look: _Look) -> Painted:
    name = b.content.regions[region]
    sign = look.trace.sign(name)
    parts = [f"{name}{sign}", tile_words(b, p, region), token_words(p.token[region]), fleet_words(p, region)]
    text = " ".join(filter(None, parts)).replace(" ", _NO_BREAK)
    if name in look.marked:
        return painted(f"[{text}]", "marked")
    return painted(text, "last" if sign else "")


def market_words(state: State, p: Position) -> str:
    """Return the market: the tiles that show resources, those that show credits, and the values."""
    tiles = [
        f"{number + 1} {tile.credits} credits"
        if p.market >> number & 1
        else f"{number + 1} {'+'.join(RESOURCES[kind] for kind in tile.kinds)}"
        for number, tile in enumerate(state.board.content.market)
    ]
    prices = ", ".join(f"{name} {value}" for name, value in zip(RESOURCES, state.market_values, strict=True))
    return f"market: {'; '.join(tiles)}. Values: {prices}"


def table_lines(state: State, p: Position) -> Iterator[str]:
    """Yield what lies on the table beside the galaxy, as lines."""
    b = state.board
    yield edict_words(b, p)
    wheel = [
        f"{'>' if role == p.monolith != NOBODY else ''}{ROLES[role]}" + (f" +{p.wheel[role]}" if p.wheel[role] else "")
        for role in b.content.wheel
    ]
    yield f"wheel: {', '.join(wheel)}"
    yield market_words(state, p)
    shown = [f"{n} {tile.name}" for n, tile in zip(p.display, b.content.tiles, strict=False) if n]
    yield f"display: {', '.join(shown) or 'empty'}; stack {p.stack + p.bottom}"
    places = [
        f"{number + 1} ({price}) {far_words(p.far_space[number]) or 'free'}"
        for number, price in enumerate(b.content.far_space)
    ]
    yield f"far space: {', '.join(places)}; pile {p.pile}"
    decks: list[str] = []
    for cost, (size, top) in enumerate(state.decks):
        name = card_name(b, top) if top >= 0 else "none"
        decks.append(f"cost {cost + 1}: {size} in the deck, open {name}")
    yield "; ".join(decks)
