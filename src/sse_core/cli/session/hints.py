"""Hints for a person: the best action that a quick search finds, with its reasons."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from ...game import State
from ...play.search.analysis import Analysis, Line, Stop
from ...play.search.analysis_json import texts_of
from ...play.search.monte_carlo import search_of
from ..terminal.output import paragraph
from ..terminal.styles import signed

__all__ = ["SECONDS", "hint_lines", "hint_page"]

SECONDS: Final = 1.0
"""The seconds of the search for a hint."""

_ENOUGH: Final = 10
"""The visits per action below which the numbers of a hint mean little."""

_LONGER: Final = 10
"""The factor for the seconds of a longer hint, which are rounded up."""

_MOST_PLIES: Final = 6
"""The number of actions of the expected play that a hint shows."""


def hint_page(view: State[Any], player: int, *, seconds: float = SECONDS, stop: Stop, unicode: bool = False) -> str:
    """Return the hint that a search of so many seconds finds (see `hint_lines`).

    The search ends some milliseconds after `stop` is set. `unicode` says whether signs beyond ASCII may be used.
    """
    search = search_of(view, player=player)
    search.run(seconds=seconds, stop=stop)
    lines = hint_lines(search.analysis(), view, player)
    return "\n".join(paragraph(signed(line, unicode), "  ", indent=4) for line in lines)


def hint_lines(found: Analysis[Any], view: State[Any], player: int) -> list[str]:
    """Return lines with the best action for a player, its worth, the expected play, and the second-best action.

    An action that was searched less, or isn't proved, may seem to be worth more than the best one. Then the line
    doesn't call it second best, and says why it comes later.
    """
    best, *others = found.lines
    texts = texts_of(best, view, player)
    alone = len(view.totals) == 1
    lines = [f"{texts[0]}: {_worth(best, player, alone)}."]
    if not others:
        lines = [f"{texts[0]}: it is the only legal action."]
    elif len(texts) > 1:
        end = " ..." if len(texts) > _MOST_PLIES else "."
        lines.append(f"Expected after it: {', '.join(texts[1:_MOST_PLIES])}{end}")
    if others:
        second = others[0]
        text, worth = view.game.format_action(second.action, view), _worth(second, player, alone)
        # A proved value has no error.
        if _shown(second, player, alone) <= _shown(best, player, alone) or not (best.error or second.error):
            lines.append(f"Next best is {text}: {worth}.")
        elif not best.error:
            lines.append(f"Not proved is {text}: {worth}.")
        else:
            times = f"{second.visits:,} visit{'s' * (second.visits != 1)} against {best.visits:,}"
            lines.append(f"Searched less often is {text}: {worth}, after {times}.")
        searched = "proved" if best.exact else f"{found.visits:,} visit{'s' * (found.visits != 1)}"
        few = not best.exact and found.visits < _ENOUGH * len(found.lines)
        longer = (
            f", few for {len(found.lines)} actions; hint {ceil(_LONGER * found.seconds)}" if few else "; `sse analyse`"
        )
        lines.append(f"({searched} in {found.seconds:.1f} s{longer} looks for longer)")
    return lines


def _shown(line: Line[Any], player: int, alone: bool) -> tuple[float, float]:
    """Return the two numbers that are shown of an action, rounded; actions are ordered by the first."""
    value, margin = round(100 * float(line.value[player]), 1), round(float(line.margin[player]), 1)
    return (margin, value) if alone else (value, margin)


def _worth(line: Line[Any], player: int, alone: bool) -> str:
    """Return the worth of an action for a player, in words."""
    first, second = _shown(line, player, alone)
    error = "proved" if line.exact else f"± {100 * line.error:.1f}"
    if alone:
        return f"{first:.1f} points to be expected, and a win in {second:.1f} % ({error})"
    points = f"{abs(second):.1f} points"
    lead = "level" if points == "0.0 points" else f"{points} {'ahead' if second > 0 else 'behind'}"
    return f"{first:.1f} % of the win ({error}), {lead} at the end"
