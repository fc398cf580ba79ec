"""The web application: the page, and the HTTP API that it uses.

Answers are JSON unless said. An error is ``{"error": "one line", "clause": "E3.4" | null}`` with the status 400 (bad
input, a key that isn't known, or a text that takes more than two seconds to work out), 403 (another host or site, or a
seat of somebody else), 404 (not there), 409 (refused by the rules, or the game has gone on), 410 (a link to a seat that
somebody has taken), 413 (too long), 415 (no JSON), 429 (too many games, analyses or listeners) or 507 (the disk is
full). What changes something is POST with JSON.

What a request takes, the keys of its address or of its body, is described in the module `asked`, and what it gives in
the module `answers`:

``GET /``, ``GET /g/{id}``, ``GET /edit``, ``GET /learn/{game}``, ``GET /rules/{game}``
    The page. ``GET /static/…`` has its files. Any other address has a page that says so, with the status 404.
``GET /api/games?InLanguage``
    A list of `GameShown`.
``GET /api/tours/{game}/{stop}?StopAsked``
    `StopShown`, by its number, counted from 1. ``POST …/why WhyAtStop`` gives `Refusal`.
``GET /api/rules/{game}``
    `RulesShown`. ``GET /api/rules/{game}/{clause}`` gives ``{clause, text}``.
``GET /api/presets/{game}/{name}?InTheme``
    `PresetDrawn`. ``GET …/thumbnail.svg?InTheme`` is a small picture of it.
``POST /api/draw Draw``
    `Drawn`. ``GET /api/shared?Packed`` gives `Shared`.
``GET /api/sketch/{game}``
    `Tools`. ``GET /api/sketch/{game}/{tool}.svg?ToolAsked`` is the small picture of one.
``POST /api/sketch SketchAsked``
    `Sketched`.
``POST /api/rooms NewRoom``
    201, ``{id, variations?}``: a new game, and the variations of its record, which the page keeps.
``GET /api/rooms/{id}?RoomAsked``
    `Shown`. ``GET …/brief`` gives `Brief`.
``POST /api/rooms/{id}/act Act``, ``…/undo Undo``, ``…/redo Change``, ``…/resign Resign``
    `Shown`, as the seat sees it.
``POST /api/rooms/{id}/answer Answer``, ``…/without Without``, ``…/back Agreement``
    `Shown`, too. By the last one a person takes the seat again that a bot took so.
``POST /api/rooms/{id}/rematch {}``
    201, ``{id}``: a new game with the same set-up, the players one seat further; the one that is offered, if there is
    one. In a campaign it is the next game, the players at their seats; or the same one again, if somebody resigned. A
    person keeps the secret of the seat.
``POST /api/rooms/{id}/sit Sit``
    ``{seat}``, with a cookie. ``POST …/name NameAsked`` gives ``{name}``.
``GET /api/rooms/{id}/seats``
    `Links`. ``POST /api/qr Text`` gives the QR code of an address, SVG.
``POST /api/rooms/{id}/why Why``
    `Refusal`. ``POST …/hint HintAsked`` gives `Hinted`.
``GET /api/rooms/{id}/analysis?View``, ``…/review?Graph``
    ``text/event-stream`` of `Analysed` and of `Reviewed`. Closing the connection stops the search. Where nothing can be
    searched, the stream has one ``{error, clause, done}``: a browser can't read it otherwise.
``GET /api/rooms/{id}/events?SeatAsked``
    ``text/event-stream`` of `News` at each change that the seat can see.
``GET /api/rooms/{id}/record?SeatAsked``, ``…/position?View``, ``…/map``, ``…/campaign``
    Texts. That of a campaign has its game as it stands. ``POST …/record Variations`` gives the record with these.
``GET /api/rooms/{id}/picture.svg?PictureAsked``
    The picture. ``GET …/link?View`` gives ``{url}``: an address, from ``/``, that opens a new game from the position.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Event, Lock
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from ..bots.levels import levels_of
from ..bots.naming import bots_of
from ..errors import ArgumentError, NotationError, SseError
from ..forms.checks import shown as written
from ..forms.kinds import MAP
from ..game import AnyGame, Level, MapGame, Preset
from ..games import GAMES
from ..play.introduction import ENGLISH
from ..play.records import format_game
from ..play.rules import clause_text
from ..play.steps import refusal, refusal_of_text
from ..play.variations import variation_objects
from .answers import Analysed, Drawn, FieldShown, GameShown, LevelShown, News, PresetShown, Reviewed
from .asked import (
    Act,
    Agreement,
    Answer,
    Asked,
    AtVersion,
    Change,
    Draw,
    Graph,
    HintAsked,
    InLanguage,
    InTheme,
    NameAsked,
    NewRoom,
    Nothing,
    Packed,
    PictureAsked,
    Resign,
    RoomAsked,
    SeatAsked,
    Sit,
    SketchAsked,
    StopAsked,
    Text,
    ToolAsked,
    Undo,
    Variations,
    View,
    Why,
    WhyAtStop,
    Without,
)
from .campaigns import whole_campaign
from .clients import Gate, Place, Places
from .drawing import picture, theme_named, thumbnail
from .errors import BusyError, MissingError, SeatError, StaleError, WebError, clause_of, texts_of
from .fields import Field, campaign_fields_of, fields_of
from .http import (
    Call,
    Handler,
    call_of,
    endpoint,
    error_of,
    json_answer,
    keep_secret,
    text_answer,
)
from .introducing import introduction_object, refusal_at, rules_object, stop_object
from .long_games import record_text, shown_json
from .plan import Plan, game_named, pasted, plan_of, takes_budget
from .qr import has_drawer, qr_code
from .room import Room, Snapshot
from .room.sealed import WATCHER, as_seen
from .room.seats import fresh_secret, invitation
from .room_json import Look, brief, look_at, map_of
from .rooms import Rooms
from .security import Door
from .texts.pasting import content_object, text_object
from .texts.sharing import packed, unpacked
from .texts.sketching import edit_address, is_drawn, sketch_object, tool_picture, tools_object
from .thinking import analysed, hint, position_of, reviewed
from .trying import record_with, seat_to_try

__all__ = ["Site", "create_app"]

STATIC: Final = Path(__file__).parent / "static"

_HEARTBEAT: Final = 15.0
"""The seconds after which a stream without news says that it is still there."""

_PAUSE: Final = 0.05
"""The seconds between two events: where bots play each other, several changes come as one."""

_FOR_PROGRAMS: Final = ("/api/", "/static/")
"""How the addresses begin that no person opens."""

_AT_ONCE: Final = 4
_OF_ONE: Final = 2
"""How many requests are computed at once, and how many of one client: the others wait, and hold up nobody else."""

_STARTS_AT_ONCE: Final = 2
"""How many starts without a text are worked out at once, beside those; one for each client."""

_TEXTS_AT_ONCE: Final = 16
"""How many texts are at the processes that read them, or wait there; one of each client."""

_HINTS_AT_ONCE: Final = 8
_HINTS_OF_ONE: Final = 4
"""How many requests for a hint are answered at once: those that search, and those that are about to be refused."""

_MOST_SEARCHES: Final = 4
_MOST_LISTENERS: Final = 500
_EVENTS: Final = "text/event-stream"
_RETRY: Final = "retry: 1000\n\n"
"""How many milliseconds a browser waits before it opens a broken stream again, such as at a restart."""
_SVG: Final = "image/svg+xml"
_LISTING: Final = Lock()
"""Taken while the games are listed, which loads what they have."""


class Site:
    """What the handlers share: the rooms, and the streams that end with the server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.closing = Event()
        self.searches = Places(_MOST_SEARCHES)
        self.streams = Places(_MOST_LISTENERS)
        self.gates: Sequence[Gate] = ()
        """Where requests wait."""

    def close(self) -> None:
        """End all streams, and what takes long, in the thread of the loop."""
        self.closing.set()
        for gate in self.gates:
            gate.close()
        self.rooms.end_soon()
        self.searches.end_all()
        self.streams.end_all()


def create_app(site: Site, hosts: Collection[str]) -> Starlette:
    """Return the application. `hosts` are the names that requests may call it by (see `security.Door`)."""
    # Only a few requests are computed at a time: many threads at once would slow each other down, and all answers would
    # be late. Starts, texts and hints have gates of their own, since they may take long. Texts are read by other
    # processes, whose queues are fair (see `aside`); `Site.searches` limits how many hints search. All gates together
    # let through fewer than there are threads.
    gate, hints = Gate(_AT_ONCE, _OF_ONE), Gate(_HINTS_AT_ONCE, _HINTS_OF_ONE)
    starts, texts = Gate(_STARTS_AT_ONCE, 1), Gate(_TEXTS_AT_ONCE, 1)
    site.gates = (gate, hints, starts, texts)
    handlers = Handlers(site, gate)

    def get(path: str, handler: Handler[Asked], shape: type[Asked], by: Gate = gate) -> Route:
        return Route(path, endpoint(handler, by, shape), methods=["GET"])

    def post(path: str, handler: Handler[Asked], shape: type[Asked], by: Gate = gate) -> Route:
        return Route(path, endpoint(handler, by, shape), methods=["POST"])

    def start(path: str, handler: Handler[Asked], shape: type[Asked]) -> Route:
        return Route(path, endpoint(handler, starts, shape, texts=texts), methods=["POST"])

    here = "/api/rooms/{id}"
    routes = [
        Route("/", _page, methods=["GET"]),
        Route("/g/{id}", _page, methods=["GET"]),
        Route("/edit", _page, methods=["GET"]),
        Route("/learn/{game}", _page_of_game, methods=["GET"]),
        Route("/rules/{game}", _page_of_game, methods=["GET"]),
        get("/api/games", handlers.games, InLanguage),
        get("/api/presets/{game}/{name}", handlers.preset, InTheme),
        get("/api/presets/{game}/{name}/thumbnail.svg", handlers.thumbnail, InTheme),
        get("/api/rules/{game}", handlers.rules, Nothing),
        get("/api/rules/{game}/{clause}", handlers.rule, Nothing),
        get("/api/tours/{game}/{stop:int}", handlers.stop, StopAsked),
        post("/api/tours/{game}/{stop:int}/why", handlers.why_at, WhyAtStop),
        start("/api/draw", handlers.draw, Draw),
        get("/api/shared", handlers.shared, Packed, by=texts),
        get("/api/sketch/{game}", handlers.tools, Nothing),
        get("/api/sketch/{game}/{tool}.svg", handlers.tool, ToolAsked),
        post("/api/sketch", handlers.sketch, SketchAsked, by=texts),
        start("/api/rooms", handlers.add, NewRoom),
        post("/api/qr", handlers.qr, Text),
        get(here, handlers.show, RoomAsked),
        get(f"{here}/brief", handlers.brief, Nothing),
        post(f"{here}/act", handlers.act, Act),
        post(f"{here}/undo", handlers.undo, Undo),
        post(f"{here}/redo", handlers.redo, Change),
        post(f"{here}/resign", handlers.resign, Resign),
        post(f"{here}/rematch", handlers.rematch, Nothing, by=texts),
        post(f"{here}/why", handlers.why, Why),
        post(f"{here}/hint", handlers.hint, HintAsked, by=hints),
        post(f"{here}/answer", handlers.answer, Answer),
        post(f"{here}/without", handlers.without, Without),
        post(f"{here}/back", handlers.come_back, Agreement),
        post(f"{here}/sit", handlers.sit, Sit),
        post(f"{here}/name", handlers.name, NameAsked),
        get(f"{here}/seats", handlers.seats, Nothing),
        get(f"{here}/record", handlers.record, SeatAsked),
        post(f"{here}/record", handlers.record_with, Variations, by=starts),
        get(f"{here}/position", handlers.position, View),
        get(f"{here}/map", handlers.map, Nothing),
        get(f"{here}/campaign", handlers.campaign, Nothing),
        get(f"{here}/link", handlers.link, View),
        get(f"{here}/picture.svg", handlers.picture, PictureAsked),
        Route(f"{here}/analysis", handlers.analysis, methods=["GET"]),
        Route(f"{here}/review", handlers.review, methods=["GET"]),
        Route(f"{here}/events", handlers.events, methods=["GET"]),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Door, hosts=hosts)],
        exception_handlers={404: _missing, 405: _missing, Exception: _failed},
    )


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", media_type="text/html")


async def _page_of_game(request: Request) -> Response:
    known = request.path_params["game"] in GAMES
    return await _page(request) if known else await _missing(request, MissingError())


async def _missing(request: Request, error: Exception) -> Response:
    if request.url.path.startswith(_FOR_PROGRAMS):
        return error_of(MissingError(f"there is nothing at {written(request.url.path)}"))
    return FileResponse(STATIC / "missing.html", 404, media_type="text/html")


async def _failed(request: Request, error: Exception) -> Response:
    # The error itself is raised again, and logged.
    return json_answer({"error": "the server failed; its terminal has the details", "clause": None}, 500)


class Handlers:
    """A method for each part of the API."""

    def __init__(self, site: Site, gate: Gate) -> None:
        self._site = site
        self._gate = gate
        """Lets through those who look at a game, before they get a stream."""

    # --- games and texts

    def games(self, call: Call[InLanguage]) -> Response:
        """Answer with all games."""
        # A module that isn't built fails while it is loaded: to another thread it would look half loaded meanwhile.
        with _LISTING:
            return json_answer([_game_object(name, call.asked.lang or ENGLISH) for name in GAMES])

    def preset(self, call: Call[InTheme]) -> Response:
        """Answer with a start that ships."""
        game, name = game_named(call.path["game"]), call.path["name"]
        text = _text_of(game, _preset(game, name))
        return json_answer({"name": name, "text": text, **content_object(pasted(text, game), call.asked.theme)})

    def thumbnail(self, call: Call[InTheme]) -> Response:
        """Answer with a small picture of a start that ships."""
        game, name = game_named(call.path["game"]), call.path["name"]
        svg = thumbnail(game, _preset(game, name), call.asked.theme)
        return text_answer(svg, f"{name}.svg", _SVG)

    def rule(self, call: Call[Nothing]) -> Response:
        """Answer with a clause of the rules."""
        game, clause = game_named(call.path["game"]), call.path["clause"]
        try:
            return json_answer({"clause": clause, "text": clause_text(clause, game)})
        except ArgumentError as error:
            raise MissingError(str(error)) from None

    def rules(self, call: Call[Nothing]) -> Response:
        """Answer with all rules of a game."""
        return json_answer(rules_object(game_named(call.path["game"])))

    def stop(self, call: Call[StopAsked]) -> Response:
        """Answer with a stop of a tour."""
        language = call.asked.lang or ENGLISH
        return json_answer(stop_object(game_named(call.path["game"]), call.path["stop"], call.asked.style, language))

    def why_at(self, call: Call[WhyAtStop]) -> Response:
        """Answer why steps lead to no legal action at a stop of a tour."""
        reason = refusal_at(game_named(call.path["game"]), call.path["stop"], call.asked.keys)
        return json_answer({"reason": reason, "clause": clause_of(reason)})

    def draw(self, call: Call[Draw]) -> Response:
        """Answer with the picture of a text, or of the start of a new game."""
        text, theme = call.asked.text, call.asked.theme
        if not text:
            return json_answer(_start_object(plan_of(call.asked.wish), theme))
        game = None if call.asked.game is None else game_named(call.asked.game)
        drawn = self._site.rooms.aside.run(text_object, text, game and game.INFO.name, theme, client=call.client)
        return json_answer(drawn)

    def shared(self, call: Call[Packed]) -> Response:
        """Answer with what an address shares."""
        text = unpacked(call.asked.p or "")
        drawn = self._site.rooms.aside.run(text_object, text, None, call.asked.theme, client=call.client)
        return json_answer({"text": text, **drawn})

    # --- maps that are drawn

    def tools(self, call: Call[Nothing]) -> Response:
        """Answer with the tools of a game."""
        return json_answer(tools_object(call.path["game"]))

    def tool(self, call: Call[ToolAsked]) -> Response:
        """Answer with the picture of a tool."""
        game, name = call.path["game"], call.path["tool"]
        svg = tool_picture(game, name, call.asked.turn, call.asked.theme)
        return text_answer(svg, f"{name}.svg", _SVG)

    def sketch(self, call: Call[SketchAsked]) -> Response:
        """Answer with a sketch, after a click on it."""
        asked = call.asked
        tool = None if asked.tool is None else (asked.tool, asked.turn or 0)
        setting = None if asked.setting is None else (asked.setting, asked.value or "")
        what = (asked.game, asked.text or "", asked.theme, tool, asked.place, setting)
        return json_answer(self._site.rooms.aside.run(sketch_object, *what, client=call.client))

    # --- rooms

    def add(self, call: Call[NewRoom]) -> Response:
        """Make a room."""
        secret = fresh_secret()
        room = self._site.rooms.add(call.asked.wish, call.client, secret, call.asked.name or "")
        # Variations of a game that goes on in secret would tell them.
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
            # An action is one line, which whoever typed it has before him.
            raise WebError(error.message) from None

    def undo(self, call: Call[Undo]) -> Response:
        """Go back."""
        room, asked = self._room(call), call.asked
        seat = self._own_seat(call, room, asked.seat)
        return self._changed(call, room, seat, lambda: room.undo(asked.version, asked.to, seat))

    def redo(self, call: Call[Change]) -> Response:
        """Do again what was undone."""
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
        """Let a person agree with a take-back, or refuse it."""
        return self._agreed(call, lambda room, seat: room.answer(seat, call.asked.agrees))

    def without(self, call: Call[Without]) -> Response:
        """Let the game go on without a person who is away."""
        absent, with_bot = call.asked.absent, call.asked.bot
        return self._agreed(call, lambda room, seat: room.go_on_without(absent, seat, with_bot=with_bot))

    def come_back(self, call: Call[Agreement]) -> Response:
        """Let a person take the seat again that a bot took meanwhile."""
        return self._agreed(call, Room.come_back)

    def rematch(self, call: Call[Nothing]) -> Response:
        """Make a room for one more game, or answer with the one that is made already."""
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

    # --- seats

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
        """Answer with the links to the seats that somebody may give away: the own ones, and those that are free."""
        room = self._room(call)
        held = self._held(call, room) or ()
        secrets = {seat: call.secrets[seat] for seat in held}
        if room.table.has_seats and room.table.host in held:
            secrets |= {seat: invitation(secrets[room.table.host], room.id, seat) for seat in room.snapshot().free}
        letters = room.plan.game.INFO.seats
        links = [{"seat": seat, "url": f"/g/{room.id}#{letters[seat]}-{secrets[seat]}"} for seat in sorted(secrets)]
        return json_answer({"links": links, "watch": f"/g/{room.id}", "draws": has_drawer()})

    def qr(self, call: Call[Text]) -> Response:
        """Answer with the QR code of an address."""
        return text_answer(qr_code(call.asked.text or ""), "link.svg", _SVG)

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

    # --- texts of a room

    def record(self, call: Call[SeatAsked]) -> Response:
        """Answer with the record."""
        return text_answer(f"{record_text(self._open_room(call))}\n", "game.sse")

    def record_with(self, call: Call[Variations]) -> Response:
        """Answer with the record, and the variations that the page has tried."""
        room = self._open_room(call)
        return text_answer(f"{format_game(record_with(room, call.asked.variations))}\n", "game.sse")

    def campaign(self, call: Call[Nothing]) -> Response:
        """Answer with the campaign of the room, with its game as it stands."""
        room = self._open_room(call)
        text = whole_campaign(room.wish, room.record)
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
        return text_answer(f"{_text_of(room.game, board)}\n", "map.txt")

    def picture(self, call: Call[PictureAsked]) -> Response:
        """Answer with the picture."""
        look = self._look(call)
        svg = look.svg(call.asked.style)
        return text_answer(svg, f"ply-{look.ply}.svg", _SVG)

    def link(self, call: Call[View]) -> Response:
        """Answer with an address that opens the position."""
        look = self._look(call)
        return json_answer({"url": f"/?p={packed(look.room.game.format_state(look.state))}"})

    # --- streams

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
        """Stream what a search finds that `begin` begins, until the token that it gets is set."""
        stop = Event()
        try:
            call = await call_of(request, shape)
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

        return _Stream(self._found(request, found), gone)

    async def _found(self, request: Request, found: Iterator[Analysed | Reviewed]) -> AsyncIterator[str]:
        while (item := await run_in_threadpool(next, found, None)) is not None:
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

        return _Stream(self._news(request, room, viewer, bell, ended), gone)

    def _listening(self, call: Call[SeatAsked]) -> tuple[Room, Collection[int], int | None]:
        """Return the room whose news somebody asks for, the seats that he holds, and as whom he may know them."""
        room = self._room(call)
        held, viewer = self._held(call, room), self._look(call, View(seat=call.asked.seat)).viewer
        if held is None and call.asked.seat is None and len(room.plan.people) > 1:
            # At one screen the viewer changes: all changes are told.
            viewer = None
        return room, held or (), viewer

    async def _news(
        self, request: Request, room: Room, viewer: int | None, bell: asyncio.Event, ended: Event
    ) -> AsyncIterator[str]:
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
                if (now := room.news(viewer)) != told:
                    yield _event(now)
                    told = now
                await asyncio.sleep(_PAUSE)
            if await request.is_disconnected():
                return

    # --- inside

    def _room(self, call: Call[Any]) -> Room:
        return self._site.rooms.find(call.path["id"])

    def _open_room(self, call: Call[Any]) -> Snapshot:
        """Return the room as it stands; raise StaleError while its record has secrets."""
        room = self._room(call).snapshot()
        if room.has_secrets:
            raise StaleError("the record has secrets of the players, and is open after the end")
        return room

    def _place_of_search(self, call: Call[Any], stop: Event) -> Place:
        """Return the place of a search, which ends when `stop` is set; raise BusyError if there is none."""
        place = self._site.searches.take(call.client, stop.set)
        if place is None:
            raise BusyError(_TOO_MANY_SEARCHES)
        if self._site.closing.is_set():
            stop.set()
        return place

    def _look(self, call: Call[Any], view: View | None = None) -> Look:
        """Return the position that is asked for, or another one, as who asks may see it."""
        room, asked = self._room(call), call.asked if view is None else view
        return look_at(room.snapshot(), asked.ply, asked.seat, self._held(call, room), asked.line)

    def _held(self, call: Call[Any], room: Room) -> tuple[int, ...] | None:
        """Return the seats of who asks, known by their secrets; None for a game at one screen, which has none."""
        return room.table.held(call.secrets) if room.table.has_seats else None

    def _own_seat(self, call: Call[Any], room: Room, seat: int | None) -> Any:
        """Return the seat for which somebody acts; raise SeatError if he doesn't sit there.

        It may be left out at one screen, and by who sits at a single seat.
        """
        held = self._held(call, room)
        if held is None:
            return seat
        if seat is None and len(held) == 1:
            return held[0]
        if seat is None or seat not in held:
            raise SeatError("you don't sit there: who plays has the link of the seat, and without it you watch")
        return seat

    def _own_look(self, call: Call[Any], asked: int) -> tuple[Look, int]:
        """Return the last position as the seat of a person who is to act sees it, and the seat."""
        here = self._room(call)
        room, seat = here.snapshot(), self._own_seat(call, here, asked)
        if seat not in room.acting:
            raise StaleError("nobody is to act at this seat")
        return look_at(room, None, seat, self._held(call, here)), seat

    def _tried_look(self, call: Call[Why]) -> tuple[Look, int]:
        """Return a position in which an action may be tried, and the seat that is to act there.

        Anybody may ask who sees the position: nothing changes by it.
        """
        seat, look = call.asked.seat, self._look(call, View(ply=call.asked.ply, line=call.asked.line))
        if seat != seat_to_try(look.room, look.state, is_latest=look.is_latest):
            raise StaleError("nothing can be tried at this seat")
        return look, seat

    def _agreed(self, call: Call[Agreement], change: Callable[[Room, int], None]) -> Response:
        """Let who sits at a seat change what the people of a game agree about, and answer as that seat sees it."""
        room = self._room(call)
        seat = self._own_seat(call, room, call.asked.seat)
        change(room, seat)
        return self._shown_to(call, room, seat)

    def _changed(
        self, call: Call[Act | Change | Resign], room: Room, seat: int | None, change: Callable[[], None]
    ) -> Response:
        """Change a room, and answer with it as a seat sees it."""
        if seat is not None:
            # Who may not look at the game may not change it either.
            look_at(room.snapshot(), None, seat, self._held(call, room))
        change()
        return self._shown_to(call, room, seat)

    def _shown_to(self, call: Call[AtVersion] | Call[Agreement], room: Room, seat: int | None) -> Response:
        look = look_at(room.snapshot(), None, seat, self._held(call, room))
        return json_answer(shown_json(look, call.asked.style, call.asked.known))


_TOO_MANY_SEARCHES: Final = f"{_MOST_SEARCHES} analyses run here already; stop one of them first"


class _Stream(StreamingResponse):
    """A stream of events, after which something is done in any case, also where it never begins."""

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
    """Ring a bell from any thread, unless the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(bell.set)


def _event(value: object) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}\n\n"


def _why_not(look: Look, seat: int, asked: Why) -> str:
    """Return why no legal action begins with some keys, or why a text is refused; empty if that isn't so."""
    if asked.text is not None:
        return refusal_of_text(look.state, asked.text, seat)
    return refusal(look.state, texts_of(asked.keys, "keys"), seat)


# --- games as JSON


@lru_cache
def _game_object(name: str, language: str) -> GameShown:
    game = GAMES[name]
    info, presets, bots = game.INFO, game.presets(), bots_of(game)
    draws_maps = isinstance(game, MapGame) and MAP in game.FORM.others
    return {
        **introduction_object(name, language),
        "name": info.name,
        "title": info.title,
        "preset": info.preset,
        "least_players": info.least_players,
        "most_players": info.most_players,
        "seats": info.seats,
        "presets": [_preset_object(key, preset) for key, preset in presets.items()],
        "levels": [_level(level) for level in levels_of(game)],
        "bots": [{"name": key, "takes_budget": takes_budget(bot)} for key, bot in bots.items()],
        "fields": [_field(field) for field in fields_of(game)],
        "campaign_fields": [field.name for field in campaign_fields_of(game)],
        "draws_maps": draws_maps,
        "is_drawn": is_drawn(game),
        "example_map": _text_of(game, next(iter(presets.values())).value) if draws_maps else "",
    }


def _preset_object(name: str, preset: Preset) -> PresetShown:
    return {"name": name, "title": preset.title or name, "about": preset.about}


def _level(level: Level) -> LevelShown:
    return {"title": level.title, "player": level.player, "about": level.about, "elo": level.elo}


def _field(field: Field) -> FieldShown:
    return {
        "name": field.name,
        "label": field.label,
        "help": field.help,
        "kind": field.kind,
        "choices": field.choices,
        "default": field.default,
        "suggestions": field.suggestions,
    }


def _preset(game: AnyGame, name: str) -> Any:
    """Return a map, or a start, that ships; raise MissingError if there is none."""
    known = game.presets()
    if name not in known:
        raise MissingError(f"there is no {game.INFO.preset} {written(name)}; they are {', '.join(known)}")
    return known[name].value


def _text_of(game: AnyGame, value: Any) -> str:
    """Return the text of a position or a map."""
    return game.format_state(value) if hasattr(value, "to_act") else game.FORM.others[MAP].format(value)


def _start_object(plan: Plan, theme: str | None) -> Drawn:
    players = len(plan.players)
    # What a seed has dealt is a secret of its seat, before the first move, too.
    seen = as_seen(plan.start, WATCHER)
    return {
        "game": plan.game.INFO.name,
        "kind": "start",
        "svg": picture(plan.game, seen, (), theme_named(theme)),
        "players": players,
        "about": f"{plan.game.INFO.title} for {players}",
        "edit": edit_address(plan.game, plan.start),
    }
