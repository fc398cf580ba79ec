"""Build of the compiled modules with all mutants inside, from a copy of `src`, once for a campaign."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tools.mutation.mutants import Mutant, mutants
from tools.mutation.schemata import HEADER, schemata

PACKAGE: Final = Path("src/sse_core")
ROOT: Final = Path(__file__).parents[2]
PROCESSOR: Final = Path("_core/processor")
SETTINGS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["sse_core"]
LEVELS: Final[dict[str, list[str]]] = SETTINGS["levels"]
NEWER: Final[dict[str, list[str]]] = (
    {name.replace(".", "/"): levels for name, levels in SETTINGS["newer"].items()}
    if (sys.platform, platform.machine()) == ("linux", "x86_64")
    else {}
)
"""The processor levels for which a module is compiled beside the portable one, as in `setup.py`."""
NEWER_ONLY: Final = [name.replace(".", "/") for name in SETTINGS["newer_only"]]

# -O1 hides the cost of the switches. More would only take compile time.
# A variable that a mutant leaves unset gets a pattern that tests can notice; else it might be right by chance.
# Without -fno-ipa-pure-const, gcc drops calls that only fetch memory, and mutants that would crash there.
FLAGS: Final = [
    *("-O1", "-g0", "-w", "-fPIC", "-shared", "-fwrapv", "-ftrivial-auto-var-init=pattern", "-fno-ipa-pure-const")
]

# The first two are those of `setup.py`. Without the third, Cython makes a C switch of `x == A and x == B`, as if it
# said `or`.
DIRECTIVES: Final = [
    *("-X", "boundscheck=False"),
    *("-X", "initializedcheck=False"),
    *("-X", "optimize.use_switch=False"),
]


def sources(root: Path) -> dict[str, Path]:
    """Return the files of the compiled rules by the names that mutants use: headers first, then modules.

    The name is that of the file, with that of its game before it if another file has the same name.
    """
    found = sorted((root / PACKAGE).rglob("*.p[xy][dx]"), key=lambda path: (path.suffix != ".pxd", path.name, path))
    files = Counter(path.name for path in found)
    core = root / PACKAGE / "_core"
    return {
        path.name if files[path.name] == 1 else f"{path.relative_to(core).parts[0]}.{path.name}": path for path in found
    }


def all_mutants(root: Path) -> list[Mutant]:
    """Return every mutant of the compiled rules, by file and line."""
    return [one for name, path in sources(root).items() for one in mutants(name, path.read_text(encoding="utf-8"))]


def build(root: Path, tree: Path, numbers: Mapping[str, int]) -> None:
    """Copy `root/src` to `tree` and compile it with all mutants whose id has a number, behind a switch.

    Levels that this processor can't run aren't compiled, since no test would use them.
    """
    package = tree / PACKAGE
    shutil.rmtree(tree, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.so", "*.c", "__pycache__")
    shutil.copytree(root / PACKAGE, package, ignore=ignored)
    for name, path in sources(root).items():
        mutated = schemata(name, path.read_text(encoding="utf-8"), numbers)
        (package / path.relative_to(root / PACKAGE)).write_text(mutated, encoding="utf-8")
    (tree / "mutant.h").write_text(HEADER, encoding="utf-8")
    modules = [path.relative_to(package).with_suffix("") for path in package.rglob("*.pyx")]
    with ThreadPoolExecutor(os.cpu_count()) as team:
        for made in [team.submit(_cythonize, tree, module) for module in modules]:
            made.result()
        _compile(tree, PROCESSOR, None)
        runs = _levels(tree)
        newer = [(module, level) for module in modules for level in NEWER.get(module.as_posix(), []) if level in runs]
        portable = [module for module in modules if module != PROCESSOR and module.as_posix() not in NEWER_ONLY]
        jobs = [*newer, *((module, None) for module in portable)]
        for done in [team.submit(_compile, tree, module, level) for module, level in jobs]:
            done.result()


def _levels(tree: Path) -> set[str]:
    """Return the levels that this processor can run, by the package's own check."""
    # The module is loaded by itself, since the package can't be imported before it is built.
    asked = f"import processor; print(*[level for level in {[*LEVELS]} if getattr(processor, 'runs_' + level)()])"
    return set(_run([sys.executable, "-c", asked], cwd=(tree / PACKAGE / PROCESSOR).parent).split())


def copy_tests(root: Path, tree: Path) -> None:
    """Copy the tests into the tree, so that edits in the checkout don't disturb a campaign."""
    shutil.rmtree(tree / "tests", ignore_errors=True)
    shutil.copytree(root / "tests", tree / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", tree)


def _cythonize(tree: Path, module: Path) -> None:
    c_file = _c_file(tree, module)
    c_file.parent.mkdir(parents=True, exist_ok=True)
    source = (tree / PACKAGE / module).with_suffix(".pyx")
    _run([sys.executable, "-m", "cython", "-3", *DIRECTIVES, str(source), "-o", str(c_file)])


def _compile(tree: Path, module: Path, level: str | None) -> None:
    folder = (tree / PACKAGE / module).parent / (level or "")
    folder.mkdir(exist_ok=True)
    # A row of ships is a vector in the newer modules and a word in the first, so tests must use both.
    extra = [*(LEVELS[level] if level else ["-U__SSE2__"]), *["-DSSE_NEWER=1"] * bool(NEWER)]
    _run(
        [
            os.environ.get("CC", "gcc"),
            *FLAGS,
            *extra,
            f"-I{sysconfig.get_path('include')}",
            "-include",
            str(tree / "mutant.h"),
            str(_c_file(tree, module)),
            "-o",
            str(folder / f"{module.name}{sysconfig.get_config_var('EXT_SUFFIX')}"),
        ]
    )


def _c_file(tree: Path, module: Path) -> Path:
    return (tree / "c" / module).with_suffix(".c")


def _run(command: list[str], cwd: Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout
