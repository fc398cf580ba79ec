"""Sentences of the server in the reader's language (`forms.messages`): the state of a game, and errors.

Errors that only a program can cause, and errors about a pasted text, are in English.
"""

from __future__ import annotations

from typing import Final

from ..forms.messages import Messages, message

__all__ = ["MESSAGES", "counted", "message", "say"]

MESSAGES: Final = Messages("sse_core.web")

say = MESSAGES.say
counted = MESSAGES.counted
