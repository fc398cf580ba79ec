"""The introduction to a game, for somebody who has never played it: three lines, a tour of positions, a first game.

It is content of the game, in the file ``data/introduction.toml`` of the game's folder::

    about = ["What it is.", "How a turn goes.", "How one wins."]

    [first_game]                # what a server takes for a new game, except the name of the game
    players = ["human", "greedy"]

    [tour]
    start = '''…'''             # the text of a position

    [[tour.step]]
    title = "Take three"
    words = "What to do, and why (M2.1)."
    try = ["take", "7"]         # keys of choices that the rules refuse; may be left out
    do = ["take=3"]             # actions of the visitor, one after the other; may be left out
    done = "What it did (M3.1)."
    then = ["die=4"]            # the actions that follow by themselves: of others, of chance, or of the visitor

A step may have a ``position`` of its own; else it begins where the step before ended. The page shows the clauses that
its words name. A translation has the words alone, in a file beside it such as ``data/introduction.de.toml``: ``about``,
and the ``title``, ``words`` and ``done`` of each step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

from ..errors import SetupError, SseError
from ..forms.messages import ENGLISH
from ..forms.toml_table import TomlTable
from ..game import State
from ..games import GAMES, place_of
from .records.played import PlayedMove, played

__all__ = ["Introduction", "TourStop", "Translation", "introduction_of", "tour_of", "translation_of"]

_LINES: Final = 3
"""The lines that say what a game is, how a turn goes, and how one wins."""


@dataclass(frozen=True)
class Introduction:
    """The introduction to a game, for people who have never played it."""

    about: tuple[str, ...]
    """Three lines: what the game is, how a turn goes, how one wins."""

    first_game: Mapping[str, Any]
    """The set-up of a first game: the names of the players, and of a preset if there is one."""

    has_tour: bool


@dataclass(frozen=True)
class TourStop:
    """A stop of a tour: the visitor does one thing there, or only reads."""

    step: int
    """The number of the stop's step, counted from 1."""

    title: str
    words: str
    state: State[Any]
    seat: int
    """The seat of the visitor."""

    tried: tuple[str, ...]
    """The keys of choices that the visitor tries and the rules refuse; empty if there are none."""

    action: Any
    """The action that the visitor makes; None if there is none."""

    done: str
    """The words after the action; empty before the last action of a step."""

    moves: tuple[PlayedMove, ...]
    """The moves of the stop: the visitor's action, and those that follow by themselves."""

    @property
    def after(self) -> State[Any]:
        """The position that the stop leads to."""
        return self.moves[-1].after if self.moves else self.state


@dataclass(frozen=True)
class Translation:
    """The words of an introduction in another language."""

    language: str
    """The code of the language, such as ``de``."""

    about: tuple[str, ...]
    steps: tuple[tuple[str, str, str], ...]
    """The title, the words, and the words after the last action, for each step."""

    def of(self, stop: TourStop) -> TourStop:
        """Return a stop of the tour in this language."""
        title, words, done = self.steps[stop.step - 1]
        return replace(stop, title=title, words=words, done=done if stop.done else "")


def introduction_of(name: str) -> Introduction | None:
    """Return the introduction to a game by the game's name; None if it has none. The tour isn't played by this."""
    table = _table(name)
    return None if table is None else _introduction(table)


def _introduction(table: TomlTable) -> Introduction:
    about = _about(table)
    first = table.table("first_game")
    request: dict[str, Any] = {"players": first.strings("players")}
    if first.has("preset"):
        request["preset"] = first.string("preset")
    return Introduction(about, request, table.has("tour"))


def _about(table: TomlTable) -> tuple[str, ...]:
    about = tuple(table.strings("about"))
    if len(about) != _LINES:
        raise table.refuse("about", f"has {_LINES} lines, not {len(about)}")
    return about


@cache
def tour_of(name: str) -> tuple[TourStop, ...]:
    """Return the stops of a game's tour, in order; ``()`` if the game has none.

    Raises SetupError, with the place in the file, if an action can't be read or is illegal, or if a choice under
    ``try`` is legal.
    """
    table = _table(name)
    if table is None or not table.has("tour"):
        return ()
    tour = table.table("tour")
    stops: list[TourStop] = []
    state = GAMES[name].parse_state(tour.string("start"))
    for number, step in enumerate(tour.tables("step"), 1):
        if step.has("position"):
            state = GAMES[name].parse_state(step.string("position"))
        stops += _stops(step, number, state)
        state = stops[-1].after
    _introduction(table)
    table.check_all_read()
    return tuple(stops)


@lru_cache
def translation_of(name: str, language: str) -> Translation | None:
    """Return the translation of a game's introduction into a language; None if there is none.

    Raises SetupError, with the place in the file, if it has other steps than the introduction.
    """
    files = (place_of(name).parent / "data").glob("introduction.*.toml")
    # The name of a language comes from outside, so it never becomes part of a path unchecked.
    if language not in {file.name.split(".")[1] for file in files}:
        return None
    table, original = _table(name, language), _table(name)
    assert table is not None
    assert original is not None
    steps, originals = table.table("tour").tables("step"), original.table("tour").tables("step")
    if len(steps) != len(originals):
        raise table.table("tour").refuse("step", f"stands {len(originals)} times in the introduction, not {len(steps)}")
    found: list[tuple[str, str, str]] = []
    for step, same in zip(steps, originals, strict=True):
        if step.has("done") != same.has("done"):
            raise step.refuse("done", "stands where the introduction has it, and nowhere else")
        found.append((step.string("title"), step.string("words"), step.string("done") if step.has("done") else ""))
    translation = Translation(language, _about(table), tuple(found))
    table.check_all_read()
    return translation


def _table(name: str, language: str = ENGLISH) -> TomlTable | None:
    ending = "toml" if language == ENGLISH else f"{language}.toml"
    file = place_of(name).parent / "data" / f"introduction.{ending}"
    return TomlTable.read(file, file.name) if file.is_file() else None


def _stops(step: TomlTable, number: int, state: State[Any]) -> Iterator[TourStop]:
    """Yield the stops of a step: the refused choice, then each action; a single stop to read if there is neither."""
    title, words = step.string("title"), step.string("words")
    seat = state.to_act[0] if state.to_act else 0
    tried = tuple(step.strings("try")) if step.has("try") else ()
    texts = step.strings("do") if step.has("do") else []
    done = step.string("done") if step.has("done") else ""
    then = step.strings("then") if step.has("then") else []
    if then and not texts:
        raise step.refuse("then", "follows an action of `do`, and there is none")
    if tried or not texts:
        yield TourStop(number, title, words, state, seat, tried, None, "" if texts else done, ())
    for place, text in enumerate(texts, 1):
        is_last = place == len(texts)
        moves = tuple(_played(step, state, [("do", text), *(("then", each) for each in then if is_last)]))
        yield TourStop(number, title, words, state, seat, (), moves[0].action, done if is_last else "", moves)
        state = moves[-1].after


def _played(step: TomlTable, state: State[Any], texts: Sequence[tuple[str, str]]) -> Iterator[PlayedMove]:
    """Yield the moves of actions given as texts, each text with its key in the table."""
    previous: PlayedMove | None = None
    for key, text in texts:
        if not state.to_act:
            raise SetupError(f"{step.place(key)}: {text}: the game is over")
        try:
            previous = played(state, state.to_act[0], state.game.parse_action(text, state), previous)
        except SseError as error:
            raise SetupError(f"{step.place(key)}: {text}: {error}") from None
        yield previous
        state = previous.after
