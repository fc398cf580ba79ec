"""Whole games at the terminal: recorded, replayed, taken back, left, resumed, scored, drawn; and with an own pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.command import Run, spawn
from tests.profiles import shortened

import sse_core as sse
from sse_core import empire_of_the_stars
from sse_core.cli.session.session import TAKEN_BACK
from sse_core.empire_of_the_stars.options import FLAG_NAMES, Options, options_of
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.forms.packs import SEARCH
from sse_core.game import CHANCE

GAME = "empire_of_the_stars"
TINY = Path(__file__).with_name("data") / "tiny.toml"
KINDS = [(players, powers) for players in (2, 3, 4) for powers in (True, False)]


def record_in(folder: Path) -> Any:
    return sse.read((folder / "game.sse").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", shortened(KINDS), ids=str)
def test_a_game_of_bots(run: Run, tmp_path: Path, kind: tuple[int, bool]) -> None:
    """It is recorded and drawn; from its middle it goes on as it went; it is replayed and scored."""
    players, powers = kind
    who = ["greedy", *["random"] * (players - 1)]
    options = ["--rounds", 2, *(["--powers"] if powers else [])]
    played = run("play", GAME, *who, *options, "--seed", 5, "--out", tmp_path / "one", "--quiet")
    assert (played.status, played.err) == (0, "")
    file, record = tmp_path / "one" / "game.sse", record_in(tmp_path / "one")
    assert record.final.outcome is not None
    assert sse.GameRecord(record.start, record.moves).final == record.final
    assert (tmp_path / "one" / "final.svg").read_text(encoding="utf-8").startswith("<svg")
    middle = len(record.moves) // 2
    again = run("play", GAME, "--resume", file, "--ply", middle, "--out", tmp_path / "two", "--quiet")
    assert (again.status, again.out.split("\n\n")[0]) == (0, played.out.split("\n\n")[0])
    assert record_in(tmp_path / "two").moves == record.moves
    scored = run("score", GAME, file)
    assert scored.status == 0
    for row in sse.score_table(record.final):
        assert str(row["total"]) in scored.out
    assert run("show", GAME, file, "--svg").out.startswith("<svg")


@pytest.mark.parametrize("option", FLAG_NAMES)
def test_each_option_that_is_on_or_off(run: Run, tmp_path: Path, option: str) -> None:
    """The command has a word for what differs from the default."""
    word = {"edict_substitute": "no-substitute", "technologies": "no-technologies"}.get(
        option, option.replace("_", "-")
    )
    played = run("play", GAME, "random", "random", "--rounds", 1, f"--{word}", "--out", tmp_path, "--quiet")
    assert (played.status, played.err) == (0, "")
    found = options_of(Position(record_in(tmp_path).start.data))
    assert found.changes() == {"round_limit": 1, option: not getattr(Options(), option)}


@pytest.mark.parametrize("players", shortened([2, 3, 4]))
def test_a_game_of_people(run: Run, tmp_path: Path, players: int) -> None:
    """They type the moves of a game of bots, take one back, leave, and go on to the same end."""
    made = ["--rounds", 1, "--powers", "--seed", 8]
    assert run("play", GAME, *["random"] * players, *made, "--out", tmp_path / "bots", "--quiet").status == 0
    record = record_in(tmp_path / "bots")
    typed, mine = list[str](), 0
    for state, after, (player, action) in zip(record.states(), [*record.states()][1:], record.moves, strict=False):
        if player != CHANCE:
            typed.append(empire_of_the_stars.format_action(action, state))
            # Who acts once more may take it back.
            mine = len(typed) if state.to_act == after.to_act == (player,) else mine
    lines = [*typed[:mine], "undo", typed[mine - 1], "score", "quit"]
    left = run("play", GAME, *["human"] * players, *made, "--out", tmp_path / "left", stdin="\n".join(lines))
    assert left.status == 3, left.err
    assert record_in(tmp_path / "left").tags[TAKEN_BACK] == "1"
    rest = "\n".join(typed[mine:])
    ended = run("play", GAME, "--resume", tmp_path / "left" / "game.sse", "--out", tmp_path / "people", stdin=rest)
    assert ended.status == 0, ended.out[-500:]
    people = record_in(tmp_path / "people")
    assert (people.moves, people.final) == (record.moves, record.final)


@pytest.mark.ci
def test_a_game_with_a_pack_of_a_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere its record says which pack it lacks; where its folder is known it goes on."""
    played = run("play", GAME, "greedy", "random", "--pack", TINY, "--rounds", 2, "--seed", 1, "--out", tmp_path)
    assert (played.status, played.err) == (0, "")
    file, record = tmp_path / "game.sse", record_in(tmp_path)
    lacks = spawn("score", GAME, file)
    assert lacks.status == 1
    assert lacks.err.startswith(f"sse: {file}: line 7, column 7: the pack 'tiny' is not here: none of that name ships ")
    assert f"no folder of {SEARCH} has tiny.toml" in lacks.err
    middle = len(record.moves) // 2
    given = spawn("play", GAME, "--pack", TINY, "--resume", file, "--ply", middle, "--out", tmp_path / "given")
    assert (given.status, given.err) == (0, "")
    assert (tmp_path / "given" / "game.sse").read_bytes() == file.read_bytes()
    other = spawn("play", GAME, "--pack", "house", "--resume", file, "--ply", middle)
    assert (other.status, other.err) == (1, lacks.err)
    monkeypatch.setenv(SEARCH, str(TINY.parent))
    again = spawn("play", GAME, "--resume", file, "--ply", middle, "--out", tmp_path / "again")
    assert (again.status, again.err) == (0, "")
    assert (tmp_path / "again" / "game.sse").read_bytes() == file.read_bytes()
