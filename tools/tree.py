"""The tree of the package for docs/architecture.md: each folder and file, with the first sentence of its docstring.

`make docs` inserts it where the page links to the folder, and ``python -m tools.tree`` prints it. A Cython header has a
comment instead of a docstring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Final

__all__ = ["LINK", "expanded", "lines", "sentence_of"]

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "sse_core"
SUFFIXES: Final = (".py", ".pyx", ".pxd")
SAYS: Final = 34
"""The column in which sentences begin."""
WIDTH: Final = 120

LINK: Final = re.compile(r"^\[([^\]]+)\]\(\.\./src/sse_core\)$", re.MULTILINE)
"""The paragraph that is replaced by the tree: only a link to the package."""


def expanded(page: str) -> str:
    """Return a page with the link to the package replaced by the tree."""
    return LINK.sub(lambda link: "\n".join([f"{link[1]}:", "", "```text", *lines(), "```"]), page)


def lines() -> Iterator[str]:
    """Yield the lines of the tree: for a folder its files, then its subfolders, each by name."""
    yield from _folder(PACKAGE, 0)


def _folder(folder: Path, depth: int) -> Iterator[str]:
    doors = [folder / "__init__.py", folder / "__main__.py"]
    yield from _entry(f"{folder.name}/", next((sentence_of(door) for door in doors if door.exists()), ""), depth)
    for path in sorted(folder.iterdir()):
        if path.name == "RULES.md" or (path.suffix in SUFFIXES and not path.name.startswith("__")):
            yield from _entry(path.name, sentence_of(path), depth + 1)
    for path in sorted(folder.iterdir()):
        if path.is_dir() and any(path.glob("*.py*")) and path.name != "__pycache__":
            yield from _folder(path, depth + 1)


def _entry(name: str, sentence: str, depth: int) -> Iterator[str]:
    begin = "  " * depth + name
    first, *others = wrap(sentence, WIDTH - SAYS) or [""]
    yield f"{begin:{SAYS - 1}} {first}".rstrip()
    yield from (" " * SAYS + other for other in others)


def sentence_of(path: Path) -> str:
    """Return the first sentence of a file without its full stop: of its docstring, first comment or heading."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"\A(?:# (?:cython|distutils):.*\n)+", "", text)
    if docstring := re.match(r'r?"""(.*?)"""', text, re.DOTALL):
        text = docstring[1]
    else:
        text = re.sub(r"^#+ ?", "", text, flags=re.MULTILINE)
    paragraph = " ".join(text.partition("\n\n")[0].split())
    # Headers of a game first name the game, which the folder does already.
    return re.split(r"(?<=[^.])\. ", re.sub(r"^For [A-Z][\w ]+\. ", "", paragraph))[0].removesuffix(".")


if __name__ == "__main__":
    print("\n".join(lines()))
