"""The parts of an archive: written whole or not at all, by one process at a time, and refused if they are none."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as parquet
import pytest
from tests.archive.games import START, kept, numbers_in, random_games

from sse_core import archive
from sse_core.errors import ArgumentError

KILLED_WRITER: Final = """
import sys
from pathlib import Path
from tests.archive.games import random_games
from tests.archive.killing import killed_after
from sse_core import archive
killed_after(2, (Path, "rename"))
archive.write(sys.argv[1], random_games(9), games_a_part=3)
"""

FULL_DISK: Final = """
import sys
from tests.archive.games import random_games
from tests.full_disk import files_at_most
from sse_core import archive
writer = archive.Writer(sys.argv[1], games_a_part=50)
for game in random_games(50):
    writer.add(game)
try:
    with files_at_most(2000):
        for game in random_games(50):
            writer.add(game)
except OSError as error:
    print(type(error).__name__, error.filename, error.strerror)
writer.close()
"""


def python(program: str, *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_part_is_named_by_its_games(tmp_path: Path) -> None:
    games = random_games(5)
    with archive.Writer(tmp_path, games_a_part=2) as writer:
        assert [writer.add(game) for game in games[:3]] == [0, 1, 2]
        assert [path.name for path in archive.parts(tmp_path)] == ["games-000000000000-000000000001.parquet"]
        assert writer.add(games[3], 10) == 10
        writer.add(games[4])
    assert [path.name for path in archive.parts(tmp_path)] == [
        "games-000000000000-000000000001.parquet",
        "games-000000000002-000000000010.parquet",
        "games-000000000011-000000000011.parquet",
    ]
    assert list(archive.scan(tmp_path)) == games
    with archive.Writer(tmp_path) as writer:
        assert writer.next_number == 12


def test_numbers_ascend(tmp_path: Path) -> None:
    kept(tmp_path, [2])
    with archive.Writer(tmp_path) as writer:
        with pytest.raises(ArgumentError, match=r"^game 1 can't follow game 1: numbers ascend in an archive$"):
            writer.add(random_games(1)[0], 1)
        with pytest.raises(TypeError, match=r"^an archive has GameRecords or Rows, not State of Small Star Empires$"):
            writer.add(START)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="closed"):
        writer.add(random_games(1)[0])
    assert numbers_in(tmp_path) == [0, 1]


def test_tables_are_parts_of_their_own(tmp_path: Path) -> None:
    games = kept(tmp_path / "one", [3, 2])
    tables = list(archive.scan(tmp_path / "one").tables())
    with archive.Writer(tmp_path / "other") as writer:
        for table in tables:
            writer.add_table(table)
        with pytest.raises(ArgumentError, match="don't ascend from 5 on"):
            writer.add_table(tables[0])
        with pytest.raises(ArgumentError, match="columns"):
            writer.add_table(tables[0].drop_columns(["tags"]))
    assert list(archive.scan(tmp_path / "other")) == games


def test_a_killed_writer_leaves_every_whole_part(tmp_path: Path) -> None:
    done = python(KILLED_WRITER, tmp_path)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".writing")] != []
    assert list(archive.scan(tmp_path)) == random_games(9)[:6]
    # Whoever writes next goes on, and clears what was left.
    assert archive.write(tmp_path, random_games(9)[6:]) == 3
    assert list(archive.scan(tmp_path)) == random_games(9)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == [".lock"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of files are those of Unix")
def test_a_full_disk_is_an_error_and_the_games_can_be_written_later(tmp_path: Path) -> None:
    done = python(FULL_DISK, tmp_path)
    part = tmp_path / "games-000000000050-000000000099.parquet"
    assert done.stdout == f"OSError {part} File too large\n", done.stderr
    assert done.returncode == 0, done.stderr
    assert list(archive.scan(tmp_path)) == random_games(50) * 2


def test_one_process_writes_at_a_time(tmp_path: Path) -> None:
    with archive.Writer(tmp_path) as writer:
        writer.add(random_games(1)[0])
        for write in (archive.Writer, archive.pack):
            with pytest.raises(
                archive.ArchiveError, match=rf"^{re.escape(str(tmp_path))}: process {os.getpid()} on .* writes in this"
            ):
                write(tmp_path)
    archive.pack(tmp_path)
    assert numbers_in(tmp_path) == [0]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match=r"it is there already, and nothing is written over it.*games\.jsonl"):
        archive.write_json(tmp_path / "games.jsonl", random_games(1))
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]
    assert (tmp_path / "games.jsonl").read_text(encoding="utf-8") == "mine"


# --- what is no archive


def with_metadata(**changes: str) -> Callable[[Path], None]:
    """Write the first part once more, with other metadata."""

    def change(folder: Path) -> None:
        path = archive.parts(folder)[0]
        table = parquet.read_table(path)
        found = {**table.schema.metadata, **{f"sse_core.{key}".encode(): value for key, value in changes.items()}}
        parquet.write_table(table.replace_schema_metadata(found), path)

    return change


def rewritten(change: Callable[[Any], Any]) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        path = archive.parts(folder)[0]
        parquet.write_table(change(parquet.read_table(path)), path)

    return write


def cut(folder: Path) -> None:
    path = archive.parts(folder)[0]
    path.write_bytes(path.read_bytes()[:-100])


def damaged(folder: Path) -> None:
    """Change a byte in the middle of the games; the head is whole."""
    path = archive.parts(folder)[0]
    data = bytearray(path.read_bytes())
    data[4:400] = bytes(396)
    path.write_bytes(data)


def renamed(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        archive.parts(folder)[0].rename(folder / name)

    return change


def copied(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).write_bytes(archive.parts(folder)[0].read_bytes())

    return change


def strange(folder: Path) -> None:
    (folder / "notes.txt").write_text("mine", encoding="utf-8")


REFUSED: Final[list[tuple[Callable[[Path], None], str]]] = [
    (strange, "notes.txt: this is no part of an archive"),
    (cut, "the file is cut short, damaged, or no Parquet"),
    (damaged, "the file is damaged: the checksum of its games is "),
    (with_metadata(archive="3"), "its format is 3, which is newer: this sse_core reads format 2"),
    (
        with_metadata(archive="1", version="0.0.1"),
        "its format is 1, which is older: this sse_core reads format 2; sse_core 0.0.1 wrote it, and converts",
    ),
    (with_metadata(archive="x"), "its format is x, which is unknown"),
    (
        rewritten(lambda table: table.drop_columns(["tags"])),
        "its columns aren't those of format 2: number, game, start",
    ),
    (rewritten(lambda table: table), "its head has no checksums, so it is damaged"),
    (rewritten(lambda table: table.replace_schema_metadata({})), "a Parquet file of another kind"),
    (rewritten(lambda table: table.slice(0, 0)), "it has no games, and its name says 0 to 2"),
    (renamed("games-000000000000-000000000001.parquet"), "it has games 0 to 2, and its name says 0 to 1"),
    (renamed("games-000000000002-000000000000.parquet"), "this is no part of an archive"),
    (
        copied("games-000000000001-000000000002.parquet"),
        "game 1 stands in games-000000000000-000000000002.parquet, too",
    ),
    (
        copied("games-000000000002-000000000009.parquet"),
        "game 2 stands in games-000000000000-000000000002.parquet, too",
    ),
]


@pytest.mark.parametrize(("change", "words"), REFUSED, ids=[words[:30] for _, words in REFUSED])
def test_what_is_no_part_is_refused(change: Callable[[Path], None], words: str, tmp_path: Path) -> None:
    kept(tmp_path, [3, 2])
    change(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name != ".lock"}
    with pytest.raises(archive.ArchiveError) as caught:
        numbers_in(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path}{os.sep}")
    assert words in str(caught.value)
    if change is not damaged:
        for write in (archive.Writer, archive.pack):
            with pytest.raises(archive.ArchiveError, match=r"^/") as again:
                write(tmp_path)
            assert str(again.value) == str(caught.value)
    else:
        with pytest.raises(archive.ArchiveError, match="damaged"):
            archive.pack(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name != ".lock"} == before


def test_a_folder_that_is_no_archive_is_left_as_it_is(tmp_path: Path) -> None:
    strange(tmp_path)
    with pytest.raises(archive.ArchiveError, match=r"notes\.txt"):
        archive.Writer(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(NotADirectoryError, match="this is a file, and an archive is a folder of parts"):
        archive.scan(tmp_path / "notes.txt")
    with pytest.raises(NotADirectoryError, match="this is a file, and an archive is a folder of parts"):
        archive.Writer(tmp_path / "notes.txt")
    for read in (archive.scan, archive.pack, archive.parts):
        with pytest.raises(FileNotFoundError, match="there is no such folder"):
            read(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_an_empty_folder_is_an_empty_archive(tmp_path: Path) -> None:
    assert archive.write(tmp_path, []) == 0
    assert list(archive.scan(tmp_path)) == []
    assert archive.scan(tmp_path).count() == 0
    assert archive.replay(archive.scan(tmp_path)) == (0, 0)
    assert archive.pack(tmp_path) == (0, 0)


def test_without_pyarrow_an_error_names_the_extra() -> None:
    done = python("import sys; sys.modules['pyarrow'] = None; import sse_core.archive")
    assert (
        "ModuleNotFoundError: sse_core.archive needs pyarrow: pip install '.[data]' in the checkout of sse_core"
        in done.stderr
    )


def test_the_package_doesnt_load_pyarrow() -> None:
    done = python("import sys, sse_core; sse_core.GAMES['jump_wars']; print('pyarrow' in sys.modules)")
    assert done.stdout == "False\n"
