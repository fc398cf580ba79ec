"""Tools to test rules: Hypothesis strategies, a machine that compares two implementations, a conformance suite.

They need the extra ``testing``. With it, Hypothesis draws the types of `sse_core` by annotation:

>>> from hypothesis import given
>>> import sse_core as sse
>>> @given(...)
... def check(state: sse.State) -> None:
...     assert sse.parse_state(sse.format_state(state)) == state
>>> check()

The strategies have options, and their values shrink to positions that fit on paper:

>>> from hypothesis import find
>>> from sse_core import testing
>>> found = find(testing.states(placed=False), lambda state: any(state.passed))
>>> print(sse.format_map(found.board).splitlines()[-1])
A 3 B

`GameMachine` plays one game in two implementations, such as the published rules and house rules, and finds the smallest
game in which they differ. `check_game` tests that a game keeps all promises of `sse_core.game.Game`, your own game
included. `CHECKS` has its checks by name.

The strategies here are those of Small Star Empires. Those of another game are in its own folder:
`sse_core.micro_space_empire.strategies` has `states`, `games` and `actions`. The machine and the checks serve any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..games import GAMES
from ..play.draws import seeds
from .conformance import CHECKS, Check, check_game
from .machine import GameMachine
from .registration import strategies_of

if TYPE_CHECKING:
    from ..small_star_empires.strategies import (
        EVENTS,
        actions,
        bags,
        boards,
        events,
        games,
        hexes,
        maps,
        rules,
        setups,
        states,
    )

__all__ = [
    "CHECKS",
    "EVENTS",
    "Check",
    "GameMachine",
    "actions",
    "bags",
    "boards",
    "check_game",
    "events",
    "games",
    "hexes",
    "maps",
    "rules",
    "seeds",
    "setups",
    "states",
]

_OFFERED: Final = frozenset(__all__) - {*globals()}
"""The names of the strategies of Small Star Empires."""


def __getattr__(name: str) -> Any:
    """Return a strategy of Small Star Empires, or the strategies of a game by the game's name.

    They are imported on first use, since a game's strategies import this package.
    """
    if name in _OFFERED:
        return getattr(strategies_of(GAMES["small_star_empires"]), name)
    if name in GAMES:
        return strategies_of(GAMES[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
