"""`sse serve`: serve the web page on which all games are played in a browser."""

from __future__ import annotations

import re
import socket
import webbrowser
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...errors import ArgumentError
from ...forms.libraries import needs
from ...game import AnyGame
from ..number_options import parse_positive
from ..saving import signals_as_interrupts
from ..terminal.output import RefusedError, UsageError, echo, paragraph
from ..terminal.streams import flush

if TYPE_CHECKING:
    from ...web.engines import OfferedEngine

__all__ = ["add", "run"]

_PORT: Final = 8000
_HOST: Final = "127.0.0.1"
_NEEDED: Final = ("starlette", "uvicorn")
_MAX_PORT: Final = 65535
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
"""The addresses that mean all interfaces of this machine, each with the loopback address for a browser here."""

_HOST_NAME: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|[0-9A-Fa-f:]*::?[0-9A-Fa-f:.]+")
"""The pattern of a host name, or of an IPv4 or IPv6 address."""

_IN_MEMORY: Final = "Games are kept in memory, and gone at the end; --data DIR keeps them."
_OPEN_TO_ALL: Final = (
    "Everybody who reaches this address can play, watch games whose address they know, and let the machine work. "
    "Nothing is encrypted, and nobody is asked who they are."
)


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--port", type=int, default=_PORT, metavar="N", help=f"the port (default: {_PORT}); 0 picks a free one"
    )
    parser.add_argument(
        "--host",
        default=_HOST,
        metavar="ADDRESS",
        help="the address to answer at (default: this machine alone); 0.0.0.0 lets everybody in who reaches it",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a further name by which browsers may call the server; may be repeated",
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="keep the games in this folder, over a restart; left out: in memory"
    )
    parser.add_argument("--rooms", type=parse_positive, default=200, metavar="N", help="the most games (default: 200)")
    parser.add_argument(
        "--workers", type=parse_positive, metavar="N", help="how many bots think at once; left out: one a processor"
    )
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=PROGRAM",
        help="offer a bot that is a program, such as 'mybot=./mybot --fast', under this name, or one with a file of "
        "weights, such as mine=star:1000@mine.toml; may be repeated",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def run(args: Namespace) -> int:
    """Serve the page until Ctrl-C or another signal ends it."""
    if not 0 <= args.port <= _MAX_PORT:
        raise UsageError(f"--port {args.port}: a port is 0 to {_MAX_PORT}")
    for name in args.allow_host:
        if not _HOST_NAME.fullmatch(name):
            raise UsageError(f"--allow-host {name!r}: a name such as games.example.org, without http:// and port")
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise RefusedError(needs("the page", " and ".join(missing), "web"))
    engines = [_offered(text) for text in args.engine]
    if len({engine.name for engine in engines}) < len(engines):
        raise UsageError("--engine: each name is offered once")
    from ...web.engines import offer
    from ...web.security import LOOPBACK
    from ...web.server import PageServer, bound

    try:
        listening = bound(args.host, args.port)
    except OSError as error:
        hint = "; --port 0 picks a free one" if args.port else ""
        raise RefusedError(f"{args.host} port {args.port}: {error.strerror or error}{hint}") from None
    offer(engines)
    with listening:
        port = listening.getsockname()[1]
        host: str = args.host
        url = _url(_EVERYWHERE.get(host, host), port)

        def ready() -> None:
            echo(f"Play at {url} (Ctrl-C ends it).")
            if args.host not in LOOPBACK:
                others = f"From other machines: {_url(_own_address(), port)}. " if args.host in _EVERYWHERE else ""
                echo(paragraph(others + _OPEN_TO_ALL))
            echo(_IN_MEMORY if args.data is None else f"Games are kept in {args.data}.")
            # Through a pipe the line must appear at once, too.
            flush()
            if args.open:
                webbrowser.open(url)

        try:
            with signals_as_interrupts():
                PageServer(
                    listening,
                    [args.host, *args.allow_host],
                    data=args.data,
                    rooms=args.rooms,
                    workers=args.workers,
                    ready=ready,
                ).run()
        except KeyboardInterrupt:
            # Ctrl-C is the usual end of a server.
            pass
    echo("The server has ended.")
    return 0


def _offered(text: str) -> OfferedEngine:
    """Return the engine of an option, with the games that its hello names; raise RefusedError if it says none."""
    from ...bots.naming import is_engine
    from ...engines.bots import engine_named
    from ...engines.programs import EngineError
    from ...web.engines import parse_offer

    try:
        engine = parse_offer(text)
        if not is_engine(engine.command):
            return engine
        return engine._replace(games=engine_named(engine.command).hello().get("games"))
    except ArgumentError as error:
        raise UsageError(f"--engine: {error.message}") from None
    except EngineError as error:
        raise RefusedError(f"--engine {text}: {error}") from None


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _own_address() -> str:
    """Return the address of this machine in its network; the machine's name if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            # Nothing is sent: the system only looks up the route of a packet.
            line.connect(("192.0.2.1", 9))
            address: str = line.getsockname()[0]
        except OSError:
            return socket.gethostname()
    return address
