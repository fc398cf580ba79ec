"""`sse score`: replay the record of a game, or of a campaign, and score it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import Any, cast

from ..game import CHANCE, AnyGame, Campaign, CampaignGame, State
from .loading import load
from .pages import RefusedError, align, count, hanging, say, say_json

__all__ = ["add", "called", "campaign_line", "campaign_result", "page", "result", "run"]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "record", metavar="RECORD", help="a record file, of a game or a campaign; - for the standard input"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Score a record; loading it has replayed and checked every action."""
    game: AnyGame = args.game
    loaded = load(args.record, game)
    if loaded.campaign is not None:
        _show_campaign(loaded.campaign, loaded.tags, game, args.json)
    elif loaded.record is None:
        raise RefusedError(f"{args.record} is no record of a game, but {loaded.kind}; `sse play --out DIR` writes one")
    elif args.json:
        say_json(_object(loaded.state, loaded.tags, game))
    else:
        say(page(loaded.state, loaded.tags, game))
    return 0


def page(state: State[Any], tags: Mapping[str, str], game: AnyGame) -> str:
    """Return the score sheet, and who won or that nobody has yet.

    `tags` are those of a record, where each seat's tag says who sits there.
    """
    sheet = game.score_table(state)
    names = [tags.get(game.INFO.seats[player], "") for player in range(len(sheet))]
    heading = ["seat", "player", *sheet[0]]
    rows = [[game.INFO.seats[player], names[player], *row.values()] for player, row in enumerate(sheet)]
    if not any(names):
        heading, rows = heading[:1] + heading[2:], [row[:1] + row[2:] for row in rows]
    return f"{align([heading, *rows], left=2 if any(names) else 1)}\n\n{result(state, tags, game)}"


def called(player: int, tags: Mapping[str, str], game: AnyGame) -> str:
    """Return what to call a player: the seat, and who sits there if that is known."""
    seat = "chance" if player == CHANCE else game.INFO.seats[player]
    return f"{seat} ({tags[seat]})" if seat in tags else seat


def result(state: State[Any], tags: Mapping[str, str], game: AnyGame) -> str:
    """Return who won, with how many points and by which tie-break, or that nobody has yet."""
    plies = count(state.ply, "ply", "plies")
    if state.outcome is None:
        return f"After {plies} the game isn't over; this is the score as it stands."
    winners = state.outcome.winners
    who = _all_called(winners, tags, game) or "Nobody"
    verb = "share the win" if len(winners) > 1 else "wins"
    points = f" with {state.outcome.totals[winners[0]]} points" if winners else ""
    return hanging(f"{who} {verb}{points} after {plies}: {game.verdict(state)}.", "", 2)


def campaign_line(campaign: Campaign, game: AnyGame) -> str:
    """Return a line on the last game of a campaign."""
    row = _campaign_table(campaign, game)[-1]
    return hanging(", ".join(f"{column} {_text(value)}" for column, value in row.items()), "", 2)


def _campaign_table(campaign: Campaign, game: AnyGame) -> Sequence[Mapping[str, Any]]:
    assert isinstance(game, CampaignGame)
    return game.campaign_table(campaign)


def campaign_result(campaign: Campaign, tags: Mapping[str, str], game: AnyGame) -> str:
    """Return who won a campaign, or that nobody has yet."""
    games, winners = count(len(campaign.games), "game", "games"), campaign.winners
    if not winners:
        piles = _text(list(campaign.piles))
        return hanging(f"After {games} the campaign isn't over; the win piles are {piles}.{_left(campaign)}", "", 2)
    verb = "share the win of" if len(winners) > 1 else "wins"
    points = campaign.piles[winners[0]]
    who = _all_called(winners, tags, game)
    return hanging(f"{who} {verb} the campaign with {points} points after {games}.", "", 2)


def _left(campaign: Campaign) -> str:
    """Return a sentence on the game in progress, if there is one."""
    if campaign.unfinished is None:
        return ""
    plies = count(campaign.unfinished.final.ply, "ply", "plies")
    return f" Game {len(campaign.games) + 1} is in progress, left after {plies}."


def _show_campaign(campaign: Campaign, tags: Mapping[str, str], game: AnyGame, as_json: bool) -> None:
    rows = _campaign_table(campaign, game)
    if as_json:
        say_json(
            {
                "tags": dict(tags),
                "finished": campaign.is_over,
                "games": [{_key(column): value for column, value in row.items()} for row in rows],
                "plies_in_progress": None if campaign.unfinished is None else campaign.unfinished.final.ply,
                "piles": list(campaign.piles),
                "winners": list(campaign.winners) if campaign.is_over else None,
            }
        )
        return
    if rows:
        say(f"{align([list(rows[0]), *([_text(value) for value in row.values()] for row in rows)], left=0)}\n")
    say(campaign_result(campaign, tags, game))


def _text(value: object) -> str:
    return " ".join(map(str, cast("list[object]", value))) if isinstance(value, list) else str(value)


def _key(column: str) -> str:
    return column.replace(" ", "_")


def _all_called(players: Sequence[int], tags: Mapping[str, str], game: AnyGame) -> str:
    return " and ".join(called(player, tags, game) for player in players)


def _object(state: State[Any], tags: Mapping[str, str], game: AnyGame) -> dict[str, object]:
    outcome = state.outcome
    return {
        "tags": dict(tags),
        "plies": state.ply,
        "finished": outcome is not None,
        "players": [
            {"seat": game.INFO.seats[player]} | {_key(column): points for column, points in row.items()}
            for player, row in enumerate(game.score_table(state))
        ],
        "winners": None if outcome is None else list(outcome.winners),
        "decided_by": None if outcome is None else outcome.decided_by,
    }
