"""Archives of games: folders of Parquet files with one row per game, which other programs can read directly.

`Writer` writes games part by part, `scan` reads them as records, rows or tables, `replay` plays them all and compares
the results, and `pack` joins parts. It needs pyarrow: ``pip install '.[data]'``. The page ``docs/archive.md``
has the columns, and examples.

>>> from tempfile import TemporaryDirectory
>>> from sse_core import GameRecord, archive, base_map, new_game, playout
>>> record = GameRecord(new_game(base_map(2)), ["b2-a1=C"], {"seed": "7", "A": "greedy"})
>>> with TemporaryDirectory() as folder:
...     archive.write(folder, [record, record])
...     archive.scan(folder).count(), list(archive.scan(folder)) == [record, record]
2
(2, True)

Ring: tables and tools.
"""

from __future__ import annotations

from .columns import COLUMNS, FORMAT, ArchiveError, schema
from .converting import games_in, write_json, write_texts
from .folder import parts
from .packing import Packed, pack
from .replaying import Replayed, replay
from .rows import Row, record_in, row_of
from .scanning import Scan, scan
from .tables import table_of
from .writing import Writer, write

__all__ = [
    "COLUMNS",
    "FORMAT",
    "ArchiveError",
    "Packed",
    "Replayed",
    "Row",
    "Scan",
    "Writer",
    "games_in",
    "pack",
    "parts",
    "record_in",
    "replay",
    "row_of",
    "scan",
    "schema",
    "table_of",
    "write",
    "write_json",
    "write_texts",
]
