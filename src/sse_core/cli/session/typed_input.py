"""Interpretation of typed input: an action, in full or abbreviated, or choices that several actions share.

Capitals and blanks don't matter, and a unique beginning of a word is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ...errors import ArgumentError, NotationError, SseError
from ...forms.checks import guess, shown
from ...game import AnyGame, State, Step
from ...play.sentences import count, refusal_of
from ...play.steps import SteppedGame, stepper

__all__ = ["Chosen", "Meaning", "Options", "Refused", "is_place", "options_of", "understand"]

_BETWEEN: Final = re.compile(r"[\s,>=-]+")
"""The signs between two choices."""

_HEAD: Final = re.compile(r"[^=\s]+")
"""The pattern for the first part of an action's text, by which actions of a game without steps are grouped."""

_COORDINATE: Final = re.compile(r"[a-z]{1,2}[0-9]{1,3}")
"""The pattern for the name of a place on a map with rows and columns."""

_NOTHING: Final = "nothing was typed; ? lists the legal actions, and help what else can be typed"

_MOST_NAMED: Final = 6


@dataclass(frozen=True)
class Chosen:
    """Input that means an action."""

    action: Any


@dataclass(frozen=True)
class Refused:
    """Input that means nothing here, with the reason."""

    why: str


@dataclass(frozen=True)
class Options:
    """The legal actions that begin with some choices, with their texts and steps."""

    keys: tuple[str, ...]
    """The choices so far."""

    actions: tuple[tuple[Any, str, tuple[Step, ...]], ...]

    @property
    def next_steps(self) -> tuple[Step, ...]:
        """The next choices, each once."""
        place = len(self.keys)
        found = {steps[place].key: steps[place] for _, _, steps in self.actions if len(steps) > place}
        return tuple(found.values())

    def after(self, key: str) -> Options:
        """Return the actions that continue with a choice."""
        place = len(self.keys)
        going_on = (each for each in self.actions if len(each[2]) > place and each[2][place].key == key)
        return Options((*self.keys, key), tuple(going_on))

    def along(self, words: Sequence[str]) -> Options:
        """Return the actions that continue with the choices of these words.

        A unique beginning of a choice is enough. At a word that is no choice it stops, so the result can have fewer
        keys than there are words.
        """
        found = self
        for word in words:
            keys = [step.key for step in found.next_steps]
            same = [key for key in keys if key.lower() == word] or [key for key in keys if key.lower().startswith(word)]
            if len(same) != 1:
                break
            found = found.after(same[0])
        return found


Meaning: TypeAlias = Chosen | Options | Refused


def options_of(view: State[Any], player: int) -> Options:
    """Return the legal actions of a player with their steps.

    In a game without steps, an action has at most two: its text up to the first ``=`` or blank, and the rest.
    """
    game: AnyGame = view.game
    steps_of = stepper(view, _steps_of, player)
    legal = view.legal_actions(player)
    return Options((), tuple((action, game.format_action(action, view), tuple(steps_of(action))) for action in legal))


def _steps_of(text: str) -> tuple[Step, ...]:
    head = _HEAD.match(text)
    if head is None or head[0] == text:
        return (Step(text, text),)
    rest = text[head.end() + 1 :]
    return (Step(head[0], head[0]), Step(rest, text))


def is_place(view: State[Any], name: str) -> bool:
    """Return whether a place in the drawing of a state has this name."""
    try:
        view.game.to_text(view, marked=[name])
    except ArgumentError:
        return False
    return True


def understand(text: str, view: State[Any], player: int, commands: Iterable[str] = ()) -> Meaning | str:
    """Interpret input: an action, choices that several actions share, a refusal, or one of the commands.

    A command may be abbreviated to a beginning that no action and no other command has.
    """
    game: AnyGame = view.game
    known = [*commands]
    if text.startswith("?"):
        return "?"
    if not text.strip():
        return Refused(_NOTHING)
    word = text.split(maxsplit=1)[0].lower()
    if word in known and word == text.strip().lower():
        return word
    try:
        action = game.parse_action(text, view)
        view.after(action, player)
    except SseError as error:
        refusal = error
    else:
        return Chosen(action)
    if word in known:
        return word
    options = options_of(view, player)
    found = _meanings(text, options)
    begun = [name for name in known if name.startswith(word)]
    if len(found) + len(begun) == 1:
        return (found or begun)[0]
    if len(found) + len(begun) > 1:
        return Refused(f"{text} may be {_listed([*map(_name, found), *begun])}")
    return Refused(_why_not(text, options, view, refusal, known))


def _meanings(text: str, options: Options) -> list[Chosen | Options]:
    """Return the possible meanings of a text: the choices it names, or the only action that begins with it."""
    whole = "".join(text.lower().split())
    words = text.lower().split()
    found = options.along(words)
    # A choice may contain a sign that usually separates choices, such as `10-19`.
    if [key.lower() for key in found.keys] != words:
        words = [word for word in _BETWEEN.split(text.lower()) if word]
        found = options.along(words)
    if not words:
        return []
    is_found = len(found.keys) == len(words)
    (_, _, steps), *others = found.actions or ((None, "", ()),)
    # A first choice alone, such as a ship, counts as a question, even if only one action has it.
    if is_found and len(words) == 1 and len(steps) > 1:
        return [found]
    begun = [action for action, written, _ in options.actions if "".join(written.lower().split()).startswith(whole)]
    if len(begun) == 1:
        return [Chosen(begun[0])]
    if not is_found:
        # A number is always the last choice of an action.
        ended = [action for action, _, each in options.actions if each[-1].key == whole and whole.isdigit()]
        return [Chosen(ended[0])] if len(ended) == 1 else []
    if not others:
        return [Chosen(found.actions[0][0])]
    # A text with a sign of the notation doesn't ask for choices.
    return [found] if len(words) == len(text.split()) else []


def _why_not(text: str, options: Options, view: State[Any], refusal: SseError, commands: Sequence[str]) -> str:
    """Return why a text is refused, in terms of the game's notation, or of its choices if the text begins with one.

    For a word that is nearly a command or a choice, the answer asks whether that was meant.
    """
    game = view.game
    words = text.lower().split()
    found = options.along(words)
    rest = words[len(found.keys) :]
    several = [step.key for step in found.next_steps if rest and step.key.lower().startswith(rest[0])]
    if len(several) > 1:
        return f"{rest[0]} may be {_listed(several)}"
    keys = [step.key for step in found.next_steps]
    # A word in the form of a place is taken as one.
    is_named = bool(rest) and any(map(_COORDINATE.fullmatch, keys)) and _COORDINATE.fullmatch(rest[0]) is not None
    if rest and found.keys and not is_named and not is_place(view, rest[0]):
        return f"after {' '.join(found.keys)} comes {_listed(keys) or 'nothing'}, not {rest[0]}"
    if not isinstance(refusal, NotationError):
        return refusal_of(refusal)
    if isinstance(game, SteppedGame) and (found.keys or is_named or is_place(view, words[0])):
        why = game.refusal(view, [*found.keys, *rest])
        if why:
            return why
    near = "" if found.keys else guess(words[0], [*commands, *keys])
    return f"there is no {shown(words[0])}{near}" if near else refusal_of(refusal)


def _name(meaning: Chosen | Options) -> str:
    return " ".join(meaning.keys) if isinstance(meaning, Options) else "an action"


def _listed(names: Sequence[str]) -> str:
    named, more = names[:_MOST_NAMED], len(names) - _MOST_NAMED
    return f"{', '.join(named)} or {count(more, 'other', 'others')}" if more > 0 else " or ".join(named)
