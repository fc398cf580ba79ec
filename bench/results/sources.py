"""Digests of source code, without comments, docstrings and blank lines.

One scanner reads Python and Cython. It doesn't use Python's own parser, so a digest is the same on every version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

__all__ = ["digest_of", "stripped"]

CODE: Final = (".py", ".pyx", ".pxd")
DATA: Final = (".toml", ".map")

TOKEN: Final = re.compile(
    r"""(?P<string>[A-Za-z]{0,2}(?:\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}
          |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
      |(?P<comment>\#[^\n]*)|(?P<opened>[(\[{])|(?P<closed>[)\]}])|(?P<newline>\n)|(?P<other>\w+|\\\n|[^\n])""",
    re.DOTALL | re.VERBOSE,
)


def digest_of(patterns: Iterable[str], root: Path) -> str:
    """Return the digest of the sources that match patterns: files, and folders with everything below them.

    Moving a source doesn't change it. Patterns are relative to the root, with the wildcards of `Path.glob`.
    """
    found = {path for pattern in patterns for each in root.glob(pattern) for path in _files(each)}
    digests = sorted(_digest(path, path.stat().st_mtime_ns) for path in found)
    return sha256("\n".join(digests).encode()).hexdigest()[:16]


def _files(path: Path) -> Iterator[Path]:
    for each in path.rglob("*") if path.is_dir() else [path]:
        if each.suffix in CODE + DATA:
            yield each


@cache
def _digest(path: Path, _changed: int) -> str:
    """Return the digest of a file from a cache, since many results measure the same file."""
    text = path.read_text(encoding="utf-8")
    return sha256((stripped(text) if path.suffix in CODE else text).encode()).hexdigest()


def stripped(text: str) -> str:
    """Return Python or Cython without comments, blank lines, and strings that are statements, such as docstrings.

    The text below ``cdef extern`` is C, and stays.
    """
    lines, line, depth = list[str](), list[str](), 0
    for token in TOKEN.finditer(text):
        kind, word = token.lastgroup, token[0]
        if kind == "newline" and not depth:
            _end(lines, line)
            line = []
        elif kind != "comment":
            depth += (kind == "opened") - (kind == "closed")
            line.append(word)
    _end(lines, line)
    return "\n".join(lines)


def _end(lines: list[str], line: list[str]) -> None:
    """Add a logical line, unless it is blank or only a string."""
    joined = "".join(line).rstrip()
    is_of_c = bool(lines) and lines[-1].lstrip().startswith("cdef extern")
    alone = TOKEN.fullmatch(joined.lstrip())
    if joined.strip() and (is_of_c or alone is None or alone.lastgroup != "string"):
        lines.append("\n".join(filter(None, map(str.rstrip, joined.split("\n")))))
