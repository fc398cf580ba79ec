"""`--ply`: the commands that take a position take any position of a record, counted as records count it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.command import Run, assert_refused

import sse_core as sse

COMMANDS: dict[str, list[object]] = {
    "moves": [],
    "analyse": ["--visits", 5, "--json"],
    "perft": [1, "--divide"],
    "playouts": ["--games", 2, "--seed", 1, "--json"],
}
"""The commands that take a position, each with arguments for which it always prints the same."""


def record_from(ply: int, plies: int) -> sse.GameRecord:
    """The record of a game whose first position comes after some plies of another one."""
    state = sse.new_game(sse.maps()["duel"])
    for _ in range(ply):
        state = state.after(state.legal_ids()[0])
    moves: list[int] = []
    after = state
    for _ in range(plies):
        moves.append(after.legal_ids()[0])
        after = after.after(moves[-1])
    return sse.GameRecord(state, moves)


def written(folder: Path, record: sse.GameRecord) -> Path:
    path = folder / "game.sse"
    path.write_text(sse.format_game(record) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("first", [0, 3])
def test_a_ply_of_a_record_is_the_position_with_that_number(run: Run, tmp_path: Path, command: str, first: int) -> None:
    """The position is the one whose own ply this is, whatever ply the record begins with."""
    record = record_from(first, 4)
    path, more = written(tmp_path, record), COMMANDS[command]
    for state in record.states():
        alone = run(command, "-", *more, stdin=sse.format_state(state))
        told = run(command, path, *more, "--ply", state.ply)
        assert (told.status, told.err) == (0, "")
        assert without_times(told.out) == without_times(alone.out)
    last = run(command, "-", *more, stdin=sse.format_state(record.final))
    assert without_times(run(command, path, *more).out) == without_times(last.out)


def without_times(page: str) -> str:
    return re.sub(r'"seconds": .*|[\d.,]+ (?:m?s|positions a second)\b.*', "", page)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_ply_that_is_not_there(run: Run, tmp_path: Path, command: str) -> None:
    path, more = written(tmp_path, record_from(2, 3)), COMMANDS[command]
    for ply in (1, 6, -1):
        assert_refused(run(command, path, *more, "--ply", ply), 2, f"--ply {ply}: {path} has plies 2 to 5")
    assert_refused(run(command, "duel", *more, "--ply", 1), 2, "--ply 1: duel has plies 0 to 0")
    assert run(command, "duel", *more, "--ply", 0).status == 0


@pytest.mark.parametrize("named", [[], ["micro_space_empire"]], ids=["first game", "another"])
def test_a_finished_record_says_what_can_be_done_with_it(run: Run, tmp_path: Path, named: list[str]) -> None:
    run("play", *named, *([] if named else ["--map", "duel"]), "--seed", 1, "--out", tmp_path)
    path = tmp_path / "game.sse"
    plies = sse.read(path.read_text(encoding="utf-8")).final.ply
    review = " ".join(["sse review", *named, str(path)])
    words = [f"the game is over after {plies} plies; --ply N", f"`{review}`"]
    for command in ("analyse", "playouts"):
        assert_refused(run(command, *named, path), 1, f"{path}: ", *words)
    told = run("moves", *named, path)
    assert (told.status, told.err) == (0, "")
    for word in words:
        assert word in told.out
