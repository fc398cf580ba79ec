"""Exceptions by which a person breaks off the play: `LeftError` and `RewoundError`."""

from __future__ import annotations

__all__ = ["LeftError", "RewoundError"]


class LeftError(Exception):
    """A person left the game before its end."""


class RewoundError(Exception):
    """A person has taken moves back or redone them, so that the game goes on from another position."""
