"""The `sse` command: what it prints, what it writes, what it refuses, and its exit status."""

from __future__ import annotations

import builtins
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.command import Result, Run, assert_refused, joined, spawn

import sse_core as sse
from sse_core.bots import BOTS
from sse_core.game import Theme
from sse_core.small_star_empires import Bag, Edition, Reveal, Score, Tile, parse_game
from sse_core.small_star_empires.campaign import Campaign, format_campaign, parse_campaign

BLOCKED = "     1 1\nB A w\n"
"""A map without legal moves: the only wormhole leads nowhere, and the flight through it does not bend."""


WILD = """\
rules: open_borders=yes nebula_points=1,2
bag: refueling=1, nordinn=1
ships: 2

1 . A ? 1 ? B 1
"""
"""A small map with rules of its own: two face-down tiles, open borders, and a nebula table."""


def game_of(path: Path) -> sse.GameRecord[sse.State, sse.Action]:
    """The record in a file."""
    return parse_game(path.read_text(encoding="utf-8"))


def columns(score: Score, *, tiles: bool = False, tolls: bool = False) -> list[str]:
    """The points of a seat in the score table."""
    points = [score.planets, score.nebulae, score.stations, score.territory]
    points += [score.tiles] * tiles + [score.tolls] * tolls
    return [str(number) for number in (*points, score.total)]


def last_turn(game: sse.GameRecord[sse.State, sse.Action]) -> list[sse.Action]:
    """The actions of the last turn, which begins where nothing is due."""
    starts = [ply for ply, state in enumerate(game.states()) if state.due is None and ply < len(game.actions)]
    return list(game.actions[starts[-1] :])


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
    """A game and its score, as `make demo` has them."""
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
    game = parse_game(text)
    assert game.start == sse.new_game(sse.base_map(2, seed=7, holes="balanced"))
    assert dict(game.tags) == {"seed": "7", "A": "random", "B": "greedy"}
    for action in game.actions:
        assert sse.format_action(action, game.start) in played.out
    for shown in (sse.to_text(game.start), sse.to_text(game.final, last=game.actions[-1:])):
        assert shown in played.out
    picture = (out / "final.svg").read_text(encoding="utf-8").rstrip("\n")
    assert picture == sse.to_svg(game.final, last=game.actions[-1:]).rstrip("\n")
    assert f"Replayed {out / 'game.sse'}: the same position, the same score." in lines

    scored = spawn("score", out / "game.sse")
    assert (scored.status, scored.err) == (0, "")
    assert scored.out.splitlines()[-1] in lines
    for seat, score in zip("AB", game.final.score_sheet(), strict=True):
        row = columns(score)
        assert any(line.startswith(seat) and " ".join(row) in " ".join(line.split()) for line in lines)
        assert any(line.startswith(seat) and line.split()[-5:] == row for line in scored.out.splitlines())
    for score, line in zip(game.final.score_sheet(), scored.out.splitlines()[1:], strict=False):
        assert line.split()[2:] == columns(score)


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


def test_effects_are_worked_out_for_readers_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each action once where the page lists them; none in a quiet game of bots."""
    effects, actions = sse.small_star_empires.effects, list[sse.Action]()

    def counted(before: sse.State, action: sse.Action, after: sse.State) -> tuple[str, ...]:
        actions.append(action)
        return effects(before, action, after)

    monkeypatch.setattr(sse.small_star_empires, "effects", counted)
    run("play", "--seed", 7, "--quiet")
    assert actions == []
    plies = re.search(r"after ([0-9]+) plies", run("play", "--seed", 7).out)
    assert plies is not None
    assert len(actions) == int(plies[1])


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
        (["bob"], "no player 'bob'; they are human, greedy, mcts"),
        (["random", "greedy", "--players", 3], "--players 3, but the players named are 2"),
        (["random", "--map", "duel"], "duel is for 2 players, and 1 is named: name 1 more"),
        (["--map", "duel", "--players", 3], "duel is for 2 players, not 3"),
        (["--map", "duel", "--holes", "balanced"], "--holes is for the base map"),
        (["--map", "duel", "--unexplored"], "--unexplored is for the base map"),
        (["--rule", "open_borders"], "a rule is NAME=VALUE, not 'open_borders'"),
        (["--rule", "default"], "a rule is NAME=VALUE"),
        (["--rule", "bribes=yes"], "there is no option 'bribes'; they are edition, "),
        (["--rule", "open_borders=yes damaged_jump=no"], "a rule is NAME=VALUE"),
        (["--rule", "open_borders=maybe"], "--rule: open_borders is `yes` or `no`"),
        (["--rule", "territory_points=1000"], "--rule: territory_points 1000 is not in 0 to 999 (E7.3)"),
        (["--rule", "bag=four=1"], "--rule: there is no tile 'four'; they are three, two,"),
        (["--rule", "damaged_jump=no", "--rule", "damaged_jump=no"], "--rule: damaged_jump is given twice"),
        (["--rule", "edition=second", "--edition", "first"], "--rule or --edition: edition is given twice"),
        (["--rule", "edition=third"], "--rule: edition is 'first' or 'second'"),
        (["--edition", "third"], "--edition"),
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


@pytest.mark.parametrize("command", ["play", "campaign"])
@pytest.mark.parametrize("players", [0, 1, 5, -1])
def test_base_map_has_2_to_4_players(run: Run, command: str, players: int) -> None:
    assert_refused(run(command, "--players", players), 1, "2", "4", str(players))


@pytest.mark.parametrize("name", sse.GAMES)
def test_who_names_too_few_or_too_many_players_is_told_how_many(run: Run, name: str) -> None:
    info = sse.GAMES[name].INFO
    for named in (*range(1, info.least_players), info.most_players + 1):
        result = run("play", name, *["human"] * named)
        assert_refused(result, 2, f"{info.title} is for ", f", and {named} ")
        more = re.search(r": name (\d+)(?: to \d+)? more ", result.err)
        fewer = re.search(r": leave (\d+) out ", result.err)
        fitting = named + int(more[1]) if more else named - int(fewer[1]) if fewer else named
        assert fitting in (info.least_players, info.most_players)
        assert run("play", name, *["human"] * fitting, "--seed", 1).status == 3


def test_bag_with_too_few_tiles(run: Run) -> None:
    for command in ("play", "campaign"):
        assert_refused(
            run(command, "--unexplored", "--rule", "bag=two=1"), 1, "the bag has 1, the map 9 to explore", "(E9.1)"
        )


def test_only_a_map_can_be_played_on(run: Run, record: Path) -> None:
    assert_refused(run("play", "--map", record), 1, f"{record} is no map")


def test_unexplored_base_map(run: Run, tmp_path: Path) -> None:
    """Tiles that are turned over stand in the page, the record and the score."""
    result = run("play", "greedy", "random", "--seed", 3, "--unexplored", "--holes", "wormholes", "--out", tmp_path)
    assert result.status == 0
    game = game_of(tmp_path / "game.sse")
    assert game.start == sse.new_game(sse.base_map(2, seed=3, holes="wormholes", unexplored=True))
    reveals = [action for action in game.actions if isinstance(action, Reveal)]
    assert reveals
    notation = result.out.partition("The game:")[2].partition("The end:")[0]
    assert re.findall(r"\? (reveal=\w+)", notation) == [f"reveal={action.tile}" for action in reveals]
    assert "same position, the same score" in result.out
    lines = run("score", tmp_path / "game.sse").out.splitlines()
    assert lines[0].split("  ")[-2:] == ["tiles", "total"]
    for score, line in zip(game.final.score_sheet(), lines[1:], strict=False):
        assert line.split()[2:] == columns(score, tiles=True)


@pytest.mark.parametrize(
    ("args", "rules"),
    [
        (["--edition", "first"], sse.Rules(edition="first")),
        (["--rule", "edition=first"], sse.Rules(edition="first")),
        (
            ["--rule", "open_borders=yes", "--rule", "nebula_points=1,2", "--edition", "second"],
            sse.Rules(open_borders=True, nebula_points=(1, 2)),
        ),
        (["--rule", "bag=three=9,two=9"], sse.Rules(bag=Bag(three=9, two=9))),
    ],
)
def test_rules_of_the_base_map(run: Run, tmp_path: Path, args: list[str], rules: sse.Rules) -> None:
    assert run("play", "--unexplored", "--seed", 1, *args, "--out", tmp_path, "--force").status == 0
    assert game_of(tmp_path / "game.sse").start.rules == rules


def test_rules_of_a_map_hold_unless_they_are_changed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wild.map"
    path.write_text(WILD, encoding="utf-8")
    board = sse.parse_map(WILD)
    for args, rules in (
        ([], board.setup.rules),
        (["--rule", "open_borders=no"], sse.Rules(nebula_points=(1, 2))),
        (["--edition", "first"], sse.Rules(edition="first", open_borders=True, nebula_points=(1, 2))),
    ):
        assert run("play", "--map", path, "--seed", 1, *args, "--out", tmp_path, "--force").status == 0
        start = game_of(tmp_path / "game.sse").start
        assert (start.board, start.rules) == (board, rules)
        assert [len(start.ships(player)) for player in (0, 1)] == [2, 2]


@pytest.mark.parametrize("name", ["everything-2p", "everything-4p"])
def test_everything_at_once(run: Run, tmp_path: Path, name: str) -> None:
    """Played, recorded, replayed, scored and drawn."""
    result = run("play", "--map", name, "--seed", 5, "--out", tmp_path)
    assert (result.status, result.err) == (0, "")
    assert "the same position, the same score." in result.out
    game = game_of(tmp_path / "game.sse")
    final = game.final
    assert run("show", tmp_path / "game.sse").out == sse.to_text(final, last=last_turn(game)) + "\n"
    assert ET.parse(tmp_path / "final.svg").getroot().tag.endswith("svg")
    rows = run("score", tmp_path / "game.sse").out.splitlines()[1:]
    assert [row.split()[2:] for row in rows[: final.board.players]] == [
        columns(score, tiles=True, tolls=True) for score in final.score_sheet()
    ]


# --- a person at the terminal


def test_person_plays_to_the_end(tmp_path: Path) -> None:
    """Two people on a pipe: every third move follows mistyped ones."""
    state = sse.new_game(sse.maps()["duel"])
    words = ["?", "? a1-b", "? zz", ""]
    while legal := state.legal_actions():
        if state.ply % 3 == 0:
            words += ["nonsense", "a1-a1=C"]
        words.append(f"  {sse.format_action(legal[-1], state)} ")
        state = state.after(legal[-1])
    result = spawn("play", "human", "human", "--map", "duel", "--out", tmp_path, stdin="\n".join([*words, ""]))
    assert (result.status, result.err) == (0, "")
    assert result.out.count("Type an action.") == 2
    assert "\na1-b1=C  a1-b1=S  a1-b2=C  a1-b2=S\n" in result.out
    assert "\nNo legal action begins with 'zz'.\n" in result.out
    assert "\nA (human): nonsense\nNo: an action is written like " in result.out
    assert re.search(r"\nA \(human\): a1-a1=C\nNo: .*\(E[0-9.]+\)\.\n", result.out)
    assert game_of(tmp_path / "game.sse").final == state
    assert "The end:" in result.out


@pytest.mark.parametrize("words", [[], ["play"], ["campaign"], ["show"], ["moves"], ["score"], ["perft"], ["rules"]])
def test_help_fits_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, run(*words, "--help").out.splitlines())) <= 80


def test_campaign_fits_a_terminal(run: Run) -> None:
    """Its first line has four names, and its other lines have four totals each."""
    out = run("campaign", "--players", 4, "--seed", 3, "--unexplored").out
    assert max(map(len, out.splitlines())) <= 80


def test_legal_actions_are_listed_as_wide_as_the_terminal_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, lines in ((80, 2), (40, 4), (200, 1)):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = run("play", "human", "human", "--map", "duel", stdin="?\nquit\n").out
        listed = out.partition("A (human): ?\n")[2].partition("\nA (human): quit")[0].splitlines()
        assert " ".join(" ".join(listed).split()).split(" ") == [
            sse.format_action(action, sse.maps()["duel"]) for action in sse.new_game(sse.maps()["duel"]).legal_actions()
        ]
        assert max(map(len, listed)) <= columns
        assert len(listed) == lines


@pytest.mark.parametrize("name", sse.maps())
def test_listing_of_a_game_fits_a_terminal(run: Run, name: str) -> None:
    out = run("play", "--map", name, "--seed", 3).out
    listing = out.partition("\nThe game:\n")[2].partition("\nThe end:\n")[0].splitlines()
    assert listing
    assert max(map(len, listing)) <= 80


def test_table_that_is_too_wide_says_so(run: Run) -> None:
    """The names of players have any length."""
    start = sse.new_game(sse.maps()["duel"])
    for length, note in ((20, False), (60, True)):
        text = sse.format_game(sse.GameRecord(start, (), {"A": "x" * length, "B": "Bob"}))
        table = run("score", "-", stdin=text).out.partition("\n\n")[0].splitlines()
        width = max(map(len, table))
        assert (width > 80) == note
        assert (table[-1] == f"This is {width} columns wide.") == note


def test_person_is_told_why_a_move_is_illegal(run: Run) -> None:
    result = run("play", "human", "human", "--map", "duel", stdin="e3-e2=C\na1-a2=C\na1-a2=C\n")
    assert "A (human): e3-e2=C\nNo: player A has no ship at e3 (E2.1).\n" in result.out
    assert "B (human): a1-a2=C\nNo: player B has no ship at a1 (E2.1).\n" in result.out


def test_person_may_type_capitals(run: Run) -> None:
    out = run("play", "human", "human", "--map", "duel", stdin="? A1-B\nA1-B1=c\nQUIT\n").out
    assert "\nA (human): ? A1-B\na1-b1=C  a1-b1=S  a1-b2=C  a1-b2=S\n" in out
    assert "\nA (human): A1-B1=c\nA (human): a1-b1=C\n" in out
    assert "\nThe game was left after 1 ply.\n" in out


def test_person_is_told_what_is_missing(run: Run) -> None:
    out = run("play", "human", "human", "--map", "duel", stdin="a1-b1\na1-c2=C\n").out
    assert "No: a1 to b1 without a piece is no action of this board: add the piece, a1-b1=C for a city or " in out
    assert "No: a1 to c2 with a city is no action of this board: a1 and c2 share no line (E3.1).\n" in out


def test_person_is_told_what_the_bot_does(run: Run) -> None:
    result = run("play", "human", "greedy", "--map", "duel", "--seed", 1, stdin="a1-a2=C\nquit\n")
    assert re.search(r"\nB \(greedy\) flew from e3 to \S+ and built a [^[]+\[e3-\S+\]\n", result.out)


def test_person_meets_chance_and_tolls(run: Run, tmp_path: Path) -> None:
    """A second move is an action of its own, which the player may decline; a list of actions shows their tolls."""
    drawing = tmp_path / "fuel.map"
    drawing.write_text("rules: open_borders=yes\nbag: refueling=1\nships: 1\n\n1 A ? 1 B 1\n", encoding="utf-8")
    words = ["a2-a3=S", "a2-a3=C", "?", "reveal=refueling", "stay", "? a5-a1", "a5-a1=C$1", "a5-a1=C", "quit"]
    result = run("play", "human", "human", "--map", drawing, "--out", tmp_path, stdin="\n".join(words))
    assert result.status == 3
    assert re.search(r"A \(human\): a2-a3=S\nNo: .*\(E9\.1\)\.\n", result.out)
    assert "\nA (human): a2-a3=C\nA (human) flew from a2 to a3 to explore it\n" in result.out
    assert "\nA refueling station was turned over at a3 [reveal=refueling]\n" in result.out
    assert "\nA (human): ?\na3-a4=C  a3-a4=S  stay\nA (human): reveal=refueling\nNo: " in result.out
    assert "\nB (human): ? a5-a1\na5-a1=C$2  a5-a1=S$2\n" in result.out
    assert "\nB (human): a5-a1=C$1\nNo: this move costs a toll of 2 (E10.1).\n" in result.out
    text = (tmp_path / "game.sse").read_text(encoding="utf-8")
    assert "\nmoves: 4\n1 A a2-a3=C\n2 ? reveal=refueling\n3 A stay\n4 B a5-a1=C$2\n" in text
    lines = run("score", tmp_path / "game.sse").out.splitlines()
    assert " ".join(lines[0].split()) == "seat player planets nebulae trade stations territory tiles tolls total"
    # Refueling is a point at once, and each toll two points at the end.
    assert lines[1].split() == ["A", "human", "0", "0", "0", "3", "1", "4", "8"]


def test_person_chooses_a_city(run: Run, tmp_path: Path) -> None:
    """The further actions of a turn stand below its first one, under one number."""
    drawing = tmp_path / "nordinn.map"
    drawing.write_text("bag: nordinn=1\nships: 1\n\n1 A 1 ? B 1\n", encoding="utf-8")
    words = ["a2-a3=C", "a5-a6=C", "a3-a4=C", "stay", "destroy=a6", "destroy=a3"]
    result = run("play", "human", "human", "--map", drawing, "--out", tmp_path, stdin="\n".join(words))
    assert result.status == 0
    for wrong in ("stay", "destroy=a6"):
        assert re.search(rf"A \(human\): {wrong}\nNo: .*\(E[0-9.]+\)\.\n", result.out)
    notation = result.out.partition("The game:\n\n")[2].partition("\n\nThe end:")[0]
    assert notation.splitlines() == [
        "   A                 B",
        "1  a2-a3=C           a5-a6=C",
        "2  a3-a4=C",
        "   ? reveal=nordinn",
        "      the ship of A is damaged at a4, and no city is put there (E9.9)",
        "      no other ship may land at a4 or cross it (E9.9)",
        "      A must destroy a city of its own next to a4 (E9.9)",
        "   destroy=a3",
        "      the city goes back to the reserve of A (E9.9)",
        "      A keeps the 1 point of its planets (E6.2)",
        "      a conquest marker lies at a3: no ship may land there or cross it (E9.9)",
        "      A can't move and is out for the rest of the game (E2.2)",
        "      B can't move and is out for the rest of the game (E2.2)",
        "      nobody can move: the game is over (E2.3)",
    ]
    told = result.out.partition("The Nordinn Empire was turned over at a4 [reveal=nordinn]\n")[2].splitlines()
    assert told[0] == "  the ship of A is damaged at a4, and no city is put there (E9.9)"
    chosen = "A (human) let the Nordinn Empire destroy the city on one planet at a3"
    assert f"A (human): destroy=a3\n{chosen}\n  the city goes back to the reserve of A (E9.9)\n" in result.out
    assert "\nLast: a3-a4=C, reveal=nordinn (> left, < reached)\n" in result.out
    assert game_of(tmp_path / "game.sse").final.conquered == (2,)


@pytest.mark.parametrize("stdin", ["a1-a2=C\n quit\n", "a1-a2=C\n", "a1-a2=C"])
def test_person_leaves(run: Run, tmp_path: Path, stdin: str) -> None:
    result = run("play", "human", "human", "--map", "duel", "--out", tmp_path, stdin=stdin)
    assert (result.status, result.err) == (3, "")
    assert "\nThe game was left after 1 ply.\n" in result.out
    assert len(game_of(tmp_path / "game.sse").actions) == 1
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
    out = run("show").out
    assert max(map(len, out.splitlines())) <= 80
    # What has no room in a line goes on in the next one, below where it began.
    lines = joined(out).splitlines()
    assert [line.split()[0] for line in lines] == list(sse.maps())
    assert "duel" in sse.maps()
    assert lines[list(sse.maps()).index("duel")].endswith("2 players, 19 systems")
    assert lines[list(sse.maps()).index("epic-2p")].endswith("3 ships each, 32 cities each, 8 trade stations each")


@pytest.mark.parametrize(("options", "draw"), [([], sse.to_text), (["--svg"], sse.to_svg)])
def test_show_map_position_and_record(
    run: Run, tmp_path: Path, record: Path, options: list[str], draw: Callable[..., str]
) -> None:
    board = sse.maps()["duel"]
    game = game_of(record)
    final = game.final
    position = tmp_path / "position.txt"
    position.write_bytes(sse.format_state(final).replace("\n", "\r\n").encode() + b"\r\n")
    for name, thing in (("duel", board), (position, final)):
        assert run("show", name, *options) == Result(0, draw(thing).rstrip("\n") + "\n", "")
    assert run("show", record, *options).out == draw(final, last=last_turn(game)).rstrip("\n") + "\n"
    assert run("show", "-", *options, stdin=sse.format_map(board)).out == draw(board).rstrip("\n") + "\n"


@pytest.mark.parametrize("theme", ["dark", "light", "print"])
def test_show_draws_in_a_theme(run: Run, record: Path, theme: Theme) -> None:
    game = game_of(record)
    options = ["--svg", "--theme", theme]
    expected = sse.to_svg(game.final, last=last_turn(game), theme=theme)
    assert run("show", record, *options).out.rstrip("\n") == expected
    assert run("show", record, *options, "--strip", "--plies", "0,1").out != run(
        "show", record, "--svg", "--strip", "--plies", "0,1"
    ).out or (theme == "dark")
    assert_refused(run("show", "duel", "--theme", theme), 2, "--svg --theme")
    assert_refused(run("show", "duel", "--svg", "--theme", "pink"), 2, "dark", "light", "print")


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
    game = game_of(record)
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
    plies = game_of(record).final.ply
    words = f"the game is over after {plies} plies; --ply N goes back to an earlier position, and"
    assert run("moves", record) == Result(0, f"Nobody is to act: {words} `sse review {record}` looks at each.\n", "")
    assert json.loads(run("moves", record, "--json").out) == {"ply": plies, "to_act": [], "actions": []}


def test_moves_of_chance(run: Run) -> None:
    state = sse.new_game(sse.parse_map("A ? B")).after(0)
    lines = run("moves", "-", stdin=sse.format_state(state)).out.splitlines()
    assert lines[0] == "Ply 1, chance to act, 9 legal actions:"
    assert [line.split() for line in lines[2:]] == [
        ["action", "id", "odds"],
        *(
            [sse.format_action(event, state), str(state.board.action_id(event)), str(odds)]
            for event, odds in state.odds()
        ),
    ]
    found = json.loads(run("moves", "-", "--json", stdin=sse.format_state(state)).out)
    assert found["to_act"] == [-1]
    assert found["actions"][0] == {
        "player": -1,
        "id": state.board.action_id(Reveal(Tile.THREE)),
        "action": "reveal=three",
        "odds": "2/15",
    }


def test_moves_tell_their_tolls(run: Run) -> None:
    out = run("moves", "-", stdin="rules: open_borders=yes\nships: 1\n\nA . B 1").out
    assert [line.split()[0] for line in out.splitlines()[3:]] == ["a1-a2=C", "a1-a2=S", "a1-a4=C$1", "a1-a4=S$1"]


# --- score


def test_score(run: Run, record: Path) -> None:
    game = game_of(record)
    outcome = game.final.outcome
    assert outcome is not None
    lines = run("score", record).out.splitlines()
    for player, score in enumerate(game.final.score_sheet()):
        who = ["A", "Ada"] if player == 0 else ["B", "Bob"]
        assert lines[1 + player].split() == [*who, *columns(score)]
    (winner,) = outcome.winners
    assert lines[-1].startswith(f"{'A (Ada)' if winner == 0 else 'B (Bob)'} wins with {outcome.totals[winner]} points")


def test_score_json(run: Run, record: Path) -> None:
    game = game_of(record)
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
    """Both players have 2 points and a territory; one has 2 planets, the other a nebula."""
    reserves, words = TIES[decided_by]
    text = "A 2 . r B" if decided_by == "planets" else "A 2 . 2 B"
    state = sse.small_star_empires.position(
        sse.parse_map(text), owners={1: 0, 3: 1}, reserves=reserves, passed=[True, True], mover=None, ships=[[], []]
    )
    out = joined(run("score", "-", stdin=sse.format_game(sse.GameRecord(state, (), {}))).out)
    assert state.outcome is not None
    assert state.outcome.decided_by == decided_by
    assert out.endswith(f"{words}.\n")
    assert ("A and B share the win with 5 points" if decided_by == "shared" else "A wins with 5 points") in out


@pytest.mark.parametrize(("edition", "word"), [("first", "colonies"), ("second", "cities")])
def test_score_in_the_words_of_the_edition(run: Run, edition: Edition, word: str) -> None:
    state = sse.small_star_empires.position(
        sse.parse_map("A 2 . 2 B"),
        rules=sse.Rules(edition=edition),
        owners={1: 0, 3: 1},
        reserves=[(1, 0), (0, 0)],
        passed=[True, True],
        mover=None,
        ships=[[], []],
    )
    out = joined(run("score", "-", stdin=sse.format_game(sse.GameRecord(state, ()))).out)
    assert out.endswith(f"level on points, most {word} left in reserve (E7.4).\n")


@pytest.mark.parametrize("rules", [sse.Rules(), sse.Rules(open_borders=True)], ids=["closed", "open"])
@pytest.mark.parametrize("drawing", ["A 1 B", "A ? B"])
def test_score_has_columns_for_what_can_count(run: Run, drawing: str, rules: sse.Rules) -> None:
    state = sse.new_game(sse.parse_map(drawing), rules=rules)
    text = sse.format_game(sse.GameRecord(state, ()))
    heading = run("score", "-", stdin=text).out.splitlines()[0].split()
    assert ("tiles" in heading, "tolls" in heading) == ("?" in drawing, rules.open_borders)
    row = json.loads(run("score", "-", "--json", stdin=text).out)["players"][0]
    assert ("tiles" in row, "tolls" in row) == ("?" in drawing, rules.open_borders)


def test_illegal_move_is_refused(run: Run, record: Path) -> None:
    """The error has the move, the reason and the clause, and no score is printed."""
    lines = record.read_text(encoding="utf-8").split("\n")
    third = next(index for index, line in enumerate(lines) if line.startswith("3 A "))
    lines[third] = "3 A e3-e2=C"
    record.write_text("\n".join(lines), encoding="utf-8")
    words = (f"{record}: line {third + 1}, move 3, e3-e2=C: ", "player A has no ship at e3", "(E2.1)")
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


def test_perft_counts_a_branch_for_each_tile(run: Run) -> None:
    drawing = "bag: three=5, two=1\nships: 1\n\nA ? B"
    found = json.loads(run("perft", "-", 2, "--divide", "--json", stdin=drawing).out)
    assert found == {"depth": 2, "positions": 2, "divide": {"a1-a2=C": 2}}
    state = sse.new_game(sse.parse_map(drawing)).after(0)
    divided = run("perft", "-", 1, "--divide", stdin=sse.format_state(state)).out.splitlines()
    assert [line.split() for line in divided[:2]] == [["reveal=three", "1"], ["reveal=two", "1"]]


@pytest.mark.parametrize("options", [["--table", "1"], ["--table", "2k"], ["--table", "1M", "--threads", "2"]])
def test_perft_with_a_table(run: Run, options: list[str]) -> None:
    for position in ("duel", "unexplored-2p"):
        for more in ([], ["--divide"]):
            expected = json.loads(run("perft", position, 3, "--json", *more).out)
            assert json.loads(run("perft", position, 3, "--json", *more, *options).out) == expected


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--table", value) for value in ("-1", "x", "1.5", "64m", "1e6", "", "9" * 16)),
        ("--threads", "0"),
        ("--threads", "²"),
    ],
)
def test_perft_options_are_numbers(run: Run, option: str, value: str) -> None:
    assert_refused(run("perft", "duel", 2, f"{option}={value}"), 2, option)


def test_perft_refuses_a_table_that_no_memory_has_room_for(run: Run) -> None:
    assert_refused(run("perft", "duel", 2, "--table", "5G"), 1, "table is 5000000000, not in 0 to 4294967296")


@pytest.mark.parametrize("depth", ["-1", "x", "1.5", "²"])
def test_perft_depth_is_a_count(run: Run, depth: str) -> None:
    assert_refused(run("perft", "duel", "--", depth), 2, "DEPTH")


# --- campaign


def campaign_of(path: Path) -> Campaign:
    """The campaign in a file."""
    return parse_campaign(path.read_text(encoding="utf-8"))


@pytest.fixture
def campaign(run: Run, tmp_path: Path) -> Path:
    """A campaign of three bots with every option of its command."""
    args = ["--holes", "balanced", "--unexplored", "--rule", "open_borders=yes", "--edition", "first"]
    result = run("campaign", "greedy", "random", "greedy", "--seed", 7, *args, "--out", tmp_path / "new" / "folder")
    assert (result.status, result.err) == (0, "")
    return tmp_path / "new" / "folder" / "campaign.sse"


def test_campaign(run: Run, campaign: Path) -> None:
    """It is the campaign that the library plays, with a line for each game."""
    rules = sse.Rules(open_borders=True, edition="first")
    fresh = Campaign(3, 7, holes="balanced", unexplored=True, rules=rules)
    found = campaign_of(campaign)
    played = fresh.play([BOTS[name].choose for name in ("greedy", "random", "greedy")], 7)
    assert [game.actions for game in found.games] == [game.actions for game in played.games]
    for index, game in enumerate(found.games):
        seed = str(sse.child_seed(7, index))
        assert dict(game.tags) == {"seed": seed, "A": "greedy", "B": "random", "C": "greedy"}

    args = ["--holes", "balanced", "--unexplored", "--rule", "open_borders=yes", "--edition", "first"]
    out = run("campaign", "greedy", "random", "greedy", "--seed", 7, *args).out
    assert all(len(line) <= 80 for line in out.splitlines() if line.startswith(("game ", "  ")))
    lines = out.replace("\n  ", " ").splitlines()
    assert lines[0] == "Small Star Empires, a campaign: A (greedy), B (random), C (greedy); seed 7"
    assert len(lines) == len(found.games) + 7
    for index, (game, line) in enumerate(zip(found.games, lines[5:], strict=False)):
        outcome = game.final.outcome
        assert outcome is not None
        assert line.startswith(f"game {index + 1}, map seed {sse.child_seed(7, index)}, begun by {'ABC'[index % 3]}, ")
        totals, winners = " ".join(map(str, outcome.totals)), " ".join("ABC"[seat] for seat in outcome.winners)
        assert f", totals {totals}, won by {winners}, win piles " in line
    assert lines[-3].endswith(f"win piles {' '.join(map(str, found.piles))}")
    assert (
        lines[-1]
        == f"{'ABC'[found.winners[0]]} (greedy) wins the campaign with 4 points after {len(found.games)} games."
    )


def test_campaign_is_scored_and_shown(run: Run, campaign: Path) -> None:
    found = campaign_of(campaign)
    lines = run("score", campaign).out.splitlines()
    assert " ".join(lines[0].split()) == "game map seed begun by totals won by win piles"
    assert len(lines) == len(found.games) + 3
    for index, line in enumerate(lines[1:-2]):
        assert line.split()[:2] == [str(index + 1), str(sse.child_seed(7, index))]
    assert " wins the campaign with 4 points after " in lines[-1]
    as_json = json.loads(run("score", campaign, "--json").out)
    assert (as_json["finished"], as_json["piles"], as_json["winners"]) == (True, list(found.piles), list(found.winners))
    first = found.games[0].final.outcome
    assert first is not None
    assert as_json["games"][0]["totals"] == list(first.totals)
    assert len(as_json["games"]) == len(found.games)

    final = found.games[-1].final
    assert run("show", campaign).out == sse.to_text(final, last=last_turn(found.games[-1])) + "\n"
    assert run("show", campaign, "--json").out == found.to_json() + "\n"
    assert run("score", "-", stdin=found.to_json()).out.splitlines() == lines
    assert run("moves", campaign).out.startswith(f"Nobody is to act: the game is over after {final.ply} plies; --ply")


def test_campaign_before_its_end(run: Run) -> None:
    fresh = Campaign(2, 7)
    out = run("score", "-", stdin=format_campaign(fresh)).out
    assert out == "After 0 games the campaign isn't over; the win piles are 0 0.\n"
    assert run("show", "-", stdin=format_campaign(fresh)).out == sse.to_text(fresh.next_game()) + "\n"
    as_json = json.loads(run("score", "-", "--json", stdin=format_campaign(fresh)).out)
    assert (as_json["finished"], as_json["games"], as_json["winners"]) == (False, [], None)


def test_campaign_that_two_win(run: Run) -> None:
    """Five tied games, found by playing at random."""
    campaign = Campaign(2, 7)
    rng = Random(1)
    while not campaign.is_over:
        start = state = campaign.next_game()
        actions: list[sse.Action] = []
        while legal := state.legal_actions():
            actions.append(rng.choice(legal))
            state = state.after(actions[-1])
        if state.outcome is not None and state.outcome.winners == (0, 1):
            campaign = campaign.after(sse.GameRecord(start, tuple(actions), {"A": "Ada", "B": "Bob"}))
    lines = run("score", "-", stdin=format_campaign(campaign)).out.splitlines()
    assert lines[-1] == "A (Ada) and B (Bob) share the win of the campaign with 5 points after 5 games."
    assert lines[5].endswith("A B        5 5")


def test_quiet_campaign_shows_who_won_only(run: Run, tmp_path: Path) -> None:
    out = run("campaign", "--seed", 7, "--quiet").out
    assert re.fullmatch(r"[AB] \((random|greedy)\) wins the campaign with 5 points after [5-9] games\.\n", out)
    assert run("campaign", "--seed", 7, "--quiet").out == out
    assert out in run("campaign", "random", "greedy", "--seed", 7).out


def test_campaign_of_a_fresh_seed(run: Run) -> None:
    first = run("campaign", "--players", 4).out
    assert "D (greedy); seed " in joined(first)
    seed = joined(first).splitlines()[0].rpartition(" ")[2]
    assert run("campaign", "--players", 4, "--seed", seed).out == first


def test_person_leaves_a_campaign(run: Run, tmp_path: Path) -> None:
    result = run("campaign", "human", "greedy", "--seed", 7, "--out", tmp_path, stdin="quit\n")
    assert result.status == 3
    words = "After 0 games the campaign isn't over; the win piles are 0 0. Game 1 is in progress, left after 0 plies."
    assert f"\n{words}\n" in joined(result.out)
    found = campaign_of(tmp_path / "campaign.sse")
    begun = sse.GameRecord(
        Campaign(2, 7).next_game(), (), {"seed": str(sse.child_seed(7, 0)), "A": "human", "B": "greedy"}
    )
    assert found == Campaign(2, 7, unfinished=begun)
    assert joined(run("score", tmp_path / "campaign.sse").out) == f"{words}\n"
    assert json.loads(run("score", tmp_path / "campaign.sse", "--json").out)["plies_in_progress"] == 0


def test_rules_in_force_are_shown(run: Run) -> None:
    out = run("show", "everything-2p").out
    assert "\nrules: open_borders=yes nebula_points=2,5,8,12,16,20\nbag: three=4, two=6" in out
    assert "\nships: 3\ncities: 32\nstations: 8\nnote: a layout of this project's own, " in out
    out = run("play", "random", "greedy", "--seed", 1, "--edition", "first", "--rule", "damaged_jump=no").out
    assert out.count("\nRules: edition=first damaged_jump=no\nPly ") == 2
    assert "Rules: " not in run("play", "--seed", 1).out


def test_json_is_known_by_its_format_wherever_that_stands(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    found = json.loads(sse.new_game(sse.load_map("duel")).to_json())
    path.write_text(json.dumps(dict(reversed(found.items()))), encoding="utf-8")
    assert run("moves", path).out == run("moves", "duel").out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["ply", "greedy", "random"], "there is no command 'ply' (did you mean 'play'?); they are "),
        (["rulse"], "there is no command 'rulse' (did you mean 'rules'?); they are "),
        (
            ["match", "greedy", "random", "--game=jump_wars"],
            "a game is no option, and comes right behind the command, such as `sse match small_star_empires`",
        ),
        (["jump_wars"], "jump_wars is a game, and comes behind a command, such as `sse play jump_wars`"),
        (["show", "dual"], "no map of Small Star Empires has this name (did you mean 'duel'?)"),
        (["match", "greedy", "random", "--map", "dual"], "has this name (did you mean 'duel'?)"),
        (["play", "jump_war"], "there is no player 'jump_war' (did you mean 'jump_wars'?)"),
    ],
)
def test_a_misspelt_name_is_asked_about(run: Run, words: list[str], error: str) -> None:
    refused = run(*words)
    assert (refused.status, refused.out) == (1 if "dual" in words else 2, "")
    assert error in refused.err
    assert refused.err.count("\n") == 1


def test_person_is_told_what_was_understood(run: Run, tmp_path: Path) -> None:
    """The answer has the toll that wasn't typed (E10.1)."""
    path = tmp_path / "toll.map"
    path.write_text("rules: open_borders=yes\n\nA 1 2 3 B", encoding="utf-8")
    words = ["a1-a2=C", "a5-a1=C", "a5-a3=C", "a2-a4=C", "quit"]
    out = run("play", "human", "human", "--map", path, stdin="\n".join(words)).out
    assert "\nA (human): a2-a4=C\nA (human): a2-a4=C$1\n" in out
    assert out.count("a1-a2=C\n") == 1


def test_campaign_that_was_left_is_resumed(run: Run, campaign: Path, tmp_path: Path) -> None:
    """A campaign that is left in its second game and resumed is the same as one without a break."""
    whole, folder = campaign_of(campaign), tmp_path / "left"
    folder.mkdir()
    begun = replace(whole, games=whole.games[:2])
    (folder / "campaign.sse").write_text(sse.small_star_empires.format_campaign(begun) + "\n", encoding="utf-8")
    result = run("campaign", "--resume", folder / "campaign.sse", "--out", folder)
    assert result.status == 0, result.err
    assert "\ngame 3, " in result.out
    assert "\ngame 2, " not in result.out
    assert campaign_of(folder / "campaign.sse") == whole


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--seed", 3], "--seed is for a new campaign"),
        (["--rule", "open_borders=yes"], "--rule is for a new campaign"),
        (["random"], "is for 3 players, and 1 is named: name 2 more"),
    ],
)
def test_campaign_is_resumed_wrongly(run: Run, campaign: Path, args: list[object], words: str) -> None:
    assert_refused(run("campaign", *args, "--resume", campaign), 2, words, "--help")
    assert_refused(run("campaign", "--resume", "duel"), 1, "duel is no campaign")


def test_campaign_that_was_changed_is_refused(run: Run, campaign: Path) -> None:
    lines = campaign.read_text(encoding="utf-8").split("\n")
    third = lines.index("game 3")
    move = 2 + next(index for index in range(third, len(lines)) if lines[index].startswith("moves: "))
    lines[move] = f"{lines[move][:4]}stay"
    campaign.write_text("\n".join(lines), encoding="utf-8")
    for command in ("score", "show", "moves"):
        assert_refused(run(command, campaign), 1, f"{campaign}: line {move + 1}, move 2, stay: ")


def test_campaign_on_a_map(run: Run, tmp_path: Path) -> None:
    """The same map for every game, with the campaign's reserves, the map's rules and ships."""
    result = run("campaign", "greedy", "random", "--map", "everything-2p", "--seed", 3, "--out", tmp_path)
    assert (result.status, result.err) == (0, "")
    board = sse.maps()["everything-2p"]
    found = campaign_of(tmp_path / "campaign.sse")
    assert found == Campaign(2, 3, maps=(board,), games=found.games)
    assert [game.start.board for game in found.games] == [board] * len(found.games)
    assert {game.start.rules for game in found.games} == {board.setup.rules}
    first = found.games[0].start
    assert (first.reserve(0), first.reserve(1), len(first.ships(0))) == ((14, 4), (14, 4), 3)
    assert "\ngame 2, map 1, begun by B, " in result.out
    assert " ".join(run("score", tmp_path / "campaign.sse").out.split()).startswith("game map begun by totals")
    row = json.loads(run("score", tmp_path / "campaign.sse", "--json").out)["games"][1]
    assert (row["map"], row["begun_by"]) == (1, "B")


def test_campaign_on_several_maps_with_rules_of_its_own(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.map"
    own.write_text("A 1 2 3 B\n 1 r 3 g\n", encoding="utf-8")
    args = ["--map", "duel", "--map", own, "--rule", "open_borders=yes", "--edition", "first"]
    assert run("campaign", *args, "--seed", 3, "--out", tmp_path).status == 0
    found = campaign_of(tmp_path / "campaign.sse")
    rules = sse.Rules(open_borders=True, edition="first")
    maps = (sse.maps()["duel"], sse.load_map(own))
    assert found == Campaign(2, 3, maps=maps, rules=rules, games=found.games)
    assert [game.start.board for game in found.games] == [maps[n % 2] for n in range(len(found.games))]
    assert {game.start.rules for game in found.games} == {rules}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "14 cities and 4 trade stations each, less a city for each game won; 5 games won or shared win "),
        (["--players", 3], "12 cities and 3 trade stations each, less a city for each game won; 4 games "),
        (["--players", 4, "--edition", "first"], "10 colonies and 2 trade stations each, less a colony for each game "),
        (["--map", "everything-4p"], "10 cities and 2 trade stations each, "),
    ],
)
def test_campaign_says_its_smaller_reserves(run: Run, args: list[object], words: str) -> None:
    out = run("campaign", "--seed", 1, *args).out
    paragraph = " ".join(out.split("\n\n")[1].split())
    assert paragraph.startswith("Smaller reserves than in a single game: ")
    assert words in paragraph
    assert paragraph.endswith(" win the campaign (E10.2).")
    assert max(map(len, out.split("\n\n")[1].split("\n"))) <= 80


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["bob"], "no player 'bob'"),
        (["random", "greedy", "--players", 3], "--players 3, but the players named are 2"),
        (["--rule", "bribes=yes"], "there is no option 'bribes'"),
        (["--rule", "open_borders=maybe"], "--rule: open_borders is `yes` or `no`"),
        (["--map", "duel", "--holes", "balanced"], "--holes is for the base map"),
        (["--map", "duel", "--unexplored"], "--unexplored is for the base map"),
        (["--map", "duel", "--players", 3], "duel is for 2 players, not 3"),
        (["--map", "duel", "--map", "base-3p"], "base-3p is for 3 players, not 2"),
        (["--map", "duel", "--map", "everything-2p", "--rule", "damaged_jump=no"], "which differ among these"),
        (["--seed", "x"], "--seed"),
    ],
)
def test_campaign_is_used_wrongly(run: Run, args: list[object], words: str) -> None:
    assert_refused(run("campaign", *args), 2, words, "--help")


# --- what goes for all of them


@pytest.mark.parametrize("command", [["show"], ["moves"], ["score"], ["perft"], ["play", "--map"]])
def test_file_that_cannot_be_read(run: Run, tmp_path: Path, command: list[str]) -> None:
    more = ["1"] if command == ["perft"] else []
    missing = tmp_path / "missing"
    assert_refused(run(*command, missing, *more), 1, f"{missing}: no such file")
    assert_refused(run(*command, tmp_path, *more), 1, str(tmp_path))
    bad = tmp_path / "bad.map"
    bad.write_text("A 1\n 1 z B\n", encoding="utf-8")
    assert_refused(run(*command, bad, *more), 1, f"{bad}: line 2, column 4: ", "'z'")
    bad.write_bytes(b"A \xff B")
    assert_refused(run(*command, bad, *more), 1, f"{bad} is not UTF-8 text", "byte 2")


@pytest.mark.parametrize("args", [["play", "--out"], ["campaign", "--out"], ["show", "duel", "--out"]])
def test_file_that_cannot_be_written(run: Run, tmp_path: Path, args: list[str]) -> None:
    (tmp_path / "file").touch()
    assert_refused(run(*args, tmp_path / "file" / "in"), 1, str(tmp_path / "file"))


@pytest.mark.parametrize(
    "command", [[], ["play"], ["campaign"], ["show"], ["moves"], ["score"], ["perft"], ["rules"], ["analyse"]]
)
def test_help(run: Run, command: list[str]) -> None:
    status, out, err = run(*command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith("usage: sse")
    if not command:
        for word in ("examples:", "exit status:", "130", "141"):
            assert word in out


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "is not UTF-8 text, and looks like a PNG picture"),
        (b"<svg></svg>", "is nothing of a game: it looks like an SVG picture"),
        (b"", "is nothing of a game: it looks like an empty text"),
        (sse.to_text(sse.maps()["duel"]).encode(), "it looks like a drawing as `sse show` prints it"),
        (b'{"players": 2}', "is missing"),
    ],
)
@pytest.mark.parametrize("command", [["show"], ["score"], ["play", "--map"], ["play", "--resume"]])
def test_file_of_another_kind(run: Run, tmp_path: Path, command: list[str], content: bytes, kind: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert_refused(run(*command, path), 1, str(path), kind)


def test_file_of_another_kind_of_ours(run: Run, record: Path) -> None:
    assert_refused(run("play", "--map", record), 1, f"{record} is no map, but a record")
    assert_refused(run("score", "-", stdin=sse.format_state(game_of(record).final)), 1, "but a position")
    assert_refused(run("score", "duel"), 1, "duel is no record of a game, but a map")


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
    # The output is buffered. Unbuffered, argparse would meet the broken pipe first, and keep silent about it.
    with subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        _, complaint = process.communicate(timeout=60)
    assert (process.returncode, complaint) == (141, b"")
