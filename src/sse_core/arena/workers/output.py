"""Output of bots: what they print goes to the standard error, since the standard output has results."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

__all__ = ["print_aside"]


def print_aside() -> None:
    """Let the standard output of this process be its standard error from now on, for C and other programs, too."""
    if sys.stdout is not None:
        sys.stdout.flush()
    # Either may be closed.
    with suppress(OSError):
        os.dup2(2, 1)
    sys.stdout = sys.stderr
