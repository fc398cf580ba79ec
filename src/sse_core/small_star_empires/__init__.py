"""Small Star Empires: ships fly straight lines over a map of hexes and colonize where they land.

Two to four players take turns. In a turn one ship flies any number of systems in one of six directions, through free
and own systems and wormholes, and lands on a free system, which is colonized with a city or a trade station from the
player's reserve. Beside a wormhole a ship may jump to a system beside another one. A player who can't move is out.
When all are out, or all reserves are empty, the highest score wins: planets, sets of nebulae, stations beside
opponents, and the largest territory.

`new_game` on a `base_map` starts a game, `State.legal_actions` and `State.after` play it, `State.outcome` and
`State.score_sheet` have its result and its scores. ``RULES.md`` in this folder has the rules in numbered clauses,
``reference.py`` has them in plain Python. The module answers `sse_core.game.Game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..play.records import GameRecord, format_game
from ..play.variations import Variation
from . import exports
from .action_numbers import ACTION_FEATURES, action_features
from .campaign import campaign_table, campaign_terms
from .effects_text import effects
from .exports import *  # noqa: F403

# A name imported `as` itself is for the methods of `State` and `Board`, which find it through their game.
from .game import (
    BOTS,
    FORM,
    INFO,
    LEVELS,
    OPTIONS,
    STRATEGIES,
    continues_turn,
    has_chance,
    map_of,
    presets,
    reserve_text,
    score_table,
    start,
    verdict,
)
from .game_tree import perft, perft_divide
from .json_form import state_from_json as state_from_json
from .json_form import state_to_json as state_to_json
from .maps import board_expression as board_expression
from .maps import board_to_json as board_to_json
from .messages import MESSAGES
from .move_text import told
from .notation import format_action, parse_action
from .numbers import FEATURES, features
from .observation import observation_space, observe
from .playing import Playouts, playout, playouts
from .positions import max_plies
from .positions import mirrored as mirrored
from .positions import turned as turned
from .python_form import state_expression as state_expression
from .questions import question
from .refusal_text import illegal_action as illegal_action
from .refusal_text import reason_never as reason_never
from .render_svg import to_svg
from .render_text import to_text
from .search import rollouts, search
from .state_text import format_state, parse_state
from .steps import refusal, steps
from .words import LABELS

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from ..game import MapSetting, MapTool, Theme
    from . import reference
    from .house import HouseGame
    from .sketches import Sketch

__all__ = [
    "ACTION_FEATURES",
    "BOTS",
    "FEATURES",
    "FORM",
    "INFO",
    "LABELS",
    "LEVELS",
    "MESSAGES",
    "OPTIONS",
    "STRATEGIES",
    "GameRecord",
    "Playouts",
    "Variation",
    "action_features",
    "campaign_table",
    "campaign_terms",
    "continues_turn",
    "effects",
    "features",
    "format_action",
    "format_game",
    "format_state",
    "has_chance",
    "house_game",
    "map_of",
    "map_settings",
    "map_tools",
    "max_plies",
    "observation_space",
    "observe",
    "parse_action",
    "parse_state",
    "perft",
    "perft_divide",
    "playout",
    "playouts",
    "presets",
    "question",
    "refusal",
    "reserve_text",
    "rollouts",
    "score_table",
    "search",
    "sketch",
    "start",
    "steps",
    "to_svg",
    "to_text",
    "told",
    "tool_svg",
    "verdict",
]
__all__ += exports.__all__


def house_game(rules: str | os.PathLike[str] | type[reference.State]) -> HouseGame:
    """Return the game by a house rule: a class below `reference.State`, or the file that has one.

    See `house.house_game`, which is loaded with the plain-Python rules on first use.
    """
    from . import house

    return house.house_game(rules)


# --- drawing maps, whose modules are loaded on first use


def sketch(text: str = "") -> Sketch:
    r"""Return what a text of a map has, playable or not; the empty field for an empty text. See `sketches.Sketch`.

    Raises SetupError, with line and column, for a text that is no drawing.

    >>> drawn = sketch("A 3").put("homeworld-b", "2,0")
    >>> drawn.fault, drawn.text
    (None, 'origin: 0 0\n\nA 3 B\n')
    """
    from . import sketches

    return sketches.sketch(text)


def map_tools() -> Sequence[MapTool]:
    """Return what a click can put on a map: systems, homeworlds, printed sectors with their sides and turns."""
    from . import sketches

    return sketches.map_tools()


def map_settings() -> Sequence[MapSetting]:
    """Return what a map says beside its drawing: rules, bag, ships, reserves and note."""
    from . import sketches

    return sketches.map_settings()


def tool_svg(key: str, /, turn: int = 0, *, theme: Theme = "dark") -> str:
    """Return a small drawing of what a tool puts on a map; raise ArgumentError for a tool or turn that there isn't."""
    from . import sketches

    return sketches.tool_svg(key, turn, theme)
