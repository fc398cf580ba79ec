"""`sse show`: draw a map, a position, or the end of a recorded game or campaign."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from ..game import PLAIN, AnyGame
from .keeping import save
from .loading import load
from .looks import add_look, pen_of
from .pages import echo, paragraph
from .turns import last_turn

__all__ = ["add", "run"]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "source",
        nargs="?",
        metavar=f"{game.INFO.preset.upper()}|POSITION|RECORD",
        help=f"the name of a {game.INFO.preset} that ships, or a file; - is the standard input; left out: list names",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--svg", action="store_true", help="as SVG")
    form.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to a file")
    add_look(parser)


def run(args: Namespace) -> int:
    """Draw the source, or list what ships if there is none."""
    game: AnyGame = args.game
    page = _list(game) if args.source is None else _draw(args, game)
    if args.out is None:
        echo(page.removesuffix("\n"))
    else:
        save(args.out, page)
        echo(f"wrote {args.out}")
    return 0


def _list(game: AnyGame) -> str:
    lines = {name: preset.about for name, preset in game.presets().items()}
    width = max(map(len, lines)) + 2
    return "\n".join(paragraph(line, f"{name:{width}}", width) for name, line in lines.items())


def _draw(args: Namespace, game: AnyGame) -> str:
    loaded = load(args.source, game)
    if args.json:
        return loaded.to_json()
    draw = game.to_svg if args.svg else partial(game.to_text, pen=PLAIN if args.out else pen_of(args))
    if loaded.record is None:
        return draw(loaded.shown)
    continues = map(game.continues_turn, loaded.record.states())
    return draw(loaded.shown, last=last_turn(zip(continues, loaded.record.actions, strict=False)))
