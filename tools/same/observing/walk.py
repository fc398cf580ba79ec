"""Walks through seeded games, with random choices or bots, which yield all observations on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, Final, NamedTuple

from sse_core import CHANCE, GAMES, GameRecord, SplitMix64, child_seed
from sse_core.bots.naming import bot_named
from sse_core.game import AnyGame, State

from .bots import quick_bots
from .drawings import of_drawings, of_pictures
from .hostile import of_hostile
from .matches import of_matches
from .positions import of_answers, of_position, of_start
from .refusals import of_illegal
from .seen import Seen, error_in_words, outcome_of
from .sentences import of_choices, of_effects, of_end, of_table
from .starts import begin

__all__ = ["Question", "look"]

_RECENT: Final = 30
"""How many formerly legal actions are tried again later."""

_BY_BOTS: Final = 4
"""One in so many games is played by bots."""

_PICTURED: Final = 4
"""One in so many games is drawn in pictures of the whole game."""


class Question(NamedTuple):
    """A game to play, with the detail of its observations."""

    game: str
    preset: str
    """The name of a preset; empty for a start by options alone."""

    seed: int
    number: int
    """The number of the play among those of this game and preset."""

    plies: int
    """The number of first positions that are observed in detail; later, one in `every` is, to the end of the game."""

    every: int
    """One in so many positions is drawn."""

    refusals: int
    """The number of illegal actions that are tried in a position."""

    texts: int
    """The number of hostile texts that are read."""

    matches: int = 0
    """The number of games that a match, an arena and a balance play by command, instead of one game."""


def look(asked: Question) -> Iterator[Seen]:
    """Play a game and yield its observations, position by position."""
    try:
        game = GAMES[asked.game]
        if asked.matches:
            yield from of_matches(game, asked.seed, asked.number, asked.matches)
            return
        state, seen = begin(game, asked.preset, asked.seed)
    except Exception as error:
        yield Seen("start", "start", error_in_words(error))
        return
    yield from seen
    if state is None:
        return
    walk = _Walk(game, state, asked)
    yield from _guarded(of_start(state, "start", asked.seed), "start")
    yield from walk.turns()
    yield from _guarded(walk.end(), "end")


def _guarded(seen: Iterable[Seen], place: str) -> Iterator[Seen]:
    """Yield observations; an unexpected error is the last one."""
    try:
        yield from seen
    except Exception as error:
        yield Seen("error", place, error_in_words(error))


class _Walk:
    """A game in progress."""

    def __init__(self, game: AnyGame, start: State[Any], asked: Question) -> None:
        self._game = game
        self._start = self._state = start
        self._asked = asked
        self._moves: list[tuple[int, Any]] = []
        self._recent: deque[int] = deque(maxlen=_RECENT)
        self._bots: list[str] = []
        if asked.number % _BY_BOTS == _BY_BOTS - 1:
            stream, names = SplitMix64(asked.seed), quick_bots(game)
            self._bots = [stream.choice(names) for _ in start.totals]

    def turns(self) -> Iterator[Seen]:
        """Play to the end, and yield the observations before and after each action."""
        for ply in count():
            place, seed = f"ply {ply}", child_seed(self._asked.seed, ply)
            yield from _guarded(self._position(ply, place, seed), place)
            if not self._state.to_act:
                return
            before = self._state
            try:
                player, number, how = self._choice(SplitMix64(seed))
                yield Seen("move", place, f"{player} {number}{how}")
                self._state = before.after(number, player)
            except Exception as error:
                yield Seen("error", place, error_in_words(error))
                return
            action = before.actions[number]
            self._moves.append((player, action))
            self._recent.append(number)
            yield from _guarded(of_effects(before, action, self._state, place), place)

    def _position(self, ply: int, place: str, seed: int) -> Iterator[Seen]:
        """Yield the observations of the position, all of them or only those that identify it."""
        state, asked = self._state, self._asked
        yield from of_position(state, place)
        has_turn = ply % asked.every == asked.number % asked.every or not state.to_act
        if ply < asked.plies or has_turn:
            yield from of_answers(state, place, seed)
            yield from of_choices(state, place)
            yield from of_table(state, place)
            yield from of_illegal(state, place, SplitMix64(seed), self._recent, asked.refusals)
        if has_turn:
            yield from of_drawings(state, place, [action for _, action in self._moves[-1:]])

    def _choice(self, stream: SplitMix64) -> tuple[int, int, str]:
        """Return the seat, the number of its action, and the words about the choice."""
        state = self._state
        player = stream.choice(state.to_act)
        ids = state.legal_ids(player)
        number, how = stream.choice(ids), ""
        if self._bots and player != CHANCE:
            name = self._bots[player]
            bot: Any = bot_named(name, self._game)
            chosen = outcome_of(bot.choose, state.view(player), player, stream)
            if isinstance(chosen, Exception):
                how = f" {name}: {error_in_words(chosen)}"
            else:
                legal = state.legal_actions(player)
                number, how = ids[legal.index(chosen)], f" {name}"
        return player, number, how

    def end(self) -> Iterator[Seen]:
        """Yield the observations of the game as a whole."""
        yield from of_end(self._state, "end")
        record: GameRecord[Any, Any] = GameRecord(self._start, self._moves)
        yield Seen("text", "record", str(record))
        yield Seen("json", "record", record.to_json())
        yield Seen("rows", "record", f"{record.to_rows()}")
        if self._asked.number % _PICTURED == 0:
            yield from of_pictures(record, "end")
        yield from of_hostile(self._game, record, SplitMix64(self._asked.seed), self._asked.texts)
