"""`sse match`: what it prints, what it keeps, when it ends, and what it refuses."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.command import Run, Session, assert_refused, joined
from tests.profiles import shortened

import sse_core as sse
from sse_core import child_seed
from sse_core.arena import Results, Sprt, elo_of
from sse_core.cli.terminal.progress import Progress, duration
from sse_core.small_star_empires import new_game

pytestmark = pytest.mark.usefixtures("heard_signals")

DOCS = Path(__file__).parents[1] / "docs"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are others elsewhere")
GREEDY = ["match", "greedy", "random", "--map", "duel", "--seed", 7]


def lines_of(page: str) -> dict[str, str]:
    """The lines of the table by their labels."""
    return {
        line[:10].strip(): line[10:] for line in joined(page).splitlines() if line[:1].strip() and line[9:10] == " "
    }


def object_of(run: Run, *args: object) -> Any:
    result = run(*args, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


# --- the results


def test_the_table_and_the_object_say_the_same(run: Run) -> None:
    result = run(*GREEDY, "--games", 40)
    assert (result.status, result.err) == (0, "")
    assert joined(result.out).startswith(
        "Small Star Empires, a match: greedy against random; 2 seats, turned on each start;"
    )
    assert "seed 7\n" in result.out
    found, lines = object_of(run, *GREEDY, "--games", 40), lines_of(result.out)
    assert {key: found[key] for key in ("game", "players", "a", "b", "seed", "finished", "rounds", "games")} == {
        "game": "small_star_empires",
        "players": 2,
        "a": "greedy",
        "b": "random",
        "seed": 7,
        "finished": True,
        "rounds": 20,
        "games": 40,
    }
    wins, shared, losses = found["wins"], found["shared"], found["losses"]
    assert wins + shared + losses == 40
    assert 30 <= wins < 40
    assert lines["result"] == f"greedy won {wins}, shared {shared} and lost {losses} of 40 games"
    share, elo, margin = found["share"], found["elo"], found["margin"]
    assert share["low"] < share["value"] < share["high"]
    assert lines["share"] == (
        f"{100 * share['value']:.1f} % of the win, {100 * share['low']:.1f} to {100 * share['high']:.1f} (95 %); "
        "50 % would be even"
    )
    assert elo["value"] == pytest.approx(elo_of(share["value"]))
    assert lines["Elo"] == f"{elo['value']:+.0f}, {elo['low']:+.0f} to {elo['high']:+.0f} (95 %)"
    assert lines["margin"].startswith(f"{margin['value']:+.2f} points over the best opponent's, ")
    assert sum(row["wins"] for row in found["by_seat"]) == wins
    assert [row["seat"] for row in found["by_seat"]] == ["A", "B"]
    pairs = {row["share"]: row["rounds"] for row in found["round_results"]}
    assert list(pairs) == [0, 0.25, 0.5, 0.75, 1]
    assert lines["rounds"] == "by wins of 2 games, " + ", ".join(f"{2 * each:g}: {n}" for each, n in pairs.items())
    assert (found["sprt"], found["failure"]) == (None, None)
    assert found["plies"] > 40
    assert found["seconds"] > 0


def test_all_players_of_a_table(run: Run) -> None:
    found = object_of(run, "match", "greedy", "random", "--players", 3, "--games", 4, "--seed", 1, "--unexplored")
    # A round has three games.
    assert (found["players"], found["rounds"], found["games"]) == (3, 2, 6)
    page = run("match", "greedy", "random", "--players", 3, "--games", 4, "--seed", 1, "--unexplored").out
    assert "3 seats, turned on each start" in joined(page)
    assert "33.3 % would be even" in lines_of(page)["share"]


def test_a_game_for_one(run: Run) -> None:
    result = run("match", "micro_space_empire", "planner", "random", "--games", 20, "--seed", 1)
    assert (result.status, result.err) == (0, "")
    assert "each plays the same seeds alone" in joined(result.out)
    lines = lines_of(result.out)
    assert "of 10 seeds, in 20 games" in lines["result"]
    assert "by seat" not in lines
    assert "over the other's" in lines["margin"]


def test_another_game(run: Run) -> None:
    found = object_of(run, "match", "jump_wars", "greedy", "random", "--turns", 1, "--games", 2, "--seed", 1)
    assert (found["game"], found["games"]) == ("jump_wars", 2)


def test_it_does_not_matter_how_many_processes_play(run: Run) -> None:
    one, two = (object_of(run, *GREEDY, "--games", 10, "--sprt", "--jobs", jobs) for jobs in (1, 2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_a_fresh_seed_is_shown(run: Run) -> None:
    found = object_of(run, "match", "random", "random", "--games", 2)
    assert found == {**object_of(run, "match", "random", "random", "--games", 2, "--seed", found["seed"])} | {
        "seconds": found["seconds"]
    }


def test_a_map_from_standard_input(run: Run) -> None:
    result = run("match", "greedy", "random", "--map", "-", "--games", 6, stdin="A 1 2 1 B\n")
    assert (result.status, result.err) == (0, "")


@pytest.mark.skipif(not DOCS.exists(), reason="docs are part of the checkout, not of the package")
def test_the_page_of_matches_shows_what_the_bot_of_the_other_page_plays(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page, bots = ((DOCS / name).read_text(encoding="utf-8") for name in ("arena.md", "bots.md"))
    (source,) = re.findall(r'```python\n(""".*?)```', bots, re.DOTALL)
    (command, shown) = re.findall(r"```\n\$ sse (match .*?)\n(.*?)```", page, re.DOTALL)[0]
    Path("mybot.py").write_text(source, encoding="utf-8")
    printed = run(*command.split()).out
    assert [line for line in printed.splitlines() if not line.startswith("speed")] == [
        line for line in shown.splitlines() if not line.startswith("speed")
    ]


# --- the test


def test_a_test_ends_the_match(run: Run) -> None:
    args = [*GREEDY, "--sprt", "--sprt-bounds", 0, 100]
    found = object_of(run, *args)
    assert found["finished"]
    assert found["games"] < 1000
    test = found["sprt"]
    assert {name: test[name] for name in ("elo0", "elo1", "alpha", "beta", "decision")} == {
        "elo0": 0,
        "elo1": 100,
        "alpha": 0.05,
        "beta": 0.05,
        "decision": "H1",
    }
    counts = {row["share"]: float(row["rounds"]) for row in found["round_results"]}
    assert test["ratio"] == pytest.approx(Sprt(0, 100).ratio(counts))
    assert test["ratio"] >= test["upper"]
    # A round less, and nothing was decided.
    before = object_of(run, *args, "--games", found["games"] - 2)
    assert (before["sprt"]["decision"], before["finished"]) == (None, True)
    assert lines_of(run(*args).out)["test"] == (
        "H0 (Elo 0 or less) against H1 (Elo 100 or more): log likelihood ratio "
        f"{test['ratio']:.2f}, bounds -2.94 and 2.94; H1 is accepted"
    )


def test_a_test_against_the_first_bot(run: Run) -> None:
    result = run("match", "random", "greedy", "--seed", 2, "--sprt-bounds", 0, 100)
    assert "H0 is accepted" in lines_of(result.out)["test"]


def test_a_test_without_bounds_has_those_of_the_field(run: Run) -> None:
    test = object_of(run, *GREEDY, "--games", 4, "--sprt")["sprt"]
    assert (test["elo0"], test["elo1"], test["decision"]) == (0, 10, None)
    assert "nothing is decided" in lines_of(run(*GREEDY, "--games", 4, "--sprt").out)["test"]


# --- records


def test_the_records_are_the_games_of_play(run: Run, tmp_path: Path) -> None:
    args = ["--seed", 7, "--players", 3, "--holes", "balanced"]
    found = object_of(run, "match", "greedy", "random", *args, "--games", 6, "--out", tmp_path / "games.jsonl")
    texts = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    records = [sse.GameRecord.from_json(text) for text in texts]
    assert len(records) == 6
    winners = [record.final.outcome.winners for record in records if record.final.outcome is not None]
    assert found["wins"] == sum(seats == (place % 3,) for place, seats in enumerate(winners))
    for place, record in enumerate(records):
        names = ["greedy" if seat == place % 3 else "random" for seat in range(3)]
        seed = child_seed(7, place // 3)
        run("play", *names, "--seed", seed, "--holes", "balanced", "--out", tmp_path / str(place))
        played = (tmp_path / str(place) / "game.sse").read_text(encoding="utf-8")
        assert sse.format_game(record) + "\n" == played


def test_a_file_of_records_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("mine\n", encoding="utf-8")
    result = run(*GREEDY, "--games", 2, "--out", path)
    assert f"The records go to {tmp_path / 'games-2.jsonl'}.\n" in result.out
    assert object_of(run, *GREEDY, "--games", 2, "--out", path)["records"] == str(tmp_path / "games-3.jsonl")
    assert path.read_text(encoding="utf-8") == "mine\n"
    assert_refused(run(*GREEDY, "--games", 2, "--out", tmp_path / "no" / "games.jsonl"), 1, "there is no folder")


def test_a_file_keeps_a_match_which_goes_on(run: Run, tmp_path: Path) -> None:
    """The records of all games are there at the end, those that were played before, too."""
    args = [*GREEDY, "--store", tmp_path / "games.sqlite3"]
    part = object_of(run, *args, "--games", 10, "--jobs", 2)
    assert part["games"] == 10
    grown = object_of(run, *args, "--games", 16, "--out", tmp_path / "grown.jsonl")
    at_once = object_of(run, *GREEDY, "--games", 16, "--out", tmp_path / "at_once.jsonl")
    different = ("seconds", "records")
    assert {**grown, **dict.fromkeys(different)} == {**at_once, **dict.fromkeys(different)}
    assert (tmp_path / "grown.jsonl").read_bytes() == (tmp_path / "at_once.jsonl").read_bytes()
    again = run(*args, "--games", 16)
    assert f"{tmp_path / 'games.sqlite3'} has 16 games of it already.".replace(" ", "") in again.out.replace(
        "\n", ""
    ).replace(" ", "")
    assert "speed" not in lines_of(again.out)
    assert_refused(run(*args, "--games", 10), 1, "has 8 rounds, and 5 are asked for", "ask for 16 games or more")


# --- early ends


BREAKS = """\
def choose(view, player, rng):
    actions = view.legal_actions(player)
    return actions[0] if view.ply < {ply} else {answer}
"""


def test_a_game_in_which_a_bot_fails_is_its_loss(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # On the map `duel` A moves at even plies, so the bot fails in each second game.
    Path("mybot.py").write_text(BREAKS.format(ply=5, answer="1 / 0 if player else actions[0]"), encoding="utf-8")
    args = ["match", "mybot.py", "greedy", "--map", "duel", "--seed", 3, "--games", 6, "--opening-plies", 0]
    result = run(*args, "--out", "games.jsonl")
    assert (result.status, result.err) == (0, "")
    why = "mybot.py at seat B failed at ply 5: ZeroDivisionError: division by zero (mybot.py, line 3)"
    assert (
        f"failed    3 games lost by the bot that failed: by mybot.py 3 game 2: {why}; the same in 2 more games"
        in joined(result.out)
    )
    assert f"Game 2, seed {child_seed(3, 0)}, ended in this position:" in result.out
    position = result.out[result.out.index("sse-state 1") :].removesuffix("\n")
    assert sse.read(position).ply == 5
    assert len(Path("games.jsonl").read_text(encoding="utf-8").splitlines()) == 3
    found = object_of(run, *args)
    assert (found["finished"], found["rounds"], found["failures_are"], found["losses"]) == (True, 3, "loss", 6)
    told = {"game": 2, "bot": "mybot.py", "error": why}
    assert found["failure"] == told | {"seed": child_seed(3, 0), "position": position}
    assert [row["game"] for row in found["failures"]] == [2, 4, 6]
    assert found["failures"][0] == told
    # Margins are those of the games that were played to their ends.
    totals = [
        sse.GameRecord.from_json(text).final.totals for text in Path("games.jsonl").read_text("utf-8").splitlines()
    ]
    assert found["margin"]["value"] == pytest.approx(sum(ours - theirs for ours, theirs in totals) / 3)
    # For nobody, it takes its round with it.
    nothing = run(*args, "--failure", "none")
    assert nothing.status == 0
    assert "No round counts, so there are no results.\n" in nothing.out
    assert "failed    3 games without a result: by mybot.py 3" in joined(nothing.out)
    assert object_of(run, *args, "--failure", "none")["share"] is None


def test_a_bot_that_fails_in_all_its_games_ends_with_status_1(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").write_text(BREAKS.format(ply=0, answer="1 / 0"), encoding="utf-8")
    for command in ("match", "arena"):
        result = run(command, "greedy", "mybot.py", "--map", "duel", "--seed", 3, "--games", 6)
        assert result.status == 1
        assert result.err.startswith(
            "sse: mybot.py failed in all its games, first so: mybot.py at seat B failed at ply 1: "
        )
        assert "6 games lost by the bot that failed: by mybot.py 6" in result.out
        again = run(command, "greedy", "mybot.py", "--map", "duel", "--seed", 3, "--games", 6, "--json")
        assert (again.status, json.loads(again.out)["finished"]) == (1, True)


@POSIX
def test_an_interruption_ends_with_the_results_so_far(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot interrupts the command, whichever process it plays in, in the fifth game: four are recorded then."""
    monkeypatch.chdir(tmp_path)
    source = (
        "import os, signal\nfrom pathlib import Path\nleft = [90]\n\n"
        "def choose(view, player, rng):\n    left[0] -= 1\n    if not left[0]:\n"
        "        while Path('games.jsonl').read_text().count('}\\n') < 4:\n            pass\n"
        f"        os.kill({os.getpid()}, signal.SIGINT)\n        while True:\n            pass\n"
        "    return rng.choice(view.legal_actions(player))\n"
    )
    Path("mybot.py").write_text(source, encoding="utf-8")
    result = run("match", "mybot.py", "greedy", "--seed", 3, "--out", "games.jsonl")
    assert (result.status, result.err) == (130, "sse: interrupted\n")
    assert len(Path("games.jsonl").read_text(encoding="utf-8").splitlines()) == 4
    assert "\nThe match was left after 4 games.\n" in result.out
    assert "of 4 games" in lines_of(result.out)["result"]


@POSIX
@pytest.mark.parametrize("number", shortened([signal.SIGINT, signal.SIGTERM]))
def test_an_interruption_ends_processes_that_play(tmp_path: Path, number: signal.Signals) -> None:
    """The bot never answers, and writes down which process plays."""
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "import os\nfrom pathlib import Path\n\ndef choose(view, player, rng):\n"
        "    Path(__file__).with_name(f'{os.getpid()}.pid').touch()\n    while True:\n        pass\n",
        encoding="utf-8",
    )
    session = Session("match", bot, "greedy", "--seed", 3, "--jobs", 2)
    session.wait_for("seed 3\n")
    while not (pids := [int(path.stem) for path in tmp_path.glob("*.pid")]):
        pass
    session.send(number)
    result = session.end()
    assert (result.status, result.err) == (130, "sse: interrupted\n")
    assert "The match was left after 0 games." in result.out
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


# --- progress


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_a_line_that_is_rewritten_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("sse_core.cli.terminal.progress._PAUSE", 0)
    with Progress(3, "games") as progress:
        for _ in range(2):
            progress.add()
    pieces = terminal.getvalue().split("\r")[2:]
    assert "\n" not in terminal.getvalue()
    assert pieces[1].startswith("1 of 3 games, ")
    assert pieces[3].startswith("2 of 3 games, ")
    assert " a second, 0:00 left" in pieces[3]
    assert pieces[5].strip() == ""
    assert {len(piece) for piece in pieces[1::2]} == {79}
    assert (progress.done, progress.line.partition(",")[0]) == (2, "2 of 3 games")


def test_progress_is_for_terminals_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sse_core.cli.terminal.progress._PAUSE", 0)
    assert run(*GREEDY, "--games", 4).err == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run(*GREEDY, "--games", 4, "--json").out.startswith("{")
    assert "3 of 4 games" in terminal.getvalue()


def test_durations() -> None:
    assert [duration(seconds) for seconds in (0, 59.6, 61, 3599, 3600, 86_399)] == [
        "0:00",
        "1:00",
        "1:01",
        "59:59",
        "1:00:00",
        "23:59:59",
    ]


# --- wrong usage


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["greedy"], "BOT"),
        (["greedy", "bob"], "there is no bot 'bob'; they are greedy, mcts[:OPTION], random"),
        (["human", "greedy"], "there is no bot 'human'"),
        (["greedy:3", "random"], "greedy takes no option"),
        (["greedy", "random", "--games", 0], "a number of games is 1 to 1000000000, not '0'"),
        (["greedy", "random", "--jobs", 0], "a number of processes is 1 to 256, not '0'"),
        (["greedy", "random", "--jobs", "two"], "a number of processes is 1 to 256, not 'two'"),
        (["greedy", "random", "--sprt-bounds", 10, 0], "--sprt-bounds: bounds in Elo are two numbers"),
        (["greedy", "random", "--sprt-bounds", 0, "nan"], "--sprt-bounds: bounds in Elo are two numbers"),
        (["greedy", "random", "--sprt-bounds", 0], "--sprt-bounds"),
        (["greedy", "random", "--map", "duel", "--players", 3], "duel is for 2 players, not 3"),
        (["greedy", "random", "--seed", "-1"], "--seed"),
    ],
)
def test_it_is_used_wrongly(run: Run, args: list[object], words: str) -> None:
    assert_refused(run("match", *args), 2, words, "sse match --help")


def test_what_is_refused(run: Run) -> None:
    assert_refused(run("match", "greedy", "no.py"), 1, "no.py: no such file")
    assert_refused(run("match", "greedy", "random", "--map", "nowhere"), 1, "nowhere: no such file")
    assert_refused(run("match", "micro_space_empire", "planner", "planer"), 2, "did you mean 'planner'?")


def test_its_help_fits_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = run("match", "--help").out
    assert max(map(len, page.splitlines())) <= 80
    assert "mcts[:OPTION]" in page


def test_results_are_those_of_the_library(run: Run) -> None:
    found = object_of(run, "match", "greedy", "random", "--games", 6, "--seed", 5)
    from sse_core.arena import play_match, starts_of

    results = Results(2)
    starts = starts_of(lambda seed: new_game(players=2, seed=seed), 5)
    for game in play_match("greedy", "random", starts):
        if results.add(game) and results.rounds == 3:
            break
    assert found["margin"]["value"] == results.margin.value
    assert found["share"]["value"] == results.share.value
