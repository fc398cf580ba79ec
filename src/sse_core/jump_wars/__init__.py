"""Jump Wars, also called Space Empire: sealed orders, hidden hands and fleets on a grid, for 2 to 5 players.

Each turn the players draw cards, trade, raise technologies, collect Resource Tokens (RT), build fleets, and write
orders that are revealed at the same time. Fleets that meet fight. Who has fleets on every enemy Homeworld at the end of
a turn wins.

`start` begins a game, `State.legal_actions` and `State.after` play it, `State.view` shows what a player may know, and
`State.outcome` has the result. ``RULES.md`` in this folder has the rules in numbered clauses. The module answers
`sse_core.game.Game`.
"""

from __future__ import annotations

from ..play.records import GameRecord, format_game
from ..play.variations import Variation
from .actions import ACTIONS, Action, Verb
from .board import Grid, Space
from .cards import Card
from .effects_text import effects
from .evaluation import evaluate, expected_leads
from .game import BOTS, FORM, INFO, OPTIONS, STRATEGIES, continues_turn, parse_game, presets, score_table
from .game_tree import perft, perft_divide
from .holdings_text import holdings, stage_lines
from .json_form import state_from_json, state_to_json
from .laws import unlawful as unlawful
from .messages import MESSAGES
from .move_text import told
from .notation import format_action, parse_action
from .observation import observation_space, observe
from .options import Options
from .outcome_text import verdict
from .playing import Playouts, playout, playouts
from .position import Battle, Deal, Due, Offer, Order, Player, Position, Sheet
from .positions import begun_by, max_plies, position, start
from .questions import question
from .reasons import Reason
from .refusal_text import illegal_action as illegal_action
from .render_svg import to_svg
from .render_text import to_text
from .search import search
from .state import State
from .state_text import format_state, parse_state, state_expression
from .steps import refusal, steps
from .words import LABELS

__all__ = [
    "ACTIONS",
    "BOTS",
    "FORM",
    "INFO",
    "LABELS",
    "MESSAGES",
    "OPTIONS",
    "STRATEGIES",
    "Action",
    "Battle",
    "Card",
    "Deal",
    "Due",
    "GameRecord",
    "Grid",
    "Offer",
    "Options",
    "Order",
    "Player",
    "Playouts",
    "Position",
    "Reason",
    "Sheet",
    "Space",
    "State",
    "Variation",
    "Verb",
    "begun_by",
    "continues_turn",
    "effects",
    "evaluate",
    "expected_leads",
    "format_action",
    "format_game",
    "format_state",
    "holdings",
    "max_plies",
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
