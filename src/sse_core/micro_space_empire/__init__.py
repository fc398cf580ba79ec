"""Micro Space Empire: one player, a handful of cards and a die, thirteen turns.

Each turn the empire explores a system and must attack it, conquers one that was lost or missed, or bides its time. It
collects metal and wealth, builds military, discovers technologies, and meets an event. Year 1 has seven turns, Year 2
six. In Year 2 revolts and invasions are stronger, and one that finds the Home World alone ends the game. Systems,
technologies and three bonuses give victory points, 27 at most.

`start` begins a game, `State.legal_actions` and `State.after` play it, `State.outcome` and `State.score` have
its result and its score. ``RULES.md`` in this folder has the rules in numbered clauses. The module answers
`sse_core.game.Game`.
"""

from __future__ import annotations

# A name imported `as` itself is for the methods of the compiled `State`, which finds it through its game.
from ..drawing.notebook import ScoreSheet as ScoreSheet
from ..play.records import GameRecord, format_game
from ..play.variations import Variation
from . import planner
from .actions import ACTIONS, Action, Resource, Verb
from .analysis import PlannerSearch, search
from .cards import Deck, Event, Kind, System, Technology
from .effects_text import effects
from .game import BOTS, FORM, INFO, OPTIONS, STRATEGIES, continues_turn, parse_game, presets, score_table, verdict
from .game_tree import perft, perft_divide
from .json_form import state_from_json as state_from_json
from .json_form import state_to_json as state_to_json
from .messages import MESSAGES
from .move_text import told
from .notation import format_action, parse_action
from .observation import observation_space, observe
from .playing import Playouts, playout, playouts
from .position import Due, Position, Score
from .positions import max_plies, position, start
from .questions import question
from .reasons import Reason
from .refusal_text import illegal_action as illegal_action
from .render_svg import narrow_svg, to_svg
from .render_text import to_text
from .state import State
from .state_text import format_state, parse_state
from .state_text import state_expression as state_expression
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
    "Deck",
    "Due",
    "Event",
    "GameRecord",
    "Kind",
    "PlannerSearch",
    "Playouts",
    "Position",
    "Reason",
    "Resource",
    "Score",
    "State",
    "System",
    "Technology",
    "Variation",
    "Verb",
    "continues_turn",
    "effects",
    "format_action",
    "format_game",
    "format_state",
    "max_plies",
    "narrow_svg",
    "observation_space",
    "observe",
    "parse_action",
    "parse_game",
    "parse_state",
    "perft",
    "perft_divide",
    "planner",
    "playout",
    "playouts",
    "position",
    "presets",
    "question",
    "refusal",
    "score_table",
    "search",
    "start",
    "steps",
    "to_svg",
    "to_text",
    "told",
    "verdict",
]
