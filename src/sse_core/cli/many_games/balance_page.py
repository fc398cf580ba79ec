"""Results of a balance of seats: a table with its meaning for people, and JSON objects for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...arena import Balance, Estimate, Tally
from ...game import AnyGame
from ..terminal.output import align, paragraph
from .results_page import is_repeating, tally_object

__all__ = ["about", "balance_lines", "seat_object", "seat_objects"]

_GOALS: Final = (0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
"""The distances between seats. For the next two below the reached one, the page says how many games they take."""


def balance_lines(balance: Balance, game: AnyGame) -> list[str]:
    """Return the table of the seats after at least one game, and its meaning in words."""
    rows: list[Sequence[object]] = [["seat", "wins", "shared", "share %", "from", "to", "points"]]
    rows += [
        [
            *(row[key] for key in ("seat", "wins", "shared")),
            *(f"{100 * row[key]:.1f}" for key in ("share", "low", "high")),
            f"{row['points']:.2f}",
        ]
        for row in seat_objects(balance, game)
    ]
    lines = [align(rows, left=1), ""]
    if balance.seats > 1:
        lines.append(paragraph(_verdict(balance, game), indent=0))
    return [*lines, paragraph(_needs(balance), indent=0)]


def _verdict(balance: Balance, game: AnyGame) -> str:
    even = f"the even share of {100 * balance.even:.3g} %"
    parts: list[str] = []
    for found, words in ((True, "more"), (False, "less")):
        seats = [
            game.INFO.seats[seat] for seat in balance.uneven if (balance.shares[seat].value > balance.even) is found
        ]
        if seats:
            parts.append(f"{' and '.join(seats)} {'win' if len(seats) > 1 else 'wins'} {words}")
    if parts:
        return f"Not balanced for this bot: {', '.join(parts)} than {even}."
    reach = 100 * max(max(abs(end - balance.even) for end in (share.low, share.high)) for share in balance.shares)
    return (
        f"No seat is shown to be better: {even} lies in each interval. A share {reach:.1f} points off isn't ruled out."
    )


def _needs(balance: Balance) -> str:
    goals = [] if is_repeating(balance) else [goal for goal in _GOALS if goal < balance.reach][:2]
    told = f"The intervals hold together with 95 %, and reach {100 * balance.reach:.1f} points to a side at most"
    needed = [
        f"{100 * goal:g} {'point takes' if goal == 0.01 else 'points take'} {_games(balance, goal)}" for goal in goals
    ]
    return f"{told}. {', '.join(needed)}." if needed else f"{told}."


def _games(balance: Balance, goal: float) -> str:
    return f"about {about(balance.games_within(goal))} games"


def about(number: float) -> str:
    """Return a number as text, rounded to two digits.

    >>> about(9604), about(385), about(7)
    ('9,600', '380', '7')
    """
    return f"{int(float(f'{number:.2g}')):,}"


# --- for programs


def seat_objects(balance: Balance, game: AnyGame) -> list[dict[str, Any]]:
    """Return a JSON object for each seat; before the first game its unknown values are null."""
    nothing = [None] * balance.seats
    shares, points = (balance.shares, balance.points) if balance.games else (nothing, nothing)
    found = zip(game.INFO.seats, balance.by_seat, shares, points, strict=False)
    return [{**seat_object(seat, tally, share), "points": mean} for seat, tally, share, mean in found]


def seat_object(seat: str, tally: Tally, share: Estimate | None) -> dict[str, Any]:
    """Return the JSON object of a seat: its games, and its share of the win, null if unknown."""
    return {
        "seat": seat,
        "games": tally.games,
        **tally_object(tally),
        "share": None if share is None else share.value,
        "low": None if share is None else share.low,
        "high": None if share is None else share.high,
    }
