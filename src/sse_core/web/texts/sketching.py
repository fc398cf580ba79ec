"""Sketches of maps for the page's editor, as JSON: a text and a click on it give the next text and its drawing.

The text is the whole state of a sketch. The game says what a click changes, what can't be played, and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ...errors import ArgumentError, NotationError, SetupError
from ...forms.kinds import MAP
from ...game import AnyGame, State
from ...play.records.contents import GameMap, MapGame
from ...play.records.record import game_of
from ...play.sketches import MapTool, Remark, Sketch, SketchGame, sketched
from ..answers import MapNamed, RemarkShown, Sketched, Tools, ToolShown
from ..drawing import theme_named
from ..errors import MissingError, WebError, clause_of
from ..messages import say
from ..plan import game_named
from .sharing import MAX_TEXT, packed

__all__ = ["edit_address", "is_drawn", "sketch_object", "tool_picture", "tools_object"]


def is_drawn(game: AnyGame) -> bool:
    """Return whether maps of a game can be drawn on the page."""
    return sketched(game) is not None and isinstance(game, MapGame)


def edit_address(game: AnyGame, what: Any) -> str | None:
    """Return the address, from ``/``, that opens a map or a position's map in the editor; None if the game has none."""
    if not is_drawn(game):
        return None
    board: GameMap = cast(MapGame, game).map_of(cast("State[Any]", what)) if game_of(what) is not None else what
    return f"/edit?p={packed(game.FORM.others[MAP].format(board))}"


def tools_object(name: object) -> Tools:
    """Return the tools and settings of a game's map editor."""
    game = _drawn_game(name)
    presets: list[MapNamed] = [
        {"name": key, "title": preset.title or key}
        for key, preset in cast(AnyGame, game).presets().items()
        if game_of(preset.value) is None
    ]
    info = cast(AnyGame, game).INFO
    return {
        "game": info.name,
        "title": info.title,
        "preset": info.preset,
        "presets": presets,
        "tools": [_tool(each) for each in game.map_tools()],
        "settings": [{"key": each.key, "help": each.help, "default": each.default} for each in game.map_settings()],
    }


def tool_picture(name: object, key: str, turn: int | None, theme: str | None) -> str:
    """Return the small picture of a tool; raise MissingError if there is none."""
    try:
        return _drawn_game(name).tool_svg(key, turn or 0, theme=theme_named(theme))
    except ArgumentError as error:
        raise MissingError(str(error)) from None


def sketch_object(
    name: object,
    text: str,
    theme: str | None,
    tool: tuple[str, int] | None = None,
    place: str | None = None,
    setting: tuple[str, str] | None = None,
) -> Sketched:
    """Return a sketch, after a click with a tool and its turn, or another value of a setting.

    A text that doesn't draw a map gets a fault with a line and a column, and no picture. Raises SetupError for a click
    on such a text, and for a click that the game refuses.
    """
    game = _drawn_game(name)
    if place is not None and tool is None:
        raise WebError("a click on a place needs a tool")
    try:
        drawn = game.sketch(text)
    except (SetupError, NotationError) as error:
        if place is not None or setting is not None:
            raise
        return _unread(text, error)
    if tool is not None and place is not None:
        drawn = drawn.put(tool[0], place, turn=tool[1])
    if setting is not None:
        drawn = drawn.with_setting(*setting)
    return _object(drawn, [] if tool is None else drawn.fits(tool[0], turn=tool[1]), theme)


def _tool(tool: MapTool) -> ToolShown:
    return {
        "key": tool.key,
        "words": tool.words,
        "group": tool.group,
        "turns": tool.turns,
        "shortcut": tool.shortcut,
    }


def _drawn_game(name: object) -> SketchGame:
    game = game_named(name)
    if not is_drawn(game):
        raise WebError(say("maps of {game} aren't drawn on this page", game=game.INFO.title))
    return cast(SketchGame, game)


def _object(drawn: Sketch, fits: Sequence[str], theme: str | None) -> Sketched:
    fault = drawn.fault
    return _shown(
        drawn.text,
        None if fault is None else _told(fault),
        about=drawn.about,
        svg=drawn.to_svg(theme=theme_named(theme)),
        notes=[_told(note) for note in drawn.notes],
        fits=list(fits),
        counts=dict(drawn.counts),
        settings=dict(drawn.settings),
        play=f"/?p={packed(drawn.text)}" if fault is None and len(drawn.text) <= MAX_TEXT else None,
    )


def _unread(text: str, error: SetupError | NotationError) -> Sketched:
    return _shown(text, _remark(str(error), clause_of(error), line=error.line, column=error.column))


def _shown(
    text: str,
    fault: RemarkShown | None,
    *,
    about: str = "",
    svg: str | None = None,
    notes: Sequence[RemarkShown] = (),
    fits: Sequence[str] = (),
    counts: Mapping[str, int] | None = None,
    settings: Mapping[str, str] | None = None,
    play: str | None = None,
) -> Sketched:
    """Return the JSON object of a sketch, with empty values for a text that doesn't draw a map."""
    return {
        "text": text,
        "about": about,
        "svg": svg,
        "fault": fault,
        "notes": notes,
        "fits": fits,
        "counts": counts or {},
        "settings": settings or {},
        "play": play,
    }


def _told(remark: Remark) -> RemarkShown:
    return _remark(remark.words, clause_of(remark.words), remark.place)


def _remark(
    words: str, clause: str | None, place: str = "", line: int | None = None, column: int | None = None
) -> RemarkShown:
    return {"words": words, "clause": clause, "place": place, "line": line, "column": column}
