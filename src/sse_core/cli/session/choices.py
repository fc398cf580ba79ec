"""Lists of a person's choices at the terminal: the legal actions in groups, and the next choices of an action."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Final

from ...game import Pen, State, Step
from ...play.markdown import WIDTH
from ...play.sentences import count
from ...play.steps import question
from ..terminal.output import fitted, paragraph
from ..terminal.styles import above
from .typed_input import Options, is_place

__all__ = ["choices_page", "list_page", "places_of"]

_BELOW: Final = 4
"""The lines of a screen that a list leaves free for the questions before and after it."""

_LEAST: Final = 6
"""The fewest lines of a list, even on a low terminal."""


def list_page(options: Options, beginning: str = "") -> str:
    """Return the legal actions whose texts begin with `beginning`, in groups if they don't fit the screen."""
    chosen = [each for each in options.actions if each[1].lower().startswith(beginning.lower())]
    if not chosen and beginning:
        words = beginning.lower().split()
        options = options.along(words)
        chosen = [*options.actions] if len(options.keys) == len(words) else []
    if not chosen:
        return paragraph(f"No legal action begins with {beginning!r}.")
    width, height = get_terminal_size((WIDTH, 24))
    most = max(_LEAST, height - _BELOW)
    lines = _filled([text for _, text, _ in chosen], width)
    if len(lines) <= most:
        return "\n".join(lines)
    groups = _groups(Options(options.keys, tuple(chosen)))
    head = paragraph(f"{count(len(chosen), 'legal action', 'legal actions')}; ? and a name lists those of a group:")
    lines = [*head.split("\n"), *_filled([f"{key} ({n})" for key, n in groups], width)]
    if len(lines) > most:
        more = paragraph("... ? and some letters lists those that begin with them.").split("\n")
        lines = [*lines[: most - len(more)], *more]
    return "\n".join(lines)


def _filled(texts: Sequence[str], width: int) -> list[str]:
    """Return texts in lines of a width, two blanks apart."""
    return wrap("  ".join(texts), width, break_on_hyphens=False)


def _groups(options: Options) -> list[tuple[str, int]]:
    """Return the next choices, each with the number of its actions."""
    while len(steps := options.next_steps) == 1 and len(options.actions) > 1:
        options = options.after(steps[0].key)
    return [(" ".join((*options.keys, step.key)), len(options.after(step.key).actions)) for step in steps]


def choices_page(view: State[Any], player: int, options: Options, last: Sequence[Any], pen: Pen) -> str:
    """Return the question after some choices, with its answers; if they are places, on the drawing, too."""
    steps = options.next_steps
    places = places_of(view, steps)
    heading = pen.paint(paragraph(question(view, options.keys, player), indent=0), "strong")
    words = "\n".join([heading, *_words(steps)])
    if not places:
        return words
    below = f"\n{words}"
    drawing = view.game.to_text(view, last=last, marked=places, pen=above(pen, 1 + below.count("\n")))
    return f"{fitted(drawing)}\n{below}"


def places_of(view: State[Any], steps: Sequence[Step]) -> list[str]:
    """Return the keys of choices that are places in the drawing of a state."""
    return [step.key for step in steps if is_place(view, step.key)]


def _words(steps: Sequence[Step]) -> list[str]:
    """Return choices in words. Choices whose words differ only in the key share a line."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for step in steps:
        before, key, after = step.words.partition(step.key)
        kind = (before, after, step.note) if key else (f"{step.words}: ", "", step.note)
        alike.setdefault(kind, []).append(step.key)
    return [
        paragraph(f"{before}{', '.join(keys)}{after}{f'; {note}' if note else ''}", "  ", indent=4)
        for (before, after, note), keys in alike.items()
    ]
