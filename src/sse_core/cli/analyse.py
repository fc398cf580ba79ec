"""`sse analyse`: the worth of each action of a position."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from ..game import AnyGame
from .command import AnalysisCommand, command_of
from .loading import load
from .pages import RefusedError, add_position, align, echo, echo_json, json_key

__all__ = ["add", "run"]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_position(parser, game.INFO.preset)
    _command_of(game).add_analysis(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Print the worth of each legal action, the best one first; of each chance event while chance is due."""
    game: AnyGame = args.game
    state = load(args.position, game).state
    if not state.to_act:
        raise RefusedError(f"{args.position}: the game is over, and no action is legal")
    found = _command_of(game).analyse(state, args)
    actions = [game.format_action(action, state) for action in found.actions]
    if args.json:
        rows = [{"action": action} | _fields(row) for action, row in zip(actions, found.rows, strict=True)]
        echo_json({"how": found.how, "actions": rows})
        return 0
    exact = not any(error for row in found.rows for _, error in row.values())
    lines = [[action, *_texts(row, exact)] for action, row in zip(actions, found.rows, strict=True)]
    echo(f"{align([['action', *found.rows[0]], *lines], left=1)}\n\n{found.how}")
    return 0


def _command_of(game: AnyGame) -> AnalysisCommand:
    command = command_of(game)
    assert isinstance(command, AnalysisCommand)
    return command


def _texts(row: Mapping[str, tuple[float, float]], exact: bool) -> list[str]:
    return [f"{value:.3f}" if exact else f"{value:.3f} ± {error:.3f}" for value, error in row.values()]


def _fields(row: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    """Return the JSON of a row: each number by its column, and its standard error."""
    found: dict[str, float] = {}
    for column, (value, error) in row.items():
        key = json_key(column)
        found |= {key: value, f"{key}_error": error}
    return found
