"""The class `Check`: a test of one promise of the contract `sse_core.game`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ...game import AnyGame
from .random_game import RandomGame

__all__ = ["Check", "check"]


@dataclass(frozen=True)
class Check:
    """A test of one promise of the contract."""

    name: str
    """The key in `CHECKS`."""

    promise: Callable[[RandomGame], None]
    """The test itself; its docstring is the promise."""

    def __call__(self, game: AnyGame, seed: int, /, *, thorough: bool = False, **options: Any) -> None:
        """Play a game from a seed; raise AssertionError if the promise is broken. `Game.new_game` gets the `options`.

        `thorough` is that of `check_game`.
        """
        self.hold(RandomGame(game, seed, options, thorough=thorough))

    def hold(self, played: RandomGame) -> None:
        """Raise AssertionError if the promise is broken in a game, with check, game, seed and options.

        Every other error in the check becomes an AssertionError, too.
        """
        try:
            self.promise(played)
        except Exception as error:
            label = played.game.__name__ if isinstance(played.game, ModuleType) else repr(played.game)
            message = str(error) if isinstance(error, AssertionError) else f"raises {error!r}"
            where = f"check {self.name!r} of {label}, seed {played.seed}, options {played.options}"
            raise AssertionError(f"{message} ({where})") from error


def check(name: str) -> Callable[[Callable[[RandomGame], None]], Check]:
    """Make a check of a function, under a name."""
    return lambda promise: Check(name, promise)
