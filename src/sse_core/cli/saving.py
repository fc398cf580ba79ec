"""Saving games to files: atomically, safe from signals, and checked by replaying the file."""

from __future__ import annotations

import os
import signal
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from ..forms.kinds import MAP
from ..game import AnyGame
from ..play.records.contents import Content
from .loading import load
from .session.resumed_games import resuming
from .terminal.output import RefusedError, UsageError, echo, say
from .terminal.signals import handler_set
from .terminal.streams import named

__all__ = [
    "MAP_SUFFIX",
    "OutFiles",
    "add_out",
    "check_files",
    "first_ctrl_c_noted",
    "fresh_path",
    "map_text",
    "out_files",
    "report_files",
    "save",
    "signals_as_interrupts",
    "signals_ignored",
]

MAP_SUFFIX: Final = ".map"
"""The end of a name for a file with a map."""

_SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that ask a process to end."""


# --- files


def save(path: Path, text: str) -> None:
    """Write a text and a newline to a file. The file has its old content until the new content is complete.

    Raises OSError, with the path, if the file can't be written. A path that is no regular file, such as
    ``/dev/stdout``, is written to directly.
    """
    try:
        _write(path.resolve(), text.removesuffix("\n") + "\n")
    except OSError as error:
        raise named(error, path) from None


def _write(target: Path, content: str) -> None:
    if target.exists() and not target.is_file():
        target.write_text(content, encoding="utf-8", newline="\n")
        return
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def fresh_path(path: Path) -> Path:
    """Return a path at which nothing exists, with a number if necessary."""
    return next(each for each in (_numbered(path, n) for n in count(1)) if not os.path.lexists(each))


def _numbered(path: Path, n: int) -> Path:
    """Return a path with a number in its name; 1 is left out."""
    return path if n == 1 else path.with_name(f"{path.stem}-{n}{path.suffix}")


def map_text(shown: Any, game: AnyGame) -> str:
    """Return the text of a map of a game, from which every command reads it again."""
    return game.FORM.others[MAP].format(shown)


# --- files of --out


def add_out(parser: ArgumentParser, metavar: str, words: str, option: str = "--out") -> None:
    """Add an option for the written file or folder, whose help is `words`, and ``--force``."""
    parser.add_argument(option, type=Path, metavar=metavar, help=f"{words}; a name that is there already gets a number")
    parser.add_argument("--force", action="store_true", help=f"with {option}: replace what is there already")


def out_files(args: Namespace, *names: str, option: str = "--out") -> OutFiles | None:
    """Return the files with these names in the folder of the option, which is created; None without the option.

    Without names the option names a single file. Raises UsageError for ``--force`` without the option, RefusedError if
    there is a file in place of the folder, or a folder in place of the file, OSError if the folder can't be made.
    """
    out: Path | None = getattr(args, option.removeprefix("--"))
    if out is None:
        if args.force:
            raise UsageError(f"--force goes with {option}")
        return None
    if names:
        _make_folder(out, f"{option} names a folder")
    elif out.is_dir():
        raise RefusedError(f"{out} is a folder, and {option} names a file, such as {out / 'FILE'}")
    else:
        _check_folder(out.parent, f"{option} names a file in a folder")
    return OutFiles([out / name for name in names] or [out], force=args.force)


def _make_folder(folder: Path, why: str) -> None:
    _check_folder(folder, why, may_lack=True)
    folder.mkdir(parents=True, exist_ok=True)


def _check_folder(folder: Path, why: str, *, may_lack: bool = False) -> None:
    """Raise RefusedError if a folder's path is a file, or if it doesn't exist, unless it `may_lack`."""
    for place in (folder, *folder.parents):
        if place.is_dir():
            return
        if os.path.lexists(place):
            raise RefusedError(f"{place} is a file, and {why}")
        if not may_lack:
            raise RefusedError(f"there is no folder {folder}, and {why}")


class OutFiles:
    """Files that a command writes together; existing files are overwritten only on demand.

    If one of the names is taken, all get a number: ``game-2.sse`` and ``final-2.svg`` for ``game.sse`` and
    ``final.svg``. The first write fixes the names, and later writes replace these files. A path that is no regular
    file, such as ``/dev/stdout``, gets no number.
    """

    def __init__(self, paths: Sequence[Path], *, force: bool = False) -> None:
        self._asked = tuple(paths)
        self._force = force
        self._settled: tuple[Path, ...] = ()

    def settle(self, own: Path | None = None) -> Sequence[Path]:
        """Fix and return the names. The file `own` may be replaced, so its name doesn't count as taken.

        The first file is created, so that no other command takes the names meanwhile. Raises OSError if that fails.
        """
        if not self._settled:
            numbered = (tuple(_numbered(path, n) for path in self._asked) for n in count(1))
            self._settled = next(paths for paths in numbered if self._is_ours(paths, own))
        return self._settled

    def save(self, *texts: str, own: Path | None = None) -> Sequence[Path]:
        """Write the texts to the files, or to the first of them (see `settle`); return the paths of all.

        Raises OSError, with the path, if one can't be written; then no new empty file is left behind.
        """
        paths = self.settle(own)
        try:
            with signals_ignored():
                for path, text in zip(paths, texts, strict=False):
                    save(path, text)
        except BaseException:
            first = paths[0]
            with suppress(OSError):
                if first.is_file() and not first.stat().st_size:
                    first.unlink()
                    self._settled = ()
            raise
        return paths

    def _is_ours(self, paths: Sequence[Path], own: Path | None) -> bool:
        """Return whether files with these names may be written; create the first one if it doesn't exist."""
        first, *others = paths
        if self._force or (first.exists() and not first.is_file()):
            return True
        if own is not None and first.exists() and own.exists() and first.samefile(own):
            return True
        if any(map(os.path.lexists, others)):
            return False
        try:
            first.open("x").close()
        except FileExistsError:
            return False
        return True


def report_files(
    args: Namespace,
    name: str,
    paths: Sequence[Path],
    *,
    finished: bool,
    is_same: Callable[[Content], bool],
    same: str,
) -> None:
    """Print which files were written, and how to resume an unfinished game; `name` is the file that --out would write.

    The first file is checked, and the words `same` say what was compared. Raises the errors of `check_files`.
    """
    resume = f"`{resuming(args)} {{}}` goes on with it"
    if not paths:
        if not finished:
            say(f"It isn't kept. With --out DIR it would be, and {resume.format(f'DIR/{name}')}.")
        return
    echo()
    say(f"Wrote {' and '.join(map(str, paths))}.")
    check_files(args, paths, is_same)
    say(f"Replayed {paths[0]}: {same}.")
    if not finished:
        # A command stays on one line, so that it can be copied.
        echo(f"{resume.format(paths[0])}.")


def check_files(args: Namespace, paths: Sequence[Path], is_same: Callable[[Content], bool]) -> None:
    """Load the first of the written files, if any; raise RefusedError if it differs from what was played.

    `is_same` compares the file's content with what was played.
    """
    if paths and not is_same(load(str(paths[0]), args.game)):
        raise RefusedError(f"{paths[0]} does not replay to what was played")


# --- signals


@contextmanager
def signals_as_interrupts() -> Generator[None, None, None]:
    """Make SIGTERM, and SIGHUP of a closed terminal, raise KeyboardInterrupt as Ctrl-C does."""
    with handler_set(signal.default_int_handler, _SIGNALS):
        yield


@contextmanager
def signals_ignored() -> Generator[None, None, None]:
    """Ignore the signals that end the process, such as a second Ctrl-C, while a file is written."""
    with handler_set(signal.SIG_IGN, _SIGNALS):
        yield


@contextmanager
def first_ctrl_c_noted() -> Generator[threading.Event, None, None]:
    """Let the first Ctrl-C only set a token, which is yielded, instead of ending the process.

    A second one, and every other signal that ends the process, does what it did before.
    """
    before = signal.getsignal(signal.SIGINT)
    noted = threading.Event()

    def note(number: int, frame: object) -> None:
        noted.set()
        signal.signal(signal.SIGINT, before)

    with handler_set(note):
        yield noted
