"""`sse learn`: weights for the star bot, learned from nothing by self-play, for a kind of map or for your own maps.

Ring: laboratory.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from shlex import quote
from typing import Any, Final

from ...errors import SetupError
from ...forms.checks import check_seed
from ...game import AnyGame
from ...learning import MAP_KINDS, MapKind, Progress, learn, learned_rounds, own_kind
from ...learning.files import write_whole
from ...play.sentences import count
from ..loading import load
from ..many_games.arena_options import MOST_WORKERS
from ..number_options import number_of
from ..players import fresh_seed, parse_seed
from ..saving import signals_as_interrupts
from ..terminal import progress as lines
from ..terminal.output import RefusedError, UsageError, echo, echo_json, paragraph
from ..terminal.streams import flush

__all__ = ["add", "run"]

_KIND: Final = "plain-2"
_MINUTES: Final = 10.0
_MOST_MINUTES: Final = 10_000.0
_MOST_ROUNDS: Final = 100
_MOST_GAMES: Final = 500_000
_SUFFIX: Final = ".toml"


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "maps",
        nargs="*",
        metavar="MAP",
        help="maps that ship, or files with maps or positions, on which all games are played; left out: --kind",
    )
    parser.add_argument(
        "--kind",
        choices=MAP_KINDS,
        metavar="KIND",
        help=f"the kind of map, of which each game has another one: {', '.join(MAP_KINDS)} (default: {_KIND})",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file for the weights, such as mine.toml, after each round; the games go into a folder beside it, and "
        "the same command goes on with them",
    )
    parser.add_argument(
        "--minutes",
        type=_parse_minutes,
        metavar="M",
        help=f"end after M minutes in all (default: {_MINUTES:g}); stops don't count",
    )
    parser.add_argument(
        "--rounds",
        type=number_of("rounds", _MOST_ROUNDS),
        metavar="N",
        help="in place of --minutes: end after N rounds, whatever the time",
    )
    parser.add_argument(
        "--games", type=number_of("games", _MOST_GAMES, 20), metavar="N", help="the games of each of these rounds"
    )
    parser.add_argument(
        "--seed", type=parse_seed, metavar="S", help="the seed of all games; left out: a fresh one, which is kept"
    )
    parser.add_argument(
        "--jobs",
        type=number_of("processes", MOST_WORKERS),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many processes play (default: one for each processor)",
    )
    parser.add_argument("--json", action="store_true", help="as JSON, at the end")


def run(args: Namespace) -> int:
    """Learn until the time is over or the rounds are done, and write the weights after each round."""
    if args.out is None:
        raise UsageError("--out FILE is missing: the file for the weights, such as mine.toml")
    if args.maps and args.kind is not None:
        raise UsageError(f"--kind {args.kind} and {args.maps[0]}: learn for a kind of map, or on maps of your own")
    if args.minutes is not None and args.rounds is not None:
        raise UsageError("--minutes and --rounds: one of them says when to end")
    if args.games is not None and args.rounds is None:
        raise UsageError("--games goes with --rounds: by the clock a round has as many games as there is time for")
    kind = _kind(args)
    folder = _folder(args, kind)
    rounds: int | None = args.rounds
    minutes: float = _MINUTES if args.minutes is None else args.minutes
    until = f"{minutes:g} minute{'s' * (minutes != 1)}" if rounds is None else count(rounds, "round", "rounds")
    on = f"on {', '.join(args.maps)}" if args.maps else f"for {kind.name}"
    told = _Told(len(learned_rounds(kind, folder)) + 1, is_silent=args.json)
    told.tell(f"Learning {on}: {until}, {count(args.jobs, 'process', 'processes')}, seed {args.seed}.")
    try:
        with signals_as_interrupts(), lines.Progress(None, "games") as progress:
            learn(
                kind,
                folder,
                rounds=rounds,
                games=args.games,
                seconds=60 * minutes if rounds is None else None,
                tested=False,
                seed=args.seed,
                jobs=args.jobs,
                out=args.out,
                tell=told.tell,
                watch=lambda now: told.watch(now, progress),
            )
    except KeyboardInterrupt:
        has = f"{args.out} has the weights so far" if args.out.exists() else "there are no weights yet"
        raise KeyboardInterrupt(f"in round {told.round}: {has}, and the same command goes on") from None
    learned = learned_rounds(kind, folder)
    if args.json:
        reports = [each.report.read_text(encoding="utf-8").strip() for each in learned]
        found = {"file": str(args.out), "kind": kind.name, "maps": args.maps, "seed": args.seed, "rounds": reports}
        echo_json(found)
        return 0
    where = f" --map {quote(args.maps[0])}" if args.maps else ""
    bot = quote(f"star:1000@{args.out}")
    echo(paragraph(f"{args.out} has the weights of round {len(learned)}."))
    echo(f"`sse match {bot} mcts:1000{where} --jobs {args.jobs}` tells how strong they are.")
    return 0


class _Told:
    """What is said meanwhile: a line for each round, and the line of progress."""

    def __init__(self, first: int, *, is_silent: bool) -> None:
        self.round = first
        self._is_silent = is_silent
        self._games = 0

    def tell(self, line: str) -> None:
        """Print a line, unless an object alone is printed at the end."""
        if not self._is_silent:
            echo(paragraph(line))
            flush()

    def watch(self, now: Progress, line: lines.Progress) -> None:
        """Show how far a round is."""
        if now.number + 1 != self.round:
            self.round, self._games = now.number + 1, 0
        left = "" if now.clock is None else f", {lines.duration(now.clock.left)} left"
        line.more = f"round {self.round}{', fitting weights' if now.is_fit else ''}{left}"
        line.add(max(0, now.games - self._games))
        self._games = now.games


def _kind(args: Namespace) -> MapKind:
    """Return the kind of map of the arguments."""
    if not args.maps:
        return MAP_KINDS[args.kind or _KIND]
    starts = list[Any]()
    for name in args.maps:
        loaded = load(name, args.game)
        if not loaded.state.to_act:
            raise RefusedError(f"{name}: the game is over, and nothing can be played")
        starts.append(loaded.state)
    try:
        return own_kind(starts)
    except SetupError as error:
        raise RefusedError(f"{', '.join(args.maps)}: {error}") from None


def _folder(args: Namespace, kind: MapKind) -> Path:
    """Return the folder of the games, and set the seed; raise RefusedError if it has other games."""
    out: Path = args.out
    if out.suffix != _SUFFIX:
        raise UsageError(f"--out {out}: a file of weights ends in {_SUFFIX}")
    if not out.parent.is_dir():
        raise RefusedError(f"there is no folder {out.parent} for {out.name}")
    folder = out.with_suffix(".learning")
    asked = folder / "asked.json"
    if not asked.exists():
        if os.path.lexists(out):
            raise RefusedError(f"{out} is there, and its games aren't, in {folder}: name another file")
        args.seed = fresh_seed() if args.seed is None else args.seed
        folder.mkdir(exist_ok=True)
        write_whole(asked, json.dumps({"kind": kind.name, "maps": kind.about, "seed": args.seed}) + "\n")
        return folder
    try:
        kept = json.loads(asked.read_text(encoding="utf-8"))
        before = str(kept["kind"]), str(kept["maps"]), check_seed(kept["seed"])
    except (ValueError, KeyError, TypeError):
        raise RefusedError(f"{asked} is damaged: name another file, or remove {folder}") from None
    args.seed = before[2] if args.seed is None else args.seed
    if before != (kind.name, kind.about, args.seed):
        maps = " on maps of your own" if before[1] else ""
        raise RefusedError(
            f"{folder} has games for {before[0]}{maps} with the seed {before[2]}, and these are others: name another "
            "file"
        )
    return folder


def _parse_minutes(text: str) -> float:
    """Return a time in minutes above 0; raise ArgumentTypeError for another text."""
    try:
        minutes = float(text) if text.isascii() and text.replace(".", "", 1).isdigit() else 0.0
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= _MOST_MINUTES:
        raise ArgumentTypeError(f"a time in minutes is above 0, such as 10 or 0.5, and at most 10000, not {text!r}")
    return minutes
