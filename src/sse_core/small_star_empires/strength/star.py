"""The star bot: a search with weights learned from self-play (``learned.py``), or a look one ply ahead.

On kinds of maps without weights it plays like mcts. There 0 visits stand for one visit for each action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, SupportsFloat, SupportsIndex

from ..._core.small_star_empires.tree_search import LearnedWeights
from ..._fast import State
from ...errors import ArgumentError, SseError
from ...forms.checks import SECONDS, check_number, check_seconds, guess, shown
from ...play.search.analysis import Analysis, Line, Stop
from ...play.search.monte_carlo import MAX_VISITS
from ...play.turns import choices
from ...seeds import SplitMix64
from ..actions import Action
from ..playing import check_state
from .learned import expected, kind_in, kind_of, weights_in, weights_of
from .search import CompiledTreeSearch, rollouts, search

__all__ = ["LEVELS", "USUAL_OPTIONS", "Star", "choose", "with_option", "with_stop"]

LEVELS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "beginner": {"visits": 0, "blur": 0.08},
        "club": {"visits": 0},
        "expert": {"visits": 200},
        "master": {"visits": 20_000},
    }
)
"""Levels for people, the weakest first: the arguments of each."""

USUAL_OPTIONS: Final = (*LEVELS, "0", "100", "1000", "10000", "1s", "2s")
"""Levels, and budgets of visits and of seconds; 0 looks one ply ahead."""

_VISITS: Final = "([0-9]{1,13})"
_OPTION: Final = re.compile(f"{_VISITS}|{SECONDS}|{_VISITS},{SECONDS}")

_PRIOR_POWER: Final = 0.2
"""The exponent of priors, one ply ahead. With it the bot won 60.8 % (58.1 to 63.5) of 1,200 games against mcts:1000 on
the base map, without it 49 to 51 %."""

_LEAST_SHARE: Final = 1e-9
"""The smallest share of the other seats that counts, so that the odds stay finite."""


class Star:
    """A bot that searches the position with learned weights, and takes the best action.

    It searches for so many `visits` or so many `seconds`, whichever ends first; without both, for the default number of
    visits of the search. With 0 visits it doesn't search: it takes the action with the largest product of the odds to
    win after it and of the fifth root of its prior.

    With `visits` alone each choice begins a new search, whose seed comes from `rng`. So a game that is resumed goes on
    in the same way. With `seconds` the bot keeps the tree of each seat from choice to choice.

    `weights` is a file of weights; None stands for those that ship for the kind of map.

    With 0 visits and a `blur` it makes errors like people: an action whose share of the win is smaller by the `blur`
    than that of another action is taken half as often.

    Raises ArgumentError for a number out of range.
    """

    def __init__(
        self,
        visits: SupportsIndex | None = None,
        *,
        seconds: SupportsFloat | None = None,
        weights: Path | None = None,
        blur: float = 0.0,
    ) -> None:
        self.visits = None if visits is None else check_number(visits, "visits", MAX_VISITS)
        self.seconds = None if seconds is None else check_seconds(seconds)
        if self.seconds == 0:
            raise ArgumentError("seconds is 0, and a search takes more; 0 visits look one ply ahead")
        if self.visits == 0 and self.seconds is not None:
            raise ArgumentError("0 visits look one ply ahead, and take no seconds")
        self.weights = weights
        self.blur = blur
        self.on_analysis: Callable[[Analysis[Action]], object] | None = None
        """See `analysis.TellingBot`. With 0 visits the results have the line of the choice alone."""
        self._stop: Stop | None = None
        self._kept: dict[int, tuple[LearnedWeights | None, CompiledTreeSearch]] = {}

    def choose(self, view: State, player: int, rng: SplitMix64) -> Action:
        """Return the best action of `player` that the search finds; the only legal one without a search.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        actions = choices(check_state(view), player)
        if len(actions) == 1:
            return actions[0]
        weights = weights_of(view) if self.weights is None else weights_in(self.weights)
        seed = rng.next()
        if self.visits == 0 and weights is not None:
            ahead = [expected(view.after(action), weights) for action in actions]
            shares = [value[player] for value, _ in ahead]
            place = _drawn(shares, self.blur, rng) if self.blur else _promising(shares, weights.priors(view))
            if self.on_analysis is not None:
                self.on_analysis(_one_ply_ahead(actions[place], *ahead[place]))
            return actions[place]
        found = self._search(view, player, seed, weights)
        visits = len(actions) if self.visits == 0 else self.visits
        found.run(visits=visits, seconds=self.seconds, stop=self._stop)
        if self.on_analysis is not None:
            self.on_analysis(found.analysis())
        return found.best()

    def search_of(
        self, state: State, *, player: int | None = None, seed: int = 0, threads: int = 1
    ) -> CompiledTreeSearch:
        """Return a new search of a state by the weights of the bot, with the arguments and errors of `search`."""
        weights = None if self.weights is None else weights_in(self.weights)
        return search(state, player=player, seed=seed, threads=threads, weights=weights)

    def with_option(self, text: str) -> Star:
        """Return the bot with a level, or a budget: visits, such as ``1000``, seconds, ``2s``, or both, ``1000,2s``.

        The path of a file of weights may follow after an ``@``, as in ``1000@mine.toml``; then a budget may be left
        out.

        Raises ArgumentError for another text, and for a file that can't be read or holds no weights.
        """
        text, has_file, name = text.partition("@")
        weights = _checked_file(name) if has_file else self.weights
        if text in LEVELS:
            return Star(**LEVELS[text], weights=weights)
        if has_file and not text:
            return Star(self.visits, seconds=self.seconds, weights=weights, blur=self.blur)
        found = _OPTION.fullmatch(text)
        if found is None:
            raise ArgumentError(
                f"star takes visits, seconds or both, such as 1000, 2s or 1000,2s, or a level, {', '.join(LEVELS)}, "
                f"and weights of your own after an @, as in 1000@mine.toml, not {shown(text)}{guess(text, LEVELS)}"
            )
        visits, seconds = found[1] or found[3], found[2] or found[4]
        return Star(int(visits) if visits else None, seconds=float(seconds) if seconds else None, weights=weights)

    def note(self, start: State) -> str:
        """Return a sentence if the weights were learned for another kind of map than that of a start, else nothing.

        Raises ArgumentError if their file can't be read any more, or was changed and holds no weights.
        """
        if self.weights is None:
            return ""
        learned, kind = kind_in(_checked_file(str(self.weights))), kind_of(start)
        return "" if learned == kind else f"{self.weights} was learned for {learned}, and this map is {kind}"

    def with_stop(self, stop: Stop) -> Star:
        """Return the bot with a stop token: once it is set, the bot chooses by the results so far."""
        found = Star(self.visits, seconds=self.seconds, weights=self.weights, blur=self.blur)
        found._stop = stop
        return found

    def _search(self, view: State, player: int, seed: int, weights: LearnedWeights | None) -> CompiledTreeSearch:
        """Return the search of a position, with the kept tree of the choice before, if there is one."""
        known, kept = self._kept.get(player, (None, None))
        if kept is not None and known is weights:
            kept.advance(view)
            return kept
        begun = rollouts(view, seed=seed) if weights is None else search(view, seed=seed, weights=weights)
        if self.seconds is not None:
            self._kept[player] = weights, begun
        return begun


def _checked_file(name: str) -> Path:
    """Return the path of a file of weights; raise ArgumentError unless it can be read, and holds weights."""
    if not name:
        raise ArgumentError("a file of weights follows after the @, as in 1000@mine.toml")
    try:
        path = Path(name).expanduser()
        weights_in(path)
    except OSError as error:
        raise ArgumentError(f"{shown(name)} can't be read: {error.strerror or error}") from None
    except SseError as error:
        raise ArgumentError(str(error)) from None
    except (ValueError, RuntimeError) as error:
        raise ArgumentError(f"{shown(name)} is no name of a file: {error}") from None
    return path


def _promising(shares: Sequence[float], priors: Sequence[float]) -> int:
    """Return the index of the best action by its share of the win and its prior, which make different errors."""
    worths = [
        share / max(1 - share, _LEAST_SHARE) * prior**_PRIOR_POWER for share, prior in zip(shares, priors, strict=True)
    ]
    return worths.index(max(worths))


def _one_ply_ahead(action: Action, value: tuple[float, ...], margin: tuple[float, ...]) -> Analysis[Action]:
    """Return the results about an action without a search: the seats' shares of the win and margins after it."""
    line = Line(action, visits=0, value=value, margin=margin, error=0.0, exact=False, line=(action,))
    return Analysis((line,), visits=0, seconds=0.0, how="One ply ahead, by learned weights.")


def _drawn(shares: Sequence[float], blur: float, rng: SplitMix64) -> int:
    """Return an index, drawn by shares of the win."""
    best = max(shares)
    odds = [2 ** ((share - best) / blur) for share in shares]
    left = rng.below(1 << 31) / (1 << 31) * sum(odds)
    for index, part in enumerate(odds):
        left -= part
        if left < 0:
            return index
    return shares.index(best)


_DEFAULT: Final = Star()

choose = _DEFAULT.choose
"""The `choose` of the bot with its defaults."""

with_option = _DEFAULT.with_option
"""Returns the bot with a budget: see `Star.with_option`."""

with_stop = _DEFAULT.with_stop
"""Returns the bot with a token that ends its searches: see `Star.with_stop`."""
