"""Bots that are engines: programs of their own, which choose by the engine protocol.

A name such as ``engine:./mybot --fast`` is that of a program with its arguments; words are parted as in a command line.
What stands behind ``engine@`` sets the limits: ``engine@2s:./mybot`` has two seconds for a choice.
"""

from __future__ import annotations

import json
import re
import weakref
from collections.abc import Callable, Sequence
from hashlib import blake2b
from math import inf
from time import monotonic, perf_counter
from typing import Any, Final, NamedTuple, Self

from ..errors import ArgumentError, SseError
from ..forms.checks import SECONDS, action_meant, check_text, check_texts, shown
from ..game import AnyGame, Outcome, State
from ..play.records.played import PlayedMove
from ..play.search.analysis import Stop
from ..seeds import SplitMix64
from .histories import History
from .messages import Message
from .pool import PROGRAMS, Place, Programs
from .programs import PATIENCE, Patience, Program, cut, words_of

__all__ = ["EngineBot", "Options", "engine_named", "seed_sent"]

_MOST_INFOS: Final = 10_000
"""The most ``info`` lines for one choice."""

_LOOK: Final = 0.02
"""The seconds between two looks at a stop token."""

_OPTIONS: Final = "seconds, visits, ponder or log=FILE, as in engine@2s,ponder:./mybot"


class Options(NamedTuple):
    """What a user sets for an engine, behind ``engine@``."""

    seconds: float | None = None
    """The seconds for a choice; None: as many as the patience of the host allows."""

    visits: int | None = None
    ponder: bool = False
    log: str | None = None
    """The file to which all lines are added that are written to the program and by it."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the options of a text; raise ArgumentError for another text.

        >>> Options.parse("2s,ponder")
        Options(seconds=2.0, visits=None, ponder=True, log=None)
        """
        found = dict[str, Any]()
        for word in check_text(text, "the options of an engine").split(","):
            name, value = _option(word)
            if name in found:
                raise ArgumentError(f"{shown(text)} has {name} twice")
            found[name] = value
        return cls(**found)


_NO_OPTIONS: Final = Options()


def _option(word: str) -> tuple[str, Any]:
    if (time := re.fullmatch(SECONDS, word)) and float(time[1]) > 0:
        return "seconds", float(time[1])
    if re.fullmatch("[1-9][0-9]{0,14}", word):
        return "visits", int(word)
    if word == "ponder":
        return "ponder", True
    name, sign, path = word.partition("=")
    if name == "log" and sign and path:
        try:
            open(path, "ab").close()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", error)
            raise ArgumentError(f"the log {shown(path)} can't be written: {why}") from None
        return "log", path
    raise ArgumentError(f"{shown(word)} is no option of an engine: they are {_OPTIONS}")


def seed_sent(rng: SplitMix64) -> int:
    """Return the seed of 32 bits that an engine gets for a choice.

    It is a digest of the next random number, since the number itself would lead to the later ones of the same game.
    """
    return int.from_bytes(blake2b(rng.next().to_bytes(8, "little"), digest_size=4).digest(), "little")


def engine_named(name: str) -> EngineBot:
    """Return the bot of a name such as ``engine:./mybot --fast``. Its program isn't started before its first choice.

    Raises ArgumentError if there is no such program, or if an option isn't known.

    >>> engine_named("engine@2s:sh mybot.sh").seconds
    2.0
    >>> engine_named("engine:./nobody")
    Traceback (most recent call last):
        ...
    sse_core.errors.ArgumentError: there is no program ./nobody
    """
    head, _, command = check_text(name, "the name of a bot").partition(":")
    _, sign, options = head.partition("@")
    return EngineBot(words_of(command), Options.parse(options) if sign else _NO_OPTIONS)


class EngineBot:
    """A bot that an engine plays. It begins a game at each seat with its first choice there.

    It can be told the moves of its games by `follow`, or by `inform`. Without either the engine isn't told what was
    played.
    """

    def __init__(
        self,
        words: Sequence[str],
        options: Options = _NO_OPTIONS,
        *,
        patience: Patience = PATIENCE,
        programs: Programs = PROGRAMS,
    ) -> None:
        self.words = check_texts(words, "the words of a command")
        self.on_info: Callable[[Message], object] | None = None
        """A function that gets each ``info`` message."""
        self._options, self._patience, self._programs = options, patience, programs
        self._stop: Stop | None = None
        self._choice_seconds = self._game_seconds = inf
        self._seats: dict[int, _Seat] = {}
        weakref.finalize(self, _abandon, self._seats, programs)

    def __reduce__(self) -> tuple[type[EngineBot], tuple[Sequence[str], Options]]:
        """Return what makes the same bot in another process, with programs of that process."""
        return EngineBot, (self.words, self._options)

    @property
    def seconds(self) -> float | None:
        """The seconds of a choice; None if none are set."""
        return self._options.seconds

    @property
    def visits(self) -> int | None:
        """The visits of a choice; None if none are set."""
        return self._options.visits

    def with_stop(self, stop: Stop, /) -> EngineBot:
        """Return the bot with a stop token: once it is set, the engine is told to answer at once."""
        bot = EngineBot(self.words, self._options, patience=self._patience, programs=self._programs)
        bot._stop = stop
        return bot

    def limited(self, seconds: float | None, visits: int | None) -> EngineBot:
        """Return the bot with other limits for a choice; what is None stays as it is."""
        options = self._options._replace(seconds=seconds or self.seconds, visits=visits or self.visits)
        return EngineBot(self.words, options, patience=self._patience, programs=self._programs)

    def hello(self) -> Message:
        """Return what the engine says of itself; a program is started if none runs. Raises EngineError if it fails."""
        return self._programs.hello(Place(self.words, self._options.log, self._patience))

    def limit(self, choice: float | None, game: float | None) -> None:
        """Set the limits in which others hold the bot: the most seconds for a choice, and for a game."""
        self._choice_seconds, self._game_seconds = choice or inf, game or inf

    def choose(self, view: State[Any], player: int, rng: SplitMix64) -> Any:
        """Return the action that the engine chooses. Raises EngineError if it fails."""
        seat = self._seat(player)
        if seat.asked_at >= view.ply:
            # Moves were taken back, or another game has begun.
            before = seat.history
            self._programs.end(seat.place)
            seat = self._seats[player] = self._new_seat(player, seat)
            seat.history = before.anew()
        with self._programs.asked(seat.place) as (program, is_new):
            begun = perf_counter()
            if is_new:
                _begin(program, seat.place, view, player)
            action = self._answer(program, seat, view, player, rng)
        seat.asked_at = view.ply
        seat.spent += perf_counter() - begun
        return action

    def follow(self, player: int, before: State[Any], mover: int, action: Any, after: State[Any]) -> None:
        """Take in a move of the game at the seat of a player: who made it, and the states around it."""
        seat = self._seat(player)
        seat.history.add(before, mover, action, after)
        if not after.to_act:
            self.finish(player, after.outcome)
        elif mover == player and self._options.ponder and player not in after.to_act:
            self._ponder(seat, after.view(player), player)

    def inform(self, player: int, moves: Sequence[PlayedMove]) -> None:
        """Take in all moves so far of the game at the seat of a player, in place of those of the last call."""
        self._seat(player).history.replace(moves)

    def finish(self, player: int, outcome: Outcome | None) -> None:
        """End the game at the seat of a player; `outcome` is None if it was broken off."""
        seat = self._seats.pop(player, None)
        if seat is not None:
            self._programs.end(seat.place, outcome)

    def _ponder(self, seat: _Seat, view: State[Any], player: int) -> None:
        if seat.place.game is None:
            return
        with self._programs.asked(seat.place) as (program, is_new):
            if is_new:
                _begin(program, seat.place, view, player)
            if program.hello.get("ponder"):
                program.write(
                    "ponder", game=seat.place.game, player=player, ply=view.ply, **_position(program.wants, view)
                )

    def _seat(self, player: int) -> _Seat:
        found = self._seats.get(player)
        if found is None:
            found = self._seats[player] = self._new_seat(player, None)
        return found

    def _new_seat(self, player: int, before: _Seat | None) -> _Seat:
        return _Seat(Place(self.words, self._options.log, self._patience), History(player), before)

    def _answer(self, program: Program, seat: _Seat, view: State[Any], player: int, rng: SplitMix64) -> Any:
        """Ask for an action, and return it."""
        program.requests += 1
        request, wants, game = program.requests, program.wants, view.game
        ids = view.legal_ids(player)
        seconds = min(self._options.seconds or inf, 0.9 * self._choice_seconds)
        left = self._game_seconds - (perf_counter() - seat.begun)
        texts = [game.format_action(each, view) for each in view.legal_actions(player)] if "actions" in wants else None
        program.write(
            "choose",
            request=request,
            game=seat.place.game,
            player=player,
            ply=view.ply,
            ids=ids,
            seed=seed_sent(rng),
            seconds=None if seconds == inf else seconds,
            visits=self._options.visits,
            spent=round(seat.spent, 3),
            left=None if left == inf else max(round(left, 3), 0.0),
            actions=texts,
            played=seat.history.told(is_wanted="played" in wants),
            **_position(wants, view),
        )
        found = self._awaited(program, request, self._patience.answer if seconds == inf else seconds)
        return _action_in(found, program, view, player)

    def _awaited(self, program: Program, request: int, seconds: float) -> Message:
        """Return the answer to a request; after so many seconds, or at the stop token, the engine is told to stop."""
        until, stopped, infos = monotonic() + seconds, False, 0
        within = ""
        while True:
            now = monotonic()
            if not stopped and (now >= until or (self._stop is not None and self._stop.is_set())):
                # A stop token may come before the time is up.
                within = f"within {seconds:g} s, nor " if now >= until else ""
                stopped, until = True, now + self._patience.stop
                program.write("stop", request=request)
            soon = until if stopped or self._stop is None else min(until, now + _LOOK)
            found = program.read(soon, "its action")
            if found is None:
                if stopped and monotonic() >= until:
                    raise program.failed(f"it didn't answer {within}in the {self._patience.stop:g} s after stop")
                continue
            asked = found.get("request")
            if found.type == "info" and asked is not None and asked <= request:
                infos += 1
                if infos > _MOST_INFOS:
                    raise program.failed(f"it wrote more than {_MOST_INFOS:,} info lines for a choice")
                if not 0 <= found.get("value", 0) <= 1 or found.get("visits", 0) < 0:
                    raise program.failed(f"line {program.lines} that it wrote has {_out_of_range(found)}")
                if self.on_info is not None and asked == request:
                    self.on_info(found)
            elif found.type == "error":
                raise program.failed(f"it can't play: {cut(found['message'])}")
            elif found.type != "action" or asked != request:
                what = found.type if asked is None else f"{found.type} for request {asked}"
                awaited = f"where the action for request {request} was awaited"
                raise program.failed(f"line {program.lines} that it wrote is {what}, {awaited}")
            else:
                return found


def _out_of_range(info: Message) -> str:
    """Return what is out of range in an ``info`` message."""
    if not 0 <= info.get("value", 0) <= 1:
        return f"the value {shown(info['value'])}, and it is 0 to 1"
    return f"{shown(info['visits'])} visits"


class _Seat:
    """The game of a bot at a seat."""

    def __init__(self, place: Place, history: History, before: _Seat | None) -> None:
        self.place, self.history = place, history
        self.begun: float = perf_counter() if before is None else before.begun
        self.spent: float = 0.0 if before is None else before.spent
        self.asked_at = -1
        """The ply of the last choice."""


def _abandon(seats: dict[int, _Seat], programs: Programs) -> None:
    for seat in seats.values():
        programs.abandon(seat.place)


def _begin(program: Program, place: Place, view: State[Any], player: int) -> None:
    """Tell a program of a game; raise EngineError, after which the program has ended, if it doesn't play it."""
    info = view.game.INFO
    games = program.hello.get("games")
    if games is not None and info.name not in games:
        raise program.failed(f"it doesn't play {info.name}: its hello has {', '.join(games) or 'no game'}")
    players = len(view.totals)
    program.write(
        "new_game",
        game=place.game,
        name=info.name,
        players=players,
        player=player,
        seats=info.seats[:players],
        position=view.game.format_state(view),
        json=json.loads(view.to_json()),
    )


def _position(wants: frozenset[str], view: State[Any]) -> dict[str, Any]:
    """Return the position of a message, in the forms that are wanted."""
    found: dict[str, Any] = {}
    if "position" in wants:
        found["position"] = view.game.format_state(view)
    if "json" in wants:
        found["json"] = json.loads(view.to_json())
    return found


def _action_in(found: Message, program: Program, view: State[Any], player: int) -> Any:
    """Return the legal action of an answer; raise EngineError, after which the program has ended, without one."""
    given = [key for key in ("id", "action") if key in found]
    if len(given) != 1:
        what = "both id and action" if given else "neither id nor action"
        raise program.failed(f"line {program.lines} that it wrote has {what}")
    game: AnyGame = view.game
    number, text = found.get("id"), found.get("action", "")
    if number is not None:
        if number in view.legal_ids(player):
            return number
        action = action_meant(number, view.actions)
        text = f"id {shown(number)}"
        if action is not number:
            text = f"{text}, {game.format_action(action, view)}"
    else:
        try:
            action = game.parse_action(text, view)
        except SseError as error:
            why = f"which is no action: {getattr(error, 'message', error)}"
            raise program.failed(f"it chose {shown(text)}, {why}") from None
        if action in view.legal_actions(player):
            return action
        text = shown(text)
    try:
        view.after(action, player)
    except (SseError, TypeError, ValueError) as error:
        why = f"which isn't legal: {getattr(error, 'message', error)}"
        raise program.failed(f"it chose {text}, {why}") from None
    return action
