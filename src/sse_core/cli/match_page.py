"""The results of a match for people, as a page, and for programs, as a JSON object."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Final

from ..arena import Decision, Estimate, GameFailedError, Results, Sprt, Tally
from ..game import AnyGame
from ..play.sentences import count
from .pages import paragraph
from .progress import speed

__all__ = ["Ending", "Match", "heading", "match_object", "match_page"]

_PAIR: Final = 2
"""The seats of a game whose rounds are pairs: their five results are shown, those that haven't come up, too."""

_INDENT: Final = 10
"""The width of the labels."""


@dataclass(frozen=True)
class Match:
    """A match, and its results so far."""

    game: AnyGame
    names: tuple[str, str]
    seed: int
    rounds: int
    """How many rounds there are to play, with a test at most."""

    test: Sprt | None
    results: Results

    @property
    def decision(self) -> Decision | None:
        """What the test has accepted; None while it goes on, and without one."""
        return None if self.test is None else self.results.decision(self.test)

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


# --- for people


def heading(match: Match) -> str:
    """Return what is printed before the games."""
    seats = match.results.seats
    how = "each plays the same seeds alone" if seats == 1 else f"{seats} seats, turned on each start"
    return paragraph(f"{match.game.INFO.title}, a match: {' against '.join(match.names)}; {how}; seed {match.seed}")


def match_page(match: Match, ending: Ending) -> str:
    """Return the results; where a bot failed, with the position in which it did."""
    results = match.results
    lines = [""]
    if not match.finished:
        lines.append(f"The match was left after {count(ending.games, 'game', 'games')}.")
    if results.rounds:
        lines += [*_table(match), *_test_lines(match)]
        plies = f"{results.plies / results.games:.1f} plies in a game"
        lines.append(_line("speed", f"{speed(ending.games, ending.seconds)} games a second, {plies}"))
    else:
        lines.append("No round is complete, so there are no results.")
    if ending.failure is not None:
        record = ending.failure.record
        seed, state = record.tags["seed"], match.game.format_state(record.final)
        lines += ["", paragraph(f"Game {ending.failure.number + 1}, seed {seed}, ended in this position:"), "", state]
    return "\n".join(lines)


def _table(match: Match) -> list[str]:
    results, tally = match.results, match.results.tally
    noun = "seeds" if results.seats == 1 else "games"
    share, margin, elo = results.share, results.margin, results.elo
    than = "the other's" if results.seats == 1 else "the best opponent's"
    lines = [
        _line(
            "result",
            f"{match.names[0]} won {tally.wins}, shared {tally.shared} and lost {tally.losses} of {tally.games} {noun}",
        ),
        _line(
            "share",
            f"{100 * share.value:.1f} % of the win, {_range(share, '.1f', 100)}; "
            f"{100 / results.table:.3g} % would be even",
        ),
        _line("margin", f"{margin.value:+.2f} points over {than}, {_range(margin, '+.2f')}"),
        _line("Elo", f"{elo.value:+.0f}, {_range(elo, '+.0f')}" if isfinite(elo.value) else _range(elo, "+.0f")),
    ]
    if results.seats > 1:
        seats = zip(match.game.INFO.seats, results.by_seat, strict=False)
        lines.append(_line("by seat", ", ".join(f"{seat} {100 * tally.share:.1f} %" for seat, tally in seats)))
        rounds = [
            f"{float(each * results.seats):.3g}: {n}" for each, n in results.shares.items() if n or results.seats == 2
        ]
        lines.append(_line("rounds", f"by wins of {results.seats} games, {', '.join(rounds)}"))
    return lines


def _test_lines(match: Match) -> list[str]:
    test = match.test
    if test is None:
        return []
    hypotheses = f"H0 (Elo {test.elo0:g} or less) against H1 (Elo {test.elo1:g} or more)"
    ratio = f"log likelihood ratio {match.results.ratio(test):.2f}, bounds {test.lower:.2f} and {test.upper:.2f}"
    decided = "nothing is decided" if match.decision is None else f"{match.decision} is accepted"
    return [_line("test", f"{hypotheses}: {ratio}; {decided}")]


def _line(label: str, text: str) -> str:
    return paragraph(text, label.ljust(_INDENT), indent=_INDENT)


def _range(found: Estimate, form: str, times: float = 1) -> str:
    """Return a 95 % interval; an end that is infinite is left out."""
    low, high = (f"{end * times:{form}}" if isfinite(end) else None for end in (found.low, found.high))
    if low is None:
        return "no 95 % interval after one round" if high is None else f"at most {high} (95 %)"
    return f"at least {low} (95 %)" if high is None else f"{low} to {high} (95 %)"


# --- for programs


def match_object(match: Match, ending: Ending) -> dict[str, Any]:
    """Return the JSON object of the results. A number that isn't known, or is infinite, is null."""
    results, test = match.results, match.test
    has_any = results.rounds > 0
    return {
        "game": match.game.INFO.name,
        "players": results.seats,
        "a": match.names[0],
        "b": match.names[1],
        "seed": match.seed,
        "finished": match.finished,
        "rounds": results.rounds,
        "games": results.games,
        **_tally_object(results.tally),
        "share": _estimate(results.share) if has_any else None,
        "margin": _estimate(results.margin) if has_any else None,
        "elo": _estimate(results.elo) if has_any else None,
        "by_seat": [
            {"seat": seat, "games": tally.games, **_tally_object(tally), "share": tally.share if tally.games else None}
            for seat, tally in zip(match.game.INFO.seats, results.by_seat, strict=False)
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
        },
        "plies": results.plies,
        "seconds": ending.seconds,
        "failure": None
        if ending.failure is None
        else {
            "error": str(ending.failure),
            "game": ending.failure.number + 1,
            "seed": int(ending.failure.record.tags["seed"]),
            "position": match.game.format_state(ending.failure.record.final),
        },
    }


def _tally_object(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "shared": tally.shared, "losses": tally.losses}


def _estimate(found: Estimate) -> dict[str, float | None]:
    return {name: number if isfinite(number) else None for name, number in found._asdict().items()}
