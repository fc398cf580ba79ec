"""A bot that interrupts the command it plays for, once some games are kept in a store of an arena."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_stopper"]


def write_stopper(path: Path, stores: Path, pattern: str) -> None:
    """Write the file of the bot; it looks for the stores by a pattern below a folder.

    From its 200th choice on it waits until the log of a store, to which SQLite adds pages with each row, has eight of
    them, then interrupts this process and never answers. It may play in a process of its own.
    """
    path.write_text(
        f"""
import os
import signal
from pathlib import Path

left = [200]

class Stopper:
    def choose(self, view, player, rng):
        left[0] -= 1
        if left[0] <= 0:
            while not any(log.stat().st_size > 8 * 4096 for log in Path({str(stores)!r}).glob({f"{pattern}-wal"!r})):
                pass
            os.kill({os.getpid()}, signal.SIGINT)
            while True:
                pass
        return view.legal_actions()[0]
""",
        encoding="utf-8",
    )
