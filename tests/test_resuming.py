"""Games that are left or interrupted: no move is lost, and resumed they go on as without the break."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.command import Result, Run, Session, assert_refused
from tests.profiles import shortened

import sse_core as sse
from sse_core import micro_space_empire as micro
from sse_core import small_star_empires
from sse_core.bots import BOTS, naming
from sse_core.cli.saving import save, signals_as_interrupts, signals_ignored
from sse_core.seeds import SplitMix64
from sse_core.small_star_empires import Campaign, format_campaign, parse_campaign

pytestmark = pytest.mark.usefixtures("heard_signals")

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are others elsewhere")
ENDINGS = [signal.SIGINT, *([signal.SIGTERM, signal.SIGHUP] if os.name == "posix" else [])]

EVERYTHING = ["--map", "everything-2p"]


def record_in(folder: Path, game: Any = small_star_empires) -> Any:
    text = (folder / "game.sse").read_text(encoding="utf-8")
    return game.parse_game(text)


def campaign_in(folder: Path) -> Campaign:
    return parse_campaign((folder / "campaign.sse").read_text(encoding="utf-8"))


def decided(record: Any, game: Any, seat: int = 0) -> list[str]:
    """The texts of a seat's actions in a game."""
    pairs = zip(record.states(), record.actions, strict=False)
    return [game.format_action(action, state) for state, action in pairs if state.to_act == (seat,)]


class Interrupting:
    """A bot that plays at random, and is interrupted at the decision of a given number."""

    def __init__(self, at: int) -> None:
        self.left = at

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        if not self.left:
            signal.raise_signal(signal.SIGINT)
        self.left -= 1
        return BOTS["random"].choose(view, player, rng)


@pytest.fixture
def interrupted_at(monkeypatch: pytest.MonkeyPatch, run: Run) -> Any:
    """Return a function that runs the command with random bots and interrupts it at their n-th decision."""

    def run_interrupted(n: int, *args: object) -> Result:
        bot = Interrupting(n)
        monkeypatch.setattr(naming, "BOTS", {**BOTS, "random": bot})
        result = run(*args)
        monkeypatch.undo()
        return result

    return run_interrupted


# --- at the prompt


@POSIX
@pytest.mark.parametrize("number", ENDINGS)
@pytest.mark.parametrize("typed", shortened([7, 0, 1]))
def test_a_game_that_is_interrupted_at_the_prompt_goes_on(
    run: Run, tmp_path: Path, number: signal.Signals, typed: int
) -> None:
    """A person types the actions of a bot; with the same seed it is the same game, with or without a break."""
    setup = [*EVERYTHING, "--seed", 5]
    run("play", "random", "greedy", *setup, "--out", tmp_path / "whole")
    whole = record_in(tmp_path / "whole")
    moves = decided(whole, small_star_empires)
    session = Session("play", "human", "greedy", *setup, "--out", tmp_path / "left")
    for move in moves[:typed]:
        session.wait_for("A (human): ")
        session.type(move)
        session.wait_for(f"{move}\n")
    session.wait_for("A (human): ")
    session.send(number)
    status, out, err = session.end()
    assert (status, err) == (130, "sse: interrupted\n")
    path = tmp_path / "left" / "game.sse"
    assert f"\n`sse play --resume {path}` goes on with it.\n" in out
    left = record_in(tmp_path / "left")
    assert left.actions == whole.actions[: len(left.actions)]
    assert decided(left, small_star_empires) == moves[:typed]
    assert run("show", path).status == 0

    again = run("play", "--resume", path, "--out", tmp_path / "left", stdin="\n".join([*moves[typed:], ""]))
    assert (again.status, again.err) == (0, "")
    ended = record_in(tmp_path / "left")
    assert (ended.start, ended.actions) == (whole.start, whole.actions)
    assert dict(ended.tags) == {"seed": "5", "A": "human", "B": "greedy"}
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["final.svg", "game.sse"]


@POSIX
def test_ctrl_c_at_a_terminal(tmp_path: Path) -> None:
    """The terminal turns the key into a signal."""
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        command = [sys.executable, "-m", "sse_core", "play", "human", "greedy", "--seed", "1", "--out", str(tmp_path)]
        os.execv(sys.executable, command)
    watch = threading.Timer(60, os.kill, (pid, signal.SIGKILL))
    watch.start()
    said = b""
    typed = False
    while True:
        try:
            found = os.read(terminal, 4096)
        except OSError:
            break
        if not found:
            break
        said += found
        if not typed and said.endswith(b"A (human): "):
            # A signal just before the process reads is seen once there is something to read.
            os.write(terminal, b"\x03\n")
            typed = True
    _, status = os.waitpid(pid, 0)
    watch.cancel()
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 130
    assert b"goes on with it." in said
    assert record_in(tmp_path).actions == ()


@POSIX
def test_a_game_for_one_goes_on(run: Run, tmp_path: Path) -> None:
    name = "micro_space_empire"
    run("play", name, "planner", "--seed", 3, "--expansion", "--out", tmp_path / "whole")
    whole = record_in(tmp_path / "whole", micro)
    moves = decided(whole, micro)
    session = Session("play", name, "human", "--seed", 3, "--expansion", "--out", tmp_path / "left")
    for move in moves[:6]:
        session.wait_for("A (human): ")
        session.type(move)
        session.wait_for(f"{move}\n")
    session.wait_for("A (human): ")
    session.send(signal.SIGINT)
    assert session.end().status == 130
    path = tmp_path / "left" / "game.sse"
    assert run("play", name, "--resume", path, "--out", tmp_path / "left", stdin="\n".join(moves[6:])).status == 0
    assert record_in(tmp_path / "left", micro).actions == whole.actions


@POSIX
def test_a_campaign_goes_on_inside_its_game(run: Run, tmp_path: Path) -> None:
    setup = ["--seed", 5, "--map", "duel"]
    run("campaign", "random", "greedy", *setup, "--out", tmp_path / "whole")
    whole = campaign_in(tmp_path / "whole")
    moves = [move for game in whole.games for move in decided(game, small_star_empires)]
    first = len(decided(whole.games[0], small_star_empires))
    session = Session("campaign", "human", "greedy", *setup, "--out", tmp_path / "left")
    for move in moves[: first + 2]:
        session.wait_for("A (human): ")
        session.type(move)
        session.wait_for(f"{move}\n")
    session.wait_for("A (human): ")
    session.send(signal.SIGINT)
    status, out, err = session.end()
    assert (status, err) == (130, "sse: interrupted\n")
    left = campaign_in(tmp_path / "left")
    assert [game.actions for game in left.games] == [whole.games[0].actions]
    assert left.unfinished is not None
    assert decided(left.unfinished, small_star_empires) == moves[first : first + 2]
    path = tmp_path / "left" / "campaign.sse"
    plies = left.unfinished.final.ply
    assert (
        f"After 1 game the campaign isn't over; the win piles are {left.piles[0]} {left.piles[1]}. Game 2 is in" in out
    )
    assert f" progress, left after {plies} plies.\n" in out
    assert f"`sse campaign --resume {path}` goes on with it.\n" in out

    again = run("campaign", "--resume", path, "--out", path.parent, stdin="\n".join(moves[first + 2 :]))
    assert (again.status, again.err) == (0, "")
    ended = campaign_in(tmp_path / "left")
    assert [game.actions for game in ended.games] == [game.actions for game in whole.games]
    assert ended.unfinished is None


def test_who_leaves_without_a_folder_is_told_how_to_keep_a_game(run: Run) -> None:
    for command, file in (("play", "game.sse"), ("campaign", "campaign.sse")):
        out = run(command, "human", "greedy", stdin="quit\n").out
        words = f"It isn't kept. With --out DIR it would be, and `sse {command} --resume DIR/{file}` goes on with it.\n"
        assert out.endswith(words)


# --- while bots think


@pytest.mark.parametrize("n", [0, 1, 13, 30])
@pytest.mark.parametrize(
    ("game", "args"),
    [
        (small_star_empires, ["random", "random", *EVERYTHING]),
        (small_star_empires, ["random", "random", "random", "--holes", "balanced"]),
        (micro, ["micro_space_empire", "random", "--expansion"]),
    ],
)
def test_a_game_of_bots_that_is_interrupted_is_the_same_in_the_end(
    run: Run, interrupted_at: Any, tmp_path: Path, game: Any, args: Sequence[str], n: int
) -> None:
    name, left = args[:1] if game is micro else [], tmp_path / "left"
    run("play", *args, "--seed", 3, "--out", tmp_path / "whole")
    result = interrupted_at(n, "play", *args, "--seed", 3, "--out", left)
    assert (result.status, result.err) == (130, "sse: interrupted\n")
    record = record_in(left, game)
    seats = range(len(record.start.totals))
    assert sum(len(decided(record, game, seat)) for seat in seats) == n
    assert run("play", *name, "--resume", left / "game.sse", "--out", left).status == 0
    for file in ("game.sse", "final.svg"):
        assert (left / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


@pytest.mark.parametrize("n", [0, 20, 90])
def test_a_campaign_of_bots_that_is_interrupted_is_the_same_in_the_end(
    run: Run, interrupted_at: Any, tmp_path: Path, n: int
) -> None:
    args, left = ["random", "random", "--unexplored", "--seed", 4], tmp_path / "left"
    run("campaign", *args, "--out", tmp_path / "whole")
    result = interrupted_at(n, "campaign", *args, "--out", left)
    assert (result.status, result.err) == (130, "sse: interrupted\n")
    campaign = campaign_in(left)
    assert campaign.unfinished is not None
    assert len(campaign.games) == (2 if n == 90 else 0)
    assert run("campaign", "--resume", left / "campaign.sse", "--out", left).status == 0
    assert (left / "campaign.sse").read_bytes() == (tmp_path / "whole" / "campaign.sse").read_bytes()


def test_a_campaign_is_written_after_each_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the process is killed, only the game in progress is lost."""

    class KilledError(BaseException):
        pass

    class Dying(Interrupting):
        def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
            if not self.left:
                raise KilledError
            self.left -= 1
            return BOTS["random"].choose(view, player, rng)

    monkeypatch.setattr(naming, "BOTS", {"random": Dying(90)})
    with pytest.raises(KilledError):
        run("campaign", "random", "random", "--seed", 4, "--out", tmp_path)
    assert len(campaign_in(tmp_path).games) == 2


@POSIX
def test_a_game_is_kept_though_its_reader_goes_away(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "sse_core", "play", "--map", "duel", "--seed", "1", "--out", str(tmp_path)]
    # The output is buffered. Unbuffered, there would be nobody to play for from the start.
    with subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        process.communicate(timeout=60)
    assert process.returncode == 141
    assert record_in(tmp_path).final.outcome is not None


@POSIX
def test_a_game_is_kept_though_its_terminal_goes_away(tmp_path: Path) -> None:
    """The terminal is closed after a person's move."""
    reading, writing = os.pipe()
    command = [sys.executable, "-u", "-m", "sse_core", "play", "human", "greedy", "--map", "duel", "--seed", "1"]
    with subprocess.Popen(
        [*command, "--out", str(tmp_path)], stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE
    ) as process:
        os.close(writing)
        assert process.stdin is not None
        process.stdin.write(b"a1-a2=C\n")
        process.stdin.flush()
        said = b""
        while not said.endswith(b"A (human): a1-a2=C\n"):
            said += os.read(reading, 1)
        os.close(reading)
        process.communicate(timeout=60)
    assert process.returncode == 141
    assert decided(record_in(tmp_path), small_star_empires) == ["a1-a2=C"]


# --- from any ply


@pytest.mark.parametrize(
    ("game", "args"),
    [(small_star_empires, ["random", "greedy", *EVERYTHING]), (micro, ["micro_space_empire", "planner"])],
)
def test_a_record_goes_on_from_any_ply(run: Run, tmp_path: Path, game: Any, args: Sequence[str]) -> None:
    name, whole, again = args[:1] if game is micro else [], tmp_path / "whole", tmp_path / "again"
    run("play", *args, "--seed", 2, "--out", whole)
    record = record_in(whole, game)
    pages: dict[int, str] = {}
    for ply in range(0, record.final.ply, 7):
        result = run("play", *name, "--resume", whole / "game.sse", "--ply", ply, "--out", again)
        assert (result.status, result.err) == (0, "")
        assert (again / "game.sse").read_bytes() == (whole / "game.sse").read_bytes()
        pages[ply] = result.out
    assert "; seed 2, going on after 14 plies\n" in pages[14]
    for action in decided(record, game):
        assert action in pages[14]
    as_json = run("show", *name, whole / "game.sse", "--json").out
    assert run("play", *name, "--resume", "-", "--ply", 3, "--out", again, stdin=as_json).status == 0
    assert record_in(again, game) == record


def test_others_may_go_on(run: Run, tmp_path: Path) -> None:
    run("play", "random", "greedy", "--seed", 2, "--out", tmp_path)
    before = record_in(tmp_path)
    result = run(
        "play", "greedy", "human", "--resume", tmp_path / "game.sse", "--ply", 10, "--out", tmp_path, stdin="quit"
    )
    assert result.status == 3
    assert record_in(tmp_path) == before
    (tmp_path / "game-2.sse").replace(tmp_path / "game.sse")
    after = record_in(tmp_path)
    assert after.actions[:10] == before.actions[:10]
    assert dict(after.tags) == {"seed": "2", "A": "greedy", "B": "human"}


def test_a_position_goes_on(run: Run, tmp_path: Path) -> None:
    state = sse.new_game(sse.maps()["duel"]).after(0)
    path = tmp_path / "position.sse"
    path.write_text(sse.format_state(state), encoding="utf-8")
    for seed in (1, 2):
        assert run("play", "--resume", path, "--seed", seed, "--out", tmp_path, "--force").status == 0
        assert (record_in(tmp_path).start, record_in(tmp_path).tags["seed"]) == (state, str(seed))
    assert_refused(run("play", "--resume", path, "--ply", 0), 2, "--ply 0: ", "has plies 1 to 1")
    first = run("play", "--resume", path).out.splitlines()[0]
    assert first.startswith("Small Star Empires: A (random), B (greedy); seed ")


@pytest.fixture
def finished(run: Run, tmp_path: Path) -> Path:
    run("play", "--map", "duel", "--seed", 1, "--out", tmp_path / "finished")
    return tmp_path / "finished" / "game.sse"


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        ([], 1, "the game is over after"),
        (["--ply", 99], 2, "--ply 99: "),
        (["--ply", -1], 2, "--ply -1: "),
        (["--ply", 3, "--seed", 3], 2, "--seed is for a new game; "),
        (["--ply", 3, "--map", "duel"], 2, "--map is for a new game"),
        (["--ply", 3, "--unexplored"], 2, "--unexplored is for a new game"),
        (["--ply", 3, "--rule", "open_borders=yes"], 2, "--rule is for a new game"),
        (["--ply", 3, "--players", 2], 2, "--players is for a new game"),
        (["--ply", 3, "--first", "B"], 2, "--first is for a new game"),
        (["--ply", 3, "random"], 2, "is for 2 players, and 1 is named: name 1 more"),
    ],
)
def test_a_record_is_gone_on_with_wrongly(
    run: Run, finished: Path, args: list[object], status: int, words: str
) -> None:
    assert_refused(run("play", "--resume", finished, *args), status, words, str(finished))


def test_what_cannot_be_gone_on_with(run: Run, finished: Path, tmp_path: Path) -> None:
    assert_refused(run("play", "--ply", 3), 2, "--ply is for --resume alone")
    assert_refused(run("play", "--resume", "duel"), 1, "duel is a map; `sse play --map duel` plays on it")
    campaign = format_campaign(Campaign(2, 1))
    assert_refused(run("play", "--resume", "-", stdin=campaign), 1, "`sse campaign --resume` goes on with it")
    assert_refused(run("campaign", "--resume", finished), 1, f"{finished} is no campaign, but a record")
    assert_refused(run("play", "--resume", tmp_path / "none"), 1, "none: no such file")
    game = finished.read_text(encoding="utf-8")
    ada = game.replace("\nA: random", "\nA: Ada")
    assert_refused(run("play", "--resume", "-", "--ply", 3, stdin=ada), 2, "has Ada at seat A, who can't play here")
    assert run("play", "random", "random", "--resume", "-", "--ply", 3, stdin=ada).status == 0
    alone = game.replace("\nB: greedy", "")
    assert_refused(run("play", "--resume", "-", "--ply", 3, stdin=alone), 2, "has nobody at seat B")
    unsown = game.replace("\nseed: 1", "\nseed: many")
    assert_refused(run("play", "--resume", "-", "--ply", 3, stdin=unsown), 1, "a seed is 0 to 2**64 - 1")


# --- files


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    save(path, "first")
    with pytest.raises(UnicodeEncodeError):
        save(path, "second" * 100_000 + "\ud800")
    assert path.read_text(encoding="utf-8") == "first\n"
    assert list(tmp_path.iterdir()) == [path]
    save(path, "third\n")
    assert path.read_bytes() == b"third\n"
    with pytest.raises(OSError, match="missing"):
        save(tmp_path / "missing" / "file", "")


@POSIX
def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    save(path, "old")
    link.symlink_to(path)
    save(link, "new")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "new\n"
    save(Path("/dev/null"), "nothing")
    assert not Path("/dev/null").is_file()


@POSIX
def test_signals_are_handled_for_a_while_only() -> None:
    before = [signal.getsignal(number) for number in ENDINGS]
    for number in ENDINGS:
        with pytest.raises(KeyboardInterrupt), signals_as_interrupts():
            signal.raise_signal(number)
        with signals_ignored():
            signal.raise_signal(number)
    assert [signal.getsignal(number) for number in ENDINGS] == before
    # nohup: what the process was told to ignore stays ignored.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_as_interrupts():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before[ENDINGS.index(signal.SIGHUP)])


def test_another_thread_leaves_signals_alone() -> None:
    found: list[bool] = []

    def play() -> None:
        with signals_as_interrupts(), signals_ignored():
            found.append(True)

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert found == [True]
