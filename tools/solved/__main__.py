"""Solutions of small maps from the first ply, and a search for the smallest maps on which moving first loses.

``python -m tools.solved solve`` solves the maps that have no result of the present code, and compares with their
earlier results; with ``--again`` it solves all. With ``--write`` each result is stored at once. ``smallest`` tries all
small maps by brute force.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bench.levels import machine_here
from bench.results import keep
from bench.results.files import head_of, read

import sse_core as sse
from sse_core.cli.terminal.output import INTERRUPTED
from sse_core.cli.terminal.progress import waiting

from . import family, page
from .family import Result
from .proving import UnsolvedError, check_line, prove
from .smallest import Found, Tried, losing

TRIED = ((3, None), (4, None), (5, None), (6, 2), (6, 3))
"""The numbers of systems to try, each with the most pieces of a player."""

CONTRADICTED = "NOT AS STATED"
"""The verdict on a proof that contradicts the stored result."""


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
        return solve(options.names or family.names(), options.seconds, again=options.again, write=options.write)
    else:
        smallest(write=options.write)
    return 0


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.solved", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list the maps")
    solving = commands.add_parser("solve", help="solve the maps that have no result of the present code")
    small = commands.add_parser("smallest", help="look for the smallest maps on which moving first loses")
    solving.add_argument("names", nargs="*", metavar="MAP", choices=[*family.names(), []], help="default: all")
    solving.add_argument("--again", action="store_true", help="solve the others again, too")
    solving.add_argument(
        "--seconds", type=float, default=3600, help="the time for each part of a proof (default: 3600)"
    )
    for each in (solving, small):
        each.add_argument("--write", action="store_true", help="write what is found into docs/results")
    return parser.parse_args(arguments)


def solve(names: Sequence[str], seconds: float, *, again: bool, write: bool) -> int:
    """Solve maps, and compare with the stored results; return 1 if a proof contradicts one, or isn't found."""
    failed = 0
    for number, name in enumerate(names, 1):
        stated = family.read().get(name)
        if stated is not None and stated.digest == family.digest_for(name) and not again:
            continue
        try:
            with waiting(f"map {number} of {len(names)}: solving {name} ..."):
                result = prove(name, seconds)
        except UnsolvedError as error:
            print(error, flush=True)
            failed = 1
            continue
        check_line(name, result)
        verdict = verdict_on(result, stated)
        said = f"margins {', '.join(result.margin)}, wins {result.winners}"
        print(f"{name}: {said}, {result.nodes:,} positions, {result.seconds} s; {verdict}", flush=True)
        if verdict == CONTRADICTED:
            failed = 1
        elif write:
            store(name, result)
    return failed


def verdict_on(result: Result, stated: Result | None) -> str:
    """Return how a result compares with the stored one of its map."""
    if stated is None or stated.map != result.map:
        return "not stated yet"
    # The choice among equally good lines may change.
    agrees = (result.margin, result.value, result.moves) == (stated.margin, stated.value, stated.moves)
    return "as stated" if agrees else CONTRADICTED


def store(name: str, result: Result) -> None:
    """Store a result; the file's head stays the earlier one until all results are of the present code."""
    # Another run may have stored results meanwhile.
    known = family.read() | {name: result}
    all_new = all(each.digest == family.digest_for(of) for of, each in known.items())
    family.write(known, head_of("solved", machine_here()) if all_new else read(family.RESULTS))


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
