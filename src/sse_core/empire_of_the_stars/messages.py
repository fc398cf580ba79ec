"""Sentences of Empire of the Stars, translated for the reader (`forms.messages`)."""

from __future__ import annotations

from typing import Final

from ..forms.messages import Messages, message

__all__ = ["MESSAGES", "counted", "message", "say"]

MESSAGES: Final = Messages("sse_core.empire_of_the_stars")

say = MESSAGES.say
counted = MESSAGES.counted
