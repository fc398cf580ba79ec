"""Files of a run that may be stopped at any time."""

from __future__ import annotations

from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a file beside its path and move it there: a file that stands there is whole, whenever a run is stopped."""
    beside = path.with_name(f"{path.name}.part")
    beside.write_text(text, encoding="utf-8", newline="\n")
    beside.replace(path)
