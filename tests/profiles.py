"""The profile of a run of the tests, which says how much of a long test is run."""

from __future__ import annotations

import os
from typing import Final

__all__ = ["IS_SHORT", "PROFILE", "by_profile"]

PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
"""``dev`` for a fresh clone and for work at the desk, ``portable`` for wheels and other Pythons, ``seeds`` for
`make seeds`, ``ci``, ``nightly``, ``mutation``."""

IS_SHORT: Final = PROFILE in ("dev", "portable", "mutation")
"""Whether long tests are run in part, and the tests marked ``ci`` not at all."""


def by_profile(dev: int, ci: int, nightly: int | None = None) -> int:
    """Return how much of a test is run: less in a short profile, and as in CI in all others, but for `nightly`."""
    if PROFILE == "nightly" and nightly is not None:
        return nightly
    return dev if IS_SHORT else ci
