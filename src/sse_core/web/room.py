"""Rooms: games that are played on the server, by people and by bots. A room knows nothing of HTTP."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Event, Lock, RLock
from time import time
from typing import Any, Final, TypeAlias

from ..bots.levels import levels_of
from ..bots.watched import BotError, Chooser, watched
from ..errors import SseError
from ..forms.checks import shown
from ..game import CHANCE, AnyGame, SearchingBot, SecretState, State
from ..play.analysis import StoppableBot
from ..play.played import PlayedMove, played
from ..play.records import GameRecord
from ..play.seats import HUMAN, label_of, tags_of
from ..play.sight import seen_by
from ..play.taking_back import why_kept
from ..seeds import PlyStream
from .clocks import OUT_OF_TIME, Clocks, Now, is_clock_tag, milliseconds
from .errors import StaleError, WebError
from .forced import only_choice
from .hiding import hidden_texts, take_hidden
from .plan import MAX_PLIES, TAGS, Plan, bot_of, recorded_tags
from .sealed import WATCHER, Writing, is_known, is_writing, writing_from
from .seats import Seats, checked_name
from .workers import NOBODY, PERSON, WATCHED, Job, Workers

__all__ = ["Listener", "Question", "Room", "Saved", "Snapshot"]

Listener: TypeAlias = Callable[[int, int | None], None]
"""A function that is called at each change, with the version and the seat that thinks; from any thread, and while the
room is locked."""

_MINUTE: Final = 60.0


@dataclass(frozen=True)
class Snapshot:
    """A room as it stands at one moment."""

    id: str
    game: AnyGame
    start: State[Any]
    players: tuple[str, ...]
    names: tuple[str, ...]
    """The name of the person at each seat; empty where there is none."""

    moves: Sequence[PlayedMove] = ()
    added: Sequence[int] = ()
    """For each move the version that it came with, ascending."""

    seed: int = 0
    wish: Mapping[str, Any] = field(default_factory=dict[str, Any])
    version: int = 1
    thinking: int | None = None
    resigned: tuple[int, ...] = ()
    is_over: bool = False
    is_open: bool = False
    """Whether secrets that people had in the game were opened by its end."""

    undone_by: tuple[int, ...] = ()
    """The seats whose decisions were taken back, and can be made again: one, unless several write orders."""

    trouble: str = ""
    """Why the game can't go on; empty if it can."""

    warning: str = ""
    """What its players are to know, such as that the game can't be written to the disk; empty if there is nothing."""

    recorded: Mapping[str, str] = field(default_factory=dict[str, str])
    """The tags of the record that the game goes on from, as far as they still hold."""

    outlooks: Mapping[int, tuple[int, Sequence[int]]] = field(default_factory=dict[int, tuple[int, Sequence[int]]])
    """For each viewer of a game with secrets the version of what he knows, and for each move the one it came with."""

    writing: Writing = field(default_factory=Writing)
    """The orders that are being written, as viewers know them."""

    has_seats: bool = False
    """Whether each person has a seat of one's own, and plays by its secret."""

    free: tuple[int, ...] = ()
    """The seats of people that wait for somebody."""

    asked: Question | None = None
    """The take-back that a person asks for."""

    rematch: tuple[str, int] | None = None
    """The room of the rematch that is offered, and the seat that offers it, -1 if nobody in particular does."""

    table: int = 0
    """A number that changes with who sits here, what is asked and what is offered."""

    clocks: Clocks | None = None
    """The clocks of the people; None in a game without."""

    moment: int = 0
    """The moment at which the room stands so, by which clocks are read."""

    def known_to(self, viewer: int | None) -> Snapshot:
        """Return the room as a viewer knows it (see `sealed`); None knows everything."""
        if viewer is None or viewer not in self.outlooks:
            return self
        version, added = self.outlooks[viewer]
        first, known = writing_from(self.moves), self.writing.known_moves(self.moves, viewer)
        return replace(
            self,
            version=version,
            moves=(*self.moves[:first], *(move for _, move in known)),
            added=(*added[:first], *(added[place] for place, _ in known)),
            clocks=self.clocks
            and self.clocks.until(len(self.moves)).at_places(lambda place: _place_in(known, first, place)),
        )

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
    def acting(self) -> tuple[int, ...]:
        """The seats of the people who may act now.

        Where each person has a seat of one's own, all write their orders at once; else it is the first one to act.
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
        """Return the viewer that a seat is, None if everything is shown.

        Without a seat it is the person to act, else the person who acted last, else the first one; `sealed.WATCHER` for
        somebody who watches.
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
        """The seats of those who left the game since their clocks were out."""
        return tuple(seat for seat in self.resigned if self.clocks is not None and self.clocks.is_out(seat))

    @property
    def is_lost_on_time(self) -> bool:
        """Whether a clock has ended the game, of which nothing can be taken back then."""
        return self.is_over and any(self.players[seat] == HUMAN for seat in self.late)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether somebody must not see everything: people play a game with secrets, which isn't over."""
        return isinstance(self.start, SecretState) and bool(self.people) and not self.is_over

    @property
    def are_apart(self) -> bool:
        """Whether several people have secrets from each other."""
        return self.has_secrets and len(self.people) > 1

    def undo_place(self, to: int | None = None, asker: int | None = None) -> int | None:
        """Return the place of the last decision of a person, made at a ply or before it; None if there is none.

        It is a decision of `asker` where each person has a seat of one's own. What was made for a person, who had no
        choice, is no decision.
        """
        if self.is_open or self.is_lost_on_time:
            return None
        people = {*self.people, *self.resigned}.difference(self.late)
        for place in range(len(self.moves) - 1, -1, -1):
            move = self.moves[place]
            is_own = move.player == asker if self.has_seats else move.player in people
            if is_own and (to is None or self.start.ply + place <= to) and not self._was_made(place, people):
                return place
        return None

    def _was_made(self, place: int, people: Collection[int]) -> bool:
        move = self.moves[place]
        was_sealed = place > 0 and self.moves[place - 1].sealed
        return only_choice(move.before, move.player, was_sealed, {*people} - {move.player}) is not None

    def why_kept(self, place: int, asker: int | None) -> str:
        """Return why a person can't take back the moves from a place on; nothing if it can be."""
        if not self.are_apart:
            return ""
        if asker is None:
            return "it is nobody's turn: say the seat that takes its own move back"
        moves = self.moves[place:]
        if self.is_writing:
            # Whatever depends on the orders of others would tell how many they have written.
            if asker not in self.final.to_act:
                return "your orders are sealed"
            if place < writing_from(self.moves):
                return "orders are being written, and you can take back yours alone"
            if self.has_seats:
                # Others may have finished meanwhile: their orders stay.
                moves = [move for move in moves if move.player == asker]
        return why_kept(moves, asker, {*self.people, *self.resigned}, self.label)

    def concerned(self, place: int, asker: int) -> tuple[int, ...]:
        """Return the seats of the people who must agree that somebody takes back the moves from a place on.

        They are all the others who sit here, unless none of them has seen anything of it.
        """
        others = tuple(seat for seat in self.people if seat != asker and seat not in self.free)
        if not self.has_seats or not any(any(seen_by(self.moves, other)[place:]) for other in others):
            return ()
        return others

    def why_undone(self, asker: int | None) -> str:
        """Return why a person can't do again what was taken back; nothing if it can be."""
        is_own = asker in self.undone_by or not (self.are_apart or self.has_seats)
        can_be = self.undone_by and is_own and not self.is_lost_on_time
        return "" if can_be else "there is nothing to do again"

    def label(self, seat: int) -> str:
        """Return the letter of a seat with the name of its player."""
        names = (name or player for name, player in zip(self.names, self.players, strict=True))
        return label_of(seat, dict(zip(self.game.INFO.seats, names, strict=False)), self.game)

    @property
    def tags(self) -> dict[str, str]:
        """The tags of the record: those of an earlier record, the seed, the players, who resigned, and the clocks."""
        letters = self.game.INFO.seats
        gone = "".join(letters[seat] for seat in self.resigned if seat not in self.late)
        late = "".join(letters[seat] for seat in self.late)
        own = tags_of(self.seed, self.players, self.game)
        named = {key: value for key, value in self.recorded.items() if key != "seed"}
        left = {key: value for key, value in (("resigned", gone), (OUT_OF_TIME, late)) if value}
        times = {} if self.clocks is None else self.clocks.tags(letters, len(self.moves))
        return {**self.recorded, **own, **named, **left, **times}

    @property
    def record(self) -> GameRecord[Any, Any]:
        """The record of the game so far."""
        return GameRecord(self.start, [(move.player, move.action) for move in self.moves], self.tags)


@dataclass(frozen=True)
class Question:
    """A take-back that a person asks for."""

    asker: int
    back: int
    """How many moves are taken back."""

    open: tuple[int, ...]
    """The seats of those who haven't agreed yet."""


@dataclass
class _Outlook:
    """What a viewer of a game with secrets has been told of its changes."""

    version: int
    added: list[int] = field(default_factory=list[int])
    """For each move the version in which the viewer could see it first."""

    shape: tuple[Any, ...] = ()
    """What the viewer could see of the last change: another shape makes another version."""


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

    hidden: list[str]
    """For each seat which moves are hidden from it, as far as that was worked out (see `hiding.hidden_texts`)."""

    undone: list[list[tuple[int, str]]]
    resigned: list[int]
    version: int
    versions: list[int]
    """The version of each viewer of a game with secrets: first the watchers', then those of the people by seat."""

    seats: list[list[str]]
    """The seats of people on their own devices (see `Seats.rows`); none in a game at one screen."""

    host: int
    """The seat of the person who invites the others."""

    asked: list[int]
    """The take-back that a person asks for: the seat, how many moves, who hasn't agreed yet; empty without one."""

    rematch: str
    """The id of the room of the rematch; empty without one."""

    offered_by: int
    """The seat that offers it, -1 if nobody in particular does."""

    times: list[list[int]]
    """What each clock shows (see `Clocks.rows`); nothing in a game without clocks."""

    readings: list[list[int]]
    """What they showed after each turn."""

    made: float
    used: float


class Room:
    """A game with its players. All methods may be called from any thread.

    Chance events are drawn, and bots asked, until a person is to act. Ply p draws from ``PlyStream(seed, p)``, as in
    `match.turns_of`: a game without undo is the one that `sse play` plays with the same seed and the same choices.

    Each change makes a new `version`. What changes the game names the version that it is meant for, and is refused if
    the game has gone on since.
    """

    def __init__(
        self,
        room_id: str,
        plan: Plan,
        workers: Workers,
        keep: Callable[[Room], None],
        seats: Seats | None = None,
        now: Now = milliseconds,
    ) -> None:
        self.id = room_id
        self.plan = plan
        self.made = self.used = time()
        self.warning = ""
        """What keeping the game has to say to its players."""
        self.is_away = False
        """Whether only those who use the room right now have it: then each change is kept at once."""
        self._workers = workers
        self._keep = keep
        self._now = now
        self._lock = RLock()
        self._players = list(plan.players)
        self._recorded = recorded_tags(plan.wish)
        control = plan.time_control
        self._clocks: Clocks | None = None if control is None else Clocks.fresh(control, plan.people, len(plan.moves))
        if control is not None:
            self._recorded = {key: value for key, value in self._recorded.items() if not is_clock_tag(key)}
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
        self._listeners: dict[object, tuple[Listener, Collection[int]]] = {}
        """For each who listens the seats that he holds."""
        self._seats = seats
        self._table = 0
        self._asked: Question | None = None
        self._rematch: tuple[str, int] | None = None
        self.offering = Lock()
        """Taken while a rematch is made: there is one."""
        self._outlooks: dict[int, _Outlook] = {}
        self._writing = Writing()
        if isinstance(plan.start, SecretState) and plan.people:
            self._outlooks = {viewer: _Outlook(0) for viewer in (WATCHER, *plan.people)}
        for player, action in plan.moves:
            self._put(len(self._moves), [(player, action)])
        for move, hidden in zip(self._moves, plan.hidden, strict=False):
            move.hidden.update(hidden)
        self._version = 1
        for viewer, outlook in self._outlooks.items():
            outlook.version, outlook.shape = 1, self._shape(viewer)
        self._make_choosers()

    @classmethod
    def restored(
        cls, saved: Saved, plan: Plan, workers: Workers, keep: Callable[[Room], None], now: Now = milliseconds
    ) -> Room:
        """Return a room that was kept. `plan` has its start, its players and its seed, and no moves."""
        seats = Seats.of_rows(saved.seats, plan.people, saved.host) if plan.has_seats else None
        room = cls(saved.id, plan, workers, keep, seats, now)
        room._clocks = Clocks.of_rows(plan.time_control, saved.times, saved.readings, plan.people)
        room.made, room.used = saved.made, saved.used
        if saved.rematch:
            if saved.offered_by not in (-1, *plan.people):
                raise WebError(f"nobody who could offer a rematch sits at seat {saved.offered_by}")
            room._rematch = saved.rematch, saved.offered_by
        # When the moves came isn't kept: they count as new in the version that was kept.
        room._version = saved.version - 1
        for outlook, version in zip(room._outlooks.values(), saved.versions, strict=True):
            outlook.version = version - 1
        room._resigned = list(saved.resigned)
        for number, (player, text) in enumerate(saved.moves, 1):
            with _numbered("move", number):
                room._put(number - 1, [(player, plan.game.parse_action(text, room._final))])
        take_hidden(room._moves, saved.hidden, len(room._players))
        room._version = saved.version
        for (viewer, outlook), version in zip(room._outlooks.items(), saved.versions, strict=True):
            outlook.version, outlook.shape = version, room._shape(viewer)
        state, number = room._final, len(saved.moves)
        for chunk in reversed(saved.undone):
            undone: list[PlayedMove] = []
            for player, text in chunk:
                number += 1
                with _numbered("undone move", number):
                    undone.append(played(state, player, plan.game.parse_action(text, state), None))
                state = undone[-1].after
            room._undone.insert(0, undone)
        room._asked = room._question_of(saved.asked)
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
            seats = self._seats
            return Snapshot(
                self.id,
                self.plan.game,
                self.plan.start,
                tuple(self._players),
                tuple("" if seats is None else seats.name_of(seat) for seat in range(len(self._players))),
                tuple(self._moves),
                tuple(self._added),
                self.plan.seed,
                self.plan.wish,
                self._version,
                self._thinking,
                tuple(self._resigned),
                self._is_over,
                self._is_open,
                self._undone_by,
                self._trouble,
                self.warning,
                dict(self._recorded),
                {viewer: (each.version, tuple(each.added)) for viewer, each in self._outlooks.items()},
                self._writing,
                seats is not None,
                () if seats is None else seats.free,
                self._asked,
                self._rematch,
                self._table,
                self._clocks,
                self._now(),
            )

    def saved(self) -> Saved:
        """Return what is to be kept of the room."""
        with self._lock:
            times, readings = ([], []) if self._clocks is None else self._clocks.rows(self._now())
            return Saved(
                self.id,
                dict(self.plan.wish) | ({TAGS: dict(self._recorded)} if TAGS in self.plan.wish else {}),
                self.plan.game.format_state(self.plan.start),
                list(self._players),
                self.plan.seed,
                [(move.player, move.text) for move in self._moves],
                hidden_texts(self._moves, len(self._players)),
                [[(move.player, move.text) for move in chunk] for chunk in self._undone],
                list(self._resigned),
                self._version,
                [each.version for each in self._outlooks.values()],
                [] if self._seats is None else self._seats.rows(),
                0 if self._seats is None else self._seats.host,
                [] if self._asked is None else [self._asked.asker, self._asked.back, *self._asked.open],
                *(("", -1) if self._rematch is None else self._rematch),
                times,
                readings,
                self.made,
                self.used,
            )

    def listen(self, listener: Listener, held: Collection[int] = ()) -> Callable[[], None]:
        """Tell a listener of each change, from now on; return the function that ends it.

        `held` are the seats of who listens. Where each person has one, those who are here are told of those who come
        and go.
        """
        key = object()
        with self._lock:
            self._listeners[key] = listener, held
            if self._thinking is not None:
                self._workers.look_again()
            if self._seats is not None:
                self._tell()

        def end() -> None:
            with self._lock:
                if self._listeners.pop(key, None) is not None and self._seats is not None:
                    self._tell()

        return end

    def news(self, viewer: int | None) -> dict[str, Any]:
        """Return what those who listen are told, as a viewer may know it."""
        with self._lock:
            found = {"version": self._version_of(viewer), "thinking": self._thinking, "warning": self.warning}
            if self._seats is None:
                return found | ({"table": self._table} if self._table else {})
            holds = [held for _, held in self._listeners.values()]
            here = sorted({seat for held in holds for seat in held})
            return found | {"table": self._table, "here": here, "watching": sum(not held for held in holds)}

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

    def wake(self, deadline: int | None = None) -> None:
        """Let chance, bots and clocks go on, if it is their turn.

        `deadline` is the moment at which the clock is out that ran when the room was put away; None if that isn't
        known, since another server has kept it. Then it goes on from what it showed.
        """
        with self._lock:
            before = self._version, len(self._moves), self._thinking
            self._go_on()
            if self._clocks is not None:
                clocks = self._clocks if deadline is None else self._clocks.set_by(deadline, self._awaited)
                self._clocks = clocks.run(self._awaited, self._now())
            if (self._version, len(self._moves), self._thinking) != before:
                self._changed()

    @property
    def deadline(self) -> int | None:
        """The moment at which the clock that runs is out; None if none runs."""
        with self._lock:
            return None if self._clocks is None else self._clocks.deadline

    def judge(self) -> None:
        """Let those whose clocks are out leave the game, as those do who resign."""
        with self._lock:
            self._judge(self._now())

    def act(self, version: int, seat: int, action: int | str) -> None:
        """Let a person act: an action by its id, or by its text.

        Raises StaleError if the game has gone on, or the seat isn't that of a person to act; NotationError if the text
        is no action; IllegalActionError if the rules refuse it.
        """
        with self._lock:
            moment = self._check(version, seat)
            state = self._final
            if self._is_over:
                raise StaleError("the game is over")
            if seat not in self._may_act(state) or self._players[seat] != HUMAN:
                raise StaleError(f"{self._letter(state.to_act[0])} is to act, not {self._letter(seat)}")
            chosen: Any = self.plan.game.parse_action(action, state.view(seat)) if isinstance(action, str) else action
            if isinstance(chosen, int) and isinstance(action, int):
                if not 0 <= action < len(state.actions):
                    raise WebError(f"there is no action {shown(action)}")
                chosen = state.actions[action]
            # What is refused is refused in the words of what the person may know.
            state.view(seat).after(chosen, seat)
            was_writing = self._is_writing
            clocks, place = self._clocks, self._place_of(seat)
            try:
                # Other moves follow than those that were taken back.
                self._clocks = clocks and clocks.until(len(self._moves))
                self._add(seat, chosen)
            except SseError:
                self._clocks = clocks
                raise
            for tag in ("resigned", OUT_OF_TIME):
                self._recorded.pop(tag, None)
            # What others have taken back of their orders is theirs, and whether they have is nobody's business.
            stays = was_writing and self._is_writing
            self._undone = [chunk for chunk in self._undone if stays and chunk[0].player != seat]
            self._go_on()
            self._end_turn(seat, place, moment)
            self._changed()

    def undo(self, version: int, to: int | None = None, asker: int | None = None) -> None:
        """Go back to the last decision of a person, or to the last one that was made at a ply or before it.

        Where people have secrets from each other, a person who asks takes back the own decisions alone, as long as they
        have told nothing of the others (`taking_back.why_kept`). Where each has a seat of one's own, it is the last
        decision of who asks, and those who have seen it are asked first (see `answer`). `asker` is the seat; None
        stands for the one to act.

        Raises StaleError if there is none, or if the end has opened the secrets of the game.
        """
        with self._lock:
            now = self._seen(version, asker)
            if self._is_open:
                raise StaleError("the game is over, and its secrets are open: nothing can be taken back")
            place = now.undo_place(to, asker)
            if place is None:
                raise StaleError("there is nothing to undo")
            if reason := now.why_kept(place, now.person if asker is None else asker):
                raise StaleError(reason)
            # The last moves are the same ones, also where those of others before them can't be counted.
            back = len(now.moves) - place
            concerned = () if asker is None else now.concerned(place, asker)
            if self._seats is not None and now.is_writing and place >= writing_from(now.moves):
                writer = now.moves[place].player
                self._take_orders_back(writer, sum(move.player == writer for move in now.moves[place:]))
            elif asker is None or not concerned:
                self._take_back(back)
            else:
                self._asked = Question(asker, back, concerned)
                self._tell_table()

    def answer(self, seat: int, agrees: bool) -> None:
        """Agree with a take-back that another one asks for, or refuse it; who asks withdraws it.

        Raises StaleError if this person isn't asked.
        """
        with self._lock:
            self._judge(self._now())
            asked = self._asked
            if asked is None or seat not in (asked.asker, *asked.open):
                raise StaleError("nobody asks you to agree with anything now")
            if not agrees or seat == asked.asker:
                self._asked = None
            elif left := tuple(each for each in asked.open if each != seat):
                self._asked = replace(asked, open=left)
            else:
                self._take_back(asked.back)
            self._tell_table()

    def redo(self, version: int, asker: int | None = None) -> None:
        """Do again what was undone last; raise StaleError if there is nothing.

        Where people have secrets from each other, or a seat of one's own, a person does the own decisions again alone.
        """
        with self._lock:
            now = self._seen(version, asker)
            who = now.person if asker is None else asker
            if reason := now.why_undone(who):
                raise StaleError(reason)
            own = (place for place, chunk in enumerate(self._undone) if self._is_writing and chunk[0].player == who)
            again = self._undone.pop(max(own, default=-1))
            if self._clocks is not None:
                end = len(self._moves)
                self._clocks = self._clocks.run(self._clocks.running, self._now()).moved(end, end + len(again))
            for move in again:
                self._add(move.player, move.action)
            self._start_over()

    def resign(self, version: int, seat: int) -> None:
        """Let a person resign. The game is over, unless other people play on: then a bot takes the seat.

        Raises StaleError if the game is over, or no person sits at the seat.
        """
        with self._lock:
            self._check(version, seat)
            if self._is_over:
                raise StaleError("the game is over")
            if not 0 <= seat < len(self._players) or self._players[seat] != HUMAN:
                raise StaleError(f"no person sits at {self._letter(seat)}")
            self._leave(seat)
            self._start_over()

    # --- at the table

    @property
    def has_seats(self) -> bool:
        """Whether each person has a seat of one's own."""
        return self._seats is not None

    def held(self, secrets: Mapping[int, str]) -> tuple[int, ...]:
        """Return the seats whose secrets somebody has, given by seat: he sits there."""
        if self._seats is None or not secrets:
            return ()
        with self._lock:
            held = self._seats.held(secrets)
            if self._seats.settle(held):
                self._tell_table()
            return held

    def sit(self, seat: int, secret: str, name: str) -> str:
        """Let somebody sit down by an invitation; return the secret of the seat (see `Seats.sit`)."""
        with self._lock:
            fresh = self._own_seats.sit(seat, secret, checked_name(name, self.plan.other_names))
            self._tell_table()
            return fresh

    def come_along(self, seat: int, secret: str, name: str) -> None:
        """Let somebody sit down who came late to the game before (see `Seats.come_along`)."""
        with self._lock:
            if self._own_seats.come_along(seat, secret, name):
                self._tell_table()

    def rename(self, seat: int, name: str) -> None:
        """Give the person at a seat another name."""
        with self._lock:
            self._own_seats.rename(seat, checked_name(name, self.plan.other_names))
            self._tell_table()

    @property
    def host(self) -> int:
        """The seat of the person who invites the others."""
        return self._own_seats.host

    def seats_again(self, room_id: str, host: int, secret: str) -> Seats | None:
        """Return the seats of a rematch (see `Plan.places_again`); None at one screen. `host` has the secret."""
        if self._seats is None:
            return None
        return self._seats.again(room_id, dict(enumerate(self.plan.places_again)), host, secret)

    @property
    def rematch(self) -> str:
        """The id of the room of the rematch that is offered; empty without one."""
        with self._lock:
            return "" if self._rematch is None else self._rematch[0]

    def offer(self, room_id: str, seat: int) -> None:
        """Offer a rematch to all who are here."""
        with self._lock:
            self._rematch = room_id, seat
            self._tell_table()

    # --- inside the lock

    @property
    def _final(self) -> State[Any]:
        return self._moves[-1].after if self._moves else self.plan.start

    @property
    def _is_writing(self) -> bool:
        """Whether orders are being written."""
        return is_writing(self._moves, self._final)

    def _may_act(self, state: State[Any]) -> tuple[int, ...]:
        """Return the seats that may act in the last position: see `Snapshot.acting`."""
        return state.to_act if self._seats is not None else state.to_act[:1]

    @property
    def _is_over(self) -> bool:
        """Whether nobody acts any more: by the rules, or since the last person resigned."""
        return not self._final.to_act or any(self._players[seat] == HUMAN for seat in self._resigned)

    @property
    def _awaited(self) -> tuple[int, ...]:
        """The seats of the people for whom the game waits: all who may act; nothing if it waits for nobody else.

        So where several write orders at the same time, the clock of each runs until the own orders are finished.
        """
        if self._is_over or self._trouble:
            return ()
        return tuple(seat for seat in self._may_act(self._final) if seat >= 0 and self._players[seat] == HUMAN)

    @property
    def _is_open(self) -> bool:
        """Whether secrets that people had in the game were opened by its end."""
        return self._is_over and isinstance(self.plan.start, SecretState) and HUMAN in self._players

    def _letter(self, seat: int) -> str:
        if seat == CHANCE:
            return "chance"
        letters = self.plan.game.INFO.seats[: len(self._players)]
        return letters[seat] if 0 <= seat < len(letters) else f"seat {seat}"

    @property
    def _own_seats(self) -> Seats:
        if self._seats is None:
            raise StaleError("this game is played at one screen, and has no seats to take")
        return self._seats

    def _question_of(self, numbers: Sequence[int]) -> Question | None:
        """Return the question that was kept (see `Saved.asked`); raise WebError if nobody here could ask it."""
        if not numbers:
            return None
        if len(numbers) > 2 and 0 < numbers[1] <= len(self._moves):
            asker, back, *others = numbers
            if self._seats is not None and asker not in others and {asker, *others} <= {*self.plan.people}:
                return Question(asker, back, tuple(others))
        raise WebError(f"{shown(numbers)} is no take-back that these people can be asked for")

    @property
    def _undone_by(self) -> tuple[int, ...]:
        """The seats whose decisions were taken back, and can be made again."""
        if self._seats is None:
            return tuple(chunk[0].player for chunk in self._undone[-1:])
        # Nobody does again what others decided.
        chunks = self._undone if self._is_writing else self._undone[-1:]
        return tuple(
            chunk[0].player for chunk in chunks if all(move.player in (chunk[0].player, CHANCE) for move in chunk)
        )

    def _version_of(self, viewer: int | None) -> int:
        found = None if viewer is None or self._is_over else self._outlooks.get(viewer)
        return self._version if found is None else found.version

    def _check(self, version: int, viewer: int | None) -> int:
        """Return the moment, for which clocks are judged; raise StaleError if the game has gone on, or a clock is out.

        What comes in after the moment at which a clock is out comes too late, whoever has noticed that before.
        """
        moment = self._now()
        self._judge(moment)
        if any(self._players[seat] == HUMAN for seat in self._late):
            raise StaleError(f"the game is over: {self._letter(self._late[-1])} is out of time")
        if version != self._version_of(viewer):
            raise StaleError("the game has gone on since: look at it as it stands now")
        return moment

    def _judge(self, moment: int) -> None:
        """Let those whose clocks are out at a moment leave the game, each at the own deadline.

        Whoever is out first leaves first: if that ends the game, the clocks of the others stop, and don't come to 0.
        """
        is_out = False
        while self._clocks is not None and self._clocks.deadline is not None and not self._is_over:
            if not (late := self._clocks.out_at(moment)):
                break
            is_out, out, seat = True, self._clocks.deadline, late[0]
            # While orders are written, nothing is to tell how many there are.
            self._clocks = self._clocks.run(self._clocks.running - {seat}, out).lost(seat, writing_from(self._moves))
            self._leave(seat)
            if self._is_over:
                self._clocks = self._clocks.run((), out)
        if is_out:
            self._start_over()

    def _leave(self, seat: int) -> None:
        """Let a person leave the game. It is over, unless other people play on: then a bot takes the seat."""
        self._resigned.append(seat)
        if self._players.count(HUMAN) > 1 and len(self._players) > 2:
            self._players[seat] = levels_of(self.plan.game)[0].player

    def _end_turn(self, seat: int, place: int, moment: int) -> None:
        """Stop the clock of a person at the moment at which an action came, made at a place, if it has ended the turn.

        What the server works out after that is not charged to that person; others who write orders go on meanwhile.
        Within a turn the clock goes on, and others can't tell by it how many actions it has. Its reading stands after
        the last move of the turn, before the orders of those who sit behind.
        """
        if self._clocks is None:
            return
        end = place
        for at, move in enumerate(self._moves[place:], place + 1):
            end = at if move.player == seat else end
            # Chance within a turn ends none; neither does a further step of an order.
            if move.after.to_act != (CHANCE,) and (
                seat not in move.after.to_act or not (move.sealed or move.game.continues_turn(move.after))
            ):
                self._clocks = self._clocks.run(self._clocks.running - {seat}, moment).ended(seat, end)
                return

    @property
    def _late(self) -> list[int]:
        """The seats of those who left the game since their clocks were out."""
        return [seat for seat in self._resigned if self._clocks is not None and self._clocks.is_out(seat)]

    def _seen(self, version: int, asker: int | None) -> Snapshot:
        """Return the room as who asks knows it; raise StaleError if the game has gone on since this version."""
        now = self.snapshot()
        viewer = now.viewer(asker)
        self._check(version, viewer)
        return now.known_to(viewer)

    def _shape(self, viewer: int) -> tuple[Any, ...]:
        """Return what a viewer can see of the last change."""
        first = writing_from(self._moves)
        known = tuple((move.player, move.action) for move in self._moves[first:] if is_known(move, viewer))
        last = self._moves[first - 1] if first else None
        return first, last, known, tuple(self._players), tuple(self._resigned), self._trouble

    def _take_back(self, back: int) -> None:
        """Take back the last moves."""
        place = len(self._moves) - back
        self._undone.append(self._moves[place:])
        del self._moves[place:]
        for added in (self._added, *(each.added for each in self._outlooks.values())):
            del added[place:]
        if self._clocks is not None:
            self._clocks = self._clocks.run(self._clocks.running, self._now()).moved(place + back, place)
        late = self._late
        for seat in self._resigned:
            self._players[seat] = self._players[seat] if seat in late else HUMAN
        self._resigned = late
        self._start_over()

    def _take_orders_back(self, writer: int, number: int) -> None:
        """Take back so many of the last moves of a writer; the orders of others stay."""
        first = writing_from(self._moves)
        rest = self._moves[first:]
        own = [move for move in rest if move.player == writer][-number:]
        if self._clocks is not None:
            # As if they were the last of all.
            end, behind = len(self._moves), self._place_of(writer)
            clocks = self._clocks.run(self._clocks.running, self._now())
            self._clocks = clocks.swapped(behind - number, behind, end).moved(end, end - number)
        self._undone.append(own)
        self._put(first, [(move.player, move.action) for move in rest if move not in own])
        self._start_over()

    def _place_of(self, seat: int) -> int:
        """Return the place of the next move of a seat.

        Orders stand in the order of seats, whoever writes first: so the record, and what is drawn by its plies, is the
        one of a game in which all write one after the other.
        """
        place = len(self._moves)
        first = place if self._seats is None else writing_from(self._moves)
        while place > first and self._moves[place - 1].player > seat:
            place -= 1
        return place

    def _before(self, place: int) -> State[Any]:
        return self._moves[place - 1].after if place else self.plan.start

    def _put(self, place: int, moves: Sequence[tuple[int, Any]]) -> None:
        """Put moves in the place of all from this one on; they come with the next version.

        Raises IllegalActionError if the rules refuse one, StaleError if the game is too long; then nothing has changed.
        """
        if place + len(moves) > MAX_PLIES:
            raise StaleError(f"the game has {MAX_PLIES:,} moves, and takes no more here")
        found = self._moves[place - 1 : place] if place else []
        kept = len(found)
        for player, action in moves:
            last = found[-1] if found else None
            found.append(played(self.plan.start if last is None else last.after, player, action, last))
        self._moves[place:] = found[kept:]
        added = len(found) - kept
        self._added[place:] = [self._version + 1] * added
        for outlook in self._outlooks.values():
            outlook.added[place:] = [outlook.version + 1] * added

    def _add(self, player: int, action: Any) -> None:
        """Add a move, which comes with the next version.

        Raises IllegalActionError if the rules refuse it, StaleError if the game is too long.
        """
        place, end = self._place_of(player), len(self._moves)
        # Orders that others have written are the same, whatever is written before them.
        self._put(place, [(player, action), *((move.player, move.action) for move in self._moves[place:])])
        if self._clocks is not None:
            self._clocks = self._clocks.swapped(place, end, end + 1)

    def _make_choosers(self) -> None:
        """Make the bots anew, since they may remember moves that were taken back. Those that search are told to end."""
        self._stop.set()
        self._stop = Event()
        self._choosers, self._are_quick = [], []
        for name in self._players:
            bot = None if name == HUMAN else bot_of(name, self.plan.game)
            searches_none = isinstance(bot, SearchingBot) and bot.visits == 0
            self._are_quick.append(searches_none or not isinstance(bot, StoppableBot))
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
        """Draw chance events, make choices that are none, and ask the bot whose turn it is, unless it is asked."""
        while not self._is_over and not self._trouble:
            state = self._final
            seat = state.to_act[0]
            if seat == CHANCE:
                move = seat, PlyStream(self.plan.seed, state.ply).draw(state.odds())
            else:
                chooser = self._choosers[seat]
                if chooser is not None and self._thinking is None:
                    self._ask(chooser, seat)
                found = self._forced(state)
                if found is None:
                    return
                move = found
            try:
                self._add(*move)
            except StaleError as error:
                self._trouble = str(error)

    def _forced(self, state: State[Any]) -> tuple[int, Any] | None:
        """Return a choice that is none, and whose it is; None if there is none to make."""
        was_sealed = bool(self._moves) and self._moves[-1].sealed
        people = [seat for seat, name in enumerate(self._players) if name == HUMAN]
        for seat in self._may_act(state):
            if seat in people:
                others = [other for other in people if other != seat]
                action = only_choice(state, seat, was_sealed, others)
                if action is not None:
                    return seat, action
        return None

    def _ask(self, chooser: Chooser, seat: int) -> None:
        """Ask a bot, in the position that it would have if all wrote orders one after the other."""
        self._thinking, stop, state = seat, self._stop, self._before(self._place_of(seat))

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
                # It has taken the place of whoever sat there in the record.
                for tag in ("resigned", OUT_OF_TIME, self._letter(seat)):
                    self._recorded.pop(tag, None)
            self._go_on()
            self._changed()

    def _changed(self) -> None:
        """Count the change, also for those who can see it, keep the room, and tell who listens."""
        self._version += 1
        self._asked = None
        if self._clocks is not None:
            self._clocks = self._clocks.run(self._awaited, self._now())
        for viewer, outlook in self._outlooks.items():
            shape = self._shape(viewer)
            if shape != outlook.shape:
                outlook.version, outlook.shape = outlook.version + 1, shape
        self.used = time()
        self._keep(self)
        self._tell()

    def _tell(self) -> None:
        for listener, _ in list(self._listeners.values()):
            listener(self._version, self._thinking)

    def _tell_table(self) -> None:
        """Keep what has changed at the table, and not in the game, and tell who listens."""
        self._table += 1
        self._keep(self)
        self._tell()


def _place_in(known: Sequence[tuple[int, PlayedMove]], first: int, place: int) -> int:
    """Return a place among the moves that a viewer knows: all before the first sealed one, and of these the known."""
    return min(place, first + sum(at < place for at, _ in known))


@contextmanager
def _numbered(what: str, number: int) -> Generator[None, None, None]:
    """Give the errors of a kept move its number."""
    try:
        yield
    except SseError as error:
        raise WebError(f"{what} {number}: {error}") from None
