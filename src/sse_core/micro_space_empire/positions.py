"""States from nothing: the start of a game, or any position by its fields."""

from __future__ import annotations

from typing import Final

from ..checks import check_flag, check_number
from ..errors import SetupError
from .placement import check_position
from .position import TURNS, Due, Position, start_of
from .state import State, check_state

__all__ = ["MAX_PLY", "max_plies", "position", "start"]

MAX_PLY: Final = 1_000
"""The latest ply of a position."""

_MOST: Final = {
    Due.CHOICE: 10,
    Due.NEAR: 9,
    Due.DISTANT: 9,
    Due.DIPLOMACY: 8,
    Due.ATTACK: 7,
    Due.TRADE: 6,
    Due.BUILD: 5,
    Due.EVENT: 3,
    Due.REVOLT: 2,
    Due.DEFENSE: 1,
    Due.END: 0,
}
"""How many actions a turn has at most from here on: the choice, a card, diplomacy refused, the die, a trade, military
and a technology or an early end, an event, which system revolts, and its die (M2.2)."""


def start(*, players: int | None = None, seed: int | None = None, expansion: bool = False) -> State:
    """Return a new game (M1).

    Parameters
    ----------
    players
        1, or None.
    seed
        Changes nothing: cards are shuffled as they are turned over. It is there since all games take one.
    expansion
        Whether Aquila and Queloz are in the box, of whose nine near systems seven are then in the game. These two cards
        are known from one source only.
    """
    check_number(1 if players is None else players, "players", 1, 1, error=SetupError)
    if seed is not None:
        check_number(seed, "seed", (1 << 64) - 1)
    return State.of(start_of(expansion=check_flag(expansion, "expansion")), 0)


def position(contents: Position, ply: int = 0) -> State:
    """Return the state of a position, reached after `ply` actions.

    Raises SetupError, with the clause, if the position can't be, or if `ply` isn't in 0 to 1,000.
    """
    if not isinstance(contents, Position):
        raise TypeError(f"contents is a Position, not {type(contents).__name__}")
    return State.of(check_position(contents), check_number(ply, "ply", MAX_PLY, error=SetupError))


def max_plies(state: State, /) -> int:
    """Return how many actions can follow at most: ten a turn, and what the rest of this one can have (M2.2)."""
    p = check_state(state).position
    rest = _MOST[p.due]
    if p.due is Due.BUILD:
        rest -= p.built + (p.discovered is not None)
    return rest + 10 * (TURNS - p.turn) if p.due is not Due.END else 0
