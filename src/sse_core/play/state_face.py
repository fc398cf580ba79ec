"""Methods of states written in Python that need their game: texts, JSON and drawings."""

from __future__ import annotations

from typing import Any

from ..drawing.notebook import picture
from ..forms.immutable import Immutable

__all__ = ["StateFace"]


class StateFace(Immutable):
    """The part of a state that its game writes, for a class whose `game` gives the game.

    The game has `state_to_json`, `state_expression`, `format_state`, `parse_state`, `to_svg` and `to_text`. They are
    looked up when they are called, so that the file of the state imports neither forms nor drawings.
    """

    __slots__ = ()

    @property
    def game(self) -> Any:
        """The game of the position."""
        raise NotImplementedError

    def to_json(self) -> str:
        """Return the position as a JSON object on one line."""
        text: str = self.game.state_to_json(self)
        return text

    def __repr__(self) -> str:
        expression: str = self.game.state_expression(self)
        return expression

    def __str__(self) -> str:
        """Return the drawing for a terminal."""
        drawing: str = self.game.to_text(self)
        return drawing

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.parse_state, (self.game.format_state(self),)

    def _repr_html_(self) -> str:
        """Return the drawing at most as wide as the page, which notebooks show."""
        return picture(self._repr_svg_())

    def _repr_svg_(self) -> str:
        drawing: str = self.game.to_svg(self)
        return drawing
