"""Libraries of extras, and tables, which not every environment of the tests has: what needs them is left out there."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sse_core.micro_space_empire.strength.tablebase_built import are_tables_built

__all__ = ["NEEDS", "has_libraries", "lacking"]

NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "pettingzoo": ("pettingzoo",),
    "gymnasium": ("gymnasium",),
    "openspiel": ("pyspiel",),
    "archive": ("pyarrow", "duckdb", "polars"),
    "archiving": ("pyarrow",),
}
"""The libraries that a page of docs needs, and the tests of an adapter or of archives: by its name."""


def has_libraries(name: str) -> bool:
    """Return whether the libraries that a page, or what it is about, needs are there."""
    return not _missing(name)


def lacking(file: Path) -> str:
    """Return what a file of tests needs and the environment lacks, in words; nothing if it can run."""
    folder, name = file.parent.name, file.stem.removeprefix("test_")
    if folder == "micro_space_empire" and name in ("merging", "whole"):
        return "" if are_tables_built() else "the tables of Micro Space Empire, which wheels and `make nightly` have"
    return ", ".join(_missing({"adapters": name, "archive": folder}.get(folder, "")))


def _missing(name: str) -> list[str]:
    return [library for library in NEEDS.get(name, ()) if find_spec(library) is None]
