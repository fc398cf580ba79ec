"""Files of results: reading and writing of a head with the origin, and of texts and tables."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from sse_core.errors import ArgumentError

from .. import machine
from ..tables import table
from .known import KNOWN
from .sources import digest_of

__all__ = [
    "FOLDER",
    "ROOT",
    "BusyError",
    "Part",
    "Result",
    "Table",
    "demand_quiet",
    "head_of",
    "keep",
    "lines_of",
    "parts_of",
    "read",
]

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "results"


class BusyError(Exception):
    """A machine that is too busy for measurements of time."""


class Table(NamedTuple):
    """A table as it is shown, with rounded figures."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        return "\n".join(table([*self.columns], [[*row] for row in self.rows]))


Part: TypeAlias = str | Table
"""A piece of a result: Markdown without tables, or a table."""


class Result(NamedTuple):
    """The result of a measurement, with its origin."""

    made: str
    """The command that reproduces it."""
    date: date
    commit: str
    """The measured commit, with ``-dirty`` if there were changes of more than results."""
    machine: str
    sources: Sequence[str]
    digest: str
    """The digest of the measured sources (`sources.digest_of`)."""
    parts: Sequence[Part] = ()

    def is_stale(self) -> bool:
        """Return whether the sources have changed since, in more than comments and docstrings."""
        return digest_of(self.sources, ROOT) != self.digest


def keep(name: str, section: str, where: str) -> Path:
    """Write a section of Markdown as the result of a name, measured now and here, and return its file.

    Raises BusyError for a result with times if other programs keep the machine busy; ArgumentError if no table has a
    row, so that a study that has played nothing yet doesn't replace a result.
    """
    demand_quiet(name)
    parts = parts_of(section)
    if not any(isinstance(part, Table) and part.rows for part in parts):
        raise ArgumentError(f"nothing is written into {name}.toml, since no table has a row: nothing is measured yet")
    path = FOLDER / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*lines_of(head_of(name, where)._replace(parts=parts))]), encoding="utf-8")
    return path


def demand_quiet(*names: str) -> None:
    """Raise BusyError if one of these results has times and other programs keep the machine busy."""
    if any(KNOWN[name].timed for name in names) and (why := machine.busy_here()):
        raise BusyError(f"{', '.join(names)} can't be measured now to be kept: {why}")


def head_of(name: str, where: str) -> Result:
    """Return a new result with its head, without texts and tables."""
    command, sources, _ = KNOWN[name]
    return Result(command, datetime.now(UTC).date(), _commit(), where, sources, digest_of(sources, ROOT))


def _commit() -> str:
    """Return the commit, with ``-dirty`` if more has changed than what results are written into."""
    commit = _git("describe", "--always", "--abbrev=8", "--exclude=*")
    others = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/results", ":!README.md")
    return f"{commit}-dirty" if others else commit


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def read(path: Path) -> Result:
    """Return the result of a file."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    parts = [_part(each) for each in found.get("parts", ())]
    return Result(**{field: found[field] for field in Result._fields[:-1]}, parts=parts)


def _part(found: Mapping[str, Any]) -> Part:
    return found["text"].rstrip("\n") if "text" in found else Table(found["columns"], found["rows"])


# --- text to parts, parts to text


def parts_of(section: str) -> list[Part]:
    """Return the texts and tables of a section of Markdown, in order."""
    parts = list[Part]()
    for is_table, lines in groupby(section.split("\n"), key=lambda line: line.startswith("|")):
        if is_table:
            columns, _, *rows = (_cells(line) for line in lines)
            parts.append(Table(columns, rows))
        elif text := "\n".join(lines).strip("\n"):
            parts.append(text)
    return parts


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))]


def lines_of(result: Result) -> Iterator[str]:
    """Yield the lines of the file of a result."""
    yield f"# Made by `{result.made} WRITE=1`; pages show it."
    yield f"made = {_text(result.made)}"
    yield f"date = {result.date}"
    yield f"commit = {_text(result.commit)}"
    yield f"machine = {_text(result.machine)}"
    yield f"sources = {_text(result.sources)}"
    yield f"digest = {_text(result.digest)}"
    yield ""
    for part in result.parts:
        yield "[[parts]]"
        yield from _table_lines(part) if isinstance(part, Table) else _text_lines(part)
        yield ""


def _text_lines(text: str) -> Iterator[str]:
    yield 'text = """'
    yield from text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').split("\n")
    yield '"""'


def _table_lines(shown: Table) -> Iterator[str]:
    """Yield a line for each row, with aligned cells."""
    cells = [[_text(cell) for cell in row] for row in shown.rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    yield f"columns = {_text(shown.columns)}"
    yield "rows = ["
    for row in cells:
        padded = (f"{cell},".ljust(width + 1) for cell, width in zip(row[:-1], widths, strict=False))
        yield f"  [{' '.join([*padded, row[-1]])}],"
    yield "]"


def _text(value: str | Sequence[str]) -> str:
    return json.dumps(value, ensure_ascii=False)
