"""Campaigns on the page. Each game of a campaign is a room, and the text of its request is the campaign so far."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from ..forms.checks import shown
from ..forms.kinds import name_of
from ..game import AnyGame
from ..play.game_commands import CampaignCommand, CampaignGame, LoadMap, campaigns_of, command_of
from ..play.languages import label
from ..play.records.contents import Campaign
from ..play.records.record import GameRecord, read
from ..play.records.variations import count_moves
from ..play.seats import letter_of
from ..play.sentences import digits
from ..seeds import child_seed
from .answers import CampaignShown
from .errors import StaleError, WebError
from .fields import campaign_fields_of, parsed_for_campaign
from .messages import say

__all__ = [
    "begun",
    "campaign_in",
    "campaign_object",
    "campaign_text",
    "is_campaign",
    "new_campaign",
    "next_request",
    "seed_of",
    "whole_campaign",
]

_KEPT: Final = 32
"""How many campaigns the cache holds."""

_MOST_MOVES: Final = 5_000
"""The most moves of the finished games of a campaign, with their variations."""


def is_campaign(text: object) -> bool:
    """Return whether a text is a campaign, by its first word."""
    return isinstance(text, str) and (name_of(text) or "").endswith("-campaign")


def new_campaign(
    game: AnyGame, fields: Mapping[str, Any], preset: object, players: int | None, seed: int, load_map: LoadMap
) -> Campaign:
    """Return the campaign that a form asks for, before its first game.

    Raises WebError if the game has no campaigns, or the fields contradict each other.
    """
    command = command_of(game)
    if not isinstance(game, CampaignGame) or not isinstance(command, CampaignCommand):
        raise WebError(f"{game.INFO.title} has no campaigns")
    maps = {} if preset is None else {game.INFO.preset: [preset]}
    known = {field.name for field in campaign_fields_of(game)}
    if unknown := next((name for name in fields if name not in known), None):
        raise WebError(f"a campaign has no field {shown(unknown)}; they are {', '.join(sorted(known))}")
    try:
        return command.set_up_campaign(parsed_for_campaign(dict(fields) | maps, game), players, seed, load_map)
    except ArgumentTypeError as error:
        raise WebError(str(error)) from None


def begun(campaign: Campaign) -> GameRecord[Any, Any]:
    """Return the current game of a campaign: the one in progress, or the next one before its first move.

    Raises WebError if the campaign is over, or too long.
    """
    if campaign.is_over:
        raise WebError(say("the campaign is over: there is nothing to play"))
    # The campaign is read again where somebody looks at the game.
    moves = sum(len(game.moves) + count_moves(game.variations) for game in campaign.games)
    if moves > _MOST_MOVES:
        number, most = digits(f"{moves:,}"), digits(f"{_MOST_MOVES:,}")
        raise WebError(say("the campaign has {n} moves, and {most} is the most here", n=number, most=most))
    found: GameRecord[Any, Any] = campaign.unfinished or GameRecord(campaign.next_game())
    return found


def seed_of(campaign: Campaign) -> int:
    """Return the seed of the current game, the same as in `sse campaign`."""
    return child_seed(campaign.seed, len(campaign.games))


def campaign_text(campaign: Campaign, game: AnyGame) -> str:
    """Return the text of the finished games of a campaign."""
    # A game in progress without a move is the start of the room's game, which isn't finished.
    whole = campaign if campaign.is_over else campaign.with_unfinished(GameRecord(campaign.next_game()))
    return campaigns_of(game).format_campaign(whole)


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> Any:
    return read(text)


@lru_cache(maxsize=_KEPT)
def _after(text: str, record: GameRecord[Any, Any]) -> Any:
    return _read(text).after(record)


def campaign_in(request: Mapping[str, Any], record: GameRecord[Any, Any]) -> Campaign | None:
    """Return the campaign of a room, with its game if the record is finished; None for a room without a campaign.

    `request` is that of the room.
    """
    text = request.get("text")
    if not is_campaign(text):
        return None
    return cast(Campaign, _read(text) if record.final.outcome is None else _after(text, record))


def whole_campaign(request: Mapping[str, Any], record: GameRecord[Any, Any]) -> str | None:
    """Return the text of the campaign of a room with its game, finished or not; None for a room without a campaign."""
    campaign = campaign_in(request, record)
    if campaign is None:
        return None
    whole = campaign.with_unfinished(record) if record.final.outcome is None else campaign
    return campaigns_of(record.game).format_campaign(whole)


def next_request(request: Mapping[str, Any], record: GameRecord[Any, Any]) -> dict[str, Any] | None:
    """Return the request for a campaign's next game, or for the same game if somebody left it; None without a campaign.

    Raises StaleError if the campaign is over.
    """
    campaign = campaign_in(request, record)
    if campaign is None:
        return None
    if campaign.is_over:
        raise StaleError(say("the campaign is over: there is no next game"))
    return dict(request) | {"seed": None, "text": campaign_text(campaign, record.game)}


def campaign_object(request: Mapping[str, Any], record: GameRecord[Any, Any]) -> CampaignShown | None:
    """Return the JSON object of a room's campaign: terms, finished games, wins by seat and winners."""
    campaign = campaign_in(request, record)
    if campaign is None:
        return None
    game = record.game
    rows = campaigns_of(game).campaign_table(campaign)
    return {
        "terms": campaigns_of(game).campaign_terms(campaign),
        "number": len(campaign.games) + (record.final.outcome is None),
        "columns": [label(name, game) for name in rows[0]] if rows else [],
        "rows": [[_words(value) for value in row.values()] for row in rows],
        "piles": list(campaign.piles),
        "winners": [letter_of(seat, game) for seat in campaign.winners],
        "is_over": campaign.is_over,
    }


def _words(value: object) -> str:
    return " ".join(map(str, cast("Sequence[object]", value))) if isinstance(value, list | tuple) else str(value)
