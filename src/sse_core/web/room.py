"""Rooms: games that are played on the server, by people and by bots. A room knows nothing of HTTP."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, RLock
from time import time
from typing import Any, Final, TypeAlias

from ..bots.watched import BotError, Chooser, watched
from ..errors import SseError
from ..forms.checks import shown
from ..game import CHANCE, AnyGame, SecretState, State
from ..play.analysis import StoppableBot
from ..play.played import PlayedMove, played
from ..play.records import GameRecord
from ..play.seats import HUMAN, label_of, tags_of
from ..play.taking_back import why_kept
from ..seeds import PlyStream
from .errors import StaleError, WebError
from .plan import MAX_PLIES, Plan, bot_of
from .workers import NOBODY, PERSON, WATCHED, Job, Workers

__all__ = ["Listener", "Room", "Saved", "Snapshot"]

Listener: TypeAlias = Callable[[int, int | None], None]
"""A function that is called at each change, with the version and the seat that thinks; from any thread, and while the
room is locked."""

_MINUTE: Final = 60.0

_STAND_IN: Final = "greedy"
"""The bot that plays on for a person who resigned."""


@dataclass(frozen=True)
class Snapshot:
    """A room as it stands at one moment."""

    id: str
    game: AnyGame
    start: State[Any]
    moves: Sequence[PlayedMove]
    added: Sequence[int]
    """For each move the version that it came with, ascending."""

    players: tuple[str, ...]
    seed: int
    version: int
    thinking: int | None
    resigned: tuple[int, ...]
    is_over: bool
    undo_place: int | None
    """The place of the last decision of a person; None if nothing can be taken back."""

    undone_by: int | None
    """The seat whose decision was taken back last; None if nothing was."""

    trouble: str
    """Why the game can't go on; empty if it can."""

    warning: str
    """What its players are to know, such as that the game can't be written to the disk; empty if there is nothing."""

    def moves_of(self, version: int) -> int:
        """Return how many of the moves were there in a version already; none for a version that is yet to come.

        They are the first ones, and each has the place that it had then: moves are added and taken back at the end.
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
    def person(self) -> int | None:
        """The seat of the person who is to act; None if it is nobody's turn, or that of a bot."""
        if self.is_over or not self.final.to_act:
            return None
        seat = self.final.to_act[0]
        return seat if seat in self.people else None

    @property
    def has_secrets(self) -> bool:
        """Whether somebody must not see everything: people play a game with secrets, which isn't over."""
        return isinstance(self.start, SecretState) and bool(self.people) and not self.is_over

    @property
    def are_apart(self) -> bool:
        """Whether several people have secrets from each other."""
        return self.has_secrets and len(self.people) > 1

    def why_kept(self, place: int, asker: int | None) -> str:
        """Return why a person can't take back the moves from a place on; nothing if it can be."""
        if not self.are_apart:
            return ""
        if asker is None:
            return "it is nobody's turn: say the seat that takes its own move back"
        return why_kept(self.moves[place:], asker, {*self.people, *self.resigned}, self.label)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return self.undone_by is not None

    def why_undone(self, asker: int | None) -> str:
        """Return why a person can't do again what was taken back; nothing if it can be."""
        if self.undone_by is None or not self.are_apart or self.undone_by == asker:
            return ""
        return f"that does again what {self.label(self.undone_by)} decided"

    def label(self, seat: int) -> str:
        """Return the letter of a seat with the name of its player."""
        return label_of(seat, dict(zip(self.game.INFO.seats, self.players, strict=False)), self.game)

    @property
    def tags(self) -> dict[str, str]:
        """The tags of the record: the seed, the players, and who resigned."""
        gone = "".join(self.game.INFO.seats[seat] for seat in self.resigned)
        return tags_of(self.seed, self.players, self.game) | ({"resigned": gone} if gone else {})

    @property
    def record(self) -> GameRecord[Any, Any]:
        """The record of the game so far."""
        return GameRecord(self.start, [(move.player, move.action) for move in self.moves], self.tags)


@dataclass(frozen=True)
class Saved:
    """What is kept of a room: plain values, from which it is made again."""

    id: str
    wish: dict[str, Any]
    start: str
    """The text of the first position."""

    players: list[str]
    seed: int
    moves: list[tuple[int, str]]
    """The seat and the text of each move."""

    undone: list[list[tuple[int, str]]]
    resigned: list[int]
    version: int
    made: float
    used: float


class Room:
    """A game with its players. All methods may be called from any thread.

    Chance events are drawn, and bots asked, until a person is to act. Ply p draws from ``PlyStream(seed, p)``, as in
    `match.turns_of`: a game without undo is the one that `sse play` plays with the same seed and the same choices.

    Each change makes a new `version`. What changes the game names the version that it is meant for, and is refused if
    the game has gone on since.
    """

    def __init__(self, room_id: str, plan: Plan, workers: Workers, keep: Callable[[Room], None]) -> None:
        self.id = room_id
        self.plan = plan
        self.made = self.used = time()
        self.warning = ""
        """What keeping the game has to say to its players."""
        self.is_away = False
        """Whether only those who use the room right now have it: then each change is kept at once."""
        self._workers = workers
        self._keep = keep
        self._lock = RLock()
        self._players = list(plan.players)
        self._moves: list[PlayedMove] = []
        self._added: list[int] = []
        self._undone: list[list[PlayedMove]] = []
        self._resigned: list[int] = []
        self._version = 0
        self._thinking: int | None = None
        self._trouble = ""
        self._thought: Job | None = None
        """The bot that thinks: its answer counts only while this is the same job."""
        self._stop = Event()
        """Ends the searches of the bots."""
        self._choosers: list[Chooser | None] = []
        self._are_quick: list[bool] = []
        """For each chooser whether it answers in an instant."""
        self._listeners: dict[object, Listener] = {}
        for player, action in plan.moves:
            self._add(player, action)
        for move, hidden in zip(self._moves, plan.hidden, strict=False):
            move.hidden.update(hidden)
        self._version = 1
        self._make_choosers()

    @classmethod
    def restored(cls, saved: Saved, plan: Plan, workers: Workers, keep: Callable[[Room], None]) -> Room:
        """Return a room that was kept. `plan` has its start, its players and its seed, and no moves."""
        room = cls(saved.id, plan, workers, keep)
        room.made, room.used = saved.made, saved.used
        # When the moves came isn't kept: they count as new in the version that was kept.
        room._version = saved.version - 1
        room._resigned = list(saved.resigned)
        for number, (player, text) in enumerate(saved.moves, 1):
            with _numbered("move", number):
                room._add(player, plan.game.parse_action(text, room._final))
        room._version = saved.version
        state, number = room._final, len(saved.moves)
        for chunk in reversed(saved.undone):
            undone: list[PlayedMove] = []
            for player, text in chunk:
                number += 1
                with _numbered("undone move", number):
                    undone.append(played(state, player, plan.game.parse_action(text, state), None))
                state = undone[-1].after
            room._undone.insert(0, undone)
        return room

    def put_away(self, save: Callable[[Saved], None]) -> bool:
        """Save the room, and return True, if nobody listens and no bot thinks. What `save` raises is raised."""
        with self._lock:
            if self._listeners or self._thinking is not None:
                return False
            save(self.saved())
            self.is_away = True
            return True

    def stop(self) -> None:
        """Let a bot that thinks end, and take no answer of it: the room is to be put away, or gone."""
        with self._lock:
            self._thought = None
            self._stop.set()

    def keep_again(self) -> None:
        """Try once more to keep the room, and tell who listens if that has changed anything."""
        with self._lock:
            before = self.warning
            self._keep(self)
            if self.warning != before:
                self._tell()

    # --- reading

    def snapshot(self) -> Snapshot:
        """Return the room as it stands."""
        with self._lock:
            return Snapshot(
                self.id,
                self.plan.game,
                self.plan.start,
                tuple(self._moves),
                tuple(self._added),
                tuple(self._players),
                self.plan.seed,
                self._version,
                self._thinking,
                tuple(self._resigned),
                self._is_over,
                None if self._is_open else self._undo_place(None),
                self._undone[-1][0].player if self._undone else None,
                self._trouble,
                self.warning,
            )

    def saved(self) -> Saved:
        """Return what is to be kept of the room."""
        with self._lock:
            return Saved(
                self.id,
                dict(self.plan.wish),
                self.plan.game.format_state(self.plan.start),
                list(self._players),
                self.plan.seed,
                [(move.player, move.text) for move in self._moves],
                [[(move.player, move.text) for move in chunk] for chunk in self._undone],
                list(self._resigned),
                self._version,
                self.made,
                self.used,
            )

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener of each change, from now on; return the function that ends it."""
        key = object()
        with self._lock:
            self._listeners[key] = listener
            if self._thinking is not None:
                self._workers.look_again()

        def end() -> None:
            with self._lock:
                self._listeners.pop(key, None)

        return end

    @property
    def is_watched(self) -> bool:
        """Whether somebody listens."""
        return bool(self._listeners)

    @property
    def is_quiet(self) -> bool:
        """Whether nobody listens, and no bot thinks."""
        with self._lock:
            return not self._listeners and self._thinking is None

    # --- playing

    def wake(self) -> None:
        """Let chance and bots go on, if it is their turn."""
        with self._lock:
            before = self._version, len(self._moves), self._thinking
            self._go_on()
            if (self._version, len(self._moves), self._thinking) != before:
                self._changed()

    def act(self, version: int, seat: int, action: int | str) -> None:
        """Let a person act: an action by its id, or by its text.

        Raises StaleError if the game has gone on, or the seat isn't that of a person to act; NotationError if the text
        is no action; IllegalActionError if the rules refuse it.
        """
        with self._lock:
            self._check(version)
            state = self._final
            if self._is_over:
                raise StaleError("the game is over")
            if state.to_act[:1] != (seat,) or self._players[seat] != HUMAN:
                raise StaleError(f"{self._letter(state.to_act[0])} is to act, not {self._letter(seat)}")
            chosen: Any = self.plan.game.parse_action(action, state.view(seat)) if isinstance(action, str) else action
            if isinstance(chosen, int) and isinstance(action, int):
                if not 0 <= action < len(state.actions):
                    raise WebError(f"there is no action {shown(action)}")
                chosen = state.actions[action]
            # What is refused is refused in the words of what the person may know.
            state.view(seat).after(chosen, seat)
            self._add(seat, chosen)
            self._undone.clear()
            self._go_on()
            self._changed()

    def undo(self, version: int, to: int | None = None, asker: int | None = None) -> None:
        """Go back to the last decision of a person, or to the last one that was made at a ply or before it.

        Where people have secrets from each other, a person who asks takes back the own decisions alone, as long as they
        have told nothing of the others (`taking_back.why_kept`). `asker` is the seat; None stands for the one to act.

        Raises StaleError if there is none, or if the end has opened the secrets of the game.
        """
        with self._lock:
            self._check(version)
            if self._is_open:
                raise StaleError("the game is over, and its secrets are open: nothing can be taken back")
            place = self._undo_place(to)
            if place is None:
                raise StaleError("there is nothing to undo")
            now = self.snapshot()
            if reason := now.why_kept(place, now.person if asker is None else asker):
                raise StaleError(reason)
            self._undone.append(self._moves[place:])
            del self._moves[place:], self._added[place:]
            for seat in self._resigned:
                self._players[seat] = HUMAN
            self._resigned.clear()
            self._start_over()

    def redo(self, version: int, asker: int | None = None) -> None:
        """Do again what was undone last; raise StaleError if there is nothing.

        Where people have secrets from each other, a person does the own decisions again alone.
        """
        with self._lock:
            self._check(version)
            if not self._undone:
                raise StaleError("there is nothing to do again")
            now = self.snapshot()
            if reason := now.why_undone(now.person if asker is None else asker):
                raise StaleError(reason)
            for move in self._undone.pop():
                self._add(move.player, move.action)
            self._start_over()

    def resign(self, version: int, seat: int) -> None:
        """Let a person resign. The game is over, unless other people play on: then a bot takes the seat.

        Raises StaleError if the game is over, or no person sits at the seat.
        """
        with self._lock:
            self._check(version)
            if self._is_over:
                raise StaleError("the game is over")
            if not 0 <= seat < len(self._players) or self._players[seat] != HUMAN:
                raise StaleError(f"no person sits at {self._letter(seat)}")
            self._resigned.append(seat)
            if self._players.count(HUMAN) > 1 and len(self._players) > 2:
                self._players[seat] = _STAND_IN
            self._start_over()

    # --- inside the lock

    @property
    def _final(self) -> State[Any]:
        return self._moves[-1].after if self._moves else self.plan.start

    @property
    def _is_over(self) -> bool:
        """Whether nobody acts any more: by the rules, or since the last person resigned."""
        return not self._final.to_act or any(self._players[seat] == HUMAN for seat in self._resigned)

    @property
    def _is_open(self) -> bool:
        """Whether secrets that people had in the game were opened by its end."""
        return self._is_over and isinstance(self.plan.start, SecretState) and HUMAN in self._players

    def _letter(self, seat: int) -> str:
        if seat == CHANCE:
            return "chance"
        letters = self.plan.game.INFO.seats[: len(self._players)]
        return letters[seat] if 0 <= seat < len(letters) else f"seat {seat}"

    def _check(self, version: int) -> None:
        if version != self._version:
            raise StaleError("the game has gone on since: look at it as it stands now")

    def _add(self, player: int, action: Any) -> None:
        """Add a move, which comes with the next version.

        Raises IllegalActionError if the rules refuse it, StaleError if the game is too long.
        """
        if len(self._moves) >= MAX_PLIES:
            raise StaleError(f"the game has {MAX_PLIES:,} moves, and takes no more here")
        previous = self._moves[-1] if self._moves else None
        self._moves.append(played(self._final, player, action, previous))
        self._added.append(self._version + 1)

    def _undo_place(self, to: int | None) -> int | None:
        """Return the place of the last move of a person, made at a ply or before it; None if there is none."""
        people = {seat for seat, name in enumerate(self._players) if name == HUMAN} | {*self._resigned}
        for place in range(len(self._moves) - 1, -1, -1):
            move = self._moves[place]
            if move.player in people and (to is None or move.before.ply <= to):
                return place
        return None

    def _make_choosers(self) -> None:
        """Make the bots anew, since they may remember moves that were taken back. Those that search are told to end."""
        self._stop.set()
        self._stop = Event()
        self._choosers, self._are_quick = [], []
        for name in self._players:
            bot = None if name == HUMAN else bot_of(name, self.plan.game)
            self._are_quick.append(not isinstance(bot, StoppableBot))
            if isinstance(bot, StoppableBot):
                bot = bot.with_stop(self._stop)
            self._choosers.append(None if bot is None else watched(bot, name))

    def _start_over(self) -> None:
        """Go on from a position that the game came to in another way than by a move."""
        self._thought, self._thinking, self._trouble = None, None, ""
        self._make_choosers()
        self._go_on()
        self._changed()

    def _go_on(self) -> None:
        """Draw chance events, and ask the bot whose turn it is, unless it is asked already."""
        while not self._is_over and not self._trouble:
            state = self._final
            seat = state.to_act[0]
            if seat != CHANCE:
                chooser = self._choosers[seat]
                if chooser is not None and self._thinking is None:
                    self._ask(chooser, state, seat)
                return
            try:
                self._add(CHANCE, PlyStream(self.plan.seed, state.ply).draw(state.odds()))
            except StaleError as error:
                self._trouble = str(error)

    def _ask(self, chooser: Chooser, state: State[Any], seat: int) -> None:
        self._thinking, stop = seat, self._stop

        def think() -> None:
            if self._thought is not job:
                return
            try:
                action = chooser(state.view(seat), seat, PlyStream(self.plan.seed, state.ply))
            except BotError as error:
                self._answered(job, seat, None, str(error))
            else:
                self._answered(job, seat, action, "")

        job = self._thought = Job(think, self._urgency, stop.set, is_quick=self._are_quick[seat])
        self._workers.submit(job)

    def _urgency(self) -> int:
        """Return how urgent it is that a bot answers. A person who looked a minute ago may still wait."""
        if HUMAN in self._players and (self._listeners or time() - self.used < _MINUTE):
            return PERSON
        return WATCHED if self._listeners else NOBODY

    def _answered(self, job: Job, seat: int, action: Any, trouble: str) -> None:
        """Take the answer of a bot, unless it isn't waited for any more.

        A bot that was interrupted, since others are more urgent, is asked again.
        """
        with self._lock:
            if self._thought is not job:
                return
            if self._stop.is_set():
                self._stop.clear()
                self._workers.submit(job)
                return
            self._thought, self._thinking, self._trouble = None, None, trouble
            if not trouble:
                try:
                    self._add(seat, action)
                except StaleError as error:
                    self._trouble = str(error)
            self._go_on()
            self._changed()

    def _changed(self) -> None:
        """Count the change, keep the room, and tell who listens."""
        self._version += 1
        self.used = time()
        self._keep(self)
        self._tell()

    def _tell(self) -> None:
        for listener in list(self._listeners.values()):
            listener(self._version, self._thinking)


@contextmanager
def _numbered(what: str, number: int) -> Generator[None, None, None]:
    """Give the errors of a kept move its number."""
    try:
        yield
    except SseError as error:
        raise WebError(f"{what} {number}: {error}") from None
