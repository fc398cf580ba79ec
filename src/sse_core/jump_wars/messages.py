"""Sentences of Jump Wars, translated for the reader (`forms.messages`)."""

from __future__ import annotations

from typing import Final

from ..forms.messages import Messages, message

__all__ = ["MESSAGES", "counted", "message", "say"]

MESSAGES: Final = Messages("sse_core.jump_wars")

say = MESSAGES.say
counted = MESSAGES.counted
