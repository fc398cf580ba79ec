"""The `sse` command as a process: ``python -m sse_core``, and the script that an install makes.

Ring: tables and tools.
"""

from __future__ import annotations

import signal
import sys
from _thread import interrupt_main, start_new_thread

from .cli import main as run

__all__ = ["main"]


def main() -> int:
    """Run the command with the arguments of the process, and return its exit status.

    `sse_core` itself answers Ctrl-C until the command works. After the work, while Python ends, it ends the process at
    once, by the signal and without a word.
    """
    sys.unraisablehook = _come_again
    try:
        return run()
    finally:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        # CPython notes an interrupt that leaves a text that is run, even if it is caught later: a NamedTuple or a
        # dataclass that is loaded late runs one. It would end a program run by ``-m`` by the signal. The next text that
        # is run makes it forget.
        eval("0")


def _come_again(ignored: sys.UnraisableHookArgs) -> None:
    """Let an interrupt come again that Python can't raise where it came, such as in a finalizer, and would print."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        # From another thread: from this one it would come within the hook.
        start_new_thread(interrupt_main, ())
    else:
        sys.__unraisablehook__(ignored)


if __name__ == "__main__":
    sys.exit(main())
