"""The numbers of a position: what each seat has, what its ships can reach, and where the seats meet.

They are those of one seat, as if its turn began. Where a number asks about opponents, all of them count together, as
one side. So it is one list for any number of players. A seat's lead in a number is not taken here. A game is won by the
margin over the best opponent, and who that is depends on all numbers together: whoever weighs them weighs each seat's
own first, and compares the sums. For two players that is the same as weighing differences.

*Reach* means landing (E3.2, E3.6, E9.1): a system where the seat can put a city or a station, by flight or jump, with
the tolls that it can pay. A seat that is out (E2.2), or has nothing in reserve, reaches nothing.

``_core/small_star_empires/numbers.pxd`` finds the numbers; ``reference_numbers.py`` has them in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, SupportsIndex

from .._fast import State
from .._fast import features as features_of
from ..forms.checks import type_named
from ..game import Feature

__all__ = ["FEATURES", "features"]

_KINDS: Final = (
    ("", "", ""),
    ("_planets", " with planets", " with one planet or more"),
    ("_two", " with two planets or more", " with two planets or more"),
    ("_three", " with three planets", " with three planets"),
)
"""The systems that are counted in each set: the end of the name, the words, and the words of the sentence."""


def _systems(name: str, words: str, about: str) -> Iterator[Feature]:
    """Yield the four numbers of a set of systems."""
    for end, rich, exactly in _KINDS:
        yield Feature(name + end, f"system{rich} {words}", f"systems{rich} {words}", about.format(rich=exactly))


def _points(name: str, words: str, about: str) -> Feature:
    return Feature(name, f"point {words}", f"points {words}", about)


FEATURES: Final[tuple[Feature, ...]] = (
    # The score sheet.
    _points("planets", "for planets", "The points for planets if the game ended now (E6.2, E7.0)."),
    _points("nebulae", "for nebulae", "The points for nebulae if the game ended now (E7.1, E9.4)."),
    _points("stations", "for stations", "The points for trade stations if the game ended now (E7.2)."),
    _points("territory", "for territory", "The points for the largest territory if the game ended now (E7.3)."),
    _points("tiles", "for tiles", "The points for tiles if the game ended now (E9.6 to E9.8)."),
    _points("tolls", "for tolls", "The points for cities received as tolls (E10.1)."),
    # What the seat has.
    Feature(
        "largest_territory",
        "system in the largest territory",
        "systems in the largest territory",
        "The systems of the seat's largest territory, the homeworld included (E7.3).",
    ),
    Feature("cities_left", "city in reserve", "cities in reserve", "The cities in the reserve (E1.7)."),
    Feature("stations_left", "station in reserve", "stations in reserve", "The trade stations in the reserve (E1.7)."),
    Feature("damaged", "ship damaged", "ships damaged", "The damaged ships (E5)."),
    Feature("stuck", "ship stuck", "ships stuck", "The ships that can land nowhere; a repair (E5.3) is no landing."),
    Feature("tight", "ship almost stuck", "ships almost stuck", "The ships that can land in one or two systems alone."),
    # Systems in reach.
    *_systems("now", "in reach", "The systems{rich} in reach of the seat's ships in one move."),
    *_systems(
        "first", "in reach before any opponent", "Those{rich} of `now` that nobody reaches who acts before the seat."
    ),
    *_systems("alone", "that no opponent reaches", "Those{rich} of `now` that no opponent reaches in one move."),
    *_systems(
        "soon",
        "in reach in two moves",
        "The systems{rich} in reach in one move, or from one of these by the same ship as if it stood there already, "
        "without a toll; with a single piece in reserve those of one move.",
    ),
    *_systems("safe", "that no opponent reaches in two moves", "Those{rich} of `now` that no opponent has in `soon`."),
    _points(
        "nebulae_now", "by nebulae in reach", "The points by one nebula more of each colour in `now`, by E7.1 alone."
    ),
    _points("nebulae_first", "by nebulae in reach before any opponent", "The same by one of each colour in `first`."),
    _points(
        "nebulae_alone", "by nebulae that no opponent reaches", "The same by three of each colour at most in `alone`."
    ),
    _points("nebulae_soon", "by nebulae in reach in two moves", "The same by three of each colour at most in `soon`."),
    Feature(
        "unexplored_now",
        "system unexplored and in reach",
        "systems unexplored and in reach",
        "The unexplored systems among `now` (E9.1).",
    ),
    Feature(
        "unexplored_soon",
        "system unexplored and in reach in two moves",
        "systems unexplored and in reach in two moves",
        "The unexplored systems among `soon` (E9.1).",
    ),
    Feature(
        "tolled",
        "system in reach for a toll alone",
        "systems in reach for a toll alone",
        "Those of `now` that no ship reaches without a toll (E10.1).",
    ),
    # Where the seats meet.
    Feature(
        "beside_now",
        "system beside own stations that an opponent reaches",
        "systems beside own stations that an opponent reaches",
        "The systems beside the seat's stations, or found stations (E9.6), that an opponent has in `now`, counted for "
        "each such station: a city there would score for it (E7.2).",
    ),
    Feature(
        "beside_soon",
        "system beside own stations that an opponent reaches in two moves",
        "systems beside own stations that an opponent reaches in two moves",
        "The same with those that an opponent has in `soon`.",
    ),
    _points(
        "best_spot",
        "by a station in reach",
        "The opponents' systems, homeworlds included, beside the best system where a station can be put in one move: "
        "the points that it would score at once (E7.2).",
    ),
    Feature(
        "spots",
        "system where a station scores two points or more",
        "systems where a station scores two points or more",
        "The systems where a station can be put in one move with two opponents' systems or more beside them.",
    ),
    # The turn.
    Feature(
        "wait",
        "seat that acts before",
        "seats that act before",
        "The seats, those that are out (E2.2) left aside, from the one whose turn it is up to this one; 0 for the one "
        "whose turn it is, also while chance acts inside it, and 0 for all after the end.",
        is_reason=False,
    ),
    Feature(
        "ply", "ply played", "plies played", "The actions since the start, the same for all seats.", is_reason=False
    ),
)
"""The numbers, in the order of the core."""


def features(state: State, player: SupportsIndex) -> dict[str, int]:
    """Return the numbers of a seat by name, in the order of `FEATURES`, which has their units and what they count.

    There are 45, all integers of 0 or more, but for points by nebulae under a table of points (E7.1) by which a larger
    set scores less. Any state has them, and any seat: out of turn, while chance acts, and at the end.

    Raises RangeError if there is no such seat.

    >>> from sse_core import base_map, new_game, small_star_empires
    >>> state = new_game(base_map(2))
    >>> found = small_star_empires.features(state, 0)
    >>> found["now"], found["soon"], found["cities_left"], found["wait"]
    (17, 55, 16, 0)
    """
    if not isinstance(state, State):
        raise TypeError(f"a State of Small Star Empires has numbers, not {type_named(state)}")
    return dict(zip(_NAMES, features_of(state, player), strict=True))


_NAMES: Final = tuple(feature.name for feature in FEATURES)
