"""The floors of the package, read from the imports of its source: every import goes down.

`FLOORS` has the rooms, from the command to the errors. A room is a file of the root, or a folder. It imports rooms of
lower floors only. Every import counts: those for type checkers, those inside functions, and those of stubs. So there
is no circle of imports, neither of rooms nor of files.

- The *engine* is compiled: the folder ``_core``, and ``_fast``, the `State` of Small Star Empires, which stands at the
  root. It is loaded without any game. A stub alone names what its game hands to the core, to say the types of it.
- A *game* is a folder of `GAMES`. It knows no other game, and loads nothing that it keeps for a tool.
- *Tools* know no game; `OFFERS` and `OF_ONE_GAME` have the exceptions.

Rings are another order of the same sources (`tests.rings`): no import runs from an inner ring outward.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from tests import rings

import sse_core

PACKAGE: Final = "sse_core"
ROOT: Final = Path(sse_core.__file__).parent
GAMES: Final = frozenset(sse_core.GAMES)
HARMLESS_RANDOM: Final = frozenset({"Random", "SystemRandom"})

FLOORS: Final[tuple[tuple[str, ...], ...]] = (
    ("cli", "__main__", "__init__"),
    ("learning", "engines"),
    ("web", "testing", "arena", "adapters", "any_game"),
    ("archive", "bots", *sorted(GAMES)),
    ("play", "_core", "_fast"),
    ("drawing", "games"),
    ("game",),
    ("seeds",),
    ("forms",),
    ("errors", "version", "lazy"),
)
"""The rooms of each floor, from the top down."""

ONE_ROOM: Final = ({"_core", "_fast"}, {"cli", "__main__"}, {"bots"})
"""Files and folders that count as one room: they may import each other."""

TOOLS: Final = frozenset(
    {"cli", "__main__", "learning", "engines", "web", "testing", "arena", "archive", "adapters", "bots"}
)
OF_ONE_GAME: Final = {"learning": "small_star_empires"}
"""Tools that are for one game alone, and know it."""

ENGINE: Final = frozenset({"_core", "_fast"})
ENGINE_NEEDS: Final = frozenset({"games", "game", "seeds", "forms", "errors"})
"""What the engine is built on: values, and games by their names. It draws nothing and keeps no records."""

SHARED: Final = frozenset({"play", "drawing", "games", "game", "seeds", "forms", "errors", "version", "lazy"})
"""What all games share."""

OWN: Final = {"_fast": "small_star_empires"} | {f"_core/{game}": game for game in GAMES}
"""The game of a compiled module, by the beginning of its path."""

KEPT_FOR: Final = {"command": "the command", "strategies": "testing"}
"""What a game's folder keeps for a tool: the parts of a game that no other part loads."""

OFFERS: Final = {"testing/__init__.pyi": ("small_star_empires", "strategies")}
"""The part of a game that a tool offers under its own name, as the root offers the whole game."""

REFERENCES: Final = ("empire_of_the_stars/reference", "jump_wars/reference")
"""The references of games, by which tests judge their cores: no other module of the package imports them."""

MAY_REFER: Final = frozenset({"testing"})
"""Rooms that may import a reference."""

LOOKS_UP: Final = frozenset(
    f"{name}.py"
    for name in (
        *("lazy", "games", "cli/registry", "play/game_commands", "testing/registration", "_core/variants"),
        *("micro_space_empire/strength/prospects", "bots/naming"),
    )
)
"""Modules that import what a name says: a game, what its folder keeps for a tool, a variant for this processor, tables
where they are built, bots that are programs."""

SOURCES: Final = sorted(
    path.relative_to(ROOT) for pattern in ("*.py", "*.pyx", "*.pxd", "*.pyi") for path in ROOT.rglob(pattern)
)
PYTHON: Final = [path for path in SOURCES if path.suffix == ".py"]
CYTHON: Final = [path for path in SOURCES if path.suffix in {".pyx", ".pxd"}]
ROOMS: Final = frozenset(room for floor in FLOORS for room in floor)

MOST_FILES: Final = 30
"""How many files a folder may have: one that has more hides what each of them serves."""


def room_of(path: Path) -> str:
    """The folder below the package that a source is in, or the name of its file."""
    return path.parts[0].removesuffix(path.suffix)


def floor_of(room: str) -> int:
    """The number of a room's floor, counted from the top."""
    return next(number for number, floor in enumerate(FLOORS) if room in floor)


class Import(NamedTuple):
    """An import of a name of this package."""

    parts: tuple[str, ...]
    """The name within the package, such as ``("small_star_empires", "board", "Board")``."""

    cold: bool
    """Whether the import is inside a function, so that it runs at its call."""

    @property
    def room(self) -> str:
        """The room that is imported; ``__init__`` for the package's own names."""
        return self.parts[0] if self.parts and self.parts[0] in ROOMS else "__init__"


@cache
def imports(path: Path, source: str, package: str = PACKAGE) -> list[tuple[str, bool]]:
    """Every absolute name that a source imports, those for type checkers included, and whether a function does."""
    return list(_imports(path, source, package))


def _imports(path: Path, source: str, package: str) -> Iterator[tuple[str, bool]]:
    if path.suffix in {".pyx", ".pxd"}:
        yield from cython_imports(source)
        return
    here = [package, *path.with_suffix("").parts]
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


def game_of(path: Path) -> str | None:
    """The game that a compiled module serves; None for what serves all games, and for other files."""
    name = path.with_suffix("").as_posix()
    return next((game for start, game in OWN.items() if name == start or name.startswith(f"{start}/")), None)


def why_forbidden(path: Path, imported: Import) -> str:
    """The reason why a source may not import a name of this package; empty if it may."""
    room, other = room_of(path), imported.room
    for reference in REFERENCES:
        inside = "/".join((*imported.parts, "")).startswith(f"{reference}/")
        if inside and not path.as_posix().startswith(f"{reference}/") and room not in MAY_REFER:
            return "play never runs a reference"
    if path.suffix == ".pyi" and room in ENGINE and other in GAMES:
        return "" if other == game_of(path) else "a stub names the types of its own game alone"
    if room == other or any({room, other} <= one for one in ONE_ROOM):
        if room in GAMES and imported.parts[1:2] != path.with_suffix("").parts[1:2] and imported.parts[1] in KEPT_FOR:
            return f"a game keeps this for {KEPT_FOR[imported.parts[1]]}"
        return ""
    if room in ENGINE and path.suffix != ".pyi" and other not in ENGINE_NEEDS:
        return f"the engine needs no {other}"
    if room in GAMES and other in GAMES:
        return "a game knows no other"
    if floor_of(other) <= floor_of(room):
        return f"{other} is not below {room}"
    offered = imported.parts[:2] == OFFERS.get(path.as_posix())
    if room in TOOLS and other in GAMES and not offered and OF_ONE_GAME.get(room) != other:
        return "a tool knows no game"
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


# --- rooms


def test_every_source_is_in_a_room() -> None:
    assert {room_of(path) for path in SOURCES} == ROOMS
    assert len(ROOMS) == sum(map(len, FLOORS))
    assert {Path("game.py"), Path("small_star_empires/reference/rules.py"), Path("__init__.py")} <= set(PYTHON)
    assert {Path("_fast.pyx"), Path("_fast.pxd"), Path("_core/bits.pxd")} <= set(CYTHON)
    core = own_imports(Path("_fast.pyx"), read(Path("_fast.pyx")))
    assert {found.parts[:3] for found in core} >= {
        ("_core", "small_star_empires", name) for name in ("cells", "flood", "moves", "score", "structs", "turn")
    }
    assert {found.room for found in core} >= {"errors", "forms", "game", "games"}
    notation = own_imports(
        Path("small_star_empires/text/notation.py"), read(Path("small_star_empires/text/notation.py"))
    )
    assert {"errors", "_fast", "small_star_empires"} <= {found.room for found in notation}


def test_no_folder_has_many_files() -> None:
    """Sources, stubs and pages count, and what a folder keeps as data or for the browser doesn't."""
    files = [*SOURCES, *(path.relative_to(ROOT) for path in ROOT.rglob("*.md"))]
    sizes = Counter(path.parent.as_posix() for path in files if not {"static", "data"} & {*path.parts})
    assert sizes["_core/small_star_empires"] > 10
    assert {folder: n for folder, n in sizes.items() if n > MOST_FILES} == {}


def test_at_most_ten_floors_lie_between_the_command_and_the_errors() -> None:
    assert FLOORS[0][0] == "cli"
    assert FLOORS[-1] == ("errors", "version", "lazy")
    assert len(FLOORS) <= 10


def test_the_page_of_the_architecture_shows_these_floors() -> None:
    page = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| floor | rooms |")[2].partition("\n\n")[0]
    rows = [re.findall(r"`([^`]+)`", row.split("|")[2]) for row in table.splitlines()[2:]]
    shown = [{re.sub(r"(\.py|\.\*|/)$", "", name) for name in row} for row in rows]
    assert shown == [set(floor) for floor in FLOORS]


def test_imports_go_down() -> None:
    found = {str(path): faults(path, read(path)) for path in SOURCES}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def module_at(parts: tuple[str, ...], modules: set[str]) -> str | None:
    """The module that a name of the package is, or is in."""
    while parts:
        if ".".join(parts) in modules:
            return ".".join(parts)
        parts = parts[:-1]
    return None


def graph_of(sources: dict[Path, str]) -> dict[str, set[str]]:
    """The modules that each module imports; a compiled module and its stub are one, and headers count, too."""
    names = {path: ".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in sources}
    modules = {name for path, name in names.items() if path.as_posix() != "__init__.py"}
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for path, source in sources.items():
        for imported in own_imports(path, source) if names[path] in modules else ():
            found = module_at(imported.parts, modules)
            if found not in (None, names[path]):
                graph[names[path]].add(str(found))
    return graph


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = graph_of({path: read(path) for path in SOURCES})
    assert len(graph) > 200
    assert sum(map(len, graph.values())) > 1000
    TopologicalSorter(graph).prepare()


WITH_THE_TABLEBASE: Final = "micro_space_empire/strength/prospects.py"
"""A file that loads the tablebase when it is asked for: an install may lack its compiled code."""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_imports_nothing_of_its_own_inside_a_function(game: str) -> None:
    found = {
        (str(path), ".".join(imported.parts))
        for path in PYTHON
        if room_of(path) == game and path.as_posix() != WITH_THE_TABLEBASE
        for imported in own_imports(path, read(path))
        if imported.cold and imported.room == game
    }
    assert found == set()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("from .b import f", "from .a import g"),
        ("from .b import f", "def f():\n    from .a import g"),
        ("from .b import f", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .a import g"),
    ],
)
def test_a_circle_is_found(first: str, second: str) -> None:
    with pytest.raises(CycleError):
        TopologicalSorter(graph_of({Path("cli/a.py"): first, Path("cli/b.py"): second})).prepare()


FORBIDDEN: Final = [
    ("errors.py", "from .small_star_empires.reasons import Reason"),
    ("game.py", "from ._fast import State"),
    ("game.py", "def f():\n    from .drawing.notebook import table"),
    ("game.py", "from .play.records.record import GameRecord"),
    ("forms/checks.py", "from .. import small_star_empires"),
    ("forms/checks.py", "from ..game import Pen"),
    ("seeds.py", "import sse_core"),
    ("drawing/svg.py", "from ..play.records.record import GameRecord"),
    ("play/records/record.py", "def read(text):\n    from ...small_star_empires import parse_state"),
    ("forms/lines.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..bots import Bot"),
    ("forms/kinds.py", "from importlib import import_module"),
    ("_fast.pyx", "from sse_core.small_star_empires.maps.tiles import Bag"),
    ("_fast.pyx", "from sse_core import small_star_empires"),
    ("_fast.pyx", "cdef class State:\n    from sse_core.small_star_empires.maps.tiles import Bag"),
    ("_fast.pyx", "def f():\n    from sse_core.small_star_empires.maps.tiles import Bag"),
    ("_fast.pyx", "def f():\n    from sse_core.micro_space_empire import State"),
    ("_fast.pyx", "from sse_core.drawing.notebook import picture"),
    ("_fast.pyx", "def f():\n    from sse_core import bots"),
    ("_fast.pyx", "def f():\n    import sse_core"),
    ("_fast.pyx", "def f():\n    return __import__('sse_core.cli')"),
    ("_fast.pyx", "from importlib import import_module"),
    (
        "_core/small_star_empires/batch.pyx",
        "def f():\n    from sse_core.small_star_empires.words.refusals import explain",
    ),
    ("_core/small_star_empires/moves.pxd", "from sse_core.small_star_empires cimport State"),
    ("_core/micro_space_empire/state.pyx", "from sse_core.micro_space_empire.actions import ACTIONS"),
    ("_core/micro_space_empire/state.pyi", "from ...small_star_empires.tiles import Bag"),
    ("_core/bits.pxd", "from sse_core.micro_space_empire cimport State"),
    ("_fast.pyi", "from .micro_space_empire.state import State"),
    ("_fast.pyi", "from .bots import Bot"),
    ("small_star_empires/board.py", "from ..micro_space_empire import State"),
    ("small_star_empires/board.py", "def f():\n    from .. import micro_space_empire"),
    ("small_star_empires/board.py", "from ..bots import BOTS"),
    ("small_star_empires/board.py", "from ..cli.terminal.output import echo"),
    ("small_star_empires/board.py", "import sse_core"),
    ("small_star_empires/board.py", "from .. import GAMES"),
    ("small_star_empires/board.py", "from . import command"),
    ("small_star_empires/board.py", "from .strategies import states"),
    ("small_star_empires/board.py", "import importlib"),
    ("small_star_empires/command.py", "from ..testing import seeds"),
    ("small_star_empires/command.py", "from ..cli.terminal.output import echo"),
    ("jump_wars/positions/checks.py", "from ..reference.jump import targets"),
    ("jump_wars/strategies.py", "from . import reference"),
    ("jump_wars/drawing/terminal.py", "def f():\n    from ..reference.build import price"),
    ("micro_space_empire/strategies/__init__.py", "from ...cli import main"),
    ("micro_space_empire/state.py", "from ..small_star_empires.board import Board"),
    ("any_game.py", "from .bots import BOTS\nfrom . import testing"),
    ("__init__.py", "from .cli import main"),
    ("__init__.pyi", "from .cli import main as main"),
    ("__init__.py", "from importlib import import_module"),
    ("bots/greedy.py", "from ..small_star_empires import State"),
    ("cli/commands/play.py", "def f():\n    from ... import micro_space_empire"),
    ("learning/map_kinds.py", "from ..micro_space_empire import State"),
    ("arena/jobs.py", "from ..learning import learn"),
    ("arena/jobs.py", "from ..small_star_empires import State"),
    ("adapters/starts.py", "from ..small_star_empires import new_game"),
    ("adapters/starts.py", "from ..cli.loading import load"),
    ("any_game.py", "from .adapters.starts import Starts"),
    ("web/app.py", "from ..cli.terminal.output import echo"),
    ("testing/__init__.pyi", "from ..small_star_empires import State"),
    ("testing/machine.py", "from ..small_star_empires.strategies import states"),
    ("testing/machine.py", "from importlib import import_module"),
]
"""Forbidden imports, each in a source."""


@pytest.mark.parametrize(("name", "source"), FORBIDDEN)
def test_a_forbidden_import_is_found(name: str, source: str) -> None:
    assert faults(Path(name), source)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("play/records/record.py", "from ...errors import SetupError"),
        ("_fast.pyx", "from sse_core.errors import SetupError"),
        ("_fast.pyi", "from .small_star_empires.board import Board"),
        ("_core/small_star_empires/loops.pyi", "from ..._fast import State"),
        ("small_star_empires/board.py", "from .maps import geometry"),
        ("jump_wars/reference/fight.py", "from . import final\nfrom .steps import decide"),
        ("small_star_empires/command.py", "from ..play.game_commands import GameCommand"),
        ("small_star_empires/strategies/placing.py", "from ...play.draws import seeds\nfrom .layouts import hexes"),
        ("__init__.py", "from .small_star_empires import State"),
        ("games.py", "from importlib import import_module"),
        ("bots/greedy.py", "from ..game import State"),
        ("learning/map_kinds.py", "from ..small_star_empires import State"),
        ("testing/__init__.pyi", "from ..small_star_empires.strategies import states as states"),
        ("cli/commands/rules.py", "from importlib.resources import files"),
    ],
)
def test_an_allowed_import_is_none(name: str, source: str) -> None:
    assert faults(Path(name), source) == {}


# --- rings


OFFERED: Final = {f"{PACKAGE}.{name}" for name in (*GAMES, "arena")}
"""What `OFFERER` lists of outer rings. It is a list of names: each is loaded when it is asked for by its name."""

OFFERER: Final = (PACKAGE, Path("__init__.pyi"))

in_checkout: Final = pytest.mark.skipif(not (rings.ROOT / "bench").exists(), reason="benches are of the checkout alone")

RINGED: Final = [(PACKAGE, path) for path in SOURCES] + [
    (folder, path.relative_to(rings.ROOT / folder))
    for folder in ("bench", "tools")
    for path in sorted((rings.ROOT / folder).rglob("*.py"))
]
"""The sources that have a ring: each by the package or folder that it is in, and its path there."""


def outward(package: str, path: Path, source: str) -> dict[str, str]:
    """The imports that run from a source to an outer ring, with that ring."""
    own = rings.ring_of(rings.ROOTS[package] / path)
    names = {name for name, _ in imports(path, source, package) if name.partition(".")[0] in rings.ROOTS}
    names -= OFFERED if (package, path) == OFFERER else set()
    found = {name: rings.ring_of(rings.located(name)[0]) for name in names}
    return {name: ring for name, ring in found.items() if rings.RINGS.index(ring) > rings.RINGS.index(own)}


def test_no_import_runs_to_an_outer_ring() -> None:
    sources = {(package, path): (rings.ROOTS[package] / path).read_text(encoding="utf-8") for package, path in RINGED}
    found = {str(Path(*where)): outward(*where, source) for where, source in sources.items()}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
    assert {rings.ring_of(rings.ROOTS[package] / path) for package, path in RINGED if package == PACKAGE} == {
        *rings.RINGS
    }
    # Imports inward are there, of each ring.
    crossed = {
        (rings.ring_of(rings.ROOTS[package] / path), rings.ring_of(rings.located(name)[0]))
        for (package, path), source in sources.items()
        for name, _ in imports(path, source, package)
        if name.partition(".")[0] in rings.ROOTS
    }
    core, tools, laboratory = rings.RINGS
    assert crossed >= {(tools, core), (laboratory, tools), (laboratory, core)}


@pytest.mark.parametrize(
    ("package", "name", "source"),
    [
        (PACKAGE, "testing/machine.py", "from ..archive import scan"),
        (
            PACKAGE,
            "testing/machine.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..arena import Row",
        ),
        (PACKAGE, "bots/greedy.py", "def f():\n    from ..web.room import Room"),
        (PACKAGE, "any_game.py", "from .jump_wars import State"),
        (PACKAGE, "__init__.pyi", "from .arena import Row as Row"),
        (PACKAGE, "_fast.pyi", "from ._core.jump_wars.state import State"),
        (PACKAGE, "_core/bits.pxd", "from sse_core._core.jump_wars.structs cimport Table"),
        (PACKAGE, "_core/micro_space_empire/state.pyx", "from sse_core._core.micro_space_empire.table import Layer"),
        (PACKAGE, "micro_space_empire/game.py", "def f():\n    from .strength.tablebase_values import Aim"),
        (PACKAGE, "web/app.py", "from ..learning import learn"),
        pytest.param("bench", "serve.py", "from .ladder import main", marks=in_checkout),
        ("tools", "tree.py", "from tools.solved.family import Family"),
    ],
)
def test_an_import_outward_is_found(package: str, name: str, source: str) -> None:
    assert outward(package, Path(name), source)


# --- what all games share


WORDS: Final = re.compile(
    r"\b(hex(?!\()|hexes|cells?|boards?|ships?(?! with| under)|planets?|wormholes?|homeworlds?|cit(?:y|ies))\b|"
    r"\bstations?\b",
    re.IGNORECASE,
)


def test_what_all_games_share_has_no_words_of_one() -> None:
    """But for `kinds`, which tells a drawn map by the keys of its header, and `markdown`, whose tables have cells."""
    shared = [path for path in PYTHON if room_of(path) in SHARED and path.name not in ("kinds.py", "markdown.py")]
    assert {str(path): words for path in shared if (words := set(WORDS.findall(read(path))))} == {}


def test_nobody_draws_from_the_global_generator() -> None:
    for path in PYTHON:
        for name, _ in imports(path, read(path)):
            module, _, what = name.rpartition(".")
            assert name != "random", path
            assert module != "random" or what in HARMLESS_RANDOM, path
            assert not name.startswith("numpy.random"), path
        attributes = {
            f"{node.value.id}.{node.attr}"
            for node in ast.walk(ast.parse(read(path)))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        assert not attributes & {"np.random", "numpy.random", "os.urandom"}, path


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
    assert not {parts[0] for parts in ours} & TOOLS
    assert not [parts for parts in ours if parts[0] in GAMES and set(parts[1:]) & set(KEPT_FOR)]


PLAY: Final = """
import sys
from sse_core import GAMES
from sse_core.seeds import SplitMix64

name, reference = sys.argv[1:]
game, rng = GAMES[name], SplitMix64(7)
limit = next(option for option in game.OPTIONS if option.endswith("_limit"))
state = game.new_game(seed=1, **{limit: 2})
refused, told, reasons = 0, 0, set()
while state.to_act:
    player = state.to_act[0]
    action = rng.choice(state.legal_actions(player))
    for index in range(0, len(state.actions), 1 + len(state.actions) // 50):
        reason = state.why_not(index, player)
        if reason:
            reasons.add(reason)
            try:
                state.after(index, player)
            except ValueError as error:
                refused += len(str(error))
    before, state = state, state.after(action, player)
    told += len(game.effects(before, action, state))
    assert str(state) and game.to_svg(state) and game.steps(before, action) is not None
    game.stage_lines(state), game.holdings(state, 0), game.observe(state, 0)
    again = game.parse_state(game.format_state(state))
    assert again == game.state_from_json(state.to_json()) == state and state.view(0).sample(0, rng)
assert game.verdict(state) and refused and told and len(reasons) > 5
loaded = [module for module in sys.modules if module.startswith(reference)]
assert not loaded, loaded
"""
"""A whole game: legal actions and refused ones with their words, sentences, drawings, texts, views and samples."""


@pytest.mark.parametrize("reference", REFERENCES)
def test_a_game_is_played_without_its_reference(reference: str) -> None:
    name = reference.partition("/")[0]
    module = f"{PACKAGE}.{reference.replace('/', '.')}"
    subprocess.run([sys.executable, "-c", PLAY, name, module], check=True, capture_output=True, text=True)
