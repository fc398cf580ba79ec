"""The C interface of `docs/python.md`: its example is compiled as it stands, and its headers are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.extensions import build, run
from tests.shown_files import files_shown

# `make package` puts the page beside the tests.
PAGES = [Path(__file__).parents[1] / path for path in ("docs/python.md", "python.md")]
PAGE = next(filter(Path.exists, PAGES), PAGES[0])

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the page is part of the checkout, not of the package")


def section() -> str:
    return PAGE.read_text(encoding="utf-8").partition("\n## C and Cython\n")[2]


def test_the_example_is_compiled_and_plays_as_playouts_does(
    library_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((name, source),) = files_shown(PAGE).items()
    (typed,) = re.findall(rf"^```\n\$ cythonize -i {name}\n\$ python\n(.*?)^```$", section(), re.DOTALL | re.MULTILINE)
    (library_folder / name).write_text(source)
    (library_folder / "typed.txt").write_text(typed)
    # It is compiled quickly and not well.
    monkeypatch.setenv("CFLAGS", "-O0")
    run(library_folder, "-m", "Cython.Build.Cythonize", "-i", name)
    assert run(library_folder, "-m", "doctest", "typed.txt") == ""


def test_the_headers_of_the_page_can_be_cimported(library_folder: Path) -> None:
    named = re.findall(r"^\| `(sse_core\S+)` \| (.*) \|$", section(), re.MULTILINE)
    assert len(named) > 20
    lines = ["# cython: language_level=3"]
    for number, (module, text) in enumerate(named):
        names = ", ".join(f"{name} as {name}_{number}" for name in re.findall(r"`(\w+)`", text))
        lines.append(f"from {module} cimport {names}")
    build(library_folder, "named", "\n".join(lines))
