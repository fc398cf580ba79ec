"""`sse review`: analyse a whole game: the worth of each position, the best actions, and the turning points."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final, get_args

from ...game import AnyGame, Theme
from ...play.markdown import WIDTH
from ...play.records.pictures import title_of
from ...play.records.review import Review, ReviewedPly, Reviewing, review_object
from ...play.seats import letter_of
from ..loading import load_line, record_in, variations_left_out
from ..number_options import parse_plies
from ..saving import add_out, out_files, signals_as_interrupts
from ..terminal.output import (
    UsageError,
    add_variation,
    columns,
    echo,
    echo_json,
    naming_file,
    paragraph,
    with_width,
)
from ..terminal.progress import Progress
from .analyse import add_search, add_search_bot, searching

__all__ = ["add", "run"]

_LEAST: Final = 8
"""The fewest columns of the text of an action."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument("record", metavar="RECORD", help="a file with the record of a game; - is the standard input")
    parser.add_argument(
        "--plies",
        type=parse_plies,
        metavar="LIST",
        help="which positions to search, such as 0,7,12 or 0-40 or 0-40:5, every fifth; left out: all, and of more "
        "than 200 as many, evenly spread",
    )
    add_variation(parser)
    add_search(parser, "each position")
    add_search_bot(parser)
    add_out(parser, "FILE", "write the graph to a file, as SVG", "--svg")
    parser.add_argument(
        "--theme",
        choices=get_args(Theme),
        help="with --svg: the colours, for a dark page (the default), a light one or paper",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Search the positions of a record, and print a graph, a line for each position, and the turning points.

    An interruption ends the searches; the results so far are printed and written before it is raised.
    """
    game: AnyGame = args.game
    if args.theme and args.svg is None:
        raise UsageError("--theme is for pictures: --svg FILE --theme")
    out = out_files(args, option="--svg")
    record = record_in(load_line(args.record, game, args.variation), args.record)
    first, last = record.start.ply, record.final.ply
    # One ply beyond the end is enough for the error that names it.
    plies = None if args.plies is None else [ply for part in args.plies for ply in part[: last - first + 2]]
    make = searching(args)
    with naming_file(args.record):
        work: Reviewing[Any] = Reviewing(
            record,
            plies=plies,
            visits=args.visits,
            seconds=args.seconds,
            seed=args.seed,
            threads=args.threads,
            make=make,
        )
    interruption = None
    try:
        with signals_as_interrupts(), Progress(len(work.plies), "plies") as progress:
            for _ in work:
                progress.add()
    except KeyboardInterrupt as error:
        interruption = error
    found = work.review()
    if interruption is not None and not found.plies:
        first = f"in the first of {len(work.plies)} positions" if len(work.plies) > 1 else "before it was searched"
        raise KeyboardInterrupt(
            f"{first}: nothing is kept, and nothing written; smaller --seconds, --visits or --plies take less time"
        )
    written = None if out is None else out.save(found.to_svg(theme=args.theme or "dark"))
    if args.json:
        echo_json(review_object(found))
    else:
        echo(_page(found, variations_left_out(record, "reviews")))
        if written is not None:
            echo(f"\nWrote {written[0]}.")
    if interruption is not None:
        raise interruption
    return 0


def _page(found: Review[Any], left_out: str) -> str:
    """Return the page of a review; `left_out` says which part of the record isn't reviewed."""
    record, asked = found.record, len(found.asked)
    n = len(record.moves) + 1
    head = [paragraph(f"{title_of(record)}.")]
    if left_out:
        head.append(paragraph(left_out))
    if not found.is_whole:
        head.append(f"Stopped: {len(found.plies)} of {asked} positions are searched.")
    elif asked < n:
        head.append(f"{asked} of {n} positions are searched; --plies chooses others.")
    told = "\n".join(paragraph(words) for words in found.words)
    how = paragraph(found.how, indent=0)
    return "\n\n".join(["\n".join(head), found.to_text(), _table(found), told, how])


def _table(found: Review[Any]) -> str:
    """Return the table of the positions: shares of the win in percent, by seat."""
    record = found.record
    seats = record.game.INFO.seats[: len(record.start.totals)]
    shares = ["win %"] if len(seats) == 1 else [f"{seat} %" for seat in seats]
    heading = ["ply", "", *shares, "+-", "lost", "points", ""]
    rows = [heading, *(_row(each) for each in found.plies)]
    words = [("played", "best"), *((each.text, _better(each)) for each in found.plies)]
    numbers = columns(rows, left=0)
    width = max(map(len, numbers))
    room = max(_LEAST, (WIDTH - width - 4) // 2)
    lines = [
        f"{line:{width}}  {_cut(played, room):{room}}  {_cut(best, room)}".rstrip()
        for line, (played, best) in zip(numbers, words, strict=True)
    ]
    return "\n".join(with_width(lines))


def _row(each: ReviewedPly[Any]) -> list[str]:
    who = "" if each.player is None else letter_of(each.player, each.state.game)
    error = "exact" if each.exact else f"{100 * each.error:.1f}"
    shares = [f"{100 * float(share):.1f}" for share in each.value]
    lost, points = ("?", "?") if each.change is None else (_number(100 * each.loss), _number(each.points))
    return [str(each.ply), who, *shares, error, lost, points, "!" if each.is_turn else ""]


def _number(value: float) -> str:
    """Return a number with one decimal; empty if it would be zero."""
    text = f"{value:.1f}"
    return "" if text == "0.0" else text


def _better(each: ReviewedPly[Any]) -> str:
    """Return the text of the best action if another one was played, else an empty text."""
    return "" if each.best_text == each.text else each.best_text


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 2]}.."
