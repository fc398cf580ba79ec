"""``docs/maps.md`` agrees with the code: all symbols, keys and lines of positions, and no others."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

import sse_core as sse
from sse_core.small_star_empires import BAGS, Bag, System, Tile, parse_state
from sse_core.small_star_empires.maps.map import _KEYS, CONQUERED

_PAGE: Final = Path(__file__).parents[2] / "docs" / "maps.md"
if not _PAGE.exists():
    pytest.skip("the page is part of the checkout, not of the package", allow_module_level=True)
PAGE: Final = _PAGE.read_text(encoding="utf-8")


def table(heading: str) -> list[dict[str, str]]:
    """Return the table whose first column is headed so and follows a heading, a row by column each."""
    lines = PAGE.partition(heading)[2].partition("\n|")[2].split("\n\n")[0].splitlines()
    columns, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(columns, row, strict=True)) for row in rows]


DRAWING: Final = table("## The drawing")
HEADER: Final = table("## The header")
POSITION: Final = table("`sse.format_state` writes these lines")
TILES: Final = table("In the drawing a revealed tile")
FENCED: Final = re.findall(r"^```(.*?)\n(.*?)\n```$", PAGE, re.DOTALL | re.MULTILINE)
MAP, TEXT = (text for language, text in FENCED if not language)
KEYS: Final = {row["key"].strip("`"): row for row in HEADER}


def symbols(rows: list[dict[str, str]]) -> list[str]:
    return [symbol for row in rows for symbol in re.findall(r"`(.)`", row["symbol"])]


def test_every_symbol_is_there() -> None:
    assert sorted(symbols(DRAWING)) == sorted(system.value for system in System)
    kinds = {row["kind"].strip("`"): row["symbol"].strip("`") for row in TILES}
    assert kinds == {**{tile.value: tile.symbol for tile in Tile}, "a conquest marker": CONQUERED}


def test_every_key_of_a_header_is_there() -> None:
    assert tuple(KEYS) == _KEYS
    with pytest.raises(sse.SetupError, match=f"the header knows {', '.join(KEYS)}$"):
        sse.parse_map("no key: 3\n\nA 1 B")


@pytest.mark.parametrize("key", KEYS)
def test_an_example_of_a_key_parses_and_is_written_so(key: str) -> None:
    example = KEYS[key]["example"].strip("`")
    assert example.startswith(f"{key}: ")
    board = sse.parse_map(f"{example}\n\nA ? B")
    assert example in sse.format_map(board).splitlines()
    assert board != sse.parse_map("A ? B")


@pytest.mark.parametrize("key", [key for key, row in KEYS.items() if re.search(r"\d+ to \d+$", row["value"])])
def test_the_bounds_of_a_number(key: str) -> None:
    least, most = (int(number) for number in re.findall(r"\d+", KEYS[key]["value"]))
    for number in (least, most):
        assert f"{key}: {number}" in sse.format_map(sse.parse_map(f"{key}: {number}\n\nA 1 B"))
    with pytest.raises(sse.SetupError, match=f"not in {least} to {most}"):
        sse.parse_map(f"{key}: {most + 1}\n\nA 1 B")


def test_what_goes_without_saying() -> None:
    said = {key: row["without it"].strip("`") for key, row in KEYS.items()}
    plain = {players: sse.parse_map("A 1 B 1 C 1 D"[: 4 * players - 3]) for players in (2, 3, 4)}
    starts = {players: sse.new_game(board) for players, board in plain.items()}
    for players, start in starts.items():
        assert str(start.reserve(players - 1).cities) == said["cities"]
        assert str(start.reserve(players - 1).stations) == said["stations"]
    ships = ", ".join(str(len(start.ships(0))) for start in starts.values())
    assert said["ships"] == f"{ships} for 2, 3, 4 players"
    for key in ("origin", "rules"):
        assert sse.parse_map(f"{key}: {said[key]}\n\nA 1 B") is plain[2]
    assert said["bag"] == "the edition's"
    for edition, bag in BAGS.items():
        assert sse.new_game(sse.parse_map(f"rules: edition={edition}\n\nA ? B")).bag == bag


def test_the_map_parses() -> None:
    board = sse.parse_map(MAP)
    assert (board.setup.ships, board.setup.bag) == (3, Bag(three=2, two=1, nordinn=1))


def test_the_position_shows_every_line_in_order() -> None:
    state = parse_state(TEXT)
    assert sse.format_state(state) == TEXT
    lines = TEXT.partition("\norigin: ")[0].splitlines()
    names = [re.sub(r"^[A-D] ", "X ", line.partition(":")[0]) for line in lines]
    assert list(dict.fromkeys(names)) == [row["line"].strip("`") for row in POSITION]


def test_there_is_no_other_line_in_any_position() -> None:
    """The lines that not every position has are those that the page marks so."""
    least = sse.format_state(sse.new_game(sse.parse_map("A 1 B"))).partition("\norigin: ")[0].splitlines()
    names = {re.sub(r"^[A-D] ", "X ", line.partition(":")[0]) for line in least}
    assert names == {row["line"].strip("`") for row in POSITION if not row["value"].startswith("if ")}


@pytest.mark.parametrize("row", [*DRAWING, *HEADER, *POSITION, *TILES], ids=lambda row: next(iter(row.values())))
def test_clauses_are_there(row: dict[str, str]) -> None:
    rules = (files("sse_core") / "small_star_empires" / "RULES.md").read_text(encoding="utf-8")
    for clause in filter(None, row["clause"].split(", ")):
        assert re.search(rf"^(\*\*{re.escape(clause)}\*\*|## {clause} )", rules, re.MULTILINE), clause
