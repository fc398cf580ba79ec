"""State of a game: a `Position`, the ply, and the actions that are legal there, as an immutable value."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Final, NoReturn, SupportsIndex

from ..checks import check_index, check_number, check_rng, no_action, shown
from ..errors import IllegalActionError
from ..expressions import call
from ..game import CHANCE, Game, Outcome
from ..games import GAMES
from ..seeds import SplitMix64
from .actions import ACTIONS, IDS, Action
from .cards import Event, System, Technology, cards_of
from .legality import legal_ids
from .position import CHANCES, Due, Position, Score, military_cap, production, score_of, start_of, store_cap, year_of
from .reasons import Reason
from .refusal_text import reason_for, refusal
from .rules import play

__all__ = ["State", "check_state"]

_PLAYER: Final = (0,)
_TO_ACT: Final = {due: (CHANCE,) if due in CHANCES else _PLAYER for due in Due} | {Due.END: ()}


class State:
    """A state of Micro Space Empire: an immutable value that knows its legal actions.

    States are made by `start`, `position`, `parse_state` and `after`. Equality and hash cover the `Position` and the
    ply. Nothing is hidden from the player: a card is drawn when it is turned over.
    """

    __slots__ = ("_ids", "_ply", "_position")

    _ids: tuple[int, ...]
    _ply: int
    _position: Position

    def __init__(self, *args: object, **options: object) -> None:
        raise TypeError("a State is made by start, position or parse_state")

    @staticmethod
    def of(position: Position, ply: int) -> State:
        """Return the state of a position that is known to be possible; the function `position` checks one."""
        state = object.__new__(State)
        state._position = position
        state._ply = ply
        state._ids = legal_ids(position)
        return state

    # --- the contract of all games

    @property
    def game(self) -> Game[State, Action]:
        """The game that this is a state of: the module `sse_core.micro_space_empire`."""
        return GAMES["micro_space_empire"]

    @property
    def to_act(self) -> tuple[int, ...]:
        """``(0,)`` for the player, ``(CHANCE,)`` while a die or a card is due, ``()`` when the game is over."""
        return _TO_ACT[self._position.due]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The dense table of every action; an action's id is its index."""
        return ACTIONS

    @property
    def ply(self) -> int:
        """How many actions led here."""
        return self._ply

    @property
    def totals(self) -> tuple[int]:
        """The points as they stand, 0 in a lost game (M6.3, M7)."""
        return (0 if self._position.lost else score_of(self._position).total,)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on (M6.3, M7).

        The player wins by survival: the winners are ``(0,)`` or ``()``, `decided_by` is ``"survival"`` or ``"defeat"``.
        """
        if self._ids:
            return None
        if self._position.lost:
            return Outcome((), (0,), "defeat")
        return Outcome(_PLAYER, self.totals, "survival")

    def legal_actions(self, player: SupportsIndex | None = None) -> tuple[Action, ...]:
        """Return the legal actions of the player, or of CHANCE, by ascending id; None means whoever is to act.

        Raises RangeError if there is no such seat.
        """
        return tuple([ACTIONS[index] for index in self.legal_ids(player)])

    def legal_ids(self, player: SupportsIndex | None = None) -> tuple[int, ...]:
        """Return the ids of `legal_actions`, ascending."""
        return self._ids if player is None or (_seat(player),) == self.to_act else ()

    def after(self, action: Action | SupportsIndex, player: SupportsIndex | None = None) -> State:
        """Return the state after an action or its id.

        Raises IllegalActionError, GameOverError below it, with the reason; RangeError if there is no such seat.
        """
        index = action if type(action) is int else _id(action)
        if index is None or index not in self._ids or (player is not None and (_seat(player),) != self.to_act):
            self._refuse(action, player)
        return State.of(play(self._position, index), self._ply + 1)

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        """Return each chance event that can come now with its probability; ``()`` where none is due.

        All are equally likely: the faces of the die, the cards that may be turned over, the systems that may revolt.
        """
        return _evenly(self._ids) if self._position.due in CHANCES else ()

    def resolve(self, rng: SplitMix64) -> State:
        """Return the state after drawing chance events until none is due; the state itself if none is.

        Each of n events is equally likely, and one draw of ``rng.below(n)`` gives its place in `odds`. Raises TypeError
        if `rng` lacks ``below``.
        """
        check_rng(rng)
        state = self
        while state._position.due in CHANCES:
            most = len(state._ids) - 1
            state = state.after(state._ids[check_number(rng.below(most + 1), "a random number", most)])
        return state

    def view(self, player: SupportsIndex) -> State:
        """Return this state: nothing is hidden. Raises RangeError if there is no such seat."""
        check_index(player, 1, "player")
        return self

    def why_not(self, action: Action | SupportsIndex, player: SupportsIndex | None = None) -> Reason:
        """Return the reason for which `after` refuses an action, `Reason.OK` if it is legal."""
        index = _id(action)
        if index is None:
            return Reason.NO_SUCH_ACTION
        if player is not None and self._ids and (_seat(player),) != self.to_act:
            return Reason.NOT_TO_ACT
        return reason_for(self._position, ACTIONS[index])

    def _refuse(self, action: Action | SupportsIndex, player: SupportsIndex | None) -> NoReturn:
        reason = self.why_not(action, player)
        if reason is Reason.NO_SUCH_ACTION:
            raise IllegalActionError(f"{shown(action)} is no action of this game ({reason.clause})", reason)
        index = _id(action)
        assert index is not None
        raise refusal(self._position, ACTIONS[index], reason)

    # --- the position, field by field

    @property
    def position(self) -> Position:
        """All that lies on the mat, and the phase of the turn, as a named tuple."""
        return self._position

    @property
    def turn(self) -> int:
        """The number of the turn, 1 to 13 (M2.1)."""
        return self._position.turn

    @property
    def year(self) -> int:
        """1 in turns 1 to 7, 2 after them (M2.1)."""
        return year_of(self._position.turn)

    @property
    def due(self) -> Due:
        """The next decision or chance event of the turn (M2.2)."""
        return self._position.due

    @property
    def metal(self) -> int:
        """The metal in store."""
        return self._position.metal

    @property
    def wealth(self) -> int:
        """The wealth in store."""
        return self._position.wealth

    @property
    def store_cap(self) -> int:
        """How much of each resource can be stored: 3, or 5 with Interstellar Banking (M1)."""
        return store_cap(self._position)

    @property
    def military(self) -> int:
        """The military strength."""
        return self._position.military

    @property
    def military_cap(self) -> int:
        """How large the military can be: 3, or 5 with Capital Ships (M1)."""
        return military_cap(self._position)

    @property
    def production(self) -> tuple[int, int]:
        """The metal and the wealth that the empire produces a turn, the Home World's included (M1)."""
        return production(self._position.empire)

    @property
    def technologies(self) -> tuple[Technology, ...]:
        """The technologies that were discovered, in the order of the mat."""
        return cards_of(Technology, self._position.technologies)

    @property
    def empire(self) -> tuple[System, ...]:
        """The systems of the empire, in the order in which they joined it; without the Home World (M6.1)."""
        return self._position.empire

    @property
    def unaligned(self) -> tuple[System, ...]:
        """The systems that were turned over and are not in the empire; one under attack is still among them (M3.1)."""
        return cards_of(System, self._position.unaligned)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that were turned over in this year, in the order of the box (M2.1)."""
        return cards_of(Event, self._position.seen)

    @property
    def target(self) -> System | None:
        """The system that the empire attacks, or that a revolt or an invasion strikes; None at other times."""
        return self._position.target

    @property
    def lost(self) -> bool:
        """Whether the Home World has fallen (M6.3)."""
        return self._position.lost

    @property
    def score(self) -> Score:
        """The points as they stand, part by part; a lost game has them, too (M7)."""
        return score_of(self._position)

    def score_sheet(self) -> tuple[Score]:
        """Return the points as they stand, one `Score` for each seat; that of this game's only seat is `score`."""
        return (score_of(self._position),)

    # --- texts, pictures, comparison

    def to_json(self) -> str:
        """Return the position as a JSON object on one line; its keys are the fields of `Position`."""
        from .json_form import state_to_json

        return state_to_json(self)

    @staticmethod
    def from_json(text: str) -> State:
        """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
        from .json_form import state_from_json

        return state_from_json(text)

    def __eq__(self, other: object, /) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._position == other._position and self._ply == other._ply

    def __hash__(self) -> int:
        return hash((self._position, self._ply))

    def __repr__(self) -> str:
        from .state_text import format_state

        if not self._ply:
            options = {"expansion": True} if self._position.expansion else {}
            if self._position == start_of(expansion=self._position.expansion):
                return call("start", **options)
        return call("parse_state", format_state(self))

    def _repr_svg_(self) -> str:
        """Return the drawing that notebooks show."""
        from .render_svg import to_svg

        return to_svg(self)

    def __str__(self) -> str:
        from .render_text import to_text

        return to_text(self)

    def __reduce__(self) -> tuple[Any, ...]:
        from .state_text import format_state, parse_state

        return parse_state, (format_state(self),)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object, /) -> State:
        return self


def check_state(state: State) -> State:
    """Return a state; raise TypeError for anything else."""
    if not isinstance(state, State):
        raise TypeError(f"a position is a State, not {type(state).__name__}")
    return state


@cache
def _evenly(ids: tuple[int, ...]) -> tuple[tuple[Action, Fraction], ...]:
    """Return chance events with one probability for all."""
    return tuple((ACTIONS[index], Fraction(1, len(ids))) for index in ids)


def _seat(player: SupportsIndex) -> int:
    """Return a seat, or CHANCE, as an int; raise RangeError if there is none such."""
    if not isinstance(player, bool) and hasattr(player, "__index__") and player.__index__() == CHANCE:
        return CHANCE
    return check_index(player, 1, "player")


def _id(action: Action | SupportsIndex) -> int | None:
    """Return the id of an action, None if it isn't in the table; raise TypeError if it is neither."""
    if isinstance(action, Action):
        return IDS.get(action)
    if isinstance(action, bool) or not hasattr(action, "__index__"):
        raise no_action(action)
    index = action.__index__()
    return index if 0 <= index < len(ACTIONS) else None
