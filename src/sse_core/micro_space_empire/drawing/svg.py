"""Drawings of positions as SVG: the mat and the cards as plain shapes and words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ...drawing import svg
from ...drawing.checks import check_marked, check_theme, check_width
from ...drawing.panels import capital, fitted
from ...drawing.svg import at, description, document, element
from ...game import Theme
from ..actions import Action
from ..cards import Deck, Event, System, Technology, cards_of
from ..messages import counted, say
from ..positions.position import Position, has, military_cap, production, store_cap, total_of, year_of
from ..state import State, check_state
from ..text.notation import name_of
from ..words.names import title_of
from .palette import PALETTES, Palette
from .terminal import deck_counts, deck_words, due_words, event_line, turn_words
from .trace import Trace, trace_of

__all__ = ["narrow_svg", "to_svg"]

_CARD_HEIGHT: Final = 74
_GAP: Final = 8
_CARDS: Final = tuple(name_of(card) for kind in (System, Technology, Event) for card in kind)
_PLACES: Final = (*_CARDS, *map(str, Deck))


def to_svg(
    state: State,
    *,
    last: Sequence[Action] = (),
    marked: Collection[str] = (),
    theme: Theme = "dark",
    width: int | None = None,
) -> str:
    """Return a drawing of a position as one SVG document, without a newline at its end.

    It needs no other file, no script and no style sheet, and has no art of the publisher's. Its title and its
    description say the situation. A system, a technology, an event and a deck are groups with their names in actions as
    ``data-place``.

    Parameters
    ----------
    last
        The actions that led to the position, such as those of the last turn: their cards have a dashed frame, and a
        line names the actions.
    marked
        Names of cards and decks to mark, such as ``["wolf_359", "near"]``.
    theme
        The colours: ``"dark"``, ``"light"``, or ``"print"`` for paper.
    width
        The width in pixels; the height follows. None: that of the drawing.

    Raises
    ------
    ArgumentError
        For an option with no such value, and for a marked card that isn't in the game.
    IllegalActionError
        For a last action that is none of this game.
    """
    return _document(_WIDE, state, last, marked, theme, check_width(width))


def narrow_svg(
    state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), theme: Theme = "dark"
) -> str:
    """Return the drawing of `to_svg` for a narrow window, such as a phone's: its parts stand in one column.

    It is 300 pixels wide, and words are as large as in the wide one. Options and errors are those of `to_svg`.
    """
    return _document(_NARROW, state, last, marked, theme, None)


class _Layout(NamedTuple):
    """The layout of a drawing: the places of its parts."""

    width: float
    margin: float
    card_width: float
    per_row: int
    """The number of cards side by side."""

    is_column: bool
    """Whether the technologies stand below the tracks, one below the other, and long lines are broken."""

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin


_WIDE: Final = _Layout(744, 12, 112, 6, is_column=False)
_NARROW: Final = _Layout(300, 8, 138, 2, is_column=True)


def _document(
    layout: _Layout,
    state: State,
    last: Sequence[Action],
    marked: Collection[str],
    theme: Theme,
    shown_width: int | None,
) -> str:
    p, trace = check_state(state).position, trace_of(last)
    table = _Picture(p, PALETTES[check_theme(theme)], trace, check_marked(marked, _PLACES, "card"), layout)
    sections = [*_sections(table)]
    tops = [0.0]
    for section in sections:
        tops.append(tops[-1] + section.height)
    height = tops[-1] + 4
    return document(
        layout.width,
        height,
        svg.title(f"Micro Space Empire. {capital(turn_words(p))}: {due_words(p)}"),
        description(_described(table)),
        element("rect", width=layout.width, height=height, rx=14, fill=table.palette.space),
        *(
            f"\n{element('g', section.content, transform=at(0, top))}"
            for section, top in zip(sections, tops, strict=False)
        ),
        "\n",
        shown_width=shown_width,
        data_layout="narrow" if layout.is_column else "wide",
        role="img",
        font_family="Helvetica, Arial, sans-serif",
    )


class _Picture(NamedTuple):
    """The position to draw, with its colours, shapes and marks."""

    p: Position
    palette: Palette
    trace: Trace
    marked: Collection[str]
    layout: _Layout

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: str = "",
        *,
        bold: bool = False,
        anchor: str = "start",
    ) -> str:
        """Return words in a colour, or in that of ink."""
        weight: dict[str, float | str] = {"font_weight": "bold"} if bold else {}
        end: dict[str, float | str] = {} if anchor == "start" else {"text_anchor": anchor}
        return svg.text(x, y, words, size, fill=colour or self.palette.ink, **weight, **end)

    def place(self, kind: str, name: str, caption: str, box: _Box, *content: str, is_last: bool = False) -> str:
        """Return a card, a technology or a deck as a place, with its frames."""
        frames = [*([self._last(box)] if is_last else []), *([self._mark(box)] if name in self.marked else [])]
        words = svg.title(caption)
        return element("g", words, *content, *frames, class_=kind, data_place=name, transform=at(box.x, box.y))

    def _last(self, box: _Box) -> str:
        """Return the dashed frame of the last actions."""
        line: dict[str, float | str] = {"stroke": self.palette.light, "stroke_width": 2.5, "stroke_dasharray": "7 4"}
        return element("rect", class_="last", **box.grown(3), rx=8, fill="none", **line)

    def _mark(self, box: _Box) -> str:
        """Return the frame of a marked card."""
        outer = element("rect", **box.grown(2), rx=8, fill="none", stroke=self.palette.halo, stroke_width=6)
        inner = element("rect", **box.grown(2), rx=8, fill="none", stroke=self.palette.mark, stroke_width=3.5)
        return element("g", outer, inner, class_="marked")


class _Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> dict[str, float]:
        """Return the attributes of a rectangle about its own upper left corner, larger on each side."""
        return {"x": -by, "y": -by, "width": self.width + 2 * by, "height": self.height + 2 * by}


class _Section(NamedTuple):
    """A part of the drawing, from its upper left corner, and its height."""

    content: str
    height: float


def _sections(table: _Picture) -> Iterator[_Section]:
    """Yield the parts of the drawing, from the top down."""
    p = table.p
    yield from _beside(_title(table), _mat(table), _technologies(table), is_column=table.layout.is_column)
    # The Home World, which has no card, is None.
    yield _cards(table, say("Empire, as it grew"), (None, *p.empire))
    yield _cards(table, say("Unaligned"), cards_of(System, p.unaligned))
    yield _decks(table)
    yield _events(table)
    if table.trace.words:
        yield _last_actions(table)


def _points_words(p: Position) -> str:
    """Return the points that count: none in a lost game (M6.3)."""
    return say("0 points, lost") if p.lost else counted(total_of(p), "{n} point", "{n} points")


def _described(table: _Picture) -> str:
    """Return the description of the picture in sentences."""
    p, trace = table.p, table.trace
    empire = ", ".join(title_of(system) for system in p.empire)
    unaligned = ", ".join(title_of(system) for system in cards_of(System, p.unaligned))
    known = ", ".join(title_of(technology) for technology in Technology if has(p, technology))
    sentences = [
        _points_words(p),
        say("Metal {metal}, wealth {wealth}, military {military}", metal=p.metal, wealth=p.wealth, military=p.military),
        say("Empire: Home World, {systems}", systems=empire) if empire else say("Empire: Home World"),
        say("Unaligned: {systems}", systems=unaligned or say("none")),
        say("Technologies: {technologies}", technologies=known or say("none")),
        *([say("Last: {actions}", actions=trace.words)] if trace.words else []),
        *([say("Marked: {places}", places=", ".join(sorted(table.marked)))] if table.marked else []),
    ]
    return " ".join(f"{sentence}." for sentence in sentences)


# --- the mat


def _beside(title: _Section, mat: _Section, technologies: _Section, *, is_column: bool) -> Iterator[_Section]:
    """Yield the title, and below it the tracks and the technologies: side by side, or one below the other."""
    yield title
    if is_column:
        yield mat
        yield technologies
    else:
        at_right = element("g", technologies.content, transform=at(_TECHNOLOGIES, 0))
        yield _Section(mat.content + at_right, max(mat.height, technologies.height))


def _title(table: _Picture) -> _Section:
    """Return the heading: the game, its stage, and what is due."""
    p, left = table.p, table.layout.margin
    turn = turn_words(p)
    colour = table.palette.military if p.lost else ""
    if not table.layout.is_column:
        head = table.text(left, 32, f"Micro Space Empire · {turn}", 18, bold=True)
        return _Section(head + table.text(left, 54, due_words(p), 14, colour), 58)
    due = fitted(due_words(p), table.layout.inner, 13)
    lines = [
        table.text(left, 24, "Micro Space Empire", 16, bold=True),
        table.text(left, 43, capital(turn), 13, bold=True),
        *(table.text(left, 61 + 16 * row, line, 13, colour) for row, line in enumerate(due)),
    ]
    return _Section("".join(lines), 52 + 16 * len(due))


_TECHNOLOGIES: Final = 282
"""The left end of the technologies if they stand beside the tracks."""


def _mat(table: _Picture) -> _Section:
    """Return the tracks: the stores, the military, and the production of a turn."""
    p, palette, left = table.p, table.palette, table.layout.margin
    metal, wealth = production(p.empire)
    tracks = (
        ("metal", say("metal"), p.metal, store_cap(p), palette.metal, f"+{metal}"),
        ("wealth", say("wealth"), p.wealth, store_cap(p), palette.wealth, f"+{wealth}"),
        ("military", say("military"), p.military, military_cap(p), palette.military, ""),
    )
    parts: list[str] = []
    first = 18 if table.layout.is_column else 34
    for row, (name, words, amount, cap, colour, more) in enumerate(tracks):
        y = first + 34 * row
        parts.append(table.text(left, y + 5, words, 13))
        circles = (
            element("circle", cx=left + 80 + 26 * place, cy=y, r=9, fill=colour if place < amount else "none")
            for place in range(cap)
        )
        parts.append(element("g", *circles, class_=name, stroke=colour, stroke_width=2))
        if more:
            parts.append(table.text(left + 216, y + 5, more, 13, colour))
    notes = [*_notes(p)]
    y = first + 104
    for row, (words, is_bad) in enumerate(notes):
        parts.append(table.text(left, y + 16 * row, words, 12, palette.military if is_bad else ""))
    return _Section("".join(parts), first + 88 + 16 * len(notes))


def _notes(p: Position) -> Iterator[tuple[str, bool]]:
    """Yield notes on things that hold in this turn alone, each with whether it is bad."""
    if p.struck:
        has_robots = has(p, Technology.ROBOT_WORKERS)
        yield say("Strike: half of it is collected.") if has_robots else say("Strike: nothing is collected."), True
    if p.diplomatic:
        yield say("Diplomacy can take a system in this turn."), False


def _technologies(table: _Picture) -> _Section:
    """Return the technologies: two in a row, or one in a narrow drawing."""
    p, palette, layout = table.p, table.palette, table.layout
    words = say("Technologies and what they cost in wealth; filled and bold: discovered")
    left, columns, width, pitch = (layout.margin, 1, layout.inner, 32) if layout.is_column else (0, 2, 216, 34)
    lines = fitted(words, layout.inner, 11)
    parts = [table.text(left, 11 + 14 * row, line, 11, palette.dim) for row, line in enumerate(lines)]
    top = 4 + 14 * len(lines)
    for technology in Technology:
        is_known = has(p, technology)
        row, column = divmod(technology, columns)
        box = _Box(left + (width + 12) * column, top + pitch * row, width, 26)
        parts.append(
            table.place(
                "technology",
                name_of(technology),
                _technology_caption(technology, is_known=is_known),
                box,
                _plate(box, palette.known if is_known else palette.plain, palette.edge, 4),
                table.text(8, 18, title_of(technology), 13, bold=is_known),
                table.text(width - 8, 18, str(technology.cost), 13, palette.wealth, anchor="end"),
                is_last=bool(table.trace.sign(technology)),
            )
        )
    return _Section("".join(parts), top + pitch * -(-len(Technology) // columns) + 6)


def _technology_caption(technology: Technology, *, is_known: bool) -> str:
    said = {"card": title_of(technology), "cost": technology.cost}
    return say("{card}: {cost} wealth, discovered", **said) if is_known else say("{card}: {cost} wealth", **said)


def _plate(box: _Box, fill: str, edge: str, rx: float, width: float = 1) -> str:
    return element("rect", width=box.width, height=box.height, rx=rx, fill=fill, stroke=edge, stroke_width=width)


# --- systems


def _cards(table: _Picture, heading: str, cards: Sequence[System | None]) -> _Section:
    """Return a row of cards, or several, below a heading."""
    layout = table.layout
    content = table.text(layout.margin, 14, heading, 13, bold=True)
    if not cards:
        return _Section(content + table.text(layout.margin, 36, say("none"), 12, table.palette.dim), 52)
    for index, card in enumerate(cards):
        row, column = divmod(index, layout.per_row)
        x, y = layout.margin + column * (layout.card_width + _GAP), 24 + row * (_CARD_HEIGHT + _GAP)
        content += _card(table, card, _Box(x, y, layout.card_width, _CARD_HEIGHT))
    rows = -(-len(cards) // layout.per_row)
    return _Section(content, 28 + rows * (_CARD_HEIGHT + _GAP))


def _card(table: _Picture, system: System | None, box: _Box) -> str:
    """Return a system as its card shows it: points, resistance, production, and a world."""
    palette = table.palette
    is_distant = system is not None and system.deck is Deck.DISTANT
    is_hit = system is not None and system is table.p.target
    edge = (palette.military, 3) if is_hit else (palette.edge, 1)
    parts = [_plate(box, palette.distant if is_distant else palette.near, edge[0], 6, edge[1]), _world(table, system)]
    parts.append(table.text(8, 18, say("Home World") if system is None else title_of(system), 11, bold=True))
    if system is not None:
        # The points are short in each language, so they stand beside the world; each other line has its own row.
        parts.append(table.text(8, 34, say("{n} VP", n=system.points), 11))
        parts.append(table.text(8, 50, say("resistance {n}", n=system.resistance), 11))
    metal, wealth = production([]) if system is None else (system.metal, system.wealth)
    lines = [*_made(metal, wealth, palette)]
    for above, (words, colour) in enumerate(reversed(lines)):
        parts.append(table.text(box.width - 8, box.height - 8 - 14 * above, words, 11, colour, anchor="end"))
    if system is None:
        return element("g", svg.title(say("Home World")), *parts, class_="card", transform=at(box.x, box.y))
    caption = _card_caption(system)
    return table.place("card", name_of(system), caption, box, *parts, is_last=bool(table.trace.sign(system)))


def _made(metal: int, wealth: int, palette: Palette) -> Iterator[tuple[str, str]]:
    """Yield the production of a system, with the colour of each resource."""
    if metal:
        yield say("+{n} metal", n=metal), palette.metal
    if wealth:
        yield say("+{n} wealth", n=wealth), palette.wealth


def _card_caption(system: System) -> str:
    """Return the words of a card, in the order in which they are drawn."""
    facts = [say("{n} VP", n=system.points), say("resistance {n}", n=system.resistance)]
    if system.metal:
        facts.append(say("+{n} metal a turn", n=system.metal))
    if system.wealth:
        facts.append(say("+{n} wealth a turn", n=system.wealth))
    facts.append(say("near system") if system.deck is Deck.NEAR else say("distant system"))
    return f"{title_of(system)}: {', '.join(facts)}"


def _world(table: _Picture, system: System | None) -> str:
    """Return the world of a system; distant ones have a ring."""
    palette = table.palette
    day, night = palette.worlds[1 if system is None else system % len(palette.worlds)]
    disc = element("circle", r=10, fill=day, stroke=palette.edge, stroke_width=0.6)
    shade = element("path", d="M6 -8A10 10 0 1 1 -8 6A11.5 11.5 0 0 0 6 -8Z", fill=night)
    ring = ""
    if system is not None and system.deck is Deck.DISTANT:
        line: dict[str, float | str] = {"fill": "none", "stroke": palette.ring, "stroke_width": 1.6}
        ring = element("ellipse", rx=16, ry=4.5, transform="rotate(-20)", **line)
    return element("g", disc, shade, ring, transform=at(table.layout.card_width - 20, 30, 0.95))


# --- decks, points, events, the last actions

_DECK_WIDTH: Final = 92
_DECK_HEIGHT: Final = 34


def _decks(table: _Picture) -> _Section:
    """Return the decks with the number of their cards, and the points."""
    left = table.layout.margin
    content = table.text(left, 14, say("Still to be turned over"), 13, bold=True)
    for index, (deck, count) in enumerate(deck_counts(table.p).items()):
        box = _Box(left + index * (_DECK_WIDTH + _GAP), 24, _DECK_WIDTH, _DECK_HEIGHT)
        stack = "".join(
            element("rect", x=2 * i, y=-2 * i, width=box.width - 4, height=box.height, rx=5, **_back(table.palette))
            for i in reversed(range(min(3, count)))
        )
        empty = element(
            "rect", width=box.width - 4, height=box.height, rx=5, fill="none", **_EMPTY, stroke=table.palette.edge
        )
        words = table.text(box.width / 2 - 2, 21, deck_words(deck, count), 12, anchor="middle")
        content += table.place("deck", str(deck), _deck_caption(deck, count), box, stack or empty, words)
    points = _points_words(table.p)
    line = 14 if table.layout.is_column else 48
    return _Section(content + table.text(table.layout.width - left, line, points, 16, bold=True, anchor="end"), 72)


def _deck_caption(deck: Deck, n: int) -> str:
    if deck is Deck.NEAR:
        return counted(n, "{n} near system", "{n} near systems")
    return counted(n, "{n} distant system", "{n} distant systems")


_EMPTY: Final[dict[str, float | str]] = {"stroke_dasharray": "4 3"}


def _back(palette: Palette) -> dict[str, float | str]:
    return {"fill": palette.back, "stroke": palette.back_edge, "stroke_width": 1}


def _events(table: _Picture) -> _Section:
    """Return the events that came up in this year."""
    left, right = table.layout.margin, table.layout.width - table.layout.margin
    content = table.text(left, 14, say("Events of Year {year}", year=year_of(table.p.turn)), 13, bold=True)
    events = cards_of(Event, table.p.seen)
    if not events:
        return _Section(content + table.text(left, 36, say("none"), 12, table.palette.dim), 50)
    x, y = left, 24.0
    for event in events:
        words = event_line(table.p, event)
        width = 6.4 * len(words) + 18
        if x > left and x + width > right:
            x, y = left, y + 32
        box = _Box(x, y, width, 24)
        hit = event is table.p.event
        edge = (table.palette.military, 3) if hit else (table.palette.edge, 1)
        label = table.text(width / 2, 16.5, words, 12, anchor="middle")
        plate = _plate(box, table.palette.plain, edge[0], 12, edge[1])
        content += table.place("event", name_of(event), words, box, plate, label, is_last=bool(table.trace.sign(event)))
        x += width + _GAP
    return _Section(content, y + 40)


def _last_actions(table: _Picture) -> _Section:
    """Return the texts of the last actions."""
    words = say("Last: {actions}", actions=table.trace.words)
    if table.trace.titles:
        words = say("Last: {actions} (their cards are dashed)", actions=table.trace.words)
    lines = fitted(words, table.layout.inner, 12)
    content = (
        table.text(table.layout.margin, 12 + 16 * row, line, 12, table.palette.dim) for row, line in enumerate(lines)
    )
    return _Section("".join(content), 16 * len(lines) + 8)
