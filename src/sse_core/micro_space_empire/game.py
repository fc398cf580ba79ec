"""Short functions and values of `sse_core.game.Game` for Micro Space Empire, such as `presets` and `OPTIONS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from ..errors import ArgumentError
from ..forms.lazy_mapping import LazyMapping
from ..forms.messages import message
from ..game import Form, Preset
from ..play.records.record import GameRecord, record_parser
from .actions import Action
from .info import INFO
from .messages import say
from .positions.makers import new_game
from .positions.position import Due
from .state import State, check_state
from .strength import planner
from .strength.endgame import Endgame
from .strength.perfect import Perfect
from .text.json_form import STATE_JSON
from .text.state import STATE_TEXT

__all__ = [
    "BOTS",
    "FORM",
    "OPTIONS",
    "continues_turn",
    "parse_game",
    "presets",
    "score_table",
    "verdict",
]

FORM: Final[Form[State, Action]] = Form(
    example="explore=near",
    read_state=STATE_TEXT.read_state,
    state_object=STATE_JSON.state_object,
    read_state_object=STATE_JSON.read_state_object,
)

parse_game: Final[Callable[[str], GameRecord[State, Action]]] = record_parser(INFO.name)
"""Return the record of a text; see `record_parser`."""

BOTS: Final[Mapping[str, Any]] = MappingProxyType({"endgame": Endgame(), "perfect": Perfect(), "planner": planner})
"""The bots for this game alone, by name."""

OPTIONS: Final[Mapping[str, str | int | bool]] = MappingProxyType({"expansion": False})
"""The options of `new_game`, with their defaults."""


_PRESETS: Final[Mapping[str, tuple[str, str, Mapping[str, Any]]]] = {
    "start": (message("Without the expansion"), message("a new game"), {}),
    "expansion": (
        message("With the expansion"),
        message("a new game with Aquila and Queloz in the box"),
        {"expansion": True},
    ),
}
"""The starts that ship: the name and a line for people, and the options of `new_game`."""


def presets() -> Mapping[str, Preset]:
    """Return the two starts: without the expansion, and with it."""
    return LazyMapping(_PRESETS, _preset)


def _preset(name: str) -> Preset:
    found = _PRESETS[name]
    return Preset(say(found[1]), new_game(**found[2]), say(found[0]))


def continues_turn(state: State) -> bool:
    """Return whether the next action is another one than the first choice of a turn (M2.2)."""
    return check_state(state).due is not Due.CHOICE


def score_table(state: State) -> Sequence[Mapping[str, int]]:
    """Return the points by column; the total is 0 in a lost game (M6.3, M7)."""
    return [check_state(state).score._asdict() | {"total": state.totals[0]}]


def verdict(state: State) -> str:
    """Return a phrase about the survival of the Home World (M6.3)."""
    if check_state(state).outcome is None:
        raise ArgumentError("an unfinished game has no verdict")
    if state.lost:
        return say("the Home World fell in turn {turn} (M6.3)", turn=state.turn)
    return say("the Home World held out (M2.1)")
