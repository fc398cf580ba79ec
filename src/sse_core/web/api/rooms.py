"""Handlers for requests about a room: opening it, playing, sitting down, questions why, and texts of its game."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

from starlette.responses import Response

from ...errors import NotationError
from ...forms.checks import shown as written
from ...play.records.record import format_game
from ...play.records.variations import variation_objects
from ...play.steps import refusal, refusal_of_text
from ..campaigns import whole_campaign
from ..errors import MissingError, StaleError, WebError, clause_of, texts_of
from ..long_games import record_text, shown_json
from ..messages import say
from ..qr import has_drawer
from ..room import Room
from ..room.seats import fresh_secret, invitation
from ..room_json import Look, brief, look_at, map_of
from ..texts.sharing import packed
from ..thinking import hint
from ..trial_lines import record_with, seat_to_try
from .games import text_of
from .http import SVG, Call, json_answer, keep_secret, text_answer
from .requests import (
    Act,
    Agreement,
    Answer,
    AtVersion,
    Change,
    HintAsked,
    NameAsked,
    NewRoom,
    Nothing,
    PictureAsked,
    Resign,
    RoomAsked,
    SeatAsked,
    Sit,
    Undo,
    Variations,
    View,
    Why,
    Without,
)
from .room_requests import RoomRequests

__all__ = ["RoomsApi"]


class RoomsApi(RoomRequests):
    """A method for each request about a room."""

    def add(self, call: Call[NewRoom]) -> Response:
        """Make a room."""
        secret = fresh_secret()
        room = self._site.rooms.add(call.asked.game_request, call.client, secret, call.asked.name or "")
        # In a game that goes on with secrets, variations would tell them.
        variations = () if room.snapshot().has_secrets else room.plan.variations
        answer = json_answer({"id": room.id, **variation_objects(variations)}, 201)
        return keep_secret(answer, call, room.id, room.table.host, secret) if room.table.has_seats else answer

    def show(self, call: Call[RoomAsked]) -> Response:
        """Answer with a room."""
        return json_answer(shown_json(self._look(call), call.asked.style, call.asked.known))

    def brief(self, call: Call[Nothing]) -> Response:
        """Answer with how a room stands."""
        return json_answer(brief(self._look(call, View())))

    def act(self, call: Call[Act]) -> Response:
        """Let a person act."""
        room, asked = self._room(call), call.asked
        seat = self._own_seat(call, room, asked.seat)
        try:
            return self._changed(call, room, seat, lambda: room.act(asked.version, seat, asked.action))
        except NotationError as error:
            # An action is one line, and the person who typed it sees it.
            raise WebError(error.message) from None

    def undo(self, call: Call[Undo]) -> Response:
        """Go back."""
        room, asked = self._room(call), call.asked
        seat = self._own_seat(call, room, asked.seat)
        return self._changed(call, room, seat, lambda: room.undo(asked.version, asked.to, seat))

    def redo(self, call: Call[Change]) -> Response:
        """Redo the last decision that was taken back."""
        room = self._room(call)
        seat = self._own_seat(call, room, call.asked.seat)
        return self._changed(call, room, seat, lambda: room.redo(call.asked.version, seat))

    def resign(self, call: Call[Resign]) -> Response:
        """Let a person resign."""
        room = self._room(call)
        seat = self._own_seat(call, room, call.asked.seat)
        shown_to = seat if room.table.has_seats else None
        return self._changed(call, room, shown_to, lambda: room.resign(call.asked.version, seat))

    def answer(self, call: Call[Answer]) -> Response:
        """Answer a request for a take-back: a person agrees or refuses."""
        return self._agreed(call, lambda room, seat: room.answer(seat, call.asked.agrees))

    def without(self, call: Call[Without]) -> Response:
        """Let the game go on without a person who is away."""
        absent, with_bot = call.asked.absent, call.asked.bot
        return self._agreed(call, lambda room, seat: room.go_on_without(absent, seat, with_bot=with_bot))

    def come_back(self, call: Call[Agreement]) -> Response:
        """Give a person back the seat that a bot took meanwhile."""
        return self._agreed(call, Room.come_back)

    def rematch(self, call: Call[Nothing]) -> Response:
        """Make a room for the rematch, or answer with the one that there is."""
        room = self._room(call)
        seats = self._held(call, room)
        if seats is None:
            return json_answer({"id": self._site.rooms.rematch(room, call.client).id}, 201)
        host = self._own_seat(call, room, next(iter(seats), None))
        found = self._site.rooms.rematch(room, call.client, host, call.secrets[host])
        answer = json_answer({"id": found.id}, 201)
        places, names = room.plan.places_again, room.snapshot().names
        for seat in seats:
            found.table.come_along(places[seat], call.secrets[seat], names[seat])
            keep_secret(answer, call, found.id, places[seat], call.secrets[seat])
        return answer

    def sit(self, call: Call[Sit]) -> Response:
        """Let somebody take a seat by an invitation."""
        room, key = self._room(call), call.asked.key or ""
        letter, _, secret = key.partition("-")
        seat: int = room.plan.game.INFO.seats.find(letter) if len(letter) == 1 else -1
        fresh = room.table.sit(seat, secret, call.asked.name or "")
        return keep_secret(json_answer({"seat": seat}), call, room.id, seat, fresh)

    def name(self, call: Call[NameAsked]) -> Response:
        """Give a person another name."""
        room = self._room(call)
        seat: int = self._own_seat(call, room, call.asked.seat)
        room.table.rename(seat, call.asked.name or "")
        return json_answer({"name": room.snapshot().names[seat]})

    def seats(self, call: Call[Nothing]) -> Response:
        """Answer with links to the client's own seats, and to the free ones that the client may give away."""
        room = self._room(call)
        held = self._held(call, room) or ()
        secrets = {seat: call.secrets[seat] for seat in held}
        if room.table.has_seats and room.table.host in held:
            secrets |= {seat: invitation(secrets[room.table.host], room.id, seat) for seat in room.snapshot().free}
        letters = room.plan.game.INFO.seats
        links = [{"seat": seat, "url": f"/g/{room.id}#{letters[seat]}-{secrets[seat]}"} for seat in sorted(secrets)]
        return json_answer({"links": links, "watch": f"/g/{room.id}", "draws": has_drawer()})

    def why(self, call: Call[Why]) -> Response:
        """Answer why steps lead to no legal action, or why an action is refused."""
        look, seat = self._own_look(call, call.asked.seat) if call.asked.ply is None else self._tried_look(call)
        reason = _why_not(look, seat, call.asked)
        return json_answer({"reason": reason, "clause": clause_of(reason)})

    def hint(self, call: Call[HintAsked]) -> Response:
        """Answer with the best action that a search finds."""
        look, seat = self._own_look(call, call.asked.seat)
        seconds = call.asked.seconds
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
            raise WebError(f"seconds is a number above 0, not {written(seconds)}")
        stop = Event()
        place = self._place_of_search(call, stop)
        try:
            return json_answer(hint(look.state, seat, seconds, stop=stop))
        finally:
            self._site.searches.give_back(place)

    def record(self, call: Call[SeatAsked]) -> Response:
        """Answer with the record."""
        return text_answer(f"{record_text(self._open_room(call))}\n", "game.sse")

    def record_with(self, call: Call[Variations]) -> Response:
        """Answer with the record, extended by variations from the page."""
        room = self._open_room(call)
        return text_answer(f"{format_game(record_with(room, call.asked.variations))}\n", "game.sse")

    def campaign(self, call: Call[Nothing]) -> Response:
        """Answer with the campaign of the room, its current game included."""
        room = self._open_room(call)
        text = whole_campaign(room.request, room.record)
        if text is None:
            raise MissingError("this game is in no campaign")
        return text_answer(f"{text}\n", "campaign.sse")

    def position(self, call: Call[View]) -> Response:
        """Answer with a position."""
        look = self._look(call)
        return text_answer(f"{look.room.game.format_state(look.state)}\n", f"ply-{look.ply}.sse")

    def map(self, call: Call[Nothing]) -> Response:
        """Answer with the map."""
        room = self._room(call).snapshot()
        board = map_of(room)
        if board is None:
            raise MissingError(f"{room.game.INFO.title} is played without a map")
        return text_answer(f"{text_of(room.game, board)}\n", "map.txt")

    def picture(self, call: Call[PictureAsked]) -> Response:
        """Answer with the picture."""
        look = self._look(call)
        svg = look.svg(call.asked.style)
        return text_answer(svg, f"ply-{look.ply}.svg", SVG)

    def link(self, call: Call[View]) -> Response:
        """Answer with an address that opens the position."""
        look = self._look(call)
        return json_answer({"url": f"/?p={packed(look.room.game.format_state(look.state))}"})

    def _own_look(self, call: Call[Any], asked: int) -> tuple[Look, int]:
        """Return the last position as the person to act sees it, and that person's seat."""
        here = self._room(call)
        room, seat = here.snapshot(), self._own_seat(call, here, asked)
        if seat not in room.acting:
            raise StaleError(say("nobody is to act at this seat"))
        return look_at(room, None, seat, self._held(call, here)), seat

    def _tried_look(self, call: Call[Why]) -> tuple[Look, int]:
        """Return a position in which an action may be tried, and the seat that is to act there.

        Everybody who sees the position may ask, since nothing changes.
        """
        seat, look = call.asked.seat, self._look(call, View(ply=call.asked.ply, line=call.asked.line))
        if seat != seat_to_try(look.room, look.state, is_latest=look.is_latest):
            raise StaleError(say("nothing can be tried at this seat"))
        return look, seat

    def _agreed(self, call: Call[Agreement], change: Callable[[Room, int], None]) -> Response:
        """Make a change that people agree about, on behalf of a seat, and answer with the room as that seat sees it."""
        room = self._room(call)
        seat = self._own_seat(call, room, call.asked.seat)
        change(room, seat)
        return self._shown_to(call, room, seat, self._held(call, room))

    def _changed(
        self, call: Call[Act | Change | Resign], room: Room, seat: int | None, change: Callable[[], None]
    ) -> Response:
        """Change a room, and answer with it as a seat sees it."""
        held = self._held(call, room)
        if seat is not None:
            # A client that may not look at the game may not change it either.
            look_at(room.snapshot(), None, seat, held)
        change()
        return self._shown_to(call, room, seat, held)

    def _shown_to(
        self, call: Call[AtVersion] | Call[Agreement], room: Room, seat: int | None, held: tuple[int, ...] | None
    ) -> Response:
        look = look_at(room.snapshot(), None, seat, held)
        return json_answer(shown_json(look, call.asked.style, call.asked.known))


def _why_not(look: Look, seat: int, asked: Why) -> str:
    """Return why no legal action begins with some keys, or why a text is refused; empty if the action is legal."""
    if asked.text is not None:
        return refusal_of_text(look.state, asked.text, seat)
    return refusal(look.state, texts_of(asked.keys, "keys"), seat)
