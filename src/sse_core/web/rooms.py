"""All rooms of a server: made, found, put away where nobody looks, and forgotten when they are too many or too old."""

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
"""The seconds after which a room that nobody used is forgotten."""

_IDLE: Final = 3600.0
"""The seconds after which an unused room makes way for a new one."""

_LOADED: Final = 32
"""The most rooms that stay ready to be played though nobody looks: the others are put away, in a file or packed."""

_MOVES: Final = 60_000
_LEAST: Final = 4
"""The most moves that these have together, unless they are so few: they take 3 kB each, and Python looks over them."""

_BYTES: Final = 16
"""The random bytes of a room's id: nobody guesses it."""

_AGAIN: Final = 1.0
"""The seconds after which games that couldn't be kept are tried again."""

_LONG: Final = 500
"""The moves from which on a game is long: one of these is made at a time, since the server replays it."""


class Rooms:
    """The rooms of a server. All methods may be called from any thread.

    A room is there once: as long as anybody has it, `find` returns the same one. Locks are taken in this order: that of
    the rooms, that of a room, that of the store.
    """

    def __init__(
        self, workers: Workers, store: Store | None = None, *, most: int = MAX_ROOMS, now: Now = milliseconds
    ) -> None:
        self.readers = ReaderProcesses()
        self._hidden_moves = HiddenMoveSearch(self.readers)
        self._making = Lock()
        """Taken while a long game is made."""
        self._resting = Lock()
        """Taken while long games are put away."""
        self._ending = Event()
        self._now = now
        self._deadlines = Deadlines(self._judge, now)
        self._workers = workers
        self._store = Packed() if store is None else store
        self._most = most
        self._lock = RLock()
        self._rooms: dict[str, Room] = {}
        """The rooms that are ready, the one that was used last at the end."""
        self._known: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """These, and those that somebody still has who found them before."""
        self._loading: dict[str, Lock] = {}
        """For each room that is being loaded a lock, so that it is loaded once."""
        self._unkept: dict[str, Room] = {}
        """The rooms that couldn't be kept; they stay in memory."""
        self._makers: dict[str, str] = {}
        """For each room that was made since the start the client that made it."""
        self._is_closed = False
        self._is_failing = False
        """Whether the log says that games can't be kept."""
        self._timing = Lock()
        self._trial: Timer | None = None
        """Tries after a while once more to keep these; it is taken in `_timing`."""

    def add(self, request: Mapping[str, Any], client: str = "", secret: str = "", name: str = "") -> Room:
        """Make the room that a client asks for (see `plan.plan_of`).

        Where each person has a seat of one's own, the client sits at the first one, by this secret and with this name.

        Raises BusyError if there are too many, FullError if it can't be kept.
        """

        def seats(room_id: str, plan: Plan) -> Seats | None:
            if not plan.has_seats:
                return None
            return Seats.opened(room_id, plan.people, secret, checked_name(name, plan.other_names))

        return self._made(request, client, seats)

    def rematch(self, room: Room, client: str, host: int = -1, secret: str = "") -> Room:
        """Return the rematch of a room, which all who are there are offered: the one that there is, else a new one.

        `host`, who has the secret of a seat, asks for it. In a campaign it is the next game (`campaigns.next_request`).

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
                # The next game is there once, finished or not, unless the end of this one is another one now.
                fits = found is not None and found.plan.request["text"] == following["text"]
            if found is None or not fits:
                request = following or rematch_of(room.plan, record.final.outcome)
                found = self._made(request, client, lambda room_id, _: room.table.seats_again(room_id, host, secret))
                room.table.offer(found.id, host)
            return found

    def _made(self, request: Mapping[str, Any], client: str, seats: Callable[[str, Plan], Seats | None]) -> Room:
        """Make a room; `seats` returns its seats by its id and its plan."""
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
                # Long games take half of the time at most, so that clicks find the server free.
                self._ending.wait(used)

    def _opened(self, room_id: str, plan: Plan, seats: Seats | None, client: str) -> Room:
        """Make a room of a plan, and keep it."""
        room = Room(room_id, plan, self._workers, self._keep, seats, self._now, self._set_alarm)
        # Before anybody finds it: no look at it is to work that out.
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
        # Looking at a game counts as use.
        room.used = time()
        room.judge()
        return room

    def end_soon(self) -> None:
        """End what reads texts for the rooms, and begin nothing that takes long; `close` follows."""
        self._ending.set()
        self.readers.stop()

    def close(self) -> None:
        """End what thinks and reads for the rooms, and keep what couldn't be kept before, if that can be."""
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
            # What is put away is kept before the end.
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
        """Keep a room that has changed; if that can't be, it stays in memory, and its players are told."""
        # A game that ends with the server is kept where it is put away.
        if not self._store.lasts and not room.is_away:
            return
        try:
            self._store.keep(room.saved())
        except StoreError as error:
            if not self._is_failing:
                # Once, and not for each move of each game.
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
        """Try after a while once more to keep the games that couldn't be kept, though nobody asks for one."""
        with self._timing:
            if self._trial is None and not self._is_closed:
                self._trial = Timer(_AGAIN, self._keep_again)
                self._trial.daemon = True
                self._trial.start()

    def _keep_again(self) -> None:
        """Try to keep them; those that still can't be are tried again later."""
        with self._timing:
            self._trial = None
        for room in list(self._unkept.values()):
            room.keep_again()

    def _check_disk(self) -> None:
        """Raise FullError while games can't be kept."""
        if self._unkept:
            raise self._full()

    def _full(self) -> FullError:
        return FullError(say("the server can't write games to its disk now, and takes no new ones; try again later"))

    def _loaded(self, room_id: str) -> Room:
        """Return a room that was put away, or kept by an earlier server; the game goes on there."""
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
        """Look at a game when its next clock is out, or when somebody has been away for too long."""
        self._deadlines.put(room.id, room.alarm)

    def _judge(self, room_id: str) -> None:
        """Look at a game whose moment has come, also where it is put away."""
        with suppress(MissingError):
            self.find(room_id)

    def _put_away(self) -> None:
        """Leave the rooms that are in use in memory, and so many others. Nobody waits until a long one is put away."""
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
            # It is in memory still, and the next change says what is wrong.
            return
        with self._lock:
            # Somebody may have found it meanwhile, or it may have been forgotten.
            if is_away and room.is_away:
                self._rooms.pop(room.id, None)
                # It goes on when somebody asks for the game.
                self._hidden_moves.drop(room.id)
                drop_answers(room.id)

    def _not_ready(self) -> list[Room]:
        """Return the rooms for which there is no place among those that are ready, whose last use is long ago first."""
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
        """Forget rooms until there is place for one more: first old rooms, then the room that was used longest ago.

        If all were used a short while ago, the client who made the most makes way for one who made at least two fewer.
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
        """Return the room that makes way for one of a client though it was used lately; None if there is none."""
        counts = Counter(self._makers.values())
        who, number = counts.most_common(1)[0] if counts else ("", 0)
        if number < counts[client] + 2:
            return None
        # A room that is put away is looked at by nobody.
        seen = {room.id for room in self._rooms.values() if room.is_watched}
        rest = [room_id for room_id, maker in self._makers.items() if maker == who and room_id not in seen]
        return min(rest, key=lambda room_id: used[room_id], default=None)


def _plan_of(saved: Saved) -> Plan:
    """Return the start, the players and the seed of a room that was kept; raise an SseError if they can't be."""
    game = game_named(saved.request.get("game"))
    start = game.parse_state(saved.start)
    seats = range(len(start.totals))
    if not len(saved.players) == len(texts_of(saved.request.get("players"), "players")) == len(seats):
        raise WebError(f"{len(saved.players)} players sit at {len(seats)} seats")
    for version in (saved.version, *saved.versions):
        check_number(version, "version", MAX_SEED, 1)
    return Plan(start, (), tuple(saved.players), check_number(saved.seed, "seed", MAX_SEED), saved.request)
