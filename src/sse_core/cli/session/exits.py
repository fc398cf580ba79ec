"""Ways in which a person breaks off the play of a game."""

from __future__ import annotations

__all__ = ["LeftError", "RewoundError"]


class LeftError(Exception):
    """A person left the game before its end."""


class RewoundError(Exception):
    """A person has changed what was played, so that the game goes on from another position."""
