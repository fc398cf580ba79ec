"""What a position is worth under a way to play, exactly: dynamic programming over all that can come of it.

It serves the last turns of a game: from the choice of turn 13 on there are some dozens of positions, from that of turn
12 on some thousands, from that of turn 11 on about a hundred thousand, with each turn more some thirty times as many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from .cards import Event, Kind, System, Technology
from .legality import legal_ids
from .position import CHANCES, TURNS, TURNS_OF_YEAR_1, Due, Position, score_of
from .rules import play

__all__ = ["Decision", "Prospect", "Prospects", "at_random", "best", "preference"]


class Prospect(NamedTuple):
    """What can be expected of a position."""

    score: float
    """The expected score at the end, where a lost game is worth 0 (M6.3, M7)."""

    survival: float
    """The probability that the Home World holds out to the end."""


Decision: TypeAlias = Callable[[list[Prospect]], Prospect]
"""A way to play: what a decision is worth, by what each of its options is worth."""


def best(options: list[Prospect]) -> Prospect:
    """Return the option of highest expected score; of equals the likeliest to survive."""
    return max(options, key=preference)


def preference(option: Prospect) -> tuple[float, float]:
    """Return what best play looks at, in order; scores are rounded, as equal ones may differ in the last digits."""
    return round(option.score, 9), option.survival


def at_random(options: list[Prospect]) -> Prospect:
    """Return what a decision is worth if each option is as likely."""
    return Prospect(fmean(option.score for option in options), fmean(option.survival for option in options))


class Prospects:
    """What positions are worth under one way to play; it remembers each that it has met.

    Numbers are exact but for the rounding of floats.
    """

    def __init__(self, decision: Decision = best) -> None:
        self._decision = decision
        self._known: dict[tuple[object, ...], Prospect] = {}

    def __len__(self) -> int:
        """Return how many positions were met, those that differ in nothing that matters counted once."""
        return len(self._known)

    def of(self, p: Position) -> Prospect:
        """Return what can be expected of a position."""
        if p.due is Due.END:
            return Prospect(0.0, 0.0) if p.lost else Prospect(float(score_of(p).total), 1.0)
        if p.due not in _REMEMBERED:
            return self._of_what_follows(p)
        key = essence(p)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._of_what_follows(p)
        return found

    def _of_what_follows(self, p: Position) -> Prospect:
        following = [play(p, index) for index in legal_ids(p)]
        if p.due not in CHANCES:
            return self._decision([self.of(q) for q in following])
        # Several faces of a die often come to the same.
        return _mean((self.of(q), times) for q, times in Counter(following).items())


def _mean(weighted: Iterable[tuple[Prospect, int]]) -> Prospect:
    score = survival = 0.0
    total = 0
    for prospect, times in weighted:
        score += times * prospect.score
        survival += times * prospect.survival
        total += times
    return Prospect(score / total, survival / total)


def essence(p: Position) -> tuple[object, ...]:
    """Return what matters of a position for all that can follow; two with the same are worth the same.

    It tells a choice, a building phase and an event apart, and knows no other positions.
    """
    table = p.expansion, p.due, _order_that_matters(p), p.unaligned, p.seen
    stores = p.metal, p.wealth, p.military, p.technologies
    if p.due is Due.CHOICE:
        return *table, p.turn, *stores, p.struck, p.diplomatic
    if p.turn == TURNS and p.due is Due.BUILD:
        # M5.1, M7: military can still be built, but is good for no more.
        return *table, p.technologies, p.wealth, legal_ids(p)
    if p.turn == TURNS:
        # M6.2: an event may still take a system.
        return *table, p.technologies & _SHIELDS, score_of(p).total
    # M3.3: the discovery of Diplomacy is for the next turn.
    tomorrow = p.discovered is Technology.INTERSTELLAR_DIPLOMACY
    if p.due is Due.BUILD:
        return *table, p.turn, *stores, p.built, p.discovered is None, tomorrow
    return *table, p.turn, *stores, tomorrow


def _order_that_matters(p: Position) -> tuple[System, ...]:
    """M6.1: of the order in which systems joined, return what invasions can ask for.

    A revolt may clear the way to a system as well as an invasion. As many of the last systems are told apart as hostile
    events can come in the turns that are left, none if no invasion can. In Year 1 all are, as Year 2 is still to come.
    """
    if p.turn <= TURNS_OF_YEAR_1:
        return p.empire
    unseen = [event.kind for event in Event if not p.seen >> event & 1]
    invasions = unseen.count(Kind.INVASION)
    hostile = min(invasions + unseen.count(Kind.REVOLT), TURNS - p.turn + 1) if invasions else 0
    first = max(0, len(p.empire) - hostile)
    return (*sorted(p.empire[:first]), *p.empire[first:])


_REMEMBERED: Final = frozenset({Due.CHOICE, Due.BUILD, Due.EVENT})
_SHIELDS: Final = 1 << Technology.HYPER_TELEVISION | 1 << Technology.PLANETARY_DEFENSES
