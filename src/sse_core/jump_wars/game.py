"""The names of `sse_core.game.Game` for Jump Wars that no other module of this folder has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from ..errors import ArgumentError
from ..game import Form, Info, Preset
from ..games import GAMES
from ..play.records import GameRecord
from ..play.records import parse_game as parse_any_game
from .actions import Action
from .json_form import read_state_object, state_object
from .positions import start
from .state import State, check_state
from .state_text import read_state

__all__ = ["BOTS", "FORM", "INFO", "STRATEGIES", "continues_turn", "parse_game", "presets", "score_table", "verdict"]

INFO: Final = Info(
    name="jump_wars",
    title="Jump Wars",
    prefix="jw",
    seats="ABCDE",
    least_players=2,
    most_players=5,
    preset="start",
)

FORM: Final[Form[State, Action]] = Form(
    example="from=a1",
    read_state=read_state,
    state_object=state_object,
    read_state_object=read_state_object,
)

BOTS: Final[Mapping[str, Any]] = MappingProxyType({})
"""The bots for this game alone: none, since greedy and mcts use its `evaluate`."""

STRATEGIES: Final[Mapping[str, str]] = MappingProxyType({"Action": "actions", "Options": "options", "State": "states"})
"""The function of `strategies` for each public type that Hypothesis draws by annotation."""

_VERDICTS: Final = {
    "conquest": "fleets on every enemy Homeworld (J3.1)",
    "neutral": "the neutral Homeworld held for three turns (J3.3)",
    "homeworlds": "most enemy Homeworlds at the turn limit (J3.4)",
    "fleets": "most fleets at the turn limit (J3.4)",
    "tokens": "most RT at the turn limit (J3.4)",
    "shared": "equal in all at the turn limit (J3.4, J4.13)",
}
"""The words for what decided a game."""


def presets() -> Mapping[str, Preset]:
    """Return the starts that ship: the map of seed 0 for each number of players, and variants."""
    return {
        "two": Preset("two players on the square grid", start(players=2)),
        "three": Preset("three players on the square grid", start(players=3)),
        "four": Preset("four players on the square grid", start(players=4)),
        "five": Preset("five players on the square grid", start(players=5)),
        "hex": Preset("three players on the hexagonal grid", start(players=3, grid="hex")),
        "neutral": Preset("four players and a neutral Homeworld", start(players=4, neutral=True)),
        "trade": Preset("three players who make offers", start(players=3, trade=True)),
    }


def parse_game(text: str) -> GameRecord[State, Action]:
    """Return the record of a text, which is exactly as `format_game` writes it. Every move is replayed.

    Raises NotationError with line and column, SetupError if the start is an impossible position, IllegalActionError at
    the first illegal action.
    """
    return parse_any_game(text, GAMES[INFO.name])


def continues_turn(state: State) -> bool:
    """Return whether the next action belongs to a decision that has begun (J4.2), or to chance within it."""
    return check_state(state).position.begun


def score_table(state: State) -> Sequence[Mapping[str, int]]:
    """Return each seat's fleets and RT, and the enemy Homeworlds that it holds as the total (J3.4)."""
    p = check_state(state).position
    return [
        {"fleets": sum(p.fleets[seat]), "tokens": one.tokens, "total": state.totals[seat]}
        for seat, one in enumerate(p.players)
    ]


def verdict(state: State) -> str:
    """Return a phrase for what decided a finished game (J3)."""
    outcome = check_state(state).outcome
    if outcome is None:
        raise ArgumentError("an unfinished game has no verdict")
    return _VERDICTS[outcome.decided_by]
