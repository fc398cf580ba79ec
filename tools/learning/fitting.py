"""Weights that fit games: of positions by ridge regression, of actions by conditional logit.

A weight changes evenly from stage to stage. So a position between two stages counts for both, by how near it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from bench.figures import wins_of

from sse_core._core.small_star_empires.tree_search import action_features, fill_features
from sse_core.game import CHANCE
from sse_core.small_star_empires import FEATURES
from sse_core.small_star_empires.action_numbers import ACTION_FEATURES

from .kinds import KINDS, Kind
from .self_play import Game

__all__ = ["Fit", "Floats", "Rows", "fit", "hats", "rows_of"]

Floats: TypeAlias = np.ndarray[Any, np.dtype[Any]]

HELD_OUT: Final = 10
"""One of so many games is held out, to tell how well weights fit games that they weren't fitted to."""

CHOICES: Final = 30_000
"""The choices that the weights of actions are fitted to, drawn from all."""

PLANETS: Final = [feature.name for feature in FEATURES].index("planets")

LEAST_VISITS: Final = 20
"""The visits below which the actions of a choice say nothing."""

RIDGE: Final = 100.0
"""The penalty of the square of a weight, in positions."""


class Rows(NamedTuple):
    """The numbers of games: of positions by seat, and of actions by choice. Those of several games are joined."""

    game: Floats
    """(positions,): the number of its game."""

    pieces: Floats
    """(positions,): the pieces that all seats together have left."""

    numbers: Floats
    """(positions, seats, 45): each seat's numbers less the mean of all seats."""

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
    """(actions, 37): their numbers."""

    shares: Floats
    """(actions,): the shares of the visits of their choice."""


@dataclass
class Fit:
    """Weights, by stage, and how well they fit games that were held out."""

    value: Floats
    """(stages, 45), in points."""

    spread: Floats
    """(stages,), in points."""

    policy: Floats
    """(stages, 37), in doublings of the odds."""

    report: str


def rows_of(games: Sequence[Game], kind: Kind, jobs: int = 1) -> Rows:
    """Replay games in so many processes, and return the numbers of their positions."""
    kept = min(1.0, CHOICES / max(1, sum(bool(visits) for game in games for visits in game.visits)))
    with ProcessPoolExecutor(jobs) as team:
        found = list(team.map(partial(_rows_of_game, kind.name, kept), games, chunksize=20))
    return Rows(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


def _rows_of_game(kind: str, kept: float, game: Game) -> Rows:
    """The same of one game; such a share of the choices is kept."""
    state, rng = KINDS[kind].start(game.number), np.random.default_rng(game.number)
    seats = np.zeros((len(game.totals), len(FEATURES)), np.int32)
    pieces, numbers, choice_pieces = list[int](), list[Floats](), list[int]()
    actions, shares = [np.zeros((0, len(ACTION_FEATURES)), np.float32)], [np.zeros(0)]
    for ply, action in enumerate(game.ids):
        visits = np.array(game.visits[ply], float)
        if ply >= game.opening and state.to_act != (CHANCE,):
            left = sum(sum(state.reserve(seat)) for seat in range(state.board.players))
            fill_features(state, seats)
            pieces.append(left)
            numbers.append((seats - seats.mean(axis=0)).astype(np.float32))
            # Each action of a block is visited once in any case where rollouts are played.
            if visits.sum() >= LEAST_VISITS and rng.random() < kept:
                choice_pieces.append(left)
                actions.append(np.array(action_features(state), np.float32))
                shares.append(visits / visits.sum())
        state = state.after(action)
    assert state.outcome is not None
    wins = [wins_of(state.outcome.winners, seat) for seat in range(state.board.players)]
    return Rows(
        game=np.full(len(pieces), game.number),
        pieces=np.array(pieces),
        numbers=np.array(numbers, np.float32).reshape(-1, *seats.shape),
        totals=np.tile(np.array(game.totals, float) - np.mean(game.totals), (len(pieces), 1)),
        wins=np.tile(wins, (len(pieces), 1)),
        choice_game=np.full(len(choice_pieces), game.number),
        choice_pieces=np.array(choice_pieces),
        sizes=np.array([len(each) for each in shares[1:]], np.int64),
        actions=np.concatenate(actions),
        shares=np.concatenate(shares),
    )


def hats(pieces: Floats, stages: Sequence[float]) -> Floats:
    """How much each position counts for each stage: (positions, stages), rows of sum 1.

    >>> hats(np.array([0.0, 5.0, 99.0]), [0, 4, 8]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.75, 0.25], [0.0, 0.0, 1.0]]
    """
    return np.stack([np.interp(pieces, stages, row) for row in np.eye(len(stages))], axis=1)


def fit(rows: Rows, kind: Kind) -> Fit:
    """Return the weights that fit best."""
    value, spread, about_value = _fit_value(rows, kind)
    policy, about_policy = _fit_policy(rows, kind)
    return Fit(value, spread, policy, f"{about_value}; {about_policy}")


# --- positions


def _fit_value(rows: Rows, kind: Kind) -> tuple[Floats, Floats, str]:
    stages, features = len(kind.pieces), len(FEATURES)
    weight_of, held = hats(rows.pieces, kind.pieces), rows.game % HELD_OUT == 0
    squares, products = np.zeros((stages * features,) * 2), np.zeros(stages * features)
    for begin in range(0, len(held), 4096):
        part = slice(begin, begin + 4096)
        fits = ~held[part]
        wide = np.einsum("ps,pnf->pnsf", weight_of[part][fits], rows.numbers[part][fits])
        wide = wide.reshape(-1, stages * features)
        squares += wide.T @ wide
        products += wide.T @ rows.totals[part][fits].ravel()
    solved = np.linalg.solve(squares + RIDGE * np.eye(len(squares)), products)
    value = solved.reshape(stages, features)
    worth = np.einsum("pnf,ps,sf->pn", rows.numbers, weight_of, value)
    residual = rows.totals[held] - worth[held]
    explained = 1 - (residual**2).sum() / (rows.totals[held] ** 2).sum()
    hope: Floats = worth + kind.tie_break * tie_breaks(rows.numbers[:, :, PLANETS])
    spread = _fit_spread(hope[~held], rows.wins[~held], weight_of[~held])
    return value, spread, f"the worth of seats explains {explained:.3f} of the variance of their points"


def tie_breaks(planets: Floats) -> Floats:
    """What each seat may hope for from a tie, by the planets of all, as in ``learned.pxd``: a half at most.

    >>> tie_breaks(np.array([[7, 6], [3, 9]])).tolist()
    [[0.25, -0.25], [-0.5, 0.5]]
    """
    n = planets.shape[1]
    others = np.stack([np.delete(planets, seat, axis=1).max(axis=1) for seat in range(n)], axis=1)
    found: Floats = np.clip(planets - others, -2, 2) / 4
    return found


def _fit_spread(worth: Floats, shares: Floats, weight_of: Floats) -> Floats:
    """The lead that doubles the odds, by stage: the likeliest one for those who won."""
    rates, before = np.full(weight_of.shape[1], 0.3), np.zeros(weight_of.shape[1])
    for _ in range(400):
        if np.allclose(rates, before, rtol=1e-5):
            break
        before, rate = rates, weight_of @ rates
        z = worth * rate[:, None]
        odds = np.exp(z - z.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        slope = ((odds - shares) * worth).sum(axis=1)
        curve = (odds * worth**2).sum(axis=1) - (odds * worth).sum(axis=1) ** 2
        step = (weight_of.T @ slope) / (weight_of.T @ curve + 1e-9)
        rates = np.clip(rates - 0.5 * step, 0.02, 20)
    spread: Floats = np.log(2) / rates
    return spread


# --- actions


def _fit_policy(rows: Rows, kind: Kind) -> tuple[Floats, str]:
    held = rows.choice_game % HELD_OUT == 0
    fits, rng = np.flatnonzero(~held), np.random.default_rng(1)
    weights = np.zeros((len(kind.pieces), len(ACTION_FEATURES)))
    mean, square, step = np.zeros_like(weights), np.zeros_like(weights), 0
    for epoch in range(14):
        order = rng.permutation(fits)
        for begin in range(0, len(order), 256):
            batch = _Batch(rows, kind, order[begin : begin + 256])
            gradient = batch.gradient(weights)
            # Adam (Kingma and Ba 2015).
            step += 1
            mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
            rate = (0.05 if epoch < 9 else 0.01) / (1 - 0.9**step)
            weights -= rate * mean / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
    batch = _Batch(rows, kind, np.flatnonzero(held))
    lost = -(batch.shares * np.log(batch.chances(weights) + 1e-9)).sum() / len(batch.sizes)
    least = -(batch.shares * np.log(batch.shares + 1e-9)).sum() / len(batch.sizes)
    uniform = np.log(batch.sizes).mean()
    report = f"actions are told with {lost:.3f} nats, uniform {uniform:.3f}, visits themselves {least:.3f}"
    return weights / np.log(2), report


class _Batch:
    """Some choices, side by side."""

    def __init__(self, rows: Rows, kind: Kind, choices: Floats) -> None:
        ends: Floats = np.cumsum(rows.sizes)
        parts = [slice(ends[choice] - rows.sizes[choice], ends[choice]) for choice in choices]
        self.actions = np.concatenate([rows.actions[part] for part in parts])
        self.shares = np.concatenate([rows.shares[part] for part in parts])
        self.sizes: Floats = rows.sizes[choices]
        self.begins: Floats = np.concatenate([[0], np.cumsum(self.sizes)])
        self.weight_of: Floats = np.repeat(hats(rows.choice_pieces[choices], kind.pieces), self.sizes, axis=0)

    def chances(self, weights: Floats) -> Floats:
        """The chance of each action."""
        logits = ((self.actions @ weights.T) * self.weight_of).sum(axis=1)
        logits -= np.repeat(np.maximum.reduceat(logits, self.begins[:-1]), self.sizes)
        odds = np.exp(logits)
        chances: Floats = odds / np.repeat(np.add.reduceat(odds, self.begins[:-1]), self.sizes)
        return chances

    def gradient(self, weights: Floats) -> Floats:
        """The gradient of the cross-entropy of a choice."""
        miss = (self.chances(weights) - self.shares) / len(self.sizes)
        gradient: Floats = (miss[:, None] * self.weight_of).T @ self.actions
        return gradient + 1e-5 * weights
