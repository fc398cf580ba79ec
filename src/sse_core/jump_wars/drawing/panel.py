"""Panels of SVG drawings: the players, the table, and the legend."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ...drawing.panels import PAD, Panel, fitted, framed, text_width
from ...drawing.svg import at, element, title
from ...game import Outcome
from ..board import Space
from ..cards import BASICS, Card, name_of
from ..messages import counted, say
from ..positions.position import (
    NOBODY,
    Player,
    Position,
    deck_size,
    enemy_homeworlds,
    hand_limit,
    hand_size,
    level,
)
from ..text.notation import SEATS
from ..words.names import code_of, kind_name
from ..words.table import (
    Standing,
    cards_of,
    has_sealed,
    order_words,
    side_letter,
    standing,
    standing_words,
    table_lines,
)
from .art import Art
from .trace import Trace

__all__ = ["PANEL_WIDTH", "described", "legend_of", "panels_of", "words_lines"]

PANEL_WIDTH: Final = 424
_INNER: Final = PANEL_WIDTH - 2 * PAD
_LABEL: Final = 60
"""The width of the words before chips and lines."""

_BOLD: Final = 1.1
"""The factor by which bold words are wider."""

_LINE: Final = 17
_CHIP: Final = 22
"""The heights of a line and of a row of chips."""


class _Chip(NamedTuple):
    """A card, or several of a kind, as a small plate."""

    words: str
    fill: str
    stroke: str
    caption: str
    card: str = ""
    """The name of the card in texts; empty for cards face down."""


def panels_of(art: Art, p: Position, outcome: Outcome | None) -> list[Panel]:
    """Return a panel for each player, in the order of seats, and one for the table."""
    return [*(_player(art, p, seat, outcome) for seat in range(len(p.players))), _table(art, p)]


def _boxed(art: Art, rows: Iterable[Panel], edge: str, *, bright: bool = False) -> Panel:
    """Return a panel of rows, one below the other, in a frame."""
    return framed(rows, PANEL_WIDTH, fill=art.palette.panel, stroke=edge, stroke_width=2.5 if bright else 1)


# --- a player


def _player(art: Art, p: Position, seat: int, outcome: Outcome | None) -> Panel:
    player, status = p.players[seat], standing(p, seat, outcome)
    colour = art.line_of(seat, len(p.players))
    rows = [_name_row(art, p, seat, status), _levels_row(art, p, seat)]
    learned = [_chip(art, card, 1) for card in sorted(player.learned)]
    if learned:
        rows.append(_chips(art, say("learned"), learned))
    rows.append(_chips(art, say("hand"), _hand(art, player)))
    if player.written_orders.orders or player.written_orders.draft:
        rows += _orders(art, player)
    if has_sealed(player):
        rows.append(_chips(art, say("sealed"), _sealed(art, player)))
    return _boxed(art, rows, colour, bright=status in ("acts", "won"))


def _name_row(art: Art, p: Position, seat: int, status: Standing) -> Panel:
    """Return the row of a player's letter, status and score."""
    n = len(p.players)
    role = ", ".join(filter(None, [say("starts") if seat == p.start_player else "", standing_words(status)]))
    shape = element("g", art.emblem(seat, n, 11, SEATS[seat]), transform=at(12, 12))
    words = " · ".join(_score(p, seat))
    size = min(13, (_INNER - 40 - text_width(role, 13)) / (_BOLD * text_width(words, 1)))
    parts = [
        shape,
        _text(art, 32, 17, role, 13, art.palette.dim) if role else "",
        _text(art, _INNER, 17, words, size, anchor="end", bold=True),
    ]
    return Panel("".join(parts), 30)


def _score(p: Position, seat: int) -> Iterator[str]:
    """Yield the goods of a player in words."""
    player = p.players[seat]
    yield counted(enemy_homeworlds(p, seat), "{n} Homeworld", "{n} Homeworlds")
    yield counted(sum(p.fleets[seat]), "{n} fleet", "{n} fleets")
    yield say("{n} RT", n=player.tokens)
    yield say("{n}/{limit} cards", n=hand_size(player), limit=hand_limit(p, seat))


def described(p: Position, outcome: Outcome | None, trace: Trace, marked: Collection[str]) -> str:
    """Return the description of a picture in sentences: each player's goods, the last actions, the marked spaces."""
    doing = [standing_words(standing(p, seat, outcome)) for seat in range(len(p.players))]
    sentences = [
        f"{SEATS[seat]}{f' ({words})' if words else ''}: {', '.join(_score(p, seat))}"
        for seat, words in enumerate(doing)
    ]
    if trace.words:
        sentences.append(say("Last: {actions}", actions=trace.words))
    if marked:
        sentences.append(say("Marked: {spaces}", spaces=", ".join(sorted(marked))))
    return " ".join(f"{sentence}." for sentence in sentences)


def _levels_row(art: Art, p: Position, seat: int) -> Panel:
    """Return the row of levels: the rulebook's letter above each, boosts behind a plus."""
    boxes = (_level(art, p, seat, basic) for basic in BASICS)
    return Panel("".join(boxes), 42)


def _level(art: Art, p: Position, seat: int, basic: Card) -> str:
    permanent = p.players[seat].levels[basic]
    boost = level(p, seat, basic) - permanent
    words = f"{permanent}+{boost}" if boost else str(permanent)
    caption = say("{card} of {seat}: {level}", card=basic.title, seat=SEATS[seat], level=words)
    return _drawn_level(art, basic, code_of(basic), words, caption, permanent > 1, boost > 0)


# A picture is drawn at each click, and levels rarely change.
@lru_cache(maxsize=1024)
def _drawn_level(art: Art, basic: Card, code: str, words: str, caption: str, is_raised: bool, is_boosted: bool) -> str:
    """Return the box of a level in its row."""
    width, is_bright = _INNER / len(BASICS), is_raised or is_boosted
    plate = element(
        "rect", x=1, width=width - 2, height=36, rx=5, fill=art.palette.basic, fill_opacity=1 if is_bright else 0.4
    )
    letter = art.text(width / 2, 13, code, 12, art.palette.dim)
    size = min(15, (width - 4) / text_width(words, 1))
    fill = art.palette.boost if is_boosted else art.palette.ink if is_bright else art.palette.dim
    value = art.text(width / 2, 30, words, size, fill, font_weight="bold")
    return element("g", title(caption), plate, letter, value, class_="level", transform=at(width * basic, 0))


def _chip(art: Art, card: Card, count: int) -> _Chip:
    words = f"{card.title} ×{count}" if count > 1 else card.title
    return _Chip(
        words,
        art.palette.basic if card.is_basic else art.palette.special,
        art.palette.faint if card.is_basic else art.palette.special_edge,
        words,
        name_of(card),
    )


def _hand(art: Art, player: Player) -> list[_Chip]:
    chips = [_chip(art, card, count) for card, count in cards_of(player.hand)]
    if player.hidden:
        words = counted(player.hidden, "{n} card face down", "{n} cards face down")
        chips.append(_Chip(words, art.palette.face_down, art.palette.dim, words))
    return chips


def _sealed(art: Art, player: Player) -> list[_Chip]:
    chips = [_chip(art, card, 1) for card in player.written_orders.boosts]
    if player.written_orders.led != NOBODY:
        leader, led = Card.LEADERSHIP.title, Card(player.written_orders.led).title
        chips.append(_Chip(f"{leader}: {led}", art.palette.special, art.palette.special_edge, leader))
    return chips


def _chips(art: Art, label: str, chips: Sequence[_Chip], left: float = _LABEL) -> Panel:
    """Return rows of chips behind a label."""
    content, x, y = _text(art, 0, 14, label, 12, art.palette.dim), left, 0
    if not chips:
        content += _text(art, left, 14, say("none"), 12, art.palette.faint)
    for chip in chips:
        inside, width = _drawn_chip(art, chip)
        if x + width > _INNER and x > left:
            x, y = left, y + _CHIP
        name: dict[str, float | str] = {"data_card": chip.card} if chip.card else {}
        content += element("g", inside, class_="card", **name, transform=at(x, y))
        x += width + 5
    return Panel(content, y + _CHIP + 2)


@lru_cache(maxsize=1024)
def _drawn_chip(art: Art, chip: _Chip) -> tuple[str, float]:
    """Return the elements of a chip, and its width."""
    width = text_width(chip.words, 12) + 12
    plate = element("rect", width=width, height=18, rx=4, fill=chip.fill, stroke=chip.stroke, stroke_width=0.8)
    return title(chip.caption) + plate + art.text(width / 2, 13, chip.words, 12), width


def _orders(art: Art, player: Player) -> Iterator[Panel]:
    """Yield the lines of the written orders."""
    lines = [f"{number}. {order_words(order)}" for number, order in enumerate(player.written_orders.orders, 1)]
    if player.written_orders.draft:
        lines.append(say("an order is being written"))
    room = _INNER - _LABEL
    columns = 2 if all(text_width(line, 12) < room / 2 - 4 for line in lines) else 1
    for row in range(0, len(lines), columns):
        label = _text(art, 0, 13, say("orders"), 12, art.palette.dim) if row == 0 else ""
        words = [_text(art, _LABEL + room / 2 * i, 13, line, 12) for i, line in enumerate(lines[row : row + columns])]
        yield Panel(label + "".join(words), _LINE)


# --- the table


def _table(art: Art, p: Position) -> Panel:
    """Return the panel of the deck, the discard, offers and battles."""
    words = say("deck {deck} · discard {discard}", deck=deck_size(p), discard=sum(p.discard))
    left = max(130, text_width(words, 12) + 8)
    rows = [_chips(art, words, [_chip(art, *one) for one in cards_of(p.discard)], left)]
    rows += [Panel(_text(art, 0, 13, line, 12), _LINE) for each in table_lines(p) for line in fitted(each, _INNER)]
    return _boxed(art, rows, art.palette.faint)


def words_lines(trace: Trace, width: float) -> list[str]:
    """Return the texts of the last actions in lines that fit into a width; no line if there is none."""
    return fitted(say("Last: {actions}", actions=trace.words), width) if trace.words else []


# --- the legend

_ENTRY_WIDTH: Final = 128
"""The least width of an entry."""

_ENTRY_HEIGHT: Final = 34
_SHAPE_WIDTH: Final = 48
"""The room for the shape of an entry, beside its words."""


def legend_of(art: Art, p: Position, trace: Trace, marked: Collection[str], width: float) -> Panel:
    """Return the legend: the name and the shape of each kind of thing on the map, in as many rows as they need."""
    entries = list(_legend(art, p, trace, marked))
    wide = max(_ENTRY_WIDTH, _SHAPE_WIDTH + max(text_width(words, 12) for words, *_ in entries))
    columns = int(width // wide)
    content = ""
    for index, (words, shape, scale) in enumerate(entries):
        row, column = divmod(index, columns)
        place = at(column * wide + 24, row * _ENTRY_HEIGHT + _ENTRY_HEIGHT / 2 + 2)
        label = _text(art, 22, 4, words, 12, art.palette.dim)
        content += element(
            "g", element("g", shape, transform=f"scale({scale})"), label, class_="legend", transform=place
        )
    return Panel(content, -(-len(entries) // columns) * _ENTRY_HEIGHT + 4)


def _legend(art: Art, p: Position, trace: Trace, marked: Collection[str]) -> Iterator[tuple[str, str, float]]:
    """Yield the name and the shape of each kind of thing that occurs, and the scale of the shape."""
    n, grid = len(p.players), p.options.grid
    for kind, counter in art.counters.items():
        if kind in p.spaces:
            yield kind_name(kind), counter.drawn(), 0.6
    yield kind_name(Space.HOMEWORLD), art.homeworld(0, n, SEATS[0]), 0.6
    if p.options.neutral:
        yield say("neutral"), art.homeworld(n, n, side_letter(n, len(p.players))), 0.6
    orders = [order for player in p.players for order in player.written_orders.orders]
    arrows = (
        (say("order"), any(not order.void for order in orders), (32, False, False)),
        (Card.PLANET_JUMP.title, any(order.is_planet for order in orders), (32, False, True)),
        (say("void order"), any(order.void for order in orders), (36, True, False)),
    )
    for words, is_there, (half, dashed, double) in arrows:
        if is_there:
            yield words, art.arrow((-half, 0), (half, 0), art.line_of(0, n), aside=0, dashed=dashed, double=double), 0.6
    if any(player.written_orders.draft for player in p.players):
        yield say("being written"), art.draft_frame(grid), 0.4
    if p.battle is not None:
        yield say("battle"), art.battle_frame(grid), 0.4
    if trace.spaces:
        yield say("last actions"), art.framed[grid].drawn(), 0.4
    if marked:
        yield say("marked"), art.marked[grid].drawn(), 0.4


def _text(
    art: Art, x: float, y: float, words: str, size: float, fill: str = "", *, anchor: str = "start", bold: bool = False
) -> str:
    weight: dict[str, float | str] = {"font_weight": "bold"} if bold else {}
    return art.text(x, y, words, size, fill, text_anchor=anchor, **weight)
