"""The rings of the package, and the ring of each test: the outermost one of what its source names.

A source says its ring in its docstring, in a line such as ``Ring: core.``, or else its folder does. A test is followed
through its imports, the helpers and fixtures that it names, and the games among its parameters.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePath
from types import ModuleType
from typing import Final

import pytest

import sse_core
from sse_core.games import GAMES, prefix_of

__all__ = [
    "CORE",
    "LABORATORY",
    "PACKAGE",
    "RINGS",
    "ROOT",
    "ROOTS",
    "folders_of",
    "located",
    "may_test",
    "ring_of",
    "ring_of_test",
    "rings_in",
    "said_ring",
]

RINGS: Final = ("core", "tables and tools", "laboratory")
"""The rings from the inside out."""

CORE: Final = RINGS[0]
LABORATORY: Final = RINGS[-1]

PACKAGE: Final = Path(sse_core.__file__).parent
ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = frozenset(path.name for path in PACKAGE.iterdir() if path.is_dir())
ROOTS: Final = {"sse_core": PACKAGE} | {name: ROOT / name for name in ("tests", "bench", "tools")}

_DOCSTRING: Final = re.compile(r'\A(?:#[^\n]*\n)*r?"""(.*?)"""', re.DOTALL)
_DOTTED: Final = re.compile(r"\w+(?:\.\w+)+")
_LINE: Final = re.compile(rf"^Ring: ({'|'.join(RINGS)})\.$", re.MULTILINE)


def said_ring(source: Path) -> str:
    """Return the ring that the docstring of a source says; nothing if it says none, or isn't there."""
    docstring = _DOCSTRING.match(source.read_text(encoding="utf-8")) if source.exists() else None
    said = docstring and _LINE.search(docstring[1])
    return said[1] if said else ""


@cache
def ring_of(path: Path) -> str:
    """Return the ring of a source or folder of the package, of benches or of tools.

    A stub and a header are of the ring of the module with their name. What nothing is said of is a tool.
    """
    doors = (path.with_suffix(".py"), path.with_suffix(".pyx"), path / "__init__.py", path / "__main__.py")
    said = next(filter(None, map(said_ring, doors)), "")
    if said or path in ROOTS.values():
        return said or "tables and tools"
    return ring_of(path.parent)


# --- tests


class _Outline:
    """The top level of a source of tests: its definitions, and what its imports are the names of."""

    def __init__(self, path: Path) -> None:
        self.imported: dict[str, str] = {}
        self.defined: dict[str, ast.stmt] = {}
        for node in _statements(ast.parse(path.read_text(encoding="utf-8")).body):
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.imported |= _imported(node)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.defined[node.name] = node
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
                self.defined |= dict.fromkeys(names, node)


_outline: Final = cache(_Outline)


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.stmt]:
    """Yield the statements of a source, with those below an ``if`` or ``try`` of its top level."""
    for node in body:
        if isinstance(node, ast.stmt):
            yield node
        if isinstance(node, ast.If | ast.Try):
            yield from _statements(ast.iter_child_nodes(node))


def _imported(node: ast.Import | ast.ImportFrom) -> dict[str, str]:
    """Return the names that a statement binds, with what they are the names of."""
    if isinstance(node, ast.ImportFrom):
        return {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return {each.asname or each.name.partition(".")[0]: each.name for each in node.names}


@cache
def _words(outline: _Outline, name: str) -> set[str]:
    """Return what a definition names: dotted names of what is imported, and all other names as they stand."""
    imported, found, passed = dict(outline.imported), set[str](), set[ast.AST]()
    for node in ast.walk(outline.defined[name]):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported |= _imported(node)
            found.update(_imported(node).values())
        elif isinstance(node, ast.Attribute) and node not in passed:
            names, base = [node.attr], node.value
            while isinstance(base, ast.Attribute):
                passed.add(base)
                names.append(base.attr)
                base = base.value
            if isinstance(base, ast.Name) and base.id in imported:
                passed.add(base)
                found.add(".".join([imported[base.id], *reversed(names)]))
        elif isinstance(node, ast.Name) and node not in passed:
            found.add(imported.get(node.id, node.id))
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            found.update(f"sse_core.{game}" for game in GAMES if game == node.slice.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(_words_of_string(node.value))
    return found


def _words_of_string(text: str) -> list[str]:
    """Return the dotted name that a string is; that of the command where ``python -m`` may take it."""
    if text in ROOTS:
        return [f"{text}.__main__"]
    return [text] if text.partition(".")[0] in ROOTS and _DOTTED.fullmatch(text) else []


@cache
def located(name: str) -> tuple[Path, str]:
    """Return the source or folder that a dotted name is in, and the first part of the name within it."""
    root, *parts = name.split(".")
    path = ROOTS[root]
    while parts and (path / parts[0]).is_dir():
        path /= parts.pop(0)
    for suffix in (".py", ".pyx") if parts else ():
        if (path / f"{parts[0]}{suffix}").exists():
            return path / f"{parts[0]}{suffix}", "".join(parts[1:2])
    return path, "".join(parts[:1])


@cache
def _leads(path: Path, name: str) -> tuple[set[Path], set[tuple[Path, str]]]:
    """Return the sources that a name of a source of tests leads to, and the names in sources of tests."""
    outline = _outline(path)
    if name not in outline.defined:
        words = {outline.imported[name]} if name in outline.imported else set[str]()
    else:
        words = _words(outline, name)
    sources, names = set[Path](), set[tuple[Path, str]]()
    for word in words:
        if word.partition(".")[0] not in ROOTS:
            names.update((home, word) for home in _homes(path) if word in _outline(home).defined)
            continue
        source, within = located(word)
        if not source.is_relative_to(ROOTS["tests"]):
            sources.add(source)
            continue
        source = source / "__init__.py" if source.is_dir() else source
        if source.exists():
            names.update((source, each) for each in ([within] if within else _outline(source).defined))
    return sources, names


@cache
def _homes(path: Path) -> list[Path]:
    """Return the sources in which the names of a source of tests are defined: its own, and those of fixtures."""
    folders = (folder for folder in path.parents if folder.is_relative_to(ROOTS["tests"]))
    return [path, *(home for folder in folders if (home := folder / "conftest.py").exists())]


@cache
def _ring_of_name(path: Path, name: str) -> str:
    """Return the outermost ring of what a definition leads to, and of the folder of the package that tests are for."""
    sources, left, seen = {PACKAGE / path.parent.name}, [(path, name)], {(path, name)}
    while left:
        found, names = _leads(*left.pop())
        sources |= found
        left += names - seen
        seen |= names
    return _outermost(map(ring_of, sources))


def _outermost(rings: Iterable[str]) -> str:
    return max(rings, key=RINGS.index)


def rings_in(path: Path) -> dict[str, str]:
    """Return the ring of each test of a file by its name, whatever its parameters."""
    return {name: _ring_of_name(path, name) for name in _outline(path).defined if name.startswith(("test", "Test"))}


def may_test(path: Path, ring: str) -> bool:
    """Return whether a file may have tests of a ring: some are of it, or come to it by their parameters."""
    return any(RINGS.index(found) <= RINGS.index(ring) for found in rings_in(path).values())


def ring_of_test(item: pytest.Item) -> str:
    """Return the ring of a test: the outermost one of what its source names and of what its parameters name."""
    ring = _ring_of_name(item.path, item.nodeid.split("::")[1].partition("[")[0])
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return ring
    values = [item.callspec.id, *item.callspec.params.values()]
    return _outermost([ring, *(ring_of(PACKAGE / folder) for value in values for folder in folders_of(value))])


def folders_of(value: object) -> Iterator[str]:
    """Yield the folders of the package that a parameter of a test is for.

    A game, its values, and a text with its name or prefix are for its folder. A page is for the folder with its name.
    """
    if isinstance(value, str | PurePath):
        word = value if isinstance(value, str) else value.stem
        yield from FOLDERS & {word}
        yield from (game for game in GAMES if re.search(rf"{game}|\b{prefix_of(game)}-", word))
    else:
        module = value.__name__ if isinstance(value, ModuleType) else type(value).__module__
        yield from GAMES.keys() & {*module.split(".")}
