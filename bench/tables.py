"""Markdown tables, and the places in the pages where they are written.

A page has a pair of markers for each generated table, such as ``<!-- memory:begin -->`` and ``<!-- memory:end -->``.
What stands between them is replaced as a whole; nothing else of the page is touched.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

__all__ = ["PageError", "add_page_option", "digits", "replace_section", "shortened", "table", "write_section"]


class PageError(Exception):
    """A page without one pair of markers for the table."""


def add_page_option(parser: ArgumentParser, name: str, option: str = "--page") -> None:
    """Add the option that names the page for the section `name`."""
    parser.add_argument(option, type=Path, help=f"write the tables between the markers of `{name}` in this file")


def write_section(page: Path | None, name: str, section: str) -> None:
    """Write a section into a page, if there is one; raise PageError unless the page has its markers once each."""
    if page is not None:
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
    """Return the lines of a Markdown table, its columns aligned so that it reads as text."""
    cells = [heading, *rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    return [f"| {' | '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))} |" for line in cells]


def shortened(count: float) -> str:
    """Return a number of three digits, with k for thousands and M for millions."""
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if count >= 0.9995 * unit:
            return f"{digits(count / unit)}{name}"
    return digits(count)


def digits(value: float) -> str:
    """Return a number with three digits, or with all that stand before its point."""
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"
