"""Answers to front ends as JSON objects: positions, legal actions, moves, scores, analyses, and the games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from ...bots.levels import levels_of
from ...bots.naming import OptionBot, bots_of
from ...game import AnyGame, State
from ...games import GAMES
from ...play.records.contents import content_of
from ...play.records.played import PlayedMove
from ...web.fields import fields_of

__all__ = ["actions_object", "games_object", "moves_object", "position_object", "score_object"]


def games_object() -> list[dict[str, Any]]:
    """Return what can be played: each game with its options, its presets, and its bots."""
    return [_game_object(GAMES[name]) for name in GAMES]


def _game_object(game: AnyGame) -> dict[str, Any]:
    info = game.INFO
    return {
        "name": info.name,
        "title": info.title,
        "seats": info.seats,
        "least_players": info.least_players,
        "most_players": info.most_players,
        "options": [_without_none(field._asdict()) for field in fields_of(game)],
        "presets": [
            {"name": name, "about": preset.about, "players": _players_on(preset.value, game)}
            for name, preset in game.presets().items()
        ],
        "bots": [{"name": name, "takes_option": isinstance(bot, OptionBot)} for name, bot in bots_of(game).items()],
        "levels": [_without_none(level._asdict()) for level in levels_of(game)],
    }


def _players_on(preset: Any, game: AnyGame) -> int:
    return len(content_of(preset, game).state.totals)


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def position_object(state: State[Any]) -> dict[str, Any]:
    """Return a position, or a seat's view of it, as text and as JSON, with who is to act, and the score so far."""
    return {
        "name": state.game.INFO.name,
        "ply": state.ply,
        "to_act": state.to_act,
        "totals": state.totals,
        "outcome": _outcome_object(state),
        "position": state.game.format_state(state),
        "json": json.loads(state.to_json()),
    }


def _outcome_object(state: State[Any]) -> dict[str, Any] | None:
    """Return the end of a game, with the words for what decided it; None while the game goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    return {
        "winners": outcome.winners,
        "totals": outcome.totals,
        "decided_by": outcome.decided_by,
        "words": state.game.verdict(state),
    }


def actions_object(view: State[Any], player: int, *, in_words: bool) -> dict[str, Any]:
    """Return the legal actions of a player: ids, texts, and sentences that tell what each would do if asked for."""
    game, actions = view.game, view.legal_actions(player)
    words = [game.told(view, each, view.after(each, player), player=player) for each in actions] if in_words else None
    return {
        "player": player,
        "ids": view.legal_ids(player),
        "actions": [game.format_action(each, view) for each in actions],
        "words": words,
    }


def moves_object(moves: Sequence[PlayedMove], since: int) -> dict[str, Any]:
    """Return the moves from a number on: who did what, in the notation, in a sentence, and what followed from it."""
    return {
        "moves": [
            {"player": move.player, "action": move.text, "words": move.told(), "effects": move.effects}
            for move in moves[since:]
        ],
        "next": len(moves),
    }


def score_object(state: State[Any]) -> dict[str, Any]:
    """Return the score of each seat by column, and the end of the game if it is over."""
    return {
        "rows": [dict(row) for row in state.game.score_table(state)],
        "outcome": _outcome_object(state),
    }


LINES: Final = 12
"""The usual number of lines of an analysis, and the most actions of each."""
