"""The bot of self-play: a tree search that also returns its visits, to which action weights are fitted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .._core.small_star_empires.tree_search import SearchTree
from ..play.turns import choices
from ..seeds import SplitMix64
from ..small_star_empires import Action, State
from ..small_star_empires.strength.learned import weights_in

__all__ = ["Searcher"]

_MEMORY: Final = 32 << 20
"""The most bytes of a search tree."""

_PLIES: Final = 1 << 40
"""More plies than a search plays, so that only the visits end it."""

_WON: Final = 0.99
"""The proved share of the win above which an action is taken at once."""


class Searcher:
    """A bot that searches each position anew with a number of visits, and takes the most visited action.

    `weights` is the file of the weights that guide the search; None stands for rollouts. The bot is an
    `arena.ReportingBot`.
    """

    def __init__(self, visits: int, weights: Path | None) -> None:
        self.visits = visits
        self.weights = weights

    def choose(self, view: State, player: int, rng: SplitMix64) -> Action:
        """Return a proved winning action, else the most visited one; a single legal action without a search."""
        return self.choose_with_visits(view, player, rng)[0]

    def choose_with_visits(self, view: State, player: int, rng: SplitMix64) -> tuple[Action, Sequence[int]]:
        """Return the action of `choose`, and the visits of all legal actions by rank; empty without a search."""
        actions = choices(view, player)
        if len(actions) == 1:
            return actions[0], ()
        weights = None if self.weights is None else weights_in(self.weights)
        tree = SearchTree(view, rng.next(), _MEMORY, weights)
        tree.run(self.visits, _PLIES)
        children = tree.children()
        counts = [visits for visits, _, _, _ in children]
        won = (rank for rank, (_, shares, _, proof) in enumerate(children) if proof and shares[player] > _WON)
        return actions[next(won, counts.index(max(counts)))], counts
