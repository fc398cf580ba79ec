"""A new game costs what CONTRIBUTING lists: a folder, a line in `GAMES`, a folder of tests. Then every tool serves it.

Most tests add the line alone, in their own process. Those of the bench, the docs and the page's forms lay a whole
checkout with the game.
"""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import heaps
from tests.command import Run
from tests.fuzzing import readers
from tests.overlay import ROOT, add_heaps, run_in

import sse_core as sse
from sse_core import games
from sse_core.game import CHANCE
from sse_core.play.records.record import GameRecord, format_game, parse_game, read
from sse_core.play.state_kinds import SecretState
from sse_core.play.turns import sample
from sse_core.testing import GameMachine, check_game
from sse_core.testing.registration import register


@pytest.fixture(autouse=True)
def _line_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the line in `GAMES` that a new game needs."""
    monkeypatch.setitem(games._MODULES, "heaps", "tests.heaps")


SEALED = [(1, "take 2"), (0, "take 1"), (CHANCE, "a stone")]
"""A round in which the second player seals first."""


def test_it_is_a_game_by_name() -> None:
    assert sse.GAMES["heaps"] is heaps
    check_game(heaps, seeds=[0])


def test_it_is_played_recorded_scored_and_shown(run: Run, tmp_path: Path) -> None:
    played = run("play", "heaps", "random", "grabber", "--stones", "7", "--seed", "3", "--out", str(tmp_path))
    assert played.status == 0, played.err
    record = read((tmp_path / "game.sse").read_text(encoding="utf-8"))
    assert record.start.heap == 7
    assert record.final.outcome is not None
    assert {player for player, _ in record.moves} == {0, 1, CHANCE}
    scored = run("score", "heaps", str(tmp_path / "game.sse"))
    assert "most stones (H3.1)" in scored.out
    assert (tmp_path / "final.svg").read_text(encoding="utf-8").startswith("<svg ")
    again = run("play", "heaps", "--resume", str(tmp_path / "game.sse"), "--ply", "2", "--out", str(tmp_path / "b"))
    assert again.status == 0, again.err
    ours, theirs = ((folder / "game.sse").read_bytes() for folder in (tmp_path, tmp_path / "b"))
    assert ours == theirs


def test_every_command_knows_it(run: Run, tmp_path: Path) -> None:
    assert "nine stones" in run("show", "heaps").out
    assert run("show", "heaps", "nine").out == "ooooooooo\n"
    moves = json.loads(run("moves", "heaps", "nine", "--json").out)
    assert [(move["player"], move["id"], move["action"]) for move in moves["actions"]] == [
        (0, 0, "take 1"),
        (0, 1, "take 2"),
        (1, 0, "take 1"),
        (1, 1, "take 2"),
    ]
    # Two orders of the one, two of the other, a stone or none.
    assert "8 positions at depth 3" in run("perft", "heaps", "nine", "3").out
    assert "H2.1" in run("rules", "heaps", "H2.1").out
    assert {line.split()[0] for line in run("analyse", "heaps", "nine").out.split("\n")[3:5]} == {"take"}
    assert "heaps has no campaign" in run("campaign", "heaps").err
    match = run("match", "heaps", "grabber", "random", "--stones", "7", "--games", "4", "--seed", "1", "--jobs", "1")
    assert "grabber won" in match.out
    assert "of 4 games" in match.out
    position = tmp_path / "position.sse"
    position.write_text(heaps.format_state(heaps.new_game(stones=2)), encoding="utf-8")
    assert run("show", "heaps", str(position)).out == "oo\n"
    assert "of another game, as heaps-state says" in run("show", str(position)).err


def test_commands_of_its_own_and_counts_and_films(run: Run, tmp_path: Path) -> None:
    assert run("stones", "count", "nine").status == 0
    assert "stones" in run("--help").out
    assert run("playouts", "heaps", "nine", "--games", "5").status == 0
    film = tmp_path / "game.svg"
    assert run("play", "heaps", "random", "grabber", "--seed", "3", "--out", str(tmp_path)).status == 0
    game = str(tmp_path / "game.sse")
    assert run("show", "heaps", game, "--svg", "--animated", "--out", str(film)).status == 0
    assert film.read_text(encoding="utf-8").startswith("<svg")


def test_a_game_in_one_file_without_rules_is_served(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from dataclasses import replace\nfrom tests.heaps import *\nINFO = replace(INFO, name='bare')\n"
    (tmp_path / "bare.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(games._MODULES, "bare", "bare")
    assert run("show", "bare", "nine").out == "ooooooooo\n"
    assert run("play", "bare", "random", "random", "--seed", "1", "--quiet").status == 0
    assert "bare has no RULES.md" in run("rules", "bare").err
    assert "the rules of Small Star Empires have no E1.99" in run("rules", "E1.99").err
    assert "`sse rules heaps H2.1`" in run("rules", "H2.1").err


def test_a_state_may_have_names_of_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("moves", "final", "next_game"):
        monkeypatch.setattr(heaps.State, name, 3, raising=False)
    assert run("show", "heaps", "nine").out == "ooooooooo\n"
    assert run("moves", "heaps", "nine").status == 0


def test_a_person_plays_it(run: Run) -> None:
    played = run("play", "heaps", "human", "grabber", "--seed", "1", "--stones", "2", stdin="?\ntake 1\ntake 1\n")
    assert "take 1  take 2" in played.out
    assert played.status == 0, played.err


def test_each_player_has_a_column_where_orders_are_sealed(run: Run) -> None:
    played = run("play", "heaps", "grabber", "grabber", "--seed", "1", "--stones", "4")
    lines = played.out.split("\n")
    heading = next(line for line in lines if line.split() == ["A", "B"])
    a, b = heading.index("A"), heading.index("B")
    first = lines[lines.index(heading) + 1]
    assert (first[a:b].strip(), first[b:]) == ("take 2", "take 2")
    assert lines[lines.index(heading) + 2][a:].startswith("? ")


def test_moves_name_the_seat_where_orders_are_sealed(run: Run) -> None:
    page = run("moves", "heaps", "nine").out
    assert [line.split() for line in page.splitlines()[2:]] == [
        ["seat", "action", "id"],
        ["A", "take", "1", "0"],
        ["A", "take", "2", "1"],
        ["B", "take", "1", "0"],
        ["B", "take", "2", "1"],
    ]


def test_a_person_sees_no_order_before_all_are_given(run: Run) -> None:
    played = run("play", "heaps", "grabber", "human", "--seed", "1", "--stones", "9", stdin="take 1\nquit\n")
    before, after = played.out.split("B (human): take 1", 1)
    assert "A (grabber): hidden" in before
    assert "take 2" not in before
    assert after.startswith("\nA (grabber) wrote an order of 2 [take 2]\nB (human) wrote an order of 1\n")


def test_a_game_that_is_gone_on_with_keeps_sealed_orders_hidden(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.sse"
    path.write_text(format_game(GameRecord(heaps.new_game(), [(0, "take 2")], {"seed": "1"})), encoding="utf-8")
    played = run("play", "heaps", "grabber", "human", "--resume", str(path), stdin="quit\n")
    assert "take 2" not in played.out


def test_sealed_orders_are_recorded_with_their_seats() -> None:
    record = GameRecord(heaps.new_game(stones=9), SEALED)
    text = format_game(record)
    assert text.splitlines()[-4:] == ["1 B take 2", "2 A take 1", "3 ? a stone", "result: unfinished"]
    assert parse_game(text) == record == read(text)
    assert GameRecord.from_json(record.to_json()) == record
    assert json.loads(record.to_json())["players"] == [1, 0, CHANCE]
    assert pickle.loads(pickle.dumps(record)) == record
    other = GameRecord(heaps.new_game(stones=9), [SEALED[1], SEALED[0], SEALED[2]])
    assert other.final == record.final
    assert other != record
    assert eval(repr(record), {"GameRecord": GameRecord, "State": heaps.State}) == record


def test_where_several_are_to_act_a_record_asks_who() -> None:
    with pytest.raises(TypeError, match=r"seats \(0, 1\) are to act: a move is a pair \(seat, action\) here"):
        GameRecord(heaps.new_game(), ["take 1"])


def test_the_root_serves_it() -> None:
    state = heaps.new_game(stones=5)
    assert sse.perft(state, 3) == 8
    assert sum(sse.perft_divide(state, 3).values()) == 8
    assert sse.read(sse.format_state(state)) == state == sse.read(state.to_json())
    assert sse.to_text(state) == "ooooo"
    assert sse.to_svg(state).startswith("<svg ")
    assert sse.format_action(sse.parse_action("take 2", state), state) == "take 2"
    end = sse.playout(state, 4)
    assert end.outcome is not None
    assert sse.playouts(state, 3, 4).totals[0].tolist() == list(sse.playout(state, sse.child_seed(4, 0)).totals)
    assert sse.verdict(end) == "most stones (H3.1)"
    assert [row["total"] for row in sse.score_table(end)] == list(end.totals)


def test_a_secret_is_sampled() -> None:
    state = heaps.new_game().after("take 2", 1)
    assert isinstance(state, SecretState)
    drawn = {state.sample(0, sse.SplitMix64(seed)).sealed for seed in range(20)}
    assert drawn == {(None, 1), (None, 2)}
    assert state.sample(1, sse.SplitMix64(1)) == state
    assert sample(state, 0, sse.SplitMix64(5)) == state.sample(0, sse.SplitMix64(5))
    open_game = sse.small_star_empires.new_game(seed=1)
    assert sample(open_game, 0, sse.SplitMix64(5)) is open_game


def test_it_is_fuzzed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = dict(readers.readers_of(heaps))
    assert set(found) == {f"heaps-{kind}" for kind in ("action", "state", "game", "state-json", "game-json")}
    monkeypatch.setattr(readers, "READERS", found)
    for name in found:
        texts = readers.texts_to_begin_with(name)
        assert all(readers.try_to_read(name, text) for text in texts)
        assert not any(readers.try_to_read(name, text[: len(text) // 2]) for text in texts)


def test_hypothesis_draws_it() -> None:
    register()
    assert sse.GAMES["heaps"] is heaps  # Whoever asks for a game has its types registered.

    @settings(max_examples=20, database=None)
    @given(st.from_type(heaps.State), st.from_type(GameRecord[heaps.State, str]))
    def check(state: heaps.State, record: GameRecord[heaps.State, str]) -> None:
        assert heaps.parse_state(heaps.format_state(state)) == state
        assert parse_game(format_game(record)) == record

    check()


def test_the_machine_plays_it_and_tells_the_seats() -> None:
    machine = GameMachine.of(heaps, heaps)()
    machine.start(heaps.new_game(stones=9), [3, 0])
    assert machine.record().splitlines()[-3:-1] == ["1 B take 2", "2 A take 1"]


# --- what runs in a checkout with the game

in_a_checkout = pytest.mark.skipif(not (ROOT / "docs").exists(), reason="tools and docs are parts of the checkout")


def last_of_all() -> None:
    """Its line in `GAMES`, and the small values of its tests, from which its readers are fuzzed."""
    assert [*sse.GAMES][-1] == "heaps"
    assert any("[3, 0, 0, null, null, 0]" in text for text in readers.texts_to_begin_with("heaps-state"))


def timed() -> None:
    """Its random games, beside those of the others."""
    from bench import bench_games

    starts = bench_games.starts()
    assert [*starts][-1] == "Heaps, 2"
    assert bench_games.contender("Heaps, 2", starts["Heaps, 2"]).run(3, 1) == 3


def listed() -> None:
    """Its rules, names and page in the site, and the picture of its page."""
    from tools import game_pages, pictures

    docs = Path("docs")
    game_pages.write(docs)
    index = game_pages.expanded((docs / "index.md").read_text(encoding="utf-8"), docs).split("\n")
    for line, file in (
        ("heaps", "heaps.md"),
        ("Heaps <site/rules_heaps>", "site/rules_heaps.md"),
        ("api/games/heaps", "api/games/heaps.rst"),
    ):
        assert line in index
        assert (docs / file).is_file(), file
    assert "sse_core/heaps/RULES.md" in (docs / "site" / "rules_heaps.md").read_text(encoding="utf-8")
    assert pictures.PICTURES["heaps.svg"]().startswith("<svg")


def shown_on_the_page() -> None:
    """The forms to set it up, and positions that are pasted."""
    import sse_core as sse
    from sse_core.web import fields, plan

    assert [field.name for field in fields.fields_of(sse.GAMES["heaps"])] == ["stones"]
    game_request = {"game": "heaps", "players": ["random", "grabber"], "seed": 1, "fields": {"stones": 4}}
    start = plan.plan_of(game_request).start
    assert start.totals == (0, 0)
    assert plan.pasted(sse.format_state(start)).game is sse.GAMES["heaps"]


@in_a_checkout
@pytest.mark.ci
def test_every_tool_of_a_checkout_serves_it(tmp_path: Path) -> None:
    """In one process, since each would load the package again; the traceback names the tool."""
    add_heaps(tmp_path / "checkout")
    checks = (last_of_all, timed, listed, shown_on_the_page)
    names = ", ".join(check.__name__ for check in checks)
    run_in(tmp_path / "checkout", "-c", f"from tests.test_new_game import {names}\nfor check in ({names}): check()")


@in_a_checkout
def test_the_list_in_contributing_is_what_was_done() -> None:
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Adding a game\n")[2]
    steps = re.findall(r"^\d\. \*\*(.+?)\*\*", section.partition("\n## ")[0], re.MULTILINE)
    done = re.findall(r"^    # (\d)\. ", (ROOT / "tests" / "overlay.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert [*map(str, range(1, len(steps) + 1))] == done
