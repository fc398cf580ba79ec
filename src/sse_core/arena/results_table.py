"""The results of a match as HTML, which notebooks show."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from ..drawing.notebook import table

if TYPE_CHECKING:
    from .results import Estimate, Results

__all__ = ["results_table"]


def results_table(found: Results) -> str:
    """Return the share of the win, the margin and Elo with their 95 % intervals; the seats are in the note."""
    if not found.rounds:
        return table("No round is complete, so there are no results.", [], [])
    tally = found.tally
    noun = "seeds" if found.seats == 1 else "games"
    rows = [
        _row("share of the win", found.share, ".1f", 100, " %"),
        _row("margin", found.margin, "+.2f"),
        _row("Elo", found.elo, "+.0f"),
    ]
    shares = (f"{100 * each.share:.1f} %" for each in found.by_seat)
    even = f"{100 / found.table:.3g} % of the win would be even."
    seats = f" Share at each seat, in order: {', '.join(shares)}." if found.seats > 1 else ""
    return table(
        f"A won {tally.wins}, shared {tally.shared} and lost {tally.losses} of {tally.games} {noun}",
        ["", "result", "95 %, from", "to"],
        rows,
        note=even + seats,
    )


def _row(name: str, number: Estimate, form: str, times: float = 1, unit: str = "") -> Sequence[str]:
    """Return a number and its interval; an end that is infinite is left out."""
    return [name, *(f"{each * times:{form}}{unit}" if isfinite(each) else "" for each in number)]
