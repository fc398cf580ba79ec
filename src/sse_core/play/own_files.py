"""Users' own files, such as a bot or a house rule, run as modules."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from os.path import isfile
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Final

from ..errors import ArgumentError
from ..forms.checks import shown

__all__ = ["failure_in", "failure_within", "file_meant", "module_of"]

_LONG: Final = 200
"""The most characters of a name in an error; a longer name is shortened."""

_NUMBERS: Final = count()
"""The numbers in the names of modules made from files."""

_MODULES: Final[dict[tuple[str, str, int, int], ModuleType]] = {}
"""The modules by the path of the file, its kind, the time of its last change and its size."""


class _Loader(SourceFileLoader):
    """A module loader that writes no compiled file."""

    def set_data(self, path: str, data: Any, *, _mode: int = 0) -> None:
        """Write no compiled file."""


def module_of(name: str, kind: str) -> ModuleType:
    """Return the module of a file by its path, absolute or from the current folder.

    A file is run once in a process, as a module with a name that no other has; a file that was changed is run again.

    Raises ArgumentError if the file can't be read, or fails. The message says where and why, and the `kind` of the
    file, such as ``bot``.
    """
    label = name if name.isprintable() and 0 < len(name) <= _LONG else shown(name)
    try:
        path = Path(name).expanduser()
        status = path.stat()
    except FileNotFoundError:
        meant = file_meant(name) or f"; a name that ends in .py is the path of a {kind}'s file"
        raise ArgumentError(f"{label}: no such file{meant}") from None
    except OSError as error:
        raise ArgumentError(f"{label}: {error.strerror}") from None
    except (ValueError, RuntimeError) as error:
        raise ArgumentError(f"{shown(name)} is no name of a file: {error}") from None
    try:
        key = str(path.resolve()), kind, status.st_mtime_ns, status.st_size
        if key not in _MODULES:
            _MODULES[key] = _run(key[0], name, kind)
        return _MODULES[key]
    except OSError as error:
        raise ArgumentError(f"{label}: {error.strerror}") from None


def _run(path: str, name: str, kind: str) -> ModuleType:
    """Run a file, and return its module; raise OSError if it can't be read, ArgumentError if it fails."""
    module_name = f"sse_{kind.replace(' ', '_')}_{next(_NUMBERS)}"
    spec = spec_from_file_location(module_name, path, loader=_Loader(module_name, path))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with open(path, "rb"):
        # A file that can't be opened is reported as such, not as a failure of its code.
        pass
    # Dataclasses and pickles look their module up by name.
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        raise ArgumentError(failure_in(error, path, name)) from None
    return module


def file_meant(name: str) -> str:
    """Return the question of an error, whether a name lacks its ``.py``; empty if no such file exists."""
    file = f"{name}.py"
    return f" (did you mean {file!r}?)" if name.isprintable() and isfile(file) else ""


def failure_in(error: BaseException, path: str, name: str) -> str:
    """Return a failure in a file on one line: the file as it was named, the line in it, and the error."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename == path]
    line = frames[-1].lineno if frames else None
    if isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
        words = error.msg
    else:
        words = " ".join(str(error).split())
    where = f"{name}, line {line}" if line else name
    return f"{where}: {type(error).__name__}{f': {words}' if words else ''}"


def failure_within(error: BaseException, name: str) -> str | None:
    """Return a failure in a line of a file that was run, as `failure_in` does; None if it was elsewhere."""
    path = str(Path(name).expanduser().resolve())
    is_within = any(frame.filename == path for frame in extract_tb(error.__traceback__))
    return failure_in(error, path, name) if is_within else None
