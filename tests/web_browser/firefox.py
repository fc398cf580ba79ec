"""Firefox as the machine has it, steered by WebDriver BiDi, which it speaks itself: a socket is all that it takes."""

from __future__ import annotations

import json
import os
import shutil
import socket
import struct
import subprocess
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, Self

__all__ = ["Firefox", "find"]

NAMES: Final = ("firefox-esr", "firefox")

PATIENCE: Final = 60.0
"""The seconds that something on a page may take on a busy machine."""

TEXT: Final = 1
LAST: Final = 0x80


def find() -> str | None:
    """Return the path of the browser; None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Firefox:
    """A headless browser with one tab, from start to end. It speaks English, whatever the machine speaks."""

    def __init__(self, path: str, profile: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port: int = free.getsockname()[1]
        (profile / "user.js").write_text('user_pref("intl.accept_languages", "en-GB, en");\n', encoding="utf-8")
        words = [path, "--headless", "--profile", str(profile), "--remote-debugging-port", str(port)]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.faults: list[str] = []
        """What the console said of errors and warnings."""
        try:
            self._socket = self._connected(port)
            self._number = 0
            self._call("session.new", capabilities={})
            self._call("session.subscribe", events=["log.entryAdded"])
            self._tab = self._call("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self._process.kill()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def go(self, url: str) -> None:
        """Open an address."""
        self._call("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Give the page a window of so many pixels."""
        self._call("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def value(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        answer = self._call("script.evaluate", expression=script, target={"context": self._tab}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression is true in the page."""
        end = monotonic() + PATIENCE
        while not self.value(f"Boolean({script})"):
            assert monotonic() < end, f"never true: {script}"
            sleep(0.05)

    # --- the protocol

    def _connected(self, port: int) -> socket.socket:
        """Return a connection to the browser, once it listens, after the handshake of a web socket."""
        end = monotonic() + PATIENCE
        while True:
            try:
                found = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                break
            except OSError:
                assert monotonic() < end, "Firefox doesn't listen"
                sleep(0.1)
        lines = [
            "GET /session HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
        ]
        found.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += found.recv(1)
        assert b" 101 " in answer.partition(b"\r\n")[0], answer
        return found

    def _call(self, method: str, **parameters: object) -> Any:
        """Return the result of a command."""
        self._number += 1
        self._send(json.dumps({"id": self._number, "method": method, "params": parameters}).encode())
        while True:
            message = self._message()
            if message.get("id") == self._number:
                assert message["type"] == "success", message
                return message["result"]
            entry = message.get("params", {})
            if message.get("method") == "log.entryAdded" and entry["level"] in {"error", "warn"}:
                self.faults.append(f"{entry['level']}: {entry['text']}")

    def _send(self, content: bytes) -> None:
        size = len(content)
        if size < 126:
            length = bytes([0x80 | size])
        else:
            length = struct.pack(">BH", 0xFE, size) if size < 65_536 else struct.pack(">BQ", 0xFF, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(content))
        self._socket.sendall(bytes([LAST | TEXT]) + length + mask + masked)

    def _message(self) -> dict[str, Any]:
        content = b""
        while True:
            first, size = self._read(2)
            if size == 126:
                (size,) = struct.unpack(">H", self._read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._read(8))
            content += self._read(size)
            if first & LAST:
                found: dict[str, Any] = json.loads(content)
                return found

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self._socket.recv(size - len(found))
            assert part, "Firefox has closed the connection"
            found += part
        return found
