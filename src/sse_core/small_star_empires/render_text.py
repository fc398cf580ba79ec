"""Boards and positions as letters, to be read and played from at a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final, TypeAlias

from .._fast import Score, State
from ..game import CHANCE
from .actions import Action
from .board import Board
from .maps import CONQUERED, draw, note_lines, setup_lines, symbols_of
from .options import PUBLISHED, format_rules
from .systems import SEATS, System
from .tiles import Tile, format_bag
from .trace import LEFT, REACHED, Trace, trace_of

__all__ = ["SYSTEM_NAMES", "TILE_NAMES", "Crew", "crews", "score_columns", "situation", "standing", "to_text"]

Crew: TypeAlias = list[tuple[int, bool]]
"""The ships of one cell: player and damaged, in that order."""

_WIDTH: Final = 80
_INDENT: Final = "  "
"""How many columns a terminal has at least; what is wider says so."""

_BOARD_STEP: Final = 2
_STATE_STEP: Final = 4
"""How wide half a hex is in a drawing; in a position a cell name and two or three ships find room."""

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
"""What people call the systems."""

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
"""What people call the tiles."""

_CREW_WIDTH: Final = 6
_CROWD: Final = "*"
"""What stands for the ships of a cell if they would need more room than that."""

_STANDING: Final = {"reveal": "moving", "refuel": "to act", "choose": "to act"}
"""The part of the player in whose turn something is due."""

_DECIDED: Final = {
    "total": "highest total",
    "cities": "equal totals, most cities in reserve",
    "stations": "equal totals and cities, most stations in reserve",
    "planets": "equal totals and reserves, most planets",
    "shared": "equal in everything",
}


def to_text(thing: Board | State, *, last: Sequence[Action] = ()) -> str:
    """Return a drawing of a board or of a position for a terminal, in plain ASCII, without a newline at its end.

    A board is drawn with the symbols of the map format. A position has two lines for each row: what lies there and
    who holds it; below, the cell's name and the ships, which have a third line on a wide map. A table of the players,
    their ships, the tiles left in the bag, the rules that aren't the published ones and a line on the turn follow. All
    is at most 80 columns wide; where the map is too large for that, a line below it tells how wide it is.

    `last` has the actions that led to the position, such as those of the last turn: a sign stands beside the systems
    that ships left and those where something was done, and a line names the actions.

    >>> from sse_core.small_star_empires.maps import parse_map
    >>> print(to_text(parse_map("A 3 B")).splitlines()[0])
    a  A   3   B
    """
    if isinstance(thing, Board):
        trace = trace_of(thing, last)
        symbols = [system.value + trace.mark(cell) for cell, system in enumerate(thing.systems)]
        drawing = _after_letters(thing, draw(thing, symbols, _BOARD_STEP))
        return _page(drawing, *_board_legend(thing), *_last(trace), *_setup(thing))
    if isinstance(thing, State):
        trace = trace_of(thing, last)
        drawing = _map(thing, trace)
        legend = [*_legend(thing, drawing), *_last(trace)]
        return _page(drawing, *legend, "", *_table(thing), "", *_bag(thing), *_rules(thing), situation(thing))
    raise TypeError(f"a Board or a State can be drawn, not {type(thing).__name__}")


def _page(drawing: Sequence[str], *below: str) -> str:
    """Return a drawing and what stands below it, with a line on the width if that isn't for every terminal."""
    width = max(map(len, (*drawing, *below)))
    note = [f"This is {width} columns wide."] if width > _WIDTH else []
    return "\n".join([*drawing, *([""] if drawing[-1] else []), *note, *below])


def situation(state: State) -> str:
    """Return one line: the ply, and who is to act or who won and by what (E7.4)."""
    outcome = state.outcome
    if outcome is None:
        return f"Ply {state.ply}: {_turn(state)}"
    winners = ", ".join(SEATS[player] for player in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"Ply {state.ply}: game over, {winners} {verb} ({_DECIDED[outcome.decided_by]})"


def _turn(state: State) -> str:
    """Return who is to act, what is due, and between how many actions to choose."""
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


def standing(state: State, player: int) -> str:
    """Return a player's part in the turn or in the end, in two words at most."""
    if state.outcome is not None:
        return "won" if player in state.outcome.winners else ""
    if state.due is not None and player == state.due.player:
        return _STANDING[state.due.what]
    if player in state.to_act:
        return "to act"
    return "passed" if state.passed[player] else ""


def score_columns(state: State) -> tuple[str, ...]:
    """Return the parts of a `Score` that can matter: tiles where there are any, tolls where the borders are open."""
    matter = {"tiles": System.UNEXPLORED in state.board.systems, "tolls": state.rules.open_borders}
    return tuple(column for column in Score._fields if matter.get(column, True))


def crews(state: State) -> dict[int, Crew]:
    """Return the ships by cell."""
    found: dict[int, Crew] = {}
    for player in range(state.board.players):
        for cell, damaged in state.ships(player):
            found.setdefault(cell, []).append((player, damaged))
    return found


def _map(state: State, trace: Trace) -> list[str]:
    """Return the drawing of a position: a line for what lies in a row, then one for names and ships.

    It is the first that fits a terminal: with room between the systems, close together, with the ships below the
    names. If none fits it is the last.
    """
    board, ships = state.board, crews(state)
    systems = [symbol + _holder(state, cell) + trace.mark(cell) for cell, symbol in enumerate(symbols_of(state))]
    names = board.cell_names
    crewed = [f"{name} {_crew(ships[cell], _CREW_WIDTH)}" if cell in ships else name for cell, name in enumerate(names)]
    close, closest = _step(crewed), _step(names)
    below = [_crew(ships[cell], 2 * closest - 1) if cell in ships else "" for cell in range(board.n_cells)]
    drawing = _interleaved(board, max(_STATE_STEP, close), systems, crewed)
    if _too_wide(drawing):
        drawing = _interleaved(board, close, systems, crewed)
    if _too_wide(drawing):
        drawing = _interleaved(board, closest, systems, names, below)
    return drawing


def _step(texts: Sequence[str]) -> int:
    """Return how wide half a hex must be for these texts, or for a sign with its holder and a mark."""
    return max(3, *map(len, texts)) // 2 + 1


def _too_wide(drawing: Sequence[str]) -> bool:
    return max(map(len, drawing)) > _WIDTH


def _interleaved(board: Board, step: int, *layers: Sequence[str]) -> list[str]:
    """Return a drawing with a line of each layer for each row; the first line has the row's letter."""
    drawn = [_after_letters(board, draw(board, layer, step), not index) for index, layer in enumerate(layers)]
    return [line for lines in zip(*drawn, strict=True) for line in lines]


_SYSTEMS: Final = "1-3 planets, r g b nebulae, . empty, A-D homeworlds, w wormhole, x black hole"


def _board_legend(board: Board) -> list[str]:
    """Return what the signs on a board mean."""
    unexplored = ", ? unexplored" if System.UNEXPLORED in board.systems else ""
    return wrap(f"{_SYSTEMS}{unexplored}; c4: fourth in row c", _WIDTH)


def _legend(state: State, drawing: Sequence[str]) -> list[str]:
    """Return what the signs on a position mean, those of tiles where there are any."""
    found = {state.tile(cell) for cell in range(state.board.n_cells)}
    signs = ["? unexplored"] if state.unexplored else []
    signs += [f"{tile.symbol} {name}" for tile, name in TILE_NAMES.items() if tile in found]
    signs += [f"{CONQUERED} conquered"] if state.conquered else []
    pieces = f"3A {state.rules.city_word}, 3a station; 2AB! ships, ! damaged"
    crowds = f", {_CROWD} many" if any(_CROWD in line for line in drawing) else ""
    return [*wrap(_SYSTEMS, _WIDTH), *wrap(", ".join(signs), _WIDTH), f"{pieces}{crowds}"]


def _last(trace: Trace) -> list[str]:
    """Return a line on the last actions, if they are to be marked."""
    if not trace.words:
        return []
    return wrap(
        f"Last: {trace.words} ({LEFT} left, {REACHED} reached)", _WIDTH, subsequent_indent="  ", break_on_hyphens=False
    )


def _bag(state: State) -> list[str]:
    """Return the tiles that nobody has seen, where there are unexplored systems."""
    if not state.unexplored:
        return []
    return wrap(f"{state.bag.total} tiles unseen: {format_bag(state.bag)}", _WIDTH, subsequent_indent="  ")


def _rules(state: State) -> Iterator[str]:
    """Yield the options that differ from the published rules, as position texts write them."""
    if state.rules != PUBLISHED:
        yield from _wrapped(f"Rules: {format_rules(state.rules)}")


def _setup(board: Board) -> Iterator[str]:
    """Yield what a map says of the games on it, as its header does."""
    for line in (*setup_lines(board.setup), *note_lines(board.setup)):
        yield from _wrapped(line)


def _wrapped(line: str) -> list[str]:
    """Return a header's line in lines that fit a terminal; what is longer without a blank, such as a bag, gets some."""
    words = (word.replace(",", ", ") if len(word) > _WIDTH - len(_INDENT) else word for word in line.split(" "))
    return wrap(" ".join(words), _WIDTH, subsequent_indent=_INDENT, break_on_hyphens=False)


def _after_letters(board: Board, drawing: str, letters: bool = True) -> list[str]:
    """Return the lines of a drawing, each after the letter of its row, or after a margin as wide."""
    top = board.hexes[0].r
    rows = {place.r - top: name.rstrip("0123456789") for place, name in zip(board.hexes, board.cell_names, strict=True)}
    margin = len(board.cell_names[-1].rstrip("0123456789")) + 2
    lines = drawing.split("\n")
    return [f"{rows.get(row, '') if letters else '':{margin}}{line}".rstrip() for row, line in enumerate(lines)]


def _holder(state: State, cell: int) -> str:
    """Return the letter of whoever colonized a cell: a capital for a city, a small one for a station."""
    owner = state.owner(cell)
    if owner is None or state.piece(cell) == "homeworld":
        return ""
    return SEATS[owner] if state.piece(cell) == "city" else SEATS[owner].lower()


def _crew(ships: Crew, room: int) -> str:
    """Return the ships of one cell in a few characters; the table below tells where each one is anyway."""
    kinds = Counter(ships).items()
    crew = "".join(f"{n if n > 1 else ''}{SEATS[player]}{'!' if damaged else ''}" for (player, damaged), n in kinds)
    return crew if len(crew) <= room else _CROWD


def _table(state: State) -> Iterator[str]:
    """Yield the lines on the players: score as it stands and reserve, then where the ships are."""
    shown = (*score_columns(state), "total")
    widths = [len(heading) + (2 if column else 1) for column, heading in enumerate(shown)]
    yield f"{'':9}{_aligned(shown, widths)}  reserve"
    for player, score in enumerate(state.score_sheet()):
        cities, stations = state.reserve(player)
        points = _aligned([getattr(score, heading) for heading in shown], widths)
        yield f"{SEATS[player]:3}{standing(state, player):6}{points}  {cities}C {stations}S"
    for player in range(state.board.players):
        fleet = [f"{state.board.cell_names[cell]}{'!' * damaged}" for cell, damaged in state.ships(player)]
        yield from wrap(f"Ships of {SEATS[player]}: {' '.join(fleet) or 'none'}", _WIDTH, subsequent_indent=" " * 12)


def _aligned(fields: Sequence[object], widths: Sequence[int]) -> str:
    return "".join(f"{field:>{width}}" for field, width in zip(map(str, fields), widths, strict=True))
