"""The tables of peers: the results of all races, as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from ..tables import digits, shortened, table
from .racing import Ratio, Results, Speed
from .samples import Sample


def report(play: Results, territories: Results, remarks: Sequence[str]) -> str:
    """Return the whole section: ratios and speeds of play and of territories, then the remarks."""
    return "\n".join(
        [
            *_ratios("random play", play),
            "",
            "Counts per second, and the average game of each contender:",
            "",
            *_speeds_of_play(play),
            "",
            "The size of a player's largest territory, found in given positions:",
            "",
            *_ratios("largest territory", territories),
            "",
            *_speeds_of_territories(territories),
            "",
            *(f"- {remark}" for remark in remarks),
        ]
    )


def _ratios(what: str, results: Results) -> list[str]:
    return table([what, "beside", "faster", "min–max"], [_ratio(ratio) for ratio in results.ratios])


def _ratio(ratio: Ratio) -> list[str]:
    spread = f"{digits(min(ratio.each))}–{digits(max(ratio.each))}"
    return [ratio.race.mine.name, ratio.race.beside, f"×{digits(ratio.shown)}", spread]


def _speeds_of_play(results: Results) -> list[str]:
    rows = [_speed_of_play(speed, games) for speed in results.speeds if (games := speed.contender.games) is not None]
    return table(["", "plies/s", "games/s", "actions/s", "legal actions a ply", "plies a game"], rows)


def _speed_of_play(speed: Speed, games: Sample) -> list[str]:
    error = "" if speed.contender.counted else f" ± {100 * games.error:.2f} %"
    plies = speed.per_second
    rates = map(shortened, (plies, plies / games.length, plies * games.choices))
    return [speed.contender.name, *rates, digits(games.choices), f"{games.length:.1f}{error}"]


def _speeds_of_territories(results: Results) -> list[str]:
    rows = [[speed.contender.name, shortened(speed.per_second)] for speed in results.speeds]
    return table(["", "territories/s"], rows)
