"""Faults of a page while a test uses it: errors, failed requests, breaches of the page's policy."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebError

__all__ = ["Watch"]

LEFT: Final = re.compile(r"/(events|analysis|review|draw|thumbnail\.svg|sketch/\w+/[\w-]+\.svg)(\?|$)")
"""The requests that end when the page leaves them: its streams, and pictures that are still drawn."""

LOST: Final = re.compile(
    r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|ABORTED)"
)
"""How Chromium names the ways in which a server goes."""

ECHO: Final = "Failed to load resource"
"""The browser's own line for an answer that `Watch` hears of as a response."""


class Watch:
    """The faults of all tabs of a context, as lines; a test that ends with one has failed."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self._url = url
        self._refused: list[str] = []
        self.faults: list[str] = []
        self.may_lose_server = False
        """Whether requests may go unanswered: a test that stops the server says so."""

        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)
        context.on("request", self._request)
        context.on("page", self._page)

    def refusals(self) -> list[str]:
        """Return what the server refused so far, such as ``400 POST /api/rooms``, and count it as no fault.

        A test asks after it has provoked one.
        """
        refused, self._refused = self._refused, []
        return refused

    def forget_violations(self) -> list[str]:
        """Forget what the page's policy refused, and return it; a test asks after it has provoked it."""
        refused = [fault for fault in self.faults if "Content Security Policy" in fault or "/picture.png" in fault]
        self.faults = [fault for fault in self.faults if fault not in refused]
        return refused

    def check(self) -> None:
        """Raise AssertionError if something went wrong."""
        faults = [*self.faults, *(f"refused: {line}" for line in self._refused)]
        assert not faults, "\n".join(["in the browser:", *faults])

    def _page(self, page: Page) -> None:
        page.on("crash", lambda _: self.faults.append(f"crashed: {page.url}"))
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))

    def _console(self, message: ConsoleMessage) -> None:
        if self.may_lose_server and LOST.search(message.text):
            return
        if message.type in {"error", "warning"} and not message.text.startswith(ECHO):
            self.faults.append(f"{message.type} on the console: {message.text}")

    def _error(self, error: WebError) -> None:
        self.faults.append(f"uncaught: {error.error}")

    def _failed(self, request: Request) -> None:
        if self.may_lose_server and LOST.search(request.failure or ""):
            return
        left = request.failure == "net::ERR_ABORTED" and LEFT.search(request.url)
        if not left:
            self.faults.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            path = response.url.removeprefix(self._url)
            line = f"{response.status} {response.request.method} {path}"
            (self._refused if response.status < 500 else self.faults).append(line)

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self._url}/", "data:", "blob:")):
            self.faults.append(f"another origin: {request.url}")
