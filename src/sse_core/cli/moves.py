"""`sse moves`: what can be done in a position."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .. import GAMES
from .pages import align, count, say, say_json
from .tables import Table

__all__ = ["add", "run"]


def add(parser: ArgumentParser, table: Table) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "position",
        metavar="POSITION|MAP",
        help="a position file, or the end of a record, or a map: the start of a game on it; - for the standard input",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """List the legal actions with their ids, which are places in the table of all actions of the map."""
    table: Table = args.table
    state, game = table.load(args.position).state, GAMES[table.NAME]
    ids = {action: index for index, action in enumerate(state.actions)}
    moves = [
        (player, ids[action], game.format_action(action, state))
        for player in state.to_act
        for action in state.legal_actions(player)
    ]
    if args.json:
        listed = [{"player": player, "id": index, "action": text} for player, index, text in moves]
        say_json({"ply": state.ply, "to_act": list(state.to_act), "actions": listed})
    elif not moves:
        say(f"The game is over after {count(state.ply, 'ply', 'plies')}: nobody is to act.")
    else:
        seats = ", ".join(table.SEATS[player] for player in state.to_act)
        say(f"Ply {state.ply}, {seats} to act, {count(len(moves), 'legal action', 'legal actions')}:\n")
        say(align([("action", "id"), *((text, index) for _, index, text in moves)], left=1))
    return 0
