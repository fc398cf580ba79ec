"""Archives with a flipped bit: it is found, or nothing that is read is another."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow
import pyarrow.compute as compute
import pytest
from tests.archive.games import START, kept, random_games, rows_of
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core import archive
from sse_core.play.records.variations import Variation

GAMES: Final = 40


def damaged_parts(folder: Path, flips: int, seed: int) -> Iterator[int]:
    """Flip one bit of an archive's only part after the other, so many in all; yield the place of its byte."""
    (path,) = archive.parts(folder)
    data, stream = path.read_bytes(), sse.SplitMix64(seed)
    for _ in range(flips):
        bit = stream.below(8 * len(data))
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        yield bit // 8
    path.write_bytes(data)


def tagged_games() -> list[Any]:
    """Games with tags, variations and no result, which no replay can check."""
    first, second, *others = random_games(GAMES)
    varied = sse.GameRecord(START, ["b2-a1=C"], {"event": "final", "B": "Ann"}, [Variation(1, ["b2-a1=S"])])
    return [first, varied, *others, sse.GameRecord(START, second.moves[:9], {"seed": "007"})]


READINGS: Final[list[Callable[[Path], object]]] = [
    rows_of,
    lambda folder: list(archive.scan(folder)),
    lambda folder: [table.to_pylist() for table in archive.scan(folder).tables()],
    lambda folder: [table.to_pylist() for table in archive.scan(folder).tables(["number", "seed"])],
    lambda folder: archive.scan(folder).count(),
    lambda folder: archive.scan(folder, where=compute.field("seed") > 30).count(),
    lambda folder: archive.replay(archive.scan(folder)),
]
"""All that reads an archive."""


def read_or_refused(read: Callable[[Path], object], folder: Path) -> object:
    """What is read of an archive, or the error about it."""
    try:
        return read(folder)
    except archive.ArchiveError as error:
        return error


def check_flips(folder: Path, flips: int, seed: int) -> None:
    (path,) = archive.parts(folder)
    wanted, unseen = [read(folder) for read in READINGS], list[int]()
    for place in damaged_parts(folder, flips, seed):
        found = [read_or_refused(read, folder) for read in READINGS]
        for value, good in zip(found, wanted, strict=True):
            assert str(value).startswith(f"{path}: ") if isinstance(value, archive.ArchiveError) else value == good
        if not isinstance(found[-1], archive.ArchiveError):
            unseen.append(place)
    # The letters at the beginning of a file alone are read by nobody.
    assert all(place < 4 for place in unseen)


def test_a_flipped_bit_is_found_or_changes_nothing(tmp_path: Path) -> None:
    archive.write(tmp_path, tagged_games())
    check_flips(tmp_path, 250, seed=1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_flipped_bits_are_found_or_change_nothing(seed: int, tmp_path: Path) -> None:
    archive.write(tmp_path, tagged_games(), games_a_part=15)
    archive.pack(tmp_path)
    check_flips(tmp_path, 2500, seed)


def test_the_command_names_the_damaged_file(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    kept(folder, [3])
    (path,) = archive.parts(folder)
    for place in damaged_parts(folder, 20, seed=2):
        assert place >= 4, "the first bytes say nothing"
        for task in ("check", "show", "pack"):
            result = run("archive", task, folder)
            is_refused = (result.status, result.out) == (1, "") and result.err.startswith(f"sse: {path}: ")
            # What is in an archive is counted, and games are joined, without the columns of others.
            assert is_refused or (task == "pack" and result.status == 0), result
    assert run("archive", "check", folder).status == 0


def test_nothing_is_joined_with_a_damaged_part(tmp_path: Path) -> None:
    kept(tmp_path, [3, 2])
    path = archive.parts(tmp_path)[1]
    shutil.copy(path, tmp_path / ".whole")
    data = bytearray(path.read_bytes())
    data[500] ^= 1
    path.write_bytes(data)
    with pytest.raises(archive.ArchiveError, match="the checksum of its games is"):
        archive.pack(tmp_path)
    shutil.copy(tmp_path / ".whole", path)
    assert archive.pack(tmp_path) == (2, 1)


def changed(column: str, value: object) -> Callable[[Path], None]:
    """Write an archive's games once more, the second one with another value: only its row's checksum is wrong then."""

    def change(folder: Path) -> None:
        (table,) = archive.scan(folder).tables()
        values = table.column(column).to_pylist()
        values[1] = value
        place, field = table.schema.get_field_index(column), table.schema.field(column)
        shutil.rmtree(folder)
        with archive.Writer(folder) as writer:
            writer.add_table(table.set_column(place, field, pyarrow.array(values, field.type)))

    return change


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seed", 7),
        ("seed", None),
        ("names", ["random", "greedy"]),
        ("tags", [("seed", None), ("B", None), ("A", None)]),
        ("variations", "[]"),
        ("actions", [0]),
        ("seats", []),
        ("winners", None),
        ("totals", [1, 1]),
        ("plies", 3),
        ("decided_by", None),
        ("package", "0"),
        ("rule", "sprawl.py"),
        ("checksum", 7),
    ],
)
def test_a_row_has_a_checksum_of_all_its_values(column: str, value: object, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    kept(folder, [3])
    changed(column, value)(folder)
    (path,) = archive.parts(folder)
    words = f"{path}: game 1: the row is damaged: its checksum is "
    for read in (rows_of, lambda folder: list(archive.scan(folder))):
        with pytest.raises(archive.ArchiveError) as caught:
            read(folder)
        assert str(caught.value).startswith(words)
    assert_refused(run("archive", "check", folder), 1, words)
    # Games that aren't read aren't checked.
    assert [row.number for row in archive.scan(folder).of(0).rows()] == [0]


def test_a_checksum_is_the_same_whatever_part_the_row_is_in(tmp_path: Path) -> None:
    """Ids of 16 bits become such of 32 bits beside a game that needs them."""
    small = archive.row_of(random_games(1)[0])
    rows = [small, small._replace(number=1, actions=[1 << 16], plies=1)]
    archive.write(tmp_path, rows, games_a_part=1)
    before = [table.column("checksum").to_pylist() for table in archive.scan(tmp_path).tables()]
    archive.pack(tmp_path)
    (after,) = (table.column("checksum").to_pylist() for table in archive.scan(tmp_path).tables())
    assert after == [checksum for (checksum,) in before] == [row.checksum for row in rows]


def test_the_checksums_of_the_format_are_written_down() -> None:
    tags = {"seed": "7", "A": "greedy", "event": "Büro"}
    record = sse.GameRecord(sse.new_game(sse.parse_map("A 1 2 3 B")), ["a1-a3=S"], tags)
    assert archive.row_of(record, 3)._replace(package="1").checksum == 3502275667
