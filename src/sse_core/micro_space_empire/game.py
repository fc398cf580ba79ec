"""The answers of Micro Space Empire to the tools: what `sse_core.game.Game` asks for and no other module here gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from ..errors import ArgumentError
from ..game import Form, Info, Preset
from ..games import GAMES
from ..records import GameRecord
from ..records import parse_game as parse_any_game
from . import planner
from .actions import Action
from .json_form import read_state_object, state_object
from .position import Due
from .positions import start
from .state import State, check_state
from .state_text import read_state

__all__ = ["BOTS", "FORM", "INFO", "STRATEGIES", "continues_turn", "parse_game", "presets", "score_table", "verdict"]

INFO: Final = Info(
    name="micro_space_empire",
    title="Micro Space Empire",
    prefix="mse",
    seats="A",
    least_players=1,
    most_players=1,
    preset="start",
)

FORM: Final[Form[State, Action]] = Form(
    example="explore=near",
    read_state=read_state,
    state_object=state_object,
    read_state_object=read_state_object,
)

BOTS: Final[Mapping[str, Any]] = MappingProxyType({"planner": planner})
"""The bots for this game alone, by name."""

STRATEGIES: Final[Mapping[str, str]] = MappingProxyType({"Action": "actions", "State": "states"})
"""The public types that Hypothesis draws by annotation, and the function of `strategies` for each."""


def presets() -> Mapping[str, Preset]:
    """Return the two starts: without the expansion, and with it."""
    return {
        "start": Preset("a new game", start()),
        "expansion": Preset("a new game with Aquila and Queloz in the box", start(expansion=True)),
    }


def parse_game(text: str) -> GameRecord[State, Action]:
    """Return the record that a text holds, exactly as `format_game` writes it, every move replayed.

    Raises NotationError with line and column, SetupError if the position at the start can't be, IllegalActionError
    at the first illegal action.
    """
    return parse_any_game(text, GAMES[INFO.name])


def continues_turn(state: State) -> bool:
    """Return whether a turn is under way: all but its first choice (M2.2)."""
    return check_state(state).due is not Due.CHOICE


def score_table(state: State) -> Sequence[Mapping[str, int]]:
    """Return the points by column; the total is 0 in a lost game (M6.3, M7)."""
    return [check_state(state).score._asdict() | {"total": state.totals[0]}]


def verdict(state: State) -> str:
    """Return whether the Home World held out (M6.3)."""
    if check_state(state).outcome is None:
        raise ArgumentError("a game that goes on has no verdict")
    return f"the Home World fell in turn {state.turn} (M6.3)" if state.lost else "the Home World held out (M2.1)"
