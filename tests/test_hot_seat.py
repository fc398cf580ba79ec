"""People with secrets at one terminal: what one of them typed and saw reaches no other one by any request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from tests import bids
from tests.command import Run, joined
from tests.test_conformance import OPTIONS

import sse_core as sse
from sse_core import games
from sse_core.cli.session.game_files import GameFiles
from sse_core.cli.session.human import Human
from sse_core.cli.session.requests import COMMANDS
from sse_core.cli.session.session import Table
from sse_core.play.records.record import GameRecord, format_game
from sse_core.play.seats import tags_of
from sse_core.play.state_kinds import SecretState
from sse_core.play.turns import sample
from sse_core.seeds import SplitMix64
from sse_core.testing.conformance.random_game import RandomGame

UNASKED: Final = ("quit", "save", "hint")
"""Commands that end the game, write a file, or answer by the clock. The check `requests` asks for hints."""

REQUESTS: Final = [
    *(name for name in COMMANDS if name not in UNASKED),
    *("undo 2", "undo 99", "? b", "targets b", "rules xyz", "nonsense", ""),
]

QUESTION: Final = re.compile(r"^([A-D]) \(human\): .*\n", re.MULTILINE)

SECRETS: Final = [*(name for name, game in sse.GAMES.items() if isinstance(game.new_game(seed=0), SecretState)), "bids"]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._MODULES, "bids", "tests.bids")
    monkeypatch.setitem(games._PREFIXES, "bids", "bids")


def game_of(name: str) -> Any:
    return bids if name == "bids" else sse.GAMES[name]


def random_game(name: str, seed: int) -> RandomGame:
    return RandomGame(game_of(name), seed, OPTIONS.get(name, [{}])[0], thorough=False)


class Read(NamedTuple):
    """What was asked, and what B read before each question to B."""

    seats: str
    """Who was asked, one letter for each question."""
    pages: list[str]


def read_by_b(run: Run, game: Any, folder: Path, state: Any, typed: list[str]) -> Read:
    """Let two people play on from a state."""
    (folder / "begin").write_text(game.format_state(state))
    args = ("play", game.INFO.name, "human", "human", "--resume", folder / "begin", "--seed", 5)
    parts = QUESTION.split(run(*args, stdin="\n".join(typed) + "\n").out)
    seats = "".join(parts[1::2])
    # The first line after what A types is the answer to A, which a terminal covers before B looks.
    pages = [
        text.partition("\n")[2] if last == "A" else text
        for text, seat, last in zip(parts[::2], seats, "B" + seats, strict=False)
        if seat == "B"
    ]
    return Read(seats, pages)


def orders(played: RandomGame) -> tuple[Any, list[str]]:
    """A state in which orders are begun, and two orders of its first seat, one longer, as lines to type."""
    stream = SplitMix64(played.seed)
    for turn, sealed in zip(played.all_turns, played.sealed, strict=True):
        if sealed or len(turn.state.to_act) < 2:
            continue
        found = set[str]()
        for _ in range(20):
            state, typed = turn.state, list[str]()
            while 0 in state.to_act:
                action = stream.choice(state.legal_actions(0))
                typed.append(played.game.format_action(action, state))
                state = state.after(action, 0)
            found.add("\n".join(typed))
        shortest, longest = (choose(sorted(found), key=lambda order: order.count("\n")) for choose in (min, max))
        if shortest.count("\n") < longest.count("\n"):
            return turn.state, [shortest, longest]
    pytest.skip("nobody has a choice of sealed orders")


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("seed", range(2))
def test_no_request_tells_what_another_person_has_sealed(run: Run, tmp_path: Path, name: str, seed: int) -> None:
    """Whatever A orders, and however long, B reads the same, at questions to B alone; also after A's order was taken
    back openly."""
    game = game_of(name)
    state, both = orders(random_game(name, seed))
    (tmp_path / "begin").write_text(game.format_state(state))
    typed = [*REQUESTS, "undo openly", "redo", *REQUESTS, "quit"]
    one, two = (read_by_b(run, game, tmp_path, state, [order, *typed]) for order in both)
    n = len(REQUESTS)
    assert one.pages == two.pages
    assert one.seats.lstrip("A") == two.seats.lstrip("A") == "B" * n + "B" + "A" + "B" * n + "B"


@pytest.mark.parametrize("name", SECRETS)
def test_who_comes_back_is_told_that_others_acted_and_not_how(name: str) -> None:
    game = game_of(name)
    state, both = orders(random_game(name, 0))
    for order in both:
        after, moves = state, list[tuple[int, Any]]()
        for text in order.split("\n"):
            moves.append((0, game.parse_action(text, after)))
            after = after.after(moves[-1][1], 0)
        people = [Human(game, seat) for seat in "AB"]
        table = Table(
            state, people, 5, tags_of(5, ["human"] * 2, game), game, moves, game_files=GameFiles("sse play --resume")
        )
        assert table.told(1) == ["A (human): hidden"]


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("seed", range(2))
def test_no_request_tells_what_another_person_holds(run: Run, tmp_path: Path, name: str, seed: int) -> None:
    """In two positions that look the same to B, B reads the same."""
    game, stream = game_of(name), SplitMix64(seed)
    states = random_game(name, seed).all_states
    state = next(state for state in states if state.to_act[:1] == (1,) and sample(state, 1, stream) != state)
    one, two = (read_by_b(run, game, tmp_path, each, [*REQUESTS, "quit"]) for each in (state, sample(state, 1, stream)))
    assert one == two
    assert one.seats == "B" * len(one.pages)


# --- undo and redo of decisions


def answers(run: Run, folder: Path, state: Any, moves: Sequence[tuple[int, str]], typed: Sequence[str]) -> list[str]:
    """The answer to each line that is typed after some moves of a game of Bids: its first line, with who asked."""
    (folder / "game").write_text(format_game(GameRecord(state, moves)))
    out = run("play", "bids", "human", "human", "--resume", folder / "game", "--seed", 5, stdin="\n".join(typed)).out
    return [
        f"{seat}: {answer}" for seat, answer in re.findall(r"^([AB]) \(human\): .+\n(.+)\n", out, flags=re.MULTILINE)
    ]


DEALT: Final = bids.new_game().after("card 1").after("card 2")
OTHERS: Final = "No: that takes back what {} (human) decided; undo openly takes it back, and everybody is told."


def test_own_decisions_are_taken_back_one_by_one(run: Run, tmp_path: Path) -> None:
    moves = [(0, "seal"), (1, "bid 2")]
    assert answers(run, tmp_path, DEALT, moves, ["undo", "undo", "redo", "undo 2", "undo openly 2"]) == [
        "B: Back at ply 2.",
        f"B: {OTHERS.format('A')}",
        "B: On again at ply 3.",
        f"B: {OTHERS.format('A')}",
        "B: Back at ply 2, and everybody is told.",
    ]


def test_what_has_opened_secrets_is_taken_back_openly(run: Run, tmp_path: Path) -> None:
    """B knows the order of A by then, and could choose another one."""
    moves = [(0, "seal"), (1, "bid 2"), (1, "seal")]
    assert answers(run, tmp_path, DEALT, moves, ["undo", "keep", "undo"])[:1] == [
        "B: No: you have seen what others had hidden until then; undo openly takes it back, and everybody is told."
    ]
    assert answers(run, tmp_path, DEALT, moves, ["undo openly"]) == ["B: Back at ply 3, and everybody is told."]


def test_decisions_of_others_are_done_again_openly(run: Run, tmp_path: Path) -> None:
    moves = [(1, "seal")]
    assert answers(run, tmp_path, DEALT, moves, ["undo", "undo openly", "redo", "redo openly"]) == [
        f"A: {OTHERS.format('B')}",
        "A: Back at ply 2, and everybody is told.",
        "A: No: that does again what B (human) decided; redo openly does, and everybody is told.",
        "A: On again at ply 2, and everybody is told.",
    ]


def test_the_only_person_takes_back_all(run: Run, tmp_path: Path) -> None:
    """Bots mind nothing. The plies are those that the person knows: nobody knows how long others write."""
    (tmp_path / "game").write_text(format_game(GameRecord(DEALT, [(0, "seal"), (1, "bid 2"), (1, "seal")])))
    out = run("play", "bids", "spender", "human", "--resume", tmp_path / "game", "--seed", 5, stdin="undo\n").out
    assert "\nB (human): undo\nBack at ply 3.\n" in out
    assert "People with secrets" not in out


def test_a_pipe_says_that_it_covers_nothing(run: Run) -> None:
    out = run("play", "bids", "human", "human", "--seed", 5, stdin="seal\nseal\n").out
    assert out.count("\nPeople with secrets play here, and this is no terminal that can be cleared between them: ") == 1
    assert "\x1b" not in out
    assert "People with secrets" not in run("play", "human", "human", "--map", "duel").out


def test_a_file_with_secrets_is_said_to_have_them(run: Run, tmp_path: Path) -> None:
    for others, has in (("human", True), ("spender", False)):
        out = run("play", "bids", "human", others, "--seed", 5, stdin=f"save {tmp_path / others}.sse\n").out
        assert ("The file has everybody's secrets." in joined(out)) == has
