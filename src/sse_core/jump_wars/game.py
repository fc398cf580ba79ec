"""Short functions and values of `sse_core.game.Game` for Jump Wars, such as `presets` and `OPTIONS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..forms.lazy_mapping import LazyMapping
from ..game import Form, Preset
from ..play.records.record import GameRecord, record_parser
from .actions import Action
from .info import INFO
from .messages import message, say
from .options import Options
from .positions.makers import new_game
from .state import State, check_state
from .text.json_form import STATE_JSON
from .text.state import STATE_TEXT

__all__ = ["BOTS", "FORM", "OPTIONS", "continues_turn", "parse_game", "presets", "score_table"]

FORM: Final[Form[State, Action]] = Form(
    example="from=a1",
    read_state=STATE_TEXT.read_state,
    state_object=STATE_JSON.state_object,
    read_state_object=STATE_JSON.read_state_object,
)

parse_game: Final[Callable[[str], GameRecord[State, Action]]] = record_parser(INFO.name)
"""Return the record of a text; see `record_parser`."""

BOTS: Final[Mapping[str, Any]] = MappingProxyType({})
"""The bots for this game alone: none, since greedy and mcts use its `evaluate`."""

_AGREED_OPTIONS: Final[Mapping[str, Any]] = asdict(Options())

OPTIONS: Final[Mapping[str, str | int | bool]] = MappingProxyType(
    {name: str(value) if isinstance(value, str) else value for name, value in _AGREED_OPTIONS.items()}
)
"""The options of `new_game`, with their defaults."""


class _Shipped(NamedTuple):
    """A start that ships."""

    title: str
    about: str
    """The name and a line for people."""

    options: Mapping[str, Any]
    """The options of `new_game`."""


_PRESETS: Final = {
    "two": _Shipped(message("Two players"), message("two players on the square grid"), {"players": 2}),
    "three": _Shipped(message("Three players"), message("three players on the square grid"), {"players": 3}),
    "four": _Shipped(message("Four players"), message("four players on the square grid"), {"players": 4}),
    "five": _Shipped(message("Five players"), message("five players on the square grid"), {"players": 5}),
    "hex": _Shipped(
        message("Hexagonal grid"), message("three players on the hexagonal grid"), {"players": 3, "grid": "hex"}
    ),
    "neutral": _Shipped(
        message("Neutral Homeworld"), message("four players and a neutral Homeworld"), {"players": 4, "neutral": True}
    ),
    "no-trade": _Shipped(
        message("Without offers"), message("three players who make no offers"), {"players": 3, "trade": False}
    ),
}
"""The starts that ship, by name."""


def presets() -> Mapping[str, Preset]:
    """Return the starts that ship: the map of seed 0 for each number of players, and variants."""
    return LazyMapping(_PRESETS, _preset)


def _preset(name: str) -> Preset:
    shipped = _PRESETS[name]
    return Preset(say(shipped.about), new_game(**shipped.options), say(shipped.title))


def continues_turn(state: State) -> bool:
    """Return whether the next action belongs to a decision that has begun (J4.2), or to a chance event within it.

    Sealed deals of a group are one decision (J5.11).
    """
    p = check_state(state).position
    return p.begun or (p.battle is not None and p.options.simultaneous and bool(p.battle.deals))


def score_table(state: State) -> Sequence[Mapping[str, int]]:
    """Return each seat's fleets and RT, and the enemy Homeworlds that it holds as the total (J3.4)."""
    p = check_state(state).position
    return [
        {"fleets": sum(p.fleets[seat]), "tokens": one.tokens, "total": state.totals[seat]}
        for seat, one in enumerate(p.players)
    ]
