"""Shapes of game options in the texts and the JSON of positions. A text names only options that aren't the default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..errors import NotationCode
from .checks import guess
from .expressions import changes
from .lines import Word
from .shapes import Flag
from .structs import Struct

__all__ = ["OptionsShape", "Switch"]

_SWITCHED: Final = {"yes": True, "no": False}
_WORDS: Final = {on: word for word, on in _SWITCHED.items()}
_STANDARD: Final = "standard"


@dataclass(frozen=True)
class Switch(Flag):
    """An option that is on or off; a text may name it in both cases."""

    code: NotationCode = NotationCode.WORD
    """The code of the error for another word; a WORD asks for the nearest one, too."""

    def word(self, value: bool) -> str:
        """Return ``yes`` or ``no``."""
        return _WORDS[value]

    def read(self, word: Word) -> bool:
        """Return the option of a word."""
        if word.text not in _SWITCHED:
            meant = guess(word.text, _SWITCHED) if self.code is NotationCode.WORD else ""
            raise word.error(self.expected + meant, self.code)
        return _SWITCHED[word.text]


@dataclass(frozen=True)
class OptionsShape(Struct):
    """Options, written as those that differ from their defaults: ``trade=no limit=50``; ``standard`` if none does.

    >>> from sse_core.forms.lines import Lines
    >>> @dataclass(frozen=True)
    ... class Options:
    ...     trade: bool = True
    ...     sealed: bool = False
    >>> options = OptionsShape(Options, {"trade": Switch(), "sealed": Switch()}, like="trade=no")
    >>> options.word(Options(sealed=True)), options.word(Options())
    ('sealed=yes', 'standard')
    >>> options.read(Lines("options: trade=no").take("options: "))
    Options(trade=False, sealed=False)
    """

    def word(self, value: Any) -> str:
        """Return the words of options."""
        return " ".join(f"{name}={self.fields[name].word(one)}" for name, one in changes(value).items()) or _STANDARD

    def read(self, word: Word) -> Any:
        """Return the options of words; `like` is the example in the error for a word that is no option."""
        found: dict[str, Any] = {}
        for one in [] if word.text == _STANDARD else word.words():
            name, equals, value = one.cut("=")
            if not equals or name.text not in self.fields:
                names = f"{', '.join(self.fields)}{guess(name.text, self.fields)}"
                raise one.error(f"an option is written like `{self.like}`, and is one of {names}")
            found[name.text] = self.fields[name.text].read(value)
        return self.kind(**found)
