"""Files and presets by name: read, recognized and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from ..errors import NotationError
from ..game import AnyGame, Campaign, MapGame, State
from ..play.commands import LoadMap
from ..play.records import GameRecord
from ..play.records import read as read_text
from .pages import RefusedError, naming_file, read_file

__all__ = ["Loaded", "load", "map_loader"]


@dataclass(frozen=True)
class Loaded:
    """The content of a file, or a preset."""

    shown: Any
    """The map or the position to draw: the last one of a record, and of a campaign's last game."""

    state: State[Any]
    """The position; of a map, the start of a game on it."""

    record: GameRecord[Any, Any] | None = None
    """The record; of a campaign, the record of its last game, finished or not."""

    campaign: Campaign | None = None
    """The campaign."""

    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    """The tags of the record, such as who played."""

    @property
    def kind(self) -> str:
        """The kind, with an article."""
        if self.campaign is not None:
            return "a campaign"
        if self.record is not None:
            return "a record"
        return "a position" if self.shown is self.state else "a map"

    def to_json(self) -> str:
        """Return the content as JSON."""
        whole = self.campaign or self.record or self.shown
        return str(whole.to_json())


def load(name: str, game: AnyGame) -> Loaded:
    """Return the content of a file, or the preset of this name; ``-`` is the standard input.

    Raises OSError if the file can't be read, RefusedError if no preset and no file has the name, or if the file's
    content is not of this game.
    """
    presets = game.presets()
    if name in presets:
        return _loaded(presets[name].value, game)
    info = game.INFO
    try:
        text = read_file(name, info.prefix)
    except FileNotFoundError:
        raise RefusedError(f"{name}: no such file, and no {info.preset} of {info.title} has this name") from None
    with naming_file(name):
        return _loaded(read_text(text, game), game)


def map_loader(game: AnyGame) -> LoadMap:
    """Return the function that loads maps for a game."""

    def load_map(name: str) -> Any:
        found = load(name, game)
        if found.kind != "a map":
            raise RefusedError(f"{name} is no map, but {found.kind}")
        return found.shown

    return load_map


def _loaded(value: Any, game: AnyGame) -> Loaded:
    record: Any = value
    if isinstance(value, GameRecord):
        return Loaded(record.final, record.final, record=record, tags=record.tags)
    if hasattr(value, "to_act"):
        return Loaded(value, value)
    if hasattr(value, "next_game"):
        return _of_campaign(value)
    if isinstance(game, MapGame):
        return Loaded(value, cast(MapGame, game).new_game(value))
    raise NotationError(f"{game.INFO.title} has nothing to show of this", str(value))


def _of_campaign(campaign: Campaign) -> Loaded:
    if not campaign.games and campaign.unfinished is None:
        start = campaign.next_game()
        return Loaded(start, start, campaign=campaign)
    last = campaign.unfinished or campaign.games[-1]
    return Loaded(last.final, last.final, record=last, campaign=campaign, tags=last.tags)
