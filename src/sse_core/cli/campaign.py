"""`sse campaign`: games in a row until somebody has won often enough."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ..bots import Bot
from ..game import AnyGame, Campaign, CampaignGame
from ..records import GameRecord
from ..seeds import child_seed
from .command import CampaignCommand, command_of
from .keeping import is_another, save, undisturbed
from .loading import load, map_loader
from .pages import LEFT, RefusedError, hanging, say
from .score import called, campaign_line, campaign_result
from .turns import Played, add_players, check_new, fresh_seed, named, play_game, seated, seated_again

__all__ = ["add", "run"]

_FILE: Final = "campaign.sse"


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_players(parser, game)
    _command_of(game).add_campaign(parser)
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with a campaign that was left, in the game that was left: its seed, maps and rules are in the file",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write campaign.sse to this folder, after each game")
    parser.add_argument("--quiet", action="store_true", help="show who won the campaign only")


def run(args: Namespace) -> int:
    """Play a campaign, tell each game in a line, and write all down if told to, a game that was left too."""
    game: AnyGame = args.game
    campaign, names = _begun(args, game) if args.resume is None else _resumed(args, game)
    tags = dict(zip(game.INFO.seats, names, strict=False))
    bots = seated(names, tags, game)
    if args.out is not None:
        # A folder that can't be made is better told before the games than after them.
        args.out.mkdir(parents=True, exist_ok=True)
        if is_another(args.out / _FILE, args.resume):
            raise RefusedError(f"{args.out / _FILE} is there already; --resume goes on with it")
    if not args.quiet:
        players = ", ".join(called(player, tags, game) for player in range(len(names)))
        say(hanging(f"{game.INFO.title}, a campaign: {players}; seed {campaign.seed}", "", 2))
        say(f"\n{hanging(_campaigns_of(game).campaign_terms(campaign), '', 0)}\n")
    played: Played | None = None
    while not campaign.is_over and (played is None or played.finished):
        campaign, played = _next(campaign, bots, tags, game)
        if args.out is not None:
            with undisturbed():
                save(args.out / _FILE, _campaigns_of(game).format_campaign(campaign))
        if not args.quiet and played.finished:
            say(campaign_line(campaign, game))
    _show_end(args, campaign, tags, game)
    if played is not None and played.stopped is not None:
        raise played.stopped
    return 0 if campaign.is_over else LEFT


def _next(campaign: Campaign, bots: Sequence[Bot], tags: Mapping[str, str], game: AnyGame) -> tuple[Campaign, Played]:
    """Play the next game, or the rest of the one in progress; return the campaign after it, and what was played."""
    seed = child_seed(campaign.seed, len(campaign.games))
    done = () if campaign.unfinished is None else campaign.unfinished.moves
    played = play_game(campaign.next_game(), bots, seed, tags, game, done)
    record = GameRecord(played.start, played.moves, {"seed": str(seed), **tags})
    return campaign.after(record) if played.finished else campaign.with_unfinished(record), played


def _command_of(game: AnyGame) -> CampaignCommand:
    command = command_of(game)
    assert isinstance(command, CampaignCommand)
    return command


def _campaigns_of(game: AnyGame) -> CampaignGame:
    assert isinstance(game, CampaignGame)
    return game


def _begun(args: Namespace, game: AnyGame) -> tuple[Campaign, list[str]]:
    """Return a new campaign, and who plays."""
    seed = fresh_seed() if args.seed is None else args.seed
    campaign = _command_of(game).set_up_campaign(args, len(args.names) or None, seed, map_loader(game))
    return campaign, named(args.names, len(campaign.piles))


def _resumed(args: Namespace, game: AnyGame) -> tuple[Campaign, list[str]]:
    """Return the campaign of a file, and who plays: whoever played its last game, unless others are named."""
    loaded = load(args.resume, game)
    if loaded.campaign is None:
        raise RefusedError(f"{args.resume} is no campaign, but {loaded.kind}")
    check_new(args, "campaign", ("names", "resume", "out", "quiet"))
    return loaded.campaign, seated_again(args, len(loaded.campaign.piles), loaded.tags, game)


def _show_end(args: Namespace, campaign: Campaign, tags: Mapping[str, str], game: AnyGame) -> None:
    """Say who won, or how it stands; then where it was written, once it was replayed from its file."""
    if not args.quiet or campaign.unfinished is not None:
        say()
    say(campaign_result(campaign, tags, game))
    again = f"`{args.parser.prog} --resume {{}}` goes on with it"
    if args.out is None:
        if not campaign.is_over:
            say(f"It isn't kept. With --out DIR it would be, and {again.format(f'DIR/{_FILE}')}.")
        return
    path = args.out / _FILE
    if not path.exists():
        # It was over when it was loaded.
        save(path, _campaigns_of(game).format_campaign(campaign))
    say(f"\nWrote {path}.")
    if load(str(path), game).campaign != campaign:
        raise RefusedError(f"{path} does not replay to the campaign that was played")
    say(f"Replayed {path}: the same games, the same win piles.")
    if not campaign.is_over:
        say(f"{again.format(path)}.")
