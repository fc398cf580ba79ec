"""The play of a game in a room: moves, chance, forced moves, clocks, and those who leave."""

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
from .course import Course, too_long
from .forced_moves import forced_move
from .hidden_moves import know_again, take_hidden
from .players import LATE, TAGS_OF_LEAVING, Players
from .saved import Saved
from .sealed_orders import WATCHER, writing_from

__all__ = ["Play"]

TOO_LONG: Final = "too long"
"""What keeps a game from going on that takes no more moves."""


class Play:
    """A game that goes on by itself until a person or a bot is to act. The room that it belongs to locks it.

    Chance events are drawn, and forced moves made. Ply p draws from ``PlyStream(seed, p)``, as in
    `match.turns_of`: a game without undo is the one that `sse play` plays with the same seed and the same choices.
    """

    def __init__(self, plan: Plan, now: Now, *, at_once: bool) -> None:
        self.plan = plan
        self.trouble = ""
        """Why the game can't go on: `TOO_LONG`, or what a bot that failed has raised; empty if it can."""
        self.recorded = recorded_tags(plan.request)
        """The tags of the record that the game goes on from, as far as they still hold."""
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
        """Whether nobody acts any more: by the rules, or since the last person has left."""
        return not self.course.final.to_act or bool(self.players.left_alone)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of the people for whom the game waits: all who may act; nothing if it waits for nobody else.

        So where several write orders at the same time, the clock of each runs until the own orders are finished.
        """
        if self.is_over or self.trouble:
            return ()
        return tuple(seat for seat in self.course.may_act if self.players.is_person(seat))

    @property
    def trouble_told(self) -> str:
        """Why the game can't go on, in the language of whoever reads; empty if it can."""
        return too_long() if self.trouble == TOO_LONG else self.trouble

    @property
    def is_open(self) -> bool:
        """Whether secrets that people had in the game were opened by its end."""
        return self.is_over and isinstance(self.plan.start, SecretState) and bool(self.players.people)

    @property
    def seen_by_all(self) -> tuple[Any, ...]:
        """What all see beside the moves."""
        return tuple(self.players.names), tuple(self.players.gone), self.trouble

    def letter(self, seat: int) -> str:
        """Return the letter of a seat, as it stands in a sentence."""
        if seat == CHANCE:
            return label_of(seat, {}, self.plan.game)
        letters = self.plan.game.INFO.seats[: len(self.players.names)]
        return letters[seat] if 0 <= seat < len(letters) else f"seat {seat}"

    # --- going on

    def act(self, seat: int, action: int | str, moment: int) -> None:
        """Let a person act, by the id of an action or its text, which came at a moment; see `Room.act` for errors."""
        course = self.course
        state = course.final
        if self.is_over:
            raise StaleError(say("the game is over"))
        if seat not in course.may_act or not self.players.is_person(seat):
            who, other = self.letter(state.to_act[0]), self.letter(seat)
            raise StaleError(say("{who} is to act, not {other}", who=who, other=other))
        chosen = self._chosen(state, seat, action)
        # What is refused is refused in the words of what the person may know.
        state.view(seat).after(chosen, seat)
        was_writing, clocks = course.is_writing, self.clocks
        try:
            # Other moves follow than those that were taken back.
            self.clocks = clocks.until(len(course.moves))
            place = self._add(seat, chosen)
        except SseError:
            self.clocks = clocks
            raise
        for tag in TAGS_OF_LEAVING.values():
            self.recorded.pop(tag, None)
        # What others have taken back of their orders is theirs, and whether they have is nobody's business.
        course.forget_undone(seat, others_stay=was_writing and course.is_writing)
        self.go_on()
        self._end_turn(seat, place, moment)

    def _chosen(self, state: State[Any], seat: int, action: int | str) -> Any:
        """Return the action that is meant by an id or a text."""
        if isinstance(action, str):
            return self.plan.game.parse_action(action, state.view(seat))
        if not 0 <= action < len(state.actions):
            raise WebError(f"there is no action {shown(action)}")
        return state.actions[action]

    def _add(self, player: int, action: Any) -> int:
        """Add a move, which comes with the next version; return its place.

        Raises IllegalActionError if the rules refuse it, StaleError if the game is too long.
        """
        end = len(self.course.moves)
        place = self.course.add(player, action)
        self.clocks = self.clocks.swapped(place, end, end + 1)
        return place

    def go_on(self) -> None:
        """Draw chance events, and make forced moves."""
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
        """Return whose forced move can be made now, and the move; None if there is none."""
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
        """Go on from a position that the game came to in another way than by a move."""
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
            # It has taken the place of whoever sat there in the record.
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
        # The clocks go back as if they were the last of all.
        end, behind = len(self.course.moves), self.course.place_of(writer)
        clocks = self.clocks.run(self.clocks.running, self._now())
        self.clocks = clocks.swapped(behind - number, behind, end).moved(end, end - number)
        self.course.take_orders_back(writer, number)

    def redo(self, seat: int | None) -> None:
        """Do again what was taken back last (see `Course.take_again`)."""
        again, end = self.course.take_again(seat), len(self.course.moves)
        self.clocks = self.clocks.run(self.clocks.running, self._now()).moved(end, end + len(again))
        for move in again:
            self._add(move.player, move.action)
        know_again(self.course.moves[-len(again) :], again)

    # --- clocks, and those who leave

    def judge(self, moment: int) -> bool:
        """Let those whose clocks are out at a moment leave the game, each at the own deadline; return whether any were.

        Whoever is out first leaves first: if that ends the game, the clocks of the others stop, and don't come to 0.
        """
        is_out = False
        while not self.is_over and (late := self.clocks.out_at(moment)):
            is_out, out, seat = True, self.clocks.deadline or moment, late[0]
            # While orders are written, nothing is to tell how many there are.
            place = writing_from(self.course.moves)
            self.clocks = self.clocks.run(self.clocks.running - {seat}, out).lost(seat, place)
            self.leave(seat, LATE)
            if self.is_over:
                self.clocks = self.clocks.run((), out)
        return is_out

    def run_clocks(self) -> None:
        """Charge what has passed, and let the clocks of those run for whom the game waits."""
        self.clocks = self.clocks.run(self.awaited, self._now())

    def _end_turn(self, seat: int, place: int, moment: int) -> None:
        """Stop the clock of a person at the moment at which an action came, made at a place, if it has ended the turn.

        What the server works out after that is not charged to that person; others who write orders go on meanwhile.
        Within a turn the clock goes on, and others can't tell by it how many actions it has. Its reading stands after
        the last move of the turn, before the orders of those who sit behind.
        """
        end = place
        for at, move in enumerate(self.course.moves[place:], place + 1):
            end = at if move.player == seat else end
            # Chance within a turn ends none; neither does a further step of an order.
            if move.after.to_act != (CHANCE,) and (
                seat not in move.after.to_act or not (move.sealed or move.game.continues_turn(move.after))
            ):
                self.clocks = self.clocks.run(self.clocks.running - {seat}, moment).ended(seat, end)
                return

    def leave(self, seat: int, why: str) -> None:
        """Let a person leave the game. It is over, unless other people play on: then a bot takes the seat."""
        goes_on = len(self.players.people) > 1 and len(self.players.names) > 2
        self.players.leave(seat, why, self.stand_in if goes_on else None)

    @property
    def stand_in(self) -> str:
        """The bot that takes the seat of who leaves."""
        return levels_of(self.plan.game)[0].player

    # --- kept

    def restore(self, saved: Saved) -> None:
        """Take in what was kept: who has left, the clocks, the moves, and those that were taken back."""
        course, game, people = self.course, self.plan.game, self.plan.people
        self.clocks = Clocks.of_rows(self.plan.time_control, saved.times, saved.readings, people)
        self.players = Players.of_rows(self.plan.players, saved.gone)
        # When the moves came isn't kept: they count as new in the version that was kept.
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
    """Give the errors of a kept move its number."""
    try:
        yield
    except SseError as error:
        raise WebError(f"{what} {number}: {error}") from None
