"""Lazy packages: `sse_core`, its games and `testing` offer what their stubs list, and load it when it is asked for."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple
from unittest import mock

import pytest
from tests.offered import offered

import sse_core as sse
from sse_core import small_star_empires

PACKAGES: Final = ("arena", "bots", "errors", "game", "testing")
"""The packages that the first help names."""

LAZY: Final = ("sse_core", *(f"sse_core.{name}" for name in sse.GAMES), "sse_core.testing")
CHOOSERS: Final = {f"sse_core.{name}" for name in ("lazy", "_core", "_core.variants", "_core.processor")}
"""What a package loads before its names: the reader of its stub, and what chooses variants of compiled modules."""

SCREEN: Final = 24
"""The lines of a terminal."""


class Listed(NamedTuple):
    """A name in a stub."""

    module: str
    """The module that it is imported from, such as ``.board``."""

    is_public: bool


def listed(package: ModuleType) -> dict[str, Listed]:
    """Return the names that a package's stub imports; a name with ``as`` is public, as type checkers read it."""
    tree = ast.parse(Path(package.__path__[-1], "__init__.pyi").read_text(encoding="utf-8"))
    assert {type(node) for node in tree.body} == {ast.ImportFrom}
    return {
        alias.name: Listed(f"{'.' * node.level}{node.module or ''}", alias.asname == alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def said(program: str) -> str:
    """Return what a program prints in a process of its own."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- what is offered


@pytest.mark.parametrize("name", LAZY)
def test_a_package_offers_what_its_stub_lists(name: str) -> None:
    package = import_module(name)
    names = listed(package)
    public = sorted(each for each, one in names.items() if one.is_public)
    assert public == dir(package) == sorted(vars(package)["__all__"])
    for each, one in names.items():
        home = import_module(one.module, name)
        value = import_module(f".{each}", name) if one.module == "." else getattr(home, each)
        assert getattr(package, each) is value


def test_the_stub_of_the_root_lists_every_game() -> None:
    assert {each for each, one in listed(sse).items() if one.module == "."} == {*sse.GAMES, *PACKAGES}


def test_no_star_brings_more_than_is_meant() -> None:
    taken = said("before = {*globals(), 'before'}\nfrom sse_core import *\nprint(*sorted({*globals()} - before))")
    assert taken.split() == dir(sse)
    assert not {"Any", "TYPE_CHECKING", "annotations", "any_game", "make_lazy"} & {*dir(sse)}


def test_a_name_that_is_not_there_is_an_error_of_the_module() -> None:
    with pytest.raises(AttributeError, match="module 'sse_core' has no attribute 'new_gme'"):
        sse.new_gme  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'Any' from 'sse_core'"):
        exec("from sse_core import Any")


def test_the_first_help_finds_the_packages_that_it_names() -> None:
    program = f"import sse_core\nprint(*(getattr(sse_core, name).__name__ for name in {PACKAGES}))"
    assert said(program).split() == [f"sse_core.{name}" for name in PACKAGES]
    assert [name for name in PACKAGES if f"`sse_core.{name}`" not in (sse.__doc__ or "")] == []


def test_the_first_help_fits_one_screen_and_leads_on() -> None:
    text = inspect.getdoc(sse) or ""
    assert len(text.splitlines()) <= SCREEN
    rooms = ("game", "bots", "arena", "testing", "errors")
    for word in ("GAMES", "help(sse.State)", "sse --help", *(f"`sse_core.{room}`" for room in rooms)):
        assert word in text


# --- how it is loaded


@pytest.mark.parametrize("name", LAZY)
def test_a_name_is_seen_before_it_is_loaded(name: str) -> None:
    """From Python 3.12 on, `isinstance` with a Protocol looks so, and asks no ``__getattr__``."""
    program = f"""
import inspect, sys
import {name} as package
for name in package.__all__:
    inspect.getattr_static(package, name)
print(*sorted(name for name in sys.modules if name.startswith({name!r} + ".")))
"""
    assert {*said(program).split()} <= {*LAZY, *CHOOSERS}


FILES_FIRST: Final = """
from importlib import import_module
from types import ModuleType
import sse_core
for name in sse_core.GAMES:
    game = import_module(f"sse_core.{name}")
    for file in ("steps", "maps"):
        try:
            import_module(f"sse_core.{name}.{file}")
        except ModuleNotFoundError:
            continue
        if file in dir(game):
            print(name, file, callable(getattr(game, file)))
"""


def test_no_file_that_is_imported_first_takes_the_place_of_a_name() -> None:
    lines = said(FILES_FIRST).splitlines()
    assert "small_star_empires steps True" in lines
    assert len(lines) > 4
    assert [line for line in lines if not line.endswith(" True")] == []


def test_threads_that_ask_at_the_same_time_find_the_same() -> None:
    program = """
from threading import Barrier, Thread
import sse_core as sse
found, ready = [], Barrier(8)
def ask():
    ready.wait()
    found.append([getattr(sse, name) for name in reversed(dir(sse))] + [sse.jump_wars.steps, sse.jump_wars.search])
threads = [Thread(target=ask) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(found), all(a is b for other in found for a, b in zip(found[0], other, strict=True)))
"""
    assert said(program) == "8 True\n"


def test_what_was_put_in_the_place_of_a_name_can_be_taken_away() -> None:
    before = sse.perft
    with mock.patch("sse_core.perft", None):
        assert sse.perft is None
    assert sse.perft is before
    assert offered(small_star_empires)["perft"] is small_star_empires.perft
