"""Handlers for streams of server-sent events: results of searches, and news of a room."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import suppress
from threading import Event
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ...errors import SseError
from ...forms.messages import speaking
from ..answers import Analysed, News, Reviewed
from ..clients import Gate
from ..errors import BusyError, MissingError, clause_of
from ..room import Room
from ..site import Site
from ..thinking import analysed, position_of, reviewed
from .http import Call, call_of, error_of
from .requests import Asked, Graph, SeatAsked, View
from .room_requests import RoomRequests

__all__ = ["Streams"]

_HEARTBEAT: Final = 15.0
"""The seconds after which a stream without news sends a sign of life."""

_PAUSE: Final = 0.05
"""The least seconds between two events: quick changes, as of bots among themselves, come as one."""

_EVENTS: Final = "text/event-stream"
_RETRY: Final = "retry: 1000\n\n"
"""The milliseconds that a browser waits before it opens a broken stream again."""


class Streams(RoomRequests):
    """A method for each stream. Its first look at the game passes the gate of ordinary requests."""

    def __init__(self, site: Site, gate: Gate) -> None:
        super().__init__(site)
        self._gate = gate

    async def analysis(self, request: Request) -> Response:
        """Stream what a search finds."""
        return await self._searching(request, View, self._begin_analysis)

    async def review(self, request: Request) -> Response:
        """Stream what searches of all positions find."""
        return await self._searching(request, Graph, self._begin_review)

    def _begin_analysis(self, call: Call[View], stop: Event) -> Iterator[Analysed]:
        look = self._look(call)
        state, seat = position_of(look)
        return analysed(state, seat, look.ply, stop=stop)

    def _begin_review(self, call: Call[Graph], stop: Event) -> Iterator[Reviewed]:
        return reviewed(self._room(call).snapshot(), call.asked.width, stop=stop)

    async def _searching(
        self,
        request: Request,
        shape: type[Asked],
        begin: Callable[[Call[Asked], Event], Iterator[Analysed | Reviewed]],
    ) -> Response:
        """Stream the results of the search that `begin` starts. The search ends when the token that it gets is set."""
        stop = Event()
        try:
            call = await call_of(request, shape)
            with speaking(call.asked.lang):
                async with self._gate.passed(call.client):
                    found = await run_in_threadpool(begin, call, stop)
                place = self._place_of_search(call, stop)
        except MissingError as error:
            return error_of(error)
        except SseError as error:
            words = {"error": str(error), "clause": clause_of(error), "done": True}
            return Response(_event(words), media_type=_EVENTS)

        def gone() -> None:
            stop.set()
            self._site.searches.give_back(place)

        return _Stream(self._found(request, found, call.asked.lang), gone)

    async def _found(self, request: Request, found: Iterator[Analysed | Reviewed], language: str) -> AsyncIterator[str]:
        while True:
            with speaking(language):
                item = await run_in_threadpool(next, found, None)
            if item is None:
                return
            yield _event(item)
            if await request.is_disconnected():
                return

    async def events(self, request: Request) -> Response:
        """Stream the changes of a room."""
        try:
            call = await call_of(request, SeatAsked)
            async with self._gate.passed(call.client):
                room, held, viewer = await run_in_threadpool(self._listening, call)
        except SseError as error:
            return error_of(error)
        bell, loop, ended = asyncio.Event(), asyncio.get_running_loop(), Event()

        def end() -> None:
            ended.set()
            loop.call_soon_threadsafe(bell.set)

        place = self._site.streams.take(call.client, end)
        if place is None:
            return error_of(BusyError("too many pages are open here"))
        leave = room.listen(lambda version, thinking: _rung(loop, bell), held)

        def gone() -> None:
            leave()
            self._site.streams.give_back(place)

        return _Stream(self._news(request, room, (viewer, call.asked.lang), bell, ended), gone)

    def _listening(self, call: Call[SeatAsked]) -> tuple[Room, Collection[int], int | None]:
        """Return the room of a stream of news, the seats that the client holds, and the viewer that the client is."""
        room = self._room(call)
        held, viewer = self._held(call, room), self._look(call, View(seat=call.asked.seat)).viewer
        if held is None and call.asked.seat is None and len(room.plan.people) > 1:
            # At one screen the viewer changes from turn to turn, so all changes are told.
            viewer = None
        return room, held or (), viewer

    async def _news(
        self, request: Request, room: Room, who: tuple[int | None, str], bell: asyncio.Event, ended: Event
    ) -> AsyncIterator[str]:
        viewer, language = who
        yield _RETRY
        bell.set()
        told: News | None = None
        while not (self._site.closing.is_set() or ended.is_set()):
            try:
                await asyncio.wait_for(bell.wait(), _HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
            else:
                bell.clear()
                with speaking(language):
                    now = room.news(viewer)
                if now != told:
                    yield _event(now)
                    told = now
                await asyncio.sleep(_PAUSE)
            if await request.is_disconnected():
                return


class _Stream(StreamingResponse):
    """A stream of events with a clean-up that runs in any case, even if the stream never begins."""

    def __init__(self, events: AsyncIterator[str], after: Callable[[], None]) -> None:
        super().__init__(events, media_type=_EVENTS)
        self._after = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._after()


def _rung(loop: asyncio.AbstractEventLoop, bell: asyncio.Event) -> None:
    """Set an event of the loop from any thread, unless the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(bell.set)


def _event(value: object) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}\n\n"
