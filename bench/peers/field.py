"""Who races whom, and what is to be said about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from typing import Any

from .samples import Sample


@dataclass(frozen=True)
class Contender:
    """Something that plays at random, or measures territories."""

    name: str
    run: Callable[[int, int], float]
    """Does so much with this seed, in units of its own, and returns how many plies or territories that were."""

    games: Sample | None = None
    """What its games are like, if it plays."""

    counted: bool = True
    """Whether its plies are counted, rather than reckoned from the mean length of a game."""


@dataclass(frozen=True)
class Race:
    """A contender beside others, of which the fastest in a repetition counts."""

    mine: Contender
    theirs: Sequence[Contender]
    beside: str
    """What the others are, together."""

    wide: bool = False
    """Whether all cores may be used; each side's best repetition counts then, not the median of the ratios."""


@dataclass
class Field:
    """The races that can be run here, and what is to be said about them."""

    play: list[Race] = field(default_factory=list)
    territories: list[Race] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    """Of the peers."""

    def peer(self, module: str, package: str, name: str, rows: str) -> Any:
        """Return a module of a peer and note its version, or None and note why, and which rows are missing then."""
        try:
            peer = import_module(module)
        except Exception as error:
            self.remarks.append(f"Missing: {rows}, for {name} can't be imported ({type(error).__name__}: {error}).")
            return None
        self.versions.append(f"{name} {version(package)}")
        return peer
