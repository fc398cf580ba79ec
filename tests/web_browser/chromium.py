"""The browser of these tests: Chromium, or one of its kin, as the machine has it.

The headless shell comes first: Chromium without windows. It runs and draws a page by the same code, in 0.6 of the
time, since the whole browser opens a window for each visit and draws its toolbar there.

``python -m tests.web_browser.chromium`` prints the path. With ``--install`` it first installs Debian's package where no
browser is found, if it may. Without a browser it ends with status 1 and one line.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final

from tools import debian

__all__ = ["VARIABLE", "NoBrowserError", "find", "install"]

VARIABLE: Final = "SSE_CHROMIUM"
"""The environment variable that names another browser: a path, or a name on the search path."""

PACKAGE: Final = "chromium-headless-shell"
"""Debian's package."""

NAMES: Final = (PACKAGE, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class NoBrowserError(RuntimeError):
    """No browser is found; the message is one line that says what to do."""


def find() -> str:
    """Return the path of the browser."""
    named = os.environ.get(VARIABLE)
    for name in (named,) if named else NAMES:
        path = shutil.which(name)
        if path is not None:
            return path
    if named:
        raise NoBrowserError(f"{VARIABLE} names {named!r}, which is no program")
    raise NoBrowserError(f"no browser: install Debian's package {PACKAGE}, or name one in {VARIABLE}")


def install() -> str:
    """Return the path of the browser; install Debian's package where there is none, which only root may do."""
    try:
        return find()
    except NoBrowserError as error:
        if os.environ.get(VARIABLE):
            raise
        try:
            debian.install(PACKAGE)
        except debian.NotInstalledError as why:
            raise NoBrowserError(f"{error}; {why}") from None
        return find()


def main() -> int:
    try:
        print(install() if "--install" in sys.argv[1:] else find())
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
