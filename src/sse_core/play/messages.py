"""Sentences about any game, said in the language of whoever reads (`forms.messages`)."""

from __future__ import annotations

from typing import Final

from ..forms.messages import Messages, message

__all__ = ["MESSAGES", "counted", "message", "say"]

MESSAGES: Final = Messages("sse_core.play")

say = MESSAGES.say
counted = MESSAGES.counted
