"""The plot of growth: one panel for each curve, all on one logarithmic scale, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FormatStrFormatter, NullLocator

COLOURS: Final = ("#0072b2", "#b34e00")


def draw(path: Path, heading: str, curves: Sequence[Mapping[str, Any]]) -> None:
    """Draw the curves into an SVG file, three panels a row.

    A curve is what `bench_growth.curve` notes: the rates of the contenders, and which of them stand on its lines.
    """
    style = rc_context(
        {
            "svg.fonttype": "none",  # Text stays text: it can be searched and read aloud.
            "svg.hashsalt": "sse_core",  # The same data give the same file.
            "font.family": "sans-serif",
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.grid.axis": "y",
            "grid.color": "#d9deee",
        }
    )
    with style:
        rows = -(-len(curves) // 3)
        figure = Figure(figsize=(10, 2.8 * rows), layout="constrained")
        figure.suptitle(heading, fontweight="bold")
        panels = list(figure.subplots(rows, 3, sharey=True).flat)
        for panel, curve in zip(panels, curves, strict=False):
            plot = curve["plot"]
            for colour, (name, points) in zip(COLOURS, curve["points"].items(), strict=False):
                rates = [[rate / 1e6 for rate in curve["contenders"][point]["rates"]] for point in points.values()]
                middle = [median(each) for each in rates]
                below = [mid - min(each) for mid, each in zip(middle, rates, strict=True)]
                above = [max(each) - mid for mid, each in zip(middle, rates, strict=True)]
                bars = {"yerr": (below, above), "capsize": 2, "fmt": ".-", "linewidth": 1, "color": colour}
                panel.errorbar([int(x) for x in points], middle, label=name, **bars)
            panel.set(title=curve["title"], xlabel=plot["unit"], yscale="log")
            panel.set_xscale("log" if plot.get("logarithmic") else "linear")
            panel.set_xticks(plot["ticks"], [f"{tick:,g}" for tick in plot["ticks"]])
            panel.xaxis.set_minor_locator(NullLocator())
            panel.yaxis.set_major_formatter(FormatStrFormatter("%g"))
            for words, x in plot.get("marks", {}).items():
                panel.axvline(x, color="#8a93b5", linestyle=":")
                panel.text(x, 0.95, f" {words}", fontsize=8, transform=panel.get_xaxis_transform())
            if len(curve["points"]) > 1:
                panel.legend(frameon=False, fontsize=8)
        for panel in panels[len(curves) :]:
            panel.remove()
        figure.supylabel("million plies a second")
        figure.savefig(path, format="svg", metadata={"Date": None, "Title": heading})
