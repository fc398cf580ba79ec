"""Reasons for refused actions."""

from __future__ import annotations

from sse_core.errors import Refusal

__all__ = ["Reason"]


class Reason(Refusal):
    """The reason for which an action of Heaps is refused; `OK` (0) if it is legal."""

    OK = 0, ""
    NO_SUCH_ACTION = 1, "H2.1"
    GAME_OVER = 2, "H3.1"
    NOT_DUE = 3, "H2.1"
