"""Builds of the compiled modules with all mutants in them: a copy of `src`, built once for a campaign."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tools.mutation.mutants import Mutant, mutants
from tools.mutation.schemata import HEADER, schemata

PACKAGE: Final = Path("src/sse_core")
V3: Final = ["-march=x86-64-v3"]
V4: Final = ["-march=x86-64-v4", "-mavx512vpopcntdq", "-mgfni", "-mprefer-vector-width=512"]
SSE: Final = Path("_core/small_star_empires")
MICRO: Final = Path("_core/micro_space_empire")
NEWER: Final = (
    {SSE / f"{name}_v3": V3 for name in ("batch", "lanes", "loops", "perft", "solver", "tree_search")}
    | {SSE / "lanes_v4": V4, MICRO / "table_v3": V3, MICRO / "table_v4": V4}
    if (sys.platform, platform.machine()) == ("linux", "x86_64")
    else {}
)
"""Modules, by their path in the package, that are compiled once more from the source without the ending; and their
flags, as in `setup.py`."""

# -O1 hides the cost of the switches; more would only cost the compiler time.
# A variable that a mutant leaves unset gets a pattern that a test can see; else it might be right by chance.
FLAGS: Final = ["-O1", "-g0", "-w", "-fPIC", "-shared", "-fwrapv", "-ftrivial-auto-var-init=pattern"]

# The first two are those of `setup.py`. Without the third, Cython makes a C switch of `x == A and x == B`, as if it
# said `or`.
DIRECTIVES: Final = [
    *("-X", "boundscheck=False"),
    *("-X", "initializedcheck=False"),
    *("-X", "optimize.use_switch=False"),
]


def all_mutants(root: Path) -> list[Mutant]:
    """Return every mutant of the compiled rules, by file and line."""
    return [mutant for path in _sources(root) for mutant in mutants(path.name, path.read_text(encoding="utf-8"))]


def build(root: Path, tree: Path, chosen: Sequence[Mutant]) -> None:
    """Copy `root/src` to `tree` and compile it with the chosen mutants in it, numbered from 1, behind a switch."""
    package = tree / PACKAGE
    shutil.rmtree(tree, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.so", "*.c", "__pycache__")
    shutil.copytree(root / PACKAGE, package, ignore=ignored)
    numbers = {mutant.id: number for number, mutant in enumerate(chosen, 1)}
    for path in _sources(root):
        (tree / path.relative_to(root)).write_text(
            schemata(path.name, path.read_text(encoding="utf-8"), numbers), encoding="utf-8"
        )
    (tree / "mutant.h").write_text(HEADER, encoding="utf-8")
    modules = {path.relative_to(package).with_suffix(""): path for path in package.rglob("*.pyx")}
    modules |= {name: package / f"{str(name)[: -len('_v3')]}.pyx" for name in NEWER}
    with ThreadPoolExecutor(os.cpu_count()) as team:
        for done in [team.submit(_compile, tree, name, source) for name, source in modules.items()]:
            done.result()


def copy_tests(root: Path, tree: Path) -> None:
    """Copy the tests into the tree, so that edits in the checkout don't disturb a campaign."""
    shutil.rmtree(tree / "tests", ignore_errors=True)
    shutil.copytree(root / "tests", tree / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", tree)


def _sources(root: Path) -> list[Path]:
    # The rules first, then the modules that show them.
    package = root / PACKAGE
    return [*sorted(package.rglob("*.pxd")), *sorted(package.rglob("*.pyx"))]


def _compile(tree: Path, name: Path, source: Path) -> None:
    there = tree / PACKAGE / name.parent
    c_file = tree / name / f"{name.name}.c"
    c_file.parent.mkdir(parents=True)
    module = f"{name.name}{sysconfig.get_config_var('EXT_SUFFIX')}"
    # The C code of a module that is compiled twice must have the second name.
    twin = there / f"{name.name}.pyx"
    if twin != source:
        shutil.copy(source, twin)
    _run([sys.executable, "-m", "cython", "-3", *DIRECTIVES, str(twin), "-o", str(c_file)])
    # A row of ships is a vector in the newer modules and a word in the first, so that tests see mutants of both.
    extra = NEWER.get(name, ["-U__SSE2__"]) + ["-DSSE_NEWER=1"] * bool(NEWER)
    _run(
        [
            os.environ.get("CC", "gcc"),
            *FLAGS,
            *extra,
            f"-I{sysconfig.get_path('include')}",
            "-include",
            str(tree / "mutant.h"),
            str(c_file),
            "-o",
            str(there / module),
        ]
    )


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
