"""Cells and actions as text, parsed strictly; a formatted value parses back to an equal one."""

from __future__ import annotations

import re
from typing import Final

from ..._fast import State
from ...errors import NotationCode, NotationError
from ...forms.checks import check_action, check_text, lowered, no_action, shown, type_named
from ..actions import Action, Choose, Move, Piece, Reveal, Stay
from ..any_state import is_state
from ..board import Board
from ..maps.tiles import Tile
from ..messages import say
from ..words.impossible import impossible

__all__ = ["format_action", "format_cell", "is_cell_name", "no_cell", "parse_action", "parse_cell"]

_CELL: Final = r"[a-z]{1,2}[0-9]{1,3}"
_MOVE: Final = re.compile(
    rf"(?P<origin>{_CELL})(?P<damaged>!?)-(?P<target>{_CELL})(?:=(?P<piece>[cs]))?(?:\$(?P<toll>[0-9]{{1,3}}))?"
)
_DIGITS: Final = "0123456789"
_REVEAL: Final = "reveal="
_CHOOSE: Final = "destroy="
_STAY: Final = "stay"
_PIECE_OF: Final[dict[str | None, Piece | None]] = {"c": "city", "s": "station", None: None}
_LETTER_OF: Final[dict[Piece | None, str]] = {"city": "=C", "station": "=S", None: ""}


def parse_cell(text: str, board: Board | State) -> int:
    """Return the cell with a name such as ``c4`` or ``C4``; raise NotationError if the board has none."""
    text = check_text(text, "a cell")
    cell = _board_of(board).cell_named(lowered(text))
    if cell is None:
        raise NotationError(no_cell(text, _board_of(board)), text, code=NotationCode.PLACE)
    return cell


def is_cell_name(text: str) -> bool:
    """Return whether a text is written like the name of a cell, of this board or of another one."""
    return re.fullmatch(_CELL, lowered(text)) is not None


def no_cell(text: str, board: Board) -> str:
    """Return why a text names no cell: the rows of the board, and the cells of the row in the text.

    >>> from sse_core import parse_map
    >>> no_cell("a4", parse_map("A 3 B"))
    'there is no a4: the only row is a, and row a has a1 to a3'
    """
    if not is_cell_name(text):
        return say("no cell of this board")
    rows: dict[str, list[str]] = {}
    for name in board.cell_names:
        rows.setdefault(name.rstrip(_DIGITS), []).append(name)
    letters = [*rows]
    if len(rows) > 1:
        known = say("rows are {first} to {last}", first=letters[0], last=letters[-1])
    else:
        known = say("the only row is {row}", row=letters[0])
    meant = lowered(text).rstrip(_DIGITS)
    cells = rows.get(meant, [])
    if not cells:
        return say("there is no {cell}: {known}", cell=text, known=known)
    return say(
        "there is no {cell}: {known}, and row {row} has {first} to {last}",
        cell=text,
        known=known,
        row=meant,
        first=cells[0],
        last=cells[-1],
    )


def format_cell(cell: int, board: Board | State) -> str:
    """Return the name of a cell, such as ``c4``; raise RangeError if there is no such cell."""
    board = _board_of(board)
    return board.cell_names[board.check_cell(cell)]


def parse_action(text: str, context: Board | State) -> Action:
    """Return the action that a text names.

    ``a2-c4=C`` and ``a2-c4=S`` move a ship from a2 to c4 and place a city or a station there. ``c4-a2`` moves a damaged
    ship home for repair. ``c4!-d4=C`` moves the damaged ship where an undamaged one is in c4, too. ``reveal=three``
    reveals a tile, ``destroy=c4`` chooses a city, and ``stay`` is the decision not to move.

    The action may be illegal, or not even in the board's table: `State.why_not` then says why. With a state as context,
    a move may name its toll, as ``a2-c4=C$2`` does, and it must be the right one (E10.1). Small letters and capitals
    mean the same; `format_action` writes them as above.

    Raises NotationError if the text is written otherwise, or names a cell or a tile that isn't there.

    >>> from sse_core import parse_map
    >>> parse_action("a1-a2=S", parse_map("A 3 B"))
    Move(origin=0, target=1, piece='station', damaged=False)
    """
    board = _board_of(context)
    text = check_action(text)
    try:
        return _parse_action(lowered(text), board, context)
    except NotationError as error:
        raise NotationError(error.message, text, error.column, code=error.code) from None


def _parse_action(text: str, board: Board, context: Board | State) -> Action:
    """Return the action that a text without capitals names."""
    if text == _STAY:
        return Stay()
    if text.startswith(_REVEAL):
        return _parse_reveal(text)
    if text.startswith(_CHOOSE):
        return _parse_choose(text, board)
    return _parse_move(text, context)


def _parse_reveal(text: str) -> Reveal:
    name = text.removeprefix(_REVEAL)
    if name not in list(Tile):
        message = say("there is no tile {tile}; they are {tiles}", tile=shown(name), tiles=", ".join(Tile))
        raise NotationError(message, text, len(_REVEAL) + 1, code=NotationCode.WORD)
    return Reveal(Tile(name))


def _parse_choose(text: str, board: Board) -> Choose:
    return Choose(_cell_named(board, text, text.removeprefix(_CHOOSE), len(_CHOOSE)))


def _parse_move(text: str, context: Board | State) -> Move:
    board, match = context.board, _MOVE.fullmatch(text)
    if match is None:
        raise _action_error(text)
    origin = _cell_named(board, text, match["origin"], 0)
    target = _cell_named(board, text, match["target"], match.start("target"))
    move = Move(origin, target, _PIECE_OF[match["piece"]], match["damaged"] == "!")
    # After the end of the game no toll is right or wrong: the move is refused since the game is over.
    if (price := match["toll"]) is not None and not (is_state(context) and context.outcome is not None):
        toll = context.toll(move) if is_state(context) else 0
        if str(toll) != price or not toll:
            costs = (
                say("this move costs a toll of {toll} (E10.1)", toll=toll)
                if toll
                else say("this move costs no toll here (E10.1)")
            )
            raise NotationError(costs, text, match.start("toll") + 1, code=NotationCode.TOLL)
    return move


def _cell_named(board: Board, text: str, name: str, start: int) -> int:
    cell = board.cell_named(name)
    if cell is None:
        raise NotationError(no_cell(name, board), text, start + 1, code=NotationCode.PLACE)
    return cell


def format_action(action: Action | int, context: Board | State) -> str:
    """Return the text of an action or of its id. With a state as context it names the toll of a move (E10.1).

    Raises IllegalActionError if the action isn't in the board's table, TypeError for neither an Action nor an integer.
    """
    board = _board_of(context)
    if isinstance(action, Action):
        index = board.action_id(action)
    elif isinstance(action, bool) or not hasattr(action, "__index__"):
        raise no_action(action)
    else:
        index = action.__index__()
    if index is None or not 0 <= index < len(board.actions):
        raise impossible(board, action)
    names = board.cell_names
    match board.actions[index]:
        case Move(origin, target, piece, damaged) as move:
            toll = context.toll(move) if is_state(context) else 0
            price = f"${toll}" if toll else ""
            return f"{names[origin]}{'!' if damaged else ''}-{names[target]}{_LETTER_OF[piece]}{price}"
        case Reveal(tile):
            return f"{_REVEAL}{tile}"
        case Choose(target):
            return f"{_CHOOSE}{names[target]}"
        case Stay():
            return _STAY


def _board_of(context: Board | State) -> Board:
    if not isinstance(context, Board) and not is_state(context):
        raise TypeError(
            f"cells and actions are of a Board or a State of Small Star Empires, not of {type_named(context)}"
        )
    return context.board


def _action_error(text: str) -> NotationError:
    """Return the error for a text that isn't written as an action, with the first column at fault.

    A mere word is wrong from its beginning.
    """
    message = say(
        "an action is written like a2-c4=C, a2-c4=S, or c4-a2 for a repair; "
        "others are reveal=three, destroy=c4 and stay"
    )
    parts = (r"[a-z]{1,2}", r"[0-9]{1,3}", r"!?", r"-", r"[a-z]{1,2}", r"[0-9]{1,3}", r"(?:=|(?=\$)|$)", r"[cs]?")
    column = 1
    for pattern in () if text.isalpha() else (*parts, r"(?:\$|$)", r"[0-9]{0,3}"):
        match = re.compile(pattern).match(text, column - 1)
        if match is None:
            break
        column = match.end() + 1
    return NotationError(message, text, column)
