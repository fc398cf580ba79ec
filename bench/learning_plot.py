"""Drawing of the learning curve with matplotlib from the stored result: wins over the minutes of learning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from matplotlib import rc_context
from matplotlib.figure import Figure

from .growth_plot import BARS, COLOURS, STYLE
from .results.files import Part, Table

HEADING: Final = "Learning by the clock: wins of each round's weights, and their intervals of 95 %"


def draw(path: Path, parts: Sequence[Part]) -> None:
    """Draw the wins against each rival, over the minutes at which the rounds ended, into an SVG file."""
    (shown,) = (part for part in parts if isinstance(part, Table))
    _, _, seconds, _, *cells = zip(*shown.rows, strict=True)
    minutes = [int(each) / 60 for each in seconds]
    with rc_context(STYLE):
        figure = Figure(figsize=(7, 3), layout="constrained")
        figure.suptitle(HEADING, fontweight="bold")
        panel = figure.subplots()
        for colour, name, column in zip(COLOURS, shown.columns[4:], cells, strict=False):
            # A share, and its interval: 88 (78 to 94).
            shares = [[int(number) for number in re.findall(r"\d+", cell)] for cell in column]
            bars = [[share - low for share, low, _ in shares], [high - share for share, _, high in shares]]
            label = name.removeprefix("wins % ")
            panel.errorbar(minutes, [share for share, _, _ in shares], yerr=bars, label=label, color=colour, **BARS)
        panel.set(xlabel="minutes", ylabel="% of the win", xlim=(0, None), ylim=(50, 101))
        panel.legend(frameon=False, loc="lower right")
        figure.savefig(path, format="svg", metadata={"Date": None, "Title": HEADING})
