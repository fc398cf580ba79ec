"""`sse archive`: list what an archive of many games contains, check its games, join its parts, or convert games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...forms.libraries import needs
from ...game import AnyGame
from ...play.house_rules import variant_of
from ...play.records.record import GameRecord, format_game
from ...play.sentences import count
from ..number_options import parse_positive
from ..saving import signals_as_interrupts
from ..terminal.output import RefusedError, UsageError, align, echo, echo_json, say

if TYPE_CHECKING:
    from ...archive import Scan

__all__ = ["add", "check_pyarrow", "run"]

_TO: Final = ("archive", "json", "text")
_LINES: Final = ".jsonl"


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "task",
        choices=_TASKS,
        help="show: what is in an archive; check: play every game again, and compare its result; pack: join its parts;"
        " convert: write games as an archive, as JSON or as texts",
    )
    parser.add_argument(
        "path",
        metavar="DIR",
        type=Path,
        help="the folder of an archive; of `convert` also a file with a record, a file of JSON lines, or a folder of "
        "such files",
    )
    parser.add_argument(
        "--number", type=int, metavar="N", help="of `show`: the game with this number, as the text of a record"
    )
    parser.add_argument(
        "--games", type=parse_positive, metavar="N", help="of `pack`: the most games of a part (default: 1M)"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="of `convert`: where the games are written")
    parser.add_argument(
        "--to",
        choices=_TO,
        help="of `convert`: an archive, to which games are added; a file of JSON lines; a folder with a text for each "
        f"game (default: json for a name that ends in {_LINES}, else archive)",
    )
    parser.add_argument("--json", action="store_true", help="of `show` and `check`: as JSON")


def run(args: Namespace) -> int:
    """Do the task; after an interruption all parts of an archive are complete."""
    for option, tasks in _OPTIONS.items():
        if getattr(args, option) not in (None, False) and args.task not in tasks:
            raise UsageError(f"--{option} goes with {' and '.join(tasks)}, not with {args.task}")
    check_pyarrow()
    with signals_as_interrupts():
        _TASKS[args.task](args)
    return 0


def check_pyarrow() -> None:
    """Raise RefusedError if pyarrow is missing, the library for archives."""
    if find_spec("pyarrow") is None:
        raise RefusedError(needs("an archive", "pyarrow", "data"))


def _rule(args: Namespace) -> AnyGame | None:
    """Return the game of the house rule in the arguments, read beside the published games; None without one."""
    game: AnyGame = args.game
    return None if variant_of(game) is None else game


def _show(args: Namespace) -> None:
    from ...archive import parts, scan

    found = scan(args.path, game=_rule(args))
    if args.number is not None:
        _show_game(found, args)
        return
    files = parts(args.path)
    size = sum(path.stat().st_size for path in files)
    counts = _counts(found)
    games = found.count()
    if args.json:
        echo_json({"games": games, "parts": len(files), "bytes": size, "by_game": counts})
        return
    say(f"{args.path} has {count(games, 'game', 'games')} in {count(len(files), 'part', 'parts')}, {size:,} bytes.")
    if counts:
        shown = [name for name in counts[0] if name != "rule" or any(row["rule"] for row in counts)]
        echo()
        rows = [[row[name] or "" if name == "rule" else row[name] for name in shown] for row in counts]
        echo(align([shown, *rows], left=len(shown) - 3))


def _counts(found: Scan) -> list[dict[str, str | int | None]]:
    """Return the numbers of games, finished games and plies, by game, rule and version of the package."""
    rows: dict[tuple[str, str, str], list[int]] = {}
    for table in found.tables(["game", "rule", "package", "decided_by", "plies"]):
        names, rules, versions, ends, plies = (table.column(name).to_pylist() for name in table.column_names)
        for name, rule, version, end, n in zip(names, rules, versions, ends, plies, strict=True):
            row = rows.setdefault((name, rule or "", version), [0, 0, 0])
            row[0] += 1
            row[1] += end is not None
            row[2] += n
    return [
        {"game": name, "rule": rule or None, "package": version, "games": games, "finished": finished, "plies": plies}
        for (name, rule, version), (games, finished, plies) in sorted(rows.items())
    ]


def _show_game(found: Scan, args: Namespace) -> None:
    if args.json:
        raise UsageError("--json has what is in the archive, not one game; `sse archive convert` writes games as JSON")
    record = next((record for _, record in islice(found.of(args.number).numbered(), 1)), None)
    if record is None:
        raise RefusedError(f"{args.path}: there is no game {args.number}")
    echo(format_game(record))


def _check(args: Namespace) -> None:
    from ...archive import replay, scan

    games, plies = replay(scan(args.path, game=_rule(args)))
    if args.json:
        echo_json({"games": games, "plies": plies})
    else:
        say(f"{args.path}: {count(games, 'game', 'games')} of {count(plies, 'ply', 'plies')} played again; all fit.")


def _pack(args: Namespace) -> None:
    from ...archive import pack

    before, after = pack(args.path) if args.games is None else pack(args.path, games_a_part=args.games)
    say(f"{args.path} has {count(after, 'part', 'parts')}; before it had {before}.")


def _convert(args: Namespace) -> None:
    from ...archive import games_in, write, write_json, write_texts

    if args.out is None:
        raise UsageError("convert needs --out, which says where the games are written")
    if args.out.resolve() == args.path.resolve():
        raise UsageError(f"--out is {args.out} itself, from which the games come")
    to = args.to or ("json" if args.out.suffix == _LINES else "archive")
    writers: dict[str, Callable[[Path, Iterable[GameRecord]], int]]
    writers = {"archive": write, "json": write_json, "text": write_texts}
    n = writers[to](args.out, games_in(args.path, game=_rule(args)))
    say(f"Wrote {count(n, 'game', 'games')} into {args.out}.")


_TASKS: Final = {"show": _show, "check": _check, "pack": _pack, "convert": _convert}

_OPTIONS: Final = {
    "number": ("show",),
    "games": ("pack",),
    "out": ("convert",),
    "to": ("convert",),
    "json": ("show", "check"),
}
"""The tasks that take each option."""
