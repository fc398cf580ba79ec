"""Redirection of bots' prints to the standard error, since the standard output has results."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

__all__ = ["print_aside"]


def print_aside() -> None:
    """Redirect the standard output of this process to its standard error, also for C code and subprocesses."""
    if sys.stdout is not None:
        sys.stdout.flush()
    # Either stream may be closed.
    with suppress(OSError):
        os.dup2(2, 1)
    sys.stdout = sys.stderr
