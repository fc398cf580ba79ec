"""The profile of a run of the tests, which says how much of a long test is run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final

import pytest

__all__ = ["IS_SANITIZED", "IS_SHORT", "PROFILE", "by_profile", "shortened"]

PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
"""``dev`` for a fresh clone and for work at the desk, ``portable`` for wheels and other Pythons, ``seeds`` for
`make seeds`, ``ci``, ``nightly``, ``mutation``."""

IS_SHORT: Final = PROFILE in ("dev", "portable", "mutation")
"""Whether long tests are run in part, and the tests marked ``ci`` not at all."""

IS_SANITIZED: Final = "asan" in os.environ.get("LD_PRELOAD", "")
"""Whether the sanitizer of addresses runs, which reserves more addresses than there are bytes, and is slow."""


def by_profile(dev: int, ci: int, nightly: int | None = None) -> int:
    """Return how much of a test is run: less in a short profile, and as in CI in all others, but for `nightly`."""
    if PROFILE == "nightly" and nightly is not None:
        return nightly
    return dev if IS_SHORT else ci


def shortened(values: Iterable[Any], n: int = 1) -> list[Any]:
    """Return the values of a parameter, of which a short profile takes the first n alone."""
    return [value if number < n else pytest.param(value, marks=pytest.mark.ci) for number, value in enumerate(values)]
