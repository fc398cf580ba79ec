"""Rings: each folder of the package says its own, a page shows them, and each test is of that of what it tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.profiles import FOR_CI
from tests.rings import CORE, LABORATORY, PACKAGE, RINGS, ROOT, folders_of, may_test, ring_of, rings_in, said_ring

import sse_core as sse

TOOLS: Final = RINGS[1]
HERE: Final = Path(__file__).parent
PAGE: Final = ROOT / "docs" / "architecture.md"

in_checkout: Final = pytest.mark.skipif(not PAGE.exists(), reason="pages and benches are of the checkout alone")


# --- sources


def test_each_folder_of_the_package_says_its_ring() -> None:
    said = {path.parent.name: said_ring(path) for path in PACKAGE.glob("*/__init__.py")}
    assert len(said) > 12
    assert {folder for folder, ring in said.items() if not ring} == set()
    assert {*said.values()} == {*RINGS}
    assert said_ring(PACKAGE / "__init__.py") == CORE


@in_checkout
def test_the_page_of_the_architecture_shows_the_rings() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("| ring |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]
    assert [row[0] for row in rows] == [*RINGS]
    for ring, _, folders in rows:
        shown = {name.rstrip("/") for name in re.findall(r"`(\w+/)`", folders)}
        assert shown == {path.parent.name for path in PACKAGE.glob("*/__init__.py") if said_ring(path) == ring}, ring


def test_a_file_is_of_the_ring_of_its_folder_unless_it_says_another() -> None:
    assert ring_of(PACKAGE / "game.py") == CORE
    assert ring_of(PACKAGE / "__main__.py") == TOOLS
    assert ring_of(PACKAGE / "_core" / "bits.pxd") == CORE
    assert ring_of(PACKAGE / "_core" / "jump_wars" / "state.pyi") == TOOLS
    assert ring_of(PACKAGE / "_core" / "micro_space_empire" / "table.pyi") == LABORATORY
    assert ring_of(PACKAGE / "micro_space_empire" / "state.py") == TOOLS


@pytest.mark.parametrize(
    ("text", "ring"),
    [
        ('"""Words.\n\nRing: core.\n"""\n', CORE),
        ('# cython: language_level=3\n# More.\n"""Words.\n\nRing: laboratory.\n\nFurther words.\n"""\n', LABORATORY),
        ('"""Words."""\n\nRING = """\nRing: core.\n"""\n', ""),
        ('"""Words.\n\nRing: house.\n"""\n', ""),
        ('"""Words about a line such as ``Ring: core.``, which is none."""\n', ""),
        ("# A header.\n", ""),
    ],
)
def test_a_docstring_says_a_ring_in_a_line_of_its_own(text: str, ring: str, tmp_path: Path) -> None:
    path = tmp_path / "source.py"
    path.write_text(text, encoding="utf-8")
    assert said_ring(path) == ring


# --- tests


@pytest.mark.parametrize(
    ("source", "ring"),
    [
        ("from sse_core import State\ndef test(): State", CORE),
        ("from sse_core import arena, State\ndef test(): State", CORE),
        ("from sse_core import arena, State\ndef test(): arena.Row", TOOLS),
        ("def test():\n    from sse_core.web.rooms import Rooms", TOOLS),
        ("import sse_core as sse\ndef test(): sse.jump_wars.State", TOOLS),
        ("import sse_core as sse\ndef test(): sse.GAMES['jump_wars']", TOOLS),
        ("import sse_core as sse\nOPTIONS = {'jump_wars': 1}\ndef test(): OPTIONS", CORE),
        ("from sse_core import arena\nROW = arena.Row\ndef row(): return ROW\ndef test(): row()", TOOLS),
        ("if True:\n    from sse_core import arena\ndef test(): arena.Row", TOOLS),
        ("import sys\ndef test(): [sys.executable, '-m', 'sse_core']", TOOLS),
        ("def test(monkeypatch): monkeypatch.setattr('sse_core.learning.rounds.learn', None)", LABORATORY),
        pytest.param("from bench.ladder import main\ndef test(): main", LABORATORY, marks=in_checkout),
        ("from tools import tree\ndef test(): tree.lines", TOOLS),
        ("import pytest\nfrom sse_core import arena\n@pytest.fixture\ndef row(): arena.Row\ndef test(row): ...", TOOLS),
        ("from tests import heaps\ndef test(): heaps.start", CORE),
        ("from sse_core import learning, State\nclass Test:\n    def test(self): learning.learn", LABORATORY),
    ],
)
def test_a_test_is_of_the_outermost_ring_that_its_source_names(source: str, ring: str, tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(source, encoding="utf-8")
    assert [*rings_in(path).values()] == [ring]
    assert [each for each in RINGS if may_test(path, each)] == [*RINGS[RINGS.index(ring) :]]


def test_tests_in_the_folder_of_a_room_are_of_its_ring(tmp_path: Path) -> None:
    (tmp_path / "arena").mkdir()
    path = tmp_path / "arena" / "test_it.py"
    path.write_text("def test(): ...", encoding="utf-8")
    assert rings_in(path) == {"test": TOOLS}


def test_a_fixture_of_a_folder_counts() -> None:
    assert TOOLS in (fixture := rings_in(HERE / "test_cli.py")).values()
    assert fixture["test_same_seed_same_page"] == TOOLS


@pytest.mark.parametrize(
    ("value", "folders"),
    [
        ("jump_wars", {"jump_wars"}),
        ("names-jump_wars-1", {"jump_wars"}),
        ("eots-game-json", {"empire_of_the_stars"}),
        (sse.GAMES, set()),
        (Path("docs/archive.md"), {"archive"}),
        ("a row of words", set()),
        (7, set()),
    ],
    ids=str,
)
def test_a_parameter_names_the_folder_that_it_is_for(value: object, folders: set[str]) -> None:
    assert {*folders_of(value)} == folders


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_game_and_its_values_are_for_its_folder(name: str) -> None:
    game = sse.GAMES[name]
    assert {*folders_of(game)} == {name}
    assert {*folders_of(game.new_game(seed=1))} == ({name} if name != "small_star_empires" else set())


COLLECTING: Final = """
import sys
import pytest

options, rings, files = (words.split(",") for words in sys.argv[1:])
for ring in rings:
    print("=", ring, "=", int(pytest.main([*options, "--ring", ring, *files])), flush=True)
"""
"""The collection of the tests of each ring, one after the other in a process, and the status of each after it."""


def test_the_tests_of_a_ring_are_run_alone() -> None:
    files = [str(HERE / name) for name in ("test_bots.py", "test_conformance.py", "jump_wars/test_perft.py")]
    words = ["--collect-only,-q,-n0,-p,no:cacheprovider", ",".join(RINGS), ",".join(files)]
    done = subprocess.run([sys.executable, "-c", COLLECTING, *words], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    *parts, end = re.split(r"^= .* = (\d)$", done.stdout, flags=re.MULTILINE)
    assert (parts[1::2], end.strip()) == (["0", "0", "5"], ""), done.stdout + done.stderr
    core, tools, _ = ({line for line in part.splitlines() if "::" in line} for part in parts[::2])
    assert core
    assert not core & tools
    assert {line.partition("::")[0].rpartition("/")[2] for line in core} == {"test_bots.py", "test_conformance.py"}
    games = {game: f"test_every_game_passes[names-{game}-" for game in sse.GAMES}
    assert {game for game, begin in games.items() if any(begin in line for line in core)} == {"small_star_empires"}
    assert {game for game, begin in games.items() if any(begin in line for line in tools)} == {
        *sse.GAMES.keys() - {"small_star_empires"}
    }


@in_checkout
def test_the_laboratory_is_left_to_ci() -> None:
    """A newcomer's run has none of its tests."""
    found = {path.relative_to(HERE).as_posix(): rings_in(path) for path in HERE.rglob("test_*.py")}
    left = {name for name, tests in found.items() if LABORATORY in tests.values()}
    assert len(left) > 5
    # The examples of all docstrings are run together, those of the laboratory among them.
    assert left - {*FOR_CI} == {"test_readme.py"}
