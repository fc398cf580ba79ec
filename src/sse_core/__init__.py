"""A game-engine core for Small Star Empires, to be used as ``import sse_core as sse``.

>>> import sse_core as sse
>>> state = sse.new_game(sse.base_map(2, seed=7))
>>> while legal := state.legal_actions():
...     state = state.after(legal[0])
>>> state.outcome is not None
True

The names here are those of Small Star Empires; `GAMES` has every game by name, each answering `sse_core.game.Game`.
An unofficial engine: it ships no art and no text of the publishers.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from . import micro_space_empire, small_star_empires
from .errors import (
    GameOverError,
    IllegalActionError,
    NotationError,
    RangeError,
    Reason,
    SetupError,
    SseError,
)
from .game import CHANCE, Game, Outcome
from .seeds import SplitMix64, child_seed
from .small_star_empires import (
    BAGS,
    DIRECTIONS,
    MAX_CELLS,
    Action,
    Bag,
    Banked,
    Batch,
    Board,
    Campaign,
    Choose,
    Due,
    Edition,
    GameRecord,
    Hex,
    Holes,
    Move,
    Piece,
    Playouts,
    Reserve,
    Reveal,
    Rules,
    Score,
    Setup,
    State,
    Stay,
    System,
    Tile,
    base_map,
    effects,
    format_action,
    format_campaign,
    format_cell,
    format_game,
    format_map,
    format_state,
    load_map,
    maps,
    new_game,
    observation_planes,
    parse_action,
    parse_campaign,
    parse_cell,
    parse_game,
    parse_map,
    parse_state,
    perft,
    perft_divide,
    playout,
    playouts,
    position,
    to_svg,
    to_text,
)

__all__ = [
    "BAGS",
    "CHANCE",
    "DIRECTIONS",
    "GAMES",
    "MAX_CELLS",
    "Action",
    "Bag",
    "Banked",
    "Batch",
    "Board",
    "Campaign",
    "Choose",
    "Due",
    "Edition",
    "Game",
    "GameOverError",
    "GameRecord",
    "Hex",
    "Holes",
    "IllegalActionError",
    "Move",
    "NotationError",
    "Outcome",
    "Piece",
    "Playouts",
    "RangeError",
    "Reason",
    "Reserve",
    "Reveal",
    "Rules",
    "Score",
    "Setup",
    "SetupError",
    "SplitMix64",
    "SseError",
    "State",
    "Stay",
    "System",
    "Tile",
    "__version__",
    "base_map",
    "child_seed",
    "effects",
    "format_action",
    "format_campaign",
    "format_cell",
    "format_game",
    "format_map",
    "format_state",
    "load_map",
    "maps",
    "new_game",
    "observation_planes",
    "parse_action",
    "parse_campaign",
    "parse_cell",
    "parse_game",
    "parse_map",
    "parse_state",
    "perft",
    "perft_divide",
    "playout",
    "playouts",
    "position",
    "to_svg",
    "to_text",
]

__version__: Final = "0.1.0"

GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {"small_star_empires": small_star_empires, "micro_space_empire": micro_space_empire}
)
"""Every game by name."""
