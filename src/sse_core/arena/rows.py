"""Rows of an arena: the result of one game, with players, scores and actions, stored as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Self, TypeAlias, get_args

from ..errors import ArgumentError
from ..play.records.record import GameRecord
from .playing import Played, digest_of
from .starts import Start, tags_of

__all__ = ["FAILURES", "Failure", "Row", "check_failure"]

Failure: TypeAlias = Literal["loss", "none"]

FAILURES: Final[tuple[Failure, ...]] = get_args(Failure)
"""How a game counts in which a bot fails: as the bot's loss, or not at all."""

_TUPLES: Final = ("seats", "winners", "totals", "actions", "movers", "searches")


@dataclass(frozen=True)
class Row:
    """A game of an arena that was played to its end, or failed.

    >>> row = Row(3, (1, 0), winners=(0,), totals=(20, 11), plies=40, digest="ab")
    >>> row.text
    '{"number": 3, "seats": [1, 0], "winners": [0], "totals": [20, 11], "plies": 40, "digest": "ab"}'
    >>> Row.parse(row.text) == row
    True
    """

    number: int
    """Its place in the arena, counted from 0."""

    seats: tuple[int, ...]
    """The bot at each seat, by its place in the arena's list of bots."""

    winners: tuple[int, ...] = ()
    """The seats that won; empty in a failed game, or in a lost game for one."""

    totals: tuple[int, ...] = ()
    """The final score of each seat; empty in a failed game."""

    plies: int = 0
    """The number of actions, chance events and the opening included."""

    digest: str | None = None
    """A digest of the start and all actions, chance events included, as 32 hexadecimal digits. Games with the same one
    are equal, apart from players and seeds. None: unknown, and the game counts as different from all others."""

    opening: int = 0
    """The number of random plies at its beginning."""

    error: str | None = None
    """Why the game wasn't finished; None if it was."""

    failed: int | None = None
    """The place of the bot that failed; None if none did, or if it is unknown."""

    is_timed: bool = False
    """Whether a bot looked at the clock, so that a replay of the game may differ."""

    actions: tuple[int, ...] | None = None
    """The ids of all actions in the table of the start (`State.actions`); None if they aren't stored. A failed game
    always has its actions up to the failure."""

    movers: tuple[int, ...] | None = None
    """The seat of each action, CHANCE (−1) for chance; None if each position tells who acts."""

    decided_by: str | None = None
    """What separated the winners from the rest (`Outcome.decided_by`); None if actions aren't stored."""

    is_cut: bool = False
    """Whether the opening was cut, since the full one would have left the bots no choice (`opened`)."""

    searches: tuple[tuple[int, ...], ...] | None = None
    """The visits of the legal actions, in order, for each ply, empty for a ply without a search (`ReportingBot`); None
    if they aren't stored."""

    record: GameRecord[Any, Any] | None = None
    """The game's record, if `play_match` was asked for records. It isn't part of the text."""

    @classmethod
    def of(
        cls,
        number: int,
        seats: Sequence[int],
        start: Start,
        digest: bytes,
        played: Played,
        *,
        is_timed: bool = False,
        ids: Mapping[Any, int] | None = None,
    ) -> Self:
        """Return the row of a game from a start with a digest. `ids` are the ids of all actions if they are stored."""
        failure, final, moves = played.failure, played.final, played.moves
        outcome = final.outcome
        return cls(
            number,
            tuple(seats),
            () if outcome is None else tuple(outcome.winners),
            () if outcome is None else tuple(outcome.totals),
            len(moves),
            digest_of(digest, moves),
            len(start.opening),
            None if failure is None else str(failure),
            None if failure is None else seats[failure.player],
            is_timed,
            None if ids is None else tuple(ids[action] for _, action in moves),
            tuple(player for player, _ in moves) if ids is not None and played.is_sealed else None,
            None if ids is None or outcome is None else outcome.decided_by,
            start.is_cut,
            played.searches,
        )

    def counted(self, failure: Failure) -> Self | None:
        """Return the row as it counts for results; None if it doesn't count.

        If a failure is a loss, all seats of other bots win the failed game. It doesn't count if the bot that failed is
        unknown, or if one bot sat at all of several seats.
        """
        if self.error is None:
            return self
        if failure == "none" or self.failed is None or (len(self.seats) > 1 and {*self.seats} == {self.failed}):
            return None
        return replace(self, winners=tuple(seat for seat, bot in enumerate(self.seats) if bot != self.failed))

    def record_from(self, start: Start, names: Sequence[str]) -> GameRecord[Any, Any]:
        """Return the record of the game from the start of its round; `names` are those of all bots by place.

        The record of a failed game has its moves up to the failure. Raises ArgumentError if no actions are stored.
        """
        if self.actions is None:
            raise ArgumentError(f"game {self.number} has no record, since its actions aren't kept")
        moves: Any = self.actions if self.movers is None else zip(self.movers, self.actions, strict=True)
        return GameRecord(start.state, moves, tags_of(start, [names[who] for who in self.seats], self.opening))

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object, without values that equal their defaults."""
        return {name: value for name, value in vars(self).items() if name != "record" and value != _USUAL[name]}

    @property
    def text(self) -> str:
        """The JSON object as a text."""
        return json.dumps(self.to_json())

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the row from its text; raise ArgumentError for other texts."""
        try:
            return cls.from_json(json.loads(text))
        except (ValueError, TypeError, AttributeError):
            raise ArgumentError(f"no row of a game: {text[:80]!r}") from None

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Self:
        """Return the row from the object of `to_json`."""
        fields: dict[str, Any] = {name: tuple(value) if name in _TUPLES else value for name, value in found.items()}
        if "searches" in fields:
            fields["searches"] = tuple(tuple(visits) for visits in fields["searches"])
        return cls(**fields)


_USUAL: Final = {name: getattr(Row, name, ...) for name in Row.__dataclass_fields__} | {"winners": ..., "totals": ...}
"""The default values, which a text leaves out; it always has winners and totals."""


def check_failure(failure: Failure) -> Failure:
    """Return the way in which failures count; raise ArgumentError for another text."""
    if failure not in FAILURES:
        raise ArgumentError(f"failure is one of {', '.join(FAILURES)}, not {failure!r}")
    return failure
