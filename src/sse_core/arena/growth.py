"""Growth of an arena: a file that was begun goes on with more rounds, and with more bots behind those that it has.

More bots add games at the end of each round (`Schedule`). So all games that are kept get the numbers that they would
have had from the beginning, and what is missing is played. A Swiss arena pairs by results, so others join it no more.
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
    """Return what a file plays from now on, and the new numbers of its games by the old ones.

    `kept` is what it has played, `asked` what it is asked for (`Plan.to_json`), and `latest` the number of its last
    game, -1 if it has none. Where rounds were played whose openings the first two had told, the bots of these rounds
    tell it further on, as `openings_by`. Raises StoreError, which names the place, if it can't grow to that.
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
    """Raise StoreError unless what is asked for is what was begun, or more of it."""
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
