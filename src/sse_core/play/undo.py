"""The rule for taking back moves in a game of several people with secrets, at the terminal and on the page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from .messages import say
from .records.played import PlayedMove

__all__ = ["why_kept"]


def why_kept(turns: Sequence[PlayedMove], asker: int, people: Collection[int], label: Callable[[int], str]) -> str:
    """Return why a person can't take back the last turns of a game with secrets; empty if it is allowed.

    People may take back only their own decisions, and only if these revealed nothing that others had hidden. `people`
    are the seats of those who decide; `label` names one.
    """
    others = [turn.player for turn in turns if turn.player in people and turn.player != asker]
    if others:
        return say("that takes back what {who} decided", who=label(others[-1]))
    if any(turn.tells(asker) for turn in turns):
        return say("you have seen what others had hidden until then")
    return ""
