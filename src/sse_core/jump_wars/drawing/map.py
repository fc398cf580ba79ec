"""Maps of SVG drawings: the spaces with their counters, Homeworlds, fleets and orders."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot, sqrt
from typing import Final, NamedTuple

from ...drawing.panels import text_width
from ...drawing.svg import at, element, title
from ...forms.messages import language
from ..board import N_SPACES, SIDE, Grid, Space, space_name, xy
from ..messages import counted, say
from ..positions.position import NOBODY, Due, Order, Position, homeworld_of
from ..text.notation import SEATS
from ..words.names import homeworld_name, kind_name
from ..words.table import order_words, side_letter
from .art import HALF, Art, outline
from .trace import Trace

__all__ = ["Chart", "map_of"]

_LABELS: Final = 22
"""The room for the letters of the columns and the numbers of the rows."""

_ROW: Final = {Grid.SQUARE: 2 * HALF, Grid.HEX: HALF * sqrt(3)}
"""The distance between two rows."""

_BADGES_Y: Final = {Grid.SQUARE: 17, Grid.HEX: 14}
"""The distance of the lowest badges below the middle of a space."""

_NAME_PLACE: Final = {
    Grid.SQUARE: (HALF - 5, 12 - HALF, "end"),
    Grid.HEX: (0, 17 - HALF * 2 / sqrt(3), "middle"),
}
"""The place of a space's name: in the corner, or at the upper point of a hex."""

_ART_ABOVE: Final = {Grid.SQUARE: (-7, 0.8), Grid.HEX: (-4, 0.72)}
"""The height of a counter above a row of badges, and its scale."""

_STEP: Final = 8
_APART: Final = 20
"""The step by which a label of an order moves along its arrow, and the least distance between labels."""

_AFTER_JUMP: Final = frozenset({Due.DEAL, Due.BOMBS, Due.SPLIT, Due.FINAL, Due.END})
"""The steps in which the orders of the turn have been carried out."""


_OVER: Final[dict[str, float | str]] = {"pointer_events": "none"}
"""The attributes of a layer over the spaces that lets clicks through."""


class Chart(NamedTuple):
    """The map: its SVG elements, drawn from the upper left corner, and its size in pixels."""

    content: str
    width: float
    height: float


def map_of(art: Art, p: Position, trace: Trace, marked: Collection[str]) -> Chart:
    """Return the map of a position, with the spaces of the last actions and the marked ones framed."""
    grid = p.options.grid
    right, bottom = _middle(grid, N_SPACES - 1)
    half_height = HALF if grid is Grid.SQUARE else HALF * 2 / sqrt(3)
    parts = [
        *_axes(art, grid),
        element(
            "g",
            *(_space(art, p, space) for space in range(N_SPACES)),
            class_="spaces",
            fill=art.palette.faint,
            font_size=10,
        ),
        *(
            _placed(p, space, "marked", art.marked[grid].drawn(), **_OVER)
            for space in range(N_SPACES)
            if space_name(space) in marked
        ),
        *(_placed(p, space, "last", art.framed[grid].drawn(), **_OVER) for space in sorted(trace.spaces)),
        *_drafts(art, p),
        *_orders(art, p),
        *(
            _stack(art, grid, space, len(p.players), fleets)
            for space, fleets in enumerate(zip(*p.fleets, strict=True))
            if any(fleets)
        ),
        *_order_labels(art, p),
    ]
    return Chart("\n".join(parts), right + HALF + 2, bottom + half_height + (0 if grid is Grid.SQUARE else _LABELS) + 4)


def _middle(grid: Grid, space: int) -> tuple[float, float]:
    """Return the middle of a space. On the hex grid each row is half a space further to the right (J4.1)."""
    x, y = xy(space)
    left = HALF * (2 * x + 1) + (HALF * y if grid is Grid.HEX else 0)
    top = HALF if grid is Grid.SQUARE else HALF * 2 / sqrt(3)
    return _LABELS + left, _LABELS + top + _ROW[grid] * y


def _placed(p: Position, space: int, kind: str, *parts: str, **attributes: float | str) -> str:
    return element("g", *parts, class_=kind, **attributes, transform=at(*_middle(p.options.grid, space)))


@lru_cache(maxsize=6)
def _axes(art: Art, grid: Grid) -> tuple[str, ...]:
    """Return the letters of the columns, above the map and below a hexagonal one, and the numbers of the rows."""
    found: list[str] = []
    for x in range(SIDE):
        found.append(art.text(_middle(grid, x)[0], _LABELS - 7, "abcdefghij"[x], 14, art.palette.dim, class_="axis"))
        if grid is Grid.HEX:
            low_x, low_y = _middle(grid, N_SPACES - SIDE + x)
            found.append(art.text(low_x, low_y + HALF + 22, "abcdefghij"[x], 14, art.palette.dim, class_="axis"))
    for y in range(SIDE):
        left, middle = _middle(grid, SIDE * y)
        found.append(art.text(left - HALF - 11, middle + 5, str(y + 1), 14, art.palette.dim, class_="axis"))
    return tuple(found)


# --- one space


def _space(art: Art, p: Position, space: int) -> str:
    """Return the group of a space with everything except fleets. Few spaces change from ply to ply."""
    fleets = tuple(side[space] for side in p.fleets)
    is_fought = p.battle is not None and p.battle.space == space
    owner = homeworld_of(p, space)
    return _drawn(
        art, language(), p.options.grid, space, p.spaces[space], len(p.players), owner, fleets, p.held[space], is_fought
    )


@lru_cache(maxsize=4096)
def _drawn(
    art: Art,
    reader: str,
    grid: Grid,
    space: int,
    kind: Space,
    players: int,
    owner: int,
    fleets: Sequence[int],
    holder: int,
    is_fought: bool,
) -> str:
    """Return the group of a space, with its caption. The cache depends on the reader's language, too."""
    stacks = [(side, count) for side, count in enumerate(fleets) if count]
    rows = -(-len(stacks) // 2)
    left, top, anchor = _NAME_PLACE[grid]
    return element(
        "g",
        title(_caption(space, kind, players, owner, stacks, holder, is_fought)),
        _ground(art, grid, kind, players if owner == NOBODY else owner, players, rows, is_fought),
        element("text", space_name(space), class_="name", x=left, y=top, text_anchor=anchor),
        class_="space",
        data_place=space_name(space),
        transform=at(*_middle(grid, space)),
    )


@lru_cache(maxsize=1024)
def _ground(art: Art, grid: Grid, kind: Space, owner: int, players: int, rows: int, is_fought: bool) -> str:
    """Return the ground of a space with its counter or Homeworld, which leaves room for rows of fleets below."""
    parts = [(art.hole if kind is Space.BLACK_HOLE else art.ground)[grid].drawn()]
    y, scale = (0.0, 1.0) if not rows else _ART_ABOVE[grid] if rows == 1 else (-10.0, 0.6)
    name = kind.name.lower().replace("_", "-")
    if kind is Space.HOMEWORLD:
        parts.append(outline(grid, 2.5, fill="none", stroke=art.line_of(owner, players), stroke_width=2.5))
        world = art.homeworld(owner, players, side_letter(owner, players))
        counter = element("g", world, class_=name, transform=at(0, y, scale))
    else:
        counter = art.counters[kind].drawn(0, y, scale, class_=name)
    if is_fought:
        parts.append(element("g", art.battle_frame(grid), class_="battle"))
    return "".join(parts) + counter


def _caption(
    space: int,
    kind: Space,
    players: int,
    owner: int,
    stacks: Iterable[tuple[int, int]],
    holder: int,
    is_fought: bool,
) -> str:
    """Return the content of a space in words, for its title. A stack is a side with the number of its fleets."""
    name = homeworld_name(owner) if kind is Space.HOMEWORLD else kind_name(kind)
    fleets = (
        counted(count, "{n} fleet of {side}", "{n} fleets of {side}", side=side_letter(side, players))
        for side, count in stacks
    )
    parts = [f"{space_name(space)}: {', '.join([name, *fleets])}"]
    if is_fought:
        parts.append(say("battle"))
    if holder != NOBODY:
        parts.append(say("held by {side} at the end of the last turn", side=side_letter(holder, players)))
    return "; ".join(parts)


@lru_cache(maxsize=4096)
def _stack(art: Art, grid: Grid, space: int, players: int, fleets: Sequence[int]) -> str:
    """Return the fleets in a space: those of each side on a badge, two beside each other, the first ones at the top."""
    sides, low = [side for side, count in enumerate(fleets) if count], _BADGES_Y[grid]
    rows = -(-len(sides) // 2)
    badges: list[str] = []
    for index, side in enumerate(sides):
        row, column = divmod(index, 2)
        is_alone = index == len(sides) - 1 and column == 0
        room = 2 * HALF - 6 if is_alone else HALF - 2
        x = 0 if is_alone else (column - 0.5) * (HALF - 1)
        words = f"{side_letter(side, players)}{fleets[side]}"
        badges.append(art.badge(x, low - 16 * (rows - 1 - row), side, players, words, room))
    return element("g", *badges, class_="stack", **_OVER, transform=at(*_middle(grid, space)))


# --- orders


def _drafts(art: Art, p: Position) -> Iterator[str]:
    """Yield the frames of the spaces in orders that are being written."""
    drafted = {space for player in p.players for space in player.written_orders.draft[:2]}
    return (_placed(p, space, "draft", art.draft_frame(p.options.grid), **_OVER) for space in sorted(drafted))


def _orders(art: Art, p: Position) -> Iterator[str]:
    """Yield an arrow for each order, pale once the orders are carried out; those of each player in a lane of its own.

    Orders of two players between the same spaces so stand beside each other.
    """
    n = len(p.players)
    opacity: dict[str, float | str] = {"opacity": 0.5} if p.step in _AFTER_JUMP else {}
    for seat, player in enumerate(p.players):
        for index, order in enumerate(player.written_orders.orders, 1):
            shape = art.arrow(
                _middle(p.options.grid, order.origin),
                _middle(p.options.grid, order.target),
                art.line_of(seat, n),
                aside=_aside(seat, n),
                dashed=order.void,
                double=order.is_planet,
            )
            ends = {"data_from": space_name(order.origin), "data_to": space_name(order.target)}
            words = title(say("Order {n} of {seat}: {order}", n=index, seat=SEATS[seat], order=order_words(order)))
            yield element(
                "g",
                words,
                shape,
                class_="void order" if order.void else "order",
                data_seat=SEATS[seat],
                **ends,
                **opacity,
                **_OVER,
            )


def _aside(seat: int, players: int) -> float:
    return 5 * (seat - (players - 1) / 2)


def _order_labels(art: Art, p: Position) -> Iterator[str]:
    """Yield the seat and the fleets of each order, on its arrow where it leaves its space, or the next free place."""
    n, grid = len(p.players), p.options.grid
    taken: list[tuple[float, float]] = []
    for seat, player in enumerate(p.players):
        for order in player.written_orders.orders:
            (x, y), (far_x, far_y) = _middle(grid, order.origin), _middle(grid, order.target)
            dx, dy = far_x - x, far_y - y
            length = hypot(dx, dy)
            ux, uy, aside = dx / length, dy / length, _aside(seat, n)
            first = min(_leaving(grid, dx, dy), length / 2)
            places = [
                (x + along * ux - aside * uy, y + along * uy + aside * ux)
                for along in (first + _STEP * i for i in range(1 + int(max(0, length - 20 - first) / _STEP)))
            ]
            free = (one for one in places if all(hypot(one[0] - tx, one[1] - ty) >= _APART for tx, ty in taken))
            place = next(free, places[0])
            taken.append(place)
            yield _order_label(art, place, seat, order, art.line_of(seat, n))


def _leaving(grid: Grid, dx: float, dy: float) -> float:
    """Return the distance from the middle at which a line in a direction leaves a space."""
    return HALF * hypot(dx, dy) / max(abs(dx), abs(dy)) if grid is Grid.SQUARE else HALF


def _order_label(art: Art, place: tuple[float, float], seat: int, order: Order, colour: str) -> str:
    words = say("{seat} HW", seat=SEATS[seat]) if order.is_planet else f"{SEATS[seat]}{order.fleets}"
    width = max(16, text_width(words, 12) + 7)
    plate = element(
        "rect",
        x=-width / 2,
        y=-8,
        width=width,
        height=16,
        rx=8,
        fill=art.palette.space,
        stroke=colour,
        stroke_width=1.8,
    )
    return element(
        "g",
        plate,
        art.text(0, 4, words, 11, font_weight="bold"),
        class_="count",
        data_label="true",
        transform=at(*place),
        **_OVER,
    )
