"""The layers of the package, read from the imports of its source: tools → root → games → engine → values.

- *Values* import nothing but each other: every module that stands beside this package's `__init__`, unless named here.
- The *engine* is compiled; the names of its files start with an underscore, and a stub belongs to its module. The
  engine is loaded without any game. The `State` of `_fast` is that of Small Star Empires, the one of `_fast_micro` that
  of Micro Space Empire. So the stubs and the methods that import when they are called may name this game, and no other.
- A *game* is a folder of `GAMES`. It knows no other game, and loads nothing that it keeps for a tool.
- The *root* is what ``import sse_core`` offers: values and games, and tools that it imports when they are called.
- All other modules are *tools*. They know a game only in a file or a folder of its name; `OFFERS` has the exception.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import sse_core

PACKAGE: Final = "sse_core"
ROOT: Final = Path(sse_core.__file__).parent
GAMES: Final = frozenset(sse_core.GAMES)
HARMLESS_RANDOM: Final = frozenset({"Random", "SystemRandom"})
FACE: Final = frozenset({"__init__", "any_game"})
"""The modules of the root."""

TOOLS: Final = frozenset({"__main__"})
"""Tools that are no folder."""

OWN: Final = {"_fast": "small_star_empires", "_fast_micro": "micro_space_empire"}
"""The game that a compiled class belongs to."""

KEPT_FOR: Final = {"command": "cli", "strategies": "testing"}
"""What a game's folder keeps for a tool: the one part of a game that may import this tool, and that no other loads."""

OFFERS: Final = {"testing/__init__.py": ("small_star_empires", "strategies")}
"""The part of a game that a tool offers under its own name, as the root offers the whole game."""

LOOKS_UP: Final = frozenset({"games.py", "cli/command.py", "testing/registration.py"})
"""Modules that import what a name says: a game, or what its folder keeps for a tool."""

SOURCES: Final = sorted(
    path.relative_to(ROOT) for pattern in ("*.py", "*.pyx", "*.pxd", "*.pyi") for path in ROOT.rglob(pattern)
)
PYTHON: Final = [path for path in SOURCES if path.suffix == ".py"]
CYTHON: Final = [path for path in SOURCES if path.suffix in {".pyx", ".pxd"}]
ENGINE: Final = frozenset(path.stem for path in SOURCES if path.suffix != ".py")
VALUES: Final = frozenset(path.stem for path in PYTHON if len(path.parts) == 1) - FACE - TOOLS

MAY_IMPORT: Final = {
    "values": {"values"},
    "engine": {"values", "engine"},
    "game": {"values", "engine", "game"},
    "root": {"values", "root", "game"},
    "tool": {"values", "root", "tool", "game"},
}
"""The layers that a layer may import at load time."""


class Import(NamedTuple):
    """An import of a name of this package."""

    parts: tuple[str, ...]
    """The name within the package, such as ``("small_star_empires", "board", "Board")``."""

    cold: bool
    """Whether the import is inside a function, so that it runs at its call."""

    @property
    def module(self) -> str:
        """The first part: a module or a folder; ``__init__`` for the package's own names."""
        exists = self.parts and ((ROOT / self.parts[0]).is_dir() or self.parts[0] in ENGINE | VALUES | FACE | TOOLS)
        return self.parts[0] if exists else "__init__"


def module_of(path: Path) -> str:
    """The first part of a source's name within the package."""
    return path.parts[0].removesuffix(path.suffix)


def layer_of(module: str) -> str:
    for layer, members in {"values": VALUES, "engine": ENGINE, "game": GAMES, "root": FACE}.items():
        if module in members:
            return layer
    return "tool"


def imports(path: Path, source: str) -> Iterator[tuple[str, bool]]:
    """Every absolute name that a source imports, those for type checkers included, and whether a function does."""
    if path.suffix in {".pyx", ".pxd"}:
        yield from cython_imports(source)
        return
    here = [PACKAGE, *path.with_suffix("").parts]
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    cold = {id(inner) for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in cold) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            yield from ((f"{module}.{alias.name}", id(node) in cold) for alias in node.names)


def cython_imports(source: str) -> Iterator[tuple[str, bool]]:
    functions: list[int] = []  # How far those are indented that a line stands in.
    for line in source.splitlines():
        indent = len(line) - len(line.lstrip())
        if not line.strip() or line.lstrip().startswith(")"):  # The end of a long signature is no end of its function.
            continue
        while functions and indent <= functions[-1]:
            functions.pop()
        if re.match(r" *(?:def|cpdef|cdef) [^=(]*\(", line):
            functions.append(indent)
        elif match := re.match(r" *from (\S+) c?import (.*)", line):
            for name in match[2].strip("()").split(",") or [""]:
                yield f"{match[1]}.{name.strip().partition(' ')[0]}".rstrip("."), bool(functions)
        elif match := re.match(r" *c?import (\S+)", line):
            yield match[1], bool(functions)


def own_imports(path: Path, source: str) -> set[Import]:
    """The imports of names of this package in a source."""
    found = {(tuple(name.split(".")), cold) for name, cold in imports(path, source)}
    return {Import(parts[1:], cold) for parts, cold in found if parts[0] == PACKAGE}


def why_forbidden(path: Path, imported: Import) -> str:
    """The reason why a source may not import a name of this package; empty if it may."""
    module, layer, other = module_of(path), layer_of(module_of(path)), layer_of(imported.module)
    inner = path.with_suffix("").parts[1:2]
    if other not in MAY_IMPORT[layer]:
        cold = imported.cold or path.suffix == ".pyi"
        allowed = (
            (layer == "engine" and cold and imported.module == OWN.get(module))
            or (layer == "root" and cold and other == "tool")
            or (layer == "game" and any(imported.module == KEPT_FOR.get(part) for part in inner))
        )
        return "" if allowed else f"{layer} imports {other}"
    if layer == "game" and other == "game" and imported.module != module:
        return "a game knows no other"
    if layer == "game" and imported.module == module and imported.parts[1:2] != inner:
        return "what a game keeps for a tool is loaded by the tool" if imported.parts[1] in KEPT_FOR else ""
    offered = imported.parts[:2] == OFFERS.get(path.as_posix())
    if layer == "tool" and other == "game" and not offered and imported.module not in {*path.parts[1:-1], path.stem}:
        return "a tool knows a game only in a file or a folder of its name"
    return ""


def faults(path: Path, source: str) -> dict[str, str]:
    """The forbidden imports of a source, with the reasons."""
    found = {
        ".".join(imported.parts): why
        for imported in own_imports(path, source)
        if (why := why_forbidden(path, imported))
    }
    by_name = {"importlib.import_module", "importlib", "builtins.__import__"}
    looked_up = by_name & {name for name, _ in imports(path, source)} | set(re.findall(r"\b__import__\b", source))
    if looked_up and path.as_posix() not in LOOKS_UP:
        found |= dict.fromkeys(looked_up, "only a few modules import by name")
    return found


def read(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_source_is_found() -> None:
    assert {Path("game.py"), Path("small_star_empires/reference.py"), Path("__init__.py")} <= set(PYTHON)
    assert {Path("_fast.pyi"), Path("_fast.pyx"), Path("_fast.pxd"), Path("_loops_v3.pyi")} <= set(SOURCES)
    assert {"errors", "game", "records"} <= VALUES
    core = own_imports(Path("_fast.pyx"), read(Path("_fast.pyx")))
    later = {"_batch", "_batch_v3", "_fast", "_loops", "_loops_v3", "_perft", "_perft_v3", "_playing", "_random"}
    later |= {"_fast_micro", "_micro", "_transpositions"}
    assert {found.module for found in core if not found.cold} >= ENGINE - later | {"checks", "errors", "game"}
    assert {found.parts for found in core if found.cold} >= {
        ("small_star_empires", "refusal_text", "refusal"),
        ("small_star_empires", "state_text", "parse_state"),
    }
    notation = own_imports(Path("small_star_empires/notation.py"), read(Path("small_star_empires/notation.py")))
    assert {"errors", "_fast", "small_star_empires"} <= {found.module for found in notation}


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_imports_go_one_way(path: Path) -> None:
    assert faults(path, read(path)) == {}


FORBIDDEN: Final = {
    "values": [
        ("errors.py", "from .small_star_empires.reasons import Reason"),
        ("game.py", "from ._fast import State"),
        ("checks.py", "from . import small_star_empires"),
        ("seeds.py", "import sse_core"),
        ("records.py", "def read(text):\n    from .small_star_empires import parse_state"),
        ("lines.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .bots import Bot"),
        ("kinds.py", "from importlib import import_module"),
    ],
    "engine": [
        ("_fast.pyx", "from sse_core.small_star_empires.tiles import Bag"),
        ("_fast.pyx", "from sse_core import small_star_empires"),
        ("_fast.pyx", "if True:\n    from sse_core.small_star_empires.tiles import Bag"),
        ("_fast.pyx", "cdef class State:\n    from sse_core.small_star_empires.tiles import Bag"),
        ("_fast.pyx", "def f():\n    pass\nfrom sse_core.small_star_empires.tiles import Bag"),
        ("_fast.pyx", "def f():\n    from sse_core.micro_space_empire import State"),
        ("_fast.pyx", "def f():\n    from sse_core import bots"),
        ("_fast.pyx", "def f():\n    import sse_core"),
        ("_fast.pyx", "def f():\n    return __import__('sse_core.cli')"),
        ("_fast.pyx", "from importlib import import_module"),
        ("_batch.pyx", "def f():\n    from sse_core.small_star_empires.refusal_text import explain"),
        ("_moves.pxd", "from sse_core.small_star_empires cimport State"),
        ("_fast_micro.pyx", "from sse_core.micro_space_empire.actions import ACTIONS"),
        ("_fast_micro.pyx", "def f():\n    from sse_core.small_star_empires.tiles import Bag"),
        ("_micro.pxd", "from sse_core.micro_space_empire cimport State"),
        ("_fast.pyi", "from .micro_space_empire.state import State"),
        ("_fast.pyi", "from .bots import Bot"),
        ("_loops.pyi", "from .small_star_empires.board import Board"),
    ],
    "games": [
        ("small_star_empires/board.py", "from ..micro_space_empire import State"),
        ("small_star_empires/board.py", "def f():\n    from .. import micro_space_empire"),
        ("small_star_empires/board.py", "from ..bots import BOTS"),
        ("small_star_empires/board.py", "from ..cli.pages import echo"),
        ("small_star_empires/board.py", "import sse_core"),
        ("small_star_empires/board.py", "from .. import GAMES"),
        ("small_star_empires/board.py", "from . import command"),
        ("small_star_empires/board.py", "from .strategies import states"),
        ("small_star_empires/board.py", "import importlib"),
        ("small_star_empires/command.py", "from ..testing import seeds"),
        ("micro_space_empire/strategies/__init__.py", "from ...cli import main"),
        ("micro_space_empire/state.py", "from ..small_star_empires.board import Board"),
    ],
    "root": [
        ("__init__.py", "from ._fast import State"),
        ("__init__.py", "from .bots import BOTS"),
        ("__init__.py", "from . import testing"),
        ("__init__.py", "def perft(state):\n    from ._loops import count"),
        ("__init__.py", "from importlib import import_module"),
    ],
    "tools": [
        ("bots/greedy.py", "from .._fast import State"),
        ("bots/greedy.py", "from ..small_star_empires import State"),
        ("cli/play.py", "def f():\n    from .. import micro_space_empire"),
        ("cli/small_star_empires.py", "from ..micro_space_empire import State"),
        ("testing/__init__.py", "from ..small_star_empires import State"),
        ("testing/machine.py", "from ..small_star_empires.strategies import states"),
        ("testing/machine.py", "from importlib import import_module"),
    ],
}
"""A forbidden import in a source of each layer."""


@pytest.mark.parametrize(
    ("name", "source"),
    [pytest.param(*case, id=f"{layer}: {case[0]}: {case[1]}") for layer, cases in FORBIDDEN.items() for case in cases],
)
def test_a_forbidden_import_is_found(name: str, source: str) -> None:
    assert faults(Path(name), source)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("records.py", "from .errors import SetupError"),
        ("_fast.pyx", "from sse_core.errors import SetupError"),
        (
            "_fast.pyx",
            "cdef class State:\n    def f(\n        self\n    ):\n        from sse_core import small_star_empires",
        ),
        ("_fast.pyi", "from .small_star_empires.board import Board"),
        ("_loops.pyi", "from ._fast import State"),
        ("small_star_empires/board.py", "from . import layout"),
        ("small_star_empires/command.py", "from ..cli.command import GameCommand"),
        ("small_star_empires/strategies/placing.py", "from ...testing.draws import seeds\nfrom .layouts import hexes"),
        ("__init__.py", "from .small_star_empires import State"),
        ("__init__.py", "def analyse(state):\n    from .bots import BOTS"),
        ("games.py", "from importlib import import_module"),
        ("bots/greedy.py", "from ..game import State"),
        ("testing/small_star_empires/events.py", "from ...small_star_empires import State"),
        ("testing/__init__.py", "from ..small_star_empires.strategies import states"),
        ("cli/rules.py", "from importlib.resources import files"),
    ],
)
def test_an_allowed_import_is_none(name: str, source: str) -> None:
    assert faults(Path(name), source) == {}


WORDS: Final = re.compile(
    r"\b(hex(?!\()|hexes|cells?|boards?|ships?(?! with)|planets?|wormholes?|homeworlds?|cit(?:y|ies)|stations?)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", sorted(VALUES - {"kinds"}))
def test_what_all_games_share_has_no_words_of_one(name: str) -> None:
    """But for `kinds`, which tells a drawn map by the keys of its header."""
    assert set(WORDS.findall(read(Path(f"{name}.py")))) == set()


@pytest.mark.parametrize("path", PYTHON, ids=str)
def test_nobody_draws_from_the_global_generator(path: Path) -> None:
    for name, _ in imports(path, read(path)):
        module, _, what = name.rpartition(".")
        assert name != "random"
        assert module != "random" or what in HARMLESS_RANDOM
        assert not name.startswith("numpy.random")
    attributes = {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(read(path)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert not attributes & {"np.random", "numpy.random", "os.urandom"}


def test_the_core_draws_from_no_foreign_generator() -> None:
    for path in CYTHON:
        assert not re.search(r"\brand(om|int)?\s*\(|\bsrand\b|import random", read(path))


def test_importing_the_package_loads_the_standard_library_and_itself() -> None:
    script = "import sys; before = set(sys.modules); import sse_core; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    # Every module that Cython compiles brings two empty ones along.
    tops = {name.partition(".")[0] for name in loaded if not re.match(r"_?cython_", name)}
    assert tops - sys.stdlib_module_names == {PACKAGE}
    ours = [name.split(".")[1:] for name in loaded if name.startswith(f"{PACKAGE}.")]
    assert {layer_of(parts[0]) for parts in ours} <= {"values", "engine", "game", "root"}
    assert not [parts for parts in ours if parts[0] in GAMES and set(parts[1:]) & set(KEPT_FOR)]
