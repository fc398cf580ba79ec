"""The options of Heaps in the `sse` command."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Any

from tests import heaps


def add_setup(parser: ArgumentParser) -> None:
    parser.add_argument("--stones", type=int, default=9, metavar="N", help="how many stones are in the heap (H1.1)")


def set_up(args: Namespace, players: int | None, seed: int, load_map: Callable[[str], Any]) -> heaps.State:
    if args.stones < 1:
        raise ArgumentTypeError("--stones is 1 or more")
    return heaps.start(stones=args.stones)
