"""Growth of an arena: its file can go on with more rounds, and with more bots after the existing ones.

More bots add games at the end of each round (`Schedule`). So stored games are renumbered as if these bots had been
there from the beginning, and the missing games are played. A Swiss arena pairs by results, so it can't take more bots.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from .errors import StoreError
from .openings import TRIAL

__all__ = ["growth"]


def growth(
    kept: Mapping[str, Any], asked: Mapping[str, Any], place: str, *, latest: int
) -> tuple[Mapping[str, Any], Callable[[int], int]]:
    """Return the plan of a file from now on, and the new numbers of its games by the old ones.

    `kept` is the old plan, `asked` the new one (`Plan.to_json`), and `latest` the number of the last game, -1 if there
    is none. If rounds were played whose openings the first two rounds have decided, `openings_by` in the result is the
    number of bots that decide this further on. Raises StoreError, which names the place, if the file can't grow to the
    new plan.
    """
    there = dict(kept)
    openings_by = there.pop("openings_by", None)
    if there == asked:
        return kept, lambda number: number
    _check_same(there, asked, place)
    old, new = kept.get("per_round", 1), asked.get("per_round", 1)
    grown = dict(asked)
    if new != old and openings_by is None and latest >= TRIAL * old:
        openings_by = len(kept["bots"])
    return grown if openings_by is None else grown | {"openings_by": openings_by}, lambda n: n // old * new + n % old


def _check_same(kept: Mapping[str, Any], asked: Mapping[str, Any], place: str) -> None:
    """Raise StoreError unless the new plan is the old one, or more of it."""
    bots: tuple[list[str], list[str]] = kept.get("bots", []), asked.get("bots", [])
    has_more = len(bots[0]) < len(bots[1]) == len({*bots[1]}) and bots[1][: len(bots[0])] == bots[0]
    grows = {"rounds", "bots", "per_round", "files"} if has_more else {"rounds"}
    differ = [
        f"{name.replace('_', ' ')} is {json.dumps(kept.get(name))} there, and {json.dumps(asked.get(name))} here"
        for name in dict.fromkeys([*kept, *asked])
        if kept.get(name) != asked.get(name) and name not in grows
    ]
    files = {name for name, content in kept.get("files", {}).items() if asked.get("files", {}).get(name) != content}
    if has_more and files:
        differ.append(f"{', '.join(sorted(files))} has changed since")
    if differ:
        raise StoreError(f"{place} is of another arena: {'; '.join(differ)}")
    if has_more and kept.get("schedule") == "swiss":
        raise StoreError(f"{place} is of a Swiss arena, which pairs by the results of all, so no bot joins it later")
    if asked.get("rounds", 0) < kept.get("rounds", 0):
        least = kept["rounds"] * asked.get("per_round", 1)
        raise StoreError(
            f"{place} has {kept['rounds']} rounds, and {asked['rounds']} are asked for; it grows, and never shrinks: "
            f"ask for {least} games or more"
        )
