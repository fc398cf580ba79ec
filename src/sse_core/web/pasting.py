"""Texts that people paste or share, as JSON: what they are, and how they look."""

from __future__ import annotations

from ..play.contents import Content
from ..play.played import PlayedMove, played
from ..play.seats import HUMAN
from ..play.sentences import count
from ..play.sight import seen_by
from .answers import Drawn
from .drawing import picture, theme_named
from .plan import Plan, game_named, pasted
from .sketching import edit_address

__all__ = ["content_object", "hidden_in", "text_object"]


def hidden_in(plan: Plan) -> list[dict[int, bool]]:
    """Return for each move of a plan from which of its people it is hidden: a first look at the game asks for all."""
    moves: list[PlayedMove] = []
    for player, action in plan.moves:
        last = moves[-1] if moves else None
        moves.append(played(plan.start if last is None else last.after, player, action, last))
    for seat, name in enumerate(plan.players):
        if name == HUMAN:
            seen_by(moves, seat)
    return [move.hidden for move in moves]


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
