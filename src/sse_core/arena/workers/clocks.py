"""Clocks of games with time limits: they note each choice for a watching process; bots that are too slow fail."""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from ...bots.watched import BotError, Chooser, where_failed
from ...game import State
from ...seeds import SplitMix64
from .choice_notes import BETWEEN, ChoiceNote, Notes
from .limits import Limits

__all__ = ["GameClock", "OverrunError"]


class OverrunError(BotError):
    """A bot that took too long."""


class GameClock:
    """A clock for the games that a process plays, one after the other."""

    def __init__(self, limits: Limits, notes: Notes) -> None:
        self._limits, self._notes = limits, notes
        self._process = os.getpid()
        self._number = 0
        self._begun = 0.0
        self._names: Sequence[str] = ()
        self._spent = list[float]()

    def begin(self, number: int, names: Sequence[str]) -> None:
        """Begin a game. `names` are those of the bots at its seats."""
        self._number, self._names, self._spent = number, names, [0.0] * len(names)
        self._begun = perf_counter()
        self._notes.write(ChoiceNote(number))

    def end(self) -> None:
        """End the game."""
        self._notes.write(BETWEEN)

    def timed(self, choose: Chooser) -> Chooser:
        """Wrap a `choose` so that its start is noted, and OverrunError is raised if it returns after a limit."""

        def choose_in_time(view: State[Any], player: int, rng: SplitMix64) -> Any:
            spent = self._spent
            most = max(spent)
            note = ChoiceNote(self._number, view.ply, player, spent[player], spent.index(most), most)
            self._notes.write(note)
            begun = perf_counter()
            try:
                action = choose(view, player, rng)
            finally:
                if os.getpid() != self._process:
                    # If a bot forks, its choice returns twice.
                    os._exit(0)
            now = perf_counter()
            overrun = self._limits.overrun(note, now - begun, now - self._begun)
            if overrun is not None:
                seat = overrun.seat
                where = where_failed(self._names[seat], view.game, seat, view.ply)
                raise OverrunError(f"{where}: {overrun.why}", seat)
            spent[player] += now - begun
            self._notes.end_choice()
            return action

        return choose_in_time
