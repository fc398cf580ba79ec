"""Panels of players in SVG drawings: tracks, credits, tokens, ships beside the map, cards and technologies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ..drawing.panels import PAD, Panel, framed, text_width
from ..drawing.svg import at, element, title
from ..game import Outcome
from .actions import SEATS
from .board import Board
from .card_words import power_terms
from .content import slug
from .layout import IN_HAND, NOBODY, OWNED, SECRET, TOKENS
from .position import Position, Row
from .render_art import Art
from .state import State
from .vocabulary import RESOURCES, TYPES
from .words import card_name, cards_of, counted, power_words, ships_words

__all__ = ["INNER", "PANEL_WIDTH", "Chip", "boxed", "card_chip", "chips", "player_panel"]

PANEL_WIDTH: Final = 344
INNER: Final = PANEL_WIDTH - 2 * PAD
"""The width of what stands on a panel."""

_LABEL: Final = 72
"""The width of the words before what a row shows."""

_CHIP: Final = 22
"""The height of a row of chips."""

_COLOURS: Final = 5


class Chip(NamedTuple):
    """A card, or several, as a small plate."""

    words: str
    caption: str
    card: str = ""
    """The name of the card, as actions write it; empty for cards face down."""

    kind: int = -1
    """The type of the technology, or -1."""

    face_up: bool = True


def boxed(art: Art, rows: Iterable[Panel], edge: str, *, bright: bool = False) -> Panel:
    """Return a panel of rows, one below the other, in a frame."""
    return framed(rows, PANEL_WIDTH, fill=art.palette.panel, stroke=edge, stroke_width=3 if bright else 1.2)


def player_panel(art: Art, state: State, p: Position, seat: int) -> Panel:
    """Return the panel of a player. A view has what its player may know."""
    b, status = state.board, _status(p, seat, state.to_act, state.outcome)
    power = power_words(b, p, seat)
    rows = [
        _name_row(art, p, seat, status, state.totals[seat]),
        *([chips(art, "power", [Chip(power, _power_caption(b, p, seat, power))])] if power else []),
        _tracks_row(art, b, p, seat),
        _tokens_row(art, p, seat),
        _throne_row(art, p, seat),
        _ships_row(art, "supply", p.supply[seat]),
        _ships_row(art, "staging", p.staging[seat]),
        chips(art, "hand", [*_hand(b, p, seat)]),
        chips(art, "owns", [card_chip(b, card) for card in cards_of(b, p, OWNED + seat)]),
    ]
    return boxed(art, rows, art.palette.lines[seat], bright=bool({"to act", "won"} & {*status}))


def _power_caption(b: Board, p: Position, seat: int, power: str) -> str:
    """Return the words of a power, and what it does once it is shown."""
    held = p.power[seat]
    return power if held in (0, SECRET) else f"{power}. {power_terms(b.content.powers[held - 1])}"


def _status(p: Position, seat: int, to_act: Sequence[int], outcome: Outcome | None) -> list[str]:
    found = ["chooser"] if p.monolith != NOBODY and p.chooser == seat and outcome is None else []
    if outcome is not None:
        found += ["won"] if seat in outcome.winners else []
    elif seat in to_act:
        found.append("to act")
    return found


def _name_row(art: Art, p: Position, seat: int, status: Sequence[str], points: int) -> Panel:
    """Return the letter, the crown and the scepter, the status and the points."""
    parts, x = [element("g", art.token(seat, starbase=False, radius=12), transform=at(13, 13))], 42.0
    for has, form, caption in (
        (p.emperor == seat, art.crown, "the Emperor"),
        (p.scepter == seat, art.scepter, "holds the scepter"),
    ):
        if has:
            parts.append(element("g", title(caption), form.drawn(), transform=at(x, 13)))
            x += 24
    parts.append(_start(art, x - 8, 18, ", ".join(status), 13, art.palette.dim))
    parts.append(art.text(INNER, 19, counted(points, "point"), 16, font_weight="bold", text_anchor="end"))
    return Panel("".join(parts), 32)


def _tracks_row(art: Art, b: Board, p: Position, seat: int) -> Panel:
    """Return the track of each resource: its sign, the number, and a box for each step up to the end."""
    ends, palette = b.content.tracks, art.palette
    step = min(14, (INNER - 3 * 46) / (sum(ends) or 1))
    content, x = "", 0.0
    for kind, (n, end) in enumerate(zip(p.resources[seat], ends, strict=True)):
        parts = [title(f"{RESOURCES[kind]} of {SEATS[seat]}: {n} of {end}"), art.resources[kind].drawn(7, 10)]
        parts.append(art.text(24, 15, str(n), 14, font_weight="bold"))
        for place in range(end):
            full = place < n
            parts.append(
                element(
                    "rect",
                    x=36 + step * place,
                    y=4,
                    width=step - 1.5,
                    height=12,
                    rx=1.5,
                    fill=palette.resources[kind] if full else palette.box,
                    stroke=palette.faint,
                    stroke_width=0.6,
                )
            )
        content += element("g", *parts, class_="track", transform=at(x, 0))
        x += 46 + step * end
    return Panel(content, 25)


def _tokens_row(art: Art, p: Position, seat: int) -> Panel:
    """Return the credits, the stock as stacks of two tokens, and influence that waits to be placed."""
    palette, stock, waiting = art.palette, p.stock[seat], p.influence[seat]
    credits = p.credits[seat]
    width = max(18, text_width(str(credits), 11) + 9)
    stocked = _LABEL + width + 16
    parts = [
        _label(art, "credits"),
        element("g", title(counted(credits, "credit")), art.coin(credits), transform=at(_LABEL + width / 2, 11)),
        _start(art, stocked, 15, f"stock {stock}", 12, palette.dim),
    ]
    left = stocked + 60
    for place in range(TOKENS):
        there = place < stock
        parts.append(
            element(
                "circle",
                cx=left + 9.5 * (place // 2),
                cy=7 + 8 * (place % 2),
                r=3.4,
                fill=palette.seats[seat] if there else "none",
                stroke=palette.letter if there else palette.faint,
                stroke_width=0.8,
            )
        )
    if waiting:
        plate = art.influence(seat, waiting).content
        parts.append(element("g", title(f"{waiting} influence to place"), plate, transform=at(INNER - 18, 11)))
    return Panel("".join(parts), 25)


def _throne_row(art: Art, p: Position, seat: int) -> Panel:
    """Return the tokens in the throne, by colour."""
    counts = p.throne[seat]
    parts, x = [_label(art, "throne")], float(_LABEL)
    for colour, n in enumerate(counts):
        if n:
            is_galaxy = colour == _COLOURS - 1
            form = art.galaxy.drawn() if is_galaxy else art.token(colour, starbase=False, radius=8)
            whose = "galaxy tokens" if is_galaxy else f"tokens of {SEATS[colour]}"
            words = _start(art, 12, 4.5, str(n), 13)
            parts.append(element("g", title(f"{whose}: {n}"), form, words, transform=at(x + 9, 11)))
            x += 30 + text_width(str(n), 12)
    if not any(counts):
        parts.append(_none(art))
    return Panel("".join(parts), 25)


def _ships_row(art: Art, label: str, numbers: Row) -> Panel:
    """Return ships beside the map: the form of each type, and how many there are."""
    parts, x = [_label(art, label), title(f"{label}: {ships_words(numbers)}")], float(_LABEL)
    for kind, n in enumerate(numbers):
        if n:
            words = _start(art, 12, 4.5, str(n), 13)
            parts.append(element("g", art.inked_ships[kind].drawn(), words, transform=at(x + 9, 10)))
            x += 30 + text_width(str(n), 12)
    if not any(numbers):
        parts.append(_none(art))
    return Panel(element("g", *parts), 21)


# --- cards


def card_chip(b: Board, card: int, more: str = "") -> Chip:
    """Return the chip of a technology; `more` stands in its caption."""
    name, technology = card_name(b, card), b.content.technologies[card]
    caption = f"{name}: {TYPES[technology.kind]}, cost {technology.cost}{more}. {technology.about}".rstrip()
    return Chip(f"{name} {technology.cost}", caption, slug(name), technology.kind)


def _hand(b: Board, p: Position, seat: int) -> Iterator[Chip]:
    """Yield the cards in hand; hidden ones by their cost."""
    for card in cards_of(b, p, IN_HAND + seat):
        yield card_chip(b, card, ", known to all" if p.known[card] else "")
    for cost, n in enumerate(p.hidden[seat]):
        if n:
            words = f"{counted(n, 'card')} of cost {cost + 1}"
            yield Chip(words, f"{words}, face down", face_up=False)


def chips(art: Art, label: str, shown: Sequence[Chip]) -> Panel:
    """Return rows of chips behind a label."""
    content, x, y = _label(art, label), float(_LABEL), 0
    if not shown:
        content += _none(art)
    for chip in shown:
        inside, width = _drawn(art, chip)
        if x + width > INNER and x > _LABEL:
            x, y = float(_LABEL), y + _CHIP
        name: dict[str, float | str] = {"data_card": chip.card} if chip.card else {}
        content += element("g", inside, class_="card", **name, transform=at(x, y))
        x += width + 5
    return Panel(content, y + _CHIP + 1)


def _drawn(art: Art, chip: Chip) -> tuple[str, float]:
    """Return the elements of a chip, and its width."""
    palette, left = art.palette, 18 if chip.kind >= 0 else 6
    room = INNER - _LABEL - left - 6
    words = min(text_width(chip.words, 12), room)
    width = left + words + 6
    plate = element(
        "rect",
        y=1,
        width=width,
        height=18,
        rx=4,
        fill=palette.box if chip.face_up else palette.face_down,
        stroke=palette.faint,
        stroke_width=0.8,
        **({} if chip.face_up else {"stroke_dasharray": "3 2"}),
    )
    sign = art.types[chip.kind].drawn(10, 10, 0.9) if chip.kind >= 0 else ""
    label = art.words(left, 14, chip.words, 12, room, text_anchor="start")
    return title(chip.caption) + plate + sign + label, width


def _start(art: Art, x: float, y: float, words: str, size: float, fill: str = "") -> str:
    return art.text(x, y, words, size, fill, text_anchor="start")


def _label(art: Art, words: str) -> str:
    return _start(art, 0, 15, words, 12, art.palette.dim)


def _none(art: Art) -> str:
    return _start(art, _LABEL, 15, "none", 12, art.palette.faint)
