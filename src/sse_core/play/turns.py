"""The turns of a game: players choose, and chance events are drawn by their odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from ..game import CHANCE, AnyGame, State
from ..seeds import PlyStream, SplitMix64
from .state_kinds import SecretState, is_sealed

__all__ = ["EvaluatedGame", "Follower", "choices", "evaluation_of", "margin", "sample", "stays_sealed", "turns_of"]

StateT = TypeVar("StateT", bound=State[Any])
ActionT = TypeVar("ActionT")
NumberT = TypeVar("NumberT", int, float)

Follower: TypeAlias = Callable[[State[Any], int, Any, State[Any]], object]
"""A function that is called after each move, with the state before it, the player or CHANCE, the action, and the state
after it."""


@runtime_checkable
class EvaluatedGame(Protocol):
    """A game with an evaluation: a better estimate of a position's worth than the totals are."""

    def evaluate(self, state: Any, /) -> Sequence[float]:
        """Return the worth of a state for each seat: no number is negative, and a larger one is better.

        Each game chooses its unit, so numbers of different games don't compare. A seat's share of the sum of all seats
        is a rough guess of its chances. After the end, the winners have nearly the whole sum.

        A state and the seat's own view of it have the same number for that seat. So it depends on nothing that is
        hidden from the seat.
        """
        ...


def choices(view: State[ActionT], player: int) -> Sequence[ActionT]:
    """Return the legal actions of a player, at least one; the `choose` of every bot begins with this.

    Raises the error of `State.after` if the player is not to act.
    """
    actions = view.legal_actions(player)
    if not actions:
        # A player without a legal action isn't to act, so the game refuses action 0 with its own error.
        view.after(0, player)
    return actions


def evaluation_of(game: AnyGame) -> Callable[[State[Any]], Sequence[float]]:
    """Return the function that gives the worth of a state for each seat: the game's own, else the totals.

    A game with an evaluation answers `EvaluatedGame`.
    """
    return game.evaluate if isinstance(game, EvaluatedGame) else _totals


def _totals(state: State[Any]) -> Sequence[float]:
    return state.totals


def margin(worth: Sequence[NumberT], player: int) -> NumberT:
    """Return a player's number less the largest of the others; the number itself if there are no others."""
    others = [found for seat, found in enumerate(worth) if seat != player]
    return worth[player] - max(others, default=0)


def sample(state: StateT, player: int, rng: SplitMix64) -> StateT:
    """Return a full state drawn from what a player may know of a state, for search; the state itself without secrets.

    A game with secrets answers `state_kinds.SecretState`.
    """
    return state.sample(player, rng) if isinstance(state, SecretState) else state


def stays_sealed(before: State[Any], after: State[Any], sealed: bool) -> bool:
    """Return whether an action is sealed: part of an order, while orders are still written.

    `before` and `after` are the states around it; `sealed` says whether the action before it was sealed, too.

    Orders are sealed while several seats are to act. In the end the last writer acts alone; its orders are sealed as
    long as its turn continues. Some states say it themselves (`state_kinds.is_sealed`).
    """
    own = is_sealed(after)
    if own is not None:
        return own
    writers, left = {*before.to_act}, {*after.to_act}
    if not left or not left <= writers or not (sealed or len(writers) > 1):
        return False
    return len(left) > 1 or left < writers or after.game.continues_turn(after)


def turns_of(
    state: StateT,
    choosers: Sequence[Callable[[StateT, int, SplitMix64], Any]],
    seed: int,
    followers: Sequence[Follower] = (),
) -> Iterator[tuple[int, Any, StateT]]:
    """Play to the end; yield the player (or CHANCE), the action, and the state after it for each ply.

    `choosers` has a function ``choose(view, player, rng)`` for each seat, such as that of a bot. If several are to act,
    the first of `to_act` chooses first, and each sees its own view. Each move is told to the `followers`, then yielded.

    Ply p (`State.ply`) draws from ``PlyStream(seed, p)``, a chance event by ``rng.draw(odds)``. So the same choosers
    and seed give the same game, and a game that is resumed at any ply goes on in the same way. Random bots in all
    seats play the game of `playout` with that seed.
    """
    while state.to_act:
        player, rng = state.to_act[0], PlyStream(seed, state.ply)
        if player == CHANCE:
            action: Any = rng.draw(state.odds())
        else:
            action = choosers[player](state.view(player), player, rng)
        before, state = state, state.after(action, player)
        for follow in followers:
            follow(before, player, action, state)
        yield player, action, state
