"""JSON of texts that people paste or share: the kind of each text, and its drawing."""

from __future__ import annotations

from ...forms.kinds import MAP
from ...play.records.contents import Content
from ..answers import Drawn
from ..drawing import picture, theme_named
from ..messages import counted, say
from ..plan import game_named, pasted
from .sketching import edit_address

__all__ = ["content_object", "text_object"]


def text_object(text: object, game: str | None, theme: str | None) -> Drawn:
    """Return the JSON object of a text, of one game or for None of any; raise what `plan.pasted` raises."""
    return content_object(pasted(text, None if game is None else game_named(game)), theme)


def content_object(found: Content, theme: str | None) -> Drawn:
    """Return the JSON object of a text that was read: its drawing, and what it is."""
    return {
        "game": found.game.INFO.name,
        "kind": found.kind,
        "svg": picture(found.game, found.shown, (), theme_named(theme)),
        "players": found.players,
        "about": _about(found),
        "edit": edit_address(found.game, found.shown),
    }


def _about(found: Content) -> str:
    """Return a few words about a text: its kind and its game."""
    game, players = found.game.INFO.title, found.players
    if found.campaign is not None:
        return counted(
            len(found.campaign.games),
            "{game}: a campaign for {players}, {n} game finished",
            "{game}: a campaign for {players}, {n} games finished",
            game=game,
            players=players,
        )
    if found.record is not None:
        return counted(
            len(found.record.moves),
            "{game}: a record for {players}, {n} move",
            "{game}: a record for {players}, {n} moves",
            game=game,
            players=players,
        )
    if found.kind == MAP:
        return say("{game}: a map for {players}", game=game, players=players)
    return say("{game}: a position for {players}", game=game, players=players)
