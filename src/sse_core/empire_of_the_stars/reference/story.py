"""Control flow of a game as a story: scenes to run, and the choices for which it waits.

A scene is a small part of the story: a player trades, the display is filled, a window is opened. It is a plain method,
or a generator, which stops at each choice (`Ask`) and receives the answer. A list holds the scenes to come after it. So
a story can begin at any decision, with a table and with the scenes that are still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from ...game import CHANCE

__all__ = ["CHANCE", "DONE", "Ask", "Scene", "Story", "chance", "choose", "choose_or_end", "scene"]

DONE: Final = "done"


@dataclass
class Ask:
    """A stop of the story: it waits for one of these choices of one of these players, or for chance."""

    step: str
    choices: dict[int, set[str]]
    odds: dict[str, Fraction] = field(default_factory=dict[str, Fraction])


T = TypeVar("T")
P = ParamSpec("P")
Story: TypeAlias = Generator[Ask, tuple[int, str], T]


class Scene(NamedTuple):
    """A part of the story that is still to come: a method of the game, and its arguments."""

    tell: Callable[..., Story[None] | None]
    about: tuple[Any, ...]

    @property
    def name(self) -> str:
        """The name of the method."""
        return self.tell.__name__


def scene(tell: Callable[P, Story[None] | None], *about: P.args, **_: P.kwargs) -> Scene:
    """Return a scene; its arguments stand in order."""
    return Scene(tell, about)


def choose(step: str, seat: int, verb: str, things: Iterable[str | int], *others: str) -> Story[str]:
    """Ask a player for a thing, or for a choice without one, and return the answer."""
    _, choice = yield Ask(step, {seat: {f"{verb}={thing}" for thing in things}.union(others)})
    return choice.rpartition("=")[2]


def choose_or_end(step: str, seat: int, verb: str, things: Iterable[str | int]) -> Story[str]:
    """C16.1: ask for a thing or `done`; a player who could only end the step isn't asked."""
    found = [*things]
    if not found:
        return DONE
    return (yield from choose(step, seat, verb, found, DONE))


def chance(step: str, verb: str, weights: Mapping[str, int]) -> Story[str]:
    """C16.12: let chance choose a thing."""
    total = sum(weights.values())
    odds = {f"{verb}={thing}": Fraction(n, total) for thing, n in weights.items() if n}
    _, choice = yield Ask(step, {CHANCE: set(odds)}, odds)
    return choice.rpartition("=")[2]
