"""Text of positions: complete, and read only in the exact form in which it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...errors import NotationCode, NotationError
from ...forms.checks import guess, shown
from ...forms.expressions import call, call_that_gives
from ...forms.lines import Lines, Word
from ...forms.packs import Pack
from ...forms.state_form import StateText
from ..board import Board
from ..options import Options, options_of
from ..packs.library import DEFAULT_PACK, PACKS
from ..positions.due import Due
from ..positions.makers import MAX_PLY, content_of, new_game, state_of
from ..positions.position import Position
from ..state import State, check_state
from .options import OPTIONS
from .shapes import bytes_at_rest, entries

__all__ = [
    "STATE_TEXT",
    "at_rest",
    "format_state",
    "parse_state",
    "remade",
    "state_expression",
]

_SEEDS: Final = 10
"""The number of seeds that are tried to write a new game as an expression."""


def at_rest(board: Board, players: int, options: Options) -> Position:
    """Return a position of so many players, with these options, in which all entries are at rest."""
    p = Position(bytearray(bytes_at_rest(board, players)))
    p.players, p.flags, p.round_limit = players, options.flags, options.round_limit
    return p


def _lines_of(content: tuple[Pack[Board], bytes, int]) -> Iterator[str]:
    pack, data, ply = content
    p = Position(data)
    yield pack.line
    yield f"players: {p.players}"
    yield f"options: {OPTIONS.word(options_of(p))}"
    yield f"ply: {ply}"
    for entry in entries(pack.value, p.players):
        value = entry.told(data)
        if value is not None:
            yield f"{entry.prefix}{entry.shape.word(value)}"


def _read_lines(lines: Lines) -> tuple[Pack[Board], bytes, int]:
    pack = PACKS.read_line(lines)
    players = lines.take("players: ").number(4, 2)
    options = OPTIONS.read(lines.take("options: "))
    ply = lines.take("ply: ").number(MAX_PLY)
    data = bytearray(at_rest(pack.value, players, options).data)
    for entry in entries(pack.value, players):
        word = lines.take(entry.prefix) if entry.always else lines.take_if(entry.prefix)
        if word is not None:
            entry.put(data, entry.shape.read(word))
    if lines.peek():
        raise _misplaced(next(lines.ahead()), [entry.name for entry in entries(pack.value, players)])
    return pack, bytes(data), ply


def _misplaced(line: Word, names: Sequence[str]) -> NotationError:
    """Return the error for the first line that no entry has taken."""
    name = line.text.partition(":")[0]
    if name in names:
        return line.error(f"the line {name!r} has its place further up, and stands there once", NotationCode.KEY)
    return line.error(f"there is no line {shown(name)}{guess(name, names)}", NotationCode.KEY)


STATE_TEXT: Final = StateText("eots-state", content_of, state_of, _lines_of, _read_lines)


def format_state(state: State) -> str:
    """Return a position as text that says everything: the pack, the options, and each field that isn't at rest.

    The first line is ``eots-state 1``; the text has no newline at its end. It parses back to an equal state.
    """
    return STATE_TEXT.format_state(state)


def parse_state(text: str) -> State:
    """Return the position that a text describes, as `format_state` writes it, with any line ends.

    Raises NotationError, with line and column, if it is written in another way, or if its pack isn't found; SetupError
    if the position is impossible.
    """
    return STATE_TEXT.parse_state(text)


def remade(text: str, content: str) -> State:
    """Return the state of a pickled text. Its pack has this content, and may not be loaded in this process yet."""
    try:
        return parse_state(text)
    except NotationError:
        PACKS.remake(content)
        return parse_state(text)


def state_expression(state: State) -> str:
    """Return a Python expression for a state: its `repr`.

    A new game of `house` with a seed from 0 to 9 is ``new_game(...)``, any other position ``parse_state(...)``.
    """
    p = Position(check_state(state).data)
    if p.step == Due.HOME and not state.ply and state.pack == PACKS.load(DEFAULT_PACK):
        options = options_of(p).changes()
        ways = ({"players": p.players, "seed": seed, **options} for seed in range(_SEEDS))
        if found := call_that_gives(state, new_game, ways=ways):
            return found
    return call("parse_state", format_state(state))
