"""Bench of an archive with a million games: its size, and CPU seconds for writing, reading, replaying and queries."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import duckdb
import numpy
import polars
import pyarrow
import pyarrow.parquet as parquet

import sse_core as sse
from sse_core import archive
from sse_core.small_star_empires import Batch, Move, parse_game

from .machine import load
from .tables import digits, shortened, table

GAMES: Final = 1_000_000
A_PART: Final = 10_000
FEW: Final = 10_000
"""The number of games for work that Python does one by one."""

START: Final = sse.new_game(sse.base_map(2))
SEED: Final = 1

FIRST_MOVES: Final = """
SELECT actions[1] AS first, count(*) AS games, avg(CASE WHEN winners = [0] THEN 1 ELSE 0 END) AS won
FROM '{folder}/*.parquet' GROUP BY first ORDER BY won DESC
"""
TARGETS: Final = """
SELECT target, count(*) AS landings
FROM (SELECT unnest(actions) AS id FROM '{folder}/*.parquet') JOIN targets USING (id) GROUP BY target
"""


def section(games: int = GAMES) -> str:
    """Return the table about so many random games of the base map for two."""
    busy = load()
    with TemporaryDirectory() as place:
        folder = Path(place) / "games"
        rows = [announced(row) for row in measured(folder, games)]
    before = "" if busy is None else f" The load average before was {busy:.1f}."
    return "\n".join(
        [
            f"{games:,} random games of `base-2p`, in seconds of one processor, whatever else the machine did:",
            "",
            *table(["what", "games", "seconds", "games/s", "bytes a game"], rows),
            "",
            f"pyarrow {pyarrow.__version__}, DuckDB {duckdb.__version__}, Polars {polars.__version__}, "
            f"Python {sys.version.split()[0]}.{before}",
        ]
    )


def announced(row: list[str]) -> list[str]:
    print(", ".join(row), file=sys.stderr, flush=True)
    return row


def row_of(what: str, games: int, work: Callable[[], object], size: str = "") -> list[str]:
    """Do some work, and return its row; `size` is shown at its end."""
    begun = process_time()
    work()
    taken = process_time() - begun
    return [what, f"{games:,}", digits(taken), shortened(games / taken), size]


def measured(folder: Path, games: int) -> Iterator[list[str]]:
    tables = [random_games(first, min(A_PART, games - first)) for first in range(0, games, A_PART)]
    ids = [ids.as_py() for ids in tables[0].column("actions")[:FEW]]
    yield from one_by_one(ids)
    written = row_of("tables written, `Writer.add_table`", games, lambda: write(folder, tables))
    sizes = sum(path.stat().st_size for path in archive.parts(folder))
    yield [*written[:-1], digits(sizes / games)]
    actions = column_size(folder, "actions.list.element")
    yield ["of these, the actions", f"{games:,}", "", "", digits(actions / games)]
    tables.clear()
    yield row_of("tables read, `Scan.tables`", games, lambda: read(folder))
    yield row_of("rows read, `Scan.rows`", games, lambda: sum(1 for _ in archive.scan(folder).rows()))
    yield row_of("records, each replayed", games, lambda: sum(1 for _ in archive.scan(folder)))
    yield row_of("played again and checked, `replay`", games, lambda: archive.replay(archive.scan(folder)))
    records = list(islice(archive.scan(folder), FEW))
    yield row_of("records written", FEW, lambda: archive.write(folder.with_name("records"), records))
    yield from queries(folder, games)
    yield row_of("joined, `pack`", games, lambda: archive.pack(folder))
    sizes = sum(path.stat().st_size for path in archive.parts(folder))
    yield ["size of the packed part", f"{games:,}", "", "", digits(sizes / games)]


def one_by_one(ids: list[list[int]]) -> Iterator[list[str]]:
    """Measure the cost of a game without an archive, for comparison."""

    def after() -> None:
        for game in ids:
            state = START
            for action in game:
                state = state.after(action)

    yield row_of("`after`, action by action", len(ids), after)
    yield row_of("`GameRecord(start, ids)`", len(ids), lambda: deque((sse.GameRecord(START, game) for game in ids), 0))
    few = [sse.GameRecord(START, game) for game in ids[:1000]]
    texts, objects = [sse.format_game(record) for record in few], [record.to_json() for record in few]
    size = f"{sum(map(len, texts)) / len(few):.0f}"
    yield row_of("records from texts", len(few), lambda: deque(map(parse_game, texts), 0), size)
    size = f"{sum(map(len, objects)) / len(few):.0f}"
    yield row_of("records from JSON", len(few), lambda: deque(map(sse.GameRecord.from_json, objects), 0), size)


def write(folder: Path, tables: list[Any]) -> None:
    with archive.Writer(folder) as writer:
        for each in tables:
            writer.add_table(each)


def read(folder: Path) -> None:
    for _ in archive.scan(folder).tables():
        pass


def queries(folder: Path, games: int) -> Iterator[list[str]]:
    """Time queries of DuckDB and Polars: wins by first move, and landings of ships."""
    moves = enumerate(START.actions)
    landed = [(number, move.target) for number, move in moves if isinstance(move, Move)]
    targets = pyarrow.table({"id": [number for number, _ in landed], "target": [target for _, target in landed]})
    with duckdb.connect() as db:
        db.register("targets", targets)
        yield row_of("DuckDB: wins by first move", games, lambda: db.sql(FIRST_MOVES.format(folder=folder)).fetchall())
        yield row_of("DuckDB: landings by system", games, lambda: db.sql(TARGETS.format(folder=folder)).fetchall())
    lazy = polars.scan_parquet(folder / "*.parquet")
    won = (polars.col("winners").list.get(0) == 0) & (polars.col("winners").list.len() == 1)
    first = lazy.group_by(polars.col("actions").list.get(0).alias("first")).agg(polars.len(), won.mean().alias("won"))
    yield row_of("Polars: wins by first move", games, first.collect)
    ids = lazy.select(polars.col("actions").explode().cast(polars.Int64).alias("id"))
    landings = ids.join(polars.from_arrow(targets).lazy(), on="id").group_by("target").len()  # type: ignore[union-attr]
    yield row_of("Polars: landings by system", games, landings.collect)


def column_size(folder: Path, name: str) -> int:
    """Return the bytes of a column in all parts."""
    size = 0
    for path in archive.parts(folder):
        metadata = parquet.ParquetFile(path).metadata
        for group in map(metadata.row_group, range(metadata.num_row_groups)):
            columns = map(group.column, range(group.num_columns))
            size += sum(each.total_compressed_size for each in columns if each.path_in_schema == name)
    return size


def random_games(first: int, n: int) -> Any:
    """Return the table of n random games, the first of which has this number."""
    batch = Batch(START, n, seed=sse.child_seed(SEED, first))
    seeds, played = batch.seeds, list[Any]()
    while (batch.to_act >= 0).any():
        played.append(batch.sample())
        batch.step(played[-1])
    ids = numpy.stack(played, axis=1)
    start, names = sse.format_state(START), {"A": "random", "B": "random"}
    rows = [
        archive.Row.of_game(
            START,
            start,
            game[game >= 0].tolist(),
            number=first + number,
            outcome=batch.state(number).outcome,
            tags={"seed": str(seed), **names},
        )
        for number, (game, seed) in enumerate(zip(ids, seeds.tolist(), strict=True))
    ]
    return archive.table_of(rows)
