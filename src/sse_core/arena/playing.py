"""Playing one game between bots, from the start of its round to its end or to the failure of a bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ..bots.watched import BotError, Chooser, followers_of, watched
from ..game import Bot, State
from ..play.turns import turns_of
from ..seeds import SplitMix64
from .starts import Start

__all__ = ["Played", "ReportingBot", "digest_of", "play", "state_digest"]


@runtime_checkable
class ReportingBot(Bot, Protocol):
    """A bot that also returns the visits of its search, for an arena that stores them (`Plan.searches`)."""

    def choose_with_visits(self, view: Any, player: int, rng: SplitMix64, /) -> tuple[Any, Sequence[int]]:
        """Return what `choose` returns, and the visits of the legal actions in order; empty without a search."""
        ...


class Played(NamedTuple):
    """A played game, finished or not."""

    moves: Sequence[tuple[int, Any]]
    """The seat (or CHANCE) and the action of each ply, the opening included."""

    final: State[Any]
    """The position after the last ply."""

    failure: BotError | None
    """Why the game isn't finished; None if it is."""

    is_sealed: bool
    """Whether several seats were to act at some ply, so that an action alone doesn't tell its seat."""

    searches: tuple[tuple[int, ...], ...] | None = None
    """The visits of the bot's search at each ply (`Row.searches`)."""


class _ReportedBot:
    """A wrapper of a bot that notes its last search."""

    def __init__(self, bot: Bot, told: dict[int, tuple[int, ...]]) -> None:
        self._bot, self._told = bot, told

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        """Return the choice of the bot."""
        if not isinstance(self._bot, ReportingBot):
            return self._bot.choose(view, player, rng)
        action, visits = self._bot.choose_with_visits(view, player, rng)
        self._told[player] = tuple(visits)
        return action


def play(
    start: Start,
    bots: Sequence[Bot],
    names: Sequence[str],
    *,
    searches: bool = False,
    timed: Callable[[Chooser], Chooser] | None = None,
) -> Played:
    """Play a game with a bot at each seat; `names` are for errors. With `searches`, note the visits of bots' searches.

    `timed` wraps the function of each bot's choice.
    """
    told = dict[int, tuple[int, ...]]()
    noted: list[tuple[int, ...]] = [()] * len(start.opening)
    followers = followers_of(bots)
    if searches:
        bots = [_ReportedBot(bot, told) for bot in bots]
    state, moves = start.state, list[tuple[int, Any]]()
    is_sealed = len(state.to_act) > 1
    for player, action in start.opening:
        state = state.after(action, player)
        moves.append((player, action))
        is_sealed |= len(state.to_act) > 1
    failure: BotError | None = None
    choosers = [watched(bot, name) for bot, name in zip(bots, names, strict=True)]
    if timed is not None:
        choosers = [timed(chooser) for chooser in choosers]
    try:
        for player, action, after in turns_of(state, choosers, start.seed, followers):
            moves.append((player, action))
            noted.append(told.pop(player, ()))
            state = after
            is_sealed |= len(state.to_act) > 1
    except BotError as error:
        failure = error
    return Played(moves, state, failure, is_sealed, tuple(noted) if searches else None)


@lru_cache(maxsize=8)
def state_digest(state: State[Any]) -> bytes:
    """Return a digest of a position, 16 bytes, from a cache, since rounds with the same start ask again."""
    return _digest(state.game.format_state(state).encode())


def digest_of(start: bytes, moves: Sequence[tuple[int, Any]]) -> str:
    """Return the digest of a game (`Row.digest`) from the digest of its start and all moves."""
    return _digest(start + repr(moves).encode()).hex()


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()
