"""The shapes of answers: the page has the same as the server."""

from __future__ import annotations

from tools.page_types import PATH, declarations


def test_the_page_knows_the_shapes_of_answers() -> None:
    assert PATH.read_text(encoding="utf-8") == declarations(), "run python -m tools.page_types"
