"""`sse perft`: the number of positions some plies ahead, by which implementations of rules are compared."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from time import perf_counter

from .. import perft_divide
from ..game import AnyGame
from .loading import load
from .numbers import parse_size, parse_threads
from .pages import RefusedError, add_position, align, count, echo, echo_json

__all__ = ["add", "run"]


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
    """Count the positions, and print the time it took."""
    game: AnyGame = args.game
    state = load(args.position, game).state
    begin = perf_counter()
    try:
        divided = perft_divide(state, args.depth, threads=args.threads, table=args.table) if args.depth else {}
    except MemoryError:
        raise RefusedError(f"there is too little memory for a table of {args.table} positions") from None
    seconds = perf_counter() - begin
    counts = {game.format_action(action, state): count for action, count in divided.items()}
    # At depth 0, and after the end of a game, the position itself is the only one.
    total = sum(counts.values()) or 1
    if args.json:
        echo_json({"depth": args.depth, "positions": total} | ({"divide": counts} if args.divide else {}))
        return 0
    if args.divide and counts:
        echo(f"{align(list(counts.items()), left=1)}\n")
    echo(f"{count(total, 'position', 'positions')} at depth {args.depth}, counted in {seconds:.3f} s")
    return 0


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError(f"a depth is 0, 1, 2, ..., not {text!r}")
    return int(text)
