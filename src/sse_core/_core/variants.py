"""Import paths of compiled modules with variants: the same C, also compiled for newer processors.

A package's folder has its modules as every processor runs them. Its folders ``v3`` and ``v4`` have some of them for
newer processors: ``v3`` for those from about 2013 on, ``v4`` for those with AVX-512. The package puts `folders` in
front of its path. So an import finds the best variant that is built and that this processor runs, under the module's
one name, with the types of its one stub. The packages are `sse_core`, for `_fast`, and the folder of each game here.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES

from .processor import runs_v3, runs_v4

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Loading `types` and `typing` would take longer than all the work of this module.
    from pathlib import Path
    from types import ModuleType
    from typing import Final

__all__ = ["PORTABLE", "V3", "V4", "file_of", "folders", "highest", "levels", "variant"]

PORTABLE: Final = "portable"
"""The level that every processor runs."""

V3: Final = "v3"
V4: Final = "v4"


def highest() -> str:
    """Return the highest level that the environment allows.

    SSE_PORTABLE is 1 for code that every processor runs, ``v3`` for what processors with AVX2 run.
    """
    said = os.environ.get("SSE_PORTABLE", "0")
    return V4 if said in ("", "0") else V3 if said == V3 else PORTABLE


def levels() -> list[str]:
    """Return the levels that this processor runs and the environment allows, the best first."""
    found = [*[V4] * runs_v4(), *[V3] * runs_v3(), PORTABLE]
    return found[found.index(most) :] if (most := highest()) in found else found


def folders(package: str) -> list[str]:
    """Return the folders of a package's folder that have modules for this processor, the best first.

    Raises ImportError if neither they nor the package's folder have one: an install for one machine was taken to an
    older one, or SSE_PORTABLE is 1 where it was made.
    """
    newer = [folder for level in levels()[:-1] if os.path.isdir(folder := os.path.join(package, level))]
    if not any(file.endswith(tuple(EXTENSION_SUFFIXES)) for folder in (*newer, package) for file in os.listdir(folder)):
        raise ImportError(
            f"no compiled modules in {package} for this processor: `SSE_VARIANTS=all pip install -e .` in a checkout "
            "of sse_core builds them for every one"
        )
    return newer


def file_of(name: str, level: str) -> Path | None:
    """Return the file of a module's variant for a level; None if it isn't built."""
    # Tests and benches ask, and every program loads this file.
    from pathlib import Path

    package, _, stem = name.rpartition(".")
    folder = Path(import_module(package).__path__[-1], *[level] * (level != PORTABLE))
    return next((file for suffix in EXTENSION_SUFFIXES if (file := folder / f"{stem}{suffix}").exists()), None)


def variant(name: str, level: str) -> ModuleType:
    """Return the variant of a module for a level, whichever an import finds; tests and benches compare them.

    Raises ImportError if it isn't built.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    path = file_of(name, level)
    if path is None:
        raise ImportError(f"{name} is not built for the level {level}")
    # A compiled module can't be loaded from one file under two names.
    found = import_module(name)
    if found.__file__ == str(path):
        return found
    package, _, stem = name.rpartition(".")
    full = f"{package}.{level}.{stem}"
    if full not in sys.modules:
        spec = spec_from_file_location(full, path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[full] = module
    return sys.modules[full]
