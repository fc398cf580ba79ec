"""Solutions as HTML, which notebooks show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..game import CHANCE
from ..notebook import table
from .notation import format_action
from .systems import SEATS

if TYPE_CHECKING:
    from .._fast import State
    from .actions import Action
    from .solving import Solution

__all__ = ["solution_table"]


def solution_table(found: Solution) -> str:
    """Return what is known of a position, and the worths of its actions: margins and shares of the win by seat."""
    rows = [[_text(worth.action, found.state), *_numbers(worth.margin, worth.value, found)] for worth in found.worths]
    margins, values = ([f"{what} {seat}" for seat in _seats(found)] for what in ("margin", "win"))
    heading = [
        "action",
        *(margins if found.objective != "win" else ()),
        *(values if found.objective != "margin" else ()),
    ]
    line = " ".join(_texts(found.line, found.state))
    note = f"{'Best play' if found.exact else 'Best so far'}: {line}" if line else ""
    return table(_caption(found), heading, rows, note=note)


def _seats(found: Solution) -> str:
    numbers = found.margin or found.value or next((worth.margin or worth.value for worth in found.worths), None)
    n = found.state.board.players if found.state is not None else len(numbers or ())
    return SEATS[:n]


def _caption(found: Solution) -> str:
    nodes = f"{found.nodes:,} positions in {found.seconds:.1f} s"
    if not found.exact:
        return f"Not solved yet: between {found.lower} and {found.upper} ({found.objective}); {nodes}"
    parts = (f"{seat} {' · '.join(numbers)}" for seat, *numbers in zip(_seats(found), *_columns(found), strict=True))
    return f"Solved: {', '.join(parts)} ({found.objective}); {nodes}"


def _columns(found: Solution) -> Iterator[list[str]]:
    """Yield the numbers of the position by seat: margins, shares of the win, or both."""
    if found.margin is not None:
        yield [_signed(number) for number in found.margin]
    if found.value is not None:
        yield [_share(number) for number in found.value]


def _numbers(
    margin: Sequence[int | Fraction] | None, value: Sequence[Fraction] | None, found: Solution
) -> Iterator[str]:
    if found.objective != "win":
        yield from map(_signed, margin or ())
    if found.objective != "margin":
        yield from map(_share, value or ())


def _signed(number: int | Fraction) -> str:
    return f"{number:+d}" if isinstance(number, int) else f"{float(number):+.2f}"


def _share(number: Fraction) -> str:
    return f"{100 * float(number):.1f} %"


def _text(action: Action, state: State | None) -> str:
    return str(action) if state is None else format_action(action, state)


def _texts(line: Sequence[Action], state: State | None) -> Iterator[str]:
    """Yield the text of each action of a line."""
    for action in line:
        yield _text(action, state)
        if state is not None and state.to_act and state.to_act != (CHANCE,):
            state = state.after(action)
