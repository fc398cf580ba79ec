"""The options of Heaps in the `sse` command."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from typing import Any

from tests import heaps

from sse_core.errors import ArgumentError


def add_setup(parser: ArgumentParser) -> None:
    parser.add_argument("--stones", type=int, default=9, metavar="N", help="how many stones are in the heap (H1.1)")


def set_up(args: Namespace, players: int | None, seed: int, load_map: Callable[[str], Any]) -> heaps.State:
    if args.stones < 1:
        raise ArgumentTypeError("--stones is 1 or more")
    return heaps.new_game(stones=args.stones)


def add_command(name: str, parser: ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    for kind, about in (("count", "say how many stones there are"), ("draw", "draw the heap")):
        child = kinds.add_parser(kind, help=about)
        child.add_argument("heap", metavar="HEAP", help="the name of a heap that ships")
        child.add_argument("--twice", action="store_true", help="say it twice")


def run_command(name: str, args: Namespace) -> Iterator[str]:
    known = heaps.presets()
    if args.heap not in known:
        raise ArgumentError(f"no heap is called {args.heap}")
    heap = known[args.heap].value
    for _ in range(1 + args.twice):
        yield heaps.to_text(heap) if args.kind == "draw" else f"{name}: {heap.heap}"
