"""Bids, a game of hidden hands and of sealed orders that take several actions: a toy for the tests of tools.

The module answers `sse_core.game.Game`; ``Bids(fault)`` is the same game with something wrong. The rules:

**B1** Two or three players play three rounds. In each round chance deals every player a card from 1 to 3, face down,
each equally likely. Then every player puts any cards of the hand into an envelope, one by one, and seals it. When all
are sealed they are opened, and the cards are discarded.

**B2** The player with the highest sum in the envelope, if one alone has it, keeps a point, or leaves it and takes the
bid back. After the last round the most points win.
"""

from __future__ import annotations

from .game import FAULTS, Bids
from .state import State

__all__ = ["BOTS", "FAULTS", "FORM", "INFO", "Bids", "State"]

_SOUND = Bids()

INFO = _SOUND.INFO
FORM = _SOUND.FORM
BOTS = _SOUND.BOTS
new_game = _SOUND.new_game
presets = _SOUND.presets
max_plies = _SOUND.max_plies
continues_turn = _SOUND.continues_turn
score_table = _SOUND.score_table
verdict = _SOUND.verdict
parse_action = _SOUND.parse_action
format_action = _SOUND.format_action
parse_state = _SOUND.parse_state
format_state = _SOUND.format_state
told = _SOUND.told
effects = _SOUND.effects
to_text = _SOUND.to_text
to_svg = _SOUND.to_svg
