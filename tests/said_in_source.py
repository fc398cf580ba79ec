"""Sentences that the source says (`forms.messages`), read from its syntax, by the package whose catalogue has them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import sse_core

ROOT: Final = Path(sse_core.__file__).parent
FUNCTIONS: Final = ("say", "counted", "message")
CACHES: Final = ("cache", "lru_cache", "cached_property")


@dataclass(frozen=True)
class Said:
    """A call that says a sentence, or marks one of a table."""

    package: str
    """The folder whose catalogue has it, such as ``small_star_empires``."""

    where: str
    """The file and the line."""

    function: str
    """``say``, ``counted`` or ``message``."""

    forms: tuple[str, ...]
    """The sentence; of `counted` the singular and the plural; none where it comes from a table."""

    is_readable: bool
    """Whether all is written out: literals, or for `say` an entry or a field of a table."""

    values: frozenset[str] | None
    """The names of the values; None where they aren't written out."""

    kept_by: str
    """What would keep the sentence longer than one reader: the import, or a cache; empty if nothing does."""


@cache
def said_in_source() -> tuple[Said, ...]:
    """Every sentence that a module of the package says or marks."""
    return tuple(said for path in sorted(ROOT.rglob("*.py")) for said in _said_in(path))


def _said_in(path: Path) -> Iterator[Said]:
    tree = ast.parse(path.read_text("utf-8"))
    packages = dict(_imported(path, tree))
    for node, inside in _with_parents(tree, ()):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in packages:
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            yield _said(node, node.func.id, packages[node.func.id], where, inside)


def _imported(path: Path, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the functions of messages that a module imports, each with the package of its catalogue."""
    here = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or (node.module or "").split(".")[-1] != "messages":
            continue
        parts = [*here[: len(here) + 1 - node.level], *str(node.module).split(".")[:-1]]
        # What is imported from `forms` itself is marked for the package of the module.
        package = here[0] if parts == ["forms"] and here else ".".join(parts)
        yield from ((alias.name, package) for alias in node.names if alias.name in FUNCTIONS)


def _with_parents(node: ast.AST, inside: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    for child in ast.iter_child_nodes(node):
        yield child, inside
        yield from _with_parents(child, (*inside, child))


def _said(node: ast.Call, function: str, package: str, where: str, inside: tuple[ast.AST, ...]) -> Said:
    words = node.args[1:3] if function == "counted" else node.args[:1]
    forms = tuple(word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str))
    from_table = function == "say" and isinstance(words[0], ast.Subscript | ast.Attribute)
    names = [keyword.arg for keyword in node.keywords]
    values = None if None in names else frozenset(filter(None, names))
    kept_by = "" if function == "message" else _kept_by(inside)
    return Said(package, where, function, forms, from_table or len(forms) == len(words), values, kept_by)


def _kept_by(inside: tuple[ast.AST, ...]) -> str:
    functions = [node for node in inside if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)]
    if not functions:
        return "the import"
    decorators = (name for each in functions if not isinstance(each, ast.Lambda) for name in each.decorator_list)
    names = (ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in decorators)
    return next((name for name in names if name in CACHES), "")
