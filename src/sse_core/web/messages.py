"""Sentences of the server, said in the language of whoever reads (`forms.messages`): how a game stands, and errors.

Errors that a program alone can cause, and those about a text that was pasted, are in English.
"""

from __future__ import annotations

from typing import Final

from ..forms.messages import Messages, message

__all__ = ["MESSAGES", "counted", "message", "say"]

MESSAGES: Final = Messages("sse_core.web")

say = MESSAGES.say
counted = MESSAGES.counted
