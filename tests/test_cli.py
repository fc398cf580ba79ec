"""The `sse` command: what it prints, what it writes, what it refuses, and its exit status."""

from __future__ import annotations

import builtins
import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

import sse_core as sse
from sse_core.cli import main

BLOCKED = "     1 1\nB A w\n"
"""A map on which nobody can ever move: one wormhole leads nowhere, and the flight through it does not bend."""


class Result(NamedTuple):
    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process, with a standard input of its own."""

    def run(*args: object, stdin: str | bytes = "") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        try:
            status = main([str(arg) for arg in args])
        except SystemExit as left:
            status = int(left.code or 0)
        return Result(status, *capsys.readouterr())

    return run


def spawn(*args: object, stdin: str = "") -> Result:
    """Run the command as a user does."""
    command = [sys.executable, "-m", "sse_core", *map(str, args)]
    done = subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", timeout=60, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def assert_refused(result: Result, status: int, *words: str) -> None:
    """Nothing on the standard output, one line on the other, and these words in it."""
    assert (result.status, result.out) == (status, "")
    assert result.err.startswith("sse: ")
    assert result.err.count("\n") == 1
    assert result.err.endswith("\n")
    for word in words:
        assert word in result.err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a whole game on the map `duel`."""
    start = state = sse.new_game(sse.maps()["duel"])
    actions: list[sse.Action] = []
    while legal := state.legal_actions():
        actions.append(legal[len(actions) % len(legal)])
        state = state.after(actions[-1])
    path = tmp_path / "game.sse"
    tags = {"A": "Ada", "B": "Bob"}
    path.write_text(sse.format_game(sse.GameRecord(start, tuple(actions), tags)) + "\n", encoding="utf-8")
    return path


# --- play


def test_demo(tmp_path: Path) -> None:
    """The two calls of `make demo`."""
    out = tmp_path / "new" / "demo"
    played = spawn("play", "random", "greedy", "--seed", 7, "--holes", "balanced", "--out", out)
    assert (played.status, played.err) == (0, "")
    lines = played.out.splitlines()
    assert lines[0] == "Small Star Empires: A (random), B (greedy); seed 7"
    for heading in ("The game:", "The end:"):
        assert heading in lines
    text = (out / "game.sse").read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    game = sse.parse_game(text.removesuffix("\n"))
    assert game.start == sse.new_game(sse.base_map(2, seed=7, holes="balanced"))
    assert dict(game.tags) == {"seed": "7", "A": "random", "B": "greedy"}
    for action in game.actions:
        assert sse.format_action(action, game.start) in played.out
    for shown in (sse.to_text(game.start), sse.to_text(game.final)):
        assert shown in played.out
    assert (out / "final.svg").read_text(encoding="utf-8").rstrip("\n") == sse.to_svg(game.final).rstrip("\n")
    assert f"Replayed {out / 'game.sse'}: the same position, the same score." in lines

    scored = spawn("score", out / "game.sse")
    assert (scored.status, scored.err) == (0, "")
    assert scored.out.splitlines()[-1] in lines
    for seat, score in zip("AB", game.final.score_sheet(), strict=True):
        row = [str(number) for number in (*score, score.total)]
        assert any(line.startswith(seat) and " ".join(row) in " ".join(line.split()) for line in lines)
        assert any(line.startswith(seat) and line.split()[-5:] == row for line in scored.out.splitlines())
    for score, line in zip(game.final.score_sheet(), scored.out.splitlines()[1:], strict=False):
        assert line.split()[2:] == [str(points) for points in (*score, score.total)]


def test_same_seed_same_page(run: Run) -> None:
    pages = [run("play", "random", "greedy", "random", "--seed", seed).out for seed in (1, 1, 2)]
    assert pages[0] == pages[1] != pages[2]


def test_fresh_seed_is_shown_and_plays_the_same_again(run: Run) -> None:
    first = run("play").out
    seed = first.splitlines()[0].rpartition(" ")[2]
    assert run("play", "--seed", seed).out == first


def test_players_fill_the_map(run: Run) -> None:
    assert "C (random), D (greedy);" in run("play", "--players", 4).out
    assert "C (random);" in run("play", "--map", "base-3p").out


def test_quiet_shows_the_result_only(run: Run) -> None:
    out = run("play", "greedy", "greedy", "--seed", 1, "--quiet").out
    assert out.startswith("seat  player  planets  nebulae  trade stations  territory  total\n")
    assert len(out.splitlines()) == 5


def test_first_seat_has_the_first_move(run: Run, tmp_path: Path) -> None:
    run("play", "--players", 3, "--first", "C", "--seed", 1, "--out", tmp_path)
    assert "\n1 C " in (tmp_path / "game.sse").read_text(encoding="utf-8")


@pytest.mark.parametrize("drawing", [BLOCKED, "A B\n"], ids=["blocked", "nowhere to go"])
def test_map_on_which_nobody_can_move(run: Run, drawing: str) -> None:
    result = run("play", "--map", "-", "--seed", 1, stdin=drawing)
    assert result.status == 0
    assert "\nNobody could move.\n" in result.out
    assert "A (random) and B (greedy) share the win with 3 points after 0 plies" in result.out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["bob"], "no player 'bob'; they are greedy, random, human"),
        (["random", "greedy", "--players", 3], "--players 3, but the players named are 2"),
        (["random", "--map", "duel"], "duel is for 2 players, not 1"),
        (["--map", "duel", "--players", 3], "duel is for 2 players, not 3"),
        (["--map", "duel", "--holes", "balanced"], "--holes is for the base map"),
        (["--holes", "black"], "--holes"),
        (["--first", "C"], "no such seat with 2 players"),
        (["--first", "E"], "--first"),
        (["--seed", "-1"], "--seed"),
        (["--seed", 2**64], "a seed is 0 to 2**64 - 1"),
        (["--seed", "²"], "--seed"),
        (["--players", "two"], "--players"),
    ],
)
def test_play_is_used_wrongly(run: Run, args: list[object], words: str) -> None:
    assert_refused(run("play", *args), 2, words, "sse play --help")


@pytest.mark.parametrize("players", [0, 1, 5, -1])
def test_base_map_has_2_to_4_players(run: Run, players: int) -> None:
    assert_refused(run("play", "--players", players), 1, "2", "4", str(players))


def test_only_a_map_can_be_played_on(run: Run, record: Path) -> None:
    assert_refused(run("play", "--map", record), 1, f"{record} is no map")


# --- a person at the terminal


def test_person_plays_to_the_end(tmp_path: Path) -> None:
    """Two people on a pipe: every third move is asked for with a slip before it."""
    state = sse.new_game(sse.maps()["duel"])
    words = ["?", "? a1-b", "? zz", ""]
    while legal := state.legal_actions():
        if state.ply % 3 == 0:
            words += ["nonsense", "a1-a1=C"]
        words.append(f"  {sse.format_action(legal[-1], state)} ")
        state = state.after(legal[-1])
    result = spawn("play", "human", "human", "--map", "duel", "--out", tmp_path, stdin="\n".join([*words, ""]))
    assert (result.status, result.err) == (0, "")
    assert result.out.count("Type an action;") == 2
    assert "\na1-b1=C  a1-b1=S  a1-b2=C  a1-b2=S\n" in result.out
    assert "\nNo legal action begins with 'zz'.\n" in result.out
    assert "\nA (human): nonsense\nNo: an action is written like " in result.out
    assert "\nNo: no ship can ever do this on this board (E3.1).\n" in result.out
    written = (tmp_path / "game.sse").read_text(encoding="utf-8").removesuffix("\n")
    assert sse.parse_game(written).final == state
    assert "The end:" in result.out


def test_person_is_told_why_a_move_is_illegal(run: Run) -> None:
    result = run("play", "human", "human", "--map", "duel", stdin="e3-e2=C\na1-a2=C\na1-a2=C\n")
    assert "A (human): e3-e2=C\nNo: player 0 has no ship at e3 (E3.4).\n" in result.out
    assert "B (human): a1-a2=C\nNo: player 1 has no ship at a1 (E3.4).\n" in result.out


def test_person_is_told_what_the_bot_does(run: Run) -> None:
    result = run("play", "human", "greedy", "--map", "duel", "--seed", 1, stdin="a1-a2=C\nquit\n")
    assert "\nB (greedy): e3-" in result.out


@pytest.mark.parametrize("stdin", ["a1-a2=C\n quit\n", "a1-a2=C\n", "a1-a2=C"])
def test_person_leaves(run: Run, tmp_path: Path, stdin: str) -> None:
    result = run("play", "human", "human", "--map", "duel", "--out", tmp_path, stdin=stdin)
    assert (result.status, result.err) == (3, "")
    assert "\nThe game was left after 1 ply.\n" in result.out
    assert len(sse.parse_game((tmp_path / "game.sse").read_text(encoding="utf-8").removesuffix("\n")).actions) == 1
    assert "\nAfter 1 ply the game isn't over; " in run("score", tmp_path / "game.sse").out


def test_person_types_what_is_no_text(run: Run) -> None:
    result = run("play", "human", "greedy", "--map", "duel", stdin=b"\xff\xfe\nquit\n")
    assert result.status == 3
    assert "\nNo: an action is written like " in result.out


def test_interrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", interrupted)
    result = run("play", "human", "greedy")
    assert (result.status, result.err) == (130, "sse: interrupted\n")


# --- show


def test_show_lists_the_maps_that_ship(run: Run) -> None:
    lines = run("show").out.splitlines()
    assert [line.split()[0] for line in lines] == list(sse.maps())
    assert "duel" in sse.maps()
    assert lines[list(sse.maps()).index("duel")].endswith("2 players, 19 systems")


@pytest.mark.parametrize(("options", "draw"), [([], sse.to_text), (["--svg"], sse.to_svg)])
def test_show_map_position_and_record(
    run: Run, tmp_path: Path, record: Path, options: list[str], draw: Callable[[Any], str]
) -> None:
    board = sse.maps()["duel"]
    final = sse.parse_game(record.read_text(encoding="utf-8").rstrip("\n")).final
    position = tmp_path / "position.txt"
    position.write_bytes(sse.format_state(final).replace("\n", "\r\n").encode() + b"\r\n\r\n")
    for name, thing in (("duel", board), (position, final), (record, final)):
        assert run("show", name, *options) == Result(0, draw(thing).rstrip("\n") + "\n", "")
    assert run("show", "-", *options, stdin=sse.format_map(board)).out == draw(board).rstrip("\n") + "\n"


def test_show_writes_to_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "duel.svg"
    assert run("show", "duel", "--svg", "--out", path) == Result(0, f"wrote {path}\n", "")
    assert ET.parse(path).getroot().tag.endswith("svg")


def test_show_json(run: Run, record: Path) -> None:
    board = sse.maps()["duel"]
    found = json.loads(run("show", "duel", "--json").out)
    assert sse.parse_map(found["map"]) == board
    assert found["players"] == 2
    assert [(cell["cell"], cell["q"], cell["r"], cell["system"]) for cell in found["cells"]] == [
        (name, q, r, system.value)
        for name, (q, r), system in zip(board.cell_names, board.hexes, board.systems, strict=True)
    ]
    state = sse.new_game(board)
    assert run("show", "-", "--json", stdin=sse.format_state(state)).out == state.to_json() + "\n"
    game = sse.parse_game(record.read_text(encoding="utf-8").rstrip("\n"))
    assert run("show", record, "--json").out == game.to_json() + "\n"


def test_json_is_read_like_text(run: Run, record: Path) -> None:
    as_json = run("show", record, "--json").out
    assert run("score", "-", stdin=as_json) == run("score", record)
    state = sse.new_game(sse.maps()["duel"])
    assert run("moves", "-", stdin=state.to_json()) == run("moves", "duel")
    assert_refused(run("moves", "-", stdin="{"), 1, "standard input: line 1, column 2")


def test_show_takes_one_form(run: Run) -> None:
    assert_refused(run("show", "duel", "--svg", "--json"), 2, "--json", "--svg")


# --- moves


def test_moves(run: Run) -> None:
    state = sse.new_game(sse.maps()["duel"])
    lines = run("moves", "duel").out.splitlines()
    assert lines[0] == "Ply 0, A to act, 14 legal actions:"
    assert lines[2].split() == ["action", "id"]
    assert [line.split() for line in lines[3:]] == [
        [sse.format_action(action, state), str(index)]
        for action, index in zip(state.legal_actions(), state.legal_ids(), strict=True)
    ]


def test_moves_json(run: Run) -> None:
    state = sse.new_game(sse.maps()["duel"]).after(0)
    found = json.loads(run("moves", "-", "--json", stdin=sse.format_state(state)).out)
    assert found == {
        "ply": 1,
        "to_act": [1],
        "actions": [
            {"player": 1, "id": index, "action": sse.format_action(index, state)} for index in state.legal_ids()
        ],
    }


def test_moves_after_the_end(run: Run, record: Path) -> None:
    plies = sse.parse_game(record.read_text(encoding="utf-8").rstrip("\n")).final.ply
    assert run("moves", record) == Result(0, f"The game is over after {plies} plies: nobody is to act.\n", "")
    assert json.loads(run("moves", record, "--json").out) == {"ply": plies, "to_act": [], "actions": []}


# --- score


def test_score(run: Run, record: Path) -> None:
    game = sse.parse_game(record.read_text(encoding="utf-8").rstrip("\n"))
    outcome = game.final.outcome
    assert outcome is not None
    lines = run("score", record).out.splitlines()
    for player, score in enumerate(game.final.score_sheet()):
        who = ["A", "Ada"] if player == 0 else ["B", "Bob"]
        assert lines[1 + player].split() == [*who, *(str(points) for points in (*score, score.total))]
    (winner,) = outcome.winners
    assert lines[-1].startswith(f"{'A (Ada)' if winner == 0 else 'B (Bob)'} wins with {outcome.totals[winner]} points")


def test_score_json(run: Run, record: Path) -> None:
    game = sse.parse_game(record.read_text(encoding="utf-8").rstrip("\n"))
    outcome = game.final.outcome
    assert outcome is not None
    assert json.loads(run("score", record, "--json").out) == {
        "tags": {"A": "Ada", "B": "Bob"},
        "plies": game.final.ply,
        "finished": True,
        "players": [
            {
                "seat": "AB"[player],
                "planets": score.planets,
                "nebulae": score.nebulae,
                "trade_stations": score.stations,
                "territory": score.territory,
                "total": score.total,
            }
            for player, score in enumerate(game.final.score_sheet())
        ],
        "winners": list(outcome.winners),
        "decided_by": outcome.decided_by,
    }


def test_score_names_nobody_whom_the_record_does_not(run: Run) -> None:
    game = sse.GameRecord(sse.new_game(sse.maps()["duel"]), (), {})
    lines = run("score", "-", stdin=sse.format_game(game)).out.splitlines()
    assert lines[0].split()[:2] == ["seat", "planets"]
    assert lines[1].split() == ["A", "0", "0", "0", "3", "3"]
    found = json.loads(run("score", "-", "--json", stdin=sse.format_game(game)).out)
    assert (found["finished"], found["winners"], found["decided_by"]) == (False, None, None)


TIES = {
    "cities": ([(1, 0), (0, 1)], "most cities left in reserve (E7.4)"),
    "stations": ([(0, 1), (0, 0)], "most trade stations left in reserve (E7.4)"),
    "planets": ([(0, 0), (0, 0)], "most planets held (E7.4)"),
    "shared": ([(0, 0), (0, 0)], "level after every tie-break (E7.4)"),
}


@pytest.mark.parametrize("decided_by", TIES)
def test_score_names_the_tie_break(run: Run, decided_by: str) -> None:
    """Both have 2 points and a territory each; for planets, one has 2 of them and the other a nebula."""
    reserves, words = TIES[decided_by]
    text = "A 2 . r B" if decided_by == "planets" else "A 2 . 2 B"
    state = sse.position(
        sse.parse_map(text), owners={1: 0, 3: 1}, reserves=reserves, passed=[True, True], mover=None, ships=[[], []]
    )
    out = run("score", "-", stdin=sse.format_game(sse.GameRecord(state, (), {}))).out
    assert state.outcome is not None
    assert state.outcome.decided_by == decided_by
    assert out.endswith(f"{words}.\n")
    assert ("A and B share the win with 5 points" if decided_by == "shared" else "A wins with 5 points") in out


def test_illegal_move_is_refused(run: Run, record: Path) -> None:
    """The move, the reason and the clause are told, and nothing is scored."""
    lines = record.read_text(encoding="utf-8").split("\n")
    third = next(index for index, line in enumerate(lines) if line.startswith("3 A "))
    lines[third] = "3 A e3-e2=C"
    record.write_text("\n".join(lines), encoding="utf-8")
    words = (f"{record}: line {third + 1}, move 3, e3-e2=C: ", "player 0 has no ship at e3", "(E3.4)")
    assert_refused(run("score", record), 1, *words)
    assert_refused(run("score", record, "--json"), 1, *words)
    assert_refused(spawn("score", record), 1, *words)


def test_score_wants_a_record(run: Run) -> None:
    assert_refused(run("score", "duel"), 1, "duel is no record of a game")


# --- perft


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_perft(run: Run, depth: int) -> None:
    state = sse.new_game(sse.maps()["duel"])
    count = sse.perft(state, depth)
    out = run("perft", "duel", depth).out
    assert out.startswith(f"{count} position{'s' * (count != 1)} at depth {depth}, counted in ")
    assert json.loads(run("perft", "duel", depth, "--json").out) == {"depth": depth, "positions": count}


def test_perft_divide(run: Run) -> None:
    state = sse.new_game(sse.maps()["duel"])
    counts = {sse.format_action(action, state): count for action, count in sse.perft_divide(state, 2).items()}
    lines = run("perft", "duel", 2, "--divide").out.splitlines()
    assert {line.split()[0]: int(line.split()[1]) for line in lines[:-2]} == counts
    found = json.loads(run("perft", "duel", 2, "--divide", "--json").out)
    assert found == {"depth": 2, "positions": sum(counts.values()), "divide": counts}


def test_perft_of_a_finished_game(run: Run, record: Path) -> None:
    assert run("perft", record, 3, "--divide").out.startswith("1 position at depth 3")


@pytest.mark.parametrize("depth", ["-1", "x", "1.5", "²"])
def test_perft_depth_is_a_count(run: Run, depth: str) -> None:
    assert_refused(run("perft", "duel", "--", depth), 2, "DEPTH")


# --- what goes for all of them


@pytest.mark.parametrize("command", [["show"], ["moves"], ["score"], ["perft"], ["play", "--map"]])
def test_file_that_cannot_be_read(run: Run, tmp_path: Path, command: list[str]) -> None:
    more = ["1"] if command == ["perft"] else []
    missing = tmp_path / "missing"
    assert_refused(run(*command, missing, *more), 1, f"{missing}: no such file")
    assert_refused(run(*command, tmp_path, *more), 1, str(tmp_path))
    bad = tmp_path / "bad.map"
    bad.write_text("A 1\n 1 ? B\n", encoding="utf-8")
    assert_refused(run(*command, bad, *more), 1, f"{bad}: line 2, column 4: ", "'?'")
    bad.write_bytes(b"A \xff B")
    assert_refused(run(*command, bad, *more), 1, f"{bad} is not UTF-8 text", "byte 2")


@pytest.mark.parametrize("args", [["play", "--out"], ["show", "duel", "--out"]])
def test_file_that_cannot_be_written(run: Run, tmp_path: Path, args: list[str]) -> None:
    (tmp_path / "file").touch()
    assert_refused(run(*args, tmp_path / "file" / "in"), 1, str(tmp_path / "file"))


@pytest.mark.parametrize("args", [[], ["nonsense"], ["show", "duel", "more"], ["moves"], ["perft", "duel"]])
def test_wrong_usage(run: Run, args: list[str]) -> None:
    assert_refused(run(*args), 2, "--help")


@pytest.mark.parametrize("command", [[], ["play"], ["show"], ["moves"], ["score"], ["perft"]])
def test_help(run: Run, command: list[str]) -> None:
    status, out, err = run(*command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith("usage: sse")
    if not command:
        for word in ("examples:", "exit status:", "130", "141"):
            assert word in out


def test_version(run: Run) -> None:
    assert run("--version").out == f"sse_core {sse.__version__}\n"


def test_name_that_the_terminal_cannot_show() -> None:
    game = sse.GameRecord(sse.new_game(sse.maps()["duel"]), (), {"A": "Zoë"})
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "sse_core", "score", "-"],
        input=sse.format_game(game).encode(),
        capture_output=True,
        env=environment,
        check=True,
    )
    assert rb"Zo\xeb" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="pipes break otherwise elsewhere")
@pytest.mark.parametrize("args", [["show", "base-4p"], ["--help"], ["perft", "base-4p", "2", "--divide"]])
def test_reader_goes_away(args: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "sse_core", *args]
    # Unbuffered, argparse would meet the broken pipe first, and keep silent about it.
    buffered = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE, env=buffered) as process:
        os.close(writing)
        _, complaint = process.communicate(timeout=60)
    assert (process.returncode, complaint) == (141, b"")
