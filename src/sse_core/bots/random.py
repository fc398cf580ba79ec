"""The random bot: every legal action is equally likely. Any other bot should beat it."""

from __future__ import annotations

from ..play.random_play import choose

__all__ = ["choose"]
