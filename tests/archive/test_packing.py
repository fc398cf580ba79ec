"""Parts joined: no game is lost or doubled, wherever the process is killed."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.archive.games import kept, numbers_in, rows_of

from sse_core import archive

KILLED: Final = """
import sys
from pathlib import Path
from tests.archive.killing import killed_after
from sse_core import archive

# All that changes a folder: the joined part is there, the parts in it are removed one by one, then it gets its name.
killed_after(int(sys.argv[2]), (Path, "rename"), (Path, "unlink"))
archive.pack(sys.argv[1], games_a_part=int(sys.argv[3]))
"""


def names(folder: Path) -> list[str]:
    return [path.name for path in archive.parts(folder)]


def test_parts_that_follow_each_other_are_joined(tmp_path: Path) -> None:
    games = kept(tmp_path, [3, 2, 4, 1, 5])
    rows = rows_of(tmp_path)
    assert archive.pack(tmp_path, games_a_part=6) == (5, 3)
    assert names(tmp_path) == [
        "games-000000000000-000000000004.parquet",
        "games-000000000005-000000000009.parquet",
        "games-000000000010-000000000014.parquet",
    ]
    assert rows_of(tmp_path) == rows
    assert archive.pack(tmp_path) == (3, 1)
    assert names(tmp_path) == ["games-000000000000-000000000014.parquet"]
    assert rows_of(tmp_path) == rows
    assert list(archive.scan(tmp_path)) == games
    assert archive.pack(tmp_path) == (1, 1)
    assert rows_of(tmp_path) == rows


def numbers_by_pattern(folder: Path) -> list[int]:
    """The numbers of the games that another program finds by ``*.parquet``."""
    import pyarrow.parquet as parquet

    files = sorted(folder.glob("*.parquet"))
    return [number for path in files for number in parquet.read_table(path).column("number").to_pylist()]


@pytest.mark.parametrize("steps", range(1, 6))
def test_a_killed_pack_loses_and_doubles_nothing(steps: int, tmp_path: Path) -> None:
    kept(tmp_path, [2, 1, 3])
    rows = rows_of(tmp_path)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), str(steps), "100"], check=False)
    # One step makes the joined part, three remove the others, and one gives it its name.
    assert killed.returncode == (-signal.SIGKILL if steps < 5 else 0)
    assert rows_of(tmp_path) == rows
    assert archive.scan(tmp_path).count() == 6
    found = numbers_by_pattern(tmp_path)
    assert found == sorted(set(found))
    assert len(found) == [6, 4, 3, 0, 6][steps - 1]
    # Whoever writes next ends it, as here an empty writer, or another pack.
    archive.Writer(tmp_path).close()
    assert numbers_by_pattern(tmp_path) == list(range(6))
    assert archive.pack(tmp_path) == (1, 1)
    assert rows_of(tmp_path) == rows
    assert [path.name for path in tmp_path.iterdir() if path.name != ".lock"] == [archive.parts(tmp_path)[0].name]
    assert names(tmp_path) == ["games-000000000000-000000000005.parquet"]


def test_a_writer_after_a_killed_pack_goes_on(tmp_path: Path) -> None:
    games = kept(tmp_path, [2, 1])
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), "2", "100"], check=False)
    assert len(list(tmp_path.glob("games-*"))) == 1
    archive.write(tmp_path, games[:1])
    assert list(archive.scan(tmp_path)) == [*games, games[0]]
    assert len(list(tmp_path.glob("games-*"))) == 2


def test_a_part_that_comes_back_after_its_pack_counts_once(tmp_path: Path) -> None:
    kept(tmp_path, [2, 1])
    part = archive.parts(tmp_path)[1]
    shutil.copy(part, tmp_path / ".aside")
    archive.pack(tmp_path)
    shutil.copy(tmp_path / ".aside", part)
    assert numbers_in(tmp_path) == [0, 1, 2]


def test_groups_of_rows_stay_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow.parquet as parquet

    monkeypatch.setattr("sse_core.archive.packing.GAMES_A_PART", 4)
    kept(tmp_path, [1] * 9)
    archive.pack(tmp_path)
    metadata = parquet.ParquetFile(archive.parts(tmp_path)[0]).metadata
    assert [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)] == [4, 4, 1]
    assert numbers_in(tmp_path) == list(range(9))
