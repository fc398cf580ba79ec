"""Hidden moves of a long game, found step by step: which moves are secret from which seats.

Finding this out takes longer than replaying the moves. So another process does it, a part at a time.
"""

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
"""The most unknown moves that are worked out when somebody looks; if there are more, another process does it."""

_AT_ONCE: Final = 1000
"""The most moves of one part."""

_PART: Final = 0.1
"""The seconds of computing after which a part ends."""


class Progress(NamedTuple):
    """The number of moves that are done, and of all."""

    done: int
    of: int


class Part(NamedTuple):
    """Moves in a row to work on, as plain values for another process."""

    before: State[Any]
    moves: Sequence[tuple[int, Any]]
    """The seat and the action of each."""

    viewers: Sequence[Sequence[int]]
    """The seats to ask about, for each move."""


def hidden_in(part: Part) -> list[dict[int, bool]]:
    """Return whether each move is hidden from its viewers, for as many moves of a part as a tenth of a second takes."""
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
    """The work on the hidden moves of a game, done elsewhere. Moves whose answer is unknown stay hidden."""

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
        """Whether all moves are done."""
        return self._done == len(self._moves)

    @property
    def part(self) -> Part:
        """The next part to work on."""
        here = slice(self._done, self._done + _AT_ONCE)
        moves = self._moves[here]
        return Part(moves[0].before, [(move.player, move.action) for move in moves], self._asked[here])

    def take(self, found: Iterable[Mapping[int, bool]]) -> None:
        """Take the result of `hidden_in` for the next part."""
        for hidden in found:
            self._moves[self._done].hidden.update(hidden)
            self._done += 1


def hidden_moves_of(moves: Sequence[PlayedMove], seats: Collection[int]) -> HiddenMoves | None:
    """Return the work that finds the moves that are hidden from some seats.

    Return None if it is unknown for a few moves at most: these are worked out when somebody looks.
    """
    unknown = [place for place, move in enumerate(moves) if _unknown_to(move, seats)]
    return None if len(unknown) <= _FEW else HiddenMoves(moves[unknown[0] : unknown[-1] + 1], seats)


def _unknown_to(move: PlayedMove, seats: Collection[int]) -> list[int]:
    """Return the seats for which it isn't known yet whether a move is hidden."""
    # A sealed move is hidden in any case (see `visibility.Visibility`).
    return [] if move.sealed else [seat for seat in seats if seat != move.player and seat not in move.hidden]


def know_again(moves: Sequence[PlayedMove], old: Sequence[PlayedMove]) -> None:
    """Let replayed moves share what the old ones know of hiding, now or later, where they are the same moves."""
    for move, same in zip(moves, old, strict=True):
        if (move.player, move.action, move.before) == (same.player, same.action, same.before):
            move.hidden, move.is_elsewhere = same.hidden, same.is_elsewhere


def hidden_texts(moves: Sequence[PlayedMove], n_seats: int) -> list[str]:
    """Return a text for each seat, with a letter for each move: 1 for hidden, 0 for open, ``?`` for unknown.

    The ``?`` at the end are left out.
    """
    return ["".join([_LETTERS[move.hidden.get(seat)] for move in moves]).rstrip(_UNKNOWN) for seat in range(n_seats)]


def take_hidden(moves: Sequence[PlayedMove], texts: Sequence[str], n_seats: int) -> None:
    """Give moves what `hidden_texts` has saved of them; raise WebError if the texts don't fit the moves."""
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
