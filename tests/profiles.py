"""The profile of a run of the tests, which says how much of a long test is run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final

import pytest

__all__ = ["FOR_CI", "IS_SANITIZED", "IS_SHORT", "PROFILE", "by_profile", "one_a_kind", "shortened"]

PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
"""``dev`` for a fresh clone and for work at the desk, ``elsewhere`` for all files on other machines and builds,
``portable`` for wheels and other Pythons, ``seeds`` for fresh seeds, ``ci``, ``nightly``, ``mutation``."""

IS_SHORT: Final = PROFILE in ("dev", "elsewhere", "portable", "mutation")
"""Whether long tests are run in part, and the tests marked ``ci`` not at all."""

IS_SANITIZED: Final = "asan" in os.environ.get("LD_PRELOAD", "")
"""Whether the sanitizer of addresses runs, which reserves more addresses than there are bytes, and is slow."""

FOR_CI: Final = (
    "test_analyse_command.py",
    "test_arena_command.py",
    "test_arena_dask.py",
    "test_arena_games.py",
    "test_balance_command.py",
    "test_bench.py",
    "test_cimport.py",
    "test_contract.py",
    "test_engines.py",
    "test_films.py",
    "test_find_map_command.py",
    "test_hostile.py",
    "test_insight.py",
    "test_intervals.py",
    "test_ladder.py",
    "test_late_loading.py",
    "test_layers.py",
    "test_learn_command.py",
    "test_learning.py",
    "test_main_module.py",
    "test_maps_study.py",
    "test_messages.py",
    "test_misbehaving_bots.py",
    "test_mutation.py",
    "test_picture_files.py",
    "test_ratings.py",
    "test_repeated_games.py",
    "test_review_command.py",
    "test_rings.py",
    "test_same.py",
    "test_site.py",
    "test_strength.py",
    "empire_of_the_stars/test_languages.py",
    "jump_wars/test_languages.py",
    "jump_wars/test_strategies.py",
    "micro_space_empire/test_best_play.py",
    "micro_space_empire/test_languages.py",
    "micro_space_empire/test_merging.py",
    "micro_space_empire/test_whole.py",
    "micro_space_empire/test_without_tables.py",
    "small_star_empires/test_calibration.py",
    "small_star_empires/test_endings.py",
    "small_star_empires/test_languages.py",
    "small_star_empires/test_leaks.py",
    "small_star_empires/test_learned.py",
    "small_star_empires/test_memory.py",
    "small_star_empires/test_reference_search.py",
    "small_star_empires/test_ships.py",
    "small_star_empires/test_solved.py",
    "small_star_empires/test_transpositions.py",
    "web/test_engines.py",
    "web/test_languages.py",
    "web/test_serve.py",
)
"""The files of tests that profile ``dev`` leaves to CI, unless they are named: those of the laboratory, and of benches,
statistics, long searches, processes of the arena and of the page, documentation, and the build."""


def by_profile(dev: int, ci: int, nightly: int | None = None) -> int:
    """Return how much of a test is run: less in a short profile, and as in CI in all others, but for `nightly`."""
    if PROFILE == "nightly" and nightly is not None:
        return nightly
    return dev if IS_SHORT else ci


def shortened(values: Iterable[Any], n: int = 1, *, ci: int | None = None, rows: bool = False) -> list[Any]:
    """Return the values of a parameter, of which a short profile takes the first n alone.

    `ci`: the values beyond so many are for the nightly run. `rows`: each value is a row, of as many parameters.
    """

    def marks(number: int) -> list[pytest.MarkDecorator]:
        if ci is not None and number >= ci:
            return [pytest.mark.nightly]
        return [pytest.mark.ci] if number >= n else []

    return [pytest.param(*(value if rows else [value]), marks=marks(number)) for number, value in enumerate(values)]


def one_a_kind(maps: Iterable[str]) -> list[Any]:
    """Return the names of maps as values of a parameter: one of each kind, and for the nightly run all others.

    The kind is the first word of a name.
    """
    last = {name.partition("-")[0]: name for name in maps}.values()
    return [name if name in last else pytest.param(name, marks=pytest.mark.nightly) for name in maps]
