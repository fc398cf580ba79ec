"""Check of an engine: scripted dialogues, which find what is wrong with it, and in which of its lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Event
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..bots import random
from ..bots.watched import followers_of
from ..errors import ArgumentError
from ..game import CHANCE, AnyGame, State
from ..games import GAMES
from ..play.state_kinds import has_secrets, is_sealed
from ..play.turns import turns_of
from ..seeds import PlyStream
from .bots import EngineBot, Options
from .messages import FROM_ENGINE, WANTS, MessageError, read_message, unknown_keys
from .pool import Place, Programs
from .programs import PATIENCE, EngineError, Patience, cut

__all__ = ["DIALOGUES", "Finding", "check_of"]

_CHOICES: Final = 40
"""The most choices of a dialogue."""

_SEED: Final = 63

_KEPT: Final = 6
"""The last lines of a dialogue that a finding has."""

_FAR: Final = 5000
"""The most plies to the beginning of a dialogue."""


class Finding(NamedTuple):
    """The result of a dialogue."""

    dialogue: str
    wrong: str = ""
    """What is wrong; empty if nothing is."""

    notes: Sequence[str] = ()
    """What is allowed, and yet may be a mistake; and what was measured."""

    lines: Sequence[str] = ()
    """The last lines of the dialogue, if something is wrong: ``>`` for the host's, ``<`` for the engine's with their
    numbers, ``!`` for its standard error."""

    is_left_out: bool = False
    """Whether it doesn't apply to this engine: the notes say why."""


class _Run:
    """The programs of a dialogue, their lines, and what was found."""

    def __init__(self, words: Sequence[str], seconds: float, patience: Patience) -> None:
        self.words, self.seconds, self.patience = words, seconds, patience
        self.lines: deque[str] = deque(maxlen=_KEPT)
        self.unknown: dict[str, int] = {}
        """The keys that the protocol doesn't know, each with the number of its first line."""
        self.started = 0
        self.slowest = 0.0
        self.choices = 0
        self.programs = Programs(self._listener)

    def _listener(self) -> Callable[[str, bytes], None]:
        self.started += 1
        count = 0

        def listen(mark: str, line: bytes) -> None:
            nonlocal count
            number = ""
            if mark == "<":
                count += 1
                number = f"{count}: "
                self._look_at(line, count)
            self.lines.append(f"{mark} {number}{cut(line)}")

        return listen

    def _look_at(self, line: bytes, number: int) -> None:
        try:
            message = read_message(line, FROM_ENGINE)
        except MessageError:
            # Whoever waits for the line says so.
            return
        for key in unknown_keys(message, FROM_ENGINE):
            self.unknown.setdefault(f"{message.type}.{key}", number)

    def bot(self, *, stop: bool = False, ponder: bool = False) -> EngineBot:
        """Return a bot of the engine; with `stop` it's told to stop as soon as it is asked."""
        options = Options(seconds=self.seconds, ponder=ponder)
        bot = EngineBot(self.words, options, patience=self.patience, programs=self.programs)
        if stop:
            token = Event()
            token.set()
            bot = bot.with_stop(token)
        return bot

    def choose(self, bot: EngineBot, view: State[Any], player: int, rng: Any) -> Any:
        """Return a choice of a bot, and note how long it took."""
        begun, started = perf_counter(), self.started
        action = bot.choose(view, player, rng)
        if self.started == started:
            # The first choice of a program would have the time of its start.
            self.slowest = max(self.slowest, perf_counter() - begun)
        self.choices += 1
        return action

    def play(self, start: State[Any], bot: EngineBot, choices: int = _CHOICES) -> State[Any]:
        """Play with the engine at all seats, to the end or for so many choices; return the last state."""

        def chosen(view: State[Any], player: int, rng: Any) -> Any:
            return self.choose(bot, view, player, rng)

        seats = len(start.totals)
        followers = followers_of([bot] * seats)
        last, until = start, self.choices + choices
        for _, _, after in turns_of(start, [chosen] * seats, _SEED, followers):
            last = after
            if self.choices >= until:
                break
        return last

    def hello(self) -> Mapping[str, Any]:
        """Return the hello of the engine; a program is started if none runs."""
        return self.programs.hello(Place(self.words, patience=self.patience))

    def notes(self) -> list[str]:
        """Return what was measured, and keys that may be misspelt."""
        # The thread that listens may still add to them.
        unknown = self.unknown.copy()
        found = [f"line {number} has a key that the protocol doesn't know: {name}" for name, number in unknown.items()]
        if self.choices:
            found.insert(0, f"{self.choices} choices, the slowest {1000 * self.slowest:.0f} ms")
        return found


Dialogue = Callable[[_Run], "str | None"]
"""Talks with the engine, and returns a note, or None. Raises EngineError where it is wrong, _LeftOutError where the
dialogue isn't for this engine."""


class _LeftOutError(Exception):
    pass


# --- the dialogues


def _hello(run: _Run) -> str:
    found = run.hello()
    wants = ", ".join(each for each in WANTS if each in found.get("wants", ())) or "ids alone"
    version = f" {found['version']}" if "version" in found else ""
    return f"{cut(found['name'])}{cut(version)}, version {found['protocol']} of the protocol, wants {wants}"


def _whole(game: AnyGame) -> Dialogue:
    def talk(run: _Run) -> None:
        _check_plays(run, game)
        run.play(game.new_game(seed=_SEED), run.bot())

    return talk


def _sealed(run: _Run) -> None:
    run.play(_start_where(run, "sealed orders", lambda state: len(state.to_act) > 1), run.bot(), 12)


def _hidden(run: _Run) -> None:
    run.play(_start_where(run, "hidden cards", lambda state: has_secrets(state) and state.ply > 0), run.bot(), 12)


def _stopped(run: _Run) -> None:
    start = _first_start(run)
    state = run.play(start, run.bot(stop=True), 4)
    # A second answer to a question would come before that of the next one.
    run.play(state if state.to_act else start, run.bot(), 4)


def _two_games(run: _Run) -> str:
    games = [(_first_start(run, seed), run.bot()) for seed in (1, 2)]
    for _ in range(6):
        games = [(run.play(state, bot, 1) if state.to_act else state, bot) for state, bot in games]
    at_once = run.hello().get("games_at_once", 1)
    return f"up to {at_once} at once in a process"


def _later_version(run: _Run) -> None:
    start = _first_start(run)
    bot = run.bot()
    state = run.play(start, bot, 1)
    for program in run.programs.running():
        program.write("later_version", note="a type that this version of the protocol doesn't have")
    run.play(state, bot, 2)


def _again(run: _Run) -> str:
    view = _first_start(run)
    player = view.to_act[0]
    first, second = (run.choose(run.bot(), view.view(player), player, PlyStream(_SEED, 0)) for _ in range(2))
    return "the same choice" if first == second else "another choice: games with this engine can't be played again"


def _pondering(run: _Run) -> None:
    if not run.hello().get("ponder"):
        raise _LeftOutError("its hello doesn't say ponder")
    run.play(_first_start(run), run.bot(ponder=True), 6)


def _quit(run: _Run) -> None:
    run.hello()
    if not run.programs.close():
        raise EngineError(f"it was still running {run.patience.quit:g} s after quit")


DIALOGUES: Final[Mapping[str, Dialogue]] = MappingProxyType(
    {
        "hello": _hello,
        **{name: _whole(game) for name, game in GAMES.items()},
        "sealed orders": _sealed,
        "hidden cards": _hidden,
        "stop in the middle": _stopped,
        "two games at once": _two_games,
        "messages of a later version": _later_version,
        "the same seed again": _again,
        "ponder": _pondering,
        "quit": _quit,
    }
)
"""The dialogues by name, in order."""


def _plays(run: _Run, game: AnyGame) -> bool:
    games = run.hello().get("games")
    return games is None or game.INFO.name in games


def _check_plays(run: _Run, game: AnyGame) -> None:
    if not _plays(run, game):
        raise _LeftOutError("its hello doesn't name this game")


def _first_start(run: _Run, seed: int = _SEED) -> State[Any]:
    """Return the start of the first game that the engine plays."""
    for game in GAMES.values():
        if _plays(run, game):
            return game.new_game(seed=seed)
    raise _LeftOutError("its hello names no game of the host")


def _start_where(run: _Run, what: str, is_met: Callable[[State[Any]], bool]) -> State[Any]:
    """Return a position of a game of random play that the engine can join."""
    for game in filter(lambda game: _plays(run, game), GAMES.values()):
        start = game.new_game(seed=_SEED)
        for ply, (_, _, state) in enumerate(turns_of(start, [random.choose] * len(start.totals), _SEED)):
            if ply > _FAR or not (has_secrets(state) or is_sealed(state)):
                break
            if is_met(state) and CHANCE not in state.to_act:
                return state
    raise _LeftOutError(f"no game that it plays has {what}")


# --- the check


def check_of(
    words: Sequence[str],
    dialogues: Sequence[str] | None = None,
    *,
    seconds: float = 1.0,
    patience: Patience = PATIENCE,
) -> Iterator[Finding]:
    """Talk with an engine, a new program for each dialogue; yield what each has found. None: all dialogues.

    `seconds` is the limit of a choice that the engine is told. If it doesn't say hello, there are no more dialogues.

    Raises ArgumentError for an unknown dialogue.
    """
    for name in dialogues or ():
        if name not in DIALOGUES:
            raise ArgumentError(f"there is no dialogue {name!r}; they are {', '.join(DIALOGUES)}")
    for name, dialogue in DIALOGUES.items():
        if dialogues is not None and name not in dialogues:
            continue
        found = _finding(name, dialogue, _Run(words, seconds, patience))
        yield found
        if name == "hello" and found.wrong:
            return


def _finding(name: str, dialogue: Dialogue, run: _Run) -> Finding:
    try:
        note = dialogue(run)
    except _LeftOutError as error:
        return Finding(name, notes=[str(error)], is_left_out=True)
    except EngineError as error:
        return Finding(name, str(error), run.notes(), tuple(run.lines))
    finally:
        run.programs.close()
    return Finding(name, notes=[*run.notes(), *([] if note is None else [note])])
