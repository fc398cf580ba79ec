"""Archives read: by filter, as tables, rows and records, and refused where a game isn't as its row says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow.compute as compute
import pytest
from tests.archive.games import START, ids_of, kept, random_games, rows_of

import sse_core as sse
from sse_core import archive
from sse_core.errors import ArgumentError
from sse_core.small_star_empires import Batch

GAMES: Final = 20
"""So many games of a start are played side by side."""


def test_a_filter_takes_games(tmp_path: Path) -> None:
    games = kept(tmp_path, [4, 6])
    seeds = compute.field("seed")
    found = archive.scan(tmp_path, where=(seeds >= 3) & (seeds < 6))
    assert [number for number, _ in found.numbered()] == [3, 4, 5]
    assert list(found) == games[3:6]
    assert found.count() == 3
    assert archive.replay(found).games == 3
    assert list(archive.scan(tmp_path).of(7)) == games[7:8]
    assert list(found.of(7)) == list(archive.scan(tmp_path).of(10)) == []
    with pytest.raises(ArgumentError, match=r"^where: .*planets"):
        archive.scan(tmp_path, where=compute.field("planets") > 3)
    with pytest.raises(TypeError, match=r"^where is an expression of pyarrow\.compute, not str$"):
        archive.scan(tmp_path, where="seed > 3")


def test_tables_have_the_columns_that_are_asked_for(tmp_path: Path) -> None:
    kept(tmp_path, [2, 3])
    tables = list(archive.scan(tmp_path).tables(["number", "plies"]))
    assert [table.to_pydict() for table in tables] == [
        {"number": [0, 1], "plies": [len(ids) for ids in ids_of(5)[:2]]},
        {"number": [2, 3, 4], "plies": [len(ids) for ids in ids_of(5)[2:]]},
    ]
    with pytest.raises(ArgumentError, match="no column 'moves'; they are number, game, start"):
        archive.scan(tmp_path).tables(["moves"])


def test_parts_are_opened_when_their_games_are_asked_for(tmp_path: Path) -> None:
    games = kept(tmp_path, [2, 2])
    archive.parts(tmp_path)[1].write_bytes(b"no Parquet")
    found = iter(archive.scan(tmp_path))
    assert [next(found), next(found)] == games[:2]
    with pytest.raises(archive.ArchiveError, match="no Parquet"):
        next(found)
    lazy = archive.scan(tmp_path)
    archive.parts(tmp_path)[0].unlink()
    with pytest.raises(archive.ArchiveError, match="this part is gone"):
        next(iter(lazy))


def test_a_start_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path, [3, 3])
    texts: list[str] = []

    def noted(text: str, game: Any) -> Any:
        texts.append(text)
        return sse.read(text, game)

    monkeypatch.setattr("sse_core.archive.scanning.read", noted)
    games = list(archive.scan(tmp_path))
    assert texts == [sse.format_state(START)]
    assert all(game.start is games[0].start for game in games)


# --- rows that aren't as their games

FINISHED: Final = archive.row_of(random_games(GAMES + 1)[7], 7)
WINNERS: Final = FINISHED.winners or ()
TOTALS: Final = FINISHED.totals or ()

WRONG: Final[list[tuple[Mapping[str, Any], str]]] = [
    (
        {"actions": [*FINISHED.actions[:2], 60_000, *FINISHED.actions[3:]]},
        "move 3: id 60000 is no action",
    ),
    (
        {"actions": [*FINISHED.actions[:2], 70_000, *FINISHED.actions[3:]]},
        "move 3: id 70000 is no action",
    ),
    ({"actions": [FINISHED.actions[0]] * 2, "plies": 2}, "move 2: "),
    ({"actions": [*FINISHED.actions, 0], "plies": FINISHED.plies + 1}, f"move {FINISHED.plies + 1}: the game is over"),
    ({"actions": FINISHED.actions[:-1], "plies": FINISHED.plies - 1}, "the game has winners None, not"),
    ({"winners": tuple(1 - seat for seat in WINNERS)}, f"the game has winners {WINNERS}, not"),
    ({"winners": None}, f"the game has winners {WINNERS}, not None"),
    ({"totals": tuple(total + 1 for total in TOTALS)}, f"the game has totals {TOTALS}, not"),
    ({"decided_by": "shared"}, "the game has decided_by 'total', not 'shared'"),
    ({"plies": 3}, f"plies is 3, and {FINISHED.plies} actions are there"),
    ({"seats": [0, 1]}, f"seats has 2 values for {FINISHED.plies} actions"),
    ({"seats": [1] * FINISHED.plies}, "move 1: "),
    ({"seed": 8, "tags": (("seed", "7"), ("A", None), ("B", None))}, "don't fit together"),
    ({"seed": None}, "don't fit together"),
    ({"names": ("random", None)}, "don't fit together"),
    ({"names": ("random", "random", "random")}, "don't fit together"),
    ({"tags": (("seed", None), ("A", None))}, "don't fit together"),
    ({"tags": (("seed", None), ("A", None), ("B", None), ("event", None))}, "don't fit together"),
    ({"tags": (*FINISHED.tags, ("event", " "))}, "a tag's value is 1 to 200 printable characters"),
    ({"game": "jump_wars"}, "its start is no position of 'jump_wars'"),
    ({"start": "sse-state 1"}, "its start can't be read: "),
    ({"start": "A 3 B"}, "its start is no position of 'small_star_empires'"),
    ({"variations": "{}"}, "game 7: "),
]


@pytest.mark.parametrize(("changes", "words"), WRONG, ids=[f"{'-'.join(each)}-{words[:20]}" for each, words in WRONG])
def test_a_row_that_isnt_as_its_game_is_refused(changes: Mapping[str, Any], words: str, tmp_path: Path) -> None:
    rows = [archive.row_of(record, number) for number, record in enumerate(random_games(GAMES + 1))]
    rows[7] = rows[7]._replace(**changes)
    archive.write(tmp_path, rows)
    assert rows_of(tmp_path) == rows
    with pytest.raises(archive.ArchiveError) as caught:
        list(archive.scan(tmp_path))
    assert str(caught.value).startswith(f"{archive.parts(tmp_path)[0]}: game 7: ")
    assert words in str(caught.value)
    if "variations" not in changes:
        with pytest.raises(archive.ArchiveError) as again:
            archive.replay(archive.scan(tmp_path))
        assert str(again.value) == str(caught.value)


def test_replay_steps_a_batch_where_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = kept(tmp_path, [GAMES])
    steps: list[int] = []
    step = Batch.step

    def noted(batch: Batch, actions: Any) -> None:
        steps.append(batch.n)
        step(batch, actions)

    monkeypatch.setattr(Batch, "step", noted)
    assert archive.replay(archive.scan(tmp_path)) == (GAMES, sum(len(game.moves) for game in games))
    assert steps == [GAMES] * max(len(game.moves) for game in games)


def test_games_with_chance_are_played_one_by_one(tmp_path: Path) -> None:
    start = sse.new_game(sse.base_map(2, seed=1, unexplored=True))
    games = []
    for seed in range(GAMES):
        stream, state, moves = sse.SplitMix64(seed), start, list[tuple[int, Any]]()
        while state.to_act:
            (player,) = state.to_act
            action = stream.draw(state.odds()) if player == sse.CHANCE else stream.choice(state.legal_actions())
            moves.append((player, action))
            state = state.after(action)
        games.append(sse.GameRecord(start, moves))
    assert any(player == sse.CHANCE for player, _ in games[0].moves)
    archive.write(tmp_path, games)
    assert archive.replay(archive.scan(tmp_path)) == (GAMES, sum(len(game.moves) for game in games))
    assert list(archive.scan(tmp_path)) == games


def test_games_by_a_house_rule_need_their_game(tmp_path: Path) -> None:
    rule = tmp_path / "rule.py"
    rule.write_text(
        "from sse_core.small_star_empires import reference\n\n\nclass Short(reference.State):\n"
        '    """The first ten plies only."""\n',
        encoding="utf-8",
    )
    game = sse.small_star_empires.house_game(rule)
    record: sse.GameRecord[Any, Any] = sse.GameRecord(game.new_game(sse.parse_map("A 1 2 3 B")), ["a1-a3=S"])
    archive.write(tmp_path / "archive", [record])
    assert list(archive.scan(tmp_path / "archive", game=game)) == [record]
    with pytest.raises(
        archive.ArchiveError,
        match=r"game 0: it is by the house rule 'rule\.py Short [0-9a-f]{16}', whose file isn't given",
    ):
        list(archive.scan(tmp_path / "archive"))


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text(f"{random_games(1)[0].to_json()}\n{{}}\n", encoding="utf-8")
    found = archive.games_in(tmp_path / "games.jsonl")
    assert next(found) == random_games(1)[0]
    with pytest.raises(archive.ArchiveError, match=r"games\.jsonl, line 2: "):
        next(found)
    (tmp_path / "games.jsonl").unlink()
    for name, content, words in (
        ("a.sse", sse.format_state(START).encode(), r"a\.sse: this is no record of a game"),
        ("a.sse", b"\xff", r"a\.sse is not UTF-8 text"),
        ("a.sse", b"sse-game 1", r"a\.sse: line"),
        ("a.txt", b"", r"a\.txt: this is no file of records; their names end in \.json, \.jsonl, \.sse"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(archive.ArchiveError, match=words):
            list(archive.games_in(tmp_path))
        (tmp_path / name).unlink()
    kept(tmp_path / "archive", [1])
    with pytest.raises(archive.ArchiveError, match="this is one part of an archive; name its folder"):
        list(archive.games_in(archive.parts(tmp_path / "archive")[0]))
