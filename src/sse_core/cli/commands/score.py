"""`sse score`: replay the record of a game or a campaign, and print its score."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any, cast

from ...game import AnyGame, State
from ...play.game_commands import campaigns_of
from ...play.records.contents import Campaign
from ...play.seats import labels_of
from ...play.sentences import count, result_of
from ..loading import load, record_in
from ..terminal.output import align, echo, echo_json, json_key, paragraph

__all__ = [
    "add",
    "campaign_line",
    "campaign_object",
    "campaign_result",
    "result_line",
    "run",
    "score_object",
    "score_page",
]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument("record", metavar="RECORD", help="a file with a record or a campaign; - is the standard input")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Print the score of a record. Loading it replays and checks every action."""
    game: AnyGame = args.game
    loaded = load(args.record, game)
    if loaded.campaign is not None:
        if args.json:
            echo_json(campaign_object(loaded.campaign, loaded.tags, game))
        else:
            _print_campaign(loaded.campaign, loaded.tags, game)
        return 0
    final, tags = record_in(loaded, args.record).final, loaded.tags
    if args.json:
        echo_json(score_object(final, tags, game))
    else:
        echo(score_page(final, tags, game))
    return 0


def score_page(state: State[Any], tags: Mapping[str, str], game: AnyGame) -> str:
    """Return the score table, and the result below it.

    `tags` are the tags of a record: the tag of a seat is the name of its player.
    """
    table = game.score_table(state)
    names = [tags.get(game.INFO.seats[player], "") for player in range(len(table))]
    heading = ["seat", "player", *table[0]]
    rows = [[game.INFO.seats[player], names[player], *row.values()] for player, row in enumerate(table)]
    if not any(names):
        heading, rows = heading[:1] + heading[2:], [row[:1] + row[2:] for row in rows]
    return f"{align([heading, *rows], left=2 if any(names) else 1)}\n\n{result_line(state, tags, game)}"


def result_line(state: State[Any], tags: Mapping[str, str], game: AnyGame) -> str:
    """Return a sentence with the winners, their points and the tie-break, or that the game goes on."""
    if state.outcome is None:
        plies = count(state.ply, "ply", "plies")
        return paragraph(f"After {plies} the game isn't over; this is the score as it stands.")
    return paragraph(result_of(state, tags, game))


def campaign_line(campaign: Campaign, game: AnyGame) -> str:
    """Return the last game of a campaign as a line."""
    row = campaigns_of(game).campaign_table(campaign)[-1]
    return paragraph(", ".join(f"{column} {_text(value)}" for column, value in row.items()))


def campaign_result(campaign: Campaign, tags: Mapping[str, str], game: AnyGame) -> str:
    """Return a sentence with the winners of a campaign, or that the campaign goes on."""
    games, winners = count(len(campaign.games), "game", "games"), campaign.winners
    if not winners:
        piles = _text(list(campaign.piles))
        return paragraph(
            f"After {games} the campaign isn't over; the win piles are {piles}.{_unfinished_line(campaign)}"
        )
    verb = "share the win of" if len(winners) > 1 else "wins"
    points = campaign.piles[winners[0]]
    labels = labels_of(winners, tags, game)
    return paragraph(f"{labels} {verb} the campaign with {points} points after {games}.")


def _unfinished_line(campaign: Campaign) -> str:
    """Return a sentence about the unfinished game, empty if there is none."""
    if campaign.unfinished is None:
        return ""
    plies = count(campaign.unfinished.final.ply, "ply", "plies")
    return f" Game {len(campaign.games) + 1} is in progress, left after {plies}."


def campaign_object(campaign: Campaign, tags: Mapping[str, str], game: AnyGame) -> dict[str, object]:
    """Return the JSON object of a campaign: a row for each game, and the win piles."""
    rows = campaigns_of(game).campaign_table(campaign)
    return {
        "tags": dict(tags),
        "finished": campaign.is_over,
        "games": [{json_key(column): value for column, value in row.items()} for row in rows],
        "plies_in_progress": None if campaign.unfinished is None else campaign.unfinished.final.ply,
        "piles": list(campaign.piles),
        "winners": list(campaign.winners) if campaign.is_over else None,
    }


def _print_campaign(campaign: Campaign, tags: Mapping[str, str], game: AnyGame) -> None:
    rows = campaigns_of(game).campaign_table(campaign)
    if rows:
        echo(f"{align([list(rows[0]), *([_text(value) for value in row.values()] for row in rows)], left=0)}\n")
    echo(campaign_result(campaign, tags, game))


def _text(value: object) -> str:
    return " ".join(map(str, cast("list[object]", value))) if isinstance(value, list) else str(value)


def score_object(state: State[Any], tags: Mapping[str, str], game: AnyGame) -> dict[str, object]:
    """Return the JSON object of a position's score table, with the winners if the game is over."""
    outcome = state.outcome
    return {
        "tags": dict(tags),
        "plies": state.ply,
        "finished": outcome is not None,
        "players": [
            {"seat": game.INFO.seats[player]} | {json_key(column): points for column, points in row.items()}
            for player, row in enumerate(game.score_table(state))
        ],
        "winners": None if outcome is None else list(outcome.winners),
        "decided_by": None if outcome is None else outcome.decided_by,
    }
