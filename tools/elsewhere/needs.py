"""Requirements of the harsh runs: each is installed or made where that is allowed, else named as missing."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from tests.web_browser import chromium
from tools import debian
from tools.elsewhere.runs import GERMAN, KINDS
from tools.elsewhere.user import User, entered

__all__ = ["MissingError", "lacking", "needs_of"]

PROGRAMS: Final = ("git", "make", "mount", "setpriv", "taskset", "unshare")
FONT: Final = "LiberationSans-Regular.*"
FONTS: Final = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
FONT_PACKAGE: Final = "fonts-liberation"
LOCALE_SOURCE: Final = Path("/usr/share/i18n/locales/de_DE")


class MissingError(RuntimeError):
    """The machine lacks something; the message is one line that names it."""


def programs(_user: User, _scratch: Path) -> dict[str, str]:
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        raise MissingError(f"no {' and no '.join(missing)} on the path")
    return {}


def browser(_user: User, _scratch: Path) -> dict[str, str]:
    try:
        chromium.install()
    except chromium.NoBrowserError as error:
        raise MissingError(str(error)) from None
    return {}


def fonts(_user: User, _scratch: Path) -> dict[str, str]:
    if not any(path for folder in FONTS for path in folder.rglob(FONT)):
        _install(FONT_PACKAGE, "no fonts of an ordinary desktop")
    return {}


def locale(_user: User, scratch: Path) -> dict[str, str]:
    """Make a locale in `scratch` that the system doesn't have."""
    if shutil.which("locale"):
        known = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout.split()
        if GERMAN.replace("UTF-8", "utf8") in known:
            return {}
    if not LOCALE_SOURCE.exists() or shutil.which("localedef") is None:
        _install("locales", f"no locale {GERMAN}")
    folder = scratch / "locales"
    folder.mkdir()
    language, _, charset = GERMAN.partition(".")
    command = ["localedef", "--inputfile", language, "--charmap", charset, str(folder / GERMAN)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MissingError(f"no locale {GERMAN}: {(done.stderr.strip().splitlines() or ['localedef failed'])[-1]}")
    return {"LOCPATH": str(folder)}


def noexec(user: User, scratch: Path) -> dict[str, str]:
    """Try a mount: a script that is written there can't run, and nothing of it is visible outside."""
    stage, folder = scratch / "stage", scratch / "noexec"
    for each in (stage, folder):
        each.mkdir(exist_ok=True)
    there = folder / "script"
    tried = f'printf "#!/bin/sh\\n" >"{there}" && chmod 700 "{there}" && ! "{there}" 2>/dev/null'
    command = [*entered(user, [scratch], stage, folder, 0o022), "sh", "-c", tried]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        why = str(error)
    else:
        if done.returncode == 0 and not there.exists():
            return {}
        why = (done.stderr.strip().splitlines() or ["a program runs there"])[-1]
    raise MissingError(f"no right to mount a temporary folder noexec, in a namespace of its own: {why}")


def _install(package: str, missing: str) -> None:
    try:
        debian.install(package)
    except debian.NotInstalledError as error:
        raise MissingError(f"{missing}: {error}") from None


Need = Callable[[User, Path], Mapping[str, str]]
"""A function that provides a requirement, and returns the variables to set in the environment."""


def needs_of(kinds: Iterable[str]) -> tuple[Need, ...]:
    """Return the requirements of runs of some kinds."""
    return (programs, browser, fonts, locale, noexec) if any(KINDS[kind].is_harsh for kind in kinds) else (programs,)


def lacking(needs: Iterable[Need], user: User, scratch: Path) -> tuple[dict[str, str], list[str]]:
    """Provide requirements; return variables for the environment, and a line for each missing thing."""
    environment: dict[str, str] = {}
    missing: list[str] = []
    for need in needs:
        try:
            environment |= need(user, scratch)
        except MissingError as error:
            missing.append(str(error))
    return environment, missing
