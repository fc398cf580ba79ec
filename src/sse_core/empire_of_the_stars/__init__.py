"""Empire of the Stars: roles on a wheel, a market, ships in regions, battles with sealed dials, for 2 to 4 players.

In each round the holder of the scepter chooses one of seven roles, and all take a turn with it: tiles are placed,
planets make resources, which are traded and become ships and technologies, fleets fight, influence makes an Emperor.
Scored tokens, planets and far space are points; most of them win.

`start` begins a game, `State.legal_actions` and `State.after` play it, `State.view` shows what a player may know, and
`State.outcome` has the result. The map, the tiles and the cards come from a content pack (`load_pack`). ``RULES.md`` in
this folder has the rules in numbered clauses. The module answers `sse_core.game.Game`.
"""

from __future__ import annotations

from ..play.records import GameRecord, format_game
from ..play.variations import Variation
from .actions import Action, Verb
from .actions import most_strength as most_strength
from .board import Board
from .content import Content
from .due import Due
from .effects_text import effects
from .evaluation import evaluate, expected_leads
from .game import BOTS, FORM, INFO, OPTIONS, STRATEGIES, continues_turn, parse_game, presets, score_table
from .game_tree import perft, perft_divide
from .holdings_text import holdings, stage_lines
from .json_form import state_from_json, state_to_json
from .laws import unlawful as unlawful
from .layout import LAYOUT as LAYOUT
from .legality import reason_for as reason_for
from .messages import MESSAGES
from .move_text import told
from .names import LABELS
from .notation import format_action, parse_action
from .observation import observation_space, observe
from .options import Options
from .outcome_text import verdict
from .packs import PACKS, load_pack
from .playing import Playouts, playout, playouts
from .positions import max_plies, position, start
from .questions import question
from .reasons import Reason
from .refusal_text import illegal_action as illegal_action
from .render_svg import narrow_svg, to_svg
from .render_text import to_text
from .search import search
from .state import State
from .state_text import format_state, parse_state, state_expression
from .state_text import remade as remade
from .steps import refusal, steps
from .vocabulary import LEAST as LEAST
from .vocabulary import MOST as MOST

__all__ = [
    "BOTS",
    "FORM",
    "INFO",
    "LABELS",
    "MESSAGES",
    "OPTIONS",
    "PACKS",
    "STRATEGIES",
    "Action",
    "Board",
    "Content",
    "Due",
    "GameRecord",
    "Options",
    "Playouts",
    "Reason",
    "State",
    "Variation",
    "Verb",
    "continues_turn",
    "effects",
    "evaluate",
    "expected_leads",
    "format_action",
    "format_game",
    "format_state",
    "holdings",
    "load_pack",
    "max_plies",
    "narrow_svg",
    "observation_space",
    "observe",
    "parse_action",
    "parse_game",
    "parse_state",
    "perft",
    "perft_divide",
    "playout",
    "playouts",
    "position",
    "presets",
    "question",
    "refusal",
    "score_table",
    "search",
    "stage_lines",
    "start",
    "state_expression",
    "state_from_json",
    "state_to_json",
    "steps",
    "to_svg",
    "to_text",
    "told",
    "verdict",
]
