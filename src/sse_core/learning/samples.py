"""Training samples from games: features of positions and actions with their targets, for the fit of weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from .._core.small_star_empires.tree_search import action_features, fill_features
from ..arena import Row, Workers
from ..arena.figures.counts import win_share
from ..game import CHANCE
from ..seeds import SplitMix64, child_seed
from ..small_star_empires import FEATURES
from ..small_star_empires.strength.action_features import ACTION_FEATURES
from .map_kinds import MapKind
from .processes import results_in_order
from .stages import Floats

__all__ = ["Samples", "joined", "samples_of"]

_CHOICES: Final = 30_000
"""The number of choices for the fit of action weights, drawn from all choices."""

_HELD_OUT: Final = 10
"""One in so many games is held out."""

_LEAST_VISITS: Final = 20
"""The least visits of a choice that is used for the fit of action weights."""

_DRAWS: Final = 1 << 31
"""The number of equally likely draws that decide whether a choice is used."""


_GAMES_AT_ONCE: Final = 20
"""The games that a process gets together."""


class Samples(NamedTuple):
    """The samples of games as arrays: positions by seat, and actions by choice, joined over all games."""

    game: Floats
    """(positions,): the number of the game."""

    pieces: Floats
    """(positions,): the pieces left in all reserves together."""

    features: Floats
    """(positions, seats, 45): each seat's features minus the mean of all seats."""

    totals: Floats
    """(positions, seats): each seat's points at the end of the game minus the mean of all seats."""

    wins: Floats
    """(positions, seats): each seat's share of the win."""

    choice_game: Floats
    choice_pieces: Floats
    """(choices,): the number of the game and the pieces left, as for positions."""

    sizes: Floats
    """(choices,): the number of actions of each choice."""

    actions: Floats
    """(actions, 37): the features of actions."""

    shares: Floats
    """(actions,): the share of each action in the visits of its choice."""

    @property
    def is_held(self) -> Floats:
        """Whether each position is held out for the test of a fit."""
        held: Floats = self.game % _HELD_OUT == 0
        return held

    @property
    def is_choice_held(self) -> Floats:
        """Whether each choice is held out for the test of a fit."""
        held: Floats = self.choice_game % _HELD_OUT == 0
        return held


def samples_of(games: Sequence[Row], kind: MapKind, first: int, workers: Workers | None = None) -> Samples:
    """Replay games of `self_play` from a number on, by workers or here; return their samples."""
    kept = min(1.0, _CHOICES / max(1, sum(bool(visits) for game in games for visits in game.searches or ())))
    found = results_in_order(partial(_samples_of_game, kind, first, kept), games, workers, at_once=_GAMES_AT_ONCE)
    return joined(found)


def joined(samples: Sequence[Samples]) -> Samples:
    """Return samples of several games or rounds together."""
    return Samples(*(np.concatenate(columns) for columns in zip(*samples, strict=True)))


def _samples_of_game(kind: MapKind, first: int, kept: float, game: Row) -> Samples:
    """Return the samples of one game, with the share `kept` of its choices."""
    number = first + game.number
    state, rng = kind.start(number), SplitMix64(child_seed(number, 2))
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
            # With rollouts, each action of a block is visited once in any case.
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
