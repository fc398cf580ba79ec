"""Texts and copies: formatted values parse back, and misspelt texts are refused."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.offered import offered

import sse_core as sse
from sse_core import Board, State
from sse_core.small_star_empires import format_cell, parse_cell, parse_game, parse_state
from sse_core.small_star_empires.options import format_rules, parse_rules
from sse_core.testing import boards, games, maps, rules, states


@given(boards())
def test_maps_parse_back(board: Board) -> None:
    text = sse.format_map(board)
    assert sse.parse_map(text) == board
    assert sse.format_map(sse.parse_map(text)) == text
    assert sse.parse_map(text.replace("\n", "  \r\n")) == board


@given(boards())
def test_cells_and_actions_parse_back(board: Board) -> None:
    names = [format_cell(cell, board) for cell in range(board.n_cells)]
    assert [parse_cell(name, board) for name in names] == list(range(board.n_cells))
    texts = [sse.format_action(action, board) for action in board.actions]
    assert tuple(sse.parse_action(text, board) for text in texts) == board.actions
    assert len(set(texts)) == len(texts)


@given(rules())
def test_rules_parse_back(found: sse.Rules) -> None:
    text = format_rules(found)
    assert parse_rules(text) == found
    assert format_rules(parse_rules(text)) == text


@given(maps())
def test_what_a_map_says_is_kept(text: str) -> None:
    board = sse.parse_map(text)
    assert sse.parse_map(sse.format_map(board)) is board


@given(states())
def test_states_parse_back(state: State) -> None:
    text = sse.format_state(state)
    assert parse_state(text) == state
    assert sse.format_state(parse_state(text)) == text
    assert State.from_json(state.to_json()) == state
    assert State.from_json(state.to_json()).to_json() == state.to_json()


@given(states())
def test_copies_are_equal(state: State) -> None:
    pickled = pickle.loads(pickle.dumps(state))
    evaluated = eval(repr(state), offered(sse.small_star_empires))
    for twin in (pickled, copy.copy(state), copy.deepcopy(state), evaluated):
        assert twin == state
        assert (hash(twin), twin.key) == (hash(state), state.key)
        assert twin.board is state.board
        assert twin.legal_actions() == state.legal_actions()


@given(boards())
def test_copies_of_boards_are_the_board(board: Board) -> None:
    for twin in (
        pickle.loads(pickle.dumps(board)),
        copy.copy(board),
        copy.deepcopy(board),
        eval(repr(board), offered(sse.small_star_empires)),
    ):
        assert twin is board


_WORDS: Final = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30)
_TAGS: Final = st.dictionaries(
    st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,39}", fullmatch=True),
    st.lists(_WORDS, min_size=1, max_size=5).map(" ".join),
)


@given(games(whole=False), _TAGS)
def test_records_parse_back(game: sse.GameRecord, tags: dict[str, str]) -> None:
    record = sse.GameRecord(game.start, game.actions, tags)
    assert list(record.states())[-1] == record.final
    assert len(list(record.states())) == len(record.actions) + 1
    assert sse.GameRecord.from_json(record.to_json()) == record
    text = sse.format_game(record)
    assert parse_game(text) == record
    assert sse.format_game(parse_game(text)) == text
    assert pickle.loads(pickle.dumps(record)) == record


Write = Callable[[Any], str]
Read = Callable[[str], Any]

_TEXTS: Final[dict[str, tuple[Write, Read, Write | None]]] = {
    "map": (lambda state: sse.format_map(state.board), sse.parse_map, None),
    "state": (sse.format_state, parse_state, sse.format_state),
    "game": (lambda state: sse.format_game(_begun(state)), parse_game, sse.format_game),
    "json": (lambda state: state.to_json(), State.from_json, None),
}
"""What writes a text about a state, what reads it, and what would write it again if it is strict."""

_CUTS: Final = st.tuples(
    st.integers(0, 2000), st.integers(0, 12), st.text(max_size=3) | st.text(" \n!-=:,019ABCDabcrgbwx.", max_size=3)
)


def _begun(state: State) -> sse.GameRecord:
    """Return the record of one move, or of none if the game is over."""
    return sse.GameRecord(state, state.legal_actions()[:1])


@pytest.mark.parametrize("kind", _TEXTS)
@given(state=states(), cut=_CUTS)
def test_a_spoilt_text_is_refused_or_means_what_it_says(kind: str, state: State, cut: tuple[int, int, str]) -> None:
    write, read, write_again = _TEXTS[kind]
    text, (start, length, instead) = write(state), cut
    start %= len(text)
    spoilt = text[:start] + instead + text[start + length :]
    try:
        found = read(spoilt)
    except sse.SseError:
        return
    # How its lines end says nothing.
    lines = [line.rstrip(" \t") for line in spoilt.replace("\r\n", "\n").removesuffix("\n").split("\n")]
    assert write_again is None or write_again(found) == "\n".join(lines)
