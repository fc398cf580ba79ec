"""The `sse` command: `entry.main` is the way in, and `commands` knows the commands.

Each command is a file of this folder with the functions `add` and `run`. The options of a single game are in the game's
own folder (see `play.game_commands.GameCommand`).

Ring: tables and tools.
"""

from __future__ import annotations

from .entry import main

__all__ = ["main"]
