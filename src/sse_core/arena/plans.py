"""Plans of arenas: game set-up, bots, rounds, schedule and limits. A match has two bots, a balance one bot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..bots.naming import file_of, files_of_engine
from ..bots.one_game import Contender
from ..errors import ArgumentError
from ..forms.checks import check_number
from ..seeds import child_seed
from ..version import __version__
from .rows import Failure, Row, check_failure
from .schedules import Schedule
from .setups import Setup
from .starts import MAX_OPENING, Start, usually_opened
from .workers.limits import check_limit

__all__ = ["NOTHING", "Own", "Plan"]


class Own(NamedTuple):
    """A caller's own bots and starts, which have no text form, beside a plan. Jobs for processes pickle them."""

    bots: Mapping[int, Contender] = MappingProxyType({})
    """The caller's bots by their places in the plan: bots, or names of bots that the plan calls by another name."""

    starts: Iterable[Start] | None = None
    """The starts of the rounds, in order, or as `tournament.StagedStarts`; None for those of the set-up."""

    about: Mapping[str, Any] | None = None
    """A JSON object that identifies these bots and starts, so that a file can store their games. None if nothing
    identifies them: then games are stored in memory only."""


NOTHING: Final = Own()
"""No bots and starts beside the plan."""

_MOST_ROUNDS: Final = 10**12
"""The most rounds of an arena."""


@dataclass(frozen=True)
class Plan:
    """The plan of an arena."""

    setup: Setup | None
    """The set-up of the rounds; None for starts of a caller (`Own`)."""

    bots: Sequence[str]
    """The names of the bots, each once, as a tuple."""

    seed: int
    rounds: int
    schedule: Schedule
    actions: bool = False
    """Whether the ids of all actions are stored."""

    opening_plies: int | None = None
    """The number of random plies at the beginning of each round (`opened`). None: if the first two rounds have the same
    start, and some two bots play the same games in both, all later rounds begin with `usual_opening` plies; else no
    round has an opening."""

    failure: Failure = "loss"
    """How a game counts in which a bot fails: as the bot's loss, or not at all (`Row.counted`)."""

    searches: bool = False
    """Whether the visits of bots' searches are stored (`ReportingBot`)."""

    choice_seconds: float | None = None
    """The most wall-clock seconds for a bot's choice; None without a limit. A bot that takes longer has failed, and the
    process that plays is ended."""

    game_seconds: float | None = None
    """The most seconds for all choices of a game; if they are exceeded, the slowest bot has failed."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", tuple(self.bots))
        check_failure(self.failure)
        if not isinstance(self.rounds, int) or not 0 <= self.rounds <= _MOST_ROUNDS:
            raise ArgumentError(f"rounds is an integer from 0 to {_MOST_ROUNDS:,}, not {self.rounds}")
        check_limit(self.choice_seconds, "choice_seconds")
        check_limit(self.game_seconds, "game_seconds")
        if self.opening_plies is not None:
            check_number(self.opening_plies, "opening_plies", MAX_OPENING)

    @property
    def games(self) -> int:
        """The number of games of all rounds."""
        return self.rounds * self.schedule.per_round

    def round_of(self, row: Row) -> int:
        """Return the number of a game's round, from 0."""
        return row.number // self.schedule.per_round

    def start(self, place: int, plies: int = 0) -> Start:
        """Return the start of a round, with an opening of so many random plies; raise ArgumentError without a set-up.

        Raises the errors of `Setup.maker`.
        """
        if self.setup is None:
            raise ArgumentError("the starts are a caller's, and no set-up makes them")
        (start,) = usually_opened([self.setup.maker()(child_seed(self.seed, place))], plies)
        return start

    def to_json(self, own: Own = NOTHING) -> dict[str, Any]:
        """Return everything that the rows depend on as a JSON object, including the version and digests of bots' files.

        Raises ArgumentError without a set-up, unless `own` identifies its starts.
        """
        if self.setup is None and own.about is None:
            raise ArgumentError("starts that no set-up makes can't be written down")
        files = {name: path for name in self.bots if (path := file_of(name)) is not None}
        files |= {path: path for name in self.bots for path in files_of_engine(name)}
        if self.setup is not None and self.setup.rules is not None:
            files[self.setup.rules] = self.setup.rules
        is_swiss = self.schedule.kind == "swiss"
        return {
            "version": __version__,
            **({} if self.setup is None else self.setup.to_json()),
            **({} if own.about is None else {"about": own.about}),
            "opening_plies": self.opening_plies,
            "bots": list(self.bots),
            "files": {name: _file_digest(path) for name, path in files.items()},
            "seed": str(self.seed),
            "rounds": self.rounds,
            "per_round": self.schedule.per_round,
            "schedule": self.schedule.kind,
            "stage": self.schedule.stage if is_swiss else None,
            # In other arenas it changes only how games count, not the games.
            "failure": self.failure if is_swiss else None,
            "actions": self.actions,
            "searches": self.searches,
            "choice_seconds": self.choice_seconds,
            "game_seconds": self.game_seconds,
        }


def _file_digest(path: str) -> str | None:
    """Return a digest of a file; None if it can't be read here."""
    try:
        return blake2b(Path(path).expanduser().read_bytes(), digest_size=8).hexdigest()
    except OSError:
        return None
