"""The texts that stand in the page's own files: those of a script, with where they go, and those of its HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final, NamedTuple

__all__ = ["Literal", "literals", "words_of_html"]

TOKEN: Final = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<template>`)"""
    r"""|(?P<regex>(?<=[(,=:\[!&|?{};])\s*/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)"""
    r"""|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comma>,)|(?P<end>;)|(?P<other>[\s\S])""",
    re.DOTALL,
)
NAME: Final = re.compile(r"([\w$]+)\s*$")
SHOWN: Final = re.compile(
    r"""(?:textContent|title|placeholder|label)\s*=(?!=)|["\s{](?:aria-label|title|placeholder|label)"?:"""
)


class Literal(NamedTuple):
    """A text in a script: its letters, with ``{}`` for what is filled in, and where it goes."""

    line: int
    text: str
    call: str
    """The function that takes it, or what stands before the bracket around it; empty if there is nothing."""

    place: int
    """Which of the function's arguments it is, or part of; the first is 0."""

    before: str
    """What stands on its line before it."""

    is_shown: bool
    """Whether it is given to what a person reads or hears: the text of an element, a title, a label."""


def literals(code: str) -> Iterator[Literal]:
    """Yield each text of a script, but for comments and patterns."""
    yield from _read(code, 0, "")[1]


def _read(code: str, at: int, until: str) -> tuple[int, list[Literal]]:
    """Read a script up to the bracket that ends a place in a template, or to its end."""
    found: list[Literal] = []
    around: list[list[str | int]] = [["", 0]]
    while at < len(code):
        token = TOKEN.match(code, at)
        assert token is not None
        kind = token.lastgroup
        start, at = at, token.end()
        text = None
        if kind == "text":
            text = token[0][1:-1]
        elif kind == "template":
            at, text, inner = _template(code, at)
            found += inner
        elif kind == "open":
            name = NAME.search(code, max(0, start - 60), start) if token[0] == "(" else None
            around.append([name[1] if name else token[0], 0])
        elif kind == "close":
            if len(around) == 1 and token[0] == until:
                return at, found
            around.pop()
        elif kind == "comma":
            around[-1][1] = int(around[-1][1]) + 1
        if text is not None:
            before = code[code.rfind("\n", 0, start) + 1 : start]
            call, place = str(around[-1][0]), int(around[-1][1])
            last = list(SHOWN.finditer(before))
            # What is compared, or handed to a function, isn't shown itself.
            rest = before[last[-1].end() :] if last else ""
            is_shown = bool(last) and not re.search(r"[,;]|[\w\]]\($|\([^()]*$", rest) and not before.endswith("=== ")
            found.append(Literal(code.count("\n", 0, start) + 1, text, call, place, before, is_shown))
    assert not until
    return at, found


def _template(code: str, at: int) -> tuple[int, str, list[Literal]]:
    """Read a template behind its first quote."""
    text, inner = "", list[Literal]()
    while code[at] != "`":
        if code.startswith("${", at):
            at, some = _read(code, at + 2, "}")
            inner += some
            text += "{}"
        else:
            size = 2 if code[at] == "\\" else 1
            text += code[at : at + size]
            at += size
    return at + 1, text, inner


class _Words(HTMLParser):
    """Collects what a person reads or hears of a page that has no script yet."""

    READ: Final = frozenset({"title", "aria-label", "placeholder", "alt", "label"})

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._around: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta", "link", "img", "input"}:
            self._around.append(tag)
        self.words += [value for name, value in attrs if name in self.READ and value]

    def handle_endtag(self, tag: str) -> None:
        while self._around.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"noscript", "title"} & set(self._around):
            self.words += data.split("\n") if data.strip() else []


def words_of_html(page: str) -> list[str]:
    """Return the words of a page that stand in its HTML, but for its title and for what is read without a script."""
    reader = _Words()
    reader.feed(page)
    reader.close()
    return [words.strip() for words in reader.words if words.strip()]
