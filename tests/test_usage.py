"""Wrong usage of every command in every game: a sentence that names what is wrong, and the page that helps."""

from __future__ import annotations

import shlex
from argparse import Action, ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.command import Run, assert_refused
from tests.profiles import shortened

from sse_core.cli.registry import RULES_FROM, commands_for, default_of, games_with, parser_of
from sse_core.games import GAMES

COMMANDS = commands_for(None)
PLACES = [
    *((command, default_of(COMMANDS[command])) for command in COMMANDS),
    *((command, game) for command in COMMANDS for game in GAMES if game != default_of(COMMANDS[command])),
]

RULE = """\
from sse_core.small_star_empires import reference


class State(reference.State):
    \"\"\"A rule that changes nothing.\"\"\"
"""


def filled(place: Action) -> str:
    """A word that an argument takes."""
    if place.choices:
        return str(next(iter(place.choices)))
    return "1" if place.type is not None and place.metavar not in ("BOT", "DIR") else "greedy"


def right(parser: ArgumentParser) -> list[str]:
    """Words for the arguments that a command wants."""
    places = (each for each in parser._actions if not each.option_strings and each.nargs not in ("*", "?"))
    return [filled(place) for place in places for _ in range(place.nargs if isinstance(place.nargs, int) else 1)]


def mistakes(parser: ArgumentParser) -> Iterator[tuple[list[str], str]]:
    """The words of mistakes of every kind that a parser tells, each with what is named."""
    words = right(parser)
    places = [each for each in parser._actions if not each.option_strings]
    yield [*words, "--no-such-option"], "--no-such-option"
    yield ["--no-such-option", *words], "--no-such-option"
    if words:
        yield [], str(places[0].metavar or places[0].dest)
    if all(each.nargs not in ("*", "+") for each in places):
        yield [*words, *(filled(each) for each in places if each.nargs == "?"), "surplus"], "surplus"
    for option in (each for each in parser._actions if each.option_strings and each.nargs is None):
        name = option.option_strings[0]
        yield [*words, name], name
        if option.choices is not None:
            yield [*words, name, "nonsense"], "nonsense"
        elif option.type is int:
            yield [*words, name, "many"], "many"


def test_sse_alone_shows_its_commands(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = run()
    assert (shown.status, shown.err) == (0, "")
    assert max(map(len, shown.out.splitlines())) <= 80
    assert shown.out.count("\n") <= 30
    names = [line.split()[0] for line in shown.out.splitlines() if line and line.split()[0] in COMMANDS]
    assert names == [*COMMANDS]
    for game in GAMES:
        assert game in shown.out


@pytest.mark.parametrize("words", [["--no-such-option"], ["--no-such-option", "show"], ["-x", "play", "--seed", "1"]])
def test_a_mistake_before_the_command_points_at_the_page_of_all(run: Run, words: list[str]) -> None:
    assert_refused(run(*words), 2, words[0], "(see `sse --help`)")


@pytest.mark.parametrize(("command", "game"), shortened(PLACES, len(COMMANDS), rows=True))
def test_a_mistake_points_at_the_page_of_its_command(run: Run, command: str, game: str) -> None:
    parser = parser_of(command, GAMES[game])
    page = f"sse {command}"
    if parser is None:
        others = games_with(COMMANDS[command])
        assert_refused(run(command, game), 2, f"{game} has no ", *others, f"(see `{page} --help`)\n")
    else:
        forms = [[command, game], *([[command]] if game == default_of(COMMANDS[command]) else [])]
        for form in forms:
            page = f"sse {' '.join(form)}"
            for words, named in mistakes(parser):
                assert_refused(run(*form, *words), 2, named, f"(see `{page} --help`)\n")
    assert run(*page.split()[1:], "--help").status == 0


@pytest.mark.parametrize("command", shortened(COMMANDS, 3))
def test_a_mistake_by_a_house_rule_points_at_a_page_that_is_there(run: Run, tmp_path: Path, command: str) -> None:
    """The page is that of the command by the rule; of the command where it takes no rule."""
    game = default_of(COMMANDS[command])
    rule = tmp_path / "my rule.py"
    rule.write_text(RULE, encoding="utf-8")
    by_rule = f"{RULES_FROM} {shlex.quote(str(rule))}"
    parser = parser_of(command, GAMES[game])
    assert parser is not None
    takes = any(RULES_FROM in each.option_strings for each in parser._actions)
    page = f"sse {command} {by_rule}" if takes else f"sse {command}"
    words = [command, RULES_FROM, rule, *right(parser), "--no-such-option"]
    assert_refused(run(*words), 2, "--no-such-option" if takes else RULES_FROM, f"(see `{page} --help`)\n")
    assert run(*shlex.split(page)[1:], "--help").status == 0
