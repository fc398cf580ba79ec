r"""Messages of the engine protocol: lines of JSON that a host and an engine send each other, their keys, their limits.

The *host* has the games, and the *engine* chooses actions. A message is a JSON object on one line of UTF-8, with
``type`` as its first key. `docs/engines.md` explains each message; the tables here say which keys it has.

>>> line = written("action", request=7, id=12)
>>> line
b'{"type":"action","request":7,"id":12}\n'
>>> message = read_message(line, FROM_ENGINE)
>>> message.type, message["id"], message.get("action")
('action', 12, None)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, Final, NamedTuple, cast

from ..errors import SseError
from ..forms.checks import guess, shown

__all__ = [
    "FROM_ENGINE",
    "FROM_HOST",
    "MOST_BYTES",
    "PROTOCOL",
    "WANTS",
    "Forms",
    "Key",
    "Message",
    "MessageError",
    "UnknownTypeError",
    "read_message",
    "unknown_keys",
    "written",
]

PROTOCOL: Final = 1
"""The version of the protocol. Within a version a message may get new keys: each side ignores keys it doesn't know."""

MOST_BYTES: Final = 1 << 20
"""The most bytes of a line that an engine may write, with its line end."""

WANTS: Final = ("actions", "position", "json", "played")
"""What an engine can ask for in its ``hello``, beside the ids of legal actions, which every choice has."""

_DEEPEST: Final = 32
"""The most objects and arrays that may stand within each other."""


class Key(NamedTuple):
    """A key of a message."""

    shape: str
    """The kind of its value: a key of `_SHAPES`."""

    required: bool = True
    """Whether each such message has it."""


Forms = Mapping[str, Mapping[str, Key]]
"""The keys of messages by type."""

FROM_HOST: Final[Forms] = {
    "hello": {"protocol": Key("integer"), "name": Key("text"), "version": Key("text")},
    "new_game": {
        "game": Key("text"),
        "name": Key("text"),
        "players": Key("integer"),
        "player": Key("integer"),
        "seats": Key("text"),
        "position": Key("text"),
        "json": Key("object"),
    },
    "choose": {
        "request": Key("integer"),
        "game": Key("text"),
        "player": Key("integer"),
        "ply": Key("integer"),
        "ids": Key("integers"),
        "seed": Key("integer"),
        "seconds": Key("number", required=False),
        "visits": Key("integer", required=False),
        "spent": Key("number"),
        "left": Key("number", required=False),
        "actions": Key("texts", required=False),
        "played": Key("objects", required=False),
        "position": Key("text", required=False),
        "json": Key("object", required=False),
    },
    "stop": {"request": Key("integer")},
    "ponder": {
        "game": Key("text"),
        "player": Key("integer"),
        "ply": Key("integer"),
        "position": Key("text", required=False),
        "json": Key("object", required=False),
    },
    "end_game": {
        "game": Key("text"),
        "winners": Key("integers", required=False),
        "totals": Key("integers", required=False),
        "decided_by": Key("text", required=False),
    },
    "quit": {},
}
"""The keys of what a host sends, in the order in which it writes them: the long ones last."""

FROM_ENGINE: Final[Forms] = {
    "hello": {
        "protocol": Key("integer"),
        "name": Key("text"),
        "version": Key("text", required=False),
        "games": Key("texts", required=False),
        "wants": Key("texts", required=False),
        "games_at_once": Key("integer", required=False),
        "ponder": Key("flag", required=False),
    },
    "action": {
        "request": Key("integer"),
        "id": Key("integer", required=False),
        "action": Key("text", required=False),
    },
    "info": {
        "request": Key("integer"),
        "value": Key("number", required=False),
        "visits": Key("integer", required=False),
        "line": Key("texts", required=False),
    },
    "error": {
        "message": Key("text"),
        "request": Key("integer", required=False),
        "game": Key("text", required=False),
    },
}
"""The keys of what an engine sends to a host."""

_SHAPES: Final[Mapping[str, tuple[str, tuple[type, ...], tuple[type, ...] | None]]] = {
    "integer": ("an integer", (int,), None),
    "number": ("a number", (int, float), None),
    "flag": ("true or false", (bool,), None),
    "text": ("a text", (str,), None),
    "object": ("an object", (dict,), None),
    "integers": ("an array of integers", (list,), (int,)),
    "texts": ("an array of texts", (list,), (str,)),
    "objects": ("an array of objects", (list,), (dict,)),
    "any": ("a value", (int, float, bool, str, dict, list, type(None)), None),
}
"""Each shape in words, with the types of its value, and those of the items of an array."""


class MessageError(SseError):
    """A line that is no message of the protocol.

    Attributes
    ----------
    message
        What is wrong, and where.
    request
        The number of the request in the line, if it can be read; else None.
    """

    def __init__(self, message: str, request: object = None) -> None:
        super().__init__(message)
        self.message = message
        self.request = request if type(request) is int else None


class UnknownTypeError(MessageError):
    """A message of a type that isn't known here, such as one of a later version."""


class Message(dict[str, Any]):
    """A message: its values by key, ``type`` among them."""

    @property
    def type(self) -> str:
        """The type of the message."""
        return cast(str, self["type"])


def written(type: str, /, **values: object) -> bytes:
    """Return the line of a message with its line end, without blanks; keys whose value is None are left out."""
    content = {"type": type, **{key: value for key, value in values.items() if value is not None}}
    return f"{json.dumps(content, ensure_ascii=False, separators=(',', ':'))}\n".encode()


def read_message(line: bytes, forms: Forms) -> Message:
    """Return the message of a line, with or without its line end.

    Its type is one of `forms`, each required key is there, and each key of the form has a value of its shape. Keys that
    the form lacks are kept as they are. Raises MessageError, which says what is wrong with which key, for other lines.

    >>> read_message(b'{"type":"action","request":"7","id":12}', FROM_ENGINE)
    Traceback (most recent call last):
        ...
    sse_core.engines.messages.MessageError: 'request' of 'action' is an integer, not "7"
    """
    content = _object_in(line)
    if not content:
        raise MessageError("the object is empty; its first key is 'type'")
    kind, request = content.get("type"), content.get("request")
    if not isinstance(kind, str):
        what = "the key 'type' is missing" if "type" not in content else f"'type' is a text, not {_shown(kind)}"
        raise MessageError(what, request)
    if kind not in forms:
        known = f"{guess(kind, forms)}; they are {', '.join(forms)}"
        raise UnknownTypeError(f"there is no type {shown(kind)} here{known}", request)
    for name, key in forms[kind].items():
        if name in content:
            why = _wrong_shape(content[name], key.shape)
            if why:
                raise MessageError(f"{name!r} of {kind!r} is {why}", request)
        elif key.required:
            near = guess(name, [each for each in content if each not in forms[kind]])
            raise MessageError(f"{kind!r} lacks the key {name!r}{near}", request)
    return Message(content)


def unknown_keys(message: Message, forms: Forms) -> list[str]:
    """Return the keys of a message that its form lacks; a reader ignores them."""
    return [name for name in message if name != "type" and name not in forms[message.type]]


def _object_in(line: bytes) -> dict[str, Any]:
    if len(line) > MOST_BYTES:
        raise MessageError(f"a line has at most {MOST_BYTES:,} bytes, and this one more")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise MessageError(f"the line is no UTF-8: byte {error.start + 1} is 0x{line[error.start]:02x}") from None
    if not text.strip():
        raise MessageError("the line is empty")
    if text.startswith("\ufeff"):
        raise MessageError("the line is no JSON: it begins with a byte order mark (ef bb bf), which has to go")
    try:
        found = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise MessageError(f"the line is no JSON: {error.msg}, column {error.colno}") from None
    except _WrongError as error:
        raise MessageError(f"the line is no JSON of ours: {error}") from None
    except RecursionError:
        raise MessageError("the line is no JSON of ours: nested too deeply") from None
    except ValueError:
        # Python reads no integer of thousands of digits.
        raise MessageError("the line is no JSON of ours: a number has too many digits") from None
    if not isinstance(found, dict):
        raise MessageError(f"a message is an object, not {_shown(found)}")
    content = cast("dict[str, Any]", found)
    if any(isinstance(value, (dict, list)) and _is_deeper(value, _DEEPEST) for value in content.values()):
        raise MessageError("the line is no JSON of ours: nested too deeply")
    return content


def _is_deeper(value: Any, levels: int) -> bool:
    """Return whether a value has objects and arrays within each other beyond so many levels."""
    if not isinstance(value, (dict, list)):
        return False
    if not levels:
        return True
    inner = cast("Iterable[Any]", value.values() if isinstance(value, dict) else value)
    return any(_is_deeper(each, levels - 1) for each in inner)


def _wrong_shape(value: Any, shape: str) -> str:
    """Return what a value should be and is not; empty if it is of a shape."""
    words, types, items = _SHAPES[shape]
    if type(value) not in types:
        return f"{words}, not {_shown(value)}"
    if type(value) is float and not isfinite(value):
        return f"{words} within the range of 64-bit floats"
    if items is not None:
        for place, each in enumerate(cast("list[Any]", value)):
            if type(each) not in items:
                return f"{words}, and item {place} is {_shown(each)}"
    return ""


def _shown(value: object) -> str:
    """Return a value of JSON as JSON writes it, on one line of at most 80 characters."""
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


class _WrongError(Exception):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _WrongError(f"the key {shown(twice)} is there twice")
    return found


def _constant(name: str) -> Any:
    raise _WrongError(f"{name} is no number of JSON")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)
