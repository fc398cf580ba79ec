"""Observations of drawings: of positions, for terminals and pages, and pictures of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

from sse_core import GameRecord, to_svg, to_text
from sse_core.game import Pen, State, Theme

from .seen import Seen, answer_of, optional_answer

__all__ = ["of_drawings", "of_pictures"]

_LINES: Final = 20
"""The lines of a low window."""

_PICTURED: Final = 6
"""The number of moves in animations and strips."""


def of_drawings(state: State[Any], place: str, last: Sequence[Any]) -> Iterator[Seen]:
    """Yield the drawings of a position with the last actions marked."""
    game: Any = state.game
    pens = (Pen(_painted), Pen(unicode=True), Pen(lines=_LINES))
    yield Seen("drawing/terminal", place, "\n".join(answer_of(game.to_text, state, last=last, pen=pen) for pen in pens))
    yield Seen("drawing/svg", place, "\n".join(_in_themes(game, "to_svg", state, last=last)))
    yield Seen("drawing/narrow", place, "\n".join(_in_themes(game, "narrow_svg", state, last=last)))
    yield Seen("drawing/thumbnail", place, "\n".join(_in_themes(game, "thumbnail", state)))


def of_pictures(record: GameRecord[Any, Any], place: str) -> Iterator[Seen]:
    """Yield the pictures of a game's beginning, and of its map."""
    begun: GameRecord[Any, Any] = GameRecord(record.start, record.moves[:_PICTURED])
    yield Seen("drawing/strip", place, answer_of(begun.to_strip))
    yield Seen("drawing/animation", place, answer_of(begun.to_svg, animated=True))
    game: Any = record.game
    if hasattr(game, "map_of"):
        layout = game.map_of(record.start)
        yield Seen("drawing/map", place, f"{answer_of(to_text, layout)}\n{answer_of(to_svg, layout)}")


def _painted(words: str, role: str) -> str:
    return f"<{role}>{words}</>"


def _in_themes(game: Any, name: str, state: State[Any], **named: Any) -> Iterator[str]:
    """Yield a drawing of the game in each theme; empty for a game without such drawings."""
    for theme in get_args(Theme):
        yield optional_answer(game, name, state, theme=theme, **named)
