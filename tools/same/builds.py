"""Builds to compare: each plays under its own Python, in an observer process that answers questions."""

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
"""The seconds that a process has to end by itself."""

_QUESTIONS: Final = 200
"""The questions after which a process is replaced."""


class BuildError(Exception):
    """A build that can't be observed, or whose process has ended."""


def observer_of(python: str) -> list[str]:
    """Return the command that starts the observer under a Python, given by a path or a name.

    The observer's code is that of this checkout for every build. Raises BuildError if there is no such Python.
    """
    found = shutil.which(python)
    if found is None:
        raise BuildError(f"there is no Python {python}")
    return [os.path.abspath(found), "-P", "-m", "tools.same.observing"]


class Build:
    """A build as a context manager. A process that has ended is replaced at the next question.

    A process is also replaced after many questions, so that caches of a build, such as of maps, don't grow endlessly.
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
        """Send a question; `answer` waits for its answer."""
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
            # `answer` reports it.

            pass

    def answer(self) -> Any:
        """Return the next answer; raise BuildError if the process has ended before."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line.endswith("\n"):
            return json.loads(line)
        self._process.communicate()
        status, self._process = self._process.returncode, None
        raise BuildError(f"{self.name} ended with status {status}")

    def _end(self) -> None:
        """End the process, which removes its folder unless it is in the middle of a long game."""
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
