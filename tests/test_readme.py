"""README's lines work as written, its picture is what the code draws, and its tree is the tree."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import sse_core as sse

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_twenty_lines_work_as_written() -> None:
    blocks = re.findall(r"```python\n(>>>.*?)```", README, re.DOTALL)
    assert len(blocks) == 5
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 15
    assert doctest.DocTestRunner().run(test).failed == 0


def test_docstring_examples_work() -> None:
    attempted = 0
    for module in pkgutil.walk_packages(sse.__path__, "sse_core."):
        if not module.name.endswith("__main__"):
            result = doctest.testmod(importlib.import_module(module.name))
            assert result.failed == 0, module.name
            attempted += result.attempted
    assert attempted >= 10


def test_a_map_as_readme_draws_it() -> None:
    block = re.search(r"```\n(  A 2 1 .*?)```", README, re.DOTALL)
    assert block is not None
    drawing = "\n".join(line[:9] for line in block[1].splitlines())
    drawn, duel = sse.parse_map(drawing), sse.maps()["duel"]
    lies = [(q, r - 2) for q, r in drawn.hexes]
    assert (lies, drawn.systems) == (list(duel.hexes), duel.systems)


def test_every_file_that_readme_names_is_there() -> None:
    tree = README.partition("## How it is built")[2].partition("## Limits")[0]
    package = Path(sse.__file__).parent
    names = set(re.findall(r"\b[a-z_]+\.(?:py|pyx|pxd|pyi|md)\b", tree)) - {"test_native.py"}
    assert len(names) > 20
    present = {path.name for path in package.rglob("*")} | {"RULES.md"}
    assert names - present == set()


def test_the_picture_is_what_the_code_draws() -> None:
    picture = ROOT / "docs" / "game.svg"
    if not picture.exists():
        pytest.skip("the picture is part of the checkout, not of the package")
    start = sse.new_game(sse.base_map(3, seed=2026, holes="balanced"))
    assert picture.read_text(encoding="utf-8") == sse.to_svg(sse.playout(start, 9))
