"""`sse` at a real terminal: colours and characters, questions, saved games, signals, progress, completion."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from tests.command import AtTerminal, Run, joined
from tests.profiles import shortened

import sse_core as sse
from sse_core.cli.saving import first_ctrl_c_noted

pytest.importorskip("pty")
pytestmark = pytest.mark.usefixtures("heard_signals")

PLAY: Final = ("play", "human", "greedy", "--map", "duel", "--seed", 1)
PAINT: Final = re.compile(r"\x1b\[[0-9;]*m")
START: Final = sse.new_game(sse.maps()["duel"])


def record_in(path: Path) -> Any:
    return sse.read(path.read_text(encoding="utf-8"))


# --- looks


@pytest.mark.parametrize(
    ("options", "environment", "is_coloured", "is_ascii"),
    shortened(
        [
            ([], {}, True, False),
            (["--ascii"], {}, True, True),
            (["--color", "never"], {}, False, False),
            ([], {"NO_COLOR": "1"}, False, False),
            ([], {"NO_COLOR": ""}, True, False),
            ([], {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
            (["--color", "always"], {"NO_COLOR": "1"}, True, False),
            ([], {"TERM": "dumb"}, False, True),
            ([], {"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
            ([], {"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}, True, True),
        ],
        4,
        rows=True,
    ),
)
def test_the_look_of_a_board(
    tmp_path: Path, options: list[str], environment: dict[str, str], is_coloured: bool, is_ascii: bool
) -> None:
    shown = AtTerminal("show", "duel", *options, folder=tmp_path, environment=environment)
    assert shown.end() == 0
    assert bool(PAINT.search(shown.written)) == is_coloured
    plain = sse.to_text(sse.maps()["duel"]) + "\n"
    assert shown.page.isascii() == is_ascii
    assert (shown.page == plain) == is_ascii
    assert [*map(len, shown.page.splitlines())] == [*map(len, plain.splitlines())]


@pytest.mark.parametrize(
    ("options", "environment", "is_coloured"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "0"}, False),
        (["--color", "always"], {}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_the_look_of_a_board_in_a_pipe(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: list[str], environment: dict[str, str], is_coloured: bool
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    out = run("show", "duel", "--ascii", *options).out
    assert bool(PAINT.search(out)) == is_coloured
    assert PAINT.sub("", out) == sse.to_text(sse.maps()["duel"]) + "\n"


def test_a_file_is_plain(run: Run, tmp_path: Path) -> None:
    assert run("show", "duel", "--color", "always", "--out", tmp_path / "board").status == 0
    assert (tmp_path / "board").read_text(encoding="utf-8") == sse.to_text(sse.maps()["duel"]) + "\n"


def without_rich(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process in which rich can't be imported."""
    code = f"import sys; sys.modules['rich'] = None\nfrom sse_core.cli import main\n{code}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)


def test_without_rich_pages_are_plain() -> None:
    done = without_rich("import os; os.environ['FORCE_COLOR'] = '1'; sys.exit(main(['show', 'duel']))")
    assert (done.returncode, done.stdout) == (0, sse.to_text(sse.maps()["duel"]) + "\n")


def test_colours_that_cannot_be_had_name_the_extra() -> None:
    done = without_rich("main(['show', 'duel', '--color', 'always'])")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "sse: --color always needs rich: pip install '.[cli]' in the checkout of sse_core (see "
    )


@pytest.mark.parametrize("words", shortened(["play --seed 1", "show duel", "--help", ""]))
def test_what_needs_no_colour_does_not_load_rich(words: str) -> None:
    code = (
        "import sys, contextlib\nimport sse_core\n"
        f"words = {words.split()!r}\n"
        "from sse_core.cli import main\n"
        "with contextlib.suppress(SystemExit):\n    words and main(words)\n"
        "sys.exit('rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


# --- leaving


def test_a_game_is_saved_when_it_is_left(tmp_path: Path) -> None:
    game = AtTerminal(*PLAY, folder=tmp_path)
    game.answer("A (human): ", "a1-a2=C")
    game.answer("A (human): ", "quit")
    game.answer("Save the game? Enter saves it as sse-1.sse, a name saves it there, n doesn't: ", "")
    assert game.end() == 3
    assert game.page.endswith(
        "The game was left after 2 plies.\n"
        "Saved to sse-1.sse after 2 plies; `sse play --resume sse-1.sse` goes on with it.\n"
    )
    assert len(record_in(tmp_path / "sse-1.sse").moves) == 2
    again = AtTerminal("play", "--resume", "sse-1.sse", folder=tmp_path)
    again.answer("A (human): ", "a1-b1=C")
    again.answer("A (human): ", "quit")
    # It has a file already, which it goes on with.
    assert again.end() == 3
    assert "Save the game?" not in again.page
    assert len(record_in(tmp_path / "sse-1.sse").moves) == 4


@pytest.mark.parametrize(
    ("answer", "name"), [("mine.sse", "mine.sse"), ("n", None), ("taken", "sse-1.sse"), ("no/x", "sse-1.sse")]
)
def test_where_a_game_is_saved(tmp_path: Path, answer: str, name: str | None) -> None:
    (tmp_path / "taken").write_text("something else")
    game = AtTerminal(*PLAY, folder=tmp_path)
    game.answer("A (human): ", "a1-a2=C")
    game.answer("A (human): ", "quit")
    game.answer("n doesn't: ", answer)
    assert game.end() == 3
    assert {path.name for path in tmp_path.iterdir()} == {"taken", *([name] if name else [])}
    assert (tmp_path / "taken").read_text() == "something else"
    assert ("It isn't kept." in game.page) == (name is None)


def test_where_nobody_moved_nothing_is_saved(tmp_path: Path) -> None:
    game = AtTerminal(*PLAY, folder=tmp_path)
    game.answer("A (human): ", "quit")
    assert game.end() == 3
    assert game.page.endswith("Nobody has moved, so there is nothing to save.\n")
    assert [*tmp_path.iterdir()] == []


def test_ctrl_c_saves_a_game(tmp_path: Path) -> None:
    game = AtTerminal(*PLAY, folder=tmp_path)
    game.answer("A (human): ", "a1-a2=C")
    game.wait_for("A (human): ")
    # A signal just before the process reads is seen once there is something to read.
    game.type("\x03")
    assert game.end() == 130
    assert "Saved to sse-1.sse after 2 plies; " in game.page
    assert len(record_in(tmp_path / "sse-1.sse").moves) == 2


def test_ctrl_c_ends_the_search_for_a_hint_and_not_the_game(tmp_path: Path) -> None:
    """What was found is told; the next Ctrl-C, at the question, ends the game."""
    game = AtTerminal("play", "human", "greedy", "--map", "base-2p", "--seed", 1, folder=tmp_path)
    game.answer("A (human): ", "hint 600")
    game.wait_until("searching for 600 s; Ctrl-C ends it")
    game.type("\x03", end="")
    game.wait_for("A (human): ")
    assert re.search(r" \([\d,]+ visits? in \d+\.\d s.* looks for longer\)\n", joined(game.page))
    game.type("\x03")
    assert game.end() == 130


def test_the_second_ctrl_c_of_a_search_is_raised() -> None:
    before = signal.getsignal(signal.SIGINT)
    with first_ctrl_c_noted() as noted:
        assert not noted.is_set()
        signal.raise_signal(signal.SIGINT)
        assert noted.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_closed_terminal_saves_a_game(tmp_path: Path) -> None:
    game = AtTerminal(*PLAY, folder=tmp_path)
    game.answer("A (human): ", "a1-a2=C")
    game.wait_for("A (human): ")
    game.close()
    assert len(record_in(tmp_path / "sse-1.sse").moves) == 2


def test_out_says_where_a_game_is_saved(tmp_path: Path) -> None:
    game = AtTerminal(*PLAY, "--out", "kept", folder=tmp_path)
    game.answer("A (human): ", "a1-a2=C")
    game.answer("A (human): ", "quit")
    assert game.end() == 3
    assert "Save the game?" not in game.page
    assert len(record_in(tmp_path / "kept" / "game.sse").moves) == 2


def test_a_campaign_is_saved_when_it_is_left(tmp_path: Path) -> None:
    games = AtTerminal("campaign", "human", "greedy", "--map", "duel", "--seed", 1, folder=tmp_path)
    games.answer("A (human): ", "a1-a2=C")
    games.answer("A (human): ", "quit")
    assert games.end() == 3
    line = "Saved to sse-campaign-1.sse; `sse campaign --resume sse-campaign-1.sse` goes on with it.\n"
    assert games.page.endswith(line)
    again = AtTerminal("campaign", "--resume", "sse-campaign-1.sse", folder=tmp_path)
    again.answer("A (human): ", "last")
    again.answer("A (human): ", "quit")
    assert again.end() == 3
    assert "A (human) flew from a1 to a2 and built a city on two planets for 2 points\n    [a1-a2=C]\n" in again.page
    assert again.page.endswith(line.replace("campaign-1.sse", "campaign-1-2.sse"))


# --- people with secrets


def test_people_with_secrets_find_nothing_of_each_other(tmp_path: Path) -> None:
    """Not on the screen, nor above it, nor by a key; what was typed ahead lifts no cover. Each has the own lines."""
    pytest.importorskip("readline")
    up, yank, search, macro = "\x1b[A", "\x19", "\x12\x12", "\x18e"
    game = AtTerminal("play", "jump_wars", "human", "human", "--seed", 3, folder=tmp_path)
    game.answer("A (human), Enter shows what you may see: ", "")
    game.answer("A (human): ", "take")
    game.wait_for("A (human): ")
    assert "hand    Attack, Espionage\n" in game.screen
    # A records keys and cuts a line, and types Enter once too often.
    game.type("\x18(secret\x18)\x15done\n")
    game.wait_for("B (human), Enter shows what you may see: ")
    assert game.screen == "B (human) is to act: pass the screen.\n\nB (human), Enter shows what you may see: "
    game.type("done")
    game.answer("B (human), Enter shows what you may see: ", "")
    game.wait_for("B (human): ")
    assert game.screen.startswith("The start player was drawn, who acts first in every phase: A (human) [first=A]\nA (")
    assert "\nchance: hidden\n" in game.screen
    assert "hand    2 cards face down\n" in game.screen
    assert "Attack, Espionage" not in game.screen
    game.type(f"{up}{yank}{search}{macro}\tundo")
    # A key that does nothing may draw the question anew: the answer is waited for first.
    game.wait_until("No: that takes back what A (human) decided; ")
    game.wait_for("B (human): ")
    assert "undo\nNo: that takes back what A (human) decided; " in game.screen
    game.type("undo openly")
    game.answer("A (human), Enter shows what you may see: ", "")
    game.wait_for("A (human): ")
    assert "\nB (human) took 1 decision back: back at ply 4.\n" in game.screen
    game.type(up)
    game.answer("B (human), Enter shows what you may see: ", "quit")
    game.wait_for("n doesn't: ")
    assert "face down" not in game.screen
    game.type(f"{up}{yank}")
    assert game.end() == 3
    assert [path.name for path in tmp_path.iterdir()] == ["jw-3.sse"]


def test_a_terminal_that_cannot_be_cleared_says_so(tmp_path: Path) -> None:
    game = AtTerminal("play", "jump_wars", "human", "human", "--seed", 3, folder=tmp_path, environment={"TERM": "dumb"})
    game.answer("A (human): ", "quit")
    game.answer("n doesn't: ", "n")
    assert game.end() == 3
    sentence = "\nPeople with secrets play here, and this is no terminal that can be cleared between them: "
    assert joined(game.page).count(sentence) == 1
    assert "\x1b[" not in game.written


# --- after the end


def test_a_game_that_is_over_can_be_taken_back_and_saved(tmp_path: Path) -> None:
    """A and B have one system between them."""
    (tmp_path / "one.map").write_text("cities: 1\nstations: 0\nships: 1\n\nA 3 1 B\n")
    game = AtTerminal("play", "human", "greedy", "--map", "one.map", "--seed", 1, folder=tmp_path)
    question = "The game is over. Enter ends it; undo, save, score, last and rules go on.\nA (human): "
    game.answer("A (human): ", "a1-a2=C")
    game.answer(question, "a1-a2=C")
    game.answer("No: the game is over; Enter ends it, undo takes a decision back.\nA (human): ", "hint")
    game.answer("No: the game is over.\nA (human): ", "undo")
    game.answer("legal actions\nWhich of your ships moves? (E2.1)\nA (human): ", "a1-a3=C")
    game.answer(question, "save end.sse")
    game.answer("A (human): ", "")
    assert game.end() == 0
    kept = record_in(tmp_path / "end.sse")
    assert kept.final.outcome is not None
    assert (kept.tags["undone"], sse.format_action(kept.actions[0], kept.start)) == ("1", "a1-a3=C")


# --- the page


def test_a_session_in_unicode_and_colour(tmp_path: Path) -> None:
    """The targets of a ship, the last actions and the seats have roles, and every line fits."""
    game = AtTerminal(*PLAY, folder=tmp_path)
    game.answer("A (human): ", "a1")
    game.answer("A (human): ", "a1 b1 c")
    game.answer("A (human): ", "quit")
    game.answer("doesn't: ", "n")
    game.end()
    assert max(map(len, game.shown.splitlines())) <= 80
    assert re.search(r"\x1b\[30;[0-9;]+m\[2\]\x1b\[0m", game.written)
    assert "▸" in game.page
    assert "◂" in game.page
    # The label of A is in the colour of A.
    assert re.search(r"\x1b\[1;[0-9;]+mA  to act\x1b\[0m", game.written)


SEATS: Final = {2: ("human", "greedy"), 3: ("greedy", "human", "random"), 4: ("random", "greedy", "random", "human")}


def rows_of(state: sse.State) -> list[list[str]]:
    """The systems of each row as a drawing has them, with their holders, and the ships behind them."""
    rows: list[list[str]] = []
    for cell, name in enumerate(state.board.cell_names):
        owner, piece = state.owner(cell), state.piece(cell)
        holder = "" if owner is None or piece == "homeworld" else "ABCD"[owner]
        text = state.board.systems[cell].value + (holder.lower() if piece == "station" else holder)
        for player in range(state.board.players):
            n = sum(place == cell for place, _ in state.ships(player))
            text += f":{n if n > 1 else ''}{'ABCD'[player]}" if n else ""
        if name[1:] == "1":
            rows.append([name[0]])
        rows[-1].append(text)
    return rows


@pytest.mark.parametrize("players", shortened(SEATS))
def test_a_low_terminal_shows_the_whole_base_map_the_ships_and_the_question(tmp_path: Path, players: int) -> None:
    """At the first turn, and at a later one, with what was done last."""
    start = sse.new_game(sse.base_map(players, seed=1))
    names = SEATS[players]
    game = AtTerminal("play", *names, "--seed", 1, "--ascii", "--color", "never", folder=tmp_path, lines=24)
    seat = names.index("human")
    question = f"{'ABCD'[seat]} (human): "
    for _ in range(3):
        game.wait_for(question)
        screen = game.shown.split("\n")[-24:]
        state = start
        for text in re.findall(r"(?:\(human\): |\[)(\S+-[^\s\]]+)", game.shown):
            state = state.after(sse.parse_action(text, state))
        assert max(map(len, screen)) <= 80
        assert screen[-1] == question
        shown = [re.sub(r"[<>](?=[ :]|$)", "", line).split() for line in screen]
        assert [row for row in shown if row in rows_of(state)] == rows_of(state)
        ships = " ".join(state.board.cell_names[cell] for cell, _ in state.ships(seat))
        assert any(line.startswith(f"{'ABCD'[seat]}  to act") and line.endswith(f"  {ships}") for line in screen)
        assert any(line.startswith(f"Ply {state.ply}: ") for line in screen)
        if state.ply >= players:
            assert any(f" ({names[seat - 1]}) flew " in line for line in screen)
        game.type(sse.format_action(state.legal_actions()[0], state))
    game.answer(question, "quit")
    game.answer("n doesn't: ", "n")
    assert game.end() == 3


def test_a_tall_terminal_keeps_the_drawing(tmp_path: Path) -> None:
    """It gives way where it doesn't fit by one line: with a word on help, what is asked, and where to type."""
    start = sse.new_game(sse.base_map(2, seed=1))
    usual = sse.to_text(start)
    rows, shown = usual.count("\n") + 1, []
    for lines in (rows + 2, rows + 3):
        game = AtTerminal("play", "human", "greedy", "--seed", 1, "--ascii", folder=tmp_path, lines=lines)
        game.answer("A (human): ", "quit")
        game.end()
        shown.append(usual in game.page)
    assert shown == [False, True]


def test_the_tab_key_completes_what_is_typed(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    game = AtTerminal(*PLAY, folder=tmp_path)
    game.wait_for("A (human): ")
    game.type("boa\t")
    game.answer("A (human): ", "a1-d\ts")
    game.answer("A (human): ", "quit")
    game.answer("doesn't: ", "n")
    assert game.end() == 3
    assert "A (human): board\n" in game.page
    assert "A (human): a1-d3=s\nA (human): a1-d3=S\n" in game.page.replace("\x07", "")


def test_long_refusals_fit_a_terminal(tmp_path: Path) -> None:
    game = AtTerminal(*PLAY, folder=tmp_path)
    game.answer("A (human): ", "nothing of the kind at all")
    game.answer("A (human): ", "quit")
    game.end()
    refusal = game.page.partition("\nNo: ")[2].partition("A (human)")[0]
    assert refusal.count("\n") > 1
    assert max(map(len, refusal.splitlines())) <= 80


@pytest.mark.parametrize("lines", shortened([12, 24]))
def test_a_list_is_never_longer_than_the_terminal(tmp_path: Path, lines: int) -> None:
    game = AtTerminal(
        "play",
        "human",
        "greedy",
        "greedy",
        "greedy",
        "--map",
        "base-4p",
        "--seed",
        1,
        "--quiet",
        folder=tmp_path,
        lines=lines,
    )
    game.wait_for("A (human): ")
    begin = len(game.page)
    game.type("?")
    game.wait_for("\nA (human): ")
    assert game.page[begin:].count("\n") <= lines
    game.type("quit")
    game.end()


def test_a_bot_that_thinks_is_named(tmp_path: Path) -> None:
    game = AtTerminal("play", "human", "mcts:50", "--map", "duel", "--seed", 1, folder=tmp_path)
    game.answer("A (human): ", "a1-a2=C")
    game.wait_until("B (mcts:50) thinks ...")
    game.answer("A (human): ", "quit")
    game.answer("doesn't: ", "n")
    assert game.end() == 3
