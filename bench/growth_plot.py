"""The plot of growth: one panel for each curve, all on one scale, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from .growth_curves import Curve, Measured

COLOURS: Final = ("#0072b2", "#b34e00")


def draw(path: Path, heading: str, unit: str, curves: Sequence[Curve], measured: Sequence[Measured]) -> None:
    """Draw the curves into an SVG file, three panels a row; `unit` is what all of them measure."""
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
        figure = Figure(figsize=(10, 5.6), layout="constrained")
        figure.suptitle(heading, fontweight="bold")
        panels = list(figure.subplots(-(-len(curves) // 3), 3, sharey=True).flat)
        for panel, curve, lines in zip(panels, curves, measured, strict=True):
            for colour, (name, points) in zip(COLOURS, lines.items(), strict=False):
                middle = [median(rates) for rates in points.values()]
                below = [mid - min(rates) for mid, rates in zip(middle, points.values(), strict=True)]
                above = [max(rates) - mid for mid, rates in zip(middle, points.values(), strict=True)]
                bars = {"yerr": (below, above), "capsize": 2, "fmt": ".-", "linewidth": 1, "color": colour}
                panel.errorbar(list(points), middle, label=name, **bars)
            panel.set(title=curve.title, xlabel=curve.unit, xscale="log" if curve.logarithmic else "linear")
            panel.set_xticks(curve.ticks, [f"{tick:,g}" for tick in curve.ticks])
            panel.xaxis.set_minor_locator(NullLocator())
            for x, words in curve.marks.items():
                panel.axvline(x, color="#8a93b5", linestyle=":")
                panel.text(x, 0.95, f" {words}", fontsize=8, transform=panel.get_xaxis_transform())
            if len(lines) > 1:
                panel.legend(frameon=False, fontsize=8)
        # All panels share this axis; its top is known once all of them are drawn.
        panels[0].set_ylim(0)
        figure.supylabel(unit)
        figure.savefig(path, format="svg", metadata={"Date": None, "Title": heading})
