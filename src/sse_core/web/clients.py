"""Clients, known by their addresses, and limits that share out the server: no client can take it all."""

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
"""The last bits of an IPv6 address, which one household chooses by itself."""


def client_of(request: Request) -> str:
    """Return the name of a request's client: an IPv4 address, or an IPv6 network. All behind one proxy are one client.

    The name is empty where the server doesn't know the address.
    """
    host = "" if request.client is None else request.client.host
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return f"{int(address) >> _OWN_BITS:x}::" if isinstance(address, IPv6Address) else str(address)


class Place:
    """A place that a client holds."""

    def __init__(self, client: str, end: Callable[[], None]) -> None:
        self.client = client
        self.end = end
        """A function that asks the client to give the place back soon; called once at most."""


class Places:
    """A limited number of places. Any thread may call it.

    Where all are taken, a client gets a place of another client that has at least two more.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._taken: dict[Place, None] = {}
        """The places in use, in the order in which they were taken."""

    def take(self, client: str, end: Callable[[], None]) -> Place | None:
        """Return a place for a client; None if there is none."""
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
        """Give a place back. A place that was taken away may be given back, too."""
        with self._lock:
            self._taken.pop(place, None)

    def end_all(self) -> None:
        """Ask all clients to give their places back soon."""
        with self._lock:
            places = list(self._taken)
        for place in places:
            place.end()

    def _last_of_who_has_most(self, client: str) -> Place | None:
        """Return the last place of the client with the most places, if it has at least two more than this client."""
        counts = Counter(place.client for place in self._taken)
        who, number = counts.most_common(1)[0]
        if number < counts[client] + 2:
            return None
        return next(place for place in reversed(self._taken) if place.client == who)


class Gate:
    """A gate that lets a few requests through at once, and fewer of each client. The others wait for their turn."""

    def __init__(self, most: int, most_of_one: int | None = None) -> None:
        self._all = asyncio.Semaphore(most)
        self._most_of_one = most if most_of_one is None else most_of_one
        self._own: dict[str, tuple[asyncio.Semaphore, int]] = {}
        """The gate of each client, with the number of its requests there."""
        self._is_closed = False

    def close(self) -> None:
        """Let nobody through any more: neither those who wait nor those who come."""
        self._is_closed = True

    @asynccontextmanager
    async def passed(self, client: str) -> AsyncGenerator[None, None]:
        """Wait for the turn of a client, and hold it in the block; raise BusyError once the gate is closed."""
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
