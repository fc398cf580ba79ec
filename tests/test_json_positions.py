"""Positions as JSON with one thing too many, or out of its form: the innermost key is named, in every game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

import sse_core as sse
from sse_core.forms.json_object import JsonObject
from sse_core.seeds import SplitMix64


def late(name: str) -> Any:
    """A position in the middle of a game, as an object."""
    game: Any = sse.GAMES[name]
    state, rng = game.new_game(seed=7), SplitMix64(7)
    for _ in range(60):
        if not state.to_act:
            break
        if state.to_act == (sse.CHANCE,):
            state = state.resolve(rng)
            continue
        legal = state.legal_actions(state.to_act[0])
        state = state.after(legal[rng.below(len(legal))], state.to_act[0])
    return json.loads(game.state_to_json(state))


def objects(value: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each object within a value, with the path to it."""
    if isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            yield from objects(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from objects(inner, f"{path}[{number}]")


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_key_too_many_is_named(name: str) -> None:
    whole = late(name)
    game: Any = sse.GAMES[name]
    for number, (path, _) in enumerate([*objects(whole)]):
        changed = deepcopy(whole)
        [*objects(changed)][number][1]["extra"] = 1
        with pytest.raises(sse.NotationError, match="'extra'") as refused:
            game.state_from_json(json.dumps(changed))
        # What is counted by names has no such name; elsewhere the object is named.
        words, last = refused.value.message, re.sub(r"\[\d+\]$", "", path).rpartition(".")[2]
        assert last in words or re.search(r"\bno (such )?(card|cell|tile|system|space)", words)


@pytest.mark.parametrize(
    ("found", "expected", "words"),
    [
        ({"a": {"b": [1, 2]}}, {"a": {"b": [2, 1]}}, "a.b should be [2, 1]"),
        ({"a": [{"b": 1}]}, {"a": [{}]}, "the key 'b' of a[0] should not be there"),
        ({"a": [{}]}, {"a": [{"b": 1}]}, "the key 'a[0].b' is missing"),
        ({"a": [1]}, {"a": [1, 2]}, "a should be [1, 2]"),
        ({"a": True}, {"a": 1}, "a should be 1"),
        ({}, {"a": 1}, "the key 'a' is missing"),
    ],
)
def test_the_innermost_difference_is_told(found: Any, expected: Any, words: str) -> None:
    with pytest.raises(sse.NotationError) as refused:
        JsonObject(found).check_written_as(json.dumps(expected))
    assert refused.value.message == words
    JsonObject(expected).check_written_as(json.dumps(expected))
