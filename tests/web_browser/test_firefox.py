"""The page in Firefox: the tours of all games by what is marked, the rules, a low window, and addresses of nothing.

On each kind of page axe-core finds nothing serious.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from tests.web_browser.axe import OPTIONS, serious_words
from tests.web_browser.firefox import Firefox, find
from tests.web_browser.serving import Server

import sse_core as sse

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(find() is None, reason="no Firefox: Debian's package is firefox-esr"),
]

SEEN: Final = """(["tour-title", "tour-done", "actions-title", "choices", "refusal"]
    .map(id => document.getElementById(id).textContent).join("|") + location.hash)"""
"""What a step of a tour shows: it changes with each choice."""

CLICK: Final = """(document.querySelector("#choices .is-hinted")
    ?? document.querySelector("#board [data-place].is-hinted:not(.is-chosen)"))
    .dispatchEvent(new MouseEvent("click", {bubbles: true}))"""

NEXT: Final = 'document.getElementById("tour-next")'


def assert_accessible(firefox: Firefox) -> None:
    """Assert that axe-core finds nothing serious on the page that is open."""
    if firefox.value("typeof axe") != "object":
        firefox.value(f"{AXE_SCRIPT}; null")
    found = firefox.value(f"axe.run(document, {json.dumps(OPTIONS)}).then(found => JSON.stringify(found.violations))")
    words = serious_words(json.loads(found))
    assert not words, words


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    path = find()
    assert path is not None
    with Firefox(path, tmp_path) as started:
        yield started
    assert started.faults == []


def test_tours_rules_and_low_windows(firefox: Firefox, server: Server) -> None:
    firefox.resize(1280, 860)
    for game in sse.GAMES:
        firefox.go(f"{server.url}/learn/{game}")
        firefox.wait('document.querySelector("#board svg")')
        assert_accessible(firefox)
        steps = int(firefox.value('document.getElementById("tour-progress").max'))
        for step in range(1, steps + 1):
            firefox.wait(f'document.getElementById("tour-progress").value === {step}')
            while firefox.value(f"{NEXT}.hidden"):
                before = json.dumps(firefox.value(SEEN))
                firefox.value(CLICK)
                firefox.wait(f"{SEEN} !== {before}")
            firefox.value(f"{NEXT}.click()")
        firefox.wait('location.pathname.startsWith("/g/") && document.querySelector("#board svg")')
        assert_accessible(firefox)
    firefox.resize(740, 360)
    firefox.wait('document.getElementById("board-frame").offsetWidth > innerWidth / 2')
    firefox.go(f"{server.url}/rules/jump_wars#J2.6")
    firefox.wait('document.activeElement.id === "J2.6"')
    assert_accessible(firefox)
    for path, shown in (("/", "#preview svg"), ("/edit", "#editor svg")):
        firefox.go(f"{server.url}{path}")
        firefox.wait(f'document.querySelector("{shown}")')
        assert_accessible(firefox)
    firefox.go(f"{server.url}/g/%E0%A4%A")
    firefox.wait('!document.getElementById("gone").hidden')
    firefox.go(f"{server.url}/nothing")
    firefox.wait('document.getElementById("missing-title")')
    # That two addresses lead nowhere is said on the console, too.
    firefox.faults = [fault for fault in firefox.faults if "404" not in fault]
