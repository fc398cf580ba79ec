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
    """A drawing tool: what a click puts on a place of a map, or does there."""

    key: str
    """Its name in lower case, with hyphens: ``red``, ``sector-3b``."""

    words: str
    """The tool in words for people, such as ``red nebula``."""

    group: str
    """The heading under which it stands, such as ``Systems``."""

    turns: int = 1
    """The number of ways in which it can be turned; 1 if it can't be turned."""

    shortcut: str = ""
    """The key of the keyboard that stands for it, as browsers name it (``KeyboardEvent.key``); empty for none."""


@dataclass(frozen=True, slots=True)
class MapSetting:
    """A setting of a map beside its drawing, such as how many pieces each player has."""

    key: str
    help: str
    """The setting in words, how its value is written, and the clause."""

    default: str
    """The default in words."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a map that is being drawn."""

    words: str
    """A sentence without a full stop, with the clause."""

    place: str = ""
    """The place of the remark, as `Sketch.put` takes it; empty for the map as a whole."""


class Sketch(Protocol):
    """A map that is being drawn: an immutable value, which need not be playable yet. Its text is all of its content."""

    @property
    def text(self) -> str:
        """The text that reads back to the sketch; once the sketch can be played, it is the text of the map."""
        ...

    @property
    def about(self) -> str:
        """The drawing in words for people."""
        ...

    @property
    def fault(self) -> Remark | None:
        """Why it can't be played, with the message of the map's error; None if it can be played."""
        ...

    @property
    def notes(self) -> Sequence[Remark]:
        """Remarks about things that are allowed but probably not intended."""
        ...

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of things on the map by the key of their tool; some tools are not counted."""
        ...

    @property
    def settings(self) -> Mapping[str, str]:
        """The value of each setting that the text names, by its key."""
        ...

    def put(self, tool: str, place: str, /, turn: int = 0) -> Self:
        """Return the sketch after a click with a tool on a place of its picture; `turn` counts steps from 0.

        Raises SetupError if a text can't have the result, such as one place too many; ArgumentError for an unknown
        tool, place or turn.
        """
        ...

    def fits(self, tool: str, /, turn: int = 0) -> Sequence[str]:
        """Return the free places where a tool's piece fits best beside the drawn ones, without covering any.

        There are none for a tool that puts a single thing. Raises ArgumentError as `put` does.
        """
        ...

    def with_setting(self, key: str, value: str, /) -> Self:
        """Return the sketch with another value of a setting; an empty one stands for the default.

        Raises SetupError for an impossible value, ArgumentError for an unknown setting.
        """
        ...

    def to_svg(self, *, theme: Theme = "dark") -> str:
        """Return the drawing, with all places where something can be put; `Game.to_svg` says how they are named."""
        ...


@runtime_checkable
class SketchGame(Protocol):
    """A `MapGame` whose maps can be drawn click by click."""

    def map_tools(self) -> Sequence[MapTool]:
        """Return the tools, group by group."""
        ...

    def map_settings(self) -> Sequence[MapSetting]:
        """Return the settings, in the order in which a text has them."""
        ...

    def tool_svg(self, key: str, /, turn: int = 0, *, theme: Theme = "dark") -> str:
        """Return a small drawing of a tool's piece, turned so often; raise ArgumentError as `Sketch.put` does."""
        ...

    def sketch(self, text: str = "", /) -> Sketch:
        """Return the sketch of a map's text, playable or not; the empty field for an empty text.

        Raises SetupError, with line and column, for a text that is no drawing.
        """
        ...


def sketched(game: AnyGame) -> SketchGame | None:
    """Return the game if its maps can be drawn click by click, and read from texts; else None."""
    return cast(SketchGame, game) if isinstance(game, SketchGame) and MAP in game.FORM.others else None
