"""Sentences that the terminal and the web page share: counts, lists, the result of a game, refused actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from ..errors import NotationError, SseError
from ..game import AnyGame, State
from .messages import counted, say
from .seats import labels_of

__all__ = ["count", "digits", "either", "listed", "players_wanted", "refusal_of", "result_of"]


def count(n: int, one: str, many: str) -> str:
    """Return a number and its noun, in the singular or the plural."""
    return f"{n} {one if n == 1 else many}"


def listed(texts: Iterable[str]) -> str:
    """Return texts with commas and an ``and``; empty if there is none.

    >>> listed("ABC")
    'A, B and C'
    """
    *most, last = [*texts] or [""]
    return say("{most} and {last}", most=", ".join(most), last=last) if most else last


def either(texts: Iterable[str]) -> str:
    """Return texts with an ``or`` between them; empty if there is none.

    >>> either("ABC")
    'A or B or C'
    """
    most = [*texts] or [""]
    return reduce(lambda one, other: say("{one} or {other}", one=one, other=other), most)


def digits(number: str) -> str:
    """Return a number such as ``1,234.5``, or several, with the comma and the point of the reader's language.

    >>> digits("1,234.5"), digits("+0.5 %")
    ('1,234.5', '+0.5 %')
    """
    # A translator writes this number in the way of the language.
    said = say("1,234.5").strip("⟦⟧")
    return number.translate({ord(","): said[1], ord("."): said[5]})


def players_wanted(what: str, named: int, least: int, most: int) -> str:
    """Return a sentence about a wrong number of players: how many a game or a map takes; empty if the number fits.

    >>> players_wanted("Jump Wars", 1, 2, 5)
    'Jump Wars is for 2 to 5 players, and 1 is named: name 1 to 4 more'
    """
    if least <= named <= most:
        return ""
    if least == most:
        seats = counted(most, "{n} player", "{n} players")
    else:
        seats = say("{least} to {most} players", least=least, most=most)
    if named > most:
        change = say("leave {n} out", n=named - most)
    elif least == most:
        change = say("name {n} more", n=least - named)
    else:
        change = say("name {least} to {most} more", least=least - named, most=most - named)
    return counted(
        named,
        "{what} is for {seats}, and {n} is named: {change}",
        "{what} is for {seats}, and {n} are named: {change}",
        what=what,
        seats=seats,
        change=change,
    )


def result_of(final: State[Any], tags: Mapping[str, str], game: AnyGame, *, in_moves: bool = False) -> str:
    """Return a sentence with the winners of a finished game, their points and the tie-break.

    `tags` are those of a record: the tag of a seat is the name of its player. An action is called a ply, or a move.
    """
    outcome = final.outcome
    assert outcome is not None
    after = counted(final.ply, "{n} move", "{n} moves") if in_moves else counted(final.ply, "{n} ply", "{n} plies")
    why = game.verdict(final)
    if not outcome.winners:
        return say("Nobody wins after {plies}: {why}.", plies=after, why=why)
    return counted(
        len(outcome.winners),
        "{who} wins with {points} points after {plies}: {why}.",
        "{who} share the win with {points} points after {plies}: {why}.",
        who=labels_of(outcome.winners, tags, game),
        points=outcome.totals[outcome.winners[0]],
        plies=after,
        why=why,
    )


def refusal_of(error: SseError) -> str:
    """Return why an action is refused, without its place in a text, since the text is in front of whoever typed it."""
    return error.message if isinstance(error, NotationError) else str(error)
