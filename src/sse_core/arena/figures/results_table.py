"""HTML tables of a match's results, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from ...drawing.notebook import table
from .estimates import Estimate, Tally

__all__ = ["empty_table", "results_table"]


def empty_table() -> str:
    """Return the HTML in place of results before the first complete round."""
    return table("No round is complete, so there are no results.", [], [])


def results_table(
    tally: Tally, by_seat: Sequence[Estimate], even: float, *, share: Estimate, margin: Estimate | None, elo: Estimate
) -> str:
    """Return a table of the share of the win, the margin and Elo with 95 % intervals, and a note about the seats.

    `even` is the share of the win of equal bots. `by_seat` is empty in a game for one. Without a margin its row is left
    out.
    """
    noun = "games" if by_seat else "seeds"
    rows = [
        _row("share of the win", share, ".1f", 100, " %"),
        *([] if margin is None else [_row("margin", margin, "+z.2f")]),
        _row("Elo", elo, "+z.0f"),
    ]
    shares = (f"{100 * each.value:.1f} % ({100 * each.low:.1f} to {100 * each.high:.1f})" for each in by_seat)
    seats = f" Share at each seat, in order: {', '.join(shares)}." if by_seat else ""
    return table(
        f"A won {tally.wins}, shared {tally.shared} and lost {tally.losses} of {tally.games} {noun}",
        ["", "result", "95 %, from", "to"],
        rows,
        note=f"{100 * even:.3g} % of the win would be even.{seats}",
    )


def _row(name: str, number: Estimate, form: str, times: float = 1, unit: str = "") -> Sequence[str]:
    """Return the row of a number with its interval; an infinite end is left out."""
    return [name, *(f"{each * times:{form}}{unit}" if isfinite(each) else "" for each in number)]
