"""The rules in plain Python, clause by clause, for people to read and for tests of the core. No game is played by it.

`State` has the methods of the compiled `sse_core.State` for play, with the same results in the same order and the same
reasons. It shares no code with it: it follows every move hex by hex. Scoring (E7, E9) is in ``scoring.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeVar

from ..._fast import Banked, Due, Reserve
from ..._fast import State as FastState
from ...drawing.notebook import ScoreSheet
from ...forms.checks import no_action
from ...game import CHANCE, Outcome
from ...seeds import PlyStream, SplitMix64, child_seed
from ..actions import DAMAGED_RANGE, Action, Choose, Move, Piece, Reveal, Stay
from ..board import Board
from ..maps.hexes import DIRECTIONS, Hex
from ..maps.systems import System
from ..maps.tiles import Bag, Tile
from ..options import Rules
from ..positions.checks import DueKind
from ..reasons import Reason
from ..scores import Score
from ..words.refusals import illegal_action, reason_never
from . import scoring

__all__ = ["State", "new_game", "perft", "playout", "playouts", "same"]

T = TypeVar("T")
_SHIPS: Final = {2: 4, 3: 3, 4: 2}


@dataclass(frozen=True)
class State:
    """A position, with its pieces, ships and tiles by cell."""

    board: Board
    rules: Rules
    pieces: dict[int, tuple[int, Piece]]
    """Owner and piece of each colonized cell, without homeworlds."""

    fleets: tuple[tuple[tuple[int, bool], ...], ...]
    """The ships of each player, sorted, each as (cell, damaged)."""

    reserves: tuple[Reserve, ...]
    passed: tuple[bool, ...]
    mover: int | None
    """The seat whose turn it is, also while a reveal is due; None at the end."""

    ply: int
    tiles: dict[int, Tile] = field(default_factory=dict[int, Tile])
    """The revealed tiles, by cell."""

    conquered_cells: frozenset[int] = frozenset()
    """The cells with a conquest marker."""

    received_cities: tuple[int, ...] = ()
    """The cities that each player received as tolls; empty for 0 each."""

    banked_points: tuple[Banked, ...] = ()
    """The points that each player banked; empty for 0 each."""

    pending: tuple[DueKind, int] | None = None
    """The action that is due inside the turn, and the cell of the ship; None for a move."""

    def __post_init__(self) -> None:
        players = self.board.players
        object.__setattr__(self, "received_cities", self.received_cities or (0,) * players)
        object.__setattr__(self, "banked_points", self.banked_points or (Banked(0, 0),) * players)

    # --- the position

    @property
    def to_act(self) -> tuple[int, ...]:
        """E2.1, E9.2: the seat whose turn it is, or chance; none at the end."""
        if self.mover is None:
            return ()
        return (CHANCE,) if self._is_due("reveal") else (self.mover,)

    @property
    def due(self) -> Due | None:
        """E9.2, E9.7, E9.9: the action that the turn still needs."""
        if self.pending is None or self.mover is None:
            return None
        return Due(*self.pending, self.mover)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The dense table of the board; an action's id is its index."""
        return self.board.actions

    def owner(self, cell: int) -> int | None:
        """E3.4, E7.2: a homeworld is its player's system, as if colonized."""
        return self.pieces[cell][0] if cell in self.pieces else self.board.system(cell).homeworld

    def piece(self, cell: int) -> str | None:
        """E6.1: the piece on a system."""
        if self.board.system(cell).homeworld is not None:
            return "homeworld"
        return self.pieces[cell][1] if cell in self.pieces else None

    def tile(self, cell: int) -> Tile | None:
        """E9.2: the tile that was revealed in an unexplored system."""
        return self.tiles.get(cell)

    def is_unexplored(self, cell: int) -> bool:
        """E9.1: whether a tile lies face down there."""
        return self.board.system(cell) is System.UNEXPLORED and cell not in self.tiles

    def is_closed(self, cell: int) -> bool:
        """E3.4: whether nobody lands there: an asteroid field, a Nordinn system, or a conquered system."""
        return cell in self.conquered_cells or (cell in self.tiles and self.tiles[cell].is_closed)

    @property
    def unexplored(self) -> tuple[int, ...]:
        """E9.1: the cells where a tile lies face down, ascending."""
        return tuple(cell for cell in range(self.board.n_cells) if self.is_unexplored(cell))

    @property
    def conquered(self) -> tuple[int, ...]:
        """E9.9: the cells with a conquest marker, ascending."""
        return tuple(sorted(self.conquered_cells))

    @property
    def bag(self) -> Bag:
        """E9.2: the tiles that were not revealed."""
        whole, seen = self.board.setup.bag_under(self.rules), list(self.tiles.values())
        return Bag(*(whole.of(tile) - seen.count(tile) for tile in Tile))

    def ships(self, player: int) -> tuple[tuple[int, bool], ...]:
        """The ships of a player, sorted, each as (cell, damaged)."""
        return self.fleets[player]

    def reserve(self, player: int) -> Reserve:
        """E1.7: the pieces that a player can still place."""
        return self.reserves[player]

    def received(self, player: int) -> int:
        """E10.1: the number of cities that a player received as tolls."""
        return self.received_cities[player]

    def banked(self, player: int) -> Banked:
        """E6.2: the points that a player scored at once and that the map doesn't show."""
        return self.banked_points[player]

    def view(self, player: int) -> State:
        """The state itself: nothing is hidden, since nobody knows a tile before its reveal (E9.2)."""
        return self

    def __hash__(self) -> int:
        return hash((self.board, self.fleets, self.reserves, self.ply))

    def _is_due(self, what: DueKind) -> bool:
        return self.pending is not None and self.pending[0] == what

    # --- the turn and its legal actions: E2

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """E2.1: the legal actions of the player to act, or of chance, by ascending id."""
        if self.mover is None or player not in (None, *self.to_act):
            return ()
        return tuple(self._by_id)

    @cached_property
    def _by_id(self) -> dict[Action, None]:
        """The legal actions by ascending id, cached: a state never changes."""
        actions: Iterable[Action] = () if self.mover is None else self._actions(self.mover)
        return dict.fromkeys(sorted(actions, key=self._id))

    def _actions(self, player: int) -> Iterator[Action]:
        """The legal actions, in no order."""
        if self.pending is None:
            yield from self._turn(player)
            return
        what, cell = self.pending
        if what == "reveal":
            yield from (Reveal(tile) for tile in Tile if self.bag.of(tile))
        elif what == "refuel":
            yield from self._second_moves(player, cell)
            yield Stay()
        else:
            yield from (Choose(city) for city in self._cities_to_destroy(player, cell))

    def _turn(self, player: int) -> Iterator[Move | Stay]:
        """E2.1, E10.1: the moves of a player; `Stay` too if each costs a toll and tolls are not compulsory."""
        moves = dict(self._priced_moves(player))
        yield from moves
        if moves and not self.rules.toll_compulsory and all(moves.values()):
            yield Stay()

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        """E9.2: one draw, uniform over the tiles that were not revealed."""
        if not self._is_due("reveal"):
            return ()
        bag = self.bag
        return tuple((Reveal(tile), Fraction(bag.of(tile), bag.total)) for tile in Tile if bag.of(tile))

    def resolve(self, rng: SplitMix64) -> State:
        """E9.2: draw tiles by their odds until none is to be revealed."""
        state = self
        while state._is_due("reveal"):
            state = state.after(rng.draw(state.odds()))
        return state

    def after(self, action: Action | int, player: int | None = None) -> State:
        """E2.1: the state after an action, when the turn goes on or passes."""
        reason = self.why_not(action, player)
        action = self._named(action)
        if reason is not Reason.OK or isinstance(action, int):
            raise illegal_action(self, action, reason, player)
        state = replace(self, ply=self.ply + 1, pending=None)
        assert self.mover is not None
        match action:
            case Move():
                return state._moved(self.mover, action, pays=self.pending is None)
            case Reveal():
                assert self.pending is not None
                return state._revealed(self.mover, self.pending[1], action.tile)
            case Choose():
                assert self.pending is not None
                return state._destroyed(self.mover, self.pending[1], action.target)._end_of_turn(self.mover)
            case Stay() if self.pending is None:
                # E10.1: a player who declines to pay is out, as one who can't move (E2.2).
                return replace(state, passed=_with(self.passed, self.mover, True))._end_of_turn(self.mover)
            case Stay():
                return state._end_of_turn(self.mover)

    def _named(self, action: Action | int) -> Action | int:
        """The action with this id. An action, or an integer that is no id, is returned unchanged."""
        if not isinstance(action, Action | int):
            raise no_action(action)
        table = self.board.actions
        return table[action] if isinstance(action, int) and 0 <= action < len(table) else action

    def _id(self, action: Action) -> int:
        index = self.board.action_id(action)
        assert index is not None, f"{action} is missing from the board's table"
        return index

    def _end_of_turn(self, player: int) -> State:
        # E2.3: the game ends when at the end of a turn no player has a piece in reserve.
        if not any(reserve.cities or reserve.stations for reserve in self.reserves):
            return replace(self, mover=None)
        return self.turn_comes_to(player + 1)

    def turn_comes_to(self, seat: int) -> State:
        """E2.1, E2.2: seats in order; a player who can't move when the turn comes is out; E2.3: if all are, it ends."""
        passed = list(self.passed)
        for player in ((seat + turn) % self.board.players for turn in range(self.board.players)):
            if not passed[player]:
                if any(True for _ in self._moves(player)):
                    return replace(self, passed=tuple(passed), mover=player)
                passed[player] = True
        return replace(self, passed=tuple(passed), mover=None)

    # --- a move: E3 to E6, E9.1, E10.1

    def _moved(self, player: int, move: Move, pays: bool) -> State:
        """The state after a move: the ship pays on its way, and colonizes, explores or is repaired where it lands."""
        damaged = self._is_damaged(player, move)
        state = self._paid(player, self._paid_for(player, move)) if pays else self
        if move.piece is None:
            # E5.3: a repair puts the ship on the homeworld, whole, and nothing is colonized.
            return state._flown(player, (move.origin, True), (move.target, False))._end_of_turn(player)
        state = state._flown(player, (move.origin, damaged), (move.target, damaged))
        if state.is_unexplored(move.target):
            # E9.1, E9.2: chance reveals the tile first; the city stays in the reserve until then.
            return replace(state, pending=("reveal", move.target))
        return state._colonized(player, move.target, move.piece)._end_of_turn(player)

    def _flown(self, player: int, before: tuple[int, bool], after: tuple[int, bool]) -> State:
        fleet = list(self.fleets[player])
        fleet.remove(before)
        return replace(self, fleets=_with(self.fleets, player, tuple(sorted([*fleet, after]))))

    def _colonized(self, player: int, cell: int, piece: Piece) -> State:
        """E6.1: one city or one station from the reserve."""
        cities, stations = self.reserves[player]
        reserve = Reserve(cities - (piece == "city"), stations - (piece == "station"))
        return replace(
            self, pieces={**self.pieces, cell: (player, piece)}, reserves=_with(self.reserves, player, reserve)
        )

    def _paid(self, player: int, systems: Sequence[int]) -> State:
        """E10.1: one city from the own reserve for each opponent's system on the way, given to that opponent."""
        received = list(self.received_cities)
        for cell in systems:
            owner = self.owner(cell)
            assert owner is not None
            received[owner] += 1
        cities, stations = self.reserves[player]
        reserve = Reserve(cities - len(systems), stations)
        return replace(self, received_cities=tuple(received), reserves=_with(self.reserves, player, reserve))

    def _moves(self, player: int) -> Iterator[Move]:
        """The moves of a player at the start of a turn, once each, in no order."""
        return (move for move, _ in self._priced_moves(player))

    def _priced_moves(self, player: int) -> Iterator[tuple[Move, tuple[int, ...]]]:
        """The moves of a player, each with the opponents' systems that it pays for."""
        for cell, damaged in set(self.fleets[player]):
            named = damaged and (cell, False) in self.fleets[player]
            for target, paid in self._ways(player, cell, damaged).items():
                for piece in self._landings(player, target, damaged):
                    # E10.1: the piece to place must be left after the toll.
                    if self.reserves[player].cities >= len(paid) + (piece == "city"):
                        yield Move(cell, target, piece, named), paid

    def _ways(self, player: int, origin: int, damaged: bool) -> dict[int, tuple[int, ...]]:
        """The systems that a ship reaches, each with the opponents' systems that it pays for (E10.1)."""
        ways: dict[int, tuple[int, ...]] = {}
        for direction in range(len(DIRECTIONS)):
            paid: tuple[int, ...] = ()
            for steps, cell in enumerate(self._flight(player, origin, direction, damaged), 1):
                # E5.1: a damaged ship flies at most two systems.
                if damaged and steps > DAMAGED_RANGE:
                    break
                ways[cell] = paid
                if self.owner(cell) not in (None, player):
                    paid = (*paid, cell)
        # E10.1: a jump costs no toll; where one leads to the target, it is the move.
        return ways | dict.fromkeys(self._jumps(origin, damaged), ())

    def _landings(self, player: int, target: int, damaged: bool) -> list[Piece | None]:
        """The pieces that a ship can place in a system that it reaches, or None for a repair."""
        cities, stations = self.reserves[player]
        if damaged and target == self.board.homeworld(player):
            # E5.3: a repair on the own homeworld needs no reserve.
            return [None]
        if not self.board.system(target).can_be_landed_on or self.owner(target) is not None or self.is_closed(target):
            # E3.4, E3.5: holes, homeworlds, colonized systems, asteroid fields and so on are closed.
            return []
        if self.is_unexplored(target):
            # E9.1, E5.2: exploring takes a city and an undamaged ship.
            return ["city"] if cities and not damaged else []
        # E3.6: landing needs a piece in reserve.
        in_stock: dict[Piece, int] = {"city": cities, "station": stations}
        return [piece for piece, count in in_stock.items() if count]

    def _flight(self, player: int, origin: int, direction: int, damaged: bool) -> Iterator[int]:
        """E3.1, E3.3, E3.4: the systems that a ship can enter in one direction, nearest first."""
        place = self.board.hexes[origin]
        while (cell := self.board.at(place := place.step(direction))) is not None:
            if self._can_pass(player, cell, damaged):
                yield cell
                continue
            if self.is_unexplored(cell):
                # E3.3: with `unexplored_passable` off, a ship may land here but fly no farther.
                yield cell
            break

    def _can_pass(self, player: int, cell: int, damaged: bool) -> bool:
        """E3.3, E3.4: whether a ship can pass: uncolonized and own systems and wormholes; variants add to these."""
        if self.board.system(cell) is System.BLACK_HOLE:
            return False
        if cell in self.tiles and self.tiles[cell].is_closed:
            # E9.5, E9.9: asteroid fields and Nordinn systems.
            return False
        if cell in self.conquered_cells:
            return self.rules.conquered_passable
        if self.is_unexplored(cell):
            # E3.3, E5.2: by default undamaged ships pass, and damaged ones don't.
            return self.rules.unexplored_passable and (not damaged or self.rules.damaged_passes_unexplored)
        # E10.1: with open borders, ships pass opponents' systems for a toll.
        return self.owner(cell) in (None, player) or self.rules.open_borders

    def _jumps(self, origin: int, damaged: bool) -> set[int]:
        """E4.1: the systems next to a wormhole other than the one entered; E4.2: any adjacent one may be entered."""
        # E4.3: an option forbids damaged ships to jump.
        if damaged and not self.rules.damaged_jump:
            return set()
        board = self.board
        return {
            target
            for entry in board.neighbours(origin)
            if board.system(entry) is System.WORMHOLE
            for leaving, system in enumerate(board.systems)
            if system is System.WORMHOLE and leaving != entry
            for target in board.neighbours(leaving)
            if target != origin
        }

    # --- tolls: E10.1

    def toll(self, action: Action | int) -> int:
        """E10.1: the number of cities that a legal move costs; 0 for any other action."""
        action = self._named(action)
        if not isinstance(action, Move) or self.why_not(action) is not Reason.OK or self.pending is not None:
            return 0
        assert self.mover is not None
        return len(self._paid_for(self.mover, action))

    def _paid_for(self, player: int, move: Move) -> tuple[int, ...]:
        """E10.1: the opponents' systems that a legal move pays for."""
        return self._ways(player, move.origin, self._is_damaged(player, move))[move.target]

    def _way(self, origin: int, target: int) -> list[int] | None:
        """The cells strictly between two on a line; None if they share no line or it has a gap."""
        start, end = self.board.hexes[origin], self.board.hexes[target]
        steps = start.distance(end)
        if not any(start.step(direction, steps) == end for direction in range(len(DIRECTIONS))):
            return None
        way = [self.board.at(place) for place in _between(start, end)]
        found = [cell for cell in way if cell is not None]
        return found if len(found) == len(way) else None

    # --- unexplored systems: E9

    def _revealed(self, player: int, cell: int, tile: Tile) -> State:
        """E9.3 to E9.9: the state after a reveal, with its effects on the ship and on its player."""
        state = replace(self, tiles={**self.tiles, cell: tile})
        if tile.is_closed:
            # E9.5, E9.9: the ship is damaged and stays; nothing is colonized.
            state = state._flown(player, (cell, False), (cell, True))
        else:
            state = state._colonized(player, cell, "city")._scored(player, Banked(0, self._points_at_once(tile)))
        if tile is Tile.REFUELING and any(True for _ in state._second_moves(player, cell)):
            return replace(state, pending=("refuel", cell))
        if tile is Tile.NORDINN and state._cities_to_destroy(player, cell):
            return replace(state, pending=("choose", cell))
        return state._end_of_turn(player)

    def _points_at_once(self, tile: Tile) -> int:
        """E9.6, E9.7: 1 point, which the first edition scores at the end (E6.2); E9.8: 2 points."""
        if tile in (Tile.ABANDONED, Tile.REFUELING):
            return 1 if self.rules.edition == "second" else 0
        return 2 if tile in (Tile.HOLLANA, Tile.TENNAR) else 0

    def _second_moves(self, player: int, cell: int) -> Iterator[Move]:
        """E9.7: the moves to adjacent systems where the ship, which is undamaged, can land."""
        for target in self.board.neighbours(cell):
            for piece in self._landings(player, target, damaged=False):
                yield Move(cell, target, piece)

    def _cities_to_destroy(self, player: int, cell: int) -> list[int]:
        """E9.9: the player's cities next to the Nordinn Empire; if there are none, all cities of other players."""
        own = [other for other in self.board.neighbours(cell) if self.pieces.get(other) == (player, "city")]
        if own:
            return own
        return [other for other, (owner, piece) in self.pieces.items() if owner != player and piece == "city"]

    def _destroyed(self, player: int, nordinn: int, cell: int) -> State:
        """E9.9: the city returns to its owner's reserve; next to the Nordinn system it leaves a conquest marker."""
        owner, _ = self.pieces[cell]
        leaves_a_marker = cell in self.board.neighbours(nordinn)
        if self.rules.conquest_own_only:
            leaves_a_marker = leaves_a_marker and owner == player
        cities, stations = self.reserves[owner]
        state = replace(
            self,
            pieces={other: held for other, held in self.pieces.items() if other != cell},
            reserves=_with(self.reserves, owner, Reserve(cities + 1, stations)),
            conquered_cells=self.conquered_cells | ({cell} if leaves_a_marker else set()),
        )
        if self.rules.edition == "second":
            # E6.2, E9.9: the owner keeps points that were scored at once.
            state = state._scored(owner, Banked(scoring.planets_of(self, cell), 0))
        return state

    def _scored(self, player: int, points: Banked) -> State:
        planets, tiles = self.banked_points[player]
        return replace(
            self,
            banked_points=_with(self.banked_points, player, Banked(planets + points.planets, tiles + points.tiles)),
        )

    # --- why an action is refused

    def why_not(self, action: Action | int, player: int | None = None) -> Reason:
        """The first reason, in the order of `Reason`, why an action is illegal; OK if it is legal."""
        action = self._named(action)
        if isinstance(action, int) or self.board.action_id(action) is None:
            return reason_never(self, action)
        if self.mover is None:
            return Reason.GAME_OVER
        if player not in (None, *self.to_act):
            return Reason.NOT_TO_ACT
        if not self._is_time_for(action):
            return self._why_not_now(action)
        match action:
            case Reveal():
                return Reason.OK if self.bag.of(Tile(action.tile)) else Reason.NO_TILE
            case Choose():
                return Reason.OK if action in self._by_id else Reason.NO_CHOICE
            case Stay():
                return Reason.OK
            case Move():
                return self._why_no_move(self.mover, action)

    def _is_time_for(self, action: Action) -> bool:
        """Whether an action of this kind is due."""
        match action:
            case Stay():
                return action in self._by_id
            case Reveal():
                return self._is_due("reveal")
            case Choose():
                return self._is_due("choose")
            case Move() if self._is_due("refuel"):
                assert self.pending is not None
                return action.origin == self.pending[1] and action.piece is not None and not action.damaged
            case Move():
                return self.pending is None

    def _why_not_now(self, action: Action) -> Reason:
        """The reason of the due action; or the reason that no action of this kind is due at the start of a turn."""
        if self._is_due("reveal"):
            return Reason.REVEAL_FIRST
        if self._is_due("refuel"):
            return Reason.FUEL_FIRST
        if self._is_due("choose"):
            return Reason.CHOICE_FIRST
        match action:
            case Reveal():
                return Reason.NO_REVEAL
            case Choose():
                return Reason.NO_DESTRUCTION
            case _:
                return Reason.MUST_MOVE if self.rules.toll_compulsory else Reason.FREE_MOVES

    def _why_no_move(self, player: int, move: Move) -> Reason:
        here = {damaged for cell, damaged in self.fleets[player] if cell == move.origin}
        if not here:
            return Reason.NO_SHIP
        if move.damaged and here != {False, True}:
            return Reason.NO_DAMAGED_SHIP
        damaged = self._is_damaged(player, move)
        if move.piece is None and not damaged:
            return Reason.NOT_DAMAGED
        if move.piece == "city" and not self.reserves[player].cities:
            return Reason.NO_CITY_TO_EXPLORE if self.is_unexplored(move.target) else Reason.NO_CITY
        if move.piece == "station" and not self.reserves[player].stations:
            return Reason.NO_STATION
        if self.owner(move.target) not in (None, player):
            return Reason.OPPONENT_SYSTEM
        if move.piece is not None and self.owner(move.target) == player:
            return Reason.OWN_SYSTEM
        if self.is_closed(move.target):
            return self._why_closed(move.target)
        if self.is_unexplored(move.target) and damaged:
            return Reason.DAMAGED_EXPLORER
        if self.is_unexplored(move.target) and move.piece == "station":
            return Reason.EXPLORES_WITH_CITY
        if self.pending is not None:
            return Reason.OK if move.target in self.board.neighbours(move.origin) else Reason.NOT_ADJACENT
        if move in self._by_id:
            return Reason.OK
        return self._why_not_reached(player, move, damaged)

    def _why_not_reached(self, player: int, move: Move, damaged: bool) -> Reason:
        way = self._way(move.origin, move.target)
        if way is None or any(self.board.system(cell) is System.BLACK_HOLE for cell in way):
            return Reason.NO_DAMAGED_JUMP
        if damaged and len(way) >= DAMAGED_RANGE:
            return Reason.OUT_OF_RANGE
        obstacles = [cell for cell in way if not self._can_pass(player, cell, damaged)]
        return self._why_blocked(obstacles[0]) if obstacles else Reason.NO_TOLL

    def _why_closed(self, cell: int) -> Reason:
        """The reason that closes a system."""
        if self.tile(cell) is Tile.ASTEROID:
            return Reason.ASTEROID_FIELD
        return Reason.NORDINN_SYSTEM if self.tile(cell) is Tile.NORDINN else Reason.CONQUERED_SYSTEM

    def _why_blocked(self, cell: int) -> Reason:
        """The reason of an obstacle that a ship can't pass."""
        if self.is_unexplored(cell):
            return Reason.BLOCKED_FOR_DAMAGED if self.rules.unexplored_passable else Reason.BLOCKED_BY_UNEXPLORED
        if not self.is_closed(cell):
            return Reason.BLOCKED
        if self.tile(cell) is Tile.ASTEROID:
            return Reason.BLOCKED_BY_ASTEROIDS
        return Reason.BLOCKED_BY_NORDINN if self.tile(cell) is Tile.NORDINN else Reason.BLOCKED_BY_CONQUEST

    def _is_damaged(self, player: int, move: Move) -> bool:
        """Whether the ship that moves is damaged: as the move says if both kinds are there, else the kind that is."""
        return move.damaged or (move.origin, False) not in self.fleets[player]

    # --- the end: E7

    @property
    def totals(self) -> tuple[int, ...]:
        """E7.0: the total score of each player if the game ended now."""
        return tuple(score.total for score in self.score_sheet())

    def score_sheet(self) -> ScoreSheet[Score]:
        """The score of each player, by its parts, if the game ended now."""
        return self._sheet

    @cached_property
    def _sheet(self) -> ScoreSheet[Score]:
        return scoring.score_sheet(self)

    def territories(self, player: int) -> list[int]:
        """E7.3: the sizes of a player's territories, homeworld included; wormholes don't connect."""
        return scoring.territories(self, player)

    @property
    def outcome(self) -> Outcome | None:
        """E7.0, E7.4: the highest total wins; ties go to most cities left, then stations left, then planets held."""
        if self.mover is not None:
            return None
        tied = list(range(self.board.players))
        tie_breaks = {
            "total": self.totals,
            "cities": [reserve.cities for reserve in self.reserves],
            "stations": [reserve.stations for reserve in self.reserves],
            "planets": [scoring.planets_held(self, player) for player in range(self.board.players)],
        }
        for name, values in tie_breaks.items():
            tied = [player for player in tied if values[player] == max(values[rival] for rival in tied)]
            if len(tied) == 1:
                return Outcome(tuple(tied), self.totals, name)
        return Outcome(tuple(tied), self.totals, "shared")


def new_game(
    board: Board,
    *,
    rules: Rules | None = None,
    first: int = 0,
    ships: int | Sequence[int] | None = None,
    cities: int | Sequence[int] | None = None,
    stations: int | Sequence[int] | None = None,
) -> State:
    """E1.7: ships on the homeworlds, 16 cities and 4 stations in each reserve; E2.1: `first` starts, if able (E2.2).

    E10: the map may name other numbers, and arguments take precedence over the map.
    """
    setup, players = board.setup, range(board.players)
    n_ships = _by_player(board, ships, setup.ships, _SHIPS[board.players])
    n_cities = _by_player(board, cities, setup.cities, 16)
    n_stations = _by_player(board, stations, setup.stations, 4)
    return State(
        board,
        setup.rules if rules is None else rules,
        pieces={},
        fleets=tuple(((board.homeworld(player), False),) * n_ships[player] for player in players),
        reserves=tuple(Reserve(n_cities[player], n_stations[player]) for player in players),
        passed=(False,) * board.players,
        mover=None,
        ply=0,
    ).turn_comes_to(first)


def same(fast: FastState) -> State:
    """Return the position of a compiled state as a state of this module."""
    board, players, cells = fast.board, range(fast.board.players), range(fast.board.n_cells)
    owned = {cell: (fast.owner(cell), fast.piece(cell)) for cell in cells}
    due = fast.due
    return State(
        board,
        fast.rules,
        pieces={
            cell: (owner, piece)
            for cell, (owner, piece) in owned.items()
            if owner is not None and (piece == "city" or piece == "station")
        },
        fleets=tuple(fast.ships(player) for player in players),
        reserves=tuple(fast.reserve(player) for player in players),
        passed=fast.passed,
        mover=due.player if due else fast.to_act[0] if fast.to_act else None,
        ply=fast.ply,
        tiles={cell: tile for cell in cells if (tile := fast.tile(cell)) is not None},
        conquered_cells=frozenset(fast.conquered),
        received_cities=tuple(fast.received(player) for player in players),
        banked_points=tuple(fast.banked(player) for player in players),
        pending=None if due is None else (due.what, due.cell),
    )


def playout(state: State, seed: int) -> State:
    """Play on to the end, each legal action, and each tile that is left, equally likely.

    Ply p draws from ``PlyStream(seed, p)``: a legal action by ``choice``, a tile by ``draw`` from the odds.
    """
    while state.mover is not None:
        stream = PlyStream(seed, state.ply)
        if state.to_act == (CHANCE,):
            state = state.after(stream.draw(state.odds()))
        else:
            state = state.after(stream.choice(state.legal_actions()))
    return state


def playouts(state: State, n: int, seed: int) -> list[State]:
    """Return the ends of n playouts; game i is the playout of `child_seed(seed, i)`."""
    return [playout(state, child_seed(seed, index)) for index in range(n)]


def perft(state: State, depth: int) -> int:
    """Return the number of positions after `depth` plies.

    A game that ends sooner counts once; a reveal has a branch for each kind of tile.
    """
    if depth == 0 or state.mover is None:
        return 1
    return sum(perft(state.after(action), depth - 1) for action in state.legal_actions())


def _by_player(board: Board, given: int | Sequence[int] | None, by_map: int | None, in_box: int) -> Sequence[int]:
    if isinstance(given, Sequence):
        return given
    number = given if given is not None else by_map if by_map is not None else in_box
    return [number] * board.players


def _between(origin: Hex, target: Hex) -> Iterator[Hex]:
    """Yield the hexes strictly between two on a line."""
    steps = origin.distance(target)
    for step in range(1, steps):
        yield Hex(origin.q + (target.q - origin.q) * step // steps, origin.r + (target.r - origin.r) * step // steps)


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
