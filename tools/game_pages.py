"""Pages of each game for the site: its rules, its API reference, and its own page if `docs` has one.

`docs/conf.py` calls `write` before the site is built, and `expanded` for pages with lists of these. So a line in
`GAMES` is enough to add a game to the site. `write` also writes the reference of `import sse_core`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sse_core import GAMES

from . import reference_pages

__all__ = ["OWN", "REFERENCE", "RULES", "expanded", "rules_pages", "write"]

OWN: Final = "{game}"
RULES: Final = "{title} <site/rules_{game}>"
REFERENCE: Final = "api/games/{game}"
"""The lines of ``docs/index.md`` that are repeated for each game: for its own page, its rules, its reference."""


def rules_pages() -> dict[str, str]:
    """Return the page with the rules of each game, by the path of its RULES.md in the repository."""
    return {f"src/sse_core/{game}/RULES.md": f"site/rules_{game}.md" for game in GAMES}


def expanded(page: str, docs: Path) -> str:
    """Return a page in which each of these lines is replaced by one for each game, in the order of `GAMES`."""
    lines = {
        OWN: [game for game in GAMES if (docs / f"{game}.md").exists()],
        RULES: [f"{game.INFO.title} <site/rules_{name}>" for name, game in GAMES.items()],
        REFERENCE: [owner.page for owner in reference_pages.owners()[1:]],
    }
    return "\n".join(line for found in page.split("\n") for line in lines.get(found, [found]))


def write(docs: Path) -> None:
    """Write changed pages of rules and reference into `docs`, and remove those of games that no longer exist."""
    pages = _pages(docs)
    written = ("site/rules_*.md", "api/sse_core/*.rst", "api/games/**/*.rst")
    for path in [path for pattern in written for path in docs.glob(pattern)]:
        if path.relative_to(docs).as_posix() not in pages:
            path.unlink()
    for name, text in pages.items():
        path = docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def _pages(docs: Path) -> Mapping[str, str]:
    rules = {page: f"```{{include}} ../../{source}\n```\n" for source, page in rules_pages().items()}
    return rules | reference_pages.pages(docs)
