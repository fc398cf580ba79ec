"""The moves of a game that are hidden from its seats: found a few at a time, since that takes longer than the moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from time import process_time
from typing import Any, Final, NamedTuple

from ...forms.checks import shown
from ...game import State
from ...play.records.played import PlayedMove
from ...play.secrets import is_hidden
from ..errors import WebError

__all__ = [
    "HiddenMoves",
    "Part",
    "Progress",
    "hidden_in",
    "hidden_moves_of",
    "hidden_texts",
    "know_again",
    "take_hidden",
]

_UNKNOWN: Final = "?"
_LETTERS: Final[dict[bool | None, str]] = {True: "1", False: "0", None: _UNKNOWN}
_FOUND: Final = {"1": True, "0": False}

_FEW: Final = 50
"""The most moves that are worked out when somebody looks: what is hidden of more of them is found elsewhere."""

_AT_ONCE: Final = 1000
"""The most moves of a part."""

_PART: Final = 0.1
"""The seconds of computing that a part of the work takes, or a little more."""


class Progress(NamedTuple):
    """How many moves are done, of how many."""

    done: int
    of: int


class Part(NamedTuple):
    """Moves in a row of which it is to be found from whom they are hidden, as plain values for another process."""

    before: State[Any]
    moves: Sequence[tuple[int, Any]]
    """The seat and the action of each."""

    viewers: Sequence[Sequence[int]]
    """For each move the seats that are asked about."""


def hidden_in(part: Part) -> list[dict[int, bool]]:
    """Return from which viewers each move is hidden, for as many of the first ones as a tenth of a second takes."""
    end = process_time() + _PART
    state, found = part.before, list[dict[int, bool]]()
    for (player, action), viewers in zip(part.moves, part.viewers, strict=True):
        after = state.after(action, player)
        found.append({viewer: is_hidden(state, player, action, after, viewer) for viewer in viewers})
        state = after
        if process_time() > end:
            break
    return found


class HiddenMoves:
    """What moves have hidden from some seats, while it is worked out elsewhere: until it is known, all is hidden."""

    def __init__(self, moves: Sequence[PlayedMove], seats: Collection[int]) -> None:
        self._moves = moves
        self._asked = [_unknown_to(move, seats) for move in moves]
        self._done = 0
        for move in moves:
            move.is_elsewhere = True

    @property
    def progress(self) -> Progress:
        """How much is done."""
        return Progress(self._done, len(self._moves))

    @property
    def is_finished(self) -> bool:
        """Whether all is known."""
        return self._done == len(self._moves)

    @property
    def part(self) -> Part:
        """What is to be worked out next."""
        here = slice(self._done, self._done + _AT_ONCE)
        moves = self._moves[here]
        return Part(moves[0].before, [(move.player, move.action) for move in moves], self._asked[here])

    def take(self, found: Iterable[Mapping[int, bool]]) -> None:
        """Take in what `hidden_in` has found of the next part."""
        for hidden in found:
            self._moves[self._done].hidden.update(hidden)
            self._done += 1


def hidden_moves_of(moves: Sequence[PlayedMove], seats: Collection[int]) -> HiddenMoves | None:
    """Return the work that finds out what moves have hidden from seats.

    Return None if it is unknown of a few at most: of these it is found when somebody looks.
    """
    unknown = [place for place, move in enumerate(moves) if _unknown_to(move, seats)]
    return None if len(unknown) <= _FEW else HiddenMoves(moves[unknown[0] : unknown[-1] + 1], seats)


def _unknown_to(move: PlayedMove, seats: Collection[int]) -> list[int]:
    """Return the seats from which a move may be hidden, as far as it isn't known yet."""
    # What is sealed is hidden in any case, and nobody asks (see `visibility.Visibility`).
    return [] if move.sealed else [seat for seat in seats if seat != move.player and seat not in move.hidden]


def know_again(moves: Sequence[PlayedMove], old: Sequence[PlayedMove]) -> None:
    """Let moves that were made again know what the old ones know, now or later, as far as they are the same."""
    for move, same in zip(moves, old, strict=True):
        if (move.player, move.action, move.before) == (same.player, same.action, same.before):
            move.hidden, move.is_elsewhere = same.hidden, same.is_elsewhere


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
