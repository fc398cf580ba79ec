"""RULES.md against the code and the tests: clauses, options, tables of cards and counters."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import pytest
from tests.jump_wars import test_rules, test_what_follows

from sse_core.jump_wars.actions import Verb
from sse_core.jump_wars.board import N_COUNTERS, SITES, Grid, space_name
from sse_core.jump_wars.cards import BASICS, COPIES, SPECIALS
from sse_core.jump_wars.options import MAX_TURNS, Options
from sse_core.jump_wars.positions.position import Due
from sse_core.jump_wars.reasons import Reason

PACKAGE = Path(str(files("sse_core")))
RULES = (PACKAGE / "jump_wars" / "RULES.md").read_text(encoding="utf-8")
CHAPTERS = re.findall(r"^## (J\d)", RULES, re.MULTILINE)
CLAUSES = re.findall(r"^\*\*(J\d\.\d+)\*\*", RULES, re.MULTILINE)


def clause(number: str) -> str:
    """The text of a clause, up to the next clause or heading."""
    return re.split(r"\n(?=\*\*J\d|## )", RULES.partition(f"\n**{number}**")[2])[0] + "\n"


def test_every_clause_is_there_once_and_in_order() -> None:
    last = {1: 7, 2: 9, 3: 4, 4: 13, 5: 15}
    assert [f"J{chapter}" for chapter in last] == CHAPTERS
    assert [f"J{chapter}.{number}" for chapter, most in last.items() for number in range(1, most + 1)] == CLAUSES


SOURCES = sorted((PACKAGE / "jump_wars").rglob("*.py"))


def test_every_clause_that_is_cited_exists() -> None:
    for path in SOURCES:
        cited = set(re.findall(r"\bJ\d(?:\.\d+)?\b", path.read_text(encoding="utf-8")))
        assert cited - {*CHAPTERS, *CLAUSES} == set(), path


def test_every_reason_cites_a_clause() -> None:
    assert {reason.clause for reason in Reason if reason is not Reason.OK} <= set(CLAUSES)
    assert Reason.OK.clause == ""


def test_every_clause_is_tested() -> None:
    """By a row of `test_rules`, or by a test of `test_what_follows`, whose name begins with the clause."""
    tested = {name.split()[0] for name in test_rules.ROWS}
    for name in vars(test_what_follows):
        if name.startswith("test_"):
            tested |= {f"J{chapter}.{number}" for chapter, number in re.findall(r"(?<=_)j(\d)_(\d+)(?=_)", name)}
    assert set(CLAUSES) - tested == set()


def test_the_options() -> None:
    table = re.findall(r"^\| `(\w+)` \| (\S+) \| .* \| (J\d\.\d+) \|$", RULES, re.MULTILINE)
    shown = {"off": False, "on": True, "`square`": "square", "100": 100}
    assert {name: shown[default] for name, default, _ in table} == {
        field.name: getattr(Options(), field.name) for field in fields(Options)
    }
    for name, _, number in table:
        assert f"`{name}" in clause(number), name
    assert f"1 to {MAX_TURNS} |" in RULES


def test_the_counters() -> None:
    for kind, n in N_COUNTERS.items():
        assert f"\n| {kind.name.replace('_', ' ').title()} | {n} | " in clause("J1.2")


KINDS = {"": [*Grid], "squares": [Grid.SQUARE], "hexes": [Grid.HEX]}


def test_the_homeworlds() -> None:
    rows = re.findall(r"^\| (\d)(?: on (\w+))? \|(.*)\|$", clause("J1.3"), re.MULTILINE)
    told = {(kind, int(n)): row.replace("|", " ").split() for n, kinds, row in rows for kind in KINDS[kinds]}
    sites = {(grid, n): [*map(space_name, spaces)] for grid in Grid for n, spaces in SITES[grid].items()}
    assert told == sites


def test_the_cards() -> None:
    rows = re.findall(r"^\| ([^|]+) \| (\d) \| [^|]+ \| (J[^|]+) \|$", clause("J1.5"), re.MULTILINE)
    assert [(title, int(n)) for title, n, _ in rows] == [(c.title, COPIES[c]) for c in (*BASICS, *SPECIALS)]
    for title, _, numbers in rows:
        assert any(title in " ".join(clause(number).split()) for number in numbers.split(", ")), title
    assert sum(COPIES) == 74


def test_the_steps_and_the_actions() -> None:
    rows = [row for row in clause("J5.1").splitlines() if row.startswith("| `")]
    steps = [step for row in rows for step in re.findall(r"`([\w-]+)`", row.split("|")[1])]
    assert steps == [step.value for step in Due]
    verbs = {verb for row in rows for verb in re.findall(r"`([\w-]+)`", row.split("|")[3])}
    assert verbs | {"boost", "lead"} == {verb.value for verb in Verb}
    boosted = {step for row in rows if "yes" in row for step in re.findall(r"`([\w-]+)`", row.split("|")[1])}
    assert boosted == set(test_what_follows.DECISIONS)


RULINGS = [
    ("J1.3", "as far apart as can be"),
    ("J1.5", "Chance draws the start player"),
    ("J1.6", "Everybody sees levels"),
    ("J2.1", "two cards more, once a turn"),
    ("J2.2", "offers, theft, alliance"),
    ("J2.2", "So is a Planet Jump of the ally"),
    ("J2.3", "This is voluntary"),
    ("J2.3", "any number of pairs"),
    ("J2.3", "another player may learn the same one"),
    ("J2.4", "2 with Genesis"),
    ("J2.5", "never less than 1"),
    ("J2.5", "destroy one fleet anywhere, once a turn"),
    ("J2.6", "fleets stay where they are"),
    ("J2.7", "Only a winner who survives"),
    ("J3.1", "If two players do at once"),
    ("J3.3", "in games of up to four players"),
    ("J3.3", "They have level 1 in everything"),
    ("J3.4", "The game ends after the turn"),
    ("J5.9", "voids still binds its fleets"),
    ("J5.11", "one after the other in turn order"),
]
"""Words of rulings, with the clause that they stand in."""


@pytest.mark.parametrize(("number", "words"), RULINGS)
def test_a_ruling_says_that_it_is_one(number: str, words: str) -> None:
    """In the same sentence, or just before or after it."""
    text = " ".join(clause(number).split())
    at = text.index(words)
    assert "**(ruling)**" in text[max(0, at - 160) : at + len(words) + 40]


def test_the_closer_readings_are_rulings() -> None:
    assert "**(ruling)**" in RULES.partition("\n## J4")[2].partition("**J4.1**")[0]


# --- the printed sentences

PRINTED, _, OWN = RULES.partition("\n## Which printed sentence stands where\n")[2].partition(
    "\n### No printed sentence\n"
)
SENTENCES = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", PRINTED, re.MULTILINE)[1:]


def test_every_printed_sentence_names_clauses_that_exist() -> None:
    """In the order of the clauses, and no sentence twice."""
    assert len(SENTENCES) > 100
    for about, said, clauses in SENTENCES:
        named = clauses.split(", ")
        assert set(named) <= set(CLAUSES), (about, said)
        assert named == sorted(set(named), key=CLAUSES.index), (about, said)
    assert len({sentence[:2] for sentence in SENTENCES}) == len(SENTENCES)


def test_every_clause_has_a_printed_sentence_or_is_our_own() -> None:
    printed = set(re.findall(r"\bJ\d\.\d+\b", PRINTED))
    own = set(re.findall(r"\bJ\d\.\d+\b", OWN))
    assert printed.isdisjoint(own)
    assert printed | own == set(CLAUSES)
