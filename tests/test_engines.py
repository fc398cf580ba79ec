"""Engines, bots that are programs of their own: what they are told, what they may answer, and every way to fail."""

from __future__ import annotations

import gc
import json
import os
import pickle
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event, Lock
from typing import Any, Final

import pytest
from tests.command import Run, assert_refused
from tests.engine_that import DEEDS

import sse_core as sse
from sse_core import SplitMix64, jump_wars, micro_space_empire
from sse_core.arena import Plan, Row, Schedule, Setup
from sse_core.arena.jobs import Job, JobObjects, JobResult, play_job, rows_of
from sse_core.arena.workers.children import end_child
from sse_core.bots import greedy, random, turns_of
from sse_core.bots.naming import bot_named, file_of, is_bot_file, is_engine, seconds_of, visits_of
from sse_core.bots.watched import followers_of
from sse_core.engines.bots import EngineBot, Options, engine_named
from sse_core.engines.check import DIALOGUES, check_of
from sse_core.engines.messages import (
    FROM_ENGINE,
    FROM_HOST,
    MOST_BYTES,
    PROTOCOL,
    WANTS,
    Message,
    MessageError,
    read_message,
    written,
)
from sse_core.engines.pool import Programs
from sse_core.engines.programs import EngineError, Listener, Patience, Program, words_of
from sse_core.errors import ArgumentError
from sse_core.game import Bot, State
from sse_core.games import GAMES
from sse_core.play.records.played import PlayedMove, played
from sse_core.play.visibility import seen_by
from sse_core.version import __version__

ENGINE: Final = Path(__file__).with_name("engine_that.py")
PAGE: Final = Path(__file__).parents[1] / "docs" / "engines.md"
POSIX: Final = pytest.mark.skipif(os.name != "posix", reason="signals and groups of POSIX")

HASTE: Final = Patience(hello=10.0, answer=0.3, stop=0.2, quit=5.0)
"""The patience with engines that never answer."""

CALM: Final = Patience(hello=20.0, answer=20.0, stop=20.0, quit=5.0)

FAILS: Final = {
    "is killed": "it ended (signal 9) before its action",
    "ends": "it ended (status 3) before its action",
    "raises": "it ended (status 1) before its action; its last words: KeyError: 'nothing'",
    "closes its output": "it closed its standard output before its action",
    "is silent": "it didn't answer within 0.3 s, nor in the 0.2 s after stop",
    "is silent and can't be asked to end": "it didn't answer within 0.3 s, nor in the 0.2 s after stop",
    "starts another": "it didn't answer within 0.3 s, nor in the 0.2 s after stop",
    "answers another request": "is action for request 6, where the action for request 5 was awaited",
    "answers twice": "is action for request 5, where the action for request 6 was awaited",
    "takes no action": "line 6 that it wrote has neither id nor action",
    "takes an id that isn't legal": "which isn't legal: ship at a1 cannot land on",
    "takes an id that isn't there": "it chose id 1000000000000000, which isn't legal: ",
    "takes a huge id": "the line is no JSON of ours: a number has too many digits",
    "takes a negative id": "it chose id -1, which isn't legal: ",
    "takes a text as id": "'id' of 'action' is an integer, not '0'",
    "takes true as id": "'id' of 'action' is an integer, not True",
    "takes an action that isn't there": "it chose 'to the moon', which is no action: ",
    "says error": "it can't play: this is too hard",
    "says hello again": "line 6 that it wrote is hello, where the action for request 5 was awaited",
    "says what there isn't": "there is no type 'bestmove' here; they are hello, action, info, error",
    "prints": "line 6 that it wrote is wrong: the line is no JSON: Expecting value, column 1: thinking ...",
    "writes an empty line": "line 6 that it wrote is wrong: the line is empty",
    "writes an array": "a message is an object, not [1]",
    "writes no UTF-8": "the line is no UTF-8: byte 10 is 0xff",
    "writes NaN": "NaN is no number of JSON",
    "is too sure": "line 6 that it wrote has the value 1.5, and it is 0 to 1",
    "has fewer visits than none": "line 6 that it wrote has -1 visits",
    "writes a key twice": "the key 'request' is there twice",
    "nests deeply": "nested too deeply",
    "writes a line without an end": "a line has at most 1,048,576 bytes, and this one more",
    "writes a huge line": "a line has at most 1,048,576 bytes, and this one more",
    "writes infos without an end": "it wrote more than 10,000 info lines for a choice",
    "writes actions without an end": "is action for request 5, where the action for request 6 was awaited",
    "stops reading": "it didn't answer within 0.3 s, nor in the 0.2 s after stop",
    "ends after its answer": "it ended (status 0) before its action",
}
"""What each deed of the test engine is called, at its fifth choice."""

HARMLESS: Final = ("plays", "is slow", "says what it thinks")


def command_of(deed: str = "plays", choice: int = 4, **hello: object) -> list[str]:
    """The command of the test engine."""
    return [sys.executable, "-ISB", str(ENGINE), deed.replace(" ", "_"), str(choice), json.dumps(hello)]


def bot_of(programs: Programs, command: Sequence[str], patience: Patience = CALM, **options: Any) -> EngineBot:
    return EngineBot(command, Options(**options), patience=patience, programs=programs)


@pytest.fixture
def programs() -> Iterator[Programs]:
    """Programs that end with the test."""
    found = Programs()
    yield found
    found.close()


class Heard:
    """Programs whose lines are kept, without those of the standard error."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, dict[str, Any]]] = []
        self.raw: list[bytes] = []
        self._lock = Lock()
        self.programs = Programs(self._listener)

    def _listener(self) -> Listener:
        def listen(mark: str, line: bytes) -> None:
            if mark != "!":
                with self._lock:
                    self.lines.append((mark, json.loads(line)))
                    self.raw.append(line)

        return listen

    def host(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type that the host has written."""
        return [message for mark, message in self.lines if mark == ">" and message["type"] == kind]


@pytest.fixture
def heard() -> Iterator[Heard]:
    found = Heard()
    yield found
    found.programs.close()


def row_of(deed: str, choice: int, seats: tuple[int, int], seed: int, patience: Patience) -> Row:
    """The row of a game of the test engine, as bot 0, against random."""
    programs = Programs()
    try:
        bot = bot_of(programs, command_of(deed, choice), patience)
        job = Job(Setup("small_star_empires", options={"map": "duel"}), ("it", "random"), seed, (seats,), 0, 1)
        (row,) = rows_of(job, JobObjects({0: bot}))
        return row
    finally:
        programs.close()


# --- messages


def test_a_line_is_read_as_it_was_written() -> None:
    line = written("info", request=3, value=0.5, visits=None, line=["a1-a2=C", "ü"])
    assert line == '{"type":"info","request":3,"value":0.5,"line":["a1-a2=C","ü"]}\n'.encode()
    assert read_message(line, FROM_ENGINE) == {"type": "info", "request": 3, "value": 0.5, "line": ["a1-a2=C", "ü"]}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{}", "the object is empty"),
        (b'{"request":1}', "the key 'type' is missing"),
        (b'{"type":1}', "'type' is a text, not 1"),
        (b'{"type":"acton"}', "there is no type 'acton' here (did you mean 'action'?)"),
        (b'{"type":"action"}', "'action' lacks the key 'request'"),
        (b'{"type":"action","reqest":1}', "'action' lacks the key 'request' (did you mean 'reqest'?)"),
        (b'{"type":"info","request":1,"line":["a",2]}', "'line' of 'info' is an array of texts, and item 1 is 2"),
        (b'{"type":"info","request":1,"value":1e999}', "'value' of 'info' is a number within the range"),
        (b'{"type":"info","request":1,"value":null}', "'value' of 'info' is a number, not None"),
        (b'{"type":"hello","protocol":1,"name":"x","ponder":1}', "'ponder' of 'hello' is true or false, not 1"),
        (b" " * (MOST_BYTES + 1), "a line has at most 1,048,576 bytes"),
    ],
)
def test_a_wrong_line_is_refused_with_its_key(line: bytes, why: str) -> None:
    with pytest.raises(MessageError) as refused:
        read_message(line, FROM_ENGINE)
    assert str(refused.value).startswith(why)


# --- names


def test_a_name_says_the_program_and_its_limits(tmp_path: Path) -> None:
    bot = engine_named("engine@2s,500,ponder:sh 'my bot.sh' --fast mybot.py")
    assert (bot.words, seconds_of(bot), visits_of(bot)) == (("sh", "my bot.sh", "--fast", "mybot.py"), 2.0, 500)
    name = f"engine@log={tmp_path / 'log'}:sh mybot.py"
    assert (is_engine(name), is_bot_file(name), file_of(name)) == (True, False, None)
    assert isinstance(bot_named(name, sse.small_star_empires), EngineBot)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("engine:", "a program is missing"),
        ("engine:   ", "a program is missing"),
        ("engine:nobody-here --fast", "there is no program nobody-here"),
        ("engine:sh 'x", "can't be parted into words: No closing quotation"),
        ("engine@2:sh", ""),
        ("engine@0s:sh", "'0s' is no option of an engine: they are seconds, visits, ponder or log=FILE"),
        ("engine@fast:sh", "'fast' is no option of an engine"),
        ("engine@1s,2s:sh", "'1s,2s' has seconds twice"),
        ("engine@:sh", "'' is no option of an engine"),
        ("engine@log=/nowhere/at/all:sh", "the log '/nowhere/at/all' can't be written: No such file or directory"),
        ("engine:sh\0", "it has a character 0"),
    ],
)
def test_a_wrong_name_is_refused(name: str, why: str) -> None:
    if not why:
        assert visits_of(bot_named(name, sse.small_star_empires)) == 2
        return
    with pytest.raises(ArgumentError, match=re.escape(why)):
        bot_named(name, sse.small_star_empires)


@POSIX
def test_a_file_that_is_no_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybot").write_text("#!/bin/sh\n", encoding="utf-8")
    with pytest.raises(ArgumentError, match=r"\./mybot can't be run as a program: `chmod \+x \./mybot` allows it"):
        words_of("./mybot")
    with pytest.raises(ArgumentError, match=r"no program mybot on the path; the file here is \./mybot"):
        words_of("mybot")


def test_no_shell_reads_the_words(tmp_path: Path, programs: Programs) -> None:
    target = tmp_path / "made"
    words = words_of(f"{sys.executable} -ISB {ENGINE} plays 0 '{{}}' ; touch {target} $HOME `id`")
    view = sse.new_game(sse.maps()["duel"])
    assert EngineBot(words, programs=programs).choose(view, 0, SplitMix64(1)) in view.legal_ids()
    assert words[-2:] == ("$HOME", "`id`")
    assert not target.exists()


# --- what an engine is told


def test_it_is_told_what_it_wants_and_no_more(heard: Heard) -> None:
    start = sse.new_game(sse.maps()["duel"])
    for wants in ([], [*WANTS]):
        bots: list[Bot] = [bot_of(heard.programs, command_of(wants=wants)), greedy]
        for _ in turns_of(start, [bot.choose for bot in bots], 1, followers_of(bots)):
            pass
    first, second = ([message for message in heard.host("choose") if message["game"] == game] for game in ("1", "2"))
    assert len(first) == len(second) > 4
    for message in (message for mark, message in heard.lines if mark == ">"):
        kind = message["type"]
        assert [*message] == ["type", *(key for key in FROM_HOST[kind] if key in message)], kind
    assert all(not message.keys() & {*WANTS} for message in first)
    assert all(message.keys() >= {*WANTS} for message in second)
    for (state, player), message in zip(_asked(start, second), second, strict=True):
        assert tuple(message["ids"]) == state.legal_ids(player)
        assert message["actions"] == [sse.format_action(action, state) for action in state.legal_actions(player)]
        assert sse.read(message["position"]) == state.view(player)
        assert message["json"] == json.loads(state.view(player).to_json())


def _asked(start: State[Any], asked: Sequence[dict[str, Any]]) -> Iterator[tuple[State[Any], int]]:
    """The states in which seat 0 was asked, from what it was told of the moves."""
    state = start
    for message in asked:
        for move in message["played"]:
            assert state.to_act == (move["player"],)
            state = state.after(sse.parse_action(move["action"], state))
        assert (message["ply"], message["player"], state.to_act) == (state.ply, 0, (0,))
        yield state, 0


def test_the_end_is_told_with_its_result(heard: Heard) -> None:
    start = sse.new_game(sse.maps()["duel"])
    final = sse.play_game([bot_of(heard.programs, command_of()), "greedy"], start, seed=3).final
    assert heard.programs.close()
    (end,) = heard.host("end_game")
    assert final.outcome is not None
    assert end == {
        "type": "end_game",
        "game": "1",
        "winners": [*final.outcome.winners],
        "totals": [*final.outcome.totals],
        "decided_by": final.outcome.decided_by,
    }
    assert heard.lines[-1] == (">", {"type": "quit"})


def test_what_others_hide_is_not_told(heard: Heard) -> None:
    """At each choice a seat has been told the moves that it may have seen by then, and no others."""
    state = jump_wars.new_game(players=2, seed=5)
    bots = [bot_of(heard.programs, command_of(wants=["played"], games_at_once=2)) for _ in range(2)]
    moves = list[PlayedMove]()
    for player, action, after in turns_of(state, [bot.choose for bot in bots], 5, followers_of(bots)):
        moves.append(played(state, player, action, moves[-1] if moves else None, after))
        state = after
        if len(moves) == 250:
            break
    assert sum(move.sealed for move in moves) > 20
    hidden = 0
    for seat in (0, 1):
        told = list[tuple[int, str]]()
        asked = [message for message in heard.host("choose") if message["player"] == seat]
        choices = [place for place, move in enumerate(moves) if move.player == seat]
        assert len(asked) == len(choices) > 50
        for message, place in zip(asked, choices, strict=True):
            told += [(move["player"], move["action"]) for move in message["played"]]
            before = moves[:place]
            seen = [
                (move.player, move.text) for move, is_seen in zip(before, seen_by(before, seat), strict=True) if is_seen
            ]
            hidden += len(seen) < place
            assert sorted(told) == sorted(seen)
    assert hidden > 50


def test_orders_that_were_replaced_before_they_were_opened_are_never_told(heard: Heard) -> None:
    """All moves are given before each choice, as on the page, where a person may write a sealed order anew."""
    state, moves = jump_wars.new_game(players=2, seed=5), list[PlayedMove]()
    for player, action, after in turns_of(state, [random.choose] * 2, 5):
        moves.append(played(state, player, action, moves[-1] if moves else None, after))
        state = after
        if len(moves) == 250:
            break
    bot = bot_of(heard.programs, command_of(wants=["played"]))
    replaced = 0
    places = [place for place, move in enumerate(moves) if move.player == 1]
    for place in places:
        given = moves[:place]
        last = given[-1] if given else None
        if last is not None and last.player == 0 and last.sealed and len(last.before.legal_actions(0)) > 1:
            other = next(each for each in last.before.legal_actions(0) if each != last.action)
            given[-1] = played(last.before, 0, other, given[-2], last.before.after(other, 0))
            replaced += 1
        bot.inform(1, given)
        bot.choose(moves[place].before.view(1), 1, SplitMix64(1))
    assert replaced == 4
    assert len(heard.host("new_game")) == 1
    told = [(move["player"], move["action"]) for asked in heard.host("choose") for move in asked["played"]]
    before = moves[: places[-1]]
    seen = [(move.player, move.text) for move, is_seen in zip(before, seen_by(before, 1), strict=True) if is_seen]
    assert sorted(told) == sorted(seen)


def test_a_seed_gives_the_same_game(programs: Programs) -> None:
    games = [
        sse.play_game([bot_of(programs, command_of()), "random"], sse.new_game(sse.maps()["duel"]), seed=seed).moves
        for seed in (1, 1, 2)
    ]
    assert games[0] == games[1] != games[2]


def test_an_action_may_be_a_text(programs: Programs) -> None:
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'hello': a = {'type': 'hello', 'protocol': 1, 'name': 'x', 'wants': ['actions']}\n"
        "    elif m['type'] == 'choose': a = {'type': 'action', 'request': m['request'], 'action': m['actions'][-1]}\n"
        "    else: continue\n"
        "    print(json.dumps(a), flush=True)\n"
    )
    bot = bot_of(programs, [sys.executable, "-ISBc", code])
    for game in GAMES.values():
        state = game.new_game(seed=1)
        while state.to_act == (-1,):
            state = state.resolve(SplitMix64(1))
        view = state.view(state.to_act[0])
        assert bot.choose(view, state.to_act[0], SplitMix64(1)) == view.legal_actions(state.to_act[0])[-1]


def test_a_take_back_begins_the_game_anew(heard: Heard) -> None:
    bot, view = bot_of(heard.programs, command_of()), sse.new_game(sse.maps()["duel"])
    for _ in range(2):
        bot.choose(view, 0, SplitMix64(1))
    assert [message["game"] for message in heard.host("new_game")] == ["1", "2"]
    assert [message["game"] for message in heard.host("end_game")] == ["1"]


# --- time


def test_a_stop_token_asks_for_the_answer(heard: Heard) -> None:
    token = Event()
    token.set()
    bot = bot_of(heard.programs, command_of("plays"), seconds=30.0).with_stop(token)
    bot.choose(sse.new_game(sse.maps()["duel"]), 0, SplitMix64(1))
    assert [message["request"] for message in heard.host("stop")] == [1]


def test_an_engine_that_was_stopped_early_is_not_said_to_have_had_its_time(programs: Programs) -> None:
    token = Event()
    token.set()
    bot = bot_of(programs, command_of("is silent", 0), HASTE).with_stop(token)
    with pytest.raises(EngineError, match=r"^it didn't answer in the 0\.2 s after stop$"):
        bot.choose(sse.new_game(sse.maps()["duel"]), 0, SplitMix64(1))


def test_a_time_that_is_set_may_be_longer_than_the_patience(heard: Heard) -> None:
    for seconds in (30.0, 1e12):
        bot = bot_of(heard.programs, command_of("is slow", 0), CALM._replace(answer=0.001), seconds=seconds)
        bot.choose(sse.new_game(sse.maps()["duel"]), 0, SplitMix64(1))
    assert [message["seconds"] for message in heard.host("choose")] == [30.0, 1e12]
    assert heard.host("stop") == []


def test_a_game_whose_time_is_over_has_none_left(heard: Heard) -> None:
    bot = bot_of(heard.programs, command_of())
    bot.limit(None, 1e-9)
    bot.choose(sse.new_game(sse.maps()["duel"]), 0, SplitMix64(1))
    assert [message["left"] for message in heard.host("choose")] == [0.0]


def test_a_question_that_is_interrupted_leaves_no_late_answer(programs: Programs) -> None:
    def interrupt(message: Message) -> None:
        raise KeyboardInterrupt

    bot, view = bot_of(programs, command_of("says what it thinks", 0)), sse.new_game(sse.maps()["duel"])
    bot.on_info = interrupt
    with pytest.raises(KeyboardInterrupt):
        bot.choose(view, 0, SplitMix64(1))
    bot.on_info = None
    assert bot.choose(view, 0, SplitMix64(1)) in view.legal_ids()


def test_limits_are_told(heard: Heard) -> None:
    bot, view = bot_of(heard.programs, command_of(), seconds=30.0, visits=7), sse.new_game(sse.maps()["duel"])
    bot.limit(10.0, 100.0)
    bot.choose(view, 0, SplitMix64(1))
    (asked,) = heard.host("choose")
    assert (asked["seconds"], asked["visits"], asked["spent"]) == (9.0, 7, 0.0)
    assert 90 < asked["left"] < 100


def test_it_ponders_only_where_both_sides_say_so(heard: Heard) -> None:
    for says, asked in ((False, True), (True, False), (True, True)):
        bots: list[Bot] = [bot_of(heard.programs, command_of(ponder=says), ponder=asked), greedy]
        start = sse.new_game(sse.maps()["duel"])
        for _ in turns_of(start, [bot.choose for bot in bots], 1, followers_of(bots)):
            pass
    pondered = heard.host("ponder")
    assert {message["game"] for message in pondered} == {heard.host("new_game")[-1]["game"]}
    assert len(pondered) > 4


# --- many games


def test_programs_are_used_again_and_hold_as_many_games_as_they_say() -> None:
    for at_once, processes in ((1, 2), (2, 1)):
        listened: list[None] = []
        programs = Programs(lambda listened=listened: listened.append(None))  # type: ignore[misc]
        bot = bot_of(programs, command_of(games_at_once=at_once))
        for seed in range(3):
            sse.play_game([bot, bot], sse.new_game(sse.maps()["duel"]), seed=seed)
        assert len(listened) == processes
        assert programs.close()


def test_threads_share_programs_without_mixing_games(programs: Programs) -> None:
    command = command_of(games_at_once=3)

    def play(seed: int) -> Any:
        bots = [bot_of(programs, command), bot_of(programs, command)]
        return sse.play_game(bots, sse.new_game(sse.maps()["duel"]), seed=seed).moves

    alone = [play(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(4))) == alone


def test_programs_for_many_choices_at_once_are_not_kept(heard: Heard) -> None:
    meeting, view = Barrier(12), sse.new_game(sse.maps()["duel"])
    command = command_of("says what it thinks", 0)

    def choose() -> None:
        bot = bot_of(heard.programs, command)
        bot.on_info = lambda message: meeting.wait(60) if message["visits"] == 10 else None
        bot.choose(view, 0, SplitMix64(1))

    with ThreadPoolExecutor(12) as pool:
        for done in [pool.submit(choose) for _ in range(12)]:
            done.result()
    assert len(heard.programs.running()) == 12
    gc.collect()
    bot_of(heard.programs, command_of("plays")).choose(view, 0, SplitMix64(1))
    assert len(heard.programs.running()) == 8 + 1
    assert heard.programs.close()


def test_games_that_are_broken_off_give_their_places_back(heard: Heard) -> None:
    view = sse.new_game(sse.maps()["duel"])
    command = command_of()
    for _ in range(3):
        bot_of(heard.programs, command).choose(view, 0, SplitMix64(1))
        gc.collect()
    assert len(heard.host("hello")) == 1
    assert [message["game"] for message in heard.host("end_game")] == ["1", "2"]


def test_nothing_comes_between_a_question_and_its_answer(heard: Heard) -> None:
    """A game ends at a program that thinks about another one: it is told when it has answered."""
    start = sse.new_game(sse.maps()["duel"])
    over = sse.play_game("random", start, seed=1).final
    first, second = (bot_of(heard.programs, command_of("is slow", 2, games_at_once=2)) for _ in range(2))
    for bot in (first, second):
        bot.choose(start, 0, SplitMix64(1))
    later = start.after(start.legal_ids()[0])
    later = later.after(later.legal_ids()[0])
    with ThreadPoolExecutor(1) as pool:
        choice = pool.submit(first.choose, later, 0, SplitMix64(1))
        _awaited(lambda: heard.host("choose"), 3)
        second.follow(0, start, 0, start.legal_ids()[0], over)
        choice.result()
    _awaited(lambda: heard.host("end_game"), 1)
    assert [message["type"] for _, message in heard.lines][-3:] == ["choose", "action", "end_game"]


def test_a_game_that_it_does_not_play_is_refused(programs: Programs) -> None:
    bot = bot_of(programs, command_of(games=["jump_wars"]))
    with pytest.raises(EngineError, match="it doesn't play micro_space_empire: its hello has jump_wars"):
        bot.choose(micro_space_empire.new_game(seed=1), 0, SplitMix64(1))


# --- failures


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        ({"protocol": 2}, "it speaks version 2 of the protocol, and the host 1"),
        ({"wants": ["ids"]}, "its hello wants 'ids'; there are actions, position, json, played"),
        ({"games_at_once": 0}, "its hello has games_at_once 0, and 1 is the least"),
        ({"type": "action", "request": 1}, "it wrote 'action' where its hello was awaited"),
        ({"type": "error", "message": "no licence"}, "it wrote 'error' where its hello was awaited: no licence"),
        ({"name": 3}, "line 1 that it wrote is wrong: 'name' of 'hello' is a text, not 3"),
    ],
)
def test_a_wrong_hello_is_refused(hello: dict[str, Any], why: str) -> None:
    with pytest.raises(EngineError, match=re.escape(why)):
        Program(command_of(**hello), patience=CALM)


@POSIX
def test_every_failure_is_the_engines_own_and_says_what_it_did() -> None:
    assert {*FAILS} | {*HARMLESS} == {*DEEDS}

    def row_with(deed: str) -> Row:
        # Only those that never answer are waited for: on a busy machine the others may take their time.
        patience = HASTE if "it didn't answer" in FAILS.get(deed, "") else CALM
        return row_of(deed, 4, (0, 1), 7, patience)

    with ThreadPoolExecutor(4) as pool:
        rows = dict(zip(DEEDS, pool.map(row_with, DEEDS), strict=True))
    for deed, why in FAILS.items():
        row = rows[deed]
        assert row.failed == 0, deed
        assert row.error is not None, deed
        assert row.error.startswith("it at seat A failed at ply "), deed
        assert why in row.error, (deed, row.error)
        assert len(row.error) < 600, deed
    assert all(rows[deed].error is None for deed in HARMLESS)
    assert all(rows[deed].winners for deed in HARMLESS)


@POSIX
@pytest.mark.nightly
def test_five_hundred_games_are_decided_and_named() -> None:
    """Whatever the engine does, at whatever choice and seat, a game ends with winners, or with who failed and why."""
    deeds = [*DEEDS]

    def play(number: int) -> tuple[str, int, Row]:
        seat = number // len(deeds) % 2
        deed = deeds[number % len(deeds)]
        return deed, seat, row_of(deed, number // (2 * len(deeds)), ((0, 1), (1, 0))[seat], number, HASTE)

    with ThreadPoolExecutor(4) as pool:
        played = list(pool.map(play, range(500)))
    for deed, seat, row in played:
        if row.failed is None:
            assert row.winners, deed
            assert row.error is None, deed
        else:
            assert row.failed == 0, deed
            assert f"it at seat {'AB'[seat]} failed at ply {row.plies}: " in (row.error or ""), deed
    failed = sum(row.failed is not None for _, _, row in played)
    # Those that play on, and those whose game was over before their deed.
    assert 400 < failed < 500


def test_a_bot_goes_to_other_processes_and_its_programs_do_not(programs: Programs) -> None:
    bot = bot_of(programs, command_of(), visits=7)
    other = pickle.loads(pickle.dumps(bot))
    assert (type(other), other.words, other.visits) == (EngineBot, bot.words, 7)


def test_an_arena_knows_whether_a_program_was_changed(tmp_path: Path) -> None:
    script = tmp_path / "an engine.py"
    name = f"engine:{shlex.join([sys.executable, str(script)])}"
    found = list[object]()
    for text in ("1", "2", "2"):
        script.write_text(text, encoding="utf-8")
        plan = Plan(Setup("small_star_empires"), (name, "random"), 7, 1, Schedule("round-robin", bots=2, seats=2))
        found.append(plan.to_json()["files"])
    assert found[0] != found[1] == found[2]


@POSIX
def test_a_limit_of_an_arena_holds_for_engines() -> None:
    name = f"engine:{shlex.join(command_of('is silent', 0))}"
    setup = Setup("small_star_empires", options={"map": "duel"})
    job = Job(setup, (name, "random"), 7, ((0, 1), (1, 0)), 0, 1, choice_seconds=0.5)
    try:
        (row,) = JobResult.parse(play_job(job.text)).rows
    finally:
        end_child()
    assert row.error == f"{name} at seat A failed at ply 0: it took longer than the limit of 0.5 s for a choice"
    assert (row.failed, row.is_timed) == (0, True)


C_ENGINE: Final = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char line[1 << 20];
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "{\"type\":\"hello\"") == line) puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"C\"}");
        if (strstr(line, "{\"type\":\"choose\"") == line)
            printf("{\"type\":\"action\",\"request\":%ld,\"id\":%ld}\n",
                atol(strstr(line, "\"request\":") + 10), atol(strstr(line, "\"ids\":[") + 7));
        fflush(stdout);
    }
}
"""


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_a_choice_of_a_c_engine_costs_at_most_half_a_millisecond(tmp_path: Path, programs: Programs) -> None:
    source = tmp_path / "engine.c"
    source.write_text(C_ENGINE, encoding="utf-8")
    subprocess.run(["cc", "-O2", "-o", str(tmp_path / "engine"), str(source)], check=True)
    times = list[float]()
    for seed in range(10):
        bot, state = bot_of(programs, [str(tmp_path / "engine")]), sse.new_game(sse.base_map(2, seed=seed))
        while state.to_act:
            begun = time.perf_counter()
            action = bot.choose(state, state.to_act[0], SplitMix64(seed))
            times.append(time.perf_counter() - begun)
            state = state.after(action)
    # The engine's own time, some microseconds, is counted, too.
    assert statistics.median(times) < 0.0005


@POSIX
def test_nothing_of_an_engine_outlives_its_host(tmp_path: Path) -> None:
    """The host is killed while the engine hangs, and with it all that the engine has started."""
    mark = tmp_path / "engine"
    engine = tmp_path / "engine.py"
    engine.write_text(
        "import os, signal, subprocess, sys\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "other = subprocess.Popen(['sleep', '1000'])\n"
        f"open({str(mark)!r}, 'w').write(f'{{os.getpid()}} {{other.pid}}\\n')\n"
        "while True: signal.pause()\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "sse_core", "match", f"engine:{sys.executable} -ISB {engine}", "random"]
    host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        pids = _awaited(lambda: [int(pid) for pid in mark.read_text().split()] if mark.exists() else [], 2)
    finally:
        host.kill()
        host.communicate()
    _awaited(lambda: [pid for pid in pids if not _runs(pid)], 2)


def _awaited(look: Any, number: int) -> list[int]:
    """What a function returns as soon as it has so many items."""
    until = time.monotonic() + 30
    while len(found := look()) < number:
        assert time.monotonic() < until
        time.sleep(0.01)
    return list(found)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that has ended is still there until whoever adopted it looks.
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


# --- commands


def test_a_match_names_the_program(run: Run) -> None:
    name = f"engine:{' '.join(command_of()[:-1])}"
    done = run("match", name, "random", "--games", 4, "--map", "duel", "--seed", 7, "--json")
    assert (done.status, done.err) == (0, "")
    assert (found := json.loads(done.out))["a"] == name
    assert found["wins"] + found["losses"] + found["shared"] == 4


def test_a_game_with_an_engine_is_kept_and_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("e.py").write_text(ENGINE.read_text(encoding="utf-8"), encoding="utf-8")
    name = "engine@log=said.log:" + f"{sys.executable} -ISB e.py"
    broken = run("play", f"{name} ends 3", "random", "--map", "duel", "--seed", 3, "--out", "out")
    assert broken.status == 1
    assert "at seat A failed at ply 6: it ended (status 3) before its action" in broken.err
    done = run("play", f"{name} plays", "random", "--resume", "out/game.sse", "--out", "whole")
    assert (done.status, done.err) == (0, "")
    record: Any = sse.read(Path("whole/game.sse").read_text(encoding="utf-8"))
    assert record.final.outcome is not None
    lines = Path("said.log").read_text(encoding="utf-8").split("\n")
    assert lines[0] == f'> {{"type":"hello","protocol":1,"name":"sse_core","version":"{__version__}"}}'
    assert lines[1].startswith('< {"type": "hello"')


def test_an_analysis_shows_what_an_engine_says(run: Run, tmp_path: Path) -> None:
    command = shlex.join(command_of("says what it thinks", 0, name="Deep\x1b[31m", version="2"))
    done = run("analyse", "duel", "--engine", command, "--visits", 1200)
    assert (done.status, done.err) == (0, "")
    assert [line.split() for line in done.out.split("\n") if line] == [
        ["visits", "win", "%", "line"],
        ["10", "25.0", "a1-a2=C", "e3-e1=C"],
        ["1,200", "25.0"],
        ["Deep\N{REPLACEMENT CHARACTER}[31m", "2", "chooses", "a1-a2=C", "for", "A."],
    ]
    other = shlex.join(command_of("says what it thinks", 0))
    found = json.loads(run("analyse", "duel", "--engine", other, "--visits", 1200, "--json").out)
    assert (found["action"], found["infos"][-1]["visits"], found["player"]) == ("a1-a2=C", 1200, 0)
    assert_refused(run("analyse", "duel", "--engine", "./nobody"), 2, "--engine: there is no program ./nobody")
    assert_refused(run("analyse", "duel", "--engine", command, "--why"), 2, "--engine shows what the engine says")
    logged = f"engine@log={tmp_path / 'log'}:{command}"
    assert run("analyse", "duel", "--engine", logged, "--seconds", 20).status == 0
    assert '"seconds":20' in (tmp_path / "log").read_text(encoding="utf-8")
    failing = shlex.join(command_of("raises", 0))
    assert_refused(run("analyse", "duel", "--engine", failing), 1, "it ended (status 1)", "KeyError: 'nothing'")


def test_a_program_that_is_not_there_is_wrong_usage(run: Run) -> None:
    assert_refused(run("match", "engine:./nobody", "random"), 2, "there is no program ./nobody")


# --- the check


def test_the_check_finds_nothing_wrong_with_a_right_engine() -> None:
    found = list(check_of(command_of(wants=[*WANTS], games_at_once=2, ponder=True), seconds=10.0, patience=CALM))
    assert [each.dialogue for each in found] == [*DIALOGUES]
    assert not [each for each in found if each.wrong or each.is_left_out]


def test_the_check_says_which_line_is_wrong(run: Run) -> None:
    only = ("--only", "hello", "--only", "small_star_empires")
    done = run("engine-check", shlex.join(command_of("takes true as id", 2)), *only)
    assert done.status == 1
    wrong = [line for line in done.out.split("\n") if "WRONG" in line]
    assert wrong[0].split() == ["small_star_empires", "WRONG", *wrong[0].split()[2:]]
    assert "line 4 that it wrote is wrong: 'id' of 'action' is an integer, not True" in wrong[0]
    assert '< 4: {"type": "action", "request": 3, "id": true}' in done.out


@pytest.mark.parametrize(
    ("deed", "dialogue", "why"),
    [
        ("answers twice", "stop in the middle", "is action for request 3, where the action for request 4 was awaited"),
        ("is silent", "two games at once", "it didn't answer within 0.3 s"),
        ("ends", "sealed orders", "it ended (status 3) before its action"),
        ("says error", "hidden cards", "it can't play: this is too hard"),
    ],
)
def test_the_check_finds_what_is_wrong_in_a_dialogue(deed: str, dialogue: str, why: str) -> None:
    is_slow = deed == "is silent"
    seconds, patience = (HASTE.answer, HASTE) if is_slow else (CALM.answer, CALM)
    (found,) = check_of(command_of(deed, 2), [dialogue], seconds=seconds, patience=patience)
    assert why in found.wrong


def test_the_check_notes_keys_that_may_be_misspelt(run: Run) -> None:
    done = run("engine-check", shlex.join(command_of(want=["position"])), "--only", "hello", "--only", "ponder")
    assert done.status == 0
    assert "line 1 has a key that the protocol doesn't know: hello.want" in done.out
    assert "its hello doesn't say ponder" in done.out
    assert done.out.endswith("Nothing is wrong.\n")


def test_the_check_refuses_wrong_usage(run: Run) -> None:
    assert_refused(run("engine-check", ""), 2, "a program is missing")
    assert_refused(run("engine-check", "sh", "--seconds", 0), 2, "a time in seconds is above 0")
    assert_refused(run("engine-check", "./nobody"), 2, "there is no program ./nobody")
    with pytest.raises(ArgumentError, match="there is no dialogue 'x'; they are hello, "):
        list(check_of(command_of(), ["x"]))


# --- the page


def test_the_page_has_the_keys_of_all_messages() -> None:
    page = PAGE.read_text(encoding="utf-8")
    host, engine = (page.partition(f"## What the {who} writes")[2].partition("\n## ")[0] for who in ("host", "engine"))
    for text, forms in ((host, FROM_HOST), (engine, FROM_ENGINE)):
        assert _keys_in(text) == {
            kind: {name: (key.shape, key.required) for name, key in keys.items()} for kind, keys in forms.items()
        }
    assert f"{MOST_BYTES:,}" in page
    assert f"`protocol` | integer | the version of the protocol: {PROTOCOL}" in page


_SHAPES: Final = {"true or false": "flag"}


def _keys_in(text: str) -> dict[str, dict[str, tuple[str, bool]]]:
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    for part in text.split("\n### ")[1:]:
        kind, _, rest = part.partition("\n")
        keys = found[kind.strip("`")] = {}
        for name, shape in re.findall(r"^\| `(\w+)` +\| ([^|]+?) +\|", rest, re.MULTILINE):
            what, comma, _ = shape.partition(",")
            keys[name] = (_SHAPES.get(what, what.removeprefix("array of ")), not comma)
    return found


def test_the_dialogue_of_the_page_is_what_the_host_says(heard: Heard, tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8").partition("## A whole dialogue")[2]
    board, dialogue = re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[:2]
    lines = dialogue.rstrip("\n").split("\n")
    replies: list[list[str]] = []
    for line in lines:
        if line.startswith(('> {"type":"hello"', '> {"type":"choose"')):
            replies.append([])
        elif line.startswith("< "):
            replies[-1].append(line[2:])
    script = tmp_path / "engine.py"
    script.write_text(
        f"import json, sys\nreplies = iter({replies!r})\n"
        "for line in sys.stdin:\n"
        "    if json.loads(line)['type'] in ('hello', 'choose'):\n"
        "        print(*next(replies), sep='\\n', flush=True)\n",
        encoding="utf-8",
    )
    bot = bot_of(heard.programs, [sys.executable, "-ISB", str(script)], seconds=2.0)
    sse.play_game([bot, "greedy"], sse.new_game(sse.parse_map(board)), seed=1)
    heard.programs.close()
    said = [f"{mark} {line.decode()}".rstrip("\n") for (mark, _), line in zip(heard.lines, heard.raw, strict=True)]
    assert [_without_times(line) for line in said] == [_without_times(line) for line in lines]


def _without_times(line: str) -> str:
    line = re.sub(r'"spent":[0-9.]+', '"spent":0', line)
    return re.sub(r'"name":"sse_core","version":"[^"]*"', '"name":"sse_core","version":""', line)


def test_the_first_engine_of_the_page_is_right(tmp_path: Path) -> None:
    code = PAGE.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    (tmp_path / "first.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-ISB", str(tmp_path / "first.py")]
    dialogues = ["hello", *GAMES, "messages of a later version", "quit"]
    found = list(check_of(command, dialogues, seconds=10.0, patience=CALM))
    assert [each.dialogue for each in found if not each.wrong] == dialogues
