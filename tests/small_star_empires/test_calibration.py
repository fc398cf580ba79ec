"""Calibration of what the star search says: of positions said 70 %, 70 % are won in fresh games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from sse_core.learning.calibration import Calibration, Prediction
from sse_core.learning.map_kinds import MAP_KINDS
from sse_core.learning.predictions import FIRST, calibration, predictions_in_game
from sse_core.learning.writing import with_spreads
from sse_core.small_star_empires.strength.learned import FOLDER

GAMES: Final = 150
VISITS: Final = 60

MANY: Final = 2400
"""The games of each kind in the long test."""


def weights_of(kind: str) -> Path:
    return FOLDER / f"{kind}.toml"


def likelihoods(found: Calibration) -> dict[float, float]:
    """The logarithm of the likelihood of what came, if odds are those that were said to each of these powers."""
    values, won = (np.array([getattr(each, name) for each in found.predictions]) for name in ("value", "won"))
    values = np.clip(values, 0.001, 0.999)
    logits = np.log(values / (1 - values))
    return {power: float(np.sum(won * power * logits - np.log1p(np.exp(power * logits)))) for power in (0.5, 1.0, 2.0)}


def is_calibrated(found: Calibration) -> bool:
    """Whether no other odds fit far better: the square of what was said, or its root."""
    by_power = likelihoods(found)
    return by_power[1.0] == max(by_power.values())


def few_games(weights: Path) -> Calibration:
    played = (predictions_in_game("plain-2", weights, FIRST + number, visits=VISITS) for number in range(GAMES))
    return Calibration([each for game in played for each in game])


@pytest.mark.nightly
def test_values_of_a_few_games_are_calibrated() -> None:
    assert is_calibrated(few_games(weights_of("plain-2")))


@pytest.mark.nightly
@pytest.mark.parametrize("scale", [0.4, 2.5])
def test_leads_that_mean_too_much_or_too_little_are_noticed(scale: float, tmp_path: Path) -> None:
    """The same weights where a lead means more, or less, than it is worth."""
    path = tmp_path / "tried.toml"
    path.write_text(with_spreads(weights_of("plain-2").read_text(encoding="utf-8"), scale), encoding="utf-8")
    assert not is_calibrated(few_games(path))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", MAP_KINDS)
def test_values_are_calibrated(kind: str) -> None:
    """Of positions said 70 %, 68 to 72 % are won, but for chance; so are all others, by what was said of them."""
    found = calibration(kind, weights_of(kind), MANY, os.cpu_count() or 1)
    for low in (0.05, 0.25, 0.45, 0.65, 0.85):
        group = found.group(low, low + 0.1)
        assert group is not None
        assert abs(group.won - group.predicted) < 0.02 + 3 * group.error
    assert abs(found.bias) < 0.01
    assert 0.68 < found.at(0.7).value < 0.72


def test_what_was_said_is_grouped_and_fitted() -> None:
    """By hand: three of four are won of what is said to be 60 %, whose odds of 1.5 to the power of 2.71 are 3."""
    said = [Prediction(game, 0.6, float(game % 4 > 0)) for game in range(40)]
    found = Calibration([*said, *(Prediction(game, 0.4, float(game % 4 == 0)) for game in range(40))])
    assert found.exponent == pytest.approx(2.7095, abs=1e-3)
    group = found.group(0.55, 0.65)
    assert group is not None
    assert (group.n, group.won) == (40, 0.75)
    assert group.predicted == pytest.approx(0.6)
    assert found.at(0.6).value == pytest.approx(0.75)
    assert found.at(0.5).value == pytest.approx(0.5)
    assert group.error == pytest.approx((0.75 * 0.25 / 40) ** 0.5)
    assert found.group(0.8, 0.9) is None
    assert not is_calibrated(found)


def test_what_is_won_of_what_is_said_bends_at_five_values() -> None:
    """By hand: of each of five values another share is won."""
    wins = {0.1: 0.2, 0.3: 0.25, 0.5: 0.5, 0.7: 0.65, 0.9: 0.95}
    said = [Prediction(i, value, float(i % 20 < 20 * won)) for value, won in wins.items() for i in range(20)]
    assert Calibration(said).won == pytest.approx([*wins.values()])
    # Beyond the last value odds grow as those that are said: from 9 of 1 to 99 of 1, eleven times as large.
    ends = [*said, *(Prediction(i, 0.99, 209 / 210) for i in range(20))]
    assert Calibration(ends).won == pytest.approx([*wins.values()], abs=1e-6)


def test_the_interval_of_the_line_counts_games_not_positions() -> None:
    """Each of 100 games is told three times what is right: 19 of 20 intervals have it, not 3 of 4."""
    rng, held = np.random.default_rng(0), 0
    for _ in range(200):
        values = rng.uniform(0.2, 0.8, 100)
        wins = rng.uniform(size=100) < values
        told = [Prediction(game, value, float(won)) for game, (value, won) in enumerate(zip(values, wins, strict=True))]
        _, low, high = Calibration(told * 3).at(0.7)
        held += low < 0.7 < high
    assert 180 <= held <= 198
