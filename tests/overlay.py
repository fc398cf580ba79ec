"""A checkout in a temporary folder that has one more game: Heaps, added as CONTRIBUTING says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import sse_core as sse

__all__ = ["ROOT", "add_heaps", "run_in"]

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = Path(sse.__file__).parent


def add_heaps(folder: Path) -> None:
    """Lay the checkout into a folder, and add a game: its folder, its line in `GAMES`, its tests, and a page."""
    _link(PACKAGE, folder / "src" / "sse_core", leave={"games.py"})
    for name in ("bench", "tools"):
        (folder / name).symlink_to(ROOT / name)
    _link(ROOT / "docs", folder / "docs", leave={"api", "site"})
    # Pages of the package and of each game are written there.
    _link(ROOT / "docs" / "api", folder / "docs" / "api", leave={"sse_core.rst", "sse_core", "games"})
    _link(ROOT / "docs" / "site", folder / "docs" / "site", leave={f"rules_{game}.md" for game in sse.GAMES})
    _link(ROOT / "tests", folder / "tests", leave={"heaps"})

    # 1. The folder of the game.
    game = folder / "src" / "sse_core" / "heaps"
    shutil.copytree(ROOT / "tests" / "heaps", game, ignore=shutil.ignore_patterns("__pycache__"))
    for path in game.glob("*.py"):
        path.write_text(
            path.read_text("utf-8").replace("from tests import heaps", "from sse_core import heaps"), "utf-8"
        )
    # 2. Its line in `GAMES`.
    source = (PACKAGE / "games.py").read_text(encoding="utf-8")
    last = '    "empire_of_the_stars": "sse_core.empire_of_the_stars",\n'
    assert source.count(last) == 1
    added = source.replace(last, f'{last}    "heaps": "sse_core.heaps",\n')
    (folder / "src" / "sse_core" / "games.py").write_text(added, encoding="utf-8")
    # 3. Its folder of tests.
    tests = folder / "tests" / "heaps"
    _link(ROOT / "tests" / "heaps", tests)
    small = "from sse_core import heaps\n\nSMALL = {'start': lambda: [heaps.new_game(stones=3)]}\n"
    (tests / "small.py").write_text(small, encoding="utf-8")
    # Where the game has one: its page, with its picture.
    (folder / "docs" / "heaps.md").write_text("# Heaps\n\n![Heaps](heaps.svg)\n", encoding="utf-8")


def run_in(folder: Path, *args: str) -> str:
    """Run Python in the folder, where the package is the one with the game; return what it prints."""
    path = os.pathsep.join([str(folder / "src"), str(folder)])
    done = subprocess.run(
        [sys.executable, *args],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _link(source: Path, target: Path, leave: frozenset[str] | set[str] = frozenset()) -> None:
    """Make a folder whose entries are links to those of another one."""
    target.mkdir(parents=True)
    for path in source.iterdir():
        if path.name not in {*leave, "__pycache__"}:
            (target / path.name).symlink_to(path)
