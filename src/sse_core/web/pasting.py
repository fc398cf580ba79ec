"""Texts that people paste or share, as JSON: what they are, and how they look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..play.contents import Content
from ..play.played import PlayedMove, played
from ..play.seats import HUMAN
from ..play.sight import seen_by
from .drawing import picture, theme_named
from .plan import Plan, game_named, pasted, plan_of

__all__ = ["content_object", "opened", "text_object"]


def opened(wish: Mapping[str, Any]) -> Plan:
    """Return the plan of a game with a text, once all is worked out that a first look at the game needs.

    So a text whose game would take the server too long is refused where it takes nobody's time.
    """
    plan = plan_of(wish)
    moves: list[PlayedMove] = []
    for player, action in plan.moves:
        last = moves[-1] if moves else None
        moves.append(played(plan.start if last is None else last.after, player, action, last))
    for seat, name in enumerate(plan.players):
        if name == HUMAN:
            seen_by(moves, seat)
    for move in moves:
        _ = move.text, move.effects, move.continues
    return plan


def text_object(text: object, game: str | None, theme: str | None) -> dict[str, Any]:
    """Return the JSON object of a text of a game, None for any; raise as `plan.pasted` does."""
    return content_object(pasted(text, None if game is None else game_named(game)), theme)


def content_object(found: Content, theme: str | None) -> dict[str, Any]:
    """Return the JSON object of what a text has: ``{game, kind, svg, players, about}``."""
    record = found.record
    moves = "" if record is None else f", {len(record.moves)} moves"
    return {
        "game": found.game.INFO.name,
        "kind": found.kind,
        "svg": picture(found.game, found.shown, (), theme_named(theme)),
        "players": found.players,
        "about": f"{found.game.INFO.title}: a {found.kind} for {found.players}{moves}",
    }
