"""HTTP endpoints around the handlers: requests are read, answers written, and errors become one line with a clause."""

from __future__ import annotations

import re
from asyncio import CancelledError
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...errors import IllegalActionError, NotationError, SseError
from ...forms.checks import shown
from ...forms.json_object import compact_json, value_of_json
from ...forms.messages import ENGLISH, speaking
from ..clients import Gate, client_of
from ..errors import StaleError, WebError, at_the_end, clause_of
from .requests import Asked, InLanguage, read

__all__ = [
    "SVG",
    "Call",
    "Handler",
    "call_of",
    "endpoint",
    "error_of",
    "json_answer",
    "keep_secret",
    "spoken_in",
    "text_answer",
]

SVG: Final = "image/svg+xml"
"""The media type of pictures."""

_COOKIE: Final = "seat"
_SEAT: Final = re.compile(rf"{_COOKIE}[0-9]", re.ASCII)
_KEPT: Final = 400 * 24 * 3600
"""The seconds for which a browser keeps the secret of a seat, the most that browsers allow."""


Wanted = TypeVar("Wanted", bound=InLanguage, covariant=True)


@dataclass(frozen=True)
class Call(Generic[Wanted]):
    """A request as a handler gets it."""

    path: Mapping[str, Any]
    asked: Wanted
    client: str = ""
    """The name of the client (see `clients.client_of`)."""

    secrets: Mapping[int, str] = field(default_factory=dict[int, str])
    """The secrets of seats that the browser has for this room, by seat."""

    is_encrypted: bool = False
    """Whether the browser uses TLS, also where a proxy ends it."""


Handler: TypeAlias = Callable[[Call[Asked]], Response]


def endpoint(
    handler: Handler[Asked], gate: Gate, shape: type[Asked], *, texts: Gate | None = None
) -> Callable[[Request], Any]:
    """Return the endpoint of a handler, which runs in a thread, since games and pictures take time.

    The gate limits how many handlers run at once; the others wait. `shape` has the parameters, which come in the body
    or in the address (see `requests.read`). A request with a text waits at the gate `texts` instead, if there is one.
    """

    async def answer(request: Request) -> Response:
        try:
            call = await call_of(request, shape)
            has_text = bool(getattr(call.asked, "text", None))
            with speaking(call.asked.lang):
                async with (texts if texts is not None and has_text else gate).passed(call.client):
                    return await run_in_threadpool(handler, call)
        except SseError as error:
            return error_of(error)
        except CancelledError:
            # The server is ending, and has waited for the answer as long as it may.
            with speaking(spoken_in(request)):
                return error_of(at_the_end())
        except ClientDisconnect:
            # The client has gone: nobody reads the answer.
            return Response(status_code=400)

    return answer


async def call_of(request: Request, shape: type[Asked]) -> Call[Asked]:
    """Return a request as a handler gets it; raise what `requests.read` raises, and WebError for invalid JSON."""
    if request.method == "POST":
        asked = read(shape, await _body(request))
    else:
        asked = read(shape, request.query_params, from_address=True)
    secrets = {
        int(name.removeprefix(_COOKIE)): value for name, value in request.cookies.items() if _SEAT.fullmatch(name)
    }
    request.state.spoken = asked.lang
    is_encrypted = request.headers.get("origin", "").startswith("https:")
    return Call(request.path_params, asked, client_of(request), secrets, is_encrypted)


def spoken_in(request: Request) -> str:
    """Return the language that a request asks for; English if the request wasn't read yet."""
    return str(getattr(request.state, "spoken", ENGLISH))


def keep_secret(answer: Response, call: Call[Any], room_id: str, seat: int, secret: str) -> Response:
    """Add a cookie with the secret of a seat, which the browser sends with requests of this room alone."""
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


async def _body(request: Request) -> Mapping[str, Any]:
    try:
        value: Any = value_of_json(await request.body() or b"{}")
        # JSON can have half of a surrogate pair, which no answer could repeat.
        compact_json(value)
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
    """Return an answer of JSON: a value, or bytes that are JSON already."""
    return Response(value if isinstance(value, bytes) else compact_json(value), status, media_type="application/json")


def text_answer(text: str, name: str, kind: str = "text/plain") -> Response:
    """Return an answer of text, with the name under which a browser keeps it."""
    disposition = f'inline; filename="{name}"'
    return Response(text, media_type=kind, headers={"Content-Disposition": disposition})


def error_of(error: SseError) -> Response:
    """Return the answer for an error."""
    status = error.status if isinstance(error, WebError) else StaleError.status if _is_refusal(error) else 400
    return json_answer({"error": str(error), "clause": clause_of(error)}, status)


def _is_refusal(error: SseError) -> bool:
    return isinstance(error, IllegalActionError)
