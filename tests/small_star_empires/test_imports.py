"""Imports within the game's folder: they form no circle, and none waits for a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.resources import files
from pathlib import Path

FOLDER = Path(str(files("sse_core.small_star_empires")))
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def siblings(nodes: list[ast.stmt] | Iterator[ast.AST]) -> set[str]:
    """The modules of the folder that some statements import."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names}
    return found & set(MODULES)


def tree_of(module: str) -> ast.Module:
    return ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))


def test_modules_import_each_other_in_one_order() -> None:
    graph = {module: siblings(tree_of(module).body) for module in MODULES}
    assert graph["maps"] >= {"board", "options"}
    # A circle raises CycleError, which names its modules.
    order = list(TopologicalSorter(graph).static_order())
    assert order.index("board") < order.index("maps") < order.index("render_svg")


def test_nothing_is_imported_later() -> None:
    later = {module: siblings(ast.walk(tree)) - siblings(tree.body) for module in MODULES for tree in [tree_of(module)]}
    assert {module: found for module, found in later.items() if found} == {}
