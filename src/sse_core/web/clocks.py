"""Chess clocks for the people of a game: the time that each has left, and which clocks run. They are immutable values.

They read no time themselves: each method takes the moment as a number of milliseconds. Time is charged to the
millisecond, without rounding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic_ns
from typing import Final, NamedTuple, TypeAlias

from ..forms.checks import shown
from ..play.seats import MAX_TAG
from .errors import WebError
from .messages import say

__all__ = ["OUT_OF_TIME", "Clocks", "Now", "Reading", "TimeControl", "is_clock_tag", "milliseconds", "time_control_of"]

Now: TypeAlias = Callable[[], int]
"""A function that returns the moment in milliseconds, which only grows."""

OUT_OF_TIME: Final = "out_of_time"
"""The tag of a record with the letters of the players whose clocks ran out."""

_TEXT: Final = re.compile(r"([0-9]{1,4})\+([0-9]{1,4})", re.ASCII)
_MINUTES: Final = range(1, 181)
_SECONDS: Final = range(181)
_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND

_CLOCK: Final = "clock"
_TIMES: Final = "times_"
_MOST_TAGS: Final = 80
"""The most tags of a record that times may take, so that the page can open the record again."""

_BEGIN: Final = monotonic_ns()


def milliseconds() -> int:
    """Return the milliseconds since the server began."""
    return (monotonic_ns() - _BEGIN) // 1_000_000


@dataclass(frozen=True)
class TimeControl:
    """A time control: minutes for the whole game, and seconds that each turn adds."""

    minutes: int
    seconds: int

    @property
    def text(self) -> str:
        """The time control as people write it, such as ``5+3``."""
        return f"{self.minutes}+{self.seconds}"


def time_control_of(text: object) -> TimeControl | None:
    """Return the time control that a text names; None for None. Raises WebError for anything else.

    >>> time_control_of("5+3")
    TimeControl(minutes=5, seconds=3)
    """
    if text in (None, ""):
        return None
    found = _TEXT.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise WebError(
            say(
                "a clock is written like 5+3, the minutes of each person and the seconds that a turn adds, not {text}",
                text=shown(text),
            )
        )
    minutes, seconds = int(found[1]), int(found[2])
    if minutes not in _MINUTES:
        least, most = _MINUTES[0], _MINUTES[-1]
        raise WebError(
            say("a clock has {least} to {most} minutes for each person, not {n}", least=least, most=most, n=minutes)
        )
    if seconds not in _SECONDS:
        least, most = _SECONDS[0], _SECONDS[-1]
        raise WebError(
            say("a clock adds {least} to {most} seconds after a turn, not {n}", least=least, most=most, n=seconds)
        )
    return TimeControl(minutes, seconds)


def is_clock_tag(key: str) -> bool:
    """Return whether a tag of a record is about clocks."""
    return key in (_CLOCK, OUT_OF_TIME) or key.startswith(_TIMES)


class Reading(NamedTuple):
    """The time on a clock after a turn."""

    place: int
    """The number of moves before it."""

    seat: int
    left: int
    added: int
    """The time that the turn has added; a take-back of the turn removes it."""


@dataclass(frozen=True)
class Clocks:
    """The clocks of a game at a moment. Methods for changes return new clocks.

    A clock doesn't run before its person has finished a first turn, so a person who hasn't come yet doesn't lose. That
    first turn adds no time either. A clock at 0 is out, and stays out. Without a time control nobody has a clock.
    """

    control: TimeControl | None = None
    left: Mapping[int, int] = field(default_factory=dict[int, int])
    """The milliseconds of each seat of a person at the moment `since`."""

    begun: frozenset[int] = frozenset()
    """The seats that have finished a turn."""

    running: frozenset[int] = frozenset()
    since: int = 0
    readings: tuple[Reading, ...] = ()
    """The readings of the clocks at the start and after each turn, in the order in which the turns ended.

    Turns that were taken back and may be redone have readings, too, at places after all moves.
    """

    @classmethod
    def fresh(cls, control: TimeControl | None, seats: Iterable[int], place: int = 0) -> Clocks:
        """Return full clocks for a game that begins after so many moves."""
        if control is None:
            return cls()
        left = dict.fromkeys(seats, control.minutes * _MINUTE)
        return cls(control, left, readings=tuple(Reading(place, seat, time, 0) for seat, time in left.items()))

    def left_at(self, now: int) -> dict[int, int]:
        """Return the time on each clock at a moment that isn't before `since`."""
        passed = max(0, now - self.since)
        return {seat: max(0, time - passed) if seat in self.running else time for seat, time in self.left.items()}

    def run(self, seats: Collection[int], now: int) -> Clocks:
        """Charge the time since then to the clocks that ran, and start the clocks of some seats."""
        return replace(self, left=self.left_at(now), running=self.begun.intersection(seats), since=now)

    def ended(self, seat: int, place: int) -> Clocks:
        """Take the reading after a turn, whose time is charged already; do nothing for a seat without a clock."""
        if seat not in self.left or self.control is None:
            return self
        left = self.left[seat]
        added = self.control.seconds * _SECOND if left and seat in self.begun else 0
        return replace(
            self,
            left={**self.left, seat: left + added},
            begun=self.begun | {seat},
            readings=(*self.readings, Reading(place, seat, left + added, added)),
        )

    def lost(self, seat: int, place: int) -> Clocks:
        """Take the reading of a clock that is out."""
        return replace(self, readings=(*self.readings, Reading(place, seat, 0, 0)))

    def until(self, place: int) -> Clocks:
        """Drop the readings after a place, when new moves replace those that were taken back."""
        return replace(self, readings=tuple(each for each in self.readings if each.place <= place))

    def moved(self, before: int, after: int) -> Clocks:
        """Undo or redo the turns between two places: the time that they have added is removed, or added again.

        The time that has passed stays charged. A clock doesn't run out by this, and one that is out stays out.
        """
        left, readings = dict(self.left), list(self.readings)
        for n in range(len(readings) - 1, -1, -1):
            seat, added = readings[n].seat, readings[n].added
            if after < readings[n].place <= before:
                taken = min(added, max(0, left[seat] - _SECOND))
                left[seat] -= taken
                readings[n] = readings[n]._replace(added=taken)
            elif before < readings[n].place <= after and left[seat]:
                left[seat] += added
        return replace(self, left=left, readings=tuple(readings))

    def swapped(self, first: int, middle: int, last: int) -> Clocks:
        """Swap the moves of places `first` to `middle` with those up to `last`, and keep each reading at its turn.

        This puts the orders of a player before those of another who has written first.
        """

        def place_of(place: int) -> int:
            if first < place <= middle:
                return place + last - middle
            return place - (middle - first) if middle < place <= last else place

        return self if first == middle or middle == last else self.at_places(place_of)

    def at_places(self, place_of: Callable[[int], int]) -> Clocks:
        """Return the clocks for a viewer who counts moves in another way."""
        return replace(self, readings=tuple(each._replace(place=place_of(each.place)) for each in self.readings))

    def left_before(self, place: int) -> dict[int, int]:
        """Return the time on each clock by seat when so many moves were made; nothing before the first reading."""
        return {each.seat: each.left for each in self.readings if each.place <= place}

    @property
    def deadline(self) -> int | None:
        """The moment at which the first clock is out; None if none runs."""
        return min((self.since + self.left[seat] for seat in self.running), default=None)

    def out_at(self, now: int) -> tuple[int, ...]:
        """Return the seats whose running clocks are out at a moment, in the order in which they ran out."""
        passed = now - self.since
        return tuple(sorted((s for s in self.running if self.left[s] <= passed), key=lambda s: (self.left[s], s)))

    def is_out(self, seat: int) -> bool:
        """Return whether a clock was out at the last charge."""
        return self.left.get(seat) == 0

    # --- in the store

    def rows(self, now: int) -> tuple[list[list[int]], list[list[int]]]:
        """Return rows for the store: for each clock its seat, its time now and 1 if it has begun; and the readings."""
        times = [[seat, time, int(seat in self.begun)] for seat, time in self.left_at(now).items()]
        return times, [list(each) for each in self.readings]

    @classmethod
    def of_rows(
        cls,
        control: TimeControl | None,
        times: Sequence[Sequence[int]],
        readings: Sequence[Sequence[int]],
        people: Collection[int],
    ) -> Clocks:
        """Return clocks from rows of the store, none of which runs; raise WebError if their people are others."""
        seats = [] if control is None else list(people)
        are_known = all(row[1] in seats for row in readings)
        if [row[0] for row in times] != seats or not are_known or any(row[1] < 0 for row in times):
            raise WebError("the clocks are not those of the people who play")
        left = {seat: time for seat, time, _ in times}
        begun = frozenset(seat for seat, _, has_begun in times if has_begun)
        return cls(control, left, begun, readings=tuple(Reading(*row) for row in readings))

    def set_by(self, deadline: int, seats: Collection[int]) -> Clocks:
        """Start the clocks of some seats at the moment that makes the first of them run out at a deadline."""
        running = self.begun.intersection(seats)
        least = min((self.left[seat] for seat in running), default=0)
        return replace(self, running=running, since=deadline - least)

    # --- in records

    def tags(self, letters: str, place: int) -> dict[str, str]:
        """Return the tags of a record of so many moves: the time control, and each person's seconds after each turn.

        There are none without a time control. Where times need several tags, these are numbered, as in ``times_A_2``. A
        very long game has no tags of times.
        """
        if self.control is None:
            return {}
        found: dict[str, str] = {}
        for seat in self.left:
            rows = [""]
            for each in self.readings[len(self.left) :]:
                word = str(each.left // _SECOND)
                if each.seat != seat or each.place > place:
                    continue
                if len(rows[-1]) + len(word) + 1 > MAX_TAG:
                    rows.append("")
                rows[-1] = f"{rows[-1]} {word}".strip()
            key = f"{_TIMES}{letters[seat]}"
            found |= {key if not n else f"{key}_{n + 1}": row for n, row in enumerate(rows) if row}
        return {_CLOCK: self.control.text} | (found if len(found) <= _MOST_TAGS else {})
