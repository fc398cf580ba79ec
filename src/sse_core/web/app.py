"""The web application: the page, and the HTTP API that it uses.

Answers are JSON unless said. An error is ``{"error": "one line", "clause": "E3.4" | null}`` with the status 400 (bad
input, a key that isn't known, or a text that takes more than two seconds to work out), 403 (another host or site), 404
(not there), 409 (refused by the rules, or the game has gone on), 413 (too long), 415 (no JSON), 429 (too many games,
analyses or listeners) or 507 (the disk is full). What changes something is POST with JSON.

``GET /``, ``GET /g/{id}``
    The page. ``GET /static/…`` has its files.
``GET /api/games``
    ``[{name, title, preset, least_players, most_players, seats, presets: [{name, about}], bots: [{name, takes_budget}],
    fields: [{name, label, help, kind, choices, default, suggestions}], draws_maps, example_map}]``. ``kind`` is
    ``choice``, ``flag`` (true or false), ``text``, ``number`` or ``many`` (a list of texts; ``suggestions`` has the
    usual ones, with a line for each). ``presets`` are those of ``preset``, such as the maps that ship.
``GET /api/presets/{game}/{name}?theme=``
    ``{name, about, kind, text, svg, players}``: a map, or a start, that ships.
``GET /api/presets/{game}/{name}/thumbnail.svg?theme=``
    A small picture of it.
``GET /api/rules/{game}/{clause}``
    ``{clause, text}``: a clause of the rules.
``POST /api/draw {game, text, theme}``
    ``{game, kind: "map" | "position" | "record", svg, players, about}``: what a pasted text is, drawn. ``game`` null:
    whatever it is. Without a text: the start, ``kind`` ``"start"``, of the game that ``POST /api/rooms`` would open.
``GET /api/shared?p=``
    ``{game, kind, text, svg, players, about}``: what an address shares.
``POST /api/rooms {game, players, seed, fields, preset, text}``
    201, ``{id}``: a new game. ``players`` are ``human`` or bots such as ``mcts:1000``; ``fields`` are values by name;
    ``preset`` is the name of a start; ``text`` is a map, a position or a record. All but the game may be left out.
``GET /api/rooms/{id}?ply=&seat=&theme=&known=``
    *Shown*: ``{id, game, title, version, ply, first_ply, last_ply, seats: [{letter, label, player, is_person, status,
    reserve, acts}], to_act, person, viewer, thinking, finished, result, situation, trouble, warning, score: {columns,
    rows}, svg, moves: [{ply, seat, letter, text, effects, continues, hidden?}], moves_from, known, can_undo, can_redo,
    legal: [{id, text, group, steps: [{key, words, note}]}] | null, secrets, seed, has_map}``. ``moves`` has all moves,
    and ``moves_from`` is 0. A client that says the ``known`` of its last answer gets only what is new: ``moves_from``
    of the moves that it has stay, and ``moves`` come in place of all after them. ``person`` is the seat that is to
    answer, ``thinking`` that of a bot; ``viewer`` is the seat whose secrets are shown, null if all is. ``ply`` of a
    move is that after it. ``trouble`` says why a game can't go on, such as a bot that failed; ``warning`` that it can't
    be kept now. ``seed`` is null while it would give secrets away. In a game with secrets, ``seat`` is that of a
    person; left out, it is the person to act.
``POST /api/rooms/{id}/act {version, seat, id | text}``
    Shown, as the seat sees it. So are the answers of ``…/undo {version, to?, seat?}``, ``…/redo {version, seat?}`` and
    ``…/resign {version, seat}``. Undo goes back to the last decision of a person; with ``to``, to the last one at that
    ply or before it. Each takes a ``theme`` and ``known``, too.
``POST /api/rooms/{id}/rematch {}``
    201, ``{id}``: a new game with the same set-up, the players one seat further.
``POST /api/rooms/{id}/why {seat, keys | text}``
    ``{reason, clause}``: why no legal action begins with these steps, or why this action is refused; an empty reason
    if that isn't so.
``POST /api/rooms/{id}/hint {seat, seconds}``
    ``{id, text, words, steps, value, visits, exact}``: the best action that a search finds.
``GET /api/rooms/{id}/analysis?ply=&seat=``
    ``text/event-stream`` of ``{ply, seat, lines: [{text, value, margin, visits, error, exact, line}], visits, seconds,
    how, exact, done}``. ``value`` and ``margin`` have a number for each seat. Closing the connection stops the search.
    Where nothing can be analysed, the stream has one ``{error, clause, done}``: a browser can't read it otherwise.
``GET /api/rooms/{id}/review``
    ``text/event-stream`` of ``{positions, searched, svg: {dark, light}, turns: [{ply, seat, letter, words}], words,
    how, done}``: the game so far, position by position. ``svg`` is the graph of the shares of the win; its elements
    of the class ``ply`` have the ply in ``data-ply``. Errors, and the end of the connection, are as for an analysis.
``GET /api/rooms/{id}/events``
    ``text/event-stream`` of ``{version, thinking, warning}`` at each change.
``GET /api/rooms/{id}/record``, ``…/position?ply=&seat=``, ``…/map``
    Texts.
``GET /api/rooms/{id}/picture.svg?ply=&seat=&theme=``
    The picture.
``GET /api/rooms/{id}/link?ply=&seat=``
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

from ..bots.naming import bots_of
from ..errors import ArgumentError, NotationError, SseError
from ..forms.checks import shown as written
from ..forms.kinds import MAP
from ..game import AnyGame, MapGame
from ..games import GAMES
from ..play.records import format_game
from ..play.rules import clause_text
from ..play.steps import refusal, refusal_of_text
from .clients import Gate, Place, Places, client_of
from .drawing import picture, theme_named, thumbnail
from .errors import BusyError, MissingError, StaleError, WebError
from .fields import fields_of
from .http import Call, Handler, check_names, clause_of, endpoint, error_of, json_answer, text_answer
from .pasting import content_object, text_object
from .plan import WISH, Plan, game_named, pasted, plan_of, rematch_of, takes_budget
from .room import Room
from .room_json import Look, known_of, look_at, map_of, shown
from .rooms import Rooms
from .security import MAX_BODY, Door
from .sharing import packed, unpacked
from .thinking import analysed, hint, position_of, reviewed

__all__ = ["Site", "create_app"]

STATIC: Final = Path(__file__).parent / "static"

_HEARTBEAT: Final = 15.0
"""The seconds after which a stream without news says that it is still there."""

_PAUSE: Final = 0.05
"""The seconds between two events: where bots play each other, several changes come as one."""

_AT_ONCE: Final = 4
_OF_ONE: Final = 2
"""How many requests are computed at once, and how many of one client: the others wait, and hold up nobody else."""

_TEXTS_AT_ONCE: Final = 2
"""How many starts and texts are worked out at once, beside those; one for each client."""

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
    # be late. Starts and texts have a gate of their own, since they may take long, and hints, which take seconds;
    # `Site.searches` limits how many of these search. All gates together let through fewer than there are threads.
    gate, texts, hints = Gate(_AT_ONCE, _OF_ONE), Gate(_TEXTS_AT_ONCE, 1), Gate(_HINTS_AT_ONCE, _HINTS_OF_ONE)
    handlers = Handlers(site, gate)

    def get(path: str, handler: Handler, *names: str) -> Route:
        return Route(path, endpoint(handler, gate, names), methods=["GET"])

    def post(path: str, handler: Handler, *names: str, by: Gate = gate) -> Route:
        return Route(path, endpoint(handler, by, names), methods=["POST"])

    here = "/api/rooms/{id}"
    view = ("ply", "seat")
    change = ("version", "seat", "theme", "known")
    routes = [
        Route("/", _page, methods=["GET"]),
        Route("/g/{id}", _page, methods=["GET"]),
        get("/api/games", handlers.games),
        get("/api/presets/{game}/{name}", handlers.preset, "theme"),
        get("/api/presets/{game}/{name}/thumbnail.svg", handlers.thumbnail, "theme"),
        get("/api/rules/{game}/{clause}", handlers.rule),
        post("/api/draw", handlers.draw, *WISH, "theme", by=texts),
        Route("/api/shared", endpoint(handlers.shared, texts, ("p", "theme")), methods=["GET"]),
        post("/api/rooms", handlers.add, *WISH, by=texts),
        get(here, handlers.show, *view, "theme", "known"),
        post(f"{here}/act", handlers.act, *change, "id", "text"),
        post(f"{here}/undo", handlers.undo, *change, "to"),
        post(f"{here}/redo", handlers.redo, *change),
        post(f"{here}/resign", handlers.resign, *change),
        post(f"{here}/rematch", handlers.rematch, by=texts),
        post(f"{here}/why", handlers.why, "seat", "keys", "text"),
        post(f"{here}/hint", handlers.hint, "seat", "seconds", by=hints),
        get(f"{here}/record", handlers.record, "seat"),
        get(f"{here}/position", handlers.position, *view),
        get(f"{here}/map", handlers.map),
        get(f"{here}/link", handlers.link, *view),
        get(f"{here}/picture.svg", handlers.picture, *view, "theme"),
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


async def _missing(request: Request, error: Exception) -> Response:
    return error_of(MissingError(f"there is nothing at {written(request.url.path)}"))


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
        return json_answer([_game_object(name) for name in GAMES])

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

    def draw(self, call: Call) -> Response:
        """Answer with the picture of a text, or of the start of a new game."""
        text, theme = call.text("text", MAX_BODY), call.text("theme")
        if not text:
            return json_answer(
                _start_object(plan_of({key: call.body[key] for key in call.body if key != "theme"}), theme)
            )
        return json_answer(self._site.rooms.aside.run(text_object, text, call.text("game"), theme))

    def shared(self, call: Call) -> Response:
        """Answer with what an address shares."""
        text = unpacked(call.query.get("p", ""))
        drawn = self._site.rooms.aside.run(text_object, text, None, call.query.get("theme"))
        return json_answer({"text": text, **drawn})

    # --- rooms

    def add(self, call: Call) -> Response:
        """Make a room."""
        return json_answer({"id": self._site.rooms.add(call.body, call.client).id}, 201)

    def show(self, call: Call) -> Response:
        """Answer with a room."""
        theme, known = theme_named(call.query.get("theme")), known_of(call.query.get("known"))
        return json_answer(shown(self._look(call), theme, known))

    def act(self, call: Call) -> Response:
        """Let a person act."""
        room, text, seat = self._room(call), call.text("text"), call.number("seat")
        action = call.number("id") if text is None else text
        try:
            return self._changed(call, room, seat, lambda version: room.act(version, seat, action))
        except NotationError as error:
            # An action is one line, which whoever typed it has before him.
            raise WebError(error.message) from None

    def undo(self, call: Call) -> Response:
        """Go back."""
        room, to = self._room(call), call.number_or_none("to")
        seat = call.number_or_none("seat")
        return self._changed(call, room, seat, lambda version: room.undo(version, to, seat))

    def redo(self, call: Call) -> Response:
        """Do again what was undone."""
        room, seat = self._room(call), call.number_or_none("seat")
        return self._changed(call, room, seat, lambda version: room.redo(version, seat))

    def resign(self, call: Call) -> Response:
        """Let a person resign."""
        room, seat = self._room(call), call.number("seat")
        return self._changed(call, room, None, lambda version: room.resign(version, seat))

    def rematch(self, call: Call) -> Response:
        """Make a room for one more game."""
        room = self._room(call)
        return json_answer({"id": self._site.rooms.add(rematch_of(room.plan), call.client).id}, 201)

    def why(self, call: Call) -> Response:
        """Answer why steps lead to no legal action, or why an action is refused."""
        look, seat = self._own_look(call)
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
        room = self._room(call).snapshot()
        if room.has_secrets:
            raise StaleError("the record has secrets of the players, and is open after the end")
        return text_answer(f"{format_game(room.record)}\n", "game.sse")

    def position(self, call: Call) -> Response:
        """Answer with a position."""
        look = self._look(call)
        return text_answer(f"{look.room.game.format_state(look.state)}\n", f"ply-{look.state.ply}.sse")

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
        svg = look.svg(theme_named(call.query.get("theme")))
        return text_answer(svg, f"ply-{look.state.ply}.svg", _SVG)

    def link(self, call: Call) -> Response:
        """Answer with an address that opens the position."""
        look = self._look(call)
        return json_answer({"url": f"/?p={packed(look.room.game.format_state(look.state))}"})

    # --- streams

    async def analysis(self, request: Request) -> Response:
        """Stream what a search finds."""
        return await self._searching(request, ("ply", "seat"), self._begin_analysis)

    async def review(self, request: Request) -> Response:
        """Stream what searches of all positions find."""
        return await self._searching(request, (), self._begin_review)

    def _begin_analysis(self, call: Call, stop: Event) -> Iterator[dict[str, Any]]:
        state, seat = position_of(self._look(call))
        return analysed(state, seat, stop=stop)

    def _begin_review(self, call: Call, stop: Event) -> Iterator[dict[str, Any]]:
        return reviewed(self._room(call).snapshot(), stop=stop)

    async def _searching(
        self, request: Request, names: Collection[str], begin: Callable[[Call, Event], Iterator[dict[str, Any]]]
    ) -> Response:
        """Stream what a search finds that `begin` begins, until the token that it gets is set.

        `names` are the keys of the address.
        """
        call, stop = Call(request.path_params, request.query_params, {}, client_of(request)), Event()
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

    async def _found(self, request: Request, found: Iterator[dict[str, Any]]) -> AsyncIterator[str]:
        while (item := await run_in_threadpool(next, found, None)) is not None:
            yield _event(item)
            if await request.is_disconnected():
                return

    async def events(self, request: Request) -> Response:
        """Stream the changes of a room."""
        call = Call(request.path_params, request.query_params, {}, client_of(request))
        try:
            check_names(call.query, ())
            async with self._gate.passed(call.client):
                room = await run_in_threadpool(self._room, call)
        except SseError as error:
            return error_of(error)
        bell, loop, ended = asyncio.Event(), asyncio.get_running_loop(), Event()

        def end() -> None:
            ended.set()
            loop.call_soon_threadsafe(bell.set)

        place = self._site.streams.take(call.client, end)
        if place is None:
            return error_of(BusyError("too many pages are open here"))
        leave = room.listen(lambda version, thinking: _rung(loop, bell))

        def gone() -> None:
            leave()
            self._site.streams.give_back(place)

        return _Stream(self._news(request, room, bell, ended), gone)

    async def _news(self, request: Request, room: Room, bell: asyncio.Event, ended: Event) -> AsyncIterator[str]:
        yield _RETRY
        bell.set()
        while not (self._site.closing.is_set() or ended.is_set()):
            try:
                await asyncio.wait_for(bell.wait(), _HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
            else:
                bell.clear()
                now = room.snapshot()
                yield _event({"version": now.version, "thinking": now.thinking, "warning": now.warning})
                await asyncio.sleep(_PAUSE)
            if await request.is_disconnected():
                return

    # --- inside

    def _room(self, call: Call) -> Room:
        return self._site.rooms.find(call.path["id"])

    def _place_of_search(self, call: Call, stop: Event) -> Place:
        """Return the place of a search, which ends when `stop` is set; raise BusyError if there is none."""
        place = self._site.searches.take(call.client, stop.set)
        if place is None:
            raise BusyError(_TOO_MANY_SEARCHES)
        if self._site.closing.is_set():
            stop.set()
        return place

    def _look(self, call: Call) -> Look:
        return look_at(self._room(call).snapshot(), call.asked("ply"), call.asked("seat"))

    def _own_look(self, call: Call) -> tuple[Look, int]:
        """Return the last position as the seat of a person who is to act sees it, and the seat."""
        room, seat = self._room(call).snapshot(), call.number("seat")
        if room.person is None or seat != room.person:
            raise StaleError("nobody is to act at this seat")
        return look_at(room, None, seat), seat

    def _changed(self, call: Call, room: Room, seat: int | None, change: Callable[[int], None]) -> Response:
        """Change a room, and answer with it as a seat sees it. What is wrong with the call is said before."""
        theme, known, version = theme_named(call.text("theme")), known_of(call.text("known")), call.number("version")
        if seat is not None:
            look_at(room.snapshot(), None, seat)
        change(version)
        return json_answer(shown(look_at(room.snapshot(), None, seat), theme, known))


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


@lru_cache
def _game_object(name: str) -> dict[str, Any]:
    game = GAMES[name]
    info, presets, bots = game.INFO, game.presets(), bots_of(game)
    draws_maps = isinstance(game, MapGame) and MAP in game.FORM.others
    return {
        "name": info.name,
        "title": info.title,
        "preset": info.preset,
        "least_players": info.least_players,
        "most_players": info.most_players,
        "seats": info.seats,
        "presets": [{"name": key, "about": preset.about} for key, preset in presets.items()],
        "bots": [{"name": key, "takes_budget": takes_budget(bot)} for key, bot in bots.items()],
        "fields": [field._asdict() for field in fields_of(game)],
        "draws_maps": draws_maps,
        "example_map": _text_of(game, next(iter(presets.values())).value) if draws_maps else "",
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


def _start_object(plan: Plan, theme: str | None) -> dict[str, Any]:
    players = len(plan.players)
    return {
        "game": plan.game.INFO.name,
        "kind": "start",
        "svg": picture(plan.game, plan.start, (), theme_named(theme)),
        "players": players,
        "about": f"{plan.game.INFO.title} for {players}",
    }
