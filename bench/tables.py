"""Markdown tables, number formats, and the replacement of tables in README.

README has a pair of markers for each of its tables, such as ``<!-- games:begin -->`` and ``<!-- games:end -->``. Only
the text between them is replaced. Other pages link to results (`results`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

COUNTS: Final = {" G": 1e9, " M": 1e6, " k": 1e3, "": 1.0}
"""Units of numbers, the largest first."""

TIMES: Final = {" s": 1.0, " ms": 1e-3, " µs": 1e-6, " ns": 1e-9}
"""Units of seconds."""


class PageError(Exception):
    """A page without exactly one pair of markers for the table."""


def write_section(page: Path, name: str, section: str) -> None:
    """Write a section into a page; raise PageError unless the page has its markers once each."""
    try:
        text = replace_section(page.read_text(encoding="utf-8"), name, section)
    except PageError as error:
        raise PageError(f"{page}: {error}") from None
    page.write_text(text, encoding="utf-8", newline="\n")


def replace_section(text: str, name: str, section: str) -> str:
    """Return a page's text with the section between its two markers replaced."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    for marker in (begin, end):
        if text.count(marker) != 1:
            raise PageError(f"{marker} stands there {text.count(marker)} times, not once: no table was written")
    before, _, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not closed:
        raise PageError(f"{end} stands before {begin}: no table was written")
    return f"{before}{begin}\n\n{section}\n\n{end}{after}"


def table(heading: list[str], rows: list[list[str]]) -> list[str]:
    """Return the lines of a Markdown table, with columns aligned for reading as plain text."""
    cells = [heading, *rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    return [f"| {' | '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))} |" for line in cells]


def spread(values: Sequence[float], units: Mapping[str, float] = COUNTS) -> str:
    """Return the median with its unit, then the smallest and the largest value in that unit: ``2.5 M (2.4–2.7)``."""
    unit = unit_of(median(values), units)
    middle, least, most = (digits(value / units[unit]) for value in (median(values), min(values), max(values)))
    return f"{middle}{unit} ({least}–{most})"


def spread_of(shown: str) -> tuple[float, float, float]:
    """Return the median, the smallest and the largest value in a text of `spread`, such as ``2.50 M (2.40–2.70)``."""
    found = re.fullmatch(r"([\d.,]+)( [GMk]| s| ms| µs| ns)? \(([\d.,]+)–([\d.,]+)\)", shown)
    if found is None:
        raise PageError(f"{shown!r} is no figure with its smallest and largest value")
    size = {**COUNTS, **TIMES}[found[2] or ""]
    middle, least, most = (size * float(found[number].replace(",", "")) for number in (1, 3, 4))
    return middle, least, most


def times_faster(ratios: Sequence[float]) -> str:
    """Return the median of ratios, then the smallest and the largest: ``×7.5 (7.2–8.2)``."""
    return f"×{spread(ratios, {'': 1})}"


def shortened(count: float) -> str:
    """Return a number of three digits, with k for thousands, M for millions, and G for thousand millions."""
    unit = unit_of(count, COUNTS)
    return f"{digits(count / COUNTS[unit])}{unit}"


def unit_of(value: float, units: Mapping[str, float]) -> str:
    """Return the largest unit in which the rounded value is at least 1; the last unit if there is none."""
    return next((unit for unit, size in units.items() if value >= 0.9995 * size), list(units)[-1])


def digits(value: float) -> str:
    """Return a number with three digits, or with all digits before its point."""
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"
