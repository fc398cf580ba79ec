"""Scores: the points of a player by their source (E7, E9, E10.1), and the sheet of all players."""

from __future__ import annotations

from typing import NamedTuple

from ..drawing.notebook import ScoreSheet, score_table

__all__ = ["Score", "ScoreSheet"]


class _Score(NamedTuple):
    planets: int
    nebulae: int
    stations: int
    territory: int
    tiles: int = 0
    tolls: int = 0


class Score(_Score):
    """The points of one player, by their source.

    planets (E7.0), sets of nebulae (E7.1), trade stations (E7.2), territory (E7.3), tiles of unexplored systems
    (E9.6 to E9.8), and tolls received (E10.1).
    """

    __slots__ = ()

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(self)

    def _repr_html_(self) -> str:
        return score_table([{**self._asdict(), "total": self.total}], is_one=True)
