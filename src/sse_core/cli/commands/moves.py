"""`sse moves`: the legal actions of a position, or its chance events."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...game import AnyGame
from ...play.seats import label_of
from ...play.sentences import count
from ..loading import load_position, over_words
from ..terminal.output import add_position, align, echo, echo_json, say

__all__ = ["add", "run"]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_position(parser, game.INFO.preset)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """List the legal actions with their ids, the indices in `State.actions`.

    While chance is due, list the chance events with their probabilities.
    """
    game: AnyGame = args.game
    loaded = load_position(args)
    state = loaded.state
    odds = dict(state.odds())
    moves = [(player, index, state.actions[index]) for player in state.to_act for index in state.legal_ids(player)]
    if args.json:
        listed = [
            {"player": player, "id": index, "action": game.format_action(action, state)}
            | ({"odds": str(odds[action])} if odds else {})
            for player, index, action in moves
        ]
        echo_json({"ply": state.ply, "to_act": list(state.to_act), "actions": listed})
    elif not moves:
        words = over_words(loaded, args.position, game)
        say(f"Nobody is to act: {words}.")
    else:
        seats = ", ".join(label_of(player, {}, game) for player in state.to_act)
        echo(f"Ply {state.ply}, {seats} to act, {count(len(moves), 'legal action', 'legal actions')}:\n")
        # If several seats write sealed orders, each has its own actions.
        several = len(state.to_act) > 1
        rows: list[list[object]] = [[*(["seat"] if several else []), "action", "id", *(["odds"] if odds else [])]]
        for player, index, action in moves:
            seat = [label_of(player, {}, game)] if several else []
            rows.append([*seat, game.format_action(action, state), index, *([odds[action]] if odds else [])])
        echo(align(rows, left=1 + several))
    return 0
