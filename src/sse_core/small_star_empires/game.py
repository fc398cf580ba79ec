"""Short functions and values of `sse_core.game.Game` for Small Star Empires, such as `presets` and `OPTIONS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from .._fast import State
from ..errors import ArgumentError
from ..forms.kinds import MAP
from ..forms.lazy_mapping import LazyMapping
from ..game import Form, Level, Preset, Reader
from ..play.records.record import GameRecord, record_parser
from .actions import Action
from .any_state import check_any_state
from .board import Board
from .campaign import Campaign, format_campaign, parse_campaign
from .drawing.terminal import score_columns
from .info import INFO
from .maps.map import facts, format_map, maps, parse_map
from .messages import counted, message, say
from .strength import solver_bot, star
from .text.json_form import STATE_JSON
from .text.state import STATE_TEXT

__all__ = [
    "BOTS",
    "FORM",
    "LEVELS",
    "OPTIONS",
    "continues_turn",
    "has_chance",
    "map_of",
    "parse_game",
    "presets",
    "reserve_text",
    "score_table",
    "verdict",
]

FORM: Final[Form[State, Action]] = Form(
    example="a2-c4=C",
    read_state=STATE_TEXT.read_state,
    state_object=STATE_JSON.state_object,
    read_state_object=STATE_JSON.read_state_object,
    others=MappingProxyType(
        {"campaign": Reader(parse_campaign, format_campaign, Campaign.from_json), MAP: Reader(parse_map, format_map)}
    ),
)

parse_game: Final[Callable[[str], GameRecord[State, Action]]] = record_parser(INFO.name)
"""Return the record of a text; see `record_parser`."""

BOTS: Final[Mapping[str, Any]] = MappingProxyType({"solve": solver_bot, "star": star})
"""The bots for this game alone, by name."""

LEVELS: Final = (
    Level(message("Beginner"), "star:beginner", message("looks one move ahead, and errs"), 500),
    Level(message("Club"), "star:club", message("looks one move ahead"), 1750),
    Level(message("Expert"), "star:expert", message("weighs 200 positions"), 2000),
    Level(message("Master"), "star:master", message("weighs 20,000 positions"), 2550),
)
"""The levels of bots, the weakest first. Their Elo comes from the ladder on the base map for two
(``docs/strength.md``)."""

OPTIONS: Final[Mapping[str, str | int | bool]] = MappingProxyType({"holes": "", "unexplored": False})
"""The options of `new_game` that lay the base map, with their defaults. Rules come with a map."""

_VERDICTS: Final = {
    "total": message("no tie-break was needed"),
    "cities": message("level on points, most {cities} left in reserve (E7.4)"),
    "stations": message("level on points and {cities} in reserve, most trade stations left in reserve (E7.4)"),
    "planets": message("level on points and reserves, most planets held (E7.4)"),
    "shared": message("level after every tie-break (E7.4)"),
}
_HEADINGS: Final = {"stations": "trade stations"}
"""The headings of the score table that differ from the names in `Score`."""


# --- starts

_TITLES: Final = {
    "base-2p": message("Base map for 2"),
    "base-2p-balanced": message("Wormholes and black holes for 2"),
    "base-2p-black-holes": message("Six black holes for 2"),
    "base-2p-wormholes": message("Six wormholes for 2"),
    "base-3p": message("Base map for 3"),
    "base-3p-balanced": message("Wormholes and black holes for 3"),
    "base-3p-black-holes": message("Six black holes for 3"),
    "base-3p-wormholes": message("Six wormholes for 3"),
    "base-4p": message("Base map for 4"),
    "base-4p-balanced": message("Wormholes and black holes for 4"),
    "base-4p-black-holes": message("Six black holes for 4"),
    "base-4p-wormholes": message("Six wormholes for 4"),
    "duel": message("Duel"),
    "epic-2p": message("Epic map for 2"),
    "epic-2p-galaxies": message("Epic map of galaxies for 2"),
    "epic-3p": message("Epic map for 3"),
    "epic-3p-galaxies": message("Epic map of galaxies for 3"),
    "epic-4p": message("Epic map for 4"),
    "epic-4p-galaxies": message("Epic map of galaxies for 4"),
    "everything-2p": message("Everything at once for 2"),
    "everything-4p": message("Everything at once for 4"),
    "first-edition-2p": message("First edition for 2"),
    "four-galaxies": message("Four galaxies"),
    "three-galaxies": message("Three galaxies"),
    "two-galaxies": message("Two galaxies"),
    "unexplored-2p": message("Unexplored map for 2"),
    "unexplored-3p": message("Unexplored map for 3"),
    "unexplored-4p": message("Unexplored map for 4"),
}
"""The names of the maps that ship, for people."""


def presets() -> Mapping[str, Preset]:
    """Return the maps that ship, by name, each with a line about its players, its size and its rules."""
    return LazyMapping(maps(), _preset)


def _preset(name: str) -> Preset:
    board = maps()[name]
    return Preset(", ".join(facts(board)), board, say(_TITLES[name]) if name in _TITLES else "")


def map_of(state: State, /) -> Board:
    """Return the map that a position is played on."""
    return check_any_state(state).board


# --- the turn and the end


def continues_turn(state: State) -> bool:
    """Return whether a reveal, a second move or a choice is due (E9)."""
    return check_any_state(state).due is not None


def has_chance(state: State, /) -> bool:
    """Return whether unexplored systems are left, whose tiles chance reveals (E9.1, E9.2).

    >>> from sse_core.small_star_empires import new_game
    >>> has_chance(new_game()), has_chance(new_game(unexplored=True))
    (False, True)
    """
    return bool(check_any_state(state).unexplored)


def score_table(state: State) -> Sequence[Mapping[str, int]]:
    """Return each seat's points by column (E7), with columns for tiles and tolls if they can count."""
    check_any_state(state)
    columns = {_HEADINGS.get(column, column): column for column in (*score_columns(state), "total")}
    return [{heading: getattr(score, column) for heading, column in columns.items()} for score in state.score_sheet()]


def reserve_text(state: State, player: int, /) -> str:
    """Return the cities and stations that a player has left, for people.

    Raises RangeError for a player who isn't in the game.

    >>> from sse_core.small_star_empires import new_game
    >>> reserve_text(new_game(), 0)
    '16 cities, 4 stations left'
    """
    cities, stations = check_any_state(state).reserve(player)
    noun = state.rules.city_word if cities == 1 else state.rules.cities_word
    return counted(
        stations,
        "{cities}, {n} station left",
        "{cities}, {n} stations left",
        cities=say("{n} {cities}", n=cities, cities=noun),
    )


def verdict(state: State) -> str:
    """Return a phrase about the tie-break that was used, in the words of the edition (E7.4, E10.5)."""
    outcome = check_any_state(state).outcome
    if outcome is None:
        raise ArgumentError("an unfinished game has no verdict")
    return say(_VERDICTS[outcome.decided_by], cities=state.rules.cities_word)
