"""The turns of a game, for the commands that play."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from ..bots.watched import BotError, watched
from ..game import AnyGame, Bot, State
from ..match import stays_sealed, turns_of
from .human import Human, LeftError
from .keeping import signals_as_interrupts
from .pages import UsageError, echo, paragraph
from .score import player_label
from .secrets import is_hidden

__all__ = [
    "PlayedGame",
    "Turn",
    "check_resumed",
    "last_turn",
    "play_game",
]

# --- the turns of a game


@dataclass(frozen=True)
class Turn:
    """One action of a game, with the states around it."""

    before: State[Any]
    player: int
    action: Any
    after: State[Any]

    @property
    def text(self) -> str:
        """The text of the action."""
        return self.before.game.format_action(self.action, self.before)

    @property
    def continues(self) -> bool:
        """Whether the action belongs to the turn of the action before it, such as a chance event."""
        return self.before.game.continues_turn(self.before)

    @cached_property
    def effects(self) -> tuple[str, ...]:
        """The effects of the action beyond its own text, in sentences; worked out on first use."""
        return self.before.game.effects(self.before, self.action, self.after)


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end, until a person left, or until an interruption."""

    start: State[Any]
    turns: Sequence[Turn]
    interruption: KeyboardInterrupt | OSError | BotError | None
    """The exception that ended the game early, such as Ctrl-C, a closed terminal or a bot that failed; it is raised
    again after saving."""

    @property
    def final(self) -> State[Any]:
        """The position after the last turn."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return not self.final.to_act

    @property
    def moves(self) -> list[tuple[int, Any]]:
        """The seat and the action of each move, in order."""
        return [(turn.player, turn.action) for turn in self.turns]

    @property
    def last(self) -> list[Any]:
        """The actions of the last turn."""
        return last_turn((turn.continues, turn.action) for turn in self.turns)


def last_turn(actions: Iterable[tuple[bool, Any]]) -> list[Any]:
    """Return the actions of the last turn, from pairs (whether the action continues a turn, action)."""
    last: list[Any] = []
    for continues, action in actions:
        last = [*last, action] if continues else [action]
    return last


def play_game(
    start: State[Any],
    bots: Sequence[Bot],
    seed: int,
    tags: Mapping[str, str],
    game: AnyGame,
    moves: Sequence[tuple[int, Any]] = (),
) -> PlayedGame:
    """Play a game to its end, after the moves that were made before.

    If a person plays, the actions of the others and of chance are printed, and all effects. An interruption or a bot
    that fails ends the game as a person who leaves does: all moves so far are returned.
    """
    people = {player: bot for player, bot in enumerate(bots) if isinstance(bot, Human)}
    turns: list[Turn] = []
    page = _Page(people, tags, game)
    state: State[Any] = start
    for player, action in moves:
        turns.append(Turn(state, player, action, state.after(action, player)))
        page.add(turns)
        state = turns[-1].after
    interruption: KeyboardInterrupt | OSError | BotError | None = None
    choosers = [
        bot.choose if isinstance(bot, Human) else watched(bot, tags[game.INFO.seats[player]])
        for player, bot in enumerate(bots)
    ]
    try:
        with signals_as_interrupts():
            for player, action, after in turns_of(state, choosers, seed):
                # One call adds the whole turn, so that an interruption can't split it.
                turns.append(Turn(state, player, action, after))
                page.add(turns, print_it=True)
                state = after
    except LeftError:
        pass
    except (KeyboardInterrupt, OSError, BotError) as error:
        interruption = error
    return PlayedGame(start, turns, interruption)


class _Page:
    """The page of a game with people: the printed turns and the marked ones, without those hidden from a person."""

    def __init__(self, people: Mapping[int, Human], tags: Mapping[str, str], game: AnyGame) -> None:
        self._people = people
        self._tags = tags
        self._game = game
        self._writing = False
        """Whether the orders that are written are still sealed."""
        self._hidden: set[int] = set()
        """The places of the turns that some person may not see."""
        self._sealed: list[int] = []
        """Those among them that are shown once every seat has written its orders."""
        self._last: list[int] = []
        """The places of the last turn's actions."""
        self._hidden_run: int | None = None
        """The player whose hidden actions were told last; a run of them has one line."""

    def add(self, turns: Sequence[Turn], *, print_it: bool = False) -> None:
        """Take in the last of the turns, and print it if told to."""
        if not self._people:
            return
        place, turn = len(turns) - 1, turns[-1]
        self._writing = stays_sealed(turn.before, turn.after, self._writing)
        if any(self._is_hidden(turn, person) for person in self._people):
            self._hidden.add(place)
            # Orders that the last one doesn't open stay hidden.
            self._sealed = [*self._sealed, place] if self._writing else []
            if print_it:
                self._say_hidden(turn.player)
        else:
            shown = [place]
            if not self._writing:
                self._hidden -= {*self._sealed}
                shown, self._sealed = [*self._sealed, place], []
            if print_it:
                self._show([turns[each] for each in shown])
        self._last = [*(self._last if turn.continues else []), place]
        for person in self._people.values():
            person.last = [turns[place].action for place in self._last if place not in self._hidden]

    def _is_hidden(self, turn: Turn, person: int) -> bool:
        if turn.player == person:
            return False
        return self._writing or is_hidden(turn.before, turn.player, turn.action, turn.after, person)

    def _say_hidden(self, player: int) -> None:
        if player not in self._people and player != self._hidden_run:
            echo(f"{player_label(player, self._tags, self._game)}: hidden")
            self._hidden_run = player

    def _show(self, turns: Sequence[Turn]) -> None:
        """Print turns, those of one player on one line after the label; not those of a person, who knows them."""
        self._hidden_run = None
        for player, run in groupby(turns, key=lambda turn: turn.player):
            done = list(run)
            if player not in self._people:
                texts = "; ".join(turn.text for turn in done)
                echo(paragraph(f"{player_label(player, self._tags, self._game)}: {texts}", indent=4))
            for turn in done:
                for sentence in turn.effects:
                    echo(paragraph(sentence, "  ", indent=4))


# --- resumed games


def check_resumed(args: Namespace, noun: str, allowed: Sequence[str]) -> None:
    """Raise UsageError if an argument is given that the resumed file holds already: any but the allowed ones."""
    for option, value in vars(args).items():
        if option not in (*allowed, "run", "parser", "game") and value != args.parser.get_default(option):
            raise UsageError(f"--{option} is for a new {noun}; {args.resume} says it already")
