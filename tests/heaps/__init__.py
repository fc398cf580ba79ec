"""Heaps, a game of sealed orders and chance: what a new game costs, and what the conformance suite is tried on.

A folder such as this one and a line in `GAMES` make a game known to every tool (`tests/test_new_game.py`). The module
answers `sse_core.game.Game`; ``Heaps(fault)`` is the same game with something wrong.

Ring: tables and tools.
"""

from __future__ import annotations

from .game import FAULTS, Heaps
from .state import State

__all__ = [
    "BOTS",
    "FAULTS",
    "FORM",
    "INFO",
    "STRATEGIES",
    "Heaps",
    "State",
    "continues_turn",
    "effects",
    "evaluate",
    "expected_leads",
    "format_action",
    "format_state",
    "max_plies",
    "new_game",
    "parse_action",
    "parse_state",
    "presets",
    "score_table",
    "to_svg",
    "to_text",
    "told",
    "verdict",
]

_SOUND = Heaps()

INFO = _SOUND.INFO
FORM = _SOUND.FORM
BOTS = _SOUND.BOTS
STRATEGIES = {"State": "states"}
new_game = _SOUND.new_game
presets = _SOUND.presets
max_plies = _SOUND.max_plies
continues_turn = _SOUND.continues_turn
score_table = _SOUND.score_table
verdict = _SOUND.verdict
evaluate = _SOUND.evaluate
expected_leads = _SOUND.expected_leads
parse_action = _SOUND.parse_action
format_action = _SOUND.format_action
parse_state = _SOUND.parse_state
format_state = _SOUND.format_state
told = _SOUND.told
effects = _SOUND.effects
to_text = _SOUND.to_text
to_svg = _SOUND.to_svg
