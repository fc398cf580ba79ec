"""Results of a search for an even map: the seats of the map, how uneven it is, and the average shuffle beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...arena import Balance, Estimate, EvenSearch, Plan
from ...arena.figures.unevenness import average_unevenness, median_unevenness
from ...game import AnyGame
from ...play.sentences import count
from ..terminal.output import align, paragraph
from .arena_play import Played
from .balance_page import balance_lines, seat_objects
from .results_page import failures_object, labelled, opened_by, page, plies_of, speed_words, variety_object

__all__ = ["found_object", "found_page", "heading"]


# --- for people


def heading(search: EvenSearch, plan: Plan, game: AnyGame) -> list[str]:
    """Return the lines that are printed before the games."""
    numbers = search.numbers
    maps = count(numbers.starts, "shuffled map", "shuffled maps")
    who = f"{game.INFO.title}, the most even of {maps} for {search.seats} players; {plan.bots[0]} at all seats"
    stages = ", ".join(f"{count(starts, 'map', 'maps')} with {games}" for starts, games in numbers.stages)
    screening = f"Games of each map in the screening: {stages}." if stages else "There is nothing to screen."
    return [paragraph(f"{who}{opened_by(plan.opening_plies)}; seed {plan.seed}"), paragraph(screening, indent=0)]


def found_page(search: EvenSearch, played: Played, drawn: str, files: Sequence[Path]) -> str:
    """Return the page of results; `drawn` is the drawing of the map, and `files` has the file that was written."""
    lines: list[str] = []
    if search.found is None:
        lines.append("The screening isn't over, so no map is found.")
    else:
        lines += [f"The map of seed {search.found}:", "", drawn, ""]
        if search.proof.games:
            lines += [*balance_lines(search.proof, played.game), "", *_uneven_lines(search), ""]
        else:
            lines += ["No fresh game is finished, so nothing about this map is proved.", ""]
    fast = labelled("speed", f"{speed_words(played)}, {plies_of(search.proof)}") if search.proof.games else ""
    wrote = [f"wrote {file}" for file in files]
    return "\n" + "\n".join([page(played, "The search", lines, search.proof, fast), *wrote])


def _uneven_lines(search: EvenSearch) -> list[str]:
    proof, others = search.proof, _finished(search)
    rows: list[Sequence[object]] = [["", "unevenness", "from", "to", "games"]]
    rows.append(["this map", *_points(proof.unevenness), proof.games])
    if len(others) > 1:
        games = sum(each.games for each in others)
        rows.append([f"average of {len(others)} shuffles", *_points(average_unevenness(others)), games])
        rows.append(["median of them", f"{100 * median_unevenness(others):.1f}", "", "", games])
    told = (
        "Unevenness is the root mean square distance of the seats' shares from the even one, in points, without what "
        "chance alone adds to it. All these games are fresh: none of them took part in the screening."
    )
    return [align(rows, left=1), "", paragraph(told, indent=0)]


def _points(found: Estimate) -> list[str]:
    return [f"{100 * each:.1f}" for each in found]


def _finished(search: EvenSearch) -> list[Balance]:
    """Return the results of the other shuffles that have all their games, so that each weighs the same."""
    return [each for each in search.others if each.games == search.numbers.per_other]


# --- for programs


def found_object(search: EvenSearch, played: Played) -> dict[str, Any]:
    """Return the JSON object of the results; what isn't known yet is null."""
    numbers, plan, proof, others = search.numbers, played.arena.plan, search.proof, _finished(search)
    return {
        "game": played.game.INFO.name,
        "players": search.seats,
        "bot": plan.bots[0],
        "seed": plan.seed,
        "opening_plies": plan.opening_plies,
        "finished": played.arena.is_finished,
        "stages": [stage._asdict() for stage in numbers.stages],
        "map_seed": search.found,
        "games": proof.games,
        **variety_object(proof, "games"),
        "even": proof.even,
        "seats": seat_objects(proof, played.game),
        "uneven": [played.game.INFO.seats[seat] for seat in proof.uneven] if proof.games else [],
        "unevenness": proof.unevenness._asdict() if proof.games else None,
        "shuffles": len(others),
        "games_of_shuffles": sum(each.games for each in others),
        "average_unevenness": average_unevenness(others)._asdict() if len(others) > 1 else None,
        "median_unevenness": median_unevenness(others) if others else None,
        "seconds": played.seconds,
        **failures_object(played),
    }
