"""The second reading of the rules as a story: a generator that stops where a player or chance is to act."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias, TypeVar

CHANCE: Final = -1
DONE: Final = "done"


@dataclass
class Ask:
    """Where the story waits: for one of these choices of one of these players, or for chance."""

    step: str
    choices: dict[int, set[str]]
    odds: dict[str, Fraction] = field(default_factory=dict)


T = TypeVar("T")
Story: TypeAlias = Generator[Ask, tuple[int, str], T]


def choose(step: str, seat: int, verb: str, things: Iterable[str | int], *others: str) -> Story[str]:
    """Ask a player for a thing, or for a choice that names none, and tell which."""
    _, choice = yield Ask(step, {seat: {f"{verb}={thing}" for thing in things}.union(others)})
    return choice.rpartition("=")[2]


def choose_or_end(step: str, seat: int, verb: str, things: Iterable[str | int]) -> Story[str]:
    """C16.1: ask for a thing or `done`; a player who could only end the step isn't asked."""
    found = [*things]
    if not found:
        return DONE
    return (yield from choose(step, seat, verb, found, DONE))


def chance(step: str, verb: str, weights: Mapping[str, int]) -> Story[str]:
    """C16.12: let chance tell a thing."""
    total = sum(weights.values())
    odds = {f"{verb}={thing}": Fraction(n, total) for thing, n in weights.items() if n}
    _, choice = yield Ask(step, {CHANCE: set(odds)}, odds)
    return choice.rpartition("=")[2]
