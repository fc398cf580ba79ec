"""Clients of the server by their addresses, and places that they share: nobody takes all of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final

from starlette.requests import Request

from .errors import at_the_end

__all__ = ["Gate", "Place", "Places", "client_of"]

_OWN_BITS: Final = 64
"""The bits of an IPv6 address that one household chooses by itself."""


def client_of(request: Request) -> str:
    """Return a name for who sends a request: the address, of IPv6 the network. Those behind one proxy are one client.

    It is empty where the server isn't told.
    """
    host = "" if request.client is None else request.client.host
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return f"{int(address) >> _OWN_BITS:x}::" if isinstance(address, IPv6Address) else str(address)


class Place:
    """A place that a client has."""

    def __init__(self, client: str, end: Callable[[], None]) -> None:
        self.client = client
        self.end = end
        """Called once, if the client is to give the place back soon."""


class Places:
    """A number of places. Any thread may call it.

    Where all are taken, a client gets the place of another one who has at least two more.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._taken: dict[Place, None] = {}
        """In the order in which they were taken."""

    def take(self, client: str, end: Callable[[], None]) -> Place | None:
        """Return a place; None if there is none for this client."""
        place = Place(client, end)
        with self._lock:
            last = self._last_of_who_has_most(client) if len(self._taken) >= self.most else None
            if len(self._taken) >= self.most and last is None:
                return None
            if last is not None:
                del self._taken[last]
            self._taken[place] = None
        if last is not None:
            last.end()
        return place

    def give_back(self, place: Place) -> None:
        """Give a place back, also one that was taken away."""
        with self._lock:
            self._taken.pop(place, None)

    def end_all(self) -> None:
        """Let all give their places back soon."""
        with self._lock:
            places = list(self._taken)
        for place in places:
            place.end()

    def _last_of_who_has_most(self, client: str) -> Place | None:
        """Return the last place of the client with the most, if that is at least two more than this one has."""
        counts = Counter(place.client for place in self._taken)
        who, number = counts.most_common(1)[0]
        if number < counts[client] + 2:
            return None
        return next(place for place in reversed(self._taken) if place.client == who)


class Gate:
    """Lets a few through at once, and of each client fewer; the others wait for their turn."""

    def __init__(self, most: int, most_of_one: int | None = None) -> None:
        self._all = asyncio.Semaphore(most)
        self._most_of_one = most if most_of_one is None else most_of_one
        self._own: dict[str, tuple[asyncio.Semaphore, int]] = {}
        """For each client its own gate, and how many are at it."""
        self._is_closed = False

    def close(self) -> None:
        """Let nobody through any more, who waits or comes."""
        self._is_closed = True

    @asynccontextmanager
    async def passed(self, client: str) -> AsyncGenerator[None, None]:
        """Wait for the turn of a client, and have it; raise BusyError once the gate is closed."""
        own, number = self._own.get(client) or (asyncio.Semaphore(self._most_of_one), 0)
        self._own[client] = own, number + 1
        try:
            async with own, self._all:
                if self._is_closed:
                    raise at_the_end()
                yield
        finally:
            own, number = self._own.pop(client)
            if number > 1:
                self._own[client] = own, number - 1
