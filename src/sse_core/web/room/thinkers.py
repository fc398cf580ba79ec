"""The bots of a room: one of them thinks at a time, in a thread of the workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from typing import Any, TypeAlias

from ...bots.naming import visits_of
from ...bots.watched import BotError, Chooser, watched
from ...game import AnyGame, State
from ...play.search.analysis import stoppable
from ...play.seats import HUMAN
from ...seeds import PlyStream
from ..plan import bot_of
from ..workers import Job, Workers

__all__ = ["Answered", "Thinkers"]

Answered: TypeAlias = Callable[[Job, int, Any, str], None]
"""Is told what a bot has chosen for a seat, or why it failed; nothing is locked meanwhile."""


class Thinkers:
    """The bots at the seats of a game. The room that they belong to locks them."""

    def __init__(self, game: AnyGame, seed: int, workers: Workers) -> None:
        self.seat: int | None = None
        """The seat of the bot that thinks."""
        self._game = game
        self._seed = seed
        self._workers = workers
        self._job: Job | None = None
        """The bot that thinks: its answer counts only while this is the same job."""
        self._stop = Event()
        """Ends the searches of the bots."""
        self._choosers: list[Chooser | None] = []
        self._are_quick: list[bool] = []
        """For each chooser whether it answers in an instant."""

    def make(self, players: Sequence[str]) -> None:
        """Make the bots anew, since they may remember moves that were taken back. Those that search are told to end."""
        self._stop.set()
        self._stop = Event()
        self._job, self.seat = None, None
        self._choosers, self._are_quick = [], []
        for name in players:
            bot = None if name == HUMAN else bot_of(name, self._game)
            searches_none = visits_of(bot) == 0
            can_stop = stoppable(bot)
            self._are_quick.append(searches_none or can_stop is None)
            if can_stop is not None:
                bot = can_stop.with_stop(self._stop)
            self._choosers.append(None if bot is None else watched(bot, name))

    def ask(self, seat: int, state: State[Any], urgency: Callable[[], int], answered: Answered) -> None:
        """Ask the bot at a seat what it does in a position, unless one thinks already.

        `urgency` says how urgent it is that the bot answers, and takes no lock; `answered` is called with the answer.
        """
        chooser = self._choosers[seat]
        if chooser is None or self.seat is not None:
            return
        stop, self.seat = self._stop, seat

        def think() -> None:
            if self._job is not job:
                return
            try:
                action = chooser(state.view(seat), seat, PlyStream(self._seed, state.ply))
            except BotError as error:
                answered(job, seat, None, str(error))
            else:
                answered(job, seat, action, "")

        job = self._job = Job(think, urgency, stop.set, is_quick=self._are_quick[seat])
        self._workers.submit(job)

    def takes(self, job: Job) -> bool:
        """Return whether the answer of a bot is waited for, which then thinks no more.

        A bot that was interrupted, since others are more urgent, is asked again.
        """
        if self._job is not job:
            return False
        if self._stop.is_set():
            self._stop.clear()
            self._workers.submit(job)
            return False
        self._job, self.seat = None, None
        return True

    def look_again(self) -> None:
        """Take in that it has become more urgent that a bot answers."""
        if self.seat is not None:
            self._workers.look_again()

    def stop(self) -> None:
        """Let a bot that thinks end, and take no answer of it."""
        self._job = None
        self._stop.set()
