"""Checks of positions made by hand: each field by itself, then all fields together by the rules."""

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
    """Return a position if it is possible; raise SetupError, with the clause, if it isn't.

    Views, with their hidden cards, orders and offers, are positions, too. A game can go on from every position that
    passes. Some of them can't be reached, since some things aren't checked: whether a player's cards, levels, fleets,
    tokens and boosts could have been paid for; in a battle, the order of Initiative, and the damage and kills of
    earlier rounds; and whether carried-out orders, and the earlier holders of spaces, agree with the fleets.

    Raises TypeError if a field is of the wrong type. A number is bounded, far above what games lead to: fleets by
    `MAX_FLEETS`, all sides together, levels by `MAX_LEVEL`, boosts by `MAX_BOOST`, tokens by `MAX_TOKENS`.
    """
    Items(Instance(Player)).check(p.players, "players")
    if len(p.players) not in PLAYERS:
        raise SetupError(f"there are {len(p.players)} players, not {min(PLAYERS)} to {max(PLAYERS)} (J1.3)")
    shapes_of(len(p.players)).position.check(p, "contents")
    check_laws(p)
    return p
