"""An install for one machine's play, which has no compiled code of tables."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.overlay import PACKAGE, run_in

from sse_core import micro_space_empire as micro
from sse_core.micro_space_empire.strength.tablebase_built import are_tables_built


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, as it is without the compiled tables."""
    folder = tmp_path_factory.mktemp("without_tables")
    ignored = shutil.ignore_patterns("table.*.so", "table.*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, folder / "src" / "sse_core", ignore=ignored, copy_function=os.symlink)
    return folder


BEGINNING = """
from sse_core import micro_space_empire as micro
from sse_core.errors import SseError
from sse_core.play.turns import turns_of
from sse_core.play.search.monte_carlo import search_of
from sse_core.seeds import SplitMix64

state = micro.new_game()
game = [state, *(after for _, _, after in turns_of(state, [micro.BOTS["planner"].choose], 3))]
late = next(each for each in game if each.turn == 10)
last = next(each for each in game if each.turn == 12)
"""


def test_whether_they_are_built_is_known() -> None:
    folder = PACKAGE / "_core" / "micro_space_empire"
    assert are_tables_built() == any(path.suffix in (".so", ".pyd") for path in folder.glob("table.*"))
    assert {"endgame", "perfect"} <= set(micro.BOTS)


def test_bots_that_need_tables_refuse_the_first_decision(folder: Path) -> None:
    said = run_in(
        folder,
        "-c",
        BEGINNING
        + """
for name in ("endgame", "perfect"):
    try:
        micro.BOTS[name].choose(state, 0, SplitMix64(0))
    except SseError as error:
        print(error)
""",
    )
    message = (
        "the tables of Micro Space Empire are not built here: `SSE_VARIANTS=all pip install -e .` in the checkout "
    )
    assert said == f"{message}of sse_core builds them\n" * 2


def test_an_analysis_says_where_it_would_be_exact(folder: Path) -> None:
    said = run_in(
        folder,
        "-c",
        BEGINNING
        + """
for place in (late, last):
    search = search_of(place, seed=1)
    search.run(visits=2)
    found = search.analysis()
    print(found.exact, "where the tables are built" in found.how)
""",
    )
    assert said.split() == ["False", "True", "True", "False"]


LISTED = """
from sse_core import GAMES
from sse_core.bots.naming import bots_of
from sse_core.web.plan import takes_budget

print({name: {key: takes_budget(bot) for key, bot in bots_of(game).items()} for name, game in GAMES.items()})
"""


def test_the_page_lists_the_same_bots(folder: Path) -> None:
    assert run_in(folder, "-c", LISTED) == run_in(PACKAGE.parents[1], "-c", LISTED)
