"""What to test rules with: strategies for Hypothesis, a machine for two implementations, and a conformance suite.

Needs the extra ``sse_core[testing]``. Once that is installed, Hypothesis knows the types of `sse_core` by annotation:

>>> from hypothesis import given
>>> import sse_core as sse
>>> @given(...)
... def check(state: sse.State) -> None:
...     assert sse.parse_state(sse.format_state(state)) == state
>>> check()

By name, strategies can be told what to draw; whatever they find shrinks to what can be drawn on paper:

>>> from hypothesis import find
>>> from sse_core import testing
>>> found = find(testing.states(placed=False), lambda state: any(state.passed))
>>> print(sse.format_map(found.board).splitlines()[-1])
A 3 B

`GameMachine` plays one game in two implementations, such as the published rules and those of your table, and finds the
smallest game in which they differ. `check_game` puts any game that answers `sse_core.game.Game` through what all games
owe to the tools, yours too; `CHECKS` has its parts by name.

The strategies here are those of Small Star Empires. Another game's stand in its own folder:
`sse_core.micro_space_empire.strategies` has `states`, `games` and `actions`. The machine and the checks serve any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..games import GAMES
from .conformance import CHECKS, Check, check_game
from .draws import seeds
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
"""The names that the strategies of Small Star Empires have."""


def __getattr__(name: str) -> Any:
    """Return a strategy of Small Star Empires, or the strategies of a game by the game's name.

    They are imported when they are asked for: a game's strategies import this package.
    """
    if name in _OFFERED:
        return getattr(strategies_of(GAMES["small_star_empires"]), name)
    if name in GAMES:
        return strategies_of(GAMES[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
