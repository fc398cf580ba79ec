"""Builds that are looked at: each plays under a Python of its own, in a process that answers questions."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

__all__ = ["Build", "BuildError", "observer_of"]

ROOT: Final = Path(__file__).parents[2]

_GRACE: Final = 5
"""The seconds in which a process may end by itself."""

_QUESTIONS: Final = 200
"""So many questions a process answers."""


class BuildError(Exception):
    """A build that can't be looked at, or whose process ended."""


def observer_of(python: str) -> list[str]:
    """Return the command of the observer in the build of a Python, a path or a name.

    The observer is that of this checkout, whatever the build. Raises BuildError if there is no such Python.
    """
    found = shutil.which(python)
    if found is None:
        raise BuildError(f"there is no Python {python}")
    return [os.path.abspath(found), "-P", "-m", "tools.same.observing"]


class Build:
    """A build, while it is entered. A process that ends is started anew with the next question.

    So is one that has answered many: what a build keeps of games, such as their maps, doesn't grow without end.
    """

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name: Final = name
        self._command: Final = command
        self._process: subprocess.Popen[str] | None = None
        self._asked = 0
        self.folder = ""
        """The folder of the package."""

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def ask(self, question: Mapping[str, Any]) -> None:
        """Hand over a question; `answer` waits for its answer."""
        if self._asked >= _QUESTIONS:
            self._end()
        if self._process is None:
            self._start()
        self._asked += 1
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{json.dumps(question)}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            # The answer says so.
            pass

    def answer(self) -> Any:
        """Return the next answer; raise BuildError if the process ended before."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line.endswith("\n"):
            return json.loads(line)
        self._process.communicate()
        status, self._process = self._process.returncode, None
        raise BuildError(f"{self.name} ended with status {status}")

    def _end(self) -> None:
        """End the process, which removes its folder where it isn't in the middle of a long game."""
        process, self._process = self._process, None
        if process is not None:
            try:
                process.communicate(timeout=_GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()

    def _start(self) -> None:
        self._asked = 0
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            cwd="/",
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        self.folder = str(self.answer())
