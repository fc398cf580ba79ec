"""Solutions: the results of the solver for a position, and their tables in notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from ..._fast import State
from ...drawing.notebook import table
from ...game import CHANCE
from ..actions import Action
from ..maps.systems import SEATS
from ..text.notation import format_action

__all__ = ["Objective", "Solution", "Worth", "caption_of", "object_of", "play_of", "rows_of"]

Objective: TypeAlias = Literal["margin", "win", "win-margin"]
"""The number that each player maximizes: the margin; the share of the win (E7.4); or the share of the win first, and
the margin among equal shares."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of an action under best play."""

    action: Action

    margin: tuple[int | Fraction, ...] | None
    """As in `Solution`."""

    value: tuple[Fraction, ...] | None
    """As in `Solution`."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of the solver for a position: the known facts about best play."""

    exact: bool
    """Whether the worth is proved; False if time ran out."""

    objective: Objective
    """The number that each player maximizes."""

    margin: tuple[int | Fraction, ...] | None
    """Each seat's own total less the best opponent's; if unexplored systems are left, an expectation, as a Fraction.
    None unless `exact`, and None for the objective ``"win"``, which ignores margins."""

    value: tuple[Fraction, ...] | None
    """Each seat's share of the win; if unexplored systems are left, an expectation. None unless `exact`, and None for
    the objective ``"margin"``."""

    lower: int | Fraction
    """A proved lower bound on the number of the player to act: the margin, or the share of the win if the objective
    begins with ``"win"``. While chance is to act, it bounds the number of the player whose turn it is; after the end,
    the number of seat 0."""

    upper: int | Fraction
    """A proved upper bound on the same number; equal to `lower` if `exact`."""

    line: tuple[Action, ...]
    """Best play if `exact`: to the end, or up to the first chance event. It may be shorter if time ran out. If not
    `exact`, the action that looks best."""

    worths: tuple[Worth, ...]
    """The known worths of legal actions, the best one first, equal ones by id; see `solve`."""

    nodes: int
    """The positions searched."""

    seconds: float
    """The time that the solver took."""

    state: State | None = field(default=None, repr=False, compare=False)
    """The position, to write actions as text; None if unknown."""

    def _repr_html_(self) -> str:
        return _table_of(self)

    @property
    def best(self) -> Action | None:
        """The first action of `line`; None if there is none."""
        return self.line[0] if self.line else None


# --- words and tables


def _table_of(found: Solution) -> str:
    """Return a solution as HTML: the known worth, and the margin and share of the win after each action."""
    heading, *rows = rows_of(found)
    return table(caption_of(found), heading, rows, note=play_of(found))


def rows_of(found: Solution) -> list[list[str]]:
    """Return a row for each action that was worked out, below the heading."""
    rows = [[_text(worth.action, found.state), *_numbers(worth.margin, worth.value, found)] for worth in found.worths]
    margins, values = ([f"{what} {seat}" for seat in _seats(found)] for what in ("margin", "win"))
    heading = [
        "action",
        *(margins if found.objective != "win" else ()),
        *(values if found.objective != "margin" else ()),
    ]
    return [heading, *rows]


def play_of(found: Solution) -> str:
    """Return the line of best play, or the action that looks best; empty if there is neither."""
    line = " ".join(_texts(found.line, found.state))
    return f"{'Best play' if found.exact else 'Best so far'}: {line}" if line else ""


def object_of(found: Solution) -> dict[str, Any]:
    """Return a solution as a JSON object; worths are texts, such as ``"-3"`` and ``"11/2"``."""
    return {
        "exact": found.exact,
        "objective": found.objective,
        "margin": _exact(found.margin),
        "value": _exact(found.value),
        "lower": str(found.lower),
        "upper": str(found.upper),
        "line": list(_texts(found.line, found.state)),
        "worths": [
            {"action": _text(each.action, found.state), "margin": _exact(each.margin), "value": _exact(each.value)}
            for each in found.worths
        ],
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


def _exact(numbers: Sequence[int | Fraction] | None) -> list[str] | None:
    return None if numbers is None else list(map(str, numbers))


def _seats(found: Solution) -> str:
    numbers = found.margin or found.value or next((worth.margin or worth.value for worth in found.worths), None)
    n = found.state.board.players if found.state is not None else len(numbers or ())
    return SEATS[:n]


def caption_of(found: Solution) -> str:
    """Return a sentence about the worth of the position, and the cost of the work."""
    nodes = f"{found.nodes:,} positions in {found.seconds:.1f} s"
    if not found.exact:
        return f"Not solved yet: between {found.lower} and {found.upper} ({found.objective}); {nodes}"
    parts = (f"{seat} {' and '.join(numbers)}" for seat, *numbers in zip(_seats(found), *_columns(found), strict=True))
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
    return f"{number:+d}" if isinstance(number, int) else f"{float(number):+z.2f}"


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
