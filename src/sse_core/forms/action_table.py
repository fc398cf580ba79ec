"""Dense tables of actions: an action's id is its index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, SupportsIndex, TypeVar

from .checks import no_action

__all__ = ["ActionTable"]

A = TypeVar("A")


class ActionTable(Generic[A]):
    """Every action that can come up in a game, in the order of ids; all are of one class.

    >>> table = ActionTable("abc")
    >>> table.id_of("c"), table.id_of(1), table.id_of("d")
    (2, 1, -1)
    """

    def __init__(self, actions: Iterable[A]) -> None:
        self.actions: Final[tuple[A, ...]] = tuple(actions)
        self.ids: Final[Mapping[A, int]] = MappingProxyType(
            {action: index for index, action in enumerate(self.actions)}
        )
        self._kind = type(self.actions[0])

    def id_of(self, action: A | SupportsIndex) -> int:
        """Return the id of an action, -1 if it isn't in the table; an integer is returned as it is, in range or not.

        Raises TypeError for what is neither an action nor an integer.
        """
        if isinstance(action, self._kind):
            try:
                return self.ids.get(action, -1)
            except TypeError:  # A part of it can't be looked up, such as a list.
                return -1
        number: Any = action
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise no_action(number)
        return int(number.__index__())

    def is_id(self, index: int) -> bool:
        """Return whether an integer is an id."""
        return 0 <= index < len(self.actions)
