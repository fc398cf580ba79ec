"""The lines of a strict text, taken one by one. Errors have the line and the column."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial, wraps
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeVar, cast

from ..errors import NotationCode, NotationError, SetupError

__all__ = ["Lines", "Word", "keeping_results", "shifted", "split_lines"]

P = ParamSpec("P")
T = TypeVar("T")

_KEPT: Final = 16
"""The most results that a reader keeps."""

_LONGEST_KEPT: Final = 4_096
"""The most characters of a text whose result is kept."""

_DIGITS: Final = 18
"""The most digits of a number in a text."""

_WORD: Final = re.compile(r"[^ ]+")

_UNPRINTABLE: Final = {"\t": "a tab", "\r": "a carriage return without a newline"}
"""The names in errors of characters that people know by name."""


def split_lines(text: str) -> list[str]:
    r"""Return the lines of a text. Every reader of texts uses this function.

    A line ends with a newline or with CRLF; one such end may close the text. Blanks and tabs at the ends of lines don't
    count.

    >>> split_lines("players: 2 \r\nseed: 7\r\n")
    ['players: 2', 'seed: 7']
    """
    lines = [line.rstrip(" \t") for line in text.replace("\r\n", "\n").split("\n")]
    return lines if lines[-1] or len(lines) == 1 else lines[:-1]


def keeping_results(read: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
    """Return a reader of texts that keeps the results for the last few texts, long ones left out, and no errors.

    The results can't change. A stranger's long texts would take memory for as long as they are kept.

    >>> read_once = keeping_results(lambda text: [text])
    >>> read_once("a") is read_once("a"), read_once("a" * 5_000) is read_once("a" * 5_000)
    (True, False)
    """
    kept = cast("Callable[Concatenate[str, P], T]", lru_cache(maxsize=_KEPT)(read))

    @wraps(read)
    def read_or_find(text: str, /, *others: P.args, **named: P.kwargs) -> T:
        return (kept if len(text) <= _LONGEST_KEPT else read)(text, *others, **named)

    return read_or_find


class Word(NamedTuple):
    """A word of a text with its line and column, counted from 1."""

    text: str
    whole_line: str
    line: int
    column: int

    def error(self, message: str, code: NotationCode = NotationCode.FORM) -> NotationError:
        """Return the error to raise for this word."""
        return NotationError(message, self.whole_line, self.column, self.line, code)

    def words(self) -> list[Word]:
        """Return the words between blanks."""
        return [self.part(match[0], match.start()) for match in _WORD.finditer(self.text)]

    def some_words(self, first: str) -> list[Word]:
        """Return the words between blanks; raise NotationError, which names the first, if there are none."""
        words = self.words()
        if not words:
            raise self.error(f"expected {first} after {self.whole_line[: self.column - 1]!r}")
        return words

    def split(self, separator: str) -> list[Word]:
        """Return the parts between separators, empty ones too."""
        found: list[Word] = []
        start = 0
        for text in self.text.split(separator):
            found.append(self.part(text, start))
            start += len(text) + len(separator)
        return found

    def cut(self, separator: str) -> tuple[Word, str, Word]:
        """Return the part before the first separator, the separator or nothing, and the part after it."""
        left, found, right = self.text.partition(separator)
        return self.part(left, 0), found, self.part(right, len(left) + len(found))

    def number(self, most: int, least: int = 0) -> int:
        """Return the number that the word writes; raise NotationError if it isn't in this range."""
        text = self.text
        if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS and least <= int(text) <= most):
            raise self.error(f"expected a number from {least} to {most}", NotationCode.NUMBER)
        return int(text)

    def parsed(self, parse: Callable[[str], T]) -> T:
        """Return the result of a function for the word; its errors get line and column of the whole text."""
        try:
            return parse(self.text)
        except NotationError as error:
            raise self.part(self.text, error.column - 1).error(error.message, error.code) from None
        except SetupError as error:
            raise SetupError(error.message, self.line, self.column, error.code) from None

    def part(self, text: str, start: int) -> Word:
        """Return a part of the word that has so many characters of it before it."""
        return _word((text, self.whole_line, self.line, self.column + start))


_word: Final[Callable[[tuple[str, str, int, int]], Word]] = partial(
    tuple.__new__,  # pyright: ignore[reportUnknownMemberType]  # It is generic.
    Word,
)
"""Returns the word with these values. Every line and many a word of a text become one, and this is the shortest way."""


class Lines:
    """A text, or a part of it, that is read from the top.

    Raises NotationError if a character of it isn't printable. `split_lines` says what ends a line, and doesn't count.
    """

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        if not "".join(self._lines).isprintable():
            number, line = next(each for each in enumerate(self._lines, 1) if not each[1].isprintable())
            raise _unprintable(line, number)
        self._next = 0
        self._stop = len(self._lines)

    @property
    def taken(self) -> int:
        """The number of the last line that was taken, counted from 1 in the whole text; 0 before the first."""
        return self._next

    @property
    def last(self) -> str:
        """The line that was taken last."""
        return self._lines[self._next - 1]

    @property
    def at_end(self) -> bool:
        """Whether no line is left."""
        return self._next >= self._stop

    @property
    def left(self) -> int:
        """The number of lines that are left."""
        return self._stop - self._next

    def peek(self) -> str:
        """Return the next line without taking it; empty if none is left."""
        return self._lines[self._next] if self._next < self._stop else ""

    def ahead(self) -> Iterator[Word]:
        """Yield the lines that are left, without taking them."""
        for place in range(self._next, self._stop):
            yield Word(self._lines[place], self._lines[place], place + 1, 1)

    def take(self, prefix: str) -> Word:
        """Take a line that starts with `prefix`, and return the rest of it.

        If nothing follows the prefix, the line ends before the prefix's last blank.
        """
        if self._next < self._stop and (word := self.take_if(prefix)) is not None:
            return word
        line = self.peek()
        if self.at_end and self._next:
            raise NotationError(f"expected {_named(prefix)} after this line", self.last, len(self.last) + 1, self._next)
        if line != prefix.rstrip(" "):
            raise NotationError(f"expected {prefix!r} here", line, line=self._next + 1)
        self._next += 1
        return Word("", line, self._next, len(line) + 1)

    def take_if(self, prefix: str) -> Word | None:
        """Take a line that starts with `prefix` and return the rest of it, if it is the next one; else None."""
        place = self._next
        line = self._lines[place] if place < self._stop else ""
        if not line.startswith(prefix):
            return None
        self._next = place + 1
        return _word((line[len(prefix) :], line, place + 1, len(prefix) + 1))

    def take_exactly(self, expected: str) -> None:
        """Take a line that equals the expected one."""
        rest = self.take(expected)
        if rest.text:
            raise rest.error(f"expected nothing after {expected!r}")

    def take_words(self, prefix: str, nothing: str) -> list[Word]:
        """Take a line that starts with `prefix`, and return the words after it; the word `nothing` stands for none."""
        rest = self.take(prefix)
        return [] if rest.text == nothing else rest.words()

    def take_until(self, *prefixes: str) -> Lines:
        """Take the lines before the next one with one of these prefixes. They keep their numbers."""
        part = Lines("")
        part._lines, part._next = self._lines, self._next
        while self._next < self._stop and not self._lines[self._next].startswith(prefixes):
            self._next += 1
        part._stop = self._next
        return part

    def take_rest(self) -> str:
        """Take the remaining lines as one text."""
        rest = "\n".join(self._lines[self._next : self._stop])
        self._next = self._stop
        return rest

    def check_written_as(self, canonical: str, start: int) -> None:
        """Raise at the first difference between the lines after the first `start` and the canonical text."""
        found = self._lines[start : self._stop]
        if "\n".join(found) == canonical and not canonical.endswith("\n"):
            return
        expected = split_lines(canonical)
        for index in range(max(len(found), len(expected))):
            if index >= len(expected):
                what = "line" if found[index] else "empty line"
                message, line = f"the text should end before this {what}", start + index + 1
                raise NotationError(message, found[index], line=line, code=NotationCode.SPELLING)
            if index >= len(found):
                message = f"expected {_named(expected[index])} after this line"
                raise NotationError(message, found[-1], line=start + index, code=NotationCode.SPELLING)
            if found[index] != expected[index]:
                column = _first_difference(found[index], expected[index]) + 1
                message = f"expected {_named(expected[index])} here"
                raise NotationError(message, found[index], column, start + index + 1, NotationCode.SPELLING)


@contextmanager
def shifted(above: int) -> Generator[None, None, None]:
    """Correct the line in errors of a part that is read by itself and has so many lines of the text above it."""
    try:
        yield
    except NotationError as error:
        raise NotationError(error.message, error.text, error.column, error.line + above, error.code) from None
    except SetupError as error:
        raise SetupError(error.message, (error.line or 1) + above, error.column, error.code) from None


def _named(line: str) -> str:
    """Return a line, or its beginning, as an error names it."""
    return repr(line) if line else "an empty line"


def _unprintable(line: str, number: int) -> NotationError:
    column = next(index for index, character in enumerate(line) if not character.isprintable())
    name = _UNPRINTABLE.get(line[column], "an unprintable character")
    return NotationError(f"{name} (U+{ord(line[column]):04X}) stands here", line, column + 1, number)


def _first_difference(a: str, b: str) -> int:
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
