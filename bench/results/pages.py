"""Insertion of results into pages: a paragraph that is only a link to a file of ``docs/results`` becomes its contents.

`docs/conf.py` uses it. In plain Markdown the link leads to the data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from .files import FOLDER, Result, read

__all__ = ["LINK", "expanded", "stale", "write_pictures"]

LINK: Final = re.compile(r"^\[([^\]]+)\]\(([\w./-]*results/(\w+)\.toml)\)$", re.MULTILINE)
"""The pattern of a paragraph that is a link: its text, the file, and the name."""

PICTURES: Final = {
    "growth": "Speed of random play over systems, players and more",
    "learning_by_clock": "Wins against greedy and mcts:1000 over the minutes of learning",
}
"""The names of the results that have a picture, which stands in ``site`` below the folder of pages, and its words."""


def expanded(page: str, drawn: Mapping[str, Callable[[], str]] = MappingProxyType({})) -> str:
    """Return a page with each of these links replaced by its result; `drawn` has functions for some, by name."""
    return LINK.sub(lambda link: "\n\n".join(_shown(link[1], link[3], drawn)), page)


def _shown(caption: str, name: str, drawn: Mapping[str, Callable[[], str]]) -> Iterator[str]:
    result = read(FOLDER / f"{name}.toml")
    yield f"**{caption}** {_origin(result)}"
    if name in PICTURES:
        yield f"![{PICTURES[name]}](site/{name}.svg)"
    if name in drawn:
        yield drawn[name]()
    yield from map(str, result.parts)


def _origin(result: Result) -> str:
    """Return a sentence that says where a result comes from."""
    changed = "; the code has changed since" if result.is_stale() else ""
    is_told = any("CPython" in part for part in result.parts if isinstance(part, str))
    place = f", on {result.machine}" if result.machine and not is_told else ""
    return f"(`{result.made}`, {result.date}, commit {result.commit}{place}{changed})"


def write_pictures(docs: Path) -> None:
    """Draw the pictures of results."""
    # Only this function needs matplotlib.
    from .. import growth_plot, learning_plot

    for name, draw in zip(PICTURES, (growth_plot.draw, learning_plot.draw), strict=True):
        draw(docs / "site" / f"{name}.svg", read(FOLDER / f"{name}.toml").parts)


def stale() -> list[str]:
    """Return the names of the results whose sources have changed since they were measured."""
    return [path.stem for path in sorted(FOLDER.glob("*.toml")) if read(path).is_stale()]
