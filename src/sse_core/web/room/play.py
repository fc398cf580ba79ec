"""Play of a game in a room: moves, chance, forced moves, clocks, take-backs, and players who leave."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

from ...bots.levels import levels_of
from ...errors import SseError
from ...forms.checks import shown
from ...game import CHANCE, State
from ...play.records.played import PlayedMove, played
from ...play.seats import label_of
from ...play.state_kinds import SecretState
from ...seeds import PlyStream
from ..clocks import Clocks, Now, is_clock_tag
from ..errors import StaleError, WebError
from ..messages import say
from ..plan import Plan, recorded_tags
from .forced_moves import forced_move
from .hidden_moves import know_again, take_hidden
from .history import Course, too_long
from .players import LATE, TAGS_OF_LEAVING, Players
from .saved import Saved
from .sealed_orders import WATCHER, writing_from

__all__ = ["Play"]

TOO_LONG: Final = "too long"
"""The `trouble` of a game that takes no more moves."""


class Play:
    """A game that draws chance events and makes forced moves by itself. The room that owns it locks it.

    Ply p draws from ``PlyStream(seed, p)``, as in `bots.turns_of`. So, without undo, `sse play` plays the same game
    with the same seed and the same choices.
    """

    def __init__(self, plan: Plan, now: Now, *, at_once: bool) -> None:
        self.plan = plan
        self.trouble = ""
        """Why the game can't go on: `TOO_LONG`, or the error of a bot that failed; empty if it can."""
        self.recorded = recorded_tags(plan.request)
        """The tags of the record that the game continues, without those that are no longer true."""
        if plan.time_control is not None:
            self.recorded = {key: value for key, value in self.recorded.items() if not is_clock_tag(key)}
        self.players = Players(plan.players)
        self.clocks = Clocks.fresh(plan.time_control, plan.people, len(plan.moves))
        viewers = (WATCHER, *plan.people) if isinstance(plan.start, SecretState) and plan.people else ()
        self.course = Course(plan.start, viewers, at_once=at_once)
        self._now = now
        self.course.put(0, plan.moves)
        self.course.set_versions(1, [1] * len(viewers))
        self.course.note_visible(self.seen_by_all)

    @property
    def is_over(self) -> bool:
        """Whether nobody acts any more: the rules have ended the game, or people have left it."""
        return not self.course.final.to_act or bool(self.players.left_alone)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of people for whom the game waits, which are all people who may act.

        Where several people write orders at the same time, each clock runs until its person has finished the orders.
        """
        if self.is_over or self.trouble:
            return ()
        return tuple(seat for seat in self.course.may_act if self.players.is_person(seat))

    @property
    def trouble_told(self) -> str:
        """Why the game can't go on, in the reader's language; empty if it can."""
        return too_long() if self.trouble == TOO_LONG else self.trouble

    @property
    def is_open(self) -> bool:
        """Whether the end of the game has opened secrets that people had."""
        return self.is_over and isinstance(self.plan.start, SecretState) and bool(self.players.people)

    @property
    def seen_by_all(self) -> tuple[Any, ...]:
        """What everybody sees beside the moves."""
        return tuple(self.players.names), tuple(self.players.gone), self.trouble

    def letter(self, seat: int) -> str:
        """Return the letter of a seat, as it stands in a sentence."""
        if seat == CHANCE:
            return label_of(seat, {}, self.plan.game)
        letters = self.plan.game.INFO.seats[: len(self.players.names)]
        return letters[seat] if 0 <= seat < len(letters) else f"seat {seat}"

    # --- going on

    def act(self, seat: int, action: int | str, moment: int) -> None:
        """Let a person act, by the id or the text of an action that came in at a moment; see `Room.act` for errors."""
        course = self.course
        state = course.final
        if self.is_over:
            raise StaleError(say("the game is over"))
        if seat not in course.may_act or not self.players.is_person(seat):
            who, other = self.letter(state.to_act[0]), self.letter(seat)
            raise StaleError(say("{who} is to act, not {other}", who=who, other=other))
        chosen = self._chosen(state, seat, action)
        # A refusal uses only what the person may know.
        state.view(seat).after(chosen, seat)
        was_writing, clocks = course.is_writing, self.clocks
        try:
            # New moves replace those that were taken back.
            self.clocks = clocks.until(len(course.moves))
            place = self._add(seat, chosen)
        except SseError:
            self.clocks = clocks
            raise
        for tag in TAGS_OF_LEAVING.values():
            self.recorded.pop(tag, None)
        # Others can still redo their own orders, and nobody is to learn whether they took any back.
        course.forget_undone(seat, others_stay=was_writing and course.is_writing)
        self.go_on()
        self._end_turn(seat, place, moment)

    def _chosen(self, state: State[Any], seat: int, action: int | str) -> Any:
        """Return the action with an id or a text."""
        if isinstance(action, str):
            return self.plan.game.parse_action(action, state.view(seat))
        if not 0 <= action < len(state.actions):
            raise WebError(f"there is no action {shown(action)}")
        return state.actions[action]

    def _add(self, player: int, action: Any) -> int:
        """Add a move to the next version; return its place.

        Raises IllegalActionError if the rules refuse it, StaleError if the game gets too long.
        """
        end = len(self.course.moves)
        place = self.course.add(player, action)
        self.clocks = self.clocks.swapped(place, end, end + 1)
        return place

    def go_on(self) -> None:
        """Draw chance events and make forced moves, until a person or a bot has a choice."""
        while not self.is_over and not self.trouble:
            state = self.course.final
            seat = state.to_act[0]
            if seat == CHANCE:
                move = seat, PlyStream(self.plan.seed, state.ply).draw(state.odds())
            else:
                found = self._forced(state)
                if found is None:
                    return
                move = found
            try:
                self._add(*move)
            except StaleError:
                self.trouble = TOO_LONG

    def _forced(self, state: State[Any]) -> tuple[int, Any] | None:
        """Return the next forced move of a person that the server may make, after its seat; None if there is none."""
        moves, people = self.course.moves, self.players.people
        was_sealed = bool(moves) and moves[-1].sealed
        for seat in self.course.may_act:
            if seat in people:
                others = [other for other in people if other != seat]
                action = forced_move(state, seat, was_sealed, others)
                if action is not None:
                    return seat, action
        return None

    def wake(self, deadline: int | None) -> None:
        """Let chance and clocks go on; see `Room.wake`."""
        self.go_on()
        if deadline is not None:
            self.clocks = self.clocks.set_by(deadline, self.awaited)
        self.run_clocks()

    def start_over(self) -> None:
        """Go on from a position that was reached by something else than a move, such as a take-back."""
        self.trouble = ""
        self.go_on()

    def take_answer(self, seat: int, action: Any, trouble: str) -> None:
        """Take the answer of a bot, or why it failed, and go on."""
        self.trouble = trouble
        if not trouble:
            try:
                self._add(seat, action)
            except StaleError:
                self.trouble = TOO_LONG
            # The bot has taken the place of the record's player.
            for tag in (*TAGS_OF_LEAVING.values(), self.letter(seat)):
                self.recorded.pop(tag, None)
        self.go_on()

    @property
    def bot_due(self) -> int | None:
        """The seat of the bot that is to act; None if none is."""
        if self.is_over or self.trouble:
            return None
        seat = self.course.final.to_act[0]
        return None if seat == CHANCE or self.players.is_person(seat) else seat

    # --- taking back

    def take_back(self, back: int) -> None:
        """Take back the last moves."""
        place = len(self.course.moves) - back
        self.course.take_back(place)
        self.clocks = self.clocks.run(self.clocks.running, self._now()).moved(place + back, place)
        self.players.take_back()

    def take_orders_back(self, writer: int, number: int) -> None:
        """Take back so many of the last moves of a writer; the orders of others stay."""
        # For the clocks these orders count as the last moves of all.
        end, behind = len(self.course.moves), self.course.place_of(writer)
        clocks = self.clocks.run(self.clocks.running, self._now())
        self.clocks = clocks.swapped(behind - number, behind, end).moved(end, end - number)
        self.course.take_orders_back(writer, number)

    def redo(self, seat: int | None) -> None:
        """Redo what was taken back last (see `Course.take_again`)."""
        again, end = self.course.take_again(seat), len(self.course.moves)
        self.clocks = self.clocks.run(self.clocks.running, self._now()).moved(end, end + len(again))
        for move in again:
            self._add(move.player, move.action)
        know_again(self.course.moves[-len(again) :], again)

    # --- clocks, and players who leave

    def judge(self, moment: int) -> bool:
        """Let people whose clocks are out leave the game, each at the moment of the deadline; return whether any did.

        The clock that ran out first counts first: if its person's leaving ends the game, the other clocks stop above 0.
        """
        is_out = False
        while not self.is_over and (late := self.clocks.out_at(moment)):
            is_out, out, seat = True, self.clocks.deadline or moment, late[0]
            # While orders are written, nothing may tell how many there are.
            place = writing_from(self.course.moves)
            self.clocks = self.clocks.run(self.clocks.running - {seat}, out).lost(seat, place)
            self.leave(seat, LATE)
            if self.is_over:
                self.clocks = self.clocks.run((), out)
        return is_out

    def run_clocks(self) -> None:
        """Charge the time that has passed, and start the clocks of the people for whom the game waits."""
        self.clocks = self.clocks.run(self.awaited, self._now())

    def _end_turn(self, seat: int, place: int, moment: int) -> None:
        """Stop a person's clock at the moment at which an action came in, if the action has ended the turn.

        The person doesn't pay for the server's work after that moment; the clocks of others who write orders go on.
        Within a turn the clock runs on, so others can't count the actions by it. The reading stands after the last move
        of the turn, before the orders of later seats. `place` is the place of the move.
        """
        end = place
        for at, move in enumerate(self.course.moves[place:], place + 1):
            end = at if move.player == seat else end
            # Neither chance within a turn nor a further step of an order ends the turn.
            if move.after.to_act != (CHANCE,) and (
                seat not in move.after.to_act or not (move.sealed or move.game.continues_turn(move.after))
            ):
                self.clocks = self.clocks.run(self.clocks.running - {seat}, moment).ended(seat, end)
                return

    def leave(self, seat: int, why: str) -> None:
        """Let a person leave the game. If other people play on, a bot takes the seat; if not, the game is over."""
        goes_on = len(self.players.people) > 1 and len(self.players.names) > 2
        self.players.leave(seat, why, self.stand_in if goes_on else None)

    @property
    def stand_in(self) -> str:
        """The name of the bot that takes the seat of a person who leaves."""
        return levels_of(self.plan.game)[0].player

    # --- in the store

    def restore(self, saved: Saved) -> None:
        """Restore the saved game: players who have left, clocks, moves, and moves that were taken back."""
        course, game, people = self.course, self.plan.game, self.plan.people
        self.clocks = Clocks.of_rows(self.plan.time_control, saved.times, saved.readings, people)
        self.players = Players.of_rows(self.plan.players, saved.gone)
        # The versions of single moves aren't saved: all count as new in the saved version.
        course.set_versions(saved.version - 1, [version - 1 for version in saved.versions])
        for number, (player, text) in enumerate(saved.moves, 1):
            with _numbered("move", number):
                course.put(number - 1, [(player, game.parse_action(text, course.final))])
        take_hidden(course.moves, saved.hidden, len(self.players.names))
        course.set_versions(saved.version, saved.versions)
        course.note_visible(self.seen_by_all)
        state, number = course.final, len(saved.moves)
        for chunk in reversed(saved.undone):
            undone: list[PlayedMove] = []
            for player, text in chunk:
                number += 1
                with _numbered("undone move", number):
                    undone.append(played(state, player, game.parse_action(text, state), None))
                state = undone[-1].after
            course.undone.insert(0, undone)


@contextmanager
def _numbered(what: str, number: int) -> Generator[None, None, None]:
    """Add the number of a saved move to its errors."""
    try:
        yield
    except SseError as error:
        raise WebError(f"{what} {number}: {error}") from None
