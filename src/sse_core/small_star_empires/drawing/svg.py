"""Drawings of boards and positions as SVG: one self-contained document, the same characters in every process."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, get_args

from ..._fast import State
from ...drawing.checks import check_marked, check_theme, check_width
from ...drawing.svg import at, description, document, element, title
from ...errors import ArgumentError
from ...forms.checks import check_choice, check_flag, type_named
from ...game import Theme
from ..actions import Action
from ..any_state import is_state
from ..board import Board
from ..maps.territories import Territory, territories_of
from ..text.notation import parse_cell
from .art import Orientation, art_of
from .captions import captions, described, heading
from .map import THUMBNAIL, frame_of, map_of, sizes_for
from .marks import Marks, Target, drawn_marks, drawn_territories, ship_targets
from .panel import Panel, least_width, panel_of
from .trace import trace_of

__all__ = ["thumbnail", "to_svg"]

_MARGIN: Final = 20
_SHOWN_WIDTH: Final = 800
"""The width at which a drawing is shown on a page. A wider drawing gets larger words."""

_ORIENTATIONS: Final[tuple[Orientation, ...]] = get_args(Orientation)
_UNMARKED: Final = Marks((), None, (), ())


def to_svg(
    board_or_state: Board | State,
    *,
    last: Sequence[Action] = (),
    marked: Collection[str] = (),
    theme: Theme = "dark",
    orientation: Orientation = "pointy",
    coordinates: bool = True,
    panel: bool = True,
    targets_of: int | str | None = None,
    territories: bool = False,
    width: int | None = None,
) -> str:
    """Return a drawing of a board or of a position as one SVG document, without a newline at its end.

    The document needs no other file, no script and no style sheet. Its title and its description say the situation; the
    title of each system, which browsers show under the pointer, names its kind, its holder and its ships. Below the map
    of a position are the turn and the scores and reserves of the players, then a legend. A wide map has larger names
    and a larger panel, so that both can be read when the drawing is shown 800 pixels wide. Each seat has its own
    colour, pattern of the systems that it holds, and silhouette of ships, so that a grey print tells seats apart.

    A system is a group with its name as ``data-place``, and with ``data-face="down"`` until it is explored. A piece and
    a ship are groups with ``data-seat``, a ship with ``data-moves``, too, and an arrow has the names of its ends as
    ``data-from`` and ``data-to``.

    Parameters
    ----------
    last
        The actions that led to the position, such as those of the last turn. An arrow goes from the system that a ship
        left to the one where it landed, and the systems where an action took place are framed.
    marked
        Names of systems to mark, such as ``["c4"]``.
    theme
        The colours: ``"dark"``, ``"light"``, or ``"print"`` for paper.
    orientation
        ``"pointy"``: hexes stand on a point (E1.1); ``"flat"``: the map is turned by 30 degrees clockwise.
    coordinates
        Whether systems show their names.
    panel
        Whether the scores and the legend stand below the map.
    targets_of
        A cell, or its name: the legal targets of the ships there are marked, with tolls, and their cell is framed.
        Targets of jumps have dots for a frame.
    territories
        Whether the territories are outlined (E7.3), the largest by a wide line, and the number of their systems told.
    width
        The width in pixels; the height follows. None: that of the drawing.

    Raises
    ------
    ArgumentError
        For an option with no such value; a marked cell that isn't on the board; targets where the player to act has no
        ship; targets or territories of a board, which has no ships and no owners.
    NotationError, RangeError
        For a cell of `targets_of` that isn't on the board.
    IllegalActionError
        For a last action that isn't in the table of actions.

    >>> from sse_core.small_star_empires import new_game, parse_map
    >>> state = new_game(parse_map("A 3 B"))
    >>> picture = to_svg(state, theme="print", targets_of="a1", coordinates=False)
    >>> picture[:40], 'data-target="a2"' in picture
    ('<svg xmlns="http://www.w3.org/2000/svg" ', True)
    """
    board, state = _checked(board_or_state)
    check_flag(coordinates, "coordinates")
    check_flag(panel, "panel")
    marks = Marks(
        [board.cell_names.index(name) for name in check_marked(marked, board.cell_names, "cell")],
        *_targets(board, state, targets_of),
        _territories(state, check_flag(territories, "territories")),
    )
    trace = trace_of(board_or_state, last)
    art = art_of(check_theme(theme), check_choice(orientation, _ORIENTATIONS, "orientation"), True)
    frame = frame_of(board.hexes, art)
    full = frame.width + 2 * _MARGIN
    if panel:
        full = max(full, least_width(state))
    scale = max(1, full / _SHOWN_WIDTH)
    below = panel_of(art, board, state, trace, marks, full / scale) if panel else Panel("", 0)
    top = frame.height + 2 * _MARGIN
    sizes = sizes_for(scale, art.orientation, coordinates)
    content = (
        *map_of(art, board, state, frame, sizes, captions(board, state)),
        *drawn_territories(art, board, marks),
        *drawn_marks(art, board, trace, marks, frame.middles),
    )
    return document(
        full,
        top + below.height * scale,
        title(heading(board, state)),
        description(described(board, state, trace, marks)),
        element("rect", width=full, height=top + below.height * scale, rx=14, fill=art.palette.space),
        element(
            "g",
            *content,
            class_="map",
            transform=at((full - frame.width) / 2 - frame.left, _MARGIN - frame.top),
            fill=art.palette.dim,
            font_size=sizes.name or 10,
        ),
        element("g", below.content, class_="panel", transform=at(0, top, scale)) if panel else "",
        shapes=art.shapes,
        shown_width=check_width(width),
        role="img",
        font_family="Helvetica, Arial, sans-serif",
        text_anchor="middle",
    )


def thumbnail(
    board_or_state: Board | State, *, theme: Theme = "dark", orientation: Orientation = "pointy", width: int = 160
) -> str:
    """Return a small drawing of a board or of a position as one SVG document: the map alone, without words.

    Systems, ships and holders are larger in their hexes than `to_svg` draws them, no pieces are shown, and systems are
    no places. Its title says the situation. `width` is that of the document in pixels.

    Raises ArgumentError for an option with no such value.

    >>> from sse_core.small_star_empires import parse_map
    >>> "<text" in thumbnail(parse_map("A 3 B"))
    False
    """
    board, state = _checked(board_or_state)
    art = art_of(check_theme(theme), check_choice(orientation, _ORIENTATIONS, "orientation"), False)
    frame = frame_of(board.hexes, art)
    full, height = frame.width + _MARGIN, frame.height + _MARGIN
    return document(
        full,
        height,
        title(heading(board, state)),
        description(described(board, state, trace_of(board, ()), _UNMARKED)),
        element("rect", width=full, height=height, rx=14, fill=art.palette.space),
        element(
            "g",
            *map_of(art, board, state, frame, THUMBNAIL, None),
            class_="map",
            transform=at(_MARGIN / 2 - frame.left, _MARGIN / 2 - frame.top),
        ),
        shapes=art.shapes,
        shown_width=check_width(width),
        role="img",
    )


def _checked(board_or_state: Board | State) -> tuple[Board, State | None]:
    """Return the board and the state to draw; raise TypeError for a value that is neither."""
    if isinstance(board_or_state, Board):
        return board_or_state, None
    if is_state(board_or_state):
        return board_or_state.board, board_or_state
    raise TypeError(f"a Board or a State of Small Star Empires can be drawn, not {type_named(board_or_state)}")


def _targets(board: Board, state: State | None, cell: int | str | None) -> tuple[int | None, Sequence[Target]]:
    """Return the cell of the ship whose targets are marked, and the targets."""
    if cell is None:
        return None, ()
    place = parse_cell(cell, board) if isinstance(cell, str) else board.check_cell(cell)
    if state is None:
        raise ArgumentError("targets_of needs a position: a board has no ships")
    return place, ship_targets(state, place)


def _territories(state: State | None, wanted: bool) -> Sequence[Territory]:
    """Return the territories to outline."""
    if wanted and state is None:
        raise ArgumentError("territories needs a position: nobody holds systems of a board")
    return territories_of(state) if wanted and state is not None else ()
