"""Symmetries of games: turns and mirrorings of a board to itself, or to another one of the same outline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from ..._fast import State
from ...errors import ArgumentError
from ...forms.checks import check_flag, type_named
from ..actions import Action, Choose, Move
from ..board import Board
from ..observation import observation_planes
from ..positions.makers import contents, new_game, position
from .hexes import Hex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = TypeVar("Values", bound=np.generic)

__all__ = ["Symmetry", "symmetries"]

Item = TypeVar("Item")


@dataclass(frozen=True)
class Symmetry:
    """A turn or mirroring of a board to itself, or to another one. Games are played and scored alike on both.

    Its properties map each thing to its image: cell c to ``cells[c]``, the action with the id a to ``actions[a]``, seat
    p to ``seats[p]``. The images of the legal actions of a state are the legal actions of the moved state, and lead to
    the moved states. All but `cells`, `seats` and `moved_state` need numpy.

    >>> import numpy as np
    >>> from sse_core import load_map, new_game
    >>> from sse_core.small_star_empires import symmetries
    >>> state = new_game(load_map("duel"))
    >>> (half_turn,) = symmetries(state)
    >>> half_turn.seats, half_turn.cells[:3]
    ((1, 0), (18, 17, 16))
    >>> id = state.legal_ids()[0]
    >>> moved = half_turn.moved_state(state).after(int(half_turn.actions[id]))
    >>> moved == half_turn.moved_state(state.after(id))
    True
    """

    board: Board
    """The board of the states that are moved."""

    target: Board
    """The board of the moved states: the same one, or one of the same outline."""

    cells: tuple[int, ...]
    """The cell that each cell goes to."""

    shift: int
    """The number of seats by which the players move round the table."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat that each seat goes to."""
        return tuple((seat + self.shift) % self.board.players for seat in range(self.board.players))

    @cached_property
    def actions(self) -> NDArray[np.int32]:
        """The id in the target's table that each id of the board's goes to. Shape (n_actions,), int32, read-only."""
        import numpy

        ids = numpy.array([self.target.action_id(self._moved(action)) for action in self.board.actions], numpy.int32)
        ids.flags.writeable = False
        return ids

    @cached_property
    def planes(self) -> NDArray[np.intp]:
        """The plane that each plane of `observation_planes` goes to: nebulae change colours with each other.

        The planes of players stay where they are, since the first ones are always those of the observer. Shape
        (planes,), intp, read-only.
        """
        import numpy

        names = observation_planes(self.board.players)
        found = numpy.arange(len(names))
        first = names.index("red nebula")
        for cell, to in enumerate(self.cells):
            colour, other = self.board.systems[cell].nebula, self.target.systems[to].nebula
            if colour is not None and other is not None:
                found[first + colour] = first + other
        found.flags.writeable = False
        return found

    def moved_actions(self, values: NDArray[Values]) -> NDArray[Values]:
        """Return a mask of bytes, or other values by action id in the last axis, each where its action goes.

        Columns beyond the board's actions, in a batch of several boards, stay where they are.
        """
        return _moved(values, self.actions, "action")

    def moved_planes(self, planes: NDArray[Values]) -> NDArray[Values]:
        """Return the observations of moved states; the last two axes are planes and cells.

        If seat p observes the state, ``seats[p]`` observes the moved state. So rows of `Batch.observe` can be moved,
        too, except those of finished games, which seat 0 observes. Planes and columns that a batch has for larger
        boards stay where they are.
        """
        import numpy

        if isinstance(planes, numpy.ndarray) and planes.ndim < 2:
            raise ArgumentError("observations have an axis of planes and one of cells")
        moved = _moved(planes, numpy.array(self.cells), "cell")
        # Planes of systems are the last ones, whatever seats a larger board has.
        ahead = planes.shape[-2] - len(self.planes)
        if ahead < 0:
            raise ArgumentError(f"there are {planes.shape[-2]} planes, not {len(self.planes)} or more")
        changed = numpy.flatnonzero(self.planes != numpy.arange(len(self.planes)))
        if len(changed):
            moved[..., ahead + self.planes[changed], :] = moved[..., ahead + changed, :]
        return moved

    def moved_state(self, state: State) -> State:
        """Return the image of a state of the board: pieces in other cells, and of other seats."""
        if not isinstance(state, State):
            raise TypeError(f"a State of Small Star Empires is moved, not {type_named(state)}")
        if state.board != self.board:
            raise ArgumentError("the state is on another board than the symmetry")
        found, seats = contents(state, self.cells), self.seats
        found["owners"] = {cell: seats[owner] for cell, owner in found["owners"].items()}
        found["ships"] = self._round_the_table(found["ships"])
        found["reserves"] = self._round_the_table(found["reserves"])
        found["received"] = self._round_the_table(found["received"])
        found["banked"] = self._round_the_table(found["banked"])
        found["passed"] = self._round_the_table(found["passed"])
        found["mover"] = None if found["mover"] is None else seats[found["mover"]]
        return position(self.target, **found)

    def _round_the_table(self, of_seats: list[Item]) -> list[Item]:
        """Return a list by seat in the order of the new seats."""
        return of_seats[-self.shift :] + of_seats[: -self.shift]

    def _moved(self, action: Action) -> Action:
        if isinstance(action, Move):
            return action._replace(origin=self.cells[action.origin], target=self.cells[action.target])
        return replace(action, target=self.cells[action.target]) if isinstance(action, Choose) else action


def _moved(values: NDArray[Values], to: NDArray[Any], what: str) -> NDArray[Values]:
    """Return an array whose columns go where `to` says; those beyond stay."""
    import numpy

    if not isinstance(values, numpy.ndarray):
        raise TypeError(f"values by {what} are a numpy array, not {type_named(values)}")
    if not values.ndim or values.shape[-1] < len(to):
        raise ArgumentError(f"the last axis has {len(to)} {what}s, or more")
    moved = values.copy()
    moved[..., to] = values[..., : len(to)]
    return moved


def symmetries(start: Board | State, *, same_board: bool = True) -> tuple[Symmetry, ...]:
    """Return the symmetries of a state, or of new games on a board, without the one that changes nothing.

    A symmetry takes each system to one of its kind. Nebulae may change their colours with each other, since all count
    alike (E7.1). Homeworlds may change hands, if the players only move round the table, and all of them have the same
    number of ships, and of cities and stations on the map and in reserve together. Most maps for play have none.

    With ``same_board=False`` a symmetry needs to keep only the outline of the board and its homeworlds. All other
    systems go to the `target` of the symmetry, a map that is shuffled in another way. Base maps have such symmetries,
    and one table of actions serves all of their shuffles.

    >>> from sse_core import base_map
    >>> from sse_core.small_star_empires import symmetries
    >>> board = base_map(3)
    >>> len(symmetries(board)), [other.seats for other in symmetries(board, same_board=False)]
    (0, [(2, 0, 1), (1, 2, 0)])
    """
    if not isinstance(start, Board | State):
        raise TypeError(f"a Board or a State of Small Star Empires has symmetries, not {type_named(start)}")
    keeps = check_flag(same_board, "same_board")
    state = start if isinstance(start, State) else new_game(start)
    found = _of_board(state.board, keeps)
    return tuple(symmetry for symmetry in found if symmetry.shift == 0 or _began_alike(state))


@lru_cache(maxsize=16)
def _of_board(board: Board, keeps: bool) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board, as if all players began alike. Finding them takes 15 ms for a base map."""
    found: list[Symmetry] = []
    # If all systems lie in a line, two of the ways are the same.
    for cells in sorted(set(_places(board))):
        shift = _shift_of_homeworlds(board, cells)
        if shift is not None and (not keeps or _keeps_systems(board, cells)):
            found.append(Symmetry(board, board if keeps else _moved_board(board, cells), cells, shift))
    return tuple(found)


def _places(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield each way, but one, to turn or mirror the places of a board into each other, as the cell for each cell."""
    for turns in range(12):
        places = [(place.mirrored() if turns >= 6 else place).turned(turns) for place in board.hexes]
        lowest = min(places, key=lambda place: (place.r, place.q))
        by = Hex(board.hexes[0].q - lowest.q, board.hexes[0].r - lowest.r)
        cells = tuple(board.at(place.shifted(by)) for place in places)
        known = tuple(cell for cell in cells if cell is not None)
        if len(known) == board.n_cells and known != tuple(range(board.n_cells)):
            yield known


def _shift_of_homeworlds(board: Board, cells: tuple[int, ...]) -> int | None:
    """Return by how many seats homeworlds move; None if one goes elsewhere, or they don't go round the table."""
    shifts: set[int] = set()
    for player in range(board.players):
        other = board.systems[cells[board.homeworld(player)]].homeworld
        if other is None:
            return None
        shifts.add((other - player) % board.players)
    return shifts.pop() if len(shifts) == 1 else None


def _keeps_systems(board: Board, cells: tuple[int, ...]) -> bool:
    """Return whether each system but a homeworld goes to one of its kind."""
    colours: set[tuple[int, int]] = set()
    for cell, to in enumerate(cells):
        system, other = board.systems[cell], board.systems[to]
        if system.nebula is not None and other.nebula is not None:
            colours.add((system.nebula, other.nebula))
        elif system is not other and (system.homeworld is None or other.homeworld is None):
            return False
    # A symmetry keeps the number of nebulae of a colour, so no colour goes to two colours, and no two go to one.
    return len(colours) == len({colour for colour, _ in colours}) == len({other for _, other in colours})


def _moved_board(board: Board, cells: tuple[int, ...]) -> Board:
    """Return the board of the moved systems, with the homeworlds where they are."""
    systems = {board.hexes[to]: board.systems[cell] for cell, to in enumerate(cells)}
    for player in range(board.players):
        home = board.homeworld(player)
        systems[board.hexes[home]] = board.systems[home]
    return Board(systems, board.setup)


def _began_alike(state: State) -> bool:
    """Return whether all players have the same pieces, on the map and in reserve together, and as many ships."""
    board = state.board
    rows: set[tuple[int, int, int]] = set()
    for player in range(board.players):
        pieces = [state.piece(cell) for cell in range(board.n_cells) if state.owner(cell) == player]
        cities, stations = state.reserve(player)
        rows.add((cities + pieces.count("city"), stations + pieces.count("station"), len(state.ships(player))))
    return len(rows) == 1
