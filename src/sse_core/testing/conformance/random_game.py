"""The random game of the checks, with the turns and states that they look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final

from ...game import CHANCE, AnyGame, State
from ...play.records.record import checked_game
from ...play.turns import stays_sealed
from ...seeds import SplitMix64

__all__ = ["FEW", "RandomGame", "Turn", "expect", "seats_of", "some_of", "values_of"]

FEW: Final = 8
"""The number of actions of a seat that are tried in a state; each costs several views."""

_MAX_PLIES: Final = 100_000
"""A game with more plies counts as endless."""

_LOOKED_AT: Final = 12
"""The number of turns in which most checks look at the state, unless they are thorough."""

_FOLLOWED: Final = 500
"""The number of plies that are recorded and played again in another process, unless the checks are thorough."""


def expect(condition: object, message: str) -> None:
    """Raise AssertionError unless a condition holds, under ``python -O`` too."""
    if not condition:
        raise AssertionError(message)


def expect_all(promised: Iterable[tuple[object, str]]) -> None:
    """Raise AssertionError at the first promise that doesn't hold."""
    for condition, message in promised:
        expect(condition, message)


@dataclass(frozen=True)
class Turn:
    """An action, its player, and the state before it."""

    state: State[Any]
    player: int
    action: Any


class RandomGame:
    """A game of random actions, random chance events, and sealed orders in random order.

    It is played to the end once, when a check first asks for it. Checks that are not `thorough` look at some of its
    turns, which the seed chooses: the first one, the last one, and at most 12 in all. A short game is looked at wholly.
    """

    def __init__(self, game: AnyGame, seed: int, options: Mapping[str, Any], *, thorough: bool) -> None:
        # Of a game without INFO the check `names` says so. Other values, such as a game's name, are refused at once.
        self.game: Final = game if hasattr(game, "new_game") or hasattr(game, "INFO") else checked_game(game)
        self.seed: Final = seed
        self.options: Final = options
        self.thorough: Final = thorough

    @property
    def followed(self) -> int:
        """The number of plies that are recorded and played again in another process."""
        return _MAX_PLIES if self.thorough else _FOLLOWED

    def new_game(self) -> State[Any]:
        """Return the start of the game, made anew."""
        start: State[Any] = self.game.new_game(seed=self.seed, **self.options)
        return start

    def play(self) -> Iterator[Turn]:
        """Play the game anew, and yield every turn."""
        state, stream = self.new_game(), SplitMix64(self.seed)
        for _ in range(_MAX_PLIES):
            actors = state.to_act
            if not actors:
                return
            player = actors[stream.below(len(actors)) if len(actors) > 1 else 0]
            legal = state.legal_actions(player)
            # Writing the state takes longer than playing the turn, so it is only done for a failure.
            if not legal:
                raise AssertionError(f"player {player} is to act and has no legal action: {state!r}")
            turn = Turn(state, player, legal[stream.below(len(legal))])
            yield turn
            state = state.after(turn.action, player)
        raise AssertionError(f"the game goes on after {_MAX_PLIES} plies")

    @cached_property
    def all_turns(self) -> Sequence[Turn]:
        """Every turn."""
        return tuple(self.play())

    @cached_property
    def all_states(self) -> Sequence[State[Any]]:
        """Every state, the last one included."""
        return self._states_of(self.all_turns)

    def states_again(self) -> Sequence[State[Any]]:
        """Play the game anew, as far as it is followed, and return every state."""
        return self._states_of([*islice(self.play(), self.followed)])

    def _states_of(self, turns: Sequence[Turn]) -> Sequence[State[Any]]:
        if not turns:
            return (self.new_game(),)
        last = turns[-1]
        return (*(turn.state for turn in turns), last.state.after(last.action, last.player))

    @cached_property
    def places(self) -> Sequence[int]:
        """The indices in `all_turns` of the turns that are looked at, ascending."""
        return self.some(range(len(self.all_turns)), _LOOKED_AT)

    def some(self, places: Sequence[int], most: int) -> Sequence[int]:
        """Return some of several indices in `all_turns`: the first, the last, and others by the seed; or all of them.

        They are at most so many, unless the checks are thorough.
        """
        if self.thorough or len(places) <= most:
            return places
        between, stream = [*places[1:-1]], SplitMix64(self.seed)
        chosen = [between.pop(stream.below(len(between))) for _ in range(most - 2)]
        return (places[0], *sorted(chosen), places[-1])

    @cached_property
    def sealed(self) -> Sequence[bool]:
        """Whether the action before each of `all_turns` is sealed."""
        before, answers = False, list[bool]()
        for turn, after in zip(self.all_turns, self.all_states[1:], strict=True):
            answers.append(before)
            before = stays_sealed(turn.state, after, before)
        return answers

    @cached_property
    def written(self) -> Sequence[int]:
        """Like `places`, with some turns in which several seats begin to write orders."""
        turns = self.all_turns
        openings = [
            place for place, sealed in enumerate(self.sealed) if not sealed and len(turns[place].state.to_act) > 1
        ]
        return sorted({*self.places, *self.some(openings, FEW)})

    @cached_property
    def followed_places(self) -> Sequence[int]:
        """Like `places`, of the turns that are followed."""
        return self.some(range(min(len(self.all_turns), self.followed)), _LOOKED_AT)

    @cached_property
    def turns(self) -> Sequence[Turn]:
        """The turns that are looked at."""
        return tuple(self.all_turns[place] for place in self.places)

    @cached_property
    def states(self) -> Sequence[State[Any]]:
        """The states that are looked at: those before `turns`, and the last one."""
        return (*(turn.state for turn in self.turns), self.all_states[-1])


def some_of(actions: Sequence[Any], stream: SplitMix64) -> Sequence[Any]:
    """Return all actions if they are few, else some at random."""
    return actions if len(actions) <= FEW else [stream.choice(actions) for _ in range(FEW)]


def seats_of(state: State[Any]) -> range:
    """Return the seats of a state's game."""
    return range(len(state.totals))


def values_of(state: State[Any]) -> list[Any]:
    """Return the values of all attributes and methods of a state, without its views."""
    actors = (None, CHANCE, *seats_of(state))
    legal = [state.legal_actions(actor) for actor in actors]
    return [state.to_act, state.ply, state.totals, state.outcome, legal, state.odds(), hash(state)]
