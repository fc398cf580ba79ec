"""Rows of an arena: what is kept of a game of a match, a balance or any other arena, as a line of JSON."""

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
"""What a game in which a bot fails counts as: its loss, or nothing for anybody."""

_TUPLES: Final = ("seats", "winners", "totals", "actions", "movers", "searches")


@dataclass(frozen=True)
class Row:
    """A game of an arena, which was played to its end, or failed.

    >>> row = Row(3, (1, 0), winners=(0,), totals=(20, 11), plies=40, digest="ab")
    >>> row.text
    '{"number": 3, "seats": [1, 0], "winners": [0], "totals": [20, 11], "plies": 40, "digest": "ab"}'
    >>> Row.parse(row.text) == row
    True
    """

    number: int
    """Its place in the arena, counted from 0."""

    seats: tuple[int, ...]
    """The place of the bot at each seat, in the order in which the bots were named."""

    winners: tuple[int, ...] = ()
    """The seats that won; none in a game that failed, or that a player lost alone."""

    totals: tuple[int, ...] = ()
    """The final score of each seat; empty in a game that failed."""

    plies: int = 0
    """The number of actions, chance events and the opening included."""

    digest: str | None = None
    """A digest of the start and all actions, chance events included, as 32 hexadecimal digits. Games with the same one
    are equal, whoever sat where and whatever their seeds were. None: nobody knows, and the game counts as unlike all
    others."""

    opening: int = 0
    """The number of random plies that it began with."""

    error: str | None = None
    """Why the game wasn't finished; None if it was."""

    failed: int | None = None
    """The place of the bot that failed; None if none did, or if nobody knows."""

    is_timed: bool = False
    """Whether a bot looked at the clock, so that the same game played again may be another one."""

    actions: tuple[int, ...] | None = None
    """The ids of all actions in the table of the start (`State.actions`); None if they aren't kept. A game in which a
    bot failed has those before, whatever is kept of others."""

    movers: tuple[int, ...] | None = None
    """The seat of each action, CHANCE (−1) for chance; None where each position says who acts."""

    decided_by: str | None = None
    """What separated the winners from the rest (`Outcome.decided_by`); None if actions aren't kept."""

    is_cut: bool = False
    """Whether the opening is shorter than asked, since it would have left the bots nothing to choose (`opened`)."""

    searches: tuple[tuple[int, ...], ...] | None = None
    """For each ply the visits of the legal actions in their order, and nothing where no bot told them (`ReportingBot`);
    None if they aren't kept."""

    record: GameRecord[Any, Any] | None = None
    """The game's record, where `play_match` was asked for records. It is no part of the text."""

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
        """Return the row of a game from a start with a digest. `ids` are those of all actions, if they are kept."""
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
        """Return the row as results take it; None if it counts for nobody.

        As a loss, a game in which a bot failed is won by all seats of others. It counts for nobody if nobody knows who
        failed, or if one bot sat at all seats of several.
        """
        if self.error is None:
            return self
        if failure == "none" or self.failed is None or (len(self.seats) > 1 and {*self.seats} == {self.failed}):
            return None
        return replace(self, winners=tuple(seat for seat, bot in enumerate(self.seats) if bot != self.failed))

    def record_from(self, start: Start, names: Sequence[str]) -> GameRecord[Any, Any]:
        """Return the record of the game from the start of its round; `names` are those of all bots by place.

        A game that a bot didn't finish has its moves up to there. Raises ArgumentError if no actions are kept.
        """
        if self.actions is None:
            raise ArgumentError(f"game {self.number} has no record, since its actions aren't kept")
        moves: Any = self.actions if self.movers is None else zip(self.movers, self.actions, strict=True)
        return GameRecord(start.state, moves, tags_of(start, [names[who] for who in self.seats], self.opening))

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object, without what is usual."""
        return {name: value for name, value in vars(self).items() if name != "record" and value != _USUAL[name]}

    @property
    def text(self) -> str:
        """The JSON object as a text."""
        return json.dumps(self.to_json())

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the row of a text; raise ArgumentError if there is none."""
        try:
            return cls.from_json(json.loads(text))
        except (ValueError, TypeError, AttributeError):
            raise ArgumentError(f"no row of a game: {text[:80]!r}") from None

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Self:
        """Return the row that `to_json` gave an object of."""
        fields: dict[str, Any] = {name: tuple(value) if name in _TUPLES else value for name, value in found.items()}
        if "searches" in fields:
            fields["searches"] = tuple(tuple(visits) for visits in fields["searches"])
        return cls(**fields)


_USUAL: Final = {name: getattr(Row, name, ...) for name in Row.__dataclass_fields__} | {"winners": ..., "totals": ...}
"""The values that a text leaves out; winners and totals are always there."""


def check_failure(failure: Failure) -> Failure:
    """Return what a failure counts as; raise ArgumentError for another text."""
    if failure not in FAILURES:
        raise ArgumentError(f"failure is one of {', '.join(FAILURES)}, not {failure!r}")
    return failure
