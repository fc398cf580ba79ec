"""The results of a match for people, as a page, and for programs, as a JSON object."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Final

from ..arena import Balance, Decision, Estimate, GameFailedError, Results, Sprt, usual_opening
from ..game import AnyGame
from ..play.sentences import count
from .balance_page import about, balance_lines, is_repeating, seat_object, seat_objects, tally_object
from .pages import RefusedError, paragraph
from .progress import speed

__all__ = [
    "Ending",
    "Match",
    "estimate_object",
    "failure_lines",
    "failure_object",
    "heading",
    "hypotheses",
    "labelled",
    "match_object",
    "match_page",
    "opened_by",
    "plies_of",
    "turned",
    "variety_lines",
]

_PAIR: Final = 2
"""The seats of a game whose rounds are pairs: their five results are shown, those that haven't come up, too."""

_INDENT: Final = 10
"""The width of the labels."""

_SAME: Final = "Both are the same bot, so this says how the seats fare, and nothing about strength."


@dataclass(frozen=True)
class Match:
    """A match, and its results so far."""

    game: AnyGame
    names: tuple[str, str]
    seed: int
    rounds: int
    """How many rounds there are to play, with a test at most."""

    test: Sprt | None
    results: Results | Balance
    """A balance, if the same bot plays all seats."""

    opening_plies: int | None = None
    """How many random plies each round begins with; None where that is left to the first rounds."""

    @property
    def decision(self) -> Decision | None:
        """What the test has accepted; None while it goes on, and without one."""
        if self.test is None or isinstance(self.results, Balance):
            return None
        return self.results.decision(self.test)

    @property
    def finished(self) -> bool:
        """Whether all games are played, or the test has decided."""
        return self.results.rounds == self.rounds or self.decision is not None


@dataclass(frozen=True)
class Ending:
    """How a match ended."""

    games: int
    """All that were played, those of a round that isn't complete, too."""

    seconds: float
    failure: GameFailedError | None
    interruption: KeyboardInterrupt | OSError | None

    @property
    def is_early(self) -> bool:
        """Whether a bot failed, or the match was interrupted."""
        return self.failure is not None or self.interruption is not None

    def check(self) -> None:
        """Raise RefusedError if a bot failed, and the interruption if there was one."""
        if self.failure is not None:
            raise RefusedError(str(self.failure))
        if self.interruption is not None:
            raise self.interruption


# --- for people


def heading(match: Match) -> str:
    """Return what is printed before the games."""
    seats, names = match.results.seats, match.names
    if isinstance(match.results, Balance):
        who, how = f"{names[0]} against itself", f"{count(seats, 'seat', 'seats')}, each start once"
    else:
        who = " against ".join(names)
        how = turned(seats)
    opening = opened_by(match.opening_plies)
    return paragraph(f"{match.game.INFO.title}, a match: {who}; {how}{opening}; seed {match.seed}")


def turned(seats: int) -> str:
    """Return the words for who sits where in the games of a round."""
    return "each plays the same seeds alone" if seats == 1 else f"{seats} seats, turned on each start"


def opened_by(plies: int | None) -> str:
    """Return the words for the random plies that each round begins with, after a comma; nothing without any."""
    return f", after {count(plies, 'random ply', 'random plies')}" if plies else ""


def match_page(match: Match, ending: Ending) -> str:
    """Return the results; where a bot failed, with the position in which it did."""
    results = match.results
    lines = [""]
    if not match.finished:
        lines.append(f"The match was left after {count(ending.games, 'game', 'games')}.")
    if not results.rounds:
        lines.append("No round is complete, so there are no results.")
    else:
        if isinstance(results, Balance):
            lines += [*balance_lines(results, match.game), paragraph(_SAME, indent=0), ""]
        else:
            lines += [*_table(match, results), *_test_lines(match, results)]
        lines += variety_lines(match)
        lines.append(labelled("speed", f"{speed(ending.games, ending.seconds)} games a second, {plies_of(results)}"))
    return "\n".join([*lines, *failure_lines(match, ending)])


def failure_lines(match: Match, ending: Ending) -> list[str]:
    """Return the position in which a bot failed; empty if none did."""
    if ending.failure is None:
        return []
    record = ending.failure.record
    seed, state = record.tags["seed"], match.game.format_state(record.final)
    return ["", paragraph(f"Game {ending.failure.number + 1}, seed {seed}, ended in this position:"), "", state]


def plies_of(results: Results | Balance) -> str:
    """Return the words for how long at least one game was, and how long after the opening, if some had one."""
    words = f"{results.plies / results.games:.1f} plies in a game"
    if not results.opening_plies:
        return words
    return f"{words}, {(results.plies - results.opening_plies) / results.games:.1f} of them after the opening"


def variety_lines(match: Match) -> list[str]:
    """Return what makes the rounds differ, if they have openings, how many are cut, and how many games are equal."""
    results, lines = match.results, list[str]()
    alone, usual = isinstance(results, Balance), usual_opening(results.seats)
    if match.opening_plies is None and results.opened:
        same = "" if alone else ", the same in all its games"
        lines.append(
            labelled(
                "openings",
                f"the first 2 {'games' if alone else 'rounds'} were alike, so each later one begins with {usual} "
                f"random plies{same}; --opening-plies 0 leaves them out",
            )
        )
    if results.cut:
        asked = usual if match.opening_plies is None else match.opening_plies
        lines.append(
            labelled(
                "cut",
                f"{results.cut} of the {results.rounds} openings have fewer than {count(asked, 'ply', 'plies')}, as "
                "random play leaves nothing to choose later; there the bots chose next to nothing",
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


def _table(match: Match, results: Results) -> list[str]:
    tally = results.tally
    noun = "seeds" if results.seats == 1 else "games"
    share, margin, elo = results.share, results.margin, results.elo
    than = "the other's" if results.seats == 1 else "the best opponent's"
    lines = [
        labelled(
            "result",
            f"{match.names[0]} won {tally.wins}, shared {tally.shared} and lost {tally.losses} of {tally.games} {noun}",
        ),
        labelled(
            "share",
            f"{100 * share.value:.1f} % of the win, {_range(share, '.1f', 100)}; "
            f"{100 / results.table:.3g} % would be even",
        ),
        labelled("margin", f"{margin.value:+z.2f} points over {than}, {_range(margin, '+z.2f')}"),
        labelled("Elo", f"{elo.value:+z.0f}, {_range(elo, '+z.0f')}" if isfinite(elo.value) else _range(elo, "+z.0f")),
    ]
    if results.seats > 1:
        seats = zip(match.game.INFO.seats, results.seat_shares, strict=False)
        shares = (f"{seat} {100 * share.value:.1f} %, {_range(share, '.1f', 100)}" for seat, share in seats)
        lines.append(labelled("by seat", "; ".join(shares)))
        rounds = [
            f"{float(each * results.seats):.3g}: {n}" for each, n in results.shares.items() if n or results.seats == 2
        ]
        lines.append(labelled("rounds", f"by wins of {results.seats} games, {', '.join(rounds)}"))
    return lines


def _test_lines(match: Match, results: Results) -> list[str]:
    test = match.test
    if test is None:
        return []
    ratio = f"log likelihood ratio {results.ratio(test):.2f}, bounds {test.lower:.2f} and {test.upper:.2f}"
    needs = (
        "more games like these decide nothing"
        if is_repeating(results)
        else f"with these bounds it takes about {about(results.games_for(test))} games"
    )
    decided = f"nothing is decided; {needs}" if match.decision is None else f"{match.decision} is accepted"
    return [labelled("test", f"{hypotheses(test)}: {ratio}; {decided}")]


def hypotheses(test: Sprt) -> str:
    """Return what a test decides between."""
    return f"H0 (Elo {test.elo0:g} or less) against H1 (Elo {test.elo1:g} or more)"


def labelled(label: str, text: str) -> str:
    """Return a paragraph beside its label."""
    return paragraph(text, label.ljust(_INDENT), indent=_INDENT)


def _range(found: Estimate, form: str, times: float = 1) -> str:
    """Return a 95 % interval; an end that is infinite is left out."""
    low, high = (f"{end * times:{form}}" if isfinite(end) else None for end in (found.low, found.high))
    if low is None:
        return "no 95 % interval from one round, or from equal ones" if high is None else f"at most {high} (95 %)"
    return f"at least {low} (95 %)" if high is None else f"{low} to {high} (95 %)"


# --- for programs


def match_object(match: Match, ending: Ending) -> dict[str, Any]:
    """Return the JSON object of the results. A number that isn't known, or is infinite, is null.

    Where the same bot plays all seats, nothing is known of its strength.
    """
    results = match.results
    return {
        "game": match.game.INFO.name,
        "players": results.seats,
        "a": match.names[0],
        "b": match.names[1],
        "seed": match.seed,
        "opening_plies": match.opening_plies,
        "finished": match.finished,
        "rounds": results.rounds,
        "games": results.games,
        "different_rounds": results.different_rounds,
        "different_games": results.different_games,
        "opened_rounds": results.opened,
        "cut_rounds": results.cut,
        **(_seats_object(match, results) if isinstance(results, Balance) else _results_object(match, results)),
        "plies": results.plies,
        "plies_of_openings": results.opening_plies,
        "seconds": ending.seconds,
        "failure": failure_object(match, ending),
    }


def failure_object(match: Match, ending: Ending) -> dict[str, Any] | None:
    """Return the JSON object of the game that a bot didn't finish; None if there is none."""
    if ending.failure is None:
        return None
    return {
        "error": str(ending.failure),
        "game": ending.failure.number + 1,
        "seed": int(ending.failure.record.tags["seed"]),
        "position": match.game.format_state(ending.failure.record.final),
    }


def _seats_object(match: Match, results: Balance) -> dict[str, Any]:
    nothing = ("wins", "shared", "losses", "share", "margin", "elo")
    return {
        **dict.fromkeys(nothing),
        "by_seat": seat_objects(results, match.game),
        "round_results": [],
        "sprt": None,
    }


def _results_object(match: Match, results: Results) -> dict[str, Any]:
    has_any, test = results.rounds > 0, match.test
    shares = results.seat_shares if has_any else [None] * results.seats
    return {
        **tally_object(results.tally),
        "share": estimate_object(results.share) if has_any else None,
        "margin": estimate_object(results.margin) if has_any else None,
        "elo": estimate_object(results.elo) if has_any else None,
        "by_seat": [
            seat_object(seat, tally, share)
            for seat, tally, share in zip(match.game.INFO.seats, results.by_seat, shares, strict=False)
        ],
        "round_results": [{"share": float(share), "rounds": n} for share, n in results.shares.items()],
        "sprt": None
        if test is None
        else {
            **asdict(test),
            "lower": test.lower,
            "upper": test.upper,
            "ratio": results.ratio(test),
            "decision": match.decision,
            "expected_games": results.games_for(test) if has_any else None,
        },
    }


def estimate_object(found: Estimate) -> dict[str, float | None]:
    """Return the JSON object of an estimate; a number that is infinite is null."""
    return {name: number if isfinite(number) else None for name, number in found._asdict().items()}
