"""Generated pages of the API reference, from the public names of `import sse_core` and of each game.

A module that defines public classes has a page with all that it defines. Functions and constants of other modules are
on the first page, which lists all names. Names that the files of `docs/api` document are linked there.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from inspect import isclass, isroutine
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from sse_core import GAMES

__all__ = ["aliases", "by_hand", "is_readable", "origin", "owners", "pages", "public_names", "sources"]

PACKAGE: Final = "sse_core"
LONGEST: Final = 80
"""The most characters of a constant's value that is shown."""


class Owner(NamedTuple):
    """A module whose names have pages, the path of its first page in `docs`, and the heading of the others."""

    module: str
    page: str
    title: str


def owners() -> list[Owner]:
    """Return the package, and each game except the first one, whose names are those of the package."""
    return [
        Owner(PACKAGE, f"api/{PACKAGE}", PACKAGE),
        *(Owner(f"{PACKAGE}.{name}", f"api/games/{name}", GAMES[name].INFO.title) for name in [*GAMES][1:]),
    ]


def pages(docs: Path) -> dict[str, str]:
    """Return the text of each page by its path in `docs`."""
    elsewhere = by_hand(docs)
    return {f"{page}.rst": text for owner in owners() for page, text in _pages_of(owner, elsewhere).items()}


def by_hand(docs: Path) -> dict[str, str]:
    """Return the handwritten page of each module that a file of ``docs/api`` documents."""
    files = sorted(path for path in docs.glob("api/*.rst") if path.stem != PACKAGE)
    return {
        module: f"api/{path.stem}"
        for path in files
        for module in re.findall(r"^\.\. automodule:: (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def sources(docs: Path) -> set[str]:
    """Return the names of all modules that define documented names."""
    documented = {*by_hand(docs), *(owner.module for owner in owners())}
    return documented | {origin(module, name) for module in documented for name in public_names(module)}


def aliases(docs: Path) -> dict[str, str]:
    """Return the documented name of each name of an owner that a file of ``docs/api`` documents."""
    elsewhere = by_hand(docs)
    offered = [(owner.module, name) for owner in owners() for name in public_names(owner.module)]
    homes = {f"{module}.{name}": (origin(module, name), name) for module, name in offered}
    return {alias: f"{home}.{name}" for alias, (home, name) in homes.items() if home in elsewhere}


def public_names(module: str) -> list[str]:
    """Return the names that a module offers, without the games, each of which is an owner."""
    names = getattr(import_module(module), "__all__", ())
    return [name for name in names if not name.startswith("_") and name not in GAMES]


def is_readable(value: object) -> bool:
    """Return whether the value of a constant is short and valid Python."""
    shown = repr(value)
    return len(shown) <= LONGEST and "<" not in shown


# --- where a name comes from


def origin(module: str, name: str) -> str:
    """Return the module that defines a public name of another module; a module is its own origin."""
    value: Any = _value(module, name)
    if isinstance(value, ModuleType):
        return value.__name__
    home = getattr(value, "__module__", None)
    if isinstance(home, str) and home.startswith(PACKAGE) and getattr(import_module(home), name, None) is value:
        return home
    return origin(imported, name) if (imported := _imports(module).get(name)) else module


@cache
def _imports(module: str) -> Mapping[str, str]:
    """Return the module from which another one imports each name."""
    spec = find_spec(module)
    if spec is None or not str(spec.origin).endswith(".py"):
        return {}
    package = module if spec.submodule_search_locations is not None else module.rpartition(".")[0]
    found: dict[str, str] = {}
    source, stub = Path(str(spec.origin)), Path(str(spec.origin)).with_suffix(".pyi")
    # The names of a lazy package are in its stub.
    for node in ast.parse((stub if stub.exists() else source).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            home = resolve_name("." * node.level + (node.module or ""), package)
            names = [alias.asname or alias.name for alias in node.names]
            found |= dict.fromkeys(public_names(home) if names == ["*"] else names, home)
    return found


# --- texts


def _pages_of(owner: Owner, elsewhere: Mapping[str, str]) -> dict[str, str]:
    """Return the pages of an owner by path: its first page, and one for each module that defines its classes."""
    parts: dict[str, list[str]] = defaultdict(list)
    for name in public_names(owner.module):
        parts[origin(owner.module, name)].append(name)
    linked = {module for module in parts if module in elsewhere}
    for module in linked:
        assert {*parts[module]} <= {*public_names(module)}, f"{elsewhere[module]} lacks names that {module} defines"
    alone = {module for module in parts if module not in linked and _has_page(owner.module, parts[module])}
    rows = [(module, f"{owner.page}/{_stem(module, parts[module])}") for module in alone]
    rows = sorted(rows, key=lambda row: (not row[1].endswith("/state"), row[1]))
    made = {page: _part(owner, module, parts[module]) for module, page in rows}
    assert len(made) == len(rows), f"two modules of {owner.module} want one page"
    rows += sorted((module, elsewhere[module]) for module in linked)
    rest = [name for name in public_names(owner.module) if origin(owner.module, name) not in linked | alone]
    return {owner.page: _first(owner, rows, parts, rest), **made}


def _has_page(owner: str, names: list[str]) -> bool:
    return any(isinstance(_value(owner, name), type | ModuleType) for name in names)


def _stem(module: str, names: list[str]) -> str:
    """Return the last part of a module's name; ``state`` for the module with the class `State` in every game."""
    return "state" if "State" in names else module.rpartition(".")[2]


def _first(owner: Owner, rows: list[tuple[str, str]], parts: Mapping[str, list[str]], rest: list[str]) -> str:
    """Return the first page: the words of a module, the list of its pages, and the names that are on none of them."""
    children = [page for _, page in rows if page.startswith(f"{owner.page}/")]
    table: list[str] = []
    for module, page in rows:
        links = [_link(owner, module, name, page in children) for name in _classes_first(owner, parts[module])]
        table += [
            f"   * - :doc:`{_label(module, page, owner)} </{page}>`",
            f"     - {', '.join(links)}",
            f"     - {_sentence(owner, module, parts[module])}",
        ]
    return "\n".join(
        [
            *_heading(owner.module, "="),
            f".. automodule:: {owner.module}",
            "",
            *_heading("Pages", "-"),
            ".. list-table::",
            "   :widths: 15 45 40",
            "",
            *table,
            "",
            ".. toctree::",
            "   :hidden:",
            "",
            *(f"   {page.rpartition('/')[2].capitalize()} </{page}>" for page in children),
            "",
            *_heading("Functions and constants", "-"),
            *_directives(owner, rest),
        ]
    )


def _part(owner: Owner, module: str, names: list[str]) -> str:
    """Return the page with the names that one module defines."""
    title = f"{owner.title}: {_stem(module, names)}"
    if names == [module.rpartition(".")[2]]:
        return "\n".join([*_heading(title, "="), f".. automodule:: {module}", "   :members:", "   :undoc-members:", ""])
    # A class has its own docstring.
    sentence = [] if "State" in names else [_sentence(owner, module, names), ""]
    return "\n".join([*_heading(title, "="), *sentence, *_directives(owner, _classes_first(owner, names))])


def _classes_first(owner: Owner, names: list[str]) -> list[str]:
    return sorted(names, key=lambda name: (name != "State", not isclass(_value(owner.module, name)), name))


def _heading(title: str, line: str) -> list[str]:
    return [title, line * len(title), ""]


def _label(module: str, page: str, owner: Owner) -> str:
    return page.rpartition("/")[2].capitalize() if page.startswith(f"{owner.page}/") else module


def _link(owner: Owner, module: str, name: str, here: bool) -> str:
    if isinstance(_value(owner.module, name), ModuleType):
        return f":py:mod:`{name} <{module}>`"
    return f":py:obj:`{name} <{owner.module if here else module}.{name}>`"


def _sentence(owner: Owner, module: str, names: list[str]) -> str:
    """Return the first sentence about a module, or about the class `State` in it."""
    about: Any = _value(owner.module, "State") if "State" in names else import_module(module)
    return re.split(r"(?<=[.)])\s*\n\n|(?<=\.)\s", f"{about.__doc__}\n\n")[0].replace("\n", " ")


def _directives(owner: Owner, names: list[str]) -> Iterator[str]:
    for name in names:
        value = _value(owner.module, name)
        kind = "class" if isclass(value) else "function" if isroutine(value) else "data"
        yield f".. auto{kind}:: {owner.module}.{name}"
        if kind == "class":
            yield from ("   :members:", "   :undoc-members:")
        if kind == "data" and not is_readable(value):
            yield "   :no-value:"
        yield ""


def _value(module: str, name: str) -> object:
    return getattr(import_module(module), name)
