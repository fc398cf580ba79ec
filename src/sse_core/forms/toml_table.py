"""TOML tables from which values are read by key and type. Errors name the file, the table and the key."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Protocol, Self, TypeVar

from ..errors import NotationCode, NotationError, SetupError, pack_error
from .checks import check_number, check_text, guess, shown
from .keyed_values import KeyedValues

__all__ = ["TomlFile", "TomlTable"]

T = TypeVar("T", bound=str)

_WHERE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""The end of the message of an error of `tomllib`."""


class TomlFile(Protocol):
    """A file: a `pathlib.Path`, or a file of a package, as `importlib.resources.files` gives it."""

    def read_bytes(self) -> bytes:
        """Return the content of the file."""
        ...


class TomlTable(KeyedValues[Any]):
    r"""A TOML table. Each method raises SetupError if the key is missing, or if it can't take the value.

    A table remembers the keys that were read. `check_all_read` then refuses all others. So the keys are declared only
    by reading them, and the error for a misspelt key suggests the right one.

    >>> table = TomlTable.parse('[pack]\nname = "tiny"\nformat = 7', "tiny.toml")
    >>> table.table("pack").string("name")
    'tiny'
    >>> table.table("pack").integer_in("format", 3, 1)
    Traceback (most recent call last):
    sse_core.errors.SetupError: tiny.toml: [pack] format is 7, not in 1 to 3
    """

    FORM: ClassVar = "TOML"
    NAMES: ClassVar = {
        bool: "true or false",
        dict: "a table",
        float: "a number",
        int: "an integer",
        list: "an array",
        str: "a string",
    }

    def __init__(self, content: dict[str, Any], file: str, path: str = "") -> None:
        super().__init__(content)
        self.file = file
        self.path = path
        self._asked: set[str] = set()
        self._children: dict[str, Self] = {}

    @classmethod
    def parse(cls, text: str, file: str) -> Self:
        """Return the table of a text; raise NotationError with line and column if it is no TOML.

        `file` is the name of the text, for errors.
        """
        # It takes long to load, and few commands read TOML.
        import tomllib

        text = check_text(text, "TOML")
        try:
            return cls(tomllib.loads(text), file)
        except tomllib.TOMLDecodeError as error:
            message, lines = str(error), text.splitlines() or [""]
            where = _WHERE.search(message)
            line = int(where[1]) if where and where[1] else len(lines)
            column = int(where[2]) if where and where[2] else len(lines[-1]) + 1
            why = _WHERE.sub("", message)
            raise NotationError(
                f"{file}: not TOML: {why}", lines[min(line, len(lines)) - 1], column, line, NotationCode.SYNTAX
            ) from None
        except RecursionError:
            first = text.partition("\n")[0]
            raise NotationError(f"{file}: nested too deeply", first, code=NotationCode.SYNTAX) from None

    @classmethod
    def read(cls, file: TomlFile, name: str | None = None) -> Self:
        """Return the table of a file; raise as `parse` does, OSError if the file can't be read.

        `name` is what errors call the file, None for its path.
        """
        called = str(file) if name is None else name
        try:
            text = file.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise pack_error(f"{called} is not UTF-8 text: {error.reason} at byte {error.start}") from None
        return cls.parse(text, called)

    def error(self, message: str, value: object) -> SetupError:
        """Return the error to raise for a value. The message has the place."""
        return pack_error(f"{message}, not {shown(value)}")

    def place(self, key: str) -> str:
        """Return file, table and key, such as ``house.toml: [pack] name``."""
        return f"{self.file}: [{self.path}] {key}" if self.path else f"{self.file}: {key}"

    def child(self, content: dict[str, Any], place: str) -> Self:
        """Return a table within this one; the same object each time, so that it remembers the keys that were read."""
        if place not in self._children:
            path = f"{self.path}.{place}" if self.path else place
            self._children[place] = type(self)(content, self.file, path)
        return self._children[place]

    def has(self, key: str) -> bool:
        """Return whether there is a value for a key that may be left out."""
        self._asked.add(key)
        return key in self.content

    def is_table(self, key: str) -> bool:
        """Return whether a value is a table, for keys that may also have another type."""
        return isinstance(self.value(key), dict)

    def integer_in(self, key: str, most: int, least: int = 0) -> int:
        """Return an integer from `least` to `most`."""
        return check_number(self.integer(key), self.place(key), most, least, error=pack_error)

    def number(self, key: str) -> float:
        """Return a number, with a fraction or without."""
        return self._as_number(self.value(key), key)

    def numbers(self, key: str) -> list[float]:
        """Return an array of numbers, each with a fraction or without."""
        return [self._as_number(item, key) for item in self.array(key)]

    def _as_number(self, value: object, key: str) -> float:
        if type(value) is not int:
            return self.typed(value, float, key)
        try:
            return float(value)
        except OverflowError:
            raise self.refuse(key, f"is too large a number: {shown(value)}") from None

    def choice(self, key: str, known: Sequence[T]) -> T:
        """Return one of the known words."""
        word = self.value(key)
        for each in known:
            if each == word:
                return each
        hint = guess(word, known) if isinstance(word, str) else ""
        raise self.refuse(key, f"is one of {', '.join(known)}, not {shown(word)}{hint}")

    def items(self, key: str) -> list[Any]:
        """Return an array of anything: numbers, words and tables."""
        return self.array(key)

    def table(self, key: str) -> Self:
        """Return a table."""
        return self.inner(self.value(key), key)

    def tables(self, key: str) -> list[Self]:
        """Return an array of tables, such as those under ``[[tile]]``. Errors count them from 1."""
        return [self.inner(item, f"{key}.{number}") for number, item in enumerate(self.array(key), 1)]

    def tables_by_name(self) -> dict[str, Self]:
        """Return all values, which are tables, by their keys."""
        return {key: self.table(key) for key in self.content}

    def refuse(self, key: str, why: str) -> SetupError:
        """Return the error for a value that the game can't take. `why` follows the key, such as ``"is no word"``."""
        return pack_error(f"{self.place(key)} {why}")

    def check_all_read(self) -> None:
        """Raise SetupError at the first key, here or in a table within, that wasn't read."""
        for key in self.content:
            if key not in self._asked:
                raise self.refuse(key, f"is unknown{guess(key, sorted(self._asked - {*self.content}))}")
        for table in self._children.values():
            table.check_all_read()

    def value(self, key: str) -> Any:
        """Return the value of a key, and note that the key was read."""
        self._asked.add(key)
        return super().value(key)

    def _missing(self, key: str) -> SetupError:
        misspelt = next((each for each in self.content if each not in self._asked and guess(each, [key])), None)
        return self.refuse(key, "is missing" if misspelt is None else f"is missing, and {misspelt!r} is unknown")
