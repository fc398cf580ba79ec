"""What a position scores, in plain Python, clause by clause (E6.2, E7, E9): the part of the reference that counts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Protocol

from .._fast import Banked, Score
from .actions import Piece
from .board import Board
from .options import Rules
from .tiles import Tile

__all__ = ["planets_held", "planets_of", "score_sheet", "territories"]

_COLOURS = range(3)


class Position(Protocol):
    """What is counted: `reference.State`."""

    @property
    def board(self) -> Board: ...

    @property
    def rules(self) -> Rules: ...

    @property
    def pieces(self) -> Mapping[int, tuple[int, Piece]]: ...

    @property
    def tiles(self) -> Mapping[int, Tile]: ...

    def owner(self, cell: int) -> int | None: ...

    def banked(self, player: int) -> Banked: ...

    def received(self, player: int) -> int: ...


def score_sheet(state: Position) -> tuple[Score, ...]:
    """E7.0: what each player would score if the game ended now."""
    players = range(state.board.players)
    largest = [max(territories(state, player)) for player in players]
    return tuple(
        Score(
            # E6.2: points scored at once stay, though the city may be gone.
            planets=planets_held(state, player) + state.banked(player).planets,
            nebulae=_nebulae(state, player),
            stations=_stations(state, player),
            # E7.3: all who tie for the largest territory get the points.
            territory=state.rules.territory_points if largest[player] == max(largest) else 0,
            tiles=state.banked(player).tiles
            + _found_stations(state, player)
            + _hollana(state, player)
            + _tennar(state, player),
            # E10.1: two for each city received.
            tolls=2 * state.received(player),
        )
        for player in players
    )


def planets_held(state: Position, player: int) -> int:
    """E7.0: one for each planet of a colonized system."""
    return sum(planets_of(state, cell) for cell in _held(state, player))


def planets_of(state: Position, cell: int) -> int:
    """E7.0, E9.3: the planets of a system, of a revealed tile too."""
    return state.tiles[cell].planets if cell in state.tiles else state.board.system(cell).planets


def _held(state: Position, player: int) -> list[int]:
    """The systems that a player has colonized."""
    return [cell for cell, (owner, _) in state.pieces.items() if owner == player]


def _held_tiles(state: Position, player: int, *kinds: Tile) -> int:
    return sum(state.tiles.get(cell) in kinds for cell in _held(state, player))


def _nebulae(state: Position, player: int) -> int:
    """E7.1: by the table, per colour; E9.4: each chromatic one joins a colour, all chosen for the highest sum."""
    held = [sum(state.board.system(cell).nebula == colour for cell in _held(state, player)) for colour in _COLOURS]
    chromatic = _held_tiles(state, player, Tile.CHROMATIC)
    return max(
        sum(_set(state, held[colour] + joined.count(colour)) for colour in _COLOURS)
        for joined in combinations_with_replacement(_COLOURS, chromatic)
    )


def _set(state: Position, n: int) -> int:
    """E7.1: what n nebulae of one colour score; a larger set counts as the table's last."""
    table = state.rules.nebula_points
    return table[min(n, len(table)) - 1] if n else 0


def _stations(state: Position, player: int) -> int:
    """E7.2: for each station one for each adjacent system that an opponent holds, homeworlds too.

    E9.6: an abandoned trade station counts as one, whatever piece holds it.
    """
    return sum(
        state.owner(neighbour) not in (None, player)
        for cell in _held(state, player)
        if state.pieces[cell][1] == "station" or state.tiles.get(cell) is Tile.ABANDONED
        for neighbour in state.board.neighbours(cell)
    )


def _found_stations(state: Position, player: int) -> int:
    """E6.2: in the first edition abandoned and refueling stations score at the end, for who holds them then."""
    if state.rules.edition == "second":
        return 0
    return _held_tiles(state, player, Tile.ABANDONED, Tile.REFUELING)


def _hollana(state: Position, player: int) -> int:
    """E9.8: three to who holds most of the systems next to it, two to each if tied; nobody if nothing is held."""
    points = 0
    for counts in _neighbours_held(state, Tile.HOLLANA):
        if counts[player] and counts[player] == max(counts):
            points += 3 if counts.count(max(counts)) == 1 else 2
    return points


def _tennar(state: Position, player: int) -> int:
    """E9.8: two to each player who holds a system next to it."""
    return sum(2 for counts in _neighbours_held(state, Tile.TENNAR) if counts[player])


def _neighbours_held(state: Position, kind: Tile) -> list[list[int]]:
    """For each revealed tile of a kind, how many systems next to it each player holds, homeworlds too."""
    return [
        [
            sum(state.owner(neighbour) == player for neighbour in state.board.neighbours(cell))
            for player in range(state.board.players)
        ]
        for cell, tile in state.tiles.items()
        if tile is kind
    ]


def territories(state: Position, player: int) -> list[int]:
    """E7.3: the sizes of a player's connected territories, homeworld included; wormholes connect nothing."""
    left = {cell for cell in range(state.board.n_cells) if state.owner(cell) == player}
    sizes: list[int] = []
    while left:
        todo, size = [left.pop()], 0
        while todo:
            size += 1
            joined = left.intersection(state.board.neighbours(todo.pop()))
            left -= joined
            todo.extend(joined)
        sizes.append(size)
    return sizes
