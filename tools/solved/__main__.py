"""Solutions of small maps from the first ply, and a search for the smallest maps on which moving first loses.

``python -m tools.solved solve`` solves the maps without a result, and stores each result at once. ``prove NAME`` solves
maps again and compares. ``smallest`` tries all small maps by brute force.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from bench.levels import machine_here
from bench.results import keep
from bench.results.files import head_of

import sse_core as sse
from sse_core.cli.terminal.output import INTERRUPTED
from sse_core.cli.terminal.progress import waiting

from . import family, page
from .proving import UnsolvedError, check_line, prove
from .smallest import Found, Tried, losing

TRIED = ((3, None), (4, None), (5, None), (6, 2), (6, 3))
"""The numbers of systems to try, each with the most pieces of a player."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 1 if a proof contradicts a stored result, or isn't found in time."""
    options = parsed(arguments)
    try:
        return done(options)
    except KeyboardInterrupt:
        # Each result is stored when it is found, and the next run goes on with the others.
        return INTERRUPTED


def done(options: argparse.Namespace) -> int:
    if options.command == "list":
        print("\n".join(family.names()))
    elif options.command == "solve":
        return solve(options.names or family.names(), options.seconds)
    elif options.command == "prove":
        return compare(options.names or family.names())
    else:
        smallest(write=options.write)
    return 0


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.solved", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list the maps")
    solving = commands.add_parser("solve", help="solve the maps that have no result yet, and keep the results")
    proving = commands.add_parser("prove", help="solve maps anew, and compare with the results")
    small = commands.add_parser("smallest", help="look for the smallest maps on which moving first loses")
    for each in (solving, proving):
        each.add_argument("names", nargs="*", metavar="MAP", choices=[*family.names(), []], help="default: all")
    solving.add_argument(
        "--seconds", type=float, default=3600, help="the time for each part of a proof (default: 3600)"
    )
    small.add_argument("--write", action="store_true", help="write the table into docs/results")
    return parser.parse_args(arguments)


def solve(names: Sequence[str], seconds: float) -> int:
    """Solve maps without a result, and store each result at once."""
    failed = 0
    for number, name in enumerate(names, 1):
        results = family.read()
        if name in results and results[name].fits(name):
            continue
        try:
            with waiting(f"map {number} of {len(names)}: solving {name} ..."):
                result = prove(name, seconds)
        except UnsolvedError as error:
            print(error, flush=True)
            failed = 1
            continue
        check_line(name, result)
        # Another run may have stored results meanwhile.
        family.write(family.read() | {name: result}, head_of("solved", machine_here()))
        print(f"{name}: margins {', '.join(result.margin)}, {result.nodes:,} positions, {result.seconds} s", flush=True)
    return failed


def compare(names: Sequence[str]) -> int:
    """Solve maps again, and print whether the proofs agree with the stored results."""
    stated, failed = family.read(), 0
    for number, name in enumerate(names, 1):
        with waiting(f"map {number} of {len(names)}: solving {name} ..."):
            result = prove(name)
        check_line(name, result)
        said = f"margins {', '.join(result.margin)}, wins {result.winners}"
        # The time may change, and so may the choice among equally good lines.
        agrees = (
            name in stated
            and replace(result, line=stated[name].line, nodes=stated[name].nodes, seconds=stated[name].seconds)
            == stated[name]
        )
        verdict = "as stated" if agrees else "NOT AS STATED" if name in stated else "not stated yet"
        print(f"{name}: {said}, {result.nodes:,} positions, {result.seconds} s; {verdict}", flush=True)
        failed |= name in stated and not agrees
    return int(failed)


def smallest(*, write: bool) -> None:
    """Try all small maps, and print those on which moving first loses."""
    tried = list[tuple[int, int | None, list[Found], Tried]]()
    for size, most in TRIED:
        with waiting(f"trying all maps of {size} systems ..."):
            found, counts = losing(size, most)
        tried.append((size, most, found, counts))
        print(f"{size} systems, {'any pieces' if most is None else f'up to {most} pieces each'}: {counts}")
        for each in found:
            how = "by points" if each.by_points else "by a tie-break"
            print(f"\n# moving first loses {how}{', a fair map' if each.is_fair else ''}\n{sse.format_map(each.board)}")
    if write:
        keep("smallest", page.smallest(tried), machine_here())


if __name__ == "__main__":
    sys.exit(main())
