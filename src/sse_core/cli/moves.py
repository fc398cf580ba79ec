"""`sse moves`: what can be done in a position, or can come by chance."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .. import GAMES
from .pages import add_position, align, count, say, say_json
from .score import called
from .tables import Table

__all__ = ["add", "run"]


def add(parser: ArgumentParser, table: Table) -> None:
    """Add the arguments of the command."""
    add_position(parser, table.SHIPPED)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """List the legal actions with their ids, which are places in the table of all actions of the map.

    While chance is due these are the events that can come, each with its probability.
    """
    table: Table = args.table
    state, game = table.load(args.position).state, GAMES[table.NAME]
    ids = {action: index for index, action in enumerate(state.actions)}
    odds = dict(state.odds())
    moves = [(player, action) for player in state.to_act for action in state.legal_actions(player)]
    if args.json:
        listed = [
            {"player": player, "id": ids[action], "action": game.format_action(action, state)}
            | ({"odds": str(odds[action])} if odds else {})
            for player, action in moves
        ]
        say_json({"ply": state.ply, "to_act": list(state.to_act), "actions": listed})
    elif not moves:
        say(f"The game is over after {count(state.ply, 'ply', 'plies')}: nobody is to act.")
    else:
        seats = ", ".join(called(player, {}, table) for player in state.to_act)
        say(f"Ply {state.ply}, {seats} to act, {count(len(moves), 'legal action', 'legal actions')}:\n")
        rows: list[list[object]] = [["action", "id", *(["odds"] if odds else [])]]
        for _, action in moves:
            rows.append([game.format_action(action, state), ids[action], *([odds[action]] if odds else [])])
        say(align(rows, left=1))
    return 0
