"""The family of small maps, in `maps`, with the known results of best play on them, in ``docs/results``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from bench.results.files import FOLDER, ROOT, lines_of
from bench.results.files import Result as Head
from bench.results.known import SMALL
from bench.results.sources import digest_of

import sse_core as sse
from sse_core.forms.toml_table import TomlTable

HERE: Final = Path(__file__).parent
MAPS: Final = HERE / "maps"
RESULTS: Final = FOLDER / "solved.toml"


def names() -> list[str]:
    """Return the names of the maps, the smallest first, and in alphabetical order within a size."""
    found = sorted(path.stem for path in MAPS.glob("*.map"))
    return sorted(found, key=lambda name: start_of(name).board.n_cells)


def digest_for(name: str) -> str:
    """Return the digest of a map and of the code that solves it."""
    return digest_of((*SMALL, str((MAPS / f"{name}.map").relative_to(ROOT))), ROOT)


def start_of(name: str) -> sse.State:
    """Return the start of the game on a map of the family."""
    return sse.new_game(sse.load_map(MAPS / f"{name}.map"))


@dataclass(frozen=True)
class Result:
    """The result of best play on a map. Numbers are texts, since some are fractions."""

    map: str
    """The text of the map that was solved."""

    margin: tuple[str, ...]
    """Each seat's total minus the best opponent's, if all play for the margin."""

    value: tuple[str, ...]
    """Each seat's share of the win, if all play for the win (E7.4)."""

    line: tuple[str, ...]
    """Best play for the margin: to the end, or up to the first tile."""

    moves: Mapping[str, tuple[str, ...]]
    """First moves, grouped by the margin of the first player after them, the best first."""

    nodes: int
    """The number of positions searched for the margin of the start."""

    seconds: float
    """The CPU seconds of that search."""

    digest: str
    """The digest of the map and of the code that solved it (`digest_for`)."""

    @property
    def winners(self) -> str:
        """The seats that share the win, or the shares if they are unequal."""
        shares = [Fraction(share) for share in self.value]
        won = [seat for seat, share in zip("ABCD", shares, strict=False) if share]
        if all(share in (0, Fraction(1, len(won))) for share in shares):
            return " and ".join(won)
        return ", ".join(f"{seat} {share}" for seat, share in zip("ABCD", shares, strict=False))


def read(path: Path = RESULTS) -> dict[str, Result]:
    """Return the results by the name of the map."""
    if not path.exists():
        return {}
    return {name: _result(entry) for name, entry in TomlTable.read(path).table("maps").tables_by_name().items()}


def _result(entry: TomlTable) -> Result:
    moves = entry.table("moves")
    return Result(
        map=entry.string("map"),
        margin=tuple(entry.strings("margin")),
        value=tuple(entry.strings("value")),
        line=tuple(entry.strings("line")),
        moves={worth: tuple(moves.strings(worth)) for worth in moves.content},
        nodes=entry.integer("nodes"),
        seconds=entry.number("seconds"),
        digest=entry.string("digest"),
    )


def write(results: Mapping[str, Result], head: Head, path: Path = RESULTS) -> None:
    """Write all results in the order of `names`, below the head of their file."""
    order = [name for name in names() if name in results]
    lines = [*lines_of(head), *(text for name in order for text in _entry(name, results[name]))]
    path.write_text("\n".join(lines), encoding="utf-8")


def _entry(name: str, result: Result) -> Iterator[str]:
    yield f"[maps.{name}]"
    for key, value in asdict(result).items():
        if key == "map":
            yield f'map = """\n{value}"""'
        elif key != "moves":
            yield f"{key} = {_text(value)}"
    yield f"[maps.{name}.moves]"
    for worth, moves in result.moves.items():
        yield f"{json.dumps(worth)} = {_text(moves)}"
    yield ""


def _text(value: float | Sequence[str]) -> str:
    return json.dumps(value, ensure_ascii=False)
