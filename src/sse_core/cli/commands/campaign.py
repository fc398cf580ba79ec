"""`sse campaign`: games in a row until a player has won enough of them."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Final

from ...game import AnyGame, Bot
from ...play.game_commands import CampaignCommand, campaigns_of, command_of
from ...play.records.contents import Campaign, Content
from ...play.seats import HUMAN, label_of, names_of
from ...seeds import child_seed
from ..loading import load, map_loader
from ..players import (
    add_players,
    check_bots_alone,
    fresh_seed,
    make_players,
    notes_of,
    player_names,
    resumed_players,
)
from ..saving import add_out, check_files, fresh_path, out_files, report_files, save, signals_ignored
from ..session.game_files import GameFiles
from ..session.resumed_games import PlayedGame, check_resumed, resuming
from ..session.session import Table
from ..terminal.output import LEFT, RefusedError, echo, echo_json, paragraph
from ..terminal.styles import STYLE_OPTIONS, add_style_options, pen_of
from .score import campaign_line, campaign_object, campaign_result

__all__ = ["add", "run"]

_FILE: Final = "campaign.sse"


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_players(parser, game)
    _command_of(game).add_campaign(parser)
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with an unfinished campaign and its unfinished game; seed, maps and rules are those of the file",
    )
    add_out(parser, "DIR", "write campaign.sse to this folder, after each game")
    parser.add_argument("--quiet", action="store_true", help="show the result only")
    parser.add_argument("--json", action="store_true", help="as JSON, with all records; for bots alone")
    add_style_options(parser)


def run(args: Namespace) -> int:
    """Play a campaign, print a line for each game, and write all games to --out, including an unfinished one.

    If a person leaves a campaign at a terminal, it is saved even without --out.
    """
    game: AnyGame = args.game
    campaign, names = _new_campaign(args, game) if args.resume is None else _resumed_campaign(args, game)
    check_bots_alone(args, names)
    tags = names_of(names, game)
    bots = make_players(names, tags, game, pen_of(args))
    # The folder is made before the first game, so that an error comes early.
    out = out_files(args, _FILE)
    own = None if args.resume in (None, "-") else Path(args.resume)
    notes = [] if campaign.is_over else notes_of(bots, campaign.next_game())
    tells_games = not args.quiet and not args.json
    if tells_games:
        players = ", ".join(label_of(player, tags, game) for player in range(len(names)))
        echo(paragraph(f"{game.INFO.title}, a campaign: {players}; seed {campaign.seed}"))
        for note in notes:
            echo(paragraph(f"{note}."))
        echo(f"\n{paragraph(campaigns_of(game).campaign_terms(campaign), indent=0)}\n")
    at_terminal = HUMAN in names and sys.stdin.isatty()
    played: PlayedGame | None = None
    while not campaign.is_over and (played is None or played.finished):
        campaign, played = _next(campaign, bots, tags, game, GameFiles(resuming(args).replace(" campaign", " play")))
        if out is not None:
            out.save(campaigns_of(game).format_campaign(campaign), own=own)
        if tells_games and played.finished:
            echo(campaign_line(campaign, game))
    kept = None
    if at_terminal and args.out is None and not campaign.is_over:
        kept = fresh_path(Path(f"{game.INFO.prefix}-campaign-{campaign.seed}.sse"))
        with signals_ignored():
            save(kept, campaigns_of(game).format_campaign(campaign))
    if out is not None and played is None:
        # The loaded campaign was over already.
        out.save(campaigns_of(game).format_campaign(campaign), own=own)
    written = () if out is None else out.settle(own)
    if args.json:
        echo_json(_object(campaign, tags, game, notes, written))
        check_files(args, written, partial(_is_same, campaign))
    else:
        _print_end(args, campaign, tags, game, kept, written)
    if played is not None and played.interruption is not None:
        raise played.interruption
    return 0 if campaign.is_over else LEFT


def _next(
    campaign: Campaign, bots: Sequence[Bot], tags: Mapping[str, str], game: AnyGame, game_files: GameFiles
) -> tuple[Campaign, PlayedGame]:
    """Play the next game, or the rest of the unfinished one; return the campaign after it, and the game."""
    seed = child_seed(campaign.seed, len(campaign.games))
    moves = () if campaign.unfinished is None else campaign.unfinished.moves
    noun = f"plies of game {len(campaign.games) + 1}"
    before = {} if campaign.unfinished is None else {**campaign.unfinished.tags}
    known = before | {"seed": str(seed), **tags}
    table = Table(
        campaign.next_game(),
        bots,
        seed,
        known,
        game,
        moves,
        game_files=game_files,
        noun=noun,
        before=campaign.unfinished,
    )
    played = table.play()
    record = table.record
    return campaign.after(record) if played.finished else campaign.with_unfinished(record), played


def _command_of(game: AnyGame) -> CampaignCommand:
    command = command_of(game)
    assert isinstance(command, CampaignCommand)
    return command


def _new_campaign(args: Namespace, game: AnyGame) -> tuple[Campaign, list[str]]:
    """Return a new campaign, and the names of its players."""
    seed = fresh_seed() if args.seed is None else args.seed
    campaign = _command_of(game).set_up_campaign(args, len(args.names) or None, seed, map_loader(game))
    return campaign, player_names(args.names, len(campaign.piles))


def _resumed_campaign(args: Namespace, game: AnyGame) -> tuple[Campaign, list[str]]:
    """Return the campaign of a file, and the names of its players: from the arguments, or else from its last game."""
    loaded = load(args.resume, game)
    if loaded.campaign is None:
        raise RefusedError(f"{args.resume} is no campaign, but a {loaded.kind}")
    check_resumed(args, "campaign", ("names", "resume", "out", "force", "quiet", "json", *STYLE_OPTIONS))
    return loaded.campaign, resumed_players(args, len(loaded.campaign.piles), loaded.tags, game)


def _object(
    campaign: Campaign, tags: Mapping[str, str], game: AnyGame, notes: Sequence[str], written: Sequence[Path]
) -> dict[str, object]:
    """Return the JSON object of a campaign, over or not, with its records and the written file."""
    return {
        "game": game.INFO.name,
        "seed": campaign.seed,
        **campaign_object(campaign, tags, game),
        "notes": [*notes],
        "campaign": json.loads(campaign.to_json()),
        "files": [str(path) for path in written],
    }


def _print_end(
    args: Namespace,
    campaign: Campaign,
    tags: Mapping[str, str],
    game: AnyGame,
    kept: Path | None,
    written: Sequence[Path],
) -> None:
    """Print the winners, or the win piles so far; then the written file, and how to resume the campaign."""
    if not args.quiet or campaign.unfinished is not None:
        echo()
    echo(campaign_result(campaign, tags, game))
    if kept is not None:
        echo(f"Saved to {kept}; `{args.parser.prog} --resume {quote(str(kept))}` goes on with it.")
        return
    report_files(
        args,
        _FILE,
        written,
        finished=campaign.is_over,
        is_same=partial(_is_same, campaign),
        same="the same games, the same win piles",
    )


def _is_same(campaign: Campaign, loaded: Content) -> bool:
    return loaded.campaign == campaign
