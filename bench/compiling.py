"""Compilation of a bench's `.pyx` into build/bench, with the compiler flags of the core's search."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
import sys
import sysconfig
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from sse_core._core.variants import PORTABLE

ROOT: Final = Path(__file__).parent.parent
BUILT: Final = ROOT / "build" / "bench"


class CompileError(Exception):
    """A module that doesn't compile. The message is the output of the compiler."""


def compiled(name: str, level: str) -> list[str]:
    """Compile ``bench/{name}.pyx`` as setup.py compiles the core's search for a level; return the flags.

    A separate process does it, since setup.py prints much and can run only once.

    Raises CompileError.
    """
    command = [sys.executable, "-m", "bench.compiling", name, level]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CompileError(f"bench/{name}.pyx doesn't compile:\n{done.stdout}{done.stderr}")
    return list(json.loads(done.stdout.splitlines()[-1]))


def loaded(name: str, level: str) -> ModuleType:
    """Return the module that `compiled` made."""
    path = BUILT / level / f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def main(name: str, level: str) -> None:
    """Compile in this process, and print the flags as JSON in the last line."""
    # If the standard library doesn't have the module below, it comes from setuptools.
    importlib.import_module("setuptools")
    run_setup = importlib.import_module("distutils.core").run_setup
    with contextlib.chdir(ROOT):
        project = run_setup("setup.py", stop_after="init")
        folder = "" if level == PORTABLE else f"{level}."
        search = f"sse_core._core.small_star_empires.{folder}tree_search"
        module = next(module for module in project.ext_modules if module.name == search)
        module.name, module.sources = name, [f"bench/{name}.pyx"]
        project.ext_modules = [module]
        command = project.get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(BUILT / level), str(BUILT / level / "temp")
        project.run_command("build_ext")
    macros = [f"-D{macro}={value}" for macro, value in module.define_macros]
    print(json.dumps([*os.environ.get("CFLAGS", "").split(), *macros, *module.extra_compile_args]))


if __name__ == "__main__":
    main(*sys.argv[1:])
