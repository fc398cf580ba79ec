"""Checks of arguments of drawings: actions and places to mark, pens, themes, widths."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from types import UnionType
from typing import Final, TypeVar, get_args

from ..errors import ArgumentError
from ..forms.checks import check_choice, check_number, check_text, guess, shown
from ..game import Pen, Theme

__all__ = ["check_actions", "check_marked", "check_pen", "check_theme", "check_width"]

A = TypeVar("A")

_THEMES: Final[tuple[Theme, ...]] = get_args(Theme)


def check_actions(actions: Iterable[A], kind: type[A] | UnionType) -> tuple[A, ...]:
    """Return the last actions of a drawing; raise TypeError unless they are a sequence of actions of this kind."""
    if isinstance(actions, kind):
        raise TypeError("last is a sequence of actions: for one of them it is [action]")
    checked = tuple(actions)
    for action in checked:
        if not isinstance(action, kind):
            raise TypeError(f"last is a sequence of actions, there is a {type(action).__name__} in it")
    return checked


def check_marked(marked: Iterable[str], places: Collection[str], what: str) -> frozenset[str]:
    """Return the marked places of a drawing; raise ArgumentError for one that isn't among its places.

    `what` is the noun for a place. Raises TypeError unless they are a collection of names.
    """
    if isinstance(marked, str):
        raise TypeError(f"marked is a collection of names: for one {what} it is [{shown(marked)}]")
    names = [check_text(name, f"the name of a marked {what}") for name in marked]
    for name in names:
        if name not in places:
            raise ArgumentError(f"no {what} to mark is called {shown(name)}{guess(name, places)}")
    return frozenset(names)


def check_pen(pen: Pen) -> Pen:
    """Return a pen; raise TypeError for anything else, ArgumentError if its number of lines is none."""
    if not isinstance(pen, Pen):
        raise TypeError(f"pen is a Pen, such as game.PLAIN, not {type(pen).__name__}")
    if pen.lines is not None:
        check_number(pen.lines, "lines", 10_000, 1)
    return pen


def check_theme(theme: Theme) -> Theme:
    """Return the theme of a picture; raise ArgumentError for another word, TypeError for no str."""
    return check_choice(theme, _THEMES, "theme")


def check_width(width: int | None) -> int | None:
    """Return the width of a picture in pixels; raise ArgumentError for one that is too small or too large."""
    return None if width is None else check_number(width, "width", 10_000, 16)
