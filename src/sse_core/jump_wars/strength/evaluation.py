"""The evaluation: the worth of a position for each seat, for bots. The core computes it (``evaluation.pxd``)."""

from __future__ import annotations

from ..._core.jump_wars.search import evaluate, expected_leads

__all__ = ["evaluate", "expected_leads"]
