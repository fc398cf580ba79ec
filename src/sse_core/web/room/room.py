"""The class `Room`: a game on the server under one lock, with the requests of people and the readings of others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from threading import RLock
from time import time
from typing import Any, Final

from ...play.seats import HUMAN
from ..answers import News
from ..clocks import Now, milliseconds
from ..errors import StaleError, WebError
from ..messages import say
from ..plan import TAGS, Plan
from ..workers import NOBODY, PERSON, WATCHED, Job, Workers
from .hidden_moves import Part, hidden_texts
from .play import Play
from .players import AWAY, LATE, RESIGNED
from .saved import Saved
from .sealed_orders import Writing, writing_from
from .seats import Seats
from .snapshot import Snapshot
from .table import Listener, Question, Table
from .thinkers import Thinkers

__all__ = ["Room"]

_MINUTE: Final = 60.0


class Room:
    """A game with its players. All methods may be called from any thread.

    Each change makes a new `version`. A request to change the game names the version that it is meant for, and is
    refused if the game has gone on since.

    `keep` is called after each change. `set_alarm` is called when `alarm` may have changed, the moment at which `judge`
    is to be called.
    """

    def __init__(
        self,
        room_id: str,
        plan: Plan,
        workers: Workers,
        keep: Callable[[Room], None],
        seats: Seats | None = None,
        now: Now = milliseconds,
        set_alarm: Callable[[Room], None] = lambda room: None,
    ) -> None:
        self.id = room_id
        self.plan = plan
        self.made = self.used = time()
        self.is_unkept = False
        """Whether saving the game failed at its last change, which its players are told."""
        self.is_away = False
        """Whether the room was put away while somebody still uses it; then each change is saved at once."""
        self._keep = keep
        self._set_alarm = set_alarm
        self._now = now
        self._lock = RLock()
        self._writing = Writing()
        self._play = Play(plan, now, at_once=seats is not None)
        self._thinkers = Thinkers(plan.game, plan.seed, workers)
        self._thinkers.make(plan.players)
        self.table = Table(plan, seats, now, self._lock, self._kept_and_told)

    @classmethod
    def restored(
        cls,
        saved: Saved,
        plan: Plan,
        workers: Workers,
        keep: Callable[[Room], None],
        now: Now = milliseconds,
        set_alarm: Callable[[Room], None] = lambda room: None,
    ) -> Room:
        """Return a room from its saved values. `plan` has its start, players and seed, but no moves."""
        seats = Seats.of_rows(saved.seats, plan.people, saved.host) if plan.has_seats else None
        room = cls(saved.id, plan, workers, keep, seats, now, set_alarm)
        room.made, room.used = saved.made, saved.used
        if saved.rematch:
            if saved.offered_by not in (-1, *plan.people):
                raise WebError(f"nobody who could offer a rematch sits at seat {saved.offered_by}")
            room.table.rematch = saved.rematch, saved.offered_by
        room._play.restore(saved)
        people = plan.people if plan.has_seats else ()
        room.table.asked = Question.of_numbers(saved.asked, len(room._play.course.moves), people)
        return room

    def put_away(self, save: Callable[[Saved], None]) -> bool:
        """Save the room if nobody listens and no bot thinks; return whether it was saved. Raises what `save` raises."""
        with self._lock:
            if not self.is_quiet:
                return False
            save(self.saved())
            self.is_away = True
            return True

    def stop(self) -> None:
        """Stop the bot that thinks, and ignore its answer, before the room is put away or dropped."""
        with self._lock:
            self._thinkers.stop()

    def keep_again(self) -> None:
        """Try again to save the room; tell the listeners if the warning has changed."""
        with self._lock:
            before = self.is_unkept
            self._keep(self)
            if self.is_unkept != before:
                self._tell()

    # --- reading

    def snapshot(self) -> Snapshot:
        """Return the room as it stands."""
        with self._lock:
            play, course, table, seats = self._play, self._play.course, self.table, self.table.seats
            return Snapshot(
                id=self.id,
                game=self.plan.game,
                start=self.plan.start,
                players=tuple(play.players.names),
                names=tuple("" if seats is None else seats.name_of(seat) for seat in range(len(play.players.names))),
                moves=tuple(course.moves),
                added=tuple(course.added),
                seed=self.plan.seed,
                request=self.plan.request,
                version=course.version,
                thinking=self._thinkers.seat,
                gone=dict(play.players.gone),
                is_over=play.is_over,
                is_open=play.is_open,
                undone_by=course.undone_by,
                trouble=play.trouble_told,
                warning=self.warning,
                recorded=dict(play.recorded),
                viewer_versions=course.viewer_versions(),
                writing=self._writing,
                has_seats=seats is not None,
                free=() if seats is None else seats.free,
                asked=table.asked,
                rematch=table.rematch,
                table=table.number,
                clocks=play.clocks,
                moment=self._now(),
                hiding=None if course.hiding is None else course.hiding.progress,
            )

    def saved(self) -> Saved:
        """Return the room as values for the store."""
        with self._lock:
            play, course, table = self._play, self._play.course, self.table
            times, readings = play.clocks.rows(self._now())
            rematch, offered_by = table.rematch or ("", -1)
            return Saved(
                id=self.id,
                request=dict(self.plan.request) | ({TAGS: dict(play.recorded)} if TAGS in self.plan.request else {}),
                start=self.plan.game.format_state(self.plan.start),
                players=list(play.players.names),
                seed=self.plan.seed,
                moves=[(move.player, move.text) for move in course.moves],
                hidden=hidden_texts(course.moves, len(play.players.names)),
                undone=[[(move.player, move.text) for move in chunk] for chunk in course.undone],
                gone=play.players.rows(),
                version=course.version,
                versions=[each.version for each in course.visible_changes.values()],
                seats=[] if table.seats is None else table.seats.rows(),
                host=0 if table.seats is None else table.seats.host,
                asked=[] if table.asked is None else table.asked.numbers,
                rematch=rematch,
                offered_by=offered_by,
                times=times,
                readings=readings,
                made=self.made,
                used=self.used,
            )

    def listen(self, listener: Listener, held: Collection[int] = ()) -> Callable[[], None]:
        """Tell a listener of each change from now on; return the function that ends this.

        `held` are the seats that the listener holds. Where each person has a seat, listeners also hear who comes and
        goes.
        """

        def come_or_go() -> None:
            self._set_alarm(self)
            if self.table.seats is not None:
                self._tell()

        def end() -> None:
            with self._lock:
                if self.table.leave(key):
                    come_or_go()

        with self._lock:
            key = self.table.listen(listener, held)
            self._thinkers.look_again()
            come_or_go()
        return end

    def news(self, viewer: int | None) -> News:
        """Return the news for a listener, as a viewer may know it."""
        with self._lock:
            told: News = {
                "version": self._version_of(viewer),
                "thinking": self._thinkers.seat,
                "warning": self.warning,
            }
            if (hiding := self._play.course.hiding) is not None:
                told["hiding"] = {"done": hiding.progress.done, "of": hiding.progress.of}
            return {**told, **self.table.news()}

    @property
    def warning(self) -> str:
        """The warning for the players, in the reader's language; empty without one."""
        if not self.is_unkept:
            return ""
        return say("This game can't be written to the disk now: it is in memory alone, and gone if the server ends.")

    @property
    def is_watched(self) -> bool:
        """Whether somebody listens."""
        return self.table.is_watched

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self._play.course.moves)

    @property
    def is_quiet(self) -> bool:
        """Whether nobody listens and no bot thinks. This takes no lock."""
        return not self.is_watched and self._thinkers.seat is None

    # --- what moves have hidden

    def hide_unknown(self) -> bool:
        """Hide all moves that may be hidden until `learn` has the answer; return whether there are many."""
        with self._lock:
            play = self._play
            if play.course.visible_changes and not play.is_over:
                seats = range(len(play.players.names)) if self.table.has_seats else self.plan.people
                play.course.hide_unknown(seats)
            return self.is_hiding

    @property
    def is_hiding(self) -> bool:
        """Whether there is work left on hidden moves."""
        return self._play.course.hiding is not None

    @property
    def hidden_part(self) -> Part | None:
        """The next part of the work on hidden moves; None if all is known, or opened by the end of the game."""
        with self._lock:
            if self._play.is_over:
                self._play.course.stop_hiding()
            hiding = self._play.course.hiding
            return None if hiding is None else hiding.part

    def learn(self, found: Sequence[Mapping[int, bool]]) -> None:
        """Take the result for the `hidden_part`, and tell the listeners about the progress."""
        with self._lock:
            if self.is_hiding:
                self._play.course.learn(found)
                if self.is_hiding:
                    self._tell()
                else:
                    self.table.change()

    # --- playing

    def wake(self, deadline: int | None = None) -> None:
        """Let chance, bots and clocks go on, if it is their turn.

        `deadline` is the moment at which the running clock of a room that was put away runs out. None stands for a room
        that another server has saved: its clock goes on from the time that it showed.
        """
        with self._lock:
            before = len(self._play.course.moves)
            self._play.wake(deadline)
            if len(self._play.course.moves) != before or self._asks():
                self._changed()
            self.table.wait_for(self._play.awaited)

    @property
    def alarm(self) -> int | None:
        """The moment at which the next clock runs out, or somebody will have been away too long; None without one."""
        with self._lock:
            moments = (self._play.clocks.deadline, self.table.next_away)
            return min((moment for moment in moments if moment is not None), default=None)

    def judge(self) -> None:
        """Let people whose clocks are out leave the game, as if they resigned; tell listeners who is away."""
        with self._lock:
            self._judge()
            if self.table.has_away_changed():
                self._set_alarm(self)
                self._tell()

    def act(self, version: int, seat: int, action: int | str) -> None:
        """Let a person act, with an action given by its id or its text.

        Raises StaleError if the game has gone on, or no person is to act at the seat; NotationError if the text is no
        action; IllegalActionError if the rules refuse it.
        """
        with self._lock:
            self._play.act(seat, action, self._check(version, seat))
            self._changed()

    def undo(self, version: int, to: int | None = None, asker: int | None = None) -> None:
        """Take back the last decision of a person, or with `to` the last one that was made at this ply or before.

        Where people have secrets from each other, a person takes back only the own decisions, and only as long as these
        have revealed nothing about others (`taking_back.why_kept`). Where each person has a seat, it is the asker's
        last decision, and the people who have seen it must agree first (see `answer`). `asker` is the seat of the
        person who asks; None stands for the person to act.

        Raises StaleError if there is no such decision, or if the end of the game has opened its secrets.
        """
        with self._lock:
            now = self._seen(version, asker)
            if self._play.is_open:
                raise StaleError(say("the game is over, and its secrets are open: nothing can be taken back"))
            place = now.undo_place(to, asker)
            if place is None:
                raise StaleError(say("there is nothing to undo"))
            if reason := now.why_kept(place, now.person if asker is None else asker):
                raise StaleError(reason)
            # Counted from the end, these are the same moves even for a viewer who can't count the earlier ones.
            back = len(now.moves) - place
            concerned = () if asker is None else now.concerned(place, asker)
            if now.has_seats and now.is_writing and place >= writing_from(now.moves):
                writer = now.moves[place].player
                self._play.take_orders_back(writer, sum(move.player == writer for move in now.moves[place:]))
                self._start_over()
            elif asker is None or not concerned:
                self._play.take_back(back)
                self._start_over()
            else:
                self.table.asked = Question(asker, back, concerned)
                self.table.change()

    def answer(self, seat: int, agrees: bool) -> None:
        """Agree to the take-back that another person asks for, or refuse it; the asker's own answer withdraws it.

        Raises StaleError if this person isn't asked.
        """
        with self._lock:
            self._judge()
            asked = self.table.asked
            if asked is None or seat not in (asked.asker, *asked.open):
                raise StaleError(say("nobody asks you to agree with anything now"))
            self.table.asked = asked.without(seat) if agrees and seat != asked.asker else None
            if agrees and seat != asked.asker and self.table.asked is None:
                self._play.take_back(asked.back)
                self._start_over()
            self.table.change()

    def redo(self, version: int, asker: int | None = None) -> None:
        """Redo what was undone last; raise StaleError if there is nothing.

        Where people have secrets from each other, or each has a seat, a person redoes only the own decisions.
        """
        with self._lock:
            now = self._seen(version, asker)
            who = now.person if asker is None else asker
            if reason := now.why_undone(who):
                raise StaleError(reason)
            self._play.redo(who)
            self._start_over()

    # --- leaving

    def resign(self, version: int, seat: int) -> None:
        """Let a person resign. If other people play on, a bot takes the seat; if not, the game is over.

        Raises StaleError if the game is over, or no person sits at the seat.
        """
        with self._lock:
            self._check(version, seat)
            self._check_person(seat)
            self._play.leave(seat, RESIGNED)
            self._start_over()

    def go_on_without(self, seat: int, asker: int, *, with_bot: bool) -> None:
        """Let the game go on without a person who is away: a bot takes the seat, or the game is over.

        `asker` is the seat of another person. Raises StaleError if the game is over, or the person at `seat` isn't away
        (see `table.PATIENCE`).
        """
        with self._lock:
            self._judge()
            self._check_person(asker)
            self._check_person(seat)
            if seat == asker or seat not in self.table.away:
                who = self._play.letter(seat)
                raise StaleError(say("{who} hasn't been away for two minutes at the own turn", who=who))
            self._play.players.leave(seat, AWAY, self._play.stand_in if with_bot else None)
            self._start_over()

    def come_back(self, seat: int) -> None:
        """Give a person who was away the seat back from the bot; raise StaleError if no bot has taken it so."""
        with self._lock:
            self._judge()
            if self._play.is_over or self._play.players.gone.get(seat) != AWAY:
                raise StaleError(say("no bot has taken this seat since you were away"))
            self._play.players.come_back(seat)
            self._start_over()

    def _check_person(self, seat: int) -> None:
        """Raise StaleError if the game is over, or no person sits at a seat."""
        if self._play.is_over:
            raise StaleError(say("the game is over"))
        if not self._play.players.is_person(seat):
            raise StaleError(say("no person sits at {seat}", seat=self._play.letter(seat)))

    # --- inside the lock

    def _version_of(self, viewer: int | None) -> int:
        return self._play.course.version_of(None if self._play.is_over else viewer)

    def _check(self, version: int, viewer: int | None) -> int:
        """Judge the clocks and return the moment; raise StaleError if the game has gone on, or a clock is out.

        A request that comes in after a clock has run out is too late, whether or not the server has noticed before.
        """
        moment = self._judge()
        late = [seat for seat in self._play.players.left_alone if self._play.players.gone[seat] == LATE]
        if late:
            raise StaleError(say("the game is over: {who} is out of time", who=self._play.letter(late[-1])))
        if version != self._version_of(viewer):
            raise StaleError(say("the game has gone on since: look at it as it stands now"))
        return moment

    def _seen(self, version: int, asker: int | None) -> Snapshot:
        """Return the room as the asker knows it; raise StaleError if the game has gone on since this version."""
        now = self.snapshot()
        viewer = now.viewer(asker)
        self._check(version, viewer)
        return now.known_to(viewer)

    def _urgency(self) -> int:
        """Return how urgent the answer of a bot is. A person who looked a minute ago counts as waiting."""
        if HUMAN in self._play.players.names and (self.is_watched or time() - self.used < _MINUTE):
            return PERSON
        return WATCHED if self.is_watched else NOBODY

    def _asks(self) -> bool:
        """Ask the bot whose turn it is, unless a bot thinks already; return whether it was asked now."""
        seat, course = self._play.bot_due, self._play.course
        if seat is None or self._thinkers.seat is not None:
            return False
        # A bot decides in the position that it would see if the players wrote orders one after the other.
        place = course.place_of(seat)
        self._thinkers.ask(seat, course.before(place), course.moves[:place], self._urgency, self._answered)
        return True

    def _answered(self, job: Job, seat: int, action: Any, trouble: str) -> None:
        """Take the answer of a bot, unless nobody waits for it any more."""
        with self._lock:
            if self._thinkers.takes(job):
                self._play.take_answer(seat, action, trouble)
                self._changed()

    def _start_over(self) -> None:
        """Go on from a position that the game came to in another way than by a move."""
        self._thinkers.make(self._play.players.names)
        self._play.start_over()
        self._changed()

    def _judge(self) -> int:
        """Let people whose clocks are out leave the game; return the moment of the judgement."""
        moment = self._now()
        if self._play.judge(moment):
            self._start_over()
        return moment

    def _changed(self) -> None:
        """Finish a change: ask the bot that is to act, count the change for viewers, save the room, tell listeners."""
        play = self._play
        self._asks()
        if play.is_over:
            self._thinkers.finish(play.course.final.outcome)
        play.course.count_change(play.seen_by_all)
        self.table.asked = None
        play.run_clocks()
        self.table.wait_for(play.awaited)
        self.used = time()
        self._set_alarm(self)
        self._kept_and_told()

    def _kept_and_told(self) -> None:
        self._keep(self)
        self._tell()

    def _tell(self) -> None:
        self.table.tell(self._play.course.version, self._thinkers.seat)
