"""Where states come from, and what they look like: starts, positions made by hand, drawings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..checks import check_flag, check_number
from ..errors import SetupError
from ..json_object import JsonObject
from ..lines import Lines
from .actions import Action
from .effects_text import effects_of
from .json_form import position_object, read_position_object
from .placement import check_position
from .position import TURNS, Due, Position, start_of
from .render_svg import draw_svg
from .render_text import draw_text
from .state import State
from .state_text import format_position, read_position

__all__ = [
    "effects",
    "format_state",
    "max_plies",
    "position",
    "read_state",
    "read_state_object",
    "start",
    "state_object",
    "to_svg",
    "to_text",
]

_MAX_PLY: Final = 1_000
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
    check_number(1 if players is None else players, "players", 1, 1)
    if seed is not None:
        check_number(seed, "seed", (1 << 64) - 1)
    return State.of(start_of(expansion=check_flag(expansion, "expansion")), 0)


def position(table: Position, ply: int = 0) -> State:
    """Return the state of what lies on a table; raise SetupError, with the clause, if that can't be."""
    if not isinstance(table, Position):
        raise TypeError(f"a table is a Position, not {type(table).__name__}")
    return State.of(check_position(table), check_number(ply, "ply", _MAX_PLY))


def max_plies(state: State, /) -> int:
    """Return how many actions can follow at most: ten a turn, and what the rest of this one can have (M2.2)."""
    table = _checked(state).position
    rest = _MOST[table.due]
    if table.due is Due.BUILD:
        rest -= table.built + (table.discovered is not None)
    return rest + 10 * (TURNS - table.turn) if table.due is not Due.END else 0


def format_state(state: State) -> str:
    """Return a position as text that says everything; it parses back to an equal state."""
    return format_position(_checked(state).position, state.ply)


def read_state(lines: Lines) -> State:
    """Take all the lines and return the position that they describe."""
    return State.of(*read_position(lines))


def state_object(state: State) -> dict[str, Any]:
    """Return what `State.to_json` writes."""
    return position_object(state.position, state.ply)


def read_state_object(found: JsonObject) -> State:
    """Return the position of an object that `state_object` made."""
    return State.of(*read_position_object(found))


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return what an action did beyond its own text: a sentence for each effect, in their order, with its clause.

    `before` and `after` are the positions around the action. A sentence has no capital at its start and no full stop.
    There is none where the text says it all.

    Raises IllegalActionError if the action can't be done in `before`, SetupError if it leads elsewhere than to `after`.

    >>> from sse_core.micro_space_empire import parse_action
    >>> before = start().after(parse_action("explore=near")).after(parse_action("turn=tau_ceti"))
    >>> effects(before, parse_action("die=4"), before.after(parse_action("die=4")))
    ('4 + 0 reaches 4: Tau Ceti joins the empire (M3.1)', '1 metal and 1 wealth are collected (M4.1)')
    """
    if not isinstance(action, Action):
        raise TypeError(f"an Action has effects, not {type(action).__name__}")
    if _checked(before).after(action) != _checked(after):
        raise SetupError("the action leads to another position than the one after it")
    return effects_of(before.position, action, after.position)


def to_text(state: State, *, last: Sequence[Action] = ()) -> str:
    """Draw the mat and the cards for a terminal, at most 80 columns wide.

    `last` has the actions that led here, such as those of the last turn: their cards are marked by ``*``, and a line
    names the actions. Raises TypeError for what is no sequence of actions.
    """
    return draw_text(_checked(state).position, _checked_last(last))


def to_svg(state: State, *, last: Sequence[Action] = ()) -> str:
    """Draw the mat and the cards as SVG, with no art of the publisher's.

    `last` has the actions that led here, such as those of the last turn: their cards have a dashed frame, and a line
    names the actions. Raises TypeError for what is no sequence of actions.
    """
    return draw_svg(_checked(state).position, _checked_last(last))


def _checked_last(last: Sequence[Action]) -> Sequence[Action]:
    if isinstance(last, Action):
        raise TypeError("last is a sequence of actions: for one of them it is [action]")
    actions = tuple(last)
    for action in actions:
        if not isinstance(action, Action):
            raise TypeError(f"last is a sequence of actions, there is a {type(action).__name__} in it")
    return actions


def _checked(state: State) -> State:
    if not isinstance(state, State):
        raise TypeError(f"a position is a State, not {type(state).__name__}")
    return state
