"""The base of the handlers for rooms: it finds the room, the position, and the seat of the client."""

from __future__ import annotations

from threading import Event
from typing import Any

from ..clients import Place
from ..errors import BusyError, SeatError, StaleError
from ..messages import say
from ..room import Room, Snapshot
from ..room_json import Look, look_at
from ..site import MOST_SEARCHES, Site
from .http import Call
from .requests import View

__all__ = ["RoomRequests"]


class RoomRequests:
    """Finds the room, the position and the seat that a request means; the base of the handlers for rooms."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def _room(self, call: Call[Any]) -> Room:
        return self._site.rooms.find(call.path["id"])

    def _open_room(self, call: Call[Any]) -> Snapshot:
        """Return the room as it stands; raise StaleError while its record has secrets."""
        room = self._room(call).snapshot()
        if room.has_secrets:
            raise StaleError(say("the record has secrets of the players, and is open after the end"))
        return room

    def _place_of_search(self, call: Call[Any], stop: Event) -> Place:
        """Return the place of a search, which ends when `stop` is set; raise BusyError if there is none."""
        place = self._site.searches.take(call.client, stop.set)
        if place is None:
            raise BusyError(say("{n} analyses run here already; stop one of them first", n=MOST_SEARCHES))
        if self._site.closing.is_set():
            stop.set()
        return place

    def _look(self, call: Call[Any], view: View | None = None) -> Look:
        """Return the requested position, or that of `view`, as the client may see it."""
        room, asked = self._room(call), call.asked if view is None else view
        return look_at(room.snapshot(), asked.ply, asked.seat, self._held(call, room), asked.line)

    def _held(self, call: Call[Any], room: Room) -> tuple[int, ...] | None:
        """Return the seats whose secrets the client sends; None for a game at one screen, whose seats have none."""
        return room.table.held(call.secrets) if room.table.has_seats else None

    def _own_seat(self, call: Call[Any], room: Room, seat: int | None) -> Any:
        """Return the seat for which the client acts; raise SeatError if the client doesn't hold it.

        It may be left out at one screen, and by a client that holds a single seat.
        """
        held = self._held(call, room)
        if held is None:
            return seat
        if seat is None and len(held) == 1:
            return held[0]
        if seat is None or seat not in held:
            raise SeatError(say("you don't sit there: who plays has the link of the seat, and without it you watch"))
        return seat
