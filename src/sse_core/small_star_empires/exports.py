"""Names of Small Star Empires beyond those of every game: values, maps, cells, campaigns, batches."""

from __future__ import annotations

from .._fast import Banked, Due, Reserve, State
from .actions import Action, Choose, Move, Piece, Reveal, Stay
from .batch import Batch
from .board import Board
from .campaign import Campaign, format_campaign, parse_campaign
from .game import parse_game
from .grid import grid_places
from .hexes import DIRECTIONS, Hex
from .maps import format_map, load_map, maps, parse_map
from .notation import format_cell, parse_cell
from .observation import observation_planes
from .options import Edition, Rules, Setup
from .playable import MAX_CELLS
from .positions import new_game, position
from .reasons import Reason
from .render_svg import thumbnail
from .scores import Score
from .sectors import Holes, base_map
from .solution import Objective, Solution, Worth
from .solving import Solving, solve
from .symmetry import Symmetry, symmetries
from .systems import System
from .tiles import BAGS, Bag, Tile

__all__ = [
    "BAGS",
    "DIRECTIONS",
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
    "Hex",
    "Holes",
    "Move",
    "Objective",
    "Piece",
    "Reason",
    "Reserve",
    "Reveal",
    "Rules",
    "Score",
    "Setup",
    "Solution",
    "Solving",
    "State",
    "Stay",
    "Symmetry",
    "System",
    "Tile",
    "Worth",
    "base_map",
    "format_campaign",
    "format_cell",
    "format_map",
    "grid_places",
    "load_map",
    "maps",
    "new_game",
    "observation_planes",
    "parse_campaign",
    "parse_cell",
    "parse_game",
    "parse_map",
    "position",
    "solve",
    "symmetries",
    "thumbnail",
]
