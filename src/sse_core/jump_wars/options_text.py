"""Options in texts and in JSON: what the players agree on."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from ..errors import NotationCode
from ..forms.checks import guess
from ..forms.lines import Word
from ..forms.shapes import Flag, Kind, Named, Number
from ..forms.structs import Struct
from .board import Grid
from .options import MAX_TURNS, Options

__all__ = ["OPTIONS"]


_SWITCHED: Final = {"yes": True, "no": False}


@dataclass(frozen=True)
class _Switch(Flag):
    """An option that is on or off, which is written either way."""

    def word(self, value: bool) -> str:
        """Return the word of an option."""
        return "yes" if value else "no"

    def read(self, word: Word) -> bool:
        """Return the option of a word."""
        if word.text not in _SWITCHED:
            raise word.error(f"{self.expected}{guess(word.text, _SWITCHED)}", NotationCode.WORD)
        return _SWITCHED[word.text]


@dataclass(frozen=True)
class _Agreed(Struct):
    """Options, written as those that differ from their defaults: ``grid=hex trade=no``."""

    def word(self, value: Options) -> str:
        """Return the words of options."""
        words = [f"{name}={self.fields[name].word(one)}" for name, one in value.changes().items()]
        return " ".join(words) or "standard"

    def read(self, word: Word) -> Options:
        """Return the options of words."""
        found: dict[str, Any] = {}
        for one in [] if word.text == "standard" else word.words():
            name, equals, value = one.cut("=")
            if not equals or name.text not in self.fields:
                names = f"{', '.join(self.fields)}{guess(name.text, self.fields)}"
                raise one.error(f"an option is written like `trade=no`, and is one of {names}")
            found[name.text] = self.fields[name.text].read(value)
        return Options(**found)


OPTIONS: Final = _Agreed(
    Options,
    {
        "grid": Named(
            {str(grid): grid for grid in Grid}, f"a grid is one of {', '.join(Grid)}", None, Kind(Grid), guesses=True
        ),
        "turn_limit": Number(MAX_TURNS, first=1),
        **{one.name: _Switch(expected=f"{one.name} is one of yes, no") for one in fields(Options)[2:]},
    },
)
