"""People at a room: their seats, the pages that listen, who is away, and requests for a take-back or a rematch."""

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
"""A function that is called at each change with the version and the seat of the bot that thinks, from any thread, while
the room is locked."""

PATIENCE: Final = 120_000
"""The milliseconds that a person may be away at the own turn before the others may go on without this person."""


@dataclass(frozen=True)
class Question:
    """A take-back that a person asks for."""

    asker: int
    back: int
    """How many moves are taken back."""

    open: tuple[int, ...]
    """The seats of people who haven't agreed yet."""

    @classmethod
    def of_numbers(cls, numbers: Sequence[int], moves: int, people: Collection[int]) -> Question | None:
        """Return a question from its numbers in the store; raise WebError if these people couldn't ask it."""
        if not numbers:
            return None
        if len(numbers) > 2 and 0 < numbers[1] <= moves:
            asker, back, *others = numbers
            if asker not in others and {asker, *others} <= {*people}:
                return cls(asker, back, tuple(others))
        raise WebError(f"{shown(numbers)} is no take-back that these people can be asked for")

    @property
    def numbers(self) -> list[int]:
        """The numbers for the store: the asker, the number of moves, and the seats that haven't agreed yet."""
        return [self.asker, self.back, *self.open]

    def without(self, seat: int) -> Question | None:
        """Return the question after a person has agreed; None if all have agreed."""
        left = tuple(each for each in self.open if each != seat)
        return replace(self, open=left) if left else None


class Table:
    """The people at a room. The room that owns it locks it; only the methods for seats take the lock themselves.

    A person is here as long as a device that holds the seat listens. In a game at one screen there are no seats, and
    nobody is away. `changed`, a method of the room, is called after each change, inside the lock.
    """

    def __init__(
        self, plan: Plan, seats: Seats | None, now: Now, lock: AbstractContextManager[Any], changed: Callable[[], None]
    ) -> None:
        self.seats = seats
        self.offering = Lock()
        """A lock for making the rematch, so that there is only one."""
        self.number = 0
        """The version of the table, which grows with each change of seats, names, questions and offers."""
        self.asked: Question | None = None
        self.rematch: tuple[str, int] | None = None
        """The room of the rematch that is offered, and the seat that offers it, -1 if nobody in particular does."""
        self._plan = plan
        self._now = now
        self._lock = lock
        # A weak reference: a room that nobody uses is freed at once, with its table.
        self._changed = WeakMethod(changed)
        self._listeners: dict[object, tuple[Listener, Collection[int]]] = {}
        """The seats that each listener holds."""
        self._gone_since = {} if seats is None else dict.fromkeys(plan.people, now())
        """The moment since which each absent person is gone."""
        self._awaited_since: dict[int, int] = {}
        """The moment since which the game waits for a person."""
        self._away_told: tuple[int, ...] = ()
        """The people who were away at the last look."""

    # --- seats

    @property
    def has_seats(self) -> bool:
        """Whether each person has a seat; False in a game at one screen."""
        return self.seats is not None

    @property
    def host(self) -> int:
        """The seat of the person who invites the others."""
        return self._own_seats.host

    def held(self, secrets: Mapping[int, str]) -> tuple[int, ...]:
        """Return the seats that a client holds. `secrets` are its secrets by seat."""
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
        """Seat a person who came late to the last game (see `Seats.come_along`)."""
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
        """Offer a rematch to everybody here."""
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
        """Add a listener, who holds some seats; return the key by which `leave` removes it."""
        key = object()
        self._listeners[key] = listener, held
        for seat in held:
            self._gone_since.pop(seat, None)
        return key

    def leave(self, key: object) -> bool:
        """Remove a listener; return whether it was there."""
        if self._listeners.pop(key, None) is None:
            return False
        if self.seats is not None:
            here = self.here
            for seat in self.seats.people:
                if seat not in here:
                    self._gone_since.setdefault(seat, self._now())
        return True

    def tell(self, version: int, thinking: int | None) -> None:
        """Tell all listeners."""
        for listener, _ in list(self._listeners.values()):
            listener(version, thinking)

    @property
    def is_watched(self) -> bool:
        """Whether somebody listens."""
        return bool(self._listeners)

    @property
    def here(self) -> list[int]:
        """The seats of people who are here, ascending."""
        return sorted({seat for _, held in self._listeners.values() for seat in held})

    def news(self) -> TableNews:
        """Return the news of the table for its listeners."""
        if self.seats is None:
            return {"table": self.number} if self.number else {}
        watching = sum(not held for _, held in self._listeners.values())
        told: TableNews = {"table": self.number, "here": self.here, "watching": watching}
        away = self.away
        return {**told, "away": away} if away else told

    # --- people who are away at their turn

    def wait_for(self, seats: Collection[int]) -> None:
        """Note for which seats the game waits."""
        now = self._now()
        self._awaited_since = {seat: self._awaited_since.get(seat, now) for seat in seats}

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of people who have been away for two minutes at their turn, ascending."""
        now = self._now()
        return tuple(seat for seat, since in sorted(self._waiting().items()) if since + PATIENCE <= now)

    def has_away_changed(self) -> bool:
        """Return whether the people who are away have changed since the last look."""
        before, self._away_told = self._away_told, self.away
        return self._away_told != before

    @property
    def next_away(self) -> int | None:
        """The moment at which the next person will count as away; None if nobody will, or nobody is here."""
        now = self._now()
        moments = (since + PATIENCE for since in self._waiting().values())
        return min((moment for moment in moments if moment > now), default=None) if self._listeners else None

    def _waiting(self) -> dict[int, int]:
        """Return the moment since which the others wait for each absent person."""
        return {
            seat: max(since, self._gone_since[seat])
            for seat, since in self._awaited_since.items()
            if seat in self._gone_since
        }
