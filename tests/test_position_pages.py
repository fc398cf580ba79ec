"""Pages of games describe the texts of their positions: each line that can be there, in order, and its bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest

import sse_core as sse
from sse_core import empire_of_the_stars as empire
from sse_core import jump_wars as wars
from sse_core import micro_space_empire as micro
from sse_core.empire_of_the_stars.packs.library import DEFAULT_PACK, PACKS
from sse_core.empire_of_the_stars.positions.due import STEP_NAMES
from sse_core.empire_of_the_stars.text.shapes import entries
from sse_core.forms.layout import Block, Layout, Line
from sse_core.forms.shapes import NO_VALUE
from sse_core.jump_wars.strategies import random_state
from sse_core.jump_wars.text import shapes
from sse_core.jump_wars.text.shapes import DRAFTS
from sse_core.micro_space_empire.text import shapes as micro_shapes
from sse_core.play.draws import random_walk

DOCS: Final = Path(__file__).parents[1] / "docs"
if not DOCS.exists():
    pytest.skip("the pages are part of the checkout, not of the package", allow_module_level=True)

# --- the lines of each game: the name of each, and whether it can be left out


def lines_of_layout(layout: Layout, before: str = "", *, optional: bool = False) -> Iterator[tuple[str, bool]]:
    """The lines of a layout, in order."""
    for part in layout.parts:
        if isinstance(part, Block):
            yield from lines_of_layout(part.layout, before, optional=True)
        else:
            yield f"{before}{part.word}", optional or part.left_out is not NO_VALUE


def always(*names: str) -> Iterator[tuple[str, bool]]:
    """Lines that every text has."""
    return ((name, False) for name in names)


def lines_of_micro() -> Iterator[tuple[str, bool]]:
    yield from always("mse-state 1", "box", "ply")
    yield from lines_of_layout(micro_shapes.LINES)


def lines_of_wars() -> Iterator[tuple[str, bool]]:
    of_two = shapes.shapes_of(2)
    yield from (*always("jw-state 1", "options", "ply"), ("written", True), ("map", False))
    yield from lines_of_layout(of_two.top)
    yield from lines_of_layout(of_two.middle[wars.Due.START])
    yield from lines_of_layout(of_two.players, "X ")
    yield from lines_of_layout(shapes.SIDE_LINES, "X ")
    yield from lines_of_layout(shapes.SIDE_LINES, "neutral ")
    yield from lines_of_layout(of_two.end)


def lines_of_empire() -> Iterator[tuple[str, bool]]:
    yield from always("eots-state 1", "pack", "players", "options", "ply")
    yield from ((entry.name, not entry.always) for entry in entries(PACKS.load(DEFAULT_PACK).value, 4))


# --- positions of each game, the same in every run


def positions_of_micro() -> Iterator[Any]:
    for seed in range(4):
        yield (state := micro.new_game(expansion=seed % 2 == 1))
        yield from (after for _, after in random_walk(sse.SplitMix64(seed).below, state))


def positions_of_wars() -> Iterator[Any]:
    for seed in range(80):
        below = sse.SplitMix64(seed).below
        for ply, (_, after) in enumerate(random_walk(below, random_state(below), 20)):
            if not ply % 4:
                yield after if ply % 8 else after.view(seed % after.players)


def positions_of_empire() -> Iterator[Any]:
    yield empire.new_game()
    for seed in range(12):
        start = empire.new_game(players=2 + seed % 3, seed=seed, powers=seed % 4 > 0)
        for ply, (_, after) in enumerate(random_walk(sse.SplitMix64(seed).below, start)):
            if ply % 8 == seed % 8:
                yield after.view(ply % after.players) if ply % 3 else after


LINES: Final[dict[str, Callable[[], Iterator[tuple[str, bool]]]]] = {
    "micro_space_empire": lines_of_micro,
    "jump_wars": lines_of_wars,
    "empire_of_the_stars": lines_of_empire,
}
POSITIONS: Final[dict[str, Callable[[], Iterator[Any]]]] = {
    "micro_space_empire": positions_of_micro,
    "jump_wars": positions_of_wars,
    "empire_of_the_stars": positions_of_empire,
}
each_game = pytest.mark.parametrize("game", LINES)


def lines_in(text: str) -> dict[str, str]:
    """The lines of a text by what they begin with, the first of each; ``X`` is a seat. Rows of a map are none."""
    above, map_line, below = text.partition("\nmap:\n")
    lines = [*above.split("\n"), "map:", *below.split("\n")[10:]] if map_line else text.split("\n")
    return {re.sub(r"^[A-E] ", "X ", line.partition(":")[0]): line for line in reversed(lines)}


@cache
def texts(game: str) -> tuple[str, ...]:
    return tuple(map(sse.format_state, POSITIONS[game]()))


@cache
def drawn(game: str) -> dict[str, str]:
    """The drawn texts by the lines that they have, the first with each."""
    return {name: text for text in reversed(texts(game)) for name in lines_in(text)}


# --- what the pages say


def tables(game: str, column: str) -> list[dict[str, str]]:
    """The rows of the tables in the section on texts whose first column is headed so, each by column."""
    page = (DOCS / f"{game}.md").read_text(encoding="utf-8")
    section = page.partition("\n## The text of a position\n")[2].partition("\n## ")[0]
    found: list[dict[str, str]] = []
    for table in re.findall(rf"^\| {column} \|(?:.+\n?)+", section, re.MULTILINE):
        columns, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        found += [dict(zip(columns, row, strict=True)) for row in rows]
    return found


def names(game: str, column: str) -> list[str]:
    """The names between backticks in the first column of these tables."""
    return [name for row in tables(game, column) for name in re.findall(r"`([^`]+)`", row[column])]


@each_game
def test_the_tables_have_every_line_in_order(game: str) -> None:
    told = [(row["line"].strip("`"), row["value"].startswith("if ")) for row in tables(game, "line")]
    assert told == [*LINES[game]()]


@each_game
def test_no_drawn_position_has_another_line(game: str) -> None:
    assert {*drawn(game)} <= {*names(game, "line")}


@each_game
def test_a_number_beyond_its_bounds_is_refused_with_them(game: str) -> None:
    tried = 0
    for row in tables(game, "line"):
        bounds = re.search(r"(?:\b([\d,]+)|up) to ([\d,]*\d)", row["value"])
        name = row["line"].strip("`")
        if bounds is None or name not in drawn(game):
            continue
        least, most = (int((bound or "0").replace(",", "")) for bound in bounds.groups())
        line = lines_in(drawn(game)[name])[name]
        for wrong in [most + 1, least - 1][: 1 + (least > 0)]:
            text = drawn(game)[name].replace(line, re.sub(r"\d+(?=\D*$)", str(wrong), line))
            with pytest.raises((sse.NotationError, sse.SetupError), match=rf"\b{least} to {most}\b"):
                sse.read(text)
        tried += 1
    assert tried >= 5


@each_game
def test_each_clause_is_there(game: str) -> None:
    rules = (files("sse_core") / game / "RULES.md").read_text(encoding="utf-8")
    rows = [row for column in ("line", "due", "this turn", "symbol", "step") for row in tables(game, column)]
    for clause in {clause for row in rows for clause in row["clause"].split(", ") if clause}:
        # A ruling is a row of a table.
        assert re.search(rf"^(\*\*{clause}\*\*|## {clause} |\| {clause.removeprefix('S')} \|)", rules, re.MULTILINE)


# --- the tables of words


def test_every_word_for_what_is_due_is_there() -> None:
    assert [name.split()[0] for name in names("micro_space_empire", "due")] == [*micro.Due]


def test_every_word_for_what_a_turn_has_brought_is_there() -> None:
    words = [row["this turn"].strip("`") for row in tables("micro_space_empire", "this turn")]
    (fields,) = [part.paths for part in micro_shapes.LINES.parts if isinstance(part, Line) and part.word == "this turn"]
    assert words == [*fields.split()[:-1], "a technology"]


def test_every_symbol_of_a_map_is_there() -> None:
    with pytest.raises(sse.NotationError) as caught:
        wars.parse_state(wars.format_state(wars.new_game()).replace("map:\nA", "map:\n?"))
    symbols = names("jump_wars", "symbol")
    voids = " ".join(symbols[:5])
    assert f"a space is one of {voids}, a seat from A to E, or N" in str(caught.value)
    assert symbols[5:] == [*"ABCDE", "N"]


def test_every_step_with_a_draft_is_there() -> None:
    assert names("jump_wars", "step") == [*DRAFTS, wars.Due.SPLIT]
    steps = {*names("empire_of_the_stars", "step")}
    assert steps <= {*STEP_NAMES}
    for lines in map(lines_in, texts("empire_of_the_stars")):
        assert "draft" not in lines or lines["step"].removeprefix("step: ") in steps
