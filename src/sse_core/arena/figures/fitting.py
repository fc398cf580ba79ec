"""Fit of strengths to rounds: the most likely ones, and the ends of their intervals of 95 %.

An interval has all strengths of a player with which, whatever is best for the others, the games are nearly as likely as
they can be: by as much as the module `intervals` says, which also has most sources. What it says of a share holds for
each player. The wins of the prior are given to all at each table that alone links its players, and less where others
link them: the part of the table in what all games tell of the strengths, its leverage. For tables of two that is
the way of Firth (1993) to take the bias out of the most likely strengths; Heinze and Schemper (2002) made intervals of
it. The dispersion is that of what each round tells of the player: the sandwich of Huber (1967), with rounds as clusters
(Liang and Zeger 1986), over what independent rounds would have.
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
"""The most times that the prior is made anew. Five are usual."""

_ENOUGH: Final = 1e-4
"""The change of a leverage after which it stays."""


class Fitted(NamedTuple):
    """The strength of a player beside the anchor's, as a natural logarithm."""

    most_likely: float
    """Nan where there is none."""

    low: float
    """The lower end of its interval, no higher than it; −∞ where there is none."""

    high: float
    """The upper end, no lower; ∞ where there is none."""


def fitted(evidence: Evidence, anchor: int) -> Iterator[Fitted]:
    """Yield the strength of each player, in their order; that of the anchor, by its place, is 0."""
    reach = reach_of(evidence.model)
    for strength, low, high in zip(
        most_likely(evidence.model, reach, anchor), *_ends(evidence, reach, anchor), strict=True
    ):
        has_one = strength == strength
        yield Fitted(strength, min(low, strength) if has_one else low, max(high, strength) if has_one else high)


def most_likely(model: Model, reach: Flags, anchor: int) -> list[float]:
    """Return the most likely strength of each player; nan where there is none."""
    # Players who reach each other have won against each other, if by others between. They are rated together.
    together = reach[anchor] & reach[:, anchor]
    free = np.flatnonzero(together & (np.arange(model.size) != anchor))
    found = peak_of(model.among(together), free, np.zeros(model.size)).at
    return [float(strength) if is_known else nan for strength, is_known in zip(found, together, strict=True)]


def _ends(evidence: Evidence, reach: Flags, anchor: int) -> tuple[list[float], list[float]]:
    """Return the lower and the upper ends of all intervals; −∞ and ∞ where there are none."""
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
        # Who has never won against the anchor's like may be weaker by any number, and who has never lost stronger.
        if reach[player, anchor]:
            low[player] = end_of(model, peak, player, others, -way, fall)
        if reach[anchor, player]:
            high[player] = end_of(model, peak, player, others, way, fall)
    return low, high


def _with_prior(evidence: Evidence, free: Places) -> tuple[Model, Peak]:
    """Return the model of the games with the wins that all have before any game, and what is most likely then.

    These wins follow from the leverage of the tables, that from the strengths, and these from the wins.
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
    """Return the part of each table in what all tell of the free strengths; in all they are as many as these."""
    players = evidence.model.players
    covariances = _covariances(evidence.model.information(chances, evidence.rounds), free)
    own = (chances * covariances[players, players]).sum(1)
    both = chances[:, :, None] * chances[:, None, :]
    own -= (covariances[players[:, :, None], players[:, None, :]] * both).sum((1, 2))
    found: Numbers = evidence.rounds * own
    return found


def _covariances(information: Numbers, free: Places) -> Numbers:
    """Return the covariances of strengths, of shape (players, players): 0 for those that are not free."""
    places, found = np.ix_(free, free), np.zeros(information.shape)
    found[places] = solved(information[places], np.eye(len(free)))
    return found


def _dispersions(evidence: Evidence, chances: Numbers, covariances: Numbers) -> list[float]:
    """Return the dispersion of what rounds tell of each player; 1 where they tell nothing.

    What a round tells of a player is a sum over tables: who won there, less who was expected to, by how much the one
    who won moves the player's strength.
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
