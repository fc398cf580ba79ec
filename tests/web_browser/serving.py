"""The real server of these tests: ``sse serve`` in a process of its own, on a free port."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from typing import Final, Self

__all__ = ["Server"]

PATIENCE: Final = 30
"""The seconds after which a server that hasn't said its address counts as hung."""

ADDRESS: Final = re.compile(r"http://[\w.:\[\]]+?:(\d+)")


class Server:
    """A server from start to stop; `start` begins it anew, on the same port and with the same data."""

    def __init__(self, data: Path | None = None) -> None:
        self._data = data
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self._said: deque[str] = deque(maxlen=50)
        self.start()

    @property
    def url(self) -> str:
        """The address of the page, without a slash at its end."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start the process, and wait until it says its address."""
        command = [sys.executable, "-u", "-m", "sse_core", "serve", "--port", str(self._port)]
        if self._data is not None:
            command += ["--data", str(self._data)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self._process = process
        hung = threading.Timer(PATIENCE, process.kill)
        hung.start()
        assert process.stdout is not None
        for line in process.stdout:
            self._said.append(line)
            if found := ADDRESS.search(line):
                self._port = int(found[1])
                break
        hung.cancel()
        if process.poll() is not None or not self._port:
            self.stop()
            raise RuntimeError(f"sse serve ended without an address: {''.join(self._said)}")
        # A pipe that nobody reads fills up, and then the server would wait for ever.
        threading.Thread(target=self._said.extend, args=(process.stdout,), daemon=True).start()

    def fill_disk(self, is_full: bool) -> None:
        """Let no file of the process grow, as on a full disk, or let them grow again; Linux alone can do so."""
        assert sys.platform == "linux"
        assert self._process is not None
        import resource

        _, hard = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (1 if is_full else hard, hard))

    def stop(self) -> None:
        """Stop the process as Ctrl-C or a service manager does, and wait for its end."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise RuntimeError(f"sse serve didn't stop when it was told to: {''.join(self._said)}") from None
        finally:
            assert process.stdout is not None
            process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()
