"""What the command asks of a game beyond `Game`: its set-up, its files, its score sheet."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, runtime_checkable

from ..game import State

__all__ = ["Analysed", "AnalysisTable", "Campaign", "CampaignTable", "Loaded", "Table"]


class Campaign(Protocol):
    """Games in a row, as an immutable value."""

    @property
    def seed(self) -> int:
        """What its games come from."""
        ...

    @property
    def games(self) -> Sequence[Any]:
        """The records of what has been played, in order."""
        ...

    @property
    def unfinished(self) -> Any:
        """The record of the game in progress, None if there is none."""
        ...

    @property
    def piles(self) -> Sequence[int]:
        """How often each seat has won."""
        ...

    @property
    def winners(self) -> Sequence[int]:
        """The seats that have won the campaign, none while it goes on."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        ...

    def next_game(self) -> State[Any]:
        """Return the start of the next game."""
        ...

    def after(self, game: Any) -> Self:
        """Return the campaign with the record of one game more."""
        ...

    def with_unfinished(self, game: Any) -> Self:
        """Return the campaign with the record of a game in progress."""
        ...


@dataclass(frozen=True)
class Loaded:
    """What a file, or the name of a map, turned out to hold."""

    shown: Any
    """What to draw: the map, or the position. Of a record it is the position at its end, of a campaign at the end of
    its last game, or where that one was left."""

    state: State[Any]
    """The position, or the start of a game on the map."""

    record: Any = None
    """The record, if it is one."""

    campaign: Campaign | None = None
    """The campaign, if it is one; then the record is that of its last game, in progress or not."""

    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the record says of itself, such as who played."""

    @property
    def kind(self) -> str:
        """What it is, with an article."""
        if self.campaign is not None:
            return "a campaign"
        if self.record is not None:
            return "a record"
        return "a position" if self.shown is self.state else "a map"


@dataclass(frozen=True)
class Analysed:
    """What the actions of a position are worth."""

    actions: Sequence[Any]
    """The best one first."""

    rows: Sequence[Mapping[str, tuple[float, float]]]
    """The numbers of each action by column, in the order to print, and the standard error of each, 0 if it is exact."""

    how: str
    """How they were found out, and what they say, in a sentence or two."""


@runtime_checkable
class Table(Protocol):
    """One game as the command sees it: a module of this folder with these names."""

    @property
    def NAME(self) -> str:
        """The game's key in `GAMES`."""
        ...

    @property
    def TITLE(self) -> str:
        """The game's name for people."""
        ...

    @property
    def SHIPPED(self) -> str:
        """What it calls a thing that ships with it, such as ``map``."""
        ...

    @property
    def SEATS(self) -> Sequence[str]:
        """What people call the seats."""
        ...

    @property
    def BOTS(self) -> Mapping[str, Any]:
        """Who can sit at a seat by name, besides a person: the bots for all games, and those for this one alone.

        Each answers `bots.Bot`, the latter for states of this game.
        """
        ...

    def add_setup(self, parser: ArgumentParser) -> None:
        """Add the options of `sse play` that say what is played on."""
        ...

    def set_up(self, args: Namespace, named: int | None, seed: int) -> State[Any]:
        """Return the start of a game for `named` players, for as many as the set-up wants if that is None.

        Raises UsageError if the arguments contradict each other.
        """
        ...

    def shipped(self) -> Mapping[str, str]:
        """Return a line on each thing that comes with the game and can be named instead of a file."""
        ...

    def load(self, name: str) -> Loaded:
        """Return what a file holds, or what ships under this name; ``-`` is the standard input."""
        ...

    def record(self, start: Any, actions: Sequence[Any], tags: Mapping[str, str]) -> Any:
        """Return the record of a game."""
        ...

    def to_json(self, loaded: Loaded) -> str:
        """Return what was loaded as JSON."""
        ...

    def goes_on(self, state: Any) -> bool:
        """Return whether the next action belongs to the turn of the one before it."""
        ...

    def score_sheet(self, state: Any) -> list[dict[str, int]]:
        """Return each seat's score by column, in the order to print."""
        ...

    def verdict(self, state: Any) -> str:
        """Return how the winners of a finished game were told from the rest."""
        ...

    def perft_divide(self, state: Any, depth: int) -> dict[Any, int]:
        """Return how many positions `depth` plies away lie behind each legal action."""
        ...


@runtime_checkable
class CampaignTable(Table, Protocol):
    """A game that can be played in campaigns, which is more than a table has to offer."""

    def add_campaign(self, parser: ArgumentParser) -> None:
        """Add the options of `sse campaign` that say what is played on."""
        ...

    def campaign(self, args: Namespace, named: int | None, seed: int) -> Campaign:
        """Return a campaign before its first game, for `named` players, for two if that is None.

        Raises UsageError if the arguments contradict each other.
        """
        ...

    def format_campaign(self, campaign: Any) -> str:
        """Return a campaign as text, which loads as an equal one."""
        ...

    def terms(self, campaign: Any) -> str:
        """Return what is special to the games of a campaign, and what wins it, with the clause."""
        ...

    def campaign_sheet(self, campaign: Any) -> list[dict[str, Any]]:
        """Return each game of a campaign by column, in the order to print: numbers, texts, or lists of them."""
        ...


@runtime_checkable
class AnalysisTable(Table, Protocol):
    """A game that can tell what an action is worth."""

    def add_analysis(self, parser: ArgumentParser) -> None:
        """Add the options of `sse analyse` that say how hard to try."""
        ...

    def analyse(self, state: Any, args: Namespace) -> Analysed:
        """Return what the legal actions are worth, or the chance events that can come, of which there are some."""
        ...
