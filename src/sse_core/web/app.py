"""The web application: the page, and the HTTP API that it uses.

Answers are JSON unless said. An error is ``{"error": "one line", "clause": "E3.4" | null}`` with the status 400 (bad
input, a key that isn't known, or a text that takes more than two seconds to work out), 403 (another host or site, or a
seat of somebody else), 404 (not there), 409 (refused by the rules, or the game has gone on), 410 (a link to a seat that
somebody has taken), 413 (too long), 415 (no JSON), 429 (too many games, analyses or listeners) or 507 (the disk is
full). What changes something is POST with JSON.

The dataclasses of `api.requests` have the parameters of each request, in its address or its body. The shapes of
`answers` have its answers:

``GET /``, ``GET /g/{id}``, ``GET /edit``, ``GET /learn/{game}``, ``GET /rules/{game}``
    The page. ``GET /static/…`` has its files. Any other address answers 404, with a page that says so.
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
    `Shown`, too. ``back`` returns the seat of a person who was away from the bot to that person.
``POST /api/rooms/{id}/rematch {}``
    201, ``{id}``: a new game with the same set-up, in which each player sits one seat further; or the rematch that is
    offered already. In a campaign it is the next game, with all players at their seats; or the same game again, if
    somebody resigned. A person keeps the secret of the seat.
``POST /api/rooms/{id}/sit Sit``
    ``{seat}``, with a cookie. ``POST …/name NameAsked`` gives ``{name}``.
``GET /api/rooms/{id}/seats``
    `Links`. ``POST /api/qr Text`` gives the QR code of an address, SVG.
``POST /api/rooms/{id}/why Why``
    `Refusal`. ``POST …/hint HintAsked`` gives `Hinted`.
``GET /api/rooms/{id}/analysis?View``, ``…/review?Graph``
    ``text/event-stream`` of `Analysed` and of `Reviewed`. Closing the connection stops the search. Where nothing can be
    searched, the stream has one event ``{error, clause, done}``, since a browser can't read an error status of a
    stream.
``GET /api/rooms/{id}/events?SeatAsked``
    ``text/event-stream`` of `News` at each change that the seat can see.
``GET /api/rooms/{id}/record?SeatAsked``, ``…/position?View``, ``…/map``, ``…/campaign``
    Texts. A campaign includes its current game. ``POST …/record Variations`` gives the record with these variations.
``GET /api/rooms/{id}/picture.svg?PictureAsked``
    The picture. ``GET …/link?View`` gives ``{url}``: an address, from ``/``, that opens a new game from the position.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..forms.checks import shown as written
from ..forms.messages import speaking
from ..games import GAMES
from .api.games import GamesApi
from .api.http import Handler, endpoint, error_of, json_answer, spoken_in
from .api.requests import (
    Act,
    Agreement,
    Answer,
    Asked,
    Change,
    Draw,
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
from .api.rooms import RoomsApi
from .api.streams import Streams
from .clients import Gate
from .errors import MissingError
from .messages import say
from .security import Door
from .site import Site

__all__ = ["create_app"]

STATIC: Final = Path(__file__).parent / "static"

_FOR_PROGRAMS: Final = ("/api/", "/static/")
"""Beginnings of addresses that programs use, not people."""

_AT_ONCE: Final = 4
_OF_ONE: Final = 2
"""How many requests run at once, in all and for one client. The others wait without a thread."""

_STARTS_AT_ONCE: Final = 2
"""How many starts without a text are computed at once, beside the requests above; one for each client."""

_TEXTS_AT_ONCE: Final = 16
"""How many texts the reader processes have at once, waiting ones included; one of each client."""

_HINTS_AT_ONCE: Final = 8
_HINTS_OF_ONE: Final = 4
"""How many requests for a hint are handled at once: those that search, and those that will be refused."""


def create_app(site: Site, hosts: Collection[str]) -> Starlette:
    """Return the application. `hosts` are the host names that requests may use (see `security.Door`)."""
    # Only a few requests run at a time: many threads would slow each other down, and all answers would be late. Starts,
    # texts and hints have gates of their own, since they may take long. Other processes read the texts, with fair
    # queues (see `reader_processes`); `Site.searches` limits how many hints search. All gates let through
    # together fewer requests than there are threads.
    gate, hints = Gate(_AT_ONCE, _OF_ONE), Gate(_HINTS_AT_ONCE, _HINTS_OF_ONE)
    starts, texts = Gate(_STARTS_AT_ONCE, 1), Gate(_TEXTS_AT_ONCE, 1)
    site.gates = (gate, hints, starts, texts)
    games, rooms, streams = GamesApi(site), RoomsApi(site), Streams(site, gate)

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
        get("/api/games", games.games, InLanguage),
        get("/api/presets/{game}/{name}", games.preset, InTheme),
        get("/api/presets/{game}/{name}/thumbnail.svg", games.thumbnail, InTheme),
        get("/api/rules/{game}", games.rules, Nothing),
        get("/api/rules/{game}/{clause}", games.rule, Nothing),
        get("/api/tours/{game}/{stop:int}", games.stop, StopAsked),
        post("/api/tours/{game}/{stop:int}/why", games.why_at, WhyAtStop),
        start("/api/draw", games.draw, Draw),
        get("/api/shared", games.shared, Packed, by=texts),
        get("/api/sketch/{game}", games.tools, Nothing),
        get("/api/sketch/{game}/{tool}.svg", games.tool, ToolAsked),
        post("/api/sketch", games.sketch, SketchAsked, by=texts),
        start("/api/rooms", rooms.add, NewRoom),
        post("/api/qr", games.qr, Text),
        get(here, rooms.show, RoomAsked),
        get(f"{here}/brief", rooms.brief, Nothing),
        post(f"{here}/act", rooms.act, Act),
        post(f"{here}/undo", rooms.undo, Undo),
        post(f"{here}/redo", rooms.redo, Change),
        post(f"{here}/resign", rooms.resign, Resign),
        post(f"{here}/rematch", rooms.rematch, Nothing, by=texts),
        post(f"{here}/why", rooms.why, Why),
        post(f"{here}/hint", rooms.hint, HintAsked, by=hints),
        post(f"{here}/answer", rooms.answer, Answer),
        post(f"{here}/without", rooms.without, Without),
        post(f"{here}/back", rooms.come_back, Agreement),
        post(f"{here}/sit", rooms.sit, Sit),
        post(f"{here}/name", rooms.name, NameAsked),
        get(f"{here}/seats", rooms.seats, Nothing),
        get(f"{here}/record", rooms.record, SeatAsked),
        post(f"{here}/record", rooms.record_with, Variations, by=starts),
        get(f"{here}/position", rooms.position, View),
        get(f"{here}/map", rooms.map, Nothing),
        get(f"{here}/campaign", rooms.campaign, Nothing),
        get(f"{here}/link", rooms.link, View),
        get(f"{here}/picture.svg", rooms.picture, PictureAsked),
        Route(f"{here}/analysis", streams.analysis, methods=["GET"]),
        Route(f"{here}/review", streams.review, methods=["GET"]),
        Route(f"{here}/events", streams.events, methods=["GET"]),
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
    # Starlette raises the error again, and it is logged.
    with speaking(spoken_in(request)):
        return json_answer({"error": say("the server failed; its terminal has the details"), "clause": None}, 500)
