"""The rooms of a server: they are made, found, put away while nobody looks, and deleted when too many or too old."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from secrets import token_urlsafe
from threading import Event, Lock, RLock, Thread, Timer
from time import thread_time, time
from typing import Any, Final
from weakref import WeakValueDictionary

from ..errors import SseError
from ..forms.checks import MAX_SEED, check_number
from .campaigns import next_request
from .clocks import Now, milliseconds
from .deadlines import Deadlines
from .errors import BusyError, DamagedError, FullError, MissingError, WebError, at_the_end, texts_of
from .hidden_move_search import HiddenMoveSearch
from .long_games import drop_answers
from .messages import say
from .plan import Plan, game_named, plan_of, rematch_of
from .room import Room, Saved
from .room.seats import Seats, checked_name
from .store import Packed, Store, StoreError
from .texts.reader_processes import ReaderProcesses
from .workers import Workers

__all__ = ["MAX_AGE", "MAX_ROOMS", "Rooms"]

_LOG: Final = logging.getLogger("sse_core.web")

MAX_ROOMS: Final = 200
"""The most rooms of a server."""

MAX_AGE: Final = 30 * 24 * 3600.0
"""The seconds after which an unused room is deleted."""

_IDLE: Final = 3600.0
"""The seconds after which an unused room may be deleted to make room for a new one."""

_LOADED: Final = 32
"""The most rooms in memory that nobody looks at; others are put away, in a file or packed."""

_MOVES: Final = 60_000
_LEAST: Final = 4
"""The most moves of these rooms together, except for the last few rooms. A move takes 3 kB, and slows the garbage
collector."""

_BYTES: Final = 16
"""The number of random bytes of a room's id, which nobody guesses."""

_AGAIN: Final = 1.0
"""The seconds after which saving is tried again for games for which it failed."""

_LONG: Final = 500
"""The number of moves from which on a game is long. One long game is made at a time, since the server replays it."""


class Rooms:
    """The rooms of a server. All methods may be called from any thread.

    A room exists once: as long as anybody uses it, `find` returns the same object. Locks are taken in this order: the
    lock of the rooms, of a room, of the store.
    """

    def __init__(
        self, workers: Workers, store: Store | None = None, *, most: int = MAX_ROOMS, now: Now = milliseconds
    ) -> None:
        self.readers = ReaderProcesses()
        self._hidden_moves = HiddenMoveSearch(self.readers)
        self._making = Lock()
        """A lock for making a long game."""
        self._resting = Lock()
        """A lock for putting long games away."""
        self._ending = Event()
        self._now = now
        self._deadlines = Deadlines(self._judge, now)
        self._workers = workers
        self._store = Packed() if store is None else store
        self._most = most
        self._lock = RLock()
        self._rooms: dict[str, Room] = {}
        """The ready rooms, the most recently used one at the end."""
        self._known: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """All rooms in memory: the ready ones, and those that somebody still uses."""
        self._loading: dict[str, Lock] = {}
        """A lock for each room that is being loaded, so that it is loaded once."""
        self._unkept: dict[str, Room] = {}
        """The rooms that couldn't be saved, which stay in memory."""
        self._makers: dict[str, str] = {}
        """The client that made each room since the start of the server."""
        self._is_closed = False
        self._is_failing = False
        """Whether the log has said that games can't be saved."""
        self._timing = Lock()
        self._trial: Timer | None = None
        """The timer that tries again to save these rooms; guarded by `_timing`."""

    def add(self, request: Mapping[str, Any], client: str = "", secret: str = "", name: str = "") -> Room:
        """Make the room that a client asks for (see `plan.plan_of`).

        Where each person has a seat, the client gets the first one, with this secret and this name.

        Raises BusyError if there are too many rooms, FullError if the room can't be saved.
        """

        def seats(room_id: str, plan: Plan) -> Seats | None:
            if not plan.has_seats:
                return None
            return Seats.opened(room_id, plan.people, secret, checked_name(name, plan.other_names))

        return self._made(request, client, seats)

    def rematch(self, room: Room, client: str, host: int = -1, secret: str = "") -> Room:
        """Return the room of a rematch, and offer it to everybody at the old room: the one that exists, else a new one.

        `host` is the seat that asks, and `secret` its secret. In a campaign it is the next game (see
        `campaigns.next_request`).

        Raises StaleError if the campaign is over.
        """
        with room.table.offering:
            try:
                offered = room.table.rematch
                found = None if offered is None else self.find(offered[0])
            except MissingError:
                found = None
            record = room.snapshot().record
            following = next_request(room.plan.request, record)
            if following is None:
                fits = found is not None and not found.snapshot().is_over
            else:
                # The next game exists once, finished or not, unless this game has a different end by now.
                fits = found is not None and found.plan.request["text"] == following["text"]
            if found is None or not fits:
                request = following or rematch_of(room.plan, record.final.outcome)
                found = self._made(request, client, lambda room_id, _: room.table.seats_again(room_id, host, secret))
                room.table.offer(found.id, host)
            return found

    def _made(self, request: Mapping[str, Any], client: str, seats: Callable[[str, Plan], Seats | None]) -> Room:
        """Make a room. `seats` returns its seats, given the id and the plan."""
        plan = self.readers.run(plan_of, request, client=client) if request.get("text") else plan_of(request)
        room_id = token_urlsafe(_BYTES)
        its_seats = seats(room_id, plan)
        if len(plan.moves) < _LONG:
            return self._opened(room_id, plan, its_seats, client)
        with self._making:
            if self._ending.is_set():
                raise at_the_end()
            begin = thread_time()
            try:
                return self._opened(room_id, plan, its_seats, client)
            finally:
                used = thread_time() - begin
                self.readers.fair_use.add(client, used)
                # Long games take at most half of the time, so that clicks find the server free.
                self._ending.wait(used)

    def _opened(self, room_id: str, plan: Plan, seats: Seats | None, client: str) -> Room:
        """Make a room from a plan, and save it."""
        room = Room(room_id, plan, self._workers, self._keep, seats, self._now, self._set_alarm)
        # This comes before anybody can find the room, so that no look at it has to do the work.
        has_more_to_find = room.hide_unknown()
        self._check_disk()
        with self._lock:
            self._make_way(client)
            self._rooms[room.id] = self._known[room.id] = room
            self._makers[room.id] = client
        room.keep_again()
        if room.is_unkept:
            self._unkept.pop(room.id, None)
            with self._lock:
                self._rooms.pop(room.id, None)
            raise self._full()
        if has_more_to_find:
            self._hidden_moves.add(room, client)
        room.wake()
        self._put_away()
        return room

    def find(self, room_id: str) -> Room:
        """Return a room by its id; raise MissingError if there is none, DamagedError if it can't be read."""
        with self._lock:
            room = self._known.get(room_id)
            loading = None if room is not None else self._loading.setdefault(room_id, Lock())
        if loading is not None:
            try:
                with loading:
                    room = self._known.get(room_id) or self._loaded(room_id)
            finally:
                with self._lock:
                    self._loading.pop(room_id, None)
        assert room is not None
        with self._lock:
            room.is_away = False
            self._rooms.pop(room_id, None)
            self._rooms[room_id] = room
            client = self._makers.get(room_id, "")
        if room.is_hiding:
            self._hidden_moves.add(room, client)
        self._put_away()
        # To look at a game is to use it.
        room.used = time()
        room.judge()
        return room

    def end_soon(self) -> None:
        """Stop reading texts for the rooms, and start nothing that takes long. `close` follows."""
        self._ending.set()
        self.readers.stop()

    def close(self) -> None:
        """End the bots and readers of the rooms, and try to save rooms for which saving failed before."""
        with self._timing:
            self._is_closed = True
            if self._trial is not None:
                self._trial.cancel()
        self.end_soon()
        self.readers.close()
        self._deadlines.close()
        for room in list(self._known.values()):
            room.stop()
        with self._resting:
            # Rooms that are being put away are saved before the end.
            pass
        for room in {*self._hidden_moves.close(), *self._unkept.values()}:
            room.keep_again()
        if self._unkept:
            _LOG.error("%d games are lost, which couldn't be written to the disk", len(self._unkept))

    def __len__(self) -> int:
        with self._lock:
            return len({*self._rooms, *(room_id for room_id, _ in self._store.ids())})

    # --- inside

    def _keep(self, room: Room) -> None:
        """Save a room that has changed; if that fails, it stays in memory, and its players are told."""
        # A store in memory needs a game only when it is put away.
        if not self._store.lasts and not room.is_away:
            return
        try:
            self._store.keep(room.saved())
        except StoreError as error:
            if not self._is_failing:
                # Log it once, and not for each move of each game.
                self._is_failing = True
                _LOG.error("games can't be written to the disk, and stay in memory: %s", error)
            self._unkept[room.id], room.is_unkept = room, True
            self._try_later()
        else:
            self._unkept.pop(room.id, None)
            room.is_unkept = False
            if self._is_failing and not self._unkept:
                self._is_failing = False
                _LOG.warning("games are written to the disk again")

    def _try_later(self) -> None:
        """Start the timer that tries again to save games for which saving failed, even if nobody asks for them."""
        with self._timing:
            if self._trial is None and not self._is_closed:
                self._trial = Timer(_AGAIN, self._keep_again)
                self._trial.daemon = True
                self._trial.start()

    def _keep_again(self) -> None:
        """Try to save these games; try again later with those for which it fails."""
        with self._timing:
            self._trial = None
        for room in list(self._unkept.values()):
            room.keep_again()

    def _check_disk(self) -> None:
        """Raise FullError while games can't be saved."""
        if self._unkept:
            raise self._full()

    def _full(self) -> FullError:
        return FullError(say("the server can't write games to its disk now, and takes no new ones; try again later"))

    def _loaded(self, room_id: str) -> Room:
        """Load a room that was put away, or saved by an earlier server, and let its game go on."""
        try:
            saved = self._store.find(room_id)
            if saved is None:
                raise MissingError(say("there is no such game here: it is gone, or the address is wrong"))
            try:
                room = Room.restored(saved, _plan_of(saved), self._workers, self._keep, self._now, self._set_alarm)
            except (SseError, TypeError, ValueError, IndexError, OverflowError) as error:
                raise StoreError(f"{self._store.place_of(room_id)}: {error}") from None
        except StoreError as error:
            raise DamagedError(say("the game can't be read: {error}", error=error)) from None
        room.hide_unknown()
        with self._lock:
            self._rooms[room_id] = self._known[room_id] = room
        room.wake(self._deadlines.of(room_id))
        self._set_alarm(room)
        return room

    def _set_alarm(self, room: Room) -> None:
        """Set the deadline of a game: the moment when a clock is out, or somebody has been away too long."""
        self._deadlines.put(room.id, room.alarm)

    def _judge(self, room_id: str) -> None:
        """Judge a game whose deadline has come, loading it if it is put away."""
        with suppress(MissingError):
            self.find(room_id)

    def _put_away(self) -> None:
        """Put rooms away, except those in use and a limited number of others; nobody has to wait for a long one."""
        for room in self._not_ready():
            if room.length < _LONG:
                self._put_one_away(room)
            elif self._resting.acquire(blocking=False):
                Thread(target=self._put_long_away, name="sse resting", daemon=True).start()

    def _put_long_away(self) -> None:
        try:
            for room in self._not_ready():
                self._put_one_away(room)
        finally:
            self._resting.release()

    def _put_one_away(self, room: Room) -> None:
        try:
            is_away = room.put_away(self._store.keep)
        except StoreError:
            # The room is still in memory, and its next change reports the error.
            return
        with self._lock:
            # Somebody may have found the room meanwhile, or it may have been deleted.
            if is_away and room.is_away:
                self._rooms.pop(room.id, None)
                # The work goes on when somebody asks for the game.
                self._hidden_moves.drop(room.id)
                drop_answers(room.id)

    def _not_ready(self) -> list[Room]:
        """Return the rooms that exceed the limits for ready ones, the least recently used first."""
        with self._lock:
            rooms = [*self._rooms.values()]
        moves, ready = 0, 0
        for room in reversed(rooms):
            moves += room.length
            if ready == _LOADED or (ready >= _LEAST and moves > _MOVES):
                break
            ready += 1
        return [room for room in rooms[: len(rooms) - ready] if room.is_quiet and room.id not in self._unkept]

    def _make_way(self, client: str) -> None:
        """Delete rooms until there is place for one more: first old rooms, then the least recently used one.

        If all were used lately, a room of the client with the most rooms is deleted for a client with at least two
        fewer.
        """
        now = time()
        used = dict(self._store.ids())
        used |= {room.id: room.used if room.is_quiet else now for room in self._rooms.values()}
        for room_id, when in sorted(used.items(), key=lambda item: item[1]):
            is_old = now - when > MAX_AGE
            if not is_old and (len(used) < self._most or now - when < _IDLE):
                break
            del used[room_id]
            self._forget(room_id)
        self._makers = {room_id: maker for room_id, maker in self._makers.items() if room_id in used}
        if len(used) >= self._most and (victim := self._too_many(used, client)):
            del used[victim]
            self._forget(victim)
        if len(used) >= self._most:
            raise BusyError(say("there are {n} games here, all of them played; try again later", n=self._most))

    def _forget(self, room_id: str) -> None:
        room = self._known.pop(room_id, None)
        if room is not None:
            room.stop()
        for rooms in (self._rooms, self._unkept, self._makers):
            rooms.pop(room_id, None)
        self._deadlines.put(room_id, None)
        self._hidden_moves.drop(room_id)
        drop_answers(room_id)
        self._store.forget(room_id)

    def _too_many(self, used: Mapping[str, float], client: str) -> str | None:
        """Return the room to delete for a client although it was used lately; None if there is none."""
        counts = Counter(self._makers.values())
        who, number = counts.most_common(1)[0] if counts else ("", 0)
        if number < counts[client] + 2:
            return None
        # Nobody looks at a room that is put away.
        seen = {room.id for room in self._rooms.values() if room.is_watched}
        rest = [room_id for room_id, maker in self._makers.items() if maker == who and room_id not in seen]
        return min(rest, key=lambda room_id: used[room_id], default=None)


def _plan_of(saved: Saved) -> Plan:
    """Return the plan of a saved room: start, players and seed; raise an SseError if the values are wrong."""
    game = game_named(saved.request.get("game"))
    start = game.parse_state(saved.start)
    seats = range(len(start.totals))
    if not len(saved.players) == len(texts_of(saved.request.get("players"), "players")) == len(seats):
        raise WebError(f"{len(saved.players)} players sit at {len(seats)} seats")
    for version in (saved.version, *saved.versions):
        check_number(version, "version", MAX_SEED, 1)
    return Plan(start, (), tuple(saved.players), check_number(saved.seed, "seed", MAX_SEED), saved.request)
