"""Messages: sentences for people in the reader's language. English stands in the code, translations stand in files.

A sentence is written where it is said: ``say("{who} pays {toll}", who="A", toll="2 coins")``. In another language its
words are looked up by the English ones in ``data/messages.de.toml`` beside the code that says it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final, TypeAlias

__all__ = ["ENGLISH", "PSEUDO", "Labels", "Messages", "language", "message", "speaking"]

ENGLISH: Final = "en"
"""The language of the code."""

PSEUDO: Final = "en-XA"
"""A test language: English in brackets, ``⟦…⟧``, with values outside them. Other words outside aren't translated."""

_FIELD: Final = re.compile(r"(\{[a-z_]+\})")

_language: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the language in which sentences are said here: ``en``, unless `speaking` has chosen another."""
    return _language.get()


@contextmanager
def speaking(name: str) -> Generator[None]:
    """Say sentences in a language, named as in ``messages.de.toml``; what a catalogue lacks stays English.

    It holds in this thread, or this asynchronous task, alone.
    """
    token = _language.set(name)
    try:
        yield
    finally:
        _language.reset(token)


def message(sentence: str) -> str:
    """Return a sentence unchanged: the call marks a sentence of a table, which `Messages.say` translates later."""
    return sentence


Labels: TypeAlias = Mapping[str | tuple[str, str], str]
"""Sentences for names of data; for a value of an option by the option and its name."""


class Messages:
    """The sentences of a package: of one game, or of the code that games share."""

    def __init__(self, package: str) -> None:
        self._package = package

    def say(self, sentence: str, /, **values: object) -> str:
        """Return a sentence with values in place of the names in braces.

        >>> Messages("sse_core").say("{who} is to act", who="A")
        'A is to act'
        """
        name = _language.get()
        if name != ENGLISH:
            sentence = _bracketed(sentence) if name == PSEUDO else self.catalogue(name).get(sentence, sentence)
        return sentence.format_map(values)

    def counted(self, n: int, one: str, many: str, /, **values: object) -> str:
        """Return a sentence about a number of things, which is the value ``n``, in the singular or the plural.

        A catalogue has both under the singular, as a list of two.

        >>> Messages("sse_core").counted(2, "{n} fleet", "{n} fleets")
        '2 fleets'
        """
        name = _language.get()
        if name not in (ENGLISH, PSEUDO):
            one, many = self.catalogue(name).get(one, (one, many))
        found = one if n == 1 else many
        return (_bracketed(found) if name == PSEUDO else found).format_map({"n": n, **values})

    def label(self, labels: Labels, name: str, of: str = "") -> str:
        """Return a name of data for people: its sentence, or else the name with blanks for underscores.

        The name is that of a column, of an option, or of a value of the option `of`.
        """
        key = (of, name) if of else name
        return self.say(labels[key]) if key in labels else name.replace("_", " ")

    def catalogue(self, name: str) -> Mapping[str, Any]:
        """Return the sentences in a language by the English ones; none if the package has no such file."""
        return _catalogue(self._package, name)


def _bracketed(sentence: str) -> str:
    return "".join(part if not part or part[0] == "{" else f"⟦{part}⟧" for part in _FIELD.split(sentence))


@cache
def _catalogue(package: str, name: str) -> Mapping[str, Any]:
    # English readers don't load any of this.
    import tomllib
    from importlib.resources import files

    file = files(package) / "data" / f"messages.{name}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
