"""Files of one's own, such as a bot or a house rule, run as modules."""

from __future__ import annotations

import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Final

from ..errors import ArgumentError

__all__ = ["failure_in", "module_of"]

_NUMBERS: Final = count()
"""Numbers for the modules that are made from files."""


class _Loader(SourceFileLoader):
    """A loader that leaves no compiled file beside a file."""

    def set_data(self, path: str, data: Any, *, _mode: int = 0) -> None:
        """Write no compiled file."""


def module_of(name: str, kind: str) -> ModuleType:
    """Return the module of a file by its path, absolute or from the current folder.

    A file is run once in a process, as a module with a name that no other has; a file that was changed is run again.

    Raises ArgumentError if the file can't be read, or fails. The message says where and why, and what the file of this
    `kind` is, such as ``bot``.
    """
    path = Path(name).expanduser()
    try:
        status = path.stat()
        return _module_of(str(path.resolve()), name, kind, status.st_mtime_ns, status.st_size)
    except FileNotFoundError:
        raise ArgumentError(f"{name}: no such file; a name that ends in .py is the path of a {kind}'s file") from None
    except OSError as error:
        raise ArgumentError(f"{name}: {error.strerror}") from None


@cache
def _module_of(path: str, name: str, kind: str, changed: int, size: int) -> ModuleType:
    """Return the module of a file. A file that was changed is another module.

    Raises OSError if the file can't be read, ArgumentError if it fails.
    """
    module_name = f"sse_{kind.replace(' ', '_')}_{next(_NUMBERS)}"
    spec = spec_from_file_location(module_name, path, loader=_Loader(module_name, path))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with open(path, "rb"):
        # A file that can't be opened is no failure of what it has.
        pass
    # Dataclasses and pickles look their module up by name.
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        raise ArgumentError(failure_in(error, path, name)) from None
    return module


def failure_in(error: BaseException, path: str, name: str) -> str:
    """Return what went wrong in a file on one line: the file as it was named, its line, and the error."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename == path]
    line = frames[-1].lineno if frames else None
    if isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
        words = error.msg
    else:
        words = " ".join(str(error).split())
    where = f"{name}, line {line}" if line else name
    return f"{where}: {type(error).__name__}{f': {words}' if words else ''}"
