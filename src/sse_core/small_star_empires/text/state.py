"""The text of positions: options, turn, pieces, reserves and map. It parses back to an equal state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeVar

from ..._fast import State
from ...errors import NotationError, SetupError
from ...forms.checks import type_named
from ...forms.lines import Lines, Word, keeping_results
from ...forms.state_form import StateText, itself
from ...game import CHANCE
from ..board import Board
from ..maps.map import CONQUERED, Drawing, draw_map, read_drawing, revealed_symbols
from ..maps.outlines import known
from ..maps.systems import SEATS, System
from ..maps.tiles import Tile
from ..options import format_rules, parse_rules
from ..positions.checks import DUE, DueKind, due_kind, mover_in_text
from ..positions.makers import position
from .shapes import LINES, MOST, PLAYER, Told, cell_of, placed, told

__all__ = ["STATE_TEXT", "format_state", "lines_of", "parse_state", "read_lines"]

PositionT = TypeVar("PositionT")

_CHANCE: Final = "chance"
_TILE_OF: Final = {tile.symbol: tile for tile in Tile}
_SYSTEMS: Final = tuple(system.value for system in System)
_KNOWN: Final = known((*_SYSTEMS, *_TILE_OF, CONQUERED))
_REVEALED: Final = re.compile(f"[{''.join(_TILE_OF)}]")
_FACE_DOWN: Final = str.maketrans(dict.fromkeys(_TILE_OF, System.UNEXPLORED.value))

# Most positions that a process reads and writes have the same few rules.
_rules_text: Final = lru_cache(maxsize=16)(format_rules)
_rules_of: Final = keeping_results(parse_rules)

# A text is often read when no other position on its map is left. Making a board and its rulesets takes several times as
# long as reading, so the boards of the last texts live on.
_board_of: Final = lru_cache(maxsize=4)(Drawing.board)


def format_state(state: State) -> str:
    """Return a position as text: options, turn, pieces, reserves and map.

    The first line is ``sse-state 1``; the text has no newline at its end. In the drawing a revealed tile has the
    symbol of its kind, and a conquered system is ``#``. The text parses back to an equal state.
    """
    return STATE_TEXT.format_state(state)


def lines_of(state: State) -> list[str]:
    """Return the lines of a position after the first one, which names the kind of the text."""
    board = state.board
    lines = [
        f"rules: {_rules_text(state.rules)}",
        f"ply: {state.ply}",
        f"to act: {_CHANCE if state.to_act == (CHANCE,) else _join_seats(state.to_act)}",
        *_format_due(state),
        f"passed: {_join_seats([player for player in range(board.players) if state.passed[player]])}",
    ]
    for seat, player in zip(SEATS, told(state), strict=False):
        lines += LINES.write(player, f"{seat} ")
    symbols = revealed_symbols(state)
    if conquered := state.conquered:
        below = [symbols.get(cell) or board.systems[cell].value for cell in conquered]
        markers = [f"{board.cell_names[cell]}={symbol}" for cell, symbol in zip(conquered, below, strict=True)]
        lines.append(f"conquered: {' '.join(markers)}")
        symbols |= dict.fromkeys(conquered, CONQUERED)
    lines.append(draw_map(board, symbols).removesuffix("\n"))
    return lines


def _format_due(state: State) -> list[str]:
    if state.due is None:
        return []
    what, cell, player = state.due
    return [f"due: {SEATS[player]} {what} {state.board.cell_names[cell]}"]


def parse_state(text: str) -> State:
    """Return the position of a text, as `format_state` writes it, with any line ends.

    Raises
    ------
    NotationError
        With the line at fault and the column, if the text is written otherwise.
    SetupError
        If the map can't be played, with line and column; if the position is impossible (see `position`).
    """
    return STATE_TEXT.parse_state(text)


def read_lines(lines: Lines, make: Callable[..., PositionT]) -> PositionT:
    """Take the lines of a position after the first one; `make` takes the arguments of `position`, and returns it."""
    rules = lines.take("rules: ").parsed(_rules_of)
    ply = lines.take("ply: ").number(MOST)
    to_act = lines.take_words("to act: ", "nobody")
    due = _read_due(lines)
    passed = _parse_seats(lines.take_words("passed: ", "nobody"))
    players: list[Told] = []
    while len(players) < len(SEATS) and lines.peek().startswith(f"{SEATS[len(players)]} ships: "):
        players.append(PLAYER.build(LINES.read(lines, f"{SEATS[len(players)]} ")))
    drawn = _read_map(lines, len(players))
    board = drawn.board
    return make(
        board,
        rules=rules,
        tiles=drawn.tiles,
        conquered=drawn.conquered,
        **placed(board, players),
        passed=[player in passed for player in range(board.players)],
        mover=mover_in_text(board, _parse_mover(to_act, due)),
        due=None if due is None else (due.what, cell_of(due.cell, board)),
        ply=ply,
    )


def _checked(state: State) -> State:
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Small Star Empires, not {type_named(state)}")
    return state


STATE_TEXT: Final = StateText("sse-state", _checked, itself, lines_of, partial(read_lines, make=position))

# --- whose turn it is


class _DueLine(NamedTuple):
    """The line on the due action. Its cell is a word until the board is read."""

    player: int
    what: DueKind
    cell: Word


def _read_due(lines: Lines) -> _DueLine | None:
    if not lines.peek().startswith("due: "):
        return None
    words = lines.take_words("due: ", "nothing")
    what = due_kind(words[1].text) if len(words) == 3 else None
    if what is None:
        message = f"what is due is written like `A reveal c4`: a seat, one of {', '.join(DUE)}, a cell"
        raise NotationError(message, lines.last, line=lines.taken)
    return _DueLine(_parse_seats(words[:1])[0], what, words[2])


def _parse_mover(to_act: list[Word], due: _DueLine | None) -> int | None:
    """Return the seat whose turn it is, also while chance is to act; the final comparison finds contradictions."""
    if due is not None:
        return due.player
    seats = _parse_seats(to_act)
    return seats[0] if seats else None


# --- the map, with revealed tiles and conquest markers


class _DrawnMap(NamedTuple):
    """The content of a drawing: the board, its revealed tiles, and its conquered cells."""

    board: Board
    tiles: dict[int, Tile]
    conquered: list[int]


def _read_map(lines: Lines, players: int) -> _DrawnMap:
    markers = lines.take_words("conquered: ", "none") if lines.peek().startswith("conquered: ") else []
    above = lines.taken
    if not lines.peek().startswith("origin: "):
        lines.take("origin: ")
    try:
        drawing = read_drawing(lines.take_rest(), _KNOWN)
        conquered = _below_markers(markers, drawing)
        symbols = (
            "".join([conquered.get(*each) for each in enumerate(drawing.symbols)]) if conquered else drawing.symbols
        )
        tiles = {match.start(): _TILE_OF[match[0]] for match in _REVEALED.finditer(symbols)}
        if tiles or conquered:
            drawing = drawing._replace(symbols=symbols.translate(_FACE_DOWN))
        board = _board_of(drawing)
    except SetupError as error:
        raise SetupError(error.message, (error.line or 1) + above, error.column, code=error.code) from None
    if board.players != players:
        raise SetupError(f"the map has {board.players} players, the position {players}", above + 1, 1)
    return _DrawnMap(board, tiles, [*conquered])


def _below_markers(markers: list[Word], drawing: Drawing) -> dict[int, str]:
    """Return the symbol below each conquest marker, by cell; raise unless the words name exactly these markers."""
    outline, below = drawing.outline, dict[int, str]()
    for word in markers:
        name, _, symbol = word.text.partition("=")
        if symbol not in (*_SYSTEMS, *_TILE_OF):
            raise word.error("a conquered system is written like `c4=3`: its cell, and what lies there")
        cell = outline.named.get(name)
        if cell is None or drawing.symbols[cell] != CONQUERED:
            raise word.error(f"the drawing shows no {CONQUERED} at {name}")
        below[cell] = symbol
    for match in re.finditer(CONQUERED, drawing.symbols):
        if match.start() not in below:
            line, column = outline.where[match.start()]
            raise SetupError(f"a line `conquered:` must say what lies below this {CONQUERED} (E9.9)", line, column)
    return below


# --- words


def _parse_seats(words: list[Word]) -> list[int]:
    for word in words:
        if len(word.text) != 1 or word.text not in SEATS:
            raise word.error("expected seats, A to D, or `nobody`")
    return [SEATS.index(word.text) for word in words]


def _join_seats(players: Iterable[int]) -> str:
    return " ".join(SEATS[player] for player in players) or "nobody"
