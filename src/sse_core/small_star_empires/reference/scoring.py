"""The reference's scoring, in plain Python, clause by clause (E6.2, E7, E9)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Protocol

from ..._fast import Banked
from ...drawing.notebook import ScoreSheet
from ..actions import Piece
from ..board import Board
from ..maps.tiles import Tile
from ..options import Rules
from ..scores import Score

__all__ = ["planets_held", "planets_of", "score_sheet", "territories"]

_COLOURS = range(3)


class ScoredState(Protocol):
    """The attributes of `reference.State` that scores depend on."""

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


def score_sheet(state: ScoredState) -> ScoreSheet[Score]:
    """E7.0: the score of each player, by its parts, if the game ended now."""
    players = range(state.board.players)
    largest = [max(territories(state, player)) for player in players]
    return ScoreSheet(
        Score(
            # E6.2: points scored at once stay even if the city was destroyed.
            planets=planets_held(state, player) + state.banked(player).planets,
            nebulae=_nebulae(state, player),
            stations=_stations(state, player),
            # E7.3: each player with a largest territory scores.
            territory=state.rules.territory_points if largest[player] == max(largest) else 0,
            tiles=state.banked(player).tiles
            + _found_stations(state, player)
            + _hollana(state, player)
            + _tennar(state, player),
            # E10.1: two points for each city received.
            tolls=2 * state.received(player),
        )
        for player in players
    )


def planets_held(state: ScoredState, player: int) -> int:
    """E7.0: one point for each planet of the systems that a player colonized."""
    return sum(planets_of(state, cell) for cell in _held(state, player))


def planets_of(state: ScoredState, cell: int) -> int:
    """E7.0, E9.3: the number of planets of a system or of its revealed tile."""
    return state.tiles[cell].planets if cell in state.tiles else state.board.system(cell).planets


def _held(state: ScoredState, player: int) -> list[int]:
    """The systems that a player has colonized."""
    return [cell for cell, (owner, _) in state.pieces.items() if owner == player]


def _held_tiles(state: ScoredState, player: int, *kinds: Tile) -> int:
    return sum(state.tiles.get(cell) in kinds for cell in _held(state, player))


def _nebulae(state: ScoredState, player: int) -> int:
    """E7.1: points by colour; E9.4: each chromatic nebula joins a colour, so that the sum is highest."""
    held = [sum(state.board.system(cell).nebula == colour for cell in _held(state, player)) for colour in _COLOURS]
    chromatic = _held_tiles(state, player, Tile.CHROMATIC)
    return max(
        sum(_set(state, held[colour] + joined.count(colour)) for colour in _COLOURS)
        for joined in combinations_with_replacement(_COLOURS, chromatic)
    )


def _set(state: ScoredState, n: int) -> int:
    """E7.1: the points of n nebulae of one colour; a larger number scores the last entry."""
    points = state.rules.nebula_points
    return points[min(n, len(points)) - 1] if n else 0


def _stations(state: ScoredState, player: int) -> int:
    """E7.2: one point a station for each adjacent system that an opponent holds, homeworlds included.

    E9.6: an abandoned trade station counts as a station, whichever piece holds it.
    """
    return sum(
        state.owner(neighbour) not in (None, player)
        for cell in _held(state, player)
        if state.pieces[cell][1] == "station" or state.tiles.get(cell) is Tile.ABANDONED
        for neighbour in state.board.neighbours(cell)
    )


def _found_stations(state: ScoredState, player: int) -> int:
    """E6.2: one point for each abandoned or refueling station that is held at the end, in the first edition."""
    if state.rules.edition == "second":
        return 0
    return _held_tiles(state, player, Tile.ABANDONED, Tile.REFUELING)


def _hollana(state: ScoredState, player: int) -> int:
    """E9.8: three points for most of the systems next to it, two each if tied; none for holding no system."""
    points = 0
    for counts in _neighbours_held(state, Tile.HOLLANA):
        if counts[player] and counts[player] == max(counts):
            points += 3 if counts.count(max(counts)) == 1 else 2
    return points


def _tennar(state: ScoredState, player: int) -> int:
    """E9.8: two points for each player who holds a system next to it."""
    return sum(2 for counts in _neighbours_held(state, Tile.TENNAR) if counts[player])


def _neighbours_held(state: ScoredState, kind: Tile) -> list[list[int]]:
    """For each revealed tile of a kind, the number of adjacent systems that each player holds, homeworlds included."""
    return [
        [
            sum(state.owner(neighbour) == player for neighbour in state.board.neighbours(cell))
            for player in range(state.board.players)
        ]
        for cell, tile in state.tiles.items()
        if tile is kind
    ]


def territories(state: ScoredState, player: int) -> list[int]:
    """E7.3: the sizes of a player's territories, homeworld included; wormholes don't connect."""
    left = {state.board.homeworld(player), *_held(state, player)}
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
