"""Actions in words: the flight, the building or the revealed tile, as one sentence in the past tense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..._fast import State
from ...errors import ArgumentError
from ...forms.checks import check_texts, no_action, type_named
from ...forms.messages import message
from ..actions import Action, Choose, Move, Reveal, Stay
from ..any_state import is_state
from ..maps.systems import SEATS
from ..maps.tiles import Tile
from ..messages import counted, say
from ..steps import is_jump
from .places import cities_words, piece_words, place_words, planets_at

__all__ = ["told", "told_by"]

_REVEALED: Final[Mapping[Tile, str]] = {
    Tile.THREE: message("Three planets were turned over at {cell}"),
    Tile.TWO: message("Two planets were turned over at {cell}"),
    Tile.CHROMATIC: message("A chromatic nebula was turned over at {cell}"),
    Tile.ASTEROID: message("An asteroid field was turned over at {cell}"),
    Tile.ABANDONED: message("An abandoned station was turned over at {cell}"),
    Tile.REFUELING: message("A refueling station was turned over at {cell}"),
    Tile.HOLLANA: message("The Hollana Federation was turned over at {cell}"),
    Tile.TENNAR: message("The Tennar Union was turned over at {cell}"),
    Tile.NORDINN: message("The Nordinn Empire was turned over at {cell}"),
}


def told(
    before: State, action: Action, after: State, /, *, names: Sequence[str] = (), player: int | None = None
) -> str:
    """Return an action as a sentence in the past tense, without a full stop.

    `before` and `after` are the positions around the action. `names` has the name of each seat; a seat beyond its end
    is called by its letter.

    Raises IllegalActionError if the action is illegal in `before`, ArgumentError if it doesn't lead to `after`.

    >>> from sse_core.small_star_empires import Move, new_game, parse_map
    >>> before = new_game(parse_map("A 2 B"))
    >>> told(before, Move(0, 1, "city"), before.after(Move(0, 1, "city")), names=["Ann"])
    'Ann flew from a1 to a2 and built a city on two planets for 2 points'
    """
    return told_by(before, action, after, names=names, player=player)


def told_by(
    before: State,
    action: Action,
    after: State,
    *,
    names: Sequence[str] = (),
    player: int | None = None,
    points: bool = True,
) -> str:
    """Return an action as a sentence, in any state of the game.

    `points`: tell the points that planets score at once by the published rules. A house rule may score in another way.
    """
    for state in (before, after):
        if not is_state(state):
            raise TypeError(f"what is told lies between two States of Small Star Empires, not {type_named(state)}")
    if not isinstance(action, Action):
        raise no_action(action, "an action of Small Star Empires is told")
    if before.after(action, player) != after:
        raise ArgumentError("the action leads to another position than the one after it")
    seat = before.due.player if before.due is not None else before.to_act[0]
    called = check_texts(names, "names")
    who = called[seat] if seat < len(called) else SEATS[seat]
    match action:
        case Move():
            return _moved(before, action, who, points)
        case Reveal(tile):
            assert before.due is not None
            return say(_REVEALED[tile], cell=before.board.cell_names[before.due.cell])
        case Choose(target):
            return _destroyed(before, target, who)
        case Stay():
            return _stayed(before, who)


def _moved(state: State, move: Move, who: str, points: bool) -> str:
    way = _way(state, move, who)
    if toll := state.toll(move):
        way = say("{way} for a toll of {cities}", way=way, cities=cities_words(state, toll))
    if move.target in state.unexplored:
        # By a house rule a station may explore, too.
        if move.piece == "station":
            return say("{way} to explore it with a trade station", way=way)
        return say("{way} to explore it", way=way)
    if move.piece is None:
        return say("{way} and repaired it there", way=way)
    place = place_words(state, move.target)
    built = say("{way} and built {piece} on {place}", way=way, piece=piece_words(state, move.piece), place=place)
    planets = planets_at(state, move.target)
    if points and planets and state.rules.edition != "first":
        return counted(planets, "{built} for {n} point", "{built} for {n} points", built=built)
    return built


def _way(state: State, move: Move, who: str) -> str:
    """Return the player, both ends of the way, and how the ship went."""
    names = state.board.cell_names
    said = {"who": who, "origin": names[move.origin], "target": names[move.target]}
    if state.due is not None:
        return say("{who} flew on from {origin} to {target}", **said)
    is_damaged = move.damaged or (move.origin, False) not in state.ships(state.to_act[0])
    if is_jump(state, move):
        if is_damaged:
            return say("{who} jumped with a damaged ship from {origin} to {target}", **said)
        return say("{who} jumped through wormholes from {origin} to {target}", **said)
    if is_damaged:
        return say("{who} flew a damaged ship from {origin} to {target}", **said)
    return say("{who} flew from {origin} to {target}", **said)


def _destroyed(state: State, cell: int, who: str) -> str:
    said = {"who": who, "place": place_words(state, cell), "cell": state.board.cell_names[cell]}
    if state.rules.edition == "first":
        return say("{who} let the Nordinn Empire destroy the colony on {place} at {cell}", **said)
    return say("{who} let the Nordinn Empire destroy the city on {place} at {cell}", **said)


def _stayed(state: State, who: str) -> str:
    if state.due is not None:
        return say("{who} left the ship at {cell}", who=who, cell=state.board.cell_names[state.due.cell])
    return say("{who} moved no ship, so as to pay no toll", who=who)
