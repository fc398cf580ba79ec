"""Learners of docs/learners.md: each program and command of its first screen is run, and must learn so much."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Final

import pytest

PAGE: Final = Path(__file__).parents[2] / "docs" / "learners.md"

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(not PAGE.exists(), reason="pages are part of the checkout"),
]

needs_torch = pytest.mark.skipif(
    not all(map(find_spec, ("gymnasium", "torch", "sb3_contrib"))), reason="the extra ppo isn't installed"
)

SECONDS: Final = 900
"""The time that each of them has; on a quiet machine none takes more than two minutes."""


def output_of(*command: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def program_with(words: str) -> str:
    """The program of the page that has these words."""
    programs = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    (found,) = (each for each in programs if words in each)
    return str(found)


@needs_torch
def test_a_masked_ppo_learns_to_beat_random_players(tmp_path: Path) -> None:
    said = output_of("-c", program_with("MaskablePPO"), folder=tmp_path)
    won = re.fullmatch(r"MaskablePPO won (\d+)%\n", said)
    assert won is not None
    assert int(won[1]) >= 75


@needs_torch
@pytest.mark.parametrize("name", ["MicroSpaceEmpire", "JumpWars", "EmpireOfTheStars"])
def test_the_same_program_runs_for_every_game(name: str, tmp_path: Path) -> None:
    program = program_with("MaskablePPO").replace("SmallStarEmpires", name).replace("20_000", "100")
    program = program.replace("n_steps=1024", "n_steps=64").replace("games = 0.0, 100", "games = 0.0, 1")
    assert re.fullmatch(r"MaskablePPO won \d+%\n", output_of("-c", program, folder=tmp_path))


@needs_torch
def test_the_ppo_on_many_games_learns_to_beat_random_players(tmp_path: Path) -> None:
    said = output_of("-c", program_with("def judged"), folder=tmp_path)
    shares = re.fullmatch(r"PPO won (\d+)% at first, (\d+)% at last\n", said)
    assert shares is not None
    assert int(shares[1]) < 65
    assert int(shares[2]) >= 85


def test_a_minute_of_learning_beats_greedy_and_rollouts(tmp_path: Path) -> None:
    """The commands of the page, with one minute in place of ten, and fewer games."""
    page = PAGE.read_text(encoding="utf-8")
    learn, match = (
        "sse learn --minutes 10 --out mine.toml",
        "sse match star:1000@mine.toml mcts:1000 --games 200 --jobs 2",
    )
    assert learn in page
    assert match in page
    begin = monotonic()
    output_of("-m", "sse_core", *learn.replace("10", "1").split()[1:], folder=tmp_path)
    assert monotonic() - begin < 90
    for rival, least in (("mcts:1000", 0.5), ("greedy", 0.75)):
        words = [*match.replace("mcts:1000", rival).replace("200", "60").split()[1:], "--seed", "3"]
        share = re.search(r"share +([\d.]+) %", output_of("-m", "sse_core", *words, folder=tmp_path))
        assert share is not None
        assert float(share[1]) / 100 > least
