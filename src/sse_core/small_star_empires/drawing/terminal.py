"""Drawings of boards and positions for a terminal, in plain ASCII."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from ..._fast import State
from ...drawing.checks import check_marked, check_pen
from ...drawing.pens import Painted, drawn, joined, painted, side_by_side, wrapped
from ...forms.checks import type_named
from ...game import CHANCE, PLAIN, Outcome, Pen
from ..actions import Action
from ..any_state import is_state
from ..board import Board
from ..maps.map import CONQUERED, note_lines, setup_lines, symbols_of
from ..maps.systems import SEATS, System
from ..maps.tiles import Tile, format_bag
from ..messages import MESSAGES, counted, message, say
from ..options import PUBLISHED, format_rules
from ..scores import Score
from ..words.names import LABELS, tile_name
from .trace import LEFT, REACHED, Trace, trace_of

__all__ = ["Stack", "score_columns", "ships_by_cell", "situation", "standing", "status", "to_text"]

Stack: TypeAlias = list[tuple[int, bool]]
"""The ships of one cell, each as (player, damaged)."""

Standing: TypeAlias = Literal["won", "acts", "moving", "passed"]
"""The status of a player in the turn: ``moving`` also while chance turns over a tile for the player."""

_WIDTH: Final = 80
"""The columns of a terminal. A wider drawing tells its width."""

_INDENT: Final = "  "

_BOARD_STEP: Final = 2
_STATE_STEP: Final = 4
"""The width of half a hex in a drawing. That of a position has room for a cell name and two or three ships."""

_GAP: Final = "\0"
"""A placeholder for coloured words while the sentence around them is made."""

_STATUS_WIDTH: Final = 6
"""The least width of the column with the status of players."""

_SHIPS_WIDTH: Final = 6
_MANY: Final = "*"
"""The mark for ships that need more than `_SHIPS_WIDTH` characters."""

_STANDINGS: Final = {
    "won": message("won"),
    "acts": message("to act"),
    "moving": message("moving"),
    "passed": message("passed"),
}
_DECIDED: Final = {
    "total": message("highest total"),
    "cities": message("equal totals, most cities in reserve"),
    "stations": message("equal totals and cities, most stations in reserve"),
    "planets": message("equal totals and reserves, most planets"),
    "shared": message("equal in everything"),
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

    If the drawing of a position has more lines than `Pen.lines`, a lower drawing replaces it, if the map fits: a line
    for each row, the ships behind their systems, and below the map as many of the other lines as fit.

    `last` has the actions that led to the position, such as those of the last turn. Marks stand beside the systems that
    ships left and those where an action took place, and a line names the actions. The systems of the cells that
    `marked` names stand in brackets.

    Raises ArgumentError for a marked cell that isn't on the board, IllegalActionError for a value that is no action on
    it, TypeError for a value of another type.

    >>> from sse_core import parse_map
    >>> print(to_text(parse_map("A 3 B")).splitlines()[0])
    a  A   3   B
    """
    if isinstance(board_or_state, Board):
        return _draw_board(board_or_state, _look(board_or_state, last, marked, pen))
    if is_state(board_or_state):
        return _draw_state(board_or_state, _look(board_or_state, last, marked, pen))
    raise TypeError(f"a Board or a State of Small Star Empires can be drawn, not {type_named(board_or_state)}")


class _Signs(NamedTuple):
    """The signs of a drawing that differ between plain ASCII and Unicode."""

    empty: str = System.EMPTY.value
    wormhole: str = System.WORMHOLE.value
    black_hole: str = System.BLACK_HOLE.value
    left: str = LEFT
    reached: str = REACHED

    def of(self, symbol: str) -> str:
        """Return the sign for a symbol of the map format."""
        plain = (System.EMPTY.value, System.WORMHOLE.value, System.BLACK_HOLE.value)
        return self[plain.index(symbol)] if symbol in plain else symbol


_ASCII: Final = _Signs()
_UNICODE: Final = _Signs("·", "◎", "●", "▸", "◂")


class _Look(NamedTuple):
    """The look of a drawing: the marks, and the pen."""

    trace: Trace
    """The last actions."""

    marked: frozenset[int]
    """The cells whose systems stand in brackets."""

    pen: Pen

    @property
    def signs(self) -> _Signs:
        """The signs for the pen."""
        return _UNICODE if self.pen.unicode else _ASCII

    def system(self, cell: int, symbol: str, holder: str = "") -> Painted:
        """Return a system with its marks: a bracket or a blank before it, a bracket or a mark behind.

        `holder` is the letter of the player who holds it. The system has that player's colour.
        """
        text = self.signs.of(symbol) + holder
        if cell in self.marked:
            return painted(f"[{text}]", "marked")
        seat = holder.upper() or (symbol if symbol in SEATS else "")
        mark = {LEFT: self.signs.left, REACHED: self.signs.reached}.get(self.trace.mark(cell), "")
        role = seat or ("dim" if symbol == System.EMPTY.value else "")
        return painted(" ") + painted(text, role) + painted(mark, "last")

    def name(self, cell: int, name: str) -> Painted:
        """Return the name of a cell, after a blank."""
        return painted(" ") + painted(name, "marked" if cell in self.marked else "dim")


def _look(context: Board | State, last: Sequence[Action], marked: Collection[str], pen: Pen) -> _Look:
    names = context.board.cell_names
    places = check_marked(marked, names, "cell")
    cells = frozenset(cell for cell, name in enumerate(names) if name in places)
    return _Look(trace_of(context, last), cells, check_pen(pen))


def _draw_board(board: Board, look: _Look) -> str:
    systems = [look.system(cell, system.value) for cell, system in enumerate(board.systems)]
    drawing = _laid(board, _BOARD_STEP, systems)
    return drawn(_page(drawing, [*_board_legend(board, look), *_last(look), *_setup(board)]), look.pen)


def _draw_state(state: State, look: _Look) -> str:
    drawing = _map(state, look)
    legend = [*_legend(state, drawing, look), *_last(look)]
    turn = painted(situation(state), "strong")
    below = [*legend, Painted(""), *_players(state), Painted(""), *_bag(state), *_rules(state), turn]
    page, most = _page(drawing, below), look.pen.lines
    low = [] if most is None or len(page) <= most else _low(state, look, most)
    return drawn(low or page, look.pen)


def _page(drawing: Sequence[Painted], below: Sequence[Painted]) -> list[Painted]:
    """Return a drawing with the lines below it, and with a line on the width if it exceeds `_WIDTH`."""
    width = max(map(len, (*drawing, *below)))
    note = [Painted(say("This is {n} columns wide.", n=width))] if width > _WIDTH else []
    return [*drawing, *([Painted("")] if drawing[-1].text else []), *note, *below]


def situation(state: State) -> str:
    """Return one line: the ply, and who is to act, or who won and what decided it (E7.4)."""
    now = _turn(state) if state.outcome is None else _end(state.outcome)
    return say("Ply {ply}: {situation}", ply=state.ply, situation=now)


def situation_in_moves(state: State) -> str:
    """Return the `situation` for people who count moves from 1: the one to come, or those of the game."""
    if state.outcome is None:
        return say("Move {number}: {situation}", number=state.ply + 1, situation=_turn(state))
    end = _end(state.outcome)
    return counted(state.ply, "After {n} move: {situation}", "After {n} moves: {situation}", situation=end)


def _end(outcome: Outcome) -> str:
    winners = ", ".join(SEATS[player] for player in outcome.winners)
    why = say(_DECIDED[outcome.decided_by]) if outcome.decided_by in _DECIDED else outcome.decided_by
    return counted(
        len(outcome.winners),
        "game over, {winners} wins ({why})",
        "game over, {winners} share the win ({why})",
        winners=winners,
        why=why,
    )


def _turn(state: State) -> str:
    """Return who is to act, what is due, and the number of legal actions."""
    count = state.legal_count()
    actions = counted(count, "{n} legal action", "{n} legal actions")
    if state.due is None:
        return say("{who} to act, {actions}", who=", ".join(SEATS[player] for player in state.to_act), actions=actions)
    what, cell, player = state.due
    seat, name = SEATS[player], state.board.cell_names[cell]
    if state.to_act == (CHANCE,):
        tiles = counted(count, "{n} kind of tiles left", "{n} kinds of tiles left")
        return say("{who} explores {cell}, chance to act, {tiles}", who=seat, cell=name, tiles=tiles)
    if what == "refuel":
        return say("{who} to act, refueling at {cell}, {actions}", who=seat, cell=name, actions=actions)
    city = state.rules.city_word
    words = {"who": seat, "city": city, "cell": name, "actions": actions}
    return say("{who} to act, a {city} is to be destroyed from {cell}, {actions}", **words)


def standing(state: State, player: int) -> Standing | None:
    """Return the status of a player in the turn; None for a player who only waits, or who didn't win."""
    if state.outcome is not None:
        return "won" if player in state.outcome.winners else None
    if state.due is not None and player == state.due.player:
        return "moving" if state.due.what == "reveal" else "acts"
    if player in state.to_act:
        return "acts"
    return "passed" if state.passed[player] else None


def status(state: State, player: int) -> str:
    """Return the `standing` of a player in two words at most, such as ``to act``; empty for none."""
    found = standing(state, player)
    return "" if found is None else say(_STANDINGS[found])


def score_columns(state: State) -> tuple[str, ...]:
    """Return the columns of a `Score` for this game: tiles and tolls only if they are in play."""
    in_play = {"tiles": System.UNEXPLORED in state.board.systems, "tolls": state.rules.open_borders}
    return tuple(column for column in Score._fields if in_play.get(column, True))


def ships_by_cell(state: State) -> dict[int, Stack]:
    """Return the ships of each cell that has any."""
    found: dict[int, Stack] = {}
    for player in range(state.board.players):
        for cell, damaged in state.ships(player):
            found.setdefault(cell, []).append((player, damaged))
    return found


def _map(state: State, look: _Look) -> list[Painted]:
    """Return the drawing of a position: a line for the systems of a row, then a line for names and ships.

    It is the first layout that fits a terminal, else the last one: systems apart, systems close together, ships in a
    line of their own.
    """
    board, ships, systems = state.board, ships_by_cell(state), _systems(state, look)
    names = [look.name(cell, name) for cell, name in enumerate(board.cell_names)]
    labels = [
        name + painted(" ") + _stack(ships[cell], _SHIPS_WIDTH) if cell in ships else name
        for cell, name in enumerate(names)
    ]
    close, closest = _step(labels), _step(names)
    below = [
        painted(" ") + _stack(ships[cell], 2 * closest - 1) if cell in ships else Painted("")
        for cell in range(board.n_cells)
    ]
    drawing = _laid(board, max(_STATE_STEP, close), systems, labels)
    if _too_wide(drawing):
        drawing = _laid(board, close, systems, labels)
    if _too_wide(drawing):
        drawing = _laid(board, closest, systems, names, below)
    return drawing


def _systems(state: State, look: _Look) -> list[Painted]:
    """Return the systems with their holders."""
    return [look.system(cell, symbol, _holder(state, cell)) for cell, symbol in enumerate(symbols_of(state))]


# --- low windows


class _Part(NamedTuple):
    """Lines below a low map, and their rank: lines of a lower rank are dropped first if there is little room."""

    rank: int
    lines: Sequence[Painted]


def _low(state: State, look: _Look, most: int) -> list[Painted]:
    """Return a drawing of so many lines at most, with a line for each row of the map; none if it doesn't fit."""
    drawing = _low_map(state, look)
    room = most - len(drawing)
    if not drawing or room < 0:
        return []
    parts = (
        _Part(8, [Painted("")]),
        _Part(7, _dim(_systems_legend(look))),
        _Part(4, _dim(_low_legend(state, drawing, look))),
        _Part(3, _last(look)),
        _Part(2, [*_low_players(state)]),
        _Part(5, _bag(state)),
        _Part(6, [*_rules(state)]),
        _Part(1, [painted(situation(state), "strong")]),
    )
    shown = set[int]()
    for rank, lines in sorted(parts, key=lambda part: part.rank):
        if len(lines) <= room:
            shown.add(rank)
            room -= len(lines)
    return [*drawing, *(line for rank, lines in parts if rank in shown for line in lines)]


def _low_map(state: State, look: _Look) -> list[Painted]:
    """Return a drawing of a position with a line for each row, the ships behind their systems; none if it is too wide.

    It is the first that fits a terminal: systems apart or close together, with more or less of the ships of a system.
    """
    ships, systems = ships_by_cell(state), _systems(state, look)
    for width in range(_SHIPS_WIDTH, 0, -1):
        texts = [
            system + painted(":") + _stack(ships[cell], width) if cell in ships else system
            for cell, system in enumerate(systems)
        ]
        close = _step(texts)
        for step in (max(_STATE_STEP, close), close):
            drawing = _laid(state.board, step, texts)
            if not _too_wide(drawing):
                return drawing
    return []


def _low_legend(state: State, drawing: Sequence[Painted], look: _Look) -> str:
    """Return the legend of a low drawing: its places, its pieces, and the tiles and markers that it has."""
    pieces = say("c4: fourth in row c; 3A {city}, 3a station, :2AB! ships, ! damaged", city=state.rules.city_word)
    return ", ".join([pieces, *_many(drawing), *_marked(look), *_tiles(state)])


def _low_players(state: State) -> Iterator[Painted]:
    """Yield the lines on the players: score, reserve and the cells of the ships of each, on one line if they fit."""
    heading, *scores = _scores(state)
    fleets = _fleets(state)
    width = max(map(len, (heading, *scores))) + 2
    if width + max(map(len, fleets)) <= _WIDTH:
        behind = (painted(say("ships"), "dim"), *map(painted, fleets))
        yield from (
            side_by_side([(0, line), (width, end)]) for line, end in zip((heading, *scores), behind, strict=True)
        )
        return
    yield heading
    yield from scores
    labels = [painted(SEATS[player], SEATS[player]) + painted(f" {fleet}") for player, fleet in enumerate(fleets)]
    yield from wrapped(painted(say("Ships: ")) + joined(labels, "; "), _WIDTH, _INDENT)


# --- parts of drawings


def _step(texts: Sequence[Painted]) -> int:
    """Return the width of half a hex for these texts, which begin with a blank; it has room for a marked system."""
    return max(3, *(len(text) - 1 for text in texts)) // 2 + 1


def _too_wide(drawing: Sequence[Painted]) -> bool:
    return max(map(len, drawing)) > _WIDTH


def _laid(board: Board, step: int, *layers: Sequence[Painted]) -> list[Painted]:
    """Return a drawing with a line of each layer for each row; the first line of a row has its letter.

    A layer has a text for each cell, which begins with a blank or a bracket. `step` is the width of half a hex.
    """
    left, top = min(2 * q + r for q, r in board.hexes), board.hexes[0].r
    letters = [name.rstrip("0123456789") for name in board.cell_names]
    margin = len(letters[-1]) + 1
    lines: list[list[tuple[int, Painted]]] = [[] for _ in range(len(layers) * (board.hexes[-1].r - top + 1))]
    for cell, (q, r) in enumerate(board.hexes):
        first = len(layers) * (r - top)
        lines[first] = lines[first] or [(0, painted(letters[cell], "dim"))]
        for number, layer in enumerate(layers, first):
            lines[number].append((margin + step * (2 * q + r - left), layer[cell]))
    return [_without_end(side_by_side(line)) for line in lines]


def _without_end(line: Painted) -> Painted:
    """Return a line without the blanks at its end."""
    return Painted(line.text.rstrip(), line.spans)


def _systems_legend(look: _Look) -> str:
    """Return the legend of the things in systems."""
    signs = look.signs
    return say(
        "1-3 planets, r g b nebulae, {empty} empty, A-D homeworlds, {wormhole} wormhole, {black_hole} black hole",
        empty=signs.empty,
        wormhole=signs.wormhole,
        black_hole=signs.black_hole,
    )


def _board_legend(board: Board, look: _Look) -> list[Painted]:
    """Return the legend of a board."""
    unexplored = [say("? unexplored")] if System.UNEXPLORED in board.systems else []
    systems = ", ".join([_systems_legend(look), *unexplored])
    return _dim(", ".join([say("{systems}; c4: fourth in row c", systems=systems), *_marked(look)]))


def _legend(state: State, drawing: Sequence[Painted], look: _Look) -> list[Painted]:
    """Return the legend of a position, with the tiles and markers that it has."""
    pieces = say("3A {city}, 3a station; 2AB! ships, ! damaged", city=state.rules.city_word)
    return [
        *_dim(_systems_legend(look)),
        *_dim(", ".join(_tiles(state))),
        *_dim(", ".join([pieces, *_many(drawing), *_marked(look)])),
    ]


def _tiles(state: State) -> list[str]:
    """Return the legends of the tiles and markers that a position has."""
    found = {state.tile(cell) for cell in range(state.board.n_cells)}
    symbols = [say("? unexplored")] if state.unexplored else []
    symbols += [f"{tile.symbol} {tile_name(tile)}" for tile in Tile if tile in found]
    return [*symbols, *([say("{sign} conquered", sign=CONQUERED)] if state.conquered else [])]


def _many(drawing: Sequence[Painted]) -> list[str]:
    """Return the legend of the mark for ships that have no room; none if a drawing has none."""
    return [say("{sign} no room", sign=_MANY)] if any(_MANY in line.text for line in drawing) else []


def _marked(look: _Look) -> list[str]:
    """Return the legend of the brackets; none if nothing is marked."""
    return [say("[ ] marked")] if look.marked else []


def _dim(text: str) -> list[Painted]:
    return wrapped(painted(text, "dim"), _WIDTH)


def _last(look: _Look) -> list[Painted]:
    """Return the lines that name the last actions, if there are any."""
    if not look.trace.words:
        return []
    left, reached = say("{sign} left", sign=look.signs.left), say("{sign} reached", sign=look.signs.reached)
    begin, end = say("Last: {actions}", actions=_GAP).split(_GAP)
    words = painted(begin) + painted(look.trace.words, "last") + painted(f"{end} ({left}, {reached})")
    return wrapped(words, _WIDTH, _INDENT)


def _bag(state: State) -> list[Painted]:
    """Return the lines on the tiles left in the bag, if the position has unexplored systems."""
    if not state.unexplored:
        return []
    words = say("{n} tiles unseen: {tiles}", n=state.bag.total, tiles=format_bag(state.bag))
    return wrapped(painted(words), _WIDTH, _INDENT)


def _rules(state: State) -> Iterator[Painted]:
    """Yield the lines on options that differ from the published game, as positions write them."""
    if state.rules != PUBLISHED:
        yield from _set_up(say("Rules: {rules}", rules=format_rules(state.rules)))


def _setup(board: Board) -> Iterator[Painted]:
    """Yield the lines of a map's header on rules, bag, pieces and note."""
    for line in (*setup_lines(board.setup), *note_lines(board.setup)):
        yield from _set_up(line)


def _set_up(line: str) -> list[Painted]:
    """Return a line wrapped to the terminal; a long word, such as a bag, is broken after its commas."""
    words = (word.replace(",", ", ") if len(word) > _WIDTH - len(_INDENT) else word for word in line.split(" "))
    return wrapped(painted(" ".join(words)), _WIDTH, _INDENT)


def _holder(state: State, cell: int) -> str:
    """Return the letter of the player who colonized a cell: a capital for a city, a small one for a station."""
    owner = state.owner(cell)
    if owner is None or state.piece(cell) == "homeworld":
        return ""
    return SEATS[owner] if state.piece(cell) == "city" else SEATS[owner].lower()


def _stack(ships: Stack, width: int) -> Painted:
    """Return the ships of one cell in at most `width` characters; the lists below the map name each ship."""
    kinds = Counter(ships).items()
    parts = [
        painted(f"{n if n > 1 else ''}{SEATS[player]}{'!' if damaged else ''}", SEATS[player])
        for (player, damaged), n in kinds
    ]
    stack = joined(parts)
    return stack if len(stack) <= width else painted(_MANY, "strong")


def _players(state: State) -> Iterator[Painted]:
    """Yield the lines on the players: score and reserve of each, then the cells of the ships of each."""
    yield from _scores(state)
    for player, fleet in enumerate(_fleets(state)):
        ships = painted(say("Ships of {seat}:", seat=SEATS[player]), SEATS[player])
        yield from wrapped(ships + painted(f" {fleet}"), _WIDTH, " " * 12)


def _fleets(state: State) -> list[str]:
    """Return the cells of the ships of each player."""
    return [
        " ".join(f"{state.board.cell_names[cell]}{'!' * damaged}" for cell, damaged in state.ships(player))
        or say("none")
        for player in range(state.board.players)
    ]


def _scores(state: State) -> Iterator[Painted]:
    """Yield a heading, and a line on each player: score and reserve."""
    columns = (*score_columns(state), "total")
    headings, players = [MESSAGES.label(LABELS, name) for name in columns], range(state.board.players)
    widths = [len(heading) + (2 if column else 1) for column, heading in enumerate(headings)]
    width = max(_STATUS_WIDTH, *(len(status(state, player)) for player in players))
    yield painted(f"{'':{width + 3}}{_aligned(headings, widths)}  {say('reserve')}", "dim")
    for player, score in enumerate(state.score_sheet()):
        cities, stations = state.reserve(player)
        points = _aligned([getattr(score, column) for column in columns], widths)
        seat = f"{SEATS[player]:3}{status(state, player):{width}}"
        yield painted(seat, SEATS[player]) + painted(f"{points}  {cities}C {stations}S")


def _aligned(fields: Sequence[object], widths: Sequence[int]) -> str:
    return "".join(f"{field:>{width}}" for field, width in zip(map(str, fields), widths, strict=True))
