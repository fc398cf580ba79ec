"""A visit: one person's browser, with tabs that share its storage and its settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page
from tests.web_browser.watching import Watch

__all__ = ["PHONE", "Visit"]

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
"""The options of a small phone, held upright."""


class Visit:
    """A context of the browser, what goes wrong in it, and its tabs.

    The browser speaks English, whatever the machine speaks, and motion is reduced, since a test needn't wait for what
    flies: unless a test asks for something else.
    """

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        settings = {"viewport": {"width": 1280, "height": 860}, "locale": "en-GB", "reduced_motion": "reduce"}
        self.context = browser.new_context(base_url=url, accept_downloads=True, **{**settings, **options})
        self.url = url
        self.watch = Watch(self.context, url)

    def tab(self, path: str = "/") -> Page:
        """Open a tab at a path."""
        page = self.context.new_page()
        page.goto(path)
        return page

    def keep_pictures(self, folder: Path, name: str) -> None:
        """Write a picture of each tab to a folder."""
        for number, page in enumerate(self.context.pages):
            page.screenshot(path=folder / f"{name}-{number}.png")

    def close(self) -> None:
        """Close all tabs."""
        self.context.close()
