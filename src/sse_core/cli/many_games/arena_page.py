"""Results of an arena: a page of text, a page of HTML, and a JSON object for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from ...arena import Plan, Rating, Results, Sprt, Standings
from ...drawing.notebook import table
from ...game import AnyGame
from ...play.sentences import count
from ..terminal.output import align, paragraph
from .arena_play import Played
from .balance_page import balance_lines, seat_objects
from .results_page import (
    MOST_TOLD,
    failures_object,
    hypotheses,
    labelled,
    opened_by,
    page,
    results_object,
    speed_words,
    turned,
    variety_lines,
    variety_object,
)

__all__ = ["arena_html", "arena_object", "arena_page", "cross_table", "heading"]


# --- for people


def heading(plan: Plan, game: AnyGame) -> str:
    """Return the lines that are printed before the games."""
    how, opening = turned(plan.schedule.seats), opened_by(plan.opening_plies)
    bots = count(len(plan.bots), "bot", "bots")
    words = f"{game.INFO.title}, an arena: {bots}, {plan.schedule.kind}; {how}{opening}; seed {plan.seed}"
    return paragraph(words)


def arena_page(played: Played, anchor: str) -> str:
    """Return the page of results; the anchor is the bot whose rating is 0."""
    standings, lines, more = played.arena.standings, list[str](), list[str]()
    if not standings.rounds:
        lines.append("No round is complete, so there are no results.")
    for bot, balance in standings.balances.items():
        lines += [f"{standings.names[bot]} at all seats:", "", *balance_lines(balance, played.game), ""]
    if standings.results:
        ratings = standings.ratings(anchor)
        lines += [align(_rating_rows(ratings, anchor), left=1), "", *_apart_lines(standings, anchor)]
        lines += [*cross_table(standings), ""]
        lines += [paragraph(_about_cells(standings), indent=0), ""]
        lines += _test_lines(standings, played.test)
    if played.differing:
        more.append(labelled("differing", _differing(played.differing)))
    if standings.timed:
        more.append(labelled("by clock", f"in {count(standings.timed, 'game', 'games')} a bot looked at the clock"))
    again = played.arena.incidents.resent
    told = f"; {count(again, 'job was', 'jobs were')} sent again" if again else ""
    fast = labelled("speed", f"{speed_words(played)}{told}")
    return f"\n{page(played, 'The arena', lines, standings, fast, more)}".removesuffix("\n")


def cross_table(standings: Standings) -> list[str]:
    """Return a table of each bot's share of the wins against each other bot, in percent with 95 % intervals."""
    rows = _cross_rows(standings)
    return align(rows, left=1).splitlines() if len(rows) > 1 else []


def _cross_rows(standings: Standings) -> list[list[str]]:
    met = sorted({bot for pair in standings.results for bot in pair})
    rows = [["against", *(standings.names[bot] for bot in met)]]
    for bot in met:
        rows.append([standings.names[bot], *(_cell(standings, bot, other) for other in met)])
    return rows


def _cell(standings: Standings, bot: int, other: int) -> str:
    """Return the share of a bot against another, with its interval; an empty text if they haven't met."""
    results = standings.results.get((min(bot, other), max(bot, other)))
    if results is None or not results.rounds:
        return ""
    value, low, high = results.share
    if bot > other:
        # The seats that the other bot hasn't count equally.
        others = results.table - 1
        value, low, high = (1 - value) / others, (1 - high) / others, (1 - low) / others
    return f"{100 * value:.0f} ({100 * low:.0f}-{100 * high:.0f})"


def _about_cells(standings: Standings) -> str:
    even = 100 / max(standings.schedule.seats, 2)
    what = "of the seeds" if standings.schedule.seats == 1 else "of the win at a seat"
    return f"A cell is the share {what} of the bot of the row, in %, with its 95 % interval; {even:.3g} would be even."


def _rating_rows(ratings: Mapping[str, Rating], anchor: str) -> list[list[str]]:
    rows = [["bot", "Elo", "from", "to", "games"]]
    for name, rating in ratings.items():
        ends = ("fixed", "") if name == anchor else (_elo(rating.low), _elo(rating.high))
        rows.append([name, "0" if name == anchor else _elo(rating.elo), *ends, f"{rating.games:,}"])
    return rows


def _apart_lines(standings: Standings, anchor: str) -> list[str]:
    """Return the ratings of bots without a connection to the anchor; each such group has an anchor of its own."""
    lines = list[str]()
    for other, ratings in standings.rated_apart(anchor).items():
        words = f"{_about_apart(anchor)} With --anchor {other}:"
        lines += [paragraph(words, indent=0), "", align(_rating_rows(ratings, other), left=1), ""]
    return lines


def _about_apart(anchor: str) -> str:
    return (
        f"Between {anchor} and these bots one side won all games, or there were none, so {anchor} sets bounds at most."
    )


def _elo(value: float | None) -> str:
    """Return a rating as text; a hyphen if the games don't determine it."""
    return "-" if value is None else f"{value:+z.0f}"


def _test_lines(standings: Standings, test: Sprt | None) -> list[str]:
    if test is None:
        return []
    lines = [labelled("test", f"{hypotheses(test)}, for each pair:")]
    for (a, b), results in standings.results.items():
        decision = results.decision(test)
        decided = "nothing is decided" if decision is None else f"{decision} is accepted"
        pair = f"{standings.names[a]} against {standings.names[b]}"
        lines.append(labelled("", f"{pair}: log likelihood ratio {results.ratio(test):.2f}; {decided}"))
    return lines


def _differing(numbers: Sequence[int]) -> str:
    listed = ", ".join(str(number + 1) for number in numbers[:MOST_TOLD])
    more = ", ..." if len(numbers) > MOST_TOLD else ""
    games = count(len(numbers), "game was", "games were")
    return f"{games} played twice and came out otherwise, so a bot draws from elsewhere: {listed}{more}"


# --- as HTML


def arena_html(played: Played, anchor: str) -> str:
    """Return the results as an HTML page without scripts. It has nothing about the run, such as times or workers."""
    arena, game = played.arena, played.game
    standings, plan = arena.standings, arena.plan
    title = escape(heading(plan, game).replace("\n  ", " "))
    parts = [f"<h1>{title}</h1>", f"<p>{arena.games:,} of {plan.games:,} games.</p>"]
    if standings.results:
        head, *rows = _rating_rows(standings.ratings(anchor), anchor)
        parts.append(table("Ratings", head, rows, note="Elo with the ends of its 95 % interval."))
        for other, ratings in standings.rated_apart(anchor).items():
            head, *rows = _rating_rows(ratings, other)
            parts.append(table(f"Ratings beside {other}", head, rows, note=_about_apart(anchor)))
        head, *rows = _cross_rows(standings)
        parts.append(table("Cross table", head, rows, note=_about_cells(standings)))
    for bot, balance in standings.balances.items():
        found = seat_objects(balance, game)
        rows = [[row["seat"], *(f"{100 * row[key]:.1f}" for key in ("share", "low", "high"))] for row in found]
        parts.append(table(f"{standings.names[bot]} at all seats", ["seat", "share %", "from", "to"], rows))
    if standings.failures:
        rows = [[str(row.number + 1), str(row.error)] for row in standings.failures]
        title_of_failed = "Games that bots lost by failing" if plan.failure == "loss" else "Games without a result"
        parts.append(table(title_of_failed, ["game", "why"], rows, words=(0, 1)))
    parts += [f"<p>{escape(' '.join(line.split()))}</p>" for line in variety_lines(standings, plan)]
    if played.differing:
        parts.append(f"<p>{escape(_differing(played.differing))}.</p>")
    return _HTML.format(title=title, body="\n".join(parts))


_HTML: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }}
h1 {{ font-size: 1.25rem }}
table {{ border-collapse: collapse; margin: 1.5rem 0 }}
tr + tr {{ border-top: 1px solid #8886 }}
</style>
</head>
<body>
{body}
</body>
</html>"""


# --- for programs


def arena_object(played: Played, anchor: str) -> dict[str, Any]:
    """Return the JSON object of the results. Unknown and infinite numbers are null."""
    arena = played.arena
    standings, plan, names = arena.standings, arena.plan, arena.plan.bots
    return {
        "game": played.game.INFO.name,
        "players": plan.schedule.seats,
        "bots": list(names),
        "schedule": plan.schedule.kind,
        "seed": plan.seed,
        "opening_plies": plan.opening_plies,
        "finished": arena.is_finished,
        "rounds": standings.rounds,
        "games": standings.games,
        "different_rounds": standings.different_rounds,
        **variety_object(standings),
        "plies": standings.plies,
        "anchor": anchor,
        "ratings": [{"bot": name, **rating._asdict()} for name, rating in standings.ratings(anchor).items()],
        "rated_apart": [
            {"anchor": other, "ratings": [{"bot": name, **rating._asdict()} for name, rating in ratings.items()]}
            for other, ratings in standings.rated_apart(anchor).items()
        ],
        "pairs": [
            _pair_object(names[a], names[b], results, played.test) for (a, b), results in standings.results.items()
        ],
        "balances": [
            {"bot": names[bot], "games": balance.games, "seats": seat_objects(balance, played.game)}
            for bot, balance in standings.balances.items()
        ],
        **failures_object(played),
        "differing": [number + 1 for number in played.differing],
        "timed_games": standings.timed,
        "sent_again": arena.incidents.resent,
        "played": played.games,
        "seconds": played.seconds,
    }


def _pair_object(a: str, b: str, results: Results, test: Sprt | None) -> dict[str, Any]:
    tested = None if test is None else {"ratio": results.ratio(test), "decision": results.decision(test)}
    counted = {"rounds": results.rounds, "games": results.games, "different_games": results.different_games}
    return {"a": a, "b": b, **counted, **results_object(results), "sprt": tested}
