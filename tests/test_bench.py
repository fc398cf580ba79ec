"""The benches: what they print, write and leave alone, on a quick run of a few."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from bench import __main__ as door
from bench import attacks, earlier, hostile, machine, sections, studies, tables
from bench.attacks import ATTACKS, Attack, Target, get, giant_records, keys_at, post, status_of, target_at
from bench.earlier import Earlier
from bench.racing import Pair, ratios
from bench.results import files
from bench.runs import RunError, read

import sse_core as sse
from sse_core import jump_wars
from sse_core.errors import ArgumentError

ROOT = Path(__file__).parents[1]
KEPT = ("README.md", "docs/results/speed.toml", "docs/results/play.toml")
FIGURE = r"×?[\d,.]+( s| ms| µs| ns| M| k)? \([\d,.]+–[\d,.]+\)"


def bench(*words: str | Path) -> str:
    """Run the benches in a process of its own, which knows nothing of the pytest here; return what it prints."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "bench", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rows(text: str, first: str) -> list[list[str]]:
    """The rows of the table whose heading begins with a word."""
    (found,) = re.findall(rf"^\| {first} +\|.*\n\| -.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found.splitlines()]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with quick runs of some benches, during which nothing that is kept changed."""
    folder = tmp_path_factory.mktemp("runs")
    before = {name: (ROOT / name).read_bytes() for name in KEPT}
    bench("speed", "--quick", "--runs", folder, "-k", "opening and not perft")
    bench("play", "--quick", "--runs", folder, "-k", "variants")
    assert {name: (ROOT / name).read_bytes() for name in KEPT} == before
    return folder


def noted(folder: Path, part: str) -> list[Mapping[str, Any]]:
    return [each["extra_info"] for each in json.loads((folder / f"{part}.json").read_text("utf-8"))["benchmarks"]]


@pytest.mark.ci
def test_each_bench_notes_right_answers_and_a_speed_for_each_round(runs: Path) -> None:
    benches = noted(runs, "speed") + noted(runs, "play")
    assert len(benches) == 15
    for each in benches:
        assert each["correct"] is True
        assert all(len(side["rates"]) == 5 and min(side["rates"]) > 0 for side in each["contenders"].values())
        assert all(0 <= share <= 1 for share in each["busy"].values())


def test_the_tables_have_a_figure_and_its_spread_in_each_cell(runs: Path) -> None:
    text = bench("speed", "play", "--again", "--runs", runs)
    core, faster = rows(text, "core"), rows(text, "faster")
    assert [row[0] for row in core][:3] == ["legal_actions", "after", "why_not"]
    assert [row[0] for row in core if row not in faster and row[0] not in dict(faster)] == [
        "parse_state",
        "format_state",
    ]
    pairs = rows(text, "random play")
    maps = ("everything-2p", "everything-4p", "epic-4p", "unexplored-2p", "first-edition-2p")
    for pair, name in zip(pairs, maps, strict=True):
        assert pair[0].startswith(f"playouts, {name}, ")
        assert pair[1].startswith("playouts, base-2p, ")
    for cell in [row[1] for row in core + faster] + [pair[2] for pair in pairs]:
        assert re.fullmatch(FIGURE, cell), cell
    assert "A quick run" in text
    assert machine.described(json.loads((runs / "play.json").read_text("utf-8"))["machine_info"]) in text


def test_a_contender_without_a_sample_of_games_has_its_speed_alone(runs: Path, tmp_path: Path) -> None:
    """The figures of a game stand where they are known."""
    run = json.loads((runs / "play.json").read_text("utf-8"))
    found = run["benchmarks"][0]["extra_info"]["contenders"]
    name = next(name for name in found if "everything-2p" in name)
    for figure in ("length", "choices", "error"):
        del found[name][figure]
    (tmp_path / "play.json").write_text(json.dumps(run), "utf-8")
    shown = {row[0]: row[1:] for row in rows(bench("play", "--again", "--runs", tmp_path), r" +\| plies/s")}
    assert shown[name][1:] == ["–"] * 4
    assert all("–" not in row[1:] for other, row in shown.items() if other != name)


def test_a_run_beside_itself_is_as_fast(runs: Path) -> None:
    text = bench("speed", "play", "--again", "--runs", runs, "--compare", runs)
    compared = re.findall(r"^\| (\S+\[\S+\]) +\| \S.* \| ×1\.00 \((\S+)–(\S+)\) +\|$", text, re.MULTILINE)
    assert len(compared) == sum(len(each["contenders"]) for each in noted(runs, "speed") + noted(runs, "play"))
    assert all(float(least) <= 1 <= float(most) for _, least, most in compared)
    assert {name for name, _, _ in compared} >= {"legal_actions[opening]", "variants[everything-2p]"}


def test_a_part_without_a_chosen_bench_is_passed_over(tmp_path: Path) -> None:
    text = bench("play", "memory", "--quick", "--runs", tmp_path, "--save", "nothing", "--compare", "x", "-k", "none")
    assert "|" not in text
    assert list(tmp_path.iterdir()) == []
    assert not list((ROOT / ".benchmarks").glob("*/*_nothing-play.json"))


def test_a_run_to_compare_with_must_be_there(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert door.main(["play", "--again", "--runs", str(runs), "--compare", "no such run"]) == 1
    assert "no run of play is saved as 'no such run'" in capsys.readouterr().err


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for results, with README beside it, on a machine that is quiet."""
    monkeypatch.setattr(files, "FOLDER", tmp_path / "results")
    monkeypatch.setattr(door, "README", Path(shutil.copy(ROOT / "README.md", tmp_path)))
    monkeypatch.setattr(machine, "busy_here", str)
    return tmp_path / "results"


def write_again(runs: Path, folder: Path, busy: float, part: str) -> int:
    """Take a quick run as a whole one, during which other programs took so much, and write it."""
    run = json.loads((runs / f"{part}.json").read_text("utf-8"))
    for each in run["benchmarks"]:
        each["extra_info"]["busy"] = {"others": busy}
    (folder / f"{part}.json").write_text(json.dumps({**run, "quick": False, "selected": ""}), "utf-8")
    return door.main([part, "--again", "--write", "--runs", str(folder)])


def test_a_quick_run_is_not_written(runs: Path, kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert door.main(["speed", "--again", "--write", "--runs", str(runs)]) == 1
    assert "too little for a page" in capsys.readouterr().err
    assert not kept.exists()


def test_a_run_on_a_busy_machine_is_not_written(
    runs: Path, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write_again(runs, tmp_path, 0.11, "play") == 1
    assert "is of a busy machine, and isn't written: **The machine was busy**" in capsys.readouterr().err
    assert not kept.exists()


def test_nothing_is_measured_for_a_page_where_the_machine_is_busy(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "busy_here", lambda: "the machine is busy.")
    assert door.main(["views", "--write"]) == 1
    said = "can't be measured now to be kept: the machine is busy.\n"
    assert capsys.readouterr() == ("", f"bench: views {said}")
    assert studies.main(["strength", "--write"]) == 1
    assert capsys.readouterr() == ("", f"studies: strength, star {said}")
    with pytest.raises(files.BusyError, match="views can't be measured now"):
        files.keep("views", "text", "a machine")
    assert not kept.exists()
    # No clock decides about this one, but a study that has no games yet would replace the result of many.
    with pytest.raises(ArgumentError, match="since no table has a row"):
        files.keep("openings", "| map | games |\n| --- | --- |", "a machine")
    assert not kept.exists()
    table = "| map | games |\n| --- | --- |\n| duel | 2 |"
    assert files.keep("openings", table, "a machine") == kept / "openings.toml"


def test_a_whole_run_is_kept_and_readme_has_its_rows(
    runs: Path, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in ("speed", "play"):
        assert write_again(runs, tmp_path, 0.0, part) == 0
    printed = capsys.readouterr().out
    for part in ("speed", "play"):
        result = files.read(kept / f"{part}.toml")
        assert (result.made, result.is_stale()) == (f"make bench WHAT={part}", False)
        assert all(str(each) in printed for each in result.parts)
    tables_now = [part for part in files.read(kept / "speed.toml").parts if isinstance(part, files.Table)]
    assert str(sections.summary(tables_now)) in (tmp_path / "README.md").read_text("utf-8")
    pages = (ROOT / "README.md", tmp_path / "README.md")
    old, new = (tables.replace_section(page.read_text("utf-8"), "speed", "") for page in pages)
    assert old == new


def test_a_readme_without_a_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("nothing", "utf-8")
    with pytest.raises(tables.PageError, match="stands there 0 times, not once"):
        tables.write_section(tmp_path / "README.md", "speed", "text")


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    for name, text, why in (
        ("none", None, "measure first"),
        ("words", "words", "no run of these benches"),
        ("other", '{"benchmarks": [{"extra_info": {}}]}', "no run of these benches"),
        ("empty", '{"benchmarks": []}', "no measurement"),
    ):
        if text is not None:
            (tmp_path / name).write_text(text, "utf-8")
        with pytest.raises(RunError, match=why):
            read(tmp_path / name)


def test_an_earlier_build_plays_the_same_games() -> None:
    start, build = sse.new_game(sse.load_map("duel")), Earlier(sys.executable)
    try:
        for games, seed in ((10, 3), (20, 4)):
            assert build.playouts("duel", games, seed) == sse.playouts(start, games, seed).plies.sum()
        text = sse.format_state(start)
        assert build.repeated("parse_state", "small_star_empires", text, 3, 0) == 3
        for operation in earlier.CALLS:
            said = build.answer(operation, "small_star_empires", text)
            assert said == earlier.answer(operation, "small_star_empires", text) != "None"
        assert build.answer("format_state", "small_star_empires", text) == repr(text)
        assert build.answer("parse_state", "small_star_empires", text) == text
        assert build.cpu() > 0
    finally:
        build.close()


def test_an_earlier_build_has_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert door.main(["earlier", "--runs", str(tmp_path)]) == 1
    assert "EARLIER=python names the Python of an earlier build" in capsys.readouterr().err


def test_ratios_stand_beside_the_least_that_is_demanded(runs: Path) -> None:
    run = read(runs / "play.json")
    call = {"kind": "calls", "operation": "after", "what": "opening", "correct": True, "pairs": []}
    call["contenders"] = {"core": {"rates": [3.0, 4.0]}, "earlier": {"rates": [2.0, 2.0]}}
    benches = [*run.found["benchmarks"], {"name": "test_calls", "extra_info": {**call, "busy": {}}}]
    text = sections.kept(replace(run, found={**run.found, "benchmarks": benches}))
    least = {row[0].split(", ")[1]: row[3] for row in rows(text, "random play")}
    is_newest = "everything-2p, AVX-512" in text
    names = {"everything-2p": "0.34", "everything-4p": "0.235", "epic-4p": "0.26"}
    assert least == dict.fromkeys(least, "") | (
        {**names, "unexplored-2p": "0.32", "first-edition-2p": "0.32"} if is_newest else {}
    )
    assert rows(text, "a call") == [["after", "×1.75 (1.50–2.00)"]]
    assert "the earlier build" not in sections.kept(run)


def test_each_part_and_each_study_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert door.main(["list"]) == studies.main(["list"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [*door.TIMED, *door.OTHERS, *studies.STUDIES]
    assert studies.main(["nothing"]) == 1
    assert "there is no study 'nothing'; they are strength, ladder" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in studies.STUDIES if name != "whole"])
def test_a_study_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        studies.main([name, "--help"])
    assert ended.value.code == 0
    assert "usage: " in capsys.readouterr().out


def test_the_whole_game_is_solved_where_its_tables_are_built(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: object = studies.main(["whole", "--help"])
    except SystemExit as ended:
        status = ended.code
    said = capsys.readouterr()
    assert (status, "usage: " in said.out) == (0, True) or (status, "SSE_VARIANTS" in said.err) == (1, True)


# --- figures, and how busy the machine was


def test_a_figure_has_one_unit_and_three_digits() -> None:
    assert tables.spread([2.4e6, 2.5e6, 2.7e6]) == "2.50 M (2.40–2.70)"
    assert tables.spread([999.4, 999.9e3, 1e6]) == "1.00 M (0.00–1.00)"
    assert tables.spread([9.33e-8, 9e-8, 1.2e-7], tables.TIMES) == "93.3 ns (90.0–120)"
    for shown in ("2.50 M (2.40–2.70)", "93.3 ns (90.0–120)", "1,165 (1,100–1,200)"):
        middle, least, most = tables.spread_of(shown)
        units = tables.TIMES if "ns" in shown else tables.COUNTS if "M" in shown else {"": 1.0}
        assert tables.spread([least, middle, most], units) == shown
    with pytest.raises(tables.PageError, match="is no figure"):
        tables.spread_of("2.50 M")
    assert tables.times_faster([1165.4, 1100, 1200]) == "×1,165 (1,100–1,200)"


def test_the_fastest_of_others_counts_in_each_round() -> None:
    speeds = {"mine": {"rates": [10, 20]}, "one": {"rates": [5, 2]}, "two": {"rates": [1, 4]}}
    assert ratios(speeds, "mine", ["one", "two"]) == [2, 5]
    assert Pair("mine", ["one"], "one").beside == "one"


def test_what_waits_and_what_others_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat = tmp_path / "stat"
    monkeypatch.setattr(machine, "STAT", stat)
    assert machine.Watch([lambda: 0.0]).seen() == {"waited": 1.0}
    assert machine.Watch([lambda: 0.0]).seen(wide=True) == {}
    if hasattr(os, "sysconf"):
        ticks = os.sysconf("SC_CLK_TCK")
        stat.write_text(f"cpu  {ticks} 0 {2 * ticks} 999 999 0 0 {4 * ticks} 0 0\ncpu0 1 1 1\n", "ascii")
        assert machine.busy_seconds() == 7
        assert machine.Watch([lambda: 0.0]).seen() == {"waited": 1.0, "others": 0.0}


def test_a_machine_is_busy_where_a_loop_waits_or_others_compute() -> None:
    assert machine.why_busy({"waited": 0.1, "others": 0.0}) == machine.why_busy({"waited": 0.02}) == ""
    said = "A loop waited 50 % of its time for a core, and other programs took 30 % of all cores"
    assert said in machine.why_busy({"waited": 0.5, "others": 0.3})
    assert "took 40 % of all cores" in machine.why_busy({"waited": 0.0, "others": 0.4})
    assert "waited 20 %" in machine.why_busy({"waited": 0.2})


def test_a_busy_machine_is_told() -> None:
    quiet = {"one": {"waited": 0.02, "others": 0.01}, "two": {}}
    least = "Other programs took 2 % of the machine's time at most. The load average before it was 0.50."
    assert machine.remark(quiet, 0.5) == least
    told = machine.remark({**quiet, "three": {"others": 0.4}}, None)
    assert told.startswith("**The machine was busy**: other programs took up to 40 % of its time during 1 of 3")
    assert "of three." in told


# --- attacks on the page


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a server that may be attacked, the same for all attacks: each begins games of its own there."""
    server = pytest.importorskip("sse_core.web.server", reason="the page needs its extra: pip install '.[web]'")
    with server.serving() as address:
        yield address


@contextmanager
def attacked(url: str) -> Generator[tuple[Target, Any], None, None]:
    """New games at a server, and a client of it."""
    from tests.web.table import Table

    start = jump_wars.new_game(seed=1)
    with closing(Table(url)) as table:
        yield target_at(int(url.rpartition(":")[2]), sse.format_game(sse.GameRecord(start))), table


CHEAP = [each for each in ATTACKS if each.shots is not giant_records]


@pytest.mark.parametrize("attack", CHEAP, ids=lambda each: each.title)
def test_an_attack_is_answered_and_no_answer_is_a_fault(attack: Attack, url: str) -> None:
    """A few requests of each; `make bench WHAT=hostile` has them all."""
    with attacked(url) as (target, table):
        shots = islice(attack.shots(target), 0, None, 40)
        assert {status_of(target.port, shot)[0] for shot in shots} <= {"2", "3", "4"}
        assert table.get(target.room)["ply"] == 0


def test_an_attack_leaves_a_stream_that_has_no_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's news end with the server, and an attack that waited for the end of them hung for good."""
    monkeypatch.setattr(attacks, "SILENCE", 0.05)
    found = list[str]()
    with attacked(url) as (target, _):
        news = get(f"{target.room}/events?lang=x")
        listener = threading.Thread(target=lambda: found.append(status_of(target.port, news)), daemon=True)
        listener.start()
        listener.join(30)
    assert found == ["200"]


def test_each_call_of_the_server_is_attacked(url: str) -> None:
    """A call that comes later can't be forgotten, nor a key of it: attackers ask for the keys."""
    with attacked(url) as (target, _):
        shots = {(method, unquote(path.partition("?")[0])) for each in CHEAP for method, path, _ in each.shots(target)}
        assert {*keys_at(target.port, post(f"{target.room}/act", junk=0))} >= {"version", "seat", "id", "text"}
    from starlette.routing import Match

    from sse_core.web.app import create_app
    from sse_core.web.rooms import Rooms
    from sse_core.web.site import Site
    from sse_core.web.workers import Workers

    workers = Workers(1)
    workers.close()
    for route in create_app(Site(Rooms(workers)), ()).routes:
        methods: set[str] = getattr(route, "methods", {"GET"})
        for method in methods - {"HEAD"}:
            scopes = ({"type": "http", "path": path, "method": method} for sent, path in shots if sent == method)
            assert any(route.matches(scope)[0] is Match.FULL for scope in scopes), (method, route)


@pytest.mark.ci
def test_what_was_answered_outlasts_kills_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn", reason="the page needs its extra: pip install '.[web]'")
    monkeypatch.setattr(hostile, "KILLS", 2)
    faults: list[str] = []
    rows = [*hostile.killed(faults)]
    assert (faults, rows[1]) == ([], ["of these lost", "0"])


@pytest.mark.ci
def test_kernels_are_made_of_the_headers_as_they_are(tmp_path: Path) -> None:
    """Cython finds each name that they take; a bench alone would have said otherwise."""
    root = Path(__file__).parents[1]
    command = [sys.executable, "-m", "cython", "-3", "-I", str(root / "src"), str(root / "bench" / "kernels.pyx")]
    done = subprocess.run([*command, "-o", str(tmp_path / "kernels.c")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
