"""Parts that the result pages of matches, balances and arenas share: lines for people, and keys of JSON objects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite
from typing import Any, Final

from ...arena import Balance, Estimate, Plan, Results, Row, Sprt, Standings, Tally, usual_opening
from ...arena.figures.variety import Variety
from ...play.sentences import count
from ...seeds import child_seed
from ..terminal.output import paragraph
from ..terminal.progress import speed
from .arena_play import Played

__all__ = [
    "MOST_TOLD",
    "failures_object",
    "hypotheses",
    "is_repeating",
    "labelled",
    "opened_by",
    "page",
    "plies_of",
    "range_words",
    "results_object",
    "speed_words",
    "tally_object",
    "turned",
    "variety_lines",
    "variety_object",
]

MOST_TOLD: Final = 5
"""The most games that a page lists one by one."""

_INDENT: Final = 10
"""The width of the labels."""


def labelled(label: str, text: str) -> str:
    """Return a paragraph beside its label."""
    return paragraph(text, label.ljust(_INDENT), indent=_INDENT)


def turned(seats: int) -> str:
    """Return the words for how the bots change seats within a round."""
    return "each plays the same seeds alone" if seats == 1 else f"{seats} seats, turned on each start"


def opened_by(plies: int | None) -> str:
    """Return the words for the random opening plies of each round, after a comma; empty without any."""
    return f", after {count(plies, 'random ply', 'random plies')}" if plies else ""


def hypotheses(test: Sprt) -> str:
    """Return the two hypotheses of a test in words."""
    return f"H0 (Elo {test.elo0:g} or less) against H1 (Elo {test.elo1:g} or more)"


def speed_words(played: Played) -> str:
    """Return the speed of the games in words."""
    return f"{speed(played.games, played.seconds)} games a second"


def plies_of(results: Results | Balance) -> str:
    """Return the words for the length of at least one game, and for its length after the opening, if any had one."""
    words = f"{results.plies / results.games:.1f} plies in a game"
    if not results.opening_plies:
        return words
    return f"{words}, {(results.plies - results.opening_plies) / results.games:.1f} of them after the opening"


def page(
    played: Played,
    what: str,
    lines: Sequence[str],
    results: Variety,
    fast: str,
    more: Sequence[str] = (),
) -> str:
    """Return a page of results: a note if the run was left, the lines, failures, variety, and the speed.

    `what` is the noun for what was left, and `more` comes above the speed. If a bot failed, the position of the first
    failure comes last.
    """
    arena = played.arena
    left = [] if arena.is_finished else [f"{what} was left after {count(arena.games, 'game', 'games')}"]
    of = f" of {arena.plan.games}." if isinstance(results, Standings) else "."
    variety = variety_lines(results, arena.plan) if results.rounds else []
    speeds = [fast] if fast and played.games else []
    found = [*(line + of for line in left), *lines, *_failure_lines(played), *variety, *more, *speeds]
    return "\n".join([*found, *_position_lines(played)])


# --- games that are alike


def is_repeating(results: Variety) -> bool:
    """Return whether most rounds repeat others, so that further rounds would tell nothing new."""
    return 2 * results.different_rounds <= results.rounds


def variety_lines(results: Variety, plan: Plan) -> list[str]:
    """Return lines on the variety of rounds: their openings, how many of these are cut, and equal games."""
    lines, alone = list[str](), isinstance(results, Balance)
    asked, usual = plan.opening_plies, usual_opening(plan.schedule.seats)
    if asked is None and results.opened:
        alike = f"the first 2 {'games' if alone else 'rounds'} were alike"
        if isinstance(results, Standings):
            alike = "some bots played the same games in the first 2 rounds"
        same = "" if alone else ", the same in all its games"
        lines.append(
            labelled(
                "openings",
                f"{alike}, so each later one begins with {usual} random plies{same}; --opening-plies 0 leaves them out",
            )
        )
    if results.cut:
        plies = count(usual if asked is None else asked, "ply", "plies")
        lines.append(
            labelled(
                "cut",
                f"{results.cut} of the {results.rounds} openings have fewer than {plies}, as random play leaves "
                "nothing to choose later; there the bots chose next to nothing",
            )
        )
    if results.different_games == results.games:
        return lines
    differ = f"{results.different_games} of the {results.games} games differ"
    if not alone:
        differ += f", and {results.different_rounds} of the {results.rounds} rounds"
    rest = "; all intervals rest on these" if alone else "; all intervals rest on the rounds that differ"
    if is_repeating(results):
        rest += f"; with --opening-plies {usual}, or on starts that the seed shuffles, they would differ"
    return [*lines, labelled("equal", f"{differ}{rest}")]


def variety_object(results: Variety, noun: str = "rounds") -> dict[str, int]:
    """Return the JSON keys for the number of different games, and of rounds with openings."""
    return {
        "different_games": results.different_games,
        f"opened_{noun}": results.opened,
        f"cut_{noun}": results.cut,
    }


# --- failures


def _failure_lines(played: Played) -> list[str]:
    """Return lines on failures: how many games of each bot, how they count, and the first reasons, each once."""
    standings, lines = played.arena.standings, list[str]()
    for lost in (True, False):
        rows = [row for row in standings.failures if (row.counted(standings.failure) is not None) is lost]
        if not rows:
            continue
        failed = [row.failed for row in rows]
        who = ", ".join(f"{_by(standings, bot)} {failed.count(bot)}" for bot in dict.fromkeys(failed))
        as_what = "lost by the bot that failed" if lost else "without a result"
        lines.append(labelled("failed", f"{count(len(rows), 'game', 'games')} {as_what}: {who}"))
    alike: dict[object, list[Row]] = {}
    for row in standings.failures:
        # Seat, ply and other numbers differ where the reason is the same.
        reason = str(row.error).partition(" failed at ply ")[2].partition(" ")[2] or str(row.error)
        alike.setdefault((row.failed, re.sub("[0-9]+", "", reason)), []).append(row)
    for row, *more in [*alike.values()][:MOST_TOLD]:
        same = f"; the same in {count(len(more), 'more game', 'more games')}" if more else ""
        lines.append(labelled("", f"game {row.number + 1}: {row.error}{same}"))
    return lines


def _by(standings: Standings, bot: int | None) -> str:
    return "by nobody known" if bot is None else f"by {standings.names[bot]}"


def _position_lines(played: Played) -> list[str]:
    """Return the position of the first failure; empty without a failure, or if the position is unknown."""
    found = _first_failure(played)
    if found is None or found["position"] is None:
        return []
    words = f"Game {found['game']}, seed {found['seed']}, ended in this position:"
    return ["", paragraph(words), "", found["position"]]


def failures_object(played: Played) -> dict[str, Any]:
    """Return the JSON keys for games that bots didn't finish: the first one, their number, and how they count."""
    return {
        "failure": _first_failure(played),
        "failures": [_failure_object(played.arena.plan, row) for row in played.arena.standings.failures],
        "failures_are": played.arena.plan.failure,
    }


def _first_failure(played: Played) -> dict[str, Any] | None:
    """Return the JSON object of the first game that a bot didn't finish, with its seed and position; None without one.

    The position is null if the game ended its process.
    """
    arena, plan = played.arena, played.arena.plan
    for row in arena.standings.failures[:1]:
        place, position = plan.round_of(row), None
        if row.actions is not None:
            position = played.game.format_state(row.record_from(arena.start(place), plan.bots).final)
        return {**_failure_object(plan, row), "seed": child_seed(plan.seed, place), "position": position}
    return None


def _failure_object(plan: Plan, row: Row) -> dict[str, Any]:
    bot = None if row.failed is None else plan.bots[row.failed]
    return {"game": row.number + 1, "bot": bot, "error": row.error}


# --- numbers


def range_words(found: Estimate, form: str, times: float = 1) -> str:
    """Return a 95 % interval in words; an infinite end is left out."""
    low, high = (f"{end * times:{form}}" if isfinite(end) else None for end in (found.low, found.high))
    if low is None:
        return "no 95 % interval from one round, or from equal ones" if high is None else f"at most {high} (95 %)"
    return f"at least {low} (95 %)" if high is None else f"{low} to {high} (95 %)"


def tally_object(tally: Tally) -> dict[str, int]:
    """Return the JSON keys of a tally of games."""
    return {"wins": tally.wins, "shared": tally.shared, "losses": tally.losses}


def results_object(results: Results) -> dict[str, Any]:
    """Return the JSON keys for the estimates of a match between two bots; null before the first round."""
    known: Sequence[Estimate | None] = [None] * 3
    if results.rounds:
        known = [results.share, results.margin if results.has_margin else None, results.elo]
    estimates = dict(zip(("share", "margin", "elo"), map(_estimate_object, known), strict=True))
    return {**tally_object(results.tally), **estimates}


def _estimate_object(found: Estimate | None) -> dict[str, float | None] | None:
    """Return the JSON object of an estimate; infinite numbers are null."""
    if found is None:
        return None
    return {name: number if isfinite(number) else None for name, number in found._asdict().items()}
