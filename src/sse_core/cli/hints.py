"""A hint for a person: the best action that a quick search finds, and why."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from ..game import State
from ..play.analysis import Line, Stop
from ..play.analysis_object import texts_of
from ..play.search import search_of
from .looks import signed
from .pages import paragraph

__all__ = ["SECONDS", "hint_page"]

SECONDS: Final = 1.0
"""The seconds of the search for a hint."""

_ENOUGH: Final = 10
"""The visits for each action below which the numbers of a hint say little."""

_LONGER: Final = 10
"""How many times as long a hint is that would say more, in full seconds."""

_MOST_PLIES: Final = 6
"""The number of actions of the expected play that a hint shows."""


def hint_page(view: State[Any], player: int, *, seconds: float = SECONDS, stop: Stop, unicode: bool = False) -> str:
    """Return the best action for a player, its value, the play that is expected, and the second best.

    The search ends some milliseconds after `stop` is set. `unicode`: whether signs beyond ASCII may be used.
    """
    search = search_of(view, player=player)
    search.run(seconds=seconds, stop=stop)
    found = search.analysis()
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
        second = view.game.format_action(others[0].action, view)
        lines.append(f"Next best is {second}: {_worth(others[0], player, alone)}.")
        searched = "proved" if best.exact else f"{found.visits:,} visit{'s' * (found.visits != 1)}"
        few = not best.exact and found.visits < _ENOUGH * len(found.lines)
        longer = (
            f", few for {len(found.lines)} actions; hint {ceil(_LONGER * found.seconds)}" if few else "; `sse analyse`"
        )
        lines.append(f"({searched} in {found.seconds:.1f} s{longer} looks for longer)")
    return "\n".join(paragraph(signed(line, unicode), "  ", indent=4) for line in lines)


def _worth(line: Line[Any], player: int, alone: bool) -> str:
    """Return what an action is worth to a player, in words."""
    value, margin = 100 * float(line.value[player]), float(line.margin[player])
    error = "proved" if line.exact else f"± {100 * line.error:.1f}"
    if alone:
        return f"wins in {value:.1f} % ({error}), with {margin:.1f} points to be expected"
    points = f"{abs(margin):.1f} points"
    lead = "level" if points == "0.0 points" else f"{points} {'ahead' if margin > 0 else 'behind'}"
    return f"{value:.1f} % of the win ({error}), {lead} at the end"
