"""Copies of the checkout, each with the environment of a Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tools.elsewhere.processes import status_of
from tools.elsewhere.runs import OVER
from tools.elsewhere.user import User
from tools.pythons import Python

__all__ = ["ROOT", "copy_tracked", "install"]

ROOT: Final = Path(__file__).parents[2]


def copy_tracked(root: Path, to: Path) -> None:
    """Copy the files of a checkout that git tracks, as they stand there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if name and (root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, to / name)


def install(tree: Path, python: Python, user: User, log: Path, seconds: float) -> str:
    """Make the environment of a copy as `make test` does, and give all files to the user; return what went wrong.

    Compiled modules come from the build of the checkout, and are stored there.
    """
    command = ["make", ".venv/.dev", f"PYTHON={python.path}", f"SSE_BUILD={ROOT / 'build'}"]
    # The variables of the make that started this process are removed.
    outside = {
        name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS"}
    }
    try:
        status = status_of(command, tree, outside, log, seconds)
    except subprocess.TimeoutExpired:
        return OVER
    if status:
        return f"its environment can't be made, as {log} says"
    if user.is_dropped_to:
        subprocess.run(["chown", "-Rh", f"{user.uid}:{user.gid}", str(tree)], check=True)
    return ""
