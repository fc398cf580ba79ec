"""The pictures of the documentation are what the code draws."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("tools.pictures", reason="tools are part of the checkout, not of the package")

from tools.pictures import DOCS, PICTURES

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="docs are part of the checkout, not of the package")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_code_draws(name: str) -> None:
    """``make pictures`` writes it."""
    assert (DOCS / name).read_text(encoding="utf-8") == PICTURES[name]()


def test_each_picture_stands_in_a_page() -> None:
    pages = [*DOCS.glob("*.md"), Path(DOCS.parent / "README.md")]
    shown = {found for page in pages for found in re.findall(r"\]\((?:docs/)?([\w.]+\.svg)\)", page.read_text("utf-8"))}
    assert shown == PICTURES.keys()
