"""Comparison of one game in two builds: the differences between their observations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from tools.same.builds import Build, BuildError
from tools.same.observing.walk import Question

__all__ = ["Compared", "Difference", "compare", "differing"]

NOTHING: Final = ("", "", "nothing")
"""The value in place of an observation that a build lacks."""


class Difference(NamedTuple):
    """The first difference of a kind in a game."""

    kind: str
    place: str
    start: str
    """The options of the game."""

    here: str
    """The value in this build."""

    there: str
    """The value in the earlier build."""


class Compared(NamedTuple):
    """A game that was played in both builds."""

    question: Question
    n_seen: int
    """The number of observations in this build."""

    counts: Counter[str]
    """The number of differing ones, by kind."""

    differences: list[Difference]
    """The first difference of each wanted kind."""


def compare(here: Build, there: Build, question: Question, is_wanted: Callable[[str], bool]) -> Compared:
    """Play a game in both builds at the same time; ask again for the first difference of each wanted kind.

    Once the games diverge, the rest says nothing: the comparison ends at a different action, or at observations of
    different kinds.
    """
    try:
        ours, theirs = _asked(here, there, question._asdict())
    except BuildError as error:
        return Compared(question, 0, Counter(["crash"]), [Difference("crash", "", "", str(error), "")])
    counts, firsts = Counter[str](), dict[str, int]()
    for number, kind in differing([*_pairs(ours)], [*_pairs(theirs)]):
        counts[kind] += 1
        firsts.setdefault(kind, number)
    wanted = {kind: number for kind, number in firsts.items() if is_wanted(kind)}
    found = [] if not wanted else [*_shown(here, there, question, wanted, _start_in(ours))]
    return Compared(question, len(ours["seen"]), counts, found)


def _asked(here: Build, there: Build, asked: dict[str, Any]) -> tuple[Any, Any]:
    """Return the answers of both builds, which work side by side; raise BuildError if one has ended."""
    for build in (here, there):
        build.ask(asked)
    answers, errors = list[Any](), list[str]()
    for build in (here, there):
        try:
            answers.append(build.answer())
        except BuildError as error:
            errors.append(str(error))
    if errors:
        raise BuildError(", ".join(errors))
    return answers[0], answers[1]


def _pairs(answer: Any) -> Iterator[tuple[str, str]]:
    """Yield the kind and the digest of each observation."""
    kinds: list[str] = answer["kinds"]
    for kind, digest in answer["seen"]:
        yield kinds[kind], digest


def _start_in(answer: Any) -> int:
    """Return the place of the game's options, the last observation of its start."""
    return max((n for n, (kind, _) in enumerate(_pairs(answer)) if kind == "start"), default=0)


def differing(ours: list[tuple[str, str]], theirs: list[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    """Yield the places at which two builds differ, with the kinds, up to where the games diverge."""
    for number, (one, other) in enumerate(zip_longest(ours, theirs)):
        if one == other:
            continue
        kinds = {each[0] for each in (one, other) if each is not None}
        if len(kinds) > 1 or None in (one, other):
            yield number, "error" if "error" in kinds else "course"
            return
        (kind,) = kinds
        yield number, kind
        if kind == "move":
            return


def _shown(here: Build, there: Build, question: Question, firsts: dict[str, int], start: int) -> Iterator[Difference]:
    """Ask both builds again for the values at some places, and yield the differences."""
    places = [start, *firsts.values()]
    try:
        ours, theirs = _asked(here, there, question._asdict() | {"places": places})
    except BuildError as error:
        yield Difference("crash", "asked again", "", str(error), "")
        return
    options = ours.get(str(start), NOTHING)[2]
    for kind, number in firsts.items():
        one, other = (answer.get(str(number), NOTHING) for answer in (ours, theirs))
        yield Difference(kind, one[1] or other[1], options, one[2], other[2])
