"""Rows of an archive: a game as plain values, with conversions from and to records."""

from __future__ import annotations

import json
from array import array
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from sys import byteorder
from typing import Any, Final, NamedTuple, TypeAlias, cast
from zlib import crc32

from ..errors import SseError
from ..forms.checks import MAX_SEED
from ..forms.json_object import JsonObject
from ..game import AnyGame, AnyState, Outcome
from ..play.house_rules import variant_of
from ..play.records.record import GameRecord, check_tag
from ..play.records.variations import Variation, variation_objects, variations_in
from ..version import __version__
from .columns import ArchiveError

__all__ = [
    "AnyRecord",
    "Row",
    "StartTexts",
    "check_result",
    "check_tags",
    "letters_of",
    "moves_of",
    "record_in",
    "refused",
    "row_of",
    "rule_of",
]

AnyRecord: TypeAlias = GameRecord[Any, Any]

_SEED: Final = "seed"
"""The tag with the seed of a game."""

_MOST_TABLES: Final = 64
"""How many tables of actions, or texts of starts, the cache holds."""


class Row(NamedTuple):
    """A game in an archive. Its fields are all columns except the checksum; a replay checks them."""

    number: int
    """Its number, from 0. Numbers ascend within an archive, without repetition."""

    game: str
    """The name of the game, `Info.name`."""

    start: str
    """The text of the position before the first move."""

    seed: int | None
    """The tag ``seed`` as a number; None without the tag, or if it isn't a number from 0 to 2**64 − 1."""

    names: tuple[str | None, ...]
    """The tag of each seat, such as the name of a bot; None for a seat without one."""

    actions: Sequence[int]
    """The ids of the moves in order, chance events included: places in the start's table of actions."""

    seats: Sequence[int] | None
    """The seat of each move, −1 for chance, in a game with sealed orders; None if only one seat was to act at each
    move."""

    winners: tuple[int, ...] | None
    """The seats that won, ascending. Like the next two fields, it is None for a game that isn't over."""

    totals: tuple[int, ...] | None
    """The final score of each seat."""

    decided_by: str | None
    """What separated the winners from the rest (`Outcome.decided_by`)."""

    plies: int
    """The number of moves."""

    tags: tuple[tuple[str, str | None], ...]
    """The tags of the record in order. The value is None for a tag whose value is in `seed` or `names`."""

    variations: str | None = None
    """The variations as a JSON list in the form of `GameRecord.to_json`; None without variations."""

    package: str = __version__
    """The version of the package that made the row."""

    rule: str | None = None
    """The house rule as the start names it (`VariantGame.rule_name`); None for the published rules."""

    @staticmethod
    def of_game(
        start: AnyState,
        text: str,
        actions: Sequence[int],
        *,
        number: int = 0,
        seats: Sequence[int] | None = None,
        outcome: Outcome | None = None,
        tags: Mapping[str, str] | None = None,
        variations: str | None = None,
    ) -> Row:
        """Return the row of a game from its start, the text of the start, the ids of its moves, and its result."""
        info, n = start.game.INFO, len(start.totals)
        seed, names, kept = _split(tags or {}, info.seats[:n])
        winners, totals, decided_by = _result(outcome)
        return Row(
            number,
            info.name,
            text,
            seed,
            names,
            actions,
            seats,
            winners,
            totals,
            decided_by,
            len(actions),
            kept,
            variations,
            rule=rule_of(start.game),
        )

    @property
    def checksum(self) -> int:
        """The CRC-32 of all values, stored in the last column, by which a damaged row is recognised."""
        number, game, start, seed, names, actions, seats, winners, totals, decided_by, plies, *others = self
        found = _shared_checksum(game, start, names, winners, totals, decided_by, *others)
        # This runs for each row that is read, so the values that differ between rows are joined as fast as possible.
        found = crc32(f"{number} {seed} {plies} {seats is None}".encode(), found)
        found = crc32(_little_endian(array("I", actions)), found)
        return found if seats is None else crc32(array("b", seats), found)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None if it isn't over."""
        if self.winners is None or self.totals is None or self.decided_by is None:
            return None
        return Outcome(self.winners, self.totals, self.decided_by)


@lru_cache(maxsize=4096)
def _shared_checksum(*values: Any) -> int:
    """Return the checksum of values that many rows share, from a cache."""
    return crc32(json.dumps(values).encode())


def _little_endian(numbers: array[int]) -> array[int]:
    if byteorder == "big":
        numbers.byteswap()
    return numbers


def rule_of(game: AnyGame) -> str | None:
    """Return the house rule of a game as its texts name it; None if it has none."""
    return _rule_of(cast("Hashable", game))


@lru_cache(maxsize=_MOST_TABLES)
def _rule_of(game: Any) -> str | None:
    # The check for house rules is cached, since it takes as long as writing the row.
    variant = variant_of(game)
    return None if variant is None else variant.rule_name()


def _result(outcome: Outcome | None) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None, str | None]:
    """Return winners, totals and the decision as the values of columns."""
    return (None, None, None) if outcome is None else (outcome.winners, outcome.totals, outcome.decided_by)


# --- from records


class StartTexts:
    """Cache of values that written records share: the texts of their starts, and the ids of their actions."""

    def __init__(self) -> None:
        self._texts: dict[AnyState, str] = {}
        self._ids: dict[int, tuple[Sequence[Any], Mapping[Any, int]]] = {}

    def text_of(self, start: AnyState) -> str:
        """Return the text of a start."""
        found = self._texts.get(start)
        if found is None:
            found = start.game.format_state(start)
            _keep(self._texts, start, found)
        return found

    def ids_in(self, start: AnyState) -> Mapping[Any, int]:
        """Return the id of each action of a start's table."""
        table = start.actions
        # The table is kept beside its ids, so that no other table can get the same `id` in memory.
        found = self._ids.get(id(table))
        if found is None:
            found = table, {action: number for number, action in enumerate(table)}
            _keep(self._ids, id(table), found)
        return found[1]


def _keep(kept: dict[Any, Any], key: object, value: object) -> None:
    """Add a value to a cache, in place of the oldest one if the cache is full."""
    if len(kept) >= _MOST_TABLES:
        del kept[next(iter(kept))]
    kept[key] = value


def row_of(record: AnyRecord, number: int = 0, texts: StartTexts | None = None) -> Row:
    """Return the row of a record. `texts` caches what it shares with earlier rows."""
    shared = StartTexts() if texts is None else texts
    start, ids = record.start, shared.ids_in(record.start)
    found = [ids[action] for _, action in record.moves]
    seats = [player for player, _ in record.moves]
    variations = variation_objects(record.variations)
    return Row.of_game(
        start,
        shared.text_of(start),
        found,
        number=number,
        seats=seats if _is_sealed(start, found, seats) else None,
        outcome=record.final.outcome,
        tags=record.tags,
        variations=json.dumps(variations["variations"]) if variations else None,
    )


def _is_sealed(start: AnyState, ids: Iterable[int], seats: Iterable[int]) -> bool:
    """Return whether several seats were to act at one of the moves of a game."""
    state = start
    for action, seat in zip(ids, seats, strict=True):
        if len(state.to_act) > 1:
            return True
        state = state.after(action, seat)
    return False


def _split(
    tags: Mapping[str, str], letters: str
) -> tuple[int | None, tuple[str | None, ...], tuple[tuple[str, str | None], ...]]:
    """Return the seed, the names of the seats, and the tags without the values that these two have."""
    text = tags.get(_SEED, "")
    seed = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MAX_SEED)) else None
    if seed is not None and (str(seed) != text or seed > MAX_SEED):
        seed = None
    moved = {*letters} if seed is None else {*letters, _SEED}
    kept = tuple((key, None if key in moved else value) for key, value in tags.items())
    return seed, tuple(tags.get(letter) for letter in letters), kept


# --- to records


def record_in(row: Row, start: AnyState) -> AnyRecord:
    """Return the record of a row from its parsed start; every move is played.

    Raises ArchiveError, which begins with the number of the game, if the game differs from the row.
    """
    letters = letters_of(start)
    check_tags(row, letters)
    tags = _joined(row.tags, row.names, row.seed, letters)
    try:
        record: AnyRecord = GameRecord(start, moves_of(row), tags, _variations_of(row))
    except (SseError, TypeError) as error:
        raise refused(row, str(error)) from None
    check_result(row, record.final)
    return record


def refused(row: Row, why: str) -> ArchiveError:
    """Return the error about a row."""
    return ArchiveError(f"game {row.number}: {why}")


def moves_of(row: Row) -> Iterable[Any]:
    """Return the moves of a row in the form for a record; raise ArchiveError unless each has a seat, or none has."""
    if row.seats is None:
        return row.actions
    if len(row.seats) != len(row.actions):
        raise refused(row, f"seats has {len(row.seats)} values for {len(row.actions)} actions")
    return zip(row.seats, row.actions, strict=True)


def letters_of(start: AnyState) -> str:
    """Return the letters of the seats of a game."""
    return start.game.INFO.seats[: len(start.totals)]


def check_result(row: Row, final: AnyState) -> None:
    """Raise ArchiveError if the result of a row differs from that of its game's final state."""
    if row.plies != len(row.actions):
        raise refused(row, f"plies is {row.plies}, and {len(row.actions)} actions are there")
    own = _result(final.outcome)
    if (row.winners, row.totals, row.decided_by) != own:
        named = zip(("winners", "totals", "decided_by"), (row.winners, row.totals, row.decided_by), own, strict=True)
        wrong = ", ".join(f"{name} {has!r}, not {had!r}" for name, had, has in named if has != had)
        raise refused(row, f"the game has {wrong}")


def check_tags(row: Row, letters: str) -> None:
    """Raise ArchiveError if tags, seed and names of a row contradict each other; `letters` are those of the seats."""
    if why := _why_no_tags(row.tags, row.names, row.seed is not None, letters):
        raise refused(row, f"{why}: tags {dict(row.tags)}, seed {row.seed}, names {row.names}")


def _joined(
    tags: tuple[tuple[str, str | None], ...], names: tuple[str | None, ...], seed: int | None, letters: str
) -> dict[str, str]:
    """Return the tags of a record."""
    values: dict[str, str | None] = dict(zip(letters, names, strict=False))
    values[_SEED] = None if seed is None else str(seed)
    return {key: value or values.get(key) or "" for key, value in tags}


@lru_cache(maxsize=1024)
def _why_no_tags(
    tags: tuple[tuple[str, str | None], ...], names: tuple[str | None, ...], has_seed: bool, letters: str
) -> str:
    """Return why tags, names and a seed can't belong to one row; the value of the seed makes no difference."""
    seed = 0 if has_seed else None
    found = _joined(tags, names, seed, letters)
    if _split(found, letters) != (seed, names, tags):
        return "these don't fit together"
    try:
        for key, value in found.items():
            check_tag(key, value)
    except SseError as error:
        return str(error)
    return ""


def _variations_of(row: Row) -> tuple[Variation[Any], ...]:
    if row.variations is None:
        return ()
    return variations_in(JsonObject.parse(f'{{"variations": {row.variations}}}'))
