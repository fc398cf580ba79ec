"""Short functions and values of `sse_core.game.Game` for Empire of the Stars, such as `presets` and `OPTIONS`."""

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
from .packs.library import DEFAULT_PACK
from .positions.makers import new_game
from .positions.position import Position
from .state import State, check_state
from .text.json_form import STATE_JSON
from .text.state import STATE_TEXT

__all__ = ["BOTS", "FORM", "OPTIONS", "continues_turn", "parse_game", "presets", "score_table"]

FORM: Final[Form[State, Action]] = Form(
    example="role=explorer",
    read_state=STATE_TEXT.read_state,
    state_object=STATE_JSON.state_object,
    read_state_object=STATE_JSON.read_state_object,
)

parse_game: Final[Callable[[str], GameRecord[State, Action]]] = record_parser(INFO.name)
"""Return the record of a text; see `record_parser`."""

BOTS: Final[Mapping[str, Any]] = MappingProxyType({})
"""The bots for this game alone: none yet."""

OPTIONS: Final[Mapping[str, str | int | bool]] = MappingProxyType(
    {"pack": DEFAULT_PACK, "blocked": "", **asdict(Options())}
)
"""The options of `new_game`, with their defaults."""


class _Start(NamedTuple):
    """A start that ships: its name and a line about it, for people, and the options of `new_game`."""

    title: str
    about: str
    options: Mapping[str, Any]


_PRESETS: Final[Mapping[str, _Start]] = MappingProxyType({
    "two": _Start(
        message("Two players"), message("two players, four sectors blocked, without powers"), {"players": 2}
    ),
    "three": _Start(message("Three players"), message("three players, without powers"), {"players": 3}),
    "four": _Start(message("Four players"), message("four players, without powers"), {"players": 4}),
    "two-powers": _Start(
        message("Two players with powers"),
        message("two players, four sectors blocked, with powers"),
        {"players": 2, "powers": True},
    ),
    "three-powers": _Start(
        message("Three players with powers"), message("three players, with powers"), {"players": 3, "powers": True}
    ),
    "four-powers": _Start(
        message("Four players with powers"), message("four players, with powers"), {"players": 4, "powers": True}
    ),
})  # fmt: skip


def presets() -> Mapping[str, Preset]:
    """Return the starts that ship: seed 0 for each number of players."""
    return LazyMapping(_PRESETS, _preset)


def _preset(name: str) -> Preset:
    found = _PRESETS[name]
    return Preset(say(found.about), new_game(**found.options), say(found.title))


def continues_turn(state: State) -> bool:
    """Return whether the next action belongs to a decision that has begun (C16.1), or to a chance event within it."""
    return bool(Position(check_state(state).data).begun)


def score_table(state: State) -> Sequence[Mapping[str, int]]:
    """Return each seat's points by source: the throne, planets, far space, and the total (C12.3)."""
    p = Position(check_state(state).data)
    rows: list[dict[str, int]] = []
    for seat, total in enumerate(state.totals):
        colony = 1 + 2 * seat
        planets, far = [*p.token], [*p.far_space]
        rows.append(
            {
                "throne": sum(p.throne[seat]),
                "planets": planets.count(colony) + 2 * planets.count(colony + 1),
                "far_space": far.count(colony + 1) + 2 * far.count(colony + 2),
                "total": total,
            }
        )
    return rows
