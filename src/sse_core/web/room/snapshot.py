"""The state of a room at one moment, as an immutable value from which pages for all viewers are made."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...game import AnyGame, State
from ...play.records.played import PlayedMove
from ...play.records.record import GameRecord
from ...play.seats import HUMAN, label_of, tags_of
from ...play.state_kinds import SecretState
from ...play.undo import why_kept
from ...play.visibility import seen_by
from ..clocks import Clocks
from ..messages import say
from .forced_moves import forced_move
from .hidden_moves import Progress
from .players import AWAY, LATE, TAGS_OF_LEAVING
from .sealed_orders import WATCHER, Writing, is_writing, writing_from
from .table import Question

__all__ = ["Snapshot"]


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """The state of a room at one moment."""

    id: str
    game: AnyGame
    start: State[Any]
    players: tuple[str, ...]
    names: tuple[str, ...]
    """The name of the person at each seat; empty without one."""

    moves: Sequence[PlayedMove] = ()
    added: Sequence[int] = ()
    """The version in which each move appeared, ascending."""

    seed: int = 0
    request: Mapping[str, Any] = field(default_factory=dict[str, Any])
    version: int = 1
    thinking: int | None = None
    gone: Mapping[int, str] = field(default_factory=dict[int, str])
    """The reason of each person who has left the game (see `players`), in the order in which they left."""

    is_over: bool = False
    is_open: bool = False
    """Whether the end of the game has opened secrets that people had."""

    undone_by: tuple[int, ...] = ()
    """The seats whose decisions were taken back and can be redone: one at most, unless several write orders."""

    trouble: str = ""
    """Why the game can't go on, in the reader's language; empty if it can."""

    warning: str = ""
    """The warning that the game can't be saved, in the reader's language; empty if it can."""

    recorded: Mapping[str, str] = field(default_factory=dict[str, str])
    """The tags of the record that the game continues, without those that are no longer true."""

    viewer_versions: Mapping[int, tuple[int, Sequence[int]]] = field(
        default_factory=dict[int, tuple[int, Sequence[int]]]
    )
    """The version of each viewer of a game with secrets, and the version in which the viewer saw each move first."""

    writing: Writing = field(default_factory=Writing)
    """The sealed orders, as viewers know them."""

    has_seats: bool = False
    """Whether each person has a seat, and plays with its secret."""

    free: tuple[int, ...] = ()
    """The free seats of people."""

    asked: Question | None = None
    """The take-back that a person asks for."""

    rematch: tuple[str, int] | None = None
    """The room of the rematch that is offered, and the seat that offers it, -1 if nobody in particular does."""

    table: int = 0
    """The version of the table, which changes with seats, names, questions and offers."""

    clocks: Clocks = field(default_factory=Clocks)
    """The clocks of the people."""

    moment: int = 0
    """The moment of the snapshot, at which clocks are read."""

    hiding: Progress | None = None
    """The progress of the work on hidden moves; None if it is done."""

    def known_to(self, viewer: int | None) -> Snapshot:
        """Return the room as a viewer knows it (see `sealed_orders`); None is the viewer who knows everything."""
        if viewer is None or viewer not in self.viewer_versions:
            return self
        version, added = self.viewer_versions[viewer]
        first, known = writing_from(self.moves), self.writing.known_moves(self.moves, viewer)
        return replace(
            self,
            version=version,
            moves=(*self.moves[:first], *(move for _, move in known)),
            added=(*added[:first], *(added[place] for place, _ in known)),
            clocks=self.clocks.until(len(self.moves)).at_places(lambda place: _place_in(known, first, place)),
        )

    def moves_of(self, version: int) -> int:
        """Return how many of the moves were there in an earlier version; 0 for a version that is yet to come.

        They are the first moves, at the same places as then, since moves are added and taken back at the end.
        """
        return bisect_right(self.added, version) if version <= self.version else 0

    @property
    def final(self) -> State[Any]:
        """The position after the last move."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in enumerate(self.players) if name == HUMAN)

    @property
    def lookers(self) -> tuple[int, ...]:
        """The seats of people, including people who are away and may come back: each sees what the seat may know."""
        return (*self.people, *(seat for seat, why in self.gone.items() if why == AWAY and seat not in self.people))

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats of the people who may act now.

        Where each person has a seat, all write their orders at once. At one screen it is only the first one to act.
        """
        if self.is_over:
            return ()
        to_act = self.final.to_act if self.has_seats else self.final.to_act[:1]
        return tuple(seat for seat in to_act if seat in self.people)

    @property
    def person(self) -> int | None:
        """The seat of the first person who may act; None if nobody may."""
        return next(iter(self.acting), None)

    @property
    def is_writing(self) -> bool:
        """Whether orders are being written."""
        return is_writing(self.moves, self.final)

    def viewer(self, seat: int | None, watches: bool = False) -> int | None:
        """Return the viewer for a seat; None if everything is shown.

        Without a seat the viewer is the person to act, else the person who acted last, else the first person. A client
        that `watches` is `sealed_orders.WATCHER`.
        """
        if not self.has_secrets:
            return None
        if watches:
            return WATCHER
        if seat is not None:
            return seat
        if self.person is not None:
            return self.person
        return next((move.player for move in reversed(self.moves) if move.player in self.people), self.people[0])

    @property
    def late(self) -> tuple[int, ...]:
        """The seats of players who have left because their clocks were out."""
        return tuple(seat for seat, why in self.gone.items() if why == LATE)

    @property
    def is_lost_on_time(self) -> bool:
        """Whether a clock has ended the game; then nothing can be taken back."""
        return self.is_over and any(self.players[seat] == HUMAN for seat in self.late)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether secrets must be kept: people play a game with secrets that isn't over."""
        return isinstance(self.start, SecretState) and bool(self.people) and not self.is_over

    @property
    def are_apart(self) -> bool:
        """Whether several people have secrets from each other."""
        return self.has_secrets and len(self.people) > 1

    def undo_place(self, to: int | None = None, asker: int | None = None) -> int | None:
        """Return the place of a person's last decision, or of the last one before or at the ply `to`; None without one.

        Where each person has a seat, it is a decision of `asker`. Forced moves aren't decisions, nor are moves that a
        bot made for a person who is away.
        """
        if self.is_open or self.is_lost_on_time or (asker in self.lookers and asker not in self.people):
            return None
        people = {*self.people, *self.gone}.difference(self.late)
        for place in range(len(self.moves) - 1, -1, -1):
            move = self.moves[place]
            is_own = move.player == asker if self.has_seats else move.player in people
            if is_own and (to is None or self.start.ply + place <= to) and not self._was_made(place, people):
                return place
        return None

    def _was_made(self, place: int, people: Collection[int]) -> bool:
        move = self.moves[place]
        was_sealed = place > 0 and self.moves[place - 1].sealed
        return forced_move(move.before, move.player, was_sealed, {*people} - {move.player}) is not None

    def why_kept(self, place: int, asker: int | None) -> str:
        """Return why a person can't take back the moves from a place on; empty if it is possible."""
        if not self.are_apart:
            return ""
        if asker is None:
            return say("it is nobody's turn: say the seat that takes its own move back")
        moves = self.moves[place:]
        if self.is_writing:
            # A refusal that depends on the orders of others would tell how many they have written.
            if asker not in self.final.to_act:
                return say("your orders are sealed")
            if place < writing_from(self.moves):
                return say("orders are being written, and you can take back yours alone")
            if self.has_seats:
                # Others may have finished meanwhile. Their orders stay.
                moves = [move for move in moves if move.player == asker]
        return why_kept(moves, asker, {*self.people, *self.gone}, self.label)

    def concerned(self, place: int, asker: int) -> tuple[int, ...]:
        """Return the seats of people who must agree before somebody takes back the moves from a place on.

        These are all others who sit here, or nobody if none of them has seen any of the moves.
        """
        others = tuple(seat for seat in self.people if seat != asker and seat not in self.free)
        is_unknown = self.hiding is not None and any(move.is_elsewhere for move in self.moves[place:])
        if not self.has_seats or not (is_unknown or any(any(seen_by(self.moves, other)[place:]) for other in others)):
            return ()
        return others

    def why_undone(self, asker: int | None) -> str:
        """Return why a person can't redo what was taken back; empty if it is possible."""
        is_own = asker in self.undone_by or not (self.are_apart or self.has_seats)
        can_be = self.undone_by and is_own and not self.is_lost_on_time
        return "" if can_be else say("there is nothing to do again")

    def label(self, seat: int) -> str:
        """Return the letter of a seat with the name of its player."""
        name = self.names[seat] if self.players[seat] == HUMAN else self.players[seat]
        return label_of(seat, {self.game.INFO.seats[seat]: name} if name else {}, self.game)

    @property
    def tags(self) -> dict[str, str]:
        """The tags of the record: those of the record it continues, the seed, players, who has left, and clocks."""
        letters = self.game.INFO.seats
        own = tags_of(self.seed, self.players, self.game)
        named = {key: value for key, value in self.recorded.items() if key != "seed"}
        gone: dict[str, str] = {}
        for seat, why in self.gone.items():
            gone[TAGS_OF_LEAVING[why]] = gone.get(TAGS_OF_LEAVING[why], "") + letters[seat]
        return {**self.recorded, **own, **named, **gone, **self.clocks.tags(letters, len(self.moves))}

    @property
    def record(self) -> GameRecord[Any, Any]:
        """The record of the game so far."""
        return GameRecord(self.start, [(move.player, move.action) for move in self.moves], self.tags)


def _place_in(known: Sequence[tuple[int, PlayedMove]], first: int, place: int) -> int:
    """Convert a place among all moves to one among a viewer's; sealed moves begin at `first`, with `known` of them."""
    return min(place, first + sum(at < place for at, _ in known))
