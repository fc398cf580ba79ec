"""Games by house rules and by published rules in one archive: each says its rule, and is read by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pyarrow.compute as compute
import pytest
from tests.archive.games import kept, random_games, rows_of
from tests.command import Run

import sse_core as sse
from sse_core import archive

RULE: Final = '''
from sse_core.small_star_empires import reference

class {name}(reference.State):
    """A territory scores a point for each of its systems."""

    def score_sheet(self):
        sheet = super().score_sheet()
        return [score._replace(territory=max(self.territories(seat))) for seat, score in enumerate(sheet)]
'''


def rule_file(folder: Path, name: str) -> Path:
    path = folder / f"{name.lower()}.py"
    path.write_text(RULE.format(name=name), encoding="utf-8")
    return path


def house_record(rule: Path) -> sse.GameRecord[Any, Any]:
    """A whole game by a house rule, on a small map."""
    state: Any = sse.small_star_empires.house_game(rule).new_game(sse.parse_map("A 1 2 3 B"))
    record: sse.GameRecord[Any, Any] = sse.GameRecord(state)
    while record.final.to_act:
        record = record.after(record.final.legal_actions()[0])
    return record


@pytest.fixture
def sprawl(tmp_path: Path) -> Path:
    return rule_file(tmp_path, "Sprawl")


def name_of(rule: Path) -> str:
    name: str = sse.small_star_empires.house_game(rule).rule_name()
    return name


def test_a_game_says_its_rule_as_its_start_does(sprawl: Path) -> None:
    row = archive.row_of(house_record(sprawl))
    assert row.rule == name_of(sprawl)
    assert f"\nhouse rule: {row.rule}\n" in row.start
    assert archive.row_of(random_games(1)[0]).rule is None


@pytest.mark.parametrize("is_joined", [False, True])
def test_house_and_plain_games_are_read_each_by_its_rule(
    is_joined: bool, run: Run, sprawl: Path, tmp_path: Path
) -> None:
    folder, house = tmp_path / "games", house_record(sprawl)
    games = kept(folder, [20, 3])
    archive.write(folder, [house, *games[:1]])
    if is_joined:
        archive.pack(folder)
    assert len(archive.parts(folder)) == (1 if is_joined else 3)
    game = sse.small_star_empires.house_game(sprawl)
    assert list(archive.scan(folder, game=game)) == [*games, house, games[0]]
    assert archive.replay(archive.scan(folder, game=game)).games == 25
    result = run("archive", "check", folder, "--rules-from", sprawl)
    assert (result.status, result.err) == (0, "")
    assert f"{folder}: 25 games of " in result.out
    assert archive.scan(folder, where=compute.field("rule").is_null()).count() == 24


def test_what_lacks_its_rule_is_named_and_the_rest_is_checked(run: Run, sprawl: Path, tmp_path: Path) -> None:
    folder, other = tmp_path / "games", rule_file(tmp_path, "Other")
    kept(folder, [2])
    archive.write(folder, [house_record(sprawl)] * 2 + [house_record(other)])
    named, lacking = [f"'{name_of(rule)}', whose file isn't given" for rule in (sprawl, other)], "by the house rule"
    result = run("archive", "check", folder)
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        f"sse: {folder}: 2 games are {lacking} {named[0]}; 1 game is {lacking} {named[1]}; "
        "2 other games were played again, and fit\n"
    )
    result = run("archive", "check", folder, "--rules-from", other)
    assert f"2 games are {lacking} {named[0]}; 3 other games were played again, and fit" in result.err
    # The rest is checked to the end: a damaged game behind those is found.
    (row,) = archive.scan(folder).of(0).rows()
    archive.write(folder, [row._replace(totals=(1, 1))])
    assert "game 5: the game has totals" in run("archive", "check", folder).err
    with pytest.raises(archive.ArchiveError, match=r"game 2: it is by the house rule 'sprawl\.py Sprawl "):
        list(archive.scan(folder))


def test_another_file_of_the_rule_is_another_rule(run: Run, sprawl: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    archive.write(folder, [house_record(sprawl)])
    before = name_of(sprawl)
    sprawl.write_text(f"{sprawl.read_text(encoding='utf-8')}\n", encoding="utf-8")
    assert name_of(sprawl) != before
    assert f"by the house rule '{before}', whose file isn't given" in (
        run("archive", "check", folder, "--rules-from", sprawl).err
    )


def test_what_is_in_an_archive_is_counted_by_rule(run: Run, sprawl: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    kept(folder, [2])
    archive.write(folder, [house_record(sprawl)])
    lines = run("archive", "show", folder).out.splitlines()
    assert lines[2].split() == ["game", "rule", "package", "games", "finished", "plies"]
    assert lines[3].split()[:4] == ["Sprawl", *name_of(sprawl).split()]
    found = json.loads(run("archive", "show", folder, "--json").out)["by_game"]
    assert [(row["game"], row["rule"], row["games"]) for row in found] == [
        ("Sprawl", name_of(sprawl), 1),
        ("small_star_empires", None, 2),
    ]


def test_house_and_plain_games_become_json_and_texts_and_come_back(run: Run, sprawl: Path, tmp_path: Path) -> None:
    folder, lines, again = (tmp_path / name for name in ("games", "games.jsonl", "again"))
    kept(folder, [2])
    archive.write(folder, [house_record(sprawl)])
    for here, there in ((folder, lines), (lines, again)):
        assert run("archive", "convert", here, "--out", there, "--rules-from", sprawl).status == 0
    assert rows_of(again) == rows_of(folder)
