"""The mcts bot: Monte Carlo tree search in plain Python, for any game of `game.py`.

Each simulation plays on from the player's view. A full state is drawn for what the view hides, and chance events by
their odds. Whoever is to act chooses by statistics of his own, which are kept by his own view. So no choice in the tree
depends on what the one who chooses can't know: orders that are sealed at once are chosen apart, and an action is
weighed for all hidden cards together (information set search: Cowling, Powley and Whitehouse 2012).

A choice begins with the action that the greedy bot likes best. With the number of its visits it widens: after n visits
the first √n actions in the order of greedy have been tried (progressive widening: Coulom 2007).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any, Final, TypeAlias, TypeVar

from ..checks import check_number
from ..game import CHANCE, State
from ..match import choices, evaluation_of, sample
from ..seeds import SplitMix64
from .greedy import margin

__all__ = ["Mcts", "choose"]

ActionT = TypeVar("ActionT")
Evaluation: TypeAlias = Callable[[State[Any]], Sequence[float]]

_MOST: Final = 1 << 31

LONG: Final = 500
"""A game in which more plies can follow is long."""


class Mcts:
    """A bot that searches.

    It plays `simulations` games from the position, at random beyond the tree, for at most `plies` plies there. If a
    simulation stops before the end, the seats share the win as they share the worth of the state
    (`match.evaluation_of`). `exploration` is the weight of what was seldom tried, beside the range of all values found.

    None stands for 200 simulations to the end of the game. In a long game, where more than 500 plies can follow, it
    stands for 50 simulations without random play.
    """

    def __init__(self, simulations: int | None = None, *, plies: int | None = None, exploration: float = 1.0) -> None:
        self.simulations = None if simulations is None else check_number(simulations, "simulations", _MOST, 1)
        self.plies = None if plies is None else check_number(plies, "plies", _MOST)
        self.exploration = exploration

    def choose(self, view: State[ActionT], player: int, rng: SplitMix64) -> ActionT:
        """Return the action of `player` that was tried most, of equals the one that did best.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        actions = choices(view, player)
        if len(actions) == 1:
            return actions[0]
        is_long = view.game.max_plies(view) > LONG
        plies = (0 if is_long else LONG) if self.plies is None else self.plies
        simulations = (50 if is_long else 200) if self.simulations is None else self.simulations
        search = _Search(view, player, rng, plies, self.exploration)
        for _ in range(simulations):
            search.simulate()
        return view.actions[search.choice(view, player).favourite()]


class _Choice:
    """The statistics of what a seat can do, by the order in which it is tried."""

    def __init__(self, ids: Sequence[int]) -> None:
        self.ids = ids
        self.visits: list[int] = []
        self.values: list[float] = []
        """The sums over the visits."""

    def place(self, exploration: float) -> int:
        """Return the place of the next action if it is time to widen, else of the best one by UCB1."""
        n, tried = sum(self.visits), len(self.visits)
        if tried < len(self.ids) and tried * tried <= n:
            self.visits.append(0)
            self.values.append(0.0)
            return tried
        weight = exploration * sqrt(log(n))
        bounds = [
            value / visits + weight / sqrt(visits) for value, visits in zip(self.values, self.visits, strict=True)
        ]
        return bounds.index(max(bounds))

    def add(self, place: int, value: float) -> None:
        """Count a visit."""
        self.visits[place] += 1
        self.values[place] += value

    def favourite(self) -> int:
        """Return the id that was tried most, of equals the one with the highest mean."""
        return max(zip(self.visits, self.values, self.ids, strict=False))[2]


class _Search:
    """The tree of one decision."""

    def __init__(self, root: State[Any], player: int, rng: SplitMix64, plies: int, exploration: float) -> None:
        self.root, self.player, self.rng = root, player, rng
        self.plies, self.exploration = plies, exploration
        self.evaluate: Evaluation = evaluation_of(root.game)
        self.tree: dict[tuple[int, State[Any]], _Choice] = {}
        self.ranges: list[tuple[float, float]] = []
        """For each seat, the smallest and the largest value that a simulation found."""

    def simulate(self) -> None:
        """Play one game, and note how it went for those who chose in the tree."""
        state, path, size = sample(self.root, self.player, self.rng), list[tuple[int, _Choice, int]](), len(self.tree)
        while state.to_act and len(self.tree) == size:
            if state.to_act == (CHANCE,):
                state = state.resolve(self.rng)
                continue
            # The player seals his order first, as at the root: his view shows which of the others have sealed theirs.
            seat = self.player if self.player in state.to_act else state.to_act[0]
            choice = self.choice(state, seat)
            place = choice.place(self._weight(seat))
            path.append((seat, choice, place))
            state = state.after(choice.ids[place], seat)
        values = self._values(self._playout(state))
        ranges = self.ranges or [(value, value) for value in values]
        self.ranges = [(min(low, value), max(high, value)) for (low, high), value in zip(ranges, values, strict=True)]
        for seat, choice, place in path:
            choice.add(place, values[seat])

    def choice(self, state: State[Any], seat: int) -> _Choice:
        """Return the statistics of a seat's choice, new ones where it wasn't in the tree."""
        view = state.view(seat)
        found = self.tree.get((seat, view))
        if found is None:
            # Equals come in a random order.
            liked = [
                (margin(self.evaluate(view.after(index, seat)), seat), self.rng.next(), index)
                for index in view.legal_ids(seat)
            ]
            liked.sort(reverse=True)
            found = self.tree[seat, view] = _Choice([index for _, _, index in liked])
        return found

    def _weight(self, seat: int) -> float:
        """Return the weight of what was seldom tried, in the unit of the seat's values."""
        if not self.ranges:
            return self.exploration
        low, high = self.ranges[seat]
        return self.exploration * (high - low)

    def _playout(self, state: State[Any]) -> State[Any]:
        """Play at random, for as many plies as the bot looks at."""
        for _ in range(self.plies):
            state = state.resolve(self.rng)
            if not state.to_act:
                break
            seat = state.to_act[0]
            ids = state.legal_ids(seat)
            state = state.after(ids[self.rng.below(len(ids))], seat)
        return state

    def _values(self, state: State[Any]) -> Sequence[float]:
        """Return the share of each seat in the win; in a game for one, the worth of the state, 0 if it is lost."""
        outcome, worth = state.outcome, self.evaluate(state)
        if len(worth) == 1:
            return worth if outcome is None or outcome.winners else (0.0,)
        if outcome is not None:
            return [(seat in outcome.winners) / len(outcome.winners) for seat in range(len(worth))]
        total = sum(worth)
        return [number / total for number in worth] if total else [1 / len(worth)] * len(worth)


choose = Mcts().choose
"""The `choose` of the bot with its defaults."""
