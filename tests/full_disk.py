"""Files that may grow no more: as on a disk that is full."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["files_at_most"]


@contextmanager
def files_at_most(size: int) -> Generator[None, None, None]:
    """Let no file that this process writes grow beyond so many bytes, as ``ulimit -f`` has it. For POSIX alone."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
