"""Fixtures: one server and one browser for each process of tests, and visits, which share nothing but these."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.web_browser import chromium
from tests.web_browser.serving import Server
from tests.web_browser.visits import Visit

# A busy machine is slow. A test waits no longer than it must.
expect.set_options(timeout=20_000)

KEPT: Final = Path("build/web_browser")
"""The folder of pictures of what a test that failed saw last."""

FAILED: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the fixtures of a test whether it has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


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
def visits(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., Visit]]:
    """A function that opens a visit: a context of the browser with options of its own, and a first tab.

    At the end of the test no visit may have met a fault.
    """
    opened: list[Visit] = []

    def visit(to: Server = server, **options: Any) -> Visit:
        opened.append(Visit(browser, to.url, **options))
        return opened[-1]

    yield visit
    if request.node.stash.get(FAILED, False):
        for number, each in enumerate(opened):
            each.keep_pictures(KEPT, f"{request.node.name}-{number}")
    for each in opened:
        each.close()
    for each in opened:
        each.watch.check()


@pytest.fixture
def visit(visits: Callable[..., Visit]) -> Visit:
    """A visit to the shared server with a desktop's window."""
    return visits()
