"""Drawings of boards and positions for a terminal, in plain ASCII."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple, TypeAlias

from .._fast import Score, State
from ..checks import check_marked, check_pen
from ..game import CHANCE, PLAIN, Pen
from .actions import Action
from .board import Board
from .maps import CONQUERED, draw, note_lines, setup_lines, symbols_of
from .options import PUBLISHED, format_rules
from .systems import SEATS, System
from .tiles import Tile, format_bag
from .trace import LEFT, REACHED, Trace, trace_of

__all__ = ["SYSTEM_NAMES", "TILE_NAMES", "Stack", "score_columns", "ships_by_cell", "situation", "status", "to_text"]

Stack: TypeAlias = list[tuple[int, bool]]
"""The ships of one cell, each as (player, damaged)."""

_WIDTH: Final = 80
"""The columns of a terminal. A wider drawing tells its width."""

_INDENT: Final = "  "

_BOARD_STEP: Final = 2
_STATE_STEP: Final = 4
"""The width of half a hex in a drawing. That of a position has room for a cell name and two or three ships."""

SYSTEM_NAMES: Final = {
    System.ONE: "1 planet",
    System.TWO: "2 planets",
    System.THREE: "3 planets",
    System.RED: "red nebula",
    System.GREEN: "green nebula",
    System.BLUE: "blue nebula",
    System.EMPTY: "empty",
    System.WORMHOLE: "wormhole",
    System.BLACK_HOLE: "black hole",
    System.UNEXPLORED: "unexplored",
    **{System(letter): f"homeworld of {letter}" for letter in SEATS},
}
"""The names of systems in legends."""

TILE_NAMES: Final = {
    Tile.THREE: "3 planets",
    Tile.TWO: "2 planets",
    Tile.CHROMATIC: "chromatic nebula",
    Tile.ASTEROID: "asteroid field",
    Tile.ABANDONED: "abandoned station",
    Tile.REFUELING: "refueling station",
    Tile.HOLLANA: "Hollana Federation",
    Tile.TENNAR: "Tennar Union",
    Tile.NORDINN: "Nordinn Empire",
}
"""The names of tiles in legends."""

_SHIPS_WIDTH: Final = 6
_MANY: Final = "*"
"""The mark for ships that need more than `_SHIPS_WIDTH` characters."""

_STATUS: Final = {"reveal": "moving", "refuel": "to act", "choose": "to act"}
"""The status of the player in whose turn an action is due."""

_DECIDED: Final = {
    "total": "highest total",
    "cities": "equal totals, most cities in reserve",
    "stations": "equal totals and cities, most stations in reserve",
    "planets": "equal totals and reserves, most planets",
    "shared": "equal in everything",
}


def to_text(
    board_or_state: Board | State, *, last: Sequence[Action] = (), marked: Collection[str] = (), pen: Pen = PLAIN
) -> str:
    """Return a drawing of a board or of a position for a terminal, without a newline at its end.

    A board is drawn with the symbols of the map format. A position has two lines for each row: the systems with their
    holders, then the names of the cells with the ships. On a wide map the ships have a third line. Below the map are a
    legend, the scores and reserves of the players, their ships, the tiles left in the bag, the rules that differ from
    the published ones, and a line on the turn. The drawing is at most 80 columns wide, unless the map is too large; a
    line below the map then tells the width.

    `last` has the actions that led to the position, such as those of the last turn. Marks stand beside the systems that
    ships left and those where an action took place, and a line names the actions. The systems of the cells that
    `marked` names stand in brackets.

    Raises ArgumentError for a marked cell that isn't on the board, IllegalActionError for what is no action on it,
    TypeError for a value of another type.

    >>> from sse_core.small_star_empires.maps import parse_map
    >>> print(to_text(parse_map("A 3 B")).splitlines()[0])
    a  A   3   B
    """
    if isinstance(board_or_state, Board):
        return _draw_board(board_or_state, _marks(board_or_state, last, marked), check_pen(pen))
    if isinstance(board_or_state, State):
        return _draw_state(board_or_state, _marks(board_or_state, last, marked), check_pen(pen))
    raise TypeError(f"a Board or a State can be drawn, not {type(board_or_state).__name__}")


class _Marks(NamedTuple):
    """What is marked in a drawing."""

    trace: Trace
    """The last actions."""

    cells: frozenset[int]
    """The cells whose systems stand in brackets."""

    def around(self, cell: int, system: str) -> str:
        """Return the text of a system with its marks: a bracket or a blank before it, a bracket or a mark behind."""
        return f"[{system}]" if cell in self.cells else f" {system}{self.trace.mark(cell)}"


def _marks(context: Board | State, last: Sequence[Action], marked: Collection[str]) -> _Marks:
    names = context.board.cell_names
    marked = check_marked(marked, names, "cell")
    return _Marks(trace_of(context, last), frozenset(cell for cell, name in enumerate(names) if name in marked))


def _draw_board(board: Board, marks: _Marks, pen: Pen) -> str:
    systems = [marks.around(cell, system.value) for cell, system in enumerate(board.systems)]
    drawing = _after_letters(board, draw(board, systems, _BOARD_STEP))
    return _page(drawing, *_board_legend(board, marks), *_last(marks.trace), *_setup(board))


def _draw_state(state: State, marks: _Marks, pen: Pen) -> str:
    drawing = _map(state, marks)
    legend = [*_legend(state, drawing, marks), *_last(marks.trace)]
    return _page(drawing, *legend, "", *_players(state), "", *_bag(state), *_rules(state), situation(state))


def _page(drawing: Sequence[str], *below: str) -> str:
    """Return a drawing with the lines below it, and with a line on the width if it exceeds `_WIDTH`."""
    width = max(map(len, (*drawing, *below)))
    note = [f"This is {width} columns wide."] if width > _WIDTH else []
    return "\n".join([*drawing, *([""] if drawing[-1] else []), *note, *below])


def situation(state: State) -> str:
    """Return one line: the ply, and who is to act, or who won and what decided it (E7.4)."""
    outcome = state.outcome
    if outcome is None:
        return f"Ply {state.ply}: {_turn(state)}"
    winners = ", ".join(SEATS[player] for player in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"Ply {state.ply}: game over, {winners} {verb} ({_DECIDED[outcome.decided_by]})"


def _turn(state: State) -> str:
    """Return who is to act, what is due, and the number of legal actions."""
    count = state.legal_count()
    actions = f"{count} legal action{'s' if count > 1 else ''}"
    if state.due is None:
        return f"{', '.join(SEATS[player] for player in state.to_act)} to act, {actions}"
    what, cell, player = state.due
    name = state.board.cell_names[cell]
    if state.to_act == (CHANCE,):
        return f"{SEATS[player]} explores {name}, chance to act, {count} kind{'s' if count > 1 else ''} of tiles left"
    if what == "refuel":
        return f"{SEATS[player]} to act, refueling at {name}, {actions}"
    return f"{SEATS[player]} to act, a {state.rules.city_word} is to be destroyed from {name}, {actions}"


def status(state: State, player: int) -> str:
    """Return the status of a player, such as ``to act`` or ``passed``, in two words at most."""
    if state.outcome is not None:
        return "won" if player in state.outcome.winners else ""
    if state.due is not None and player == state.due.player:
        return _STATUS[state.due.what]
    if player in state.to_act:
        return "to act"
    return "passed" if state.passed[player] else ""


def score_columns(state: State) -> tuple[str, ...]:
    """Return the columns of a `Score` for this game: tiles and tolls only where they are in play."""
    in_play = {"tiles": System.UNEXPLORED in state.board.systems, "tolls": state.rules.open_borders}
    return tuple(column for column in Score._fields if in_play.get(column, True))


def ships_by_cell(state: State) -> dict[int, Stack]:
    """Return the ships of each cell that has any."""
    found: dict[int, Stack] = {}
    for player in range(state.board.players):
        for cell, damaged in state.ships(player):
            found.setdefault(cell, []).append((player, damaged))
    return found


def _map(state: State, marks: _Marks) -> list[str]:
    """Return the drawing of a position: a line for the systems of a row, then a line for names and ships.

    It is the first layout that fits a terminal, else the last one: systems apart, systems close together, ships in a
    line of their own.
    """
    board, ships = state.board, ships_by_cell(state)
    systems = [marks.around(cell, symbol + _holder(state, cell)) for cell, symbol in enumerate(symbols_of(state))]
    names = board.cell_names
    stacks = {cell: _stack(stack, _SHIPS_WIDTH) for cell, stack in ships.items()}
    labels = [f"{name} {stacks[cell]}" if cell in stacks else name for cell, name in enumerate(names)]
    close, closest = _step(labels), _step(names)
    below = [_stack(ships[cell], 2 * closest - 1) if cell in ships else "" for cell in range(board.n_cells)]
    drawing = _interleaved(board, max(_STATE_STEP, close), systems, labels)
    if _too_wide(drawing):
        drawing = _interleaved(board, close, systems, labels)
    if _too_wide(drawing):
        drawing = _interleaved(board, closest, systems, names, below)
    return drawing


def _step(texts: Sequence[str]) -> int:
    """Return the width of half a hex for these texts, at least that of a symbol with its holder and a mark."""
    return max(3, *map(len, texts)) // 2 + 1


def _too_wide(drawing: Sequence[str]) -> bool:
    return max(map(len, drawing)) > _WIDTH


def _interleaved(board: Board, step: int, *layers: Sequence[str]) -> list[str]:
    """Return a drawing with a line of each layer for each row; the first line of a row has its letter.

    The first layer begins a column before the others: it has room for brackets.
    """
    systems, *others = layers
    below = [_after_letters(board, draw(board, [f" {text}" for text in layer], step), False) for layer in others]
    drawn = [_after_letters(board, draw(board, systems, step)), *below]
    return [line for lines in zip(*drawn, strict=True) for line in lines]


_SYSTEMS: Final = "1-3 planets, r g b nebulae, . empty, A-D homeworlds, w wormhole, x black hole"


_MARKED: Final = ", [ ] marked"


def _board_legend(board: Board, marks: _Marks) -> list[str]:
    """Return the legend of a board."""
    unexplored = ", ? unexplored" if System.UNEXPLORED in board.systems else ""
    return wrap(f"{_SYSTEMS}{unexplored}; c4: fourth in row c{_MARKED * bool(marks.cells)}", _WIDTH)


def _legend(state: State, drawing: Sequence[str], marks: _Marks) -> list[str]:
    """Return the legend of a position, with the tiles and markers that it has."""
    found = {state.tile(cell) for cell in range(state.board.n_cells)}
    symbols = ["? unexplored"] if state.unexplored else []
    symbols += [f"{tile.symbol} {name}" for tile, name in TILE_NAMES.items() if tile in found]
    symbols += [f"{CONQUERED} conquered"] if state.conquered else []
    pieces = f"3A {state.rules.city_word}, 3a station; 2AB! ships, ! damaged"
    many = f", {_MANY} many" if any(_MANY in line for line in drawing) else ""
    return [*wrap(_SYSTEMS, _WIDTH), *wrap(", ".join(symbols), _WIDTH), f"{pieces}{many}{_MARKED * bool(marks.cells)}"]


def _last(trace: Trace) -> list[str]:
    """Return the lines that name the last actions, if there are any."""
    if not trace.words:
        return []
    return wrap(
        f"Last: {trace.words} ({LEFT} left, {REACHED} reached)", _WIDTH, subsequent_indent="  ", break_on_hyphens=False
    )


def _bag(state: State) -> list[str]:
    """Return the lines on the tiles left in the bag, if the position has unexplored systems."""
    if not state.unexplored:
        return []
    return wrap(f"{state.bag.total} tiles unseen: {format_bag(state.bag)}", _WIDTH, subsequent_indent="  ")


def _rules(state: State) -> Iterator[str]:
    """Yield the lines on options that differ from the published game, as positions write them."""
    if state.rules != PUBLISHED:
        yield from _wrapped(f"Rules: {format_rules(state.rules)}")


def _setup(board: Board) -> Iterator[str]:
    """Yield the lines of a map's header on rules, bag, pieces and note."""
    for line in (*setup_lines(board.setup), *note_lines(board.setup)):
        yield from _wrapped(line)


def _wrapped(line: str) -> list[str]:
    """Return a line wrapped to the terminal; a long word, such as a bag, is broken after its commas."""
    words = (word.replace(",", ", ") if len(word) > _WIDTH - len(_INDENT) else word for word in line.split(" "))
    return wrap(" ".join(words), _WIDTH, subsequent_indent=_INDENT, break_on_hyphens=False)


def _after_letters(board: Board, drawing: str, letters: bool = True) -> list[str]:
    """Return the lines of a drawing, each behind the letter of its row, or behind a margin of that width.

    The drawing's own first column is a blank or a bracket.
    """
    top = board.hexes[0].r
    rows = {place.r - top: name.rstrip("0123456789") for place, name in zip(board.hexes, board.cell_names, strict=True)}
    margin = len(board.cell_names[-1].rstrip("0123456789")) + 1
    lines = drawing.split("\n")
    return [f"{rows.get(row, '') if letters else '':{margin}}{line}".rstrip() for row, line in enumerate(lines)]


def _holder(state: State, cell: int) -> str:
    """Return the letter of the player who colonized a cell: a capital for a city, a small one for a station."""
    owner = state.owner(cell)
    if owner is None or state.piece(cell) == "homeworld":
        return ""
    return SEATS[owner] if state.piece(cell) == "city" else SEATS[owner].lower()


def _stack(ships: Stack, width: int) -> str:
    """Return the ships of one cell in at most `width` characters; the lists below the map name each ship."""
    kinds = Counter(ships).items()
    text = "".join(f"{n if n > 1 else ''}{SEATS[player]}{'!' if damaged else ''}" for (player, damaged), n in kinds)
    return text if len(text) <= width else _MANY


def _players(state: State) -> Iterator[str]:
    """Yield the lines on the players: score and reserve of each, then the cells of the ships of each."""
    shown = (*score_columns(state), "total")
    widths = [len(heading) + (2 if column else 1) for column, heading in enumerate(shown)]
    yield f"{'':9}{_aligned(shown, widths)}  reserve"
    for player, score in enumerate(state.score_sheet()):
        cities, stations = state.reserve(player)
        points = _aligned([getattr(score, heading) for heading in shown], widths)
        yield f"{SEATS[player]:3}{status(state, player):6}{points}  {cities}C {stations}S"
    for player in range(state.board.players):
        fleet = [f"{state.board.cell_names[cell]}{'!' * damaged}" for cell, damaged in state.ships(player)]
        yield from wrap(f"Ships of {SEATS[player]}: {' '.join(fleet) or 'none'}", _WIDTH, subsequent_indent=" " * 12)


def _aligned(fields: Sequence[object], widths: Sequence[int]) -> str:
    return "".join(f"{field:>{width}}" for field, width in zip(map(str, fields), widths, strict=True))
