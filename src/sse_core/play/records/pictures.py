"""Pictures of a recorded game: a position, the whole game as an animation, and a strip of positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, SupportsFloat, SupportsIndex

from ...drawing.animation import animate
from ...drawing.strip import strip
from ...errors import ArgumentError, RangeError
from ...forms.checks import check_flag, check_number, check_seconds, shown
from ...game import Outcome, Recorded
from ..messages import counted, say
from ..seats import label_of, labels_of

__all__ = ["MOST", "animation_of", "check_ply", "drawing_of", "spread", "strip_of", "title_of"]

MOST: Final = 200
"""The most positions of an animation if no plies are given."""

_IN_STRIP: Final = 8
"""The most positions of a strip if no plies are given."""

_COLUMNS: Final = 4
_LEAST_SECONDS: Final = 0.01
_MOST_SECONDS: Final = 3600
_MOST_COLUMNS: Final = 100
_WIDTHS: Final = (100, 20_000)


def drawing_of(record: Recorded, ply: SupportsIndex | None, options: dict[str, Any]) -> str:
    """Return the position after so many moves, None for all of them, with the last turn marked."""
    number = len(record.moves) if ply is None else check_ply(ply, 0, len(record.moves))
    return _drawings(record, [number], options)[0]


def animation_of(
    record: Recorded,
    plies: Iterable[SupportsIndex] | None,
    seconds: SupportsFloat,
    loop: bool,
    options: dict[str, Any],
) -> str:
    """Return the animation of a record (see `GameRecord.to_svg`)."""
    chosen = _chosen(plies, record, MOST)
    time = _seconds(seconds)
    check_flag(loop, "loop")
    return animate(_drawings(record, chosen, options), seconds=time, loop=loop, words=title_of(record))


def strip_of(
    record: Recorded,
    plies: Iterable[SupportsIndex] | None,
    columns: SupportsIndex | None,
    width: SupportsIndex,
    options: dict[str, Any],
) -> str:
    """Return the strip of a record (see `GameRecord.to_strip`)."""
    chosen = _chosen(plies, record, _IN_STRIP)
    n_columns = min(len(chosen), _COLUMNS if columns is None else check_number(columns, "columns", _MOST_COLUMNS, 1))
    pixels = check_number(width, "width", _WIDTHS[1], _WIDTHS[0])
    drawings = _drawings(record, chosen, options)
    theme = options.get("theme", "dark")
    captions = _captions(record, chosen)
    return strip(drawings, captions, columns=n_columns, width=pixels, theme=theme, words=title_of(record))


def title_of(record: Recorded) -> str:
    """Return a line for people: the game, who played, how long it took, and the winners."""
    game, tags = record.game, record.tags
    outcome: Outcome | None = record.final.outcome
    players = ", ".join(label_of(seat, tags, game) for seat in range(len(record.start.totals)))
    if outcome is None:
        end = say("unfinished")
    elif not outcome.winners:
        end = say("nobody wins")
    else:
        winners = labels_of(outcome.winners, tags, game)
        end = counted(len(outcome.winners), "{who} wins", "{who} share the win", who=winners)
    plies = counted(len(record.moves), "{n} ply", "{n} plies")
    return f"{game.INFO.title}: {players}; {plies}, {end}"


# --- plies


def _chosen(plies: Iterable[SupportsIndex] | None, record: Recorded, most: int) -> list[int]:
    """Return the plies to draw: the given ones, checked; else all, or the greatest allowed number, evenly spread."""
    n = len(record.moves)
    if plies is None:
        return spread(n, most)
    if isinstance(plies, str) or not isinstance(plies, Iterable):
        raise TypeError(f"plies is a sequence of plies, such as range(0, 20, 2), not {shown(plies)}")
    chosen = [check_ply(ply, 0, n) for ply in plies]
    if not chosen:
        raise ArgumentError("plies is empty: there is no position to draw")
    return chosen


def spread(n: int, most: int) -> list[int]:
    """Return the numbers from 0 to n; if there are more than `most`, so many of them, evenly spread."""
    count = min(n + 1, most)
    return [round(i * n / max(1, count - 1)) for i in range(count)]


def check_ply(ply: SupportsIndex, first: int, last: int) -> int:
    """Return a ply of a record; raise RangeError if the record doesn't have it, TypeError for no integer."""
    if isinstance(ply, bool) or not isinstance(ply, SupportsIndex):
        raise TypeError(f"a ply is an integer, not {type(ply).__name__}")
    value = ply.__index__()
    if not first <= value <= last:
        raise RangeError(f"the record has no ply {shown(value)}: they are {first}, the start, to {last}, the end")
    return value


def _seconds(seconds: SupportsFloat) -> float:
    """Return the time of each position; raise ArgumentError if it is out of range, TypeError for no number."""
    value = check_seconds(seconds)
    if not _LEAST_SECONDS <= value <= _MOST_SECONDS:
        raise ArgumentError(f"seconds is {shown(seconds)}, not in {_LEAST_SECONDS} to {_MOST_SECONDS:,}")
    return value


# --- positions


def _drawings(record: Recorded, plies: Sequence[int], options: dict[str, Any]) -> list[str]:
    """Return the drawing of each ply, with the actions of the latest turn marked."""
    game, wanted = record.game, {*plies}
    drawn: dict[int, str] = {}
    turn: list[Any] = []
    for ply, state in enumerate(record.states()):
        if ply in wanted:
            drawn[ply] = game.to_svg(state, last=turn, **options)
        if ply < len(record.moves):
            turn = [*(turn if game.continues_turn(state) else []), record.actions[ply]]
    return [drawn[ply] for ply in plies]


def _captions(record: Recorded, plies: Sequence[int]) -> list[str]:
    """Return the number, the seat and the text of the move that led to each ply."""
    game, wanted = record.game, {*plies}
    found = {0: say("start")}
    for ply, (state, (player, action)) in enumerate(zip(record.states(), record.moves, strict=False), 1):
        if ply in wanted:
            found[ply] = f"{ply}. {label_of(player, {}, game)}: {game.format_action(action, state)}"
    return [found[ply] for ply in plies]
