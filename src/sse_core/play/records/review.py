"""Reviews: a recorded game searched position by position, with the worth of each, the losses, and the turning points.

`Reviewing` looks at the positions of a record one by one, and can be stopped between them:

>>> from sse_core import micro_space_empire as micro
>>> from sse_core.play.records.record import GameRecord
>>> work = Reviewing(GameRecord(micro.new_game(), ["explore=near", "turn=sirius"]), visits=20)
>>> [(each.ply, each.text, round(each.error, 1)) for each in work]
[(0, 'explore=near', 0.1), (1, 'turn=sirius', 0.1), (2, '', 0.1)]
>>> work.review().is_whole
True

Each position is searched as `sse_core.analyse` does it, by itself: with the same budget and seed it finds the same. In
a game with secrets the search knows what the seat that acted might know then. Chance has no seat: before its events all
is known.

An action is compared with the best one by the results of the search about both. A search visits good actions most, and
the values of the others are those of play that was hardly searched. So if the best action has more than twice the
visits, or only it is proved, the positions after both are searched, too, with the same budget each. In a game with
secrets this is impossible, since the next seat to act knows other things: such an action isn't judged there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import sqrt
from typing import Any, Final, Generic, NamedTuple, Self, SupportsIndex, TypeAlias

from ...drawing.graph import Point, graph_svg, graph_text
from ...drawing.notebook import picture
from ...errors import ArgumentError
from ...forms.checks import check_number, check_seed, shown
from ...game import CHANCE, Outcome, Recorded, State, Theme
from ..messages import say
from ..search.analysis import ActionT, Analysis, Line, Search, Stop, check_stop
from ..search.monte_carlo import Budget, search_of
from ..seats import label_of, letter_of
from ..sentences import digits
from ..state_kinds import SecretState
from ..threads import MAX_THREADS
from ..turns import margin
from .pictures import MOST, check_ply, spread, title_of

__all__ = ["TURN", "Review", "ReviewedPly", "Reviewing", "Worth", "review_object", "worth_of"]

Share: TypeAlias = float | Fraction

TURN: Final = 0.1
"""The least share of the win that an action gives away, or chance takes, at a turning point."""

_ENOUGH: Final = 2
"""The greatest ratio between the best action's visits and another's at which both are compared without a new search."""

_ERRORS: Final = 2
"""The number of standard errors that a change must exceed to count."""


# --- results


@dataclass(frozen=True)
class ReviewedPly(Generic[ActionT]):
    """A position of a game, with its worth and the action played there."""

    state: State[ActionT]
    """The position."""

    player: int | None
    """The seat that acted, CHANCE for a chance event; None in the last position of the game."""

    action: ActionT | None
    """The action that was played; None in the last position."""

    found: Analysis[ActionT]
    """The results of the search; without lines after the end."""

    value: tuple[Share, ...]
    """Each seat's share of the win, by the best action; before a chance event the mean over all events, by their odds,
    after the end the share that the seat has. In a game for one, the chance to win."""

    margin: tuple[Share, ...]
    """Each seat's total less the best opponent's, in the same way; in a game for one, the score, 0 if it is lost."""

    error: float
    """The standard error of the value of the player to act, of the first seat for chance; 0 if `exact`."""

    exact: bool
    """Whether the value is that of best play, or the end."""

    change: tuple[float, ...] | None
    """For each seat, its share of the win by the action less that by the best action; for a chance event, less the
    mean: this is luck. 0 for the best action, and in the last position. None if the action can't be compared with the
    best one."""

    change_error: float
    """The standard error of the change of the seat that acted; 0 where both are exact."""

    points: float
    """The points of margin, or of the score in a game for one, that the player gave away; 0 for chance."""

    @property
    def ply(self) -> int:
        """The number of the position, as `State.ply` counts."""
        return self.state.ply

    @property
    def text(self) -> str:
        """The text of the action; empty in the last position."""
        return "" if self.action is None else self._text(self.action)

    @property
    def best(self) -> Line[ActionT] | None:
        """The best action; None before a chance event, and after the end."""
        return None if self._is_chance or not self.found.lines else self.found.lines[0]

    @property
    def best_text(self) -> str:
        """The text of the best action; empty if there is none."""
        return "" if self.best is None else self._text(self.best.action)

    @property
    def loss(self) -> float:
        """The share of the win that the player gave away against the best action; 0 for chance."""
        if self.change is None or self.player is None or self.player == CHANCE:
            return 0.0
        return max(0.0, -self.change[self.player])

    @property
    def swing(self) -> float:
        """The size of the change by the action: the loss of a player, or the largest change by a chance event.

        0 where that is within the error of the search, two standard errors.
        """
        size = max(map(abs, self.change or (0.0,))) if self._is_chance else self.loss
        return size if size > _ERRORS * self.change_error else 0.0

    @property
    def is_turn(self) -> bool:
        """Whether the game turned here: the swing is a tenth of the win, or more."""
        return self.swing >= TURN

    @property
    def _is_chance(self) -> bool:
        return self.state.to_act == (CHANCE,)

    def _text(self, action: ActionT) -> str:
        return self.state.game.format_action(action, self.state)


@dataclass(frozen=True)
class Review(Generic[ActionT]):
    """A game, position by position."""

    record: Recorded
    """The game."""

    plies: tuple[ReviewedPly[ActionT], ...]
    """The positions that were searched, in order."""

    asked: tuple[int, ...]
    """The plies of all positions that were asked for."""

    @property
    def is_whole(self) -> bool:
        """Whether all positions that were asked for are there; False where it was stopped."""
        return len(self.plies) == len(self.asked)

    @property
    def turns(self) -> tuple[ReviewedPly[ActionT], ...]:
        """The positions where the game turned (see `ReviewedPly.is_turn`), the greatest swing first."""
        return tuple(sorted((each for each in self.plies if each.is_turn), key=lambda each: -each.swing))

    @property
    def ahead(self) -> tuple[int | None, int]:
        """The seat that was ahead in the last position, and the ply since which it was ahead in all of them.

        The seat is None if several seats share the lead, and in a game for one, if the chance to win isn't above one
        half. Raises ArgumentError of a review without a position.
        """
        if not self.plies:
            raise ArgumentError("nobody is ahead: no position was reviewed")
        leaders = [_leader(each.value) for each in self.plies]
        since = len(leaders) - 1
        while since and leaders[since - 1] == leaders[-1]:
            since -= 1
        return leaders[-1], self.plies[since].ply

    @property
    def how(self) -> str:
        """The method of the first search, and what the numbers mean, in sentences for people."""
        return self.plies[0].found.how if self.plies else ""

    @property
    def turned(self) -> tuple[tuple[ReviewedPly[ActionT], str], ...]:
        """The `turns`, each with a sentence for people that leaves out the ply."""
        return tuple((each, _turn_words(each, self.record)) for each in self.turns)

    @property
    def words(self) -> tuple[str, ...]:
        """The turning points, and who is ahead since when, in sentences for people."""
        turned = [say("Ply {ply}: {turn}", ply=each.ply, turn=words) for each, words in self.turned]
        none = say(
            "No action and no chance event changed the win by {share} or more, and by more than two standard errors of "
            "the search.",
            share=f"{TURN:.0%}",
        )
        return (*(turned or [none]), *([_ahead_words(self)] if self.plies else []))

    def to_svg(self, *, theme: Theme = "dark", width: SupportsIndex = 800) -> str:
        """Return the graph of the game as one SVG document: each seat's share of the win over the plies.

        The turns are marked. Each position has an element of the class ``ply`` with its number, ``data-ply``, and its
        words as a title. `width` is that of the document in pixels, 100 to 20,000.

        Raises ArgumentError for another theme or width, or a review without a position.
        """
        return graph_svg(
            self._points(),
            self._labels(),
            title=title_of(self.record),
            unit=say("ply"),
            theme=theme,
            width=width,
            **self._ends(),
        )

    def to_text(self) -> str:
        """Return the same graph in plain ASCII, for a terminal of 80 columns.

        Raises ArgumentError of a review without a position.
        """
        return graph_text(self._points(), self._letters(), **self._ends())

    def _repr_svg_(self) -> str | None:
        """Return the graph, which notebooks show."""
        return self.to_svg() if self.plies else None

    def _repr_html_(self) -> str | None:
        """Return the graph at most as wide as the page, with the turns in words."""
        return picture(self.to_svg(), " ".join(self.words)) if self.plies else None

    def _letters(self) -> str:
        return self.record.game.INFO.seats[: len(self.record.start.totals)]

    def _labels(self) -> list[str]:
        seats = range(len(self.record.start.totals))
        return [label_of(seat, self.record.tags, self.record.game) for seat in seats]

    def _ends(self) -> dict[str, int]:
        return {"first": self.asked[0], "last": self.asked[-1]}

    def _points(self) -> list[Point]:
        letters = self._letters()
        return [
            Point(each.ply, tuple(map(float, each.value)), _point_words(each, letters), is_marked=each.is_turn)
            for each in self.plies
        ]


# --- the work


class Reviewing(Generic[ActionT]):
    """The review of a game in parts: an iterator over its positions, each searched when it is asked for.

    Arguments are those of `sse_core.review`, and `make`, which returns a search of a position as `search_of` does, and
    has the same arguments. After Ctrl-C, which is raised, the positions before it are kept; `next` begins with the one
    that was not finished. Once `stop` is set, the iteration ends without the position that is being searched.

    Raises TypeError for a token that can't be asked.
    """

    def __init__(
        self,
        record: Recorded,
        *,
        plies: Iterable[SupportsIndex] | None = None,
        visits: int | None = None,
        seconds: float | None = None,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        stop: Stop | None = None,
        make: Callable[..., Search[Any]] = search_of,
    ) -> None:
        if isinstance(record, type) or not hasattr(record, "states"):
            raise TypeError(f"a review is of a GameRecord, not of a {type(record).__name__}")
        self.record = record
        self.plies = _chosen(plies, record)
        """The plies that are searched, in order."""
        Budget(visits, seconds, 0)
        self._visits, self._seconds, self._stop = visits, seconds, check_stop(stop)
        self._seed, self._threads = check_seed(seed), check_number(threads, "threads", MAX_THREADS, 1)
        self._make = make
        self._states = _States(record)
        self._done: list[ReviewedPly[ActionT]] = []
        self._last: tuple[tuple[State[ActionT], int | None], Worth] | None = None
        """A cache of one: the position that was searched last, its seat, and its worth. Often it is the next
        position."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> ReviewedPly[ActionT]:
        """Search the next position."""
        if self.is_finished or self._is_stopped:
            raise StopIteration
        place = self.plies[len(self._done)] - self.record.start.ply
        state = self._states.at(place)
        player, action = self.record.moves[place] if place < len(self.record.moves) else (None, None)
        worth = self._worth(state, _first(state) if player is None else player)
        compared = self._compared(worth, state, player, action)
        if self._is_stopped:
            self._last = None
            raise StopIteration
        done = ReviewedPly(
            state, player, action, worth.found, worth.value, worth.margin, worth.error, worth.exact, *compared
        )
        self._done.append(done)
        return done

    @property
    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.is_set()

    @property
    def is_finished(self) -> bool:
        """Whether all positions are searched."""
        return len(self._done) == len(self.plies)

    def review(self) -> Review[ActionT]:
        """Return the results so far."""
        return Review(self.record, tuple(self._done), tuple(self.plies))

    def _worth(self, state: State[ActionT], player: int | None) -> Worth:
        """Search a position for the seat that acted in it, None for the first one to act."""
        key = state, player
        if self._last is None or self._last[0] != key:
            self._last = key, self._searched(state, player)
        return self._last[1]

    def _searched(self, state: State[ActionT], player: int | None) -> Worth:
        seat = None if player == CHANCE else player
        search = self._make(state, player=seat, seed=self._seed, threads=self._threads)
        if state.outcome is not None:
            return Worth(search.analysis(), *_end(state.outcome), 0.0, exact=True)
        search.run(visits=self._visits, seconds=self._seconds, stop=self._stop)
        return worth_of(search.analysis(), state)

    def _compared(
        self, worth: Worth, state: State[ActionT], player: int | None, action: ActionT | None
    ) -> tuple[tuple[float, ...] | None, float, float]:
        """Return the change by an action, its error, and the points that were given away."""
        if player is None or action is None:
            return (0.0,) * len(worth.value), 0.0, 0.0
        played = next(line for line in worth.found.lines if line.action == action)
        best = worth.found.lines[0]
        if player == CHANCE:
            return _change(worth.value, played.value), _both(worth.error, played.error), 0.0
        if played is best:
            return (0.0,) * len(worth.value), 0.0, 0.0
        # The error is 0 if a share is proved. The search ends then, and other actions may hardly be searched.
        is_proved = not best.error
        if not played.error or (not is_proved and played.visits * _ENOUGH >= best.visits > 0):
            return (
                _change(best.value, played.value),
                _both(best.error, played.error),
                max(0.0, float(best.margin[player] - played.margin[player])),
            )
        if isinstance(state, SecretState):
            return None, 0.0, 0.0
        better = worth if is_proved else self._searched(state.after(best.action, player), None)
        after = state.after(action, player)
        # The search is for the first seat to act, as in the review's next position, so that its result can be used
        # again.
        found = self._worth(after, _first(after))
        return (
            _change(better.value, found.value),
            _both(better.error, found.error),
            max(0.0, float(better.margin[player] - found.margin[player])),
        )


class Worth(NamedTuple):
    """The worth of a position (see `ReviewedPly`)."""

    found: Analysis[Any]
    value: tuple[Share, ...]
    margin: tuple[Share, ...]
    error: float
    exact: bool


def worth_of(found: Analysis[Any], state: State[Any]) -> Worth:
    """Return the worth of a position that was searched: by its best action, before a chance event by their odds."""
    if state.to_act != (CHANCE,):
        best = found.lines[0]
        return Worth(found, best.value, best.margin, best.error, best.exact)
    odds = dict(state.odds())
    return Worth(
        found,
        _mean([(odds[line.action], line.value) for line in found.lines]),
        _mean([(odds[line.action], line.margin) for line in found.lines]),
        sqrt(sum(float(odds[line.action]) ** 2 * line.error**2 for line in found.lines)),
        all(line.exact for line in found.lines),
    )


def _first(state: State[Any]) -> int | None:
    return state.to_act[0] if state.to_act else None


class _States:
    """The positions of a record, from the first to the last one."""

    def __init__(self, record: Recorded) -> None:
        self._left: Iterator[State[Any]] = record.states()
        self._place = -1
        self._state: State[Any] = record.start

    def at(self, place: int) -> State[Any]:
        """Return the position after so many moves, not before the one that was asked for last."""
        if place > self._place:
            self._state = next(islice(self._left, place - self._place - 1, None))
            self._place = place
        return self._state


def _chosen(plies: Iterable[SupportsIndex] | None, record: Recorded) -> list[int]:
    """Return the plies to search: the given ones, checked and in order; else all, or some of them evenly spread."""
    first, n = record.start.ply, len(record.moves)
    if plies is None:
        return [first + place for place in spread(n, MOST)]
    if isinstance(plies, str) or not isinstance(plies, Iterable):
        raise TypeError(f"plies is a sequence of plies, such as range(0, 20, 2), not {shown(plies)}")
    chosen = sorted({check_ply(ply, first, first + n) for ply in plies})
    if not chosen:
        raise ArgumentError("plies is empty: there is no position to search")
    return chosen


# --- numbers


def _end(outcome: Outcome) -> tuple[tuple[Share, ...], tuple[Share, ...]]:
    """Return the share of the win, and the margin, of each seat at the end; of a game for one its score."""
    seats, winners, totals = range(len(outcome.totals)), outcome.winners, outcome.totals
    if len(seats) == 1:
        return (float(bool(winners)),), (totals[0] if winners else 0,)
    shares = tuple(Fraction(seat in winners, max(1, len(winners))) for seat in seats)
    return shares, tuple(margin(totals, seat) for seat in seats)


def _change(before: Sequence[Share], after: Sequence[Share]) -> tuple[float, ...]:
    """Return how much each share is changed."""
    return tuple(float(new - old) for old, new in zip(before, after, strict=True))


def _both(one: float, other: float) -> float:
    """Return the standard error of a difference from those of both numbers."""
    return sqrt(one**2 + other**2)


def _mean(parts: Sequence[tuple[Fraction, tuple[Share, ...]]]) -> tuple[Share, ...]:
    """Return the mean of numbers by seat, each with its odds; exact if they are."""
    numbers = [[odds * number for number in numbers] for odds, numbers in parts]
    return tuple(sum(column, start=Fraction(0)) for column in zip(*numbers, strict=True))


def _leader(value: Sequence[Share]) -> int | None:
    """Return the seat with the largest share; None if several have it, or if a game for one is likely to be lost."""
    if len(value) == 1:
        return 0 if value[0] > 1 / 2 else None
    best = [seat for seat, share in enumerate(value) if share == max(value)]
    return best[0] if len(best) == 1 else None


# --- words


def _point_words(each: ReviewedPly[Any], letters: str) -> str:
    """Return a line about a position: its ply, its worth, the action played, and a better one."""
    shares = [digits(f"{float(share):.1%}") for share in each.value]
    worth = ", ".join(f"{seat} {share}" for seat, share in zip(letters, shares, strict=True))
    if each.player is None:
        return f"{each.ply}: {worth}"
    played = f"{each.ply}: {worth}; {letter_of(each.player, each.state.game)}: {each.text}"
    if not each.loss:
        return played
    return say("{played}, {loss} below {best}", played=played, loss=digits(f"{each.loss:.1%}"), best=each.best_text)


def _turn_words(each: ReviewedPly[Any], record: Recorded) -> str:
    assert each.player is not None
    if each.player == CHANCE:
        change = each.change or ()
        seat = max(range(len(change)), key=lambda seat: abs(change[seat]))
        told = {"event": each.text, "who": record.game.INFO.seats[seat], "share": digits(f"{each.swing:.1%}")}
        if change[seat] > 0:
            return say("by chance, {event}, {who} gained {share} of the win.", **told)
        return say("by chance, {event}, {who} lost {share} of the win.", **told)
    return say(
        "{who} gave away {share} of the win with {action}; best was {best}.",
        who=label_of(each.player, record.tags, record.game),
        share=digits(f"{each.swing:.1%}"),
        action=each.text,
        best=each.best_text,
    )


def _ahead_words(found: Review[Any]) -> str:
    seat, since = found.ahead
    alone = len(found.record.start.totals) == 1
    if seat is None:
        if alone:
            return say("From ply {ply} on, the chance to win is one half at most.", ply=since)
        return say("From ply {ply} on, nobody is ahead.", ply=since)
    if alone:
        return say("From ply {ply} on, the win is likelier than not.", ply=since)
    who = label_of(seat, found.record.tags, found.record.game)
    return say("From ply {ply} on, {who} is ahead.", ply=since, who=who)


# --- JSON


def review_object(found: Review[Any]) -> dict[str, Any]:
    """Return the JSON object of a review."""
    seat, since = found.ahead if found.plies else (None, None)
    return {
        "game": found.record.game.INFO.name,
        "is_whole": found.is_whole,
        "asked": list(found.asked),
        "plies": [_ply_object(each) for each in found.plies],
        "turns": [each.ply for each in found.turns],
        "ahead": seat,
        "ahead_since": since,
        "words": list(found.words),
        "how": found.how,
    }


def _ply_object(each: ReviewedPly[Any]) -> dict[str, Any]:
    return {
        "ply": each.ply,
        "player": each.player,
        "action": None if each.action is None else each.text,
        "value": list(map(float, each.value)),
        "margin": list(map(float, each.margin)),
        "error": each.error,
        "exact": each.exact,
        "visits": each.found.visits,
        "best": None if each.best is None else each.best_text,
        "change": None if each.change is None else list(each.change),
        "change_error": each.change_error,
        "loss": each.loss,
        "points": each.points,
        "is_turn": each.is_turn,
    }
