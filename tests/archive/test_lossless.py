"""Records of every game, in archives, in JSON and in texts, and back without loss."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.archive.games import START, AnyRecord, rows_of
from tests.profiles import by_profile

import sse_core as sse
from sse_core import archive
from sse_core.play.records.variations import Variation

LETTERS: Final = "ABCDE"

# A seed is a number only where it is written as one, and a name may be that of a seat that isn't there.
SEEDS: Final = st.sampled_from(["0", "7", "007", "-1", "٣", "x", str(2**64 - 1), str(2**64), "9" * 60])
TAGS: Final = st.dictionaries(
    st.sampled_from([*LETTERS, "event", "opening"]), st.sampled_from(["greedy", "mcts:100", "Ann", "0"]), max_size=4
)


@st.composite
def tagged(draw: st.DrawFn) -> Mapping[str, str]:
    """Tags in any order, the seed among them or not."""
    tags = list(draw(TAGS).items()) + ([("seed", draw(SEEDS))] if draw(st.booleans()) else [])
    return dict(draw(st.permutations(tags)))


def converted(games: list[AnyRecord], folder: Path) -> list[AnyRecord]:
    """Games that went from an archive to JSON lines, to texts, and into an archive again."""
    archive.write(folder / "archive", games, games_a_part=2)
    archive.write_json(folder / "games.jsonl", archive.games_in(folder / "archive"))
    archive.write_texts(folder / "texts", archive.games_in(folder / "games.jsonl"))
    archive.write(folder / "again", archive.games_in(folder / "texts"), games_a_part=2)
    assert rows_of(folder / "again") == rows_of(folder / "archive")
    return list(archive.scan(folder / "again"))


@pytest.mark.parametrize("name", sse.GAMES)
def test_games_become_archives_json_and_texts_and_come_back(name: str) -> None:
    games: Any = import_module(f"sse_core.{name}.strategies").games()

    @settings(max_examples=by_profile(4, 10, 200))
    @given(st.lists(st.tuples(games, tagged()), min_size=1, max_size=3))
    def check(drawn: list[tuple[AnyRecord, Mapping[str, str]]]) -> None:
        records = [sse.GameRecord(game.start, game.moves, tags) for game, tags in drawn]
        with TemporaryDirectory() as folder:
            found = converted(records, Path(folder))
            assert found == records
            assert list(map(sse.format_game, found)) == list(map(sse.format_game, records))
            again = archive.scan(Path(folder) / "again")
            assert archive.replay(again) == (len(records), sum(len(game.moves) for game in records))

    check()


def test_a_row_has_the_game_as_plain_values() -> None:
    record = sse.GameRecord(START, ["b2-a1=C"], {"B": "greedy", "seed": "7", "event": "final", "D": "nobody"})
    assert archive.row_of(record, 3) == archive.Row(
        number=3,
        game="small_star_empires",
        start=sse.format_state(START),
        seed=7,
        names=(None, "greedy"),
        actions=[START.actions.index(sse.parse_action("b2-a1=C", START))],
        seats=None,
        winners=None,
        totals=None,
        decided_by=None,
        plies=1,
        tags=(("B", None), ("seed", None), ("event", "final"), ("D", "nobody")),
    )


def test_a_finished_game_has_its_result(tmp_path: Path) -> None:
    state, moves = START, list[sse.Action]()
    while state.to_act:
        moves.append(state.legal_actions()[0])
        state = state.after(moves[-1])
    archive.write(tmp_path / "archive", [sse.GameRecord(START, moves)])
    (row,) = rows_of(tmp_path / "archive")
    assert row.outcome == state.outcome is not None
    assert row.plies == len(moves) == len(row.actions)


def test_sealed_orders_have_seats_and_chance_has_none_of_its_own(tmp_path: Path) -> None:
    from sse_core import jump_wars, micro_space_empire

    sealed = next(game for game in _walks(jump_wars.new_game(players=2, turn_limit=1)) if len(game.final.to_act) > 1)
    sealed = sealed.after(sealed.final.legal_ids(1)[0], 1)
    chance = sse.GameRecord(micro_space_empire.new_game(), ["explore=near", "turn=sirius"])
    archive.write(tmp_path / "archive", [sealed, chance])
    rows = rows_of(tmp_path / "archive")
    assert rows[0].seats == [player for player, _ in sealed.moves]
    assert sealed.moves[-1][0] == 1
    assert rows[1].seats is None
    assert list(archive.scan(tmp_path / "archive")) == [sealed, chance]


def _walks(start: Any) -> Any:
    """The records of a game, ply by ply: always the first action, or the first chance event."""
    record: AnyRecord = sse.GameRecord(start)
    while record.final.to_act:
        yield record
        player = record.final.to_act[0]
        record = record.after(record.final.legal_ids(player)[0], player)


def test_variations_come_back(tmp_path: Path) -> None:
    start = sse.new_game(sse.parse_map("A 1 2 3 B"))
    inner = Variation(2, ["a5-a4=S"])
    record = sse.GameRecord(start, ["a1-a3=S"], {}, [Variation(1, ["a1-a2=C", "a5-a3=S"], [inner])])
    assert converted([record], tmp_path) == [record]
    assert '"number": 2' in str(rows_of(tmp_path / "archive")[0].variations)


def test_ids_beyond_16_bits_widen_their_part_and_mix_with_others(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    small = archive.row_of(sse.GameRecord(START, ["b2-a1=C"]))
    rows = [small._replace(number=0), small._replace(number=1, actions=[1 << 16]), small._replace(number=2)]
    archive.write(folder, rows, games_a_part=1)
    types = [str(table.schema.field("actions").type.value_type) for table in archive.scan(folder).tables()]
    assert types == ["uint16", "uint32", "uint16"]
    assert rows_of(folder) == rows
    archive.pack(folder)
    assert rows_of(folder) == rows
