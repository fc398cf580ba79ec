"""Plans: what an arena plays, of which a match has two bots, and a balance one that plays itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..bots.naming import file_of
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
    """What a caller gives to an arena beside its plan, since no text names it. Jobs for processes pickle it."""

    bots: Mapping[int, Contender] = MappingProxyType({})
    """Bots that the plan has no name of, by their places in it: bots, or names of those that are called otherwise."""

    starts: Iterable[Start] | None = None
    """The starts of the rounds, in their order; None: those of the set-up."""

    about: Mapping[str, Any] | None = None
    """What tells these bots and starts from all others, as an object of JSON, so that a file can keep their games. None
    stands for nothing that could: then they are kept in memory alone."""


NOTHING: Final = Own()
"""Nothing beside the plan."""

_MOST_ROUNDS: Final = 10**12
"""The most rounds of an arena."""


@dataclass(frozen=True)
class Plan:
    """What an arena plays."""

    setup: Setup | None
    """How each round begins; None: as the starts of a caller (`Own`)."""

    bots: Sequence[str]
    """The bots by name, each once; kept as a tuple."""

    seed: int
    rounds: int
    schedule: Schedule
    actions: bool = False
    """Whether the ids of all actions are kept."""

    opening_plies: int | None = None
    """The random plies that each round begins with (`opened`). None: where the first two rounds have the same start,
    and some two bots the same games in both, all later rounds begin with `usual_opening`, and no others do."""

    failure: Failure = "loss"
    """What a game counts as in which a bot fails: its loss, or nothing for anybody (`Row.counted`)."""

    searches: bool = False
    """Whether what bots tell of their searches is kept (`ReportingBot`)."""

    choice_seconds: float | None = None
    """The most seconds that a bot has for a choice, by a clock on the wall; None where there is no limit. Whoever takes
    longer has failed, and the process that plays is ended."""

    game_seconds: float | None = None
    """The most seconds that all choices of a game take; the bot that took most of them has failed."""

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
        """Return the round of a game, counted from 0."""
        return row.number // self.schedule.per_round

    def start(self, place: int, plies: int = 0) -> Start:
        """Return the start of a round, with an opening of so many random plies; raise ArgumentError without a set-up.

        Raises SseError as `Setup.maker` does.
        """
        if self.setup is None:
            raise ArgumentError("the starts are a caller's, and no set-up makes them")
        (start,) = usually_opened([self.setup.maker()(child_seed(self.seed, place))], plies)
        return start

    def to_json(self, own: Own = NOTHING) -> dict[str, Any]:
        """Return all that the rows depend on as a JSON object: the version, and what files of one's own have, too.

        Raises ArgumentError without a set-up, unless `own` says what its starts are about.
        """
        if self.setup is None and own.about is None:
            raise ArgumentError("starts that no set-up makes can't be written down")
        files = {name: path for name in self.bots if (path := file_of(name)) is not None}
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
            # Elsewhere it changes what games count as, and none of them.
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
