"""RULES.md says what the code says: the options, the clauses that are cited, the bags and the counts of pieces."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from tests.small_star_empires.rules_table import options_table, written_table

import sse_core as sse

PACKAGE = Path(str(files("sse_core")))
RULES = (PACKAGE / "small_star_empires" / "RULES.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"^\*\*(E\d+\.\d+)\*\*", RULES, re.MULTILINE)
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


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")) + sorted(PACKAGE.glob("*.p[yx]*")), ids=lambda p: p.name)
def test_every_clause_that_is_cited_exists(path: Path) -> None:
    cited = set(re.findall(r"\bE\d+\.\d+\b", path.read_text(encoding="utf-8")))
    assert cited - set(CLAUSES) == set()


def test_every_reason_cites_a_clause() -> None:
    assert {reason.clause for reason in sse.Reason if reason is not sse.Reason.OK} <= set(CLAUSES)
    assert sse.Reason.OK.clause == ""


def test_the_bags() -> None:
    for edition, bag in sse.BAGS.items():
        assert f"| {edition} | {' | '.join(map(str, bag))} | {bag.total} |" in RULES
    assert f"| edition | {' | '.join(sse.Bag._fields)} | in all |" in RULES


def test_the_signs_of_tiles() -> None:
    for tile in sse.Tile:
        assert re.search(rf"^\| `{tile.symbol}` \| [^|]*{tile.value[:5]}", RULES, re.MULTILINE | re.IGNORECASE), tile


def test_the_kinds_of_systems() -> None:
    signs = [sign for row in re.findall(r"^\| (`.*?) \|", _clause("E1.2"), re.MULTILINE) for sign in row.split()]
    assert sorted(signs) == sorted(f"`{system.value}`" for system in sse.System)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_pieces_of_a_new_game(players: int) -> None:
    state = sse.new_game(sse.base_map(players))
    reserve = state.reserve(0)
    assert f"\n| {players} | {len(state.ships(0))} | {reserve.cities} | {reserve.stations} |\n" in _clause("E1.7")


def test_how_many_systems_are_unexplored() -> None:
    counts = [
        [
            sse.base_map(players, holes=holes, unexplored=True).systems.count(sse.System.UNEXPLORED)
            for players in (2, 3, 4)
        ]
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
    campaign = sse.Campaign(players, seed=1)
    cities, stations = campaign.next_game().reserve(0)
    assert f"\n| {players} | {cities} | {stations} | {campaign.points_to_win} |\n" in _clause("E10.2")
