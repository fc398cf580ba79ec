"""Moves of a game in a room, with those that were taken back, and the version numbers that viewers see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...game import CHANCE, State
from ...play.records.played import PlayedMove, played
from ...play.sentences import digits
from ..errors import StaleError
from ..messages import say
from ..plan import MAX_PLIES
from .hidden_moves import HiddenMoves, hidden_moves_of
from .sealed_orders import is_known, is_writing, writing_from

__all__ = ["Course", "too_long"]


def too_long() -> str:
    """Return why a game takes no more moves, in the reader's language."""
    return say("the game has {n} moves, and takes no more here", n=digits(f"{MAX_PLIES:,}"))


@dataclass
class _VisibleChanges:
    """The versions of a game with secrets, as one viewer counts them."""

    version: int = 0
    added: list[int] = field(default_factory=list[int])
    """For each move the version in which the viewer could see it first."""

    shape: tuple[Any, ...] = ()
    """What the viewer saw at the last change. The version grows when this differs."""


class Course:
    """The moves of a game, each with the version in which it appeared. The room that owns it locks it.

    `viewers` are the viewers of a game with secrets: each has its own versions. `at_once` says whether several people
    write orders at the same time. Orders stand in the order of seats, whoever writes first. So the record, and all that
    is drawn by its plies, is the same as if the players had written one after the other.
    """

    def __init__(self, start: State[Any], viewers: Iterable[int], *, at_once: bool) -> None:
        self.start = start
        self.moves: list[PlayedMove] = []
        self.undone: list[list[PlayedMove]] = []
        """The decisions that were taken back, each with the moves that it caused; the last one at the end."""
        self.version = 0
        self.added: list[int] = []
        """The version in which each move appeared."""
        self.visible_changes = {viewer: _VisibleChanges() for viewer in viewers}
        self._at_once = at_once
        self.hiding: HiddenMoves | None = None
        """The work that finds hidden moves; None when it is done."""

    @property
    def final(self) -> State[Any]:
        """The position after the last move."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def is_writing(self) -> bool:
        """Whether orders are being written."""
        return is_writing(self.moves, self.final)

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may act in the last position, CHANCE among them: see `Snapshot.acting`."""
        to_act = self.final.to_act
        return to_act if self._at_once else to_act[:1]

    def place_of(self, seat: int) -> int:
        """Return the place in the list at which a seat's next move will stand."""
        place = len(self.moves)
        first = writing_from(self.moves) if self._at_once else place
        while place > first and self.moves[place - 1].player > seat:
            place -= 1
        return place

    def before(self, place: int) -> State[Any]:
        """Return the position before a move."""
        return self.moves[place - 1].after if place else self.start

    # --- changes

    def put(self, place: int, moves: Sequence[tuple[int, Any]]) -> None:
        """Replace all moves from a place on; the new ones appear in the next version.

        Raises IllegalActionError if the rules refuse a move, StaleError if the game gets too long; then nothing
        changes.
        """
        if place + len(moves) > MAX_PLIES:
            raise StaleError(too_long())
        found = self.moves[place - 1 : place] if place else []
        kept = len(found)
        for player, action in moves:
            last = found[-1] if found else None
            found.append(played(self.start if last is None else last.after, player, action, last))
        self.moves[place:] = found[kept:]
        added = len(found) - kept
        self.added[place:] = [self.version + 1] * added
        for changes in self.visible_changes.values():
            changes.added[place:] = [changes.version + 1] * added

    def add(self, player: int, action: Any) -> int:
        """Add a move to the next version; return its place. Raises what `put` raises."""
        place = self.place_of(player)
        # The later orders of other players stay the same: they don't depend on this one.
        self.put(place, [(player, action), *((move.player, move.action) for move in self.moves[place:])])
        return place

    def take_back(self, place: int) -> None:
        """Take back all moves from a place on."""
        self.undone.append(self.moves[place:])
        del self.moves[place:]
        for added in (self.added, *(each.added for each in self.visible_changes.values())):
            del added[place:]

    def take_orders_back(self, writer: int, number: int) -> None:
        """Take back a player's last orders, so many of them; the orders of others stay."""
        first = writing_from(self.moves)
        rest = self.moves[first:]
        own = [move for move in rest if move.player == writer][-number:]
        self.undone.append(own)
        self.put(first, [(move.player, move.action) for move in rest if move not in own])

    def take_again(self, seat: int | None) -> list[PlayedMove]:
        """Remove and return what was taken back last; while orders are written, what this seat took back last."""
        own = (place for place, chunk in enumerate(self.undone) if self.is_writing and chunk[0].player == seat)
        return self.undone.pop(max(own, default=-1))

    def forget_undone(self, seat: int, *, others_stay: bool) -> None:
        """Drop what was taken back: the moves of a seat, and unless `others_stay` those of all."""
        self.undone = [chunk for chunk in self.undone if others_stay and chunk[0].player != seat]

    @property
    def undone_by(self) -> tuple[int, ...]:
        """The seats whose decisions were taken back and can be redone."""
        if not self._at_once:
            return tuple(chunk[0].player for chunk in self.undone[-1:])
        # Nobody redoes the decisions of others.
        chunks = self.undone if self.is_writing else self.undone[-1:]
        return tuple(
            chunk[0].player for chunk in chunks if all(move.player in (chunk[0].player, CHANCE) for move in chunk)
        )

    # --- hidden moves

    def hide_unknown(self, seats: Collection[int]) -> None:
        """Hide all moves that may be hidden from some seats until `learn` has the answer, if there are many of them."""
        self.hiding = hidden_moves_of(self.moves, seats)

    def stop_hiding(self) -> None:
        """Stop the work on hidden moves, since everything is open."""
        self.hiding = None

    def learn(self, found: Iterable[Mapping[int, bool]]) -> None:
        """Take the result for the next part of the work. When the work is done, pages ask for the moves again."""
        if self.hiding is not None:
            self.hiding.take(found)
            if self.hiding.is_finished:
                self.hiding = None

    # --- versions

    def version_of(self, viewer: int | None) -> int:
        """Return the version that a viewer sees; None is the viewer who knows everything."""
        found = None if viewer is None else self.visible_changes.get(viewer)
        return self.version if found is None else found.version

    def set_versions(self, version: int, versions: Sequence[int]) -> None:
        """Set the version, and the versions of the viewers in their order."""
        self.version = version
        for changes, own in zip(self.visible_changes.values(), versions, strict=True):
            changes.version = own

    def note_visible(self, others: tuple[Any, ...]) -> None:
        """Note what each viewer sees now. `others` is what everybody sees beside the moves."""
        for viewer, changes in self.visible_changes.items():
            changes.shape = self._shape(viewer, others)

    def count_change(self, others: tuple[Any, ...]) -> None:
        """Count a change in the version, and in the versions of the viewers who can see it."""
        self.version += 1
        for viewer, changes in self.visible_changes.items():
            shape = self._shape(viewer, others)
            if shape != changes.shape:
                changes.version, changes.shape = changes.version + 1, shape

    def viewer_versions(self) -> Mapping[int, tuple[int, Sequence[int]]]:
        """Return the version of each viewer, and for each move the version in which it appeared."""
        return {viewer: (each.version, tuple(each.added)) for viewer, each in self.visible_changes.items()}

    def _shape(self, viewer: int, others: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return what a viewer can see now, to compare with the last change."""
        first = writing_from(self.moves)
        known = tuple((move.player, move.action) for move in self.moves[first:] if is_known(move, viewer))
        last = self.moves[first - 1] if first else None
        return first, last, known, others
