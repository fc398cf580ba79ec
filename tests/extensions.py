"""Extensions that tests compile: Cython that cimports the core."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

SETUP = """
import gc

from Cython.Build import cythonize
from setuptools import Extension, setup

# Collecting the garbage of Cython's trees takes an eighth of the time.
gc.disable()
setup(name="{name}", ext_modules=cythonize([Extension("{name}", ["{name}.pyx"], extra_compile_args={flags})]))
"""


def build(folder: Path, name: str, source: str, *flags: str) -> None:
    """Compile a module into a folder, quickly and not well, with more flags for the C compiler."""
    (folder / f"{name}.pyx").write_text(source)
    (folder / "setup.py").write_text(SETUP.format(name=name, flags=["-O0", *flags]))
    run(folder, "setup.py", "--quiet", "build_ext", "--inplace")


def run(folder: Path, *arguments: str) -> str:
    """Return what a Python started in the folder prints; it must end well."""
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def load(folder: Path, name: str) -> ModuleType:
    """Return the module that `build` compiled."""
    path = folder / f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
