"""A game between bots from the start of its round to its end, or to the place where a bot fails."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from ..bots.watched import BotError, watched
from ..game import Bot, State
from ..play.match import turns_of
from .starts import Start

__all__ = ["Played", "digest_of", "play", "state_digest"]


class Played(NamedTuple):
    """A game as far as it was played."""

    moves: Sequence[tuple[int, Any]]
    """The seat (or CHANCE) and the action of each ply, those of the opening included."""

    final: State[Any]
    """The position after them."""

    failure: BotError | None
    """Why it isn't finished; None if it is."""

    is_sealed: bool
    """Whether somewhere several seats were to act, so that an action alone doesn't tell whose it is."""


def play(start: Start, bots: Sequence[Bot], names: Sequence[str]) -> Played:
    """Play a game by the bot at each seat; `names` are those in errors."""
    state, moves = start.state, list[tuple[int, Any]]()
    is_sealed = len(state.to_act) > 1
    for player, action in start.opening:
        state = state.after(action, player)
        moves.append((player, action))
        is_sealed |= len(state.to_act) > 1
    choosers = [watched(bot, name) for bot, name in zip(bots, names, strict=True)]
    try:
        for player, action, after in turns_of(state, choosers, start.seed):
            moves.append((player, action))
            state = after
            is_sealed |= len(state.to_act) > 1
    except BotError as error:
        return Played(moves, state, error, is_sealed)
    return Played(moves, state, None, is_sealed)


def state_digest(state: State[Any]) -> bytes:
    """Return a digest of a position, 16 bytes."""
    return _hash(state.game.format_state(state).encode())


def digest_of(start: bytes, moves: Sequence[tuple[int, Any]]) -> str:
    """Return the digest of a game (`MatchGame.digest`) from that of its start and all moves."""
    return _hash(start + repr(moves).encode()).hex()


def _hash(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()
