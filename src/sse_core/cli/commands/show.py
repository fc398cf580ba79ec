"""`sse show`: draw a map, a position, the end of a recorded game or campaign, or a whole game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from typing import Any, Final, get_args

from ...errors import SseError
from ...game import PLAIN, AnyGame, Theme
from ...play.game_commands import ShuffleCommand, command_of
from ...play.records.contents import Content, content_of
from ...play.records.record import GameRecord
from ..loading import load_line, record_in, variations_left_out
from ..number_options import parse_plies, parse_positive, parse_seconds
from ..players import parse_seed
from ..saving import MAP_SUFFIX, add_out, map_text, out_files
from ..terminal.output import RefusedError, UsageError, add_variation, echo, fitted, listing, paragraph
from ..terminal.styles import add_style_options, pen_of

__all__ = ["add", "run"]

_FILMS: Final = ("animated", "strip")
"""The options for pictures of a whole game."""


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
    parser.add_argument(
        "--theme",
        choices=get_args(Theme),
        help="with --svg: the colours, for a dark page (the default), a light one or paper",
    )
    add_variation(parser)
    film = parser.add_mutually_exclusive_group()
    film.add_argument(
        "--animated", action="store_true", help="with --svg: a whole recorded game, one position a second"
    )
    film.add_argument("--strip", action="store_true", help="with --svg: several positions of a game beside each other")
    parser.add_argument(
        "--plies",
        type=parse_plies,
        metavar="LIST",
        help="which positions --animated and --strip show, such as 0,7,12 or 0-40 or 0-40:5, every fifth",
    )
    parser.add_argument("--seconds", type=parse_seconds, metavar="S", help="how long --animated shows a position")
    parser.add_argument("--once", action="store_true", help="--animated stops at the end, and doesn't begin again")
    parser.add_argument("--columns", type=parse_positive, metavar="N", help="how many positions --strip has in a row")
    if isinstance(own := command_of(game), ShuffleCommand):
        parser.add_argument(
            "--seed",
            type=parse_seed,
            metavar="S",
            help=f"lay the {game.INFO.preset} anew, as a game with this seed does, if it is laid from parts",
        )
        own.add_layouts(parser)
    add_out(parser, "FILE", f"write to a file; a map to a FILE{MAP_SUFFIX} as one that every command takes")
    add_style_options(parser)


def run(args: Namespace) -> int:
    """Draw the source; without one, list the maps and starts that ship."""
    game: AnyGame = args.game
    _check_usage(args)
    out = out_files(args)
    if args.source is None:
        _laid_anew(args, game)
    page = _list(game) if args.source is None else _draw(args, game)
    if out is None:
        echo(page.removesuffix("\n"))
    else:
        echo(f"wrote {out.save(page)[0]}")
    return 0


def _check_usage(args: Namespace) -> None:
    """Raise UsageError for an option without another one that it needs."""
    film = next((f"--{name}" for name in _FILMS if getattr(args, name)), None)
    if film and not args.svg:
        raise UsageError(f"{film} is a picture: --svg {film}")
    if film and args.source is None:
        raise UsageError(f"{film} shows a recorded game: name its file")
    if args.variation is not None and args.source is None:
        raise UsageError("--variation shows a recorded game: name its file")
    if args.theme and not args.svg:
        raise UsageError("--theme is for pictures: --svg --theme")
    for option, value, films in (
        ("--plies", args.plies, ("--animated", "--strip")),
        ("--seconds", args.seconds, ("--animated",)),
        ("--once", args.once or None, ("--animated",)),
        ("--columns", args.columns, ("--strip",)),
    ):
        if value is not None and film not in films:
            raise UsageError(f"{option} goes with {' or '.join(films)}")


def _laid_anew(args: Namespace, game: AnyGame) -> Any:
    """Return the map that the arguments lay anew; None if they don't."""
    own = command_of(game)
    return own.laid_anew(args) if isinstance(own, ShuffleCommand) else None


def _map_text(args: Namespace, loaded: Content) -> str:
    """Return the text of a map, which every command takes; raise RefusedError for anything else."""
    if loaded.kind != "map":
        raise RefusedError(f"{args.out} would be a map, and {args.source} is a {loaded.kind}: name the file otherwise")
    return map_text(loaded.shown, loaded.game)


def _list(game: AnyGame) -> str:
    return listing([(name, preset.about) for name, preset in game.presets().items()])


def _draw(args: Namespace, game: AnyGame) -> str:
    anew = _laid_anew(args, game)
    loaded = load_line(args.source, game, args.variation) if anew is None else content_of(anew, game)
    if args.variation is not None:
        record_in(loaded, args.source)
    if args.out is not None and args.out.suffix == MAP_SUFFIX and not (args.json or args.svg):
        return _map_text(args, loaded)
    if args.json:
        whole = loaded.campaign or loaded.record or loaded.shown
        return str(whole.to_json())
    if args.animated or args.strip:
        return _film(args, loaded)
    draw: Callable[..., str]
    if args.svg:
        draw = partial(game.to_svg, **_svg_options(args))
    else:
        draw = partial(game.to_text, pen=PLAIN if args.out else pen_of(args))
    if loaded.record is None:
        drawn = draw(loaded.shown)
    else:
        drawn = draw(loaded.shown, last=_last_turn(loaded.record))
    if args.svg or args.out:
        return drawn
    left_out = "" if loaded.record is None else variations_left_out(loaded.record, "shows")
    return fitted(drawn) + (f"\n\n{paragraph(left_out)}" if left_out else "")


def _last_turn(record: GameRecord[Any, Any]) -> list[Any]:
    """Return the actions of the last turn of a record."""
    last: list[Any] = []
    for state, action in zip(record.states(), record.actions, strict=False):
        last = [*last, action] if record.game.continues_turn(state) else [action]
    return last


def _svg_options(args: Namespace) -> dict[str, Any]:
    """Return the options for pictures among the arguments."""
    return {"theme": args.theme} if args.theme else {}


def _film(args: Namespace, loaded: Content) -> str:
    """Return the picture of a whole game."""
    record = record_in(loaded, args.source)
    try:
        if args.strip:
            return record.to_strip(_plies(args, record), columns=args.columns, **_svg_options(args))
        seconds = 1.0 if args.seconds is None else args.seconds
        plies = _plies(args, record)
        return record.to_svg(animated=True, plies=plies, seconds=seconds, loop=not args.once, **_svg_options(args))
    except SseError as error:
        raise RefusedError(f"{args.source}: {error}") from None


# --- plies


def _plies(args: Namespace, record: Any) -> list[int] | None:
    """Return the plies of the arguments; None for the choice of the record."""
    if args.plies is None:
        return None
    end = len(record.moves)
    # One ply beyond the end is enough for the error that names it.
    return [ply for part in args.plies for ply in part[: end + 2]]
