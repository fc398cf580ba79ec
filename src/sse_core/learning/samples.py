"""Samples of games: the features of their positions and actions, which weights are fitted to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from .._core.small_star_empires.tree_search import action_features, fill_features
from ..arena import Row
from ..arena.figures.counts import win_share
from ..game import CHANCE
from ..seeds import SplitMix64, child_seed
from ..small_star_empires import FEATURES
from ..small_star_empires.strength.action_features import ACTION_FEATURES
from .kinds import MAP_KINDS, MapKind
from .processes import results_in_order
from .stages import Floats

__all__ = ["Samples", "samples_of"]

_CHOICES: Final = 30_000
"""The choices that the weights of actions are fitted to, drawn from all."""

_HELD_OUT: Final = 10
"""One of so many games is held out."""

_LEAST_VISITS: Final = 20
"""The visits below which the actions of a choice say nothing."""

_DRAWS: Final = 1 << 31
"""The draws that are equally likely, where a share of choices is kept."""


_GAMES_AT_ONCE: Final = 20
"""The games that a process gets together."""


class Samples(NamedTuple):
    """The features of positions by seat and of actions by choice. Those of several games are joined."""

    game: Floats
    """(positions,): the number of its game."""

    pieces: Floats
    """(positions,): the pieces that all seats together have left."""

    features: Floats
    """(positions, seats, 45): each seat's features less the mean of all seats."""

    totals: Floats
    """(positions, seats): each seat's points at the end of the game less the mean of all seats."""

    wins: Floats
    """(positions, seats): each seat's share of the win."""

    choice_game: Floats
    choice_pieces: Floats
    """(choices,): as above."""

    sizes: Floats
    """(choices,): how many actions each choice has."""

    actions: Floats
    """(actions, 37): their features."""

    shares: Floats
    """(actions,): the shares of the visits of their choice."""

    @property
    def is_held(self) -> Floats:
        """Whether each position is held out, to tell how well weights fit games that they weren't fitted to."""
        held: Floats = self.game % _HELD_OUT == 0
        return held

    @property
    def is_choice_held(self) -> Floats:
        """The same of each choice."""
        held: Floats = self.choice_game % _HELD_OUT == 0
        return held


def samples_of(games: Sequence[Row], kind: MapKind, first: int, jobs: int = 1) -> Samples:
    """Replay games of `self_play` from a number on, in so many processes; return the features of their positions."""
    kept = min(1.0, _CHOICES / max(1, sum(bool(visits) for game in games for visits in game.searches or ())))
    found = results_in_order(partial(_samples_of_game, kind.name, first, kept), games, jobs, at_once=_GAMES_AT_ONCE)
    return Samples(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


def _samples_of_game(kind: str, first: int, kept: float, game: Row) -> Samples:
    """Return those of one game, of whose choices such a share is kept."""
    number = first + game.number
    state, rng = MAP_KINDS[kind].start(number), SplitMix64(child_seed(number, 2))
    assert game.actions is not None
    assert game.searches is not None
    seats = np.zeros((len(game.totals), len(FEATURES)), np.int32)
    pieces, features, choice_pieces = list[int](), list[Floats](), list[int]()
    actions, shares = [np.zeros((0, len(ACTION_FEATURES)), np.float32)], [np.zeros(0)]
    for ply, (action, counts) in enumerate(zip(game.actions, game.searches, strict=True)):
        visits = np.array(counts, float)
        if ply >= game.opening and state.to_act != (CHANCE,):
            left = sum(sum(state.reserve(seat)) for seat in range(state.board.players))
            fill_features(state, seats)
            pieces.append(left)
            features.append((seats - seats.mean(axis=0)).astype(np.float32))
            # Each action of a block is visited once in any case where rollouts are played.
            if visits.sum() >= _LEAST_VISITS and rng.below(_DRAWS) < kept * _DRAWS:
                choice_pieces.append(left)
                actions.append(np.array(action_features(state), np.float32))
                shares.append(visits / visits.sum())
        state = state.after(action)
    assert state.outcome is not None
    players = state.board.players
    wins = [float(win_share(state.outcome.winners, players, seat)) for seat in range(players)]
    return Samples(
        game=np.full(len(pieces), number),
        pieces=np.array(pieces),
        features=np.array(features, np.float32).reshape(-1, *seats.shape),
        totals=np.tile(np.array(game.totals, float) - np.mean(game.totals), (len(pieces), 1)),
        wins=np.tile(wins, (len(pieces), 1)),
        choice_game=np.full(len(choice_pieces), number),
        choice_pieces=np.array(choice_pieces),
        sizes=np.array([len(each) for each in shares[1:]], np.int64),
        actions=np.concatenate(actions),
        shares=np.concatenate(shares),
    )
