"""Requests and answers: JSON read and written, and errors on one line with the clause of the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ..errors import IllegalActionError, NotationError, SseError
from ..forms.checks import guess, shown
from ..forms.json_object import value_of_json
from .clients import Gate, client_of
from .errors import MAX_SHORT, StaleError, WebError, texts_of

__all__ = [
    "Call",
    "Handler",
    "call_of",
    "check_names",
    "clause_of",
    "endpoint",
    "error_of",
    "json_answer",
    "keep_secret",
    "text_answer",
]

_CLAUSE: Final = re.compile(r"\(([A-Z][0-9]{1,2}(?:\.[0-9]{1,2})?)\b[^()]*\)")
_MOST_DIGITS: Final = 9
_COOKIE: Final = "seat"
_SEAT: Final = re.compile(rf"{_COOKIE}[0-9]", re.ASCII)
_KEPT: Final = 400 * 24 * 3600
"""The seconds for which a browser keeps the secret of a seat, the most that browsers allow."""
_NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True)
class Call:
    """A request, as a handler reads it."""

    path: Mapping[str, Any]
    query: Mapping[str, str]
    body: Mapping[str, Any]
    client: str = ""
    """Who asks (see `clients.client_of`)."""

    secrets: Mapping[int, str] = field(default_factory=dict[int, str])
    """The secrets of seats that the browser has for this room, by seat."""

    is_encrypted: bool = False
    """Whether the browser speaks to us over TLS, maybe through a proxy."""

    def text(self, name: str, most: int = MAX_SHORT) -> str | None:
        """Return a text of the body, None if it is left out or null.

        Raises WebError for another value, or a text of more characters than `most`.
        """
        value = self.body.get(name)
        if value is not None and not isinstance(value, str):
            raise WebError(f"{name} is a text, not {shown(value)}")
        if value is not None and len(value) > most:
            raise WebError(f"{name} has {len(value):,} characters, and {most:,} is the most here")
        return value

    def number(self, name: str) -> int:
        """Return an integer of the body; raise WebError for anything else."""
        value = self.body.get(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise WebError(f"{name} is an integer, not {shown(value)}")
        return value

    def number_or_none(self, name: str) -> int | None:
        """Return an integer of the body, None if it is left out or null; raise WebError for another value."""
        return None if self.body.get(name) is None else self.number(name)

    def flag(self, name: str) -> bool:
        """Return a truth value of the body; raise WebError for anything else."""
        value = self.body.get(name)
        if not isinstance(value, bool):
            raise WebError(f"{name} is true or false, not {shown(value)}")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of a few texts of the body; raise WebError for anything else."""
        return texts_of(self.body.get(name), name)

    def asked(self, name: str) -> int | None:
        """Return an integer of the address, None if it is left out; raise WebError for anything else."""
        value = self.query.get(name, "")
        if not value:
            return None
        if not re.fullmatch(rf"-?[0-9]{{1,{_MOST_DIGITS}}}", value):
            raise WebError(f"{name} is an integer, not {shown(value)}")
        return int(value)


Handler: TypeAlias = Callable[[Call], Response]


def endpoint(
    handler: Handler, gate: Gate, names: Collection[str], *, texts: Gate | None = None
) -> Callable[[Request], Any]:
    """Return the endpoint of a handler, which runs in a thread: games and pictures take their time.

    Only so many handlers run at once as the gate lets through. The others wait for their turn. `names` are the keys
    that the handler reads, of the body or else of the address; a request with another one is refused. A request that
    has a text passes by the gate for `texts`, if there is one.
    """

    async def answer(request: Request) -> Response:
        try:
            body = await _body(request) if request.method == "POST" else _NOTHING
            check_names(body if request.method == "POST" else request.query_params, names)
            call = call_of(request, body)
            async with (gate if texts is None or not call.body.get("text") else texts).passed(call.client):
                return await run_in_threadpool(handler, call)
        except SseError as error:
            return error_of(error)
        except ClientDisconnect:
            # Nobody is there to read the answer.
            return Response(status_code=400)

    return answer


def call_of(request: Request, body: Mapping[str, Any] = _NOTHING) -> Call:
    """Return what a handler reads of a request."""
    secrets = {
        int(name.removeprefix(_COOKIE)): value for name, value in request.cookies.items() if _SEAT.fullmatch(name)
    }
    is_encrypted = request.headers.get("origin", "").startswith("https:")
    return Call(request.path_params, request.query_params, body, client_of(request), secrets, is_encrypted)


def keep_secret(answer: Response, call: Call, room_id: str, seat: int, secret: str) -> Response:
    """Let a browser keep the secret of a seat, and send it with each request of the room, and of no other."""
    answer.set_cookie(
        f"{_COOKIE}{seat}",
        secret,
        max_age=_KEPT,
        path=f"/api/rooms/{room_id}",
        secure=call.is_encrypted,
        httponly=True,
        samesite="strict",
    )
    return answer


def check_names(given: Iterable[str], names: Collection[str]) -> None:
    """Raise WebError if a request has a key that isn't among these names."""
    for name in given:
        if name not in names:
            known = f"they are {', '.join(names)}" if names else "there are none"
            raise WebError(f"there is no key {shown(name)} here; {known}{guess(name, names)}")


async def _body(request: Request) -> Mapping[str, Any]:
    try:
        value: Any = value_of_json(await request.body() or b"{}")
        # JSON can have the half of a character, which no answer could repeat.
        _compact(value)
    except UnicodeEncodeError:
        raise WebError("the body has half of a character: a surrogate without its other half") from None
    except NotationError as error:
        raise WebError(f"the body is refused: {error.message}") from None
    except (ValueError, RecursionError):
        raise WebError("the body is no JSON") from None
    if not isinstance(value, dict):
        raise WebError(f"the body is a JSON object, not {shown(value)}")
    return cast("dict[str, Any]", value)


def json_answer(value: object, status: int = 200) -> Response:
    """Return an answer of JSON."""
    return Response(_compact(value), status, media_type="application/json")


def text_answer(text: str, name: str, kind: str = "text/plain") -> Response:
    """Return an answer of text, with the name under which a browser keeps it."""
    disposition = f'inline; filename="{name}"'
    return Response(text, media_type=kind, headers={"Content-Disposition": disposition})


def error_of(error: SseError) -> Response:
    """Return the answer for an error."""
    status = error.status if isinstance(error, WebError) else StaleError.status if _is_refusal(error) else 400
    return json_answer({"error": str(error), "clause": clause_of(error)}, status)


def clause_of(error: SseError | str) -> str | None:
    """Return the clause that an error cites: the last one of its message, else that of its reason.

    >>> clause_of("a4 is held by player B (E3.4)")
    'E3.4'
    """
    cited = _CLAUSE.findall(str(error))
    if cited:
        return str(cited[-1])
    return error.reason.clause or None if isinstance(error, IllegalActionError) else None


def _is_refusal(error: SseError) -> bool:
    return isinstance(error, IllegalActionError)


def _compact(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
