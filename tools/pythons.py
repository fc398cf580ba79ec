"""Search for Pythons on this machine, by name or path, including versions of pyenv.

``python -m tools.pythons NAME …`` prints the path of each on a line, and says which are missing. If it finds none, it
prints the path of the Python that runs it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from glob import glob
from typing import Final, NamedTuple

__all__ = ["Python", "find"]

ASKED: Final = "import platform, sys; print(sys.executable, sys.base_prefix, platform.python_version(), sep='\\n')"


class Python(NamedTuple):
    """A Python that was found and runs."""

    name: str
    """The name or path by which it was found."""

    path: str
    prefix: str
    """The folder of its library; for a virtual environment, that of its base Python."""

    version: str


def find(name: str) -> Python | None:
    """Return the first Python of this name that runs: on the path, at this path, or in a version of pyenv."""
    versions = os.path.join(os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv"), "versions")
    for candidate in (name, *sorted(glob(f"{versions}/*/bin/{name}"))):
        try:
            asked = subprocess.run([candidate, "-c", ASKED], capture_output=True, text=True, check=False)
        except OSError:
            continue
        if asked.returncode == 0:
            return Python(name, *asked.stdout.splitlines())
    return None


def main() -> int:
    found = {name: find(name) for name in sys.argv[1:]}
    for name, python in found.items():
        if python is None:
            print(f"{name}: not on this machine, skipped", file=sys.stderr)
    paths = [python.path for python in found.values() if python is not None]
    print(*(paths or [sys.executable]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
