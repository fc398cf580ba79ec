"""The worth of a position for each seat, which the bots look at: it is weighed in the core (``evaluation.pxd``)."""

from __future__ import annotations

from ..._core.jump_wars.search import evaluate, expected_leads

__all__ = ["evaluate", "expected_leads"]
