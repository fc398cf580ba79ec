"""Loading of files and presets by name: their content is recognized and checked."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from ..errors import RangeError
from ..forms.checks import guess
from ..game import AnyGame
from ..games import GAMES
from ..play.game_commands import LoadMap
from ..play.records.contents import Content, content_of
from ..play.records.record import GameRecord, read
from ..play.sentences import count
from .terminal.output import RefusedError, UsageError, naming_file, read_file

__all__ = [
    "check_ply",
    "load",
    "load_line",
    "load_position",
    "map_loader",
    "over_words",
    "record_in",
    "variations_left_out",
]


def load(name: str, game: AnyGame) -> Content:
    """Return the content of a file, or the preset of this name; ``-`` is the standard input.

    Raises OSError if the file can't be read, RefusedError if no preset and no file has the name, or if the file's
    content is not of this game.
    """
    presets = game.presets()
    if name in presets:
        return content_of(presets[name].value, game)
    info = game.INFO
    try:
        text = read_file(name, info.prefix)
    except FileNotFoundError:
        near = guess(name, presets)
        raise RefusedError(f"{name}: no such file, and no {info.preset} of {info.title} has this name{near}") from None
    with naming_file(name):
        return content_of(read(text, game), game)


def load_line(name: str, game: AnyGame, variation: Sequence[int] | None) -> Content:
    """Load like `load`; with a variation, return the line of the record's game through it (see `GameRecord.line`).

    Raises the errors of `load`, and UsageError if there is no such variation.
    """
    loaded = load(name, game)
    if variation is None:
        return loaded
    record = record_in(loaded, name)
    try:
        line = record.line(*variation)
    except RangeError:
        place = ".".join(str(each + 1) for each in variation)
        has = "no variations" if not record.variations else f"only {len(record.variations)} at its top"
        raise UsageError(f"--variation {place}: {name} has {has}") from None
    return replace(loaded, shown=line.final, state=line.final, record=line)


def variations_left_out(record: GameRecord[Any, Any], does: str) -> str:
    """Return a sentence about variations of a record that a command ignores; empty if there are none.

    `does` says what the command does with one, such as ``draws``.
    """
    n = len(record.variations)
    if not n:
        return ""
    which = "the first" if n > 1 else "it"
    return f"{count(n, 'variation is', 'variations are')} left out: --variation 1 {does} {which}."


def load_position(args: Namespace) -> Content:
    """Load the content that the arguments of `output.add_position` name; its state is the position at ``--ply``.

    Raises the errors of `load_line`, and UsageError if there is no such ply.
    """
    loaded = load_line(args.position, args.game, args.variation)
    if args.ply is None:
        return loaded
    record = GameRecord(loaded.state) if loaded.record is None else loaded.record
    check_ply(args.ply, record, args.position)
    return replace(loaded, state=next(islice(record.states(), args.ply - record.start.ply, None)))


def check_ply(ply: int, record: GameRecord[Any, Any], name: str) -> None:
    """Raise UsageError unless the record in a file has a position at this ply (`State.ply`)."""
    first, last = record.start.ply, record.final.ply
    if not first <= ply <= last:
        raise UsageError(f"--ply {ply}: {name} has plies {first} to {last}")


def over_words(loaded: Content, name: str, game: AnyGame) -> str:
    """Return a message for commands that need a player to act: the game in the file is over, and how to go on."""
    words = f"the game is over after {count(loaded.state.ply, 'ply', 'plies')}"
    if loaded.record is None:
        return f"{words}, and no action is legal"
    named = "" if game.INFO.name == next(iter(GAMES)) else f" {game.INFO.name}"
    return f"{words}; --ply N goes back to an earlier position, and `sse review{named} {name}` looks at each"


def record_in(loaded: Content, name: str) -> GameRecord[Any, Any]:
    """Return the record of loaded content, for a campaign that of its last game; raise RefusedError without one."""
    if loaded.record is None:
        raise RefusedError(f"{name} is no record of a game, but a {loaded.kind}; `sse play --out DIR` writes one")
    return loaded.record


def map_loader(game: AnyGame) -> LoadMap:
    """Return the function that loads maps for a game."""

    def load_map(name: str) -> Any:
        found = load(name, game)
        if found.kind != "map":
            raise RefusedError(f"{name} is no map, but a {found.kind}")
        return found.shown

    return load_map
