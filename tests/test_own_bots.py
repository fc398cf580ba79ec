"""Bots from files of one's own at the terminal: played, resumed, and watched, so that a game is kept if they fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core import SplitMix64
from sse_core.bots import BOTS
from sse_core.bots.watched import BotError, watched
from sse_core.play.turns import turns_of

LAST = "def choose(view, player, rng):\n    return view.legal_actions(player)[-1]\n"

BREAKS = """\
class Mine:
    def choose(self, view, player, rng):
        if view.ply >= 6:
            return self.answer(view)
        return view.legal_ids(player)[0]

    def answer(self, view):
        {}
"""
"""A bot that answers with ids, and from ply 6 on in another way."""

START = sse.new_game(sse.maps()["duel"])
ILLEGAL = next(action for action in START.actions if START.why_not(action))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a bot."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").write_text(LAST, encoding="utf-8")
    return tmp_path


def record_in(path: str) -> Any:
    return sse.read(Path(path).read_text(encoding="utf-8"))


# --- by its file


def test_it_plays_by_its_file(run: Run, folder: Path) -> None:
    played = run("play", "mybot.py", "greedy", "--seed", 3, "--out", "out")
    assert (played.status, played.err) == (0, "")
    record = record_in("out/game.sse")
    assert dict(record.tags) == {"seed": "3", "A": "mybot.py", "B": "greedy"}
    for state, (player, action) in zip(record.states(), record.moves, strict=False):
        if player == 0:
            assert action == state.legal_actions(0)[-1]


def test_a_game_goes_on_with_the_file_of_its_record(run: Run, folder: Path) -> None:
    run("play", "mybot.py", "greedy", "--seed", 3, "--out", "whole")
    assert run("play", "--resume", "whole/game.sse", "--ply", 9, "--out", "again").status == 0
    assert (folder / "again" / "game.sse").read_bytes() == (folder / "whole" / "game.sse").read_bytes()


def test_a_game_whose_bot_is_gone_is_not_resumed(run: Run, folder: Path) -> None:
    run("play", "mybot.py", "greedy", "--seed", 3, "--out", "whole")
    (folder / "mybot.py").unlink()
    again = ["play", "--resume", "whole/game.sse", "--ply", 9]
    assert_refused(run(*again), 1, "mybot.py: no such file")
    assert run(*again, "random", "greedy").status == 0


def test_a_record_names_a_bot_that_takes_no_such_option(run: Run, folder: Path) -> None:
    run("play", "random", "greedy", "--seed", 3, "--out", "whole")
    text = (folder / "whole" / "game.sse").read_text(encoding="utf-8")
    (folder / "other.sse").write_text(text.replace("A: random", "A: random:3"), encoding="utf-8")
    result = run("play", "--resume", "other.sse", "--ply", 9)
    assert_refused(result, 2, "has random:3 at seat A, who can't play here", "random takes no option")


def test_it_plays_campaigns(run: Run, folder: Path) -> None:
    result = run("campaign", "mybot.py", "random", "--map", "duel", "--seed", 3, "--out", "out")
    assert (result.status, result.err) == (0, "")
    assert "A (mybot.py)" in result.out


@pytest.mark.parametrize("command", ["play", "campaign"])
def test_a_file_is_refused_before_anything_is_written(run: Run, folder: Path, command: str) -> None:
    (folder / "mybot.py").write_text("import no_such_module\n", encoding="utf-8")
    assert_refused(run(command, "mybot.py", "greedy", "--out", "out"), 1, "sse: mybot.py, line 1: ModuleNotFound")
    assert_refused(run(command, "greedy", "none.py", "--out", "out"), 1, "sse: none.py: no such file")
    assert not (folder / "out").exists()


@pytest.mark.parametrize("game", sse.GAMES)
def test_bots_of_deep_folders_play_and_have_names_of_their_own(run: Run, folder: Path, game: str) -> None:
    """A record has the end of a path that is too long for it, and goes on with the file if it is named again."""
    seated = list[str]()
    for top in ["one", "two"][: len(sse.GAMES[game].new_game().totals)]:
        file = folder.joinpath(top, *["x" * 60] * 4, "mybot.py")
        file.parent.mkdir(parents=True)
        file.write_text(LAST, encoding="utf-8")
        seated.append(str(file))
    played = run("play", game, *seated, "--seed", 3, "--out", "whole", "--quiet")
    assert (played.status, played.err) == (0, "")
    tags = {seat: tag for seat, tag in record_in("whole/game.sse").tags.items() if seat != "seed"}
    assert len({*tags.values()}) == len(seated)
    for tag, name in zip(tags.values(), seated, strict=True):
        assert tag == f"{crc32(name.encode()):08x}…{name[-191:]}"
    again = ["play", game, "--resume", "whole/game.sse", "--ply", 3, "--out", "again", "--quiet"]
    assert_refused(run(*again), 2, f"whole/game.sse has the end of a name alone at seat A, {tags['A']}: name who sits ")
    assert run(*again, *seated).status == 0
    assert (folder / "again" / "game.sse").read_bytes() == (folder / "whole" / "game.sse").read_bytes()


def test_a_name_that_no_record_can_keep(run: Run, folder: Path) -> None:
    assert_refused(run("play", "a\nb.py", "greedy"), 2, "a record can't keep this name")


def test_options_at_the_terminal(run: Run, folder: Path) -> None:
    assert run("play", "mcts:20", "mcts:30", "--map", "duel", "--seed", 1, "--out", "out").status == 0
    assert dict(record_in("out/game.sse").tags) == {"seed": "1", "A": "mcts:20", "B": "mcts:30"}
    assert_refused(run("play", "mcts:many", "greedy"), 2, "mcts:many: mcts takes visits, seconds or both")
    assert_refused(run("play", "human:3", "greedy"), 2, "there is no player 'human:3'")


# --- watched


class Answering:
    """A bot with one answer."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        return self.answer


def failure(answer: Any) -> str:
    with pytest.raises(BotError) as caught:
        watched(Answering(answer), "me")(START.view(0), 0, SplitMix64(1))
    return str(caught.value)


def test_watched_bots_play_the_same_game() -> None:
    bots = [BOTS["greedy"], BOTS["random"]]
    plain = list(turns_of(START, [bot.choose for bot in bots], 5))
    assert list(turns_of(START, [watched(bot, "me") for bot in bots], 5)) == plain


def test_an_id_is_turned_into_its_action() -> None:
    action = START.legal_actions()[3]
    assert watched(Answering(START.actions.index(action)), "me")(START, 0, SplitMix64(1)) == action


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "it chose nothing, choose returned None"),
        (True, "it chose True: an action is an Action or its id, not bool"),
        ("a1-b1=C", "it chose 'a1-b1=C': an action is an Action or its id, not str"),
        (-1, "it chose -1: "),
        (10**6, "it chose 1000000: "),
        (ILLEGAL, f"it chose {sse.format_action(ILLEGAL, START)}: "),
    ],
    ids=str,
)
def test_an_answer_that_is_no_legal_action(answer: Any, words: str) -> None:
    assert failure(answer).startswith(f"me at seat A failed at ply 0: {words}")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("return 1 / 0", "ZeroDivisionError: division by zero (mybot.py, line 8)"),
        (
            "return view.after(10**6)",
            "IllegalActionError: id 1000000 is no action of this board (E3.1) (mybot.py, line 8)",
        ),
        ("return view.legal_actions()[999]", "IndexError: place 999 of 24 legal actions (mybot.py, line 8)"),
        ("raise SystemExit(3)", "SystemExit: 3 (mybot.py, line 8)"),
        ("raise KeyError", "KeyError (mybot.py, line 8)"),
        ("return None", "it chose nothing, choose returned None"),
        ("return 10**6", "it chose 1000000: "),
    ],
)
def test_a_game_that_a_bot_breaks_is_kept(run: Run, folder: Path, line: str, words: str) -> None:
    (folder / "mybot.py").write_text(BREAKS.format(line), encoding="utf-8")
    setup = ["--map", "duel", "--seed", 4]
    result = run("play", "mybot.py", "random", *setup, "--out", "out")
    assert result.status == 1
    assert result.err.startswith(f"sse: mybot.py at seat A failed at ply 6: {words}")
    assert result.err.count("\n") == 1
    assert "\nThe game ended, since a bot failed, after 6 plies.\n" in result.out
    left = record_in("out/game.sse")
    assert left.final.ply == 6
    assert left.final.to_act == (0,)
    # With the fault mended, the game goes on as it would have.
    (folder / "mybot.py").write_text(BREAKS.format("return view.legal_ids()[0]"), encoding="utf-8")
    assert run("play", "--resume", "out/game.sse", "--out", "out").status == 0
    run("play", "mybot.py", "random", *setup, "--out", "whole")
    assert (folder / "out" / "game.sse").read_bytes() == (folder / "whole" / "game.sse").read_bytes()


def test_a_campaign_that_a_bot_breaks_is_kept(run: Run, folder: Path) -> None:
    (folder / "mybot.py").write_text(BREAKS.format("return 1 / 0"), encoding="utf-8")
    result = run("campaign", "mybot.py", "random", "--map", "duel", "--seed", 4, "--out", "out")
    assert result.status == 1
    assert "failed at ply 6: ZeroDivisionError" in result.err
    campaign = record_in("out/campaign.sse")
    assert campaign.unfinished.final.ply == 6


@pytest.mark.parametrize(
    "words", [["match", "mine", "random"], ["play", "mine", "random"], ["balance", "duel", "--bot", "mine"]]
)
def test_a_file_is_meant_by_its_name_without_the_ending(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def choose(view, player, rng):\n    return 0\n", encoding="utf-8")
    assert_refused(run(*words), 2, "'mine' (did you mean 'mine.py'?); they are ")
