"""Checks of positions made by hand: each field by itself, and all that the rules say of them together."""

from __future__ import annotations

from ..._core.jump_wars.state import check_laws
from ...errors import SetupError
from ...forms.groups import Items
from ...forms.shapes import Instance
from ..board import PLAYERS
from ..text.shapes import shapes_of
from .position import Player, Position

__all__ = ["check_position"]


def check_position(p: Position) -> Position:
    """Return a position that can be; raise SetupError, with the clause, for one that can't.

    Views, with their hidden cards, orders and offers, are positions, too. A game can go on from every position that
    passes. Not all of them can be reached: how a player came by cards, levels, fleets and tokens isn't added up,
    nor what boosts cost; in a battle, the order of Initiative and the damage and kills of the rounds before aren't
    worked out again; carried-out orders, and who held a space before them, are not compared with the fleets.

    Raises TypeError if a field is of the wrong type. A number is bounded, far above what games lead to: fleets by
    `MAX_FLEETS`, all sides together, levels by `MAX_LEVEL`, boosts by `MAX_BOOST`, tokens by `MAX_TOKENS`.
    """
    Items(Instance(Player)).check(p.players, "players")
    if len(p.players) not in PLAYERS:
        raise SetupError(f"there are {len(p.players)} players, not {min(PLAYERS)} to {max(PLAYERS)} (J1.3)")
    shapes_of(len(p.players)).position.check(p, "contents")
    check_laws(p)
    return p
