"""Players for the commands that play: people, bots by name, and the seed for all randomness."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice
from random import SystemRandom
from typing import Any, Final

from ..bots.levels import levels_of
from ..bots.naming import bot_named, bots_of, file_of, is_bot_file, is_engine, listed
from ..errors import ArgumentError, SetupError
from ..forms.checks import MAX_SEED, guess
from ..game import AnyGame, Bot, Pen, State
from ..games import GAMES
from ..play.own_files import file_meant
from ..play.records.record import check_tag
from ..play.seats import HUMAN, is_cut, kept_name, label_of
from ..play.sentences import players_wanted
from .session.human import Human
from .terminal.output import UsageError

__all__ = [
    "SEAT_BOT",
    "add_bots",
    "add_players",
    "add_seat_bots",
    "check_bots_alone",
    "fresh_seed",
    "make_players",
    "notes_of",
    "parse_seed",
    "player_names",
    "resumed_players",
]

SEAT_BOT: Final = "greedy"
"""The default of the bot that plays all seats."""

_DEFAULT_PLAYERS: Final = ("random", "greedy")


# --- arguments


def add_players(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments for the player at each seat and for the seed."""
    parser.add_argument(
        "names",
        nargs="*",
        type=lambda text: _check_player(text, game),
        metavar="PLAYER",
        help=f"the player at each seat: {HUMAN}, {listed(game)}; left out: random and greedy by turns; {_levels(game)}",
    )
    _add_seed(parser, "set-up, chance and bots")


def add_bots(parser: ArgumentParser, game: AnyGame, number: int | None = 2) -> None:
    """Add the arguments for a number of bots, None for any number, and for the seed."""
    parser.add_argument(
        "names",
        nargs="+" if number is None else number,
        type=lambda text: _check_bot(text, game),
        metavar="BOT",
        help=f"the {'two ' if number == 2 else ''}bots: {listed(game)}",
    )
    _add_seed(parser, "all games")


def add_seat_bots(parser: ArgumentParser, game: AnyGame, *, several: bool = True) -> None:
    """Add the arguments for the bot that plays all seats, or for several, one after the other, and for the seed."""
    more = "; may be repeated, for several after each other" if several else ""
    parser.add_argument(
        "--bot",
        action="append" if several else "store",
        type=lambda text: _check_bot(text, game),
        metavar="BOT",
        help=f"the bot at all seats: {listed(game)}{more} (default: {SEAT_BOT})",
    )
    _add_seed(parser, "all games" if several else "the maps and all games")


def _levels(game: AnyGame) -> str:
    """Return the levels of a game's bots in words, with the measured Elo."""
    levels = levels_of(game)
    words = [
        f"{level.player} ({level.title}: {level.about}{'' if level.elo is None else f', about {level.elo:,} Elo'})"
        for level in levels
    ]
    rated = "" if all(level.elo is None for level in levels) else "; random has 0 Elo"
    return f"from weak to strong: {', '.join(words)}{rated}"


def _add_seed(parser: ArgumentParser, what: str) -> None:
    words = f"the seed of {what}; left out: a fresh one, which is shown"
    parser.add_argument("--seed", type=parse_seed, metavar="S", help=words)


def parse_seed(text: str) -> int:
    """Return the seed in a text; raise ArgumentTypeError for other texts."""
    if not text.isascii() or not text.isdigit() or int(text) > MAX_SEED:
        raise ArgumentTypeError(f"a seed is 0 to 2**64 - 1, not {text!r}")
    return int(text)


def fresh_seed() -> int:
    """Return an unpredictable seed below 2**32."""
    return SystemRandom().randrange(2**32)


def _check_player(text: str, game: AnyGame) -> str:
    """Return the name of a player; raise ArgumentTypeError for an unknown one."""
    known = bots_of(game)
    if is_bot_file(text) or is_engine(text) or text.partition(":")[0] in known:
        return _check_bot(text, game)
    if text in GAMES:
        raise ArgumentTypeError(f"{text} is a game, and comes right after the command")
    if text != HUMAN:
        meant = file_meant(text) or guess(text, (HUMAN, *known, *GAMES))
        raise ArgumentTypeError(f"there is no player {text!r}{meant}; they are {HUMAN}, {listed(game)}")
    return text


def _check_bot(text: str, game: AnyGame) -> str:
    """Return the name of a bot; raise ArgumentTypeError for an unknown one, or if a record can't hold the name.

    The file of a bot isn't read yet, since a fault in it isn't wrong usage.
    """
    try:
        if file_of(text) is None:
            bot_named(text, game)
        check_tag(game.INFO.seats[0], kept_name(text))
    except ArgumentError as error:
        raise ArgumentTypeError(error.message) from None
    except SetupError as error:
        raise ArgumentTypeError(f"a record can't keep this name of a player: {error.message}") from None
    return text


# --- players


def player_names(names: Sequence[str], players: int) -> list[str]:
    """Return the name of the player at each seat: as given, else the default players in turn."""
    return list(names) or list(islice(cycle(_DEFAULT_PLAYERS), players))


def check_bots_alone(args: Namespace, names: Iterable[str]) -> None:
    """Raise UsageError if JSON is asked for and a person plays, who needs pages."""
    if args.json and HUMAN in names:
        raise UsageError(f"--json is for games of bots, and {HUMAN} plays here; `sse score FILE --json` has its record")


def make_players(names: Sequence[str], tags: Mapping[str, str], game: AnyGame, pen: Pen) -> list[Bot]:
    """Return the bot or the person at each seat; raise ArgumentError if the file of a bot can't be used.

    The pen draws the pages for people.
    """
    return [
        Human(game, label_of(player, tags, game), pen) if name == HUMAN else bot_named(name, game)
        for player, name in enumerate(names)
    ]


def notes_of(bots: Iterable[Bot], start: State[Any]) -> list[str]:
    """Return notes about bots that don't play as their names say, each sentence once.

    A bot that may play in another way, such as one that needs a table of positions, has the method ``note(start)``. It
    returns a sentence on how the bot plays from a state, empty if it plays as its name says. It raises ArgumentError if
    the bot can't play.
    """
    notes: list[str] = [getattr(bot, "note", _says_nothing)(start) for bot in bots]
    return [note for note in dict.fromkeys(notes) if note]


def _says_nothing(start: State[Any]) -> str:
    return ""


def resumed_players(args: Namespace, players: int, tags: Mapping[str, str], game: AnyGame) -> list[str]:
    """Return the name of the player at each seat of a resumed game: from the arguments, else from its tags."""
    if args.names and len(args.names) != players:
        raise UsageError(players_wanted(args.resume, len(args.names), players, players))
    before = {seat: tags[seat] for seat in game.INFO.seats[:players] if seat in tags}
    if args.names or not before:
        return player_names(args.names, players)
    for seat in game.INFO.seats[:players]:
        who = before.get(seat, "nobody")
        if is_cut(who):
            raise UsageError(f"{args.resume} has the end of a name alone at seat {seat}, {who}: name who sits where")
        try:
            _check_player(who, game)
        except ArgumentTypeError as error:
            raise UsageError(
                f"{args.resume} has {who} at seat {seat}, who can't play here: name who sits where; {error}"
            ) from None
    return list(before.values())
