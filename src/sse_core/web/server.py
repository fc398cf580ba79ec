"""The server: a socket, the rooms, and the loop that answers until somebody ends it."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import uvicorn

from .app import Site, create_app
from .rooms import MAX_ROOMS, Rooms
from .security import LOOPBACK
from .store import Store
from .workers import Workers

__all__ = ["bound", "default_workers", "serve"]


class _Server(uvicorn.Server):
    """A server that ends all streams as soon as it is to end."""

    def __init__(self, config: uvicorn.Config, site: Site, ready: Callable[[], Any]) -> None:
        super().__init__(config)
        self._site = site
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the rest."""
        self._site.close()
        await super().shutdown(sockets)


def default_workers() -> int:
    """Return how many bots think at once: one for each processor."""
    return max(1, os.cpu_count() or 1)


def bound(host: str, port: int) -> socket.socket:
    """Return a socket at an address; raise OSError if there is none to have."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    found = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except OSError:
        found.close()
        raise
    return found


def serve(
    listening: socket.socket,
    hosts: Collection[str] = (),
    *,
    data: Path | None = None,
    rooms: int = MAX_ROOMS,
    workers: int | None = None,
    ready: Callable[[], Any] = lambda: None,
) -> None:
    """Answer at a bound socket until the process is told to end.

    `hosts` are further names by which requests may call the server; those of loopback are known. `data` is the folder
    where games are kept, None for the memory alone. `rooms` is the most games, `workers` how many bots think at once,
    `ready` is called when the server answers.

    Raises StoreError if the folder can't be used, KeyboardInterrupt at Ctrl-C.
    """
    store = None if data is None else Store(data)
    team = Workers(default_workers() if workers is None else workers)
    site = Site(Rooms(team, store, most=rooms))
    config = uvicorn.Config(
        create_app(site, {*LOOPBACK, *hosts}),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    try:
        _Server(config, site, ready).run(sockets=[listening])
    finally:
        team.close()
        if store is not None:
            store.close()
