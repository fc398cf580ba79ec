"""Calls in a separate process, which leave nothing behind in this one."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from typing import Any

from .seen import answer_of

__all__ = ["answer_apart"]


def answer_apart(function: Callable[..., Any], *given: Any) -> str:
    """Return the result of a call like `answer_of`; the status of the process if it ends without an answer."""
    context = get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    with receiving:
        process = context.Process(target=_send, args=(sending, function, *given))
        process.start()
        sending.close()
        try:
            answer = str(receiving.recv())
        except EOFError:
            answer = ""
        process.join()
    return answer or f"ended with status {process.exitcode}"


def _send(sending: Any, function: Callable[..., Any], *given: Any) -> None:
    sending.send(answer_of(function, *given))
