"""Contents of texts and presets: a map, a position, a record or a campaign, and what there is to show of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, cast

from ..errors import NotationCode, NotationError
from ..forms.kinds import MAP
from ..game import AnyGame, Campaign, MapGame, State
from ..games import GAMES
from .records import GameRecord, game_of

__all__ = ["Content", "Kind", "content_of"]

Kind: TypeAlias = Literal["map", "position", "record", "campaign"]

_NO_TAGS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True)
class Content:
    """What a text or a preset has."""

    kind: Kind
    game: AnyGame
    shown: Any
    """The map or the position to draw: the last one of a record, and of a campaign's last game."""

    state: State[Any]
    """The position; of a map, the start of a game on it."""

    record: GameRecord[Any, Any] | None = None
    """The record; of a campaign, the record of its last game, finished or not."""

    campaign: Campaign | None = None
    """The campaign."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.state.totals)

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of the record, such as who played."""
        return _NO_TAGS if self.record is None else self.record.tags


def content_of(value: Any, game: AnyGame | None = None) -> Content:
    """Return the content that `records.read` gave for a text, or that a preset has.

    `game` is the one whose texts are read; None means every game. Raises NotationError for a value of another kind.
    """
    if isinstance(value, GameRecord):
        record = cast("GameRecord[Any, Any]", value)  # type: ignore[redundant-cast]
        return Content("record", record.game, record.final, record.final, record)
    owner = game_of(value)
    if owner is not None:
        return Content("position", owner, value, value)
    if hasattr(value, "next_game"):
        return _of_campaign(value)
    owner = next(each for each in GAMES.values() if MAP in each.FORM.others) if game is None else game
    if isinstance(owner, MapGame):
        return Content("map", owner, value, cast(MapGame, owner).new_game(value))
    raise NotationError(f"{owner.INFO.title} has nothing to show of this", str(value), code=NotationCode.KIND)


def _of_campaign(campaign: Campaign) -> Content:
    if not campaign.games and campaign.unfinished is None:
        start = campaign.next_game()
        return Content("campaign", start.game, start, start, campaign=campaign)
    last = campaign.unfinished or campaign.games[-1]
    return Content("campaign", last.game, last.final, last.final, last, campaign)
