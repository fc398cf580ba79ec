"""The plan of the package holds: tools → game.py ← games → engine → values, read from the imports of the source.

*Values* import nothing but each other. The *engine* is compiled and its files start with an underscore. A *game* is a
folder of `GAMES`. All other modules are *tools*.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sse_core

ROOT = Path(sse_core.__file__).parent
PACKAGE = "sse_core"
VALUES = frozenset(
    {
        "checks",
        "errors",
        "expressions",
        "game",
        "game_tree",
        "games",
        "random_play",
        "json_object",
        "kinds",
        "lines",
        "records",
        "seeds",
        "svg",
        "threads",
        "match",
    }
)
GAMES = frozenset(sse_core.GAMES)

PYTHON = sorted(path.relative_to(ROOT) for path in ROOT.rglob("*.py"))
CYTHON = sorted(path.relative_to(ROOT) for path in ROOT.glob("*.p[yx][xd]"))
ENGINE = frozenset({path.stem for path in CYTHON} | {"_batch_v3", "_loops_v3"})


def layer_of(part: str) -> str:
    """The layer of what stands in the package under this name; the package's own names are ``root``."""
    for layer, members in {"values": VALUES, "engine": ENGINE, "game": GAMES, "root": {""}}.items():
        if part in members:
            return layer
    return "tool"


def top(path: Path) -> str:
    """The first part of a module's name within the package; empty for the package itself."""
    name = path.parts[0].removesuffix(path.suffix) if len(path.parts) == 1 else path.parts[0]
    return "" if name == "__init__" else name


def imports(path: Path) -> Iterator[str]:
    """Every absolute name that a module of the package imports, those for type checkers and in functions included."""
    here = [PACKAGE, *path.with_suffix("").parts]
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = (
                ".".join([*here[: len(here) - node.level], *filter(None, [node.module])]) if node.level else node.module
            )
            yield from (f"{module}.{alias.name}" for alias in node.names)


def cython_imports(path: Path) -> Iterator[str]:
    """What a compiled module needs to be loaded, but not what its methods import when they are called."""
    for line in (ROOT / path).read_text(encoding="utf-8").splitlines():
        if match := re.match(r"from (\S+) c?import |c?import (\S+)", line):
            yield match[1] or match[2]


def parts_imported(path: Path) -> set[str]:
    """The first parts of what a module imports of this package; empty for the package's own names."""
    parts = set()
    for name in cython_imports(path) if path in CYTHON else imports(path):
        package, _, rest = name.partition(".")
        if package == PACKAGE:
            part = rest.partition(".")[0]
            exists = (ROOT / part).is_dir() or (ROOT / f"{part}.py").exists() or part in ENGINE
            parts.add(part if exists else "")
    return parts


def test_the_source_is_found() -> None:
    assert {Path("game.py"), Path("small_star_empires/reference.py"), Path("__init__.py")} <= set(PYTHON)
    assert Path("_fast.pyx") in CYTHON
    assert parts_imported(Path("_fast.pyx")) == ENGINE - {
        "_batch",
        "_batch_v3",
        "_fast",
        "_loops",
        "_loops_v3",
        "_playing",
        "_random",
    } | {
        "checks",
        "errors",
        "game",
        "game_tree",
        "games",
        "random_play",
    }
    assert {"errors", "_fast", "small_star_empires"} <= parts_imported(Path("small_star_empires/notation.py"))


@pytest.mark.parametrize("path", [*PYTHON, *CYTHON], ids=str)
def test_imports_go_one_way(path: Path) -> None:
    part, imported = top(path), parts_imported(path)
    layers = {layer_of(other) for other in imported}
    match layer_of(part):
        case "values":
            assert layers <= {"values"}
        case "engine":
            assert layers <= {"values", "engine"}
        case "game":
            assert layers <= {"values", "engine", "game"}
            assert imported & GAMES <= {part}, "one game knows nothing of another"
        case "root":
            assert layers <= {"values", "game"}
        case _:
            assert layers <= {"values", "root", "tool", "game"}
            known = {*path.parts[1:-1], path.stem}
            assert imported & GAMES <= known, "a tool knows a game only in a file or folder of that game's name"


def test_what_all_games_share_knows_none() -> None:
    for name in ("game.py", "errors.py", "seeds.py"):
        assert parts_imported(Path(name)) <= VALUES
    words = r"\b(hex|hexes|cell|cells|board|boards|ship|ships|planet|planets|wormhole|homeworld)\b"
    assert not re.search(words, (ROOT / "game.py").read_text(encoding="utf-8"), re.IGNORECASE)


@pytest.mark.parametrize("path", PYTHON, ids=str)
def test_python_draws_from_seeds_alone(path: Path) -> None:
    for name in imports(path):
        module, _, what = name.rpartition(".")
        assert name != "random"
        # Who needs a fresh seed takes it from the system; all else comes from SplitMix64.
        assert module != "random" or what == "SystemRandom"
        assert not name.startswith("numpy.random")
    attributes = {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert not attributes & {"np.random", "numpy.random", "os.urandom"}


def test_the_core_draws_from_seeds_alone() -> None:
    for path in CYTHON:
        assert not re.search(r"\brand(om|int)?\s*\(|\bsrand\b|import random", (ROOT / path).read_text(encoding="utf-8"))


def test_importing_the_package_loads_the_standard_library_and_itself() -> None:
    script = "import sys; before = set(sys.modules); import sse_core; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    # Every module that Cython compiles brings two empty ones along.
    tops = {name.partition(".")[0] for name in loaded if not re.match(r"_?cython_", name)}
    assert tops - sys.stdlib_module_names == {PACKAGE}
    ours = {top(Path(*name.split(".")[1:])) for name in loaded if name.startswith(f"{PACKAGE}.")}
    assert {layer_of(part) for part in ours} <= {"values", "engine", "game"}
