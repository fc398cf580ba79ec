"""Numbers that describe a position (features): a seat's points and pieces, its ships' reach, its contact with others.

They describe one seat, as if its turn began. In a number about opponents, all of them count together, as one side. So
there is one list for any number of players. Leads over other seats are no numbers here. A game is won by the margin
over the best opponent, and who is the best depends on all numbers together: so first weigh each seat's own numbers,
then compare the sums. For two players this is the same as weighing differences.

*Reach* means landing (E3.2, E3.6, E9.1): a system where the seat can put a city or a station, by flight or jump, with
the tolls that it can pay. A seat that is out (E2.2), or has nothing in reserve, reaches nothing.

``_core/small_star_empires/numbers.pxd`` finds the numbers; ``reference/features.py`` has them in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, SupportsIndex

from ..._fast import State
from ..._fast import features as features_of
from ...forms.checks import type_named
from ...play.search.features import Feature
from ..words.features import COUNTED

__all__ = ["FEATURES", "features"]

_KINDS: Final = (
    ("", ""),
    ("_planets", " with one planet or more"),
    ("_two", " with two planets or more"),
    ("_three", " with three planets"),
)
"""The kinds of systems that are counted in each set: the end of the name, and the words of the sentence."""


def _feature(name: str, about: str, *, is_reason: bool = True) -> Feature:
    return Feature(name, *COUNTED[name], about, is_reason)


def _systems(name: str, about: str) -> Iterator[Feature]:
    """Yield the four numbers of a set of systems."""
    return (_feature(name + end, about.format(rich=rich)) for end, rich in _KINDS)


FEATURES: Final[tuple[Feature, ...]] = (
    # The score sheet.
    _feature("planets", "The points for planets if the game ended now (E6.2, E7.0)."),
    _feature("nebulae", "The points for nebulae if the game ended now (E7.1, E9.4)."),
    _feature("stations", "The points for trade stations if the game ended now (E7.2)."),
    _feature("territory", "The points for the largest territory if the game ended now (E7.3)."),
    _feature("tiles", "The points for tiles if the game ended now (E9.6 to E9.8)."),
    _feature("tolls", "The points for cities received as tolls (E10.1)."),
    # What the seat has.
    _feature(
        "largest_territory",
        "The systems of the seat's largest territory, the homeworld included (E7.3).",
    ),
    _feature("cities_left", "The cities in the reserve (E1.7)."),
    _feature("stations_left", "The trade stations in the reserve (E1.7)."),
    _feature("damaged", "The damaged ships (E5)."),
    _feature("stuck", "The ships that can land nowhere; a repair (E5.3) is no landing."),
    _feature("tight", "The ships that can land in one or two systems alone."),
    # Systems in reach.
    *_systems("now", "The systems{rich} in reach of the seat's ships in one move."),
    *_systems("first", "Those{rich} of `now` that nobody reaches who acts before the seat."),
    *_systems("alone", "Those{rich} of `now` that no opponent reaches in one move."),
    *_systems(
        "soon",
        "The systems{rich} in reach in one move, or from one of these by the same ship as if it stood there already, "
        "without a toll; with a single piece in reserve those of one move.",
    ),
    *_systems("safe", "Those{rich} of `now` that no opponent has in `soon`."),
    _feature("nebulae_now", "The points by one nebula more of each colour in `now`, by E7.1 alone."),
    _feature("nebulae_first", "The same by one of each colour in `first`."),
    _feature("nebulae_alone", "The same by three of each colour at most in `alone`."),
    _feature("nebulae_soon", "The same by three of each colour at most in `soon`."),
    _feature(
        "unexplored_now",
        "The unexplored systems among `now` (E9.1).",
    ),
    _feature(
        "unexplored_soon",
        "The unexplored systems among `soon` (E9.1).",
    ),
    _feature(
        "tolled",
        "Those of `now` that no ship reaches without a toll (E10.1).",
    ),
    # Where the seats meet.
    _feature(
        "beside_now",
        "The systems beside the seat's stations, or found stations (E9.6), that an opponent has in `now`, counted for "
        "each such station: a city there would score for it (E7.2).",
    ),
    _feature(
        "beside_soon",
        "The same with those that an opponent has in `soon`.",
    ),
    _feature(
        "best_spot",
        "The opponents' systems, homeworlds included, beside the best system where a station can be put in one move: "
        "the points that it would score at once (E7.2).",
    ),
    _feature(
        "spots",
        "The systems where a station can be put in one move with two opponents' systems or more beside them.",
    ),
    # The turn.
    _feature(
        "wait",
        "The seats, those that are out (E2.2) left aside, from the one whose turn it is up to this one; 0 for the one "
        "whose turn it is, also while chance acts inside it, and 0 for all after the end.",
        is_reason=False,
    ),
    _feature("ply", "The actions since the start, the same for all seats.", is_reason=False),
)
"""The numbers, in the order of the core."""


def features(state: State, player: SupportsIndex) -> dict[str, int]:
    """Return the numbers of a seat by name, in the order of `FEATURES`, which has their units and meanings.

    There are 45, all integers. All are 0 or more, except points by nebulae if a larger set scores less (E7.1). Any
    state has them, and any seat: out of turn, while chance acts, and at the end.

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
