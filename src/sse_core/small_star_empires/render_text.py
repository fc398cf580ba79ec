"""Boards and positions as letters, to be read and played from at a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import Final, TypeAlias

from .._fast import State
from .board import Board
from .maps import draw
from .systems import SEATS

__all__ = ["Crew", "crews", "situation", "standing", "to_text"]

Crew: TypeAlias = list[tuple[int, bool]]
"""The ships of one cell: player and damaged, in that order."""

_WIDTH: Final = 100
_BOARD_STEP: Final = 2
_STATE_STEP: Final = 4
"""How wide half a hex is in a drawing; in a position a cell name and two or three ships find room."""

_BOARD_LEGEND: Final = (
    "1-3 planets, r g b nebulae, . empty, A-D homeworlds, w wormhole, x black hole; c4: fourth in row c"
)
_STATE_LEGEND: Final = (
    "1-3 planets, r g b nebulae, w wormhole, x black hole; 3A city, 3a station; 2AB! ships, ! damaged"
)

_CREW_WIDTH: Final = 6
_CROWD: Final = "many"
"""What stands for the ships of a cell if they would need more room than that."""

_HEADINGS: Final = ("", "", "", "planets", "nebulae", "stations", "territory", "total", "reserve", "ships")
_ROW: Final = "{:3}{:10}{:6}{:>8}{:>9}{:>10}{:>11}{:>7}   {:9}  {}"

_DECIDED: Final = {
    "total": "highest total",
    "cities": "equal totals, most cities in reserve",
    "stations": "equal totals and cities, most stations in reserve",
    "planets": "equal totals and reserves, most planets",
    "shared": "equal in everything",
}


def to_text(thing: Board | State) -> str:
    """Return a drawing of a board or of a position for a terminal, in plain ASCII, without a newline at its end.

    A board is drawn with the symbols of the map format. A position has two lines for each row: what lies there and
    who holds it; below, the cell's name and the ships. A table of the players and a line on the turn follow. Base
    maps and games on them are at most 100 columns wide.

    >>> from sse_core.small_star_empires.maps import parse_map
    >>> print(to_text(parse_map("A 3 B")).splitlines()[0])
    a  A   3   B
    """
    if isinstance(thing, Board):
        drawing = draw(thing, [system.value for system in thing.systems], _BOARD_STEP)
        return "\n".join([*_after_letters(thing, drawing), "", _BOARD_LEGEND])
    if isinstance(thing, State):
        return "\n".join([*_map(thing), "", _STATE_LEGEND, "", *_table(thing), "", situation(thing)])
    raise TypeError(f"a Board or a State can be drawn, not {type(thing).__name__}")


def situation(state: State) -> str:
    """Return one line: the ply, and who is to act or who won and by what (E7.4)."""
    outcome = state.outcome
    if outcome is None:
        count = state.legal_count()
        mover = ", ".join(SEATS[player] for player in state.to_act)
        return f"Ply {state.ply}: {mover} to act, {count} legal action{'s' if count > 1 else ''}"
    winners = ", ".join(SEATS[player] for player in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"Ply {state.ply}: game over, {winners} {verb} ({_DECIDED[outcome.decided_by]})"


def standing(state: State, player: int) -> str:
    """Return a player's part in the turn or in the end, in two words at most."""
    if state.outcome is not None:
        return "won" if player in state.outcome.winners else ""
    if player in state.to_act:
        return "to act"
    return "passed" if state.passed[player] else ""


def crews(state: State) -> dict[int, Crew]:
    """Return the ships by cell."""
    found: dict[int, Crew] = {}
    for player in range(state.board.players):
        for cell, damaged in state.ships(player):
            found.setdefault(cell, []).append((player, damaged))
    return found


def _map(state: State) -> list[str]:
    """Return the drawing of a position: a line for what lies in a row, then one for names and ships."""
    board, ships = state.board, crews(state)
    systems = [system.value + _holder(state, cell) for cell, system in enumerate(board.systems)]
    names = [f"{name} {_crew(ships[cell])}" if cell in ships else name for cell, name in enumerate(board.cell_names)]
    step = max(_STATE_STEP, max(map(len, names)) // 2 + 1)
    above = _after_letters(board, draw(board, systems, step))
    below = _after_letters(board, draw(board, names, step), letters=False)
    return [line for pair in zip(above, below, strict=True) for line in pair]


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


def _crew(ships: Crew) -> str:
    """Return the ships of one cell in a few characters; the table below tells where each one is anyway."""
    kinds = Counter(ships).items()
    crew = "".join(f"{n if n > 1 else ''}{SEATS[player]}{'!' if damaged else ''}" for (player, damaged), n in kinds)
    return crew if len(crew) <= _CREW_WIDTH else _CROWD


def _table(state: State) -> Iterator[str]:
    """Yield the lines on the players: score as it stands, reserve, and where the ships are."""
    yield _ROW.format(*_HEADINGS)
    for player, score in enumerate(state.score_sheet()):
        cities, stations = state.reserve(player)
        points = (score.planets, score.nebulae, score.stations, score.territory, score.total)
        row = _ROW.format(
            SEATS[player], f"player {player}", standing(state, player), *points, f"{cities}C {stations}S", ""
        )
        fleet = " ".join(f"{state.board.cell_names[cell]}{'!' * damaged}" for cell, damaged in state.ships(player))
        yield from wrap(fleet, _WIDTH, initial_indent=row, subsequent_indent=" " * len(row)) or [row.rstrip()]
