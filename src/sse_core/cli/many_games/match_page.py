"""Results of a match: a page for people, and a JSON object for programs."""

from __future__ import annotations

from dataclasses import asdict
from math import isfinite
from typing import Any

from ...arena import Balance, Plan, Results, Sprt
from ...game import AnyGame
from ...play.sentences import count
from ..terminal.output import paragraph
from .arena_play import Played
from .balance_page import about, balance_lines, seat_object, seat_objects
from .results_page import (
    failures_object,
    hypotheses,
    is_repeating,
    labelled,
    opened_by,
    page,
    plies_of,
    range_words,
    results_object,
    speed_words,
    turned,
    variety_object,
)

__all__ = ["heading", "match_object", "match_page", "results_in"]

_SAME = "Both are the same bot, so this says how the seats fare, and nothing about strength."


def results_in(played: Played) -> Results | Balance:
    """Return the results of a match between two bots, or the balance of one bot against itself."""
    standings, seats = played.arena.standings, played.arena.plan.schedule.seats
    if len(played.arena.plan.bots) == 1:
        return standings.balances.get(0) or Balance(seats)
    return standings.results.get((0, 1)) or Results(seats)


# --- for people


def heading(plan: Plan, game: AnyGame) -> str:
    """Return the lines that are printed before the games."""
    seats, names = plan.schedule.seats, plan.bots
    if len(names) == 1:
        who, how = f"{names[0]} against itself", f"{count(seats, 'seat', 'seats')}, each start once"
    else:
        who, how = " against ".join(names), turned(seats)
    return paragraph(f"{game.INFO.title}, a match: {who}; {how}{opened_by(plan.opening_plies)}; seed {plan.seed}")


def match_page(played: Played) -> str:
    """Return the page of results; if a bot failed, with the position of the first failure."""
    results = results_in(played)
    if not results.rounds:
        why = "counts" if played.arena.standings.rounds else "is complete"
        lines, fast = [f"No round {why}, so there are no results."], ""
    else:
        if isinstance(results, Balance):
            lines = [*balance_lines(results, played.game), paragraph(_SAME, indent=0), ""]
        else:
            lines = [*_table(results, played), *_test_lines(results, played.test)]
        fast = labelled("speed", f"{speed_words(played)}, {plies_of(results)}")
    return f"\n{page(played, 'The match', lines, results, fast)}"


def _table(results: Results, played: Played) -> list[str]:
    tally, share, elo = results.tally, results.share, results.elo
    noun = f"seeds, in {count(results.games, 'game', 'games')}" if results.seats == 1 else "games"
    than = "the other's" if results.seats == 1 else "the best opponent's"
    won = f"{played.arena.plan.bots[0]} won {tally.wins}, shared {tally.shared} and lost {tally.losses}"
    even = f"{100 / results.table:.3g} % would be even"
    lines = [
        labelled("result", f"{won} of {tally.games} {noun}"),
        labelled("share", f"{100 * share.value:.1f} % of the win, {range_words(share, '.1f', 100)}; {even}"),
    ]
    if results.has_margin:
        margin = results.margin
        lines.append(labelled("margin", f"{margin.value:+z.2f} points over {than}, {range_words(margin, '+z.2f')}"))
    first = f"{elo.value:+z.0f}, " if isfinite(elo.value) else ""
    lines.append(labelled("Elo", f"{first}{range_words(elo, '+z.0f')}"))
    if results.seats > 1:
        seats = zip(played.game.INFO.seats, results.seat_shares, strict=False)
        shares = (f"{seat} {100 * share.value:.1f} %, {range_words(share, '.1f', 100)}" for seat, share in seats)
        # All five results of a pair are shown, even if they haven't come up.
        rounds = [
            f"{float(each * results.seats):.3g}: {n}" for each, n in results.shares.items() if n or results.seats == 2
        ]
        lines.append(labelled("by seat", "; ".join(shares)))
        lines.append(labelled("rounds", f"by wins of {results.seats} games, {', '.join(rounds)}"))
    return lines


def _test_lines(results: Results, test: Sprt | None) -> list[str]:
    if test is None:
        return []
    ratio = f"log likelihood ratio {results.ratio(test):.2f}, bounds {test.lower:.2f} and {test.upper:.2f}"
    needs = (
        "more games like these decide nothing"
        if is_repeating(results)
        else f"with these bounds it takes about {about(results.games_for(test))} games"
    )
    decision = results.decision(test)
    decided = f"nothing is decided; {needs}" if decision is None else f"{decision} is accepted"
    return [labelled("test", f"{hypotheses(test)}: {ratio}; {decided}")]


# --- for programs


def match_object(played: Played) -> dict[str, Any]:
    """Return the JSON object of the results. Unknown and infinite numbers are null.

    If the same bot plays all seats, the games say nothing about its strength.
    """
    results, plan = results_in(played), played.arena.plan
    return {
        "game": played.game.INFO.name,
        "players": results.seats,
        "a": plan.bots[0],
        "b": plan.bots[-1],
        "seed": plan.seed,
        "opening_plies": plan.opening_plies,
        "finished": played.arena.is_finished,
        "rounds": results.rounds,
        "games": results.games,
        "different_rounds": results.different_rounds,
        **variety_object(results),
        **(_balance_object if isinstance(results, Balance) else _results_object)(played, results),
        "plies": results.plies,
        "plies_of_openings": results.opening_plies,
        "seconds": played.seconds,
        **failures_object(played),
    }


def _balance_object(played: Played, results: Any) -> dict[str, Any]:
    nothing = ("wins", "shared", "losses", "share", "margin", "elo")
    seats = seat_objects(results, played.game)
    return {**dict.fromkeys(nothing), "by_seat": seats, "round_results": [], "sprt": None}


def _results_object(played: Played, results: Any) -> dict[str, Any]:
    shares = results.seat_shares if results.rounds else [None] * results.seats
    seats = zip(played.game.INFO.seats, results.by_seat, shares, strict=False)
    return {
        **results_object(results),
        "by_seat": [seat_object(seat, tally, share) for seat, tally, share in seats],
        "round_results": [{"share": float(share), "rounds": n} for share, n in results.shares.items()],
        "sprt": None if played.test is None else _test_object(results, played.test),
    }


def _test_object(results: Results, test: Sprt) -> dict[str, Any]:
    return {
        **asdict(test),
        "lower": test.lower,
        "upper": test.upper,
        "ratio": results.ratio(test),
        "decision": results.decision(test),
        "expected_games": results.games_for(test) if results.rounds else None,
    }
