"""Files and presets that commands are given by name: read, recognized and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import NotationError
from ..game import AnyGame, Campaign, MapGame, State
from ..records import GameRecord
from ..records import read as read_text
from .command import LoadMap
from .pages import RefusedError, quoting, read

__all__ = ["Loaded", "load", "map_loader"]


@dataclass(frozen=True)
class Loaded:
    """The content of a file, or a preset."""

    shown: Any
    """What is drawn: the map, or the position. Of a record it is the position at its end; of a campaign the position at
    the end of its last game, or the one in which that game was left."""

    state: State[Any]
    """The position, or the start of a game on the map."""

    record: GameRecord[Any, Any] | None = None
    """The record, if it is one; of a campaign the record of its last game, in progress or not."""

    campaign: Campaign | None = None
    """The campaign, if it is one."""

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
        """Return what was loaded as JSON."""
        whole = self.campaign or self.record or self.shown
        return str(whole.to_json())


def load(name: str, game: AnyGame) -> Loaded:
    """Return what a file holds, or the preset of the game that has this name; ``-`` is the standard input.

    Raises OSError or RefusedError if it can't be read, or holds nothing of this game.
    """
    presets = game.presets()
    if name in presets:
        return _loaded(presets[name].value, game)
    info = game.INFO
    try:
        text = read(name, info.prefix)
    except FileNotFoundError:
        raise RefusedError(f"{name}: no such file, and no {info.preset} of {info.title} has this name") from None
    with quoting(name):
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
    if hasattr(value, "moves"):
        return Loaded(value.final, value.final, record=value, tags=value.tags)
    if hasattr(value, "to_act"):
        return Loaded(value, value)
    if hasattr(value, "next_game"):
        return _of_campaign(value)
    if isinstance(game, MapGame):
        return Loaded(value, game.new_game(value))
    raise NotationError(f"{game.INFO.title} has nothing to show of this", str(value))


def _of_campaign(campaign: Campaign) -> Loaded:
    if not campaign.games and campaign.unfinished is None:
        start = campaign.next_game()
        return Loaded(start, start, campaign=campaign)
    last = campaign.unfinished or campaign.games[-1]
    return Loaded(last.final, last.final, record=last, campaign=campaign, tags=last.tags)
