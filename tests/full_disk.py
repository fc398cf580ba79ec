"""Disks that are full: a small one, and files that may grow no more as there."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

__all__ = ["files_at_most", "small_disk"]


@contextmanager
def small_disk(
    folder: Path, size: int = 2_000_000
) -> Generator[tuple[Callable[[], None], Callable[[], None]], None, None]:
    """Let a folder be a disk of so many bytes; yield what fills it, and what makes room again. Skip where none may."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.name != "posix" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this user may mount no disk")
    ballast = folder / "ballast"

    def fill() -> None:
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    try:
        yield fill, ballast.unlink
    finally:
        subprocess.run(["umount", folder], check=True)


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
