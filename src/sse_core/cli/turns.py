"""What the commands that play have in common: who sits where, and the turns of a game."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import SystemRandom
from typing import Any, Final, NamedTuple

from ..bots import Bot
from ..checks import MAX_SEED
from ..game import AnyGame, State
from ..match import turns_of
from .command import bots_of
from .human import Human, LeftError
from .keeping import stoppable
from .pages import UsageError, count, hanging, say
from .score import called
from .secrets import is_hidden, is_sealed

__all__ = [
    "Played",
    "Turn",
    "add_players",
    "check_new",
    "fresh_seed",
    "last_turn",
    "named",
    "parse_seed",
    "play_game",
    "seated",
    "seated_again",
]

_HUMAN: Final = "human"
_DEFAULT_PLAYERS: Final = ("random", "greedy")


# --- who sits where


def add_players(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments that say who plays, and the seed."""

    def player(text: str) -> str:
        if not _is_player(text, game):
            raise ArgumentTypeError(f"there is no player {text!r}; they are {', '.join((*bots_of(game), _HUMAN))}")
        return text

    parser.add_argument(
        "names",
        nargs="*",
        type=player,
        metavar="PLAYER",
        help=f"who sits at each seat: {', '.join(bots_of(game))}, or {_HUMAN}; left out: random and greedy by turns",
    )
    parser.add_argument(
        "--seed",
        type=parse_seed,
        metavar="S",
        help="what set-up, chance and bots draw from; left out: a fresh one, shown",
    )


def fresh_seed() -> int:
    """Return a seed of nine or ten digits that nobody knows beforehand."""
    return SystemRandom().randrange(2**32)


def named(names: Sequence[str], players: int) -> list[str]:
    """Return who sits at each seat: those who are named, else the default players by turns."""
    return list(names) or list(islice(cycle(_DEFAULT_PLAYERS), players))


def seated(names: Sequence[str], tags: Mapping[str, str], game: AnyGame) -> list[Bot]:
    """Return what chooses for each seat."""
    return [
        Human(game, called(player, tags, game)) if name == _HUMAN else bots_of(game)[name]
        for player, name in enumerate(names)
    ]


def _is_player(name: str, game: AnyGame) -> bool:
    """Return whether somebody of this name can sit at a seat."""
    return name in (*bots_of(game), _HUMAN)


def parse_seed(text: str) -> int:
    """Return the seed that a text names; raise ArgumentTypeError if it is none."""
    if not text.isascii() or not text.isdigit() or int(text) > MAX_SEED:
        raise ArgumentTypeError(f"a seed is 0 to 2**64 - 1, not {text!r}")
    return int(text)


# --- the turns of a game


class Turn(NamedTuple):
    """Who did what, what that is called, and what came of it."""

    player: int
    action: Any
    text: str
    goes_on: bool
    """Whether this is still the turn of the action before, such as what chance did to it."""

    effects: tuple[str, ...]
    """What it did beyond its own text, in sentences."""

    after: State[Any]


@dataclass(frozen=True)
class Played:
    """A game as it was played: to its end, until a person left, or until it was interrupted."""

    start: State[Any]
    turns: Sequence[Turn]
    stopped: KeyboardInterrupt | OSError | None
    """What broke into it, such as Ctrl-C or a terminal that went away: to be raised again once the game is kept."""

    @property
    def final(self) -> State[Any]:
        """The position after the last turn."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def finished(self) -> bool:
        """Whether nobody is to act any more."""
        return not self.final.to_act

    @property
    def moves(self) -> list[tuple[int, Any]]:
        """Who acted and what was done, in order."""
        return [(turn.player, turn.action) for turn in self.turns]

    @property
    def last(self) -> list[Any]:
        """The actions of the last turn."""
        return last_turn((turn.goes_on, turn.action) for turn in self.turns)


def last_turn(done: Iterable[tuple[bool, Any]]) -> list[Any]:
    """Return the actions of the last turn; `done` has all actions, each after whether it goes on with a turn."""
    actions: list[Any] = []
    for goes_on, action in done:
        actions = [*actions, action] if goes_on else [action]
    return actions


def play_game(
    start: State[Any],
    bots: Sequence[Bot],
    seed: int,
    tags: Mapping[str, str],
    game: AnyGame,
    done: Sequence[tuple[int, Any]] = (),
) -> Played:
    """Play a game from what was done before; where a person plays, tell what others do, chance too, and what follows.

    An interruption at any moment ends it with all that was done, as when a person leaves.
    """
    people = {player: bot for player, bot in enumerate(bots) if isinstance(bot, Human)}
    turns: list[Turn] = []
    page = _Page(people, tags, game)
    state: State[Any] = start
    for player, action in done:
        turns.append(_turn(state, player, action, state.after(action, player), game))
        page.add(state, turns)
        state = turns[-1].after
    stopped: KeyboardInterrupt | OSError | None = None
    try:
        with stoppable():
            for player, action, after in turns_of(state, [bot.choose for bot in bots], seed):
                # All of a turn comes in at once, wherever an interruption hits.
                turns.append(_turn(state, player, action, after, game))
                page.add(state, turns, tell=True)
                state = after
    except LeftError:
        pass
    except (KeyboardInterrupt, OSError) as error:
        stopped = error
    return Played(start, turns, stopped)


class _Page:
    """What people at the terminal are told, and what their drawings mark: nothing that is hidden from one of them."""

    def __init__(self, people: Mapping[int, Human], tags: Mapping[str, str], game: AnyGame) -> None:
        self._people = people
        self._tags = tags
        self._game = game
        self._hidden: set[int] = set()
        """The turns that some person may not see, by their places."""
        self._sealed: list[int] = []
        """Those among them that are seen once every seat has given its order."""

    def add(self, before: State[Any], turns: Sequence[Turn], *, tell: bool = False) -> None:
        """Take in the last of the turns, which was made in the state `before`; `tell` people of it, too."""
        if not self._people:
            return
        place, turn = len(turns) - 1, turns[-1]
        if any(is_hidden(before, turn.player, turn.action, turn.after, person) for person in self._people):
            self._hidden.add(place)
            # Orders that the last one doesn't open stay hidden.
            self._sealed = [*self._sealed, place] if is_sealed(before, turn.after) else []
            if tell and turn.player not in self._people:
                say(f"{called(turn.player, self._tags, self._game)}: hidden")
        else:
            shown = [place]
            if not is_sealed(before, turn.after):
                self._hidden -= {*self._sealed}
                shown, self._sealed = [*self._sealed, place], []
            for each in shown if tell else []:
                who = turns[each].player
                _tell(turns[each], None if who in self._people else called(who, self._tags, self._game))
        last: list[int] = last_turn((turn.goes_on, place) for place, turn in enumerate(turns))
        for person in self._people.values():
            person.last = [turns[place].action for place in last if place not in self._hidden]


def _turn(state: State[Any], player: int, action: Any, after: State[Any], game: AnyGame) -> Turn:
    text, effects = game.format_action(action, state), game.effects(state, action, after)
    return Turn(player, action, text, game.continues_turn(state), effects, after)


def _tell(turn: Turn, who: str | None) -> None:
    """Tell people what was done, unless it is they who did it, and what came of it."""
    if who is not None:
        say(f"{who}: {turn.text}")
    for sentence in turn.effects:
        say(hanging(sentence, "  ", 4))


# --- going on with what was left


def check_new(args: Namespace, what: str, free: Sequence[str]) -> None:
    """Raise UsageError if an argument is given that the file to go on with says already; `free` are the others."""
    for option, value in vars(args).items():
        if option not in (*free, "run", "parser", "game") and value != args.parser.get_default(option):
            raise UsageError(f"--{option} is for a new {what}; {args.resume} says it already")


def seated_again(args: Namespace, players: int, tags: Mapping[str, str], game: AnyGame) -> list[str]:
    """Return who sits at each seat as a game is gone on with: those who are named, else those of its tags."""
    if args.names and len(args.names) != players:
        raise UsageError(f"{args.resume} is for {count(players, 'player', 'players')}, {len(args.names)} are named")
    before = {seat: tags[seat] for seat in game.INFO.seats[:players] if seat in tags}
    if args.names or not before:
        return named(args.names, players)
    for seat in game.INFO.seats[:players]:
        if not _is_player(before.get(seat, ""), game):
            who = before.get(seat, "nobody")
            raise UsageError(f"{args.resume} has {who} at seat {seat}, who can't play here: name who sits where")
    return list(before.values())
