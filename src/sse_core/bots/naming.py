"""Bots by name: bots that ship, with their options, and files with a bot of your own.

A name is one of

- ``greedy``: a bot for every game (`BOTS`), or one of the game's own (`Game.BOTS`);
- ``mcts:10000``: such a bot with an option behind a colon, if it takes one (`OptionBot`);
- ``star:1000@mine.toml``: such a bot whose option ends in ``@`` and a file that the bot reads;
- ``mybot.py``: a file with a bot, by its path, absolute or from the current folder; ``mybot.py:fast`` hands it an
  option;
- ``engine:./mybot --fast``: a program in any language, with its arguments (`sse_core.engines`); ``engine@2s:./mybot``
  has limits.

A file is a bot if it has a function ``choose(view, player, rng)``, or else one class of its own with such a method,
which is made without arguments. The file stands alone: what it imports must be installed, or on Python's path.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import isclass, signature
from os.path import isfile
from types import MappingProxyType, ModuleType
from typing import Any, Final, Protocol, runtime_checkable

from ..errors import ArgumentError
from ..forms.checks import check_text, guess, shown
from ..game import AnyGame, Bot
from ..games import GAMES
from ..play.own_files import failure_in, file_meant, module_of
from . import BOTS

__all__ = [
    "OptionBot",
    "SearchingBot",
    "SuggestingBot",
    "TimedBot",
    "bot_named",
    "bots_of",
    "file_of",
    "files_of_engine",
    "is_bot_file",
    "is_engine",
    "listed",
    "seconds_of",
    "usual_options",
    "visits_of",
    "words_in",
]

_FILE: Final = re.compile(r"(?P<path>.*\.py)(?::(?P<option>.*))?", re.DOTALL)
"""The path of a file, which may have colons of its own, and the option."""

_ENGINE: Final = re.compile(r"engine(@[^:]*)?:.*", re.DOTALL)
"""The name of a program."""

_ARGUMENTS: Final = "view, player, rng"


@runtime_checkable
class TimedBot(Protocol):
    """A bot that can be given a time for each choice."""

    @property
    def seconds(self) -> float | None:
        """The seconds of a choice; None if it takes no account of time."""
        ...


@runtime_checkable
class SearchingBot(Protocol):
    """A bot that can be given a number of visits for each choice."""

    @property
    def visits(self) -> int | None:
        """The visits of a choice; None if something else bounds it, such as time or a default."""
        ...


@runtime_checkable
class OptionBot(Protocol):
    """A bot whose name may carry an option behind a colon, such as ``mcts:10000`` or ``mcts:2s``."""

    def with_option(self, text: str, /) -> Bot:
        """Return the bot with an option; raise ArgumentError, which says what options there are, for another text."""
        ...


@runtime_checkable
class SuggestingBot(OptionBot, Protocol):
    """A bot with options that names the usual ones, which the Tab key completes."""

    @property
    def USUAL_OPTIONS(self) -> Sequence[str]:
        """Options that `with_option` takes."""
        ...


def bots_of(game: AnyGame) -> Mapping[str, Bot]:
    """Return the bots that ship and can play a game, by name: those for every game, and the game's own."""
    return MappingProxyType({**BOTS, **game.BOTS})


def listed(game: AnyGame) -> str:
    """Return the names of the bots that can play a game, for people; with ``[:OPTION]`` if a bot takes an option.

    >>> from sse_core import micro_space_empire
    >>> listed(micro_space_empire).partition("planner")[2]
    ', a file of your own such as mybot.py, or a program such as engine:./mybot'
    """
    names = [f"{name}[:OPTION]" if isinstance(bot, OptionBot) else name for name, bot in bots_of(game).items()]
    return f"{', '.join(names)}, a file of your own such as mybot.py, or a program such as engine:./mybot"


def is_engine(text: str) -> bool:
    """Return whether a name is that of a program.

    >>> is_engine("engine:python3 mybot.py"), is_engine("mybot.py")
    (True, False)
    """
    return _ENGINE.fullmatch(text) is not None


def is_bot_file(text: str) -> bool:
    """Return whether a name is that of a file with a bot."""
    return not is_engine(text) and _FILE.fullmatch(text) is not None


def file_of(text: str) -> str | None:
    """Return the path of the file that a bot of this name is, or reads; None if it needs no file.

    >>> file_of("mybot.py:fast"), file_of("star:1000@mine.toml"), file_of("greedy")
    ('mybot.py', 'mine.toml', None)
    """
    if is_engine(text):
        return None
    file = _FILE.fullmatch(text)
    return text.partition(":")[2].partition("@")[2] or None if file is None else file["path"]


def files_of_engine(text: str) -> list[str]:
    """Return the files among the words of a program's name, such as the program itself; none for any other name.

    Raises ValueError if a quotation mark is missing.
    """
    words = words_in(text.partition(":")[2]) if is_engine(text) else []
    return [word for word in words if isfile(word)]


def words_in(command: str) -> list[str]:
    """Return the words of a command line, as a shell of the system would part them; no shell reads them.

    Raises ValueError if a quotation mark is missing.

    >>> words_in("node 'my bot.js' --fast")
    ['node', 'my bot.js', '--fast']
    """
    if os.name == "posix":
        return shlex.split(command)
    # There a backslash parts the folders of a path, and `shlex` keeps quotation marks around words.
    words = shlex.split(command, posix=False)
    return [word[1:-1] if len(word) > 1 and word[0] == word[-1] in ('"', "'") else word for word in words]


def seconds_of(bot: Bot) -> float | None:
    """Return the seconds that a bot takes for a choice; None if it doesn't look at the clock.

    >>> from sse_core import small_star_empires
    >>> [seconds_of(bot_named(name, small_star_empires)) for name in ("mcts:2s", "mcts:100", "greedy")]
    [2.0, None, None]
    """
    return bot.seconds if isinstance(bot, TimedBot) else None


def visits_of(bot: object) -> int | None:
    """Return the visits that a bot takes for a choice; None if something else bounds it."""
    return bot.visits if isinstance(bot, SearchingBot) else None


def usual_options(bot: object) -> Sequence[str]:
    """Return the usual options of a bot, none if it names none."""
    return bot.USUAL_OPTIONS if isinstance(bot, SuggestingBot) else ()


def bot_named(text: str, game: AnyGame) -> Bot:
    """Return the bot of a name for a game.

    A file is run once in a process, as a module with a name that no other has. A class in it is made anew at each call,
    so that each seat of each game can have an object of its own.

    Raises ArgumentError if there is no such bot, if it takes no such option, if the file can't be read, fails, or has
    no bot, or if there is no such program. The message says where and why.

    >>> from sse_core import small_star_empires
    >>> bot_named("greedy", small_star_empires) is BOTS["greedy"]
    True
    >>> bot_named("greedy:3", small_star_empires)
    Traceback (most recent call last):
        ...
    sse_core.errors.ArgumentError: greedy takes no option, and 'greedy:3' has one
    """
    text = check_text(text, "the name of a bot")
    if is_engine(text):
        # Programs are run by a room above this one, which loads only where one is named.
        engine: Bot = import_module(f"{__name__.partition('.')[0]}.engines.bots").engine_named(text)
        return engine
    if file := _FILE.fullmatch(text):
        name, option = file["path"], file["option"]
        bot = _bot_in(module_of(name, "bot"), name)
    else:
        name, colon, after = text.partition(":")
        option = after if colon else None
        known = bots_of(game)
        if name not in known:
            meant = file_meant(name) or guess(name, [*known, *(each for each in GAMES if each != name)])
            raise ArgumentError(f"there is no bot {shown(name)}{meant}; they are {listed(game)}")
        bot = known[name]
    return bot if option is None else _with_option(bot, name, option)


def _with_option(bot: Bot, name: str, option: str) -> Bot:
    if not isinstance(bot, OptionBot):
        raise ArgumentError(f"{name} takes no option, and {shown(f'{name}:{option}')} has one")
    try:
        return bot.with_option(option)
    except ArgumentError as error:
        raise ArgumentError(f"{name}:{option}: {error.message}") from None


# --- files


def _bot_in(module: ModuleType, name: str) -> Bot:
    """Return the bot of a module: the module itself if it has `choose`, else an object of its one class that has."""
    if hasattr(module, "choose"):
        return _checked(module, name)
    own = [value for value in vars(module).values() if isclass(value) and value.__module__ == module.__name__]
    classes = [each for each in dict.fromkeys(own) if callable(getattr(each, "choose", None))]
    if not classes:
        raise ArgumentError(f"{name} is no bot: it has no function choose({_ARGUMENTS}), and no class with one")
    if len(classes) > 1:
        names = ", ".join(each.__name__ for each in classes)
        raise ArgumentError(
            f"{name} has {len(classes)} classes with choose: {names}; a line such as "
            f"`choose = {classes[-1].__name__}().choose` at its end says which one plays"
        )
    try:
        bot = classes[0]()
    except Exception as error:
        raise ArgumentError(f"{failure_in(error, str(module.__file__), name)}, in {classes[0].__name__}()") from None
    return _checked(bot, name)


def _checked(bot: Any, name: str) -> Bot:
    """Return a bot; raise ArgumentError unless its `choose` can be called with three arguments."""
    choose: Callable[..., Any] = bot.choose
    if not callable(choose):
        raise ArgumentError(f"{name}: choose is no function")
    try:
        signature(choose).bind(None, None, None)
    except TypeError:
        raise ArgumentError(f"{name}: choose takes three arguments, {_ARGUMENTS}") from None
    except ValueError:
        # A function that is compiled may not say what it takes.
        pass
    checked: Bot = bot
    return checked
