"""`sse completion`: a shell script that completes commands, games, options, maps, bots and clauses at the Tab key.

The script asks the `sse` command for completions, so a new game or option needs no change of it.
"""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, cast

from ...bots.naming import bots_of, usual_options
from ...game import AnyGame
from ...games import GAMES
from ...play.game_commands import ShippingCommand, SuggestingCommand, command_of
from ...play.rules import clauses_of
from ...play.seats import HUMAN
from ..registry import commands_for, default_of, games_with, parser_of
from ..terminal.output import UsageError, echo

__all__ = ["Candidates", "add", "completions", "run"]

_FILE: Final = ":file:"
"""The last line of the output for a script, if the name of a file also fits."""

_TAKES_FILE: Final = {"FILE", "DIR", "POSITION", "RECORD", "PLAYER", "BOT", "PROGRAM"}
"""The kinds of values that can be files, as help pages name them."""

_SCRIPTS: Final[Mapping[str, str]] = {
    # Bash breaks words at : and =, and wants only the part after them.
    "bash": """\
# Completion of sse in bash: eval "$(sse completion bash)" in ~/.bashrc
_sse() {
    local line="${COMP_LINE:0:COMP_POINT}" word part cut= sign IFS=$' \\t\\n'
    local -a words
    read -ra words <<< "$line"
    if [[ $line == *[[:space:]] ]]; then words+=(""); fi
    word="${words[${#words[@]}-1]}"
    for sign in : =; do
        if [[ $COMP_WORDBREAKS == *"$sign"* && $word == *"$sign"* ]]; then
            part="${word%"${word##*"$sign"}"}"
            if (( ${#part} > ${#cut} )); then cut="$part"; fi
        fi
    done
    COMPREPLY=()
    IFS=$'\\t'
    while IFS= read -r word; do
        if [[ $word == FILE ]]; then compopt -o default 2>/dev/null
        else COMPREPLY+=("${word#"$cut"}")
        fi
    done < <(sse completion --words="${words[*]:1}" 2>/dev/null)
}
complete -F _sse sse""".replace("FILE", _FILE),
    "zsh": """\
# Completion of sse in zsh: eval "$(sse completion zsh)" in ~/.zshrc, after compinit
_sse() {
    local -a found
    found=("${(@f)$(sse completion --words="${(pj:\\t:)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ "${found[-1]}" == "FILE" ]]; then found[-1]=(); _files; fi
    if [[ -n "$found" ]]; then compadd -a found; fi
}
compdef _sse sse""".replace("FILE", _FILE),
    "fish": """\
# Completion of sse in fish: sse completion fish > ~/.config/fish/completions/sse.fish
function __sse_words
    set -l before (commandline -opc)
    set -l words $before[2..-1] (commandline -ct)
    for word in (sse completion --words=(string join \\t -- $words) 2>/dev/null)
        if test "$word" = "FILE"
            __fish_complete_path (commandline -ct)
        else
            printf '%s\\n' $word
        end
    end
end
complete -c sse -f -a '(__sse_words)'""".replace("FILE", _FILE),
}


class Candidates(NamedTuple):
    """The completions of a word."""

    words: list[str]
    """The words that begin like it."""

    takes_file: bool
    """Whether the name of a file also fits."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", nargs="?", choices=_SCRIPTS, help="print the script of this shell")
    parser.add_argument(
        "--words", metavar="WORDS", help="print what can stand in the place of the last word; tabs stand between them"
    )


def run(args: Namespace) -> int:
    """Print the script of a shell, or the completions of the last word."""
    if args.words is not None:
        found = completions(args.words.split("\t"))
        for word in (*found.words, *([_FILE] if found.takes_file else [])):
            echo(word)
    elif args.shell is not None:
        echo(_SCRIPTS[args.shell])
    else:
        raise UsageError(f"name a shell: {', '.join(_SCRIPTS)}")
    return 0


def completions(words: Sequence[str]) -> Candidates:
    """Return the completions of the last word.

    `words` are the words after ``sse``, the last one as far as it is typed.
    """
    *before, word = words
    possible, takes_file = _possible(before, word)
    found = dict.fromkeys(each for each in possible if each.startswith(word))
    return Candidates([*found], takes_file)


def _possible(before: Sequence[str], word: str) -> tuple[Iterable[str], bool]:
    """Return the words that can follow some words, unfiltered, and whether a file can follow."""
    if not before:
        return (*commands_for(None), "--help", "--version"), False
    command, *rest = before
    found = commands_for(command).get(command)
    if found is None:
        return (), False
    named = bool(rest) and rest[0] in GAMES
    game = GAMES[rest.pop(0) if named else default_of(found)]
    parser = parser_of(command, game)
    if parser is None:
        return (), False
    games = games_with(found) if not rest and not named else []
    parser, rest = _innermost(parser, rest)
    action, places = _expected(parser, rest)
    if action is not None:
        return _values(action, game, word), _takes_file(action, game, word)
    options = {text: each for each in parser._actions for text in each.option_strings if text.startswith("--")}
    option, sign, value = word.partition("=")
    if sign and (action := options.get(option)) is not None:
        return (f"{option}={each}" for each in _values(action, game, value)), _takes_file(action, game, value)
    if word.startswith("-"):
        return options, False
    if not places:
        return (*games, *options), False
    return (*games, *_values(places[0], game, word)), _takes_file(places[0], game, word)


def _innermost(parser: ArgumentParser, words: list[str]) -> tuple[ArgumentParser, list[str]]:
    """Return the parser of the subcommand that the words name, and the words after its name."""
    parts = [cast("Mapping[str, object]", action.choices) for action in parser._actions if _has_names(action)]
    for place, word in enumerate(words):
        for names in parts:
            if isinstance(found := names.get(word), ArgumentParser):
                return _innermost(found, words[place + 1 :])
    return parser, words


def _has_names(action: Action) -> bool:
    return isinstance(action.choices, Mapping)


def _expected(parser: ArgumentParser, words: Sequence[str]) -> tuple[Action | None, list[Action]]:
    """Return the option whose value comes next, None if none does, and the arguments that may come next."""
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


def _values(action: Action, game: AnyGame, word: str) -> Iterator[str]:
    """Yield the possible values of an option or an argument for a word; none for numbers and files."""
    if action.choices is not None:
        yield from map(str, action.choices)
    kinds = _kinds(action)
    if {"NAME", game.INFO.preset.upper()} & kinds:
        yield from game.presets()
    if {"PLAYER", "BOT", "PROGRAM"} & kinds:
        yield from _bots(game, word)
    if "PLAYER" in kinds:
        yield HUMAN
    if "CLAUSE" in kinds:
        yield from clauses_of(game)
    command = command_of(game)
    if isinstance(command, SuggestingCommand):
        yield from command.SUGGESTIONS.get(action.dest, ())
    if isinstance(command, ShippingCommand):
        yield from command.SHIPPED.get(action.dest, ())


def _bots(game: AnyGame, word: str) -> Iterator[str]:
    """Yield the bots of a game; after a typed colon, with their usual options."""
    bots = bots_of(game)
    yield from bots
    name, colon, _ = word.partition(":")
    if colon:
        yield from (f"{name}:{option}" for option in usual_options(bots.get(name)))


def _takes_file(action: Action, game: AnyGame, word: str) -> bool:
    """Return whether a value may be a file; not for a bot whose options are of other kinds."""
    kinds = _kinds(action)
    if not kinds & _TAKES_FILE or action.choices is not None:
        return False
    bot = bots_of(game).get(word.partition(":")[0]) if ":" in word and {"PLAYER", "BOT", "PROGRAM"} & kinds else None
    return not usual_options(bot)


def _kinds(action: Action) -> set[str]:
    """Return the kinds of values of an option or an argument, as help pages name them."""
    return {*str(action.metavar or "").split("|")}
