"""A game session at the terminal: bots and people play turn by turn, and people can take decisions back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import groupby
from typing import Any, Final, TypeVar

from ...bots.watched import BotError, followers_of, watched
from ...game import AnyGame, Bot, State
from ...play.records.played import PlayedMove, last_actions, played
from ...play.records.record import GameRecord
from ...play.records.variations import variations_along
from ...play.seats import label_of
from ...play.sentences import count
from ...play.state_kinds import SecretState
from ...play.turns import turns_of
from ...play.undo import why_kept
from ...play.visibility import Visibility
from ...seeds import SplitMix64
from ..saving import signals_as_interrupts
from ..terminal.output import RefusedError, echo, paragraph
from ..terminal.progress import Progress, waiting
from .exits import LeftError, RewoundError
from .game_files import GameFiles
from .line_editing import keep_apart
from .resumed_games import PlayedGame, told_line
from .secret_cover import Cover

__all__ = ["TAKEN_BACK", "Person", "Table"]

ActionT = TypeVar("ActionT")

TAKEN_BACK: Final = "undone"
"""The tag of a record with the number of decisions that people have taken back."""


class Person(ABC):
    """A person at the table, as a `game.Bot`."""

    def __init__(self) -> None:
        self.last: Sequence[Any] = ()
        """The actions of the last turn, which the drawing marks."""

    @abstractmethod
    def sit_down(self, table: Table) -> None:
        """Sit down at the table of a game, which the commands of the person look at and change."""

    @abstractmethod
    def choose(self, view: State[ActionT], player: int, rng: SplitMix64, /) -> ActionT:
        """Return the action that the person chooses; raise LeftError or RewoundError instead."""

    @abstractmethod
    def ask_after_end(self, final: State[Any], player: int) -> None:
        """Ask the person for commands after the end of the game; return, or raise LeftError or RewoundError."""


class Table:
    """A game in progress: its turns so far, and the player at each seat.

    `tags` are the tags of its record; the tag of each seat is the name of its player. Ply p draws from
    ``PlyStream(seed, p)`` (see `bots.turns_of`). So a take-back doesn't change the luck: after the same choices chance
    and bots do the same, and a resumed game goes on as it would have. `before` is the record that was resumed.
    """

    def __init__(
        self,
        start: State[Any],
        bots: Sequence[Bot],
        seed: int,
        tags: Mapping[str, str],
        game: AnyGame,
        moves: Sequence[tuple[int, Any]] = (),
        *,
        game_files: GameFiles,
        noun: str = "plies",
        before: GameRecord[Any, Any] | None = None,
    ) -> None:
        self.start = start
        self.seed = seed
        self.game = game
        self.game_files = game_files
        self._noun = noun
        self._tags = tags
        self._before = before
        self.people = {player: bot for player, bot in enumerate(bots) if isinstance(bot, Person)}
        """The people by seat."""
        self.are_apart = len(self.people) > 1 and isinstance(start, SecretState)
        """Whether several people with secrets from each other share the terminal."""
        self._cover = Cover()
        self._looking: int | None = None
        """The person at the terminal, if `are_apart`."""
        self._news: dict[int, list[str]] = {player: [] for player in self.people}
        """Sentences for each person about what others have done openly, if `are_apart`."""
        self.turns: list[PlayedMove] = []
        self._undone: list[list[PlayedMove]] = []
        """Take-backs: for each decision its turn and all later ones; the last decision first."""
        taken_back = tags.get(TAKEN_BACK, "")
        self._taken_back = int(taken_back) if taken_back.isascii() and taken_back.isdigit() else 0
        for player, action in moves:
            self.turns.append(played(self.state, player, action, self._previous))
        self._page = self._fresh_page()
        self._choosers = [
            bot.choose if isinstance(bot, Person) else self._shown(watched(bot, self._name_of(player)), player)
            for player, bot in enumerate(bots)
        ]
        self._followers = followers_of(bots)
        for person in self.people.values():
            person.sit_down(self)
        if self.are_apart:
            keep_apart()

    @property
    def state(self) -> State[Any]:
        """The position after the last turn."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def _previous(self) -> PlayedMove | None:
        """The last turn; None before the first turn."""
        return self.turns[-1] if self.turns else None

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of the record, with the number of take-backs if there are any."""
        return dict(self._tags) | ({TAKEN_BACK: str(self._taken_back)} if self._taken_back else {})

    @property
    def record(self) -> GameRecord[Any, Any]:
        """The record of the game so far, with its old variations as long as they fit."""
        moves = [(turn.player, turn.action) for turn in self.turns]
        before = self._before
        variations = () if before is None else variations_along(before.moves, before.variations, moves)
        return GameRecord(self.start, moves, self.tags, variations)

    # --- playing

    def play(self) -> PlayedGame:
        """Play to the end.

        If a person plays, the actions of other players and of chance are printed, and all effects. An interruption or a
        failing bot ends the game just as a person who leaves: all moves so far are returned.
        """
        interruption: KeyboardInterrupt | OSError | BotError | None = None
        try:
            with signals_as_interrupts():
                while not self._is_played_on():
                    pass
        except LeftError:
            pass
        except (KeyboardInterrupt, OSError, BotError) as error:
            interruption = error
        if self.are_apart and self.state.to_act:
            self._cover.close()
        return PlayedGame(self.start, tuple(self.turns), interruption, self._taken_back)

    def _is_played_on(self) -> bool:
        """Play on; return True at the end of the game, False after a take-back."""
        state = self.state
        progress = nullcontext() if self.people else Progress(None, self._noun)
        try:
            with progress:
                for player, action, after in turns_of(state, self._choosers, self.seed, self._followers):
                    # A single call adds the whole turn, so that an interruption can't split it.
                    self.turns.append(played(state, player, action, self._previous, after))
                    if isinstance(progress, Progress):
                        progress.add()
                    if player in self.people:
                        self._undone.clear()
                    self._page.add(self.turns, len(self.turns) - 1, print_it=True)
                    state = after
        except RewoundError:
            return False
        return True

    def _shown(self, choose: Callable[..., Any], player: int) -> Callable[..., Any]:
        """Return the chooser of a bot, wrapped so that the terminal shows that the bot thinks if people wait for it."""
        if not self.people:
            return choose
        words = f"{label_of(player, self._tags, self.game)} thinks ..."

        def chosen(view: State[Any], seat: int, rng: SplitMix64) -> Any:
            with waiting(words):
                return choose(view, seat, rng)

        return chosen

    def _name_of(self, player: int) -> str:
        return self._tags[self.game.INFO.seats[player]]

    # --- people with secrets from each other

    def hand_to(self, person: int) -> None:
        """Give the terminal to a person.

        Where people have secrets from each other, the page and the input of the last person are covered first. The
        person is told what others have done meanwhile.

        Raises LeftError if the person leaves instead.
        """
        if not self.are_apart or person == self._looking:
            return
        if self._cover.pass_to(self._label(person)):
            for line in self.told(person):
                echo(line)
        self._news[person].clear()
        self._looking = person

    def told(self, person: int) -> list[str]:
        """Return the lines for a person who was away: what others have done since the person's last decision."""
        return [*self._page.told(self.turns, self._last_place(person), person), *self._news[person]]

    def ply_of(self, person: int) -> int:
        """Return the ply as a person knows it, without the moves of orders that others are still writing."""
        return self.state.view(person).ply

    def _tell_others(self, asker: int, did: str) -> None:
        """Note for the other people what one of them has done openly."""
        for person, news in self._news.items():
            if person != asker and self.are_apart:
                news.append(paragraph(f"{self._label(asker)} {did}: back at ply {self.ply_of(person)}."))

    def _label(self, player: int) -> str:
        return label_of(player, self._tags, self.game)

    # --- taking back

    def take_back(self, decisions: int = 1, *, asker: int, openly: bool = False) -> None:
        """Take back the last decisions of people, with all that chance and bots have done since.

        Where people have secrets from each other, a person takes back only the own decisions, and only as long as these
        have revealed nothing about others. With `openly` a person takes back those of anybody, and everybody is told.

        Raises RefusedError if people have made fewer decisions, or if the end of the game has opened its secrets.
        """
        places = [place for place, turn in enumerate(self.turns) if turn.player in self.people]
        if not self.state.to_act and isinstance(self.start, SecretState):
            raise RefusedError("the game is over, and its secrets are open: nothing can be taken back")
        taken = places[-decisions:]
        if self.are_apart and not openly and taken:
            reason = why_kept(self.turns[taken[0] :], asker, self.people, self._label)
            if reason:
                raise RefusedError(f"{reason}; undo openly takes it back, and everybody is told")
        if decisions > len(places):
            # The number of decisions would tell how many orders others have written.
            there_are = "there are not so many decisions" if self.are_apart and openly else _there_are(len(places))
            raise RefusedError(f"{there_are} to take back")
        for place in reversed(taken):
            self._undone.append(self.turns[place:])
            del self.turns[place:]
        self._taken_back += decisions
        self._page = self._fresh_page()
        if openly:
            self._tell_others(asker, f"took {count(decisions, 'decision', 'decisions')} back")

    def put_back(self, decisions: int = 1, *, asker: int, openly: bool = False) -> None:
        """Redo the decisions that were taken back last, with all that followed.

        Where people have secrets from each other, a person redoes only the own decisions, or those of anybody with
        `openly`.

        Raises RefusedError if fewer were taken back.
        """
        if not self._undone:
            raise RefusedError("there is nothing to do again")
        if decisions > len(self._undone):
            raise RefusedError(f"{_there_are(len(self._undone))} to do again")
        if self.are_apart and not openly:
            for turns in reversed(self._undone[-decisions:]):
                if (decider := turns[0].player) != asker:
                    raise RefusedError(
                        f"that does again what {self._label(decider)} decided; redo openly does, and everybody is told"
                    )
        for _ in range(decisions):
            self.turns += self._undone.pop()
        self._taken_back -= decisions
        self._page = self._fresh_page()
        if openly:
            self._tell_others(asker, f"did {count(decisions, 'decision', 'decisions')} again")

    def recent(self, person: int) -> list[PlayedMove]:
        """Return the moves since a person's last decision, including it, that the person may see."""
        first = self._last_place(person)
        return [turn for place, turn in enumerate(self.turns[first:], first) if self._page.seen[place]]

    def acted_since(self, person: int) -> set[int]:
        """Return the seats that have acted since the person's last decision; CHANCE may be among them."""
        return {turn.player for turn in self.turns[self._last_place(person) :]} - {person}

    def _last_place(self, person: int) -> int:
        """Return the place of the person's last decision; the first place without one."""
        return max((place for place, turn in enumerate(self.turns) if turn.player == person), default=0)

    def _fresh_page(self) -> _Page:
        page = _Page(self.people, self._tags, self.game)
        for person in self.people.values():
            person.last = ()
        for place in range(len(self.turns)):
            page.add(self.turns, place)
        return page


def _there_are(decisions: int) -> str:
    verb = "are" if decisions > 1 else "is"
    return f"there {verb} {count(decisions, 'decision', 'decisions') if decisions else 'no decision'}"


class _Page:
    """The printed page of a game with people: the turns to print and to mark, without moves hidden from a person."""

    def __init__(self, people: Mapping[int, Person], tags: Mapping[str, str], game: AnyGame) -> None:
        self._people = people
        self._tags = tags
        self._game = game
        self._visibility = Visibility(people)
        self._hidden_run: int | None = None
        """The player of the last hidden action, since a run of them gets a single line."""

    @property
    def seen(self) -> Sequence[bool]:
        """Whether every person may see each turn."""
        return self._visibility.seen

    def add(self, turns: Sequence[PlayedMove], place: int, *, print_it: bool = False) -> None:
        """Add the turn at this place, and print it with `print_it`."""
        if not self._people:
            return
        opened = self._visibility.add(turns[place])
        if print_it and opened:
            self._show([turns[each] for each in opened])
        elif print_it:
            self._say_hidden(turns[place].player)
        last = last_actions(turns, self.seen)
        for person in self._people.values():
            person.last = last

    def _say_hidden(self, player: int) -> None:
        if player not in self._people and player != self._hidden_run:
            echo(self._hidden(player))
            self._hidden_run = player

    def _hidden(self, player: int) -> str:
        return f"{label_of(player, self._tags, self._game)}: hidden"

    def _show(self, turns: Sequence[PlayedMove]) -> None:
        """Print turns; the turns of a person without the notation, which the person has typed."""
        self._hidden_run = None
        for line in self._lines(turns, self._people):
            echo(line)

    def _lines(self, turns: Sequence[PlayedMove], known: Container[int]) -> Iterator[str]:
        """Yield turns as sentences, with their effects; without the notation for players who have typed it."""
        for turn in turns:
            yield paragraph(told_line(turn, self._tags, has_notation=turn.player not in known), indent=4)
            for sentence in turn.effects:
                yield paragraph(sentence, "  ", indent=4)

    def told(self, turns: Sequence[PlayedMove], first: int, person: int) -> Iterator[str]:
        """Yield sentences on the turns from a place on as a person may know them; the person has typed the own ones."""
        for (player, is_seen), run in groupby(
            zip(turns[first:], self.seen[first:], strict=True), key=lambda pair: (pair[0].player, pair[1])
        ):
            if is_seen:
                yield from self._lines([turn for turn, _ in run], [person])
            elif player != person:
                yield self._hidden(player)
