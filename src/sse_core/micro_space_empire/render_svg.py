"""Drawings of positions as SVG: the mat and the cards as plain shapes and words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from .. import svg
from ..checks import check_marked, check_theme
from ..game import Theme
from ..svg import document, element
from .actions import Action
from .cards import Deck, Event, System, Technology, cards_of
from .notation import name_of
from .position import TURNS, Position, has, military_cap, production, score_of, store_cap, year_of
from .render_text import deck_counts, due_words, event_line
from .state import State, check_state
from .trace import Trace, trace_of

__all__ = ["to_svg"]

_WIDTH: Final = 760
_MARGIN: Final = 20
_CARD_WIDTH: Final = 112
_CARD_HEIGHT: Final = 74
_GAP: Final = 8
_PER_ROW: Final = 6
_LAST_HEIGHT: Final = 40
"""The height of the last actions: those of one turn fit in two lines."""

_INK: Final = "#1d2433"
_FAINT: Final = "#8a93a5"
_FAINT_INK: Final = "#586175"
_METAL: Final = "#7c8ea6"
_WEALTH: Final = "#c9971c"
_MILITARY: Final = "#b5483a"
_NEAR: Final = "#e7eef8"
_DISTANT: Final = "#ece4f6"
_KNOWN: Final = "#d5ead6"
_KNOWN_EDGE: Final = "#3d8b40"

_PLACES: Final = tuple(map(name_of, (*System, *Technology, *Event)))


def to_svg(state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), theme: Theme = "dark") -> str:
    """Return a drawing of a position as one SVG document, without a newline at its end.

    It needs no other file and no script, and has no art of the publisher's. `last` has the actions that led to the
    position, such as those of the last turn: their cards have a dashed frame, and a line names the actions.

    Raises TypeError for what is no sequence of actions, IllegalActionError for what is no action of this game.
    """
    p, trace = check_state(state).position, trace_of(last)
    check_theme(theme)
    names = check_marked(marked, _PLACES, "card")
    body = [*_title(p), *_mat(p), *_technologies(p, trace, names)]
    top = 232
    for heading, cards in _rows(p):
        body.append(_text(_MARGIN, top, heading, 13, weight="bold"))
        rows = max(1, -(-len(cards) // _PER_ROW))
        if not cards:
            body.append(_text(_MARGIN, top + 22, "none", 12, _FAINT))
            rows = 0
        for index, card in enumerate(cards):
            x = _MARGIN + index % _PER_ROW * (_CARD_WIDTH + _GAP)
            y = top + 10 + index // _PER_ROW * (_CARD_HEIGHT + _GAP)
            if card is None:
                body += _card(p, card, x, y)
            else:
                body.append(element("g", *_card(p, card, x, y), class_="card", data_place=name_of(card)))
                if name_of(card) in names:
                    body.append(_frame(x, y, _CARD_WIDTH, _CARD_HEIGHT))
                if trace.sign(card):
                    body.append(_mark(x, y, _CARD_WIDTH, _CARD_HEIGHT))
        top += 24 + rows * (_CARD_HEIGHT + _GAP) + (14 if not rows else 0)
    body += _bottom(p, top, trace)
    height = top + 64 + (_LAST_HEIGHT if trace.words else 0)
    paper = element("rect", width=_WIDTH, height=height, fill="#ffffff")
    lines = (f"\n{line}" for line in (paper, *body))
    return document(_WIDTH, height, *lines, "\n", font_family="sans-serif")


def _title(p: Position) -> Iterator[str]:
    yield _text(
        _MARGIN, 32, f"Micro Space Empire · turn {p.turn} of {TURNS}, Year {year_of(p.turn)}", 18, weight="bold"
    )
    yield _text(_MARGIN, 54, due_words(p), 14, _MILITARY if p.lost else _INK)


def _mat(p: Position) -> Iterator[str]:
    """Yield the tracks on the left: the stores, the military, and the production of a turn."""
    made = production(p.empire)
    tracks = (
        ("metal", p.metal, store_cap(p), _METAL, f"+{made[0]}"),
        ("wealth", p.wealth, store_cap(p), _WEALTH, f"+{made[1]}"),
        ("military", p.military, military_cap(p), _MILITARY, ""),
    )
    for row, (name, amount, cap, colour, more) in enumerate(tracks):
        y = 92 + 34 * row
        yield _text(_MARGIN, y + 5, name, 13)
        for place in range(cap):
            fill = colour if place < amount else "none"
            yield element("circle", cx=100 + 26 * place, cy=y, r=9, fill=fill, stroke=colour, stroke_width=2)
        yield _text(236, y + 5, more, 13, colour)
    if p.struck:
        half = "half of it" if has(p, Technology.ROBOT_WORKERS) else "nothing"
        yield _text(_MARGIN, 198, f"Strike: {half} is collected.", 12, _MILITARY)
    if p.diplomatic:
        yield _text(_MARGIN, 214, "Diplomacy can take a system in this turn.", 12)


def _technologies(p: Position, trace: Trace, marked: Collection[str]) -> Iterator[str]:
    """Yield the technologies on the right, two in a row."""
    yield _text(290, 69, "Technologies and what they cost in wealth; filled and bold: discovered", 11, _FAINT_INK)
    for technology in Technology:
        x, y = 290 + 228 * (technology % 2), 76 + 34 * (technology // 2)
        fill = _KNOWN if has(p, technology) else "none"
        yield element(
            "g",
            svg.title(f"{technology.title}: {technology.cost} wealth{', discovered' * has(p, technology)}"),
            element("rect", x=x, y=y, width=216, height=26, rx=4, fill=fill, stroke=_FAINT),
            _text(x + 8, y + 18, technology.title, 13, weight="bold" if has(p, technology) else "normal"),
            _text(x + 208, y + 18, str(technology.cost), 13, _WEALTH, anchor="end"),
            class_="technology",
            data_place=name_of(technology),
        )
        if name_of(technology) in marked:
            yield _frame(x, y, 216, 26)
        if trace.sign(technology):
            yield _mark(x, y, 216, 26)


def _rows(p: Position) -> Iterator[tuple[str, tuple[System | None, ...]]]:
    """Yield the rows of cards: the empire as it grew, the Home World first, and the unaligned systems.

    The Home World, which has no card, is None.
    """
    yield "Empire, as it grew", (None, *p.empire)
    yield "Unaligned", cards_of(System, p.unaligned)


def _card(p: Position, system: System | None, x: int, y: int) -> Iterator[str]:
    fill = _DISTANT if system is not None and system.deck is Deck.DISTANT else _NEAR
    hit = system is not None and system is p.target
    size = {"width": _CARD_WIDTH, "height": _CARD_HEIGHT}
    edge: dict[str, float | str] = {"stroke": _MILITARY if hit else _INK, "stroke_width": 3 if hit else 1}
    if system is not None:
        yield svg.title(f"{system.title}: resistance {system.resistance}, {system.points} VP")
    yield element("rect", x=x, y=y, **size, rx=6, fill=fill, **edge)
    yield _text(x + 8, y + 18, "Home World" if system is None else system.title, 11, weight="bold")
    if system is not None:
        yield _text(x + 8, y + 38, f"resistance {system.resistance}", 11)
        yield _text(x + 8, y + _CARD_HEIGHT - 8, f"{system.points} VP", 11)
    metal, wealth = production([]) if system is None else (system.metal, system.wealth)
    made = ((metal, "metal", _METAL), (wealth, "wealth", _WEALTH))
    lines = [(f"+{amount} {word}", colour) for amount, word, colour in made if amount]
    for above, (words, colour) in enumerate(reversed(lines)):
        yield _text(x + _CARD_WIDTH - 8, y + _CARD_HEIGHT - 8 - 14 * above, words, 11, colour, anchor="end")


def _frame(x: int, y: int, width: int, height: int) -> str:
    """Return the frame around a marked card."""
    place = {"x": x - 3, "y": y - 3, "width": width + 6, "height": height + 6}
    return element(
        "rect", class_="marked", **place, rx=8, fill="none", stroke=_KNOWN_EDGE, stroke_width=3, pointer_events="none"
    )


def _mark(x: int, y: int, width: int, height: int) -> str:
    """Return the dashed frame around a card of the last actions."""
    place = {"x": x - 3, "y": y - 3, "width": width + 6, "height": height + 6}
    dashes: dict[str, float | str] = {"stroke": _INK, "stroke_width": 2.5, "stroke_dasharray": "7 4"}
    return element("rect", class_="last", **place, rx=8, fill="none", pointer_events="none", **dashes)


def _bottom(p: Position, top: int, trace: Trace) -> Iterator[str]:
    """Yield the decks, the points, the events of the year, and the last actions."""
    decks = ", ".join(f"{count} {deck}" for deck, count in deck_counts(p).items())
    events = [("* " if trace.sign(event) else "") + event_line(p, event) for event in cards_of(Event, p.seen)]
    seen = ", ".join(events) or "none"
    score = score_of(p)
    points = f"{score.total} points{', lost' if p.lost else ''}"
    yield _text(_MARGIN, top, f"Still to be turned over: {decks}", 12)
    yield _text(_WIDTH - _MARGIN, top, points, 16, weight="bold", anchor="end")
    # Events of a year fit in two lines.
    yield from (_text(_MARGIN, top + 20 + 16 * row, line, 12) for row, line in enumerate(_wrapped(f"Events: {seen}")))
    if trace.words:
        words = f"Last: {trace.words}{' (dashed, *: their cards)' if trace.titles else ''}"
        lines = enumerate(_wrapped(words, 116))
        yield from (_text(_MARGIN, top + 56 + 16 * row, line, 12, _FAINT_INK) for row, line in lines)


def _wrapped(words: str, width: int = 104) -> list[str]:
    lines = [""]
    for word in words.split(" "):
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _text(
    x: int, y: int, words: str, size: int, colour: str = _INK, *, weight: str = "normal", anchor: str = "start"
) -> str:
    return svg.text(x, y, words, size, font_weight=weight, text_anchor=anchor, fill=colour)
