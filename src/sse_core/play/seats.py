"""Seats as people read them: their letters, the names of their players, and a record's tags with both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final
from zlib import crc32

from ..game import CHANCE, AnyGame
from .messages import say

__all__ = [
    "CHANCE_LETTER",
    "HUMAN",
    "MAX_TAG",
    "called",
    "is_cut",
    "kept_name",
    "label_of",
    "labels_of",
    "letter_of",
    "names_of",
    "seat_of",
    "tags_of",
]

HUMAN: Final = "human"
"""The name of a player who is a person."""

CHANCE_LETTER: Final = "?"
"""The letter for chance, which has no seat."""

MAX_TAG: Final = 200
"""The most characters in the value of a record's tag."""

_CUT: Final = re.compile(r"[0-9a-f]{8}….*")


def letter_of(player: int, game: AnyGame) -> str:
    """Return the letter of a player's seat; ``?`` for CHANCE."""
    return CHANCE_LETTER if player == CHANCE else game.INFO.seats[player]


def seat_of(letter: str, game: AnyGame, players: int) -> int | None:
    """Return the seat of a letter among so many players, CHANCE for ``?``; None for any other text."""
    if letter == CHANCE_LETTER:
        return CHANCE
    seat = game.INFO.seats.find(letter, 0, players) if len(letter) == 1 else -1
    return None if seat < 0 else seat


def label_of(player: int, tags: Mapping[str, str], game: AnyGame) -> str:
    """Return the seat of a player, with the name from the tags if there is one; ``chance`` for CHANCE."""
    if player == CHANCE:
        return say("chance")
    seat = game.INFO.seats[player]
    return f"{seat} ({tags[seat]})" if seat in tags else seat


def called(tags: Mapping[str, str], players: int, game: AnyGame) -> tuple[str, ...]:
    """Return the name of each of so many seats in sentences, with the letter if two seats have the same name.

    A seat without a name has its letter instead.
    """
    letters = game.INFO.seats[:players]
    names = [tags.get(letter, letter) for letter in letters]
    return tuple(
        name if names.count(name) == 1 else f"{name} ({letter})" for name, letter in zip(names, letters, strict=True)
    )


def labels_of(players: Iterable[int], tags: Mapping[str, str], game: AnyGame) -> str:
    """Return the labels of several players, with ``and`` between them; empty for nobody."""
    labels = [label_of(player, tags, game) for player in players] or [""]
    return reduce(lambda one, other: say("{one} and {other}", one=one, other=other), labels)


def kept_name(name: str) -> str:
    """Return the name of a player as a record stores it; of a long name, such as a deep path, only the end.

    A checksum of the whole name stands before the end, so two names stay different.

    >>> kept_name("mybot.py"), kept_name("/folder" * 40 + "/mybot.py")[:20]
    ('mybot.py', '62a79860…/folder/fol')
    """
    if len(name) <= MAX_TAG:
        return name
    head = f"{crc32(name.encode(errors='surrogatepass')):08x}…"
    return head + name[len(head) - MAX_TAG :]


def is_cut(name: str) -> bool:
    """Return whether a name in a record is the end of one that was too long."""
    return len(name) == MAX_TAG and _CUT.fullmatch(name) is not None


def names_of(names: Sequence[str], game: AnyGame) -> dict[str, str]:
    """Return the tags of a record with the name of the player at each seat."""
    return dict(zip(game.INFO.seats, map(kept_name, names), strict=False))


def tags_of(seed: int, names: Sequence[str], game: AnyGame) -> dict[str, str]:
    """Return the tags of a record: the seed, and the name of the player at each seat."""
    return {"seed": str(seed)} | names_of(names, game)
