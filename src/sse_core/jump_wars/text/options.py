"""The form of a game's options in texts and in JSON."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from ...forms.option_shapes import OptionsShape, Switch
from ...forms.shapes import Instance, Named, Number
from ..board import Grid
from ..options import MAX_TURNS, Options

__all__ = ["OPTIONS"]

OPTIONS: Final = OptionsShape(
    Options,
    {
        "grid": Named(
            {str(grid): grid for grid in Grid},
            f"a grid is one of {', '.join(Grid)}",
            None,
            Instance(Grid),
            guesses=True,
        ),
        "turn_limit": Number(MAX_TURNS, first=1),
        **{one.name: Switch(expected=f"{one.name} is one of yes, no") for one in fields(Options)[2:]},
    },
    like="trade=no",
)
