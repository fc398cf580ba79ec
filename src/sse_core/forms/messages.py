"""Messages: sentences for people, in the language of whoever reads. English is in the code, other languages in files.

A sentence is written where it is said: ``say("{who} pays {toll}", who="A", toll="2 cities")``. In another language its
words are looked up by the English ones in ``data/messages.de.toml`` beside the code that says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final

__all__ = ["ENGLISH", "Messages", "language", "language_named", "message", "speaking"]

ENGLISH: Final = "en"
"""The language of the code."""

_NAME: Final = re.compile("[a-z]{2,3}")

_language: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the language in which sentences are said here: ``en``, unless `speaking` has chosen another."""
    return _language.get()


def language_named(name: str) -> str:
    """Return a language by its name, such as ``de``; English for what is no name, so that none makes a path."""
    return name if _NAME.fullmatch(name) else ENGLISH


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Say sentences in a language, named as in ``messages.de.toml``; what a catalogue lacks stays English.

    It holds in this thread, or this asynchronous task, alone.
    """
    token = _language.set(name)
    try:
        yield
    finally:
        _language.reset(token)


def message(sentence: str) -> str:
    """Return a sentence as it is: it marks one of a table, which `Messages.say` says later."""
    return sentence


class Messages:
    """The sentences of a package: of one game, or of what games share."""

    def __init__(self, package: str) -> None:
        self._package = package

    def say(self, sentence: str, /, **values: object) -> str:
        """Return a sentence with values in place of the names in braces.

        >>> Messages("sse_core").say("{who} is to act", who="A")
        'A is to act'
        """
        return str(self._in_language(sentence) or sentence).format_map(values)

    def counted(self, n: int, one: str, many: str, /, **values: object) -> str:
        """Return a sentence about a number of things, which is the value ``n``, in the singular or the plural.

        A catalogue has both under the singular, as a list of two.

        >>> Messages("sse_core").counted(2, "{n} fleet", "{n} fleets")
        '2 fleets'
        """
        singular, plural = self._in_language(one) or (one, many)
        return str(singular if n == 1 else plural).format_map({"n": n, **values})

    def catalogue(self, name: str) -> Mapping[str, Any]:
        """Return the sentences in a language by the English ones; none if the package has no such file."""
        return _catalogue(self._package, name)

    def _in_language(self, sentence: str) -> Any:
        name = _language.get()
        return None if name == ENGLISH else self.catalogue(name).get(sentence)


@cache
def _catalogue(package: str, name: str) -> Mapping[str, Any]:
    # Who reads English pays for none of this.
    import tomllib
    from importlib.resources import files

    file = files(package) / "data" / f"messages.{name}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
