"""Hints, analyses and reviews for the page, as searches that run step by step and can be stopped after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, SupportsFloat

from ..forms.checks import check_number
from ..game import CHANCE, AnyGame, State
from ..play.records.review import Review, Reviewing, worth_of
from ..play.search.analysis import Analysis, Stop
from ..play.search.analysis_json import analysis_object
from ..play.search.monte_carlo import Budget, search_of
from ..play.search.running import PAUSE, search_in_parts
from ..play.seats import label_of, letter_of
from ..play.steps import stepper, words_of
from .answers import Analysed, Hinted, Reviewed
from .errors import StaleError
from .messages import say
from .room import Snapshot
from .room_json import Look, names_of, steps_object

__all__ = ["MAX_HINT", "MAX_SECONDS", "REVIEW_SECONDS", "analysed", "hint", "position_of", "reviewed"]

MAX_HINT: Final = 10.0
"""The most seconds of a hint."""

MAX_SECONDS: Final = 60.0
"""The seconds after which an analysis ends by itself."""

REVIEW_SECONDS: Final = 0.3
"""The seconds for each position of a review."""

_GRAPH: Final = 440
"""The default width of a review's graph in pixels, if the page names none."""

_GRAPHS: Final = (240, 1000)
"""The least and the greatest width that the page may name."""

_LINES: Final = 12
"""The most lines of an analysis that are sent."""

_LONGEST: Final = 12
"""The most actions of a line that are sent."""


def position_of(look: Look) -> tuple[State[Any], int]:
    """Return the position of a look for a search, and the seat to search for.

    Raises StaleError after the end, and where the player to act has secrets from the viewer.
    """
    state = look.state
    if not state.to_act:
        raise StaleError(say("the game is over, and there is nothing to analyse"))
    if look.viewer is None:
        return state, state.to_act[0]
    if look.viewer not in state.to_act:
        who = label_of(look.viewer, names_of(look.room), look.room.game)
        raise StaleError(say("it is not the turn of {who}, who alone may know this position", who=who))
    return state, look.viewer


def analysed(
    state: State[Any], seat: int, ply: int, seconds: float = MAX_SECONDS, *, stop: Stop | None = None
) -> Iterator[Analysed]:
    """Search a position, and yield the results so far, a few times a second; the last one is `done`.

    `ply` is the number of the position on the page. Values are by seat. The search ends some milliseconds after `stop`
    is set.
    """
    player = None if seat == CHANCE else seat
    for found, done in _searched(state, player, seconds, stop):
        yield _object(found, state, seat, ply, done=done)


def _searched(
    state: State[Any], player: int | None, seconds: float, stop: Stop | None
) -> Iterator[tuple[Analysis[Any], bool]]:
    """Search for so many seconds at most; yield the results a few times a second, each with whether it is the last."""
    search = search_of(state, player=player, seed=0)
    budget = Budget(None, seconds, search.default_visits)
    return search_in_parts(
        search, budget, first=PAUSE / 5, is_enough=lambda found: found.exact or found.is_full, stop=stop
    )


def hint(state: State[Any], seat: int, seconds: float, *, stop: Stop | None = None) -> Hinted:
    """Return the best action that a search of so many seconds finds: id, text, words and steps."""
    *_, (found, _) = _searched(state, seat, min(seconds, MAX_HINT), stop)
    best = found.lines[0]
    steps = stepper(state, player=seat)(best.action)
    return {
        "id": next(index for index in state.legal_ids(seat) if state.actions[index] == best.action),
        "text": state.game.format_action(best.action, state),
        "words": words_of(steps),
        "steps": steps_object(steps),
        "value": float(best.value[seat]),
        "visits": found.visits,
        "exact": best.exact,
    }


def _object(found: Analysis[Any], state: State[Any], seat: int, ply: int, *, done: bool) -> Analysed:
    """Return the JSON object of an analysis: rounded numbers, and no more than the page shows."""
    player = None if seat == CHANCE else seat
    whole = analysis_object(found, found.lines[:_LINES], state, player=player, most=_LONGEST)
    return {
        "ply": ply,
        "seat": seat,
        "visits": whole["visits"],
        "seconds": round(whole["seconds"], 3),
        "how": whole["how"],
        "exact": whole["exact"],
        "worth": _rounded(worth_of(found, state).value) if found.lines else None,
        "lines": [
            {
                "text": line["action"],
                "value": _rounded(line["value"]),
                "margin": [round(lead, 3) for lead in line["margin"]],
                "visits": line["visits"],
                "error": round(float(line["error"]), 4),
                "exact": line["exact"],
                "line": line["line"],
            }
            for line in whole["lines"]
        ],
        "done": done,
    }


def _rounded(shares: Iterable[SupportsFloat]) -> list[float]:
    return [round(float(share), 4) for share in shares]


# --- reviews


@dataclass(frozen=True)
class _Game:
    """The game of a room as a `game.Recorded`, without replaying it."""

    room: Snapshot
    moves: Sequence[tuple[int, Any]]

    @property
    def game(self) -> AnyGame:
        return self.room.game

    @property
    def start(self) -> State[Any]:
        return self.room.start

    @property
    def actions(self) -> Sequence[Any]:
        return [action for _, action in self.moves]

    @property
    def tags(self) -> Mapping[str, str]:
        return names_of(self.room)

    @property
    def final(self) -> State[Any]:
        return self.room.final

    def states(self) -> Iterator[State[Any]]:
        yield self.room.start
        yield from (move.after for move in self.room.moves)


def reviewed(room: Snapshot, width: int | None = None, *, stop: Stop | None = None) -> Iterator[Reviewed]:
    """Review the game of a room, and yield the results so far, a few times a second; the last one is `done`.

    `width` is that of the graph, in pixels. The review ends some milliseconds after `stop` is set.

    Raises RangeError for a width outside of the limits, StaleError while the game has secrets, which a review would
    tell.
    """
    pixels = check_number(_GRAPH if width is None else width, "width", _GRAPHS[1], _GRAPHS[0])
    if room.has_secrets:
        raise StaleError(say("a review would tell the secrets of the players; it is open after the end"))
    game = _Game(room, [(move.player, move.action) for move in room.moves])
    return _reviewed(Reviewing(game, seconds=REVIEW_SECONDS, stop=stop), pixels)


def _reviewed(work: Reviewing[Any], width: int) -> Iterator[Reviewed]:
    told = perf_counter()
    for _ in work:
        if not work.is_finished and perf_counter() - told >= PAUSE:
            yield _review_object(work.review(), width, done=False)
            told = perf_counter()
    found = work.review()
    if found.plies:
        yield _review_object(found, width, done=True)


def _review_object(found: Review[Any], width: int, *, done: bool) -> Reviewed:
    """Return the JSON object of a review: the graph in both themes, and the turns in words."""
    return {
        "positions": len(found.asked),
        "searched": len(found.plies),
        "svg": {theme: found.to_svg(theme=theme, width=width) for theme in ("dark", "light")},
        "worths": [{"ply": each.ply, "value": _rounded(each.value)} for each in found.plies],
        "turns": [
            {
                "ply": each.ply,
                "seat": each.player,
                "letter": letter_of(each.player, each.state.game),
                "words": words,
            }
            for each, words in found.turned
            if each.player is not None
        ],
        "words": found.words[-1],
        "how": found.how,
        "done": done,
    }
