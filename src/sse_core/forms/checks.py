"""Checks of arguments: errors for values of a wrong type or out of range, and the text of a value in an error."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from math import inf
from typing import Any, Final, SupportsFloat, SupportsIndex, TypeAlias, TypeVar, cast

from ..errors import ArgumentError, IllegalActionError, NotationError, RangeError, Refusal, SseError, refused

__all__ = [
    "MAX_SEED",
    "SECONDS",
    "action_meant",
    "are_indices",
    "check_action",
    "check_choice",
    "check_flag",
    "check_index",
    "check_number",
    "check_rng",
    "check_seconds",
    "check_seed",
    "check_text",
    "check_texts",
    "check_type",
    "guess",
    "lowered",
    "no_action",
    "not_in_table",
    "shown",
    "type_named",
]

A = TypeVar("A")
T = TypeVar("T", bound=str)
Refused: TypeAlias = Callable[[str], SseError]
"""Makes the error of a check: ArgumentError for an argument, SetupError for a part of a map, of rules or a position."""

MAX_SEED: Final = (1 << 64) - 1
MAX_SECONDS: Final = 1e9
SECONDS: Final = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)s"
"""The pattern of a time in the option of a bot, such as ``2s`` or ``0.5s``; its group is the number."""

_LONGEST_WORD: Final = 40


def check_number(number: SupportsIndex, what: str, most: int, least: int = 0, *, error: Refused = ArgumentError) -> int:
    """Return an integer from `least` to `most` as an int; raise `error` for another one, TypeError for no integer."""
    value = number if type(number) is int else _integer(number, what)
    if not least <= value <= most:
        known = f"in {least} to {most}" if least != most else str(least)
        raise error(f"{what} is {shown(value)}, not {known}")
    return value


def check_seconds(seconds: SupportsFloat) -> float:
    """Return a time as a float; raise ArgumentError if it is out of range, TypeError for no number."""
    if isinstance(seconds, bool | str) or not hasattr(seconds, "__float__"):
        raise TypeError(f"seconds is a number, not {type(seconds).__name__}")
    try:
        value = float(seconds)
    except (OverflowError, ValueError):
        value = inf
    if not 0 <= value <= MAX_SECONDS:
        raise ArgumentError(f"seconds is {shown(seconds)}, not in 0 to {MAX_SECONDS:,.0f}")
    return value


def check_seed(seed: SupportsIndex, *, error: Refused = ArgumentError) -> int:
    """Return a seed, 0 to 2**64 − 1, as an int; raise `error` for another integer, TypeError for no integer."""
    return check_number(seed, "seed", MAX_SEED, error=error)


def check_rng(rng: object) -> None:
    """Raise TypeError unless a generator draws by ``below``, as `SplitMix64` does."""
    if not hasattr(rng, "below"):
        raise TypeError(f"rng is SplitMix64(seed), or draws by below(n) as that does, not {type(rng).__name__}")


def check_index(index: SupportsIndex, count: int, what: str) -> int:
    """Return an index from 0 to `count` − 1 as an int; raise RangeError for another one, TypeError for no integer."""
    value = _integer(index, what)
    if not 0 <= value < count:
        raise RangeError(f"there is no {what} {shown(value)}: they are 0 to {count - 1}")
    return value


def are_indices(values: Collection[object], count: int) -> bool:
    """Return whether all values are plain integers from 0 to `count` − 1, in which `check_index` finds no fault."""
    if {*map(type, values)} - {int}:
        return False
    numbers = {*cast("Collection[int]", values)}
    return not numbers or (min(numbers) >= 0 and max(numbers) < count)


def check_flag(flag: bool, what: str) -> bool:
    """Return True or False; raise TypeError for anything else, 0 and 1 too."""
    if type(flag) is not bool:
        raise TypeError(f"{what} is True or False, not {shown(flag)}")
    return flag


def check_choice(choice: str, known: Sequence[T], what: str, clause: str = "", *, error: Refused = ArgumentError) -> T:
    """Return the known word that was chosen; raise `error`, with the clause, for another one, TypeError for no str."""
    # Nearly every choice is a plain str, and known.
    if type(choice) is str and choice in known:
        return known[known.index(choice)]
    *most, last = map(repr, known)
    message = f"{what} is {', '.join(most)} or {last}, not {shown(choice)}"
    if not isinstance(choice, str):
        raise TypeError(message)
    word = check_text(choice, what)
    for possible in known:
        if possible == word:
            return possible
    raise error(f"{message} ({clause})" if clause else message)


def check_text(text: str, what: str) -> str:
    """Return a text as a plain str; raise TypeError for anything else."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is a str, not {type(text).__name__}")
    # A child of str may have an equality of its own.
    return str.__str__(text)


def check_texts(texts: Iterable[str], what: str) -> tuple[str, ...]:
    """Return texts, such as those of a list; raise TypeError for a single text, or if there is anything else in it."""
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise TypeError(f"{what} are texts in a sequence, not {type(texts).__name__}")
    return tuple(check_text(text, f"each of {what}") for text in texts)


def check_type(value: object, kind: type, expected: str) -> None:
    """Raise TypeError unless a value is of a type; the message begins with what is expected.

    >>> check_type((1, 2), dict, "owners is a mapping")
    Traceback (most recent call last):
    TypeError: owners is a mapping, not tuple
    """
    if not isinstance(value, kind):
        raise TypeError(f"{expected}, not {type(value).__name__}")


def guess(word: str, known: Iterable[str]) -> str:
    """Return the question of an error whether the nearest known word is meant; empty if no word is near.

    >>> guess("tow", ["two", "three"])
    " (did you mean 'two'?)"
    """
    from difflib import get_close_matches

    # A long word takes long to compare, and is no misspelling.
    near = get_close_matches(word.lower(), known, 1) if len(word) <= _LONGEST_WORD else []
    return f" (did you mean '{near[0]}'?)" if near else ""


def lowered(text: str) -> str:
    """Return an ASCII text in lower case, any other text as it is: a text keeps its length."""
    return text.lower() if text.isascii() else text


def action_meant(given: Any, table: Sequence[Any]) -> Any:
    """Return the action of an id, its place in a table of actions; any other value as it is, for others to refuse."""
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        return given
    place = operator.index(given)
    return table[place] if 0 <= place < len(table) else place


def no_action(value: object, what: str = "an action is an Action or its id") -> TypeError | NotationError:
    """Return the error for a value that is no action; `what` begins its message, which names `parse_action` for a text.

    It is a TypeError. None is a NotationError: servers hand on what JSON calls null, where an action is missing.

    >>> print(no_action(None))
    line 1, column 1: an action is an Action or its id, not None (null in JSON): 'null'
    """
    if value is None:
        return NotationError(f"{what}, not None (null in JSON)", "null")
    hint = ": parse_action makes an Action of a text" if isinstance(value, str) else ""
    return TypeError(f"{what}, not {type_named(value)}{hint}")


def not_in_table(action: object, reason: Refusal) -> IllegalActionError:
    """Return the error for an action, or an id, that the table of its game lacks."""
    return refused(f"{shown(action)} is no action of this game", reason)


def check_action(text: str) -> str:
    """Return the text of an action as a plain str; raise NotationError for None, TypeError for anything else."""
    if text is None:
        raise no_action(text, "an action is a text")
    return check_text(text, "an action")


def type_named(value: object) -> str:
    """Return the name of a value's type in errors, with the game of the value, such as ``State of Heaps``.

    Every game has a State and most have an Action, so the name of the type alone doesn't tell them apart.
    """
    kind = type(value)
    title = _title_of(getattr(value, "game", None))
    name = kind.__module__
    while not title and "." in name:
        name = name.rpartition(".")[0]
        title = _title_of(sys.modules.get(name))
    return f"{kind.__name__} of {title}" if title else kind.__name__


def shown(value: object) -> str:
    """Return any value as an error message shows it: on one line of at most 80 characters."""
    try:
        text = repr(value)
    except Exception:  # Such as an integer of more digits than Python writes out.
        return f"an unprintable {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."


def _title_of(game: object) -> str:
    """Return the title of a game, empty for a value that is none."""
    title: object = getattr(getattr(game, "INFO", None), "title", None)
    return title if isinstance(title, str) else ""


def _integer(number: SupportsIndex, what: str) -> int:
    # Nearly every number is a plain int, and the reference checks numbers at every step.
    if type(number) is int:
        return number
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what} is an integer, not {type(number).__name__}")
    return number.__index__()
