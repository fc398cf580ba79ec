"""Drawings for a terminal, of every game: marks, paint, and characters beyond ASCII."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sse_core as sse
from sse_core import empire_of_the_stars, jump_wars, micro_space_empire
from sse_core.bots import BOTS
from sse_core.errors import ArgumentError
from sse_core.game import Pen
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import position

PLACES: Final[dict[str, tuple[Any, str, str]]] = {
    "small_star_empires": (sse.new_game(sse.base_map(2)), "c4", "b2"),
    "micro_space_empire": (micro_space_empire.new_game(seed=1), "robot_workers", "capital_ships"),
    "jump_wars": (jump_wars.new_game(seed=1), "c4", "b2"),
    "empire_of_the_stars": (empire_of_the_stars.new_game(seed=1), "c4", "b2"),
}
"""For each game a position, and the names of two places."""


@pytest.mark.parametrize(("state", "one", "other"), PLACES.values(), ids=PLACES)
def test_marked_places_stand_in_brackets(state: Any, one: str, other: str) -> None:
    plain = sse.to_text(state)
    shown = [sse.to_text(state, marked=names) for names in ([], [one], [other], {one, other})]
    drawings = [text.replace("[ ] marked", "") for text in shown]
    assert shown[0] == plain
    assert [text.count("[") - plain.count("[") for text in drawings] == [0, 1, 1, 2]
    assert len(set(shown)) == 4


@pytest.mark.parametrize(("state", "one", "other"), PLACES.values(), ids=PLACES)
def test_a_place_that_is_not_there_cannot_be_marked(state: Any, one: str, other: str) -> None:
    with pytest.raises(ArgumentError, match=r"^no (cell|card|space|region) to mark is called 'c400'"):
        sse.to_text(state, marked=[one, "c400"])
    with pytest.raises(TypeError, match=r"^marked is a collection of names: for one \w+ it is \['c4'\]$"):
        sse.to_text(state, marked="c4")


# --- pens

ESCAPE: Final = re.compile(r"\x1b\[[^;]*;")
ROLES: Final = {"dim", "strong", "marked", "last", *"ABCDE"}


def paint(words: str, role: str) -> str:
    assert role in ROLES
    assert words
    return f"\x1b[{role};{words}\x1b[;"


@pytest.mark.parametrize("name", sse.GAMES)
@given(data=st.data())
def test_a_pen_changes_no_column(name: str, data: st.DataObject) -> None:
    """Without its paint a drawing is the plain one; with characters beyond ASCII it has the same columns.

    In a low window it has no more lines than are seen, or is the usual one.
    """
    state, last = data.draw(positions(name))
    places = data.draw(st.sets(st.sampled_from(places_of(state)), max_size=5))
    usual = sse.to_text(state, last=last, marked=places)
    most = data.draw(st.none() | st.integers(1, 40))
    plain = sse.to_text(state, last=last, marked=places, pen=Pen(lines=most))
    assert plain == usual or plain.count("\n") < (most or 0) <= usual.count("\n")
    assert plain.isascii()
    assert ESCAPE.sub("", sse.to_text(state, last=last, marked=places, pen=Pen(paint, lines=most))) == plain
    for pen in (Pen(paint, unicode=True, lines=most), Pen(unicode=True, lines=most)):
        lines = ESCAPE.sub("", sse.to_text(state, last=last, marked=places, pen=pen)).splitlines()
        assert [*map(columns, lines)] == [*map(len, plain.splitlines())]
        # Letters, digits and blanks are the same in both.
        pairs = zip("\n".join(lines), plain, strict=True)
        assert all(one == other or not one.isascii() for one, other in pairs)


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_window_has_a_number_of_lines(name: str) -> None:
    state, _ = positions_of(name, 1)
    with pytest.raises(ArgumentError, match="lines"):
        sse.to_text(state, pen=Pen(lines=0))
    with pytest.raises(TypeError, match="lines"):
        sse.to_text(state, pen=Pen(lines="many"))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_seat_is_never_told_by_colour_alone(name: str) -> None:
    """What is painted in the colour of a seat has its letter."""
    state, _ = positions_of(name, 60)
    found: list[tuple[str, str]] = []

    def noting(words: str, role: str) -> str:
        found.append((words, role))
        return words

    sse.to_text(state, pen=Pen(noting))
    of_seats = [(words, role) for words, role in found if role in "ABCDE"]
    assert bool(of_seats) == (name != "micro_space_empire")
    assert all(role in words.upper() for words, role in of_seats)


def test_a_system_has_the_colour_of_its_holder() -> None:
    board = sse.parse_map("1 A 3 2 1 B")
    state = position(board, owners={2: 0, 3: 1}, pieces={3: "station"}, ships=[[(1, False), (2, False)], [(3, True)]])
    first, second, *_ = sse.to_text(state, marked=["a5"], pen=Pen(lambda words, role: f"<{role}:{words}>")).split("\n")
    assert first.split() == ["<dim:a>", "1", "<A:A>", "<A:3A>", "<B:2b>", "<marked:[1]>", "<B:B>"]
    assert " ".join(second.split()) == "<dim:a1> <dim:a2> <A:A> <dim:a3> <A:A> <dim:a4> <B:B!> <marked:a5> <dim:a6>"


def columns(line: str) -> int:
    """How many columns a line takes."""
    assert not any(unicodedata.combining(sign) or unicodedata.east_asian_width(sign) in "WF" for sign in line)
    return len(line)


def places_of(state: Any) -> list[str]:
    """The names of places in the drawing of a state."""
    if isinstance(state, sse.State):
        return [*state.board.cell_names]
    if isinstance(state, empire_of_the_stars.State):
        return [*state.board.content.regions]
    if isinstance(state, jump_wars.State):
        return [f"{column}{row}" for column in "abcdefghij" for row in range(1, 11)]
    return ["robot_workers", "capital_ships", "wolf_359", "procyon", "galaxys_edge"]


def positions_of(name: str, plies: int, seed: int = 5) -> tuple[Any, list[Any]]:
    """The position after so many random plies, and the last action."""
    options = {"unexplored": True} if name == "small_star_empires" else {}
    state, last = sse.GAMES[name].new_game(seed=seed, **options), list[Any]()
    players = [BOTS["random"].choose] * len(state.totals)
    for _, action, after in islice(turns_of(state, players, seed), plies):
        state, last = after, [action]
    return state, last


def positions(name: str) -> st.SearchStrategy[tuple[Any, list[Any]]]:
    return st.builds(positions_of, st.just(name), st.integers(0, 120), st.integers(0, 2**32))
