"""`sse show`: draw a map, a position, or the end of a recorded game or campaign."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from .. import GAMES
from .keeping import save
from .pages import hanging, say
from .tables import Table
from .turns import last_turn

__all__ = ["add", "run"]


def add(parser: ArgumentParser, table: Table) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "thing",
        nargs="?",
        metavar=f"{table.SHIPPED.upper()}|POSITION|RECORD",
        help=f"a {table.SHIPPED} that ships, by name, or a file, or - for standard input; left out: list those names",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--svg", action="store_true", help="as SVG")
    form.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to a file")


def run(args: Namespace) -> int:
    """Show one thing, or list what ships."""
    table: Table = args.table
    page = _list(table) if args.thing is None else _draw(args, table)
    if args.out is None:
        say(page.removesuffix("\n"))
    else:
        save(args.out, page)
        say(f"wrote {args.out}")
    return 0


def _list(table: Table) -> str:
    lines = table.shipped()
    width = max(map(len, lines)) + 2
    return "\n".join(hanging(line, f"{name:{width}}", width) for name, line in lines.items())


def _draw(args: Namespace, table: Table) -> str:
    loaded, game = table.load(args.thing), GAMES[table.NAME]
    if args.json:
        return table.to_json(loaded)
    draw = game.to_svg if args.svg else game.to_text
    if loaded.record is None:
        return draw(loaded.shown)
    goes_on = map(table.goes_on, loaded.record.states())
    return draw(loaded.shown, last=last_turn(zip(goes_on, loaded.record.actions, strict=False)))
