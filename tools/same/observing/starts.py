"""Random starts of games: options that a seed draws, and the start from them."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sse_core import SplitMix64
from sse_core.errors import SseError
from sse_core.game import AnyGame, OptionGame, State
from sse_core.play.game_commands import command_of
from sse_core.play.records.record import game_of
from sse_core.web.fields import Field, fields_of, parsed

from .seen import Seen, error_in_words

__all__ = ["Begun", "begin"]

_ATTEMPTS: Final = 20
"""How often other options are drawn if the game refuses the ones before."""

_NUMBERS: Final = 7
"""The largest number that is drawn: a few turns have all kinds of decisions, and 100 take minutes."""

_LEFT_OUT: Final = object()
"""The value of an option that is left out."""


class Begun(NamedTuple):
    """A start, and the observations on the way to it."""

    state: State[Any] | None
    """The start; None if none could be made."""

    seen: list[Seen]


def begin(game: AnyGame, preset: str, seed: int) -> Begun:
    """Return a start from options that a seed draws, and from a preset, or none for an empty name."""
    stream, seen = SplitMix64(seed), [Seen("start", "fields", repr([*fields_of(game)]))]
    for attempt in range(_ATTEMPTS):
        words, make = _drawn(game, preset, stream, seed)
        try:
            return Begun(make(), [*seen, Seen("start", f"attempt {attempt}", words)])
        except (SseError, ArgumentTypeError, KeyError) as error:
            seen.append(Seen("start", f"attempt {attempt}", f"{words}: {error_in_words(error)}"))
    return Begun(None, seen)


def _drawn(game: AnyGame, preset: str, stream: SplitMix64, seed: int) -> tuple[str, Any]:
    """Return options in words, and the function that makes the start with them."""
    info = game.INFO
    if preset:
        value = game.presets()[preset].value
        if game_of(value) is not None:
            return preset, lambda: value
        fields = dict(_values(fields_of(game), stream)) | {info.preset: preset}
        return f"{fields}", lambda: _set_up(game, fields, None, seed)
    players = stream.choice([None, *range(info.least_players, info.most_players + 1)])
    if stream.below(2) and isinstance(game, OptionGame):
        options = dict(_options(game, stream))
        return f"{players} players, {options}", lambda: game.new_game(players=players, seed=seed, **options)
    fields = dict(_values([field for field in fields_of(game) if field.name != info.preset], stream))
    return f"{players} players, fields {fields}", lambda: _set_up(game, fields, players, seed)


def _set_up(game: AnyGame, fields: dict[str, Any], players: int | None, seed: int) -> State[Any]:
    return command_of(game).set_up(parsed(fields, game), players, seed, lambda name: game.presets()[name].value)


def _values(fields: list[Field] | Any, stream: SplitMix64) -> Iterator[tuple[str, Any]]:
    """Yield a value for each field of the form that is not left out."""
    for field in fields:
        value = _value(field, stream)
        if value is not _LEFT_OUT:
            yield field.name, value


def _value(field: Field, stream: SplitMix64) -> Any:
    if field.kind == "choice":
        return stream.choice([_LEFT_OUT, *field.choices])
    if field.kind == "flag":
        return bool(stream.below(2))
    if field.kind == "number":
        # Seldom it is None, which stands for the default, or 0, which most games refuse.
        return stream.below(_NUMBERS) + 1 if stream.below(16) else stream.choice([_LEFT_OUT, 0])
    if field.kind == "many":
        return [value for value in field.suggestions if not stream.below(3)]
    # The help of a text field shows an example.
    return stream.choice([_LEFT_OUT, *re.findall("'([^']+)'", field.help)])


def _options(game: OptionGame, stream: SplitMix64) -> Iterator[tuple[str, Any]]:
    """Yield a value for each keyword of `Game.new_game` that is not left out."""
    choices = {field.name: field.choices for field in fields_of(game) if field.kind == "choice"}  # type: ignore[arg-type]
    for name, default in game.OPTIONS.items():
        if isinstance(default, bool):
            yield name, bool(stream.below(2))
        elif isinstance(default, int):
            yield name, stream.below(_NUMBERS) + 1
        elif name in choices:
            yield name, stream.choice(choices[name])
