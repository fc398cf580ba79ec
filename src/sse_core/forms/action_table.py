"""Dense tables of actions, with indices as ids, and texts of actions that are a verb with an argument."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, SupportsIndex, TypeVar

from ..errors import NotationCode, NotationError
from .checks import check_action, guess, lowered, no_action, shown

__all__ = ["ActionTable", "VerbTexts"]

A = TypeVar("A")

_NO_RANGES: Final[Mapping[str, str]] = MappingProxyType({})


class ActionTable(Generic[A]):
    """Every action that can come up in a game, in the order of ids.

    >>> table = ActionTable("abc")
    >>> table.id_of("c"), table.id_of(1), table.id_of("d")
    (2, 1, -1)
    """

    def __init__(self, actions: Iterable[A]) -> None:
        self.actions: Final[tuple[A, ...]] = tuple(actions)
        self.ids: Final[Mapping[A, int]] = MappingProxyType(
            {action: index for index, action in enumerate(self.actions)}
        )
        self._kinds: Final = tuple({type(action) for action in self.actions})

    def id_of(self, action: A | SupportsIndex) -> int:
        """Return the id of an action, -1 if it isn't in the table; an integer is returned as it is, in range or not.

        Raises TypeError for what is neither an action nor an integer, NotationError for None.
        """
        if isinstance(action, self._kinds):
            try:
                return self.ids.get(action, -1)
            except TypeError:  # A part of the action can't be hashed, such as a list.
                return -1
        number: Any = action
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise no_action(number)
        return int(number.__index__())

    def is_id(self, index: int) -> bool:
        """Return whether an integer is an id."""
        return 0 <= index < len(self.actions)


class VerbTexts(Generic[A]):
    """The texts of a table's actions: a verb alone, or with an argument, as in ``die=4``.

    Capitals and small letters are the same when a text is read. `ranges` are the arguments of a verb in words, for
    verbs whose list would be too long; `guesses` says whether an error asks about a misspelt word (`checks.guess`).

    >>> texts = VerbTexts(ActionTable(["stop", "die=1", "die=2"]), str)
    >>> texts.parse("DIE=2"), texts.of(0), texts.of("go")
    ('die=2', 'stop', None)
    >>> texts.parse("die=7")
    Traceback (most recent call last):
    sse_core.errors.NotationError: line 1, column 5: die is written like die=1; it takes 1, 2: 'die=7'
    """

    def __init__(
        self,
        table: ActionTable[A],
        text_of: Callable[[A], str],
        *,
        ranges: Mapping[str, str] = _NO_RANGES,
        guesses: bool = False,
    ) -> None:
        self._table = table
        self._texts: Final = tuple(map(text_of, table.actions))
        self._by_text: Final = dict(zip(map(lowered, self._texts), table.actions, strict=True))
        self._ranges = ranges
        self._guesses = guesses

    def of(self, action: A | SupportsIndex) -> str | None:
        """Return the text of an action or of its id; None if it isn't in the table.

        Raises TypeError for what is neither an action nor an integer.
        """
        index = self._table.id_of(action)
        return self._texts[index] if self._table.is_id(index) else None

    def parse(self, text: str) -> A:
        """Return the action that a text names; raise NotationError, which says what can stand there, if it names none.

        Raises TypeError for no text, NotationError for None.
        """
        text = check_action(text)
        written = lowered(text)
        if written in self._by_text:
            return self._by_text[written]
        verb, equals, argument = written.partition("=")
        arguments_of: dict[str, list[str]] = {}
        for known in self._texts:
            its_verb, _, its_argument = known.partition("=")
            arguments_of.setdefault(its_verb, []).append(its_argument)
        if verb not in arguments_of:
            near = self._near(verb, arguments_of)
            message = f"there is no action {shown(verb)}{near}; they are {', '.join(arguments_of)}"
            raise NotationError(message, text, code=NotationCode.WORD)
        arguments = arguments_of[verb]
        if arguments == [""]:
            raise NotationError(f"{verb} stands alone", text, len(verb) + 1)
        takes = self._ranges.get(verb, ", ".join(arguments))
        message = f"{verb} is written like {verb}={arguments[0]}{self._near(argument, arguments)}; it takes {takes}"
        raise NotationError(message, text, len(verb) + len(equals) + 1, code=NotationCode.WORD)

    def _near(self, word: str, known: Iterable[str]) -> str:
        return guess(word, known) if self._guesses else ""
