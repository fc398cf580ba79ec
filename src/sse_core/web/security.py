"""Security of the server: ASGI middleware that refuses foreign requests, and the security headers of answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LOOPBACK", "MAX_BODY", "SECONDS", "Door"]

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""The host names that mean this machine itself."""

MAX_BODY: Final = 1_000_000
"""The most bytes of a request's body."""

SECONDS: Final = 10.0
"""The seconds within which a body has to arrive."""

_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SAFE: Final = frozenset({"GET", "HEAD"})
_OWN_SITES: Final = frozenset({"same-origin", "none"})
"""The values of ``Sec-Fetch-Site`` for requests of our own page, and for addresses that a person typed."""


class Door:
    """Middleware that lets in only requests that are meant for this server.

    - The host of a request is one of `hosts`, or the address at which it arrived. So DNS rebinding, which points the
      name of another site here, gets nothing.
    - A request to the API comes from our own page, or from no page at all. A change is JSON.
    - A body has at most `MAX_BODY` bytes, and arrives within `SECONDS`. A GET has none.

    Each answer forbids scripts, styles and frames of other sites, and anything inline.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api/") else "no-cache")
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await _answer(send_with_headers, *refused)
            return
        length, has_more, late = 0, True, asyncio.get_running_loop().time() + SECONDS

        async def receive_bounded() -> Message:
            nonlocal length, has_more
            if has_more:
                async with asyncio.timeout_at(late):
                    message = await receive()
            else:
                message = await receive()
            if message["type"] == "http.request":
                has_more = message.get("more_body", False)
                length += len(message.get("body", b""))
                if length > MAX_BODY:
                    raise TooLongError
            return message

        try:
            await self._app(scope, receive_bounded, send_with_headers)
        except TooLongError:
            await _answer(send_with_headers, 413, _TOO_LONG)
        except TimeoutError:
            await _answer(send_with_headers, 408, f"the body didn't come within {SECONDS:g} seconds")

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the reason of a refusal; None if the request is let in."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host, scope):
            return 403, f"this server doesn't answer as {host[:80]!r}; --allow-host names further hosts"
        if scope["method"] not in _SAFE | {"POST"}:
            return 405, "only GET and POST are answered"
        if scope["method"] in _SAFE and (headers.get("content-length", "0") != "0" or "transfer-encoding" in headers):
            return 400, "a GET has no body"
        if not scope["path"].startswith("/api/"):
            return None if scope["method"] in _SAFE else (405, "only GET is answered here")
        own = (None, f"http://{host}".lower(), f"https://{host}".lower())
        origin = headers.get("origin")
        if (origin and origin.lower()) not in own or headers.get("sec-fetch-site", "none") not in _OWN_SITES:
            return 403, "the request comes from a page of another site"
        if scope["method"] in _SAFE:
            return None
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "the body is JSON, and Content-Type says so: application/json"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:
            return 413, _TOO_LONG
        return None

    def _is_ours(self, host: str, scope: Scope) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        server = scope.get("server")
        return name in self._hosts or (server is not None and name == server[0])


_UNREAD: Final = (400, 408, 413)
"""The statuses of answers that don't wait for the rest of a body."""

_TOO_LONG: Final = f"the body is longer than {MAX_BODY:,} bytes"


class TooLongError(Exception):
    """A body that is longer than `MAX_BODY`."""


async def _answer(send: Send, status: int, words: str) -> None:
    """Answer with an error."""
    body = json.dumps({"error": words, "clause": None}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status in _UNREAD:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
