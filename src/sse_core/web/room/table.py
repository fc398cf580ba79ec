"""The table of a room: who looks at it, whose devices are there, what is asked, and what is offered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final, TypeAlias
from weakref import WeakMethod

from ...forms.checks import shown
from ..answers import TableNews
from ..clocks import Now
from ..errors import StaleError, WebError
from ..messages import say
from ..plan import Plan
from .seats import Seats, checked_name

__all__ = ["PATIENCE", "Listener", "Question", "Table"]

Listener: TypeAlias = Callable[[int, int | None], None]
"""A function that is called at each change, with the version and the seat that thinks; from any thread, and while the
room is locked."""

PATIENCE: Final = 120_000
"""The milliseconds for which a person may be away at the own turn, before the others may go on without."""


@dataclass(frozen=True)
class Question:
    """A take-back that a person asks for."""

    asker: int
    back: int
    """How many moves are taken back."""

    open: tuple[int, ...]
    """The seats of those who haven't agreed yet."""

    @classmethod
    def of_numbers(cls, numbers: Sequence[int], moves: int, people: Collection[int]) -> Question | None:
        """Return the question that was kept as `numbers`; raise WebError if none of these people could ask it."""
        if not numbers:
            return None
        if len(numbers) > 2 and 0 < numbers[1] <= moves:
            asker, back, *others = numbers
            if asker not in others and {asker, *others} <= {*people}:
                return cls(asker, back, tuple(others))
        raise WebError(f"{shown(numbers)} is no take-back that these people can be asked for")

    @property
    def numbers(self) -> list[int]:
        """What is kept of it."""
        return [self.asker, self.back, *self.open]

    def without(self, seat: int) -> Question | None:
        """Return the question after somebody has agreed; None if all have."""
        left = tuple(each for each in self.open if each != seat)
        return replace(self, open=left) if left else None


class Table:
    """Those who are at a table. The room that it belongs to locks it; what concerns seats takes its lock itself.

    A person is here as long as a device that holds the seat listens. Where everybody plays at one screen there are no
    seats, and nobody is away. `changed`, a method of the room, is called after each change, inside the lock.
    """

    def __init__(
        self, plan: Plan, seats: Seats | None, now: Now, lock: AbstractContextManager[Any], changed: Callable[[], None]
    ) -> None:
        self.seats = seats
        self.offering = Lock()
        """Taken while a rematch is made: there is one."""
        self.number = 0
        """Changes with who sits here, what is asked and what is offered."""
        self.asked: Question | None = None
        self.rematch: tuple[str, int] | None = None
        """The room of the rematch that is offered, and the seat that offers it, -1 if nobody in particular does."""
        self._plan = plan
        self._now = now
        self._lock = lock
        # A room that nobody has is gone at once, and its table with it.
        self._changed = WeakMethod(changed)
        self._listeners: dict[object, tuple[Listener, Collection[int]]] = {}
        """The seats of each listener."""
        self._gone_since = {} if seats is None else dict.fromkeys(plan.people, now())
        """For each person who isn't here since when."""
        self._awaited_since: dict[int, int] = {}
        """For each person for whom the game waits since when."""
        self._away_told: tuple[int, ...] = ()
        """Those who were away at the last look."""

    # --- seats

    @property
    def has_seats(self) -> bool:
        """Whether each person has a seat of one's own."""
        return self.seats is not None

    @property
    def host(self) -> int:
        """The seat of the person who invites the others."""
        return self._own_seats.host

    def held(self, secrets: Mapping[int, str]) -> tuple[int, ...]:
        """Return the seats whose secrets somebody has, given by seat: whoever has one sits there."""
        if self.seats is None or not secrets:
            return ()
        with self._lock:
            held = self.seats.held(secrets)
            if self.seats.settle(held):
                self.change()
            return held

    def sit(self, seat: int, secret: str, name: str) -> str:
        """Let somebody sit down by an invitation; return the secret of the seat (see `Seats.sit`)."""
        with self._lock:
            fresh = self._own_seats.sit(seat, secret, checked_name(name, self._plan.other_names))
            self.change()
            return fresh

    def come_along(self, seat: int, secret: str, name: str) -> None:
        """Let somebody sit down who came late to the game before (see `Seats.come_along`)."""
        with self._lock:
            if self._own_seats.come_along(seat, secret, name):
                self.change()

    def rename(self, seat: int, name: str) -> None:
        """Give the person at a seat another name."""
        with self._lock:
            self._own_seats.rename(seat, checked_name(name, self._plan.other_names))
            self.change()

    def seats_again(self, room_id: str, host: int, secret: str) -> Seats | None:
        """Return the seats of a rematch (see `Plan.places_again`); None at one screen. `host` has the secret."""
        places = dict(enumerate(self._plan.places_again))
        return None if self.seats is None else self.seats.again(room_id, places, host, secret)

    def offer(self, room_id: str, seat: int) -> None:
        """Offer a rematch to all who are here."""
        with self._lock:
            self.rematch = room_id, seat
            self.change()

    def change(self) -> None:
        """Count a change at the table, inside the lock."""
        self.number += 1
        if (changed := self._changed()) is not None:
            changed()

    @property
    def _own_seats(self) -> Seats:
        if self.seats is None:
            raise StaleError(say("this game is played at one screen, and has no seats to take"))
        return self.seats

    # --- who is here

    def listen(self, listener: Listener, held: Collection[int]) -> object:
        """Let somebody listen who holds some seats; return the key by which that ends."""
        key = object()
        self._listeners[key] = listener, held
        for seat in held:
            self._gone_since.pop(seat, None)
        return key

    def leave(self, key: object) -> bool:
        """Let somebody listen no longer; return whether that was a listener."""
        if self._listeners.pop(key, None) is None:
            return False
        if self.seats is not None:
            here = self.here
            for seat in self.seats.people:
                if seat not in here:
                    self._gone_since.setdefault(seat, self._now())
        return True

    def tell(self, version: int, thinking: int | None) -> None:
        """Tell all who listen."""
        for listener, _ in list(self._listeners.values()):
            listener(version, thinking)

    @property
    def is_watched(self) -> bool:
        """Whether somebody listens."""
        return bool(self._listeners)

    @property
    def here(self) -> list[int]:
        """The seats of those who are here, ascending."""
        return sorted({seat for _, held in self._listeners.values() for seat in held})

    def news(self) -> TableNews:
        """Return what those who listen are told of the table."""
        if self.seats is None:
            return {"table": self.number} if self.number else {}
        watching = sum(not held for _, held in self._listeners.values())
        told: TableNews = {"table": self.number, "here": self.here, "watching": watching}
        away = self.away
        return {**told, "away": away} if away else told

    # --- who is away at the own turn

    def wait_for(self, seats: Collection[int]) -> None:
        """Take in for whom the game waits."""
        now = self._now()
        self._awaited_since = {seat: self._awaited_since.get(seat, now) for seat in seats}

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of people who have been away for two minutes at their turn, ascending."""
        now = self._now()
        return tuple(seat for seat, since in sorted(self._waiting().items()) if since + PATIENCE <= now)

    def has_away_changed(self) -> bool:
        """Return whether others are away now than at the last look."""
        before, self._away_told = self._away_told, self.away
        return self._away_told != before

    @property
    def next_away(self) -> int | None:
        """The moment at which somebody will have been away for so long, if anybody is here to be told of it."""
        now = self._now()
        moments = (since + PATIENCE for since in self._waiting().values())
        return min((moment for moment in moments if moment > now), default=None) if self._listeners else None

    def _waiting(self) -> dict[int, int]:
        """Return since when the others wait for each person who isn't here."""
        return {
            seat: max(since, self._gone_since[seat])
            for seat, since in self._awaited_since.items()
            if seat in self._gone_since
        }
