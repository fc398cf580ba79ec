"""Bots of a room. One of them thinks at a time, in a thread of the workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from typing import Any, TypeAlias

from ...bots.naming import visits_of
from ...bots.watched import BotError, Chooser, InformedBot, informed, watched
from ...game import AnyGame, Outcome, State
from ...play.records.played import PlayedMove
from ...play.search.analysis import stoppable
from ...play.seats import HUMAN
from ...seeds import PlyStream
from ..plan import bot_of
from ..workers import Job, Workers

__all__ = ["Answered", "Thinkers"]

Answered: TypeAlias = Callable[[Job, int, Any, str], None]
"""A function that gets the action of a bot for a seat, or why the bot failed. No lock is held during the call."""


class Thinkers:
    """The bots at the seats of a game. The room that owns them locks them."""

    def __init__(self, game: AnyGame, seed: int, workers: Workers) -> None:
        self.seat: int | None = None
        """The seat of the bot that thinks."""
        self._game = game
        self._seed = seed
        self._workers = workers
        self._job: Job | None = None
        """The job of the bot that thinks. Only the answer of this job counts."""
        self._stop = Event()
        """A token that ends the searches of the bots."""
        self._choosers: list[Chooser | None] = []
        self._informed: list[InformedBot | None] = []
        """The bots that want to know what is played."""
        self._are_quick: list[bool] = []
        """Whether each chooser answers in an instant."""

    def make(self, players: Sequence[str]) -> None:
        """Make new bots, since old ones may remember moves that were taken back; stop the searches of the old ones."""
        self._stop.set()
        self._stop = Event()
        self._job, self.seat = None, None
        self._choosers, self._informed, self._are_quick = [], [], []
        for name in players:
            bot = None if name == HUMAN else bot_of(name, self._game)
            searches_none = visits_of(bot) == 0
            can_stop = stoppable(bot)
            self._are_quick.append(searches_none or can_stop is None)
            if can_stop is not None:
                bot = can_stop.with_stop(self._stop)
            self._choosers.append(None if bot is None else watched(bot, name))
            self._informed.append(informed(bot))

    def finish(self, outcome: Outcome | None) -> None:
        """Tell the bots that the game is over, each once; `outcome` is None if people have left it."""
        informed = self._informed
        self._informed = [None] * len(informed)
        for seat, bot in enumerate(informed):
            if bot is not None:
                bot.finish(seat, outcome)

    def ask(
        self,
        seat: int,
        state: State[Any],
        moves: Sequence[PlayedMove],
        urgency: Callable[[], int],
        answered: Answered,
    ) -> None:
        """Ask the bot at a seat for its action in a position, unless a bot thinks already.

        `moves` are those that led to the position. `urgency` returns how urgent the answer is, and takes no lock;
        `answered` is called with the answer.
        """
        chooser = self._choosers[seat]
        if chooser is None or self.seat is not None:
            return
        stop, informed, self.seat = self._stop, self._informed[seat], seat

        def think() -> None:
            if self._job is not job:
                return
            if informed is not None:
                informed.inform(seat, moves)
            try:
                action = chooser(state.view(seat), seat, PlyStream(self._seed, state.ply))
            except BotError as error:
                answered(job, seat, None, str(error))
            else:
                answered(job, seat, action, "")

        job = self._job = Job(think, urgency, stop.set, is_quick=self._are_quick[seat])
        self._workers.submit(job)

    def takes(self, job: Job) -> bool:
        """Return whether the answer of a bot counts; if so, the bot no longer thinks.

        A bot that was interrupted for a more urgent one is asked again.
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
        """Tell the workers that the answer of a bot has become more urgent."""
        if self.seat is not None:
            self._workers.look_again()

    def stop(self) -> None:
        """Stop the bot that thinks, and ignore its answer."""
        self._job = None
        self._stop.set()
