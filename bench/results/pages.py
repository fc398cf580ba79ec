"""Pages with results: a paragraph that is a link to a file of ``docs/results`` alone becomes what the file holds.

`docs/conf.py` asks for it. Where Markdown is shown as it is, the link leads to the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .files import FOLDER, Part, Result, read

__all__ = ["LINK", "expanded", "stale", "write_pictures"]

LINK: Final = re.compile(r"^\[([^\]]+)\]\(([\w./-]*results/(\w+)\.toml)\)$", re.MULTILINE)
"""A link that is a paragraph: what is shown, the file, and its name."""

PICTURE: Final = "site/growth.svg"
"""The picture of growth, from the folder of pages."""


def expanded(page: str) -> str:
    """Return a page with each of these links replaced by its result."""
    return LINK.sub(lambda link: "\n\n".join(_shown(link[1], link[3])), page)


def _shown(caption: str, name: str) -> Iterator[str]:
    result = read(FOLDER / f"{name}.toml")
    yield f"**{caption}** {_origin(result)}"
    for part in _parts(name, result):
        yield str(part)


def _origin(result: Result) -> str:
    """Return a sentence that says where a result comes from."""
    changed = "; the code has changed since" if result.is_stale() else ""
    is_told = any("CPython" in part for part in result.parts if isinstance(part, str))
    place = f", on {result.machine}" if result.machine and not is_told else ""
    return f"(`{result.made}`, {result.date}, commit {result.commit}{place}{changed})"


def _parts(name: str, result: Result) -> Iterator[Part]:
    if name == "growth":
        yield f"![Speed of random play over systems, players and more]({PICTURE})"
    if name == "solved":
        # It loads the games.
        from tools.solved import family, page

        yield page.solved(family.read())
    yield from result.parts


def write_pictures(docs: Path) -> None:
    """Draw the pictures that are made of results."""
    # Only this needs matplotlib.
    from ..growth_plot import draw

    draw(docs / PICTURE, read(FOLDER / "growth.toml").parts)


def stale() -> list[str]:
    """Return the names of the results whose sources have changed since they were measured."""
    return [path.stem for path in sorted(FOLDER.glob("*.toml")) if read(path).is_stale()]
