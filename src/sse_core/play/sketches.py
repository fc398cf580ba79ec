"""Sketches: maps that are drawn click by click, in a game that has such maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self, cast, runtime_checkable

from ..forms.kinds import MAP

if TYPE_CHECKING:
    from ..game import AnyGame, Theme

__all__ = ["MapSetting", "MapTool", "Remark", "Sketch", "SketchGame", "sketched"]


@dataclass(frozen=True, slots=True)
class MapTool:
    """What a click puts on a place of a map that is being drawn, or does there."""

    key: str
    """Its name in lower case, with hyphens: ``red``, ``sector-3b``."""

    words: str
    """It in words for people, such as ``red nebula``."""

    group: str
    """The heading under which it stands, such as ``Systems``."""

    turns: int = 1
    """In how many ways it can be turned; 1 if it can't be."""

    shortcut: str = ""
    """The key of the keyboard that stands for it, as browsers name it (``KeyboardEvent.key``); empty for none."""


@dataclass(frozen=True, slots=True)
class MapSetting:
    """What a map says beside its drawing, such as how many pieces each player has."""

    key: str
    help: str
    """What it is, and how its value is written, with the clause."""

    default: str
    """What holds without a value, in words."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What there is to say about a map that is being drawn."""

    words: str
    """A sentence without a full stop, with the clause."""

    place: str = ""
    """The place that it is about, as `Sketch.put` takes it; empty for the map as a whole."""


class Sketch(Protocol):
    """A map that is being drawn: an immutable value, which need not be playable yet. It is its text, and no more."""

    @property
    def text(self) -> str:
        """The text that reads back to it: that of the map, once it can be played."""
        ...

    @property
    def about(self) -> str:
        """What is drawn, in words for people."""
        ...

    @property
    def fault(self) -> Remark | None:
        """Why it can't be played, in the words of the error of the map's text; None if it can be."""
        ...

    @property
    def notes(self) -> Sequence[Remark]:
        """What is allowed, and hardly meant."""
        ...

    @property
    def counts(self) -> Mapping[str, int]:
        """How many of each tool's things are on the map, by the key of the tool; others aren't counted."""
        ...

    @property
    def settings(self) -> Mapping[str, str]:
        """The value of each setting that the text names, by its key."""
        ...

    def put(self, tool: str, place: str, /, turn: int = 0) -> Self:
        """Return the sketch after a click with a tool on a place of its picture; `turn` counts steps from 0.

        What can't stand in a text raises SetupError, such as one place too many; a tool, a place or a turn that there
        isn't raises ArgumentError.
        """
        ...

    def fits(self, tool: str, /, turn: int = 0) -> Sequence[str]:
        """Return the places where what a tool puts fits best beside what is drawn, and covers none of it.

        There are none for a tool that puts a single thing. Raises ArgumentError as `put`.
        """
        ...

    def with_setting(self, key: str, value: str, /) -> Self:
        """Return the sketch with another value of a setting; an empty one stands for the default.

        Raises SetupError for a value that can't be, ArgumentError for a setting that there isn't.
        """
        ...

    def to_svg(self, *, theme: Theme = "dark") -> str:
        """Return its drawing, with all places where something can be put; `Game.to_svg` says how they are named."""
        ...


@runtime_checkable
class SketchGame(Protocol):
    """A `MapGame` whose maps can be drawn click by click."""

    def map_tools(self) -> Sequence[MapTool]:
        """Return the tools, those of a group one after the other."""
        ...

    def map_settings(self) -> Sequence[MapSetting]:
        """Return the settings, in the order in which a text has them."""
        ...

    def tool_svg(self, key: str, /, turn: int = 0, *, theme: Theme = "dark") -> str:
        """Return a small drawing of what a tool puts on a map, so often turned; raise ArgumentError as `Sketch.put`."""
        ...

    def sketch(self, text: str = "", /) -> Sketch:
        """Return what a text of a map has, playable or not; the empty field for an empty text.

        Raises SetupError, with line and column, for a text that is no drawing.
        """
        ...


def sketched(game: AnyGame) -> SketchGame | None:
    """Return the game if its maps can be drawn click by click, and read from texts; else None."""
    return cast(SketchGame, game) if isinstance(game, SketchGame) and MAP in game.FORM.others else None
