"""Promises of words about moves, for the tests of each game: buttons, questions, and what is told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tests.random_games import moves

from sse_core.game import CHANCE, State
from sse_core.seeds import SplitMix64

__all__ = ["check_words", "positions"]

_CLAUSE: Final = re.compile(r" ?\(([A-Z][0-9]+(\.[0-9]+)?(, )?)+\)$")
_NAMES: Final = ("Ann", "Bob", "Cleo", "Dan")


def positions(starts: Iterable[State[Any]], *, every: int = 1) -> Iterator[State[Any]]:
    """Yield positions of a random game from each start: every so many plies, and each in which chance is to act."""
    for seed, start in enumerate(starts):
        for ply, move in enumerate(moves(start, SplitMix64(seed))):
            if ply % every == 0 or move.player == CHANCE:
                yield move.before


def check_words(state: State[Any], *, most: int = 1_000) -> dict[Any, str]:
    """Check what is said in a position to all who are to act, and return what is told of each legal action.

    At most so many actions of each actor are told.
    """
    told = dict[Any, str]()
    for actor in state.to_act:
        legal = state.legal_actions(actor)
        _check_steps(state, actor)
        for action in legal[:: 1 + len(legal) // most]:
            told[actor, action] = _told(state, actor, action)
    assert len({*told.values()}) == len(told), f"two actions are told alike: {sorted(told.values())}"
    return {action: words for (_, action), words in told.items()}


def _told(state: State[Any], actor: int, action: Any) -> str:
    words: str = state.game.told(state, action, state.after(action, actor), names=_NAMES, player=actor)
    _assert_plain(words)
    assert not _CLAUSE.search(words), words
    if actor == CHANCE:
        assert words[0].isupper(), words
    else:
        assert words.startswith(f"{_NAMES[actor]} "), words
    return words


def _check_steps(state: State[Any], actor: int) -> None:
    """Check the buttons of an actor: no two actions have the same ones, and each has its question."""
    game: Any = state.game
    ways, asked = list[tuple[tuple[str, str], ...]](), set[tuple[str, ...]]()
    for action in state.legal_actions(actor):
        steps = game.steps(state, action)
        ways.append(tuple((step.words, step.note) for step in steps))
        asked |= {tuple(step.key for step in steps[:n]) for n in range(len(steps))}
        for step in steps:
            _assert_plain(step.words)
            assert not step.note or _CLAUSE.sub("", step.note), f"{step} has a note of a clause alone"
            _assert_plain(_CLAUSE.sub("", step.note))
    assert len({*ways}) == len(ways), f"two actions have the same buttons: {sorted(ways)}"
    for keys in asked:
        question = game.question(state, keys, actor)
        assert "?" in question, question
        assert re.search(r"[^ ] \([^()]+\)$", question), question
        _assert_plain(question)


def _assert_plain(words: str) -> None:
    """Assert that words are no notation, no bare number, and have no full stop at the end."""
    assert words == words.strip(), repr(words)
    assert not words.endswith("."), words
    assert "=" not in words, words
    assert "_" not in words, words
    assert not re.fullmatch(r"[0-9]+", words), words
