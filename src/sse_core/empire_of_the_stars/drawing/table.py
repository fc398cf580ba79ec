"""Panels of the table in SVG drawings: the market, the display, far space, and the decks with their piles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...drawing.panels import Panel, cut, fitted
from ...drawing.svg import at, element, title
from ..actions import SEATS
from ..board import Board
from ..messages import counted, say
from ..positions.fields import GALAXY, IN_PILE
from ..positions.position import Position
from ..state import State
from ..words.phrases import credits, resource, token_name
from ..words.table import cards_of
from .art import Art
from .captions import far_holder, tile_lines, token_words
from .places import far_place, market_place, tile_place
from .rows import INNER, SMALL, WORDS, Thing, boxed, card_plate, grid, head, lines, plate

__all__ = ["decks_panel", "table_panel"]

_LINE: Final = 16
"""The height of a line with a sign."""

_FACE: Final = 62.0
"""The width of a thing that stands beside three others."""


def table_panel(art: Art, state: State, p: Position) -> Panel:
    """Return the panel of the market, the display and far space."""
    b = state.board
    rows = [*_market(art, b, p, state.market_values), *_display(art, b, p), *_far_space(art, b, p)]
    return boxed(art, rows, art.palette.faint)


def decks_panel(art: Art, state: State, p: Position) -> Panel:
    """Return the panel of the technologies that nobody has."""
    rows = [row for cost, deck in enumerate(state.decks) for row in _deck(art, state.board, p, cost, *deck)]
    return boxed(art, rows, art.palette.faint)


# --- the market


def _market(art: Art, b: Board, p: Position, values: tuple[int, int, int]) -> Iterator[Panel]:
    """Yield the market: the present values of resources, and the present gains from each tile (C5.5, C6.1)."""
    yield head(art, say("market"), say("what a resource is worth now"))
    yield _values(art, values)
    most = max((len(tile.kinds) for tile in b.content.market), default=1)
    height = 8.0 + _LINE * most
    tiles = [_market_tile(art, b, p, number, height) for number in range(len(b.content.market))]
    yield grid(art, tiles, 2, height)
    yield lines(art, say("Steward takes a tile with resources, Merchant the credits of all the others."))


def _values(art: Art, values: tuple[int, int, int]) -> Panel:
    """Return the open column: the value of each resource."""
    worth = [(resource(1, kind), credits(value)) for kind, value in enumerate(values)]
    words = [say("{resource} is worth {price}", resource=one, price=price) for one, price in worth]
    parts = [title(", ".join(words)), plate(INNER, 26, art.palette.open, art.palette.open_edge, stroke_width=2)]
    for kind, (_, price) in enumerate(worth):
        x = INNER / 3 * kind
        parts.append(art.resources[kind].drawn(x + 13, 13, 1.2))
        parts.append(art.start(x + 23, 17.5, cut(price, INNER / 3 - 24, WORDS), WORDS, font_weight="bold"))
    return Panel(element("g", *parts, class_="open-column"), 32)


def _market_tile(art: Art, b: Board, p: Position, number: int, height: float) -> Thing:
    """Return a market tile: the credits that it shows, or a line for each resource on it."""
    tile, palette = b.content.market[number], art.palette
    is_paid = bool(p.market >> number & 1)
    if is_paid:
        rows = [(art.gold.drawn(0, 0, 1.1), credits(tile.credits))]
    else:
        rows = [(art.resources[kind].drawn(0, 0, 1.2), resource(1, kind)) for kind in tile.kinds]
    top = (height - _LINE * len(rows)) / 2
    content = art.start(7, height / 2 + 4, str(number + 1), SMALL, palette.dim)
    for row, (sign, words) in enumerate(rows):
        y = top + _LINE * (row + 0.5)
        content += element("g", sign, transform=at(34, y)) + art.start(46, y + 4.3, cut(words, 82, WORDS), WORDS)
    gives = ", ".join(words for _, words in rows)
    return Thing(
        "market-tile",
        say("market tile {number}: {gives}", number=number + 1, gives=gives),
        content,
        market_place(p, number),
        fill=palette.open if is_paid else "",
    )


# --- tiles and far space


def _display(art: Art, b: Board, p: Position) -> Iterator[Panel]:
    """Yield the tiles of the display, and how many lie in the stack."""
    left = p.stack + p.bottom
    yield head(art, say("display"), counted(left, "{n} tile in the stack", "{n} tiles in the stack"))
    kinds = [kind for kind in range(b.n_kinds) if p.display[kind]]
    told = [[line for words in tile_lines(b, kind) for line in fitted(words, _FACE, SMALL)] for kind in kinds]
    height = 57.0 + 13 * max(map(len, told), default=1)
    things = [_display_tile(art, b, p, kind, words) for kind, words in zip(kinds, told, strict=True)]
    yield grid(art, things, 4, height)


def _display_tile(art: Art, b: Board, p: Position, kind: int, told: list[str]) -> Thing:
    tile, n = b.content.tiles[kind], counted(p.display[kind], "{n} tile", "{n} tiles")
    middle = _FACE / 2
    content = element("g", art.tile(tile.face, tile.makes), transform=at(middle, 24))
    content += art.text(middle, 52, n, SMALL, font_weight="bold")
    for row, line in enumerate(told):
        content += art.text(middle, 65 + 13 * row, cut(line, _FACE, SMALL), SMALL)
    what = ", ".join(tile_lines(b, kind))
    caption = say("{n} of the display: {what}", n=n, what=what)
    return Thing("tile", caption, content, tile_place(b, kind), fill=art.palette.cell)


def _far_space(art: Art, b: Board, p: Position) -> Iterator[Panel]:
    """Yield the locations of far space with their prices and who invested there, and the pile of galaxy tokens."""
    pile = counted(p.pile, "{n} galaxy token in the pile", "{n} galaxy tokens in the pile")
    yield head(art, say("far space"), pile)
    yield grid(art, [_location(art, b, p, number) for number in range(len(b.content.far_space))], 4, 58)


def _location(art: Art, b: Board, p: Position, number: int) -> Thing:
    token, middle = p.far_space[number], _FACE / 2
    price, holder = credits(b.content.far_space[number]), far_holder(token)
    content = art.text(middle, 14, cut(price, _FACE, SMALL), SMALL)
    content += art.start(6, 34, str(number + 1), SMALL, art.palette.dim)
    more = far_place(p, number)
    owner = ""
    if token == GALAXY:
        content += art.galaxy.drawn(middle + 4, 30)
    elif token:
        seat = token - 2 >> 1
        owner = SEATS[seat]
        drawn = art.token(seat, starbase=token % 2 == 1)
        content += element("g", drawn, data_seat=owner, transform=at(middle + 4, 30, 0.9))
    content += art.text(middle, 52, cut(holder, _FACE, SMALL), SMALL, art.palette.dim)
    held = say("{what} of {who}", what=token_name(token - 1), who=owner) if owner else _free(token)
    caption = say("far space {number}, {price}: {held}", number=number + 1, price=price, held=held)
    return Thing("far", caption, content, more)


def _free(token: int) -> str:
    """Return the drawing of a location without a player's token."""
    return token_words(1, is_galaxy=True) if token == GALAXY else say("free")


# --- technologies


def _deck(art: Art, b: Board, p: Position, cost: int, size: int, top: int) -> Iterator[Panel]:
    """Yield the cards of a cost: the number in the deck, and the open card on its pile, with its effects."""
    pile = sum(b.costs[card] == cost + 1 for card in cards_of(b, p, IN_PILE))
    left = counted(size, "{n} card face down", "{n} cards face down")
    yield head(art, say("technologies of cost {cost}", cost=cost + 1), left)
    if top < 0:
        yield lines(art, say("none lies open"), fill=art.palette.faint)
        return
    yield card_plate(art, b, top, {}, more=counted(pile, "open, {n} card in the pile", "open, {n} cards in the pile"))
