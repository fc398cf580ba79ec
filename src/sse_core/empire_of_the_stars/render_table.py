"""Panels of the table in SVG drawings: the battle, the market, far space, the display, the decks; the legend."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ..drawing.panels import Panel
from ..drawing.svg import at, element, title
from .actions import SEATS
from .board import Board
from .content import Face
from .due import Due
from .layout import BLOCKED, GALAXY, NOBODY
from .position import Position
from .render_art import RADIUS, Art
from .render_panel import INNER, boxed, card_chip, chips
from .state import State
from .trace import Trace
from .vocabulary import RESOURCES, SHIPS, TYPES
from .words import counted, far_words

__all__ = ["battle_panel", "legend_of", "table_panel"]


def table_panel(art: Art, state: State, p: Position) -> Panel:
    """Return the panel of the market, the display, far space and the decks."""
    b = state.board
    rows = [_market(art, b, p, state.market_values), _display(art, b, p), _far_space(art, b, p)]
    rows += [_deck(art, b, cost, *deck) for cost, deck in enumerate(state.decks)]
    return boxed(art, rows, art.palette.faint)


def _head(art: Art, words: str) -> str:
    return art.text(0, 13, words, 12, art.palette.dim, text_anchor="start")


def _plate(width: float, height: float, fill: str, edge: str, weight: float = 1) -> str:
    return element("rect", width=width, height=height, rx=5, fill=fill, stroke=edge, stroke_width=weight)


# --- the market


def _market(art: Art, b: Board, p: Position, values: Sequence[int]) -> Panel:
    """Return the market table: tiles with credits at the left, those with resources at the right (C5.5).

    The column between them is open, and has the values.
    """
    tiles = range(len(b.content.market))
    paid = [number for number in tiles if p.market >> number & 1]
    left = [number for number in tiles if not p.market >> number & 1]
    width, palette = INNER / (len(tiles) + 1), art.palette
    content = _head(art, "market")
    for column, number in enumerate((*paid, -1, *left)):
        if number < 0:
            parts = [
                title(", ".join(f"{each} {value}" for each, value in zip(RESOURCES, values, strict=True))),
                _plate(width - 5, 62, palette.open, palette.open_edge, 2.5),
            ]
            for kind, value in enumerate(values):
                parts += [
                    art.resources[kind].drawn(width / 2 - 14, 12 + 19 * kind),
                    art.text(width / 2 + 7, 16.5 + 19 * kind, str(value), 13, font_weight="bold"),
                ]
        else:
            tile = b.content.market[number]
            face = element("g", art.coin(tile.credits, 12), transform=at(width / 2 - 2.5, 24))
            if number in left:
                makes = (int(0 in tile.kinds), int(1 in tile.kinds), int(2 in tile.kinds))
                face = art.made(makes, width / 2 - 2.5, 24)
            parts = [
                _plate(width - 5, 62, palette.box, palette.faint),
                face,
                art.text(width / 2 - 2.5, 57, str(number + 1), 11, palette.dim),
            ]
        name = "open-column" if number < 0 else "market-tile"
        content += element("g", *parts, class_=name, transform=at(width * column, 20))
    return Panel(content, 92)


# --- tiles and far space


def _display(art: Art, b: Board, p: Position) -> Panel:
    """Return the tiles of the display, and how many lie in the stack."""
    shown = [(kind, p.display[kind]) for kind in range(b.n_kinds) if p.display[kind]]
    per_row = 7
    content = _head(art, f"display; stack {p.stack + p.bottom}")
    for index, (kind, n) in enumerate(shown):
        line, place = divmod(index, per_row)
        tile = b.content.tiles[kind]
        parts = [
            title(f"{n} {tile.name}"),
            element("circle", r=20.5, fill=art.palette.cell, stroke=art.palette.edge, stroke_width=1.2),
            element("g", art.tile(tile.face, tile.makes), transform="translate(0 2.5) scale(0.8)"),
        ]
        if n > 1:
            parts.append(art.text(14, 19, f"×{n}", 12, font_weight="bold"))
        content += element("g", *parts, class_="tile", transform=at(23 + 45.5 * place, 42 + 46 * line))
    return Panel(content, 22 + 46 * max(1, -(-len(shown) // per_row)))


def _far_space(art: Art, b: Board, p: Position) -> Panel:
    """Return the locations of far space with their prices and tokens, and the pile of galaxy tokens."""
    prices, per_row = b.content.far_space, 8
    width = INNER / min(per_row, max(1, len(prices)))
    content = _head(art, "far space") + art.text(INNER, 13, f"pile {p.pile}", 12, art.palette.dim, text_anchor="end")
    content += art.galaxy.drawn(INNER - 52, 8, 0.8)
    width = min(width, 60)
    for number, price in enumerate(prices):
        line, place = divmod(number, per_row)
        token = p.far_space[number]
        parts = [
            title(f"far space {number + 1}, price {price}: {far_words(token) or 'free'}"),
            _plate(width - 4, 46, art.palette.box, art.palette.faint),
            art.text(width / 2 - 2, 13, str(price), 12, art.palette.dim),
        ]
        if token == GALAXY:
            parts.append(art.galaxy.drawn(width / 2 - 2, 29))
        elif token:
            drawn = art.token(token - 2 >> 1, starbase=token % 2 == 1)
            parts.append(element("g", drawn, data_seat=SEATS[token - 2 >> 1], transform=at(width / 2 - 2, 29, 0.9)))
        content += element("g", *parts, class_="far", transform=at(width * place, 20 + 50 * line))
    return Panel(content, 26 + 50 * max(1, -(-len(prices) // per_row)))


def _deck(art: Art, b: Board, cost: int, size: int, top: int) -> Panel:
    """Return the cards of a cost: how many lie in the deck, and the open one on its pile."""
    shown = [card_chip(b, top, ", open")] if top >= 0 else []
    return chips(art, f"deck {cost + 1}: {size}", shown)


# --- the battle

_SIDE: Final = (INNER - 20) / 2


def battle_panel(art: Art, state: State, p: Position) -> Panel | None:
    """Return the panel of the battle that goes on: sides, strengths and, once open, dials; None without one."""
    if p.sector == NOBODY:
        return None
    palette = art.palette
    leaders = " against ".join(SEATS[seat] for seat in (p.attacker, p.defender))
    parts = [
        art.words(
            INNER / 2,
            15,
            f"{leaders} in sector {state.board.content.sectors[p.sector].name}",
            15,
            INNER,
            palette.battle,
            font_weight="bold",
        ),
    ]
    for side in range(2):
        x = side * (_SIDE + 20)
        parts.append(element("g", _side(art, state, p, side), class_="side", transform=at(x, 22)))
    height = 151.0
    if p.shifts:
        height += 4
        words = f"{counted(p.shifts, 'ship')} can still be moved by tactics"
        parts.append(art.text(INNER / 2, height + 10, words, 12))
        height += 20
    return boxed(art, [Panel("".join(parts), height)], palette.battle, bright=True)


def _side(art: Art, state: State, p: Position, side: int) -> str:
    """Return a side of a battle: its players, the first one leads; its strength; its dial."""
    palette, lead = art.palette, (p.attacker, p.defender)[side]
    seats = [lead, *(seat for seat in range(p.players) if p.side[seat] == side + 1 and seat != lead)]
    counted_now = p.step >= Due.DIAL
    force = p.force[side] if counted_now else sum(state.strength(seat, p.sector) for seat in seats)
    parts = [
        element(
            "g", art.token(seat, starbase=False, radius=11 if seat == lead else 8), transform=at(12 + 21 * place, 27)
        )
        for place, seat in enumerate(seats)
    ]
    parts += [
        art.text(_SIDE, 34, str(force), 20, font_weight="bold", text_anchor="end"),
        art.text(0, 57, "defender" if side else "attacker", 11, palette.dim, text_anchor="start"),
        art.text(_SIDE, 57, "strength", 11, palette.dim, text_anchor="end"),
    ]
    return "".join([*parts, *_dial(art, state, p, side, force)])


def _dial(art: Art, state: State, p: Position, side: int, force: int) -> Iterator[str]:
    """Yield the dial as three bars; while it is sealed, whether it is set."""
    palette, lead = art.palette, (p.attacker, p.defender)[side]
    is_open = p.step > Due.DIAL and min(p.written) > 1
    if not is_open:
        words = "dial set" if p.step == Due.DIAL and p.written[side] > 1 else "dial not set"
        plate = element(
            "rect",
            y=68,
            width=_SIDE,
            height=54,
            rx=6,
            fill=palette.face_down,
            stroke=palette.dim,
            stroke_dasharray="5 4",
        )
        yield plate + art.text(_SIDE / 2, 99, words, 13)
        return
    tactics, weapons = p.tactics[side], p.weapons[side]
    parts = (("tactics", tactics), ("weapons", weapons), ("shields", state.dial_end(force - tactics - weapons)))
    for row, (name, n) in enumerate(parts):
        y, long = 70 + 15 * row, _SIDE - 84
        bar = {"x": 54, "y": y, "height": 9, "rx": 2}
        yield art.text(0, y + 8.5, name, 11, palette.dim, text_anchor="start")
        yield element("rect", **bar, width=long, fill=palette.box)
        if n:
            yield element("rect", **bar, width=max(2, long * n / max(force, 1)), fill=palette.seats[lead])
        yield art.text(_SIDE, y + 9, str(n), 12, font_weight="bold", text_anchor="end")
    yield art.text(0, 125, f"{counted(p.hits[side], 'hit')} left", 11, text_anchor="start")


# --- the legend

_ENTRY_WIDTH: Final = 116
_ENTRY_HEIGHT: Final = 30


def legend_of(art: Art, b: Board, p: Position, trace: Trace, marked: Collection[str], width: float) -> Panel:
    """Return the legend: each kind of thing with its name, in as many rows as they need.

    Tiles, blocked regions and frames have an entry only where they are there.
    """
    entries = list(_legend(art, b, p, trace, marked))
    columns = int(width // _ENTRY_WIDTH)
    content = ""
    for index, (words, form) in enumerate(entries):
        row, column = divmod(index, columns)
        label = art.text(18, 4, words, 12, art.palette.dim, text_anchor="start")
        place = at(column * width / columns + 18, row * _ENTRY_HEIGHT + _ENTRY_HEIGHT / 2)
        content += element("g", element("g", form), label, class_="legend", transform=place)
    return Panel(content, -(-len(entries) // columns) * _ENTRY_HEIGHT + 4)


def _legend(art: Art, b: Board, p: Position, trace: Trace, marked: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the drawing of each entry."""
    palette = art.palette
    yield from ((name, art.resources[kind].drawn(0, 0, 1.2)) for kind, name in enumerate(RESOURCES))
    names = {Face.SPACE: "empty space", Face.ASTEROIDS: "asteroids", Face.WORMHOLE: "wormhole", Face.PLANET: "planet"}
    there = {b.content.tiles[tile - 1].face for tile in p.tile[: b.n_regions] if 0 < tile <= b.n_kinds}
    for face, name in names.items():
        if face in there:
            low = 2.5 if face in (Face.WORMHOLE, Face.PLANET) else 2
            yield name, element("g", art.ground[face].drawn(), transform=at(0, low, 0.7))
    if BLOCKED in p.tile[: b.n_regions]:
        cross = element("path", d="M-6 -6L6 6M6 -6L-6 6", stroke=palette.edge, stroke_width=2)
        yield "blocked", cross
    yield "colony", art.token(0, starbase=False)
    yield "starbase", element("g", art.token(0, starbase=True), transform="scale(0.8)")
    yield "home world", element("g", art.home(0), transform="scale(0.5)")
    for kind, name in enumerate(SHIPS):
        yield name, art.inked_ships[kind].drawn(0, 0, 1.2)
    yield "moved ship", element("g", art.fleet(0, [(1, 1), (0, 0), (0, 0)]).content, transform="scale(0.9)")
    yield "influence", element("g", art.influence(0, 1).content)
    yield "galaxy token", art.galaxy.drawn()
    yield "credits", art.coin(3, 9)
    yield "monolith", art.monolith.drawn(0, 0, 0.8)
    yield "Emperor", art.crown.drawn()
    yield "scepter", art.scepter.drawn(0, -2)
    yield from ((name, art.types[kind].drawn()) for kind, name in enumerate(TYPES))
    if trace.regions:
        yield "last actions", art.framed.drawn(0, 0, 10 / RADIUS)
    if marked:
        yield "marked", art.marked.drawn(0, 0, 10 / RADIUS)
