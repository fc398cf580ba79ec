"""Fit of strengths to rounds: the most likely strengths, and the ends of their 95 % intervals.

Intervals are profile likelihood intervals. A strength of a player is in the interval if the games, with the best
strengths for the others, are nearly as likely as they can be; the module `intervals` says how nearly, and has most
sources. The method for a share there holds here for each player. Everybody at a table gets wins of a prior: all of them
if the table alone links its players, fewer if other tables link them, too. The factor is the leverage of the table, its
part in the information of all games. For tables of two this is the method of Firth (1993), which removes the bias of
the most likely strengths; Heinze and Schemper (2002) made intervals from it. The dispersion of a player is that of the
rounds' contributions: the sandwich variance of Huber (1967), with rounds as clusters (Liang and Zeger 1986), over the
variance of independent rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, nan, sqrt
from typing import Final, NamedTuple

import numpy as np

from .evidence import Evidence
from .intervals import PRIOR, dispersion, expected_dispersion, normal_quantile
from .strengths import Flags, Model, Numbers, Peak, Places, end_of, peak_of, reach_of, solved

__all__ = ["Fitted", "fitted", "most_likely"]

_TIMES: Final = 50
"""The most iterations for the prior. Five are usual."""

_ENOUGH: Final = 1e-4
"""The change of a leverage below which the iteration ends."""


class Fitted(NamedTuple):
    """The strength of a player relative to the anchor's, as a natural logarithm."""

    most_likely: float
    """The most likely strength; nan without one."""

    low: float
    """The lower end of its interval, at most the strength; −∞ without one."""

    high: float
    """The upper end, at least the strength; ∞ without one."""


def fitted(evidence: Evidence, anchor: int) -> Iterator[Fitted]:
    """Yield the strength of each player in order; the anchor, given by its place, has 0."""
    reach = reach_of(evidence.model)
    for strength, low, high in zip(
        most_likely(evidence.model, reach, anchor), *_ends(evidence, reach, anchor), strict=True
    ):
        has_one = strength == strength
        yield Fitted(strength, min(low, strength) if has_one else low, max(high, strength) if has_one else high)


def most_likely(model: Model, reach: Flags, anchor: int) -> list[float]:
    """Return the most likely strength of each player; nan for a player without one."""
    # Players who reach each other have won against each other, directly or through others. They are rated together.
    together = reach[anchor] & reach[:, anchor]
    free = np.flatnonzero(together & (np.arange(model.size) != anchor))
    found = peak_of(model.among(together), free, np.zeros(model.size)).at
    return [float(strength) if is_known else nan for strength, is_known in zip(found, together, strict=True)]


def _ends(evidence: Evidence, reach: Flags, anchor: int) -> tuple[list[float], list[float]]:
    """Return the lower and upper ends of all intervals; −∞ and ∞ for missing ones."""
    size, quantile = evidence.model.size, normal_quantile()
    low, high = [-inf] * size, [inf] * size
    low[anchor] = high[anchor] = 0.0
    free = np.flatnonzero(evidence.connected[anchor] & (np.arange(size) != anchor))
    model, peak = _with_prior(evidence, free)
    variances = _covariances(model.bend(peak.at), free)
    dispersions = _dispersions(evidence, model.chances(peak.at), variances)
    for player in free.tolist():
        others, spread = free[free != player], dispersions[player]
        way, fall = quantile * sqrt(spread * variances[player, player]), spread * quantile**2 / 2
        # A player who has never won against the anchor's group may be weaker by any number; one who has never lost,
        # stronger.
        if reach[player, anchor]:
            low[player] = end_of(model, peak, player, others, -way, fall)
        if reach[anchor, player]:
            high[player] = end_of(model, peak, player, others, way, fall)
    return low, high


def _with_prior(evidence: Evidence, free: Places) -> tuple[Model, Peak]:
    """Return the model of the games with the wins of the prior, and its peak.

    The prior depends on the leverage of the tables, the leverage on the strengths, and the strengths on the prior. So
    this iterates.
    """
    here = evidence.model.here
    seated = here.sum(1)

    def with_wins(leverage: Numbers) -> Model:
        wins = here * (PRIOR * leverage / (seated - 1))[:, None]
        return evidence.model._replace(wins=evidence.model.wins + wins)

    leverage = _leverage(evidence, here / seated[:, None], free)
    model = with_wins(leverage)
    peak = peak_of(model, free, np.zeros(model.size))
    for _ in range(_TIMES):
        before, leverage = leverage, _leverage(evidence, model.chances(peak.at), free)
        model = with_wins(leverage)
        peak = peak_of(model, free, peak.at)
        if np.abs(leverage - before).max(initial=0.0) <= _ENOUGH:
            break
    return model, peak


def _leverage(evidence: Evidence, chances: Numbers, free: Places) -> Numbers:
    """Return the leverage of each table, its part in the information; the sum is the number of free strengths."""
    players = evidence.model.players
    covariances = _covariances(evidence.model.information(chances, evidence.rounds), free)
    own = (chances * covariances[players, players]).sum(1)
    both = chances[:, :, None] * chances[:, None, :]
    own -= (covariances[players[:, :, None], players[:, None, :]] * both).sum((1, 2))
    found: Numbers = evidence.rounds * own
    return found


def _covariances(information: Numbers, free: Places) -> Numbers:
    """Return the covariances of strengths, shape (players, players): 0 for those that aren't free."""
    places, found = np.ix_(free, free), np.zeros(information.shape)
    found[places] = solved(information[places], np.eye(len(free)))
    return found


def _dispersions(evidence: Evidence, chances: Numbers, covariances: Numbers) -> list[float]:
    """Return the dispersion of the rounds' contributions for each player; 1 where there are none.

    The contribution of a round for a player is a sum over its tables: wins minus expected wins, each weighted by how
    much a win there moves the player's strength.
    """
    model = evidence.model
    moves = covariances[model.players]
    means = (chances[:, :, None] * moves).sum(1, keepdims=True)
    variances = (chances[:, :, None] * (moves - means) ** 2).sum(1)
    seen = np.where(model.here[:, :, None], moves, np.nan)
    ranges = np.nanmax(seen, 1) - np.nanmin(seen, 1)
    evenness = 4 * variances / np.where(ranges > 0, ranges, 1.0) ** 2
    told = evidence.rounds[:, None] * variances
    total, squares, measured = told.sum(0), np.zeros(model.size), np.zeros(model.size)
    for group in evidence.groups:
        roots = np.sqrt(group.new)[:, None]
        squares += len(group.shares) * (roots * variances[group.part]).sum(0) ** 2
        left = group.by_player(roots * (group.shares - chances[group.part]), model)
        measured += (np.einsum("rp,pq->rq", left, covariances) ** 2).sum(0)
    expected = (told * expected_dispersion(evidence.games)[:, None]).sum(0)
    evenly = (told * evenness).sum(0)
    return [
        dispersion(expected[i] / total[i], measured[i] / total[i], total[i] ** 2 / squares[i], evenly[i] / total[i])
        if total[i] > 0
        else 1.0
        for i in range(model.size)
    ]
