"""Form fields for the set-up of a game, made from the options that the game adds to the command line."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeAlias, cast

from ..errors import ArgumentError
from ..forms.checks import shown
from ..game import AnyGame
from ..play.game_commands import CampaignCommand, ShippingCommand, SuggestingCommand, command_of
from ..play.languages import label, said
from ..play.sentences import digits
from .messages import say

__all__ = ["Field", "campaign_fields_of", "fields_of", "parsed", "parsed_for_campaign"]

FieldKind: TypeAlias = Literal["choice", "flag", "text", "number", "many"]

_ASKED_ELSEWHERE: Final = ("players",)
"""Options that the form asks in another way: the list of players says how many there are."""

_LONGEST: Final = 1000
_MOST_VALUES: Final = 100
"""The most values of a field that takes many."""


class Field(NamedTuple):
    """One field of the form."""

    name: str
    label: str
    help: str
    kind: FieldKind
    choices: Sequence[str]
    names: Sequence[str]
    """The choices as people read them."""

    default: Any
    suggestions: Mapping[str, str]
    """The usual values of a field that takes many, each with a line about it."""


class _Parser(ArgumentParser):
    """A parser of the command line that lists its arguments, and raises its errors instead of exiting."""

    def __init__(self) -> None:
        self.arguments: list[Action] = []
        super().__init__(prog="", add_help=False, allow_abbrev=False)

    def add_argument(self, *args: Any, **options: Any) -> Action:
        action = super().add_argument(*args, **options)
        self.arguments.append(action)
        return action

    def error(self, message: str) -> NoReturn:
        # The form has no positional arguments.
        raise ArgumentError(message.removeprefix("argument --"))


def fields_of(game: AnyGame) -> Sequence[Field]:
    """Return the fields of a game's set-up, in the order in which the game adds its options."""
    return _fields(_parser(game), game)


def campaign_fields_of(game: AnyGame) -> Sequence[Field]:
    """Return the fields of a game's campaigns; none if the game has no campaigns."""
    return _fields(_campaign_parser(game), game)


def parsed(values: Mapping[str, Any], game: AnyGame) -> Namespace:
    """Return the options of a filled-in form, which has values by the names of fields.

    A flag is true or false, a field that takes many has a list of texts, any other a text or a number. A field that is
    missing or null gets its default. Raises ArgumentError for an unknown field, or a value that the game refuses.
    """
    return _parsed(_parser(game), values)


def parsed_for_campaign(values: Mapping[str, Any], game: AnyGame) -> Namespace:
    """Return the options of a form for a campaign, as `parsed` does."""
    return _parsed(_campaign_parser(game), values)


def _parsed(parser: _Parser, values: Mapping[str, Any]) -> Namespace:
    known = {action.dest: action for action in parser.arguments if action.dest not in _ASKED_ELSEWHERE}
    words: list[str] = []
    for name, value in values.items():
        if name not in known:
            raise ArgumentError(f"there is no field {shown(name)}; they are {', '.join(known)}")
        words += _words(known[name], name, value)
    return parser.parse_args(words)


def _parser(game: AnyGame) -> _Parser:
    parser = _Parser()
    command_of(game).add_setup(parser)
    return _without_files(parser, game)


def _campaign_parser(game: AnyGame) -> _Parser:
    parser, command = _Parser(), command_of(game)
    if isinstance(command, CampaignCommand):
        command.add_campaign(parser)
    return _without_files(parser, game)


def _without_files(parser: _Parser, game: AnyGame) -> _Parser:
    """Restrict options that take files to what ships with the game: a visitor must not name files here."""
    command = command_of(game)
    if isinstance(command, ShippingCommand):
        for action in parser.arguments:
            if action.dest in command.SHIPPED:
                action.choices = command.SHIPPED[action.dest]
    return parser


def _fields(parser: _Parser, game: AnyGame) -> Sequence[Field]:
    """Return the fields of a form, without those that are asked elsewhere or leave no choice."""
    found = (_field(action, game) for action in parser.arguments if action.dest not in _ASKED_ELSEWHERE)
    return [field for field in found if list(field.choices) != [field.default]]


def _field(action: Action, game: AnyGame) -> Field:
    name = action.dest
    choices: Sequence[str] = [str(choice) for choice in action.choices or ()]
    if name == game.INFO.preset:
        choices = list(game.presets())
    kind: FieldKind = "choice" if choices else _kind(action)
    default = str(action.default) if kind == "choice" and action.default is not None else action.default
    command = command_of(game)
    usual: Mapping[str, str] = {}
    if isinstance(command, SuggestingCommand):
        usual = command.SUGGESTIONS.get(name, usual)
    names = [label(choice, game, of=name) for choice in choices]
    return Field(
        name,
        label(name, game),
        action.help or "",
        kind,
        choices,
        names,
        default,
        {value: said(words, game) for value, words in usual.items()},
    )


def _kind(action: Action) -> FieldKind:
    if action.nargs == 0:
        return "flag"
    if isinstance(action.default, list):
        return "many"
    return "number" if action.type is int else "text"


def _words(action: Action, name: str, value: Any) -> Iterator[str]:
    """Yield the words of the command line for a field's value."""
    option = action.option_strings[-1]
    kind = _kind(action)
    if kind == "flag":
        if not isinstance(value, bool | None):
            raise ArgumentError(f"{name} is true or false, not {shown(value)}")
        if value:
            yield option
        return
    values = cast("list[object]", value) if kind == "many" and isinstance(value, list) else [value]
    if len(values) > _MOST_VALUES:
        number = digits(f"{len(values):,}")
        raise ArgumentError(
            say("{field} has {n} values, and {most} is the most here", field=name, n=number, most=_MOST_VALUES)
        )
    for each in values:
        if each in (None, ""):
            continue
        if isinstance(each, bool) or not isinstance(each, str | int) or len(str(each)) > _LONGEST:
            raise ArgumentError(say("{field} is a short text or a number, not {value}", field=name, value=shown(each)))
        yield f"{option}={each}"
