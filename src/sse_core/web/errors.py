"""Errors that the server answers with, each with the status of HTTP that it stands for."""

from __future__ import annotations

from typing import ClassVar

from ..errors import SseError

__all__ = ["BusyError", "MissingError", "StaleError", "WebError"]


class WebError(SseError):
    """A request that can't be answered as it stands."""

    status: ClassVar[int] = 400


class MissingError(WebError):
    """A request for something that isn't there."""

    status: ClassVar[int] = 404


class StaleError(WebError):
    """A request that the game, as it stands now, refuses."""

    status: ClassVar[int] = 409


class BusyError(WebError):
    """A request for which the server has no room."""

    status: ClassVar[int] = 429
