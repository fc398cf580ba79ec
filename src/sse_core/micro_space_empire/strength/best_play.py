"""Exact values of positions under best play, or another way to play, by dynamic programming over all later positions.

This is for the last turns of a game. There are some dozens of positions from turn 13 on, some thousands from turn 12
on, and about a hundred thousand from turn 11 on. Each earlier turn multiplies the number by about thirty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from ..cards import Event, EventKind, System, Technology
from ..positions.position import CHANCES, TURNS, TURNS_OF_YEAR_1, Due, Position, score_of
from ..state import State

__all__ = [
    "Decision",
    "OutOfTimeError",
    "Prospect",
    "Prospects",
    "at_random",
    "best",
    "check_time",
    "never",
    "preference",
]


class Prospect(NamedTuple):
    """The expected end of a game from a position on."""

    score: float
    """The expected score at the end, where a lost game is worth 0 (M6.3, M7)."""

    survival: float
    """The probability that the Home World holds out to the end."""


Decision: TypeAlias = Callable[[list[Prospect]], Prospect]
"""A way to play: the prospect of a decision, given the prospect of each of its options."""


def best(options: list[Prospect]) -> Prospect:
    """Return the option with the highest expected score; among equals, the one most likely to survive."""
    return max(options, key=preference)


def preference(option: Prospect) -> tuple[float, float]:
    """Return the key of best play: the expected score, then survival.

    Scores are rounded, since equal ones may differ in their last digits.
    """
    return round(option.score, 9), option.survival


def at_random(options: list[Prospect]) -> Prospect:
    """Return the prospect of a decision whose options are equally likely."""
    return Prospect(fmean(option.score for option in options), fmean(option.survival for option in options))


class OutOfTimeError(Exception):
    """The time for the work is up, or the work was stopped."""


def never() -> bool:
    """Return False, so that the work goes on to the end."""
    return False


def check_time(is_up: Callable[[], bool]) -> None:
    """Raise OutOfTimeError if a function says that the time is up."""
    if is_up():
        raise OutOfTimeError


class Prospects:
    """The prospects of positions under one way to play, each computed once and cached.

    The numbers are exact apart from the rounding of floats.
    """

    def __init__(self, decision: Decision = best) -> None:
        self.is_up: Callable[[], bool] = never
        """Returns whether to stop the work; it is called before each position."""
        self._decision = decision
        self._known: dict[tuple[object, ...], Prospect] = {}

    def __len__(self) -> int:
        """Return the number of computed positions; positions with the same key count once (see `memory_key`)."""
        return len(self._known)

    def of(self, p: Position) -> Prospect:
        """Return the prospect of a position.

        Raises OutOfTimeError when `is_up` says so. The computed prospects are kept, so that another call continues
        there.
        """
        return self._of(State.of(p, 0))

    def _of(self, state: State) -> Prospect:
        due = state.due
        if due is Due.END:
            return Prospect(0.0, 0.0) if state.lost else Prospect(float(state.totals[0]), 1.0)
        if due not in _REMEMBERED:
            return self._of_what_follows(state)
        key = memory_key(state.position)
        found = self._known.get(key)
        if found is None:
            check_time(self.is_up)
            found = self._known[key] = self._of_what_follows(state)
        return found

    def _of_what_follows(self, state: State) -> Prospect:
        following = map(state.after, state.legal_ids())
        if state.due not in CHANCES:
            return self._decision(list(map(self._of, following)))
        # Several faces of a die often have the same result.
        return _mean((self._of(after), times) for after, times in Counter(following).items())


def _mean(weighted: Iterable[tuple[Prospect, int]]) -> Prospect:
    score = survival = 0.0
    total = 0
    for prospect, times in weighted:
        score += times * prospect.score
        survival += times * prospect.survival
        total += times
    return Prospect(score / total, survival / total)


def memory_key(p: Position) -> tuple[object, ...]:
    """Return a key of everything that can matter later in the game; positions with equal keys have equal prospects.

    The position is at a choice, in the building phase or before an event.
    """
    cards = p.expansion, p.due, _order_that_matters(p), p.unaligned, p.seen
    stores = p.metal, p.wealth, p.military, p.technologies
    if p.due is Due.CHOICE:
        return *cards, p.turn, *stores, p.struck, p.diplomatic
    if p.turn == TURNS and p.due is Due.BUILD:
        # M5.1, M7: military can still be built, but no longer helps.
        return *cards, p.technologies, p.wealth, State.of(p, 0).legal_ids()
    if p.turn == TURNS:
        # M6.2: an event may still take a system.
        return *cards, p.technologies & _SHIELDS, score_of(p).total
    # M3.3: diplomacy is possible in the next turn.
    diplomatic_next = p.discovered is Technology.INTERSTELLAR_DIPLOMACY
    if p.due is Due.BUILD:
        return *cards, p.turn, *stores, p.built, p.discovered is None, diplomatic_next
    return *cards, p.turn, *stores, diplomatic_next


def _order_that_matters(p: Position) -> tuple[System, ...]:
    """Return the systems of the empire, sorted where their order no longer matters (M6.1).

    An invasion takes the last system, and earlier revolts and invasions may have taken later ones. So if n hostile
    events can still come, the order of the last n systems matters; if no invasion can come, no order does. In Year 1
    the order of all systems matters, since the events of Year 2 are still to come.
    """
    if p.turn <= TURNS_OF_YEAR_1:
        return p.empire
    unseen = [event.kind for event in Event if not p.seen >> event & 1]
    invasions = unseen.count(EventKind.INVASION)
    hostile = min(invasions + unseen.count(EventKind.REVOLT), TURNS - p.turn + 1) if invasions else 0
    first = max(0, len(p.empire) - hostile)
    return (*sorted(p.empire[:first]), *p.empire[first:])


_REMEMBERED: Final = frozenset({Due.CHOICE, Due.BUILD, Due.EVENT})
_SHIELDS: Final = 1 << Technology.HYPER_TELEVISION | 1 << Technology.PLANETARY_DEFENSES
