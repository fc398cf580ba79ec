"""RULES.md agrees with the code: options, cited clauses, bags and numbers of pieces."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from tests.small_star_empires.rules_table import options_table, written_table

import sse_core as sse
from sse_core.small_star_empires import BAGS, Campaign, Reason, System, Tile

PACKAGE = Path(str(files("sse_core")))
RULES = (PACKAGE / "small_star_empires" / "RULES.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"^\*\*(E\d+\.\d+)\*\*", RULES, re.MULTILINE)
SENTENCES = RULES.partition("\n## Which printed sentence stands where\n")[2]
"""The last section: what the rulebooks say, and which clauses play it."""

LAST_CLAUSE = {1: 7, 2: 4, 3: 6, 4: 3, 5: 3, 6: 2, 7: 4, 8: 1, 9: 10, 10: 5}
"""How far the clauses of each chapter are numbered."""


def _clause(number: str) -> str:
    """The text of a clause, its tables too, up to the next clause or heading."""
    return re.split(r"\n(?=\*\*E\d|## )", RULES.partition(f"\n**{number}**")[2])[0] + "\n"


def test_the_table_of_options_is_that_of_the_code() -> None:
    assert written_table(RULES) == options_table(), "run `python tests/small_star_empires/rules_table.py`"


def test_every_clause_is_there_once_and_in_order() -> None:
    first = {7: 0}
    expected = [
        f"E{chapter}.{number}"
        for chapter, last in LAST_CLAUSE.items()
        for number in range(first.get(chapter, 1), last + 1)
    ]
    assert expected == CLAUSES


SECOND_EDITION = """
    Game objective; Main sector tiles; Planetary systems; Nebula systems; Empty systems; Homeworld sector tiles; Ships;
    Cities; Trade stations; Setup, 1; Setup, 2; Setup, 3; Gameplay; Move one ship; Additional rules for movement;
    Colonize; Colonizing a planetary system; Colonizing a nebula system; Colonizing an empty system;
    The difference between a city and a trade station; Game end; Scoring; Tiebreakers; Variants; Damaged ships;
    Wormhole; Moving with wormholes; Separate galaxies map; Black holes; Unexplored systems; Exploring these systems;
    Exploring: planetary systems; Exploring: chromatic nebula; Exploring: asteroid field;
    Exploring: abandoned trade station; Exploring: refueling station; Exploring: Hollana Federation;
    Exploring: Tennar Union; Exploring: Nordinn Empire; Campaign mode; Winning a campaign; Open borders; Epic game mode;
    Base game epic; Epic game with wormholes; Epic game with main expansions
"""
"""The headings of the second edition under which something is ruled, in the order of the text."""


def _sentences(edition: str) -> list[tuple[str, str, str]]:
    """The rows on one edition: heading, what is said, clauses."""
    below = SENTENCES.partition(f"\n### {edition}")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", below, re.MULTILINE)
    assert rows[0] == ("heading", "what is said", "clauses")
    return rows[1:]


def test_every_printed_sentence_names_clauses_that_exist() -> None:
    rows = _sentences("Second edition") + _sentences("First edition")
    assert len(rows) > 100
    for heading, said, clauses in rows:
        named = clauses.split(", ")
        assert set(named) <= set(CLAUSES), (heading, said)
        assert named == sorted(set(named), key=CLAUSES.index), (heading, said)


def test_no_printed_sentence_is_there_twice() -> None:
    for edition in ("Second edition", "First edition"):
        rows = [(heading, said) for heading, said, _ in _sentences(edition)]
        assert len(rows) == len(set(rows))


def test_every_heading_that_rules_something_is_there() -> None:
    headings = [" ".join(heading.split()) for heading in SECOND_EDITION.split(";")]
    assert list(dict.fromkeys(heading for heading, _, _ in _sentences("Second edition"))) == headings


def test_every_clause_has_a_printed_sentence_or_is_our_own() -> None:
    printed = {
        clause
        for edition in ("Second edition", "First edition")
        for _, _, clauses in _sentences(edition)
        for clause in clauses.split(", ")
    }
    own = re.findall(r"\bE\d+\.\d+\b", SENTENCES.partition("\n### No printed sentence\n")[2])
    assert printed.isdisjoint(own)
    assert printed.union(own) == set(CLAUSES)


RULINGS = {
    "E4.3": "Damaged ships may jump",
    "E7.1": "nebula markers",
    "E9.5": "neither come back nor cross",
    "E9.8": "Where nobody holds a neighbour",
    "E9.9": "wherever on the map",
    "E10.1": "is no reserve for E7.4 and E2.3",
}
"""Words of rulings, by the clause that they stand in."""


@pytest.mark.parametrize("number", RULINGS)
def test_a_ruling_says_that_it_is_one(number: str) -> None:
    """The sentence that holds the words comes after the mark, in the same paragraph."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in _clause(number).split("\n\n")]
    (paragraph,) = [paragraph for paragraph in paragraphs if RULINGS[number] in paragraph]
    assert "**(ruling)**" in paragraph.partition(RULINGS[number])[0]


def test_rulings_on_homeworlds_and_freed_systems() -> None:
    assert re.search(r"\*\*\(ruling\)\*\*\s+homeworlds too, since", _clause("E10.1"))
    assert re.search(r"\*\*\(ruling\)\*\* A system of another player[^*]* score again", _clause("E9.9"))


def test_every_clause_that_is_cited_exists() -> None:
    for path in PACKAGE.rglob("*.p[yx]*"):
        if path.suffix in (".py", ".pyi", ".pyx", ".pxd"):
            cited = set(re.findall(r"\bE\d+\.\d+\b", path.read_text(encoding="utf-8")))
            assert cited - set(CLAUSES) == set(), path


def test_every_reason_cites_a_clause() -> None:
    assert {reason.clause for reason in Reason if reason is not Reason.OK} <= set(CLAUSES)
    assert Reason.OK.clause == ""


def test_the_bags() -> None:
    for edition, bag in BAGS.items():
        assert f"| {edition} | {' | '.join(map(str, bag))} | {bag.total} |" in RULES
    assert f"| edition | {' | '.join(sse.small_star_empires.Bag._fields)} | in all |" in RULES


def test_the_signs_of_tiles() -> None:
    for tile in Tile:
        assert re.search(rf"^\| `{tile.symbol}` \| [^|]*{tile.value[:5]}", RULES, re.MULTILINE | re.IGNORECASE), tile


def test_the_kinds_of_systems() -> None:
    signs = [sign for row in re.findall(r"^\| (`.*?) \|", _clause("E1.2"), re.MULTILINE) for sign in row.split()]
    assert sorted(signs) == sorted(f"`{system.value}`" for system in System)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_pieces_of_a_new_game(players: int) -> None:
    state = sse.new_game(sse.base_map(players))
    reserve = state.reserve(0)
    assert f"\n| {players} | {len(state.ships(0))} | {reserve.cities} | {reserve.stations} |\n" in _clause("E1.7")


def test_how_many_systems_are_unexplored() -> None:
    counts = [
        [sse.base_map(players, holes=holes, unexplored=True).systems.count(System.UNEXPLORED) for players in (2, 3, 4)]
        for holes in (None, "balanced")
    ]
    assert counts == [[9, 10, 11], [3, 4, 5]]
    assert "9, 10, 11 for 2, 3, 4 players, or 3, 4, 5 beside six holes" in _clause("E9.1")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_pieces_of_epic_maps(players: int) -> None:
    setup = sse.maps()[f"epic-{players}p"].setup
    assert f"\n| {players} | {setup.ships} | {setup.cities} | {setup.stations} |\n" in _clause("E10.3")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_pieces_of_campaigns(players: int) -> None:
    campaign = Campaign(players, seed=1)
    cities, stations = campaign.next_game().reserve(0)
    assert f"\n| {players} | {cities} | {stations} | {campaign.points_to_win} |\n" in _clause("E10.2")
