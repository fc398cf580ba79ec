"""Drawings of positions for a terminal: the round, the wheel, the market, the galaxy, the players."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ...drawing.checks import check_marked, check_pen
from ...drawing.pens import Painted, drawn, joined, painted, wrapped
from ...game import PLAIN, Pen
from ...play.sentences import listed
from ..actions import SEATS, Action
from ..board import Board
from ..messages import counted, say
from ..packs.content import MarketTile
from ..positions.fields import GALAXY, NOBODY
from ..positions.position import Position
from ..state import State, check_state
from ..words.cards import powers_told
from ..words.phrases import credits, market_values, resource, role_name, tile_name, token_name
from ..words.table import (
    battle_words,
    card_name,
    due_words,
    edict_words,
    fleet_line,
    fleet_words,
    hand_words,
    owned_words,
    power_words,
    role_words,
    round_words,
    things_held,
    tile_words,
    token_words,
)
from .trace import MARK, Trace, trace_of

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

    Raises ArgumentError for a marked region that isn't on the map, IllegalActionError for a value that is no action of
    the game, TypeError for a value of another type.
    """
    board = check_state(state).board
    look = _Look(trace_of(state, last), check_marked(marked, board.content.regions, "region"), check_pen(pen))
    lines = [
        part for line in _lines(state, Position(state.data), look) for part in (wrapped(line, _WIDTH, "   ") or [line])
    ]
    return drawn(lines, pen).replace(_NO_BREAK, " ")


class _Look(NamedTuple):
    """The look of a drawing: the marks, and the pen."""

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
        yield painted(say("Last: {actions}", actions="")) + painted(look.trace.words, "last") + painted(_marks())
    for line in (*battle_words(state, p), *table_lines(state, p)):
        yield painted(line)
    yield painted("")
    for sector in b.content.sectors:
        regions = [_region(b, p, region, look) for region in sector.regions]
        yield painted(f"{sector.name:2} ", "dim") + joined(regions, " | ")
    signs = say("2p: a planet that makes 2 polymers. A: a colony, A*: a starbase. A:2f1c: 2 fighters and 1 cruiser")
    yield painted(signs, "dim")
    yield painted("")
    for seat in range(p.players):
        things = ", ".join(things_held(p, seat))
        points = counted(state.totals[seat], "{n} point: {things}", "{n} points: {things}", things=things)
        yield painted(f"{SEATS[seat]} ", SEATS[seat]) + painted(points)
        yield painted(f"  {fleet_line(p, seat)}")
        hand, owned = hand_words(b, p, seat), owned_words(b, p, seat)
        yield painted(f"  {say('hand {cards}', cards=', '.join(hand) or say('empty'))}")
        power = power_words(b, p, seat)
        if power:
            yield painted(f"  {say('power {words}', words=power)}")
            yield from (painted(f"  {line}") for line in powers_told(b, p, seat))
        if owned:
            yield painted(f"  {say('owns {cards}', cards=', '.join(owned))}")


def _marks() -> str:
    return say(" ({mark} their regions)", mark=MARK)


def _region(b: Board, p: Position, region: int, look: _Look) -> Painted:
    name = b.content.regions[region]
    sign = look.trace.sign(name)
    parts = [f"{name}{sign}", tile_words(b, p, region), token_words(p.token[region]), fleet_words(p, region)]
    text = " ".join(filter(None, parts)).replace(" ", _NO_BREAK)
    if name in look.marked:
        return painted(f"[{text}]", "marked")
    return painted(text, "last" if sign else "")


def market_words(state: State, p: Position) -> Iterator[str]:
    """Yield the market: the tiles that show resources, those that show credits, and the values."""
    tiles = state.board.content.market
    shown = [_shown(tile) for number, tile in enumerate(tiles) if not p.market >> number & 1]
    taken = [tile.credits for number, tile in enumerate(tiles) if p.market >> number & 1]
    brought = credits(sum(taken))
    if shown:
        yield say(
            "Steward can pick a market tile: {tiles}. Merchant brings {credits}",
            tiles="; ".join(shown),
            credits=brought,
        )
    else:
        yield say("Steward has no market tile to pick. Merchant brings {credits}", credits=brought)
    yield say("Market values: {values}", values=market_values(state.market_values))


def _shown(tile: MarketTile) -> str:
    return listed(resource(1, kind) for kind in tile.kinds)


def _wheel(b: Board, p: Position) -> str:
    """Return the roles in their order, with the credits that lie on them, and where the monolith is."""
    roles: list[str] = []
    for role in b.content.wheel:
        n = p.wheel[role]
        roles.append(f"{role_name(role)} ({credits(n)})" if n else role_name(role))
    if p.monolith == NOBODY:
        return say("Wheel, clockwise: {roles}", roles=", ".join(roles))
    return say(
        "Wheel, clockwise: {roles}. The monolith is on {role}", roles=", ".join(roles), role=role_name(p.monolith)
    )


def _display(b: Board, p: Position) -> str:
    """Return the tiles on display, and how many lie in the stack."""
    shown: list[str] = []
    for n, tile in zip(p.display, b.content.tiles, strict=False):
        if n:
            shown.append(say("{tile} ({n} of them)", tile=tile_name(tile), n=n) if n > 1 else tile_name(tile))
    tiles = "; ".join(shown) or say("none")
    return say("Tiles on display: {tiles}. {n} more in the stack", tiles=tiles, n=p.stack + p.bottom)


def _far_space(b: Board, p: Position) -> str:
    """Return the locations of far space by what lies there, with their prices, and the galaxy tokens of the pile."""
    by_token: dict[int, list[str]] = {}
    for number, price in enumerate(b.content.far_space):
        by_token.setdefault(p.far_space[number], []).append(f"{number + 1} ({credits(price)})")
    found = [
        say("{what} at {places}", what=_at_location(token), places=", ".join(places))
        for token, places in sorted(by_token.items())
    ]
    return say("Locations of far space: {found}. {n} galaxy tokens in the pile", found="; ".join(found), n=p.pile)


def _at_location(token: int) -> str:
    if token <= GALAXY:
        return say("a galaxy token") if token else say("nothing")
    return say("a {token} of {who}", token=token_name(token - 1), who=SEATS[token - 2 >> 1])


def _decks(state: State) -> str:
    """Return the cards of each cost: those face down, and the open one."""
    found: list[str] = []
    for cost, (n, top) in enumerate(state.decks):
        name = card_name(state.board, top) if top >= 0 else say("none")
        found.append(say("cost {cost}: {n} face down, open {card}", cost=cost + 1, n=n, card=name))
    return say("Technologies of {found}", found="; ".join(found))


def table_lines(state: State, p: Position) -> Iterator[str]:
    """Yield the things on the table beside the galaxy, as lines."""
    b = state.board
    yield edict_words(b, p)
    yield _wheel(b, p)
    yield from market_words(state, p)
    yield _display(b, p)
    yield _far_space(b, p)
    yield _decks(state)
