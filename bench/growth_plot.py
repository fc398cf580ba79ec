"""Drawing of the growth picture with matplotlib from the stored result: a panel per curve, on one logarithmic scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FormatStrFormatter, NullLocator

from .results.files import Part, Table
from .tables import spread_of

HEADING: Final = "Random play: medians, and bars from the slowest to the fastest round"
COLOURS: Final = ("#0072b2", "#b34e00", "#007a5a")
STYLE: Final[Any] = {
    "svg.fonttype": "none",  # Text stays text, which can be searched and read aloud.
    "svg.hashsalt": "sse_core",  # The same data give the same file.
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": "#d9deee",
}
BARS: Final[Mapping[str, Any]] = {"capsize": 2, "fmt": ".-", "linewidth": 1}


class Axis(NamedTuple):
    """The settings of a panel's x axis."""

    ticks: Sequence[int]
    marks: Mapping[str, float] = {}
    """Labels at places of the axis."""
    scale: str = "linear"


AXES: Final = {
    "Systems": Axis((19, 37, 64, 91, 128), {"over 65: other lanes or none": 65.5}),
    "Players": Axis((2, 3, 4)),
    "Ships": Axis((1, 4, 8, 12, 16), {"over 8: no lanes": 8.5}),
    "Wormholes": Axis((0, 2, 4, 6, 8, 10, 12)),
    "Threads": Axis((1, 2, 4, 8, 16, 32, 64)),
    "Games a call": Axis((1, 16, 256, 4096), scale="log"),
    "Batch": Axis((1, 16, 256, 16384), scale="log"),
}
"""The axes by the titles of the curves."""


def curves(parts: Sequence[Part]) -> Iterator[tuple[str, Table]]:
    """Yield the title and the table of each curve in a result, where a text with a heading precedes a table."""
    for text, shown in pairwise(parts):
        if isinstance(text, str) and isinstance(shown, Table) and text.startswith("### "):
            yield text.partition("\n")[0].removeprefix("### "), shown


def draw(path: Path, parts: Sequence[Part]) -> None:
    """Draw the curves of a result into an SVG file, three panels a row."""
    found = dict(curves(parts))
    with rc_context(STYLE):
        rows = -(-len(found) // 3)
        figure = Figure(figsize=(10, 2.8 * rows), layout="constrained")
        figure.suptitle(HEADING, fontweight="bold")
        panels = list(figure.subplots(rows, 3, sharey=True).flat)
        for panel, (title, shown) in zip(panels, found.items(), strict=False):
            draw_curve(panel, title, shown)
        for panel in panels[len(found) :]:
            panel.remove()
        figure.supylabel("million plies a second")
        figure.savefig(path, format="svg", metadata={"Date": None, "Title": HEADING})


def draw_curve(panel: Any, title: str, shown: Table) -> None:
    """Draw a table into a panel: the first column is x, and each other column is a line."""
    unit, *names = shown.columns
    places, *lines = zip(*shown.rows, strict=True)
    x = [int(place.replace(",", "")) for place in places]
    for colour, name, line in zip(COLOURS, names, lines, strict=False):
        figures = [[value / 1e6 for value in spread_of(cell)] for cell in line]
        bars = [[middle - least for middle, least, _ in figures], [most - middle for middle, _, most in figures]]
        label = name.removesuffix("plies/s").removesuffix(", ")
        panel.errorbar(x, [middle for middle, _, _ in figures], yerr=bars, label=label, color=colour, **BARS)
    axis = AXES[title]
    ticks = [tick for tick in axis.ticks if tick <= x[-1]]
    panel.set(title=title, xlabel=unit, yscale="log", xscale=axis.scale)
    panel.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    panel.xaxis.set_minor_locator(NullLocator())
    panel.yaxis.set_major_formatter(FormatStrFormatter("%g"))
    for words, place in axis.marks.items():
        panel.axvline(place, color="#8a93b5", linestyle=":")
        panel.text(place, 0.95, f" {words}", fontsize=8, transform=panel.get_xaxis_transform())
    if len(names) > 1:
        panel.legend(frameon=False, fontsize=8)
