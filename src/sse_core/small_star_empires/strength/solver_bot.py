"""The solve bot: it solves positions that are near enough to the end, and uses a search in all others."""

from __future__ import annotations

import re
from typing import Final

from ..._fast import State
from ...errors import ArgumentError
from ...forms.checks import SECONDS, check_seconds, shown
from ...play.search.analysis import Stop
from ...play.turns import choices
from ...seeds import SplitMix64
from ..actions import Action
from ..playing import check_state
from .search import search
from .solving import Solving

__all__ = ["USUAL_OPTIONS", "SolverBot", "choose", "with_option", "with_stop"]

USUAL_OPTIONS: Final = ("1s", "2s", "5s", "10s")
"""Times for a choice."""

NODES: Final = 300_000
"""The positions that the solver may search for a choice without a time."""

VISITS: Final = 100_000
"""The simulations of the search for such a choice, if the solver didn't finish."""

_OPTION: Final = re.compile(SECONDS)


class SolverBot:
    """A bot that solves the position, for the share of the win first, and for the margin among equal shares.

    If the solver doesn't finish, a search (`search`) chooses. The solver and the search have half of the `seconds`
    each, so far from the end the choice depends on the time. None stands for 300,000 positions of the solver, and
    100,000 simulations of the search: some tenths of a second, and always the same choice.

    Raises ArgumentError unless it has more than no time.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = None if seconds is None else check_seconds(seconds)
        if self.seconds == 0:
            raise ArgumentError("seconds are 0, and a solver takes more")
        self._stop: Stop | None = None

    def choose(self, view: State, player: int, rng: SplitMix64) -> Action:
        """Return the best action of `player`, proved or found by the search; the only legal one without either.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        actions = choices(check_state(view), player)
        if len(actions) == 1:
            return actions[0]
        seed = rng.next()
        nodes, visits = (NODES, VISITS) if self.seconds is None else (None, None)
        half = None if self.seconds is None else self.seconds / 2
        solving = Solving(view, objective="win-margin")
        solving.run(nodes=nodes, seconds=half, stop=self._stop)
        solution = solving.solution()
        if solution.exact and solution.best is not None:
            return solution.best
        found = search(view, seed=seed)
        found.run(visits=visits, seconds=half, stop=self._stop)
        return found.best()

    def with_option(self, text: str) -> SolverBot:
        """Return the bot with so much time for a choice, such as ``5s``; raise ArgumentError for another text."""
        found = _OPTION.fullmatch(text)
        if found is None:
            raise ArgumentError(f"solve takes seconds, such as 5s, not {shown(text)}")
        return SolverBot(float(found[1]))

    def with_stop(self, stop: Stop) -> SolverBot:
        """Return the bot with a stop token: once it is set, the bot chooses by the results so far."""
        found = SolverBot(self.seconds)
        found._stop = stop
        return found


_DEFAULT: Final = SolverBot()

choose = _DEFAULT.choose
"""The `choose` of the bot without a time."""

with_option = _DEFAULT.with_option
"""Returns the bot with a time: see `SolverBot.with_option`."""

with_stop = _DEFAULT.with_stop
"""Returns the bot with a token that ends its work: see `SolverBot.with_stop`."""
