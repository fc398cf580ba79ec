"""An earlier build of the core as a contender, in a separate process under the Python where it is installed.

That process runs this file as a script. There it uses only the public API, and no other module of the benches.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any


class Earlier:
    """Playouts of an earlier build, on a map that ships."""

    def __init__(self, python: str, name: str) -> None:
        command = [python, "-P", "-u", __file__, name]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")
        self._seconds = 0.0

    def playouts(self, games: int, seed: int) -> int:
        """Play games; return the number of plies."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{games} {seed}\n")
        self._process.stdin.flush()
        plies, seconds = self._process.stdout.readline().split()
        self._seconds = float(seconds)
        return int(plies)

    def cpu(self) -> float:
        """Return the CPU seconds of both processes."""
        return time.process_time() + self._seconds

    def close(self) -> None:
        self._process.communicate()


def main(name: str) -> None:
    """Play the games that each input line asks for; answer with the plies and the CPU seconds so far."""
    import sse_core as sse

    start: Any = sse.new_game(sse.load_map(name))
    for line in sys.stdin:
        games, seed = map(int, line.split())
        print(int(sse.playouts(start, games, seed).plies.sum()), time.process_time())


if __name__ == "__main__":
    main(*sys.argv[1:])
