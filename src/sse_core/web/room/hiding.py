"""The moves of a game that are hidden from its seats, as texts: they take longer to find than the moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...forms.checks import shown
from ...play.played import PlayedMove
from ..errors import WebError

__all__ = ["hidden_texts", "take_hidden"]

_UNKNOWN: Final = "?"
_LETTERS: Final[dict[bool | None, str]] = {True: "1", False: "0", None: _UNKNOWN}
_FOUND: Final = {"1": True, "0": False}


def hidden_texts(moves: Sequence[PlayedMove], n_seats: int) -> list[str]:
    """Return for each seat a letter for each move: 1 if it is hidden, 0 if not, ``?`` if nobody has asked yet.

    The ``?`` at the end are left out.
    """
    return ["".join([_LETTERS[move.hidden.get(seat)] for move in moves]).rstrip(_UNKNOWN) for seat in range(n_seats)]


def take_hidden(moves: Sequence[PlayedMove], texts: Sequence[str], n_seats: int) -> None:
    """Let moves know again what was kept by `hidden_texts`; raise WebError if that can't be theirs."""
    if len(texts) != n_seats:
        raise WebError(f"{len(texts)} texts tell what is hidden from {n_seats} seats")
    for seat, text in enumerate(texts):
        if len(text) > len(moves):
            raise WebError(f"{len(text)} letters tell which of {len(moves)} moves are hidden from seat {seat}")
        if wrong := {*text} - {*_LETTERS.values()}:
            raise WebError(f"whether a move is hidden is 0, 1 or ?, not {shown(min(wrong))}")
        for move, letter in zip(moves, text, strict=False):
            if letter in _FOUND:
                move.hidden[seat] = _FOUND[letter]
