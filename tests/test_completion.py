"""Completion at the Tab key of the shell."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from argparse import Action, ArgumentParser
from collections.abc import Iterator, Mapping

import pytest
from tests.command import Run, assert_refused

from sse_core.bots.naming import bots_of
from sse_core.cli.commands.completion import completions
from sse_core.cli.registry import commands_for, parser_of
from sse_core.games import GAMES


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
        (["play", "human", "mcts:1"], ["mcts:1000", "mcts:10000", "mcts:100000", "mcts:1s", "mcts:10s"]),
        (["match", "solve:5"], ["solve:5s"]),
        (["play", "human", "star:c"], ["star:club"]),
        (["play", "micro_space_empire", "endgame:8"], ["endgame:8"]),
        (["play", "micro_space_empire", "perfect:"], []),
        (["play", "--rule", "o"], ["open_borders=yes"]),
        (["play", "--rule=open_borders="], ["--rule=open_borders=yes"]),
        (["play", "empire_of_the_stars", "--pack", ""], ["house"]),
        (["play", "--holes=b"], ["--holes=balanced", "--holes=black_holes"]),
        (["perft", "base-2p", ""], []),
    ],
)
def test_what_is_completed(words: list[str], found: list[str]) -> None:
    assert completions(words).words == found


@pytest.mark.parametrize(
    ("words", "takes_file"),
    [
        (["perft", ""], True),
        (["perft", "base-2p", ""], False),
        (["perft", "base-2p", "3", ""], False),
        (["play", ""], True),
        (["play", "mcts:"], False),
        (["play", "micro_space_empire", "perfect:"], True),
        (["play", "my"], True),
        (["play", "--"], False),
        (["play", "--map", ""], True),
        (["play", "--map="], True),
        (["play", "--seed", ""], False),
        (["play", "--rule", ""], False),
        (["play", "--holes", ""], False),
        (["play", "--out", ""], True),
        (["play", "--resume", ""], True),
        (["score", ""], True),
        (["rules", ""], False),
        (["completion", ""], False),
        (["serve", "--data", ""], True),
        (["", ""], False),
        ([""], False),
    ],
)
def test_files_are_offered_where_a_file_fits(words: list[str], takes_file: bool) -> None:
    assert completions(words).takes_file is takes_file


def values_in(parser: ArgumentParser, path: list[str]) -> Iterator[tuple[ArgumentParser, Action, list[str]]]:
    """Yield each option that takes a value, and the first argument, with the words before it."""
    arguments = [action for action in parser._actions if not action.option_strings]
    options = [action for action in parser._actions if action.option_strings and action.nargs != 0]
    for action in (*options, *arguments[:1]):
        yield parser, action, [*path, *action.option_strings[-1:]]
    for action in arguments:
        if isinstance(action.choices, Mapping):
            for name, child in action.choices.items():
                if isinstance(child, ArgumentParser):
                    yield from values_in(child, [*path, name])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_taken(game: str) -> None:
    """Every value that is offered for an option or an argument is one that the command takes."""
    offered = set[str]()
    for command in commands_for(None):
        whole = parser_of(command, GAMES[game])
        for parser, action, before in values_in(whole, [command, game]) if whole else ():
            for word in ("", *(f"{bot}:" for bot in bots_of(GAMES[game]))):
                for value in completions([*before, word]).words:
                    read = parser._get_value(action, value)
                    assert action.choices is None or read in action.choices, (before, value)
                    offered.add(value)
    assert {"greedy", "mcts:1000", "always", *GAMES[game].presets()} <= offered


def test_every_command_is_completed_and_every_option(run: Run) -> None:
    for command in completions([""]).words:
        if command.startswith("-"):
            continue
        told = {*completions([command, "--"]).words}
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
        (["match", "greedy", ""], ["files", "greedy", "mcts", "random", "solve", "star"]),
        (["play", "human", "mcts:2"], ["2s"]),
        (["play", "--rule=open_borders="], ["yes"]),
        (["perft", "duel", ""], []),
    ],
)
def test_bash_completes(run: Run, words: list[str], found: list[str]) -> None:
    line = " ".join(["sse", *words])
    script = f'sse() {{ {shlex.quote(sys.executable)} -m sse_core "$@"; }}\n'
    script += f"{run('completion', 'bash').out}\nCOMP_LINE={line!r}\nCOMP_POINT={len(line)}\n"
    script += 'compopt() { echo files; }\n_sse\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    done = subprocess.run(["bash"], input=script, capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout.split(), done.stderr) == (found, "")
