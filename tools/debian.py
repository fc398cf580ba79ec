"""Installation of Debian packages, where that is allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

__all__ = ["NotInstalledError", "install"]


class NotInstalledError(RuntimeError):
    """A package can't be installed; the message is one line that says why."""


def install(package: str) -> None:
    """Install a package as root, and say so on standard error."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        raise NotInstalledError(f"apt-get installs Debian's package {package}, as root")
    print(f"Installing Debian's package {package}.", file=sys.stderr, flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (("-q", "update"), ("-q", "install", "-y", "--no-install-recommends", package)):
        done = subprocess.run([apt, *words], env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise NotInstalledError(f"apt-get {words[1]} failed: {last}")
