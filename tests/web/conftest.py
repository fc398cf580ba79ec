"""A real server for the tests of the page, and tables at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.table import Table


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """The address of a server that lasts for all tests."""
    from sse_core.web.server import serving

    # So many tests open more games than a server has by default.
    with serving(workers=2, rooms=2000) as address:
        yield address


@pytest.fixture
def table(url: str) -> Iterator[Table]:
    from tests.web.table import Table

    found = Table(url)
    yield found
    found.close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder for games."""
    return tmp_path / "games"
