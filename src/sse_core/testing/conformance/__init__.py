"""The conformance suite: checks that every game passes, whatever its rules.

Each check of `CHECKS` tests one promise of the contract `sse_core.game`. It plays a game of random choices from a seed
and raises AssertionError, whose message says what is wrong. `check_game` runs them all, on your own game too.

>>> list(CHECKS)[:4]
['names', 'info', 'presets', 'turns']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from ...forms.checks import shown
from ...game import AnyGame
from . import (
    answers,
    contract,
    drawings,
    observations,
    players,
    processes,
    refusals,
    secrets,
    states,
    texts,
    words,
)
from .check import Check
from .random_game import RandomGame

__all__ = ["CHECKS", "Check", "check_game"]

CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        check.name: check
        for check in (
            contract.check_names,
            contract.check_info,
            contract.check_presets,
            states.check_turns,
            states.check_ids,
            states.check_immutability,
            states.check_hashes,
            states.check_end,
            states.check_bound,
            states.check_chance,
            refusals.check_refusals,
            refusals.check_reasons,
            secrets.check_views,
            secrets.check_requests,
            secrets.check_seals,
            texts.check_texts,
            texts.check_records,
            texts.check_json,
            answers.check_steps,
            answers.check_questions,
            answers.check_scores,
            answers.check_evaluation,
            players.check_search,
            players.check_bots,
            players.check_fast,
            players.check_batches,
            observations.check_observations,
            states.check_copies,
            words.check_told,
            words.check_effects,
            drawings.check_drawings,
            drawings.check_pictures,
            processes.check_seeds,
        )
    }
)
"""Every check by name, the simplest first. If a check fails, later ones may fail for the same reason."""


def check_game(game: AnyGame, *, seeds: Iterable[int] = range(4), thorough: bool = False, **options: Any) -> None:
    """Run every check of `CHECKS` on a game, with each seed.

    `game` is a module or an object that answers `sse_core.game.Game`. Its `new_game` gets the `options`. Another
    process must be able to load it: a module by its name, an object by unpickling.

    By default this takes seconds, and less than a minute for games of thousands of plies: most checks look at 12 turns
    of each game, its first 500 plies are recorded and played again in another process, and bots that take a budget get
    a small one. `thorough` looks at every turn, follows the game to its end, and asks each bot as it is; a bot that
    chooses by time is held to choose the same again there alone.

    Views are checked with `SecretState.sample` where the states have it. Sealed orders are checked in any case.

    Raises AssertionError at the first broken promise. The message names the check and the seed. Raises TypeError if
    `game` is none, such as a name, or if `seeds` is a single number.
    """
    if isinstance(seeds, str) or not isinstance(seeds, Iterable):
        raise TypeError(f"seeds are integers, such as range(4) or [7], not {shown(seeds)}")
    for seed in seeds:
        played = RandomGame(game, seed, options, thorough=thorough)
        for check in CHECKS.values():
            check.hold(played)
