"""Pages of `sse` and `sse --help`: the purpose of the command, its commands, examples, and exit statuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..games import GAMES
from .registry import Command
from .terminal.output import listing, page_width, paragraph

__all__ = ["commands_page", "description", "epilog"]

_DESCRIPTION: Final = (
    "Play at the terminal, and show maps, positions and records.",
    "The name of a game comes right after the command. The first is the default:",
)

_EXAMPLES: Final = (
    ("sse play", "random against greedy on a base map"),
    ("sse play human greedy --seed 7", "you against the greedy bot"),
    ("sse play random greedy greedy --holes balanced --out demo", ""),
    ("sse play --resume demo/game.sse --ply 12", "go on from that ply"),
    ("sse score demo/game.sse", "replay that record and score it"),
    ("sse play --unexplored --rule open_borders=yes --edition first", ""),
    ("sse play human greedy --map everything-2p", ""),
    ("sse campaign random greedy greedy --seed 7 --unexplored --out demo", ""),
    ("sse campaign --map duel --out duels", "games in a row on one map"),
    ("sse campaign --resume duels/campaign.sse", "go on with an unfinished campaign"),
    ("sse score demo/campaign.sse", "the table of its games"),
    ("sse match greedy random --games 200", "many games, seats turned"),
    ("sse match mybot.py greedy --sprt", "your own bot; ends when it is decided"),
    ("sse arena greedy mcts:100 random --jobs 2 --store games.sqlite3", "many bots on one scale; goes on where it was"),
    ("sse balance my.map duel --games 2000", "is a map fair? wins of each seat"),
    ("sse find-map --players 3 --out even.map", "the most even of 64 shuffled maps"),
    ("sse show", "list the maps that ship"),
    ("sse show base-3p", "draw a map"),
    ("sse show base-3p --seed 7 --out my.map", "its sectors shuffled; saved as a map"),
    ("sse show demo/game.sse --svg --out end.svg", ""),
    ("sse moves base-2p --json", ""),
    ("sse perft base-2p 3 --divide", ""),
    ("sse playouts base-3p --games 100k", "how random games end"),
    ("sse play micro_space_empire human", ""),
    ("sse rules E3.5", "a clause that an error cites"),
    ("sse rules", "the sections of the rules"),
    ("sse analyse base-2p --seconds 5", "what each action is worth"),
    ("sse analyse micro_space_empire position.sse", ""),
    ("sse review demo/game.sse --svg graph.svg", "where the game turned"),
    ("sse solve demo/game.sse --ply 36", "best play to the end, proved"),
    ("sse archive convert demo/game.sse --out games", "an archive of games"),
    ("sse archive check games", "play them all again"),
    ("sse serve --open", "play in the browser"),
    ("sse serve --port 0 --data games", "on a free port; games are kept"),
    ("sse engine star:club", "for programs in other languages"),
)
"""Example commands, each with an explanation if it needs one."""

_STATUSES: Final = (
    (0, "success, also of a server or an engine that Ctrl-C ended"),
    (
        1,
        "refused input, such as an illegal move, a map that can't be played, or a file that can't be read; or output "
        "that can't be written",
    ),
    (2, "wrong usage"),
    (3, "a person left the game before its end"),
    (130, "interrupted by Ctrl-C or another signal to end; --out keeps the game"),
    (141, "the reader of the output ended first, as in `sse show | head -1`"),
)
"""The exit statuses."""

_ABOUT: Final = 40
"""The column of the explanations."""


def commands_page(known: Mapping[str, Command]) -> str:
    """Return the page of `sse` without arguments: its purpose, and a summary of each command. It loads no game."""
    rows = listing([(name, command.summary) for name, command in known.items()])
    more = "`sse COMMAND --help` has the options of a command, `sse --help` examples and the exit statuses."
    return f"{description()}\n\n{rows}\n\n{paragraph(more, indent=0)}"


def epilog() -> str:
    """Return the text below the list of commands: examples and exit statuses."""
    statuses = (paragraph(about, f"  {status:<5}", 7) for status, about in _STATUSES)
    last = "`sse COMMAND --help` has the options of a command. Files are texts or JSON."
    return "\n".join(
        ["examples:", *map(_example, _EXAMPLES), "", paragraph(last, indent=0), "", "exit status:", *statuses]
    )


def _example(example: tuple[str, str]) -> str:
    command, about = example
    line = f"  {command:{_ABOUT}} {about}".rstrip()
    if len(line) <= page_width():
        return line
    return "\n".join([paragraph(command, "  ", 4), *([paragraph(about, "      ", 6)] if about else [])])


def description() -> str:
    """Return the text above the list of commands, with the names of the games."""
    first, second = (paragraph(text, indent=0) for text in _DESCRIPTION)
    return f"{first}\n\n{second}\n{paragraph(', '.join(GAMES), indent=0)}."
