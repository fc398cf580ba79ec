"""Errors of an arena. Each message is a sentence, and games already stored are kept."""

from __future__ import annotations

from ..errors import SseError

__all__ = ["ArenaError", "StoreError", "WorkersError"]


class ArenaError(SseError):
    """An arena that can't be played, or can't go on."""


class WorkersError(ArenaError):
    """No worker is left, or none can play the games."""


class StoreError(ArenaError):
    """A file that can't store the games: of another kind, of another arena, in use, or on a full disk."""
