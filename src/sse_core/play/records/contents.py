"""Contents of texts and presets: the map, position, record or campaign that a text has, ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, Self, TypeAlias, TypeVar, cast, runtime_checkable

from ...errors import NotationCode, NotationError
from ...forms.kinds import MAP
from ...game import AnyGame, State, StateT_co
from ...games import GAMES
from .record import GameRecord, game_of

__all__ = ["Campaign", "Content", "ContentKind", "GameMap", "MapGame", "content_of"]

ContentKind: TypeAlias = Literal["map", "position", "record", "campaign"]

_NO_TAGS: Final[Mapping[str, str]] = MappingProxyType({})


if TYPE_CHECKING:
    import typing_extensions

    MapT_contra = typing_extensions.TypeVar("MapT_contra", bound="GameMap", contravariant=True, default=Any)
else:
    MapT_contra = TypeVar("MapT_contra", contravariant=True)


class GameMap(Protocol):
    """A map on which a `MapGame` is played. The game's `to_text` and `to_svg` draw it."""

    def to_json(self) -> str:
        """Return the map as a JSON object on one line."""
        ...


@runtime_checkable
class MapGame(Protocol[MapT_contra, StateT_co]):
    """A game that is played on maps; its `Form` reads them as ``map``."""

    def new_game(self, layout: MapT_contra | None = None, /) -> StateT_co:
        """Return the first state of a new game, as `Game.new_game` does, on a map; None: the game chooses one."""
        ...

    def map_of(self, state: Any, /) -> GameMap:
        """Return the map that a state is played on."""
        ...


@runtime_checkable
class Campaign(Protocol):
    """Games in a row, as an immutable value."""

    @property
    def seed(self) -> int:
        """The seed of all its games."""
        ...

    @property
    def games(self) -> Sequence[Any]:
        """The records of the finished games, in order."""
        ...

    @property
    def unfinished(self) -> Any:
        """The record of the game in progress, None if there is none."""
        ...

    @property
    def piles(self) -> Sequence[int]:
        """The number of wins of each seat."""
        ...

    @property
    def winners(self) -> Sequence[int]:
        """The seats that won the campaign; empty while it goes on."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the campaign has a winner."""
        ...

    def next_game(self) -> State[Any]:
        """Return the start of the next game."""
        ...

    def after(self, game: Any, /) -> Self:
        """Return the campaign with the record of one more finished game."""
        ...

    def with_unfinished(self, game: Any, /) -> Self:
        """Return the campaign with the record of a game in progress."""
        ...

    def to_json(self) -> str:
        """Return the campaign as a JSON object."""
        ...


@dataclass(frozen=True)
class Content:
    """The content of a text or of a preset."""

    kind: ContentKind
    game: AnyGame
    shown: Any
    """The map or the position to draw: the last position of a record, or of a campaign's last game."""

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
    """Return the content of a value that `record.read` gave for a text, or of a preset's value.

    `game` is the one whose texts are read; None means every game. Raises NotationError for a value of another kind.
    """
    if isinstance(value, GameRecord):
        record = cast("GameRecord[Any, Any]", value)  # type: ignore[redundant-cast]
        return Content("record", record.game, record.final, record.final, record)
    owner = game_of(value)
    if owner is not None:
        return Content("position", owner, value, value)
    if isinstance(value, Campaign):
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
