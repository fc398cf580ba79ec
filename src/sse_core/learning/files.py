"""Atomic writing of files in a run that may be stopped at any time."""

from __future__ import annotations

from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a file under a temporary name and rename it, so that a file at the path is always complete."""
    beside = path.with_name(f"{path.name}.part")
    beside.write_text(text, encoding="utf-8", newline="\n")
    beside.replace(path)
