"""Report of a comparison: the differences, shortened to be readable, and counts by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from tools.same.comparing import Compared, Difference
from tools.same.observing.walk import Question

__all__ = ["Tally", "lines_of"]

_BEFORE: Final = 60
_AFTER: Final = 160
"""The number of characters that are shown before the first difference, and after it."""

_OPTIONS: Final = 300


class Tally:
    """The counts of a campaign so far, by kind."""

    def __init__(self) -> None:
        self.games = 0
        self.seen = 0
        self._counts = Counter[str]()
        self._games = Counter[str]()
        self._where = dict[str, set[str]]()

    def add(self, compared: Compared) -> None:
        """Count a game."""
        self.games += 1
        self.seen += compared.n_seen
        self._counts.update(compared.counts)
        for kind in compared.counts:
            self._games[kind] += 1
            self._where.setdefault(kind, set()).add(compared.question.game)

    @property
    def is_same(self) -> bool:
        """Whether there is no difference."""
        return not self._counts

    def lines(self) -> Iterator[str]:
        """Yield the counts."""
        found = "all the same" if self.is_same else "these differ"
        yield f"{self.games:,} games, {self.seen:,} things seen: {found}"
        for kind, n in sorted(self._counts.items()):
            where = ", ".join(sorted(self._where[kind]))
            yield f"    {kind}: {n:,} in {self._games[kind]:,} games of {where}"


def lines_of(compared: Compared, again: str) -> Iterator[str]:
    """Yield the differences of a game; `again` is the command that repeats it, without its options."""
    asked = compared.question
    for each in compared.differences:
        yield f"{each.kind}: {asked.game}, {asked.preset or 'no preset'}, game {asked.number}, {each.place}"
        yield f"    start:   {_flat(each.start)[:_OPTIONS]}"
        yield from (f"    {name} {value}" for name, value in zip(("here:   ", "earlier:"), _apart(each), strict=True))
        yield f"    again:   {again} {_options(asked)}"


def _options(asked: Question) -> str:
    return f"--game {asked.game} --preset '{asked.preset}' --first {asked.number} --games 1"


def _apart(each: Difference) -> Iterable[str]:
    """Return both values from shortly before the first character that differs."""
    pairs = enumerate(zip(each.here, each.there, strict=False))
    first = next((n for n, (one, other) in pairs if one != other), min(len(each.here), len(each.there)))
    start, end = max(0, first - _BEFORE), first + _AFTER
    for value in (each.here, each.there):
        yield f"{'…' * (start > 0)}{_flat(value[start:end])}{'…' * (len(value) > end)}"


def _flat(text: str) -> str:
    """Return a text in one line."""
    return repr(text)[1:-1]
