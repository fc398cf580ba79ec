"""The solve bot: it plays exactly where the end is near enough to be worked out, and searches elsewhere."""

from __future__ import annotations

import re
from typing import Final

from .._fast import State
from ..checks import shown
from ..errors import ArgumentError
from ..match import choices
from ..seeds import SplitMix64
from .actions import Action
from .playing import check_state
from .search import search
from .solving import check_seconds, solve

__all__ = ["SolverBot", "choose", "with_option"]

SECONDS: Final = 5.0
"""The default time for a choice."""

_OPTION: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)s")


class SolverBot:
    """A bot that solves the position: the share of the win first, and the margin where it is the same.

    The solver has half of so many `seconds`. Where they don't suffice, a search (`search`) has the other half, and its
    best action is taken. So what the bot chooses depends on the time that it had, until the end is near enough.

    Raises ArgumentError unless it has more than no time.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = check_seconds(seconds)
        if self.seconds == 0:
            raise ArgumentError("seconds are 0, and a solver takes more")

    def choose(self, view: State, player: int, rng: SplitMix64) -> Action:
        """Return the best action of `player`, proved or found by the search; the only legal one without either.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        actions = choices(check_state(view), player)
        if len(actions) == 1:
            return actions[0]
        seed = rng.next()
        solution = solve(view, objective="win-margin", seconds=self.seconds / 2)
        if solution.exact and solution.best is not None:
            return solution.best
        found = search(view, seed=seed)
        found.run(seconds=self.seconds / 2)
        return found.analysis().lines[0].action

    def with_option(self, text: str) -> SolverBot:
        """Return the bot with so much time for a choice, such as ``5s``; raise ArgumentError for another text."""
        found = _OPTION.fullmatch(text)
        if found is None:
            raise ArgumentError(f"solve takes seconds, such as 5s, not {shown(text)}")
        return SolverBot(float(found[1]))


_DEFAULT: Final = SolverBot()

choose = _DEFAULT.choose
"""The `choose` of the bot with its default time."""

with_option = _DEFAULT.with_option
"""Returns the bot with another time: see `SolverBot.with_option`."""
