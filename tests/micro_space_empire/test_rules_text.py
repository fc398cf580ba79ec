"""RULES.md against the code: the cards of the box, and the clauses that are cited."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from sse_core.micro_space_empire import Event, Reason, System, Technology
from sse_core.micro_space_empire.cards import EventKind

PACKAGE = Path(str(files("sse_core")))
RULES = (PACKAGE / "micro_space_empire" / "RULES.md").read_text(encoding="utf-8")
CHAPTERS = re.findall(r"^## (M\d)", RULES, re.MULTILINE)
CLAUSES = re.findall(r"^\*\*(M\d\.\d)\*\*", RULES, re.MULTILINE)


def test_every_clause_is_there_once_and_in_order() -> None:
    last = {2: 2, 3: 4, 4: 4, 5: 1, 6: 3}
    assert [f"M{chapter}" for chapter in range(1, 8)] == CHAPTERS
    assert [f"M{chapter}.{number}" for chapter, most in last.items() for number in range(1, most + 1)] == CLAUSES


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*micro_space_empire*/**/*.py")), ids=lambda path: path.name)
def test_every_clause_that_is_cited_exists(path: Path) -> None:
    cited = set(re.findall(r"\bM\d(?:\.\d+)?\b", path.read_text(encoding="utf-8")))
    assert cited - {*CHAPTERS, *CLAUSES} == set()


def test_every_reason_cites_a_clause() -> None:
    assert {reason.clause for reason in Reason if reason is not Reason.OK} <= {*CHAPTERS, *CLAUSES}
    assert Reason.OK.clause == ""


def test_the_systems() -> None:
    for system in System:
        numbers = system.resistance, system.metal, system.wealth, system.points
        assert f"| {system.title} | {system.deck} | {' | '.join(map(str, numbers))} |" in RULES


def test_the_events() -> None:
    forces = {event: event.force for event in Event if event.kind in (EventKind.REVOLT, EventKind.INVASION)}
    assert len(forces) == 4
    for event, (first, second) in forces.items():
        assert f"| {event.title} | force {first} | force {second} |" in RULES
    assert all(f"| {event.title} | " in RULES for event in Event)


def test_the_technologies() -> None:
    for right in Technology:
        left = right.before
        if left is not None:
            assert f"| {left.title} | {left.cost} | {right.title} | {right.cost} |" in RULES
