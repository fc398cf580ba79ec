"""Fixtures: one server and one browser for each process of tests, and visits, which share nothing but these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.web_browser import chromium
from tests.web_browser.serving import Server
from tests.web_browser.visits import Visit

# A busy machine is slow. A test waits no longer than it must.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server that all tests of a process share."""
    with Server() as started:
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium."""
    with sync_playwright() as playwright:
        # Chromium's sandbox refuses to run as root, which CI often is. The page is our own.
        started = playwright.chromium.launch(executable_path=chromium.find(), chromium_sandbox=False)
        yield started
        started.close()


@pytest.fixture
def visits(browser: Browser, server: Server) -> Iterator[Callable[..., Visit]]:
    """A function that opens a visit: a context of the browser with options of its own, and a first tab.

    At the end of the test no visit may have met a fault.
    """
    opened: list[Visit] = []

    def visit(to: Server = server, **options: Any) -> Visit:
        opened.append(Visit(browser, to.url, **options))
        return opened[-1]

    yield visit
    for each in opened:
        each.close()
    for each in opened:
        each.watch.check()


@pytest.fixture
def visit(visits: Callable[..., Visit]) -> Visit:
    """A visit to the shared server with a desktop's window."""
    return visits()
