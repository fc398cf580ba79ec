"""Panels of SVG drawings: what each player has, what lies on the table, and the legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ..game import Outcome
from ..svg import at, element, title
from .board import Space
from .cards import BASICS, Card
from .notation import SEATS
from .palette import BASIC, BOOST, DIM, FACE_DOWN, FAINT, INK, PANEL, SPECIAL, SPECIAL_EDGE
from .position import (
    NOBODY,
    Player,
    Position,
    deck_size,
    enemy_homeworlds,
    hand_limit,
    hand_size,
    level,
)
from .render_art import ART, arrow, battle_frame, colour_of, draft_frame, emblem, frame, homeworld, text, text_width
from .render_text import (
    CODES,
    SPACE_NAMES,
    cards_of,
    counted,
    has_sealed,
    order_words,
    side_letter,
    status_words,
    table_lines,
)
from .trace import Trace

__all__ = ["PANEL_WIDTH", "Panel", "legend_of", "panels_of", "words_lines"]

PANEL_WIDTH: Final = 424
_PAD: Final = 12
_INNER: Final = PANEL_WIDTH - 2 * _PAD
_LABEL: Final = 60
"""The width of the words before chips and lines."""

_LINE: Final = 17
_CHIP: Final = 22
"""The heights of a line and of a row of chips."""


class Panel(NamedTuple):
    """A part of a drawing: its SVG elements, drawn from the upper left corner, and its height in pixels."""

    content: str
    height: float


class _Chip(NamedTuple):
    """A card, or several of a kind, as a small plate."""

    words: str
    fill: str
    stroke: str
    caption: str


def panels_of(p: Position, outcome: Outcome | None) -> list[Panel]:
    """Return a panel for each player, in the order of seats, and one for the table."""
    return [*(_player(p, seat, outcome) for seat in range(len(p.players))), _table(p)]


def _boxed(rows: Iterable[Panel], edge: str, *, bright: bool = False) -> Panel:
    """Return a panel of rows, one below the other, in a frame."""
    content, height = "", 8.0
    for row in rows:
        content += element("g", row.content, transform=at(_PAD, height))
        height += row.height
    height += 6
    width = 2.5 if bright else 1
    box = element("rect", width=PANEL_WIDTH, height=height, rx=10, fill=PANEL, stroke=edge, stroke_width=width)
    return Panel(box + content, height)


# --- a player


def _player(p: Position, seat: int, outcome: Outcome | None) -> Panel:
    player, status = p.players[seat], status_words(p, seat, outcome)
    colour = colour_of(seat, len(p.players))
    rows = [_name_row(p, seat, status), _levels_row(p, seat)]
    learned = [_chip(card, 1) for card in sorted(player.learned)]
    if learned:
        rows.append(_chips("learned", learned))
    rows.append(_chips("hand", _hand(player)))
    if player.sheet.orders or player.sheet.draft:
        rows += _orders(player)
    if has_sealed(player):
        rows.append(_chips("sealed", _sealed(player)))
    return _boxed(rows, colour, bright=status in ("to act", "won"))


def _name_row(p: Position, seat: int, status: str) -> Panel:
    """Return the row of a player's letter, status and score."""
    player, n = p.players[seat], len(p.players)
    role = ", ".join(filter(None, ["starts" if seat == p.start_player else "", status]))
    score = (
        counted(enemy_homeworlds(p, seat), "Homeworld"),
        counted(sum(p.fleets[seat]), "fleet"),
        f"{player.tokens} RT",
        f"{hand_size(player)}/{hand_limit(p, seat)} cards",
    )
    shape = element("g", emblem(seat, n, 11, SEATS[seat]), transform=at(12, 12))
    words = " · ".join(score)
    size = min(13, (_INNER - 40 - text_width(role, 13)) / text_width(words, 1))
    parts = [
        shape,
        _text(32, 17, role, 13, DIM) if role else "",
        _text(_INNER, 17, words, size, anchor="end", bold=True),
    ]
    return Panel("".join(parts), 30)


def _levels_row(p: Position, seat: int) -> Panel:
    """Return the row of levels: the rulebook's letter above each, boosts behind a plus."""
    width = _INNER / len(BASICS)
    content = ""
    for basic in BASICS:
        permanent = p.players[seat].levels[basic]
        boost = level(p, seat, basic) - permanent
        raised = permanent > 1 or boost
        words = f"{permanent}+{boost}" if boost else str(permanent)
        caption = title(f"{basic.title} of {SEATS[seat]}: {words}")
        plate = element("rect", x=1, width=width - 2, height=36, rx=5, fill=BASIC, fill_opacity=1 if raised else 0.4)
        code = text(width / 2, 13, CODES[basic], 12, DIM)
        size = min(15, (width - 4) / text_width(words, 1))
        value = text(width / 2, 30, words, size, BOOST if boost else INK if raised else DIM, font_weight="bold")
        content += element("g", caption, plate, code, value, class_="level", transform=at(width * basic, 0))
    return Panel(content, 42)


def _chip(card: Card, count: int) -> _Chip:
    words = f"{card.title} ×{count}" if count > 1 else card.title
    return _Chip(words, BASIC if card.is_basic else SPECIAL, FAINT if card.is_basic else SPECIAL_EDGE, words)


def _hand(player: Player) -> list[_Chip]:
    chips = [_chip(card, count) for card, count in cards_of(player.hand)]
    if player.hidden:
        words = f"{counted(player.hidden, 'card')} face down"
        chips.append(_Chip(words, FACE_DOWN, DIM, words))
    return chips


def _sealed(player: Player) -> list[_Chip]:
    chips = [_chip(card, 1) for card in player.sheet.boosts]
    if player.sheet.led != NOBODY:
        chips.append(_Chip(f"Leadership: {Card(player.sheet.led).title}", SPECIAL, SPECIAL_EDGE, "Leadership"))
    return chips


def _chips(label: str, chips: Sequence[_Chip], left: float = _LABEL) -> Panel:
    """Return rows of chips behind a label."""
    content, x, y = _text(0, 14, label, 12, DIM), left, 0
    if not chips:
        content += _text(left, 14, "none", 12, FAINT)
    for chip in chips:
        width = text_width(chip.words, 12) + 12
        if x + width > _INNER and x > left:
            x, y = left, y + _CHIP
        plate = element("rect", width=width, height=18, rx=4, fill=chip.fill, stroke=chip.stroke, stroke_width=0.8)
        words = text(width / 2, 13, chip.words, 12)
        content += element("g", title(chip.caption), plate, words, class_="card", transform=at(x, y))
        x += width + 5
    return Panel(content, y + _CHIP + 2)


def _orders(player: Player) -> Iterator[Panel]:
    """Yield the lines of a sheet of orders."""
    lines = [f"{number}. {order_words(order)}" for number, order in enumerate(player.sheet.orders, 1)]
    if player.sheet.draft:
        lines.append("an order is being written")
    room = _INNER - _LABEL
    columns = 2 if all(text_width(line, 12) < room / 2 - 4 for line in lines) else 1
    for row in range(0, len(lines), columns):
        label = _text(0, 13, "orders", 12, DIM) if row == 0 else ""
        words = [_text(_LABEL + room / 2 * i, 13, line, 12) for i, line in enumerate(lines[row : row + columns])]
        yield Panel(label + "".join(words), _LINE)


# --- the table


def _table(p: Position) -> Panel:
    """Return the panel of the deck, the discard, and what is going on between players."""
    rows = [
        _chips(f"deck {deck_size(p)} · discard {sum(p.discard)}", [_chip(*one) for one in cards_of(p.discard)], 130)
    ]
    rows += [Panel(_text(0, 13, line, 12), _LINE) for words in table_lines(p) for line in _fitted(words, _INNER)]
    return _boxed(rows, FAINT)


def _fitted(words: str, width: float) -> list[str]:
    """Return words in lines that fit into a width."""
    first, *others = words.strip(" ").split(" ")
    lines = [first]
    for word in others:
        longer = f"{lines[-1]} {word}"
        if text_width(longer, 12) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line.replace("\xa0", " ") for line in lines]


def words_lines(trace: Trace, width: float) -> list[str]:
    """Return the texts of the last actions in lines that fit into a width; no line if there is none."""
    return _fitted(f"Last: {trace.words}", width) if trace.words else []


# --- the legend

_ENTRY_WIDTH: Final = 128
_ENTRY_HEIGHT: Final = 34


def legend_of(p: Position, trace: Trace, width: float) -> Panel:
    """Return the legend: the name and the shape of each kind of thing on the map, in as many rows as they need."""
    entries = list(_legend(p, trace))
    columns = int(width // _ENTRY_WIDTH)
    content = ""
    for index, (words, shape, scale) in enumerate(entries):
        row, column = divmod(index, columns)
        place = at(column * _ENTRY_WIDTH + 24, row * _ENTRY_HEIGHT + _ENTRY_HEIGHT / 2 + 2)
        label = _text(22, 4, words, 12, DIM)
        content += element(
            "g", element("g", shape, transform=f"scale({scale})"), label, class_="legend", transform=place
        )
    return Panel(content, -(-len(entries) // columns) * _ENTRY_HEIGHT + 4)


def _legend(p: Position, trace: Trace) -> Iterator[tuple[str, str, float]]:
    """Yield the name and the shape of each kind of thing that occurs, and the scale of the shape."""
    n, grid = len(p.players), p.options.grid
    for kind, shape in ART.items():
        if kind in p.spaces:
            yield SPACE_NAMES[kind], shape, 0.6
    yield SPACE_NAMES[Space.HOMEWORLD], homeworld(0, n, SEATS[0]), 0.6
    if p.options.neutral:
        yield "neutral", homeworld(n, n, side_letter(n, len(p.players))), 0.6
    orders = [order for player in p.players for order in player.sheet.orders]
    if any(not order.void for order in orders):
        yield "order", arrow((-32, 0), (32, 0), colour_of(0, n), aside=0, dashed=False, double=False), 0.6
    if any(order.is_planet for order in orders):
        yield "Planet Jump", arrow((-32, 0), (32, 0), colour_of(0, n), aside=0, dashed=False, double=True), 0.6
    if any(order.void for order in orders):
        yield "void order", arrow((-36, 0), (36, 0), colour_of(0, n), aside=0, dashed=True, double=False), 0.6
    if any(player.sheet.draft for player in p.players):
        yield "being written", draft_frame(grid), 0.4
    if p.battle is not None:
        yield "battle", battle_frame(grid), 0.4
    if trace.spaces:
        yield "last actions", frame(grid), 0.4


def _text(
    x: float, y: float, words: str, size: float, fill: str = INK, *, anchor: str = "start", bold: bool = False
) -> str:
    weight: dict[str, float | str] = {"font_weight": "bold"} if bold else {}
    return text(x, y, words, size, fill, text_anchor=anchor, **weight)
