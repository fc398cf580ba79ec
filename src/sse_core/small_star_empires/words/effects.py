"""Effects of actions in words, beyond the sentence that tells the action itself (`move_text.told`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from ..._fast import State
from ...errors import ArgumentError
from ...forms.checks import no_action, type_named
from ..actions import Action, Choose, Move, Reveal, Stay
from ..any_state import is_state
from ..maps.systems import SEATS
from ..maps.tiles import Tile
from ..messages import counted, message, say

__all__ = ["effects"]

_AT_THE_END: Final = {
    Tile.CHROMATIC: message("{cell} counts as a nebula of any colour at the end (E9.4)"),
    Tile.ABANDONED: message("{cell} counts as a trade station of its holder at the end (E9.6)"),
    Tile.HOLLANA: message("who holds most systems next to {cell} scores 3 points at the end, 2 each if tied (E9.8)"),
    Tile.TENNAR: message("each who holds a system next to {cell} scores 2 points at the end (E9.8)"),
}
_ONE_POINT: Final = (Tile.ABANDONED, Tile.REFUELING)


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return the effects of an action beyond what `told` says: a sentence for each, in order, with its clause.

    `before` and `after` are the positions around the action. Players are named by the letters of their seats, systems
    by the names of their cells. A sentence has no capital at its start and no full stop. Most moves have no
    effect beyond that.

    Raises IllegalActionError if the action is illegal in `before`, ArgumentError if it doesn't lead to `after`.

    >>> from sse_core.small_star_empires import Move, Reveal, new_game, parse_map
    >>> before = new_game(parse_map("1 A ? B 1")).after(Move(1, 2, "city"))
    >>> effects(before, Reveal(Tile.TWO), before.after(Reveal(Tile.TWO)))
    ('A puts a city at a3 and scores 2 points (E9.3)',)
    """
    for state in (before, after):
        if not is_state(state):
            raise TypeError(f"effects lie between two States of Small Star Empires, not {type_named(state)}")
    if not isinstance(action, Action):
        raise no_action(action, "an action of Small Star Empires has effects")
    if before.after(action) != after:
        raise ArgumentError("the action leads to another position than the one after it")
    return tuple(chain(_own_effects(before, action, after), _emptied(before, after), _ended(before, action, after)))


def _own_effects(before: State, action: Action, after: State) -> Iterator[str]:
    """Yield the effects of the action itself."""
    mover = before.due.player if before.due is not None else before.to_act[0]
    match action:
        case Move():
            yield from _tolls(before, after)
        case Reveal(tile):
            assert before.due is not None
            yield from _revealed(before, tile, after, mover, before.due.cell)
        case Choose(target):
            yield from _destroyed(before, target, after)
        case Stay() if before.due is None:
            yield say("{seat} is out for the rest of the game (E10.1)", seat=SEATS[mover])
        case Stay():
            pass


def _tolls(before: State, after: State) -> Iterator[str]:
    """Yield who receives the toll of a move."""
    for player in range(before.board.players):
        if paid := after.received(player) - before.received(player):
            yield say("{seat} receives {cities} as a toll (E10.1)", seat=SEATS[player], cities=_cities(before, paid))


def _cities(state: State, count: int) -> str:
    return say("{n} {cities}", n=count, cities=state.rules.city_word if count == 1 else state.rules.cities_word)


def _revealed(before: State, tile: Tile, after: State, mover: int, cell: int) -> Iterator[str]:
    """Yield the effects of a tile on the ship that explores and on its player (E9.3 to E9.9)."""
    seat, name, clause = SEATS[mover], before.board.cell_names[cell], tile.clause
    if tile.is_closed:
        yield say(
            "the ship of {seat} is damaged at {cell}, and no {city} is put there ({clause})",
            seat=seat,
            cell=name,
            city=before.rules.city_word,
            clause=clause,
        )
        yield say("no other ship may land at {cell} or cross it ({clause})", cell=name, clause=clause)
    else:
        yield _put(before, tile, after, mover, name)
    if tile in _AT_THE_END:
        yield say(_AT_THE_END[tile], cell=name)
    if tile is Tile.REFUELING:
        yield (
            say("no system next to {cell} is open to the ship, which stays (E9.7)", cell=name)
            if after.due is None
            else say("the ship of {seat} may go on to a system next to {cell} (E9.7)", seat=seat, cell=name)
        )
    if tile is Tile.NORDINN:
        yield _to_destroy(after, mover, name)


def _put(before: State, tile: Tile, after: State, mover: int, name: str) -> str:
    """Return the city on a tile with its points, scored at once or at the end (E6.2)."""
    what = {"seat": SEATS[mover], "city": before.rules.city_word, "cell": name, "clause": tile.clause}
    at_once = after.banked(mover).tiles - before.banked(mover).tiles
    late = before.rules.edition == "first"
    points = at_once or tile.planets or (tile in _ONE_POINT)
    if not points:
        return say("{seat} puts a {city} at {cell} ({clause})", **what)
    what["points"] = counted(int(points), "{n} point", "{n} points")
    if late and not at_once:
        return say("{seat} puts a {city} at {cell}, for {points} at the end ({clause})", **what)
    return say("{seat} puts a {city} at {cell} and scores {points} ({clause})", **what)


def _to_destroy(after: State, mover: int, name: str) -> str:
    """Return which cities can be chosen for the Nordinn Empire to destroy."""
    seat, city = SEATS[mover], after.rules.city_word
    targets = [action.target for action in after.legal_actions() if isinstance(action, Choose)]
    if after.due is None or not targets:
        return say("there is no {city} to destroy (E9.9)", city=city)
    if after.owner(targets[0]) == mover:
        return say("{seat} must destroy a {city} of its own next to {cell} (E9.9)", seat=seat, city=city, cell=name)
    return say(
        "{seat} has no {city} next to {cell} and must destroy one of another player (E9.9)",
        seat=seat,
        city=city,
        cell=name,
    )


def _destroyed(before: State, cell: int, after: State) -> Iterator[str]:
    """Yield the owner who loses a city, the points kept, and the state of the system (E9.9)."""
    owner, name = before.owner(cell), before.board.cell_names[cell]
    assert owner is not None
    seat = SEATS[owner]
    yield say("the {city} goes back to the reserve of {seat} (E9.9)", city=before.rules.city_word, seat=seat)
    if kept := after.banked(owner).planets - before.banked(owner).planets:
        yield counted(
            kept,
            "{seat} keeps the {n} point of its planets (E6.2)",
            "{seat} keeps the {n} points of its planets (E6.2)",
            seat=seat,
        )
    if cell not in after.conquered:
        yield say("{cell} is free again (E9.9)", cell=name)
    elif after.rules.conquered_passable:
        yield say("a conquest marker lies at {cell}: no ship may land there (E9.9)", cell=name)
    else:
        yield say("a conquest marker lies at {cell}: no ship may land there or cross it (E9.9)", cell=name)


def _emptied(before: State, after: State) -> Iterator[str]:
    """Yield the reserves that the action emptied (E3.6); none if all are empty, which ends the game."""
    for player in range(before.board.players):
        if any(before.reserve(player)) and not any(after.reserve(player)) and not _are_empty(after):
            yield say("the reserve of {seat} is empty (E3.6)", seat=SEATS[player])


def _ended(before: State, action: Action, after: State) -> Iterator[str]:
    """Yield the players who are out now, the one who goes on alone, and why the game is over (E2.2, E2.3)."""
    refused = before.to_act[0] if isinstance(action, Stay) and before.due is None else None
    for player, passed in enumerate(after.passed):
        if passed and not before.passed[player] and player != refused:
            yield say("{seat} can't move and is out for the rest of the game (E2.2)", seat=SEATS[player])
    left = [player for player, passed in enumerate(after.passed) if not passed]
    if after.outcome is not None:
        yield (
            say("all reserves are empty: the game is over (E2.3)")
            if _are_empty(after)
            else say("nobody can move: the game is over (E2.3)")
        )
    elif len(left) == 1 and before.passed != after.passed:
        yield say("{seat} goes on alone (E2.2)", seat=SEATS[left[0]])


def _are_empty(state: State) -> bool:
    return not any(any(state.reserve(player)) for player in range(state.board.players))
