"""`sse moves`: what can be done in a position, or can come by chance."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..game import AnyGame
from .loading import load
from .pages import add_position, align, count, say, say_json
from .score import called

__all__ = ["add", "run"]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_position(parser, game.INFO.preset)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """List the legal actions with their ids, which are places in the table of all actions of the map.

    While chance is due these are the events that can come, each with its probability.
    """
    game: AnyGame = args.game
    state = load(args.position, game).state
    odds = dict(state.odds())
    moves = [(player, index, state.actions[index]) for player in state.to_act for index in state.legal_ids(player)]
    if args.json:
        listed = [
            {"player": player, "id": index, "action": game.format_action(action, state)}
            | ({"odds": str(odds[action])} if odds else {})
            for player, index, action in moves
        ]
        say_json({"ply": state.ply, "to_act": list(state.to_act), "actions": listed})
    elif not moves:
        say(f"The game is over after {count(state.ply, 'ply', 'plies')}: nobody is to act.")
    else:
        seats = ", ".join(called(player, {}, game) for player in state.to_act)
        say(f"Ply {state.ply}, {seats} to act, {count(len(moves), 'legal action', 'legal actions')}:\n")
        # Where several seats seal their orders, each has actions of its own.
        several = len(state.to_act) > 1
        rows: list[list[object]] = [[*(["seat"] if several else []), "action", "id", *(["odds"] if odds else [])]]
        for player, index, action in moves:
            seat = [called(player, {}, game)] if several else []
            rows.append([*seat, game.format_action(action, state), index, *([odds[action]] if odds else [])])
        say(align(rows, left=1 + several))
    return 0
