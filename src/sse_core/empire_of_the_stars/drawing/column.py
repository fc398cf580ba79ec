"""Maps of narrow SVG drawings: the ring of sectors as two columns, down on the right side and up on the left.

Regions are cells in four columns: those of the inner ring stand in the middle, those of the outer ring outside. Small
sectors need only one ring: then there are two columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from ...drawing.panels import Panel, cut
from ...drawing.svg import at, element, number
from ..board import Board
from ..packs.content import Sector
from ..positions.fields import BLOCKED
from ..positions.position import Position
from .art import Art
from .cell import CELL_WIDTH, Cell, cell_of, drawn_cell
from .trace import Trace

__all__ = ["column_of"]

_SIDE: Final = 146
"""The width of a sector."""

_BETWEEN: Final = 2
"""The gap between the two sides."""

_PITCH: Final = CELL_WIDTH + 6
_GAP: Final = 7
"""The gap below a row of cells."""

_NAME: Final = 18
"""The height of the name of a sector."""

_SMALL: Final = 2
"""The most regions of a sector below each other, in one ring."""

_END: Final = 5
"""The gap below the last row of a sector, and between two sectors."""

_RIM: Final = 9
"""The room above and below all sectors, where lines lead from one side to the other."""


class _Spot(NamedTuple):
    """The place of a region: its column, of four, and its row."""

    column: int
    row: int


class _Plan(NamedTuple):
    """The plan of a map: the places of regions, whatever lies in them."""

    spots: tuple[_Spot, ...]
    blocks: tuple[tuple[int, int], ...]
    """For each pair of sectors side by side the first row, and the row behind the last one."""

    sectors: tuple[tuple[int, int], ...]
    """The side, 0 left and 1 right, and the block of each sector."""

    rings: int


@lru_cache(maxsize=16)
def _plan(b: Board) -> _Plan:
    """Return the plan: the first sectors on the right from the top down, the others on the left upwards."""
    sectors = [sector.regions for sector in b.content.sectors]
    n, down = len(sectors), -(-len(sectors) // 2)
    blocks = [index if index < down else n - 1 - index for index in range(n)]
    rings = 1 if max(map(len, sectors)) <= _SMALL else 2
    lengths = [-(-len(regions) // rings) for regions in sectors]
    highest = [max(lengths[index] for index in range(n) if blocks[index] == block) for block in range(down)]
    tops = [*accumulate(highest, initial=0)]
    spots = [_Spot(0, 0)] * b.n_regions
    for index, (regions, length) in enumerate(zip(sectors, lengths, strict=True)):
        for position, region in enumerate(regions):
            ring, place = divmod(position, length)
            is_right = index < down
            row = place if is_right else length - 1 - place
            spots[region] = _Spot(2 + ring if is_right else 1 - ring, tops[blocks[index]] + row)
    sides = tuple((int(index < down), blocks[index]) for index in range(n))
    return _Plan(tuple(spots), tuple(pairwise(tops)), sides, rings)


class _Laid(NamedTuple):
    """The places of things in pixels from left and top, after the content of all cells is known."""

    plan: _Plan
    tops: tuple[float, ...]
    """The top of each row."""

    heights: tuple[float, ...]
    """The height of each row."""

    blocks: tuple[tuple[float, float], ...]
    """The top and the end of each pair of sectors."""

    height: float

    def corner(self, region: int) -> tuple[float, float]:
        """Return the upper left corner of a region."""
        column, row = self.plan.spots[region]
        side, place = divmod(column, 2)
        x = 4 + _PITCH * place if self.plan.rings == 2 else (_SIDE - CELL_WIDTH) / 2
        return side * (_SIDE + _BETWEEN) + x, self.tops[row]

    def middle(self, region: int) -> tuple[float, float]:
        """Return the middle of a region."""
        x, y = self.corner(region)
        return x + CELL_WIDTH / 2, y + self.heights[self.plan.spots[region].row] / 2


def column_of(art: Art, b: Board, p: Position, trace: Trace, marked: Collection[str]) -> Panel:
    """Return the map of a position, with the regions of the last actions and the marked ones framed."""
    cells = [cell_of(art, p, region) for region in range(b.n_regions)]
    laid = _laid(_plan(b), cells)
    over: dict[str, float | str] = {"pointer_events": "none"}
    parts = [
        element("g", *_sectors(art, b, p, laid), class_="sectors", **over),
        element("g", *_joins(art, b, p, laid), class_="joins", **over),
        element("g", *_names(art, b, p, laid), class_="names", **over),
        *(drawn_cell(art, b, p, cell, laid.corner(cell.region), _height(laid, cell.region)) for cell in cells),
    ]
    frames = {"last": (trace.regions, art.palette.light, ""), "marked": (marked, art.palette.mark, "9 5")}
    return Panel("\n".join([*parts, *_frames(art, b, laid, frames)]), laid.height)


def _height(laid: _Laid, region: int) -> float:
    return laid.heights[laid.plan.spots[region].row]


def _laid(plan: _Plan, cells: Sequence[Cell]) -> _Laid:
    """Return the places: each row is as high as the highest of its cells."""
    n_rows = plan.blocks[-1][1]
    heights = [0.0] * n_rows
    for cell in cells:
        row = plan.spots[cell.region].row
        heights[row] = max(heights[row], cell.height)
    y, tops, blocks = float(_RIM), [0.0] * n_rows, list[tuple[float, float]]()
    for first, end in plan.blocks:
        top = y
        y += _NAME
        for row in range(first, end):
            tops[row] = y
            y += heights[row] + _GAP
        y += _END - _GAP
        blocks.append((top, y))
        y += _END
    return _Laid(plan, tuple(tops), tuple(heights), tuple(blocks), y - _END + _RIM)


def _sectors(art: Art, b: Board, p: Position, laid: _Laid) -> Iterator[str]:
    """Yield the ground of each sector; a blocked one is quiet, one with a battle is not."""
    palette = art.palette
    for sector, (each, (side, block)) in enumerate(zip(b.content.sectors, laid.plan.sectors, strict=True)):
        blocked, fought = _is_blocked(p, each), p.sector == sector
        top, end = laid.blocks[block]
        yield element(
            "rect",
            x=side * (_SIDE + _BETWEEN) + 1,
            y=top,
            width=_SIDE - 2,
            height=end - top,
            rx=9,
            fill=palette.blocked if blocked else palette.sector,
            stroke=palette.battle if fought else palette.sector_edge,
            stroke_width=3 if fought else 1.2,
            stroke_opacity=0.4 if blocked else 1,
        )


def _names(art: Art, b: Board, p: Position, laid: _Laid) -> Iterator[str]:
    """Yield the name of each sector, beside the lines to its regions."""
    palette = art.palette
    for sector, (each, (side, block)) in enumerate(zip(b.content.sectors, laid.plan.sectors, strict=True)):
        colour = palette.battle if p.sector == sector else palette.faint if _is_blocked(p, each) else palette.dim
        x = side * (_SIDE + _BETWEEN) + (_SIDE / 2 if laid.plan.rings == 2 else _SIDE / 4)
        yield art.text(x, laid.blocks[block][0] + 14, cut(each.name, 60, 13), 13, colour, font_weight="bold")


def _is_blocked(p: Position, sector: Sector) -> bool:
    return all(p.tile[region] == BLOCKED for region in sector.regions)


def _joins(art: Art, b: Board, p: Position, laid: _Laid) -> Iterator[str]:
    """Yield the lines between adjacent regions; from one end of a row to the other they lead round it."""
    for one, other in b.content.joins:
        shut = BLOCKED in (p.tile[one], p.tile[other])
        yield element(
            "path",
            d=_way(laid, one, other),
            fill="none",
            stroke=art.palette.join,
            stroke_width=2 if shut else 4,
            stroke_opacity=0.3 if shut else 1,
            stroke_linejoin="round",
        )


def _way(laid: _Laid, one: int, other: int) -> str:
    """Return the path between the middles of two regions."""
    (x1, y1), (x2, y2) = laid.middle(one), laid.middle(other)
    first, second = laid.plan.spots[one], laid.plan.spots[other]
    ends = {0: _RIM / 2, len(laid.tops) - 1: laid.height - _RIM / 2}
    around = ends.get(first.row) if first.row == second.row and abs(first.column - second.column) > 1 else None
    between = "" if around is None else f"V{number(around)}H{number(x2)}"
    return f"M{number(x1)} {number(y1)}{between}L{number(x2)} {number(y2)}"


def _frames(art: Art, b: Board, laid: _Laid, frames: Mapping[str, tuple[Collection[str], str, str]]) -> Iterator[str]:
    """Yield a frame round each region of the last actions, and round each marked one."""
    for kind, (names, colour, dashes) in frames.items():
        for region, name in enumerate(b.content.regions):
            if name not in names:
                continue
            size = {"x": -1.5, "y": -1.5, "width": CELL_WIDTH + 3, "height": _height(laid, region) + 3, "rx": 9}
            dashed = {"stroke_dasharray": dashes} if dashes else {}
            outer = element("rect", **size, fill="none", stroke=art.palette.halo, stroke_width=5)
            inner = element("rect", **size, fill="none", stroke=colour, stroke_width=2.5, **dashed)
            where = at(*laid.corner(region))
            yield element("g", outer, inner, class_=kind, pointer_events="none", transform=where)
