"""Analyses of positions: the methods of every search, the results of a search, and their table for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from ...drawing.notebook import LETTERS, paragraph, table
from ...forms.checks import type_named
from ...game import CHANCE, Bot, State
from ..seats import label_of

__all__ = [
    "Analysis",
    "Line",
    "Search",
    "Stop",
    "StoppableBot",
    "TellingBot",
    "check_stop",
    "follow",
    "listen",
    "seat_of",
    "stoppable",
]

if TYPE_CHECKING:
    # The type parameter of a bare `Analysis` defaults to Any. Python itself has such defaults from 3.13 on.
    import typing_extensions

    ActionT = typing_extensions.TypeVar("ActionT", default=Any)
else:
    ActionT = TypeVar("ActionT")

_ROWS: Final = 20
"""The most lines of an analysis in the first table."""

_FAR: Final = 8
"""The most actions of a line that are shown."""


# --- results


@dataclass(frozen=True, slots=True)
class Line(Generic[ActionT]):
    """An action of a position, with the results of a search about it."""

    action: ActionT

    visits: int
    """The simulations that went through the action; 0 if it was computed without any."""

    value: tuple[float | Fraction, ...]
    """The share of the win that each seat can expect, 0 to 1; in a game for one, the chance to win."""

    margin: tuple[float | Fraction, ...]
    """Each seat's expected total less the best opponent's; in a game for one, the expected score, a loss counting 0."""

    error: float
    """The standard error of the value of the player to act; 0 if `exact`."""

    exact: bool
    """Whether value and margin are those of best play."""

    line: tuple[ActionT, ...]
    """The expected line of play, which begins with this action and includes chance events."""


@dataclass(frozen=True, slots=True)
class Analysis(Generic[ActionT]):
    """The results of a search of a position."""

    lines: tuple[Line[ActionT], ...]
    """One for each legal action, or for each chance event that is due; the best first, none after the end."""

    visits: int
    """The number of all simulations, those of a kept tree included."""

    seconds: float
    """The time that the search has taken."""

    how: str
    """A sentence or two for people: the method, and what the numbers mean."""

    is_full: bool = False
    """Whether the tree has reached the bound of its memory and grows no more."""

    state: State[Any] | None = field(default=None, repr=False, compare=False)
    """The position as known to the seat of the search, to write actions as text; None if unknown."""

    player: int | None = field(default=None, repr=False, compare=False)
    """The seat of the search; None stands for the first to act."""

    @property
    def exact(self) -> bool:
        """Whether the best action and its value are proved."""
        return bool(self.lines) and self.lines[0].exact

    def _repr_html_(self) -> str:
        return _table_of(self)


# --- the search


class Stop(Protocol):
    """A token that ends searches before their budgets do, such as a `threading.Event`. One serves many searches."""

    def is_set(self) -> bool:
        """Return whether to end. The threads that search call it every few milliseconds."""
        ...


def check_stop(stop: Stop | None) -> Stop | None:
    """Return a stop token, or None; raise TypeError for a value without the method `is_set`."""
    if stop is not None and not hasattr(stop, "is_set"):
        raise TypeError(f"stop has is_set, as a threading.Event has, which {type_named(stop)} lacks")
    return stop


@runtime_checkable
class StoppableBot(Protocol):
    """A bot that can be told to end its search."""

    def with_stop(self, stop: Stop, /) -> Bot:
        """Return the bot with a stop token: once it is set, `choose` returns its best action within milliseconds."""
        ...


@runtime_checkable
class TellingBot(Protocol):
    """A bot that tells what it thinks."""

    on_analysis: Callable[[Analysis[Any]], object] | None
    """A function that gets the results behind each choice, the best line first; None for nobody. A choice among one
    action is made without any."""


def listen(bot: Bot, hear: Callable[[Analysis[Any]], object]) -> None:
    """Let a bot tell a function what it thinks, if it can (`TellingBot`)."""
    if isinstance(bot, TellingBot):
        bot.on_analysis = hear


class Search(Protocol[ActionT]):
    """A search of one position, which can be continued."""

    @property
    def default_visits(self) -> int:
        """The simulations of `run` without a budget."""
        ...

    def run(self, *, visits: int | None = None, seconds: float | None = None, stop: Stop | None = None) -> None:
        """Search for so many simulations or so many seconds, whichever ends first.

        Without both it takes `default_visits`. It stops early if everything is proved, some milliseconds after any
        thread sets `stop`, and at Ctrl-C, which is raised again. The results are kept, and a later run continues from
        them.
        """
        ...

    def analysis(self) -> Analysis[ActionT]:
        """Return the results so far, with a line for every legal action even before the first simulation."""
        ...

    def advance(self, state: Any, /) -> bool:
        """Move to a later position of the same game; return whether the results about it are kept."""
        ...


def stoppable(bot: object) -> StoppableBot | None:
    """Return the bot if its choice can be stopped early, else None."""
    return bot if isinstance(bot, StoppableBot) else None


# --- lines of play


def follow(state: State[Any], line: Sequence[Any], player: int | None = None) -> Iterator[tuple[State[Any], int, Any]]:
    """Yield the state before each action of a line (see `Line`), who takes it, and the action.

    `state` is the searched one, and `player` the seat of the search. The states yielded are views of that seat. If
    several seats are to act, the player acts first, then the lowest seat.
    """
    first = seat_of(state, player) if state.to_act else CHANCE
    if first != CHANCE:
        state = state.view(first)
    for action in line:
        seat = seat_of(state, first)
        yield state, seat, action
        state = state.after(action, seat)


def seat_of(state: State[Any], player: int | None) -> int:
    """Return who acts next: the player if that seat is to act, else the first one to act. The game isn't over."""
    return player if player in state.to_act and player is not None else state.to_act[0]


# --- the table


def _table_of(found: Analysis[Any]) -> str:
    """Return the table of an analysis, the best line first; the lines after the first 20 are folded up."""
    if not found.lines:
        return paragraph("The game is over: there is no action to analyse.")
    seats = _seats(found)
    alone = len(seats) == 1
    values = ["win %"] if alone else [f"win % {seat}" for seat in seats]
    margins = ["score"] if alone else [f"margin {seat}" for seat in seats]
    heading = ["action", "visits", *values, "±", *margins, "expected play"]
    rows = [_line_row(line, _texts(found, line), alone) for line in found.lines]
    words = (0, len(heading) - 1)
    first = table(_caption(found), heading, rows[:_ROWS], words=words)
    more = ""
    if rest := rows[_ROWS:]:
        more = f"<details><summary>{len(rest)} more</summary>{table('', heading, rest, words=words)}</details>"
    return f"{first}{more}{paragraph(found.how)}"


def _seats(found: Analysis[Any]) -> Sequence[str]:
    n = len(found.lines[0].value)
    return LETTERS[:n] if found.state is None else found.state.game.INFO.seats[:n]


def _caption(found: Analysis[Any]) -> str:
    n = len(found.lines)
    visits = f"{found.visits:,} visit{'s' * (found.visits != 1)}{'; its memory is full' if found.is_full else ''}"
    if found.state is None:
        return visits
    player = _player(found)
    who = label_of(player, {}, found.state.game)
    noun = "chance event" if player == CHANCE else "legal action"
    return f"Ply {found.state.ply}, {who} to act, {n} {noun}{'s' * (n != 1)}; {visits}"


def _player(found: Analysis[Any]) -> int:
    assert found.state is not None
    return found.state.to_act[0] if found.player is None else found.player


def _line_row(line: Line[Any], texts: Sequence[str], alone: bool) -> list[str]:
    error = "exact" if line.exact else f"{100 * line.error:.1f}"
    margins = [f"{float(margin):.3f}" if alone else f"{float(margin):+z.2f}" for margin in line.margin]
    then = " ".join(texts[1:_FAR]) + (" …" if len(texts) > _FAR else "")
    return [texts[0], f"{line.visits:,}", *(f"{100 * float(value):.1f}" for value in line.value), error, *margins, then]


def _texts(found: Analysis[Any], line: Line[Any]) -> list[str]:
    """Return the text of each action of a line, or its `repr` if the state isn't known."""
    if found.state is None:
        return [str(action) for action in islice(line.line, _FAR + 1)]
    steps = follow(found.state, line.line, found.player)
    return [before.game.format_action(action, before) for before, _, action in islice(steps, _FAR + 1)]
