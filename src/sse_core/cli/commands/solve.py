"""`sse solve`: work out best play of a position to the end of the game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, cast

from ...game import AnyGame, State
from ...play.game_commands import SolverCommand, SolverWork, command_of
from ...play.seats import label_of
from ..loading import load_position, over_words
from ..number_options import parse_positive, parse_seconds
from ..saving import signals_as_interrupts
from ..terminal.live_page import LivePage, is_terminal
from ..terminal.output import RefusedError, add_position, align, echo, echo_json, paragraph

__all__ = ["add", "run"]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_position(parser, game.INFO.preset)
    parser.add_argument(
        "--seconds",
        type=parse_seconds,
        metavar="S",
        help="stop after so many seconds, such as 60; left out: never, but at Ctrl-C",
    )
    parser.add_argument("--nodes", type=parse_positive, metavar="N", help="stop after so many positions, such as 10M")
    _solver_of(game).add_solver(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Work out a position, and print what is known about best play: everything, or as much as the time allowed.

    On a terminal the page is updated while the solver works. An interruption ends the work; what is known is printed
    before it is raised.
    """
    game: AnyGame = args.game
    loaded = load_position(args)
    state = loaded.state
    if not state.to_act:
        raise RefusedError(f"{args.position}: {over_words(loaded, args.position, game)}")
    solver = _solver_of(game)
    work = solver.solver(args, state)
    interruption = None
    try:
        with signals_as_interrupts():
            _work(work, args, solver, state)
    except KeyboardInterrupt as error:
        interruption = error
    found = work.solution()
    if args.json:
        echo_json(solver.solution_object(found))
    else:
        echo(_page(found, solver, state))
    if interruption is not None:
        raise interruption
    return 0


def _solver_of(game: AnyGame) -> SolverCommand:
    return cast(SolverCommand, command_of(game))


def _work(work: SolverWork, args: Namespace, solver: SolverCommand, state: State[Any]) -> None:
    """Let the solver work; on a terminal show what is known meanwhile, and remove it at the end."""
    if args.json or not is_terminal():
        work.run(seconds=args.seconds, nodes=args.nodes)
        return
    page = LivePage()
    try:
        work.run(seconds=args.seconds, nodes=args.nodes, report=lambda found: page.show(_page(found, solver, state)))
    finally:
        page.clear()


def _page(found: Any, solver: SolverCommand, state: State[Any]) -> str:
    """Return the page of what is known about a position."""
    head = f"Ply {state.ply}, {label_of(state.to_act[0], {}, state.game)} to act."
    words = [paragraph(each) for each in solver.solution_words(found)]
    rows = solver.solution_table(found)
    return "\n\n".join([head, *words, *([align(rows, left=1)] if rows else [])])
