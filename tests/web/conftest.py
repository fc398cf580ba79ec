"""A real server for the tests of the page, and tables at it; nothing that tests begin is left at their end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import enumerate as threads
from typing import TYPE_CHECKING

import pytest
from tests.web import unserved

if TYPE_CHECKING:
    from tests.web.table import Table


@pytest.fixture(scope="session", autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Fail at the end of all tests if a thread of a server, or of rooms without one, goes on."""
    yield
    ours = [thread for thread in threads() if thread.name.startswith("sse ")]
    for thread in ours:
        thread.join(20)
    assert not [thread.name for thread in ours if thread.is_alive()]


@pytest.fixture(autouse=True)
def rooms_are_closed() -> Iterator[None]:
    """Close the rooms that a test opens without a server."""
    yield
    unserved.ENDING.close()


@pytest.fixture(scope="session")
def url(no_thread_is_left: None) -> Iterator[str]:
    """The address of a server that lasts for all tests."""
    from sse_core.web.server import serving

    # The tests of one process open more games than a page has room for.
    with serving(rooms=10_000, workers=2) as address:
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
