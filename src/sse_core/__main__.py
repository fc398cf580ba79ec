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

    While the command is loading, `sse_core` itself answers Ctrl-C. After the work, while Python shuts down, Ctrl-C ends
    the process at once, by the signal and without a message.
    """
    sys.unraisablehook = _come_again
    try:
        return run()
    finally:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        # CPython remembers an interrupt that leaves an `exec` or `eval` of a text, even if it is caught later. A
        # NamedTuple or a dataclass that is loaded late runs such a text. CPython would then end a program run by ``-m``
        # by the signal. It forgets the interrupt when the next text is run.
        eval("0")


def _come_again(ignored: sys.UnraisableHookArgs) -> None:
    """Repeat an interrupt that can't be raised where it came, such as in a finalizer; Python would only print it."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        # Another thread sends the signal: sent by this thread, it would arrive within the hook.
        start_new_thread(interrupt_main, ())
    else:
        sys.__unraisablehook__(ignored)


if __name__ == "__main__":
    sys.exit(main())
