"""Text for people and for files: cells, actions and positions, each parsed strictly and formatted back to itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Final, NamedTuple

from .._fast import State
from ..checks import check_text, shown
from ..errors import IllegalActionError, NotationError, Reason, SetupError
from .actions import Action, Piece
from .board import Board
from .lines import Lines, Word
from .maps import format_map, parse_map
from .options import Rules
from .positions import position
from .systems import SEATS

__all__ = [
    "format_action",
    "format_cell",
    "format_pieces",
    "format_rules",
    "format_state",
    "parse_action",
    "parse_cell",
    "parse_state",
    "read_state",
]

STATE_PREFIX: Final = "sse-state 1"

_ACTION: Final = re.compile(
    r"(?P<origin>[a-z]{1,2}[0-9]{1,3})(?P<damaged>!?)-(?P<target>[a-z]{1,2}[0-9]{1,3})(?:=(?P<piece>[CS]))?"
)
_PIECE_OF: Final[dict[str | None, Piece | None]] = {"C": "city", "S": "station", None: None}
_LETTER_OF: Final[dict[Piece | None, str]] = {"city": "=C", "station": "=S", None: ""}


# --- cells and actions


def parse_cell(text: str, board: Board | State) -> int:
    """Return the cell that a name such as ``c4`` stands for; raise NotationError if the board has none such."""
    cell = _board_of(board).cell_named(check_text(text, "a cell"))
    if cell is None:
        raise NotationError("no cell of this board", text)
    return cell


def format_cell(cell: int, board: Board | State) -> str:
    """Return the name of a cell: a letter for its row, then its place in the row; raise RangeError for no cell."""
    board = _board_of(board)
    return board.cell_names[board.check_cell(cell)]


def parse_action(text: str, board: Board | State) -> Action:
    """Return the action that a text names.

    ``a2-c4=C`` and ``a2-c4=S`` move a ship from a2 to c4 and put a city or a station there; ``c4-a2`` moves a damaged
    ship home for repair; ``c4!-d4=C`` moves the damaged one of two ships in c4. Whether the action is legal in some
    position is not asked here.

    Raises NotationError if it is no such text, or no ship could ever go that way on this board.

    >>> from sse_core import parse_map
    >>> parse_action("a1-a2=S", parse_map("A 3 B"))
    Action(origin=0, target=1, piece='station', damaged=False)
    """
    board = _board_of(board)
    match = _ACTION.fullmatch(check_text(text, "an action"))
    if match is None:
        raise _action_error(text)
    cells = {}
    for part in ("origin", "target"):
        cell = board.cell_named(match[part])
        if cell is None:
            raise NotationError(f"no cell {match[part]} on this board", text, match.start(part) + 1)
        cells[part] = cell
    action = Action(cells["origin"], cells["target"], _PIECE_OF[match["piece"]], match["damaged"] == "!")
    if board.action_id(action) is None:
        message = f"no ship can ever do this on this board ({Reason.NO_SUCH_ACTION.clause})"
        raise NotationError(message, text)
    return action


def format_action(action: Action | int, board: Board | State) -> str:
    """Return the text of an action or of its id; raise IllegalActionError if it isn't in the board's table."""
    board = _board_of(board)
    if isinstance(action, Action):
        index = board.action_id(action)
    elif isinstance(action, bool) or not hasattr(action, "__index__"):
        raise TypeError(f"an action is an Action or its id, not {type(action).__name__}")
    else:
        index = action.__index__()
    if index is None or not 0 <= index < len(board.actions):
        reason = Reason.NO_SUCH_ACTION
        raise IllegalActionError(f"{shown(action)} is no action of this board ({reason.clause})", reason)
    origin, target, piece, damaged = board.actions[index]
    return f"{board.cell_names[origin]}{'!' if damaged else ''}-{board.cell_names[target]}{_LETTER_OF[piece]}"


def _board_of(context: Board | State) -> Board:
    if not isinstance(context, Board | State):
        raise TypeError(f"cells and actions are of a Board or a State, not of {type(context).__name__}")
    return context.board


# --- positions


def format_state(state: State) -> str:
    """Return a position as text that says everything: options, turn, pieces, reserves, and the map.

    The first line is ``sse-state 1``; the text has no newline at its end. It parses back to an equal state.
    """
    if not isinstance(state, State):
        raise TypeError(f"a position is a State, not {type(state).__name__}")
    board = state.board
    lines = [
        STATE_PREFIX,
        f"rules: {format_rules(state.rules)}",
        f"ply: {state.ply}",
        f"to act: {_join_seats(state.to_act)}",
        f"passed: {_join_seats([player for player in range(board.players) if state.passed[player]])}",
    ]
    for player in range(board.players):
        seat, reserve = SEATS[player], state.reserve(player)
        ships = [board.cell_names[cell] + _DAMAGED * damaged for cell, damaged in state.ships(player)]
        lines += [
            f"{seat} ships: {_join(ships, 'none')}",
            f"{seat} cities: {_join(format_pieces(state, player, 'city'), 'none')}",
            f"{seat} stations: {_join(format_pieces(state, player, 'station'), 'none')}",
            f"{seat} reserve: cities {reserve.cities}, stations {reserve.stations}",
        ]
    return "\n".join(lines) + "\n" + format_map(board).removesuffix("\n")


def parse_state(text: str) -> State:
    """Return the position that a text describes, exactly as `format_state` writes it.

    Raises
    ------
    NotationError
        With the line at fault and the column, if the text isn't written so.
    SetupError
        If the map can't be played, with line and column, or the position can't be (see `position`).
    """
    return read_state(Lines(check_text(text, "a position")))


def format_rules(rules: Rules) -> str:
    """Return the options that differ from the published game, ``default`` if none does."""
    changed = [field.name for field in fields(Rules) if getattr(rules, field.name) != field.default]
    return " ".join(f"{name}={_format_option(getattr(rules, name))}" for name in changed) or "default"


def format_pieces(state: State, player: int, piece: Piece) -> list[str]:
    """Return the names of the cells where a player has a city, or a station."""
    names = state.board.cell_names
    return [name for cell, name in enumerate(names) if state.owner(cell) == player and state.piece(cell) == piece]


def read_state(lines: Lines) -> State:
    """Take all the lines and return the position that they describe."""
    start = lines.taken
    lines.take_exactly(STATE_PREFIX)
    rules = _parse_rules(lines.take("rules: "))
    ply = _parse_number(lines.take("ply: "))
    to_act = _parse_seats(lines.take_words("to act: ", "nobody"))
    passed = _parse_seats(lines.take_words("passed: ", "nobody"))
    said: list[_Said] = []
    while len(said) < len(SEATS) and lines.peek().startswith(f"{SEATS[len(said)]} ships: "):
        said.append(_read_player(lines, SEATS[len(said)]))
    board = _read_board(lines, len(said))
    cities = [[_parse_cell_word(word, board) for word in player.cities] for player in said]
    stations = [[_parse_cell_word(word, board) for word in player.stations] for player in said]
    state = position(
        board,
        rules=rules,
        owners={cell: player for kind in (cities, stations) for player, cells in enumerate(kind) for cell in cells},
        pieces={cell: "station" for cells in stations for cell in cells},
        ships=[[_parse_ship(word, board) for word in player.ships] for player in said],
        reserves=[player.reserve for player in said],
        passed=[player in passed for player in range(board.players)],
        mover=to_act[0] if to_act else None,
        ply=ply,
    )
    lines.check_written_as(format_state(state), start)
    return state


class _Said(NamedTuple):
    """What a text says of one player, before the board is known that the cells belong to."""

    ships: list[Word]
    cities: list[Word]
    stations: list[Word]
    reserve: tuple[int, int]


_RESERVE: Final = re.compile(r"cities ([0-9]{1,9}), stations ([0-9]{1,9})")
_DAMAGED: Final = "!"


def _read_player(lines: Lines, seat: str) -> _Said:
    ships, cities, stations = (lines.take_words(f"{seat} {what}: ", "none") for what in ("ships", "cities", "stations"))
    reserve = lines.take(f"{seat} reserve: ")
    match = _RESERVE.fullmatch(reserve.text)
    if match is None:
        raise reserve.error("a reserve is written like `cities 16, stations 4`")
    return _Said(ships, cities, stations, (int(match[1]), int(match[2])))


def _read_board(lines: Lines, players: int) -> Board:
    above = lines.taken
    if not lines.peek().startswith("origin: "):
        lines.take("origin: ")
    try:
        board = parse_map(lines.take_rest())
    except SetupError as error:
        raise SetupError(error.message, (error.line or 1) + above, error.column) from None
    if board.players != players:
        raise SetupError(f"the map has {board.players} players, the position {players}", above + 1, 1)
    return board


def _parse_cell_word(word: Word, board: Board) -> int:
    cell = board.cell_named(word.text)
    if cell is None:
        raise word.error("no cell of this board")
    return cell


def _parse_ship(word: Word, board: Board) -> tuple[int, bool]:
    damaged = word.text.endswith(_DAMAGED)
    return _parse_cell_word(word._replace(text=word.text.removesuffix(_DAMAGED)), board), damaged


def _parse_number(word: Word) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word.text):
        raise word.error("expected a number")
    return int(word.text)


def _parse_seats(words: list[Word]) -> list[int]:
    for word in words:
        if len(word.text) != 1 or word.text not in SEATS:
            raise word.error("expected seats, A to D, or `nobody`")
    return [SEATS.index(word.text) for word in words]


def _parse_rules(word: Word) -> Rules:
    options: dict[str, bool | int | tuple[int, ...]] = {}
    for text in [] if word.text == "default" else word.text.split(" "):
        name, _, value = text.partition("=")
        if name not in _OPTIONS:
            raise word.error(f"expected `default`, or options of {', '.join(_OPTIONS)}, each as name=value")
        options[name] = _parse_option(word, name, value)
    return Rules(**options)  # type: ignore[arg-type]  # Rules checks the types itself.


_OPTIONS: Final = {field.name: field.default for field in fields(Rules)}


def _parse_option(word: Word, name: str, value: str) -> bool | int | tuple[int, ...]:
    if type(_OPTIONS[name]) is bool:
        if value not in ("yes", "no"):
            raise word.error(f"{name} is `yes` or `no`")
        return value == "yes"
    numbers = value.split(",")
    if len(numbers) > 100 or not all(re.fullmatch(r"[0-9]{1,9}", number) for number in numbers):
        raise word.error(f"{name} is written in numbers, with commas between them")
    if type(_OPTIONS[name]) is int:
        if len(numbers) != 1:
            raise word.error(f"{name} is one number")
        return int(numbers[0])
    return tuple(int(number) for number in numbers)


def _format_option(value: bool | int | tuple[int, ...]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(str(number) for number in value) if isinstance(value, tuple) else str(value)


def _join(words: Iterable[str], nothing: str) -> str:
    return " ".join(words) or nothing


def _join_seats(players: Iterable[int]) -> str:
    return _join((SEATS[player] for player in players), "nobody")


def _action_error(text: str) -> NotationError:
    """Return the error for a text that isn't written as an action, with the column where it goes wrong."""
    message = "an action is written like a2-c4=C, a2-c4=S, or c4-a2 for a repair"
    column = 1
    for pattern in (r"[a-z]{1,2}", r"[0-9]{1,3}", r"!?", r"-", r"[a-z]{1,2}", r"[0-9]{1,3}", r"(?:=|$)", r"[CS]?"):
        match = re.compile(pattern).match(text, column - 1)
        if match is None:
            break
        column = match.end() + 1
    return NotationError(message, text, column)
