"""Contenders, races between them, and remarks for the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from typing import Any

from .samples import Sample


@dataclass(frozen=True)
class Contender:
    """A program that plays at random, or measures territories."""

    name: str
    run: Callable[[int, int], float]
    """Does work of a size, in units of its own, with a seed, and returns the number of plies or territories."""

    games: Sample | None = None
    """A sample of its games, if it plays."""

    counted: bool = True
    """Whether its plies are counted; if not, they are computed from the mean length of a game."""


@dataclass(frozen=True)
class Race:
    """A contender beside others; the fastest of these in a repetition counts."""

    mine: Contender
    theirs: Sequence[Contender]
    beside: str
    """The name of the others together."""

    wide: bool = False
    """Whether all cores may be used; each side's best repetition counts then, not the median of the ratios."""


@dataclass
class Field:
    """The races that can be run here, and the remarks about them."""

    play: list[Race] = field(default_factory=list)
    territories: list[Race] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    """The versions of the peers."""

    def peer(self, module: str, package: str, name: str, rows: str) -> Any:
        """Return a module of a peer and note its version; without it, return None and note the missing rows and why."""
        try:
            peer = import_module(module)
        except Exception as error:
            self.remarks.append(f"Missing: {rows}, for {name} can't be imported ({type(error).__name__}: {error}).")
            return None
        self.versions.append(f"{name} {version(package)}")
        return peer
