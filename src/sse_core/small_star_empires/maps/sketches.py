"""Sketches: maps that are drawn click by click, with tools for systems and printed sectors (E1.2 to E1.6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Final

from ...drawing.checks import check_theme
from ...errors import ArgumentError, SetupError, map_error
from ...forms.checks import check_index, check_text, guess, shown
from ...forms.messages import language
from ...game import Theme
from ...play.sketches import MapSetting, MapTool, Remark
from ..board import Board
from ..drawing.sketch import arrow_picture, cross_picture, piece_picture, place_name, sketch_picture
from ..messages import counted, message, say
from ..options import Setup
from ..positions.makers import new_game
from ..words.names import system_name
from .hexes import DIRECTIONS, Hex
from .map import facts, map_text, note_lines, read_map, setup_lines
from .playable import UnplayableError, check_size
from .sectors import HOME_ARC, sectors
from .systems import SEATS, System

__all__ = ["Sketch", "map_settings", "map_tools", "sketch", "tool_svg"]

_SETTINGS: Final[Sequence[MapSetting]] = (
    MapSetting(
        "rules",
        message("options that the map is made for, such as open_borders=yes (E10)"),
        message("the published game"),
    ),
    MapSetting(
        "bag",
        message("the tiles of its unexplored systems, such as three=2, two=3, or none (E9.10)"),
        message("the edition's"),
    ),
    MapSetting(
        "ships",
        message("how many ships each player has, 0 to 16 (E1.7)"),
        message("4, 3, 2 for 2, 3, 4 players"),
    ),
    MapSetting("cities", message("how many cities each player has, 0 to 255 (E1.7)"), message("16")),
    MapSetting("stations", message("how many trade stations each player has, 0 to 255 (E1.7)"), message("4")),
    MapSetting("note", message("where the map comes from, up to 100 characters (E1.6)"), message("nothing")),
)

_REACH: Final = 2
"""The largest distance from the nearest system at which something can be put: a main sector fits beside another one."""

_FIELD: Final = 4
"""The radius of the empty field round the origin."""

_ERASE: Final = "erase"
_LEFT: Final = "turn-left"
_RIGHT: Final = "turn-right"
_MIDDLE: Final = Hex(0, 0)
_PLACE: Final = re.compile(r"(-?[0-9]{1,5}),(-?[0-9]{1,5})")


def sketch(text: str = "") -> Sketch:
    r"""Return the sketch of a map's text, playable or not; the empty field for an empty text.

    Raises SetupError, with line and column, for a text that is no drawing.

    >>> drawn = sketch("A 3").put("homeworld-b", "2,0")
    >>> drawn.fault, drawn.text
    (None, 'origin: 0 0\n\nA 3 B\n')
    """
    if not check_text(text, "a map").strip():
        return Sketch(_sorted(()), Setup())
    drawing = read_map(text)
    systems = zip(drawing.outline.hexes, map(System, drawing.symbols), strict=True)
    return Sketch(_sorted(systems), drawing.setup)


@dataclass(frozen=True)
class Sketch:
    """A map that is being drawn, which need not be playable yet: an immutable value."""

    systems: Mapping[Hex, System]
    """The system of each place, in the order of cells."""

    setup: Setup
    """The values of the header."""

    _found: dict[str, Board | Remark] = field(
        default_factory=dict[str, "Board | Remark"], init=False, repr=False, compare=False
    )
    """The board by language, or the error why there is none."""

    @property
    def text(self) -> str:
        """The text of the map."""
        return map_text([*self.systems], [system.value for system in self.systems.values()], self.setup)

    @property
    def _checked(self) -> Board | Remark:
        """The board, or the error why there is none, in the reader's language."""
        here = language()
        if here not in self._found:
            self._found[here] = self._check()
        return self._found[here]

    def _check(self) -> Board | Remark:
        try:
            board = Board(self.systems, self.setup)
            new_game(board)
        except UnplayableError as error:
            return Remark(error.message, "" if error.hex is None else place_name(error.hex))
        except SetupError as error:
            return Remark(error.message)
        return board

    @property
    def fault(self) -> Remark | None:
        """Why the map can't be played; None if it can be played."""
        return self._checked if isinstance(self._checked, Remark) else None

    @property
    def notes(self) -> Sequence[Remark]:
        """Remarks about things that are allowed but probably not intended: a single wormhole."""
        wormholes = [place for place, system in self.systems.items() if system is System.WORMHOLE]
        if len(wormholes) != 1:
            return ()
        words = say("a single wormhole leads nowhere: put another one where its jumps shall lead (E4.2)")
        return (Remark(words, place_name(wormholes[0])),)

    @property
    def about(self) -> str:
        """The drawing in words."""
        if isinstance(self._checked, Board):
            return ", ".join(facts(self._checked))
        return counted(len(self.systems), "{n} system, not yet a map", "{n} systems, not yet a map")

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of systems of each kind, by the key of its tool."""
        return {_key(system): count for system, count in Counter(self.systems.values()).items()}

    @property
    def settings(self) -> Mapping[str, str]:
        """The values in the header, by key."""
        lines = (line.partition(": ") for line in (*setup_lines(self.setup), *note_lines(self.setup)))
        return {key: value for key, _, value in lines}

    @property
    def field(self) -> set[Hex]:
        """The places where something can be put, those of the systems included."""
        near = {place.shifted(by) for place in self.systems for by in _around(_REACH)}
        return near.union(_around(_FIELD)) if self._is_small else near

    def reaches(self, place: Hex) -> bool:
        """Return whether the field has a place."""
        is_near = any(place.shifted(by) in self.systems for by in _around(_REACH))
        return is_near or (place.distance(_MIDDLE) <= _FIELD and self._is_small)

    @property
    def _is_small(self) -> bool:
        """Whether the drawing lies round the origin: then the field has the empty field, too."""
        return all(place.distance(_MIDDLE) <= _FIELD + _REACH for place in self.systems)

    def put(self, tool: str, place: str, /, turn: int = 0) -> Sketch:
        """Return the sketch after a click with a tool on a place, named by its coordinates, such as ``3,-2``.

        A system replaces the system there, a sector replaces the systems that it covers. A tool that turns moves the
        six systems around the place by one step.

        Raises ArgumentError for an unknown tool, place or turn, SetupError for more systems than a map can have.
        """
        piece, middle = _piece(tool, turn), self._place(place)
        systems = dict(self.systems)
        if tool == _ERASE:
            systems.pop(middle, None)
        elif tool in (_LEFT, _RIGHT):
            step = 1 if tool == _LEFT else -1
            ring = [systems.pop(middle.step(direction), None) for direction in range(6)]
            turned = ((middle.step((direction + step) % 6), system) for direction, system in enumerate(ring))
            systems |= {there: system for there, system in turned if system is not None}
        else:
            systems |= {middle.shifted(by): system for by, system in piece.items()}
        found = Sketch(_sorted(systems.items()), self.setup)
        check_size([*found.systems])
        return found

    def fits(self, tool: str, /, turn: int = 0) -> Sequence[str]:
        """Return the places where a sector fits best: on free places, with the most sides beside other systems.

        Laid in the order of the sectors of E1.5, these places lead to the base map. There are none for a tool that puts
        one system, and none while nothing is drawn.
        """
        piece = _piece(tool, turn)
        sides = {place: self._sides(piece, place) for place in self.field} if len(piece) > 1 else {}
        most = max(sides.values(), default=0)
        return [place_name(place) for place, count in sorted(sides.items()) if count == most > 0]

    def with_setting(self, key: str, value: str, /) -> Sketch:
        """Return the sketch with another value in its header; an empty one leaves the key out.

        Raises SetupError for an impossible value, ArgumentError for an unknown key.
        """
        known = [setting.key for setting in _SETTINGS]
        if key not in known:
            raise ArgumentError(f"there is no setting {shown(key)}; they are {', '.join(known)}{guess(key, known)}")
        if not value.isprintable():
            raise map_error(f"{key} is one line of printable characters, not {shown(value)}")
        values = {**self.settings, key: value.strip()}
        lines = "\n".join(f"{name}: {values[name]}" for name in known if values.get(name))
        try:
            setup = read_map(f"{lines}\n\n").setup if lines else Setup()
        except SetupError as error:
            # The header was made here, so its line numbers would mean nothing to the user.
            raise SetupError(error.message, code=error.code) from None
        return Sketch(self.systems, setup)

    def to_svg(self, *, theme: Theme = "dark") -> str:
        """Return the drawing with the free places around it; the places of the fault and of the notes are framed."""
        remarks = [*self.notes, *([self.fault] if self.fault else ())]
        free = self.field.difference(self.systems)
        return sketch_picture(self.systems, free, remarks, self.about, check_theme(theme))

    def _sides(self, piece: Iterable[Hex], middle: Hex) -> int:
        """Return on how many sides a piece about a middle lies beside systems; 0 if it covers one."""
        places = [middle.shifted(by) for by in piece]
        if any(place in self.systems for place in places):
            return 0
        return sum(place.shifted(by) in self.systems for place in places for by in DIRECTIONS)

    def _place(self, name: str) -> Hex:
        match = _PLACE.fullmatch(name)
        place = Hex(int(match[1]), int(match[2])) if match else None
        if place is None or not self.reaches(place):
            raise ArgumentError(f"there is no place {shown(name)} on the field, {_REACH} steps around the systems")
        return place


# --- tools


def map_settings() -> Sequence[MapSetting]:
    """Return the settings of a map beside its drawing: rules, bag, ships, reserves and note.

    The words are in the reader's language.
    """
    return [MapSetting(each.key, say(each.help), say(each.default)) for each in _SETTINGS]


def map_tools() -> Sequence[MapTool]:
    """Return the tools: systems, homeworlds, printed sectors with their sides and turns."""
    return tuple(_tools())


def tool_svg(key: str, /, turn: int = 0, *, theme: Theme = "dark") -> str:
    """Return a small drawing of a tool's piece, turned `turn` times by 60 degrees counter-clockwise.

    Raises ArgumentError for an unknown tool or turn.
    """
    piece, words, theme = _piece(check_text(key, "a tool"), turn), _known()[key].words, check_theme(theme)
    if piece:
        return piece_picture(piece, words, theme)
    return cross_picture(words, theme) if key == _ERASE else arrow_picture(words, theme, is_left=key == _LEFT)


def _tools() -> Iterator[MapTool]:
    for system in System:
        group = say("Systems") if system.homeworld is None else say("Homeworlds")
        words = system_name(system)
        if system is System.EMPTY:
            words = say("empty system")
        elif system is System.UNEXPLORED:
            words = say("unexplored system")
        yield MapTool(_key(system), words, group, shortcut=system.value)
    for number, sides in sectors().items():
        for side in sides:
            yield MapTool(
                _sector(number, side), say("sector {n}, side {side}", n=number, side=side), say("Main sectors"), turns=6
            )
    for letter in SEATS:
        yield MapTool(_home(letter), say("home sector of {seat}", seat=letter), say("Home sectors"), turns=6)
    yield MapTool(_ERASE, say("clear a place"), say("Changes"), shortcut="Delete")
    yield MapTool(_LEFT, say("turn its neighbours left"), say("Changes"), shortcut="(")
    yield MapTool(_RIGHT, say("turn its neighbours right"), say("Changes"), shortcut=")")


def _known() -> Mapping[str, MapTool]:
    return {tool.key: tool for tool in map_tools()}


def _key(system: System) -> str:
    return system.name.lower().replace("_", "-")


def _sector(number: int, side: str) -> str:
    return f"sector-{number}{side.lower()}"


def _home(letter: str) -> str:
    return f"home-sector-{letter.lower()}"


@cache
def _pieces() -> Mapping[str, Mapping[Hex, System]]:
    """Return the systems that each tool puts on a map, about the place of the click, unturned."""
    found: dict[str, Mapping[Hex, System]] = {_key(system): {_MIDDLE: system} for system in System}
    for number, sides in sectors().items():
        for side, ring in sides.items():
            around = dict(zip(DIRECTIONS, map(System, ring), strict=True))
            found[_sector(number, side)] = {_MIDDLE: System.EMPTY, **around}
    for letter in SEATS:
        found[_home(letter)] = {_MIDDLE: System(letter), **dict(zip(DIRECTIONS, HOME_ARC, strict=False))}
    return MappingProxyType(found)


def _piece(tool: str, turn: int) -> Mapping[Hex, System]:
    """Return the systems that a tool puts on a map, turned so often; none for a tool that changes systems in place."""
    known = _known()
    if tool not in known:
        raise ArgumentError(f"there is no tool {shown(tool)}{guess(tool, known)}")
    turns = check_index(turn, known[tool].turns, "turn")
    return {place.turned(turns): system for place, system in _pieces().get(tool, {}).items()}


# --- places


@cache
def _around(radius: int) -> Sequence[Hex]:
    """Return the places at most so many steps from the origin."""
    span = range(-radius, radius + 1)
    return tuple(place for q in span for r in span if (place := Hex(q, r)).distance(_MIDDLE) <= radius)


def _sorted(systems: Iterable[tuple[Hex, System]]) -> Mapping[Hex, System]:
    """Return systems by their places, in the order of cells."""
    return MappingProxyType(dict(sorted(systems, key=lambda item: (item[0].r, item[0].q))))
