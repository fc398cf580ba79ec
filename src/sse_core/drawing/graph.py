"""Graphs of a game: each seat's share of the win over the plies, as SVG and in characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, SupportsIndex

from ..errors import ArgumentError
from ..forms.checks import check_number
from ..game import Theme
from .checks import check_theme
from .notebook import LETTERS
from .palettes import SEATED, SeatedPalette
from .svg import Picture, document, element, text, title

__all__ = ["Point", "graph_svg", "graph_text"]


class Point(NamedTuple):
    """A position of a game."""

    ply: int
    shares: tuple[float, ...]
    """Each seat's share of the win, 0 to 1. They add up to 1, except in a game for one."""

    words: str
    """The words about the position, shown under the pointer."""

    is_marked: bool = False
    """Whether the game turned there."""


# --- SVG


_HEIGHT: Final = 300
_LEFT: Final = 52
_RIGHT: Final = 20
_TOP: Final = 54
"""The room above the graph with one row of labels."""

_ROW: Final = 24
"""The height of each further row of labels."""

_BOTTOM: Final = 34
_SIZE: Final = 14
"""The font size of the words."""

_LETTER: Final = 8.2
"""The width of a letter of that size; a generous one, so that no label meets the next."""

_QUARTERS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_WIDTHS: Final = (100, 20_000)
_TICKS: Final = 10
"""The most plies that are written below the graph."""

_TICK: Final = 60
"""The pixels for each such number."""


def graph_svg(
    points: Sequence[Point],
    labels: Sequence[str],
    *,
    title: str,
    first: int,
    last: int,
    unit: str = "ply",
    theme: Theme = "dark",
    width: SupportsIndex = 800,
) -> Picture:
    """Return the graph of some positions of a game, from its first to its last ply, as one document of this width.

    The seats, with these labels, lie on each other: each band is as high as the seat's share of the win. Marked
    positions have a line and a triangle. Each position has an element of the class ``ply``, with ``data-ply`` and its
    words as a title: it reaches over the whole height, halfway to its neighbours. `unit` stands before the numbers of
    plies.

    Raises ArgumentError without a point, for another theme, or for a width out of range.
    """
    _check_points(points)
    palette = SeatedPalette(**SEATED[check_theme(theme)])
    pixels = check_number(width, "width", _WIDTHS[1], _WIDTHS[0])
    places = _label_places(labels, pixels)
    plot = _Plot(points, first, last, pixels, places[-1][1])
    return document(
        plot.width,
        plot.height,
        _title(title),
        element("rect", width=plot.width, height=plot.height, fill=palette.space),
        *_legend(labels, places, palette),
        *_bands(plot, palette),
        *_axes(plot, palette, unit),
        *_marks(plot, palette),
        *_places(plot),
        role="img",
        font_family="Helvetica, Arial, sans-serif",
    )


_title = title


class _Plot:
    """The places of a graph in pixels."""

    def __init__(self, points: Sequence[Point], first: int, last: int, width: int, lower: float) -> None:
        self.points = points
        self.first, self.last = first, last
        self.width, self.height = width, _HEIGHT + lower
        self.left, self.right = _LEFT, max(_LEFT + 20, width - _RIGHT)
        self.top, self.bottom = _TOP + lower, self.height - _BOTTOM

    def x(self, ply: float) -> float:
        """Return where a ply stands; the one ply of a game without moves in the middle."""
        span = self.last - self.first
        return self.left + (self.right - self.left) * ((ply - self.first) / span if span else 0.5)

    def y(self, share: float) -> float:
        """Return where a share stands."""
        return self.bottom - (self.bottom - self.top) * min(max(share, 0.0), 1.0)

    def edges(self) -> Iterator[tuple[Point, float, float]]:
        """Yield each point with the ends of its range: halfway to its neighbours."""
        places = [self.x(point.ply) for point in self.points]
        for index, point in enumerate(self.points):
            left = (places[index - 1] + places[index]) / 2 if index else self.left
            right = (places[index] + places[index + 1]) / 2 if index + 1 < len(places) else self.right
            yield point, left, right


_BADGE: Final = _SIZE + 4
"""The size of the square with the letter of a seat."""


def _label_places(labels: Sequence[str], width: int) -> list[tuple[float, float]]:
    """Return where each label stands, in rows: how far to the right, and how far below the first row."""
    places: list[tuple[float, float]] = []
    x, y = float(_LEFT), 0.0
    for label in labels:
        wide = _BADGE + 6 + _LETTER * len(_name(label))
        if places and x + wide > width:
            x, y = float(_LEFT), y + _ROW
        places.append((x, y))
        x += wide + 16
    return places


def _name(label: str) -> str:
    """Return the name of who sits at a seat, from a label such as ``A (greedy)``."""
    return label[1:].strip(" ()")


def _legend(labels: Sequence[str], places: Sequence[tuple[float, float]], palette: SeatedPalette) -> Iterator[str]:
    for seat, (label, (x, y)) in enumerate(zip(labels, places, strict=True)):
        colour = palette.seats[seat % len(palette.seats)]
        middle = {"text_anchor": "middle", "font_weight": "bold", "fill": palette.letter}
        yield element("rect", x=x, y=y + 14, width=_BADGE, height=_BADGE, rx=4, fill=colour)
        yield text(x + _BADGE / 2, y + 28, label[:1], _SIZE, **middle)
        yield text(x + _BADGE + 6, y + 28, _name(label), _SIZE, fill=palette.ink)


def _bands(plot: _Plot, palette: SeatedPalette) -> Iterator[str]:
    """Yield the band of each seat, the first one at the bottom, and its letter at the band's highest place."""
    yield element(
        "rect", x=plot.left, y=plot.top, width=plot.right - plot.left, height=plot.bottom - plot.top,
        fill=palette.space, stroke=palette.dim, stroke_width=1,
    )  # fmt: skip
    below = [0.0] * len(plot.points)
    for seat in range(len(plot.points[0].shares)):
        above = [low + point.shares[seat] for low, point in zip(below, plot.points, strict=True)]
        outline = [*_steps(plot, above), *reversed(_steps(plot, below))]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline) + "Z"
        colour = palette.seats[seat % len(palette.seats)]
        yield element("path", d=path, fill=colour, stroke=palette.letter, stroke_width=1.5, stroke_linejoin="round")
        yield from _letter(plot, seat, below, above, palette)
        below = above


def _steps(plot: _Plot, heights: Sequence[float]) -> list[tuple[float, float]]:
    """Return a line through all points, level before the first and after the last one."""
    line = [(plot.x(point.ply), plot.y(height)) for point, height in zip(plot.points, heights, strict=True)]
    return [(plot.left, line[0][1]), *line, (plot.right, line[-1][1])]


def _letter(
    plot: _Plot, seat: int, below: Sequence[float], above: Sequence[float], palette: SeatedPalette
) -> Iterator[str]:
    """Yield the letter of a seat in its band, at the place where the band is highest; none in a thin band."""
    sizes = [high - low for low, high in zip(below, above, strict=True)]
    place = max(range(len(sizes)), key=sizes.__getitem__)
    low, high = plot.y(below[place]), plot.y(above[place])
    if low - high >= _SIZE + 4:
        x = min(max(plot.x(plot.points[place].ply), plot.left + _SIZE), plot.right - _SIZE)
        words = {"text_anchor": "middle", "font_weight": "bold", "fill": palette.letter}
        yield text(x, (low + high) / 2 + _SIZE / 3, LETTERS[seat], _SIZE, **words)


def _axes(plot: _Plot, palette: SeatedPalette, unit: str) -> Iterator[str]:
    for share in _QUARTERS:
        y = plot.y(share)
        dashes = {} if share in (0.0, 1.0) else {"stroke_dasharray": "3 4"}
        yield element(
            "path", d=f"M{plot.left} {y:.1f}H{plot.right}", stroke=palette.letter, stroke_opacity=0.4, **dashes
        )
        yield text(plot.left - 8, y + 5, f"{share:.0%}", _SIZE - 1, text_anchor="end", fill=palette.dim)
    for ply in _ticks(plot.first, plot.last, max(2, min(_TICKS, int((plot.right - plot.left) / _TICK)))):
        x = plot.x(ply)
        yield element("path", d=f"M{x:.1f} {plot.bottom}v5", stroke=palette.dim)
        yield text(x, plot.bottom + 20, str(ply), _SIZE - 1, text_anchor="middle", fill=palette.dim)
    yield text(plot.left - 14, plot.bottom + 20, unit, _SIZE - 1, text_anchor="end", fill=palette.dim)


def _ticks(first: int, last: int, most: int) -> list[int]:
    """Return round numbers of plies from the first to the last one, so many at most."""
    step = 1
    while (last - first) // step + 1 > most:
        digit = str(step)[0]
        step = step * 5 // 2 if digit == "2" else step * 2
    return list(range(-(-first // step) * step, last + 1, step))


def _marks(plot: _Plot, palette: SeatedPalette) -> Iterator[str]:
    for point in plot.points:
        if point.is_marked:
            x = plot.x(point.ply)
            yield element("path", d=f"M{x:.1f} {plot.top}V{plot.bottom}", stroke=palette.halo, stroke_width=3)
            yield element("path", d=f"M{x:.1f} {plot.top}V{plot.bottom}", stroke=palette.light, stroke_width=1.5)
            yield element(
                "path", d=f"M{x:.1f} {plot.top - 2}l-5 -9h10Z", fill=palette.mark, stroke=palette.halo, class_="turn"
            )


def _places(plot: _Plot) -> Iterator[str]:
    height = plot.bottom - plot.top
    for point, left, right in plot.edges():
        yield element(
            "rect", _title(point.words), x=left, y=plot.top, width=max(right - left, 0.5), height=height,
            fill="transparent", class_="ply", data_ply=point.ply,
        )  # fmt: skip


# --- characters


_ROWS: Final = 11
"""The rows of the graph, a tenth of the win each."""

_COLUMNS: Final = 73
_SHARED: Final = "*"
_MARKED: Final = "!"


def graph_text(points: Sequence[Point], letters: str, *, first: int, last: int) -> str:
    """Return the same graph in plain ASCII, 80 columns wide at most: the letter of each seat at its share of the win.

    ``*`` stands where several seats meet, and ``!`` below marked positions.

    >>> print(graph_text([Point(0, (0.5, 0.5), ""), Point(1, (0.9, 0.1), "", True)], "AB", first=0, last=1))
    100 |
     90 |  A
     80 |
     70 |
     60 |
     50 |*
     40 |
     30 |
     20 |
     10 |  B
      0 |
    turn   !
    ply  0 1

    Raises ArgumentError without a point.
    """
    _check_points(points)
    span = last - first
    wide = max(1, min(2, _COLUMNS // (span + 1)))
    columns = min(_COLUMNS, span * wide + 1)
    place_of = {ply: round((ply - first) * (columns - 1) / span) if span else 0 for ply in range(first, last + 1)}
    rows = [[" "] * columns for _ in range(_ROWS)]
    turns = [" "] * columns
    # Of several positions in a column the last one is shown, and every turn.
    for point in points:
        column = place_of[point.ply]
        for row in rows:
            row[column] = " "
        for letter, share in zip(letters, point.shares, strict=True):
            row = rows[round((1 - min(max(share, 0.0), 1.0)) * (_ROWS - 1))]
            row[column] = letter if row[column] == " " else _SHARED
        if point.is_marked:
            turns[column] = _MARKED
    lines = [f"{100 - 10 * place:3} |{''.join(row)}" for place, row in enumerate(rows)]
    below = [f"turn {''.join(turns)}"] if _MARKED in turns else []
    return "\n".join(line.rstrip() for line in [*lines, *below, f"ply  {_numbers(first, last, place_of)}"])


def _numbers(first: int, last: int, place_of: dict[int, int]) -> str:
    """Return the line of plies below a graph; each number begins where its ply stands."""
    line = ""
    for ply in _ticks(first, last, _TICKS):
        fits = place_of[ply] + len(str(ply)) <= _COLUMNS + 2
        if fits and (len(line) < place_of[ply] or not line):
            line = line.ljust(place_of[ply]) + str(ply)
    return line


def _check_points(points: Sequence[Point]) -> None:
    if not points:
        raise ArgumentError("a graph is of one position at least: no position was reviewed")
