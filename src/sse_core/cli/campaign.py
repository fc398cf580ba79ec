"""`sse campaign`: games in a row until somebody has won often enough."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from ..seeds import child_seed
from .pages import LEFT, RefusedError, UsageError, count, say
from .score import called, campaign_line, campaign_result
from .tables import Campaign, CampaignTable
from .turns import add_players, fresh_seed, is_player, named, play_game, seated

__all__ = ["add", "run"]

_FILE: Final = "campaign.sse"
_NOT_IN_THE_FILE: Final = ("names", "resume", "out", "quiet", "run", "parser", "table")
"""The arguments that a campaign in a file says nothing of."""


def add(parser: ArgumentParser, table: CampaignTable) -> None:
    """Add the arguments of the command."""
    add_players(parser, table)
    table.add_campaign(parser)
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with a campaign that was left: its seed, maps and rules are in the file"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write campaign.sse to this folder")
    parser.add_argument("--quiet", action="store_true", help="show who won the campaign only")


def run(args: Namespace) -> int:
    """Play a campaign, tell each game in a line, and write all down if told to."""
    table: CampaignTable = args.table
    campaign, names = _begun(args, table) if args.resume is None else _resumed(args, table)
    seed = campaign.seed
    tags = dict(zip(table.SEATS, names, strict=False))
    bots = seated(names, tags, table)
    if args.out is not None:
        # A folder that can't be made is better told before the games than after them.
        args.out.mkdir(parents=True, exist_ok=True)
        if args.resume is None and (args.out / _FILE).exists():
            raise RefusedError(f"{args.out / _FILE} is there already; --resume goes on with it")
    if not args.quiet:
        players = ", ".join(called(player, tags, table) for player in range(len(names)))
        say(f"{table.TITLE}, a campaign: {players}; seed {seed}\n")
    while not campaign.is_over:
        game_seed = child_seed(seed, len(campaign.games))
        played = play_game(campaign.next_game(), bots, game_seed, tags, table)
        if not played.finished:
            plies = count(played.final.ply, "ply", "plies")
            say(f"Game {len(campaign.games) + 1} was left after {plies}, and is not kept.")
            break
        record = table.record(played.start, played.actions, {"seed": str(game_seed)} | tags)
        campaign = campaign.after(record)
        if not args.quiet:
            say(campaign_line(campaign, table))
    if not args.quiet:
        say()
    say(campaign_result(campaign, tags, table))
    if args.out is not None:
        _write(args.out, campaign, table)
    return 0 if campaign.is_over else LEFT


def _begun(args: Namespace, table: CampaignTable) -> tuple[Campaign, list[str]]:
    """Return a new campaign, and who plays."""
    seed = fresh_seed() if args.seed is None else args.seed
    campaign = table.campaign(args, len(args.names) or None, seed)
    return campaign, named(args.names, len(campaign.piles))


def _resumed(args: Namespace, table: CampaignTable) -> tuple[Campaign, list[str]]:
    """Return the campaign of a file, and who plays: whoever played its last game, unless others are named."""
    for option, value in vars(args).items():
        if option not in _NOT_IN_THE_FILE and value != args.parser.get_default(option):
            raise UsageError(f"--{option} is for a new campaign; {args.resume} says it already")
    loaded = table.load(args.resume)
    if loaded.campaign is None:
        raise RefusedError(f"{args.resume} is no campaign")
    seats = table.SEATS[: len(loaded.campaign.piles)]
    played = [loaded.tags.get(seat, "") for seat in seats]
    names = args.names or (played if all(is_player(name, table) for name in played) else [])
    if len(names) not in (0, len(seats)):
        raise UsageError(f"{args.resume} is for {len(seats)} players, {len(names)} are named")
    return loaded.campaign, named(names, len(seats))


def _write(folder: Path, campaign: Campaign, table: CampaignTable) -> None:
    """Write the campaign, then replay it from its file and compare."""
    path = folder / _FILE
    path.write_text(f"{table.format_campaign(campaign)}\n", encoding="utf-8", newline="\n")
    say(f"\nWrote {path}.")
    if table.load(str(path)).campaign != campaign:
        raise RefusedError(f"{path} does not replay to the campaign that was played")
    say(f"Replayed {path}: the same games, the same win piles.")
