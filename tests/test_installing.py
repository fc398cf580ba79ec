"""Ways to install the package: pages and messages name what works, and examples get the libraries that they import.

No package index has the package. So it is installed from its checkout, by ``.``, by a path or by a URL.
"""

from __future__ import annotations

import ast
import re
import shlex
import sys
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from typing import Any, Final

import pytest
from tests.libraries import has_libraries
from tests.shown_files import files_shown

import sse_core as sse

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
PAGES: Final = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
SOURCES: Final = sorted(path for path in Path(sse.__file__).parent.rglob("*.py*") if path.suffix in (".py", ".pyx"))
NOTEBOOKS: Final = sorted(DOCS.glob("*.ipynb"))
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: Final[dict[str, list[str]]] = PROJECT["optional-dependencies"]

INDEXED: Final = re.compile(
    r"""pip install (?:[^\s`]+ )*?['"]?sse[_-]core\b(?!(?:\[[\w,]+\])? @)|(?<![/\w])sse[_-]core\[[\w,]+\](?! @)"""
)
"""An install that would ask an index for the package, or its name with an extra, as indexes have them."""

EXTRA: Final = re.compile(r"(?:'\.|/path/to/sse_core|\.whl|sse_core)\[([\w,-]+)\]")

in_checkout = pytest.mark.skipif(not DOCS.exists(), reason="docs are part of the checkout, not of the package")


def indexed(text: str) -> list[str]:
    """The installs of a text that no index can answer."""
    return INDEXED.findall(text.replace("in the checkout of sse_core", ""))


def test_no_page_and_no_message_asks_an_index_for_the_package() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in [*PAGES, *NOTEBOOKS, *SOURCES]}
    assert {path.name: found for path, text in texts.items() if (found := indexed(text))} == {}
    assert {extra for text in texts.values() for extras in EXTRA.findall(text) for extra in extras.split(",")} <= {
        *EXTRAS
    }


def test_what_no_index_has_is_found() -> None:
    for line in ("'sse_core[web]' httpx", '"sse_core[web]"', "-q numpy sse-core", "sse_core"):
        assert len(indexed(f"so: `pip install {line}`.")) == 1
    assert len(indexed("It needs `sse_core[web]`.")) == 1
    for line in (
        "'.[data]' duckdb polars",
        "'/path/to/sse_core[web]'",
        "'sse_core[web] @ git+https://example.org/sse_core'",
        "'.[web]' in the checkout of sse_core",
        "'dist/sse_core-0.1.0-cp313-cp313-linux_x86_64.whl[web]'",
    ):
        assert indexed(f"so: pip install {line}") == []


def test_messages_name_extras_that_there_are() -> None:
    told = set[str]()
    for path in SOURCES:
        if path.suffix == ".py" and path.name != "libraries.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in ("missing", "needs"):
                    told.add(ast.literal_eval(node.args[2]))
    assert {"cli", "data", "web"} <= told <= {*EXTRAS}


# --- examples

OWN: Final = re.compile(r"(?:\.|/path/to/sse_core|sse_core|\S+\.whl)(?:\[([\w,-]*)\])?")
"""This package, where it lies, with its extras."""


def brought_by(requirements: Iterable[str]) -> set[str]:
    """The names of what requirements bring, and of what these require themselves."""
    found = set[str]()
    for requirement in requirements:
        own, other = OWN.fullmatch(requirement), re.match(r"[A-Za-z][\w.-]*", requirement)
        if own is not None:
            found |= brought_by(required for extra in (own[1] or "").split(",") for required in EXTRAS.get(extra, ()))
        elif other is not None:
            found.add(normal(other[0]))
            with suppress(PackageNotFoundError):
                needed = [each for each in requires(other[0]) or () if "extra ==" not in each]
                found |= {normal(re.split(r"[^\w.-]", each)[0]) for each in needed}
    return found


distributions_of: Final = cache(packages_distributions)
"""The distributions that bring each module; they are looked for in all that is installed."""


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(page: Path) -> set[str]:
    """The modules that the examples of a page import from elsewhere."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    names = {name for block in blocks for name in re.findall(r"^(?:>>> |\.\.\. )? *(?:import|from) (\w+)", block, re.M)}
    own = {"sse_core", "tests", *(name.removesuffix(".py") for name in files_shown(page))}
    return {name for name in names - own if name not in sys.stdlib_module_names}


@in_checkout
@pytest.mark.parametrize("page", [page for page in PAGES if has_libraries(page.stem)], ids=lambda page: page.stem)
def test_a_page_brings_what_its_examples_import(page: Path) -> None:
    commands = re.findall(r"pip install ([^`\n#]+)", page.read_text(encoding="utf-8"))
    brought = brought_by([*PROJECT["dependencies"], *(word for each in commands for word in shlex.split(each))])
    known = distributions_of()
    lacking = {name for name in imported(page) if not {*map(normal, known.get(name, ()))} & brought}
    assert lacking == set()
