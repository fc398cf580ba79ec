"""The contract of every game here: what a state and a game answer. No logic, and nothing of any one game.

A game is a module (or any object) that answers `Game`; what it deals out answers `State`. Bots, the machine
that compares two implementations, and every other tool are written against these two alone.

Whose turn it is stands in `State.to_act` and nowhere else:

- ``()``: the game is over, and `State.outcome` says how;
- ``(player,)``: one player chooses;
- several seats: each gives a sealed order, one `State.after` for each, in any order;
- ``(CHANCE,)``: nobody chooses; `State.odds` says what can come and how likely it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Final, Protocol, Self, TypeVar

__all__ = ["CHANCE", "Game", "Outcome", "Record", "State"]

CHANCE: Final = -1
"""The player who rolls the dice and turns the cards; no seat."""

ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that won, ascending. A solo game's winners are ``(0,)`` or ``()``."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    decided_by: str
    """What told the winners from the rest: ``"total"``, a tie-break by name, or ``"shared"``; in a game for one, what
    made the player win or lose, such as ``"survival"`` and ``"defeat"``."""


class State(Protocol[ActionT]):
    """A position of a game: an immutable value, hashed and compared by all that it holds."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats whose decision is due, ascending; ``(CHANCE,)`` for a chance event, ``()`` at the end."""
        ...

    @property
    def actions(self) -> Sequence[ActionT]:
        """The dense table of every action that can ever come up here; an action's id is its index."""
        ...

    @property
    def ply(self) -> int:
        """How many actions led here."""
        ...

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat would score if the game ended now."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        ...

    def legal_actions(self, player: int | None = None) -> tuple[ActionT, ...]:
        """Return what `player`, or CHANCE, may do, by ascending id; None means the one to act, others get ``()``."""
        ...

    def after(self, action: ActionT | int, player: int | None = None) -> Self:
        """Return the state after an action or its id; raise IllegalActionError if the rules refuse it."""
        ...

    def odds(self) -> tuple[tuple[ActionT, Fraction], ...]:
        """Return each chance event that can come now with its probability; ``()`` where none is due."""
        ...

    def resolve(self, rng: Random) -> Self:
        """Return the state after drawing chance events until none is due."""
        ...

    def view(self, player: int) -> Self:
        """Return what `player` may know of this state."""
        ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...


class Record(Protocol):
    """The record of a game: an immutable value, equal to any with the same start, actions and tags."""

    @property
    def start(self) -> State[Any]:
        """Where it started."""
        ...

    @property
    def actions(self) -> Sequence[Any]:
        """What was done, in order."""
        ...

    def states(self) -> Iterator[State[Any]]:
        """Yield every state from the start to the last one."""
        ...

    def to_json(self) -> str:
        """Return the record as JSON, the twin of its text; that of no actions holds a position."""
        ...

    @staticmethod
    def from_json(text: str, /) -> Any:
        """Return the record of a JSON text, every action of it checked."""
        ...


class Game(Protocol):
    """A game: a module with these names. Text functions take the state as context where the text needs one."""

    def start(self, *, players: int | None = None, seed: int | None = None) -> State[Any]:
        """Return the first state; games add keyword options of their own."""
        ...

    def max_plies(self, state: Any, /) -> int:
        """Return how many actions can follow a state at most: a bound that the rules prove, and need not reach."""
        ...

    def parse_action(self, text: str, context: Any, /) -> Any:
        """Return the action that a text names."""
        ...

    def format_action(self, action: Any, context: Any, /) -> str:
        """Return the text of an action, which parses back to it."""
        ...

    def parse_state(self, text: str, /) -> Any:
        """Return the position that a text describes."""
        ...

    def format_state(self, state: Any, /) -> str:
        """Return the text of a position, which parses back to it."""
        ...

    def GameRecord(self, start: Any, actions: Any) -> Record:
        """Return the record of a game: where it started and what was done; games add keyword options of their own."""
        ...

    def parse_game(self, text: str, /) -> Record:
        """Return the record of a game, every action of it checked."""
        ...

    def format_game(self, record: Any, /) -> str:
        """Return the text of a record, which parses back to it."""
        ...

    def effects(self, before: Any, action: Any, after: Any, /) -> tuple[str, ...]:
        """Return what an action did beyond its own text: a sentence for each effect, in their order.

        `before` and `after` are the states around the action; what chance did to the players is told here.
        """
        ...

    def to_text(self, state: Any, /, *, last: Sequence[Any] = ()) -> str:
        """Draw a state for a terminal, and mark the last actions: those that led to it, such as the last turn's."""
        ...

    def to_svg(self, state: Any, /, *, last: Sequence[Any] = ()) -> str:
        """Draw a state as SVG, and mark the last actions."""
        ...
