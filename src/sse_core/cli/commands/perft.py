"""`sse perft`: count the positions some plies ahead, to compare implementations of the rules."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from time import perf_counter
from typing import Any, Final

from ...any_game import perft, perft_divide
from ...game import AnyGame, State
from ...play.sentences import count
from ..loading import load_position
from ..number_options import parse_size, parse_threads
from ..saving import signals_as_interrupts
from ..terminal.output import RefusedError, add_position, align, echo, echo_json
from ..terminal.progress import Progress, waiting

__all__ = ["add", "run"]

_LONG: Final = 5
"""The depth from which on the positions after an action are counted in parts."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_position(parser, game.INFO.preset)
    parser.add_argument(
        "depth",
        type=_depth,
        metavar="DEPTH",
        help="the number of plies; a game that ends sooner counts once, and each kind of chance event is a branch",
    )
    parser.add_argument("--divide", action="store_true", help="count for each legal action on its own")
    parser.add_argument(
        "--table",
        type=parse_size,
        default=0,
        metavar="N",
        help="keep so many positions, such as 64k, 1M or 1G, and count a position that comes up again only once"
        " (default: 0)",
    )
    parser.add_argument(
        "--threads", type=parse_threads, default=1, metavar="N", help="how many threads count (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Count the positions, and print counts and time; at an interruption the counts so far."""
    game: AnyGame = args.game
    state = load_position(args).state
    begin = perf_counter()
    counts: dict[Any, int] = {}
    interruption: KeyboardInterrupt | None = None
    try:
        with signals_as_interrupts():
            if args.depth:
                _count(state, args, counts)
    except KeyboardInterrupt as error:
        interruption = error
    except MemoryError:
        raise RefusedError(f"there is too little memory for a table of {args.table} positions") from None
    seconds = perf_counter() - begin
    divided = {game.format_action(action, state): number for action, number in counts.items()}
    # At depth 0, or if the game is over, the position itself is the only one.
    total = sum(divided.values()) if divided or interruption is not None else 1
    if args.json:
        found: dict[str, Any] = {"depth": args.depth, "positions": total}
        found |= {} if interruption is None else {"finished": False}
        echo_json(found | ({"divide": divided} if args.divide else {}))
    else:
        if args.divide and divided:
            echo(f"{align(list(divided.items()), left=1)}\n")
        echo(f"{count(total, 'position', 'positions')} at depth {args.depth}, counted in {seconds:.3f} s")
        if interruption is not None:
            n = len(state.legal_ids(state.to_act[0]))
            echo(f"The count was left after {len(counts)} of {count(n, 'action', 'actions')}.")
    if interruption is not None:
        raise interruption
    return 0


def _count(state: State[Any], args: Namespace, counts: dict[Any, int]) -> None:
    """Count the positions after each action, one action after the other, into `counts`.

    With a transposition table all actions are counted in one go, since several of them reach the same positions.
    """
    if args.table:
        with waiting(f"counting with a table of {args.table:,} positions ..."):
            counts |= perft_divide(state, args.depth, threads=args.threads, table=args.table)
        return
    if not state.to_act:
        return
    player = state.to_act[0]
    legal = state.legal_actions(player)
    with Progress(len(legal), "actions", unit="positions") as progress:
        for action in legal:
            counts[action] = _behind(state.after(action, player), args.depth - 1, args.threads, progress)
            progress.add()


def _behind(state: State[Any], depth: int, threads: int, progress: Progress) -> int:
    """Return the number of positions so many plies after a state; long counts are made in parts."""
    if depth < _LONG or not state.to_act:
        found = perft(state, depth, threads=threads)
        progress.add(0, found)
        return found
    player = state.to_act[0]
    return sum(
        _behind(state.after(action, player), depth - 1, threads, progress) for action in state.legal_actions(player)
    )


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError(f"a depth is 0, 1, 2, ..., not {text!r}")
    return int(text)
