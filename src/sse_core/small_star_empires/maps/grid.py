"""Boards on a rectangular grid, for convolutions: a row and a column for each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...forms.checks import type_named
from ..board import Board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["grid_places"]


def grid_places(board: Board) -> NDArray[np.intp]:
    """Return the row and the column of each cell on a rectangular grid. Shape (n_cells, 2). Needs numpy.

    The row is r, the column q (E1.1), each less the least one of the board. So the six neighbours of a cell are always
    at the same offsets: one column right or left, one row down or up, one row down and one column left, one row up and
    one column right. A convolution with a kernel of 3 x 3 sees these six and two places that are no neighbours. Places
    beside the board belong to no cell.

    >>> import numpy as np
    >>> from sse_core import base_map, new_game, small_star_empires
    >>> from sse_core.small_star_empires import grid_places
    >>> rows, columns = grid_places(base_map(2)).T
    >>> int(rows.max()) + 1, int(columns.max()) + 1
    (9, 9)
    >>> seen = small_star_empires.observe(new_game(base_map(2)), 0)
    >>> on_grid = np.zeros((len(seen), 9, 9), np.uint8)
    >>> on_grid[:, rows, columns] = seen
    """
    import numpy

    if not isinstance(board, Board):
        raise TypeError(f"a Board of Small Star Empires has a grid, not {type_named(board)}")
    places = numpy.array([(place.r, place.q) for place in board.hexes], numpy.intp)
    places -= places.min(axis=0)
    return places
