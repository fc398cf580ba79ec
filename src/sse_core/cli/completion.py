"""`sse completion`: a shell script that completes commands, games, options, maps, bots and clauses at the Tab key.

The script asks the command itself, so that a new game or option is completed without an edit.
"""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from ..bots.naming import bots_of
from ..game import AnyGame
from ..games import GAMES
from ..play.rules import clauses_of
from .commands import commands_for, default_of, games_with, parser_of
from .pages import UsageError, echo

__all__ = ["add", "completions", "run"]

_SCRIPTS: Final[Mapping[str, str]] = {
    "bash": """\
# Completion of sse in bash: eval "$(sse completion bash)" in ~/.bashrc
_sse() {
    local IFS=$'\\t'
    local words="${COMP_WORDS[*]:1:COMP_CWORD}"
    IFS=$'\\n'
    COMPREPLY=($(sse completion --words="$words" 2>/dev/null))
}
complete -o default -F _sse sse""",
    "zsh": """\
# Completion of sse in zsh: eval "$(sse completion zsh)" in ~/.zshrc, after compinit
_sse() {
    local -a found
    found=("${(@f)$(sse completion --words="${(pj:\\t:)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _sse sse""",
    "fish": """\
# Completion of sse in fish: sse completion fish > ~/.config/fish/completions/sse.fish
function __sse_words
    set -l before (commandline -opc)
    set -l words $before[2..-1] (commandline -ct)
    sse completion --words=(string join \\t -- $words) 2>/dev/null
end
complete -c sse -a '(__sse_words)'""",
}


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", nargs="?", choices=_SCRIPTS, help="print the script of this shell")
    parser.add_argument(
        "--words", metavar="WORDS", help="print what can stand in the place of the last word; tabs stand between them"
    )


def run(args: Namespace) -> int:
    """Print the script of a shell, or the completions of the last word."""
    if args.words is not None:
        for word in completions(args.words.split("\t")):
            echo(word)
    elif args.shell is not None:
        echo(_SCRIPTS[args.shell])
    else:
        raise UsageError(f"name a shell: {', '.join(_SCRIPTS)}")
    return 0


def completions(words: Sequence[str]) -> list[str]:
    """Return what can stand in the place of the last word, and begins as it does; empty where files are asked for.

    `words` are those after ``sse``, the last one as far as it is typed.
    """
    *before, word = words
    found = [each for each in _possible(before, word) if each.startswith(word)]
    return list(dict.fromkeys(found))


def _possible(before: Sequence[str], word: str) -> Iterator[str]:
    """Yield what can follow some words, whatever the next one begins with."""
    if not before:
        yield from (*commands_for(None), "--help", "--version")
        return
    command, *rest = before
    found = commands_for(command).get(command)
    if found is None:
        return
    named = bool(rest) and rest[0] in GAMES
    game = GAMES[rest.pop(0) if named else default_of(found)]
    parser = parser_of(command, game)
    if parser is None:
        return
    if not rest and not named:
        yield from games_with(found)
    parser, rest = _innermost(parser, rest)
    action, places = _expected(parser, rest)
    if action is not None:
        yield from _values(action, game)
        return
    if word.startswith("-") or not places:
        yield from (option for each in parser._actions for option in each.option_strings if option.startswith("--"))
    for each in places[:1]:
        yield from _values(each, game)


def _innermost(parser: ArgumentParser, words: list[str]) -> tuple[ArgumentParser, list[str]]:
    """Return the parser of the command within a command that the words name, and the words after that name."""
    parts = [cast("Mapping[str, object]", action.choices) for action in parser._actions if _has_names(action)]
    for place, word in enumerate(words):
        for names in parts:
            if isinstance(found := names.get(word), ArgumentParser):
                return _innermost(found, words[place + 1 :])
    return parser, words


def _has_names(action: Action) -> bool:
    return isinstance(action.choices, Mapping)


def _expected(parser: ArgumentParser, words: Sequence[str]) -> tuple[Action | None, list[Action]]:
    """Return the option whose value comes next, None if there is none, and the arguments that may come next."""
    options = {text: action for action in parser._actions for text in action.option_strings}
    places = [action for action in parser._actions if not action.option_strings]
    open_option, wanted = None, 0
    for word in words:
        if word in options:
            open_option = options[word]
            wanted = _count(open_option)
        elif wanted:
            wanted -= 1
        elif places and places[0].nargs not in ("*", "+") and _count(places[0]) == 1:
            places.pop(0)
    return (open_option if wanted else None), places


def _count(action: Action) -> int:
    """Return how many values an option or an argument takes."""
    if isinstance(action.nargs, int):
        return action.nargs
    return 1


def _values(action: Action, game: AnyGame) -> Iterator[str]:
    """Yield the values of an option or an argument; none for numbers and files."""
    if action.choices is not None:
        yield from map(str, action.choices)
    kinds = str(action.metavar or "").split("|")
    if {"NAME", game.INFO.preset.upper()} & {*kinds}:
        yield from game.presets()
    if {"PLAYER", "BOT"} & {*kinds}:
        yield from (["human"] if "PLAYER" in kinds else [])
        yield from bots_of(game)
    if "CLAUSE" in kinds:
        yield from clauses_of(game)
