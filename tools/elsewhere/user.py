"""The ordinary user for the runs, and the paths that this user can reach.

Root becomes the user `nobody`, in a mount namespace for each run, which ends with the run. An ordinary user stays the
same, and gets such a namespace if the system lets users make one.
"""

from __future__ import annotations

import getpass
import os
import pwd
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["User", "closed_above", "entered", "script"]


class User(NamedTuple):
    """A user of the system."""

    name: str
    uid: int
    gid: int
    is_dropped_to: bool
    """Whether root becomes this user."""

    @classmethod
    def ordinary(cls) -> User:
        """Return the user of this process, or nobody if that is root."""
        if os.geteuid() != 0:
            return cls(getpass.getuser(), os.geteuid(), os.getegid(), is_dropped_to=False)
        nobody = pwd.getpwnam("nobody")
        return cls(nobody.pw_name, nobody.pw_uid, nobody.pw_gid, is_dropped_to=True)

    def reachable(self, folders: Iterable[str]) -> list[str]:
        """Return the folders that the user can reach."""
        return [each for each in folders if not self.is_dropped_to or closed_above(Path(each)) is None]


def closed_above(path: Path) -> Path | None:
    """Return the first folder above a path, from the root on, that only its owner may enter."""
    folders = [*reversed(path.parents), path]
    return next((each for each in folders if each.is_dir() and not each.stat().st_mode & 0o001), None)


def script(covers: Mapping[Path, Iterable[Path]], stage: Path, noexec: Path | None, umask: int) -> str:
    """Return a shell script for a mount namespace, which at its end runs its arguments as a command.

    Each folder of `covers` shows only its given paths, and everybody may enter it; it is assembled in `stage`. A folder
    for temporary files is mounted `noexec`.
    """
    lines = ["set -e", "umask 022"]
    staged = shlex.quote(str(stage))
    for closed, paths in covers.items():
        lines.append(f"mount -t tmpfs -o mode=755 tmpfs {staged}")
        for path in paths:
            within = shlex.quote(str(stage / path.relative_to(closed)))
            lines += [f"mkdir -p {within}", f"mount --bind {shlex.quote(str(path))} {within}"]
        lines.append(f"mount --move {staged} {shlex.quote(str(closed))}")
    if noexec is not None:
        lines.append(f"mount -t tmpfs -o noexec,nosuid,nodev,mode=1777 tmpfs {shlex.quote(str(noexec))}")
    return "\n".join([*lines, f"umask {umask:03o}", 'exec "$@"'])


def entered(user: User, shown: Iterable[Path], stage: Path, noexec: Path | None, umask: int) -> Sequence[str]:
    """Return the beginning of a command line that runs the rest as this user, who can reach the `shown` paths."""
    uid, gid = user.uid, user.gid
    covers: dict[Path, list[Path]] = {}
    if user.is_dropped_to:
        for path in dict.fromkeys(shown):
            closed = closed_above(path)
            if closed is not None:
                covers.setdefault(closed, []).append(path)
    shell = ["sh", "-c", script(covers, stage, noexec, umask), "sh"]
    if user.is_dropped_to:
        return ["unshare", "--mount", *shell, "setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]
    if noexec is not None:
        back = ["unshare", "--user", f"--map-user={uid}", f"--map-group={gid}"]
        return ["unshare", "--map-root-user", "--mount", *shell, *back]
    return shell
