"""Mistakes of rules, each a house rule that plays one clause wrongly in a way that two plies can show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from sse_core.drawing.notebook import ScoreSheet
from sse_core.game import Outcome
from sse_core.small_star_empires import Bag, Move, Piece, Reserve, Score, System, Tile, reference
from sse_core.small_star_empires.maps.hexes import DIRECTIONS
from sse_core.small_star_empires.reference import scoring

__all__ = ["LONGER", "NAMED", "PLANTED"]

State = reference.State


class E2_1_CounterClockwise(State):
    """The turn goes on to the seat before."""

    def _end_of_turn(self, player: int) -> State:
        return super()._end_of_turn(player - 2)


class E2_2_OneTurnOut(State):
    """Who couldn't move takes turns again when a way opens."""

    def turn_comes_to(self, seat: int) -> State:
        return replace(super().turn_comes_to(seat), passed=(False,) * self.board.players)


class E2_3_OwnReserve(State):
    """The game ends when the reserve of the player who moved is empty."""

    def _end_of_turn(self, player: int) -> State:
        if not any(self.reserves[player]):
            return replace(self, mover=None)
        return super()._end_of_turn(player)


class E3_1_OneStep(State):
    """A ship flies one system at most."""

    def _flight(self, player: int, origin: int, direction: int, damaged: bool) -> Iterator[int]:
        return islice(super()._flight(player, origin, direction, damaged), 1)


class E3_3_OwnStop(State):
    """Systems of their owner stop ships."""

    def _can_pass(self, player: int, cell: int, damaged: bool) -> bool:
        return super()._can_pass(player, cell, damaged) and self.owner(cell) != player


class E3_4_OverStations(State):
    """Ships cross stations of others."""

    def _can_pass(self, player: int, cell: int, damaged: bool) -> bool:
        return self.piece(cell) == "station" or super()._can_pass(player, cell, damaged)


class E3_4_OverHomeworlds(State):
    """Ships cross homeworlds of others."""

    def _can_pass(self, player: int, cell: int, damaged: bool) -> bool:
        return self.piece(cell) == "homeworld" or super()._can_pass(player, cell, damaged)


class E3_6_CitiesForStations(State):
    """Where no station is left, a city of the reserve is taken for one."""

    def _landings(self, player: int, target: int, damaged: bool) -> list[Piece | None]:
        landings = super()._landings(player, target, damaged)
        return ["city", "station"] if landings == ["city"] and not self.is_unexplored(target) else landings

    def _colonized(self, player: int, cell: int, piece: Piece) -> State:
        if piece == "station" and not self.reserves[player].stations:
            state = super()._colonized(player, cell, "city")
            return replace(state, pieces={**state.pieces, cell: (player, "station")})
        return super()._colonized(player, cell, piece)


class E4_2_OneEntry(State):
    """A ship that touches several wormholes enters the first of them."""

    def _jumps(self, origin: int, damaged: bool) -> set[int]:
        wormholes = [cell for cell, system in enumerate(self.board.systems) if system is System.WORMHOLE]
        entries = [cell for cell in self.board.neighbours(origin) if cell in wormholes]
        leaving = {cell for cell in wormholes if cell != entries[0]} if entries else set[int]()
        near = {target for cell in leaving for target in self.board.neighbours(cell)}
        return super()._jumps(origin, damaged) & near


class E4_1_NoJumps(State):
    """Ships don't jump."""

    def _jumps(self, origin: int, damaged: bool) -> set[int]:
        return set()


class E4_3_NoDamagedJumps(State):
    """Damaged ships never jump."""

    def _jumps(self, origin: int, damaged: bool) -> set[int]:
        return set() if damaged else super()._jumps(origin, damaged)


class E5_1_OwnAreFree(State):
    """A damaged ship flies free over systems of its owner: they don't count."""

    def _ways(self, player: int, origin: int, damaged: bool) -> dict[int, tuple[int, ...]]:
        ways = super()._ways(player, origin, damaged)
        if not damaged:
            return ways
        named = (origin, False) in self.fleets[player]
        for direction in range(len(DIRECTIONS)):
            steps, paid = 0, tuple[int, ...]()
            for cell in self._flight(player, origin, direction, damaged):
                steps += self.owner(cell) != player
                if steps > 2:
                    break
                if self.board.action_id(Move(origin, cell, "city", named)) is not None:
                    ways.setdefault(cell, paid)
                if self.owner(cell) not in (None, player):
                    paid = (*paid, cell)
        return ways


class E5_1_OneStep(State):
    """A damaged ship flies one system at most."""

    def _flight(self, player: int, origin: int, direction: int, damaged: bool) -> Iterator[int]:
        return islice(super()._flight(player, origin, direction, damaged), 1 if damaged else None)


class E5_2_DamagedExplore(State):
    """Damaged ships explore."""

    def _landings(self, player: int, target: int, damaged: bool) -> list[Piece | None]:
        return super()._landings(player, target, damaged and not self.is_unexplored(target))


class E5_3_RepairNeedsCity(State):
    """A repair takes a city in the reserve."""

    def _landings(self, player: int, target: int, damaged: bool) -> list[Piece | None]:
        landings = super()._landings(player, target, damaged)
        return [] if landings == [None] and not self.reserves[player].cities else landings


class E6_1_StationsAreCities(State):
    """A station that is placed is taken from the cities if there is one."""

    def _colonized(self, player: int, cell: int, piece: Piece) -> State:
        state = super()._colonized(player, cell, piece)
        cities, stations = self.reserves[player]
        if piece == "station" and cities:
            reserves = [*state.reserves]
            reserves[player] = Reserve(cities - 1, stations)
            return replace(state, reserves=tuple(reserves))
        return state


class E9_1_Forgotten(State):
    """Unexplored systems are forgotten: any ship lands there, with any piece."""

    def _landings(self, player: int, target: int, damaged: bool) -> list[Piece | None]:
        cities, stations = self.reserves[player]
        if self.is_unexplored(target):
            in_stock: dict[Piece, int] = {"city": cities, "station": stations}
            return [piece for piece, count in in_stock.items() if count]
        return super()._landings(player, target, damaged)


class E9_2_Again(State):
    """A tile may be found that was found before."""

    @property
    def bag(self) -> Bag:
        return self.board.setup.bag_under(self.rules)


class E9_5_WholeInAsteroids(State):
    """An asteroid field doesn't damage the ship."""

    def _flown(self, player: int, before: tuple[int, bool], after: tuple[int, bool]) -> State:
        whole = self.tile(after[0]) is Tile.ASTEROID
        return super()._flown(player, before, (after[0], False) if whole else after)


class E9_6_NoStation(State):
    """An abandoned station doesn't count as a station at the end."""

    def score_sheet(self) -> ScoreSheet[Score]:
        scores = super().score_sheet()
        blind = replace(self, tiles={c: t for c, t in self.tiles.items() if t is not Tile.ABANDONED})
        seats = range(self.board.players)
        stations = [scoring._stations(blind, seat) for seat in seats]
        return type(scores)(score._replace(stations=n) for score, n in zip(scores, stations, strict=True))


class E9_7_NoFuel(State):
    """The ship that finds a refueling station doesn't move on."""

    def _second_moves(self, player: int, cell: int) -> Iterator[Move]:
        return iter(())


class E9_8_NoHollana(State):
    """The Hollana Federation is worth nothing at the end."""

    def score_sheet(self) -> ScoreSheet[Score]:
        scores = super().score_sheet()
        seats = range(self.board.players)
        lost = [scoring._hollana(self, seat) for seat in seats]
        return type(scores)(scores[seat]._replace(tiles=scores[seat].tiles - lost[seat]) for seat in seats)


class E9_9_AnyCity(State):
    """The Nordinn Empire destroys any city."""

    def _cities_to_destroy(self, player: int, cell: int) -> list[int]:
        return [other for other, (_, piece) in self.pieces.items() if piece == "city"]


class E9_9_ConqueredIsFree(State):
    """A conquered system can be crossed."""

    def _can_pass(self, player: int, cell: int, damaged: bool) -> bool:
        return cell in self.conquered_cells or super()._can_pass(player, cell, damaged)


class E10_1_OneToll(State):
    """A way costs one city at most."""

    def _ways(self, player: int, origin: int, damaged: bool) -> dict[int, tuple[int, ...]]:
        return {target: paid[:1] for target, paid in super()._ways(player, origin, damaged).items()}


class E10_1_NoPieceLeft(State):
    """The city to land with needn't be left after the toll."""

    def _priced_moves(self, player: int) -> Iterator[tuple[Move, tuple[int, ...]]]:
        yield from super()._priced_moves(player)
        for cell, damaged in set(self.fleets[player]):
            named = damaged and (cell, False) in self.fleets[player]
            for target, paid in self._ways(player, cell, damaged).items():
                can_land = "city" in self._landings(player, target, damaged)
                if paid and can_land and self.reserves[player].cities == len(paid):
                    yield Move(cell, target, "city", named), paid


# --- mistakes that take more than two plies, or what seldom comes together


class E2_3_RepairsGoOn(State):
    """The game goes on with empty reserves while a ship can be repaired."""

    def _end_of_turn(self, player: int) -> State:
        return self.turn_comes_to(player + 1)


class E7_1_LargeSetsAreLost(State):
    """A set of nebulae beyond the table scores nothing."""

    def score_sheet(self) -> ScoreSheet[Score]:
        scores = super().score_sheet()
        most = len(self.rules.nebula_points)
        lost = [max(Counter(self._colours(seat)).values(), default=0) > most for seat in range(self.board.players)]
        return type(scores)(
            score._replace(nebulae=0) if gone else score for score, gone in zip(scores, lost, strict=True)
        )

    def _colours(self, player: int) -> list[str]:
        held = [cell for cell, (owner, _) in self.pieces.items() if owner == player]
        return [self.board.system(cell).value for cell in held if self.board.system(cell).value in "rgb"]


class E7_4_StationsFirst(State):
    """A tie goes to most stations left, before cities left."""

    @property
    def outcome(self) -> Outcome | None:
        found = super().outcome
        if found is None or found.decided_by in ("total", "stations"):
            return found
        tied = [seat for seat, total in enumerate(found.totals) if total == max(found.totals)]
        most = max(self.reserves[seat].stations for seat in tied)
        best = tuple(seat for seat in tied if self.reserves[seat].stations == most)
        return Outcome(best, found.totals, "stations") if len(best) == 1 else found


class E3_1_TwelveSteps(State):
    """A ship flies twelve systems at most."""

    def _flight(self, player: int, origin: int, direction: int, damaged: bool) -> Iterator[int]:
        return islice(super()._flight(player, origin, direction, damaged), 12)


class E7_3_TwentySystems(State):
    """A territory of more than twenty systems counts as one of twenty."""

    def territories(self, player: int) -> list[int]:
        return [min(size, 20) for size in super().territories(player)]

    def score_sheet(self) -> ScoreSheet[Score]:
        scores = super().score_sheet()
        largest = [max(self.territories(seat)) for seat in range(self.board.players)]
        points = [self.rules.territory_points * (size == max(largest)) for size in largest]
        return type(scores)(score._replace(territory=n) for score, n in zip(scores, points, strict=True))


class E7_4_NoPlanets(State):
    """Planets that are held decide no tie."""

    @property
    def outcome(self) -> Outcome | None:
        found = super().outcome
        if found is None or found.decided_by != "planets":
            return found
        tied = [seat for seat, total in enumerate(found.totals) if total == max(found.totals)]
        most = max(self.reserves[seat] for seat in tied)
        return Outcome(tuple(seat for seat in tied if self.reserves[seat] == most), found.totals, "shared")


class E9_7_NoExploring(State):
    """Fuel doesn't last to explore."""

    def _second_moves(self, player: int, cell: int) -> Iterator[Move]:
        return (move for move in super()._second_moves(player, cell) if not self.is_unexplored(move.target))


class E9_9_PlanetsAreLost(State):
    """Who loses a city loses the points of its planets, too."""

    def _destroyed(self, player: int, nordinn: int, cell: int) -> State:
        return replace(super()._destroyed(player, nordinn, cell), banked_points=self.banked_points)


class E10_1_JumpsCost(State):
    """A jump costs the toll of the flight that leads there, too."""

    def _ways(self, player: int, origin: int, damaged: bool) -> dict[int, tuple[int, ...]]:
        ways = super()._ways(player, origin, damaged)
        if not self.rules.open_borders:
            return ways
        for target in self._jumps(origin, damaged):
            between = self._way(origin, target) or []
            if all(self._can_pass(player, cell, damaged) for cell in between):
                ways[target] = tuple(cell for cell in between if self.owner(cell) not in (None, player))
        return ways


LONGER = (
    E3_1_TwelveSteps,
    E7_3_TwentySystems,
    E7_4_NoPlanets,
    E2_3_RepairsGoOn,
    E7_1_LargeSetsAreLost,
    E7_4_StationsFirst,
    E9_7_NoExploring,
    E9_9_PlanetsAreLost,
    E10_1_JumpsCost,
)

PLANTED = tuple(found for name, found in sorted(globals().items()) if re.match(r"E\d", name) and found not in LONGER)
"""All that two plies can show, in the order of their names, which begin with the clause."""

NAMED = (E9_1_Forgotten, E5_1_OwnAreFree)
"""Two that the machine once missed."""
