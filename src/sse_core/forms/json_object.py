"""JSON objects from which values are read by key and type. Errors have the key."""

from __future__ import annotations

import json
from typing import ClassVar, Final, Self, TypeAlias, TypeVar, cast

from ..errors import NotationCode, NotationError
from .checks import check_text, shown
from .keyed_values import KeyedValues, shown_briefly
from .kinds import check_mark, first_line, is_name, kind_named, kind_of, wrong_kind

__all__ = ["Json", "JsonObject", "array_of", "compact_json", "object_of", "typed", "value_of_json"]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
T = TypeVar("T")

_MAX_DEPTH: Final = 32
"""The greatest depth of nested objects and arrays. A campaign has records, which have variations within each other."""


def value_of_json(text: str | bytes) -> Json:
    """Return the value of a JSON text.

    Raises NotationError for an object with a key twice, of which one would be lost, ValueError for a text that is no
    JSON.

    >>> value_of_json('{"a": [1, null]}')
    {'a': [1, None]}
    """
    return cast(Json, json.loads(text, object_pairs_hook=_object_of_pairs))


def _object_of_pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotationError(f"the key {shown(twice)} is there twice", shown_briefly(found), code=NotationCode.KEY)
    return found


class JsonObject(KeyedValues[Json]):
    """A JSON object. Each method raises NotationError if the key is missing or its value has another type."""

    FORM: ClassVar = "JSON"
    NAMES: ClassVar = {
        bool: "true or false",
        dict: "an object",
        int: "an integer",
        list: "an array",
        str: "a string",
    }

    @staticmethod
    def parse(text: str) -> JsonObject:
        """Return the object of a text; raise NotationError with line and column if the text is no JSON object."""
        text = check_text(text, "JSON")
        check_mark(text)
        try:
            found = value_of_json(text)
        except NotationError:
            raise
        except json.JSONDecodeError as error:
            line = text.split("\n", error.lineno)[error.lineno - 1].removesuffix("\r")
            kind = kind_of(text)
            looks = "" if kind is None or "JSON" in kind else f"; this looks like {kind}"
            raise NotationError(
                f"not JSON: {error.msg}{looks}", line, error.colno, error.lineno, NotationCode.SYNTAX
            ) from None
        except RecursionError:
            raise _too_deep(first_line(text)) from None
        except ValueError as error:
            message = f"not JSON of ours: {error}"
            raise NotationError(message, first_line(text), code=NotationCode.SYNTAX) from None
        _check_depth(found, _MAX_DEPTH)
        return object_of(found, "the whole")

    def error(self, message: str, value: object, code: NotationCode = NotationCode.FORM) -> NotationError:
        """Return the error to raise for a value."""
        return NotationError(message, shown_briefly(value), code=code)

    def place(self, key: str) -> str:
        """Return the key."""
        return key

    def child(self, content: dict[str, Json], place: str) -> Self:
        """Return an object within this one."""
        return type(self)(content)

    def check_format(self, name: str) -> None:
        """Raise if the key ``format`` is the name of another kind than this one, such as ``sse-game``."""
        found = self.content.get("format")
        if isinstance(found, str) and found != name and is_name(found):
            raise self.error(wrong_kind(kind_named(name), kind_named(found)), self.content, NotationCode.KIND)

    def _missing(self, key: str) -> NotationError:
        return self.error(f"the key {key!r} is missing", self.content, NotationCode.KEY)

    def object(self, key: str) -> JsonObject:
        """Return an object."""
        return self.inner(self.value(key), key)

    def is_null(self, key: str) -> bool:
        """Return whether the value is null."""
        return self.value(key) is None

    def object_or_none(self, key: str) -> JsonObject | None:
        """Return an object, or None for null."""
        return None if self.is_null(key) else self.object(key)

    def objects(self, key: str) -> list[JsonObject]:
        """Return an array of objects."""
        return [self.inner(item, key) for item in self.array(key)]

    def check_written_as(self, canonical: str) -> None:
        """Raise if a value differs from the canonical text or is missing; the error names the innermost such value."""
        expected = JsonObject.parse(canonical).content
        if not _same(self.content, expected):
            self._check_same(self.content, expected, "")

    def _check_same(self, found: Json, expected: Json, place: str) -> None:
        if isinstance(found, dict) and isinstance(expected, dict):
            for key in [*found, *expected]:
                here = f"{place}.{key}" if place else key
                if key not in expected:
                    where = f" of {place}" if place else ""
                    message = f"the key {shown_briefly(key)}{where} should not be there"
                    raise self.error(message, found[key], NotationCode.KEY)
                if key not in found:
                    raise self.error(f"the key {here!r} is missing", found, NotationCode.KEY)
                self._check_same(found[key], expected[key], here)
        elif isinstance(found, list) and isinstance(expected, list) and _have_parts(found, expected):
            for number, (item, other) in enumerate(zip(found, expected, strict=True)):
                self._check_same(item, other, f"{place}[{number}]")
        elif not _same(found, expected):
            message = f"{place} should be {shown_briefly(expected)}"
            raise self.error(message, found, NotationCode.SPELLING)


def _same(found: Json, expected: Json) -> bool:
    """Return whether two values are written in the same way, but for the order of keys: 1, 1.0 and true differ."""
    return json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)


def _have_parts(found: list[Json], expected: list[Json]) -> bool:
    """Return whether two arrays have equally many items, all of them objects or arrays, to be compared one by one."""
    return len(found) == len(expected) and all(isinstance(item, dict | list) for item in [*found, *expected])


_ANY: Final = JsonObject({})


def object_of(value: Json, key: str) -> JsonObject:
    """Return the object that is the value of a key."""
    return _ANY.inner(value, key)


def array_of(value: Json, key: str) -> list[Json]:
    """Return the array that is the value of a key."""
    return cast("list[Json]", _ANY.typed(value, list, key))


def typed(value: object, kind: type[T], key: str) -> T:
    """Return the value of a key; raise NotationError if it has another type than this one."""
    return _ANY.typed(value, kind, key)


def _too_deep(text: str) -> NotationError:
    return NotationError("not JSON of ours: nested too deeply", text, code=NotationCode.SYNTAX)


def _check_depth(value: Json, levels: int) -> None:
    inner: list[Json] = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if inner and not levels:
        raise _too_deep(shown_briefly(value))
    for item in inner:
        if isinstance(item, (dict, list)):
            _check_depth(item, levels - 1)


def compact_json(value: object) -> bytes:
    """Return the JSON of a value without blanks; raise UnicodeEncodeError for half of a character."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
