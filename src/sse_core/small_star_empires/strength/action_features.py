"""Numbers that describe an action: its target, the gains and losses there, and its ship.

They refer to the position in which the action is chosen. What a ship *can* do *now* follows from the legal actions:
inside a turn (E9.7) only one ship has some. An *open* system is one where a city can be put (E3.2, E9.1). A *rich* one
is an open one with two planets or a nebula; nebulae of tiles (E9.4) don't count. An opponent *contests* the systems
where it can land in one move, as if its turn began.

``_core/small_star_empires/strength/action_features.pxd`` finds the numbers; ``reference/action_features.py`` has them
in plain Python.
"""

from __future__ import annotations

from typing import Final

from ..._core.small_star_empires.tree_search import action_features as rows_of
from ..._fast import State
from ...errors import ArgumentError
from ...forms.checks import type_named
from ...game import CHANCE
from ...play.search.features import Feature

__all__ = ["ACTION_FEATURES", "action_features"]


def _flag(name: str, about: str) -> Feature:
    """A number that is 0 or 1."""
    return Feature(name, "flag", "flags", about)


def _systems(name: str, about: str) -> Feature:
    return Feature(name, "system", "systems", about)


def _points(name: str, about: str) -> Feature:
    return Feature(name, "point", "points", about)


ACTION_FEATURES: Final[tuple[Feature, ...]] = (
    # The target of a move that puts down a piece.
    _flag("planets", "1 if the target has one planet or more (E7.0, E9.3)."),
    _flag("two", "1 if the target has two planets or more."),
    _flag("three", "1 if the target has three planets."),
    _points("nebula", "The points of one nebula more of the target's colour, by E7.1 alone; 0 if it is none."),
    _points("denied", "The most points that one nebula more of this colour would give an opponent; 0 if it is none."),
    _systems("beside_own", "The own systems beside the target, the homeworld included."),
    _flag("connected", "1 if an own system is beside the target."),
    _systems("beside_theirs", "The opponents' systems beside the target, homeworlds included."),
    _systems("beside_their_stations", "The opponents' stations, found ones (E9.6) included, beside the target."),
    _systems("beside_own_stations", "The own stations, found ones included, beside the target."),
    _systems("open_beside", "The open systems beside the target."),
    _systems("rich_beside", "The rich systems beside the target."),
    _flag("contested", "1 if an opponent contests the target."),
    _points("contested_worth", "The planets of a contested target, and what `denied` says."),
    _flag("shared", "1 if another ship, elsewhere or otherwise damaged, can land on the target, too."),
    _points("shared_worth", "The planets of such a target, and what `nebula` says."),
    _systems("onward", "The systems where a whole ship could land from the target, without a toll."),
    _systems("onward_rich", "The rich systems among `onward`."),
    _systems("onward_new", "Those among `onward` where no own ship can land now."),
    _systems("onward_new_rich", "The rich systems among `onward_new`."),
    _flag("dead_end", "1 if `onward` is 0."),
    _systems("contested_beside", "The contested systems beside the target."),
    _systems("contested_rich_beside", "The contested rich systems beside the target."),
    _systems(
        "contested_rich_in_line",
        "The contested rich systems on the six lines from the target, up to gaps and black holes.",
    ),
    _flag("unexplored", "1 if the target is unexplored (E9.1)."),
    # A station on the target.
    _flag("station", "1 if the piece is a trade station."),
    _systems("station_theirs", "The opponents' systems beside a station: the points that it scores at once (E7.2)."),
    _systems("station_contested", "The contested systems beside a station."),
    _systems("station_open", "The open systems beside a station."),
    # The ship.
    _systems("ship_landings", "The systems where the ship can land now."),
    _systems("ship_rich", "The rich systems where the ship can land now."),
    _flag("ship_damaged", "1 if the ship is damaged (E5)."),
    Feature("tolls", "city", "cities", "The tolls that the move pays, a repair too (E10.1)."),
    # Actions without a piece.
    _flag("repair", "1 for a repair (E5.3)."),
    _flag("stay", "1 if the player stays (E9.7, E10.1)."),
    _flag("own_city", "1 if the player destroys a city of its own (E9.9)."),
    _points("destroyed", "The planets of the system whose city is destroyed (E9.9)."),
)
"""The numbers, in the order of the core."""


def action_features(state: State) -> list[dict[str, int]]:
    """Return the numbers of each legal action by name, in the order of `legal_actions` and of `ACTION_FEATURES`.

    Numbers that don't concern an action are 0: a repair has only the numbers of its ship.

    Raises ArgumentError if no player is to act.

    >>> from sse_core import base_map, new_game
    >>> rows = action_features(new_game(base_map(2)))
    >>> len(rows), len(rows[0]), rows[0]["onward"]
    (34, 37, 11)
    """
    if not isinstance(state, State):
        raise TypeError(f"a State of Small Star Empires has numbers of actions, not {type_named(state)}")
    if state.to_act in ((), (CHANCE,)):
        raise ArgumentError("no player is to act, so that no action has numbers")
    return [dict(zip(_NAMES, row, strict=True)) for row in rows_of(state)]


_NAMES: Final = tuple(feature.name for feature in ACTION_FEATURES)
