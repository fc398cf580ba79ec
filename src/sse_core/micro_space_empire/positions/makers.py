"""Makers of states: the start of a game, or any position by its fields."""

from __future__ import annotations

from typing import Final

from ...errors import SetupError, rules_error
from ...forms.checks import check_flag, check_number
from ..state import State, check_state
from .checks import check_position
from .position import TURNS, Due, Position, start_of

__all__ = ["MAX_PLY", "content_of", "max_plies", "new_game", "position", "state_of"]

MAX_PLY: Final = 1_000
"""The highest ply of a position."""

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
"""The most actions that a turn can still have: the choice, a card, the choice of the die, the die, a trade, military, a
technology or the end of building, an event, the system of a revolt, and its die (M2.2)."""


def new_game(*, players: int | None = None, seed: int | None = None, expansion: bool = False) -> State:
    """Return a new game (M1).

    Parameters
    ----------
    players
        1, or None.
    seed
        Changes nothing, since cards are drawn when they are turned over. All games take a seed.
    expansion
        Whether Aquila and Queloz are in the box: seven of its nine near systems are then in the game. Only one source
        describes these two cards.
    """
    check_number(1 if players is None else players, "players", 1, 1, error=rules_error)
    if seed is not None:
        check_number(seed, "seed", (1 << 64) - 1)
    return State.of(start_of(expansion=check_flag(expansion, "expansion")), 0)


def position(contents: Position, ply: int = 0) -> State:
    """Return the state of a position, reached after `ply` actions.

    `ply` is 0 to 1,000. Raises SetupError, with the clause, if the position is impossible.
    """
    if not isinstance(contents, Position):
        raise TypeError(f"contents is a Position, not {type(contents).__name__}")
    return State.of(check_position(contents), check_number(ply, "ply", MAX_PLY, error=SetupError))


def content_of(state: State) -> tuple[Position, int]:
    """Return the content of a state's texts: its position and its ply."""
    return check_state(state).position, state.ply


def state_of(content: tuple[Position, int]) -> State:
    """Return the state of a position and its ply, as `position` does."""
    return position(*content)


def max_plies(state: State, /) -> int:
    """Return a bound on the actions that can follow: ten for each later turn, and the rest of this turn (M2.2)."""
    p = check_state(state).position
    rest = _MOST[p.due]
    if p.due is Due.BUILD:
        rest -= p.built + (p.discovered is not None)
    return rest + 10 * (TURNS - p.turn) if p.due is not Due.END else 0
