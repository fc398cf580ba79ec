"""The web application: the page, and the HTTP API that it uses.

Answers are JSON unless said. An error is ``{"error": "one line", "clause": "E3.4" | null}`` with the status 400 (bad
input, a key that isn't known, or a text that takes more than two seconds to work out), 403 (another host or site, or a
seat of somebody else), 404 (not there), 409 (refused by the rules, or the game has gone on), 410 (a link to a seat that
somebody has taken), 413 (too long), 415 (no JSON), 429 (too many games, analyses or listeners) or 507 (the disk is
full). What changes something is POST with JSON.

``GET /``, ``GET /g/{id}``, ``GET /edit``, ``GET /learn/{game}``, ``GET /rules/{game}``
    The page. ``GET /static/…`` has its files. Any other address has a page that says so, with the status 404.
``GET /api/games?lang=``
    ``[{name, title, about, first_game, has_tour, language, preset, least_players, most_players, seats, presets: [{name,
    title, about}], levels: [{title, player, about, elo}], bots: [{name, takes_budget}], fields: [{name, label, help,
    kind, choices, default, suggestions}], campaign_fields, draws_maps, is_drawn, example_map}]``. ``campaign_fields``
    names those of campaigns, none if the game has no campaigns. ``kind`` is ``choice``, ``flag`` (true or false),
    ``text``, ``number`` or ``many`` (a list of texts; ``suggestions`` has the usual ones, with a line for each).
    ``presets`` are those of ``preset``, such as the maps that ship. ``about`` has three lines: what the game is, how a
    turn goes, how one wins; they are in the language ``lang``, such as ``de``, if the game has them in it: ``language``
    says in which they are, ``en`` if not. ``first_game`` is what to post to ``/api/rooms`` for a first game, with the
    name of the game. ``levels`` are bots by their strength; ``elo`` is null where nobody has measured it. ``is_drawn``
    says whether its maps can be drawn click by click.
``GET /api/tours/{game}/{stop}?theme=&layout=&lang=``
    ``{title, stop, stops, step, steps, heading, words, done, language, tried, action, before, after, pictures}``: a
    stop of the tour of a game, counted from 1, with words in a language as above. The visitor makes the ``action``, an
    id of those that are legal ``before``, or tries the keys ``tried``, which are refused. ``before`` and ``after`` are
    as *shown* below; ``pictures`` are those of the way from one to the other.
``POST /api/tours/{game}/{stop}/why {keys}``
    ``{reason, clause}``, as for a room.
``GET /api/rules/{game}``
    ``{game, title, sections: [{number, title, blocks: [{clause, text}]}]}``: the rules.
``GET /api/presets/{game}/{name}?theme=``
    ``{name, about, kind, text, svg, players}``: a map, or a start, that ships.
``GET /api/presets/{game}/{name}/thumbnail.svg?theme=``
    A small picture of it.
``GET /api/rules/{game}/{clause}``
    ``{clause, text}``: a clause of the rules.
``POST /api/draw {game, text, theme}``
    ``{game, kind: "map" | "position" | "record", svg, players, about, edit}``: what a pasted text is, drawn. ``game``
    null: whatever it is. ``edit`` is an address, from ``/``, where its map is drawn further, null if it can't be.
    Without a text: the start, ``kind`` ``"start"``, of the game that ``POST /api/rooms`` would open.
``GET /api/shared?p=``
    ``{game, kind, text, svg, players, about, edit}``: what an address shares.
``GET /api/sketch/{game}``
    ``{game, title, preset, presets: [{name, title}], tools: [{key, words, group, turns, shortcut}], settings: [{key,
    help, default}]}``: what maps are drawn with, in a game that has tools for it.
    ``GET /api/sketch/{game}/{tool}.svg?turn=&theme=`` is the small picture of a tool.
``POST /api/sketch {game, text, tool, place, turn, setting, value, theme}``
    ``{text, about, svg, fault, notes, fits, counts, settings, play}``: what a text of a map has, playable or not, after
    a click with a tool on a place, or with another value of a setting, if there is one. ``fault`` says why it can't be
    played, null if it can be; it and each of ``notes`` is ``{words, clause, place, line, column}``. ``svg`` is null for
    a text that is no drawing. ``fits`` has the places where the tool fits best, with or without a click. ``play`` is an
    address, from ``/``, that opens a new game on the map.
``POST /api/rooms {game, players, seed, fields, preset, text, seats, name, campaign, clock}``
    201, ``{id, variations?}``: a new game, and the variations of its record, which the page keeps. ``players`` are
    ``human`` or bots such as ``mcts:1000``; ``fields`` are values by name; ``preset`` is the name of a start; ``text``
    is a map, a position, a record or a campaign; ``campaign`` is true for the first game of a new one. All but the game
    may be left out. ``seats`` is ``shared``, the default, or ``own``: then each person has a seat, known by a secret.
    Who opens the game gets that of the first one, in a cookie for the requests of this room, and is called by the name.
    ``clock`` is null, the default, or such as ``5+3``: 1 to 180 minutes for each person, and 0 to 180 seconds that a
    turn adds.
``GET /api/rooms/{id}?ply=&seat=&line=&theme=&layout=&known=``
    *Shown*: ``{id, game, title, version, ply, first_ply, last_ply, seats: [{letter, label, player, name, is_person,
    is_free, status, reserve, holdings, acts}], mine, asked, rematch, table, to_act, person, viewer, thinking, finished,
    result, situation, due: {move, seats, thinks} | null, stage, trouble, warning, hiding: {done, of} | null, score:
    {columns, rows}, svg, moves: [{ply, seat, letter, text, effects, continues, hidden?, only?}], moves_from, known,
    can_undo, can_redo, is_latest, legal: [{id, text, group, steps: [{key, words, note}]}] | null, tries: {seat, legal}
    | null, line, secrets, seed, has_map, clock: {control, now, left, ends} | null, campaign: {terms, number, columns,
    rows, piles, winners, is_over} | null}``.

    ``layout`` is ``wide``, the default, or ``narrow``: then ``svg`` is for a narrow window, in a game that has such
    drawings (`game.NarrowGame`).

    ``moves`` has all moves, and ``moves_from`` is 0. A client that says the ``known`` of its last answer gets only what
    is new: ``moves_from`` of the moves that it has stay, and ``moves`` come in place of all after them. ``person`` is
    the seat that is to answer, an own one if several write orders at once, ``thinking`` that of a bot; ``viewer`` is
    the seat whose secrets are shown, null if all is. ``ply`` of a move is that after it. ``name`` is that of a person,
    empty if there is none, or of a level of bots. ``stage`` has lines about the turn, and ``holdings`` of a seat
    ``[name, things]`` for each kind of thing, in a game that tells them (`game.TableGame`). ``trouble`` says why a game
    can't go on, such as a bot that failed; ``warning`` that it can't be kept now. ``hiding`` says of how many moves of
    a pasted game it is known already what they have hidden from the seats, null if it is of all: until then they are
    hidden. ``situation`` says whose turn it is, and ``due`` tells it to programs: the number of the move, the seats, −1
    for chance, and whether a bot thinks; null where the game doesn't go on. ``seed`` is null while it would give
    secrets away. In a game with secrets, ``seat`` is that of a person; left out, it is the person to act. ``only``
    marks a move of the viewer's that was the only legal action.

    ``left`` of a clock has the milliseconds of each seat, null for a bot, or where they aren't known: in an earlier
    position they are those of that time. ``ends`` has for each clock that runs the moment at which it is out, in the
    milliseconds of the server, which are ``now`` in the answer. No news come while a clock runs; they do when it is
    out. An action that comes later is refused.

    ``tries`` has what may be tried in a position from which the game doesn't go on, by anybody who may look, unless the
    game has secrets. ``line`` of the address has such actions, a move a line like ``A c4-d5=C``, ``?`` for chance, 200
    at most; then the position is the one after them, and ``line`` of the answer has them as ``moves`` has those of the
    game. Nothing of it is kept.

    Where each person has a seat of one's own, ``mine`` has the seats whose secrets the request sends; else it is null.
    Without any, one watches, and sees what all players know. ``is_free`` says that nobody has taken the seat yet.
    ``asked`` is null or ``{seat, back, open}``: who asks to take so many moves back, and who hasn't agreed yet.
    ``rematch`` is null or ``{id, seat}``. ``table`` is a number that changes with these, and not with the game.

    While orders are written, what others have written can't be counted: ``version``, ``ply``, ``moves`` and all that
    comes from them have their moves from the time when the orders are opened, and before that only one for each who has
    finished. So a ply, as a version, is that of a viewer.
``GET /api/rooms/{id}/brief``
    *Brief*: ``{id, title, status, due, finished, mine, seats: [{letter, name, player, points, acts}]}``, for a list of
    games. ``name`` is as above, but ``resigned`` or ``out of time`` for a person who is; so are ``due`` and ``mine``.
``POST /api/rooms/{id}/act {version, seat, id | text}``
    Shown, as the seat sees it. So are the answers of ``…/undo {version, to?, seat?}``, ``…/redo {version, seat?}`` and
    ``…/resign {version, seat}``. Undo goes back to the last decision of a person; with ``to``, to the last one at that
    ply or before it. Each takes ``theme``, ``layout`` and ``known``, too. A person with a seat of one's own acts for
    that alone, and takes back the own decisions: those who have seen them are asked.
``POST /api/rooms/{id}/answer {seat, agrees, theme, layout, known}``
    Shown: a person agrees with a take-back, or refuses it. Who asks withdraws it.
``POST /api/rooms/{id}/without {seat, absent, bot, theme, layout, known}``
    Shown: a person lets the game go on without another one, who has been away for two minutes at the own turn: a bot
    takes the seat, or, if ``bot`` is false, the game is over.
``POST /api/rooms/{id}/back {seat, theme, layout, known}``
    Shown: a person takes the seat again that a bot took so.
``POST /api/rooms/{id}/rematch {}``
    201, ``{id}``: a new game with the same set-up, the players one seat further; the one that is offered, if there is
    one. In a campaign it is the next game, the players at their seats; or the same one again, if somebody resigned. A
    person keeps the secret of the seat.
``POST /api/rooms/{id}/sit {key, name}``
    ``{seat}``, with a cookie: somebody takes a seat. ``key`` is the fragment of a link, such as ``B-`` and the secret.
``POST /api/rooms/{id}/name {seat, name}``
    ``{name}``: what a person is called.
``GET /api/rooms/{id}/seats``
    ``{links: [{seat, url}], watch, draws}``: links to the own seats, for another device, and to those that are free,
    for who opened the game. They begin with ``/``. ``draws`` says whether the server can draw QR codes.
``POST /api/qr {text}``
    The QR code of an address, SVG.
``POST /api/rooms/{id}/why {seat, keys | text, ply?, line?}``
    ``{reason, clause}``: why no legal action begins with these steps, or why this action is refused; an empty reason
    if that isn't so. With a ply it is about an action that is tried there.
``POST /api/rooms/{id}/hint {seat, seconds}``
    ``{id, text, words, steps, value, visits, exact}``: the best action that a search finds.
``GET /api/rooms/{id}/analysis?ply=&seat=&line=``
    ``text/event-stream`` of ``{ply, seat, worth, lines: [{text, value, margin, visits, error, exact, line}], visits,
    seconds, how, exact, done}``. ``worth``, ``value`` and ``margin`` have a number for each seat; ``worth`` is that of
    the position, null where nothing is to be chosen. Closing the connection stops the search.
    Where nothing can be analysed, the stream has one ``{error, clause, done}``: a browser can't read it otherwise.
``GET /api/rooms/{id}/review?width=``
    ``text/event-stream`` of ``{positions, searched, svg: {dark, light}, worths: [{ply, value}], turns: [{ply, seat,
    letter, words}], words, how, done}``: the game so far, position by position. ``svg`` is the graph of the shares of
    the win, so many pixels wide; its elements of the class ``ply`` have the ply in ``data-ply``. ``value`` has each
    seat's share. Errors, and the end of the connection, are as for an analysis.
``GET /api/rooms/{id}/events?seat=``
    ``text/event-stream`` of ``{version, thinking, warning, hiding?, table?, here?, watching?, away?}`` at each change
    that the seat can see. With seats of people's own, ``here`` has those whose page is open, ``watching`` is the number
    of others, and ``away`` has those who have been away for two minutes at their turn, if there are any.
``GET /api/rooms/{id}/record``, ``…/position?ply=&seat=&line=``, ``…/map``, ``…/campaign``
    Texts. That of a campaign has its game as it stands.
``POST /api/rooms/{id}/record {variations}``
    The record with these variations, which are as in the JSON of a record, 500 moves at most.
``GET /api/rooms/{id}/picture.svg?ply=&seat=&line=&theme=&layout=``
    The picture.
``GET /api/rooms/{id}/link?ply=&seat=&line=``
    ``{url}``: an address, from ``/``, that opens a new game from the position.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Event
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
from .campaigns import whole_campaign
from .clients import Gate, Place, Places
from .drawing import Style, picture, style_named, theme_named, thumbnail
from .errors import BusyError, MissingError, SeatError, StaleError, WebError
from .fields import Field, campaign_fields_of, fields_of
from .http import (
    Call,
    Handler,
    call_of,
    check_names,
    clause_of,
    endpoint,
    error_of,
    json_answer,
    keep_secret,
    text_answer,
)
from .introducing import introduction_object, refusal_at, rules_object, stop_object
from .pasting import content_object, text_object
from .plan import WISH, Plan, game_named, pasted, plan_of, takes_budget
from .qr import has_drawer, qr_code
from .room import Room, Snapshot
from .room.sealed import WATCHER, as_seen
from .room.seats import fresh_secret, invitation
from .room_json import Look, brief, known_of, look_at, map_of, shown
from .rooms import Rooms
from .security import MAX_BODY, Door
from .sharing import MAX_TEXT, packed, unpacked
from .sketching import SKETCH, edit_address, is_drawn, sketch_object, tool_picture, tools_object
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


class Site:
    """What the handlers share: the rooms, and the streams that end with the server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.closing = Event()
        self.searches = Places(_MOST_SEARCHES)
        self.streams = Places(_MOST_LISTENERS)

    def close(self) -> None:
        """End all streams, in the thread of the loop."""
        self.closing.set()
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
    handlers = Handlers(site, gate)

    def get(path: str, handler: Handler, *names: str) -> Route:
        return Route(path, endpoint(handler, gate, names), methods=["GET"])

    def post(path: str, handler: Handler, *names: str, by: Gate = gate) -> Route:
        return Route(path, endpoint(handler, by, names), methods=["POST"])

    def start(path: str, handler: Handler, *names: str) -> Route:
        return Route(path, endpoint(handler, starts, names, texts=texts), methods=["POST"])

    here = "/api/rooms/{id}"
    view = ("ply", "seat", "line")
    change = ("version", "seat", "theme", "layout", "known")
    routes = [
        Route("/", _page, methods=["GET"]),
        Route("/g/{id}", _page, methods=["GET"]),
        Route("/edit", _page, methods=["GET"]),
        Route("/learn/{game}", _page_of_game, methods=["GET"]),
        Route("/rules/{game}", _page_of_game, methods=["GET"]),
        get("/api/games", handlers.games, "lang"),
        get("/api/presets/{game}/{name}", handlers.preset, "theme"),
        get("/api/presets/{game}/{name}/thumbnail.svg", handlers.thumbnail, "theme"),
        get("/api/rules/{game}", handlers.rules),
        get("/api/rules/{game}/{clause}", handlers.rule),
        get("/api/tours/{game}/{stop:int}", handlers.stop, "theme", "layout", "lang"),
        post("/api/tours/{game}/{stop:int}/why", handlers.why_at, "keys"),
        start("/api/draw", handlers.draw, *WISH, "theme"),
        Route("/api/shared", endpoint(handlers.shared, texts, ("p", "theme")), methods=["GET"]),
        get("/api/sketch/{game}", handlers.tools),
        get("/api/sketch/{game}/{tool}.svg", handlers.tool, "turn", "theme"),
        post("/api/sketch", handlers.sketch, *SKETCH, by=texts),
        start("/api/rooms", handlers.add, *WISH, "name"),
        post("/api/qr", handlers.qr, "text"),
        get(here, handlers.show, *view, "theme", "layout", "known"),
        get(f"{here}/brief", handlers.brief),
        post(f"{here}/act", handlers.act, *change, "id", "text"),
        post(f"{here}/undo", handlers.undo, *change, "to"),
        post(f"{here}/redo", handlers.redo, *change),
        post(f"{here}/resign", handlers.resign, *change),
        post(f"{here}/rematch", handlers.rematch, by=texts),
        post(f"{here}/why", handlers.why, "seat", "keys", "text", "ply", "line"),
        post(f"{here}/hint", handlers.hint, "seat", "seconds", by=hints),
        post(f"{here}/answer", handlers.answer, "seat", "agrees", "theme", "layout", "known"),
        post(f"{here}/without", handlers.without, "seat", "absent", "bot", "theme", "layout", "known"),
        post(f"{here}/back", handlers.come_back, "seat", "theme", "layout", "known"),
        post(f"{here}/sit", handlers.sit, "key", "name"),
        post(f"{here}/name", handlers.name, "seat", "name"),
        get(f"{here}/seats", handlers.seats),
        get(f"{here}/record", handlers.record, "seat"),
        post(f"{here}/record", handlers.record_with, "variations", by=starts),
        get(f"{here}/position", handlers.position, *view),
        get(f"{here}/map", handlers.map),
        get(f"{here}/campaign", handlers.campaign),
        get(f"{here}/link", handlers.link, *view),
        get(f"{here}/picture.svg", handlers.picture, *view, "theme", "layout"),
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

    def games(self, call: Call) -> Response:
        """Answer with all games."""
        language = _language(call)
        return json_answer([_game_object(name, language) for name in GAMES])

    def preset(self, call: Call) -> Response:
        """Answer with a start that ships."""
        game, name = game_named(call.path["game"]), call.path["name"]
        text = _text_of(game, _preset(game, name))
        return json_answer({"name": name, "text": text, **content_object(pasted(text, game), call.query.get("theme"))})

    def thumbnail(self, call: Call) -> Response:
        """Answer with a small picture of a start that ships."""
        game, name = game_named(call.path["game"]), call.path["name"]
        svg = thumbnail(game, _preset(game, name), theme_named(call.query.get("theme")))
        return text_answer(svg, f"{name}.svg", _SVG)

    def rule(self, call: Call) -> Response:
        """Answer with a clause of the rules."""
        game, clause = game_named(call.path["game"]), call.path["clause"]
        try:
            return json_answer({"clause": clause, "text": clause_text(clause, game)})
        except ArgumentError as error:
            raise MissingError(str(error)) from None

    def rules(self, call: Call) -> Response:
        """Answer with all rules of a game."""
        return json_answer(rules_object(game_named(call.path["game"])))

    def stop(self, call: Call) -> Response:
        """Answer with a stop of a tour."""
        style = _style(call.query.get)
        return json_answer(stop_object(game_named(call.path["game"]), call.path["stop"], style, _language(call)))

    def why_at(self, call: Call) -> Response:
        """Answer why steps lead to no legal action at a stop of a tour."""
        reason = refusal_at(game_named(call.path["game"]), call.path["stop"], call.texts("keys"))
        return json_answer({"reason": reason, "clause": clause_of(reason)})

    def draw(self, call: Call) -> Response:
        """Answer with the picture of a text, or of the start of a new game."""
        text, theme = call.text("text", MAX_BODY), call.text("theme")
        if not text:
            return json_answer(
                _start_object(plan_of({key: call.body[key] for key in call.body if key != "theme"}), theme)
            )
        drawn = self._site.rooms.aside.run(text_object, text, call.text("game"), theme, client=call.client)
        return json_answer(drawn)

    def shared(self, call: Call) -> Response:
        """Answer with what an address shares."""
        text = unpacked(call.query.get("p", ""))
        drawn = self._site.rooms.aside.run(text_object, text, None, call.query.get("theme"), client=call.client)
        return json_answer({"text": text, **drawn})

    # --- maps that are drawn

    def tools(self, call: Call) -> Response:
        """Answer with the tools of a game."""
        return json_answer(tools_object(call.path["game"]))

    def tool(self, call: Call) -> Response:
        """Answer with the picture of a tool."""
        game, name = call.path["game"], call.path["tool"]
        svg = tool_picture(game, name, call.asked("turn"), call.query.get("theme"))
        return text_answer(svg, f"{name}.svg", _SVG)

    def sketch(self, call: Call) -> Response:
        """Answer with a sketch, after a click on it."""
        name, key = call.text("tool"), call.text("setting")
        tool = None if name is None else (name, call.number_or_none("turn") or 0)
        setting = None if key is None else (key, call.text("value") or "")
        text, place, theme = call.text("text", MAX_TEXT) or "", call.text("place"), call.text("theme")
        what = (call.text("game"), text, theme, tool, place, setting)
        return json_answer(self._site.rooms.aside.run(sketch_object, *what, client=call.client))

    # --- rooms

    def add(self, call: Call) -> Response:
        """Make a room."""
        name = call.text("name") or ""
        wish: dict[str, Any] = {key: value for key, value in call.body.items() if key != "name"}
        secret = fresh_secret()
        room = self._site.rooms.add(wish, call.client, secret, name)
        # Variations of a game that goes on in secret would tell them.
        variations = () if room.snapshot().has_secrets else room.plan.variations
        answer = json_answer({"id": room.id, **variation_objects(variations)}, 201)
        return keep_secret(answer, call, room.id, room.table.host, secret) if room.table.has_seats else answer

    def show(self, call: Call) -> Response:
        """Answer with a room."""
        style, known = _style(call.query.get), known_of(call.query.get("known"))
        return json_answer(shown(self._look(call), style, known))

    def brief(self, call: Call) -> Response:
        """Answer with how a room stands."""
        return json_answer(brief(self._look(call)))

    def act(self, call: Call) -> Response:
        """Let a person act."""
        room, text = self._room(call), call.text("text")
        seat = self._own_seat(call, room, call.number("seat"))
        action = call.number("id") if text is None else text
        try:
            return self._changed(call, room, seat, lambda version: room.act(version, seat, action))
        except NotationError as error:
            # An action is one line, which whoever typed it has before him.
            raise WebError(error.message) from None

    def undo(self, call: Call) -> Response:
        """Go back."""
        room, to = self._room(call), call.number_or_none("to")
        seat = self._own_seat(call, room, call.number_or_none("seat"))
        return self._changed(call, room, seat, lambda version: room.undo(version, to, seat))

    def redo(self, call: Call) -> Response:
        """Do again what was undone."""
        room = self._room(call)
        seat = self._own_seat(call, room, call.number_or_none("seat"))
        return self._changed(call, room, seat, lambda version: room.redo(version, seat))

    def resign(self, call: Call) -> Response:
        """Let a person resign."""
        room = self._room(call)
        seat = self._own_seat(call, room, call.number("seat"))
        shown_to = seat if room.table.has_seats else None
        return self._changed(call, room, shown_to, lambda version: room.resign(version, seat))

    def answer(self, call: Call) -> Response:
        """Let a person agree with a take-back, or refuse it."""
        return self._agreed(call, lambda room, seat: room.answer(seat, call.flag("agrees")))

    def without(self, call: Call) -> Response:
        """Let the game go on without a person who is away."""
        absent, with_bot = call.number("absent"), call.flag("bot")
        return self._agreed(call, lambda room, seat: room.go_on_without(absent, seat, with_bot=with_bot))

    def come_back(self, call: Call) -> Response:
        """Let a person take the seat again that a bot took meanwhile."""
        return self._agreed(call, Room.come_back)

    def rematch(self, call: Call) -> Response:
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

    def sit(self, call: Call) -> Response:
        """Let somebody take a seat by an invitation."""
        room, key = self._room(call), call.text("key") or ""
        letter, _, secret = key.partition("-")
        seat: int = room.plan.game.INFO.seats.find(letter) if len(letter) == 1 else -1
        fresh = room.table.sit(seat, secret, call.text("name") or "")
        return keep_secret(json_answer({"seat": seat}), call, room.id, seat, fresh)

    def name(self, call: Call) -> Response:
        """Give a person another name."""
        room = self._room(call)
        seat: int = self._own_seat(call, room, call.number("seat"))
        room.table.rename(seat, call.text("name") or "")
        return json_answer({"name": room.snapshot().names[seat]})

    def seats(self, call: Call) -> Response:
        """Answer with the links to the seats that somebody may give away: the own ones, and those that are free."""
        room = self._room(call)
        held = self._held(call, room) or ()
        secrets = {seat: call.secrets[seat] for seat in held}
        if room.table.has_seats and room.table.host in held:
            secrets |= {seat: invitation(secrets[room.table.host], room.id, seat) for seat in room.snapshot().free}
        letters = room.plan.game.INFO.seats
        links = [{"seat": seat, "url": f"/g/{room.id}#{letters[seat]}-{secrets[seat]}"} for seat in sorted(secrets)]
        return json_answer({"links": links, "watch": f"/g/{room.id}", "draws": has_drawer()})

    def qr(self, call: Call) -> Response:
        """Answer with the QR code of an address."""
        return text_answer(qr_code(call.text("text") or ""), "link.svg", _SVG)

    def why(self, call: Call) -> Response:
        """Answer why steps lead to no legal action, or why an action is refused."""
        look, seat = self._own_look(call) if call.body.get("ply") is None else self._tried_look(call)
        reason = _why_not(look, seat, call)
        return json_answer({"reason": reason, "clause": clause_of(reason)})

    def hint(self, call: Call) -> Response:
        """Answer with the best action that a search finds."""
        look, seat = self._own_look(call)
        seconds: Any = call.body.get("seconds", 1)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
            raise WebError(f"seconds is a number above 0, not {written(seconds)}")
        stop = Event()
        place = self._place_of_search(call, stop)
        try:
            return json_answer(hint(look.state, seat, seconds, stop=stop))
        finally:
            self._site.searches.give_back(place)

    # --- texts of a room

    def record(self, call: Call) -> Response:
        """Answer with the record."""
        return text_answer(f"{format_game(self._open_room(call).record)}\n", "game.sse")

    def record_with(self, call: Call) -> Response:
        """Answer with the record, and the variations that the page has tried."""
        room = self._open_room(call)
        return text_answer(f"{format_game(record_with(room, call.body.get('variations')))}\n", "game.sse")

    def campaign(self, call: Call) -> Response:
        """Answer with the campaign of the room, with its game as it stands."""
        room = self._open_room(call)
        text = whole_campaign(room.wish, room.record)
        if text is None:
            raise MissingError("this game is in no campaign")
        return text_answer(f"{text}\n", "campaign.sse")

    def position(self, call: Call) -> Response:
        """Answer with a position."""
        look = self._look(call)
        return text_answer(f"{look.room.game.format_state(look.state)}\n", f"ply-{look.ply}.sse")

    def map(self, call: Call) -> Response:
        """Answer with the map."""
        room = self._room(call).snapshot()
        board = map_of(room)
        if board is None:
            raise MissingError(f"{room.game.INFO.title} is played without a map")
        return text_answer(f"{_text_of(room.game, board)}\n", "map.txt")

    def picture(self, call: Call) -> Response:
        """Answer with the picture."""
        look = self._look(call)
        svg = look.svg(_style(call.query.get))
        return text_answer(svg, f"ply-{look.ply}.svg", _SVG)

    def link(self, call: Call) -> Response:
        """Answer with an address that opens the position."""
        look = self._look(call)
        return json_answer({"url": f"/?p={packed(look.room.game.format_state(look.state))}"})

    # --- streams

    async def analysis(self, request: Request) -> Response:
        """Stream what a search finds."""
        return await self._searching(request, ("ply", "seat", "line"), self._begin_analysis)

    async def review(self, request: Request) -> Response:
        """Stream what searches of all positions find."""
        return await self._searching(request, ("width",), self._begin_review)

    def _begin_analysis(self, call: Call, stop: Event) -> Iterator[Analysed]:
        look = self._look(call)
        state, seat = position_of(look)
        return analysed(state, seat, look.ply, stop=stop)

    def _begin_review(self, call: Call, stop: Event) -> Iterator[Reviewed]:
        return reviewed(self._room(call).snapshot(), call.asked("width"), stop=stop)

    async def _searching(
        self, request: Request, names: Collection[str], begin: Callable[[Call, Event], Iterator[Analysed | Reviewed]]
    ) -> Response:
        """Stream what a search finds that `begin` begins, until the token that it gets is set.

        `names` are the keys of the address.
        """
        call, stop = call_of(request), Event()
        try:
            check_names(call.query, names)
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
        call = call_of(request)
        try:
            check_names(call.query, ("seat",))
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

    def _listening(self, call: Call) -> tuple[Room, Collection[int], int | None]:
        """Return the room whose news somebody asks for, the seats that he holds, and as whom he may know them."""
        room = self._room(call)
        held, viewer = self._held(call, room), self._look(call).viewer
        if held is None and call.asked("seat") is None and len(room.plan.people) > 1:
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

    def _room(self, call: Call) -> Room:
        return self._site.rooms.find(call.path["id"])

    def _open_room(self, call: Call) -> Snapshot:
        """Return the room as it stands; raise StaleError while its record has secrets."""
        room = self._room(call).snapshot()
        if room.has_secrets:
            raise StaleError("the record has secrets of the players, and is open after the end")
        return room

    def _place_of_search(self, call: Call, stop: Event) -> Place:
        """Return the place of a search, which ends when `stop` is set; raise BusyError if there is none."""
        place = self._site.searches.take(call.client, stop.set)
        if place is None:
            raise BusyError(_TOO_MANY_SEARCHES)
        if self._site.closing.is_set():
            stop.set()
        return place

    def _look(self, call: Call) -> Look:
        room = self._room(call)
        return look_at(
            room.snapshot(), call.asked("ply"), call.asked("seat"), self._held(call, room), call.query.get("line")
        )

    def _held(self, call: Call, room: Room) -> tuple[int, ...] | None:
        """Return the seats of who asks, known by their secrets; None for a game at one screen, which has none."""
        return room.table.held(call.secrets) if room.table.has_seats else None

    def _own_seat(self, call: Call, room: Room, seat: int | None) -> Any:
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

    def _own_look(self, call: Call) -> tuple[Look, int]:
        """Return the last position as the seat of a person who is to act sees it, and the seat."""
        here = self._room(call)
        room, seat = here.snapshot(), self._own_seat(call, here, call.number("seat"))
        if seat not in room.acting:
            raise StaleError("nobody is to act at this seat")
        return look_at(room, None, seat, self._held(call, here)), seat

    def _tried_look(self, call: Call) -> tuple[Look, int]:
        """Return a position in which an action may be tried, and the seat that is to act there.

        Anybody may ask who sees the position: nothing changes by it.
        """
        room, seat = self._room(call), call.number("seat")
        look = look_at(room.snapshot(), call.number("ply"), None, self._held(call, room), call.text("line", MAX_BODY))
        if seat != seat_to_try(look.room, look.state, is_latest=look.is_latest):
            raise StaleError("nothing can be tried at this seat")
        return look, seat

    def _agreed(self, call: Call, change: Callable[[Room, int], None]) -> Response:
        """Let who sits at a seat change what the people of a game agree about, and answer as that seat sees it."""
        room = self._room(call)
        seat = self._own_seat(call, room, call.number("seat"))
        style, known = _style(call.text), known_of(call.text("known"))
        change(room, seat)
        return json_answer(shown(look_at(room.snapshot(), None, seat, self._held(call, room)), style, known))

    def _changed(self, call: Call, room: Room, seat: int | None, change: Callable[[int], None]) -> Response:
        """Change a room, and answer with it as a seat sees it. What is wrong with the call is said before."""
        style, known, version = _style(call.text), known_of(call.text("known")), call.number("version")
        held = self._held(call, room)
        if seat is not None:
            look_at(room.snapshot(), None, seat, held)
        change(version)
        return json_answer(shown(look_at(room.snapshot(), None, seat, held), style, known))


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


def _why_not(look: Look, seat: int, call: Call) -> str:
    """Return why no legal action begins with the keys of a call, or why its text is refused; empty if that isn't so."""
    text = call.text("text")
    return refusal(look.state, call.texts("keys"), seat) if text is None else refusal_of_text(look.state, text, seat)


# --- games as JSON


def _language(call: Call) -> str:
    """Return the language that a page asks for: what isn't translated into it is answered in English."""
    return call.query.get("lang") or ENGLISH


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


def _style(asked: Callable[[str], str | None]) -> Style:
    """Return the style of pictures that a request asks for."""
    return style_named(asked("theme"), asked("layout"))


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
