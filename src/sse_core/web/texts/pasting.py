"""Texts that people paste or share, as JSON: what they are, and how they look."""

from __future__ import annotations

from ...play.contents import Content
from ...play.sentences import count
from ..answers import Drawn
from ..drawing import picture, theme_named
from ..plan import game_named, pasted
from .sketching import edit_address

__all__ = ["content_object", "text_object"]


def text_object(text: object, game: str | None, theme: str | None) -> Drawn:
    """Return the JSON object of a text of a game, None for any; raise as `plan.pasted` does."""
    return content_object(pasted(text, None if game is None else game_named(game)), theme)


def content_object(found: Content, theme: str | None) -> Drawn:
    """Return what a text has, drawn."""
    record = found.record
    moves = "" if record is None else f", {len(record.moves)} moves"
    if found.campaign is not None:
        moves = f", {count(len(found.campaign.games), 'game', 'games')} finished"
    return {
        "game": found.game.INFO.name,
        "kind": found.kind,
        "svg": picture(found.game, found.shown, (), theme_named(theme)),
        "players": found.players,
        "about": f"{found.game.INFO.title}: a {found.kind} for {found.players}{moves}",
        "edit": edit_address(found.game, found.shown),
    }
