"""The server of the page: a socket, the rooms, and the event loop, which runs until a signal or `PageServer.stop`."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from types import FrameType
from typing import Any, Final

import uvicorn

from .app import create_app
from .clocks import Now, milliseconds
from .connections import Connection, LogLimit, most_connections
from .rooms import MAX_ROOMS, Rooms
from .security import LOOPBACK
from .site import Site
from .store import Store
from .workers import Workers

__all__ = ["PageServer", "bound", "serving"]

_LOGS: Final = ("asyncio", "sse_core.web", "uvicorn.error")
_LOG_LIMIT: Final = LogLimit()

_PATIENCE: Final = 2
"""The seconds that running requests get when the server ends."""

_COLLECTING: Final = (5_000, 10, 20)
"""The thresholds of the garbage collector (see `gc.set_threshold`). A long game has 60,000 objects, and with Python's
defaults each game that is opened would start a full collection over all games."""

_TICK: Final = 1.0
"""The seconds after which the date in the headers changes."""


class _Server(uvicorn.Server):
    """A server that ends all streams when it is told to end."""

    def __init__(self, config: uvicorn.Config, site: Site, ready: Callable[[], Any]) -> None:
        super().__init__(config)
        self._site = site
        self._ready = ready
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending = asyncio.Event()

    def end(self) -> None:
        """End the server now. Any thread may call it."""
        self.should_exit = True
        if self._loop is not None:
            with suppress(RuntimeError):
                # The loop may have ended already.
                self._loop.call_soon_threadsafe(self._ending.set)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End by a signal."""
        super().handle_exit(sig, frame)
        self.end()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and call `ready`."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self._end_with_the_terminal()
        self._ready()

    def _end_with_the_terminal(self) -> None:
        """End at SIGHUP, the signal of a closed terminal, too, unless the process was started to ignore it."""
        signal_of_terminal = getattr(signal, "SIGHUP", None)
        if signal_of_terminal is None or current_thread() is not main_thread():
            return
        if signal.getsignal(signal_of_terminal) is not signal.SIG_IGN:
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal_of_terminal, self.end)

    async def main_loop(self) -> None:
        """Update the date of answers until the server is to end; an event tells it, without polling."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), _TICK)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the rest."""
        self._site.close()
        await super().shutdown(sockets)


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to an address; raise OSError if the address can't be had."""
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


class PageServer:
    """The page and its rooms, served at a bound socket.

    `hosts` are host names that requests may use beside those of loopback. `data` is the folder where games are stored;
    None stores them in memory only. `rooms` is the most games, `workers` how many bots think at once, one for each
    processor by default. `ready` is called when the server answers. Clocks take the time from `now`.

    Raises StoreError if the folder can't be used.
    """

    def __init__(
        self,
        listening: socket.socket,
        hosts: Collection[str] = (),
        *,
        data: Path | None = None,
        rooms: int = MAX_ROOMS,
        workers: int | None = None,
        ready: Callable[[], Any] = lambda: None,
        now: Now = milliseconds,
    ) -> None:
        self._listening = listening
        self._store = None if data is None else Store(data)
        self._workers = Workers(workers or max(1, os.cpu_count() or 1))
        self._rooms = Rooms(self._workers, self._store, most=rooms, now=now)
        site = Site(self._rooms)
        config = uvicorn.Config(
            create_app(site, {*LOOPBACK, *hosts}),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="off",
            http=Connection,
            timeout_graceful_shutdown=_PATIENCE,
        )
        Connection.most = most_connections()
        for name in _LOGS:
            logging.getLogger(name).addFilter(_LOG_LIMIT)
        self._server = _Server(config, site, ready)

    def run(self) -> None:
        """Answer until the process is told to end, or `stop` is called; raise KeyboardInterrupt at Ctrl-C."""
        before = gc.get_threshold()
        gc.set_threshold(*_COLLECTING)
        try:
            self._server.run(sockets=[self._listening])
        finally:
            gc.set_threshold(*before)
            self._rooms.close()
            self._workers.close()
            if self._store is not None:
                self._store.close()

    def stop(self) -> None:
        """Let `run` return soon, from any thread."""
        self._server.end()


@contextmanager
def serving(
    data: Path | None = None, *, rooms: int = MAX_ROOMS, workers: int | None = None, now: Now = milliseconds
) -> Generator[str, None, None]:
    """Serve the page in a thread of its own, at a free port of this machine; yield its address.

    Raises StoreError if the folder can't be used.
    """
    with bound("127.0.0.1", 0) as listening:
        answers = Event()
        server = PageServer(listening, data=data, rooms=rooms, workers=workers, ready=answers.set, now=now)

        def run() -> None:
            try:
                server.run()
            finally:
                # If the server can't begin, nobody waits for it.
                answers.set()

        thread = Thread(target=run, name="sse page")
        thread.start()
        answers.wait()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.stop()
            thread.join()
