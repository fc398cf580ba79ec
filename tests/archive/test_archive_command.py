"""`sse archive`: what is in an archive, its games checked, its parts joined, and games converted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.archive.games import kept, random_games, rows_of
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core import archive


def test_games_are_converted_there_and_back(run: Run, tmp_path: Path) -> None:
    games = random_games(3)
    record, folder, lines, texts = (tmp_path / name for name in ("game.sse", "games", "games.jsonl", "texts"))
    record.write_text(f"{sse.format_game(games[0])}\n", encoding="utf-8")
    assert run("archive", "convert", record, "--out", folder) == (0, f"Wrote 1 game into {folder}.\n", "")
    archive.write(folder, games[1:])
    assert run("archive", "convert", folder, "--out", lines).out == f"Wrote 3 games into {lines}.\n"
    objects = map(json.loads, lines.read_text(encoding="utf-8").splitlines())
    assert [found["tags"]["seed"] for found in objects] == ["0", "1", "2"]
    assert run("archive", "convert", lines, "--out", texts, "--to", "text").status == 0
    assert sorted(path.name for path in texts.iterdir()) == [f"game-{number:09}.sse" for number in range(3)]
    assert run("score", texts / "game-000000002.sse").status == 0
    assert run("archive", "convert", texts, "--out", folder).out == f"Wrote 3 games into {folder}.\n"
    assert list(archive.scan(folder)) == games * 2


def test_what_is_in_an_archive(run: Run, tmp_path: Path) -> None:
    games = kept(tmp_path, [2, 1])
    plies = sum(len(game.moves) for game in games)
    archive.write(tmp_path, [sse.GameRecord(sse.micro_space_empire.new_game(), ["explore=near"])])
    page = run("archive", "show", tmp_path).out
    size = sum(path.stat().st_size for path in archive.parts(tmp_path))
    assert f"4 games in 3 parts, {size:,} bytes." in page
    assert page.splitlines()[2:] == [
        "game                package  games  finished  plies",
        f"micro_space_empire  {sse.__version__}        1         0      1",
        f"small_star_empires  {sse.__version__}        3         3    {plies}",
    ]
    found = json.loads(run("archive", "show", tmp_path, "--json").out)
    assert (found["games"], found["parts"], found["bytes"]) == (4, 3, size)
    assert found["by_game"][1]["plies"] == plies
    assert run("archive", "show", tmp_path, "--number", "1").out == f"{sse.format_game(games[1])}\n"
    assert_refused(run("archive", "show", tmp_path, "--number", "9"), 1, "there is no game 9")


def test_an_empty_archive_is_shown(run: Run, tmp_path: Path) -> None:
    assert run("archive", "show", tmp_path).out == f"{tmp_path} has 0 games in 0 parts, 0 bytes.\n"


def test_an_archive_is_packed_and_checked(run: Run, tmp_path: Path) -> None:
    games = kept(tmp_path, [2, 1, 2])
    plies = sum(len(game.moves) for game in games)
    assert run("archive", "pack", tmp_path, "--games", "3").out == f"{tmp_path} has 2 parts; before it had 3.\n"
    assert run("archive", "pack", tmp_path).out == f"{tmp_path} has 1 part; before it had 2.\n"
    said = f"{tmp_path}: 5 games of {plies} plies played again; all fit.\n"
    assert run("archive", "check", tmp_path).out == said
    assert json.loads(run("archive", "check", tmp_path, "--json").out) == {"games": 5, "plies": plies}
    archive.write(tmp_path, [rows_of(tmp_path)[0]._replace(totals=(1, 1))])
    assert_refused(run("archive", "check", tmp_path), 1, "game 5: the game has totals")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("check", "nowhere"), 1, "nowhere: there is no such folder"),
        (("pack", "nowhere"), 1, "nowhere: there is no such folder"),
        (("show", "file"), 1, "file: this is a file, and an archive is a folder of parts"),
        (("show", "."), 1, "file: this is no part of an archive"),
        (("convert", "file", "--out", "games"), 1, "file: "),
        (("convert", "nowhere", "--out", "games"), 1, "nowhere: "),
        (("convert", "file"), 2, "convert needs --out"),
        (("convert", "file", "--out", "file"), 2, "--out is file itself"),
        (("pack", "games", "--out", "other"), 2, "--out goes with convert, not with pack"),
        (("convert", "file", "--json", "--out", "x"), 2, "--json goes with show and check, not with convert"),
        (("burn", "games"), 2, "invalid choice: 'burn'"),
    ],
)
def test_what_is_refused(
    words: tuple[str, ...], status: int, said: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert_refused(run("archive", *words), status, said)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_without_pyarrow_the_command_names_the_extra(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sse_core.cli.commands.archive.find_spec", lambda name: None)
    assert_refused(
        run("archive", "show", tmp_path),
        1,
        "an archive needs pyarrow: pip install '.[data]' in the checkout of sse_core",
    )
