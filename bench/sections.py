"""Sections of pages, as Markdown tables from stored runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any, Final

from .racing import ratios
from .results.files import Table
from .runs import Run
from .tables import TIMES, digits, shortened, spread, table, times_faster

PLIES: Final = {"loop": "loop, plies/s", "playouts": "playouts, plies/s"}
"""The operations that are shown as plies per second, with their rows; others are shown as the time of a call."""

SUMMARY_POSITION: Final = "opening"
SUMMARY: Final = {
    "`state.legal_actions()[:]`": "legal_actions",
    "`state.after(action)`": "after",
    "`state.score_sheet()`": "score_sheet",
    "random play, a loop in Python, plies/s": PLIES["loop"],
    "random play, `sse.playouts`, plies/s": PLIES["playouts"],
}
"""The rows of the short table: the name of each there, and its operation."""


DEMANDED: Final = {
    **{
        (f"playouts, {name}, AVX-512", "playouts, base-2p, AVX-512"): least
        for name, least in (
            ("everything-2p", 0.34),
            ("everything-4p", 0.235),
            ("epic-4p", 0.26),
            ("unexplored-2p", 0.32),
            ("first-edition-2p", 0.32),
        )
    },
    ("lanes, everything-2p, AVX2", "loops, everything-2p, AVX2"): 1.8,
    ("base-2p, from Python", "OpenSpiel amazons, from Python"): 2.8,
    ("Micro Space Empire, from Python", "OpenSpiel tic_tac_toe, from Python"): 1.3,
    ("Batch of 1,024, a kept mask of bytes, play, AVX2", "Pgx connect four, the faster of its two"): 2.2,
    ("playouts, base-2p, AVX-512", "playouts, base-2p, earlier build"): 0.96,
}
"""The least ratios that are demanded of some pairs, by the contender and what it is beside."""


def speed(run: Run) -> str:
    """Return the times of operations by position, the ratios to the reference, and the positions."""
    positions = {bench["position"]: bench["about"] for bench in run.benches}
    cells = {(bench["operation"], bench["position"]): bench for bench in run.benches}
    operations = list(dict.fromkeys(operation for operation, _ in cells))

    def row(operation: str, show: Callable[[Mapping[str, Any]], str]) -> list[str]:
        shown = [show(cells[operation, place]) if (operation, place) in cells else "–" for place in positions]
        return [PLIES.get(operation, operation), *shown]

    compared = [each for each in (row(name, _faster) for name in operations) if set(each[1:]) != {"–"}]
    return "\n".join(
        [
            "One call of the core on one thread, and plies a second of random play. The loop is",
            "`while la := s.legal_actions(): s = s.after(la[int(random() * len(la))])`, run by Python.",
            "",
            *table(["core", *positions], [row(name, _core) for name in operations]),
            "",
            "How many times faster the core is than the reference, which gives the same answers:",
            "",
            *table(["faster", *positions], compared),
            "",
            "In perft the core only counts the actions of the last ply; the reference plays each of them.",
            "",
            *(f"- **{position}**: {about}" for position, about in positions.items()),
            "",
            run.about,
        ]
    )


def summary(tables: Sequence[Table]) -> Table:
    """Return the short table of README from the tables of `speed`: some operations in one position."""
    core, faster = ({row[0]: row for row in each.rows} for each in tables)
    column = tables[0].columns.index(SUMMARY_POSITION)
    rows = [[shown, core[name][column], faster[name][column]] for shown, name in SUMMARY.items()]
    return Table(["", "core", "faster than plain Python"], rows)


def _core(bench: Mapping[str, Any]) -> str:
    rates = bench["contenders"]["core"]["rates"]
    return spread(rates) if bench["operation"] in PLIES else spread([1 / rate for rate in rates], TIMES)


def _faster(bench: Mapping[str, Any]) -> str:
    noted = bench["contenders"]
    return times_faster(ratios(noted, "core", ["reference"])) if "reference" in noted else "–"


def races(run: Run) -> str:
    """Return tables of the ratios of all pairs and the speeds of all contenders, for random play and for other work."""
    lines: list[str] = []
    for kind, unit in dict.fromkeys((bench["kind"], bench["unit"]) for bench in run.benches):
        benches = [bench for bench in run.benches if bench["kind"] == kind]
        pairs = [_pair(pair, bench["contenders"]) for bench in benches for pair in bench["pairs"]]
        lines += [*table([kind, "beside", "faster"], pairs), "", "Counts per second of each contender:", ""]
        lines += [*_counts(unit, benches), ""]
    return "\n".join([*lines, *(f"- {remark}" for remark in run.found["remarks"]), f"- {run.about}"])


def _pair(pair: Mapping[str, Any], noted: Mapping[str, Any]) -> list[str]:
    return [pair["mine"], pair["beside"], times_faster(ratios(noted, pair["mine"], pair["theirs"]))]


def _counts(unit: str, benches: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the speeds, with the average of games where a sample of them is known.

    The rounds of several races count together.
    """
    found: dict[str, dict[str, Any]] = {}
    for bench in benches:
        for name, noted in bench["contenders"].items():
            earlier = found.get(name, {"rates": []})
            found[name] = {**noted, "rates": [*earlier["rates"], *noted["rates"]]}
    if not any("length" in noted for noted in found.values()):
        return table(["", f"{unit}/s"], [[name, spread(noted["rates"])] for name, noted in found.items()])
    heading = ["", f"{unit}/s", "games/s", "actions/s", "legal actions a ply", "plies a game"]
    return table(heading, [_counted(name, noted) for name, noted in found.items()])


def _counted(name: str, noted: Mapping[str, Any]) -> list[str]:
    if "length" not in noted:
        return [name, spread(noted["rates"]), *["–"] * 4]
    plies, length, choices = median(noted["rates"]), noted["length"], noted["choices"]
    error = "" if noted["error"] is None else f" ± {100 * noted['error']:.2f} %"
    games, actions = shortened(plies / length), shortened(plies * choices)
    return [name, spread(noted["rates"]), games, actions, digits(choices), f"{length:.1f}{error}"]


def kept(run: Run) -> str:
    """Return the table of the ratios that are kept from version to version, and those of calls to an earlier build."""
    rows = [[*row, str(DEMANDED.get((row[0], row[1]), ""))] for row in _pairs_without_calls(run)]
    lines = [*table(["random play", "beside", "ratio", "at least"], rows), ""]
    if any(bench["kind"] == "calls" for bench in run.benches):
        lines += [calls(run), ""]
    return "\n".join([*lines, *(f"- {remark}" for remark in run.found["remarks"]), f"- {run.about}"])


def earlier(run: Run) -> str:
    """Return the ratios to an earlier build, of calls by operation and position, and of playouts."""
    pairs = _pairs_without_calls(run)
    return "\n".join([calls(run), "", *table(["random play", "beside", "faster"], pairs), "", run.about])


def _pairs_without_calls(run: Run) -> list[list[str]]:
    races = (bench for bench in run.benches if bench["kind"] != "calls")
    return [_pair(pair, bench["contenders"]) for bench in races for pair in bench["pairs"]]


def calls(run: Run) -> str:
    """Return the table of how many times faster than in an earlier build a call is, by operation and position."""
    cells = {(each["operation"], each["what"]): each["contenders"] for each in run.benches if each["kind"] == "calls"}
    faster = _by_text(cells, "a call", lambda noted: times_faster(ratios(noted, "core", ["earlier"])))
    return "\n".join(["How many times faster a call is than in the earlier build:", "", *faster])


def games(run: Run) -> str:
    """Return the table of whole random games per second for every game, with a column for each number of players."""
    rates: dict[str, dict[str, str]] = {}
    for name, one in run.benches[0]["contenders"].items():
        title, players = name.rsplit(", ", 1)
        rates.setdefault(title, {})[players] = spread(one["rates"])
    columns = sorted({players for row in rates.values() for players in row})
    heading = ["games/s, by players", *columns]
    cells = [[title, *(row.get(each, "") for each in columns)] for title, row in rates.items()]
    return "\n".join([*table(heading, cells), "", run.about])


def texts(run: Run) -> str:
    """Return tables of the times of a call by text and operation, and of the ratios to an earlier build if it raced."""
    cells = {(bench["what"], bench["operation"]): bench["contenders"] for bench in run.benches}
    lines = _by_text(cells, "one call", lambda noted: spread([1 / rate for rate in noted["core"]["rates"]], TIMES))
    if any("earlier" in noted for noted in cells.values()):
        faster = _by_text(cells, "faster", lambda noted: times_faster(ratios(noted, "core", ["earlier"])))
        lines += ["", "How many times faster that is than in the earlier build:", "", *faster]
    return "\n".join([*lines, "", run.about])


def _by_text(
    cells: Mapping[tuple[str, str], Mapping[str, Any]], corner: str, show: Callable[[Mapping[str, Any]], str]
) -> list[str]:
    rows, columns = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
    shown = [[show(cells[row, each]) if (row, each) in cells else "–" for each in columns] for row in rows]
    return table([corner, *columns], [[row, *words] for row, words in zip(rows, shown, strict=True)])


def growth(run: Run) -> str:
    """Return a table for each curve, with the speed at each x."""
    lines: list[str] = []
    for curve in run.benches:
        points = curve["points"]
        heading = [curve["unit_of_x"], *(f"{name}, plies/s".removeprefix(", ") for name in points)]
        rates = {name: noted["rates"] for name, noted in curve["contenders"].items()}
        places = next(iter(points.values()))
        rows = [[f"{int(x):,}", *(spread(rates[line[x]]) for line in points.values())] for x in places]
        lines += [f"### {curve['title']}", "", curve["about"], "", *table(heading, rows), ""]
    return "\n".join([*lines, run.about])
