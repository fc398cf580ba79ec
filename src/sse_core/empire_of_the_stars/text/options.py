"""The form of a game's options in texts and in JSON."""

from __future__ import annotations

from typing import Final

from ...errors import NotationCode
from ...forms.option_shapes import OptionsShape, Switch
from ...forms.shapes import Number
from ..options import FLAG_NAMES, Options
from ..positions.fields import MAX_ROUNDS

__all__ = ["OPTIONS"]

OPTIONS: Final = OptionsShape(
    Options,
    {
        "round_limit": Number(MAX_ROUNDS, first=1),
        **{name: Switch(expected=f"{name} is yes or no", code=NotationCode.FORM) for name in FLAG_NAMES},
    },
    like="own_cap=yes",
)
