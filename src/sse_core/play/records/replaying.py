"""Replays: moves of a record played one after the other, with errors that name the move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any, Final, Generic, SupportsIndex, TypeVar, cast

from ...errors import IllegalActionError, NotationError
from ...forms.checks import action_meant
from ...game import State

__all__ = ["ActionT", "Replay", "StateT", "StateT_co"]

if TYPE_CHECKING:
    # A bare `GameRecord` is one of any game: its states are of type `State`. A record never changes, so those of each
    # game are such records. Python itself knows defaults from 3.13 on.
    import typing_extensions

    StateT = typing_extensions.TypeVar("StateT", bound=State[Any], default=Any)
    StateT_co = typing_extensions.TypeVar("StateT_co", bound=State[Any], covariant=True, default=State[Any])
    ActionT = typing_extensions.TypeVar("ActionT", default=Any)
else:
    StateT = TypeVar("StateT")
    StateT_co = TypeVar("StateT_co", covariant=True)
    ActionT = TypeVar("ActionT")


_NONE: Final = object()
"""Marks that there is no move."""


class Replay(Generic[StateT, ActionT]):
    """Moves that are played one after the other from a position, each action applied once.

    `first` is the number of the first move. `where` stands before the number of a move in errors. `texts` has the texts
    of the moves if they are to be kept.
    """

    def __init__(self, start: StateT, *, keep_texts: bool = False, first: int = 1, where: str = "") -> None:
        self.start = start
        self.state = start
        """The state after the last move."""
        self.before = start
        """The state before the last move."""
        self.moves: list[tuple[int, ActionT]] = []
        self.texts: list[str] | None = [] if keep_texts else None
        self.first = first
        self._where = where

    @property
    def last(self) -> int:
        """The number of the last move; one less than that of the first, if there is none."""
        return self.first + len(self.moves) - 1

    def play(self, player: int, action: ActionT) -> None:
        """Play a move; raise IllegalActionError if the rules refuse it."""
        before = self.state
        self.state = before.after(action, player)
        self.before = before
        self.moves.append((player, action))
        if self.texts is not None:
            self.texts.append(before.game.format_action(action, before))

    def go_on(self, state: StateT, moves: Iterable[tuple[int, ActionT]], texts: Iterable[str]) -> None:
        """Continue after moves that were played before, from the state that they led to."""
        self.state = state
        self.moves = list(moves)
        if self.texts is not None:
            self.texts = list(texts)

    def play_all(self, moves: Iterable[Any]) -> None:
        """Play moves as `GameRecord` takes them. An error has the number of its move.

        An id, or a pair of seat and id, costs little more than `after` does, unless texts are kept.
        """
        rest = iter(moves)
        while (given := self._play_ids(rest)) is not _NONE:
            self.play_next(given)

    def _play_ids(self, moves: Iterator[Any]) -> Any:
        """Play moves given by ids, up to the first that isn't a legal id; return that move, or `_NONE`."""
        if self.texts is not None:
            return next(moves, _NONE)
        table, note = self.start.actions, self.moves.append
        state, before = self.state, self.before
        try:
            for given in moves:
                place: Any = given
                try:
                    if type(given) is int:
                        (player,) = state.to_act
                    elif _is_pair(given) and type(given[0]) is type(given[1]) is int:
                        player, place = given
                    else:
                        return given
                    if place < 0:
                        return given
                    # The state and the move change together, or neither does.
                    move = player, table[place]
                    before, state = state, state.after(place, player)
                except (TypeError, ValueError, IndexError):
                    # `play_next` says what is wrong with it.
                    return given
                note(move)
            return _NONE
        finally:
            self.state, self.before = state, before

    def play_given(self, given: Any) -> None:
        """Play a move as `GameRecord` takes it. An error is that of the game."""
        self.play(*_move_of(self.state, given))

    def play_next(self, given: Any) -> None:
        """Play a move as `GameRecord` takes it. An error has the number of the move."""
        where = f"{self._where}move {self.last + 1}"
        try:
            self.play_given(given)
        except NotationError as error:
            raise NotationError(f"{where}: {error.message}", error.text, error.column, code=error.code) from None
        except IllegalActionError as error:
            raise type(error)(f"{where}: {error.message}", error.reason) from None


def _move_of(state: State[Any], given: Any) -> tuple[int, Any]:
    """Return the seat and the action of a move, given by action, id or text. `after` refuses other values later."""
    found = given
    if _is_pair(given):
        player, found = _seat(given[0]), given[1]
    elif len(state.to_act) > 1:
        raise TypeError(f"seats {state.to_act} are to act: a move is a pair (seat, action) here")
    else:
        player = state.to_act[0] if state.to_act else 0
    if _is_text(found):
        return player, state.game.parse_action(found, state)
    return player, action_meant(found, state.actions)


def _seat(player: object) -> int:
    if isinstance(player, bool) or not isinstance(player, SupportsIndex):
        raise TypeError(f"a move is a pair (seat, action), the seat an integer, not {type(player).__name__}")
    return index(player)


def _is_pair(given: object) -> bool:
    # An action may be a child of tuple.
    return type(given) is tuple and len(cast("tuple[object, ...]", given)) == 2


def _is_text(given: object) -> bool:
    # An action may be a child of str.
    return type(given) is str
