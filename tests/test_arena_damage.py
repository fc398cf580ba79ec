"""Stores of arenas with a flipped bit: it is found, or the games are as they were."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from tests.command import Run, assert_refused

from sse_core import SplitMix64
from sse_core.arena import Row, Store, StoreError

ASKED: Final[Mapping[str, Any]] = {"seed": "7", "rounds": 40}


def games(n: int) -> list[Row]:
    """Rows of so many games, over several pages of the file."""
    return [Row(number, (0, 1), (number % 2,), (20, number), 40, f"{number:032x}") for number in range(n)]


def contents(path: Path) -> tuple[object, ...]:
    """All that a store says of its games."""
    with Store(path, ASKED) as store:
        return store.numbers(), list(store.rows()), list(store.rows(17)), list(store.differing()), store.asked


def refusals(path: Path, flips: int, seed: int) -> int:
    """Flip so many bits of a store, one each time; return how many of them are found, and the others change nothing."""
    with Store(path, ASKED) as store:
        store.add(games(200))
        store.add([Row(3, (0, 1), (0,), (9, 9))])
    wanted, data, stream, found = contents(path), path.read_bytes(), SplitMix64(seed), 0
    for _ in range(flips):
        bit = stream.below(8 * len(data))
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        message = ""
        try:
            assert contents(path) == wanted
        except StoreError as error:
            found, message = found + 1, str(error)
        assert message.startswith(str(path) if message else "")
        path.with_name(f"{path.name}-wal").unlink(missing_ok=True)
    return found


def test_a_flipped_bit_is_found_or_changes_nothing(tmp_path: Path) -> None:
    assert refusals(tmp_path / "games.sqlite3", 300, seed=1) > 150


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_flipped_bits_are_found_or_change_nothing(seed: int, tmp_path: Path) -> None:
    assert refusals(tmp_path / "games.sqlite3", 2500, seed) > 1250


def changed(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize("table", ["game", "differing"])
def test_a_damaged_row_is_named(table: str, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with Store(path, ASKED) as store:
        store.add(games(3))
        store.add([Row(1, (0, 1), (0,), (9, 9))])
    changed(path, f"update {table} set row = replace(row, '0, 1', '1, 0') where number = 1")
    with Store(path, ASKED) as store, pytest.raises(StoreError) as caught:
        list(store.rows() if table == "game" else store.differing())
    assert str(caught.value).startswith(f"{path}: game 1: the row is damaged: its checksum is ")


def test_a_row_under_another_number_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with Store(path, ASKED) as store:
        store.add(games(3))
    changed(path, "update game set number = 7 where number = 2")
    with Store(path, ASKED) as store, pytest.raises(StoreError, match="game 7: the row is damaged"):
        store.numbers()


def test_an_arena_refuses_a_damaged_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    args = ["arena", "random", "--schedule", "self-play", "--map", "duel", "--games", 4, "--seed", 7, "--threads", 1]
    assert run(*args, "--store", path).status == 0
    changed(path, "update game set row = replace(row, 'plies', 'plans') where number = 2")
    assert_refused(run(*args, "--store", path), 1, f"{path}: game 2: the row is damaged: its checksum is ")
    changed(path, "update asked set text = replace(text, 'random', 'greedy')")
    assert_refused(run(*args, "--store", path), 1, f"{path} is damaged: what it plays has another checksum")


def test_a_store_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    Store(path, ASKED).__exit__()
    changed(path, "pragma user_version = 0")
    with pytest.raises(StoreError) as caught:
        Store(path, ASKED)
    words = "is a store of format 0, and this sse_core has format 2: name another file"
    assert str(caught.value) == f"{path} {words}"
