"""The files of --out: nothing that is there is lost, unless it is told to be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.command import TINY_SEARCH, Run, assert_refused, joined
from tests.profiles import shortened

import sse_core as sse
from sse_core.cli.registry import COMMANDS, parser_of
from sse_core.games import GAMES


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def commands_with_out() -> dict[str, list[str]]:
    """Each command that writes files, with arguments for a short run."""
    return {
        "play": ["play", "random", "greedy", "--map", "duel", "--seed"],
        "campaign": ["campaign", "random", "random", "--map", "duel", "--seed"],
        "match": ["match", "random", "greedy", "--map", "duel", "--games", "2", "--seed"],
        "show": ["show", "duel", "--svg"],
        "find-map": [*TINY_SEARCH, "--seed"],
        "review": ["review", "-", "--visits", "2", "--seed"],
        "arena": ["arena", "random", "greedy", "--map", "duel", "--games", "2", "--threads", "1", "--seed"],
    }


OPTION = {"review": "--svg", "arena": "--html"}
"""The option that names what is written, where it isn't --out."""

RECORD = sse.format_game(sse.GameRecord(sse.new_game(sse.parse_map("A 3 B"))))
"""What is given to a command that reads the standard input."""


def test_the_commands_that_write_are_those_with_out() -> None:
    parsers = {name: parser_of(name, GAMES["small_star_empires"]) for name in COMMANDS}
    with_out = {
        name: {*parser._option_string_actions} & {OPTION.get(name, "--out"), "--force"}
        for name, parser in parsers.items()
        # An archive takes further parts, and replaces none; what is learned goes on with its own file.
        if parser and name not in ("archive", "learn")
    }
    found = {name: options for name, options in with_out.items() if options}
    assert found == {name: {OPTION.get(name, "--out"), "--force"} for name in commands_with_out()}


@pytest.mark.parametrize("command", shortened(commands_with_out(), 2))
def test_what_is_there_is_replaced_only_by_force(run: Run, tmp_path: Path, command: str) -> None:
    """Whatever stands in the place of --out stays, and the new files have the next free number, which is told."""
    args, option = commands_with_out()[command], OPTION.get(command, "--out")
    out = tmp_path / ("out" if command in ("play", "campaign") else "out/file.txt")
    (tmp_path / "out").mkdir()

    def written(seed: int, *force: str) -> dict[str, bytes]:
        before = files_in(tmp_path / "out")
        result = run(*args, *([] if command == "show" else [seed]), option, out, *force, stdin=RECORD)
        assert (result.status, result.err) == (0, "")
        after = files_in(tmp_path / "out")
        new = {name: content for name, content in after.items() if before.get(name) != content}
        assert force or {name: after[name] for name in before} == before
        for name in new.keys() - {"final.svg"}:
            assert re.search(rf"{re.escape(str(tmp_path / 'out' / name))}\b", joined(result.out))
        return new

    first = written(1)
    assert {name.partition(".")[0] for name in first} <= {"game", "final", "campaign", "file"}
    second = written(2)
    assert [*second] != []
    assert {re.sub(r"-2(?=\.)", "", name) for name in second} == {*first}
    third = written(3)
    assert {name.replace("-3", "") for name in third} == {*first}
    # What is no file of ours, and a link that leads nowhere, have their names, too.
    for name in first:
        (tmp_path / "out" / name.replace(".", "-4.")).symlink_to(tmp_path / "nowhere")
    assert {name.replace("-5", "") for name in written(4)} == {*first}
    assert not (tmp_path / "nowhere").exists()
    by_force = written(5, "--force")
    assert {*by_force} <= {*first}
    assert command in ("show", "review") or by_force
    refused = run(*args, *([] if command == "show" else [1]), "--force", stdin=RECORD)
    assert_refused(refused, 2, f"--force goes with {option}")


def test_the_record_and_its_picture_have_one_number(run: Run, tmp_path: Path) -> None:
    (tmp_path / "final.svg").write_text("mine", encoding="utf-8")
    result = run("play", "--map", "duel", "--seed", 1, "--out", tmp_path)
    assert f"Wrote {tmp_path / 'game-2.sse'} and {tmp_path / 'final-2.svg'}." in joined(result.out)
    assert {*files_in(tmp_path)} == {"final.svg", "game-2.sse", "final-2.svg"}


def test_a_game_that_goes_on_replaces_its_own_file_alone(run: Run, tmp_path: Path) -> None:
    run("play", "--map", "duel", "--seed", 1, "--out", tmp_path / "finished")
    finished, folder = tmp_path / "finished" / "game.sse", tmp_path / "left"
    assert run("play", "human", "greedy", "--map", "duel", "--out", folder, stdin="a1-a2=C\nquit\n").status == 3
    before = (folder / "game.sse").read_bytes()
    for args in ([], ["--resume", finished, "--ply", 3], ["--resume", "-", "--ply", 3]):
        assert run("play", *args, "--out", folder, stdin=finished.read_bytes()).status == 0
        assert (folder / "game.sse").read_bytes() == before
    assert len(files_in(folder)) == 8
    assert run("play", "--resume", folder / "game.sse", "--out", folder, stdin="a2-a3=C\nquit\n").status == 3
    assert (folder / "game.sse").read_bytes() != before
    assert len(files_in(folder)) == 8
    # So does a game whose name has a number.
    (folder / "game-2.sse").write_bytes(before)
    assert run("play", "greedy", "greedy", "--resume", folder / "game-2.sse", "--out", folder).status == 0
    assert (folder / "game-2.sse").read_bytes() != before
    assert len(files_in(folder)) == 8


def test_a_campaign_is_not_written_over_by_another(run: Run, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        run("campaign", "human", "greedy", "--seed", 1, "--out", tmp_path / folder, stdin="quit\n")
    a, b = (tmp_path / folder / "campaign.sse" for folder in ("a", "b"))
    before = b.read_bytes()
    assert run("campaign", "--resume", a, "--out", b.parent, stdin="quit\n").status == 3
    assert b.read_bytes() == before
    assert (b.parent / "campaign-2.sse").is_file()


MAKEFILE = Path(__file__).parents[1] / "Makefile"


@pytest.mark.skipif(not MAKEFILE.exists(), reason="the Makefile is part of the checkout, not of the package")
def test_the_demo_runs_twice(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = MAKEFILE.read_text(encoding="utf-8").partition("\ndemo: ")[2].partition("\n\n")[0]
    commands = re.findall(r"^\t\$\(BIN\)/sse (.*)", target, re.MULTILINE)
    assert [command.partition(" ")[0] for command in commands] == ["play", "score"]
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert [run(*command.split()).status for command in commands] == [0, 0]
    assert {*files_in(tmp_path / "demo")} == {"game.sse", "final.svg"}


# --- a file where a folder is wanted, and the other way round


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["play", "random", "random", "--out", "file"], "file is a file, and --out names a folder"),
        (["campaign", "random", "random", "--out", "file/in/it"], "file is a file, and --out names a folder"),
        (["match", "random", "greedy", "--out", "folder"], "folder is a folder, and --out names a file, such as"),
        (["match", "random", "greedy", "--out", "none/games"], "there is no folder none, and --out names a file in a"),
        (["show", "duel", "--out", "file/picture"], "file is a file, and --out names a file in a folder"),
    ],
)
def test_what_is_in_the_way_is_named_before_anything_is_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], error: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert_refused(
        run(*words, "--map" if words[0] != "show" else "--force", *["duel"] * (words[0] != "show")), 1, error
    )
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
