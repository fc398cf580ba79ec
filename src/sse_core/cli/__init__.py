"""The `sse` command: `entry.main` runs it, and `registry` lists its commands.

Each command is a file of the folder `commands` with the functions `add` and `run`. The options of a single game are in
the game's own folder (see `play.game_commands.GameCommand`).

Ring: tables and tools.
"""

from __future__ import annotations

from .entry import main

__all__ = ["main"]
