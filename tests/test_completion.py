"""Completion at the Tab key of the shell."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.command import Run, assert_refused

from sse_core.cli.completion import completions


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["pl"], ["play", "playouts"]),
        (["play", "mi"], ["micro_space_empire"]),
        (["play", "hu"], ["human"]),
        (["play", "human", "mct"], ["mcts"]),
        (["play", "micro_space_empire", "pla"], ["planner"]),
        (["play", "--hol"], ["--holes"]),
        (["play", "--holes", "b"], ["balanced", "black_holes"]),
        (["play", "micro_space_empire", "--exp"], ["--expansion"]),
        (["play", "--map", "duel"], ["duel"]),
        (["show", "duel"], ["duel"]),
        (["rules", "E3.1"], ["E3.1"]),
        (["rules", "jump_wars", "J2.1"], ["J2.1"]),
        (["completion", "z"], ["zsh"]),
        (["campaign", "jump"], []),
        (["nonsense", ""], []),
        (["play", "--resume", ""], []),
        (["analyse", "duel", "--visits", ""], []),
    ],
)
def test_what_is_completed(words: list[str], found: list[str]) -> None:
    assert completions(words) == found


def test_every_command_is_completed_and_every_option(run: Run) -> None:
    for command in completions([""]):
        if command.startswith("-"):
            continue
        told = {*completions([command, "--"])}
        assert told == {*re.findall(r"(?<![\w-])--[a-z][\w-]*(?=[ ,\n])", options_in(run(command, "--help").out))}


def options_in(page: str) -> str:
    """The beginnings of the lines of a help page that describe an option."""
    return "\n".join(re.findall(r"^  (-.*?)(?:  |$)", page, re.MULTILINE)) + "\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_of_the_shell(run: Run, shell: str) -> None:
    script = run("completion", shell).out
    if shutil.which(shell) is None:
        assert script.startswith(f"# Completion of sse in {shell}: ")
        return
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_completion_asks_for_a_shell(run: Run) -> None:
    assert_refused(run("completion"), 2, "name a shell: bash, zsh, fish")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["play", "--holes", "b"], ["balanced", "black_holes"]),
        (["play", "human", "--qu"], ["--quiet"]),
        (["match", "greedy", ""], ["greedy", "mcts", "random", "solve"]),
    ],
)
def test_bash_completes(run: Run, tmp_path: Path, words: list[str], found: list[str]) -> None:
    (tmp_path / "sse").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sse_core "$@"\n')
    (tmp_path / "sse").chmod(0o755)
    typed = " ".join(f"'{word}'" for word in ["sse", *words])
    script = (
        f'PATH="{tmp_path}:$PATH"\n{run("completion", "bash").out}\nCOMP_WORDS=({typed})\nCOMP_CWORD={len(words)}\n'
    )
    script += '_sse\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    done = subprocess.run(["bash"], input=script, capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout.split(), done.stderr) == (found, "")
