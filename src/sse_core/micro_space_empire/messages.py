"""Sentences of Micro Space Empire, translated for the reader (`forms.messages`)."""

from __future__ import annotations

from typing import Final

from ..forms.messages import Messages

__all__ = ["MESSAGES", "counted", "say"]

MESSAGES: Final = Messages("sse_core.micro_space_empire")

say = MESSAGES.say
counted = MESSAGES.counted
