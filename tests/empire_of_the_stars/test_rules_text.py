"""RULES.md of Empire of the Stars: its clauses, its rulings, its options, and the table of printed sentences."""

from __future__ import annotations

import re
from pathlib import Path

from tests.empire_of_the_stars.by_hand import Table

import sse_core
from sse_core.empire_of_the_stars import OPTIONS, Verb, parse_action
from sse_core.empire_of_the_stars.packs.vocabulary import (
    HITS,
    MEASURES,
    MOVES,
    RESOURCES,
    SHIPS,
    STRENGTHS,
    SUPPLY,
    TYPES,
    UNITS,
)
from sse_core.empire_of_the_stars.positions.due import STEP_NAMES
from sse_core.empire_of_the_stars.positions.fields import MAX_ROUNDS, TOKENS
from sse_core.empire_of_the_stars.reasons import Reason
from sse_core.empire_of_the_stars.words.legality import verbs_of

PACKAGE = Path(sse_core.__file__).parent
RULES = (PACKAGE / "empire_of_the_stars" / "RULES.md").read_text(encoding="utf-8")
CHAPTERS = re.findall(r"^## (C\d+)", RULES, re.MULTILINE)
CLAUSES = re.findall(r"^\*\*(C\d+\.\d+)\*\*", RULES, re.MULTILINE)


def part(heading: str) -> str:
    """The text under a heading, up to the next one."""
    return RULES.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the rows of a table, without its heading."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


SENTENCES = rows(part("Which printed sentence stands where"))
RULINGS = rows(part("Rulings"))


def test_every_clause_is_there_once_and_in_order() -> None:
    last = {
        1: 11,
        2: 5,
        3: 3,
        4: 8,
        5: 5,
        6: 5,
        7: 4,
        8: 3,
        9: 7,
        10: 10,
        11: 8,
        12: 4,
        13: 7,
        14: 2,
        15: 1,
        16: 15,
        17: 3,
    }
    assert [f"C{chapter}" for chapter in last] == CHAPTERS
    assert [f"C{chapter}.{number}" for chapter, most in last.items() for number in range(1, most + 1)] == CLAUSES


def test_clauses_and_rulings_that_are_named_exist() -> None:
    assert {*re.findall(r"\bC\d+(?:\.\d+)?\b", RULES)} <= {*CLAUSES, *CHAPTERS}
    numbers = [row[0] for row in RULINGS]
    assert numbers == [str(number) for number in range(1, len(RULINGS) + 1)]
    assert {*re.findall(r"\bS(\d+)\b", RULES)} == {*numbers}


def test_a_clause_and_its_ruling_name_each_other() -> None:
    """A ruling belongs to clauses that exist; all but notes on other rulings are named in one of them."""
    for number, clauses, default, _ in RULINGS:
        assert default
        for clause in clauses.split(", "):
            assert clause in CLAUSES, number


def test_every_sentence_has_a_clause_and_every_clause_a_sentence() -> None:
    """C16, C17.2 and C17.3 have none: they are this engine's own."""
    assert len(SENTENCES) > 200
    cited: set[str] = set()
    for heading, said, clauses in SENTENCES:
        assert heading
        assert said
        assert clauses, said
        cited |= {*clauses.split(", ")}
    assert cited <= {*CLAUSES}
    without = {clause for clause in CLAUSES if clause not in cited and not clause.startswith("C16.")}
    assert without == {"C17.2", "C17.3"}


def test_the_table_of_measures_has_every_measure() -> None:
    """C17.2: in any order; words in capitals stand for each type and each resource."""
    told = " ".join(cell for cell, _ in rows(part("C17 Components that no source prints").partition("**C17.2**")[2]))
    found = [*re.findall(r"`([^`]+)`", told)]
    names = [
        name.replace("TYPE", kind).replace("RESOURCE", kind)
        for name in found
        for kind in (TYPES if "TYPE" in name else RESOURCES if "RESOURCE" in name else ("",))
    ]
    assert sorted(names) == sorted(MEASURES)


def test_the_sentences_stand_in_the_order_of_the_rulebook() -> None:
    headings = list(dict.fromkeys(row[0] for row in SENTENCES))
    # No heading comes again after another one.
    assert [row[0] for row in SENTENCES] == [heading for heading in headings for row in SENTENCES if row[0] == heading]
    assert headings[0] == "Setup"
    assert headings[-1] == "First game"


def test_every_clause_that_the_code_cites_exists() -> None:
    for path in sorted((PACKAGE / "empire_of_the_stars").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert {*re.findall(r"\bC\d+(?:\.\d+)?\b", text)} <= {*CLAUSES, *CHAPTERS}, path
        assert {*re.findall(r"\bS(\d+)\b", text)} <= {row[0] for row in RULINGS}, path
    assert {reason.clause for reason in Reason if reason} <= {*CLAUSES}


def test_the_options() -> None:
    """Those of the table are those of `start`, with their defaults, and the clause or ruling is right."""
    found = {row[0].strip("`"): row[1].strip("`") for row in rows(part("Options"))}
    assert list(found) == [*OPTIONS]
    said: dict[object, str] = {True: "on", False: "off", "": "drawn"}
    assert found == {name: said.get(default, str(default)) for name, default in OPTIONS.items()}
    assert f"1 to {MAX_ROUNDS}" in part("Options")
    named = {*re.findall(r"`([a-z_]+)", " ".join(row[3] for row in RULINGS))}
    assert named == {*OPTIONS} - {"pack", "powers", "blocked", "round_limit"}


def test_the_steps_and_their_actions() -> None:
    """The table of C16.1 has every step with its verbs."""
    text = part("C16 Decisions in small steps").partition("**C16.2**")[0]
    table: dict[str, set[str]] = {}
    for names, _, actions in rows(text):
        words = {*re.findall(r"`([a-z_]+)`", actions)}
        for name in names.split(", "):
            table[name] = words
    assert sorted(table) == sorted(STEP_NAMES)
    for number, name in enumerate(STEP_NAMES):
        assert {verb.word for verb in verbs_of(number)} <= table[name], name
    used = {verb for number in range(len(STEP_NAMES)) for verb in verbs_of(number)}
    assert used == {*Verb}


def test_the_numbers_of_units() -> None:
    table = "| unit |" + RULES.partition("| unit | polymers")[2].partition("\n\n")[0]
    found = {row[0]: row[1:] for row in rows(table)}
    for number, unit in enumerate(UNITS):
        name = "home world" if unit == "home" else unit
        assert int(found[name][1]) == STRENGTHS[number]
    state = Table().role("engineer")
    other = (state.to_act[0] + 1) % 3
    for number, ship in enumerate(SHIPS):
        _, *price = state.price(parse_action(f"build={ship}", state), other)
        assert found[ship][0] == ", ".join(map(str, price))
        assert int(found[ship][2]) == MOVES[number]
        assert found[ship][3].startswith(f"{HITS[number]} destroy")
    assert SUPPLY == (8, 4, 2)
    assert TOKENS == 16


def test_the_reference_cites_every_clause_and_every_ruling() -> None:
    """So who has these two finds for any printed sentence the function that says it; C17.3 tells of other sources."""
    files = sorted((PACKAGE / "empire_of_the_stars" / "reference").glob("*.py"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    cited = {*re.findall(r"\b(?:C\d+\.\d+|S\d+)\b", text)}
    for chapter, first, last in re.findall(r"\bC(\d+)\.(\d+) to C\1\.(\d+)\b", text):
        cited |= {f"C{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    known = {*CLAUSES, *(f"S{row[0]}" for row in RULINGS)}
    assert known - cited == {"C17.3"}
    assert cited - known == set()
