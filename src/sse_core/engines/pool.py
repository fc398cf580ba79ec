"""The running programs of engines, which games share: few of a command run at a time, and each is used again."""

from __future__ import annotations

import atexit
import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from threading import Condition, Thread, get_ident
from typing import Final

from ..game import Outcome
from .messages import Message
from .programs import PATIENCE, Listener, Log, Patience, Program

__all__ = ["PROGRAMS", "Place", "Programs"]

_MOST: Final = 8
"""How many programs of one command are kept. More run only while more of them choose at once."""


class Place:
    """A seat of one game, and the program that plays it."""

    def __init__(self, words: Sequence[str], log: str | None = None, patience: Patience = PATIENCE) -> None:
        self.command = (tuple(words), log, patience)
        self.game: str | None = None
        """The name of the game in messages; None if no program knows of it."""
        self.hosted: _Hosted | None = None


class _Hosted:
    """A program with the games that it knows."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.places: list[Place] = []
        """The places that it plays, the one that was asked last at the end."""
        self.is_busy = True
        """Whether a place asks it, or is about to."""
        self.endings: list[dict[str, object]] = []
        """The messages about games that have ended while it was busy."""
        self.thread = get_ident()
        """The thread that has asked it last."""

    def tell_endings(self) -> None:
        """Tell it which games have ended, unless it is busy: nothing comes between a question and its answer."""
        while self.endings and not self.is_busy:
            self.program.write("end_game", **self.endings.pop(0))


class Programs:
    """The programs of this process, by command. Threads may share them; a fork has none of them."""

    def __init__(self, listening: Callable[[], Listener | None] = lambda: None) -> None:
        self._listening = listening
        """Returns the listener of a new program that has no log."""
        self._changed = Condition()
        self._closes = False
        """Whether the end of this process closes them."""
        self._owner = os.getpid()
        self._games = 0
        self._running: dict[object, list[_Hosted]] = {}
        self._orphans: deque[Place] = deque()
        """Places that nobody plays any more. The garbage collector adds them, which takes no lock."""

    @contextmanager
    def asked(self, place: Place) -> Generator[tuple[Program, bool], None, None]:
        """Give a place its program for a block, in which no other place asks it; tell whether the game is new to it.

        The program keeps the game until `end`, unless others need the program. Raises EngineError if it can't be
        started. One that is killed in the block loses its other games, which begin anew elsewhere; one that ends by
        itself has failed in each of its games. If the block is interrupted, as by Ctrl-C, the program is killed, since
        its late answer would come in place of that to the next question.
        """
        hosted = self._entered(place)
        is_new = place.game is None
        if is_new:
            with self._changed:
                self._games += 1
                place.game = str(self._games)
        try:
            yield hosted.program, is_new
        except BaseException:
            hosted.program.kill()
            raise
        finally:
            with self._changed:
                hosted.is_busy = False
                hosted.tell_endings()
                if hosted.program.is_killed:
                    self._forget(hosted)
                self._changed.notify_all()

    def end(self, place: Place, outcome: Outcome | None = None) -> None:
        """End the game of a place; `outcome` is None if it was broken off."""
        with self._changed:
            self._end(place, outcome)

    def abandon(self, place: Place) -> None:
        """End the game of a place soon; the garbage collector may call this at any time."""
        self._orphans.append(place)

    def close(self) -> bool:
        """End all programs; return whether they ended when they were asked to, so that none was killed."""
        with self._changed:
            self._check_owner()
            everything = [hosted for running in self._running.values() for hosted in running]
            for hosted in everything:
                self._forget(hosted)
        for hosted in everything:
            hosted.program.quit()
        # All have been asked, so their times run together.
        ended = [hosted.program.wait() for hosted in everything]
        return all(ended)

    def hello(self, place: Place) -> Message:
        """Return the hello of a place's program; if none runs, one is started. Raises EngineError if it can't be."""
        with self._changed:
            self._check_owner()
            running = self._running.get(place.command, [])
            if running:
                return running[0].program.hello
        hosted = self._started(place)
        with self._changed:
            hosted.is_busy = False
        return hosted.program.hello

    def running(self) -> list[Program]:
        """Return the running programs."""
        with self._changed:
            return [hosted.program for running in self._running.values() for hosted in running]

    # --- inner parts

    def _entered(self, place: Place) -> _Hosted:
        """Return the program of a place, which is busy from now on."""
        with self._changed:
            self._check_owner()
            while self._orphans:
                self._end(self._orphans.popleft(), None)
            self._let_go()
            while place.hosted is not None and place.hosted.is_busy:
                self._changed.wait()
            hosted = place.hosted or self._free_for(place)
            if hosted is not None:
                self._take(hosted, place)
                return hosted
        hosted = self._started(place)
        with self._changed:
            self._take(hosted, place)
        return hosted

    def _started(self, place: Place) -> _Hosted:
        """Start a program, while others go on."""
        words, log, patience = place.command
        hosted = _Hosted(Program(words, self._listening() if log is None else Log(log), patience))
        with self._changed:
            if not self._closes:
                # What is registered last runs first: programs are asked to end before they are killed.
                self._closes = True
                atexit.register(self.close)
            self._running.setdefault(place.command, []).append(hosted)
        return hosted

    def _free_for(self, place: Place) -> _Hosted | None:
        """Return a running program that can take another game; None if one is to be started.

        Each thread has programs of its own as long as there are few, so that threads don't wait for each other.
        """
        running = self._running.get(place.command, [])
        for hosted in [hosted for hosted in running if not hosted.is_busy and not hosted.program.is_alive]:
            self._forget(hosted)
        idle = [hosted for hosted in running if not hosted.is_busy]
        roomy = [hosted for hosted in idle if len(hosted.places) < hosted.program.games_at_once]
        own = [hosted for hosted in roomy if not hosted.places or hosted.thread == get_ident()]
        if own or not idle or len(running) < _MOST:
            return own[0] if own else None
        if roomy:
            return roomy[0]
        # The game that was asked longest ago can begin anew elsewhere.
        self._end(idle[0].places[0], None)
        return idle[0]

    def _take(self, hosted: _Hosted, place: Place) -> None:
        if place.hosted is hosted:
            hosted.places.remove(place)
        hosted.places.append(place)
        place.hosted, hosted.is_busy, hosted.thread = hosted, True, get_ident()
        # The programs that were asked longest ago stand first.
        running = self._running[place.command]
        running.append(running.pop(running.index(hosted)))

    def _end(self, place: Place, outcome: Outcome | None) -> None:
        hosted = place.hosted
        if hosted is not None and self._owner == os.getpid():
            how = {} if outcome is None else {key: getattr(outcome, key) for key in ("winners", "totals", "decided_by")}
            hosted.places.remove(place)
            hosted.endings.append({"game": place.game, **how})
            hosted.tell_endings()
        place.hosted = place.game = None

    def _forget(self, hosted: _Hosted) -> None:
        """Forget a program; its games begin anew with another one."""
        for running in self._running.values():
            if hosted in running:
                running.remove(hosted)
        for place in hosted.places:
            place.hosted = place.game = None
        hosted.places.clear()

    def _let_go(self) -> None:
        """End programs that have no game, if more run than are kept, since many have chosen at once before."""
        for running in self._running.values():
            spare = [hosted for hosted in running if not hosted.is_busy and not hosted.places]
            for hosted in spare[: max(len(running) - _MOST, 0)]:
                self._forget(hosted)
                hosted.program.quit()
                # Nobody waits for it but this thread.
                Thread(target=hosted.program.wait, daemon=True).start()

    def _check_owner(self) -> None:
        """In a fork, forget the programs, which are those of the process that was forked."""
        if self._owner != os.getpid():
            self._owner = os.getpid()
            for hosted in [hosted for running in self._running.values() for hosted in running]:
                self._forget(hosted)


PROGRAMS: Final = Programs()
"""The programs of all bots by name."""
