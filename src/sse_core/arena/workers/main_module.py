"""A check of the program's main module, which spawned processes load again.

A script that starts processes at module level would start more in each of them.
"""

from __future__ import annotations

import ast
import sys
from multiprocessing import current_process
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import main_thread
from types import FrameType
from typing import Final

from ..errors import WorkersError
from .interrupts import interrupts_blocked_in_children

__all__ = ["check_main_module"]

_PROBE: Final = "sse_core's probe of the main module"
"""The name of the process that loads the main module as a probe."""

_UNGUARDED: Final = 83
"""The exit status of a probe in which the main module would start processes."""


def check_main_module() -> None:
    """Raise WorkersError if processes that are spawned now can't load the main module, or would start others there.

    If the running line is below ``if __name__ == "__main__":``, no probe is needed; else one process is spawned as a
    probe.
    """
    if getattr(current_process(), "_inheriting", False):
        # This is a spawned process that is still loading the main module.
        if current_process().name == _PROBE:
            raise SystemExit(_UNGUARDED)
        raise WorkersError(_sentence())
    path = _script()
    if path is None:
        return
    if not path.is_file():
        raise WorkersError(
            f"each process loads the main module again, and {path.name} is no file: write the script to a file, with "
            'what starts processes below the line `if __name__ == "__main__":`'
        )
    line = _line()
    if line is None or _is_guarded(path, line):
        return
    status = _status_of_probe()
    if status == _UNGUARDED:
        raise WorkersError(_sentence())
    if status != 0:
        raise WorkersError(f"each process loads {path.name} again, and one that did ended with status {status}")


def _sentence() -> str:
    name = Path(sys.argv[0]).name or "the script"
    return (
        f"each process loads the main module again, and {name} starts processes there: put what starts them below the "
        'line `if __name__ == "__main__":`'
    )


def _script() -> Path | None:
    """Return the file of the main module; None if processes load none again, as for `python -m sse_core`."""
    main = sys.modules["__main__"]
    file: str | None = getattr(main, "__file__", None)
    name: str = getattr(getattr(main, "__spec__", None), "name", "")
    return None if file is None or name.rpartition(".")[2] == "__main__" else Path(file)


def _line() -> int | None:
    """Return the line of the main module that the main thread runs; None if it runs none of it."""
    own = vars(sys.modules["__main__"])
    frame: FrameType | None = sys._current_frames().get(main_thread().ident or 0)  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        if frame.f_globals is own and frame.f_code.co_name == "<module>":
            return frame.f_lineno
        frame = frame.f_back
    return None


def _is_guarded(path: Path, line: int) -> bool:
    """Return whether a line of a file is inside an ``if`` with ``__name__`` in its condition."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False
    return any(
        isinstance(node, ast.If)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
        and any(isinstance(each, ast.Name) and each.id == "__name__" for each in ast.walk(node.test))
        for node in ast.walk(tree)
    )


def _status_of_probe() -> int | None:
    """Return the exit status of a process that only loads the main module."""
    probe = SpawnProcess(target=_nothing, name=_PROBE, daemon=True)
    with interrupts_blocked_in_children():
        probe.start()
    probe.join()
    return probe.exitcode


def _nothing() -> None:
    """Do nothing after the main module is loaded."""
