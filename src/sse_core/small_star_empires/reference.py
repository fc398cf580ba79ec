"""The rules in plain Python, clause by clause: made to be read, and to judge the fast core; never a fallback.

A `State` here answers what the compiled `sse_core.State` answers about play, in the same order and with the same
reasons, and shares no code with it: every move is walked hex by hex, every territory is spread system by system.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from .._fast import Reserve, Score
from .._fast import State as FastState
from ..errors import Reason
from ..game import Outcome
from ..seeds import SplitMix64, child_seed
from .actions import Action, Piece
from .board import Board
from .explain import refusal
from .hexes import DIRECTIONS, Hex
from .options import Rules
from .systems import System

__all__ = ["State", "new_game", "perft", "playout", "playouts", "same"]

T = TypeVar("T")
_DEFAULTS: Final = Rules()
_SHIPS: Final = {2: 4, 3: 3, 4: 2}


@dataclass(frozen=True)
class State:
    """A position, as lists of what lies where."""

    board: Board
    rules: Rules
    pieces: dict[int, tuple[int, Piece]]
    """What is colonized: owner and piece by cell; homeworlds apart."""

    fleets: tuple[tuple[tuple[int, bool], ...], ...]
    """The ships of each player, sorted: (cell, damaged)."""

    reserves: tuple[Reserve, ...]
    passed: tuple[bool, ...]
    mover: int | None
    ply: int

    # --- what lies on the table

    @property
    def to_act(self) -> tuple[int, ...]:
        """E2.1: the seat whose turn it is, none at the end."""
        return () if self.mover is None else (self.mover,)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The board's table; an action's id is its index."""
        return self.board.actions

    def owner(self, cell: int) -> int | None:
        """E3.4, E7.2: a homeworld is its player's system, as if colonized."""
        homeworld = self.board.system(cell).homeworld
        if homeworld is not None:
            return homeworld
        return self.pieces[cell][0] if cell in self.pieces else None

    def piece(self, cell: int) -> str | None:
        """E6.1: what a system is held with."""
        if self.board.system(cell).homeworld is not None:
            return "homeworld"
        return self.pieces[cell][1] if cell in self.pieces else None

    def ships(self, player: int) -> tuple[tuple[int, bool], ...]:
        """The ships of a player, sorted: (cell, damaged)."""
        return self.fleets[player]

    def reserve(self, player: int) -> Reserve:
        """E1.7: what a player can still put on the map."""
        return self.reserves[player]

    # --- the turn: E2

    def legal_actions(self, player: int | None = None) -> tuple[Action, ...]:
        """E2.1: whatever the player to act may do, by ascending id."""
        if self.mover is None or player not in (None, self.mover):
            return ()
        return tuple(sorted(self._moves(self.mover), key=self._id))

    def after(self, action: Action | int, player: int | None = None) -> State:
        """E2.1: move one ship, colonize where it lands; then the turn goes on."""
        reason = self.why_not(action, player)
        if reason is not Reason.OK:
            raise refusal(self, self._named(action), reason, player)
        action = self._named(action)
        assert isinstance(action, Action)
        assert self.mover is not None
        pieces, reserve = dict(self.pieces), self.reserves[self.mover]
        damaged = self._is_damaged(action)
        if action.piece is not None:
            # E6.1: one city or one station from the reserve.
            pieces[action.target] = (self.mover, action.piece)
            reserve = Reserve(reserve.cities - (action.piece == "city"), reserve.stations - (action.piece == "station"))
        fleet = list(self.fleets[self.mover])
        fleet.remove((action.origin, damaged))
        # E5.3: a repair puts the ship on the homeworld, whole, and nothing is colonized.
        fleet.append((action.target, damaged and action.piece is not None))
        moved = replace(
            self,
            pieces=pieces,
            reserves=_with(self.reserves, self.mover, reserve),
            fleets=_with(self.fleets, self.mover, tuple(sorted(fleet))),
            ply=self.ply + 1,
        )
        return moved._end_of_turn(self.mover)

    def _named(self, action: Action | int) -> Action | int:
        """The action with an id; an action itself, and what is no id, as it is."""
        table = self.board.actions
        return table[action] if isinstance(action, int) and 0 <= action < len(table) else action

    def _end_of_turn(self, player: int) -> State:
        # E2.3: the game ends when at the end of a turn no player has a piece in reserve.
        if not any(reserve.cities or reserve.stations for reserve in self.reserves):
            return replace(self, mover=None)
        return self.turn_comes_to(player + 1)

    def turn_comes_to(self, seat: int) -> State:
        """E2.1, E2.2: seats in order; who can't move when the turn comes is out for good; E2.3: all out, all over."""
        passed = list(self.passed)
        for player in ((seat + turn) % self.board.players for turn in range(self.board.players)):
            if not passed[player]:
                if any(True for _ in self._moves(player)):
                    return replace(self, passed=tuple(passed), mover=player)
                passed[player] = True
        return replace(self, passed=tuple(passed), mover=None)

    # --- movement: E3, E4, E5

    def _id(self, action: Action) -> int:
        index = self.board.action_id(action)
        assert index is not None, f"{action} is missing from the board's table"
        return index

    def _moves(self, player: int) -> Iterator[Action]:
        """Every legal action of a player, once each, in no order."""
        for cell, damaged in set(self.fleets[player]):
            named = damaged and (cell, False) in self.fleets[player]
            for target in self._flights(player, cell, damaged) | self._jumps(cell, damaged):
                if self._can_colonize(target):
                    # E3.6: landing needs a piece in reserve.
                    if self.reserves[player].cities:
                        yield Action(cell, target, "city", named)
                    if self.reserves[player].stations:
                        yield Action(cell, target, "station", named)
                elif damaged and target == self.board.homeworld(player):
                    # E5.3: repaired on the own homeworld; needs no reserve.
                    yield Action(cell, target, None, named)

    def _flights(self, player: int, origin: int, damaged: bool) -> set[int]:
        """E3.1: one or more systems in one direction, without a turn; E5.1: at most two for a damaged ship."""
        reached: set[int] = set()
        for direction in range(len(DIRECTIONS)):
            steps = 1
            while (cell := self.board.at(self.board.hexes[origin].step(direction, steps))) is not None:
                if not self._can_pass(player, cell) or (damaged and steps > 2):
                    break
                reached.add(cell)
                steps += 1
        return reached

    def _can_pass(self, player: int, cell: int) -> bool:
        """E3.3, E3.4: uncolonized and own systems and wormholes, but no opponent's system and no black hole."""
        return self.board.system(cell) is not System.BLACK_HOLE and self.owner(cell) in (None, player)

    def _can_colonize(self, cell: int) -> bool:
        """E3.2, E3.5: an uncolonized system that is no hole and no homeworld."""
        return self.board.system(cell).can_be_landed_on and self.owner(cell) is None

    def _jumps(self, origin: int, damaged: bool) -> set[int]:
        """E4.1: from beside one wormhole to beside another; E4.2: any one it touches, and never to where it began."""
        # E4.3: damaged ships too, unless the table plays otherwise.
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

    # --- why an action is refused

    def why_not(self, action: Action | int, player: int | None = None) -> Reason:
        """The first thing wrong with an action, in the order of `Reason`."""
        action = self._named(action)
        if isinstance(action, int) or self.board.action_id(action) is None:
            return Reason.NO_SUCH_ACTION
        if self.mover is None:
            return Reason.GAME_OVER
        if player not in (None, self.mover):
            return Reason.NOT_TO_ACT
        player = self.mover
        here = {damaged for cell, damaged in self.fleets[player] if cell == action.origin}
        if not here or (action.damaged and here != {False, True}):
            return Reason.NO_SHIP
        damaged = self._is_damaged(action)
        if action.piece is None and not damaged:
            return Reason.NOT_DAMAGED
        if action.piece == "city" and not self.reserves[player].cities:
            return Reason.NO_CITY
        if action.piece == "station" and not self.reserves[player].stations:
            return Reason.NO_STATION
        if self.owner(action.target) not in (None, player):
            return Reason.OPPONENT_SYSTEM
        if action.piece is not None and self.owner(action.target) == player:
            return Reason.OWN_SYSTEM
        if action.target in self._flights(player, action.origin, damaged) | self._jumps(action.origin, damaged):
            return Reason.OK
        return self._why_not_reached(action, damaged)

    def _why_not_reached(self, action: Action, damaged: bool) -> Reason:
        origin, target = self.board.hexes[action.origin], self.board.hexes[action.target]
        steps = origin.distance(target)
        in_line = any(origin.step(direction, steps) == target for direction in range(len(DIRECTIONS)))
        way = [self.board.at(cell) for cell in _between(origin, target)] if in_line else [None]
        if any(cell is None or self.board.system(cell) is System.BLACK_HOLE for cell in way):
            return Reason.NO_DAMAGED_JUMP
        return Reason.OUT_OF_RANGE if damaged and steps > 2 else Reason.BLOCKED

    def _is_damaged(self, action: Action) -> bool:
        """Whether the ship that an action moves is damaged: said where both kinds stand there, seen where one does."""
        assert self.mover is not None
        return action.damaged or (action.origin, False) not in self.fleets[self.mover]

    # --- the end: E7

    @property
    def totals(self) -> tuple[int, ...]:
        """E7.0: what each player would score if the game ended now."""
        return tuple(score.total for score in self.score_sheet())

    def score_sheet(self) -> tuple[Score, ...]:
        """What each player would score if the game ended now."""
        largest = [max(self.territories(player)) for player in range(self.board.players)]
        return tuple(
            Score(
                planets=self.planets(player),
                nebulae=self._nebulae(player),
                stations=self._stations(player),
                # E7.3: all who tie for the largest territory get the points.
                territory=self.rules.territory_points if largest[player] == max(largest) else 0,
            )
            for player in range(self.board.players)
        )

    def planets(self, player: int) -> int:
        """E7.0: one for each planet of a colonized system."""
        return sum(self.board.system(cell).planets for cell, (owner, _) in self.pieces.items() if owner == player)

    def _nebulae(self, player: int) -> int:
        """E7.1: by the table, per colour; a larger set counts as the table's last."""
        points = 0
        for colour in range(3):
            held = sum(
                self.board.system(cell).nebula == colour for cell, (owner, _) in self.pieces.items() if owner == player
            )
            if held:
                table = self.rules.nebula_points
                points += table[min(held, len(table)) - 1]
        return points

    def _stations(self, player: int) -> int:
        """E7.2: for each station one for each adjacent system that an opponent holds, homeworlds too."""
        return sum(
            self.owner(neighbour) not in (None, player)
            for cell, piece in self.pieces.items()
            if piece == (player, "station")
            for neighbour in self.board.neighbours(cell)
        )

    def territories(self, player: int) -> list[int]:
        """E7.3: the sizes of a player's connected territories, homeworld included; wormholes connect nothing."""
        left = {cell for cell in range(self.board.n_cells) if self.owner(cell) == player}
        sizes: list[int] = []
        while left:
            todo, size = [left.pop()], 0
            while todo:
                size += 1
                joined = left.intersection(self.board.neighbours(todo.pop()))
                left -= joined
                todo.extend(joined)
            sizes.append(size)
        return sizes

    @property
    def outcome(self) -> Outcome | None:
        """E7.0, E7.4: the highest total; then most cities left, most stations left, most planets; then all tied."""
        if self.mover is not None:
            return None
        tied = list(range(self.board.players))
        tie_breaks = {
            "total": self.totals,
            "cities": [reserve.cities for reserve in self.reserves],
            "stations": [reserve.stations for reserve in self.reserves],
            "planets": [self.planets(player) for player in range(self.board.players)],
        }
        for name, values in tie_breaks.items():
            tied = [player for player in tied if values[player] == max(values[rival] for rival in tied)]
            if len(tied) == 1:
                return Outcome(tuple(tied), self.totals, name)
        return Outcome(tuple(tied), self.totals, "shared")


def new_game(
    board: Board,
    *,
    rules: Rules = _DEFAULTS,
    first: int = 0,
    ships: int | None = None,
    cities: int = 16,
    stations: int = 4,
) -> State:
    """E1.7: ships on the homeworlds, 16 cities and 4 stations in each reserve; E2.1: `first` starts, if able (E2.2)."""
    n_ships = _SHIPS[board.players] if ships is None else ships
    return State(
        board,
        rules,
        pieces={},
        fleets=tuple(((board.homeworld(player), False),) * n_ships for player in range(board.players)),
        reserves=(Reserve(cities, stations),) * board.players,
        passed=(False,) * board.players,
        mover=None,
        ply=0,
    ).turn_comes_to(first)


def same(fast: FastState) -> State:
    """Return the position of a compiled state as a state of this module."""
    board, players = fast.board, range(fast.board.players)
    owned = {cell: (fast.owner(cell), fast.piece(cell)) for cell in range(board.n_cells)}
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
        mover=fast.to_act[0] if fast.to_act else None,
        ply=fast.ply,
    )


def playout(state: State, seed: int) -> State:
    """Play on to the end, each legal action as likely.

    The generator is `SplitMix64` of the seed; each ply draws `below(n)` once, n being the number of legal actions,
    and takes the action of that rank by ascending id.
    """
    stream = SplitMix64(seed)
    while legal := state.legal_actions():
        state = state.after(legal[stream.below(len(legal))])
    return state


def playouts(state: State, n: int, seed: int) -> list[State]:
    """Return the ends of n playouts; game i is the playout of `child_seed(seed, i)`."""
    return [playout(state, child_seed(seed, index)) for index in range(n)]


def perft(state: State, depth: int) -> int:
    """Count the positions after `depth` plies, a game that ends sooner counting once."""
    if depth == 0 or state.mover is None:
        return 1
    return sum(perft(state.after(action), depth - 1) for action in state.legal_actions())


def _between(origin: Hex, target: Hex) -> Iterator[Hex]:
    """The hexes strictly between two on a line."""
    steps = origin.distance(target)
    for step in range(1, steps):
        yield Hex(origin.q + (target.q - origin.q) * step // steps, origin.r + (target.r - origin.r) * step // steps)


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
