"""The mcts bot: Monte Carlo tree search. It is compiled if the game has its own search, else it is plain Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, SupportsFloat, SupportsIndex, TypeVar

from ..errors import ArgumentError
from ..forms.checks import SECONDS, check_number, check_seconds, shown
from ..game import AnyGame, State
from ..play.messages import say
from ..play.search.analysis import Analysis, Search, Stop
from ..play.search.monte_carlo import MAX_VISITS, rollouts_of
from ..play.turns import choices
from ..seeds import SplitMix64

__all__ = ["USUAL_OPTIONS", "Mcts", "choose", "with_option", "with_stop"]

ActionT = TypeVar("ActionT")

USUAL_OPTIONS: Final = ("1000", "10000", "100000", "1s", "2s", "10s")
"""Budgets of visits and of seconds."""

_VISITS: Final = "([0-9]{1,13})"
_OPTION: Final = re.compile(f"{_VISITS}|{SECONDS}|{_VISITS},{SECONDS}")


class Mcts:
    """A bot that searches the position (see `monte_carlo.rollouts_of`), and takes the best action.

    It searches for so many `visits` or so many `seconds`, whichever ends first; without both, for the default number of
    visits of the game's search.

    With `visits` alone each choice begins a new search, whose seed comes from `rng`. So a game that is resumed goes on
    in the same way. With `seconds` the bot keeps the tree of each seat from choice to choice: it knows more, and what
    it chooses depends on the time it had, and on the game before.

    Raises ArgumentError unless there is at least one visit, and more than no time.
    """

    def __init__(self, visits: SupportsIndex | None = None, *, seconds: SupportsFloat | None = None) -> None:
        self.visits = None if visits is None else check_number(visits, "visits", MAX_VISITS, 1)
        self.seconds = None if seconds is None else check_seconds(seconds)
        if self.seconds == 0:
            raise ArgumentError("seconds is 0, and a search takes more")
        self.on_analysis: Callable[[Analysis[Any]], object] | None = None
        """See `analysis.TellingBot`."""
        self._stop: Stop | None = None
        self._kept: dict[int, tuple[AnyGame, Search[Any]]] = {}

    def choose(self, view: State[ActionT], player: int, rng: SplitMix64) -> ActionT:
        """Return the best action of `player` that the search finds; the only legal one without a search.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        actions = choices(view, player)
        if len(actions) == 1:
            return actions[0]
        search = self._search(view, player, rng.next())
        search.run(visits=self.visits, seconds=self.seconds, stop=self._stop)
        found = search.analysis()
        if self.on_analysis is not None:
            self.on_analysis(found)
        return found.lines[0].action

    def with_option(self, text: str) -> Mcts:
        """Return the bot with a budget: visits, such as ``10000``, seconds, such as ``2s``, or both, ``10000,2s``.

        Raises ArgumentError for another text.
        """
        found = _OPTION.fullmatch(text)
        if found is None:
            raise ArgumentError(
                say(
                    "mcts takes visits, seconds or both, such as 10000, 2s or 10000,2s, not {option}",
                    option=shown(text),
                )
            )
        visits, seconds = found[1] or found[3], found[2] or found[4]
        return Mcts(int(visits) if visits else None, seconds=float(seconds) if seconds else None)

    def with_stop(self, stop: Stop) -> Mcts:
        """Return the bot with a stop token: once it is set, the bot chooses by the results so far."""
        found = Mcts(self.visits, seconds=self.seconds)
        found._stop = stop
        return found

    def _search(self, view: State[ActionT], player: int, seed: int) -> Search[ActionT]:
        """Return the search of a position, with the kept tree of the choice before, if there is one."""
        if self.seconds is None:
            return rollouts_of(view, player=player, seed=seed)
        game, kept = self._kept.get(player, (None, None))
        if kept is None or game is not view.game:
            kept = rollouts_of(view, player=player, seed=seed)
            self._kept[player] = view.game, kept
        else:
            kept.advance(view)
        return kept


_DEFAULT: Final = Mcts()

choose = _DEFAULT.choose
"""The `choose` of the bot with its defaults."""

with_option = _DEFAULT.with_option
"""Returns the bot with a budget: see `Mcts.with_option`."""

with_stop = _DEFAULT.with_stop
"""Returns the bot with a token that ends its searches: see `Mcts.with_stop`."""
