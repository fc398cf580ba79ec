"""A JSON object to read values from, each by key and type. Errors have the key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from reprlib import Repr
from typing import Final, TypeAlias, TypeVar, cast

from ..errors import NotationError
from .checks import check_text
from .kinds import is_name, kind_named, kind_of, wrong_kind

__all__ = ["Json", "JsonObject", "array_of", "object_of", "typed"]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
T = TypeVar("T")

_MAX_DEPTH: Final = 8
"""The greatest depth of nested objects and arrays. A record needs six levels."""

_NAMES: Final[dict[type, str]] = {
    bool: "true or false",
    dict: "an object",
    int: "an integer",
    list: "an array",
    str: "a string",
}

_shown = Repr().repr


class JsonObject:
    """A JSON object. Each method raises NotationError if the key is missing or its value has another type."""

    def __init__(self, content: dict[str, Json]) -> None:
        self.content = content

    @staticmethod
    def parse(text: str) -> JsonObject:
        """Return the object of a text; raise NotationError with line and column if the text is no JSON object."""
        text = check_text(text, "JSON")
        try:
            found = cast(Json, json.loads(text))
        except json.JSONDecodeError as error:
            line = text.split("\n", error.lineno)[error.lineno - 1]
            kind = kind_of(text)
            looks = "" if kind is None or "JSON" in kind else f"; this looks like {kind}"
            raise NotationError(f"not JSON: {error.msg}{looks}", line, error.colno, error.lineno) from None
        except RecursionError:
            raise NotationError("not JSON of ours: nested too deeply", text.partition("\n")[0]) from None
        except ValueError as error:
            raise NotationError(f"not JSON of ours: {error}", text.partition("\n")[0]) from None
        _check_depth(found, _MAX_DEPTH)
        return object_of(found, "the whole")

    def check_format(self, name: str) -> None:
        """Raise if the key ``format`` is the name of another kind than this one, such as ``sse-game``."""
        found = self.content.get("format")
        if isinstance(found, str) and found != name and is_name(found):
            raise NotationError(wrong_kind(kind_named(name), kind_named(found)), _shown(self.content))

    def value(self, key: str) -> Json:
        """Return the value of a key, of any type."""
        if key not in self.content:
            raise NotationError(f"the key {key!r} is missing", _shown(self.content))
        return self.content[key]

    def integer(self, key: str) -> int:
        """Return an integer."""
        return typed(self.value(key), int, key)

    def flag(self, key: str) -> bool:
        """Return True or False."""
        return typed(self.value(key), bool, key)

    def string(self, key: str) -> str:
        """Return a string."""
        return typed(self.value(key), str, key)

    def object(self, key: str) -> JsonObject:
        """Return an object."""
        return object_of(self.value(key), key)

    def is_null(self, key: str) -> bool:
        """Return whether the value is null."""
        return self.value(key) is None

    def object_or_none(self, key: str) -> JsonObject | None:
        """Return an object, or None for null."""
        return None if self.is_null(key) else self.object(key)

    def objects(self, key: str) -> list[JsonObject]:
        """Return an array of objects."""
        return [object_of(item, key) for item in array_of(self.value(key), key)]

    def strings(self, key: str) -> list[str]:
        """Return an array of strings."""
        return [typed(item, str, key) for item in array_of(self.value(key), key)]

    def integers(self, key: str) -> list[int]:
        """Return an array of integers."""
        return [typed(item, int, key) for item in array_of(self.value(key), key)]

    def flags(self, key: str) -> list[bool]:
        """Return an array of True and False."""
        return [typed(item, bool, key) for item in array_of(self.value(key), key)]

    def add_defaults(self, values: Mapping[str, Json]) -> None:
        """Add values for missing keys, such as those that texts of older versions lack."""
        for key, value in values.items():
            self.content.setdefault(key, value)

    def check_written_as(self, canonical: str) -> None:
        """Raise if a key has another value than in the canonical text, or isn't there."""
        expected = JsonObject.parse(canonical).content
        for key in [*self.content, *expected]:
            if key not in expected:
                raise NotationError(f"the key {_shown(key)} should not be there", _shown(self.content[key]))
            if json.dumps(self.value(key), sort_keys=True) != json.dumps(expected[key], sort_keys=True):
                raise NotationError(f"{key} should be {_shown(expected[key])}", _shown(self.content[key]))


def object_of(value: Json, key: str) -> JsonObject:
    """Return the object that is the value of a key."""
    return JsonObject(cast("dict[str, Json]", typed(value, dict, key)))


def array_of(value: Json, key: str) -> list[Json]:
    """Return the array that is the value of a key."""
    return cast("list[Json]", typed(value, list, key))


def typed(value: object, kind: type[T], key: str) -> T:
    """Return the value of a key; raise NotationError if it has another type than this one."""
    if type(value) is not kind:
        raise NotationError(f"{key} is {_NAMES[kind]} in JSON", _shown(value))
    return value


def _check_depth(value: Json, levels: int) -> None:
    inner: list[Json] = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if inner and not levels:
        raise NotationError("not JSON of ours: nested too deeply", _shown(value))
    for item in inner:
        _check_depth(item, levels - 1)
